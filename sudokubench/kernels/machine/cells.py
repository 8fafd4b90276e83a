"""The machine's naked sets, remote pairs, W-wings and Sue de Coq, as HoDoKu defines them.

Each rule returns 0 if it finds no step.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine.basic import next_set
from sudokubench.kernels.machine.single_digit import strong_links
from sudokubench.kernels.machine.state import (
    CELL,
    COUNT,
    DONE,
    HOUSE,
    LOWEST,
    PEERS,
    SEES,
    sees_all,
    shared_house,
)


@reader
def _seen_by_all(state, gone, chosen, count, digits):
    """Remove digits from the cells that see all chosen cells. Return whether any cell loses a digit."""
    found = 0
    for i in range(20):
        cell = PEERS[chosen[0], i]
        if state[cell] & digits and sees_all(cell, chosen, count):
            gone[cell] |= state[cell] & digits
            found = 1
    return found


@helper
def naked_sets(size, state, gone, locked):
    """Note the first naked subset that clears cells. With `locked`, the subset must clear cells of both its houses."""
    rows, member, chosen = np.empty(9, np.int64), np.empty(9, np.int64), np.empty(4, np.int64)
    at, digits, used = np.empty(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    for house in range(27):
        members = 0
        for i in range(9):
            rows[i] = state[CELL[house, i]]
            if not state[DONE + CELL[house, i]] and COUNT[rows[i]] <= size:
                member[members] = i
                members += 1
        at[0] = at[size] = 0
        while next_set(size, rows, member, members, at, digits, used):
            left = used[size]
            for k in range(size):
                chosen[k] = CELL[house, LOWEST[left]]
                left &= left - 1
            if locked and not _clears_both(state, chosen, size, digits[size]):
                continue
            if _seen_by_all(state, gone, chosen, size, digits[size]):
                return 1
    return 0


@reader
def _clears_both(state, chosen, size, digits):
    """Return whether the chosen cells share a box and a line, and both of these houses have cells to clear.

    A cell to clear has one of the digits and lies outside the crossing of box and line.
    """
    box = shared_house(2, chosen, size)
    line = max(shared_house(0, chosen, size), shared_house(1, chosen, size))
    if box < 0 or line < 0:
        return False
    in_box = in_line = 0
    for i in range(9):
        if HOUSE[CELL[box, i], line // 9] != line:
            in_box |= state[CELL[box, i]] & digits
        if HOUSE[CELL[line, i], 2] != box:
            in_line |= state[CELL[line, i]] & digits
    return in_box != 0 and in_line != 0


@reader
def _fellows(state, first, cells):
    """List the cells with the two candidates of `first`. Return their number, or 0 if one of them precedes `first`."""
    count = 0
    for cell in range(81):
        if state[cell] == state[first] and not state[DONE + cell]:
            if cell < first:
                return 0
            cells[count] = cell
            count += 1
    return count


@helper
def remote_pair(state, gone):
    """Find a remote pair: an even number of cells with the same two candidates, each seeing the next."""
    cells, queue, distance = np.empty(81, np.int64), np.empty(81, np.int64), np.empty(81, np.int64)
    for first in range(81):
        if COUNT[state[first]] != 2:
            continue
        count = _fellows(state, first, cells)
        for s in range(count if count >= 4 else 0):
            for i in range(count):
                distance[cells[i]] = -1
            queue[0], distance[cells[s]] = cells[s], 0
            queued, at = 1, 0
            while at < queued:
                cell = queue[at]
                at += 1
                for i in range(count):
                    if distance[cells[i]] < 0 and SEES[cell, cells[i]]:
                        distance[cells[i]] = distance[cell] + 1
                        queue[queued] = cells[i]
                        queued += 1
            found = 0
            for at in range(queued):
                end = queue[at]
                if end < cells[s] or distance[end] % 2 == 0 or distance[end] < 3:
                    continue
                for i in range(20):
                    cell = PEERS[end, i]
                    if SEES[cells[s], cell] and state[cell] != state[first] and state[cell] & state[first]:
                        gone[cell] |= state[cell] & state[first]
                        found = 1
                if found:
                    return 1
    return 0


@helper
def w_wing(state, gone):
    """Find a W-wing: two cells with the same pair, joined by a strong link of one of its digits."""
    cells, strong, pair = np.empty(81, np.int64), np.empty((27, 3), np.int64), np.empty(2, np.int64)
    for first in range(81):
        if COUNT[state[first]] != 2:
            continue
        count = _fellows(state, first, cells)
        low = state[first] & -state[first]
        for i in range(count):
            for j in range(i + 1, count):
                if SEES[cells[i], cells[j]]:
                    continue
                pair[0], pair[1] = cells[i], cells[j]
                for link in (low, state[first] ^ low):
                    links = strong_links(state, LOWEST[link], strong)
                    joined = _joined(cells[i], cells[j], strong, links)
                    if joined and _seen_by_all(state, gone, pair, 2, state[first] ^ link):
                        return 1
    return 0


@reader
def _joined(a, b, strong, links):
    """Return whether two cells see the two ends of a strong link: each cell sees a different end."""
    for k in range(links):
        x, y = strong[k, 0], strong[k, 1]
        seen = (SEES[x, a] and SEES[y, b]) or (SEES[x, b] and SEES[y, a])
        if seen and a not in (x, y) and b not in (x, y):
            return True
    return False


@reader
def _parts(state, cells, count, digits, sizes):
    """Fill in the digits and the number of cells of each subset of the cells; the index is the mask of the subset."""
    digits[0] = sizes[0] = 0
    for i in range(count):
        for part in range(1 << i):
            digits[part | 1 << i] = digits[part] | state[cells[i]]
            sizes[part | 1 << i] = sizes[part] + 1


@reader
def _sees(state, cell, cells, part, digit):
    """Return whether a cell sees all cells of a subset that may hold a digit."""
    while part:
        other = cells[LOWEST[part]]
        part &= part - 1
        if state[other] & digit and not SEES[cell, other]:
            return False
    return True


@helper
def sue_de_coq(state, gone):
    """Note the Sue de Coq that clears most candidates; if several do, the first. Return the number of candidates.

    A Sue de Coq has cells of three parts: where a box and a line cross, in the rest of the line, and in the rest of the
    box. It has as many cells as digits; a digit that occurs in both rests counts twice.
    """
    cells = np.empty((3, 9), np.int64)  # cells in both line and box, only in the line, only in the box
    digits, sizes = np.empty((3, 64), np.int64), np.empty((3, 64), np.int64)
    count, out, most = np.empty(3, np.int64), np.empty(81, np.int64), 0
    for box in range(18, 27):
        for line in range(18):
            for k in range(3):
                count[k] = 0
            for i in range(9):
                cell, other = CELL[line, i], CELL[box, i]
                if not state[DONE + cell]:
                    k = 0 if HOUSE[cell, 2] == box else 1
                    cells[k, count[k]] = cell
                    count[k] += 1
                if not state[DONE + other] and HOUSE[other, line // 9] != line:
                    cells[2, count[2]] = other
                    count[2] += 1
            if count[0] < 2:
                continue
            for k in range(3):
                _parts(state, cells[k], count[k], digits[k], sizes[k])
            for core in range(1 << count[0]):
                inner, size = digits[0, core], sizes[0, core]
                if size < 2 or COUNT[inner] < size + 2:
                    continue
                for a in range(1 << count[1]):
                    more, two = inner | digits[1, a], size + sizes[1, a]
                    if not digits[1, a] & inner or not two < COUNT[more] <= two + 3:
                        continue
                    for b in range(1 << count[2]):
                        both = digits[1, a] & digits[2, b]
                        filled = COUNT[more | digits[2, b]] + COUNT[both]
                        if not digits[2, b] & inner or filled != two + sizes[2, b]:
                            continue
                        removed = _removed(state, cells, core, a, b, more | digits[2, b], both, out)
                        if removed > most:
                            most = removed
                            for cell in range(81):
                                gone[cell] = out[cell]
    return most


@reader
def _removed(state, cells, core, a, b, digits, both, out):
    """Note in `out`, by cell, the candidates that a Sue de Coq removes. Return how many there are."""
    removed = 0
    for cell in range(81):
        out[cell] = 0
        left = state[cell] & digits
        while left:
            digit = left & -left
            left ^= digit
            in_line, in_box = _sees(state, cell, cells[1], a, digit), _sees(state, cell, cells[2], b, digit)
            if digit & both:
                is_gone = in_line or in_box
            else:
                is_gone = in_line and in_box and _sees(state, cell, cells[0], core, digit)
            if is_gone:
                out[cell] |= digit
                removed += 1
    return removed
