"""Tilings of rectangles as exact covers: each cell is an item. Some cells may be left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokubench.errors import UsageError
from sudokubench.problem import ExactCover, cover
from sudokubench.problems.words import LEFT_OUT, NOT_SIXTY

Shape = tuple[tuple[int, int], ...]
"""Cells (row, column), ascending; the smallest row and the smallest column are 0."""

L_TROMINO = ("X.", "XX")

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


def trominoes(rows: int, columns: int, missing: Sequence[int] = (), name: str = "tromino") -> ExactCover:
    """Return the tiling of the cells that are not missing by any number of L-trominoes.

    Raises:
        UsageError: A missing cell lies outside the rectangle or is named twice.
    """
    cells = _cells(rows, columns, missing, name)
    return cover(
        ((" ".join(placed), placed) for placed in _placements(L_TROMINO, cells)),
        name=name,
        primary=cells.values(),
    )


def pentominoes(rows: int, columns: int, missing: Sequence[int] = (), name: str = "pentomino") -> ExactCover:
    """Return the tiling of 60 cells by the twelve pentominoes, each once. Each piece is an item too.

    Raises:
        UsageError: There are not 60 cells, or a missing cell lies outside the rectangle or is named twice.
    """
    cells = _cells(rows, columns, missing, name)
    if len(cells) != 60:
        raise UsageError(NOT_SIXTY.format(name=name, cells=len(cells)))
    return cover(
        (
            (f"{piece}: {' '.join(placed)}", [piece, *placed])
            for piece, shape in PENTOMINOES.items()
            for placed in _placements(shape, cells)
        ),
        name=name,
    )


def _cells(rows: int, columns: int, missing: Sequence[int], name: str) -> dict[tuple[int, int], str]:
    """Return the name of each cell that is not missing."""
    if len(set(missing)) != len(missing) or not all(0 <= cell < rows * columns for cell in missing):
        raise UsageError(LEFT_OUT.format(name=name, last=rows * columns - 1))
    return {
        divmod(cell, columns): f"R{cell // columns + 1}C{cell % columns + 1}"
        for cell in range(rows * columns)
        if cell not in set(missing)
    }


def _placements(picture: Sequence[str], cells: dict[tuple[int, int], str]) -> Iterator[tuple[str, ...]]:
    """Return every way to lay a shape, turned and flipped, on the cells: the names of the covered cells, by rows."""
    for shape in _orientations(picture):
        first = shape[0][1]  # in row 0
        for row, column in cells:
            laid = [(row + r, column + c - first) for r, c in shape]
            if all(cell in cells for cell in laid):
                yield tuple(cells[cell] for cell in laid)


def _orientations(picture: Sequence[str]) -> list[Shape]:
    """Return the different turns and reflections of a shape, one to eight, in a fixed order."""
    shape = [(r, c) for r, line in enumerate(picture) for c, mark in enumerate(line) if mark == "X"]
    found: dict[Shape, None] = {}
    for _ in range(2):
        for _ in range(4):
            height = max(r for r, _ in shape)
            shape = [(c, height - r) for r, c in shape]
            found[tuple(sorted(shape))] = None
        shape = [(c, r) for r, c in shape]
    return list(found)
