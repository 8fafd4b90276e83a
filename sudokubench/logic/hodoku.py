"""The score of HoDoKu: the sum of the scores of all steps that it would take, one at a time.

It takes the first kind of its order that finds anything; of hidden singles the one that has been there longest; of
chains and almost locked sets what removes most, then the shortest. So the program was found to choose by comparing
scores (its own are those of version 2.2 as installed); it depends, as there, on how a board is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice

from sudokubench.clock import CLOCK
from sudokubench.logic.configuration import Configuration, hodoku
from sudokubench.logic.course import cells_of, grid_of
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import rule_named
from sudokubench.logic.search import LimitedSearch
from sudokubench.logic.step import Step

_HIDDEN = tuple(map(rule_named, ("hidden_single_box", "hidden_single_line")))
_SEARCHES_BY = tuple(
    map(rule_named, ("full_house", "hidden_single_box", "hidden_single_line", "naked_single"))
)
_HARDEST = 8.5
"""The value on the `se` scale of a forcing net, the last rule that it has; where that finds nothing it guesses."""
_GUESS = 10_000
"""The score of a guess: the digit of the middle one of the empty cells."""
_LARGEST_FIRST = frozenset(
    {"sue_de_coq", "x_chain", "xy_chain", "nice_loop", "aic", "grouped_nice_loop", "grouped_aic"}
    | {"als_xz", "als_xy_wing", "als_chain"}
)


def score(
    grid: CandidateGrid, config: Configuration, seconds: float | None = None, machine: bool = False
) -> int:
    """The score of a board from a state, of the steps that were found if they do not solve it.

    Args:
        grid: The state.
        config: Its scores, and whether rules that rely on a single solution are used; the order is HoDoKu's.
        seconds: Time allowed.
        machine: Whether the compiled machine places the singles, which it can on plain 9x9 boards.
    """
    deadline = None if seconds is None else CLOCK.now_s() + seconds
    order = hodoku() if config.uniqueness else hodoku().without_uniqueness()
    rules = [rule for rule in order.rules if rule.se <= _HARDEST]
    total, known = 0.0, dict[int, int]()
    place = _placer(config) if machine else None
    while not grid.is_full and not grid.with_few()[0] and (deadline is None or CLOCK.now_s() < deadline):
        if place:
            grid, gained = place(grid)
            total += gained
            if grid.is_full or grid.with_few()[0]:
                break
        for option in sorted(step.placed[0] for step in _hidden(grid)):
            known.setdefault(option, len(known))
        found = next(_taken(grid, rules, known), None)
        if found is None:
            guess = _guess(grid, lambda _: deadline is not None and CLOCK.now_s() >= deadline)
            if guess is None:
                break
            total += _GUESS
            grid = grid.apply((guess,))
            continue
        rule, step = found
        total += config.hodoku_of(rule)
        grid = grid.apply(step.placed, step.eliminated)
    return round(total)


def _placer(config: Configuration) -> Callable[[CandidateGrid], tuple[CandidateGrid, float]]:
    """What places all singles with the machine, one at a time, and says what they score."""
    import numpy as np

    from sudokubench.kernels import machine

    ages = np.zeros(729, np.int64)
    scores = [
        config.hodoku_of(rule_named(name)) for name in ("full_house", "naked_single", "hidden_single_box")
    ]

    def place(grid: CandidateGrid) -> tuple[CandidateGrid, float]:
        cells = cells_of(grid)
        counts = machine.singles(cells, ages).tolist()
        if not any(counts):
            return grid, 0.0
        return grid_of(cells, grid), sum(number * each for number, each in zip(counts, scores, strict=True))

    return place


def _guess(grid: CandidateGrid, must_stop: Callable[[int], bool]) -> int | None:
    """The digit of the middle one of the empty cells, which a search finds; None if there is no solution."""
    solution = next(LimitedSearch(_SEARCHES_BY, "mrv", "shape").solutions(grid, must_stop), None)
    if solution is None:
        return None
    cells = bits_of(grid.unplaced)
    cell = cells[len(cells) // 2]
    return grid.geometry.size * cell + solution.digits()[cell] - 1


def _taken(grid: CandidateGrid, rules: Iterable[Rule], known: dict[int, int]) -> Iterator[tuple[Rule, Step]]:
    """The step to take of each rule; `known` has the hidden singles in the order in which they came up."""
    for rule in rules:
        steps: Iterable[Step]
        if rule in _HIDDEN:
            steps = sorted(_hidden(grid), key=lambda step: known[step.placed[0]])
        elif rule.name in _LARGEST_FIRST:
            steps = sorted(
                (rule.every or rule.find)(grid), key=lambda step: (-len(step.eliminated), step.length)
            )
        else:
            steps = rule.find(grid)
        yield from ((rule, step) for step in islice(steps, 1))


def _hidden(grid: CandidateGrid) -> Iterator[Step]:
    return chain.from_iterable(rule.find(grid) for rule in _HIDDEN)
