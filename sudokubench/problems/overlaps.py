"""Samurai and other overlapping grids: several grids of one layout on a common lattice, as one exact cover.

A cell that lies in several grids is one cell, so it holds one digit. A name states the grids and the clues:
`overlap:samurai:53..7....` has a sign for each cell, row by row across all grids. `overlap:4x4:R1C1+R3C3:` states the
layout (9x9 if left out) and the upper left cell of each grid; without clues, all full grids are solutions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from sudokubench.errors import UsageError, suggestion
from sudokubench.formats.not_a_board import SHAPES
from sudokubench.layout import Layout, cells_named
from sudokubench.problem import ExactCover
from sudokubench.problems import words
from sudokubench.words import listed, untranslated

Cell = tuple[int, int]
"""Row and column, from 0."""

KIND = "overlap"
"""The part of the names before the first colon."""
_MOST_ENTRIES = 300_000
"""Largest number of pairs (option, house) in all grids: a 9x9 has 2,187, so 137 of them are allowed."""
_GRIDS = re.compile(
    r"(?:([0-9]+x[0-9]+[^:\n]*(?::[0-9]+[^:\n]*)?):)?(R[0-9]{1,3}C[0-9]{1,3}(?:\+R[0-9]{1,3}C[0-9]{1,3})*|[a-z]+)"
)


@dataclass(frozen=True, slots=True)
class Overlap:
    """An arrangement of several grids of one layout; each grid shares cells with another.

    Attributes:
        layout: The layout of each grid; it has a name, and its houses hold every digit.
        corners: The upper left cell of each grid, in reading order; the smallest row and the smallest column are 0.
        cells: All cells, in reading order.
        houses: The houses of all grids by name, as indices into `cells`; a house that two grids share occurs once.
            `G2B1` is the first box of the second grid.

    Raises:
        UsageError: There are fewer than two grids, two grids at one place, grids that do not meet, or too many.
    """

    layout: Layout
    corners: tuple[Cell, ...]
    cells: tuple[Cell, ...] = field(init=False, compare=False)
    houses: Mapping[str, tuple[int, ...]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        first_row, first_column = (min(corner[axis] for corner in self.corners) for axis in (0, 1))
        corners = tuple(sorted((row - first_row, column - first_column) for row, column in self.corners))
        self._check(corners)
        grids = [self._cells_of(corner) for corner in corners]
        cells = tuple(sorted({cell for grid in grids for cell in grid}))
        number = {cell: k for k, cell in enumerate(cells)}
        houses: dict[frozenset[int], str] = {}
        for g, grid in enumerate(grids, 1):
            for house in self.layout.houses:
                houses.setdefault(frozenset(number[grid[cell]] for cell in house.cells), f"G{g}{house.name}")
        put = object.__setattr__
        put(self, "corners", corners)
        put(self, "cells", cells)
        put(self, "houses", {name: tuple(sorted(house)) for house, name in houses.items()})

    def _check(self, corners: tuple[Cell, ...]) -> None:
        n = self.layout.size
        most = _MOST_ENTRIES // (len(self.layout.houses) * n * n)
        if len(corners) > most:
            raise UsageError(words.TOO_MANY_GRIDS.format(layout=self.layout, count=len(corners), most=most))
        if len(set(corners)) < max(2, len(corners)):
            raise UsageError(words.GRIDS_AT_ONE_PLACE.format(grids=_places(corners)))
        met, left = [corners[0]], set(corners[1:])
        for row, column in met:
            near = {(r, c) for r, c in left if abs(r - row) < n and abs(c - column) < n}
            met += near
            left -= near
        if left:
            raise UsageError(
                words.GRIDS_APART.format(grids=_places(sorted(left)), others=_places(sorted(met)), n=n)
            )

    def _cells_of(self, corner: Cell) -> list[Cell]:
        n = self.layout.size
        return [(corner[0] + cell // n, corner[1] + cell % n) for cell in range(n * n)]

    @property
    def name(self) -> str:
        """The name of the arrangement, which `arrangement` reads."""
        shapes = {corners: shape for shape, corners in SHAPES.items()} if self.layout.size == 9 else {}
        layout = "" if self.layout == Layout.standard(9) else f"{self.layout}:"
        return f"{KIND}:{layout}{shapes.get(self.corners) or _places(self.corners)}"

    @property
    def height(self) -> int:
        """Number of rows of the lattice."""
        return self.cells[-1][0] + 1

    @property
    def width(self) -> int:
        """Number of columns of the lattice."""
        return max(column for _, column in self.cells) + 1

    def grids(self) -> Iterable[list[int]]:
        """Yield the cells of each grid, row by row, as indices into `cells`."""
        number = {cell: k for k, cell in enumerate(self.cells)}
        for corner in self.corners:
            yield [number[cell] for cell in self._cells_of(corner)]

    def boxes(self) -> dict[Cell, int]:
        """Return a number for each cell; cells of the same boxes in all grids have the same number."""
        of: dict[int, list[str]] = {}
        for name, house in self.houses.items():
            for cell in house if "B" in name else ():
                of.setdefault(cell, []).append(name)
        known: dict[tuple[str, ...], int] = {}
        return {cell: known.setdefault(tuple(of[k]), len(known)) for k, cell in enumerate(self.cells)}

    def __str__(self) -> str:
        return self.name


def _places(corners: Iterable[Cell]) -> str:
    return "+".join(f"R{row + 1}C{column + 1}" for row, column in corners)


@lru_cache(maxsize=64)
def arrangement(name: str) -> Overlap:
    """Return the arrangement of a name: `samurai`, `overlap:samurai`, `overlap:R1C1+R7C7`, `overlap:4x4:R1C1+R3C3`.

    Raises:
        UsageError: The name has another form, or its layout or its grids are not possible.
    """
    match = _GRIDS.fullmatch(name.removeprefix(f"{KIND}:"))
    if match is None or (match[2][0] != "R" and match[2] not in SHAPES):
        close = suggestion(match[2] if match else "", SHAPES)
        raise UsageError(
            words.UNKNOWN_GRIDS.format(name=name[:60], shapes=listed(map(untranslated, SHAPES)), close=close)
        )
    layout = Layout.named(match[1] or "9x9")
    if match[2] not in SHAPES:
        return Overlap(layout, tuple(cells_named(match[2].split("+"))))
    if layout.size != 9:
        raise UsageError(words.SHAPE_OF_NINE.format(shape=match[2], layout=layout))
    return Overlap(layout, SHAPES[match[2]])


def is_arrangement(name: str) -> bool:
    """Return whether a text is a name of `SHAPES` or begins with `overlap:`. `arrangement` may still refuse it."""
    return name in SHAPES or name.startswith(f"{KIND}:")


def parts_of_name(name: str) -> tuple[Overlap, str]:
    """Return the arrangement of a puzzle's name, and the text of its clues. Errors: see `arrangement`."""
    head, _, rest = name.lstrip().partition("\n")
    match = re.match(rf"({KIND}:{_GRIDS.pattern})\s*(?::|$)", head)
    if match is None:
        return arrangement(head.rstrip(": ")), rest
    return arrangement(match[1]), head[match.end() :] + "\n" + rest


