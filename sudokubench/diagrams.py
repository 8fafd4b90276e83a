"""Hold all solutions of an exact cover in one decision diagram: count them (also up to symmetry), sample, rank, save.

A diagram holds more solutions than a search could ever show. For example, the 12,988,816 tilings of a chessboard by
dominoes are paths through 828 nodes. Sources: Nishino, Yasuda, Minato, Nagata, Dancing with Decision Diagrams (AAAI
2017); for algorithms on diagrams, Knuth, The Art of Computer Programming, volume 4A, section 7.1.4.

>>> from sudokubench import diagrams
>>> queens = diagrams.diagram("queens:8")
>>> queens.count, queens.nodes
(92, 451)
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import count as numbers
from itertools import product
from math import lcm
from operator import index
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, cast, get_args

from sudokubench import core_words
from sudokubench.answer import UNLIMITED, Budget, Puzzle, S, parts_of, require_budget, solution_of
from sudokubench.backends import spec_of
from sudokubench.backends.base import batch_must_stop, require_supported
from sudokubench.backends.dxz import Dxz, construction_of, fixed_order
from sudokubench.backends.pool import backend_of, lent_session
from sudokubench.cover_parts import cost_of
from sudokubench.encodings.exact_cover import conditions, cover_of, option_count, plain_cover
from sudokubench.errors import (
    InputError,
    Undecided,
    UsageError,
    as_list,
    path_of,
    reading,
    require_known,
    require_whole,
)
from sudokubench.layout import places
from sudokubench.problem import ExactCover, Instance, Problem
from sudokubench.puzzles import Cover, Given
from sudokubench.puzzles import puzzle as one_puzzle
from sudokubench.solving import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudokubench.kernels.dxz import Paths

Order = Literal["auto", "frontier", "fewest"]
_SCHEMA = "sudokubench.diagram/1"
_LONGEST_HEAD = 1 << 12
"""Largest length of the first line of a file, in bytes."""


def diagram(
    puzzle: Cover | Given, *, order: Order = "auto", memory: int = 1024, budget: Budget = UNLIMITED
) -> Diagram[Any]:
    """Return the diagram of all solutions of a puzzle.

    Args:
        puzzle: An exact cover, or a board with few solutions, in any form that `solve` takes.
        order: `auto`, `frontier` or `fewest`, as for the backend `dxz`.
        memory: Largest memory while the diagram is made, in MB.
        budget: As for `solve`; its nodes are states of the construction.

    Raises:
        Undecided: The diagram needs more memory, or the budget ran out.
        UsageError: The order, the memory or the budget is not valid.
        BackendUnavailable: The puzzle has rules that `dxz` does not know.
    """
    from sudokubench.kernels.dxz import Construction

    require_budget(budget)
    require_whole("memory", memory, 1)
    require_known("order", order, get_args(Order))
    one, backend = one_puzzle(puzzle), Dxz(order, memory)
    problem, instance = parts_of(one)
    require_supported("dxz", problem, backend.unsupported(problem))
    whole, must_stop = cover_of(problem), batch_must_stop(budget, lambda: False)
    # For contradictory clues, make the diagram of one item without options.
    made = construction_of(whole, instance, fixed_order(whole, backend.order))
    states, ids = made or (Construction(1, 1, [], [0]), [])
    try:
        for reached in states.run(memory << 20, keep=True):
            if must_stop() or (budget.nodes is not None and reached >= budget.nodes):
                raise Undecided(core_words.DIAGRAM_FULL.format(puzzle=one))
    except MemoryError:
        raise Undecided(core_words.DIAGRAM_FULL.format(puzzle=one)) from None
    assert states.paths is not None
    return Diagram(one, states.paths.renamed(ids))


@dataclass(frozen=True, eq=False, repr=False)
class Diagram(Generic[S]):
    """A decision diagram whose paths are the solutions of a puzzle, numbered from 0, always in the same order.

    Attributes:
        puzzle: The exact cover or the board.
        paths: The nodes and edges of the diagram, as arrays.
    """

    puzzle: Puzzle
    paths: Paths

    @property
    def nodes(self) -> int:
        """Number of nodes, including the end. A node has an edge for each of its options."""
        return self.paths.n_nodes

    @property
    def edges(self) -> int:
        """Number of edges. The same diagram with two edges per node (zero-suppressed) has this number of nodes."""
        return len(self.paths.options)

    @cached_property
    def _ways(self) -> NDArray[np.uint64]:
        return self.paths.totals()

    def _below(self, node: int) -> int:
        """Return the number of paths from a node to the end."""
        return int.from_bytes(self._ways[node].astype("<u8").tobytes(), "little")

    @cached_property
    def count(self) -> int:
        """The number of solutions, exact."""
        return self._below(self.nodes - 1)

    def __iter__(self) -> Iterator[S]:
        """Yield all solutions, lazily and in order."""
        return map(self._made, self.paths)

    def __getitem__(self, number: int) -> S:
        """Return a solution by its number, from 0; negative numbers count from the end.

        Raises:
            IndexError: There is no solution with this number.
        """
        rank = index(number) + (self.count if index(number) < 0 else 0)
        if not 0 <= rank < self.count:
            raise IndexError(core_words.DIAGRAM_RANK.format(number=number, count=self.count).en)
        path, node = list[int](), self.nodes - 1
        while node:
            for option, child in self._steps(node):
                ways = self._below(child)
                if rank < ways:
                    path.append(option)
                    node = child
                    break
                rank -= ways
        return self._made(path)

    def sample(self, n: int, seed: int) -> list[S]:
        """Return `n` solutions drawn at random. In each draw all solutions have equal probability.

        Raises:
            UsageError: There is no solution, or a number is malformed.
        """
        require_whole("n", n, 0)
        require_whole("seed", seed, 0)
        if not self.count:
            raise UsageError(core_words.DIAGRAM_EMPTY.format(puzzle=self.puzzle))
        rng = random.Random(seed)
        return [self[rng.randrange(self.count)] for _ in range(n)]

    def marginals(self) -> dict[Any, int]:
        """Return for each name of an option the number of solutions with it; options with equal names are added up."""
        reached = [0] * self.nodes
        reached[-1] = 1
        occurs = dict.fromkeys(range(option_count(self._problem)), 0)
        occurs |= dict.fromkeys(self._instance.chosen, self.count)
        for node in range(self.nodes - 1, 0, -1):
            for option, child in self._steps(node):
                reached[child] += reached[node]
                occurs[option] = occurs.get(option, 0) + reached[node] * self._below(child)
        cover, of_name = plain_cover(self._problem), dict[Any, int]()
        for option, name in enumerate(cover.named(range(cover.n_options))):
            of_name[name] = of_name.get(name, 0) + occurs[option]
        return of_name

    def best(
        self, weights: Mapping[Any, float] | Sequence[float] = (), *, largest: bool = False
    ) -> Iterator[tuple[float, S]]:
        """Yield the solutions with their weights, the smallest weight first, lazily: `next` gives the minimum.

        The search always continues the path with the smallest total: its weight so far plus the least weight below it.

        Args:
            weights: The weight of each option, in the order of the options or by name (0 if missing). By default the
                costs of the options.
            largest: Yield the largest weight first.

        Raises:
            UsageError: There are no weights, or they do not fit the options.
        """
        plain, whole = plain_cover(self._problem), cover_of(self._problem)
        costs = _weights(self._problem, weights)
        costs += [0] * (len(whole.options) - plain.n_options)
        weight = _whole(costs, -1 if largest else 1)
        least = [0]
        for node in range(1, self.nodes):
            least.append(min((weight[o] + least[child] for o, child in self._steps(node)), default=0))
        always = sum(weight[option] for option in self._instance.chosen)
        heap: list[Any] = [(always + least[-1], 0, self.nodes - 1, always, None)] if self.count else []
        later = numbers(-1, -1)  # among equal paths the newest continues, so that few paths wait
        while heap:
            _, _, node, spent, link = heappop(heap)
            if node == 0:
                path = list[int]()
                while link is not None:
                    option, link = link
                    path.append(option)
                yield _total(costs, (*self._instance.chosen, *path)), self._made(path)
            for option, child in self._steps(node):
                now = spent + weight[option]
                heappush(heap, (now + least[child], next(later), child, now, (option, link)))

    def save(self, file: str | PathLike[str]) -> None:
        """Write the diagram to a file: a line of JSON, then three arrays of 32-bit numbers, the lowest byte first.

        Raises:
            OSError: The file cannot be written.
        """
        import numpy as np

        file = Path(path_of("file", file))
        head = {"schema": _SCHEMA, "id": self.puzzle.id, "nodes": self.nodes, "edges": self.edges}
        arrays = (np.diff(self.paths.begins), self.paths.options, self.paths.children)
        file.write_bytes(
            json.dumps(head).encode() + b"\n" + b"".join(a.astype("<u4").tobytes() for a in arrays)
        )

    def __repr__(self) -> str:
        return f"<Diagram of {self.puzzle}: {self.count} solutions, {self.nodes} nodes, {self.edges} edges>"

    @property
    def _problem(self) -> Problem:
        return parts_of(self.puzzle)[0]

    @property
    def _instance(self) -> Instance:
        return parts_of(self.puzzle)[1]

    def _steps(self, node: int) -> Iterator[tuple[int, int]]:
        """Yield the options at a node, each with the node to which it leads."""
        edges = slice(self.paths.begins.item(node), self.paths.begins.item(node + 1))
        return zip(self.paths.options[edges].tolist(), self.paths.children[edges].tolist(), strict=True)

    def _made(self, path: Iterable[int]) -> S:
        most = option_count(self._problem)
        found = sorted(o for o in (*self._instance.chosen, *path) if o < most)
        return cast("S", solution_of(self.puzzle, found))


def _weights(problem: Problem, weights: Mapping[Any, float] | Sequence[float]) -> list[float]:
    """Return the weight of each option of a problem, except auxiliary options."""
    plain = plain_cover(problem)
    names = plain.named(range(plain.n_options))
    if isinstance(weights, Mapping):
        if unknown := weights.keys() - set(names):
            raise UsageError(core_words.NO_SUCH_COST.format(option=min(map(repr, unknown))))
        weights = [weights.get(name, 0) for name in names]
    weights = as_list("weights", weights) or plain.costs
    if len(weights) != plain.n_options:
        raise UsageError(core_words.DIAGRAM_WEIGHTS.format(weights=len(weights), options=plain.n_options))
    named = zip(names, weights, strict=True)
    return [cost_of(name, int(weight) if isinstance(weight, bool) else weight) for name, weight in named]


def cheapest(
    puzzle: Cover,
    weights: Mapping[Any, float] | Sequence[float] = (),
    *,
    largest: bool = False,
    backend: str = "dxz",
    budget: Budget = UNLIMITED,
) -> tuple[float, tuple[Any, ...]] | None:
    """Return the least weight of a solution of an exact cover, and a solution with this weight; None without solutions.

    Args:
        puzzle: An exact cover.
        weights: As for `Diagram.best`.
        largest: Look for the largest weight.
        backend: `dxz` makes the diagram of all solutions. `cpsat` and `highs` optimise without listing all solutions.
            `dxz` adds all decimals exactly. `cpsat` and `highs` add up whole numbers in the same proportions, below
            2^53 and 2^26: with larger numbers, the tolerances of `highs` may hide a difference.
        budget: The search ends after `budget.seconds`.

    Raises:
        Undecided: The budget or the memory ran out.
        UsageError: The backend cannot optimise, or the weights do not fit the options.

    >>> cheapest({"A": "xy", "B": "x", "C": "y"}, {"A": 5, "B": 1, "C": 2}, backend="cpsat")
    (3, ('B', 'C'))
    """
    one, engine = one_puzzle(puzzle), backend_of(backend)
    if isinstance(engine, Dxz):
        made = diagram(one, order=engine.order, memory=engine.memory, budget=budget)
        return next(made.best(weights, largest=largest), None)
    if not isinstance(one, ExactCover):
        raise UsageError(core_words.NO_OPTIMUM.format(backend=spec_of(engine), puzzle=one))
    costs, sign = _weights(one, weights), -1 if largest else 1
    with lent_session(engine, one, budget) as session:
        searcher: Any = getattr(session, "engine", None)
        if not hasattr(searcher, "cheapest"):
            raise UsageError(core_words.NO_OPTIMUM.format(backend=spec_of(engine), puzzle=one))
        goal, bits = _whole(costs, sign), searcher.cost_bits
        if sum(map(abs, goal)) >= 1 << bits:
            raise UsageError(core_words.TOO_FINE_COSTS.format(backend=spec_of(engine), bits=bits))
        status, found = searcher.cheapest(Instance(), goal, budget.seconds)
    if status == "limit":
        raise Undecided(core_words.RAN_OUT.format(backend=spec_of(engine), puzzle=one))
    return (_total(costs, found), one.named(found)) if status == "solution" else None


def _whole(costs: Sequence[float], sign: int) -> list[int]:
    """Return whole numbers in the proportions of these costs, each read exactly as its decimals, times `sign`."""
    exact = [Fraction(str(cost)) for cost in costs]
    scale = sign * lcm(*(cost.denominator for cost in exact))
    return [int(cost * scale) for cost in exact]


def _total(costs: Sequence[float], options: Iterable[int]) -> float:
    """Return the sum of the costs of some options, rounded once; a sum too large for a float is a whole number."""
    each = [costs[option] for option in options]
    if {*map(type, each)} <= {int}:
        return sum(each)
    total = sum(map(Fraction, map(str, each)))
    try:
        return float(total)
    except OverflowError:
        return int(total)


def load(file: str | PathLike[str], puzzle: Cover | Given) -> Diagram[Any]:
    """Read the diagram of a puzzle from a file that `save` wrote, and check it.

    An accepted diagram has only solutions of the puzzle, each once. Solutions may be missing: this is not checked.

    Raises:
        InputError: The file cannot be read, is not a diagram, is damaged, or belongs to another puzzle.
        BackendUnavailable: The puzzle has rules that diagrams do not know.
    """
    from sudokubench.kernels.dxz import Paths

    one, file = one_puzzle(puzzle), Path(path_of("file", file))
    with reading(str(file)), file.open("rb") as stream:
        line = stream.readline(_LONGEST_HEAD)
        try:
            head = json.loads(line)
            sizes = head["nodes"], head["edges"]
            known = head["schema"] == _SCHEMA and {*map(type, sizes)} == {int} and len(head) == 4
            body = 4 * (sizes[0] + 2 * sizes[1])
            whole = known and min(sizes) >= 0 and file.stat().st_size == len(line) + body
        except (ValueError, KeyError, TypeError, RecursionError):
            whole = False
        if not whole:
            raise InputError(core_words.DIAGRAM_FAULT.format(name=str(file), fault=core_words.DIAGRAM_HEAD))
        if head["id"] != one.id:
            raise InputError(core_words.DIAGRAM_OTHER.format(name=str(file), puzzle=one))
        paths = Paths.read(stream.read(), *sizes)
    problem, instance = parts_of(one)
    require_supported("dxz", problem, Dxz().unsupported(problem))
    cover = cover_of(problem)
    rows = conditions(cover)[1:]
    # A root without an edge has no path, so the diagram shows no wrong solution. If the root is the end, there is one
    # path: the empty one.
    is_empty = paths is not None and not len(paths.options) and paths.n_nodes > 1
    if paths is None or (not is_empty and (fault := paths.fault(*rows, cover.primary, *instance))):
        reason = fault if paths else core_words.DIAGRAM_ARRAYS
        raise InputError(core_words.DIAGRAM_FAULT.format(name=str(file), fault=reason))
    return Diagram(one, paths)


def symmetries(puzzle: Cover | Given) -> list[tuple[int, ...]]:
    """Return the turns and reflections of a grid that map an exact cover to itself.

    Each symmetry is a tuple with the image of each option; the first is the identity. The cells of the grid are the
    items, or else the options, with names like R1C2. If cells are items, a symmetry leaves all other items fixed. A
    cover has only the identity if it has no cells, or if two of its options cover the same items in the same colours.

    Raises:
        UsageError: The puzzle is a board.
        BackendUnavailable: The cover has rules that `dxz` does not know.
    """
    whole = one_puzzle(puzzle)
    if not isinstance(whole, ExactCover):
        raise UsageError(core_words.SYMMETRY_COVER.format(puzzle=whole))
    require_supported("dxz", whole, Dxz().unsupported(whole))
    rows = [frozenset(whole.coloured(option)) for option in range(len(whole.options))]
    options = {row: option for option, row in enumerate(rows)}
    found = [tuple(range(len(rows)))]
    by_items = bool(at := places(whole.items))
    at = at or places(whole.option_names)
    if not at or len(options) < len(rows):
        return found
    top, left = map(min, zip(*at.values(), strict=True))
    at = {number: (r - top, c - left) for number, (r, c) in at.items()}
    down, right = map(max, zip(*at.values(), strict=True))
    number_of = {cell: number for number, cell in at.items()}

    def turned(cell: tuple[int, int], swaps: bool, flips: bool, mirrors: bool) -> tuple[int, int]:
        row, column = down - cell[0] if flips else cell[0], right - cell[1] if mirrors else cell[1]
        return (column, row) if swaps else (row, column)

    of_item: list[list[tuple[int, int]]] = [[] for _ in whole.items]
    for option, row in enumerate(rows):
        for item, colour in row:
            of_item[item].append((option, colour))
    covering = {frozenset(of): item for item, of in enumerate(of_item)}
    for turn in product((False, True), repeat=3):
        image = {number: number_of.get(turned(cell, *turn), -1) for number, cell in at.items()}
        if by_items:
            moved = [options.get(frozenset((image.get(i, i), c) for i, c in row), -1) for row in rows]
            fits = all((i < whole.primary) == (j < whole.primary) for i, j in image.items())
        else:
            moved = [image.get(option, -1) for option in range(len(rows))]
            goals = [covering.get(frozenset((moved[o], c) for o, c in of), -1) for of in of_item]
            fits = all(j >= 0 and (i < whole.primary) == (j < whole.primary) for i, j in enumerate(goals))
        fits &= -1 not in image.values() and sorted(moved) == list(found[0])
        if fits and tuple(moved) not in found:
            found.append(tuple(moved))
    return found


def fixed_covers(puzzle: Cover | Given) -> list[ExactCover]:
    """Return a cover for each of the `symmetries` of an exact cover: its solutions are those that the symmetry keeps.

    The options of such a cover are the orbits: options that the symmetry maps to each other form one option. By
    Burnside's lemma, the mean of the numbers of solutions of these covers is the number of solutions up to symmetry.
    The first cover is the exact cover itself. Errors: see `symmetries`.
    """
    whole = one_puzzle(puzzle)
    group, covers = symmetries(puzzle), list[ExactCover]()
    assert isinstance(whole, ExactCover)
    for image in group:
        seen, orbits = set[int](), list[list[tuple[int, int]]]()
        for option in range(len(image)):
            taken, fits, at = dict[int, int](), True, option
            while at not in seen:
                seen.add(at)
                for item, colour in whole.coloured(at):
                    fits &= item not in taken or (item >= whole.primary and taken[item] == colour > 0)
                    taken[item] = colour
                at = image[at]
            if taken and fits:
                orbits.append(sorted(taken.items()))
        covers.append(
            ExactCover(
                whole.name,
                whole.items,
                whole.primary,
                tuple(tuple(item for item, _ in orbit) for orbit in orbits),
                tuple(map(str, range(len(orbits)))),
                colours=tuple(tuple(c for _, c in orbit) for orbit in orbits) if whole.colours else (),
                colour_names=whole.colour_names,
            )
        )
    return [whole, *covers[1:]]


def count_up_to_symmetry(puzzle: Cover | Given, *, budget: Budget = UNLIMITED) -> int:
    """Return the number of solutions of an exact cover, counted up to its `symmetries`.

    Args:
        puzzle: An exact cover, as `solve` takes it.
        budget: Budget for each of the `fixed_covers`.

    Raises:
        Undecided: A budget ran out.
        UsageError, BackendUnavailable: See `symmetries`.

    >>> count_up_to_symmetry("queens:8")
    12
    """
    covers = fixed_covers(puzzle)
    return sum(count(cover, budget=budget) for cover in covers) // len(covers)
