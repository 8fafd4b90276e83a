"""Small random covers with colours and multiplicities, and their solutions: by trying all sets, and by a kernel."""

from itertools import combinations
from random import Random

import numpy as np

from sudokubench.answer import Stop
from sudokubench.kernels.dancing.search import CoverSearch
from sudokubench.problem import ExactCover, Instance, cover

NOTHING = Instance()


def random_cover(seed: int, *, several: bool = True, coloured: bool = True) -> ExactCover:
    """Return a cover of at most 8 options, with several multiplicities or colours only if asked."""
    draw = Random(seed)
    primary = [f"p{i}" for i in range(draw.randint(1, 4))]
    secondary = [f"x{i}" for i in range(draw.randint(1, 3))]
    options = []
    for option in range(draw.randint(1, 8)):
        items = draw.sample(primary, draw.randint(1, min(2, len(primary))))
        for item in secondary:
            kind = draw.random()
            if kind < 0.6:
                items.append(f"{item}:{draw.choice('AB')}" if coloured and kind > 0.15 else item)
        options.append((str(option), draw.sample(items, len(items))))
    low = {item: draw.randint(0, 2) for item in primary}
    bounds = {item: (least, least + draw.randint(0, 2)) for item, least in low.items()}
    return cover(options, primary=primary, secondary=secondary, multiplicity=bounds if several else None)


def random_instances(problem: ExactCover, seed: int) -> list[Instance]:
    """Return the empty instance, one with a chosen option, and one with chosen and forbidden options."""
    draw, options = Random(seed), range(problem.n_options)
    some = draw.sample(options, min(2, len(options)))
    return [Instance(), Instance(draw.sample(options, 1)), Instance(some, draw.sample(options, 1))]


def all_solutions(problem: ExactCover, instance: Instance = NOTHING) -> list[tuple[int, ...]]:
    """Return all sets of options that solve an instance, ascending, by trying every set."""
    options = range(problem.n_options)
    sets = (chosen for size in range(len(options) + 1) for chosen in combinations(options, size))
    return sorted(chosen for chosen in sets if _solves(problem, chosen, instance))


def _solves(problem: ExactCover, chosen: tuple[int, ...], instance: Instance) -> bool:
    """Return whether options solve an instance, from the rules alone and not by `ExactCover.fault`."""
    if not {*instance.chosen} <= {*chosen} or {*instance.forbidden} & {*chosen}:
        return False
    for item in range(len(problem.items)):
        colours = [colour for option in chosen for i, colour in problem.coloured(option) if i == item]
        if item < problem.primary:
            low, high = problem.bounds[item] if problem.bounds else (1, 1)
            if not low <= len(colours) <= high:
                return False
        elif len(colours) > 1 and (len({*colours}) > 1 or colours[0] == 0):
            return False
    return True


def found_by(
    search: CoverSearch,
    instance: Instance = NOTHING,
    seed: int | None = None,
    rows: int = 3,
    max_nodes: int | None = None,
) -> list[tuple[int, ...]]:
    """Return all solutions that a kernel finds, in its order, taken in portions."""
    search.start(instance.chosen, instance.forbidden, seed)
    out = np.zeros((rows, search.width), np.uint32)
    found, stop = [], Stop.BUDGET
    while stop is not Stop.EXHAUSTED:
        stop = search.advance(rows, max_nodes, out)
        found += [tuple(row[1 : 1 + row[0]].tolist()) for row in out[: search.found]]
    return found
