"""Exact cover by dancing links: a matrix and the enumeration of its covers. The search itself is in `kernel`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sudokubench.answer import Stop
from sudokubench.errors import UsageError, require_digits
from sudokubench.kernels import words
from sudokubench.kernels.arrays import aligned
from sudokubench.kernels.dancing import kernel
from sudokubench.kernels.dancing.interpreted import INTERPRETED_NODES
from sudokubench.kernels.dancing.search import RULES, CoverSearch, ItemRule


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counters of a search since its start.

    Attributes:
        nodes: Number of partial covers examined, including the root and the solutions.
        updates: Number of options hidden, including the options that the chosen ones exclude at the start.
        choices: Number of examined nodes with two or more options to try.
        branches: Number of options at these nodes, tried or not: branches / choices is the mean width of a choice.
        nogood_hits: How often a remembered set of items ended a branch.
        nogoods: Number of sets remembered, including the sets that others have replaced.
        profile: int64, number of nodes with 0, 1, 2 ... options chosen beyond the clues.
    """

    nodes: int
    updates: int
    choices: int
    branches: int
    nogood_hits: int
    nogoods: int
    profile: NDArray[np.int64]


class Matrix:
    """A linked exact cover problem. It is built once; any number of searches read it, and no search changes it.

    Items 0 .. n_primary - 1 must be covered exactly once, the other items at most once. Options without a primary
    item can be given as chosen, but a search never tries them.
    """

    __slots__ = ("_control", "_fixed", "_keys", "n_items", "n_options", "n_primary")

    def __init__(
        self, n_items: int, n_primary: int, option_starts: ArrayLike, option_items: ArrayLike
    ) -> None:
        """Link a sparse matrix (CSR).

        Args:
            n_primary: Number of primary items; they come first.
            option_starts: (n_options + 1,), where the items of each option begin and end in `option_items`.
            option_items: The items of all options, each from 0 to n_items - 1.

        Raises:
            UsageError: The arrays do not describe options with one or more items, each item once; `n_primary` exceeds
                `n_items`; or the matrix is too large for 32-bit links.
        """
        starts = np.asarray(option_starts, np.int64).ravel()
        items = np.asarray(option_items, np.int64).ravel()
        lengths = np.diff(starts)
        n_options = len(lengths)
        owner = np.repeat(np.arange(n_options), lengths.clip(0)) if n_options else np.empty(0, np.int64)
        if not 0 <= n_primary <= n_items:
            raise UsageError(words.BAD_PRIMARY.format(primary=n_primary, items=n_items))
        if not len(starts) or starts[0] != 0 or starts[-1] != len(items) or (lengths < 1).any():
            raise UsageError(words.BAD_STARTS.format(last=len(items)))
        if len(items) and (items.min() < 0 or items.max() >= n_items):
            least, most = items.min(), items.max()
            raise UsageError(words.ITEMS_OUTSIDE.format(least=least, most=most, last=n_items - 1))
        if len(np.unique(owner * n_items + items)) != len(items):
            raise UsageError(words.ITEM_TWICE)

        longest = int(lengths.max(initial=1))
        shift = (longest - 1).bit_length()
        total = (n_options << shift) + n_items + 1
        sizes = np.bincount(items, minlength=n_items + 1)
        bits = n_items.bit_length()
        if int(sizes.max()) >> (31 - bits) or total >> 32:
            raise UsageError(words.TOO_LARGE.format(options=n_options, items=n_items))

        item = np.full(total, n_items, np.uint32)
        nodes = (owner << shift) + np.arange(len(items)) - starts[owner]
        item[nodes] = items
        alone = np.arange(total, dtype=np.uint32)
        links = _linked(alone, items, nodes.astype(np.uint32), n_options << shift, n_items)
        primaries = np.bincount(owner[items < n_primary], minlength=n_options).astype(np.uint32)
        keys = ((sizes << bits) + np.arange(n_items + 1)).astype(np.uint32)
        keys[n_items] = kernel.COVERED
        control = np.zeros(kernel.PROFILE + 2 * n_items + 2, np.int64)
        control[: kernel.UNIT + 1] = n_items, n_primary, n_options, shift, longest, total, 1 << bits

        self.n_items, self.n_primary, self.n_options = n_items, n_primary, n_options
        self._fixed = np.concatenate([item, primaries, *links])
        self._keys = np.concatenate([keys, keys])
        self._control = control
        for array in (self._fixed, self._keys, self._control):
            array.flags.writeable = False

    @classmethod
    def of(cls, n_items: int, n_primary: int, options: Sequence[Sequence[int]]) -> Matrix:
        """Return a matrix from the items of each option."""
        starts = np.cumsum([0, *map(len, options)])
        items = np.fromiter((i for o in options for i in o), np.int64, starts[-1])
        return cls(n_items, n_primary, starts, items)


