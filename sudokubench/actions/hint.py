"""Hints for a person's grid: mistakes first, then the next step in grades, from a region to the whole move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import Any

from sudokubench import puzzles
from sudokubench.actions.boards import clues_suffice, require_understood, seconds_of, solution_of
from sudokubench.board import Board, name_of
from sudokubench.clock import CLOCK, TimeOver, limited
from sudokubench.errors import InputError, Undecided, require_known
from sudokubench.exchange import Result
from sudokubench.logic import words
from sudokubench.logic.configuration import Configuration, given_or, teaching
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.hint import GRADES, Mistake, continues, graded, mistakes, next_step, state_of
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step
from sudokubench.logic.step_drawing import draw
from sudokubench.logic.texts import rule_name
from sudokubench.puzzles import Given
from sudokubench.words import Language, Words, listed


@dataclass(frozen=True, slots=True, repr=False)
class Hint(Result):
    """The hints for a person's grid.

    Attributes:
        called: Name of the puzzle in messages.
        progress: The current grid.
        state: The same grid with its candidates.
        mistakes: The places where the grid differs from the solution; with a mistake, there is no step.
        found: The next step and its rule; None if there are mistakes, the grid is full, or no rule finds a step.
        left_out: Whether rules that rely on a single solution were left out, because the clues alone may have several.
        asked: Names of the rules that the user wants to see.
    """

    called: str | Words
    progress: Board
    state: CandidateGrid
    mistakes: tuple[Mistake, ...]
    found: tuple[Rule, Step] | None
    left_out: bool = False
    asked: tuple[str, ...] = ()

    def remarks(self) -> list[Words]:
        """Return remarks on the rules that were tried."""
        remarks = [words.CLUES_DO_NOT_SUFFICE.format(puzzle=self.called)] if self.left_out else []
        if self.asked and self.found and self.found[1].rule not in self.asked:
            remarks.append(words.NOT_NEXT.format(rules=listed(map(rule_name, self.asked))))
        return remarks

    def lines(self, language: Language, grade: str = "move") -> list[str]:
        """Return the hints from `region` to `grade`. If there are none, return the mistakes and the reason."""
        return [text for _, text, _ in self._hints(language, grade)] or [
            message.to(language) for message in (*self._mistakes(), *self._message())
        ]

    def __str__(self) -> str:
        lines = self.lines("en")
        return lines[-1] if self.found else " ".join(lines)

    def as_columns(self) -> dict[str, list[str]]:
        """Return the columns `grade` and `text`: one row for each hint, or else for each mistake and message."""
        texts = self.lines("en")
        return {"grade": list(GRADES) if self.found else [""] * len(texts), "text": texts}

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the hints in words, and a drawing of the step."""
        paragraphs = "".join(f"<p>{escape(line)}</p>" for line in self.lines("en"))
        return paragraphs + draw(self.state, self.found and self.found[1])

    def as_json(self, language: Language = "en", grade: str = "move") -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.hint/2`."""
        hints = self._hints(language, grade)
        plain: dict[str, Any] = {
            "schema": "sudokubench.hint/2", "puzzle": str(self.progress), "id": self.progress.id,
            "mistakes": [message.to(language) for message in self._mistakes()],
            "hints": [{"grade": name, "text": text, "cells": [*cells]} for name, text, cells in hints],
        }  # fmt: skip
        for message in self._message():
            plain["message"] = message.to(language)
        if self.found and grade == GRADES[-1]:
            rule, step = self.found
            plain |= {"rule": rule.name, "step": step.as_dict()}
        return plain

    def _hints(self, language: Language, grade: str) -> list[tuple[str, str, tuple[int, ...]]]:
        """Return the hints from `region` up to `grade`, as `graded` returns them."""
        require_known("grade", grade, GRADES)
        if self.found is None:
            return []
        return graded(*self.found, self.state, language)[: GRADES.index(grade) + 1]

    def _mistakes(self) -> list[Words]:
        layout = self.progress.layout
        return [
            (words.WRONG_DIGIT if mistake.placed else words.WRONG_MARKS).format(
                cell=layout.cell_name(mistake.cell),
                digit=layout.symbols[mistake.digit - 1] if mistake.digit else "?",
            )
            for mistake in self.mistakes
        ]

    def _message(self) -> list[Words]:
        if self.mistakes or self.found:
            return []
        return [words.FULL if self.state.is_full else words.NO_STEP]


def hint(
    progress: Given,
    clues: Given | None = None,
    config: Configuration | None = None,
    *,
    seconds: float | None = 20.0,
    called: str | Words = "",
) -> Hint:
    """Check a person's grid for mistakes; if it has none, find the next step.

    Args:
        progress: The current grid, as `solve` takes a board; the person has ruled out its forbidden candidates.
        clues: The original puzzle; the other digits of `progress` are the person's entries. If None, all are clues.
        config: Order of the rules; the rules for teaching if None.
        seconds: Time allowed to find the solution, and again for the step. None sets no limit.
        called: Name of the puzzle in messages; if empty, its text, or its layout if the text is JSON.

    Raises:
        InputError: The puzzle has no solution or several solutions, or a constraint that human logic does not
            understand; or `progress` is of another puzzle.
        Undecided: The time runs out before the number of solutions or the step is known.
        UsageError: `config` or `seconds` is not valid.

    >>> print(hint("1...3..2...3..2."))
    Hidden Single in a box: In box 2, 1 has only one place left. Place R2C3 = 1.
    """
    progress, clues = puzzles.board(progress), None if clues is None else puzzles.board(clues)
    puzzle = progress if clues is None else clues
    called, seconds = called or name_of(puzzle), seconds_of(seconds)
    require_understood(puzzle, called)
    if clues is None:  # pencil marks may be wrong: only the digits decide the solution
        puzzle = Board(progress.problem, progress.digits)
    elif not continues(progress, clues):
        raise InputError(words.OTHER_CLUES)
    solution = solution_of(puzzle, called, seconds)
    state = state_of(progress, clues)
    wrong = mistakes(state, solution)
    if wrong or state.is_full:
        return Hint(called, progress, state, wrong, None)
    config = given_or(config, teaching)
    used = config if clues_suffice(puzzle, seconds) else config.without_uniqueness()
    try:
        with limited(CLOCK.now_s() + seconds):
            found = next_step(state, used)
            if found is not None:
                found = found[0], replace(found[1], problem=progress.problem, unique=found[0].unique)
    except TimeOver:
        raise Undecided(words.STEP_UNKNOWN.format(puzzle=called, seconds=f"{seconds:g}")) from None
    return Hint(called, progress, state, wrong, found, used is not config, config.asked)
