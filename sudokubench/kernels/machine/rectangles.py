"""The machine's tests for the kinds of unique rectangles that only HoDoKu has: whether one exists."""

from __future__ import annotations

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine.order import HIDDEN_RECTANGLE
from sudokubench.kernels.machine.state import CELL, COUNT, DONE, HOUSE, LOWEST, SEES
from sudokubench.kernels.machine.uniqueness import RECTANGLES, crosswise


@helper
def avoidable_rectangles(kind, state, clues):
    """Return whether an avoidable rectangle of a type exists. If open corners are opposite, a yes may be wrong."""
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
    """Return whether the open corners of a rectangle may repeat the placed digits crosswise, as its type requires."""
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
    """Return whether there is a unique rectangle of type 5 or 6, or a hidden rectangle, that may have a conclusion."""
    for r in range(RECTANGLES.shape[0]):
        corners = RECTANGLES[r]
        blank = True
        for i in range(4):
            blank &= state[DONE + corners[i]] == 0
        for i in range(4 if blank else 0):
            pair = state[corners[i]]
            if (
                COUNT[pair] == 2
                and crosswise(state, corners, pair)
                and _is_further(kind, state, corners, pair)
            ):
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
    """Return whether a rectangle of blank cells with a pair may eliminate a candidate. The kind is 5, 6 or hidden."""
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
            if _confined(state, corners[0], way, d, corners) and _confined(
                state, corners[3], way, d, corners
            ):
                return True
    return False
