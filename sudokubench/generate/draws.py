"""Random draws that a seed fixes for good: only the bits of the generator are used, whose sequence NumPy promises."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


class Draws:
    """A stream of random numbers; a seed and the number of a part of the work name it."""

    def __init__(self, *seed: int) -> None:
        """A stream of its own for each seed."""
        self._bits = np.random.PCG64(np.random.SeedSequence(seed))

    def below(self, end: int, n: int) -> Array:
        """uint64 (n,), each below `end`; even but for end / 2**64."""
        return self._bits.random_raw(n) % np.uint64(end)

    def share(self) -> float:
        """A number from 0 to 1, and not 1."""
        return int(self._bits.random_raw()) / 2**64

    def orders(self, n: int, size: int) -> Array:
        """int64 (n, size): n orders of the numbers below `size`."""
        keys = self._bits.random_raw(n * size).reshape(n, size) >> np.uint64(11)
        return ordered(keys.astype(np.int64))[0]


def ordered(keys: Array) -> tuple[Array, Array]:
    """The places of int64 (n, size) keys below 2**53 in ascending order, row by row, and the keys in this order.

    Of equal keys the first place comes first. NumPy sorts numbers several times as fast as their places.
    """
    both = np.sort(keys << 10 | np.arange(keys.shape[1]), axis=1)
    return both & 1023, both >> 10
