"""The machine's unique rectangles, unique loops and bivalue universal graves.

The roof is the cells with extra candidates. If none of them held an extra candidate, the board would have a second
solution. Each rule of ratings returns the number of its results. The rules that only HoDoKu has return only whether
their pattern exists.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine.order import HIDDEN_RECTANGLE
from sudokubench.kernels.machine.state import (
    AT,
    CELL,
    COUNT,
    DONE,
    HOUSE,
    LOWEST,
    PEERS,
    PLACE,
    SEES,
    sees_all,
    shared_house,
)

RECTANGLES = np.array(
    [
        [9 * r + c for r in rows for c in columns]
        for rows in combinations(range(9), 2)
        for columns in combinations(range(9), 2)
        if (rows[0] // 3 == rows[1] // 3) != (columns[0] // 3 == columns[1] // 3)
    ]
)
"""(486, 4): the corners of each rectangle in two boxes. Corners 0 and 3 are opposite, and so are 1 and 2."""


@reader
def _is_cheapest(gone, least, cost):
    """Return whether to note a result of this cost. Only the cheapest results stay in `gone`.

    `least[0]` is the least cost so far, in tenths. A cheaper result clears `gone`; a result that costs more is ignored.
    """
    if cost < least[0]:
        for cell in range(81):
            gone[cell] = 0
        least[0] = cost
    return cost == least[0]


@helper
def _deadly(kind, state, gone, roof, extras, roofs, cost, least):
    """Note what the type `kind` concludes from this: a cell of the roof holds one of its extra candidates.

    `roof` has the cells, `roofs` is their number, and `extras` has the mask of each. Return the number of results.
    """
    every = kept = 0
    for i in range(roofs):
        every |= extras[i]
        kept |= state[roof[i]] & ~extras[i]
    if kind == 1:
        if roofs != 1 or kept == 0 or not _is_cheapest(gone, least, cost):
            return 0
        gone[roof[0]] |= kept
        return 1
    if roofs == 1 or (kind == 2 and COUNT[every] != 1) or (kind == 3 and COUNT[every] == 1):
        return 0
    found = 0
    if kind == 2:
        for i in range(20):
            cell = PEERS[roof[0], i]
            if state[cell] & every and sees_all(cell, roof, roofs) and _is_cheapest(gone, least, cost):
                gone[cell] |= every
                found += 1
        return found
    for way in range(3 if kind == 3 or roofs == 2 else 0):
        house, places = shared_house(way, roof, roofs), 0
        if house < 0:
            continue
        for j in range(roofs):
            places |= 1 << PLACE[roof[j], way]
        if kind == 3:
            found += _roof_subsets(state, gone, house, places, every, cost, least)
            continue
        for d in range(9):
            if not (kept & ~every) >> d & 1 or state[AT + 9 * house + d] & ~places:
                continue
            for j in range(2):
                out = state[roof[j]] & ~extras[j] & ~(1 << d)
                if out and _is_cheapest(gone, least, cost):
                    gone[roof[j]] |= out
                    found += 1
    return found


@helper
def _roof_subsets(state, gone, house, roof, extra, cost, least):
    """Find cells of a house that make a naked subset with the extra candidates of the roof (type 3)."""
    others, out = 0, np.zeros(81, np.int64)
    for i in range(9):
        if not state[DONE + CELL[house, i]] and not roof >> i & 1:
            others |= 1 << i
    found = 0
    chosen = (others - 1) & others
    while chosen > 0:
        digits = extra
        for i in range(9):
            if chosen >> i & 1:
                digits |= state[CELL[house, i]]
        size = COUNT[chosen]
        if COUNT[digits] == size + 1:
            hit = False
            for cell in range(81):
                out[cell] = state[cell] & digits
                for i in range(9):
                    if (roof | chosen) >> i & 1 and not SEES[cell, CELL[house, i]]:
                        out[cell] &= ~state[CELL[house, i]]
                hit |= out[cell] != 0
            left = COUNT[others] - size
            if hit and _is_cheapest(gone, least, cost + (size if size <= left else left - 1)):
                for cell in range(81):
                    gone[cell] |= out[cell]
                found += 1
        chosen = (chosen - 1) & others
    return found


@reader
def crosswise(state, corners, pair):
    """Return whether two opposite corners may hold one digit of a pair, and the other two corners the other digit."""
    low = pair & -pair
    one, two = state[corners[0]] & state[corners[3]], state[corners[1]] & state[corners[2]]
    return (one & low and two & (pair ^ low)) or (one & (pair ^ low) and two & low)


@helper
def rectangles(kind, state, gone, least):
    """Find unique rectangles of a type."""
    found = 0
    roof, extras = np.empty(4, np.int64), np.empty(4, np.int64)
    for r in range(RECTANGLES.shape[0]):
        corners = RECTANGLES[r]
        blank = True
        for i in range(4):
            blank &= state[DONE + corners[i]] == 0
        if not blank:
            continue
        for first in range(4):
            pair = state[corners[first]]
            if COUNT[pair] != 2 or not crosswise(state, corners, pair):
                continue
            roofs = places = 0
            known = False
            for i in range(4):
                extra = state[corners[i]] & ~pair
                if extra:
                    roof[roofs] = corners[i]
                    extras[roofs] = extra
                    roofs += 1
                    places += i
                elif i < first:
                    known |= state[corners[i]] == pair
            aligned = roofs == 2 and places != 3
            if not known and (aligned or kind == 1):
                found += _deadly(kind, state, gone, roof, extras, roofs, 0, least)
    return found


@helper
def loops(kind, state, gone, least):
    """Find unique loops of a type, with six cells or more. The result is -1 if no loop exists at all."""
    found = -1
    path, at = np.empty(19, np.int64), np.empty(19, np.int64)
    extra, roofs = np.zeros(19, np.int64), np.zeros(19, np.int64)
    roof, extras = np.empty(18, np.int64), np.empty(18, np.int64)
    for start in range(81):
        pair = state[start]
        if COUNT[pair] != 2 or state[DONE + start]:
            continue
        path[0], at[0], depth = start, 0, 0
        while depth >= 0:
            if at[depth] == 20 or depth == 17:
                depth -= 1
                continue
            cell = PEERS[path[depth], at[depth]]
            at[depth] += 1
            mine = state[cell] & ~pair
            if state[DONE + cell] or state[cell] & pair != pair or (mine == 0 and cell < start):
                continue
            if mine and roofs[depth] == 2 and COUNT[extra[depth] | mine] > 1:
                continue
            apart = True
            for i in range(depth + 1):
                apart &= path[i] != cell and not (i % 2 != depth % 2 and SEES[path[i], cell])
            if not apart:
                continue
            extra[depth + 1], roofs[depth + 1] = extra[depth] | mine, min(2, roofs[depth] + (mine != 0))
            depth += 1
            path[depth], at[depth] = cell, 0
            if depth % 2 == 0 or depth < 5 or not SEES[start, cell] or not _in_turn(path, depth + 1):
                continue
            count = 0
            for i in range(depth + 1):
                if state[path[i]] != pair:
                    roof[count] = path[i]
                    extras[count] = state[path[i]] & ~pair
                    count += 1
            cost = 0 if depth == 5 else 1 if depth == 7 else 4
            found = max(found, 0) + _deadly(kind, state, gone, roof, extras, count, cost, least)
    return found


@reader
def _in_turn(path, length):
    """Return whether every house with an odd cell of the path also has an even cell, and the reverse.

    A cell is odd or even by its index in the path.
    """
    for i in range(length):
        for h in range(3):
            fellow = False
            for j in range(1 - i % 2, length, 2):
                fellow |= HOUSE[path[i], h] == HOUSE[path[j], h]
            if not fellow:
                return False
    return True


@helper
def bugs(kind, state, gone, least):
    """Find bivalue universal graves of a type."""
    roof, extras, left = np.empty(9, np.int64), np.empty(9, np.int64), np.empty((27, 9), np.int64)
    roofs = 0
    for house in range(27):
        for d in range(9):
            left[house, d] = COUNT[state[AT + 9 * house + d]]
    for cell in range(81):
        if state[DONE + cell]:
            for i in range(3):
                left[HOUSE[cell, i], LOWEST[state[cell]]] -= 1
        elif COUNT[state[cell]] != 2:
            if roofs == 9:
                return 0
            roof[roofs] = cell
            roofs += 1
    for j in range(roofs):
        extras[j] = 0
        for d in range(9):
            if state[roof[j]] >> d & 1:
                many = True
                for i in range(3):
                    many &= left[HOUSE[roof[j], i], d] > 2
                extras[j] |= many << d
        if COUNT[state[roof[j]] & ~extras[j]] != 2:
            return 0
    for j in range(roofs):
        for d in range(9):
            for i in range(3):
                left[HOUSE[roof[j], i], d] -= extras[j] >> d & 1
    for house in range(27):
        for d in range(9):
            if left[house, d] != 0 and left[house, d] != 2:
                return 0
    return _deadly(kind, state, gone, roof, extras, roofs, 0, least) if roofs else 0


@helper
def avoidable_rectangles(kind, state, clues):
    """Return 1 if an avoidable rectangle of a type exists, else 0.

    The result 1 may be wrong if the open corners are opposite.
    """
    for r in range(RECTANGLES.shape[0]):
        corners = RECTANGLES[r]
        blanks = given = 0
        for i in range(4):
            blanks |= (1 - state[DONE + corners[i]]) << i
            given |= clues[corners[i]]
        if not given and COUNT[blanks] == kind and _is_avoidable(state, corners, blanks):
            return 1
    return 0


@reader
def _is_avoidable(state, corners, blanks):
    """Return whether the open corners of a rectangle may repeat the placed digits crosswise.

    The condition depends on the type, which is the number of open corners.
    """
    one, two = LOWEST[blanks], LOWEST[blanks & (blanks - 1)]
    a, b = state[corners[one]], state[corners[two]]
    if COUNT[blanks] == 1:
        beside = state[corners[one ^ 1]]
        return beside == state[corners[one ^ 2]] and a & state[corners[3 - one]] != 0
    if COUNT[a] != 2 or COUNT[b] != 2:
        return False
    if one + two == 3:
        return a == b and state[corners[one ^ 1]] == state[corners[two ^ 1]]
    a_rest, b_rest = a & ~state[corners[3 - one]], b & ~state[corners[3 - two]]
    return COUNT[a_rest] == 1 and a_rest == b_rest


@helper
def further_rectangles(kind, state):
    """Return 1 if a unique rectangle of type 5 or 6, or a hidden rectangle, may have a conclusion; else 0."""
    for r in range(RECTANGLES.shape[0]):
        corners = RECTANGLES[r]
        blank = True
        for i in range(4):
            blank &= state[DONE + corners[i]] == 0
        for i in range(4 if blank else 0):
            pair = state[corners[i]]
            if COUNT[pair] != 2 or not crosswise(state, corners, pair):
                continue
            if _is_further(kind, state, corners, pair):
                return 1
    return 0


@reader
def _confined(state, corner, way, d, corners):
    """Return whether all places of a digit in the row (way 0) or column (1) of a corner are corners."""
    for i in range(9):
        cell = CELL[HOUSE[corner, way], i]
        if state[cell] >> d & 1 and cell not in (corners[0], corners[1], corners[2], corners[3]):
            return False
    return True


@reader
def _is_further(kind, state, corners, pair):
    """Return whether a rectangle of blank cells with a pair may be a unique rectangle of type 5, 6 or a hidden one."""
    extra = roof = 0
    for i in range(4):
        extra |= state[corners[i]] & ~pair
        roof |= (state[corners[i]] & ~pair != 0) << i
    opposite = roof in (6, 9)
    if kind == 5:
        if COUNT[extra] != 1 or not (opposite or COUNT[roof] == 3):
            return False
        for cell in range(81):
            sees = state[cell] & extra != 0
            for i in range(4):
                sees &= not roof >> i & 1 or SEES[cell, corners[i]]
            if sees:
                return True
        return False
    low = LOWEST[pair]
    for d in (low, LOWEST[pair ^ 1 << low]):
        for i in range(4 if kind == HIDDEN_RECTANGLE and COUNT[roof] >= 2 else 0):
            far = corners[3 - i]
            open_far = not roof >> i & 1 and state[far] & pair & ~(1 << d)
            if open_far and _confined(state, far, 0, d, corners) and _confined(state, far, 1, d, corners):
                return True
        for way in range(2 if kind == 6 and opposite else 0):
            first = _confined(state, corners[0], way, d, corners)
            if first and _confined(state, corners[3], way, d, corners):
                return True
    return False
