"""Note the steps of a limited search: suppositions, deductions, contradictions and returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import rule_named
from sudokubench.logic.search_settings import SINGLES
from sudokubench.logic.step import Step
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, SOLUTION, TRIAL


class Choice(NamedTuple):
    """An open cell, or an open digit of a house, and its candidates: every solution has exactly one of them."""

    item: int
    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _OpenTrial:
    """A trial of an option that has not been taken back.

    Attributes:
        supposed: Whether the steps call the trial a supposition. If no earlier option of an item led to a solution, the
            last option is a deduction.
        found: Two numbers of solutions: found before this trial, and found before the first trial of its item.
    """

    option: int
    before: CandidateGrid
    supposed: bool
    found: tuple[int, int]


@dataclass(slots=True)
class Notes:
    """The steps of a search: they lead through all its states (`trace.replay`). `grid` is the present state."""

    grid: CandidateGrid
    steps: list[Step] = field(default_factory=list)
    _trials: list[_OpenTrial] = field(default_factory=list)
    _found: int = 0

    def trial(self, choice: Choice, option: int, level: int) -> None:
        """Take back the trials from a level (1 or more) on, then note the trial of an option at this level."""
        same = self._trials[level - 1] if len(self._trials) >= level else None
        self.close(level)
        first = same.found[1] if same is not None and option != choice.options[0] else self._found
        supposed = option != choice.options[-1] or first != self._found
        before, geometry = self.grid, self.grid.geometry
        self._trials.append(_OpenTrial(option, before, supposed, (self._found, first)))
        if not supposed:  # the other options are ruled out, so a rule of singles finds this option
            found = (step for name in SINGLES for step in rule_named(name).find(before))
            self._note(next(step for step in found if step.placed == (option,)))
            return
        place = choice.item - geometry.cell_count
        houses = (place // geometry.size,) if place >= 0 else ()
        left = tuple(o for o in choice.options if before.has(o))
        groups = (("single", (option,)), ("fact", left))
        digits = (option % geometry.size + 1,)
        self._note(Step(TRIAL, digits, (option,), (), (choice.item,), groups, houses))

    def deductions(self, steps: Sequence[Step]) -> None:
        """Note steps that were found in one state and are taken together; omit repeated conclusions."""
        for step in steps:
            grid = self.grid
            if not all(map(grid.has, step.placed)):
                return  # the steps contradict each other; the state shows it
            placed = tuple(o for o in step.placed if not grid.placed >> o // grid.geometry.size & 1)
            eliminated = tuple(filter(grid.has, step.eliminated))
            if placed or eliminated:
                self._note(replace(step, placed=placed, eliminated=eliminated))

    def contradiction(self) -> None:
        """Note that the state contradicts itself."""
        item, geometry = self.grid.lost_item(), self.grid.geometry
        assert item is not None
        number = geometry.constraint_of(item)
        cells = () if number is None else geometry.cells_of_constraint(number)
        self._note(Step(CONTRADICTION, (), items=(item, *cells)))

    def solution(self) -> None:
        """Note that the state is a solution."""
        self._found += 1
        self._note(Step(SOLUTION, ()))

    def close(self, level: int = 1) -> None:
        """Take back all trials from this level on, the deepest first."""
        while len(self._trials) >= level:
            trial = self._trials.pop()
            if trial.supposed:
                digits = (trial.option % self.grid.geometry.size + 1,)
                gone = (trial.option,) if trial.found[0] == self._found else ()
                self.grid = trial.before
                self._note(Step(RETURN, digits, (), gone, groups=(("single", (trial.option,)),)))

    def _note(self, step: Step) -> None:
        after = self.grid.apply(step.placed, step.eliminated)
        depth = sum(trial.supposed for trial in self._trials)
        entropy = round(self.grid.entropy() - after.entropy(), 9)
        self.steps.append(replace(step, depth=depth, entropy=entropy))
        self.grid = after
