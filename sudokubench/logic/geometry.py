"""The facts about a layout that rules need, as bitboards: bit `cell` of an int stands for a cell.

Python's integers can have any width, so one representation serves boards of every size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, reduce
from operator import or_

from sudokubench.constraints import STATEMENTS, Constraint
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.logic.words import NOT_BY_LOGIC
from sudokubench.problem import BoardProblem, constraints_of, layout_of, not_understood


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
    """Return the bitboard of these cells, which must differ from each other."""
    return sum(1 << cell for cell in cells)


def union(boards: Iterable[int]) -> int:
    """Return the union of bitboards or masks."""
    return reduce(or_, boards, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Geometry:
    """The bitboards of a layout; `geometry_of` makes them once.

    Attributes:
        problem: The layout, perhaps with constraints.
        size: Number of digits.
        houses: Bitboard of each house, in the order of `layout.houses`.
        whole: Indices of the houses that hold every digit. In other houses a digit may be missing.
        whole_boards: Pairs (index, bitboard) of the houses in `whole`.
        whole_boxes, whole_lines: The same pairs for the boxes, and for all other houses.
        rows, columns, boxes: Indices of the houses of each kind.
        houses_of: For each cell the indices of its houses.
        peers: For each cell the bitboard of its peers, without the cell itself.
        crossings_of: For each whole house the pairs (other house, common cells) with two or more common cells.
    """

    problem: BoardProblem
    layout: Layout
    constraints: tuple[Constraint, ...]
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
        """Return the cells outside a bitboard that see all its cells."""
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

    @property
    def exact_items(self) -> list[int]:
        """The items that have exactly one true option: the cells, then the digits in whole houses."""
        places = (self.item_of_place(house, d + 1) for house in self.whole for d in range(self.size))
        return [*range(self.cell_count), *places]

    @property
    def item_count(self) -> int:
        """Number of items: cells, digits in houses, constraints, in this order."""
        return self.item_of_constraint(len(self.constraints))

    def item_of_constraint(self, number: int) -> int:
        """Return the item "this constraint holds, and each of its cells holds a digit"."""
        return self.cell_count + self.size * len(self.houses) + number

    def cells_of_constraint(self, number: int) -> tuple[int, ...]:
        """Return the cells of a constraint, ascending."""
        statements = self.constraints[number].statements(self.layout)
        return tuple(sorted({cell for one in statements for cell in one.cells}))

    def constraint_of(self, item: int) -> int | None:
        """Return the number of the constraint that an item stands for; None for another item."""
        number = item - self.item_of_constraint(0)
        return number if number >= 0 else None

    def options_of(self, item: int) -> list[int]:
        """Return the options of an item; [] for a constraint, because steps cite its cells as items of their own."""
        n = self.size
        if self.constraint_of(item) is not None:
            return []
        if item < self.cell_count:
            return [n * item + d for d in range(n)]
        house, d = divmod(item - self.cell_count, n)
        return [n * cell + d for cell in bits_of(self.houses[house])]

    def options_about(self, item: int) -> list[int]:
        """Return the options of an item; for a constraint, return the options of its cells."""
        if (number := self.constraint_of(item)) is None:
            return self.options_of(item)
        return [option for cell in self.cells_of_constraint(number) for option in self.options_of(cell)]

    def item_name(self, item: int) -> str:
        """Return the name of an item: `R1C2`, `B3#5` or the name of a constraint."""
        if (number := self.constraint_of(item)) is not None:
            return self.constraints[number].describe(self.layout).en
        if item < self.cell_count:
            return self.layout.cell_name(item)
        house, d = divmod(item - self.cell_count, self.size)
        return f"{self.layout.houses[house].name}#{d + 1}"


@lru_cache(maxsize=64)
def geometry_of(problem: BoardProblem) -> Geometry:
    """Return the bitboards of a layout. Raise UsageError for a constraint that human logic does not understand."""
    if (reason := not_understood(problem, STATEMENTS)) is not None:
        raise UsageError(NOT_BY_LOGIC.format(reason=reason))
    layout = layout_of(problem)
    n = layout.size
    houses = tuple(board_of(house.cells) for house in layout.houses)
    counts = {HouseKind.ROW: n, HouseKind.COLUMN: n, HouseKind.BOX: n, HouseKind.EXTRA: len(layout.extra)}
    kinds = tuple(kind for kind, count in counts.items() for _ in range(count))
    whole = tuple(h for h, house in enumerate(layout.houses) if len(house.cells) == n)
    crossings_of = tuple(
        tuple((b, a & c) for b, c in enumerate(houses) if a != c and (a & c).bit_count() > 1)
        if a.bit_count() == n
        else ()
        for a in houses
    )
    return Geometry(
        problem=problem,
        layout=layout,
        constraints=constraints_of(problem),
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
