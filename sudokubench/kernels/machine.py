"""A state machine for rating plain 9x9 boards: the rounds of `logic.engine.SolutionPath`, all steps of a rule together.

It counts what the rules in `logic/rules/` would say, up to chains, and makes no steps. A state is one row of int64: for
each cell the mask of its candidates, whether it is placed (1), and for each house and digit the mask of the places.
Bit d of a mask of candidates is the digit d + 1; bit p of a mask of places is the p-th cell of the house. Houses are
numbered as in a layout: rows, columns, boxes. What a rule finds goes into `gone` and `put`, masks of digits by cell.
"""

from __future__ import annotations

from itertools import combinations
from math import log

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.chains import shortest_of
from sudokubench.kernels.compiled import compiled, helper, reader

RULES = (
    "full_house", "hidden_single_box", "hidden_single_line", "direct_pointing", "direct_claiming", "direct_hidden_pair",
    "naked_single", "direct_hidden_triple", "pointing", "claiming", "naked_pair", "x_wing", "hidden_pair",
    "naked_triple", "swordfish", "hidden_triple", "xy_wing", "xyz_wing", "unique_rectangle_1", "unique_rectangle_2",
    "unique_rectangle_4", "unique_rectangle_3", "unique_loop_1", "unique_loop_2", "unique_loop_4",
    "naked_quad", "jellyfish", "hidden_quad", "bug_plus_1", "bug_2", "bug_4", "bug_3", "aligned_pair", "x_chain",
    "y_cycle", "aic", "aligned_triplet",
)  # fmt: skip
"""What it knows, in its order. A rule is tried only where those before it find nothing, and relies on that."""
(
    _FULL_HOUSE, _IN_BOX, _IN_LINE, _DIRECT_POINTING, _DIRECT_CLAIMING, _DIRECT_PAIR, _NAKED_SINGLE, _DIRECT_TRIPLE,
    _POINTING, _CLAIMING, _NAKED_PAIR, _X_WING, _HIDDEN_PAIR, _NAKED_TRIPLE, _SWORDFISH, _HIDDEN_TRIPLE, _XY_WING,
    _XYZ_WING, _RECTANGLE_1, _RECTANGLE_2, _RECTANGLE_4, _RECTANGLE_3, _LOOP_1, _LOOP_2, _LOOP_4, _NAKED_QUAD,
    _JELLYFISH, _HIDDEN_QUAD, _BUG_1, _BUG_2, _BUG_4, _BUG_3, _PAIR, _X_CHAIN, _Y_CYCLE, _AIC, _TRIPLET,
) = range(len(RULES))  # fmt: skip
_SEARCHED = sum(1 << rule for rule in range(_HIDDEN_TRIPLE + 1)) & ~(
    1 << _DIRECT_POINTING | 1 << _DIRECT_CLAIMING | 1 << _DIRECT_PAIR | 1 << _DIRECT_TRIPLE
)
"""By what a search closes its states: the rules of Easy and Medium. The direct ones lead to no other fixpoint."""
SOLVED, STUCK, CONTRADICTION = range(3)
"""How rounds end."""

PLACED = 1 << 9
"""Beside the candidates of a cell: it is placed."""
_EVERY = 511
CELLS = np.array([_EVERY, *(1 << d | PLACED for d in range(9))])
"""A cell as it is first: blank, or with a clue from 1 to 9."""
_ROUNDS = 729
"""More there cannot be: each takes a candidate, or places one."""
_DONE, _AT, _SIZE = 81, 162, 405
"""Where a state has which cells are placed, where the places of digits, and how long it is."""

