"""The usual names of columns and fields that hold puzzles and their solutions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudokubench.formats.remarks import SOLUTION

_PUZZLE = re.compile(
    "puzzles?|quiz|quizzes|boards?|grids?|sudokus?|questions?|problem|unsolved|initial|value|問題|盤面|数独"
)


def columns_named(names: Sequence[str]) -> tuple[int | None, int | None]:
    """Return the index of the name for the puzzle, and for the solution; None if no name or several names fit."""
    known = [name.strip(" \"'\ufeff").lower() for name in names]
    puzzles = [i for i, name in enumerate(known) if _PUZZLE.fullmatch(name)]
    solutions = [i for i, name in enumerate(known) if SOLUTION.fullmatch(name)]
    return (puzzles[0] if len(puzzles) == 1 else None), (solutions[0] if len(solutions) == 1 else None)
