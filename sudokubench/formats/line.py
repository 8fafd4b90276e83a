"""One board in one line: a character for each cell, row by row, then perhaps a comment.

    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79   Wikipedia
"""

from __future__ import annotations

import re

from sudokubench.errors import InputError, Place
from sudokubench.formats.cells import MAX_CELLS, Grid, digit_of, size_of, standard_layout, wrong_size
from sudokubench.layout import Layout

_FOREIGN = 255
_NINE = Layout.standard(9)
_DIGIT_OF_BYTE = bytes(
    0 if chr(byte) in ".0*_ " else byte - 48 if 49 <= byte <= 57 else _FOREIGN for byte in range(256)
)
_END_OF_BOARD = re.compile(r"[\s,;#]")


def read(text: str, layout: Layout | None = None) -> Grid:
    """The grid of a line. Blanks are . 0 * _, or spaces if they are the only sign for a blank.

    Behind a white space, comma, semicolon or # may follow a comment, which is left out.

    Raises:
        InputError: The wrong number of cells, or a foreign symbol, with its column.
    """
    if (layout is None or layout is _NINE) and (len(text) == 81 or (len(text) > 81 and text[81] in " \t,;#\r\n")):
        try:
            digits = text[:81].encode("ascii").translate(_DIGIT_OF_BYTE)
        except UnicodeEncodeError:
            digits = bytes([_FOREIGN])
        if _FOREIGN not in digits and (" " not in text[:81] or not set(text[:81]) & set(".0*_")):
            return Grid(_NINE, digits)
    cells, start = _cells(text, layout)
    chosen = layout or standard_layout(size_of(len(cells)) or 0, cells)
    return Grid(
        chosen, bytes(digit_of(c, chosen, Place(column=start + i)) for i, c in enumerate(cells, 1))
    )


def _cells(text: str, layout: Layout | None) -> tuple[str, int]:
    """The characters that are cells, and the number of characters before them."""
    stripped = text.strip()
    token = _END_OF_BOARD.split(stripped, maxsplit=1)[0]
    body = text.rstrip("\r\n")
    for cells in (token, body, stripped):
        fits = len(cells) == layout.cell_count if layout else size_of(len(cells)) is not None
        if fits and not (cells is not token and set(cells) & set(".0*_")):
            return cells, text.find(cells)
    count = len(token) if len(token) <= MAX_CELLS else len(stripped)
    if layout:
        raise InputError(f"{count:,} characters: a line of {layout} has {layout.cell_count}")
    raise wrong_size(f"a line of {count:,} characters")


def write(content: Grid) -> str:
    """One character a cell, `.` for a blank."""
    symbols = "." + content.layout.symbols
    return "".join([symbols[digit] for digit in content.digits])