def puzzle(overlap: Overlap, clues: str) -> ExactCover:
    """Return a puzzle as an exact cover: a cell with a clue has one option, every other cell one for each digit.

    Args:
        clues: A sign for each cell, `.` for a blank.
    """
    n, symbols, (items, held) = overlap.layout.size, overlap.layout.symbols, _items(overlap)
    kept = [
        cell * n + digit
        for cell, clue in enumerate(clues)
        for digit in (range(n) if clue == "." else (symbols.index(clue),))
    ]
    return ExactCover(
        f"{overlap.name}:{clues if set(clues) > {'.'} else ''}",
        items,
        len(items),
        tuple(held[option] for option in kept),
        tuple(f"R{r + 1}C{c + 1}={symbols[o % n]}" for o in kept for r, c in (overlap.cells[o // n],)),
        signs="".join(symbols[option % n] for option in kept),
    )


def overlap_of(cover: ExactCover) -> Overlap | None:
    """Return the arrangement of a cover that `puzzle` made; None for any other cover."""
    return parts_of_name(cover.name)[0] if cover.signs else None


def clues_of(cover: ExactCover) -> str:
    """Return the clues of a cover that `puzzle` made: a sign for each cell, `.` for a blank."""
    cells = cover.options_of[: len(parts_of_name(cover.name)[0].cells)]
    return "".join(cover.signs[options[0]] if len(options) == 1 else "." for options in cells)


def lattice(overlap: Overlap, held: Mapping[Cell, str]) -> str:
    """Return the rows of the lattice: what `held` has for each place, else a space. No row ends with spaces."""
    rows = (
        [held.get((row, column), " ") for column in range(overlap.width)] for row in range(overlap.height)
    )
    return "\n".join("".join(row).rstrip() for row in rows)


@lru_cache(maxsize=8)
def _items(overlap: Overlap) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """Return the items, all of them primary, and for each cell and digit the items of that option."""
    n, cells = overlap.layout.size, overlap.cells
    items = [f"R{row + 1}C{column + 1}" for row, column in cells]
    held: list[list[int]] = [[cell] for cell in range(len(cells)) for _ in range(n)]
    for name, house in overlap.houses.items():
        for digit, symbol in enumerate(overlap.layout.symbols):
            for cell in house:
                held[cell * n + digit].append(len(items))
            items.append(f"{name}#{symbol}")
    return tuple(items), tuple(map(tuple, held))
