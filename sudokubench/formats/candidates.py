"""One board in several lines, each cell showing all its candidates: the form of pencil marks.

┌──────────────┬ ...
│ 5   3   124  │
"""

from __future__ import annotations

from collections.abc import Sequence

from sudokubench.errors import InputError, Place
from sudokubench.formats.cells import Grid, digit_of, is_rule, size_of, split_lines, wrong_size
from sudokubench.formats.grid import _BARS, draw_table
from sudokubench.layout import Layout


def looks_like(lines: Sequence[str]) -> bool:
    """Whether lines show several candidates in some cell. Only sizes up to 9: beyond, 12 may be a number."""
    rows = [row.translate(_BARS).split() for row in lines if not is_rule(row)]
    return 4 <= len(rows) <= 9 and all(len(row) == len(rows) for row in rows) and any(len(c) > 1 for r in rows for c in r)


def read(text: str, layout: Layout | None = None) -> Grid:
    """The grid of a text that shows candidates. A cell with one candidate counts as filled.

    Raises:
        InputError: The wrong number of rows or cells, a digit twice in a cell, a foreign symbol.
    """
    rows = [(i, row.translate(_BARS).split()) for i, row in enumerate(split_lines(text), 1) if not is_rule(row)]
    size = layout.size if layout else size_of(len(rows) ** 2)
    if size is None:
        raise wrong_size(f"{len(rows)} rows with cells")
    chosen = layout or Layout.standard(size)
    if len(rows) != size:
        raise InputError(f"{len(rows)} rows: {chosen} has {size}")
    digits, masks = bytearray(), []
    for number, row in rows:
        if len(row) != size:
            raise InputError(f"a row with {len(row)} cells: {chosen} has {size} in a row", Place("", number))
        for cell in row:
            place = Place("", number)
            found = [digit_of(symbol, chosen, place) for symbol in cell]
            if len(set(found)) != len(found) or (0 in found and len(found) > 1):
                raise InputError(f"a cell with the candidates {cell!r}: each digit can stand there once", place)
            digits.append(found[0] if len(found) == 1 else 0)
            masks.append(sum(1 << d - 1 for d in found) if found != [0] else chosen.full_mask)
    return Grid(chosen, bytes(digits), tuple(masks))


def write(content: Grid) -> str:
    """All candidates of each cell; a cell without any shows `-`.

    Raises:
        ValueError: The grid has no candidates.
    """
    if content.candidates is None:
        raise ValueError("this grid has no candidates to write")
    layout = content.layout
    cells = ["".join(s for d, s in enumerate(layout.symbols) if mask >> d & 1) for mask in content.candidates]
    return draw_table([c or "-" for c in cells], layout, "│", "─", "┼", ("┌┬┐", "├┼┤", "└┴┘"))
