"""Watch an engine for exact covers: the trace of its search, which can be stored as JSON and shown again."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sudokubench.actions.boards import no_solution
from sudokubench.answer import Puzzle
from sudokubench.backends import Backend
from sudokubench.board import Board, name_of
from sudokubench.encodings.exact_cover import cover_of, reduced
from sudokubench.errors import InputError
from sudokubench.logic.cover_trace import CoverTrace
from sudokubench.logic.limits import MOST_STEPS
from sudokubench.pages.dance_text import sentences
from sudokubench.solving import DEFAULT_BACKEND, trace
from sudokubench.words import Language


def watch(
    puzzle: Puzzle,
    backend: str | Backend = DEFAULT_BACKEND,
    *,
    most_steps: int = MOST_STEPS,
    kept: str | bytes | None = None,
) -> CoverTrace:
    """Return the trace of an engine's search on a puzzle: a new one, or the one stored in `kept`, after checking it.

    Raises:
        UsageError: The engine does not report its search.
        InputError: The clues contradict each other, or the stored text is not a true trace; the error names the step.
    """
    if isinstance(puzzle, Board) and reduced(cover_of(puzzle.problem), puzzle.instance()) is None:
        raise InputError(no_solution(puzzle, name_of(puzzle), seconds=10))
    if kept is not None:
        return CoverTrace.from_json(kept, puzzle)
    return trace(puzzle, backend=backend, most_steps=most_steps)


def as_json(found: CoverTrace, language: Language = "en") -> dict[str, Any]:
    """Return the JSON of `CoverTrace.as_json` with remarks on each step for readers.

    These are the text of the step, the names of its options and items, and the number of options that are possible
    after it. In a cover with multiplicities, also `needed`: the least and the largest number of further options that
    cover its item, before the step. In a cover with colours, also the colours of the items after the step.
    """
    plain, states, words = found.as_json(), found.states(), list(sentences(found))[1:]
    for step, one, (before, state), text in zip(
        found.steps, plain["steps"], pairwise(states), words, strict=True
    ):
        cover = state.cover
        placed, out = ([cover.option_names[o] for o in some] for some in (step.placed, step.eliminated))
        items = [cover.items[i] for i in step.items]
        one["text"], one["names"] = text.to(language), {"placed": placed, "eliminated": out, "items": items}
        one["candidates"] = len(state.possible)
        if cover.bounds and step.items:
            one["needed"] = before.demand(step.items[0])
        if cover.colours:
            one["colours"] = {
                cover.items[i]: cover.colour_names[colour] for i, colour in state.colours.items()
            }
    return plain
