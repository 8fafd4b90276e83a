"""Tilings as exact covers: dominoes, trominoes and other polyominoes on rectangles and Aztec diamonds; dissections.

The functions return covers whose solutions are the tilings: each cell is an item, each placement of a piece an option.
Published counts are in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, product

from sudokubench.errors import UsageError
from sudokubench.problem import ExactCover, cover
from sudokubench.problems import words
from sudokubench.problems.family import NUMBER, Family

Shape = tuple[tuple[int, int], ...]
"""Cells (row, column), ascending; the smallest row and the smallest column are 0."""

PENTOMINOES = {
    "F": (".XX", "XX.", ".X."),
    "I": ("XXXXX",),
    "L": ("XXXX", "X..."),
    "N": ("XXX.", "..XX"),
    "P": ("XXX", "XX."),
    "T": ("XXX", ".X.", ".X."),
    "U": ("X.X", "XXX"),
    "V": ("XXX", "X..", "X.."),
    "W": ("XX.", ".XX", "..X"),
    "X": (".X.", "XXX", ".X."),
    "Y": ("XXXX", ".X.."),
    "Z": ("XX.", ".X.", ".XX"),
}
"""The twelve pentominoes, by the letters of Solomon W. Golomb, Polyominoes (1965)."""

_DOMINO, _L_TROMINO = ((0, 0), (0, 1)), ((0, 0), (1, 0), (1, 1))
_LARGEST_PIECE = 6


def copies(shape: Shape, name: str, rows: int, columns: int | None, missing: str | None) -> ExactCover:
    """Return the tilings of a rectangle, with some cells left out, by any number of copies of one piece."""
    return _tiling(name, {"": shape}, _rectangle(name, rows, columns, missing))


def aztec(name: str, order: int) -> ExactCover:
    """Return the domino tilings of the Aztec diamond, the cells whose centres have |x| + |y| <= order."""
    cells = [
        (row, column)
        for row, column in product(range(2 * order), repeat=2)
        if abs(2 * row + 1 - 2 * order) + abs(2 * column + 1 - 2 * order) <= 2 * order
    ]
    return _tiling(name, {"": _DOMINO}, cells)


def pentominoes(name: str, rows: int, columns: int | None, missing: str | None) -> ExactCover:
    """Return the tilings of 60 cells by the twelve pentominoes, each once. Each piece is an item, too."""
    cells = _rectangle(name, rows, columns, missing)
    if len(cells) != 60:
        raise UsageError(words.NOT_SIXTY.format(name=name, cells=len(cells)))
    pieces = {letter: _shape(picture) for letter, picture in PENTOMINOES.items()}
    return _tiling(name, pieces, cells, once=True)


def polyominoes(
    name: str,
    sizes: str,
    rows: int,
    columns: int | None,
    missing: str | None,
    once: str | None,
    kind: str | None,
) -> ExactCover:
    """Return the tilings by all polyominoes of some sizes. Each may be used any number of times, or exactly once.

    Args:
        sizes: Sizes with a comma between them: `1,2,3` are the monomino, the domino and the two trominoes.
        columns: Number of columns; None: as many as rows.
        missing: Cells that are left out, as `-0-63`.
        once: Whether each piece is used once.
        kind: `one-sided`: pieces are turned and not flipped, so mirror images are two pieces; `fixed`: not turned
            either, so each orientation is a piece.
    """
    asked = dict.fromkeys(map(int, str(sizes).split(",")))
    if not asked or min(asked) < 1 or max(asked) > _LARGEST_PIECE:
        raise UsageError(words.PIECE_SIZES.format(name=name, most=_LARGEST_PIECE))
    pieces, turns = {}, partial(_orientations, kind=kind)
    for size in asked:
        for number, shape in enumerate(grown(size, (0, 0), _neighbours, turns), 1):
            pieces[f"{size}.{number}"] = shape
    return _tiling(name, pieces, _rectangle(name, rows, columns, missing), once=bool(once), kind=kind)


def dissections(name: str, rows: int, columns: int | None) -> ExactCover:
    """Return the dissections of a rectangle into rectangles with whole sides (OEIS A116694)."""
    columns = columns or rows
    spans = {n: [(i, j) for i in range(n) for j in range(i + 1, n + 1)] for n in {rows, columns}}
    placed = (
        [f"R{row + 1}C{column + 1}" for row in range(*high) for column in range(*wide)]
        for high in spans[rows]
        for wide in spans[columns]
    )
    cells = (f"R{row + 1}C{column + 1}" for row in range(rows) for column in range(columns))
    return cover(((" ".join(laid), laid) for laid in placed), name=name, primary=cells)


def _tiling(
    name: str,
    pieces: dict[str, Shape],
    cells: Sequence[tuple[int, int]],
    *,
    once: bool = False,
    kind: str | None = None,
) -> ExactCover:
    """Return the tilings of some cells. With `once` each piece must be used once, so it is an item, too."""
    names = {(row, column): f"R{row + 1}C{column + 1}" for row, column in cells}
    options: dict[str, list[str]] = {}
    for piece, shape in pieces.items():
        for turned in _orientations(shape, kind):
            for placed in _placements(turned, names):
                if once:
                    options[f"{piece}: {' '.join(placed)}"] = [piece, *placed]
                else:
                    options[" ".join(placed)] = list(placed)
    first = [*chain.from_iterable(options.values()), *pieces] if once else []
    return cover(options.items(), name=name, primary=[*first, *names.values()])


def _rectangle(name: str, rows: int, columns: int | None, missing: str | None) -> list[tuple[int, int]]:
    """Return the cells of a rectangle. `missing`, such as `-0-63`, leaves out cells by number, row by row from 0."""
    columns = columns or rows
    out = [int(cell) for cell in (missing or "").split("-")[1:]]
    if len(set(out)) != len(out) or not all(0 <= cell < rows * columns for cell in out):
        raise UsageError(words.LEFT_OUT.format(name=name, last=rows * columns - 1))
    return [divmod(cell, columns) for cell in range(rows * columns) if cell not in set(out)]


def _placements(shape: Shape, cells: dict[tuple[int, int], str]) -> Iterator[tuple[str, ...]]:
    """Yield every way to lay a shape on the cells: the names of the covered cells, by rows."""
    first = shape[0][1]  # column of its first cell, which is in row 0
    for row, column in cells:
        laid = [(row + r, column + c - first) for r, c in shape]
        if all(cell in cells for cell in laid):
            yield tuple(cells[cell] for cell in laid)


def _shape(picture: Sequence[str]) -> Shape:
    return tuple((r, c) for r, line in enumerate(picture) for c, mark in enumerate(line) if mark == "X")


def _moved(shape: Iterable[tuple[int, int]]) -> Shape:
    cells = list(shape)
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


def _orientations(shape: Shape, kind: str | None = None) -> list[Shape]:
    """Return the different turns and reflections of a shape; `one-sided`: only turns; `fixed`: the shape itself."""
    found: dict[Shape, None] = {}
    for _ in range(1 if kind == "one-sided" else 2):
        for _ in range(4):
            shape = tuple((c, -r) for r, c in shape)
            found[_moved(shape)] = None
        shape = tuple((c, r) for r, c in shape)
    return [_moved(shape)] if kind == "fixed" else list(found)


def grown(
    size: int,
    first: tuple[int, int],
    neighbours: Callable[[int, int], Iterable[tuple[int, int]]],
    orientations: Callable[[Shape], Iterable[Shape]],
) -> list[Shape]:
    """Return the shapes of `size` connected cells, sorted. Shapes that are `orientations` of each other count once."""
    shapes: set[Shape] = {(first,)}
    for _ in range(size - 1):
        shapes = {
            min(orientations((*shape, cell)))
            for shape in shapes
            for each in shape
            for cell in neighbours(*each)
            if cell not in shape
        }
    return sorted(shapes)


def _neighbours(row: int, column: int) -> Sequence[tuple[int, int]]:
    return (row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)


_SIDES = rf"{NUMBER}(?:x{NUMBER})?"
_CELLS = rf"{_SIDES}((?:-[0-9]{{1,4}})*)"

FAMILIES = (
    Family("domino:RxC", words.DOMINOES, _CELLS, partial(copies, _DOMINO), 64, "domino:4x5"),
    Family("aztec:N", words.AZTEC, NUMBER, aztec, 32, "aztec:3"),
    Family("tromino:N", words.TROMINOES, _CELLS, partial(copies, _L_TROMINO), 64, "tromino:2x3"),
    Family("pentomino:RxC", words.PENTOMINOES, _CELLS, pentominoes, 64, "pentomino:3x20"),
    Family("polyomino:SIZES:RxC", words.POLYOMINOES,
        rf"([0-9]{{1,2}}(?:,[0-9]{{1,2}})*):{_CELLS}(:once)?(?::(one-sided|fixed))?",
        polyominoes, 64, "polyomino:1,2,3:3x4"),
    Family("rectangles:RxC", words.RECTANGLES, _SIDES, dissections, 24, "rectangles:3"),
)  # fmt: skip
