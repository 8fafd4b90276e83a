"""Random draws that are the same for a seed in every version: they use only the generator's raw bits, which NumPy keeps
stable.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

ROWS = 1024
"""Number of rows of 81 numbers that are sorted at once, so that they stay in the processor's cache."""


class Draws:
    """A stream of random numbers. The numbers in `seed`, such as the user's seed and a part's number, determine it."""

    def __init__(self, *seed: int) -> None:
        self._bits = np.random.PCG64(np.random.SeedSequence(seed))

    def below(self, end: int, n: int) -> Array:
        """Return n numbers below `end`, uint64 (n,), uniform up to an error of end / 2**64."""
        return self._bits.random_raw(n) % np.uint64(end)

    def share(self) -> float:
        """Return a number from 0 (included) to 1 (excluded)."""
        return int(self._bits.random_raw()) / 2**64

    def orders(self, n: int, size: int) -> Array:
        """Return n random orders of the numbers below `size`, int64 (n, size); `size` is at most 1024."""
        orders = np.empty((n, size), np.int64)
        for begin in range(0, n, ROWS):
            some = orders[begin : begin + ROWS]
            keys = self._bits.random_raw(some.size).reshape(some.shape) >> np.uint64(11) << np.uint64(10)
            keys |= np.arange(size, dtype=np.uint64)
            keys.sort(axis=1)  # NumPy sorts numbers several times as fast as their places (`argsort`)
            np.bitwise_and(keys, np.uint64(1023), out=some, casting="unsafe")
        return orders


def drawn_solution(
    solve: Callable[[list[int]], Collection[int] | None],
    shuffled: Callable[[int], Iterable[int]],
    n_cells: int,
    size: int,
) -> Collection[int] | None:
    """Return random options that solve a puzzle without clues, or None if it has no solution.

    Cells are taken in random order. Each gets a random digit with which the puzzle still has a solution.

    Args:
        solve: Takes chosen options; returns the options of a solution that has them, or None.
        shuffled: Returns the numbers below a number in random order.
        n_cells: Number of cells.
        size: Number of digits.
    """
    found, chosen = solve([]), list[int]()
    if found is None:
        return None
    for cell in shuffled(n_cells):
        for digit in shuffled(size):
            option = size * cell + digit
            other = found if option in found else solve([*chosen, option])
            if other is not None:
                found = other
                chosen.append(option)
                break
    return found
