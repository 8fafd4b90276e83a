"""One board in several lines, with all candidates of each cell: the form of pencil marks.

┌──────────────┬ ...
│ 5   3   124  │
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudokubench.errors import InputError, Place, Refusal, UsageError
from sudokubench.formats import words
from sudokubench.formats.cells import BLANKS, Grid, digit_of, is_number, rows_of, size_of, tokens
from sudokubench.formats.grid import BOX_DRAWING, draw_table, rows_of_square, uneven
from sudokubench.layout import Layout

_NONE = "∅"
_BY_PLAYER = re.compile("u[1-9]")


def looks_like(text: str, layout: Layout | None = None) -> bool:
    """Return whether a text is a square grid in which a cell shows several candidates, or ∅ in their place.

    Beyond 9x9, two adjacent figures are one number, such as 12.
    """
    rows = [[cell for cell, _ in tokens(row)] for _, row in rows_of(text)]
    known = size_of(len(rows) ** 2) is not None if layout is None else layout.size == len(rows)
    if not known or any(len(row) != len(rows) for row in rows):
        return False
    return any(c == _NONE or (len(c) > 1 and not is_number(c, len(rows))) for row in rows for c in row)


def read(text: str, layout: Layout | None = None) -> Grid:
    """Return the grid of a text that shows candidates. A cell with one candidate counts as filled.

    Raises:
        InputError: The wrong number of rows or cells, a digit twice in a cell, a foreign symbol.
    """
    rows = rows_of_square(text, layout)
    chosen = layout or Layout.standard(len(rows))
    digits, masks = bytearray(), []
    for number, row, size in rows:
        cells = tokens(row)
        if len(cells) != size:
            raise uneven(number, row, len(cells), size)
        for cell, column in cells:
            digit, mask = _cell(cell, chosen, number, column)
            digits.append(digit)
            masks.append(mask)
    return Grid(chosen, bytes(digits), tuple(masks))


_NINE = Layout.standard(9)
_FEWEST_MARKS = 81


def marks_of(cells: Sequence[str], layout: Layout | None = None) -> Grid | None:
    """Return the candidates of 9x9 that 729 characters show; None if the characters are something else.

    A cell is nine adjacent characters, or a block of 3x3 characters in 27 rows of 27. Each candidate stands at its own
    place in the cell, and blanks stand at the other places. If the characters have letters or fewer than 81 digits,
    they may be a board of 27x27.

    Raises:
        Refusal: The characters look like candidates (at least 81 digits from 1 to 9, and blanks), but a digit stands at
            a wrong place.
    """
    if len(cells) != 729 or (layout is not None and layout.size != 9):
        return None
    shown = [(i, int(c)) for i, c in enumerate(cells) if c in _NINE.symbols]
    if len(shown) < _FEWEST_MARKS or len(shown) + sum(c in BLANKS for c in cells) < 729:
        return None
    for place in (_in_line, _in_blocks):
        masks = [0] * 81
        for i, digit in shown:
            cell, at = place(i)
            if at != digit:
                break
            masks[cell] |= 1 << digit - 1
        else:
            chosen = layout or _NINE
            return Grid(
                chosen, bytes(m.bit_length() if m.bit_count() == 1 else 0 for m in masks), tuple(masks)
            )
    raise Refusal(words.MARKS_OF_9X9)


def _in_line(i: int) -> tuple[int, int]:
    """Return the cell and the digit of the i-th of 729 characters: nine adjacent characters for each cell."""
    return i // 9, i % 9 + 1


def _in_blocks(i: int) -> tuple[int, int]:
    """Return the cell and the digit of the i-th of 729 characters: 27 rows of 27, a block of 3x3 for each cell."""
    row, column = divmod(i, 27)
    return row // 3 * 9 + column // 3, row % 3 * 3 + column % 3 + 1


def _cell(cell: str, layout: Layout, number: int, column: int) -> tuple[int, int]:
    """Return the digit of a cell (0 unless the cell shows exactly one) and the mask of its candidates.

    In SudoCue's .sdx files `u5` is a 5 that a player placed (http://www.sudocue.net/fileformats.php).
    """
    if cell == _NONE:
        return 0, 0
    if _BY_PLAYER.fullmatch(cell) and layout.size == 9:
        cell = cell[1:]
    digits = [digit_of(symbol, layout, Place("", number, column + i)) for i, symbol in enumerate(cell)]
    if digits == [0]:
        return 0, layout.full_mask
    if len(set(digits)) != len(digits) or 0 in digits:
        place = Place("", number, column)
        raise InputError(words.CELL_CANDIDATES.format(cell=cell), place)
    return digits[0] if len(digits) == 1 else 0, sum(1 << digit - 1 for digit in digits)


def write(content: Grid) -> str:
    """Return the candidates of each cell as text, ∅ for none. Raises UsageError for a grid without candidates."""
    if content.candidates is None:
        raise UsageError(words.NO_CANDIDATES)
    layout = content.layout
    cells = ["".join(s for d, s in enumerate(layout.symbols) if mask >> d & 1) for mask in content.candidates]
    return draw_table([c or _NONE for c in cells], layout, BOX_DRAWING)
