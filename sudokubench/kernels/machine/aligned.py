"""The machine's aligned exclusion of pairs and triples."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine.state import COUNT, DONE, PEERS, PLACED, SEES


@reader
def _is_small(state, cell, size):
    """Return whether a cell is open and would be empty if `size` other cells took its candidates."""
    return not state[DONE + cell] and 2 <= COUNT[state[cell]] <= size


@helper
def aligned(size, state, gone):
    """Find candidates of two or three cells that together would empty another cell. Return the number of results."""
    found = 0
    small, common, triple = np.empty(20, np.int64), np.empty(20, np.int64), np.empty(20, np.int64)
    for one in range(81):
        if state[DONE + one]:
            continue
        few = 0
        for i in range(20):
            if _is_small(state, PEERS[one, i], size):
                small[few] = PEERS[one, i]
                few += 1
        for two in range(one + 1, 81 if few >= 2 else 0):
            if state[DONE + two]:
                continue
            count = 0
            for i in range(few):
                cell = small[i]
                if SEES[two, cell]:
                    common[count] = cell
                    count += 1
            if count < 2:
                continue
            if size == 2:
                found += _excluded(state, gone, one, two, -1, common, count)
                continue
            for i in range(40):
                three = PEERS[one, i] if i < 20 else PEERS[two, i - 20]
                if three in (one, two) or not _is_small(state, three, size):
                    continue
                if i >= 20 and SEES[one, three]:
                    continue
                some = 0
                for j in range(count):
                    if SEES[three, common[j]]:
                        triple[some] = common[j]
                        some += 1
                if some >= 2:
                    found += _excluded(state, gone, one, two, three, triple, some)
    return found


@reader
def _excluded(state, gone, one, two, three, common, count):
    """Remove candidates of two or three cells that would empty a common cell. Return whether any was removed."""
    a = b = c = 0  # the candidates that the cells may hold
    last = state[three] if three >= 0 else PLACED  # PLACED is not a candidate of any cell
    for x in range(9):
        if not state[one] >> x & 1:
            continue
        for y in range(9):
            if not state[two] >> y & 1 or (x == y and SEES[one, two]):
                continue
            for z in range(10):
                if not last >> z & 1 or (x == z and SEES[one, three]) or (y == z and SEES[two, three]):
                    continue
                together = 1 << x | 1 << y | 1 << z
                possible = True
                for i in range(count):
                    possible &= state[common[i]] & ~together != 0
                if possible:
                    a |= 1 << x
                    b |= 1 << y
                    c |= 1 << z
        if a == state[one] and b == state[two] and c == last:
            return 0
    gone[one] |= state[one] & ~a
    gone[two] |= state[two] & ~b
    if three >= 0:
        gone[three] |= last & ~c
    return a != state[one] or b != state[two] or c != last
