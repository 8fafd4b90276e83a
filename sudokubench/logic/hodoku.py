"""The score of HoDoKu: the sum of the scores (in `rules`) of all steps that HoDoKu would take, one at a time.

HoDoKu takes a step of the first rule in its order that finds anything. Among hidden singles, it takes the single that
has existed longest. Among chains and almost locked sets, it takes the step that removes most candidates; among equal
steps, the shortest. Comparing scores with HoDoKu 2.2 showed this. As in HoDoKu, the score depends on the orientation of
a board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING

from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, ask, asking, left_s, limited
from sudokubench.logic.configuration import Configuration, hodoku
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid, kept
from sudokubench.logic.machine_runs import PLAIN, StepCounts, cells_of, first_cells, grid_of, step_counts_from
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import rule_named
from sudokubench.logic.rules.chains import LONGEST, LONGEST_LOOP
from sudokubench.logic.rules.complex_fish import SMALLEST, complex_fish
from sudokubench.logic.search import LimitedSearch, rules_of
from sudokubench.logic.step import Step
from sudokubench.logic.words import A_RATING
from sudokubench.problem import refuse_constraints

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HIDDEN = tuple(map(rule_named, ("hidden_single_box", "hidden_single_line")))
_HARDEST = 8.5
"""The `se` value of a forcing net, HoDoKu's last rule. Where no net is found, HoDoKu guesses."""
_GUESS = 10_000
"""The score of a guess. A guess places the right digit in the middle empty cell."""
_OF_GROUPS = {"grouped_nice_loop": LONGEST_LOOP, "grouped_aic": LONGEST}
"""Rules for chains with groups, each with the largest number of strong links of a chain."""
_OF_SETS = ("als_xz", "als_xy_wing", "als_chain")
"""Rules of almost locked sets, one after the other in HoDoKu's order, numbered from 1 in the machine."""
_LONGEST_OF_SETS = 12
"""Largest number of sets in a chain."""
_cells = kept(cells_of)
"""Return a state in the machine's format, computed once. The machine changes its argument, so it gets a copy."""
_LARGEST_FIRST = frozenset({"sue_de_coq", "nice_loop", "grouped_nice_loop", "als_xz", "als_xy_wing"})


def score(
    board: Board,
    config: Configuration,
    seconds: float | None = None,
    machine: bool = False,
    steps: StepCounts | None = None,
    solution: Board | None = None,
) -> int | None:
    """Return the score of a board, or of the steps found if they do not solve it; None if time runs out first.

    Args:
        config: The scores, and whether to use rules that rely on a single solution. The order is HoDoKu's.
        seconds: Time allowed, in seconds.
        machine: Whether to use the compiled machine as far as it can go, on plain 9x9 boards.
        steps: What `step_counts_of` returned for the board and this configuration; it saves the machine's first call.
        solution: The only solution, if the caller knows it; without it, a guess searches for a solution.
    """
    refuse_constraints(board.problem, A_RATING)
    deadline = CLOCK.after(seconds)
    ahead = None
    if machine and board.problem == PLAIN:
        ahead = _Machine(board, config.uniqueness, steps or step_counts_of([board], config)[0])
    try:
        with limited(deadline):
            counts, guesses = _counted(board, config.uniqueness, ahead, solution)
            ask()
    except TimeOver:
        return None
    points = [count * config.hodoku_of(_rules()[at]) for at, count in counts.items()]
    return round(sum(points) + guesses * _GUESS)


def _counted(
    board: Board, uniqueness: bool, ahead: _Machine | None, solution: Board | None
) -> tuple[Counter[int], int]:
    """Return {index of a rule in HoDoKu's order: number of its steps}, and the number of guesses."""
    rules = _rules()
    known, counts, guesses = dict[int, int](), Counter[int](), 0
    grid = None if ahead else CandidateGrid.of(board)
    at = 0  # the rules before this number find nothing
    while True:
        ask()
        if ahead:
            grid, at = ahead.of(grid, at)
        if grid is None or grid.is_full or grid.with_few()[0]:
            break
        if at == 0:
            for option in sorted(step.placed[0] for step in _hidden(grid)):
                known.setdefault(option, len(known))
        if at == len(rules):
            guess = _guess(grid, solution)
            if guess is None:
                break
            guesses += 1
            grid, at = grid.apply((guess,)), 0
            continue
        rule = rules[at]
        step = None
        if (uniqueness or not rule.unique) and not (ahead and ahead.excludes(rule, grid)):
            step = (ahead and ahead.taken(rule, grid)) or _taken(grid, rule, known)
        if step is None:
            at += 1
        else:
            counts[at] += 1
            grid, at = grid.apply(step.placed, step.eliminated), 0
    counts.update({at: n for at, n in enumerate(ahead.counts.tolist() if ahead else ()) if n})
    return counts, guesses


@cache
def _rules() -> tuple[Rule, ...]:
    """Return the rules in HoDoKu's order, including those that rely on a single solution."""
    return tuple(rule for rule in hodoku().rules if rule.se <= _HARDEST)


@cache
def _allowed(known: int, uniqueness: bool) -> int:
    """Return a mask of the first `known` rules without the rules that must not be used."""
    return sum(1 << at for at, rule in enumerate(_rules()[:known]) if uniqueness or not rule.unique)


def step_counts_of(boards: Sequence[Board], config: Configuration) -> list[StepCounts]:
    """Return, for each plain board, how many steps the machine takes before a rule in Python must make one."""
    from sudokubench.kernels.machine import HODOKU

    return step_counts_from(first_cells(boards), _allowed(len(HODOKU), config.uniqueness))


