"""Show solutions as text and as drawings: tilings with the borders of their pieces, queens on their squares."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape

from sudokubench.answer import Solution, in_line
from sudokubench.errors import InputError
from sudokubench.formats.svg import COLOURS
from sudokubench.layout import are_connected, cells_named, places
from sudokubench.problem import ExactCover
from sudokubench.problems.overlaps import Overlap, clues_of, lattice, overlap_of
from sudokubench.problems.words import FORM_OF_COVER, FORM_OF_OVERLAP

_VALUES = re.compile(r"R[0-9]+C[0-9]+[=#]\w+(?: R[0-9]+C[0-9]+[=#]\w+)*")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

_CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Box-drawing characters by the sum of 1 (a line goes up), 2 (down), 4 (left) and 8 (right)."""


def render(problem: ExactCover, solution: Solution, form: str = "unicode") -> str:
    r"""Return a picture of a solution; for a cover without a grid, the names of its options.

    Names such as R1C2 are cells. If options state the content of cells, such as R1C2=3 or R1C2#3, the picture shows it.
    If items are cells, options are pieces: they get borders, and a cell that no piece covers is shaded. If a piece has
    several parts, all pieces get letters instead. If only options name cells, the chosen cells are marked. Overlapping
    grids have borders between their boxes; in the form `grid` they are plain rows, which commands read again. Raises
    InputError for forms other than `unicode` and `grid`.

    >>> from sudokubench.problems import named
    >>> print(render(named("queens:4"), (1, 7, 8, 14)))
    . ♛ . .
    . . . ♛
    ♛ . . .
    . . ♛ .
    """
    if form not in {"unicode", "grid"}:
        raise InputError(FORM_OF_COVER.format(form=form))
    items, options = problem.items, problem.option_names
    if (overlap := overlap_of(problem)) is not None:
        return _of_grids(overlap, in_line(problem, solution), form)
    if all(map(_VALUES.fullmatch, options)) and options:
        every, held = _values(options), _values(options[option] for option in solution)
        return _signs(held, *_extent(every))
    if cells := cells_named(items):
        owner = {
            cell: i
            for i, o in enumerate(solution)
            for cell in cells_named(items[k] for k in problem.options[o])
        }
        pieces = ([cell for cell, i in owner.items() if i == piece] for piece in range(len(solution)))
        if all(map(are_connected, pieces)):
            return _bordered(owner, *_extent(cells))
        letters = [options[option].partition(": ") for option in solution]
        named = {cell: letters[i][0] if letters[i][1] else _LETTERS[i % 62] for cell, i in owner.items()}
        return _signs(named, *_extent(cells))
    if len(cells := cells_named(options)) == len(options) > 0:
        marked = cells_named(options[option] for option in solution)
        return _signs(dict.fromkeys(marked, "♛"), *_extent(cells))
    names = [options[option] for option in solution]
    return (", " if any(" " in name for name in names) else " ").join(names)


def clues_in_form(problem: ExactCover, form: str) -> str | None:
    """Return the clues of overlapping grids as `line`, `text`, `grid`, `unicode` or `svg`; None for another cover.

    Raises InputError for any other form.
    """
    if (overlap := overlap_of(problem)) is None:
        return None
    clues = clues_of(problem)
    if form == "svg":
        options = problem.options_of[: len(clues)]
        return svg(problem, tuple(found[0] for found in options if len(found) == 1)).rstrip("\n")
    if form in {"grid", "unicode"}:
        return f"{overlap}:\n{_of_grids(overlap, clues, form)}"
    if form in {"line", "text"}:
        return problem.name
    raise InputError(FORM_OF_OVERLAP.format(form=form))


def _of_grids(overlap: Overlap, line: str, form: str) -> str:
    held = dict(zip(overlap.cells, line, strict=True))
    return lattice(overlap, held) if form == "grid" else _bordered(overlap.boxes(), *_extent(held), held)


def _signs(held: Mapping[tuple[int, int], str], rows: int, columns: int) -> str:
    width = max(map(len, held.values()), default=1)
    lines = ([held.get((row, column), ".").rjust(width) for column in range(columns)] for row in range(rows))
    return "\n".join(map(" ".join, lines))


