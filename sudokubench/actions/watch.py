"""Watching an engine for exact covers: the trace of its search, which can be kept as JSON and shown again."""

from __future__ import annotations

from typing import Any

from sudokubench.actions.boards import no_solution
from sudokubench.backends import Backend
from sudokubench.board import Board
from sudokubench.encodings.exact_cover import cover_of, reduced
from sudokubench.errors import InputError
from sudokubench.logic.cover_trace import CoverTrace, Puzzle
from sudokubench.logic.settings import MOST_STEPS
from sudokubench.report.dance_text import told
from sudokubench.solving import DEFAULT_BACKEND, trace
from sudokubench.words import Language


def watch(
    puzzle: Puzzle,
    backend: str | Backend = DEFAULT_BACKEND,
    *,
    most_steps: int = MOST_STEPS,
    kept: str | bytes | None = None,
) -> CoverTrace:
    """What an engine tries on a puzzle; or a trace of it that was kept, each step of which is made again.

    Raises:
        UsageError: The engine does not tell its search.
        InputError: The clues contradict each other, or what was kept is no such trace; the step is named.
    """
    if isinstance(puzzle, Board) and reduced(cover_of(puzzle.problem), puzzle.instance()) is None:
        raise InputError(no_solution(puzzle, str(puzzle), seconds=10))
    if kept is not None:
        return CoverTrace.from_json(kept, puzzle)
    return trace(puzzle, backend=backend, most_steps=most_steps)


def as_json(found: CoverTrace, language: Language = "en") -> dict[str, Any]:
    """The trace as `CoverTrace.as_json`, and of each step besides its text, the names of its options and items, and how
    many options are possible once it is taken.
    """
    plain, states, words = found.as_json(), found.states()[1:], list(told(found))[1:]
    for step, one, state, text in zip(found.steps, plain["steps"], states, words, strict=True):
        cover = state.cover
        placed, items = [cover.option_names[o] for o in step.placed], [cover.items[i] for i in step.items]
        one["text"], one["names"] = text.to(language), {"placed": placed, "eliminated": [], "items": items}
        one["candidates"] = len(state.possible)
    return plain
