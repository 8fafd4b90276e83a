"""Read the constraints of a variant off a full grid: cages with their totals, thermometers, clues of sandwiches.

To make `generate` draw a variant, write one row of `_ROWS`. Its places (tuples of cells) come in random order, and its
fields follow from the digits there. A constraint that does not hold in the grid is dropped, so a row need not repeat
the definition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from typing import Any, TypeVar

from sudokubench.constraints import VARIANTS, VariantRule
from sudokubench.constraints.variants import moved, sides
from sudokubench.errors import UsageError
from sudokubench.generation.draws import Draws
from sudokubench.layout import Layout

T = TypeVar("T")
Cells = tuple[int, ...]
Fits = Callable[[Cells], bool]
"""A function that tests whether a constraint of the variant on these cells holds in the grid."""


@dataclass(frozen=True, slots=True)
class FullGrid:
    """A full grid to read constraints off: its layout, its digits, and the random draws that choose the constraints."""

    layout: Layout
    digits: bytes
    draws: Draws

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Return things in random order."""
        return sorted(things, key=lambda _: self.draws.share())


Places = Callable[[FullGrid, Fits], Iterable[Cells]]
"""A function that returns places for constraints, in random order."""
Fields = Callable[[Cells, Sequence[int], int], dict[str, Any]]
"""A function that takes cells, their digits and the size of the board, and returns the fields of a constraint."""


# -- places ----------------------------------------------------------------------------------------------------------


def _singles(grid: FullGrid, fits: Fits) -> Iterable[Cells]:
    return grid.shuffled((cell,) for cell in range(grid.layout.cell_count))


def _pairs(grid: FullGrid, fits: Fits) -> Iterable[Cells]:
    return grid.shuffled(pair[::way] for pair in sides(grid.layout) for way in (1, -1))


def _squares(grid: FullGrid, fits: Fits) -> Iterable[Cells]:
    n = grid.layout.size
    for corner, other in grid.shuffled(moved(grid.layout, [(1, 1)])):
        yield tuple(grid.shuffled((corner, corner + 1, corner + n, other)))


def _lines_of_board(*ways: int) -> Places:
    """Return a function that gives all rows and columns, from the first cell (way 1) or from the last cell (way -1)."""
    return lambda grid, fits: grid.shuffled(
        line.cells[::way] for line in (*grid.layout.rows, *grid.layout.columns) for way in ways
    )


def _diagonals(grid: FullGrid, fits: Fits) -> Iterable[Cells]:
    """Return the diagonals of two or more cells in both directions, each from its top cell down."""
    n = grid.layout.size
    return grid.shuffled(
        tuple(n * row + column for row in range(n) if 0 <= (column := start + way * row) < n)
        for way in (1, -1)
        for start in (range(2 - n, n - 1) if way > 0 else range(1, 2 * n - 2))
    )


def _twins(grid: FullGrid, fits: Fits) -> Iterable[Cells]:
    """Yield disjoint groups of four cells: two neighbours, then two others in this direction with the same digits."""
    alike = defaultdict[tuple[int, int, int], list[tuple[int, int]]](list)
    for one, other in sides(grid.layout):
        alike[grid.digits[one], grid.digits[other], other - one].append((one, other))
    free = {*range(grid.layout.cell_count)}
    for cells in grid.shuffled(one + other for group in alike.values() for one, other in pairwise(group)):
        if free.issuperset(cells):
            free -= {*cells}
            yield cells


def _grown(least: int, most: int, *, cage: bool = False) -> Places:
    """Return a function that gives lines or, with `cage`, cages, of `least` to `most` cells (at most the size).

    Places do not overlap. A line grows at its end in all eight directions, a cage at the sides of its cells. Each step
    prefers a cell with which the constraint holds. The place is the longest on which the constraint held.
    """
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    if not cage:
        steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)]

    def places(grid: FullGrid, fits: Fits) -> Iterator[Cells]:
        size, near = grid.layout.size, defaultdict[int, set[int]](set)
        for one, other in moved(grid.layout, steps):
            near[one].add(other)
        free = {*range(grid.layout.cell_count)}
        for start in grid.shuffled(sorted(free)):
            wanted = min(least + int(grid.draws.below(most - least + 1, 1)[0]), size)
            path: Cells = (start,)
            best: Cells = ()
            while start in free and len(path) < wanted:
                ends = path if cage else path[-1:]
                around = set[int]().union(*(near[cell] for cell in ends)) & free - {*path}
                onward = [(*path, cell) for cell in grid.shuffled(sorted(around))]
                if not onward:
                    break
                good = next(filter(fits, onward), None)
                path, best = good or onward[0], good or best
            if best and len(best) >= min(least, size):
                free -= {*best}
                yield best

    return places


# -- the table -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _ReadingRow:
    """How constraints of one variant are read: at most `most` constraints for each row of the board."""

    places: Places
    fields: Fields
    most: float = 99


def _only_cells(cells: Cells, held: Sequence[int], size: int) -> dict[str, Any]:
    return {"cells": cells}


def _with(field: str, value: Callable[[Sequence[int], int], object]) -> Fields:
    """Return a function that gives two fields: the cells, and `field`, the value for their digits and the size."""
    return lambda cells, held, size: {"cells": cells, field: value(held, size)}


