"""Unique rectangles that HoDoKu alone knows, in the machine: whether there are any."""

from __future__ import annotations

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine.state import CELL, COUNT, DONE, HOUSE, LOWEST, SEES
from sudokubench.kernels.machine.uniqueness import RECTANGLES

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
