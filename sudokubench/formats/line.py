"""One board in one line: a character for each cell, row by row, then perhaps a comment.

53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79   Wikipedia
"""

from __future__ import annotations

import re

from sudokubench.errors import InputError, Place
from sudokubench.formats.candidates import marks_of
from sudokubench.formats.cells import BLANKS, MAX_CELLS, Grid, digit_of, size_of, standard_layout
from sudokubench.formats.not_a_board import characters, miscounted, not_a_board, require_no_overlap
from sudokubench.formats.words import LAYOUT_OF_LENGTH, LINE_LENGTH, MAP_OF_OTHER_SIZE
from sudokubench.layout import Layout, default_symbols

# Nearly every line of a corpus is a plain 9x9: one translation reads it. Lines with spaces are read more slowly.
_NINE = Layout.standard(9)
_FOREIGN = 255
_DIGIT_OF_BYTE = bytes(
    0 if chr(byte) in ".0*_" else byte - 48 if 49 <= byte <= 57 else _FOREIGN for byte in range(256)
)
_BEHIND_A_BOARD = frozenset(" \t,;#\r\n")
_END_OF_BOARD = re.compile(r"[\s,;#]")
_SIGNS_FOR_BLANKS = BLANKS - {" "}


def read(text: str, layout: Layout | None = None) -> Grid:
    """Return the grid of a line. Blanks are . 0 * _, or spaces if they are the only sign for a blank.

    After a space, comma, semicolon or #, a map of regions may follow, or a comment, which is left out. 729 characters
    may be the candidates of 9x9.

    Raises:
        InputError: The number of cells is wrong, or a symbol is foreign; then the error names its column.
        Refusal: No layout is given, and the comment names a rule.
    """
    if (layout is None or layout is _NINE) and (len(text) == 81 or text[81:82] in _BEHIND_A_BOARD):
        digits = text[:81].encode("ascii", "replace").translate(_DIGIT_OF_BYTE)
        if _FOREIGN not in digits:
            regions = _regions_behind(text[81:]) if layout is None and len(text) > 81 else None
            return Grid(regions or _NINE, digits)
    cells, start = _cells(text, layout)
    if marks := marks_of(cells, layout):
        return marks
    regions = _regions_behind(text[start + len(cells) :]) if layout is None else None
    chosen = layout or regions or standard_layout(size_of(len(cells)) or 0, cells)
    if chosen.cell_count != len(cells):
        raise InputError(MAP_OF_OTHER_SIZE.format(size=chosen.size, count=len(cells)))
    digits = bytes(digit_of(c, chosen, Place(column=start + i)) for i, c in enumerate(cells, 1))
    if layout is None:
        require_no_overlap(chosen, digits)
    return Grid(chosen, digits)


def _regions_behind(comment: str) -> Layout | None:
    """Return the layout of a comment that is a map of regions, else None; refuse a comment that names a rule."""
    from sudokubench.formats.remarks import regions_beside  # its patterns take long to compile

    return regions_beside(comment)


def _cells(text: str, layout: Layout | None) -> tuple[str, int]:
    """Return the characters that are cells, and the number of characters before them."""
    body = text.rstrip("\r\n")
    indent = len(body) - len(body.lstrip())
    token = _END_OF_BOARD.split(body[indent:], maxsplit=1)[0]
    trimmed = body.strip()
    spaced = _fits(body, layout) and not _SIGNS_FOR_BLANKS.intersection(body)
    if _fits(token, layout) and not (spaced and _all_symbols(body, layout)):
        return token, indent
    if spaced:
        return body, 0
    if _fits(trimmed, layout) and not _SIGNS_FOR_BLANKS.intersection(trimmed):
        return trimmed, indent
    length = len(token) if len(token) <= MAX_CELLS else len(trimmed)
    end = Place(column=indent + length)
    if layout:
        fault = LINE_LENGTH.format(characters=characters(length), layout=layout, cells=layout.cell_count)
        if size := size_of(length):
            fault += LAYOUT_OF_LENGTH.format(size=size)
        raise InputError(fault, end)
    raise InputError(miscounted(body, length) or not_a_board(body, length), end)


def _fits(cells: str, layout: Layout | None) -> bool:
    if layout is None:
        return size_of(len(cells)) is not None
    return len(cells) == layout.cell_count or (layout.size == 9 and len(cells) == 729)


def _all_symbols(body: str, layout: Layout | None) -> bool:
    symbols = layout.symbols if layout else default_symbols(size_of(len(body)) or 0)
    return set(body.upper()) <= {*symbols, " "}


def write(content: Grid) -> str:
    """Return one character a cell, `.` for a blank."""
    signs = "." + content.layout.symbols  # a digit is the index of its symbol
    return content.digits.decode("latin-1").translate(signs)
