"""One board in several lines, with or without rules between the boxes.

5 3 . | . 7 . | . . .
6 . . | 1 9 5 | . . .
"""

from __future__ import annotations

from sudokubench.errors import InputError, Place
from sudokubench.formats.cells import Grid, digit_of, is_rule, size_of, split_lines, standard_layout, wrong_size
from sudokubench.layout import MAX_SIZE, Layout

_BARS = str.maketrans("|│┃║:", "     ")


def read(text: str, layout: Layout | None = None) -> Grid:
    """The grid of a text with one line for each row.

    Cells stand together or parted by spaces; bars and lines of - + = or box-drawing characters are left out.
    Beyond 9x9, cells parted by spaces may be numbers. Lines of spaces for blanks must keep their full length.

    Raises:
        InputError: Rows of different lengths, a number of rows that is no size, a foreign symbol.
    """
    rows = [(number, row) for number, row in enumerate(split_lines(text), 1) if not is_rule(row)]
    if layout is None and size_of(len(rows) ** 2) is None:
        raise wrong_size(f"{len(rows)} rows with cells")
    size = layout.size if layout else len(rows)
    if len(rows) != size:
        raise InputError(f"{len(rows)} rows: {layout} has {size}")
    cells: list[tuple[str, Place]] = []
    for number, row in rows:
        cells += _row(row, number, size)
    chosen = layout or standard_layout(size, [cell for cell, _ in cells if len(cell) == 1])
    digits = bytes(
        digit_of(cell, chosen, place) if len(cell) == 1 else _number(cell, chosen, place) for cell, place in cells
    )
    return Grid(chosen, digits)


def cells_in_row(row: str) -> int | None:
    """How many cells a row of a grid of unknown size shows; None if it does not look like a row.

    Tokens of one length are taken apart (`53.|.7.|...`); tokens of different lengths are numbers or candidates.
    """
    tokens = row.translate(_BARS).split()
    if not tokens or len(tokens) > MAX_SIZE:
        return None
    together = len({len(token) for token in tokens}) == 1
    return len("".join(tokens)) if together else len(tokens)


def _row(row: str, number: int, size: int) -> list[tuple[str, Place]]:
    open_row = row.translate(_BARS)
    tokens = open_row.split()
    if len(tokens) == size:
        cells = tokens
    elif len("".join(tokens)) == size:
        cells = list("".join(tokens))
    elif len(row.rstrip("\r\n")) == size:
        cells = list(row)
    else:
        found = len("".join(tokens))
        raise InputError(f"a row with {found} cells: this grid has {size} rows, so {size} are needed", Place("", number))
    places, column = [], 0
    for cell in cells:
        column = row.find(cell, column) + 1
        places.append(Place("", number, column))
    return list(zip(cells, places, strict=True))


def _number(cell: str, layout: Layout, place: Place) -> int:
    if layout.size > 9 and cell.isascii() and cell.isdigit() and len(cell) <= 2 and int(cell) <= layout.size:
        return int(cell)
    raise InputError(f"{cell!r} is no cell of {layout}", place)


def write(content: Grid) -> str:
    """Digits parted by spaces, boxes parted by | - and + where they are equal rectangles."""
    return _draw(content, "|", "-", "+", frame=None)


def write_unicode(content: Grid) -> str:
    """The grid in a frame of box-drawing characters."""
    return _draw(content, "│", "─", "┼", frame=("┌┬┐", "├┼┤", "└┴┘"))


def _draw(content: Grid, bar: str, dash: str, cross: str, frame: tuple[str, str, str] | None) -> str:
    symbols = "." + content.layout.symbols
    return draw_table([symbols[d] for d in content.digits], content.layout, bar, dash, cross, frame)


def draw_table(
    cells: list[str], layout: Layout, bar: str, dash: str, cross: str, frame: tuple[str, str, str] | None
) -> str:
    """Cells of text, one for each cell of the layout, in columns, with rules between the boxes.

    `frame` has the left, inner and right corner of the top, the middle and the bottom rule; None draws no
    outer frame. Irregular boxes get no inner rules.
    """
    n = layout.size
    box_rows, box_columns = layout.box_shape or (n, n)
    width = [max(len(cells[r * n + c]) for r in range(n)) for c in range(n)]
    groups = range(0, n, box_columns)

    def rule(corners: str) -> str:
        left, inner, right = corners
        return left + inner.join(dash * (sum(width[g : g + box_columns]) + box_columns + 1) for g in groups) + right

    lines = []
    for r in range(n):
        parts = [
            " ".join(cells[r * n + c].ljust(width[c]) for c in range(g, min(g + box_columns, n))) for g in groups
        ]
        if frame:
            if r % box_rows == 0:
                lines.append(rule(frame[1] if r else frame[0]))
            lines.append(f"{bar} " + f" {bar} ".join(parts) + f" {bar}")
        else:
            if r and r % box_rows == 0:
                lines.append(cross.join(dash * (len(p) + 2) for p in parts)[1:-1])
            lines.append(f" {bar} ".join(parts).rstrip())
    return "\n".join([*lines, rule(frame[2])] if frame else lines)
