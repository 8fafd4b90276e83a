"""The machine's aligned exclusion of pairs and triples."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine.state import COUNT, DONE, HERE, PEERS, PLACED, SEES


@reader
def _are_several(low, high):
    """Return whether a set of cells, in two words, has at least two cells."""
    return low & (low - 1) or high & (high - 1) or (low and high)


@helper
def aligned(size, state, gone):
    """Find false candidates of `size` cells, as `logic.rules.aligned` does. Return the number of results."""
    found = 0
    small, near, few = np.zeros(81, np.bool_), np.empty((81, 20), np.int64), np.zeros(81, np.int64)
    low, high = np.zeros(81, np.int64), np.zeros(81, np.int64)  # the small peers of each open cell, as sets
    common, triple = np.empty(20, np.int64), np.empty(20, np.int64)
    for cell in range(81):
        if state[DONE + cell] or not 2 <= COUNT[state[cell]] <= size:
            continue
        small[cell] = True
        for i in range(20):
            peer = PEERS[cell, i]
            if not state[DONE + peer]:
                near[peer, few[peer]] = cell
                few[peer] += 1
                low[peer] |= HERE[cell, 0]
                high[peer] |= HERE[cell, 1]
    for one in range(81):
        for two in range(one + 1, 81 if few[one] >= 2 else 0):
            both_low, both_high = low[one] & low[two], high[one] & high[two]
            if not _are_several(both_low, both_high):
                continue
            count = 0
            for i in range(few[one]):
                if SEES[two, near[one, i]]:
                    common[count] = near[one, i]
                    count += 1
            if size == 2:
                found += _excluded(state, gone, one, two, -1, common, count)
                continue
            for i in range(few[one] + few[two]):
                three = near[one, i] if i < few[one] else near[two, i - few[one]]
                if not _are_several(both_low & low[three], both_high & high[three]):
                    continue
                if three in (one, two) or (i >= few[one] and SEES[one, three]):
                    continue
                # three cells may come up several times, with each small cell as the third: take them only the last time
                if three < two and small[two] and (SEES[one, two] or SEES[two, three]):
                    continue
                if three < one and small[one] and (SEES[one, two] or SEES[one, three]):
                    continue
                some = 0
                for j in range(count):
                    if SEES[three, common[j]]:
                        triple[some] = common[j]
                        some += 1
                found += _excluded(state, gone, one, two, three, triple, some)
    return found


@reader
def _excluded(state, gone, one, two, three, common, count):
    """Remove candidates whose combinations all empty a common cell. `three` may be -1. Return whether any goes."""
    a = b = c = 0  # the candidates that the cells may hold
    last = state[three] if three >= 0 else PLACED  # PLACED is not a candidate of any cell
    xs = state[one]
    while xs:
        x = xs & -xs
        xs ^= x
        ys = state[two] & ~x if SEES[one, two] else state[two]
        while ys:
            y = ys & -ys
            ys ^= y
            if a & x and b & y and c == last:
                continue
            left = last & ~_refuted(x | y, state, common, count)
            if three >= 0:
                left &= ~((x if SEES[one, three] else 0) | (y if SEES[two, three] else 0))
            if left:
                a |= x
                b |= y
                c |= left
    gone[one] |= state[one] & ~a
    gone[two] |= state[two] & ~b
    if three >= 0:
        gone[three] |= last & ~c
    return a != state[one] or b != state[two] or c != last


@reader
def _refuted(digits, state, common, count):
    """Return a mask: each digit that empties a common cell if added to `digits`; -1 if `digits` alone empty one."""
    refuted = 0
    for i in range(count):
        rest = state[common[i]] & ~digits
        if rest == 0:
            return -1
        if rest & (rest - 1) == 0:
            refuted |= rest
    return refuted
