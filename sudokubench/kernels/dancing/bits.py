"""Exact cover by rows of bits: the covers for which this method is fast, and the class that calls `bit_kernel`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.arrays import aligned
from sudokubench.kernels.compiled import DeferredKernel
from sudokubench.kernels.dancing import kernel
from sudokubench.kernels.dancing.search import CoverSearch

_KERNEL = "sudokubench.kernels.dancing.bit_kernel"
start_bits, advance_bits = DeferredKernel(_KERNEL, "start_bits"), DeferredKernel(_KERNEL, "advance_bits")

LANES = 16
"""Number of items that are counted together."""

_FEWEST = 6
"""Least mean number of options of an item for which bits are as fast as links."""

_FEW_COUNTS = 48
"""Number of vector instructions up to which a node costs less with bits than with links, in any cover."""

_MOST_OPTIONS = 8192
"""Largest number of options. Each option has a row of one bit for each option; the rows take 8 MB together."""


def fits(n_primary: int, n_options: int) -> bool:
    """Return whether the rows of bits of a cover are small enough."""
    return 0 < n_options <= _MOST_OPTIONS and n_primary < 1 << 16


def suits(n_primary: int, n_options: int, n_nodes: int) -> bool:
    """Return whether bits are at least as fast as links; measured on 40 covers.

    `n_nodes` adds up the number of primary items of each option.
    """
    size = n_nodes / max(n_primary, 1)
    counts = _words(n_options) * (n_primary // LANES + 1)
    return fits(n_primary, n_options) and size >= _FEWEST and counts <= max(_FEW_COUNTS, 2 * size)


def _words(n_options: int) -> int:
    return 2 * -(-n_options // 64)


class Bits(CoverSearch):
    """A search with rows of bits. It examines the same nodes as `Enumeration`, in the same order.

    It ignores a seed. An option that is chosen twice excludes itself, so the search finds nothing.
    """

    structure = "bits"

    def __init__(
        self,
        n_items: int,
        n_primary: int,
        options: Sequence[Sequence[int]],
        colours: Sequence[Sequence[int]] = (),
    ) -> None:
        """Build the rows.

        Args:
            n_items: Number of items; the primary ones come first.
            options: For each option its items.
            colours: For each option the colours of its items, 0 for no colour; empty if the cover has no colours.
        """
        n = len(options)
        lengths = np.fromiter(map(len, options), np.int64, n)
        owner = np.repeat(np.arange(n), lengths)
        item = np.fromiter((i for option in options for i in option), np.int64, len(owner))
        colour = np.fromiter((c for option in colours for c in option), np.int64) if colours else 0 * item
        held = _rows(n_items, n, item, owner)
        colours_of_item = int(colour.max(initial=0)) + 1
        kinds, kind = np.unique(item * colours_of_item + colour, return_inverse=True)
        alike = _rows(len(kinds), n, kind, owner)
        coloured = kinds % colours_of_item > 0
        excluded = held[kinds // colours_of_item]
        excluded[coloured] &= ~alike[coloured]
        keeps = np.full((n + 1, _words(n)), 0xFFFFFFFF, np.uint32)
        keeps[n] = _rows(1, n, 0 * np.arange(n), np.arange(n))
        at = np.cumsum(lengths) - lengths
        for k in range(int(lengths.max(initial=0))):
            some = (lengths > k).nonzero()[0]
            keeps[some] &= ~excluded[kind[at[some] + k]]
        lanes = max(1, -(-n_primary // LANES)) * LANES
        held_by_word = np.zeros((_words(n), lanes), np.uint32)
        held_by_word[:, :n_primary] = held[:n_primary].T
        spans, words = _spans(held_by_word)
        holds, keys = aligned(_words(n), lanes, dtype=np.uint32), aligned(lanes, dtype=np.uint32)
        holds[:], keys[:] = held_by_word[words], kernel.NOTHING
        keeps, members = keeps.take(words, axis=1), held[:n_primary].take(words, axis=1)
        primaries = np.bincount(owner[item < n_primary], minlength=n).astype(np.uint32)
        alive, todo = np.zeros((2, n_primary + 2, _words(n)), np.uint32)
        stack = np.zeros((5, n_items + n_primary + 2), np.uint32)
        control = np.zeros(kernel.PROFILE, np.int64)
        control[[kernel.N_ITEMS, kernel.N_PRIMARY, kernel.N_OPTIONS, kernel.LONGEST, kernel.SHIFT, kernel.PHASE]] = (
            n_items, n_primary, n, lengths.max(initial=1), lanes.bit_length(), kernel.DONE,
        )  # fmt: skip
        super().__init__(
            (start_bits, (keeps, words.argsort(), primaries, alive, stack, control)),
            (advance_bits, (keeps, holds, spans, words, members, primaries, alive, todo, keys, stack, control)),
            control, n, n_items + 1,
        )  # fmt: skip


def _rows(
    n_rows: int, n_options: int, row: NDArray[np.int64], option: NDArray[np.int64]
) -> NDArray[np.uint32]:
    """Return rows of bits with these bits set: in row `row[i]` the bit of option `option[i]`."""
    rows = np.zeros((n_rows, _words(n_options)), np.uint32)
    np.bitwise_or.at(rows, (row, option >> 5), np.uint32(1) << (option & 31).astype(np.uint32))
    return rows


def _spans(held_by_word: NDArray[np.uint32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Order the words so that the search counts few lanes for each pair of words; return these lanes and the order.

    Args:
        held_by_word: (n_words, lanes), for each word of options and each item (lane) the options that have the item.

    Returns:
        (2, n_words / 2), the first lane of each pair and the end of its lanes; (n_words,), the word at each place.
    """
    used = held_by_word.reshape(len(held_by_word), -1, LANES).max(axis=2) > 0  # by word and group of lanes
    first, end = LANES * used.argmax(axis=1), LANES * (used.shape[1] - used[:, ::-1].argmax(axis=1))
    words = np.lexsort((end, first))
    pairs = words.reshape(-1, 2)
    spans = np.stack([first[pairs].min(axis=1), end[pairs].max(axis=1)])
    return spans, words
