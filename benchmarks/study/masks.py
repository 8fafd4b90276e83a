"""One backtracking search in two forms: candidates as bit masks, and as sets. Both visit the same tree.

The next cell is a cell with the fewest candidates (minimum remaining values): the first, or the one with the most empty
peers. A placed digit is removed from the peers of its cell, and a peer without candidates is a failure. There is no
other rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudokubench.layout import Layout

PEERS = tuple(tuple(Layout.standard(9).peers[cell]) for cell in range(81))


def search_masks(digits: Sequence[int], *, degree: bool = False, most: int = 50_000) -> int:
    """Return the number of nodes of the search for two solutions, at most `most`."""
    state = [0x1FF] * 81
    for cell, digit in enumerate(digits):
        if digit and not _place_mask(state, cell, 1 << (digit - 1)):
            return 1
    empty = [cell for cell in range(81) if not digits[cell]]
    nodes = found = 0
    stack = [(state, empty)]
    while stack and nodes < most and found < 2:
        state, empty = stack.pop()
        nodes += 1
        if not empty:
            found += 1
            continue
        cell = min(empty, key=lambda c: state[c].bit_count())
        if degree:
            fewest, left = state[cell].bit_count(), set(empty)
            tied = [c for c in empty if state[c].bit_count() == fewest]
            cell = max(tied, key=lambda c: sum(peer in left for peer in PEERS[c]))
        rest = [c for c in empty if c != cell]
        for d in range(8, -1, -1):  # the digit pushed last is tried first
            if state[cell] >> d & 1:
                child = state.copy()
                if _place_mask(child, cell, 1 << d):
                    stack.append((child, rest))
    return nodes


def _place_mask(state: list[int], cell: int, bit: int) -> bool:
    if not state[cell] & bit:
        return False
    state[cell] = bit
    for peer in PEERS[cell]:
        if state[peer] & bit:
            state[peer] ^= bit
            if not state[peer]:
                return False
    return True


def search_sets(digits: Sequence[int], *, most: int = 50_000) -> int:
    """Search as `search_masks` does, with the first of equal cells."""
    state = [set(range(1, 10)) for _ in range(81)]
    for cell, digit in enumerate(digits):
        if digit and not _place_set(state, cell, digit):
            return 1
    empty = [cell for cell in range(81) if not digits[cell]]
    nodes = found = 0
    stack = [(state, empty)]
    while stack and nodes < most and found < 2:
        state, empty = stack.pop()
        nodes += 1
        if not empty:
            found += 1
            continue
        cell = min(empty, key=lambda c: len(state[c]))
        rest = [c for c in empty if c != cell]
        for digit in sorted(state[cell], reverse=True):
            child = [candidates.copy() for candidates in state]
            if _place_set(child, cell, digit):
                stack.append((child, rest))
    return nodes


def _place_set(state: list[set[int]], cell: int, digit: int) -> bool:
    if digit not in state[cell]:
        return False
    state[cell] = {digit}
    for peer in PEERS[cell]:
        if digit in state[peer]:
            state[peer].remove(digit)
            if not state[peer]:
                return False
    return True
