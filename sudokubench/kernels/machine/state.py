"""The machine's state: the candidates of a board and the places of its digits, and the functions that change them.

A state is int64 (`SIZE`,): the mask of the candidates of each cell; then for each cell 1 if its digit is placed; then
for each house and digit the mask of the places. Bit p of a mask of places is the p-th cell of the house. At the end,
each house has two masks of digits: the digits not yet placed there, and the digits with at most one place.
"""

from __future__ import annotations

from math import log

import numpy as np

from sudokubench.kernels.compiled import helper, reader

SOLVED, STUCK, CONTRADICTION = range(3)
"""How the rounds of a board end: every cell is placed; no rule finds more; a cell or a digit has no candidate left."""

PLACED = 1 << 9
"""The bit of a placed cell in the arrays of callers, beside the bits of its candidates."""
EVERY = 511
CELLS = np.array([EVERY, *(1 << d | PLACED for d in range(9))])
"""(10,): the value of a blank cell in the arrays of callers, and of cells with the clues 1 to 9."""
ROUNDS = 729
"""Largest number of rounds: each round removes a candidate, or places one."""
DONE, AT, LEFT, ONE, SIZE = 81, 162, 405, 432, 459
"""Offsets of the placed flags, of the places of digits, of the digits not yet placed, and of the digits with at most
one place; and the length of a state."""

CELL = np.array(
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for b in range(9)]
)
"""(27, 9): the cells of each house."""
HOUSE = np.array([[house for house in range(27) if cell in CELL[house]] for cell in range(81)])
"""(81, 3): the houses of each cell."""
PLACE = np.array([[list(CELL[house]).index(cell) for house in HOUSE[cell]] for cell in range(81)])
"""(81, 3): the index of each cell in these houses."""
SEES = (HOUSE[:, None] == HOUSE).any(2) & ~np.eye(81, dtype=bool)
"""(81, 81): whether two cells have a house in common."""
PEERS = np.array([np.flatnonzero(SEES[cell]) for cell in range(81)])
"""(81, 20): the peers of each cell."""
_HALF = 41
HERE = np.array(
    [[1 << cell if cell < _HALF else 0, 0 if cell < _HALF else 1 << cell - _HALF] for cell in range(81)]
)
"""(81, 2): each cell as a set of cells, which has two words."""


def _common(house: int, other: int) -> int:
    """Return a mask of places in `house`: the cells that it shares with the house `other`."""
    return sum(1 << place for place, cell in enumerate(CELL[house]) if cell in CELL[other])


CROSSING = np.array(
    [
        [(other, _common(house, other), _common(other, house)) for other in range(27)
         if other != house and _common(house, other).bit_count() == 3] * (1 if house >= 18 else 2)
        for house in range(27)
    ]
)  # fmt: skip
"""(27, 6, 3): the houses that share three cells with each house (a line has three of them, listed twice), and masks
of the shared cells: in this house, in the other house."""
COUNT = np.array([mask.bit_count() for mask in range(1024)])
LOWEST = np.array([(mask & -mask).bit_length() - 1 for mask in range(512)])
"""For each mask, the number of its set bits (`COUNT`), and the index of the lowest (`LOWEST`; -1 if no bit is set)."""
LOGS = np.array([0.0, 0.0, *map(log, range(2, 10))])
"""The entropy that a cell adds, by its number of candidates, in nats."""
_TALLY = np.array([0, *(1 << 7 * mask.bit_count() - 7 for mask in range(1, 512))])
"""For each mask, 1 in the counter for its number of candidates. A sum of these has nine counters of seven bits."""


@reader
def remove(state, cell, digits):
    """Remove the candidates in a mask from a cell; update the places of their digits."""
    digits &= state[cell]
    state[cell] ^= digits
    while digits:
        d = LOWEST[digits]
        digits &= digits - 1
        for i in range(3):
            house = HOUSE[cell, i]
            places = state[AT + 9 * house + d] & ~(1 << PLACE[cell, i])
            state[AT + 9 * house + d] = places
            state[ONE + house] |= (places & (places - 1) == 0) << d


@reader
def fill(state, cell, digits):
    """Place a digit (a mask of one bit) in a cell: remove it from the peers, and the other digits from the cell."""
    state[DONE + cell] = 1
    for i in range(3):
        state[LEFT + HOUSE[cell, i]] &= ~digits
    remove(state, cell, ~digits)
    for i in range(20):
        remove(state, PEERS[cell, i], digits)


@reader
def sees_all(cell, cells, count):
    """Return whether a cell sees all given cells."""
    sees = True
    for i in range(count):
        sees &= SEES[cell, cells[i]]
    return sees


@reader
def shared_house(way, cells, count):
    """Return the row (`way` 0), column (1) or box (2) that has all the cells, as a house from 0 to 26; else -1."""
    for i in range(1, count):
        if HOUSE[cells[i], way] != HOUSE[cells[0], way]:
            return -1
    return HOUSE[cells[0], way]


@helper
def load(cells):
    """Return the state of cells with these candidates. The digit of a `PLACED` cell is removed from the peers."""
    state = np.zeros(SIZE, np.int64)
    for house in range(27):
        state[LEFT + house] = EVERY
    for cell in range(81):
        state[cell] = cells[cell] & EVERY
        for d in range(9):
            if cells[cell] >> d & 1:
                for i in range(3):
                    state[AT + 9 * HOUSE[cell, i] + d] |= 1 << PLACE[cell, i]
    for house in range(27):
        for d in range(9):
            state[ONE + house] |= (COUNT[state[AT + 9 * house + d]] <= 1) << d
    for cell in range(81):
        if cells[cell] & PLACED:
            fill(state, cell, cells[cell] & EVERY)
    return state


@reader
def save(state, cells):
    """Write the state into `cells` in the form that `load` takes."""
    for cell in range(81):
        cells[cell] = state[cell] | PLACED * state[DONE + cell]


@reader
def apply(state, gone, put):
    """Remove the candidates `gone`, place the digits `put`, and clear both: int64 (81,), masks of digits by cell.

    Return the number of digits placed. If the call places no digit, return the number of candidates removed.
    """
    moves = out = 0
    for cell in range(81):
        moves += COUNT[put[cell]]
        out += COUNT[gone[cell]]
        if gone[cell]:
            remove(state, cell, gone[cell])
            gone[cell] = 0
        if put[cell]:
            fill(state, cell, put[cell])
            put[cell] = 0
    return moves if moves else out


@reader
def entropy_of(state):
    """Return the entropy in nats, added up like `CandidateGrid.entropy`, and the number of cells without candidates."""
    tally = 0
    for cell in range(81):
        tally += _TALLY[state[cell]]
    entropy, lost = 0.0, 81 - (tally & 127)
    for k in range(2, 10):
        cells = tally >> 7 * k - 7 & 127
        entropy += LOGS[k] * cells
        lost -= cells
    return entropy, lost


@reader
def ending_of(state):
    """Return how rounds end in a state where no rule finds more, or every cell is placed."""
    for i in range(AT, LEFT):
        if state[i] == 0:
            return CONTRADICTION
    for cell in range(81):
        if not state[DONE + cell]:
            return STUCK
    return SOLVED