_SIDE, _EDGE = 34, 10
"""Width of a cell and of the margin of a drawing, in pixels."""
_LONGEST_NAME = 4
"""Largest number of letters of a name that fits into a cell."""
_CROWN = "M-9 9L-12 -6L-6 1L0 -10L6 1L12 -6L9 9Z"


def drawing(problem: ExactCover, shown: Iterable[int] | None = None) -> tuple[str, int, int]:
    """Return the cells of a problem, and the shown options (None: all), as parts of an SVG, with width and height.

    Option N has the id `pN` and the class `part`. If neither items nor options are cells, the items stand side by side;
    if a name is too long for its cell, the names stand below, turned by 90 degrees.
    """
    queens, of_items = places(problem.option_names), places(problem.items)
    if len(queens) < len(problem.options):
        queens = {}
    values = all(map(_VALUES.fullmatch, problem.option_names))
    of_values = dict(enumerate(_values(problem.option_names))) if values else {}
    strip = {} if queens or of_items or of_values else {item: (0, item) for item in range(len(problem.items))}
    at = of_values or queens or of_items or strip
    parts: list[str] = []
    coloured: dict[tuple[int, int], str] = {}
    for row, column in at.values():
        shade = " light" if strip else " dark" if queens and (row + column) % 2 else ""
        x, y = _EDGE + _SIDE * column, _EDGE + _SIDE * row
        parts.append(f'<rect class="cell{shade}" x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}"/>')
    for option in range(len(problem.options)) if shown is None else shown:
        items = problem.options[option]
        if of_values:
            clue = ""
            if problem.signs:
                clue = " clue" if len(problem.options_of[items[0]]) == 1 else " found"
            middle = _EDGE + _SIDE // 2
            shape = "".join(
                f'<text class="value{clue}" x="{middle + _SIDE * c}" y="{_EDGE + _SIDE * r + 22}">{held}</text>'
                for (r, c), held in _values([problem.option_names[option]]).items()
            )
        elif queens:
            row, column = queens[option]
            x, y = _EDGE + _SIDE * column + _SIDE // 2, _EDGE + _SIDE * row + _SIDE // 2
            shape = f'<path class="queen" transform="translate({x} {y})" d="{_CROWN}"/>'
        else:
            cells = [at[item] for item in items if item in at]
            near = (
                {(r + i, c + j) for r, c in cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
                if shown
                else ()
            )
            shape, colour = _piece(cells, {coloured[cell] for cell in near if cell in coloured})
            coloured |= dict.fromkeys(cells, colour)
        parts.append(f'<g id="p{option}" class="part">{shape}</g>')
    longest = max((len(problem.items[item]) for item in strip), default=0)
    below = 8 + 7 * longest if longest > _LONGEST_NAME else 0
    for item, (_, column) in strip.items():
        x, y, look = _EDGE + _SIDE * column + _SIDE // 2, _EDGE + 22, 'class="name"'
        if below:
            x, y = x - 4, _EDGE + _SIDE + 6
            look = f'class="head" transform="rotate(90 {x} {y})" style="text-anchor:start;font-size:11px"'
        parts.append(f'<text x="{x}" y="{y}" {look}>{escape(problem.items[item])}</text>')
    if (overlap := overlap_of(problem)) is not None:
        parts.append(_borders(overlap.boxes()))
    rows, columns = _extent(at.values()) if at else (0, 0)
    return "".join(parts), columns * _SIDE + 2 * _EDGE, rows * _SIDE + 2 * _EDGE + below


_STYLE = (
    ".cell{fill:#fff;stroke:#bbb}.cell.dark{fill:#eee}.piece{stroke:#222;stroke-width:0}.queen{fill:#222}"
    ".found{fill:#1559a6}.clue{font-weight:bold}"
    "text{font:20px sans-serif;text-anchor:middle}"
)


def svg(problem: ExactCover, solution: Solution) -> str:
    """Return a drawing of a solution as a document: pieces in colours, queens, or what each cell holds."""
    parts, width, height = drawing(problem, solution)
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}><style>{_STYLE}</style>{parts}</svg>\n'


