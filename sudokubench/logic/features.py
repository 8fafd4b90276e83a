"""Features of instances, for those who predict which engine is fast: cheap numbers, in steps with their cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from time import thread_time

from sudokubench.board import Board
from sudokubench.encodings.exact_cover import plain_cover
from sudokubench.errors import UsageError
from sudokubench.formats.puzzle_json import constraints_of
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import singles
from sudokubench.problem import ExactCover

Features = Mapping[str, float]


def _cover(of: Board | ExactCover) -> Features:
    """Items and options of the exact cover below, before anything is chosen."""
    cover = plain_cover(of.problem if isinstance(of, Board) else of)
    return {"items": len(cover.items), "options": len(cover.options)}


def _board(of: Board) -> Features:
    """Size, clues, and the family: houses besides rows, columns and boxes, and constraints."""
    return {
        "size": of.layout.size,
        "clues": of.clue_count,
        "extra_houses": len(of.layout.extra),
        "constraints": len(constraints_of(of.problem)),
    }


def _candidates(of: Board) -> Features:
    """Candidates of the blank cells once the clues are gone from their peers, and the entropy in nats."""
    grid = CandidateGrid.of(of)
    return {"candidates": sum(1 for _ in grid.options()), "entropy": grid.entropy()}


def _singles(of: Board) -> Features:
    """Rounds of singles, each all singles of a kind at once, until there are no more; and the entropy that is left."""
    path = SolutionPath(CandidateGrid.of(of), singles.RULES, together=True)
    rounds = sum(1 for _ in path)
    return {"singles_rounds": rounds, "singles_entropy": path.grid.entropy()}


STEPS: Mapping[str, tuple[Callable[..., Features], tuple[str, ...]]] = {
    "cover": (_cover, ("items", "options")),
    "board": (_board, ("size", "clues", "extra_houses", "constraints")),
    "candidates": (_candidates, ("candidates", "entropy")),
    "singles": (_singles, ("singles_rounds", "singles_entropy")),
}
"""Each step with the names of its features."""


def features(of: Board | ExactCover) -> dict[str, tuple[Features, float]]:
    """The features of an instance by step, each step with its cost in seconds of CPU time.

    A step that cannot be taken is left out: all but `cover` are of boards, the last two of boards without constraints.
    What a layout needs once is in the costs of its first instance.

    >>> found = features(Board.parse("1...3..2...3..2."))
    >>> {name: round(value, 3) for step, _ in found.values() for name, value in step.items()}
    {'items': 64, 'options': 64, 'size': 4, 'clues': 5, 'extra_houses': 0, 'constraints': 0, 'candidates': 21, \
'entropy': 6.356, 'singles_rounds': 4, 'singles_entropy': 0.0}
    """
    found = {}
    for name, (take, _) in STEPS.items():
        if isinstance(of, Board) or take is _cover:
            begun = thread_time()
            with suppress(UsageError):  # human logic refuses constraints
                values = take(of)
                found[name] = values, thread_time() - begun
    return found
