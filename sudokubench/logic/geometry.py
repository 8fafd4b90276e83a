"""The facts about a layout that rules need, as bitboards: bit `cell` of an int stands for a cell.

Python's integers can have any width, so one representation serves boards of every size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, reduce
from operator import or_

from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.words import HUMAN_LOGIC
from sudokubench.problem import refuse_constraints


class HouseKind(Enum):
    """The kinds of houses; a fish takes its base houses from some kinds and its cover houses from others."""

    ROW = "row"
    COLUMN = "column"
    BOX = "box"
    EXTRA = "extra"


@lru_cache(maxsize=1 << 17)
def bits_of(board: int) -> tuple[int, ...]:
    """Return the indices of the set bits, ascending.

    >>> bits_of(0b10110)
    (1, 2, 4)
    """
    found = []
    while board:
        low = board & -board
        found.append(low.bit_length() - 1)
        board ^= low
    return tuple(found)


def board_of(cells: Iterable[int]) -> int:
    """Return the bitboard of these cells."""
    return sum(1 << cell for cell in cells)


def union(boards: Iterable[int]) -> int:
    """Return the union of bitboards or masks."""
    return reduce(or_, boards, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """The bitboards of a layout; `geometry_of` makes them once.

    Attributes:
        layout: The layout.
        size: Number of digits.
        cell_count: Number of cells.
        all_cells: Bitboard of all cells.
        houses: Bitboard of each house, in the order of `layout.houses`.
        kinds: HouseKind of each house.
        whole: Indices of the houses that hold every digit. In other houses a digit may be missing.
        whole_boards: Pairs (index, bitboard) of the houses in `whole`.
        whole_boxes, whole_lines: The boxes in `whole_boards`, and the other houses in it.
        rows, columns, boxes: Indices of the houses of each kind.
        houses_of: For each cell the indices of its houses.
        peers: For each cell the bitboard of its peers, without the cell itself.
        crossings_of: For each whole house the pairs (other house, common cells) with two or more common cells.
    """

    layout: Layout
    size: int
    cell_count: int
    all_cells: int
    houses: tuple[int, ...]
    kinds: tuple[HouseKind, ...]
    whole: tuple[int, ...]
    whole_boards: tuple[tuple[int, int], ...]
    whole_boxes: tuple[tuple[int, int], ...]
    whole_lines: tuple[tuple[int, int], ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    boxes: tuple[int, ...]
    houses_of: tuple[tuple[int, ...], ...]
    peers: tuple[int, ...]
    crossings_of: tuple[tuple[tuple[int, int], ...], ...]

    def common_peers(self, cells: int) -> int:
        """Return the cells outside a bitboard that see every cell of it."""
        seen = self.all_cells
        peers = self.peers
        while cells and seen:
            low = cells & -cells
            seen &= peers[low.bit_length() - 1]
            cells ^= low
        return seen

    def item_of_place(self, house: int, digit: int) -> int:
        """Return the item "this whole house holds the digit" (1 to size)."""
        return self.cell_count + self.size * house + digit - 1

    def options_of(self, item: int) -> list[int]:
        """Return the options of an item."""
        n = self.size
        if item < self.cell_count:
            return [n * item + d for d in range(n)]
        house, d = divmod(item - self.cell_count, n)
        return [n * cell + d for cell in bits_of(self.houses[house])]

    def item_name(self, item: int) -> str:
        """Return the name of an item, `R1C2` or `B3#5`."""
        if item < self.cell_count:
            return self.layout.cell_name(item)
        house, d = divmod(item - self.cell_count, self.size)
        return f"{self.layout.houses[house].name}#{d + 1}"


@lru_cache(maxsize=64)
def geometry_of(layout: Layout) -> Geometry:
    """Return the bitboards of a layout; the result is cached."""
    n = layout.size
    houses = tuple(board_of(house.cells) for house in layout.houses)
    kinds = (
        (HouseKind.ROW,) * n
        + (HouseKind.COLUMN,) * n
        + (HouseKind.BOX,) * n
        + (HouseKind.EXTRA,) * len(layout.extra)
    )
    whole = tuple(h for h, house in enumerate(layout.houses) if len(house.cells) == n)
    crossings_of = tuple(
        tuple((b, a & other) for b, other in enumerate(houses) if a != other and (a & other).bit_count() > 1)
        if a.bit_count() == n
        else ()
        for a in houses
    )
    return Geometry(
        layout=layout,
        size=n,
        cell_count=n * n,
        all_cells=(1 << n * n) - 1,
        houses=houses,
        kinds=kinds,
        whole=whole,
        whole_boards=tuple((h, houses[h]) for h in whole),
        whole_boxes=tuple((h, houses[h]) for h in whole if kinds[h] is HouseKind.BOX),
        whole_lines=tuple((h, houses[h]) for h in whole if kinds[h] is not HouseKind.BOX),
        rows=tuple(range(n)),
        columns=tuple(range(n, 2 * n)),
        boxes=tuple(range(2 * n, 3 * n)),
        houses_of=layout.houses_of,
        peers=tuple(map(board_of, layout.peers)),
        crossings_of=crossings_of,
    )


def geometry_of_board(board: Board) -> Geometry:
    """Return the geometry of a board without constraints. Human logic gets the geometry of every board from here.

    Raises:
        UsageError: The board has constraints, which human logic does not know; the message names the first one.
    """
    refuse_constraints(board.problem, HUMAN_LOGIC)
    return geometry_of(board.layout)