class _Machine:
    """The machine on its path through one board. `counts` has the number of steps by each rule."""

    def __init__(self, board: Board, uniqueness: bool, first: StepCounts) -> None:
        self._board, self._first, self.counts = board, first, first.counts.copy()
        self._allowed = _allowed(len(first.counts), uniqueness)

    def of(self, grid: CandidateGrid | None, at: int) -> tuple[CandidateGrid | None, int]:
        """Let the machine continue from `grid` (None: the board), where the rules before number `at` find nothing.

        Return the new state (None if the board is solved or a cell has no candidate left) and the next rule to try.
        """
        import numpy as np

        from sudokubench.kernels import machine

        if at >= len(self.counts):
            return grid, at
        if grid is None:
            cells, at, before = self._first.cells, self._first.rule, -1
        else:
            cells, before, rules = _cells(grid).copy(), self.counts.sum(), np.array([at])
            machine.steps(cells[None], self._first.clues[None], self.counts[None], self._allowed, rules)
            at = int(rules[0])
        if at < 0:
            return None, at
        if before == self.counts.sum():
            return grid, at
        return grid_of(cells, grid or CandidateGrid.of(self._board)), at

    def excludes(self, rule: Rule, grid: CandidateGrid) -> bool:
        """Return whether the machine knows that a rule finds nothing. It cannot tell for most rules."""
        if rule.name in _OF_GROUPS:
            return not 0 < grid.kept("shortest grouped chain", self._grouped) <= _OF_GROUPS[rule.name]
        if rule.name in _OF_SETS:
            return grid.kept("step of sets", self._of_sets)[0] not in (rule.name, None)
        return rule.name == "complex_fish" and _fish(grid) is None

    def taken(self, rule: Rule, grid: CandidateGrid) -> Step | None:
        """Return the step that a rule finds, perhaps only its conclusion; None if Python must search for it."""
        if rule.name in _OF_SETS:
            gone = grid.kept("step of sets", self._of_sets)[1]
            return Step(rule.name, (), (), gone, (), ()) if gone else None
        return _fish(grid) if rule.name == "complex_fish" else None

    def _of_sets(self, grid: CandidateGrid) -> tuple[str | None, tuple[int, ...]]:
        """Return the first rule of `_OF_SETS` that finds a step: "" if none does, None if the machine cannot tell.

        Also return the options that the step eliminates; none for a chain.
        """
        import numpy as np

        from sudokubench.kernels.machine import NO_ROOM, step_of_sets

        gone = np.zeros(81, np.int64)
        found = int(step_of_sets(_cells(grid), _LONGEST_OF_SETS, gone, *self._room))
        options = tuple(9 * cell + d for cell, mask in enumerate(gone.tolist()) for d in bits_of(mask))
        return None if found == NO_ROOM else ("", *_OF_SETS)[found], options

    def _grouped(self, grid: CandidateGrid) -> int:
        """Return the number of strong links of the shortest chain with groups; 0 if none exists, 1 if unknown."""
        from sudokubench.kernels.machine import NO_ROOM, shortest_grouped_chain

        length = int(shortest_grouped_chain(_cells(grid), max(_OF_GROUPS.values()), *self._room[:-1]))
        return 1 if length == NO_ROOM else length

    @cached_property
    def _room(self) -> tuple[NDArray[np.int64], ...]:
        from sudokubench.kernels.machine import room_for_sets

        return room_for_sets()


@kept
def _fish(grid: CandidateGrid) -> Step | None:
    """Return the complex fish that HoDoKu would take. A fish eliminates only candidates that lie in no template."""
    from sudokubench.kernels.machine import candidates_outside_templates

    outside = candidates_outside_templates(_cells(grid))
    if not outside.any():
        return None
    return next(complex_fish(grid, SMALLEST, first=True, targets=grid_of(outside, grid).boards), None)


def _guess(grid: CandidateGrid, solution: Board | None) -> int | None:
    """Return the option that the solution has in the middle empty cell; None if there is no solution.

    If `solution` is None, a search finds a solution.
    """
    if solution is None:
        search = LimitedSearch(rules_of("singles"), "mrv", "shape")
        found = next(search.solutions(grid, lambda _: not left_s()), None)
        if found is None:
            return None
        digits = found.digits()
    else:
        digits = solution.digits
    cells = bits_of(grid.unplaced)
    cell = cells[len(cells) // 2]
    return grid.geometry.size * cell + digits[cell] - 1


def _taken(grid: CandidateGrid, rule: Rule, known: dict[int, int]) -> Step | None:
    """Return the step that HoDoKu would take by a rule, perhaps without its proof; None if the rule finds none.

    `known` has the hidden singles in order of appearance.
    """
    steps: Iterable[Step]
    if rule in _HIDDEN:
        steps = sorted(_hidden(grid), key=lambda step: known[step.placed[0]])
    elif rule.largest or rule.name in _LARGEST_FIRST:
        found = asking((rule.largest or rule.every or rule.find)(grid))
        steps = sorted(found, key=lambda step: (-len(step.eliminated), step.length))
    else:
        steps = (rule.bare or rule.smallest or rule.find)(grid)
    return next(iter(steps), None)


def _hidden(grid: CandidateGrid) -> Iterator[Step]:
    return chain.from_iterable(rule.find(grid) for rule in _HIDDEN)
