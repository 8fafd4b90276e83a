"""Build the states of an exact cover layer by layer, count covers, and optionally keep a diagram."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.dxz import kernel
from sudokubench.kernels.dxz.paths import Paths

_STATES_AT_A_TIME = 20_000
"""Number of states between two chances to stop. They take some milliseconds, or 0.1 s without an order of items."""

_EDGES_AT_A_TIME = 1 << 16
WINDOW = 64
"""Number of items, from the next item on, that one word of a state holds if the order of items is fixed."""


class _Layer:
    """All states with the same number of covered primary items, and their hash table."""

    __slots__ = ("filled", "rows", "slots")

    def __init__(self, words: int) -> None:
        self.rows = np.empty((64, words), np.uint64)
        self.slots = np.zeros(2 * len(self.rows), np.uint32)
        self.filled = 0

    @property
    def nbytes(self) -> int:
        return self.rows.nbytes + self.slots.nbytes

    def grow(self, keys: int) -> None:
        """Double the number of rows."""
        rows = np.empty((2 * len(self.rows), self.rows.shape[1]), np.uint64)
        rows[: self.filled] = self.rows[: self.filled]
        self.rows, self.slots = rows, np.zeros(2 * len(rows), np.uint32)
        kernel.rehash(self.rows, self.filled, keys, self.slots)

    def widen(self) -> None:
        """Widen the number of ways of each state by a word."""
        self.rows = np.hstack([self.rows, np.zeros((len(self.rows), 1), np.uint64)])


class Construction:
    """All states that a search of an exact cover can reach, layer by layer.

    Attributes:
        states: Number of states whose options have been tried.
        count: Number of covers; None until the construction is complete.
        paths: The diagram of all covers, if it is wanted and complete.
        peak_bytes: Largest memory in `run`, in bytes: layers and edges, and twice the edges for making the diagram.
    """

    def __init__(
        self,
        n_items: int,
        n_primary: int,
        options: Sequence[Sequence[int]],
        order: Sequence[int] | None,
        needs: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """Prepare masks and lists.

        Args:
            n_primary: Number of primary items; they come first.
            options: The items of each option. Options without a primary item are never chosen.
            order: The primary items in the order in which they are covered. None: always the item with the fewest
                options is covered next.
            needs: For each option, the items that no other option may cover: all its primary items, and perhaps
                secondary items. None if these are all its items.
        """
        self.states, self.peak_bytes = 0, 0
        self.count: int | None = None
        self.paths: Paths | None = None
        self._n_primary = n_primary
        lengths = np.fromiter(map(len, options), np.int64, len(options))
        items = np.fromiter((i for o in options for i in o), np.int64, int(lengths.sum()))
        owner = np.repeat(np.arange(len(options)), lengths)
        main = items < n_primary
        sizes = np.bincount(owner[main], minlength=len(options))
        place = np.arange(n_items)
        self._n_window = 0
        if order is not None:
            fixed = np.asarray(order, np.int64)
            place[:n_primary], self._n_window = _windowed(fixed, owner[main], items[main])
        at = place[items]
        primary = owner[main], at[main]
        self._first = first = np.full(len(options), n_primary)
        np.minimum.at(first, owner[main], at[main])

        words = (n_items - self._n_window + 63) // 64
        self._masks = _masks(owner, at, first, self._n_window, words)
        if needs is not None:
            lengths = np.fromiter(map(len, needs), np.int64, len(needs))
            at = place[np.fromiter((i for o in needs for i in o), np.int64, int(lengths.sum()))]
            owner = np.repeat(np.arange(len(needs)), lengths)
        self._needs = self._masks if needs is None else _masks(owner, at, first, self._n_window, words)
        self._needs = np.ascontiguousarray(self._needs[:, 1:])

        self._begins = self._listed = np.zeros(0, np.int64)
        self._usable = np.zeros(0, np.uint64)
        self._start = np.zeros(3 + words, np.uint64)
        self._child = np.empty(2 + words, np.uint64)
        if order is None:
            chooser, by = primary
            self._begins, self._listed = _lists(by, chooser, n_primary)
            self._alive = _bits(range(n_primary), words)[None]
            left = np.diff(self._begins)
            self._start[0] = left.argmin() if n_primary else 0
            if n_items > n_primary:
                self._usable = np.zeros(words, np.uint64)
                self._start[2:-1] = ~(_bits(np.unique(at), words) | self._alive[0])
        else:
            chooser, by = np.flatnonzero(sizes), first[sizes > 0]
            tail = np.full(64 * words, n_primary)  # for each tail item: up to which next item it matters
            tail[max(0, n_primary - self._n_window) :] = -1
            beside = at >= n_primary
            np.maximum.at(tail, at[beside] - self._n_window, first[owner[beside]])
            self._alive = np.zeros((n_primary + 1, words), np.uint64)
            for bit, last in enumerate(tail.tolist()):
                self._alive[: last + 1, bit >> 6] |= np.uint64(1 << (bit & 63))
        self._groups = [
            (int(size), _lists(by[sizes[chooser] == size], chooser[sizes[chooser] == size], n_primary))
            for size in np.unique(sizes[chooser])
        ]

    def run(self, most_bytes: int, keep: bool) -> Iterator[int]:
        """Build all layers; yield from time to time the number of states so far. With `keep`, make `paths`.

        Raises:
            MemoryError: The layers, and the diagram if it is to be kept, do not fit into `most_bytes`.
        """
        keys, n_counts = len(self._start) - 1, 1
        root = _Layer(keys + n_counts)
        root.rows[0], root.filled = self._start, 1
        root.rows[0, -1] = 1
        layers = {0: root}
        kept: list[tuple[int, int, NDArray[np.uint32]]] = []
        reached = np.zeros(self._n_primary + 1, np.int64)
        kept_bytes = 0
        for covered in range(self._n_primary):
            layer = layers.pop(covered, None)
            if layer is None:
                continue
            reached[covered] = layer.filled
            for size, group in self._groups:
                goal = covered + size
                if goal > self._n_primary:
                    continue
                target = layers.setdefault(goal, _Layer(keys + n_counts))
                control = np.array([0, 0, target.filled, 0], np.int64)
                edges = np.empty((_EDGES_AT_A_TIME if keep else 0, 3), np.uint32)
                status = kernel.PAUSED
                while status != kernel.DONE:
                    status = self._expand(layer.rows, layer.filled, target, n_counts, group, edges, control)
                    if control[kernel.EDGES] and status in (kernel.DONE, kernel.EDGES_FULL):
                        kept.append((covered, goal, edges[: control[kernel.EDGES]].copy()))
                        kept_bytes += kept[-1][2].nbytes
                        control[kernel.EDGES] = 0
                    held = layer.nbytes + sum(one.nbytes for one in layers.values())
                    if status == kernel.NARROW:
                        n_counts += 1
                        for one in (layer, *layers.values()):
                            one.widen()
                    elif status == kernel.TABLE_FULL:
                        held += 2 * target.nbytes
                    # Making a diagram from its edges takes twice the memory of the edges.
                    if held + 3 * kept_bytes > most_bytes:
                        raise MemoryError
                    self.peak_bytes = max(self.peak_bytes, held + 3 * kept_bytes)
                    if status == kernel.TABLE_FULL:
                        target.grow(keys)
                    if status == kernel.PAUSED:
                        yield self.states + control.item(kernel.STATE)
            self.states += layer.filled
            yield self.states
        end = layers.get(self._n_primary)
        self.count = int.from_bytes(end.rows[0, keys:].tobytes(), "little") if end and end.filled else 0
        reached[-1] = 1
        if keep:
            self.paths = Paths.of(reached.tolist(), kept)

    @property
    def root(self) -> int | None:
        """The first state, for `choices`: no item is covered. None if no item has to be covered."""
        return 0 if self._n_primary else None

    def choices(self, covered: int) -> list[tuple[int, int | None]]:
        """Return the options that fit a state, ascending, each with the state to which it leads; None for a cover.

        Here a state is an integer: the bits of the covered items, at their places in the fixed order.
        """
        n, alive, found = self._n_primary, self._alive_from, list[tuple[int, int | None]]()
        for option, needs, mask in self._options_at[_trailing_ones(covered)]:
            if not needs & covered:
                child = covered | mask
                at = _trailing_ones(child)
                found.append((option, child & alive[at] if at < n else None))
        return found

    @cached_property
    def _alive_from(self) -> list[int]:
        """For each next item, the items that still matter, as bits."""
        return [(1 << self._n_window) - 1 | tail << self._n_window for tail in _integers(self._alive)]

    @cached_property
    def _options_at(self) -> list[list[tuple[int, int, int]]]:
        """For each item, the options that begin with it, each with the items that it needs and covers, as bits."""
        tails = self._needs, self._masks[:, 1:]
        options: list[list[tuple[int, int, int]]] = [[] for _ in range(self._n_primary)]
        rows = zip(self._first.tolist(), self._masks[:, 0].tolist(), *map(_integers, tails), strict=True)
        for option, (item, window, needs, covers) in enumerate(rows):
            if item < self._n_primary:
                of_item, tail = window << item, self._n_window
                options[item].append((option, of_item | needs << tail, of_item | covers << tail))
        return options

    def _expand(
        self,
        source: NDArray[np.uint64],
        n: int,
        target: _Layer,
        n_counts: int,
        group: tuple[NDArray[np.int64], NDArray[np.int64]],
        edges: NDArray[np.uint32],
        control: NDArray[np.int64],
    ) -> int:
        status: int = kernel.expand(
            source, n, target.rows, target.slots, n_counts, *group, self._n_window, self._n_primary, self._begins,
            self._listed, self._masks, self._needs, self._alive, self._usable, self._child, edges, control,
            _STATES_AT_A_TIME,
        )  # fmt: skip
        target.filled = control.item(kernel.ROWS)
        return status


def _masks(
    owner: NDArray[np.int64], at: NDArray[np.int64], first: NDArray[np.int64], n_window: int, words: int
) -> NDArray[np.uint64]:
    """Return for each option the places of its items, as bits: uint64 (options, 1 + words).

    The first word has 64 places from `first` on (the window). The other words have the places from `n_window` on (the
    tail).
    """
    masks = np.zeros((len(first), 1 + words), np.uint64)
    inside = at < n_window
    shift = np.where(inside, at - first[owner], (at - n_window) % 64).astype(np.uint64)
    np.bitwise_or.at(masks, (owner, np.where(inside, 0, 1 + (at - n_window) // 64)), np.uint64(1) << shift)
    return masks


def _windowed(
    order: NDArray[np.int64], owner: NDArray[np.int64], items: NDArray[np.int64]
) -> tuple[NDArray[np.int64], int]:
    """Return the place of each primary item, and the number of items that fit into a window.

    An item does not fit if some option with it begins `WINDOW` or more items earlier. Such items come last.
    """
    window, tail = order, order[:0]
    while True:
        place = np.empty(len(order), np.int64)
        place[np.concatenate([window, tail])] = np.arange(len(order))
        first = np.full(owner.max(initial=-1) + 1, len(order))
        np.minimum.at(first, owner, place[items])
        reach = np.zeros(len(order), np.int64)
        np.maximum.at(reach, items, place[items] - first[owner])
        far = reach[window] >= WINDOW
        if not far.any():
            return place, len(window)
        window, tail = window[~far], np.concatenate([window[far], tail])


def _lists(
    by: NDArray[np.int64], values: NDArray[np.int64], n: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the values of each key 0 .. n - 1 begin, (n + 1,); and the values sorted by their keys."""
    order = np.argsort(by, kind="stable")
    return np.searchsorted(by[order], np.arange(n + 1)), values[order]


def _bits(places: Sequence[int] | NDArray[np.int64] | range, words: int) -> NDArray[np.uint64]:
    """Return words of 64 bits with the bits at some places set."""
    bits = np.zeros(64 * words, np.uint8)
    bits[np.asarray(places, np.int64)] = 1
    return np.packbits(bits, bitorder="little").view(np.uint64)


def _integers(rows: NDArray[np.uint64]) -> list[int]:
    """Return rows of words as integers, the lowest word first."""
    return [int.from_bytes(row.tobytes(), "little") for row in rows]


def _trailing_ones(bits: int) -> int:
    return (~bits & (bits + 1)).bit_length() - 1
