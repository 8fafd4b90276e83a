"""Prove steps: a conclusion must follow from the cited evidence and the rules of the board, not only from the solution.

This module uses no solver. The caller passes a `Refuter`, which tells whether assumptions contradict clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Protocol

from sudokubench.board import Board
from sudokubench.constraints.clauses import constraint_clauses
from sudokubench.logic.geometry import Geometry, geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import Step
from sudokubench.logic.step_parts import CONTRADICTION, NOGOOD, RETURN, SOLUTION, TRIAL
from sudokubench.logic.trace import Trace
from sudokubench.problem import BoardProblem


class Refuter(Protocol):
    """A satisfiability solver: it decides whether assumptions contradict its clauses."""

    def refute(self, assumptions: Sequence[int]) -> tuple[int, ...] | None:
        """Return assumptions that together contradict the clauses; None if a model keeps all assumptions.

        The result is empty if the clauses contradict each other.
        """

    def model(self, assumptions: Sequence[int]) -> tuple[int, ...] | None:
        """Return a satisfying assignment as the list of its true literals, or None."""

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""

    def hitting_sets(self) -> HittingSets:
        """Return an empty collection of sets, which can find its smallest hitting sets."""

    def close(self) -> None:
        """Release the solver."""


class HittingSets(Protocol):
    """A growing collection of sets of facts. Facts are numbers from 0."""

    def add(self, facts: Iterable[int]) -> None:
        """Add a non-empty set."""

    def smallest(self, deadline: float | None) -> frozenset[int] | None:
        """Return a smallest set that shares a fact with each added set; None if the `perf_counter` deadline passes."""


MakeRefuter = Callable[[Sequence[Sequence[int]]], Refuter]
"""A function that makes a refuter from clauses (lists of non-zero ints, negative for a negated literal)."""


class Soundness(Enum):
    """The result of a proof of a step."""

    PROVED = "proved"
    """The step follows from its evidence and the rules of the board."""
    BY_UNIQUENESS = "by uniqueness"
    """The step relies on a single solution, and follows from the clues."""
    REFUTED = "refuted"


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """A step of a trace, and the result of its proof."""

    number: int
    step: Step
    soundness: Soundness


class Prover:
    """A prover for steps of boards of one problem.

    Variables: option + 1 for each option; then one variable for each item, its switch. It turns on the clause "at least
    one option" of the item, or the clauses of its constraint. "At most one option" always holds.

    Raise UsageError if human logic does not understand a constraint, or the constraints need too many clauses.
    """

    def __init__(self, problem: BoardProblem, make: MakeRefuter) -> None:
        self.geometry = geometry_of(problem)
        self.refuter = make([*house_clauses(self.geometry), *_switched_constraints(self.geometry)])

    def switch(self, item: int) -> int:
        """Return the variable that switches an item on."""
        return switch(self.geometry, item)

    def evidence(self, grid: CandidateGrid, items: Iterable[int]) -> list[int]:
        """Return assumptions that say: each of these items holds one of its candidates in this state."""
        found = []
        for item in items:
            found.append(self.switch(item))
            found += [-1 - option for option in self.geometry.options_of(item) if not grid.has(option)]
        return found

    def follows(self, step: Step, assumptions: list[int]) -> bool:
        """Return whether every part of the conclusion follows from the assumptions."""
        refute = self.refuter.refute
        return all(refute([*assumptions, option + 1]) is not None for option in step.eliminated) and all(
            refute([*assumptions, -1 - option]) is not None for option in step.placed
        )

    def soundness(self, grid: CandidateGrid, step: Step, clues: Sequence[int], *, unique: bool) -> Soundness:
        """Judge a step that was found in a state. `clues` come from `clues_of`, `unique` from the rule of the step."""
        if self.follows(step, self.evidence(grid, step.items)):
            return Soundness.PROVED
        if unique and self.follows(step, [*map(self.switch, range(self.geometry.item_count)), *clues]):
            return Soundness.BY_UNIQUENESS
        return Soundness.REFUTED

    def check(self, trace: Trace, unique_rules: frozenset[str]) -> list[CheckedStep]:
        """Judge every step of a trace except trials, solutions and returns that eliminate nothing.

        The elimination of a return or of a nogood must follow from all clauses, the clues and the open trials.
        """
        clues = clues_of(trace.board)
        whole = [*map(self.switch, range(self.geometry.item_count)), *clues]
        checked, trials = [], list[int]()
        for number, (step, grid) in enumerate(zip(trace.steps, trace.states(), strict=False), 1):
            if step.rule == TRIAL:
                trials.append(step.placed[0] + 1)
            elif step.rule == RETURN:
                trials.pop()
            if step.rule in {TRIAL, SOLUTION} or (step.rule == RETURN and not step.eliminated):
                continue
            if step.rule in {RETURN, NOGOOD}:
                follows = self.follows(step, [*whole, *trials])
                soundness = Soundness.PROVED if follows else Soundness.REFUTED
            elif step.rule == CONTRADICTION:
                follows = self.refuter.refute(self.evidence(grid, step.items)) is not None
                soundness = Soundness.PROVED if follows else Soundness.REFUTED
            else:
                soundness = self.soundness(grid, step, clues, unique=step.rule in unique_rules)
            checked.append(CheckedStep(number, step, soundness))
        return checked


def switch(geometry: Geometry, item: int) -> int:
    """Return the variable that turns an item on: the clause "at least one", or the clauses of a constraint."""
    return geometry.cell_count * geometry.size + 1 + item


def house_clauses(geometry: Geometry) -> list[list[int]]:
    """Return clauses: at most one option of each item is true; at least one, if the switch of the item is on."""
    clauses: set[tuple[int, ...]] = set()
    exact = set(geometry.exact_items)
    for item in range(geometry.item_count - len(geometry.constraints)):
        options = geometry.options_of(item)
        clauses.update((-1 - a, -1 - b) for a, b in combinations(sorted(options), 2))
        if item in exact:
            clauses.add((-switch(geometry, item), *(1 + option for option in options)))
    return [list(clause) for clause in sorted(clauses)]


def _switched_constraints(geometry: Geometry) -> list[list[int]]:
    """Return the clauses that define the constraints. The switch of a constraint turns its clauses on."""
    found, options = list[list[int]](), geometry.size * geometry.cell_count
    shift = switch(geometry, geometry.item_count) - options  # the variable after the last switch stays free
    for number, clauses in enumerate(constraint_clauses(geometry.layout, geometry.constraints)[0]):
        off = -switch(geometry, geometry.item_of_constraint(number))
        for clause in clauses:
            moved = (v if abs(v) <= options else v + shift if v > 0 else v - shift for v in clause)
            found.append([off, *moved])
    return found


def clues_of(board: Board) -> list[int]:
    """Return the assumptions of a board: the clues are true, and the forbidden candidates false.

    Raise UsageError for a constraint that human logic does not understand.
    """
    geometry_of(board.problem)
    instance = board.instance()
    return [option + 1 for option in instance.chosen] + [-1 - option for option in instance.forbidden]
