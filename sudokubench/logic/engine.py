"""Apply rules to a state until they find no step: one step at a time, or all steps of the easiest rule together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from typing import Self

from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, asking, limited
from sudokubench.logic.geometry import geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.search_settings import SINGLES
from sudokubench.logic.step import Step
from sudokubench.logic.trace import Ending, Trace

_REACH = ((4.0, 6.0), (7.0, 7.3), (inf, 7.7))
"""Pairs of `se` bounds. For a step of a rule up to the first bound, `other_names` tries only rules up to the second.

A naked pair is also a chain, but people do not call it a chain. The bounds exclude such names. They also save the time
of harder rules.
"""
_SIMPLE = 6.0
"""Rules below this difficulty are simple: singles, locked candidates, subsets, basic fish, small wings, and the rules
of constraints, whose difficulty is 0."""
_SIZES = (
    ("naked_pair", "naked_triple", "naked_quad"),
    ("hidden_pair", "hidden_triple", "hidden_quad"),
    ("x_wing", "swordfish", "jellyfish"),
    ("finned_x_wing", "finned_swordfish", "finned_jellyfish"),
    ("sashimi_x_wing", "sashimi_swordfish", "sashimi_jellyfish"),
    ("nice_loop", "grouped_nice_loop"),
    ("aic", "grouped_aic", "als_aic"),
    ("thermometer_bounds", "arrow_sums", "cage_combinations", "fillings"),
)
"""Patterns that differ only in size or kind: a rule for a larger size also finds the smaller patterns."""
_KIND = {name: sizes[0] for sizes in _SIZES for name in sizes}


@dataclass(frozen=True, slots=True)
class StepRound:
    """The steps that were taken from one state, and the rule that found them."""

    rule: Rule
    steps: tuple[Step, ...]
    before: CandidateGrid
    after: CandidateGrid


@dataclass(slots=True)
class SolutionPath:
    """An iterable of rounds until the board is full or contradictory, the rules find no step, or time runs out.

    Attributes:
        grid: The first state; then the current state.
        rules: The rules in the order in which they are tried.
        together: Whether a round applies all steps of a rule, or only the first step. With all steps, the path does not
            depend on the orientation of the board.
        seconds: Time allowed from the first round on, in seconds. An interrupted round has no steps.
        proofs: See `next_round`.
        ending: How the path ended; None before the end.
        reason: For a contradiction, the item that cannot be satisfied.
    """

    grid: CandidateGrid
    rules: Sequence[Rule]
    together: bool
    seconds: float | None = None
    proofs: bool = True
    ending: Ending | None = None
    reason: str = ""

    def __iter__(self) -> Iterator[StepRound]:
        deadline = CLOCK.after(self.seconds)
        while True:
            grid = self.grid
            if grid.with_few()[0]:
                return self._end(Ending.CONTRADICTION)
            if grid.is_full:
                return self._end(Ending.CONTRADICTION if grid.contradiction() else Ending.SOLVED)
            if deadline is not None and CLOCK.now_s() > deadline:
                return self._end(Ending.BUDGET)
            try:
                with limited(deadline):
                    found = next_round(grid, self.rules, together=self.together, proofs=self.proofs)
            except TimeOver:
                return self._end(Ending.BUDGET)
            if found is None:
                return self._end(Ending.CONTRADICTION if grid.contradiction() else Ending.STUCK)
            self.grid = found.after
            yield found

    def to_the_end(self) -> Self:
        """Take all rounds; return the path, which now has its last state and its ending."""
        for _ in self:
            pass
        return self

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        if ending is Ending.CONTRADICTION:
            self.reason = self.grid.contradiction() or ""


def next_round(
    grid: CandidateGrid, rules: Sequence[Rule], *, together: bool, proofs: bool = True
) -> StepRound | None:
    """Return a round of the first rule that finds a step; None if no rule does. Raise TimeOver if a limit is over.

    With `together`, the round has all steps of the rule, or those of `Rule.smallest` if that is set. Otherwise it has
    only the first step, with reduced evidence. A caller that uses only conclusions and lengths of all steps sets
    `proofs` to False; this saves time.
    """
    for rule in _sound(grid, rules):
        find = (not proofs and rule.bare) or rule.smallest or rule.find
        steps = tuple(asking(find(grid) if together else islice(rule.find(grid), 1)))
        if steps:
            if rule.tidy and not together:
                steps = (rule.tidy(grid, steps[0]),)
            return StepRound(rule, steps, grid, apply_all(grid, steps))
    return None


def _sound(grid: CandidateGrid, rules: Sequence[Rule]) -> Sequence[Rule]:
    """Return the rules for a board. If it has constraints, leave out the rules that rely on a single solution."""
    return [rule for rule in rules if not rule.unique] if grid.geometry.constraints else rules


def moves(grid: CandidateGrid, rules: Sequence[Rule], most_of_rule: int = 4) -> Iterator[Step]:
    """Yield possible moves in a state, in the order of the rules: a few steps of each rule, each conclusion once.

    A step is omitted if simpler rules draw its conclusion from its evidence: a hidden single is not shown as a hidden
    pair. Nets take long and mostly repeat earlier conclusions. So a net is tried only if no rule before it finds a
    move.
    """
    concluded: set[object] = set()
    rules = _sound(grid, rules)
    for number, rule in enumerate(rules):
        if concluded and rule.assumes:
            continue
        simpler = [one for one in rules[:number] if one.se < _SIMPLE and not one.unique]
        new = (step for step in rule.find(grid) if step.conclusion not in concluded)
        proper = (step for step in islice(new, 3 * most_of_rule) if not _follows_by(grid, step, simpler))
        for step in islice(proper, most_of_rule):
            concluded.add(step.conclusion)
            yield rule.tidy(grid, step) if rule.tidy else step


def _follows_by(grid: CandidateGrid, step: Step, rules: Sequence[Rule]) -> bool:
    """Return whether the given rules draw the conclusion of a step from its evidence alone."""
    state, n = grid.knowing(step.items), grid.geometry.size
    while True:
        placed = all(state.has(o) and state.placed >> o // n & 1 for o in step.placed)
        if placed and not any(map(state.has, step.eliminated)):
            return True
        found = next_round(state, rules, together=True)
        if found is None or found.after.with_few()[0]:
            return False
        state = found.after


def other_names(grid: CandidateGrid, step: Step, rules: Sequence[Rule]) -> tuple[str, ...]:
    """Return later rules of `rules` that draw exactly the conclusion of a step in its state.

    For a single these are other singles; for other steps, rules up to a bound of `_REACH`. Of patterns that differ only
    in size or kind, only the first is named. A time limit may cut the result.
    """
    rules = _sound(grid, rules)
    own = next((rule for rule in rules if rule.name == step.rule), None)
    if own is None:
        return ()
    most = next(most for se, most in _REACH if own.se <= se)
    names, conclusion = [own.name], step.conclusion
    for rule in rules[rules.index(own) + 1 :]:
        if (rule.name not in SINGLES) if own.name in SINGLES else rule.se > most:
            continue
        kind = _KIND.get(rule.name, rule.name)
        try:
            if all(kind != _KIND.get(name, name) for name in names):
                found = asking((rule.every or rule.find)(grid))
                if any(one.conclusion == conclusion for one in found):
                    names.append(rule.name)
        except TimeOver:
            break
    return tuple(names[1:])


def apply_all(grid: CandidateGrid, steps: Sequence[Step]) -> CandidateGrid:
    """Return the state after some steps that were all found in `grid`."""
    if len(steps) == 1:
        return grid.apply(steps[0].placed, steps[0].eliminated)
    placed = {option for step in steps for option in step.placed}
    gone = {option for step in steps for option in step.eliminated}
    return grid.apply(sorted(placed), sorted(gone))


def solve(
    board: Board,
    rules: Sequence[Rule],
    *,
    start: CandidateGrid | None = None,
    together: bool = False,
    seconds: float | None = None,
    clues_suffice: bool = False,
) -> Trace:
    """Take steps until the board is solved, contradictory, stuck or out of time.

    Args:
        rules: The rules in the order in which they are tried. Rules that rely on a single solution assume that the
            board has exactly one solution.
        start: A state of this board to begin with, instead of the first one. The trace does not store it:
            `Trace.states` begins with the board.
        together: See `SolutionPath`. The trace lists the steps of a round one after the other.
        seconds: Time allowed, in seconds.
        clues_suffice: Whether the caller knows that the clues alone have a single solution. On a board with forbidden
            candidates, rules that rely on a single solution are used only if this is True.

    Raises:
        UsageError: Human logic does not understand a constraint of the board.
    """
    geometry_of(board.problem)  # raises UsageError even with a given start
    if board.forbidden and not clues_suffice:
        rules = [rule for rule in rules if not rule.unique]
    deadline = CLOCK.after(seconds)
    path = SolutionPath(start or CandidateGrid.of(board), rules, together=together, seconds=seconds)
    steps: list[Step] = []
    for found in path:
        grid, entropy = found.before, found.before.entropy()
        for step in found.steps:
            grid = grid.apply(step.placed, step.eliminated)
            left = grid.entropy()
            with limited(deadline):
                also = other_names(found.before, step, rules)
            steps.append(replace(step, entropy=round(entropy - left, 9), also=also))
            entropy = left
    assert path.ending is not None
    return Trace(board, tuple(steps), path.ending, path.reason)
