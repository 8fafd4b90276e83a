"""The score of HoDoKu: the sum of the scores of all steps that it would take, one at a time.

It takes the first kind of its order that finds anything; of hidden singles the one that has been there longest; of
chains and almost locked sets what removes most, then the shortest. So the program was found to choose by comparing
scores (its own are those of version 2.2 as installed); it depends, as there, on how a board is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain

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
    rules = _rules()
    known, counts, guesses = dict[int, int](), [0] * len(rules), 0
    further = _machine(grid, config.uniqueness, counts) if machine else None
    at = 0  # the rules before this one find nothing
    while not _is_over(grid) and (deadline is None or CLOCK.now_s() < deadline):
        if further:
            grid, at = further(grid, at)
            if _is_over(grid):
                break
        elif at == 0:
            for option in sorted(step.placed[0] for step in _hidden(grid)):
                known.setdefault(option, len(known))
        if at == len(rules):
            guess = _guess(grid, lambda _: deadline is not None and CLOCK.now_s() >= deadline)
            if guess is None:
                break
            guesses += 1
            grid, at = grid.apply((guess,)), 0
        elif (step := _taken(grid, rules[at], known)) and (config.uniqueness or not rules[at].unique):
            counts[at] += 1
            grid, at = grid.apply(step.placed, step.eliminated), 0
        else:
            at += 1
    return round(sum(count * config.hodoku_of(rule) for count, rule in zip(counts, rules, strict=True)) + guesses * _GUESS)


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(rule for rule in hodoku().rules if rule.se <= _HARDEST)


def _is_over(grid: CandidateGrid) -> bool:
    return grid.is_full or bool(grid.with_few()[0])


Further = Callable[[CandidateGrid, int], tuple[CandidateGrid, int]]


def _machine(grid: CandidateGrid, uniqueness: bool, counts: list[int]) -> Further:
    """What takes the machine's steps from a state in which rules before some find nothing, and adds them to `counts`.

    It returns where they lead, and the rule to ask next.
    """
    import numpy as np

    from sudokubench.kernels import machine

    first = cells_of(grid)
    clues, ages = first >= machine.PLACED, np.zeros(730, np.int64)
    taken = np.zeros(len(machine.HODOKU), np.int64)
    allowed = sum(1 << at for at, rule in enumerate(_rules()[: len(taken)]) if uniqueness or not rule.unique)

    def further(grid: CandidateGrid, at: int) -> tuple[CandidateGrid, int]:
        if at >= len(taken):
            return grid, at
        cells = cells_of(grid)
        taken[:] = 0
        at = machine.steps(cells, clues, ages, taken, allowed, at)
        some = taken.tolist()
        for rule, number in enumerate(some):
            counts[rule] += number
        return grid_of(cells, grid) if any(some) else grid, at

    return further


def _guess(grid: CandidateGrid, must_stop: Callable[[int], bool]) -> int | None:
    """The digit of the middle one of the empty cells, which a search finds; None if there is no solution."""
    solution = next(LimitedSearch(_SEARCHES_BY, "mrv", "shape").solutions(grid, must_stop), None)
    if solution is None:
        return None
    cells = bits_of(grid.unplaced)
    cell = cells[len(cells) // 2]
    return grid.geometry.size * cell + solution.digits()[cell] - 1


def _taken(grid: CandidateGrid, rule: Rule, known: dict[int, int]) -> Step | None:
    """The step to take of a rule; `known` has the hidden singles in the order in which they came up."""
    steps: Iterable[Step]
    if rule in _HIDDEN:
        steps = sorted(_hidden(grid), key=lambda step: known[step.placed[0]])
    elif rule.name in _LARGEST_FIRST:
        steps = sorted((rule.every or rule.find)(grid), key=lambda step: (-len(step.eliminated), step.length))
    else:
        steps = rule.find(grid)
    return next(iter(steps), None)


def _hidden(grid: CandidateGrid) -> Iterator[Step]:
    return chain.from_iterable(rule.find(grid) for rule in _HIDDEN)
