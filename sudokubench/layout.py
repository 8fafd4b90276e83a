"""Layout: the size, boxes, extra houses and symbols of a board. Everything here is 0-based unless printed.

Cell of row r and column c: size * r + c. Option "cell holds digit n" (n from 1): size * cell + n - 1; for 9x9
that is 81 r + 9 c + (n - 1). The mask of digit n is 1 << (n - 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from math import isqrt

from sudokubench.errors import UsageError

MIN_SIZE, MAX_SIZE = 2, 36

_SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "0"


@dataclass(frozen=True, slots=True)
class House:
    """A group of cells whose digits all differ. Rows, columns and boxes hold every digit once.

    An extra house may have fewer cells than the layout has digits; then it holds each digit at most once.
    """

    name: str
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """An immutable description of a kind of board; `Layout.standard(9)` is the usual one.

    Attributes:
        size: Number of rows, of columns, of boxes and of digits.
        boxes: The box of each cell, `size * size` numbers from 0 to size - 1, each used `size` times.
        symbols: One character for each digit, in order.
        extra: Further houses, such as diagonals; their names must differ from R1, C1, B1 ...
        name: How people call it.
    """

    size: int
    boxes: tuple[int, ...]
    symbols: str
    extra: tuple[House, ...] = ()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        n = self.size
        if not MIN_SIZE <= n <= MAX_SIZE:
            raise UsageError(f"a layout of size {n}: sizes from {MIN_SIZE} to {MAX_SIZE} are supported")
        if len(self.boxes) != n * n or any(self.boxes.count(b) != n for b in range(n)):
            raise UsageError(f"boxes must give each of the {n * n} cells one of {n} boxes, {n} cells to each box")
        if len(self.symbols) != n or len(set(self.symbols)) != n:
            raise UsageError(f"symbols {self.symbols!r}: {n} different characters are needed")
        names = [house.name for house in self.houses]
        if len(set(names)) != len(names):
            raise UsageError("two houses have the same name; rows, columns and boxes are R1, C1, B1 and so on")
        for house in self.extra:
            if len(set(house.cells)) != len(house.cells) or not all(0 <= c < n * n for c in house.cells):
                raise UsageError(f"house {house.name}: its cells must differ and lie from 0 to {n * n - 1}")
            if not 1 <= len(house.cells) <= n:
                raise UsageError(f"house {house.name} has {len(house.cells)} cells; 1 to {n} are possible")
        object.__setattr__(self, "_hash", hash((n, self.boxes, self.symbols, self.extra)))

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined, no-any-return]  # set once above: boards hash often

    @staticmethod
    @lru_cache
    def standard(size: int = 9, box_rows: int | None = None, symbols: str | None = None) -> Layout:
        """The layout with boxes of `box_rows` rows and `size / box_rows` columns.

        Without `box_rows` the boxes are as square as possible and not taller than wide: 2x2 for 4, 2x3 for 6,
        3x3 for 9, 3x4 for 12, 4x4 for 16. A prime size has rows as boxes, that is Latin squares.

        >>> Layout.standard(6).box_shape
        (2, 3)
        """
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise UsageError(f"a layout of size {size}: sizes from {MIN_SIZE} to {MAX_SIZE} are supported")
        rows = box_rows or next(h for h in range(isqrt(size), 0, -1) if size % h == 0)
        if rows < 1 or size % rows:
            raise UsageError(f"boxes of {rows} rows do not tile a grid of size {size}; take a divisor of {size}")
        columns = size // rows
        boxes = tuple(rows * (r // rows) + c // columns for r in range(size) for c in range(size))
        return Layout(size, boxes, symbols or default_symbols(size), name=f"{size}x{size}")

    @staticmethod
    @lru_cache
    def named(name: str) -> Layout:
        """A layout by name: `4x4` to `36x36`, `6x6:3` for boxes of 3 rows, `9x9-diagonal`, `9x9-windoku`."""
        kind, _, variant = name.partition("-")
        shape, _, box_rows = kind.partition(":")
        side, cross, other = shape.partition("x")
        numbers = [side, other, *([box_rows] if box_rows else [])]
        if not cross or not all(x.isascii() and x.isdigit() and len(x) < 3 for x in numbers) or side != other:
            raise UsageError(f"unknown layout {name!r}; write it like 9x9, 16x16, 6x6:3 or 9x9-diagonal")
        plain = Layout.standard(int(side), int(box_rows) if box_rows else None)
        if not variant:
            return plain
        n = plain.size
        if variant == "diagonal":
            extra = (
                House("D1", tuple(i * (n + 1) for i in range(n))),
                House("D2", tuple((i + 1) * (n - 1) for i in range(n))),
            )
        elif variant == "windoku" and n == 9:
            extra = tuple(
                House(f"W{k + 1}", tuple(9 * (r + i) + c + j for i in range(3) for j in range(3)))
                for k, (r, c) in enumerate([(1, 1), (1, 5), (5, 1), (5, 5)])
            )
        else:
            raise UsageError(f"unknown variant {variant!r} of {kind}; there are diagonal, and windoku for 9x9")
        return Layout(n, plain.boxes, plain.symbols, extra, name)

    @property
    def cell_count(self) -> int:
        """Number of cells, `size * size`."""
        return self.size * self.size

    @property
    def full_mask(self) -> int:
        """The mask of all digits."""
        return (1 << self.size) - 1

    @cached_property
    def rows(self) -> tuple[House, ...]:
        """R1, R2 ... from the top."""
        n = self.size
        return tuple(House(f"R{r + 1}", tuple(range(n * r, n * r + n))) for r in range(n))

    @cached_property
    def columns(self) -> tuple[House, ...]:
        """C1, C2 ... from the left."""
        n = self.size
        return tuple(House(f"C{c + 1}", tuple(range(c, n * n, n))) for c in range(n))

    @cached_property
    def box_houses(self) -> tuple[House, ...]:
        """B1, B2 ... by their numbers in `boxes`."""
        cells: list[list[int]] = [[] for _ in range(self.size)]
        for cell, box in enumerate(self.boxes):
            cells[box].append(cell)
        return tuple(House(f"B{b + 1}", tuple(group)) for b, group in enumerate(cells))

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """Rows, columns, boxes and extra houses, in this order."""
        return self.rows + self.columns + self.box_houses + self.extra

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the indices into `houses` of the houses that hold it."""
        return tuple(
            tuple(h for h, house in enumerate(self.houses) if cell in house.cells)
            for cell in range(self.cell_count)
        )

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the other cells that share a house with it, ascending."""
        return tuple(
            tuple(sorted(set(chain.from_iterable(self.houses[h].cells for h in of)) - {cell}))
            for cell, of in enumerate(self.houses_of)
        )

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """Rows and columns of a box where all boxes are equal rectangles in reading order, else None."""
        n = self.size
        rows = self.boxes[::n].count(0)
        if rows == 0 or n % rows:
            return None
        columns = n // rows
        regular = tuple(rows * (r // rows) + c // columns for r in range(n) for c in range(n))
        return (rows, columns) if regular == self.boxes else None

    def cell_name(self, cell: int) -> str:
        """`R1C2` for cell 1 of a 9x9."""
        return f"R{cell // self.size + 1}C{cell % self.size + 1}"

    def option_name(self, option: int) -> str:
        """`R1C2#3` for option 11 of a 9x9."""
        return f"{self.cell_name(option // self.size)}#{option % self.size + 1}"

    def option(self, cell: int, digit: int) -> int:
        """The id of "cell holds digit"."""
        return self.size * cell + digit - 1

    def digits(self, options: Iterable[int]) -> bytes:
        """The grid that these options fill: one byte a cell, 0 where none of them speaks.

        >>> Layout.standard(4).digits([0, 7])[:4]
        b'\\x01\\x04\\x00\\x00'
        """
        n = self.size
        grid = bytearray(n * n)
        for option in options:
            grid[option // n] = option % n + 1
        return bytes(grid)

    def broken_houses(self, digits: Sequence[int]) -> tuple[House, ...]:
        """The houses in which some digit (not 0) stands twice. `digits` has one entry a cell."""
        broken = []
        for house in self.houses:
            placed = [digits[cell] for cell in house.cells if digits[cell]]
            if len(set(placed)) != len(placed):
                broken.append(house)
        return tuple(broken)

    def __str__(self) -> str:
        return self.name or f"{self.size}x{self.size}"

    def __repr__(self) -> str:
        return f"<Layout {self}>"


def default_symbols(size: int) -> str:
    """1-9 then A, B ...; 25x25 is written with A to Y.

    >>> default_symbols(16)
    '123456789ABCDEFG'
    """
    return "ABCDEFGHIJKLMNOPQRSTUVWXY" if size == 25 else _SYMBOLS[:size]