_CELL = np.array(
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for b in range(9)]
)
"""(27, 9): the cells of each house."""
_HOUSE = np.array([[house for house in range(27) if cell in _CELL[house]] for cell in range(81)])
"""(81, 3): the houses of each cell."""
_PLACE = np.array([[list(_CELL[house]).index(cell) for house in _HOUSE[cell]] for cell in range(81)])
"""(81, 3): which of their cells it is."""
_SEES = (_HOUSE[:, None] == _HOUSE).any(2) & ~np.eye(81, dtype=bool)
"""(81, 81): whether two cells have a house in common."""
_PEERS = np.array([np.flatnonzero(_SEES[cell]) for cell in range(81)])
"""(81, 20)."""
_RECTANGLES = np.array(
    [
        [9 * r + c for r in rows for c in columns]
        for rows in combinations(range(9), 2)
        for columns in combinations(range(9), 2)
        if (rows[0] // 3 == rows[1] // 3) != (columns[0] // 3 == columns[1] // 3)
    ]
)
"""(486, 4): the corners of each rectangle that lies in two boxes; first and last, second and third are opposite."""


def _common(house: int, other: int) -> int:
    """Which cells of a house another has, too."""
    return sum(1 << place for place, cell in enumerate(_CELL[house]) if cell in _CELL[other])


_CROSSING = np.array(
    [
        [(other, _common(house, other), _common(other, house)) for other in range(27)
         if other != house and _common(house, other).bit_count() == 3] * (1 if house >= 18 else 2)
        for house in range(27)
    ]
)  # fmt: skip
"""(27, 6, 3): the houses that have three cells in common with each (with a line: three, twice), and these in both."""
_COUNT = np.array([mask.bit_count() for mask in range(1024)])
_LOWEST = np.array([(mask & -mask).bit_length() - 1 for mask in range(512)])
"""Of a mask: how many bits are set, and which is the lowest."""
_LOGS = np.array([0.0, 0.0, *map(log, range(2, 10))])
"""What a cell with so many candidates adds to the entropy, in nats."""


# -- states ---------------------------------------------------------------------------------------------------------


@reader
def _remove(state, cell, digits):
    """Take candidates from a cell."""
    digits &= state[cell]
    state[cell] ^= digits
    while digits:
        d = _LOWEST[digits]
        digits &= digits - 1
        for i in range(3):
            state[_AT + 9 * _HOUSE[cell, i] + d] &= ~(1 << _PLACE[cell, i])


@reader
def _place(state, cell, digits):
    """Place a digit: it leaves the peers, and the others the cell."""
    state[_DONE + cell] = 1
    _remove(state, cell, ~digits)
    for i in range(20):
        _remove(state, _PEERS[cell, i], digits)


@helper
def _load(cells):
    """The state in which cells have these candidates, and what is `PLACED` has left its peers."""
    state = np.zeros(_SIZE, np.int64)
    for cell in range(81):
        state[cell] = cells[cell] & _EVERY
        for d in range(9):
            if cells[cell] >> d & 1:
                for i in range(3):
                    state[_AT + 9 * _HOUSE[cell, i] + d] |= 1 << _PLACE[cell, i]
    for cell in range(81):
        if cells[cell] & PLACED:
            _place(state, cell, cells[cell] & _EVERY)
    return state


@reader
def _save(state, cells):
    """The state as `_load` takes it."""
    for cell in range(81):
        cells[cell] = state[cell] | PLACED * state[_DONE + cell]


@reader
def _apply(state, gone, put):
    """Take what is gone and place what is put, and forget both. Returns how many are put, or else gone."""
    moves = out = 0
    for cell in range(81):
        moves += _COUNT[put[cell]]
        if gone[cell]:
            out += _COUNT[gone[cell]]
            _remove(state, cell, gone[cell])
            gone[cell] = 0
    if moves == 0:
        return out
    for cell in range(81):
        if put[cell]:
            _place(state, cell, put[cell])
            put[cell] = 0
    return moves


@helper
def _entropy(state):
    """The entropy in nats, as `CandidateGrid.entropy` adds it up, and how many cells have no candidate."""
    cells_with = np.zeros(10, np.int64)
    for cell in range(81):
        cells_with[_COUNT[state[cell]]] += 1
    entropy = 0.0
    for k in range(2, 10):
        entropy += _LOGS[k] * cells_with[k]
    return entropy, cells_with[0]


@reader
def _ending(state):
    """How rounds end in which no more is found, or every cell is placed."""
    for i in range(_AT, _SIZE):
        if state[i] == 0:
            return CONTRADICTION
    for cell in range(81):
        if not state[_DONE + cell]:
            return STUCK
    return SOLVED


# -- rules: each returns how many things it has found ----------------------------------------------------------------


@reader
def _singles(rule, state, put, all_of_them):
    """All singles of a kind, or the first."""
    found = 0
    if rule == _NAKED_SINGLE:
        for cell in range(81):
            if _COUNT[state[cell]] == 1 and not state[_DONE + cell] and (all_of_them or not found):
                put[cell] = state[cell]
                found += 1
        return found
    for house in range(18 if rule == _IN_BOX else 0, 18 if rule == _IN_LINE else 27):
        if rule == _FULL_HOUSE:
            last, blanks = 0, 0
            for i in range(9):
                cell = _CELL[house, i]
                if not state[_DONE + cell]:
                    last = cell
                    blanks += 1
            if blanks == 1 and _COUNT[state[last]] == 1 and (all_of_them or not found):
                put[last] = state[last]
                found += 1
        else:
            for d in range(9):
                places = state[_AT + 9 * house + d]
                if _COUNT[places] == 1:
                    cell = _CELL[house, _LOWEST[places]]
                    if not state[_DONE + cell]:
                        put[cell] |= 1 << d
                        found += 1
    return found


@reader
def _strike(gone, house, d, places):
    """A digit is gone from some places of a house."""
    while places:
        gone[_CELL[house, _LOWEST[places]]] |= 1 << d
        places &= places - 1


@reader
def _settle(state, put, house, d, places):
    """If a digit has one place in a house, and was not put there already, put it there."""
    if _COUNT[places] == 1:
        cell = _CELL[house, _LOWEST[places]]
        if not state[_DONE + cell] and not put[cell] >> d & 1:
            put[cell] |= 1 << d
            return 1
    return 0


@reader
def _locked(state, gone, put, first, last, rule):
    """Locked candidates of the houses from `first` to `last`. Direct: only where they leave a single."""
    found, direct = 0, rule == _DIRECT_POINTING
    for house in range(first, last):
        for d in range(9):
            places = state[_AT + 9 * house + d]
            if _COUNT[places] < 2 or _COUNT[places] > 3:
                continue
            for i in range(6 if house >= 18 else 3):
                if places & ~_CROSSING[house, i, 1]:
                    continue
                other = _CROSSING[house, i, 0]
                out = state[_AT + 9 * other + d] & ~_CROSSING[house, i, 2]
                if out == 0:
                    continue
                singles = 0
                if direct:
                    for j in range(6 if other >= 18 else 3):  # the houses beside the first that lose places
                        third = _CROSSING[other, j, 0]
                        if third // 9 == house // 9 and out & _CROSSING[other, j, 1]:
                            left = state[_AT + 9 * third + d] & ~_CROSSING[other, j, 2]
                            singles += _settle(state, put, third, d, left)
                if singles or not direct:
                    _strike(gone, other, d, out)
                    found += 1
    return found


_NAKED, _HIDDEN, _FISH, _DIRECT = range(4)


@reader
def _clear(state, gone, put, kind, plane, rows, used, union):
    """What some rows have in common with the others of a plane leaves these. Direct: only where it leaves a single."""
    found = singles = 0
    if kind == _DIRECT:
        for i in range(9):
            if not used >> i & 1 and rows[i] & union:
                singles += _settle(state, put, plane, i, rows[i] & ~union)
        if singles == 0:
            return 0
    for i in range(9):
        out = rows[i] & union
        if used >> i & 1 or out == 0:
            continue
        found += 1
        if kind == _NAKED:
            gone[_CELL[plane, i]] |= out
        elif kind == _FISH:
            _strike(gone, 9 * (plane // 9) + i, plane % 9, out)
        else:
            _strike(gone, plane, i, out)
    return found


@helper
def _subsets(kind, size, state, gone, put):
    """Rows of a plane, so many, that have no more columns together: these are gone from the other rows.

    A plane is a house with its cells by their candidates (naked) or its digits by their places (hidden), or a digit
    with its places in all rows by column, or in all columns by row (fish). Rows with one column are placed by now.
    """
    rows, member = np.empty(9, np.int64), np.empty(9, np.int64)
    found = 0
    for plane in range(18 if kind == _FISH else 27):
        members = 0
        for i in range(9):
            if kind == _NAKED:
                rows[i] = state[_CELL[plane, i]]
            elif kind == _FISH:
                rows[i] = state[_AT + 9 * (9 * (plane // 9) + i) + plane % 9]
            else:
                rows[i] = state[_AT + 9 * plane + i]
            if 2 <= _COUNT[rows[i]] <= size:
                member[members] = i
                members += 1
        for a in range(members - size + 1):
            for b in range(a + 1, members):
                two, used = rows[member[a]] | rows[member[b]], 1 << member[a] | 1 << member[b]
                if _COUNT[two] > size:
                    continue
                if size == 2:
                    found += _clear(state, gone, put, kind, plane, rows, used, two)
                    continue
                for c in range(b + 1, members):
                    three, more = two | rows[member[c]], used | 1 << member[c]
                    if _COUNT[three] > size:
                        continue
                    if size == 3:
                        found += _clear(state, gone, put, kind, plane, rows, more, three)
                        continue
                    for e in range(c + 1, members):
                        four = three | rows[member[e]]
                        if _COUNT[four] <= size:
                            found += _clear(state, gone, put, kind, plane, rows, more | 1 << member[e], four)
    return found


@helper
def _wings(size, state, gone):
    """XY-Wing (2) and XYZ-Wing (3): a pivot of so many candidates and two pincers."""
    near = np.empty(20, np.int64)
    found = 0
    for pivot in range(81):
        mask = state[pivot]
        if _COUNT[mask] != size:
            continue
        count = 0
        for i in range(20):
            cell = _PEERS[pivot, i]
            if _COUNT[state[cell]] == 2 and _COUNT[state[cell] & mask] == size - 1:
                near[count] = cell
                count += 1
        for i in range(count):
            for j in range(i + 1, count):
                a, b = near[i], near[j]
                z = state[a] & state[b]
                if (
                    _COUNT[z] != 1
                    or _COUNT[state[a] | state[b] | mask] != 3
                    or (z & mask != 0) != (size == 3)
                ):
                    continue
                for k in range(20):
                    cell = _PEERS[a, k]
                    if _SEES[b, cell] and (size == 2 or _SEES[pivot, cell]) and state[cell] & z:
                        gone[cell] |= z
                        found += 1
    return found


_TYPE_1, _TYPE_2, _TYPE_4, _TYPE_3 = range(4)


@helper
def _noted(gone, least, cost):
    """Whether something of this cost counts: what is dearer than the cheapest does not, and is forgotten."""
    if cost < least[0]:
        for cell in range(81):
            gone[cell] = 0
        least[0] = cost
    return cost == least[0]


@helper
def _deadly(kind, state, gone, roof, extras, roofs, cost, least):
    """What follows if so many cells must hold one of their extra candidates."""
    every, kept = 0, 0
    for i in range(roofs):
        every |= extras[i]
        kept |= state[roof[i]] & ~extras[i]
    if (kind == _TYPE_1) != (roofs == 1) or (kind == _TYPE_4 and roofs != 2):
        return 0
    if kind == _TYPE_1:
        if kept == 0 or not _noted(gone, least, cost):
            return 0
        gone[roof[0]] |= kept
        return 1
    found = 0
    if (kind == _TYPE_2 and _COUNT[every] != 1) or (kind == _TYPE_3 and _COUNT[every] == 1):
        return 0
    if kind == _TYPE_2:
        for i in range(20):
            cell = _PEERS[roof[0], i]
            seen = state[cell] & every != 0
            for j in range(1, roofs):
                seen &= _SEES[roof[j], cell]
            if seen and _noted(gone, least, cost):
                gone[cell] |= every
                found += 1
        return found
    for i in range(3):
        house, places = _HOUSE[roof[0], i], 0
        for j in range(roofs):
            if _HOUSE[roof[j], i] == house:
                places |= 1 << _PLACE[roof[j], i]
        if _COUNT[places] < roofs:
            continue
        if kind == _TYPE_3:
            found += _roof_subsets(state, gone, house, places, every, cost, least)
            continue
        for d in range(9):
            if not (kept & ~every) >> d & 1 or state[_AT + 9 * house + d] & ~places:
                continue
            for j in range(2):
                out = state[roof[j]] & ~extras[j] & ~(1 << d)
                if out and _noted(gone, least, cost):
                    gone[roof[j]] |= out
                    found += 1
    return found


@helper
def _roof_subsets(state, gone, house, roof, extra, cost, least):
    """Cells of a house that make a naked subset with the extra candidates of some others: type 3."""
    others, out = 0, np.zeros(81, np.int64)
    for i in range(9):
        if not state[_DONE + _CELL[house, i]] and not roof >> i & 1:
            others |= 1 << i
    found = 0
    chosen = (others - 1) & others
    while chosen > 0:
        digits = extra
        for i in range(9):
            if chosen >> i & 1:
                digits |= state[_CELL[house, i]]
        size = _COUNT[chosen]
        if _COUNT[digits] == size + 1:
            hit = False
            for cell in range(81):
                out[cell] = state[cell] & digits
                for i in range(9):
                    if (roof | chosen) >> i & 1 and not _SEES[cell, _CELL[house, i]]:
                        out[cell] &= ~state[_CELL[house, i]]
                hit |= out[cell] != 0
            left = _COUNT[others] - size
            if hit and _noted(gone, least, cost + (size if size <= left else left - 1)):
                for cell in range(81):
                    gone[cell] |= out[cell]
                found += 1
        chosen = (chosen - 1) & others
    return found


@helper
def _rectangles(kind, state, gone, least):
    """Unique rectangles of a type."""
    found = 0
    roof, extras = np.empty(4, np.int64), np.empty(4, np.int64)
    for r in range(_RECTANGLES.shape[0]):
        corners = _RECTANGLES[r]
        blank = True
        for i in range(4):
            blank &= state[_DONE + corners[i]] == 0
        if not blank:
            continue
        for first in range(4):
            pair = state[corners[first]]
            if _COUNT[pair] != 2:
                continue
            low = pair & -pair
            roofs = places = 0
            one = two = pair  # the digits that may stand in the first and the last corner, and in both others
            known = False
            for i in range(4):
                mask = state[corners[i]]
                if i % 3 == 0:
                    one &= mask
                else:
                    two &= mask
                if mask & ~pair:
                    roof[roofs] = corners[i]
                    extras[roofs] = mask & ~pair
                    roofs += 1
                    places += i
                elif i < first:
                    known |= mask == pair
            high = pair ^ low
            crosswise = (one & low and two & high) or (one & high and two & low)
            aligned = roofs == 2 and places != 3
            if not known and crosswise and (aligned or kind == _TYPE_1):
                found += _deadly(kind, state, gone, roof, extras, roofs, 0, least)
    return found


@helper
def _loops(kind, state, gone, least):
    """Unique loops of six cells and more, of a type. Returns -1 if there is no loop at all."""
    found = -1
    path, at = np.empty(19, np.int64), np.empty(19, np.int64)
    extra, roofs = np.zeros(19, np.int64), np.zeros(19, np.int64)
    roof, extras = np.empty(18, np.int64), np.empty(18, np.int64)
    for start in range(81):
        pair = state[start]
        if _COUNT[pair] != 2 or state[_DONE + start]:
            continue
        path[0], at[0], depth = start, 0, 0
        while depth >= 0:
            if at[depth] == 20 or depth == 17:
                depth -= 1
                continue
            cell = _PEERS[path[depth], at[depth]]
            at[depth] += 1
            mine = state[cell] & ~pair
            if state[_DONE + cell] or state[cell] & pair != pair or (mine == 0 and cell < start):
                continue
            if mine and roofs[depth] == 2 and _COUNT[extra[depth] | mine] > 1:
                continue
            apart = True
            for i in range(depth + 1):
                apart &= path[i] != cell and not (i % 2 != depth % 2 and _SEES[path[i], cell])
            if not apart:
                continue
            extra[depth + 1], roofs[depth + 1] = extra[depth] | mine, min(2, roofs[depth] + (mine != 0))
            depth += 1
            path[depth], at[depth] = cell, 0
            if depth % 2 == 0 or depth < 5 or not _SEES[start, cell] or not _in_turn(path, depth + 1):
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


@helper
def _in_turn(path, length):
    """Whether each house of a cell of odd number has one of even number, and the other way round."""
    for i in range(length):
        for h in range(3):
            fellow = False
            for j in range(1 - i % 2, length, 2):
                fellow |= _HOUSE[path[i], h] == _HOUSE[path[j], h]
            if not fellow:
                return False
    return True


@helper
def _bugs(kind, state, gone, least):
    """Bivalue universal graves, of a type."""
    roof, extras, left = np.empty(9, np.int64), np.empty(9, np.int64), np.empty((27, 9), np.int64)
    roofs = 0
    for house in range(27):
        for d in range(9):
            left[house, d] = _COUNT[state[_AT + 9 * house + d]]
    for cell in range(81):
        if state[_DONE + cell]:
            for i in range(3):
                left[_HOUSE[cell, i], _LOWEST[state[cell]]] -= 1
        elif _COUNT[state[cell]] != 2:
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
                    many &= left[_HOUSE[roof[j], i], d] > 2
                extras[j] |= many << d
        if _COUNT[state[roof[j]] & ~extras[j]] != 2:
            return 0
    for j in range(roofs):
        for d in range(9):
            for i in range(3):
                left[_HOUSE[roof[j], i], d] -= extras[j] >> d & 1
    for house in range(27):
        for d in range(9):
            if left[house, d] != 0 and left[house, d] != 2:
                return 0
    return _deadly(kind, state, gone, roof, extras, roofs, 0, least) if roofs else 0


@helper
def _small(state, cell, size):
    return not state[_DONE + cell] and 2 <= _COUNT[state[cell]] <= size


@helper
def _aligned(size, state, gone):
    """Aligned exclusion: what two or three cells do not hold because a cell that sees them all would be empty."""
    found = 0
    common, triple = np.empty(20, np.int64), np.empty(20, np.int64)
    for one in range(81):
        if state[_DONE + one]:
            continue
        for two in range(one + 1, 81):
            if state[_DONE + two]:
                continue
            count = 0
            for i in range(20):
                cell = _PEERS[one, i]
                if _SEES[two, cell] and _small(state, cell, size):
                    common[count] = cell
                    count += 1
            if count < 2:
                continue
            if size == 2:
                found += _excluded(state, gone, one, two, -1, common, count)
                continue
            for i in range(40):
                three = _PEERS[one, i] if i < 20 else _PEERS[two, i - 20]
                if three in (one, two) or not _small(state, three, size):
                    continue
                if i >= 20 and _SEES[one, three]:
                    continue
                some = 0
                for j in range(count):
                    if _SEES[three, common[j]]:
                        triple[some] = common[j]
                        some += 1
                if some >= 2:
                    found += _excluded(state, gone, one, two, three, triple, some)
    return found


@helper
def _excluded(state, gone, one, two, three, common, count):
    """What two cells, or three, do not hold because one of the common ones would be empty."""
    a = b = c = 0  # what they may hold
    last = state[three] if three >= 0 else 1
    for x in range(9):
        if not state[one] >> x & 1:
            continue
        for y in range(9):
            if not state[two] >> y & 1 or (x == y and _SEES[one, two]):
                continue
            for z in range(9):
                if not last >> z & 1:
                    continue
                if three >= 0 and ((x == z and _SEES[one, three]) or (y == z and _SEES[two, three])):
                    continue
                together = 1 << x | 1 << y | (1 << z if three >= 0 else 0)
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


@helper
def _chains(rule, state, gone, put):
    """The shortest chains, of one digit or of all, or loops of cells with two candidates.

    Returns their measure, see `shortest_of`; 0 for none.
    """
    node_of, options = np.full(729, -1, np.int64), np.empty(729, np.int64)
    nodes = 0
    for cell in range(81):
        if not state[_DONE + cell]:
            for d in range(9):
                if state[cell] >> d & 1:
                    node_of[9 * cell + d] = nodes
                    options[nodes] = 9 * cell + d
                    nodes += 1
    strong_start, weak_start = np.zeros(nodes + 1, np.int32), np.zeros(nodes + 1, np.int32)
    strong, weak = np.empty(4 * nodes, np.int32), np.empty(28 * nodes, np.int32)
    strongs = weaks = 0
    for node in range(nodes):
        cell, d = options[node] // 9, options[node] % 9
        for e in range(9):
            if rule != _X_CHAIN and e != d and state[cell] >> e & 1:
                if rule == _AIC:
                    weak[weaks] = node_of[9 * cell + e]
                    weaks += 1
                if _COUNT[state[cell]] == 2:
                    strong[strongs] = node_of[9 * cell + e]
                    strongs += 1
        for i in range(20):
            other = node_of[9 * _PEERS[cell, i] + d]
            if other >= 0:
                weak[weaks] = other
                weaks += 1
        for i in range(3):
            house = _HOUSE[cell, i]
            places = state[_AT + 9 * house + d]
            if _COUNT[places] == 2 and rule != _Y_CYCLE:
                strong[strongs] = node_of[9 * _CELL[house, _LOWEST[places & ~(1 << _PLACE[cell, i])]] + d]
                strongs += 1
        strong_start[node + 1] = strongs
        weak_start[node + 1] = weaks
    measure, first, last = shortest_of(
        (strong_start, strong, weak_start, weak), options[:nodes] // 9, _LONGEST, rule == _Y_CYCLE
    )
    for node in range(nodes):
        if first[node] >= 0:
            cell, d = options[node] // 9, options[node] % 9
            if first[node] == last[node]:
                put[cell] |= 1 << d
            else:
                gone[cell] |= 1 << d
    return measure


@helper
def _round(state, allowed, gone, put):
    """Note what the first of the allowed rules says that finds anything. Returns the rule, or -1, and its nodes."""
    least, no_loop = np.empty(1, np.int64), False
    for rule in range(_TRIPLET + 1):
        if not allowed >> rule & 1 or rule == _DIRECT_CLAIMING:  # direct pointing finds all that this does
            continue
        if no_loop and _LOOP_1 <= rule <= _LOOP_4:
            continue
        nodes, least[0] = 0, 99
        if rule <= _IN_LINE or rule == _NAKED_SINGLE:
            found = _singles(rule, state, put, True)
        elif rule == _CLAIMING:
            found = _locked(state, gone, put, 0, 18, rule)
        elif rule <= _POINTING and not _SUBSET[rule, 1]:
            found = _locked(state, gone, put, 18, 27, rule)
        elif _SUBSET[rule, 1]:
            found = _subsets(_SUBSET[rule, 0], _SUBSET[rule, 1], state, gone, put)
        elif rule <= _XYZ_WING:
            found = _wings(2 + rule - _XY_WING, state, gone)
        elif rule in (_PAIR, _TRIPLET):
            found = _aligned(2 if rule == _PAIR else 3, state, gone)
        elif rule >= _X_CHAIN:
            found = _chains(rule, state, gone, put)
            nodes = found // 2 * 2
        else:
            if rule <= _RECTANGLE_3:
                found = _rectangles(rule - _RECTANGLE_1, state, gone, least)
            elif rule <= _LOOP_4:
                found = _loops(rule - _LOOP_1, state, gone, least)
                no_loop = found < 0
                found = max(found, 0)
            else:
                found = _bugs(rule - _BUG_1, state, gone, least)
            nodes = least[0] if found else 0
        if found:
            return rule, nodes
    return -1, 0


_SUBSET = np.zeros((len(RULES), 2), np.int64)
"""What kind of a subset a rule looks for, and of which size."""
for _rule, _what in {
    _DIRECT_PAIR: (_DIRECT, 2), _DIRECT_TRIPLE: (_DIRECT, 3), _NAKED_PAIR: (_NAKED, 2), _X_WING: (_FISH, 2),
    _HIDDEN_PAIR: (_HIDDEN, 2), _NAKED_TRIPLE: (_NAKED, 3), _SWORDFISH: (_FISH, 3), _HIDDEN_TRIPLE: (_HIDDEN, 3),
    _NAKED_QUAD: (_NAKED, 4), _JELLYFISH: (_FISH, 4), _HIDDEN_QUAD: (_HIDDEN, 4),
}.items():  # fmt: skip
    _SUBSET[_rule] = _what
_LONGEST = 32


# -- the search for D ------------------------------------------------------------------------------------------------


@helper
def _closed(state, gone, put):
    """Close a state under the rules of a search. Returns its entropy; -1 for a contradiction."""
    while True:
        entropy, lost = _entropy(state)
        if lost:
            return -1.0
        rule, _ = _round(state, _SEARCHED, gone, put)
        if rule < 0:
            return -1.0 if _ending(state) == CONTRADICTION else entropy
        _apply(state, gone, put)


@helper
def _left(state, cell, d, trial):
    """Entropy that is left once a cell holds a digit, and what is single then is placed, all at once."""
    place, single = np.empty(81, np.int64), np.empty(81, np.int64)
    for i in range(81):
        trial[i] = state[i]
    trial[cell] = 1 << d
    place[0], single[0] = cell, 1 << d
    count, done = 1, 0
    for wave in range(2):
        end = count
        while done < end:
            for i in range(20):
                trial[_PEERS[place[done], i]] &= ~single[done]
            done += 1
        if wave == 0:
            for i in range(81):
                if _COUNT[trial[i]] == 1 and not state[_DONE + i] and i != cell:
                    place[count] = i
                    single[count] = trial[i]
                    count += 1
    return _entropy(trial)[0]


@helper
def _choice(state, entropy, trial):
    """The cell to try: of those with the fewest candidates the one with the greatest gains, then most empty peers."""
    fewest = 10
    for cell in range(81):
        if not state[_DONE + cell]:
            fewest = min(fewest, _COUNT[state[cell]])
    best, key = np.full(11, -1.0), np.empty(11)
    chosen = -1
    for cell in range(81):
        if state[_DONE + cell] or _COUNT[state[cell]] != fewest:
            continue
        count = 0
        key[0] = 0.0
        for d in range(9):
            if state[cell] >> d & 1:
                gain = np.rint(1e9 * (entropy - _left(state, cell, d, trial)))
                key[0] += gain
                count += 1
                place = count
                while place > 1 and key[place - 1] > gain:
                    key[place] = key[place - 1]
                    place -= 1
                key[place] = gain
        key[count + 1] = 0.0
        for i in range(20):
            key[count + 1] += 1 - state[_DONE + _PEERS[cell, i]]
        i = 0
        while i <= count and key[i] == best[i]:
            i += 1
        if key[i] > best[i]:
            chosen = cell
            for i in range(count + 2):
                best[i] = key[i]
    return chosen


@helper
def _search(start, most, gone, put, totals):
    """All solutions below a closed state, depth first, as `logic.search.LimitedSearch` finds them: what trials take.

    Fills `totals`: trials, the sum of their depths, the entropy that they remove, and 1 if the search is cut.
    """
    states, entropies = np.empty((82, _SIZE), np.int64), np.empty(82)
    cells, left = np.empty(82, np.int64), np.empty(82, np.int64)
    trial = np.empty(81, np.int64)
    states[0] = start
    entropies[0], _ = _entropy(start)
    cells[0] = _choice(states[0], entropies[0], trial)
    left[0] = start[cells[0]]
    depth, nodes = 0, 1
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        if nodes >= most:
            totals[3] = 1.0
            return
        digit = left[depth] & -left[depth]
        left[depth] ^= digit
        depth += 1
        nodes += 1
        state = states[depth]
        for i in range(_SIZE):
            state[i] = states[depth - 1, i]
        _place(state, cells[depth - 1], digit)
        entropy = _closed(state, gone, put)
        totals[0] += 1.0
        totals[1] += depth
        totals[2] += entropies[depth - 1] - max(entropy, 0.0)
        if entropy <= 0.0:  # a contradiction, or a solution
            depth -= 1
            continue
        entropies[depth] = entropy
        cells[depth] = _choice(state, entropy, trial)
        left[depth] = state[cells[depth]]


def room() -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Arrays for `walk` to fill: `rounds`, `entropies` and `trials`."""
    return np.empty((_ROUNDS, 3), np.int64), np.empty(_ROUNDS + 1), np.zeros(4)


@compiled
def walk(cells, allowed, most, rounds, entropies, trials):
    """Rounds until a board is solved, contradictory, or none of the rules finds more; and the search for D.

    Args:
        cells: int64 (81,), for each the mask of its candidates, and `PLACED`. It becomes the state in which rounds end.
        allowed: Bit i is set if the i-th of `RULES` is used.
        most: States after which a search is cut; 0 for no search. It begins where the rules of Easy and Medium end.
        rounds: int64 (729, 3), is filled: rule, moves and nodes of each round.
        entropies: float64 (730,), is filled: of the first state, and after each round.
        trials: float64 (4,), is filled, see `_search`.

    Returns:
        How many rounds there are, how many of them come before the first one of a harder rule than Easy and Medium
        have, and how they end.
    """
    gone, put = np.zeros(81, np.int64), np.zeros(81, np.int64)
    state = _load(cells)
    searched = state.copy()
    count, easy, ending = 0, -1, -1
    while ending < 0:
        entropies[count], lost = _entropy(state)
        rule, nodes = -1, 0
        if lost:
            ending = CONTRADICTION
        elif entropies[count] == 0.0 and _ending(state) != STUCK:
            ending = _ending(state)
        else:
            rule, nodes = _round(state, allowed, gone, put)
            if rule < 0:
                ending = _ending(state)
        if easy < 0 and (rule < 0 or rule > _HIDDEN_TRIPLE):
            easy = count
            for i in range(_SIZE):
                searched[i] = state[i]
        if rule >= 0:
            rounds[count, 0] = rule
            rounds[count, 1] = _apply(state, gone, put)
            rounds[count, 2] = nodes
            count += 1
    if most and ending != CONTRADICTION and entropies[easy] > 0.0:
        _search(searched, most, gone, put, trials)
    _save(state, cells)
    return count, easy, ending


@compiled
def singles(cells, ages):
    """Place singles as HoDoKu does, until there are none: full houses, naked ones, of hidden ones the oldest.

    Args:
        cells: As `walk` takes and changes them.
        ages: int64 (729,), for each option the how-manieth hidden single it was to come up, from 1 on, or 0. Goes on.

    Returns:
        How many full houses, naked and hidden singles were placed.
    """
    gone, put, hidden = np.zeros(81, np.int64), np.zeros(81, np.int64), np.zeros(81, np.int64)
    placed = np.zeros(3, np.int64)
    state = _load(cells)
    last = ages.max()
    while _entropy(state)[1] == 0:
        _singles(_IN_BOX, state, hidden, True)
        _singles(_IN_LINE, state, hidden, True)
        oldest = -1
        for option in range(729):
            if hidden[option // 9] >> option % 9 & 1:
                hidden[option // 9] ^= 1 << option % 9
                if ages[option] == 0:
                    last += 1
                    ages[option] = last
                if oldest < 0 or ages[option] < ages[oldest]:
                    oldest = option
        if _singles(_FULL_HOUSE, state, put, False):
            placed[0] += 1
        elif _singles(_NAKED_SINGLE, state, put, False):
            placed[1] += 1
        elif oldest >= 0:
            put[oldest // 9] = 1 << oldest % 9
            placed[2] += 1
        else:
            break
        _apply(state, gone, put)
    _save(state, cells)
    return placed