def _borders(box_of: Mapping[tuple[int, int], int]) -> str:
    """Return the lines between cells of different boxes, and around all boxes, as a path."""
    lines = []
    for (row, column), box in box_of.items():
        x, y = _EDGE + _SIDE * column, _EDGE + _SIDE * row
        for i, j, line in (
            (-1, 0, f"M{x} {y}h{_SIDE}"),
            (1, 0, f"M{x} {y + _SIDE}h{_SIDE}"),
            (0, -1, f"M{x} {y}v{_SIDE}"),
            (0, 1, f"M{x + _SIDE} {y}v{_SIDE}"),
        ):
            other = box_of.get((row + i, column + j))
            if other is None or (other != box and i + j > 0):  # each line once
                lines.append(line)
    pen = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="square"'
    return f'<path {pen} d="{"".join(lines)}"/>'


def _piece(cells: Sequence[tuple[int, int]], used: Container[str] = ()) -> tuple[str, str]:
    """Return the squares of a piece, joined where they meet, and the first colour that is not in `used`."""
    path, side = [], _SIDE - 6
    first = 3 * cells[0][0] + cells[0][1]
    colours = [COLOURS[(first + i) % len(COLOURS)] for i in range(len(COLOURS))]
    colour = next((colour for colour in colours if colour not in used), colours[0])
    for row, column in sorted(cells):
        x, y = _EDGE + _SIDE * column + 3, _EDGE + _SIDE * row + 3
        right, below = (row, column + 1) in cells, (row + 1, column) in cells
        path.append(
            f"M{x} {y}h{side + 6 * right}v{side}h-{side + 6 * right}zM{x} {y}h{side}v{side + 6 * below}h-{side}z"
        )
        if right and below and (row + 1, column + 1) in cells:
            path.append(f"M{x + side} {y + side}h6v6h-6z")
    return f'<path class="piece" fill="{colour}" d="{"".join(path)}"/>', colour


def _values(names: Iterable[str]) -> dict[tuple[int, int], str]:
    """Return what each cell holds, by names like `R1C2=3 R1C4=3`, or like `R1C2#3`, as `encode` writes them."""
    parts = (re.split("[=#]", part) for name in names for part in name.split())
    return {cell: value for of, value in parts for cell in cells_named([of])}


def _extent(cells: Iterable[tuple[int, int]]) -> tuple[int, int]:
    rows, columns = zip(*cells, strict=True)
    return max(rows) + 1, max(columns) + 1


def _bordered(
    owner: Mapping[tuple[int, int], int],
    rows: int,
    columns: int,
    held: Mapping[tuple[int, int], str] | None = None,
) -> str:
    """Return a grid with lines where the pieces of two neighbours differ. The outside is piece -1.

    Cells that belong to no piece are shaded. If `held` gives the content of cells, cells without content lie outside.
    """

    def of(row: int, column: int) -> int:
        inside = 0 <= row < rows and 0 <= column < columns and (held is None or (row, column) in held)
        return owner.get((row, column), -2) if inside else -1

    lines = []
    for row in range(rows + 1):
        above, inside = [], []
        for column in range(columns + 1):
            upper_left, upper_right = of(row - 1, column - 1), of(row - 1, column)
            lower_left, lower_right = of(row, column - 1), of(row, column)
            corner = (
                (upper_left != upper_right)
                + 2 * (lower_left != lower_right)
                + 4 * (upper_left != lower_left)
                + 8 * (upper_right != lower_right)
            )
            above.append(_CORNERS[corner] + ("───" if upper_right != lower_right else "   "))
            content = f" {held[row, column]} " if held and (row, column) in held else "   "
            inside.append(
                ("│" if lower_left != lower_right else " ") + ("░░░" if lower_right == -2 else content)
            )
        lines += ["".join(above).rstrip(), "".join(inside).rstrip()]
    return "\n".join(lines[:-1])
