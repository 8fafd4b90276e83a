"""Hints: mistakes first, then the next step in four grades, from the region to the move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sudokubench.board import Board
from sudokubench.core_words import NAMED
from sudokubench.logic.configuration import Configuration
from sudokubench.logic.engine import next_round, other_names
from sudokubench.logic.geometry import bits_of, geometry_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step
from sudokubench.logic.texts import Wording, describe, rule_text
from sudokubench.logic.words import LOOK_AT, LOOK_AT_RULE, PATTERN_IN
from sudokubench.words import Language

GRADES = ("region", "rule", "cells", "move")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in a cell: a wrong `digit` that is `placed`, or a right `digit` that the pencil marks lack."""

    cell: int
    digit: int
    placed: bool


def mistakes(grid: CandidateGrid, solution: Board) -> tuple[Mistake, ...]:
    """Return the mistakes in a person's grid: wrong digits or, if all digits are right, wrong pencil marks.

    A wrong digit clears right candidates of its peers. A right digit or clue that it clears is not a mistake.
    """
    digits = enumerate(solution.digits)
    lacking = [(cell, digit) for cell, digit in digits if not grid.boards[digit - 1] >> cell & 1]
    own = [(cell, _own(grid, cell), digit) for cell, digit in lacking if grid.placed >> cell & 1]
    wrong = [Mistake(cell, placed, True) for cell, placed, digit in own if placed not in (0, digit)]
    return tuple(wrong or [Mistake(cell, digit, False) for cell, digit in lacking])


def _own(grid: CandidateGrid, cell: int) -> int:
    """Return the digit placed in a cell, even if a later digit in a peer has cleared it; 0 for a cleared clue."""
    n = grid.geometry.size
    for option in (option for state in reversed(grid.history()) for option in state.placements):
        if option // n == cell:
            return option % n + 1
    return next((d + 1 for d, board in enumerate(grid.boards) if board >> cell & 1), 0)


def next_step(grid: CandidateGrid, config: Configuration) -> tuple[Rule, Step] | None:
    """Return the first rule that finds a step, and the step; None if no rule does. All rules must suit the board."""
    found = next_round(grid, config.rules, together=False)
    if found is None:
        return None
    (step,) = found.steps
    return found.rule, replace(step, also=other_names(grid, step, config.rules))


def graded(
    rule: Rule, step: Step, grid: CandidateGrid, language: Language
) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return a step as four hints: the grade, the text, and the cells to which the text points.

    The first two hints point to the house in which to look, or to the pattern of a constraint; the third to the
    pattern; the fourth to the cells that change. The third hint about a simple chain points only to its ends.
    """
    geometry, text = grid.geometry, rule_text(step.rule, language)
    wording, n = Wording(geometry, language), geometry.size
    conclusion = (*step.placed, *step.eliminated)
    options = [option for _, group in step.groups for option in group] or conclusion
    cells, changed = (tuple(sorted({option // n for option in some})) for some in (options, conclusion))
    number = geometry.constraint_of(step.items[0]) if step.items else None
    if number is not None:
        look, place = LOOK_AT_RULE.format(region=wording.constraint(number)), cells
    else:
        houses = geometry.houses
        most = max(range(len(houses)), key=lambda h: sum(houses[h] >> cell & 1 for cell in cells))
        house = (*step.houses, most)[0]
        look, place = LOOK_AT.format(region=wording.house(house)), bits_of(houses[house])
    hints = (
        (look.to(language), place),
        (NAMED.format(name=text.name, text=text.definition).to(language), place),
        (PATTERN_IN.format(cells=wording.cells(cells)).to(language), cells),
        (describe(step, geometry.problem, language, unique=rule.unique), changed),
    )
    return [(grade, *hint) for grade, hint in zip(GRADES, hints, strict=True)]


def continues(grid: Board, clues: Board) -> bool:
    """Return whether a partial grid can belong to a puzzle: it has the same rules and keeps every clue."""
    return grid.problem == clues.problem and all(grid.digits[cell] == digit for cell, digit in clues.clues)


def state_of(progress: Board, clues: Board | None) -> CandidateGrid:
    """Return the state of a person's grid: clues, placed digits and eliminated candidates.

    Without `clues`, all digits of `progress` count as clues. Raise UsageError for a constraint that human logic does
    not understand.
    """
    geometry_of(progress.problem)
    if clues is None:
        return CandidateGrid.of(progress)
    start, layout = CandidateGrid.of(clues), clues.layout
    own = [layout.option(cell, digit) for cell, digit in progress.clues if not clues.digits[cell]]
    gone = [option for option in sorted(progress.forbidden) if start.has(option)]
    return start.apply(own, gone)
