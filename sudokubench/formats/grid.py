"""One board in several lines, with or without bars and dashes between the boxes; rows of wrong length are refused.

5 3 . | . 7 . | . . .
6 . . | 1 9 5 | . . .
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from sudokubench.errors import InputError, Place
from sudokubench.formats.cells import (
    BLANKS,
    Grid,
    digit_of,
    is_number,
    rows_of,
    size_of,
    split_lines,
    standard_layout,
    tokens,
    two_figures,
)
from sudokubench.formats.limits import LONGEST_ROW
from sudokubench.formats.not_a_board import require_no_overlap
from sudokubench.formats.words import GRID_LINES, GRID_ROWS, NO_CELL, UNEVEN_ROW, ZERO_AMONG_NUMBERS
from sudokubench.layout import MAX_SIZE, Layout
from sudokubench.words import breadth

_NEVER_CELLS = frozenset("|:+-=")
_Sign = tuple[str, tuple[int, int]]
"""The text of a cell, with its line and column, from 1."""


def read(text: str, layout: Layout | None = None) -> Grid:
    """Return the grid of a text with one line for each row.

    Cells are adjacent or separated by spaces; bars and lines of - + = or box-drawing characters are skipped.
    Beyond 9x9, cells separated by spaces may be numbers, with 0 as a blank. Spaces are blanks if there are no bars and
    every line keeps its full length.

    Raises:
        InputError: Rows have different lengths, the number of rows is not a size, a symbol is foreign, or among numbers
            both 0 and another sign stand for a blank.
    """
    cells = _square(text, layout) or _rows(text, layout)
    n = isqrt(len(cells))
    if any(len(cell) > 1 for cell, _ in cells):  # among numbers 0 is a blank; else it is a digit or a blank
        zero = next((place for cell, place in cells if cell in {"0", "00"}), None)
        if zero and any(cell in BLANKS - {"0"} for cell, _ in cells):
            raise InputError(ZERO_AMONG_NUMBERS, Place("", *zero))
        cells = [("." if cell == "0" else cell, place) for cell, place in cells]
        if all(cell in BLANKS or is_number(cell, n) for cell, _ in cells):
            cells = [(two_figures(cell), place) for cell, place in cells]
    chosen = layout or standard_layout(n, [cell for cell, _ in cells if len(cell) == 1])
    first: dict[str, tuple[int, int]] = {}
    for cell, place in cells:
        first.setdefault(cell, place)
    digits = {cell: digit(cell, chosen, Place("", *place)) for cell, place in first.items()}
    found = bytes([digits[cell] for cell, _ in cells])
    if layout is None:
        require_no_overlap(chosen, found)
    return Grid(chosen, found)


def _square(text: str, layout: Layout | None) -> list[_Sign] | None:
    """Return the characters of n lines of n characters, where spaces are blanks; None for a text of another form."""
    rows = [(number, row) for number, row in enumerate(split_lines(text), 1) if row]
    n = len(rows)
    if any(len(row) != n for _, row in rows) or n != (layout.size if layout else size_of(n * n)):
        return None
    if " " not in text or not _NEVER_CELLS.isdisjoint(text):
        return None
    return [(cell, (number, column)) for number, row in rows for column, cell in enumerate(row, 1)]


def _rows(text: str, layout: Layout | None) -> list[_Sign]:
    cells: list[_Sign] = []
    for number, row, size in rows_of_square(text, layout):
        found = tokens(row)
        if len(found) != size:
            found = [(cell, column + i) for token, column in found for i, cell in enumerate(token)]
        if len(found) != size:
            raise uneven(number, row, len(found), size)
        cells += [(cell, (number, column)) for cell, column in found]
    return cells


def rows_of_square(text: str, layout: Layout | None) -> list[tuple[int, str, int]]:
    """Return for each row of a board: the number of its line, from 1; the row; the size of the board.

    Raises:
        InputError: The layout has another size, or no board has this size, or a row is too long.
    """
    rows = rows_of(text)
    size = layout.size if layout else size_of(len(rows) ** 2)
    if size is None:
        raise InputError(GRID_LINES.format(count=len(rows)))
    if len(rows) != size:
        raise InputError(GRID_ROWS.format(count=len(rows), layout=layout, size=size))
    return [(number, row, size) for number, row in rows]


def uneven(number: int, row: str, cells: int, size: int) -> InputError:
    """Return the error of a row that has `cells` cells and needs `size`."""
    return InputError(UNEVEN_ROW.format(count=cells, size=size), Place("", number, len(row.rstrip())))


def digit(cell: str, layout: Layout, place: Place) -> int:
    """Return the digit of a cell: a symbol, or a number of two figures. Raises InputError for any other text."""
    if len(cell) == 1:
        return digit_of(cell, layout, place)
    if not is_number(cell, layout.size) or int(cell) > layout.size:
        raise InputError(NO_CELL.format(cell=cell, layout=layout), place)
    return int(cell)


def cells_in_row(row: str) -> int | None:
    """Return how many cells a row of a grid of unknown size shows; None if it does not look like a row.

    Tokens of one length are split into signs (`53.|.7.|...`); tokens of different lengths are numbers or candidates.
    """
    lengths = _lengths(row)
    if not lengths or len(lengths) > MAX_SIZE:
        return None
    return sum(lengths) if len(set(lengths)) == 1 else len(lengths)


def is_row_of(row: str, size: int) -> bool:
    """Return whether a line may be a row of a grid of this size: its tokens or its characters may be the cells."""
    lengths = _lengths(row)
    return size in {len(lengths), sum(lengths)}


def _lengths(row: str) -> list[int]:
    """Return the lengths of the tokens of a row; [] for a line that is too long or has commas."""
    return [] if len(row) > LONGEST_ROW or "," in row else [len(token) for token, _ in tokens(row)]


class Dividers(NamedTuple):
    """The characters that separate the boxes.

    Attributes:
        bar: Character between two boxes in a row.
        dash: Character of the lines between rows of boxes.
        corners: Left, inner and right corner of the line at the top, in the middle and at the bottom. Without a frame,
            only the inner corner in the middle is not empty.
    """

    bar: str
    dash: str
    corners: tuple[tuple[str, str, str], ...]


ASCII = Dividers("|", "-", (("", "", ""), ("", "+", ""), ("", "", "")))
BOX_DRAWING = Dividers("│", "─", (("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘")))


def write(content: Grid) -> str:
    """Return the digits separated by spaces; | - and + separate the boxes if all boxes are rectangles of one size."""
    return draw_table(_symbols(content), content.layout, ASCII)


def write_unicode(content: Grid) -> str:
    """Return the grid in a frame of box-drawing characters."""
    return draw_table(_symbols(content), content.layout, BOX_DRAWING)


def _symbols(content: Grid) -> list[str]:
    symbols = "." + content.layout.symbols
    return [symbols[digit] for digit in content.digits]


def draw_table(cells: Sequence[str], layout: Layout, dividers: Dividers) -> str:
    """Return the texts of the cells in aligned columns, as lines; dividers separate rectangular boxes."""
    n = layout.size
    box_rows, box_columns = layout.box_shape or (n, n)
    if box_rows == 1:  # a Latin square: its boxes are its rows
        box_rows = n
    measure = len if "".join(cells).isascii() else breadth  # nearly always ASCII
    width = [max(measure(cells[r * n + c]) for r in range(n)) for c in range(n)]
    groups = [range(g, g + box_columns) for g in range(0, n, box_columns)]
    framed = dividers.corners[0][0] != ""

    def divider(corners: tuple[str, str, str]) -> str:
        left, inner, right = corners
        parts = [dividers.dash * (sum(width[c] + 1 for c in group) + 1) for group in groups]
        if not framed:  # the outermost cells stand at the edge, without a space
            parts[0], parts[-1] = parts[0][1:], parts[-1][1:]
        return left + inner.join(parts) + right

    top, middle, bottom = dividers.corners
    lines = [divider(top)] if framed else []
    for r in range(n):
        if r and r % box_rows == 0:
            lines.append(divider(middle))
        filled = [
            cell + " " * (room - measure(cell)) for cell, room in zip(cells[r * n :], width, strict=False)
        ]
        parts = [" ".join(filled[c] for c in group) for group in groups]
        row = f" {dividers.bar} ".join(parts)
        lines.append(f"{dividers.bar} {row} {dividers.bar}" if framed else row.rstrip())
    return "\n".join([*lines, divider(bottom)] if framed else lines)
