"""Columns that grow part by part and need little memory: whole numbers, texts, and the positions of puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from sudokubench.report.statistics import Ints


def small(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return the same non-negative integers in the smallest signed type that holds them all."""
    most = numbers.max(initial=0)
    kind = next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if most <= np.iinfo(kind).max)
    return numbers.astype(kind, copy=False)


class CompactColumns(Mapping[str, Ints]):
    """Columns of non-negative integers by name, in as few bytes as possible: a large run takes a third of the memory.

    They are returned in 64 bits, so that no sum overflows.
    """

    def __init__(self, columns: Mapping[str, NDArray[Any]]) -> None:
        self._kept = {name: small(column) for name, column in columns.items()}

    def __getitem__(self, name: str) -> Ints:
        return self._kept[name].astype(np.int64)

    def kept(self, name: str) -> NDArray[Any]:
        """Return a column as it is stored, without a copy: for comparisons and as an index."""
        return self._kept[name]

    def only(self, rows: Ints) -> CompactColumns:
        """Return the columns of some records."""
        return CompactColumns({name: column[rows] for name, column in self._kept.items()})

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)


class GrowingColumn:
    """Integers that arrive in parts, in one array that grows: a thousand small arrays would leave holes in memory.

    If all integers are equal, only one is stored. Most columns of a large run are of this kind: one backend, one round,
    one verdict.
    """

    def __init__(self) -> None:
        self._room: NDArray[Any] = np.empty(0, np.int8)
        self._length = 0
        self._equal = True

    def __len__(self) -> int:
        return self._length

    @property
    def numbers(self) -> NDArray[Any]:
        """The integers; the caller must not change them."""
        return np.broadcast_to(self._room[:1], self._length) if self._equal else self._room[: self._length]

    def writable(self) -> NDArray[Any]:
        """Return the integers; the caller may change them."""
        if self._equal:
            self._room, self._equal = np.array(self.numbers), False
        return self.numbers

    def add(self, part: Ints) -> None:
        """Add integers at the end."""
        if not len(part):
            return
        end, part = self._length + len(part), small(part)
        if self._equal and (part == (self._room if self._length else part)[0]).all():
            self._room, self._length = part[:1].copy(), end
            return
        kind = np.promote_types(self._room.dtype, part.dtype)
        if self._equal or end > len(self._room) or kind != self._room.dtype:
            old, self._room = self.numbers, np.empty(max(2 * end, len(self._room)), kind)
            self._room[: self._length] = old
        self._room[self._length : end] = part
        self._length, self._equal = end, False


class CompactTexts(Sequence[str]):
    """Texts that arrive in parts, as bytes without gaps: separate objects would need three times the memory."""

    def __init__(self) -> None:
        self._bytes, self._ends = bytearray(), GrowingColumn()

    def add(self, texts: Sequence[str]) -> None:
        """Add texts at the end."""
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        sizes = np.fromiter(map(len, encoded), np.int64, len(encoded))
        self._ends.add(len(self._bytes) + sizes.cumsum())
        self._bytes += b"".join(encoded)

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, n: int) -> str: ...
    @overload
    def __getitem__(self, n: slice) -> list[str]: ...
    def __getitem__(self, n: int | slice) -> str | list[str]:
        if isinstance(n, slice):
            return [self[i] for i in range(*n.indices(len(self)))]
        place, ends = range(len(self))[n], self._ends.numbers
        begin = int(ends[place - 1]) if place else 0
        return self._bytes[begin : int(ends[place])].decode("utf-8", "surrogatepass")


class PuzzlePositions:
    """The number that stands for the puzzle at each position of a run.

    The positions of a stored run ascend: two columns hold these positions and the numbers. All other positions go into
    a dictionary.
    """

    def __init__(self) -> None:
        self._positions, self._numbers = GrowingColumn(), GrowingColumn()
        self._others: dict[object, int] = {}

    def add(self, positions: Sequence[Any], numbers: Ints) -> None:
        """Add puzzles; a later puzzle replaces an earlier one at its position."""
        part, known = np.array(positions), self._positions.numbers
        last = int(known[-1]) if len(known) else -1
        ascends = part.dtype.kind == "i" and part.ndim == 1 and part[0] > last
        if ascends and not self._others and (part[1:] > part[:-1]).all():
            self._positions.add(part)
            self._numbers.add(numbers)
        else:
            self._others |= zip(positions, numbers.tolist(), strict=True)

    def find(self, positions: Sequence[Any]) -> Ints:
        """Return the numbers of the puzzles at positions.

        Raises:
            KeyError: A position has no puzzle.
        """
        if self._others:
            return np.array([self._one(at) for at in positions], np.int64)
        part, known = np.array(positions), self._positions.numbers
        most = known[-1] if len(known) else -1
        if part.dtype.kind != "i" or part.ndim > 1 or not 0 <= part.min() <= part.max() <= most:
            raise KeyError(positions)
        part = part.astype(known.dtype)  # otherwise each search would copy all positions into the larger type
        rows = np.searchsorted(known, part)
        if (known[rows] != part).any():
            raise KeyError(positions)
        return self._numbers.numbers[rows].astype(np.int64)

    def _one(self, position: object) -> int:
        if position in self._others:
            return self._others[position]
        known = self._positions.numbers
        row = int(np.searchsorted(known, position)) if type(position) is int else len(known)
        if row == len(known) or known[row] != position:
            raise KeyError(position)
        return int(self._numbers.numbers[row])
