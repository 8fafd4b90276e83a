"""Layout: the size, boxes, extra houses and symbols of a board, and the names of its cells, such as R1C1.

All numbers are 0-based, except in printed text. The cell of row r and column c is size * r + c. The option "cell holds
digit n" (n from 1) is size * cell + n - 1; for 9x9 that is 81 r + 9 c + (n - 1). The mask of digit n is 1 << (n - 1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isqrt
from operator import index

from sudokubench import core_words
from sudokubench.errors import InputError, UsageError, as_list, is_whole, require_kind, wrong_kind
from sudokubench.words import Words, listed, untranslated

MIN_SIZE, MAX_SIZE = 2, 36

SYMBOL_SETS = {"kanji": "一二三四五六七八九十", "letters": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
"""Symbols by name; a layout of size n takes the first n."""

_SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "0"


@dataclass(frozen=True, slots=True)
class House:
    """A group of cells whose digits all differ. Rows, columns and boxes hold every digit once.

    An extra house may have fewer cells than the layout has digits; it then holds each digit at most once.
    """

    name: str
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        require_kind("name", self.name, str, core_words.A_TEXT)
        try:  # the caller may give a list or an array
            object.__setattr__(self, "cells", tuple(map(index, as_list("cells", self.cells))))
        except TypeError:
            raise wrong_kind("cells", self.cells, core_words.WHOLE_NUMBERS) from None


@dataclass(frozen=True, slots=True)
class Layout:
    """An immutable description of a kind of board; `Layout.standard(9)` is the usual 9x9.

    Args:
        size: Number of rows, of columns, of boxes and of digits.
        boxes: The box of each cell, `size * size` numbers from 0 to size - 1, each used `size` times.
        symbols: One letter or digit for each digit, in order.
        extra: Further houses, such as diagonals; their names must differ from R1, C1, B1 ...

    Attributes:
        name: The name from which `Layout.named` makes an equal layout; empty if there is no such name.
        rows: R1, R2 ... from the top.
        columns: C1, C2 ... from the left.
        box_houses: B1, B2 ... by their numbers in `boxes`.
        houses: Rows, columns, boxes and extra houses, in this order.
        houses_of: For each cell the indices into `houses` of the houses that hold it.
        peers: For each cell the other cells that share a house with it, ascending.
        box_shape: Rows and columns of a box if all boxes are equal rectangles in reading order, else None.

    Raises:
        UsageError: The parts do not make a layout.
    """

    size: int
    boxes: tuple[int, ...]
    symbols: str
    extra: tuple[House, ...] = ()
    # The fields below follow from those above. They are computed once, because layouts are made rarely and used often.
    name: str = field(init=False, compare=False)
    rows: tuple[House, ...] = field(init=False, compare=False)
    columns: tuple[House, ...] = field(init=False, compare=False)
    box_houses: tuple[House, ...] = field(init=False, compare=False)
    houses: tuple[House, ...] = field(init=False, compare=False)
    houses_of: tuple[tuple[int, ...], ...] = field(init=False, compare=False)
    peers: tuple[tuple[int, ...], ...] = field(init=False, compare=False)
    box_shape: tuple[int, int] | None = field(init=False, compare=False)
    _hash: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        _check_size(self.size)
        put = object.__setattr__
        put(self, "size", index(self.size))  # JSON cannot write a number of NumPy
        try:  # the caller may give lists or arrays
            put(self, "boxes", tuple(map(index, as_list("boxes", self.boxes))))
        except TypeError:
            raise self._misfit() from None
        put(self, "extra", tuple(as_list("extra", self.extra)))
        self._check()
        n = self.size
        in_box: list[list[int]] = [[] for _ in range(n)]
        for cell, box in enumerate(self.boxes):
            in_box[box].append(cell)
        rows = _houses("R", (range(n * r, n * r + n) for r in range(n)))
        columns = _houses("C", (range(c, n * n, n) for c in range(n)))
        box_houses = _houses("B", in_box)
        houses = rows + columns + box_houses + self.extra
        if len({house.name for house in houses}) < len(houses):
            raise UsageError(core_words.SAME_HOUSE)
        of: list[list[int]] = [[] for _ in range(n * n)]
        for h, house in enumerate(houses):
            for cell in house.cells:
                of[cell].append(h)
        put(self, "rows", rows)
        put(self, "columns", columns)
        put(self, "box_houses", box_houses)
        put(self, "houses", houses)
        put(self, "houses_of", tuple(map(tuple, of)))
        near = ({peer for h in some for peer in houses[h].cells} - {cell} for cell, some in enumerate(of))
        put(self, "peers", tuple(tuple(sorted(peers)) for peers in near))
        put(self, "box_shape", _box_shape(n, self.boxes))
        put(self, "_hash", hash((n, self.boxes, self.symbols, self.extra)))
        put(self, "name", _name(self))

    def _misfit(self) -> UsageError:
        return UsageError(core_words.BOXES.format(cells=self.size**2, n=self.size, last=self.size - 1))

    def _check(self) -> None:
        n = self.size
        if len(self.boxes) != n * n or any(self.boxes.count(b) != n for b in range(n)):
            raise self._misfit()
        if (
            not isinstance(self.symbols, str)
            or len(set(self.symbols)) != n
            or len(self.symbols) != n
            or not self.symbols.isalnum()
        ):
            raise UsageError(core_words.SYMBOLS.format(symbols=self.symbols, n=n))
        for house in self.extra:
            require_kind("extra", house, House, core_words.HOUSES)
            if not house.name.isprintable() or not 1 <= len(house.name) <= _LONGEST_NAME:
                raise UsageError(core_words.HOUSE_NAME.format(name=house.name, most=_LONGEST_NAME))
            if len(set(house.cells)) != len(house.cells) or not all(0 <= c < n * n for c in house.cells):
                raise UsageError(core_words.HOUSE_CELLS.format(name=house.name, last=n * n - 1))
            if not 1 <= len(house.cells) <= n:
                raise UsageError(core_words.HOUSE_SIZE.format(name=house.name, count=len(house.cells), n=n))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        # The other process makes its own layout, because hashes of strings differ from one process to the next.
        return Layout, (self.size, self.boxes, self.symbols, self.extra)

    @staticmethod
    def standard(size: int = 9, box_rows: int | None = None, symbols: str | None = None) -> Layout:
        """Return the layout with boxes of `box_rows` rows and `size / box_rows` columns.

        Without `box_rows` the boxes are as square as possible and not taller than wide: 2x2 for 4, 2x3 for 6,
        3x3 for 9, 3x4 for 12, 4x4 for 16. A prime size has rows as boxes: its boards are Latin squares.

        >>> Layout.standard(6).box_shape
        (2, 3)
        """
        _check_size(size)
        rows = _squarest(size) if box_rows is None else box_rows
        if not is_whole(rows, 1, size) or size % rows:
            raise UsageError(core_words.BOX_ROWS.format(rows=rows, size=size))
        if not (symbols is None or isinstance(symbols, str)):
            raise UsageError(core_words.SYMBOLS.format(symbols=symbols, n=size))
        return _standard(index(size), index(rows), symbols or default_symbols(size))

    @staticmethod
    def named(name: str) -> Layout:
        """Return the layout with a name, `2x2` to `36x36`.

        `6x6:3` has boxes of 3 rows, and `16x16@0123456789ABCDEF` has other symbols. One or more kinds of extra houses
        may follow, as in `9x9-diagonal-windoku`: `-diagonal`; `-disjoint` (disjoint groups; not if each box is a row);
        for 9x9 also `-windoku`, `-asterisk`, `-girandola` and `-centredots`.

        Raises:
            UsageError: No layout has this name.
        """
        if not isinstance(name, str):
            raise UsageError(core_words.UNKNOWN_LAYOUT.format(name=name))
        return _named(name)

    def in_symbols(self, symbols: str) -> Layout:
        """Return the same layout, written in the given symbols, or in symbols of `SYMBOL_SETS`.

        >>> Layout.standard(6).in_symbols("kanji").symbols
        '一二三四五六'

        Raises:
            UsageError: There are too few or too many symbols, one is repeated or not a letter or digit, or one is 0.
        """
        require_kind("symbols", symbols, str, core_words.A_TEXT)
        if "0" in symbols:
            raise UsageError(core_words.ZERO_SYMBOL.format(symbols=symbols))
        named = SYMBOL_SETS.get(symbols, symbols)
        return Layout(self.size, self.boxes, named[: self.size] if named != symbols else symbols, self.extra)

    @property
    def cell_count(self) -> int:
        """Number of cells, `size * size`."""
        return self.size * self.size

    @property
    def full_mask(self) -> int:
        """The mask of all digits."""
        return (1 << self.size) - 1

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell: `R1C2` for cell 1 of a 9x9. Raises InputError if the cell does not exist."""
        self._require_cell(cell)
        return f"R{cell // self.size + 1}C{cell % self.size + 1}"

    def option_name(self, option: int) -> str:
        """Return the name of an option: `R1C2#3` for option 11 of a 9x9. Raises UsageError if it does not exist."""
        if not is_whole(option, 0, self.size**3 - 1):
            raise UsageError(core_words.OPTION_RANGE.format(last=self.size**3 - 1))
        cell, digit = divmod(option, self.size)
        return f"R{cell // self.size + 1}C{cell % self.size + 1}#{digit + 1}"

    def option(self, cell: int, digit: int) -> int:
        """Return the id of the option "cell holds digit".

        Raises:
            InputError: The cell or the digit does not exist.
        """
        self._require_cell(cell)
        if not is_whole(digit, 1, self.size):
            raise InputError(core_words.NO_DIGIT_TO_PUT.format(digit=digit, layout=self, size=self.size))
        return self.size * index(cell) + index(digit) - 1

    def _require_cell(self, cell: int) -> None:
        if not is_whole(cell, 0, self.cell_count - 1):
            raise InputError(core_words.NO_CELL.format(cell=cell, layout=self, last=self.cell_count - 1))

    def digits(self, options: Iterable[int]) -> bytes:
        """Return the grid that these options fill: one byte for each cell, 0 for a cell without an option.

        >>> Layout.standard(4).digits([0, 7])[:4]
        b'\\x01\\x04\\x00\\x00'
        """
        n = self.size
        try:
            chosen = sorted(options)
            if chosen and not 0 <= chosen[0] <= chosen[-1] < n**3:
                raise IndexError
            if len(chosen) == n * n:  # a solution: one option for each cell
                return bytes([option % n + 1 for option in chosen])
            grid = bytearray(n * n)
            for option in chosen:
                grid[option // n] = option % n + 1
        except (IndexError, TypeError):
            raise UsageError(core_words.OPTION_RANGE.format(last=n**3 - 1)) from None
        return bytes(grid)

    def broken_houses(self, digits: Sequence[int]) -> tuple[House, ...]:
        """Return the houses in which a digit (not 0) occurs twice. `digits` has one entry for each cell."""
        broken = []
        for house in self.houses:
            placed = [digits[cell] for cell in house.cells if digits[cell]]
            if len(set(placed)) != len(placed):
                broken.append(house)
        return tuple(broken)

    @property
    def words(self) -> Words:
        """The name, or the size with the kind of boxes and the extra houses."""
        if self.name:
            return untranslated(self.name)
        found = untranslated(f"{self.size}x{self.size}")
        if self.box_shape is None:
            found += core_words.JIGSAW
        if self.extra:
            found += core_words.WITH_HOUSES.format(
                houses=listed(untranslated(one.name) for one in self.extra)
            )
        return found

    def __str__(self) -> str:
        return self.name or self.words.en

    def __repr__(self) -> str:
        return f"<Layout {self}>"


_NAME = re.compile(r"([0-9]{1,2})x([0-9]{1,2})(?::([0-9]{1,2}))?(?:@([^-@:]+))?((?:-[a-z]+)*)")
_LONGEST_NAME = 40


@lru_cache
def _named(name: str) -> Layout:
    match = _NAME.fullmatch(name)
    if match is None or match[1] != match[2]:
        raise UsageError(core_words.UNKNOWN_LAYOUT.format(name=name))
    n, box_rows, symbols = int(match[1]), int(match[3]) if match[3] else None, match[4]
    plain = Layout.standard(n, box_rows, symbols)
    wanted = match[5].split("-")[1:]
    there = {variant: found for variant, houses in EXTRA_HOUSES.items() if (found := houses(plain.boxes))}
    for variant in wanted:
        if variant not in there:
            names = ", ".join(there)
            raise UsageError(core_words.UNKNOWN_VARIANT.format(name=variant, n=n, names=names))
    extra = [house for variant, found in there.items() if variant in wanted for house in found]
    return Layout(n, plain.boxes, plain.symbols, tuple(extra)) if extra else plain


def _diagonals(boxes: tuple[int, ...]) -> tuple[House, ...]:
    n = isqrt(len(boxes))
    falling, rising = range(0, n * n, n + 1), range(n - 1, n * n - 1, n - 1)
    return House("D1", tuple(falling)), House("D2", tuple(rising))


def _windows(boxes: tuple[int, ...]) -> tuple[House, ...]:
    corners = [(1, 1), (1, 5), (5, 1), (5, 5)] if len(boxes) == 81 else []
    return tuple(
        House(f"W{k}", tuple(9 * (r + i) + c + j for i in range(3) for j in range(3)))
        for k, (r, c) in enumerate(corners, 1)
    )


def _disjoint_groups(boxes: tuple[int, ...]) -> tuple[House, ...]:
    """Return the groups of cells at the same place of their boxes; none if the boxes are rows."""
    n = isqrt(len(boxes))
    cells = [[cell for cell, box in enumerate(boxes) if box == b] for b in range(n)]
    return _houses("G", zip(*cells, strict=True)) if boxes[0] == boxes[n] else ()


def _nine_cells(name: str, *cells: int) -> Callable[[tuple[int, ...]], tuple[House, ...]]:
    """Return an entry of `EXTRA_HOUSES`: one extra house of 9x9, whose cells are written as 10 * row + column."""
    house = House(name, tuple(9 * (cell // 10) + cell % 10 - 10 for cell in cells))
    return lambda boxes: (house,) if len(boxes) == 81 else ()


EXTRA_HOUSES: Mapping[str, Callable[[tuple[int, ...]], tuple[House, ...]]] = {
    "diagonal": _diagonals,
    "windoku": _windows,
    "disjoint": _disjoint_groups,
    "asterisk": _nine_cells("asterisk", 25, 33, 37, 52, 55, 58, 73, 77, 85),
    "girandola": _nine_cells("girandola", 11, 19, 25, 52, 55, 58, 85, 91, 99),
    "centredots": _nine_cells("centre dots", 22, 25, 28, 52, 55, 58, 82, 85, 88),
}
"""For each kind of extra houses, a function from the box of each cell to these houses; () if they need other boxes."""


def _name(layout: Layout) -> str:
    """Return the name from which `_named` would make this layout; empty if no name does."""
    n, shape = layout.size, layout.box_shape
    if shape is None:
        return ""
    rows = f":{shape[0]}" if shape[0] != _squarest(n) else ""
    symbols = f"@{layout.symbols}" if layout.symbols != default_symbols(n) else ""
    variants, left = "", layout.extra
    for name, houses in EXTRA_HOUSES.items():
        there = houses(layout.boxes)
        if there and left[: len(there)] == there:
            variants, left = f"{variants}-{name}", left[len(there) :]
    return "" if left else f"{n}x{n}{rows}{symbols}{variants}"


@lru_cache
def _standard(size: int, box_rows: int, symbols: str) -> Layout:
    """Return a standard layout; equal arguments give the same object."""
    return Layout(size, _rectangles(size, box_rows), symbols)


@lru_cache
def _squarest(size: int) -> int:
    """Return the number of rows of the boxes that are as square as possible and not taller than wide."""
    return next(rows for rows in range(isqrt(size), 0, -1) if size % rows == 0)


def _check_size(size: int) -> None:
    if not is_whole(size, MIN_SIZE, MAX_SIZE):
        raise UsageError(core_words.LAYOUT_SIZE.format(size=size, least=MIN_SIZE, most=MAX_SIZE))


def _houses(letter: str, groups: Iterable[Iterable[int]]) -> tuple[House, ...]:
    return tuple(House(f"{letter}{number}", tuple(cells)) for number, cells in enumerate(groups, 1))


def _rectangles(size: int, rows: int) -> tuple[int, ...]:
    """Return the box of each cell, for boxes of `rows` rows, numbered in reading order."""
    columns = size // rows
    return tuple(rows * (r // rows) + c // columns for r in range(size) for c in range(size))


def _box_shape(size: int, boxes: tuple[int, ...]) -> tuple[int, int] | None:
    rows = boxes[::size].count(0)
    if rows == 0 or size % rows or boxes != _rectangles(size, rows):
        return None
    return rows, size // rows


def default_symbols(size: int) -> str:
    """Return the usual symbols: 1-9 then A, B ...; 25x25 has A to Y, and 36x36 ends with Z and 0.

    >>> default_symbols(16)
    '123456789ABCDEFG'
    """
    return "ABCDEFGHIJKLMNOPQRSTUVWXY" if size == 25 else _SYMBOLS[:size]


_CELL = re.compile(r"R([0-9]+)C([0-9]+)")


def cells_named(names: Iterable[str]) -> list[tuple[int, int]]:
    """Return the cell (row, column), from 0, of each name such as R1C1; leave out all other names."""
    matches = filter(None, map(_CELL.fullmatch, names))
    return [(int(match[1]) - 1, int(match[2]) - 1) for match in matches]


def places(names: Sequence[str]) -> dict[int, tuple[int, int]]:
    """Return the cells of `cells_named`, each by the index of its name."""
    return {number: found[0] for number, name in enumerate(names) if (found := cells_named([name]))}


def are_connected(cells: Iterable[tuple[int, int]]) -> bool:
    """Return whether cells (row, column) form one piece, connected by sides."""
    left = {*cells}
    reached = [left.pop()] if left else []
    for row, column in reached:
        near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & left
        left -= near
        reached += near
    return not left
