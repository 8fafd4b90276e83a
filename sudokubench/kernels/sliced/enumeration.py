"""Enumerate the solutions of many 9x9 boards with the bit-sliced kernel, in portions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sudokubench.errors import require_digits
from sudokubench.kernels.arrays import aligned
from sudokubench.kernels.compiled import DeferredKernel
from sudokubench.kernels.sliced.rows import (
    BAD,
    BOARD_ROWS,
    CANDIDATE,
    CHANGED,
    DIVE,
    MALFORMED,
    MOVED,
    NARROW_WORDS,
    NEXT_BOARD,
    NODES,
    ONE,
    PLACES,
    ROWS,
    SERVICES,
    SHELF_ROWS,
    SHELVES,
    SWEEPS,
    UNKNOWN,
    WORDS,
    ZERO,
)

_KERNEL = "sudokubench.kernels.sliced.kernel"
ADVANCE = {WORDS: DeferredKernel(_KERNEL, "advance"), NARROW_WORDS: DeferredKernel(_KERNEL, "advance_narrow")}
"""The kernel by the number of words of a row, see `rows`."""

MOST_NARROW = 1024  # up to about this number of boards, rows of `NARROW_WORDS` words are faster; see `rows`
SERVICES_PER_CALL = 64  # they take a few milliseconds; `kernel` explains services
FIRST_SHELVES = 4
NO_BOARDS = np.zeros((0, 81), np.uint8)
NO_BOARDS.flags.writeable = False
NOTHING = np.zeros(0, np.int64)

Array = np.ndarray[Any, Any]
Forbidden = tuple[Array, Array]
"""Forbidden options of n boards: int64 (n,), where each board's options end in the second array; and int64 (k,), the
options 9 * cell + digit - 1."""


class SlicedEnumeration:
    """One search by the kernel, with all its state. `advance` continues it where it stopped.

    Attributes:
        counts: int64 (n,), solutions counted so far. A caller that has taken the solutions may set counts to 0.
        kept: uint8 (keep, n, 81), digits 1..9: the first solutions of all boards, then the second solutions, and so on.
            In this order, memory for solutions that do not exist is never touched.
    """

    def __init__(self, boards: Array, keep: int | Array, forbidden: Forbidden | None = None) -> None:
        """Prepare a search; for the arguments see `solve_batch`."""
        boards = np.ascontiguousarray(boards, np.uint8).view()
        # for Numba a writeable array has another type, which needs another compilation
        boards.flags.writeable = False
        self._boards = boards
        self._begin(len(boards), keep, NARROW_WORDS if len(boards) <= MOST_NARROW else WORDS)
        if forbidden is not None:
            self._ends, options = (np.ascontiguousarray(part, np.int64) for part in forbidden)
            cells = options // 9
            self._forbidden = 81 * (options - 9 * cells) + cells

    @classmethod
    def of_candidates(cls, candidates: Array, keep: int) -> SlicedEnumeration:
        """Return a search of one board. Its candidates are bool (81, 9): for each cell, which digits it may hold."""
        made = cls.__new__(cls)
        made._boards = NO_BOARDS
        made._begin(1, keep, NARROW_WORDS)
        made._m[CANDIDATE : CANDIDATE + 729, 0] = candidates.T.ravel()
        made._m[BAD, 0] ^= ONE
        made._m[CHANGED, 0] = ONE
        return made

    def _begin(self, n: int, keep: int | Array, words: int) -> None:
        self._advance = ADVANCE[words]
        self._m = aligned(ROWS, words)
        self._m[BAD] = ~ZERO
        self._owner, self._progress = np.zeros((words, 64), np.int64), np.zeros(PLACES, np.int64)
        self._shelf = aligned(FIRST_SHELVES * SHELF_ROWS, words, zeroed=False)  # most searches never use it
        self._shelf[BOARD_ROWS::SHELF_ROWS] = ZERO
        self._shelf_owner = np.zeros((FIRST_SHELVES, words, 64), np.int64)
        self._ends = self._forbidden = NOTHING
        self.counts = np.zeros(n, np.int64)
        self.kept = np.zeros((keep, n, 81), np.uint8) if isinstance(keep, int) else keep

    def advance(self, limit: int, services: int = SERVICES_PER_CALL) -> bool:
        """Continue the search; a board ends when it has `limit` solutions. Return whether any board may be unfinished.

        The call ends after at most `services` services (see `kernel`). A service finds at most `LANES` solutions.
        """
        more: bool = self._advance(
            self._m, self._owner, self.counts, self._boards, self._ends, self._forbidden,
            self.kept.reshape(-1, 81), self._shelf, self._shelf_owner, self._progress, limit, len(self.kept),
            services,
        )  # fmt: skip
        if self._progress[SHELVES] == len(self._shelf_owner):
            old = self._shelf
            self._shelf = aligned(2 * len(old), old.shape[1])
            self._shelf[: len(old)] = old
            self._shelf_owner = np.concatenate([self._shelf_owner, np.zeros_like(self._shelf_owner)])
        return more

    def dive(self, number: int) -> Array:
        """Search every board for one solution. Dives 1 and 2 follow one half of each split, dive 0 follows both.

        Return int64 (n,). 1: the board has a solution. 0: it has none. `UNKNOWN`: the dive found none, but it has not
        tried both halves of a split.
        """
        self._progress[DIVE] = number
        while self.advance(1):
            pass
        return self.counts

    def unfinished(self) -> Array:
        """Return bool (n,): whether the search of each board is unfinished, or has not begun."""
        unfinished = np.zeros(len(self.counts), np.bool_)
        unfinished[self._owner[_lanes_of(~self._m[BAD])]] = True
        for i in range(self._progress[SHELVES]):
            unfinished[self._shelf_owner[i][_lanes_of(self._shelf[SHELF_ROWS * i + BOARD_ROWS])]] = True
        if len(self._boards):
            unfinished[self._progress[NEXT_BOARD] :] = True
        return unfinished

    @property
    def malformed(self) -> bool:
        """Whether the search met a number larger than 9. Then all answers mean nothing."""
        return bool(self._progress[MALFORMED])

    @property
    def stats(self) -> dict[str, int]:
        """Return counters: `nodes` (boards split in two), `shelved` (boards put on shelves), `sweeps`, `services`."""
        places = {"nodes": NODES, "sweeps": SWEEPS, "services": SERVICES, "shelved": MOVED}
        return {name: int(self._progress[at]) for name, at in places.items()}


def solve_batch(
    boards: Array,
    limit: int,
    *,
    keep: int | Array = 1,
    forbidden: Forbidden | None = None,
    should_stop: Callable[[int], bool] | None = None,
) -> tuple[Array, Array, Array, dict[str, int]]:
    """Count the solutions of many 9x9 boards, each up to `limit`. The function releases the GIL while it computes.

    Args:
        boards: uint8 (n, 81), 0 for an empty cell, 1..9 for a clue.
        limit: at least 1; the search for a board ends at this number of solutions.
        keep: number of solutions of each board to return; or uint8 (k, n, 81), C order, which gets k of each board.
        forbidden: candidates that the boards must not hold, see `Forbidden`.
        should_stop: called every few milliseconds with the number of nodes so far; the search ends if it returns True.

    Returns:
        counts: int64 (n,), solutions found.
        solutions: uint8 (n, keep, 81), the first solutions found, zeros where there are fewer.
        exhausted: bool (n,), whether the count is proved to be the number of all solutions.
        stats: see `SlicedEnumeration.stats`.

    Raises:
        InputError: A number in `boards` is larger than 9.
    """
    search = SlicedEnumeration(boards, keep, forbidden)
    stopped = False
    while not stopped and not search.malformed and search.advance(limit):
        stopped = should_stop is not None and should_stop(search.stats["nodes"])
    if search.malformed:
        require_digits(boards, 9)
    exhausted = search.counts < limit
    if stopped:
        exhausted &= ~search.unfinished()
    return search.counts, search.kept.transpose(1, 0, 2), exhausted, search.stats


def are_solvable(boards: Array, removed: Array) -> Array:
    """Return whether each 9x9 board has a solution without one candidate, bool (n,).

    `removed`, int64 (n,), has the candidate of each board, 81 * (digit - 1) + cell. No digit exceeds 9; the function
    does not check this. A board with many solutions needs no full search: a dive, which follows one half of each split,
    mostly finds one. A second dive goes the other way at each split. A full search decides what both dives leave open.
    """
    counts = np.empty(len(boards), np.int64)
    rows: Array | slice = slice(None)
    for number in (1, 2, 0):
        search = SlicedEnumeration(boards[rows], 0)
        search._ends, search._forbidden = np.arange(1, len(search.counts) + 1), removed[rows]
        counts[rows] = search.dive(number)
        rows = np.flatnonzero(counts == UNKNOWN)
        if not len(rows):
            break
    return counts > 0


def _lanes_of(row: Array) -> Array:
    """Return the bits of a row, uint64 (words,), as bool (words, 64)."""
    return (row[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.bool_)
