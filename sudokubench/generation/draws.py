"""Random draws that are the same for a seed in every version: they use only the generator's raw bits, which NumPy keeps
stable.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


class Draws:
    """A stream of random numbers. The numbers in `seed` determine it, such as the user's seed and a part's number."""

    def __init__(self, *seed: int) -> None:
        self._bits = np.random.PCG64(np.random.SeedSequence(seed))

    def below(self, end: int, n: int) -> Array:
        """Return n numbers below `end`, uint64 (n,), uniform up to an error of end / 2**64."""
        return self._bits.random_raw(n) % np.uint64(end)

    def skip(self, n: int) -> None:
        """Leave out the next n numbers."""
        self._bits.advance(n)

    def share(self) -> float:
        """Return a number from 0 (included) to 1 (excluded)."""
        return int(self._bits.random_raw()) / 2**64

    def orders(self, n: int, size: int) -> Array:
        """Return n random orders of the numbers below `size`, int64 (n, size); `size` is at most 1024."""
        keys = self._bits.random_raw(n * size).reshape(n, size) >> np.uint64(11)
        return ordered(keys.astype(np.int64))[0]


def drawn_solution(
    solve: Callable[[list[int]], Collection[int] | None],
    shuffled: Callable[[int], Iterable[int]],
    n_cells: int,
    size: int,
) -> Collection[int] | None:
    """Return random options that solve a puzzle without clues: each cell gets a digit that some solution has there.

    Args:
        solve: Returns a solution with some chosen options, or None.
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


def ordered(keys: Array) -> tuple[Array, Array]:
    """Sort each row of int64 (n, size) keys below 2**53. Return where each sorted key was, and the sorted keys.

    Equal keys keep their order. `size` is at most 1024. NumPy sorts numbers several times as fast as it sorts their
    places (`argsort`).
    """
    packed = np.sort(keys << 10 | np.arange(keys.shape[1]), axis=1)
    return packed & 1023, packed >> 10