def _between_crusts(held: Sequence[int], size: int) -> int:
    first, last = sorted((held.index(1), held.index(size)))
    return sum(held[first + 1 : last])


_WITH_TOTAL = _with("total", lambda held, n: sum(held))

_ROWS: dict[str, _ReadingRow] = {
    **dict.fromkeys(("even", "odd", "low", "high", "minimum", "maximum", "row-indexer", "column-indexer"),
        _ReadingRow(_singles, _only_cells, 2)),
    "killer": _ReadingRow(_grown(2, 5, cage=True), _WITH_TOTAL),
    "sum": _ReadingRow(_grown(2, 5, cage=True), _WITH_TOTAL),
    "extra-region": _ReadingRow(_grown(36, 36, cage=True), _only_cells, 1 / 3),
    "quadruple": _ReadingRow(_squares, _with("digits", lambda held, n: held[:2]), 1),
    "difference": _ReadingRow(_pairs, _with("value", lambda held, n: 1)),
    "ratio": _ReadingRow(_pairs, _with("value", lambda held, n: 2)),
    "pair-sum": _ReadingRow(_pairs, _with("total", lambda held, n: sum(held) if sum(held) in (5, 10) else None)),
    "greater-than": _ReadingRow(_pairs, _only_cells, 3),
    "clone": _ReadingRow(_twins, lambda cells, held, n: {"cells": cells[:2], "copy": cells[2:]}, 1),
    **dict.fromkeys(("thermometer", "slow-thermometer", "palindrome", "nabner", "entropic-line", "modular-line"),
        _ReadingRow(_grown(3, 7), _only_cells, 1)),
    **dict.fromkeys(("renban", "between-line", "region-sum-line", "zipper-line", "double-arrow"),
        _ReadingRow(_grown(3, 6), _only_cells, 1)),
    "arrow": _ReadingRow(_grown(3, 5), lambda cells, held, n: {"circle": cells[:1], "cells": cells[1:]}, 1),
    "whisper": _ReadingRow(_grown(3, 7), _with("value", lambda held, n: (n + 1) // 2), 1),
    "lockout-line": _ReadingRow(_grown(3, 6), _with("value", lambda held, n: (n - 1) // 2), 1),
    "little-killer": _ReadingRow(_diagonals, _WITH_TOTAL, 1),
    "sandwich": _ReadingRow(_lines_of_board(1), _with("total", _between_crusts)),
    "x-sum": _ReadingRow(_lines_of_board(1, -1), _with("total", lambda held, n: sum(held[: held[0]])), 2),
    "skyscraper": _ReadingRow(_lines_of_board(1, -1), _with("total", lambda held, n: len({*accumulate(held, max)})), 2),
    "numbered-room": _ReadingRow(_lines_of_board(1, -1), _with("digit", lambda held, n: held[held[0] - 1]), 2),
}  # fmt: skip

_MARKED = {
    "no-other-dots": ("difference", "ratio"), "no-other-white-dots": ("difference",),
    "no-other-black-dots": ("ratio",), "no-other-xv": ("pair-sum",),
}  # fmt: skip
"""For each rule about all pairs without a mark, the variants of its marks."""
_OTHER_NAMES = {"kropki": "no-other-dots", "xv": "no-other-xv"}

DRAWN = (*_OTHER_NAMES, *(kind for kind in VARIANTS if kind in {*_ROWS, *_MARKED} or VARIANTS[kind].named))
"""Names of the variants that can be read off a grid. The others need values that only an author can choose."""


def kind_of(name: str) -> str:
    """Return the variant that a name of `DRAWN` stands for."""
    return _OTHER_NAMES.get(name, name)


def can_lose(kind: str) -> bool:
    """Return whether a puzzle of a variant may lose some of its constraints and still be such a puzzle."""
    return kind in _ROWS


def read_off(kind: str, grid: FullGrid) -> tuple[VariantRule, ...]:
    """Return constraints of a variant (a name from `kind_of`) that hold in a full grid.

    A rule about all pairs without a mark comes with every mark. A rule of the whole board is returned without a check:
    the caller draws a grid that keeps it.
    """
    if VARIANTS[kind].named:
        return (VARIANTS[kind](),)
    if kind not in _MARKED:
        return tuple(_read(kind, grid))
    marks = grid.shuffled(one for name in _MARKED[kind] for one in _read(name, grid))
    by_pair = {one.fields["cells"]: one for one in marks}  # 1 beside 2 fits two dots: keep one
    return (VARIANTS[kind](pairs=[*by_pair]), *by_pair.values())


def _read(kind: str, grid: FullGrid) -> Iterator[VariantRule]:
    row = _ROWS[kind]

    def rule(cells: Cells) -> VariantRule | None:
        held = [grid.digits[cell] for cell in cells]
        try:
            found = VARIANTS[kind](**row.fields(cells, held, grid.layout.size))
        except UsageError:
            return None
        fails = found.refuse(grid.layout) or found.fault(grid.layout, grid.digits)
        return None if fails else found

    places = row.places(grid, lambda cells: rule(cells) is not None)
    found = filter(None, map(rule, places))
    return islice(found, max(1, round(row.most * grid.layout.size)))
