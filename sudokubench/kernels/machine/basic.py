"""The machine's singles, locked candidates, subsets, fish and wings. Each rule returns the number of its results.

Results go into `gone` and `put`, masks of digits by cell. If the caller wants only one result, a rule notes the result
that the rule in Python gives first.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.machine import order
from sudokubench.kernels.machine.state import AT, CELL, COUNT, CROSSING, DONE, LEFT, LOWEST, ONE, PEERS, SEES


@reader
def strike(gone, house, d, places):
    """Note in `gone` that a digit is gone from some places (a mask) of a house."""
    while places:
        gone[CELL[house, LOWEST[places]]] |= 1 << d
        places &= places - 1


@reader
def _settle(state, put, house, d, places):
    """If a digit has one place in a house, put it there. Return 1 if this is new, else 0."""
    if COUNT[places] == 1:
        cell = CELL[house, LOWEST[places]]
        if not state[DONE + cell] and not put[cell] >> d & 1:
            put[cell] |= 1 << d
            return 1
    return 0


@reader
def singles(kind, state, put):
    """Find all singles of a kind."""
    found = 0
    if kind == order.NAKED_SINGLE:
        for cell in range(81):
            if COUNT[state[cell]] == 1 and not state[DONE + cell]:
                put[cell] = state[cell]
                found += 1
        return found
    for house in range(18 if kind == order.IN_BOX else 0, 18 if kind == order.IN_LINE else 27):
        digits = state[LEFT + house] & state[ONE + house]
        if kind == order.FULL_HOUSE and COUNT[state[LEFT + house]] != 1:
            continue
        while digits:
            d = LOWEST[digits]
            digits &= digits - 1
            found += _settle(state, put, house, d, state[AT + 9 * house + d])
    return found


@reader
def locked(kind, state, gone, put, all_of_them):
    """Find locked candidates, all or the first. The direct kind counts only eliminations that leave a single."""
    found, direct = 0, kind == order.DIRECT_POINTING
    for house in range(0 if kind == order.CLAIMING else 18, 18 if kind == order.CLAIMING else 27):
        digits = state[LEFT + house] & ~state[ONE + house]
        while digits:
            d = LOWEST[digits]
            digits &= digits - 1
            places = state[AT + 9 * house + d]
            if COUNT[places] > 3:
                continue
            for i in range(6 if house >= 18 else 3):
                if places & ~CROSSING[house, i, 1]:
                    continue
                other = CROSSING[house, i, 0]
                out = state[AT + 9 * other + d] & ~CROSSING[house, i, 2]
                if out == 0:
                    continue
                singles = 0
                if direct:
                    for j in range(3):  # each box of the line: a box that loses places may get a single
                        box = CROSSING[other, j, 0]
                        if out & CROSSING[other, j, 1]:
                            singles += _settle(
                                state, put, box, d, state[AT + 9 * box + d] & ~CROSSING[other, j, 2]
                            )
                if singles or not direct:
                    strike(gone, other, d, out)
                    found += 1
                    if not all_of_them:
                        return found
    return found


@reader
def _clear(state, gone, put, kind, plane, rows, used, union):
    """Remove the columns in `union` from the unused rows of a plane (see `subsets`). Return how many rows lose columns.

    The direct kind removes nothing if this leaves no single.
    """
    found = singles = 0
    if kind == order.DIRECT:
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
        if kind == order.NAKED:
            gone[CELL[plane, i]] |= out
        elif kind == order.FISH:
            strike(gone, 9 * (plane % 2) + i, plane // 2, out)
        else:
            strike(gone, plane, i, out)
    return found


@reader
def next_set(size, rows, member, members, at, columns, used):
    """Go on to the next set of `size` rows that together have at most `size` columns. Return whether one exists.

    Args:
        rows: For each row the mask of its columns.
        member, members: The rows to choose from, and their number.
        at: int64 (size + 1,): for each depth the position of the search among the members; the last element is the
            depth itself. `at[0]` and `at[size]` are 0 at first.
        columns, used: int64 (size + 1,): masks of the columns, and of the rows, up to each depth. The first is 0.
    """
    depth = at[size]
    while depth >= 0:
        if at[depth] > members - size + depth:
            depth -= 1
            continue
        row = member[at[depth]]
        at[depth] += 1
        columns[depth + 1] = columns[depth] | rows[row]
        used[depth + 1] = used[depth] | 1 << row
        if COUNT[columns[depth + 1]] > size:
            continue
        if depth + 1 == size:
            at[size] = depth
            return True
        depth += 1
        at[depth] = at[depth - 1]
    return False


@helper
def subsets(kind, size, state, gone, put, all_of_them):
    """Find sets of `size` rows of a plane that together have at most `size` columns; the other rows lose these columns.

    A plane is a table. Naked: its rows are the cells of a house, its columns the candidates. Hidden: its rows are the
    digits of a house, its columns the places. Fish: its rows are the rows of the board, its columns the places of a
    digit there; or the same with rows and columns exchanged. A row with one column is already placed. Without
    `all_of_them` only the first set that clears anything is noted.
    """
    rows, member = np.empty(9, np.int64), np.empty(9, np.int64)
    at, columns, used = np.empty(5, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    found = 0
    for plane in range(18 if kind == order.FISH else 27):
        members = 0
        for i in range(9):
            if kind == order.NAKED:
                rows[i] = state[CELL[plane, i]]
            elif kind == order.FISH:
                rows[i] = state[AT + 9 * (9 * (plane % 2) + i) + plane // 2]
            else:
                rows[i] = state[AT + 9 * plane + i]
            if 2 <= COUNT[rows[i]] <= size:
                member[members] = i
                members += 1
        at[0] = at[size] = 0
        while next_set(size, rows, member, members, at, columns, used):
            found += _clear(state, gone, put, kind, plane, rows, used[size], columns[size])
            if found and not all_of_them:
                return found
    return found


@helper
def wings(size, state, gone, all_of_them):
    """Find XY-Wings (`size` 2) and XYZ-Wings (3): a pivot with `size` candidates and two pincers."""
    near = np.empty(20, np.int64)
    found = 0
    for pivot in range(81):
        mask = state[pivot]
        if COUNT[mask] != size:
            continue
        count = 0
        for i in range(20):
            cell = PEERS[pivot, i]
            if COUNT[state[cell]] == 2 and COUNT[state[cell] & mask] == size - 1:
                near[count] = cell
                count += 1
        for i in range(count):
            for j in range(i + 1, count):
                a, b = near[i], near[j]
                z = state[a] & state[b]
                if COUNT[z] != 1 or COUNT[state[a] | state[b] | mask] != 3 or (z & mask != 0) != (size == 3):
                    continue
                for k in range(20):
                    cell = PEERS[a, k]
                    if SEES[b, cell] and (size == 2 or SEES[pivot, cell]) and state[cell] & z:
                        gone[cell] |= z
                        found += 1
                if found and not all_of_them:
                    return found
    return found