class Enumeration(CoverSearch):
    """One search in a matrix, with its own links: searches of one matrix do not disturb each other."""

    def __init__(self, matrix: Matrix, rule: ItemRule = ItemRule.SMALLEST, nogood_bytes: int = 0) -> None:
        """Allocate memory for searches, and `nogood_bytes` for sets of items that have no cover; 0 remembers none.

        A new set replaces an older set in the same place of the memory. The next start forgets all sets.
        """
        total = int(matrix._control[kernel.NODES_TOTAL])
        width = (matrix.n_items + 63) // 64 + 3
        slots = 1 << (nogood_bytes // (8 * width)).bit_length() - 1 if nogood_bytes >= 8 * width else 0
        memory = np.zeros((slots + matrix.n_items + 2, width), np.uint64) if slots else None
        work = np.zeros(3 * total + 5 * (matrix.n_items + 2), np.uint32)
        control = matrix._control.copy()
        control[kernel.RULE], control[kernel.SLOTS], control[kernel.PHASE] = RULES[rule], slots, kernel.DONE
        keys = aligned(len(matrix._keys), dtype=np.uint32)
        keys[:] = matrix._keys
        arrays = matrix._fixed, work, keys, control
        super().__init__(
            (kernel.start, arrays), (kernel.advance, (*arrays, memory)), control, matrix.n_options,
            matrix.n_items + 1,
        )  # fmt: skip
        # Each hidden node of padding lowers the key of the dummy item, which in Python must not fall below 0.
        padding = np.count_nonzero(matrix._fixed[:total] == matrix.n_items) - matrix.n_items - 1
        wraps = padding * int(control[kernel.UNIT]) * INTERPRETED_NODES >= kernel.COVERED
        self._interprets = rule is ItemRule.SMALLEST and not slots and not wraps
        self.matrix = matrix
        self.rule = rule

    def visits(self) -> Iterator[tuple[list[int], int | None]]:
        """Yield the nodes of a search that was just started, one call of the kernel for each.

        A node is the options chosen so far, in order, and the item that the search covers next; None for a solution.
        """
        fixed, work, _, control, _ = self._arrays
        levels = self.matrix.n_items + 2
        choice = work[2 * control.item(kernel.NODES_TOTAL) + levels :][:levels]
        failures = control[kernel.PROFILE + levels :]
        row = np.empty((1, self.matrix.n_items + 1), np.uint32)

        def tried(level: int) -> list[int]:
            nodes = choice[control.item(kernel.BASE) : level].tolist()
            return [node >> control.item(kernel.SHIFT) for node in nodes]

        here: list[int] = []  # the node that is examined next
        stop = Stop.BUDGET
        while stop is Stop.BUDGET:
            before = failures.copy()
            stop = self.advance(1, 1, row)
            failed = (failures != before).nonzero()[0]
            if failed.size:
                yield here, failed.item(0)
            elif stop is not Stop.EXHAUSTED:
                now = tried(row.item(0, 0) if stop is Stop.LIMIT else control.item(kernel.LEVEL))
                node = choice.item(control.item(kernel.BASE) + len(here))
                yield here, fixed.item(node) if now != here else None
            # Options that cover everything that remains are solutions; the search does not examine them singly.
            while stop is Stop.LIMIT:
                found = tried(row.item(0, 0))
                if found != here:
                    yield found, None
                stop = self.advance(1, 0, row)
            here = tried(control.item(kernel.LEVEL))

    def statistics(self) -> Statistics:
        """Return the counters since the start."""
        profile = self._control[kernel.PROFILE : kernel.PROFILE + self.matrix.n_items + 2]
        return Statistics(**self.counters(), profile=np.trim_zeros(profile, "b").copy())

    def search_boards(
        self,
        boards: NDArray[np.uint8],
        limit: int = 2,
        *,
        keep: int = 1,
        forbidden: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None,
        max_nodes: int | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> BoardCounts:
        """Search many boards of a layout in which option cell * size + digit - 1 puts a digit into a cell.

        This ends a search under way.

        Args:
            boards: uint8 (n, cells), 0 for a blank.
            limit: Number of solutions to look for on each board, at least 1.
            keep: Number of solutions of each board to keep, clamped to 1 .. `limit`.
            forbidden: (n,), where each board's options end in the second array; and the forbidden options of all boards
                in order. None: no forbidden options.
            max_nodes: Largest number of nodes on all boards together; None for no bound.
            should_stop: Called from time to time; a true result ends the work.

        Raises:
            InputError: A digit is larger than the size.
            UsageError: The shape does not fit, or the limit is below 1.
        """
        boards = np.ascontiguousarray(boards)
        n, cells = boards.shape
        size = self.matrix.n_options // cells
        if boards.dtype != np.uint8 or size * cells != self.n_options:
            raise UsageError(words.BAD_BOARDS.format(type=boards.dtype, cells=cells, options=self.n_options))
        if limit < 1:
            raise UsageError(words.BAD_LIMIT.format(limit=limit))
        require_digits(boards, size)
        keep = max(1, min(keep, limit))
        counts = np.zeros(n, np.int64)
        solutions = np.zeros((n, keep, cells), np.uint8)
        out = np.empty((keep, self.matrix.n_items + 1), np.uint32)
        ends = options = np.zeros(0, np.int64)
        if forbidden is not None:
            ends, options = (np.ascontiguousarray(part, np.int64) for part in forbidden)
        self._control[kernel.PHASE] = kernel.DONE
        self._control[kernel.BOARD] = done = 0
        first = self._control.item(kernel.NODES)
        while done < n and not (should_stop is not None and should_stop()):
            nodes = _CHUNK
            if max_nodes is not None:
                nodes = min(nodes, max_nodes + first - self._control.item(kernel.NODES))
            if nodes <= 0:
                break
            work = boards, ends, options, limit, nodes, counts, solutions
            done = kernel.search_boards(*self._arrays, out, *work)
        return BoardCounts(counts, solutions, int(done), self._control.item(kernel.NODES) - first)


_CHUNK = 50_000
"""Number of nodes between two calls of `should_stop`: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class BoardCounts:
    """The result of `Enumeration.search_boards`.

    Attributes:
        counts: int64 (n,), number of solutions of each board, up to the limit.
        solutions: uint8 (n, keep, cells), the first solutions; zeros where there are fewer.
        done: Number of finished boards. The counts of the boards after them are lower bounds.
        nodes: Number of partial covers examined on all boards.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    done: int
    nodes: int


def _linked(
    alone: NDArray[np.uint32], items: NDArray[np.int64], nodes: NDArray[np.uint32], headers: int, n_items: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return `up` and `down` of all nodes: each vertical list is a ring of its header and then its nodes in order.

    `alone` are the links of nodes that are in no list. Node `nodes[k]` belongs to item `items[k]`.
    """
    item = np.concatenate([np.arange(n_items), items])
    order = np.argsort(item, kind="stable")
    item, ring = item[order], np.concatenate([alone[headers : headers + n_items], nodes])[order]
    after = np.where(item == np.roll(item, -1), np.roll(ring, -1), alone[headers + item])
    up, down = alone.copy(), alone.copy()
    up[after], down[ring] = ring, after
    return up, down
