"""The machine's turbot fish, empty rectangles and finned fish. Each rule returns the number of its results."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine.basic import next_set, strike
from sudokubench.kernels.machine.order import KITE, SKYSCRAPER
from sudokubench.kernels.machine.state import AT, CELL, COUNT, HOUSE, LOWEST, PEERS, SEES


@reader
def strong_links(state, d, strong):
    """List each house in which a digit has exactly two places: both places, and the house. Return their number."""
    count = 0
    for house in range(27):
        places = state[AT + 9 * house + d]
        if COUNT[places] == 2:
            strong[count, 0] = CELL[house, LOWEST[places]]
            strong[count, 1] = CELL[house, LOWEST[places & (places - 1)]]
            strong[count, 2] = house
            count += 1
    return count


@reader
def _is_kind(kind, one, two, near, other):
    """Return whether two strong links make a turbot fish of this kind, judged by their houses and near ends."""
    if kind == SKYSCRAPER:
        same = HOUSE[near, 0] == HOUSE[other, 0] or HOUSE[near, 1] == HOUSE[other, 1]
        return same and one // 9 == two // 9 < 2
    if kind == KITE:
        return one // 9 == 0 and two // 9 == 1 and HOUSE[near, 2] == HOUSE[other, 2]
    return True


@helper
def turbots(kind, state, gone, all_of_them):
    """Find turbot fish: two strong links of a digit whose near ends see each other."""
    strong = np.empty((27, 3), np.int64)
    found = 0
    for d in range(9):
        links = strong_links(state, d, strong)
        for i in range(links):
            for j in range(i + 1, links):
                a, b, x, y = strong[i, 0], strong[i, 1], strong[j, 0], strong[j, 1]
                if a in (x, y) or b in (x, y):
                    continue
                for k in range(4):
                    first, near = (a, b) if k < 2 else (b, a)
                    other, last = (y, x) if k % 2 else (x, y)
                    if SEES[near, other] and _is_kind(kind, strong[i, 2], strong[j, 2], near, other):
                        cleared = _cleared_by_ends(state, gone, first, near, other, last, 1 << d)
                        if cleared and not all_of_them:
                            return 1
                        found += cleared
    return found


@reader
def _cleared_by_ends(state, gone, first, near, other, last, digit):
    """Remove a digit from the cells that see both far ends, except the near ends. Return whether any cell had it."""
    found = 0
    for i in range(20):
        cell = PEERS[first, i]
        if SEES[last, cell] and state[cell] & digit and cell not in (near, other):
            gone[cell] |= digit
            found = 1
    return found


@helper
def empty_rectangles(state, gone, all_of_them):
    """Find empty rectangles: a box has a digit only in one row and one column; a strong link starts in one of these."""
    strong = np.empty((27, 3), np.int64)
    found = 0
    for d in range(9):
        links = strong_links(state, d, strong)
        for box in range(18, 27):
            places = state[AT + 9 * box + d]
            if COUNT[places] < 2:
                continue
            for i in range(9):  # where the row and the column cross
                in_row = places & 7 << 3 * (i // 3) & ~(1 << i)
                in_column = places & 73 << i % 3 & ~(1 << i)
                if not in_row or not in_column or places & ~(in_row | in_column | 1 << i):
                    continue
                for k in range(4 * links):
                    start, end, way = strong[k // 4, 1 - k % 2], strong[k // 4, k % 2], k // 2 % 2
                    if HOUSE[start, way] == HOUSE[CELL[box, i], way] != HOUSE[end, way]:
                        cleared = _cleared_by_rectangle(state, gone, CELL[box, i], way, start, end, d)
                        if cleared and not all_of_them:
                            return 1
                        found += cleared
    return found


@reader
def _cleared_by_rectangle(state, gone, crossing, way, start, end, d):
    """Remove a digit from the cells in the second line of an empty rectangle that see the end of a strong link.

    The link starts in the first line. Return whether any cell had the digit.
    """
    box, found = HOUSE[crossing, 2], 0
    if HOUSE[start, 2] == box or HOUSE[end, 2] == box:
        return 0
    for i in range(9):
        cell = CELL[HOUSE[crossing, 1 - way], i]
        if state[cell] >> d & 1 and SEES[end, cell] and HOUSE[cell, 2] != box and cell != start:
            gone[cell] |= 1 << d
            found = 1
    return found


@helper
def finned_fish(size, sashimi, state, gone):
    """Note the first finned fish: k base lines whose places outside one box lie in k cover lines. Return 1 or 0."""
    lines, far, member = np.empty(9, np.int64), np.empty(9, np.int64), np.empty(9, np.int64)
    at, covers, bases = np.empty(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    for plane in range(18):
        d, way = plane // 2, plane % 2
        members = 0
        for i in range(9):
            lines[i] = state[AT + 9 * (9 * way + i) + d]
            if COUNT[lines[i]] >= 2:
                member[members] = i
                members += 1
        for box in range(9):
            # the lines through the box, and the lines that cross them there
            one, two = 7 << 3 * (box // 3), 7 << 3 * (box % 3)
            through, crossing = (one, two) if way == 0 else (two, one)
            inside = 0
            for i in range(9):
                far[i] = lines[i] & ~crossing if through >> i & 1 else lines[i]
                inside += COUNT[lines[i] & ~far[i]]
            if inside < 2:
                continue
            at[0] = at[size] = 0
            while next_set(size, far, member, members, at, covers, bases):
                base = bases[size]
                cover = _cover(size, sashimi, lines, covers[size], base, through, crossing)
                for i in range(9 if cover else 0):
                    if (through & ~base) >> i & 1:
                        strike(gone, 9 * way + i, d, lines[i] & cover & crossing)
                if cover:
                    return 1
    return 0


@reader
def _cover(size, sashimi, lines, few, base, through, crossing):
    """Return the cover lines of a finned fish that eliminates something and has all fins in one box; 0 without one.

    Each line of `few` covers a place outside the box. The other cover lines are chosen among the lines that cross in
    the box.
    """
    spare, filling = crossing & ~few, 0
    while True:
        cover = few | filling
        if COUNT[cover] == size and _clears(cover, base, sashimi, lines, through, crossing):
            return cover
        filling = (filling - spare) & spare
        if filling == 0:
            return 0


@reader
def _clears(cover, base, sashimi, lines, through, crossing):
    """Return whether a finned fish has the wanted kind, and a cell loses its candidate.

    Fins are the places of base lines outside the cover lines. A sashimi fish has a base line with fewer than two places
    in the cover lines. The cell lies in the box and in a cover line, but not in a base line.
    """
    narrow, fins, found = False, 0, 0
    for i in range(9):
        if base >> i & 1:
            narrow |= COUNT[lines[i] & cover] < 2
            fins |= lines[i] & ~cover
        elif through >> i & 1:
            found |= lines[i] & cover & crossing
    return fins != 0 and found != 0 and narrow == sashimi
