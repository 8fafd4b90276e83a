"""Turbot fish, empty rectangles and finned fish, in the machine: all, or the first that the rule as object gives."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine.state import AT, CELL, COUNT, HOUSE, LOWEST, PEERS, SEES

SKYSCRAPER, KITE, TURBOT = range(3)
"""Kinds of turbot fish."""


@helper
def strong_houses(state, d, houses, ends):
    """The houses in which a digit has two places, and these. Returns how many there are."""
    count = 0
    for house in range(27):
        places = state[AT + 9 * house + d]
        if COUNT[places] == 2:
            houses[count] = house
            ends[count, 0] = CELL[house, LOWEST[places]]
            ends[count, 1] = CELL[house, LOWEST[places & (places - 1)]]
            count += 1
    return count


@reader
def _is_kind(kind, one, two, near, other):
    """Whether the houses of two strong links and their near ends make a kind of turbot fish."""
    if kind == SKYSCRAPER:
        same = HOUSE[near, 0] == HOUSE[other, 0] or HOUSE[near, 1] == HOUSE[other, 1]
        return same and one // 9 == two // 9 < 2
    if kind == KITE:
        return one // 9 == 0 and two // 9 == 1 and HOUSE[near, 2] == HOUSE[other, 2]
    return True


@helper
def turbots(kind, state, gone, all_of_them):
    """Two strong links of a digit whose near ends see each other."""
    houses, ends = np.empty(27, np.int64), np.empty((27, 2), np.int64)
    far = np.empty(2, np.int64)
    found = 0
    for d in range(9):
        strong = strong_houses(state, d, houses, ends)
        for i in range(strong):
            for j in range(i + 1, strong):
                a, b, x, y = ends[i, 0], ends[i, 1], ends[j, 0], ends[j, 1]
                if a in (x, y) or b in (x, y):
                    continue
                for k in range(4):
                    far[0], near = (a, b) if k < 2 else (b, a)
                    other, far[1] = (y, x) if k % 2 else (x, y)
                    if SEES[near, other] and _is_kind(kind, houses[i], houses[j], near, other):
                        cleared = _cleared_by_ends(state, gone, far, near, other, 1 << d)
                        if cleared and not all_of_them:
                            return 1
                        found += cleared
    return found


@reader
def _cleared_by_ends(state, gone, far, near, other, digit):
    """A digit is gone from what sees both far ends, but for the near ones. Returns whether anything had it."""
    found = 0
    for i in range(20):
        cell = PEERS[far[0], i]
        if SEES[far[1], cell] and state[cell] & digit and cell not in (near, other):
            gone[cell] |= digit
            found = 1
    return found


@helper
def empty_rectangles(state, gone, all_of_them):
    """Boxes with a digit in a row and a column only, and a strong link that starts in either."""
    houses, ends = np.empty(27, np.int64), np.empty((27, 2), np.int64)
    found = 0
    for d in range(9):
        strong = strong_houses(state, d, houses, ends)
        for box in range(18, 27):
            places = state[AT + 9 * box + d]
            if COUNT[places] < 2:
                continue
            for i in range(9):  # where the row and the column cross
                row, column = HOUSE[CELL[box, i], 0], HOUSE[CELL[box, i], 1]
                in_row = places & 7 << 3 * (i // 3) & ~(1 << i)
                in_column = places & 73 << i % 3 & ~(1 << i)
                if not in_row or not in_column or places & ~(in_row | in_column | 1 << i):
                    continue
                for j in range(strong):
                    for k in range(4):
                        start, end = (ends[j, 0], ends[j, 1]) if k % 2 else (ends[j, 1], ends[j, 0])
                        line, other = (row, column) if k < 2 else (column, row)
                        if HOUSE[start, line // 9] != line or HOUSE[end, line // 9] == line:
                            continue
                        if HOUSE[start, 2] == box or HOUSE[end, 2] == box:
                            continue
                        cleared = 0
                        for m in range(9):
                            cell = CELL[other, m]
                            hit = state[cell] >> d & 1 and HOUSE[cell, 2] != box and cell != start
                            if hit and SEES[end, cell]:
                                gone[cell] |= 1 << d
                                cleared = 1
                        if cleared and not all_of_them:
                            return 1
                        found += cleared
    return found


@helper
def finned_fish(size, sashimi, state, gone):
    """Lines whose places outside one box lie in as many crossing lines; those in the box are fins."""
    lines, far = np.empty(9, np.int64), np.empty(9, np.int64)
    for plane in range(18):
        d, way = plane // 2, plane % 2
        for i in range(9):
            lines[i] = state[AT + 9 * (9 * way + i) + d]
            if COUNT[lines[i]] < 2:
                lines[i] = 0
        for box in range(9):
            # the lines through the box, and those that cross them there
            one, two = 7 << 3 * (box // 3), 7 << 3 * (box % 3)
            through, crossing = (one, two) if way == 0 else (two, one)
            inside = 0
            for i in range(9):
                far[i] = lines[i]
                if through >> i & 1:
                    far[i] &= ~crossing
                    inside += COUNT[lines[i] & crossing]
            if inside < 2:
                continue
            base, cover = _finned(size, sashimi, lines, far, through, crossing)
            for i in range(9 if base else 0):
                if (through & ~base) >> i & 1:
                    out = lines[i] & cover & crossing
                    while out:
                        gone[CELL[9 * way + i, LOWEST[out]]] |= 1 << d
                        out &= out - 1
            if base:
                return 1
    return 0


@helper
def _finned(size, sashimi, lines, far, through, crossing):
    """The base and the cover lines of a finned fish with its fins in a box that clears anything; or 0."""
    at, union, base = np.empty(6, np.int64), np.zeros(6, np.int64), np.zeros(6, np.int64)
    depth, at[0] = 0, 0
    while depth >= 0:
        if at[depth] == 9:
            depth -= 1
            continue
        line = at[depth]
        at[depth] += 1
        if lines[line] == 0 or COUNT[union[depth] | far[line]] > size:
            continue
        union[depth + 1], base[depth + 1] = union[depth] | far[line], base[depth] | 1 << line
        if depth + 1 < size:
            at[depth + 1] = at[depth]
            depth += 1
            continue
        few = union[size]
        spare, filling = crossing & ~few, 0
        while True:  # the covers that are chosen among the lines that cross in the box
            cover = few | filling
            if COUNT[cover] == size and _clears(cover, base[size], sashimi, lines, through, crossing):
                return base[size], cover
            filling = (filling - spare) & spare
            if filling == 0:
                break
    return 0, 0


@reader
def _clears(cover, base, sashimi, lines, through, crossing):
    """Whether a finned fish is of the wanted kind and what sees all of its fins loses a place.

    That lies in the box: no fin is in a cover line, and no such place in a base line.
    """
    narrow, fins, found = False, 0, 0
    for i in range(9):
        if base >> i & 1:
            narrow |= COUNT[lines[i] & cover] < 2
            fins |= lines[i] & ~cover
        elif through >> i & 1:
            found |= lines[i] & cover & crossing
    return fins != 0 and found != 0 and narrow == sashimi
