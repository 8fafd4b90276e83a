"""Messages for texts that are not boards: forms and links of other programs, too few characters, overlapping grids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_uppercase

from sudokubench.errors import Refusal
from sudokubench.formats import words
from sudokubench.formats.cells import NOTHING, size_of
from sudokubench.formats.strict_json import shown
from sudokubench.layout import Layout, default_symbols
from sudokubench.words import Words, counted, untranslated

_PROGRAMS = {
    "SudokuPad": r"(?:(?:beta\.)?sudokupad\.app|(?:www\.)?crackingthecryptic\.com|app\.crackingthecryptic\.com)/",
    "f-puzzles": r"(?:www\.)?f-puzzles\.com/",
    "Penpa": r"(?:swaroopg92|opt-pan|robx)\.github\.io/penpa-edit/",
    "puzz.link": r"(?:www\.)?(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/",
    "Sudoku Maker": r"(?:www\.)?sudokumaker\.app/",
    "sudoku.coach": r"(?:www\.)?sudoku\.coach/",
    "Interactive Sudoku Solver": r"sigh\.github\.io/Interactive-Sudoku-Solver/",
}
"""Pattern of the address of each program, without the protocol."""
_LINK = re.compile(r"(?<!\w)(?:https?://|www\.)[^\s<>\"'`|]+", re.IGNORECASE)
_RULES = re.compile(r"\.[A-Z]\w*(?:~.*)?")
"""A constraint of Interactive Sudoku Solver: `.Cage~10~R1C1~R1C2`."""
_FORMS = [
    (re.compile(form, flags), what)
    for form, flags, what in (
        (_RULES.pattern, 0, words.SOLVER_RULE),
        (r"<?(?:[a-z][a-z0-9+.-]*://|www\.)\S+>?", re.I, words.LINK),
        (r"\d[.,]\d+E\+\d+", re.I, words.ROUNDED),
        (r"(?:fpuzzles|fpuz|scf|scl|ctc)[\w+/=%-]{16,}", 0, words.SUDOKUPAD),
        (r"\s*<(?:game|puzzle|sudoku|cell|grid|board|row)\b[^>]*\d[^>]*>.*", re.I, words.XML),
        (r"(?=.*>\s*\d)\s*<[^<>]*\b(?:cell|row|board|grid)\b[^<>]*>(?:<[^<>]*>|[\d\s.*_])*", re.I, words.XML),
        (r"(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9+/])[A-Za-z0-9+/_-]{40,}={0,2}", 0, words.BASE64),
    )
]


def other_form(line: str) -> Words | None:
    """Return a description of a line that looks like a puzzle of a form that is not read; None for other lines.

    >>> other_form("www.example.org/1").en.split(";")[0]
    "'www.example.org/1' is a link, and links are not opened"
    """
    line = line.strip()
    for program, address in _PROGRAMS.items():
        if re.fullmatch(rf"<?(?:https?://)?{address}\S*", line, re.IGNORECASE):
            return words.PUZZLE_LINK.format(seen=shown(line), program=program)
    for form, what in _FORMS:
        if form.fullmatch(line):
            return words.WRITE_LINE.format(seen=shown(line), what=what)
    return None


def links_in(text: str) -> list[str]:
    """Return the links in a text, without the punctuation behind them.

    >>> links_in("Try [this one](https://example.org/?a=1), or <www.example.org>.")
    ['https://example.org/?a=1', 'www.example.org']
    """
    return [link.rstrip(".,;:!?)]}*_") for link in _LINK.findall(text)]


def is_rule_of_others(line: str) -> bool:
    """Return whether a line is a constraint of another program, which belongs to a board near it."""
    return bool(_RULES.fullmatch(line.strip()))


_SIDES = (4, 6, 9, 16, 25)
"""Sizes of boards that are suggested for a line with a wrong number of cells."""


def miscounted(line: str, cells: int) -> Words | None:
    """Return the message for a line that has one or two cells too few or too many for a board; None for other lines.

    `cells` is the number of characters that would be cells.

    >>> miscounted("12.. 34. .... ....", 15).en.split("; ")[1]
    '4x4 has 16, one is missing in row 2'
    """
    rows = [row for row in re.split(r"[\s/|,;]+", line.strip()) if row]
    cells = sum(map(len, rows)) if len(rows) > 1 else cells
    largest = max((int(sign) for sign in line if sign in "123456789"), default=0)
    for side in _SIDES:
        missing = side * side - cells
        if missing not in words.FEW or largest > side or (len(rows) > 1 and len(rows) != side):
            continue
        wrong = [number for number, row in enumerate(rows, 1) if len(row) != side]
        where = words.IN_ROW.format(row=wrong[0]) if len(rows) > 1 and len(wrong) == 1 else untranslated("")
        return words.MISCOUNTED.format(
            seen=shown(line.strip()), cells=cells, layout=Layout.standard(side), all=side * side,
            few=words.FEW[missing], where=where,
        )  # fmt: skip
    return None


SHAPES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "samurai": ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)),
    "twodoku": ((0, 0), (6, 6)),
    "butterfly": ((0, 0), (0, 3), (3, 0), (3, 3)),
}
"""Arrangements of overlapping 9x9 with a name: the upper left cell of each grid."""


def require_no_overlap(layout: Layout, digits: bytes) -> None:
    """Refuse a board that states no rules if it has clues only from 1 to 9 and only in the grids of an arrangement."""
    n = layout.size
    for name, corners in SHAPES.items():
        if corners[-1] != (n - 9, n - 9) or max(digits) > 9:
            continue
        inside = {(row + i) * n + column + j for row, column in corners for i in range(9) for j in range(9)}
        clues = {cell for cell, digit in enumerate(digits) if digit}
        if clues <= inside and len(inside) < len(digits) and are_enough(len(clues), len(inside)):
            raise Refusal(words.OVERLAP.format(name=name, size=n))


def are_enough(clues: int, cells: int) -> bool:
    """Return whether a ninth of the cells in an arrangement of grids hold clues; fewer may be clues of one board."""
    return 9 * clues >= cells


_NUMBERS = re.compile(r"\d{1,3}(?:\s+\d{1,3}){0,2}")


def characters(n: int) -> Words:
    """Return a text such as `80 characters`."""
    return Words(counted(n, "character"), f"{n:,}文字")


def _is_cell(text: str, size: int) -> bool:
    """Return whether a field may be a cell: a blank, a number up to the size, or beyond 9x9 also a letter."""
    if text in NOTHING or text in {*".*_-?xX"}:
        return True
    if text.isascii() and text.isdigit():
        return len(text) <= 2 and int(text) <= size
    letters = {*default_symbols(size), *ascii_uppercase[:size]} if size > 9 else set()
    return len(text) == 1 and text.upper() in letters


def not_a_board(line: str, cells: int) -> Words:
    """Return the message for a line that is not a board; `cells` is the number of characters that would be cells."""
    seen, parts = shown(line.strip()), max((line.split(by) for by in (",", ";", None)), key=len)
    cells = max(cells, *(len(word) for word in line.split() if len(word) > 15), 0)
    fields = len(parts)
    if (links := links_in(line)) and (seen_link := other_form(links[0])):
        return seen_link
    if _NUMBERS.fullmatch(line.strip()):
        what = words.TOO_SHORT.format(seen=seen)
    elif fields > (1 if max(map(len, map(str.strip, parts))) < 3 else 9) and fields > cells / 3:
        what = words.HAS_FIELDS.format(seen=seen, fields=fields)
        size = size_of(fields) or 0
        for number, part in enumerate(map(str.strip, parts), 1):
            if size and not _is_cell(part, size):
                return what + words.WRONG_FIELD.format(number=number, value=shown(part), size=size)
        if size:
            return what + words.MIXED_BLANKS.format(size=size)
    else:
        what = words.NO_BOARD_OF_SIZE.format(seen=seen, characters=characters(cells))
    return what + words.SQUARE
