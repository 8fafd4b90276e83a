"""Features of instances, for users who predict which engine is fast: cheap numbers, in groups of known cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from time import thread_time

from sudokubench.board import Board
from sudokubench.encodings.exact_cover import plain_cover
from sudokubench.errors import UsageError
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import singles
from sudokubench.problem import ExactCover

Features = Mapping[str, float]


def _cover(of: Board | ExactCover) -> Features:
    """Return the numbers of items and options of the exact cover, before anything is chosen."""
    cover = plain_cover(of.problem if isinstance(of, Board) else of)
    return {"items": len(cover.items), "options": len(cover.options)}


def _board(of: Board) -> Features:
    """Return the size of a board, and the numbers of its clues, extra houses and constraints."""
    return {
        "size": of.layout.size,
        "clues": of.clue_count,
        "extra_houses": len(of.layout.extra),
        "constraints": len(of.constraints),
    }


def _candidates(of: Board) -> Features:
    """Return the number of candidates that the clues leave in the blank cells, and their entropy in nats."""
    grid = CandidateGrid.of(of)
    return {"candidates": sum(1 for _ in grid.options()), "entropy": grid.entropy()}


def _singles(of: Board) -> Features:
    """Place singles in rounds, one kind in each; return the number of rounds, and the entropy at the end, in nats."""
    path = SolutionPath(CandidateGrid.of(of), singles.RULES, together=True)
    rounds = sum(1 for _ in path)
    return {"singles_rounds": rounds, "singles_entropy": path.grid.entropy()}


STEPS: Mapping[str, tuple[Callable[..., Features], tuple[str, ...]]] = {
    "cover": (_cover, ("items", "options")),
    "board": (_board, ("size", "clues", "extra_houses", "constraints")),
    "candidates": (_candidates, ("candidates", "entropy")),
    "singles": (_singles, ("singles_rounds", "singles_entropy")),
}
"""For each step, its function and the names of its features."""


def features(of: Board | ExactCover) -> dict[str, tuple[Features, float]]:
    """Return the features of an instance by step, each step with its cost in seconds of CPU time.

    A step that cannot be taken is omitted: all steps except `cover` need a board, the last two a board whose
    constraints human logic understands. The cost of the first instance of a layout includes the work that the layout
    needs once.

    >>> found = features(Board.parse("1...3..2...3..2."))
    >>> {name: round(value, 3) for step, _ in found.values() for name, value in step.items()}
    {'items': 64, 'options': 64, 'size': 4, 'clues': 5, 'extra_houses': 0, 'constraints': 0, 'candidates': 21, \
'entropy': 6.356, 'singles_rounds': 4, 'singles_entropy': 0.0}
    """
    found = {}
    for name, (take, _) in STEPS.items():
        if isinstance(of, Board) or take is _cover:
            begun = thread_time()
            with suppress(UsageError):  # human logic perhaps does not understand a constraint
                values = take(of)
                found[name] = values, thread_time() - begun
    return found
