"""Files of the program SudokuSolver for Windows (`.sdku`), in both directions: XML with the cells of a 9x9.

Versions 0 to 2 have an element for each filled cell, version 3 a list of all cells: digit and origin, or 0 and
candidates. Origins are 1 Provided, 2 User and 3 Calculated. The clues are the provided digits, or, in a file
without them, the digits of the user. Other digits are the work of a player or of the program. Source: the program's
PuzzleModel.cs (ISC licence) and its examples.
"""

from __future__ import annotations

import re

from sudokubench.formats.cells import Grid
from sudokubench.formats.shared import words
from sudokubench.formats.shared.elements import read_back, refusal
from sudokubench.layout import Layout

PROGRAM = "SudokuSolver"
_FILE = re.compile(r'\ufeff?\s*(?:<\?xml[^<>]*>\s*)?<Sudoku(?: version="([0-3])")?>(.*)</Sudoku>\s*', re.S)
_CELL = re.compile(
    r'<Cell x="([0-8])" y="([0-8])">([1-9])()</Cell>|'
    r"<Cell>\s*<x>([0-8])</x>\s*<y>([0-8])</y>\s*<value>([1-9])</value>\s*<origin>(Provided|User|Calculated)</origin>\s*</Cell>"
)
_LIST = re.compile(r"\s*<c>((?:(?:[1-9][1-3]|0\d{1,4}\.\d{1,4}\.\d{1,4})\|){81})</c>\s*", re.ASCII)
_ORIGINS = {"1": "Provided", "2": "User"}


def matches(text: str) -> bool:
    """Return whether a text is a file of SudokuSolver, with or without faults."""
    return bool(re.match(r"\ufeff?\s*(?:<\?xml[^<>]*>\s*)?<Sudoku\b", text)) and not re.search(
        r"</Sudoku>\s*\S", text
    )


def read(text: str) -> Grid:
    """Return the puzzle of a file. Raises Refusal for another version or an unknown element."""
    found = _FILE.fullmatch(text)
    inside = found[2] if found else ""
    if listed := _LIST.fullmatch(inside):
        entries = [
            (k, cell[0], _ORIGINS.get(cell[1:], "")) for k, cell in enumerate(listed[1].split("|")[:-1])
        ]
    else:
        cells = [[part for part in match if part] for match in _CELL.findall(inside)]
        entries = [(9 * int(y) + int(x), digit, "".join(origin) or "User") for x, y, digit, *origin in cells]
    if found is None or not (listed or not _CELL.sub("", inside).strip()):
        raise refusal("Sudoku", words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    if len({cell for cell, _, _ in entries}) < len(entries):
        raise refusal("Cell", words.TWICE)
    given = "Provided" if any(origin == "Provided" for _, _, origin in entries) else "User"
    digits = bytearray(81)
    for cell, digit, origin in entries:
        digits[cell] = int(digit) if origin == given else digits[cell]
    left = sum(digit != "0" and origin != given for _, digit, origin in entries)
    names = [words.DIGITS_NOT_GIVEN.format(count=left)] if left else []
    return Grid(Layout.standard(9), bytes(digits), None, (), (), words.remarks_on(PROGRAM, names, ""))


def write(content: Grid) -> str:
    """Return the text of a file, in one line. Raises InputError for any board that is not a plain 9x9."""
    cells = "".join(
        f"<Cell><x>{k % 9}</x><y>{k // 9}</y><value>{digit}</value><origin>Provided</origin></Cell>"
        for k, digit in enumerate(content.digits)
        if digit
    )
    text = f'<?xml version="1.0" encoding="utf-8"?><Sudoku version="2">{cells}</Sudoku>'
    return read_back(text, read, content, PROGRAM)
