"""Search one plain 9x9 board in one call of a kernel, see `board_kernel`."""

from __future__ import annotations

from typing import Any

import numpy as np

from sudokubench.kernels.arrays import aligned
from sudokubench.kernels.compiled import DeferredKernel

search_board = DeferredKernel("sudokubench.kernels.dancing.board_kernel", "search_board")

_COUNTER_BYTES = 4 * 8
_FIRST_WORD = 45
"""Number of cells whose bits are in the first word of a set of cells."""
_LEVELS, _KEYS, _STATE = 82, 336, 432


class OneBoard:
    """The arrays of a search. One thread at a time may use them.

    Attributes:
        result: Receives nodes, updates, choices and branches of a search, int64; then its solutions, 81 bytes each.
    """

    __slots__ = ("_arrays", "_digits", "result")

    def __init__(self) -> None:
        cell = np.arange(81)
        houses = np.stack([cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3], axis=1)
        held = (houses[:, :, None] == np.arange(27)).any(axis=1)
        sees = (held.astype(np.int64) @ held.T > 0) & ~np.eye(81, dtype=np.bool_)
        states = aligned(_LEVELS + 1, _STATE, dtype=np.uint16)
        states[:] = 0xFFFF
        states[_LEVELS, :324] = 9 << 9 | np.arange(324)
        states[_LEVELS, _KEYS : _KEYS + 81] = (1 << 9) - 1
        planes = np.tile(_words(np.ones((_LEVELS + 1, 81), np.bool_)), 9)
        digits, self.result = bytearray(81), bytearray(_COUNTER_BYTES + 3 * 81)
        self._digits = memoryview(digits)
        self._arrays: tuple[np.ndarray[Any, Any], ...] = (
            np.frombuffer(digits, np.uint8),
            np.frombuffer(self.result, np.int64, 4),
            np.frombuffer(self.result, np.uint8, offset=_COUNTER_BYTES).reshape(3, 81),
            (81 + 9 * houses).astype(np.uint16), _words(sees), _words(held.T),
            states, planes, np.zeros((_LEVELS, 12), np.uint16),
        )  # fmt: skip

    def search(self, digits: bytes, limit: int, max_nodes: int) -> int:
        """Search the board of 81 digits, 0 for a blank. Return its number of solutions up to `limit`, 1 or 2.

        It is negative, without a `result`, if a digit exceeds 9 or the search gave up after `max_nodes` nodes.
        """
        self._digits[:] = digits
        found: int = search_board(*self._arrays, limit, max_nodes)
        return found


def _words(sets: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return sets of cells, bool (n, 81), in two words of bits, uint64 (n, 2)."""
    bits = np.zeros((len(sets), 2, 64), np.uint8)
    bits[:, 0, :_FIRST_WORD], bits[:, 1, : 81 - _FIRST_WORD] = sets[:, :_FIRST_WORD], sets[:, _FIRST_WORD:]
    return np.packbits(bits, axis=2, bitorder="little").view(np.uint64)[:, :, 0]
