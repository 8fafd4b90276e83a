"""What HoDoKu knows beside the rules of ratings, in the machine: the first step of a rule, or whether there is one.

The order in which a first step is looked for is that of the rule as object.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine.state import (
    AT,
    CELL,
    COUNT,
    DONE,
    HOUSE,
    LOWEST,
    PEERS,
    SEES,
)
from sudokubench.kernels.machine.uniqueness import RECTANGLES

SKYSCRAPER, KITE, TURBOT = range(3)
"""Kinds of turbot fish."""


@reader
def _seen_by_all(state, gone, chosen, count, digits):
    """Take digits from the cells that see all of some. Returns whether any had them."""
    found = 0
    for i in range(20):
        cell = PEERS[chosen[0], i]
        sees = state[cell] & digits != 0
        for j in range(1, count):
            sees &= SEES[chosen[j], cell]
        if sees:
            gone[cell] |= state[cell] & digits
            found = 1
    return found


@helper
def naked_sets(size, state, gone, locked):
    """A naked subset, of all digits and cells that it clears; `locked`: one that clears cells of both its houses."""
    member, chosen = np.empty(9, np.int64), np.empty(4, np.int64)
    at = np.empty(5, np.int64)
    union = np.zeros(5, np.int64)
    for house in range(27):
        members = 0
        for i in range(9):
            cell = CELL[house, i]
            if not state[DONE + cell] and COUNT[state[cell]] <= size:
                member[members] = cell
                members += 1
        depth, at[0] = 0, 0
        while depth >= 0:
            if at[depth] == members:
                depth -= 1
                continue
            cell = member[at[depth]]
            at[depth] += 1
            union[depth + 1] = union[depth] | state[cell]
            if COUNT[union[depth + 1]] > size:
                continue
            chosen[depth] = cell
            if depth < size - 1:
                at[depth + 1] = at[depth]
                depth += 1
                continue
            if locked and not _clears_both(state, chosen, size, union[size]):
                continue
            if _seen_by_all(state, gone, chosen, size, union[size]):
                return 1
    return 0


@reader
def _clears_both(state, chosen, size, digits):
    """Whether cells lie in a box and a line, and some digits leave other cells of each of them."""
    box, line = HOUSE[chosen[0], 2], -1
    for i in range(2):
        together = True
        for j in range(1, size):
            together &= HOUSE[chosen[j], i] == HOUSE[chosen[0], i]
        if together:
            line = HOUSE[chosen[0], i]
    for j in range(1, size):
        if HOUSE[chosen[j], 2] != box:
            return False
    if line < 0:
        return False
    in_box = in_line = False
    for i in range(9):
        cell = CELL[box, i]
        in_box |= HOUSE[cell, line // 9] != line and state[cell] & digits != 0
        cell = CELL[line, i]
        in_line |= HOUSE[cell, 2] != box and state[cell] & digits != 0
    return in_box and in_line


@helper
def _strong_houses(state, d, houses, ends):
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
        strong = _strong_houses(state, d, houses, ends)
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
        strong = _strong_houses(state, d, houses, ends)
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


@reader
def _fellows(state, first, cells):
    """The cells with the two candidates of one, if it is the first of them. Returns how many they are, or 0."""
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
    """An even number of cells with the same two candidates, each seeing the next."""
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
    """Two cells with the same pair, joined by a strong link of one of its digits."""
    cells, houses, ends = np.empty(81, np.int64), np.empty(27, np.int64), np.empty((27, 2), np.int64)
    pair = np.empty(2, np.int64)
    for first in range(81):
        if COUNT[state[first]] != 2:
            continue
        count = _fellows(state, first, cells)
        low = state[first] & -state[first]
        for i in range(count):
            for j in range(i + 1, count):
                a, b = cells[i], cells[j]
                pair[0], pair[1] = a, b
                if SEES[a, b]:
                    continue
                for k in range(2):
                    link = low if k == 0 else state[first] ^ low
                    strong = _strong_houses(state, LOWEST[link], houses, ends)
                    for h in range(strong):
                        x, y = ends[h, 0], ends[h, 1]
                        if a in (x, y) or b in (x, y):
                            continue
                        if (SEES[x, a] and SEES[y, b]) or (SEES[x, b] and SEES[y, a]):
                            if _seen_by_all(state, gone, pair, 2, state[first] ^ link):
                                return 1
                            break
    return 0


_TYPE_5, _TYPE_6, _HIDDEN, _AVOIDABLE_1, _AVOIDABLE_2 = range(5)


@helper
def further_rectangles(kind, state, clues):
    """Whether there is a unique rectangle of type 5 or 6, a hidden or an avoidable one that may say anything."""
    for r in range(RECTANGLES.shape[0]):
        corners = RECTANGLES[r]
        blanks = given = 0
        for i in range(4):
            blanks |= (1 - state[DONE + corners[i]]) << i
            given |= clues[corners[i]]
        if given:
            continue
        if kind >= _AVOIDABLE_1:
            if _avoidable(kind, state, corners, blanks):
                return 1
            continue
        if blanks != 15:
            continue
        for i in range(4):
            pair = state[corners[i]]
            if COUNT[pair] == 2 and _is_further(kind, state, corners, pair):
                return 1
    return 0


@reader
def _avoidable(kind, state, corners, blanks):
    """Whether the placed corners of a rectangle leave the others their digits crosswise; of opposite ones, roughly."""
    if COUNT[blanks] != (1 if kind == _AVOIDABLE_1 else 2):
        return False
    one = LOWEST[blanks]
    if kind == _AVOIDABLE_1:
        beside = one ^ 1
        return (
            state[corners[beside]] == state[corners[3 - beside]]
            and state[corners[one]] & state[corners[3 - one]] != 0
        )
    two = LOWEST[blanks & (blanks - 1)]
    a, b = state[corners[one]], state[corners[two]]
    if COUNT[a] != 2 or COUNT[b] != 2:
        return False
    if one + two == 3:
        return a == b and state[corners[one ^ 1]] == state[corners[two ^ 1]]
    a_rest, b_rest = a & ~state[corners[3 - one]], b & ~state[corners[3 - two]]
    return COUNT[a_rest] == 1 and a_rest == b_rest


@reader
def _confined(state, house, d, corners):
    """Whether a digit has no place in a house but in the corners."""
    for i in range(9):
        cell = CELL[house, i]
        if state[cell] >> d & 1 and cell not in (corners[0], corners[1], corners[2], corners[3]):
            return False
    return True


@helper
def _is_further(kind, state, corners, pair):
    """Whether a rectangle of blank cells with a pair of candidates says anything as type 5, as type 6, or as hidden."""
    low = pair & -pair
    high = pair ^ low
    one, two = state[corners[0]] & state[corners[3]], state[corners[1]] & state[corners[2]]
    if not ((one & low and two & high) or (one & high and two & low)):
        return False
    extra = roof = 0
    for i in range(4):
        extra |= state[corners[i]] & ~pair
        roof |= (state[corners[i]] & ~pair != 0) << i
    opposite = roof in (6, 9)
    if kind == _TYPE_5:
        if COUNT[extra] != 1 or not (opposite or COUNT[roof] == 3):
            return False
        for cell in range(81):
            sees = state[cell] & extra != 0
            for i in range(4):
                sees &= not roof >> i & 1 or SEES[cell, corners[i]]
            if sees:
                return True
        return False
    for k in range(2):
        d = LOWEST[low if k == 0 else high]
        if kind == _TYPE_6:
            for line in range(2 if opposite else 0):
                if _confined(state, HOUSE[corners[0], line], d, corners) and _confined(
                    state, HOUSE[corners[3], line], d, corners
                ):
                    return True
            continue
        for i in range(4 if COUNT[roof] >= 2 else 0):
            far = corners[3 - i]
            if roof >> i & 1 or not state[far] & pair & ~(1 << d):
                continue
            if _confined(state, HOUSE[far, 0], d, corners) and _confined(state, HOUSE[far, 1], d, corners):
                return True
    return False


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


@reader
def _parts(state, cells, count, digits, sizes):
    """Digits and number of each set of some cells, by the mask of these."""
    digits[0] = sizes[0] = 0
    for i in range(count):
        for part in range(1 << i):
            digits[part | 1 << i] = digits[part] | state[cells[i]]
            sizes[part | 1 << i] = sizes[part] + 1


@reader
def _sees(state, cell, cells, part, digit):
    """Whether a cell sees those of a set that may hold a digit."""
    while part:
        other = cells[LOWEST[part]]
        part &= part - 1
        if state[other] & digit and not SEES[cell, other]:
            return False
    return True


@helper
def sue_de_coq(state):
    """Whether cells of a box and a line clear others: as many as their digits fill, twice if they are in both parts."""
    cells = np.empty((3, 9), np.int64)  # in both, in the line alone, in the box alone
    digits, sizes = np.empty((3, 64), np.int64), np.empty((3, 64), np.int64)
    count = np.empty(3, np.int64)
    for box in range(18, 27):
        for line in range(18):
            for k in range(3):
                count[k] = 0
            for i in range(18):
                cell = CELL[line, i] if i < 9 else CELL[box, i - 9]
                k = 1 + i // 9
                if i < 9 and HOUSE[cell, 2] == box:
                    k = 0
                elif state[DONE + cell] or (i >= 9 and HOUSE[cell, line // 9] == line):
                    continue
                if not state[DONE + cell]:
                    cells[k, count[k]] = cell
                    count[k] += 1
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
                        if _says(state, cells, core, a, b, more | digits[2, b], both):
                            return 1
    return 0


@helper
def _says(state, cells, core, a, b, digits, both):
    """Whether such cells clear any other of their digits."""
    for cell in range(81):
        left = state[cell] & digits
        while left:
            digit = left & -left
            left ^= digit
            in_line, in_box = _sees(state, cell, cells[1], a, digit), _sees(state, cell, cells[2], b, digit)
            if digit & both:
                if in_line or in_box:
                    return True
            elif in_line and in_box and _sees(state, cell, cells[0], core, digit):
                return True
    return False
