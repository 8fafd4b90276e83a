"""Refuse links to puzzles of other programs that no form of `shared` reads; the message names the program."""

from __future__ import annotations

import re

from sudokubench.formats.strict_json import shown
from sudokubench.formats.words import PUZZLE_LINK
from sudokubench.words import Words

_PROGRAMS = {
    "SudokuPad": r"(?:(?:beta\.)?sudokupad\.app|(?:www\.)?crackingthecryptic\.com|app\.crackingthecryptic\.com)/",
    "f-puzzles": r"(?:www\.)?f-puzzles\.com/",
    "Penpa": r"(?:swaroopg92|opt-pan|robx)\.github\.io/penpa-edit/",
    "puzz.link": r"(?:www\.)?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/",
    "Sudoku Maker": r"(?:www\.)?sudokumaker\.app/",
    "sudoku.coach": r"(?:www\.)?sudoku\.coach/",
    "Interactive Sudoku Solver": r"sigh\.github\.io/Interactive-Sudoku-Solver/",
}
"""Address of each program, without the protocol."""


def link_of_others(line: str) -> Words | None:
    """Return the refusal of a line that is a puzzle link of a known program; None for any other line.

    >>> link_of_others("https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA").en.split(",")[0]
    "'https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA' is a puzzle link of f-puzzles"
    """
    for program, address in _PROGRAMS.items():
        if re.fullmatch(rf"<?(?:https?://)?{address}\S*", line, re.IGNORECASE):
            return PUZZLE_LINK.format(seen=shown(line), program=program)
    return None
