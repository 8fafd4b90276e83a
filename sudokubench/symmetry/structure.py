"""The group of any layout: the rearrangements of its cells that map houses to houses.

If the boxes are equal rectangles and there are no extra houses, the group is known: bands, stacks, and the rows and
columns of each can be rearranged freely. For other layouts a search finds it. It colours the cells, and refines the
colours until nothing changes: cells get different colours if they do not share the same houses with cells of the same
colours (Weisfeiler and Leman, 1968). If several cells have one colour, the search gives one of them a new colour, and
tries each of these cells as the image of that cell. It keeps one rearrangement for each image (a chain of stabilisers;
Sims, 1970). Each element of the group is, in exactly one way, a product of kept rearrangements: one for each such cell.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudokubench.errors import UsageError
from sudokubench.kernels.splitmix import scattered
from sudokubench.layout import Layout
from sudokubench.symmetry.words import TOO_LARGE, TOO_MANY_SYMMETRIES

LARGEST_SEARCHED = 16
"""Largest size of layouts with extra houses or irregular boxes whose group is searched."""
MOST_LISTED = 200_000
"""Largest number of rearrangements that `elements` lists."""

Colours = NDArray[np.uint64]


def is_regular(layout: Layout) -> bool:
    """Return whether all houses are rows, columns and equal rectangles."""
    return layout.box_shape is not None and not layout.extra


def band_and_stack(layout: Layout) -> tuple[int, int, bool]:
    """Return the rows in a band, the columns in a stack, and whether the layout, which is regular, may be transposed.

    If the boxes are rows or columns, all rows and all columns may be rearranged freely.
    """
    height, width = layout.box_shape or (0, 0)
    return (layout.size, 1, True) if 1 in {height, width} else (height, width, height == width)


def order(layout: Layout) -> int:
    """Return the number of rearrangements that map houses to houses. Relabellings of the digits are not counted.

    Raises:
        UsageError: The number is unknown, because the layout is too large for the search.

    >>> order(Layout.standard(9)), order(Layout.named("9x9-windoku")), order(Layout.named("9x9-diagonal"))
    (3359232, 128, 96)
    """
    if not is_regular(layout):
        return prod(map(len, transversals(layout)))
    n = layout.size
    height, width, turns = band_and_stack(layout)
    lines: int = prod(factorial(n // part) * factorial(part) ** (n // part) for part in (height, width))
    return lines * (2 if turns else 1)


@lru_cache(maxsize=32)
def transversals(layout: Layout) -> tuple[NDArray[np.int64], ...]:
    """Return lists of rearrangements, each list as an array (rearrangements, cells).

    A product of one factor from each list is an element of the group. Each element is one such product.

    Raises:
        UsageError: The layout is larger than `LARGEST_SEARCHED`.
    """
    if layout.size > LARGEST_SEARCHED:
        raise UsageError(TOO_LARGE.format(layout=layout, most=LARGEST_SEARCHED))
    cells = layout.cell_count
    houses = {frozenset(house.cells) for house in layout.houses}  # rows may also be boxes
    holds = np.zeros((len(houses), cells), np.int64)
    for row, house in zip(holds, houses, strict=True):
        row[list(house)] = 1
    weights = 1 + 1000 * holds.sum(axis=1)
    search = _StructureSearch(houses, (holds.T * weights @ holds).astype(np.uint64))
    colours = search.refined(np.zeros(cells, np.uint64))
    chain = []
    while (cell := _ambiguous(colours)) is not None:
        one = _marked(colours, cell)
        images = (search.image(one, _marked(colours, c)) for c in np.flatnonzero(colours == colours[cell]))
        chain.append(np.array([image for image in images if image is not None]))
        colours = search.refined(one)
    return tuple(chain)


@lru_cache(maxsize=4)
def elements(layout: Layout) -> NDArray[np.int64]:
    """Return all rearrangements of the cells that map houses to houses, int64 (order, cells).

    Raises:
        UsageError: There are more than `MOST_LISTED`, or the layout is too large for the search.
    """
    chain = transversals(layout)
    if (found := prod(map(len, chain))) > MOST_LISTED:
        count, most = f"{found:,}", f"{MOST_LISTED:,}"
        raise UsageError(TOO_MANY_SYMMETRIES.format(layout=layout, count=count, most=most))
    group = np.arange(layout.cell_count)[None]
    for images in reversed(chain):
        group = images[:, group].reshape(-1, layout.cell_count)
    return group


class _StructureSearch:
    def __init__(self, houses: set[frozenset[int]], shared: Colours) -> None:
        self._shared = shared  # (cells, cells): which houses two cells share, as a number
        self._houses = houses
        self._lists = [list(house) for house in houses]

    def refined(self, colours: Colours) -> Colours:
        """Refine colours: cells of one colour get different colours if they see different colours."""
        classes, before = len(np.unique(colours)), 0
        while classes != before:
            colours = mixed(colours + mixed(self._shared + colours).sum(axis=1, dtype=np.uint64))
            classes, before = len(np.unique(colours)), classes
        return colours

    def image(self, one: Colours, other: Colours) -> NDArray[np.int64] | None:
        """Return a rearrangement that maps cells of a colour in `one` to cells of this colour in `other`, or None."""
        one, other = self.refined(one), self.refined(other)
        here, there = np.argsort(one, kind="stable"), np.argsort(other, kind="stable")
        if (one[here] != other[there]).any():
            return None
        cell = _ambiguous(one)
        if cell is None:
            images = np.empty(len(one), np.int64)
            images[here] = there
            fits = all(frozenset(images[house].tolist()) in self._houses for house in self._lists)
            return images if fits else None
        for place in np.flatnonzero(other == one[cell]):
            found = self.image(_marked(one, cell), _marked(other, place))
            if found is not None:
                return found
        return None


def _ambiguous(colours: Colours) -> Any:
    """Return a cell of the smallest class with several cells, or None if all colours differ."""
    _, first, counts = np.unique(colours, return_index=True, return_counts=True)
    several = np.flatnonzero(counts > 1)
    return None if not several.size else first[several[counts[several].argmin()]]


def _marked(colours: Colours, cell: Any) -> Colours:
    marked = colours.copy()
    marked[cell] = mixed(marked[cell : cell + 1] + np.uint64(1))[0]
    return marked


mixed = scattered.function
"""A function that returns a pseudorandom number for each number of an array."""
