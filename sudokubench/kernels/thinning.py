"""Remove clues from many 9x9 puzzles in one call, as far as this needs no search.

A clue can go if the remaining clues allow no other solution. Two quick tests decide many clues. A clue can go if the
other clues force its digit directly, as a naked or hidden single. It must stay if, without it, an exchange of blank
cells between two rows or columns gives another solution. This second test finds two fifths of the clues that must stay.
If neither test decides, an engine must look for another solution.
"""

from __future__ import annotations

from sudokubench.kernels.compiled import compiled, reader

_ALL = 0b1111111110
END = 81

# Each word of the state of a puzzle is a set, as bits: the digits of each row, column and box; then their blank cells;
# then for each digit the rows, the columns and the boxes that have it as a clue; then the cycles, see `_find_cycles`.
STATE_SIZE = 246
_BLANKS, _ROWS, _COLUMNS, _BOXES, _CYCLES = 27, 54, 64, 74, 84
_THREE, _EVERY_THIRD = 0b111, 0b001001001


@reader
def _begin(grid, puzzle, state):
    """Set the state of a puzzle."""
    for word in range(_CYCLES):  # the state of the grid
        state[word] = _ALL if word < _BLANKS else 0 if word < _ROWS else (1 << 9) - 1
    for cell in range(81):
        if puzzle[cell] != grid[cell]:
            _toggle(state, cell, grid[cell])
            if puzzle[cell]:
                _toggle(state, cell, puzzle[cell])
    for of_columns in range(2):
        for pair in range(9):
            _find_cycles(grid, state, of_columns, pair)


@reader
def _find_cycles(grid, state, of_columns, pair):
    """Find the cycles of two rows of a band, or of two columns of a stack: a pair leaves out line `pair`.

    If the two lines exchange their digits in one place, a digit doubles in a line, so its other place there follows,
    until a cycle closes. For each place of the lines, set the places of its cycle in the state. Permutations of places
    have four bits for each place.
    """
    step, across = (1, 9) if of_columns else (9, 1)  # step to the next line, and along a line
    band = pair // 3 * 3
    first, second = step * (band + (pair + 1) % 3), step * (band + (pair + 2) % 3)
    place_of_digit = one = 0
    for place in range(9):
        place_of_digit |= place << 4 * grid[first + across * place]
    for place in range(9):
        one |= (place_of_digit >> 4 * grid[second + across * place] & 15) << 4 * place
    two = _product(one, one)
    three = _product(one, two)
    six = _product(three, three)
    known = _CYCLES + 81 * of_columns + 9 * pair
    for place in range(9):
        state[known + place] = 1 << place | 1 << (one >> 4 * place & 15) | 1 << (two >> 4 * place & 15)
    for place in range(9):
        state[known + place] |= (
            state[known + (three >> 4 * place & 15)] | state[known + (six >> 4 * place & 15)]
        )


@reader
def _product(p, q):
    """Return the permutation p after q."""
    product = 0
    for place in range(9):
        product |= (p >> 4 * (q >> 4 * place & 15) & 15) << 4 * place
    return product


@reader
def _toggle(state, cell, digit):
    """Add a clue to the state, or remove it."""
    r, c = cell // 9, cell % 9
    b = r // 3 * 3 + c // 3
    bit = 1 << digit
    state[r] ^= bit
    state[9 + c] ^= bit
    state[18 + b] ^= bit
    state[_BLANKS + r] ^= 1 << c
    state[_BLANKS + 9 + c] ^= 1 << r
    state[_BLANKS + 18 + b] ^= 1 << r % 3 * 3 + c % 3
    state[_ROWS + digit] ^= 1 << r
    state[_COLUMNS + digit] ^= 1 << c
    state[_BOXES + digit] ^= 1 << b


@reader
def _threefold(bits):
    """Return nine bits: each of three bits three times."""
    return ((bits | bits << 2 | bits << 4) & _EVERY_THIRD) * _THREE


@reader
def _is_forced(state, cell, digit):
    """Return whether the clues force the digit of a blank cell directly."""
    r, c = cell // 9, cell % 9
    band, stack = r // 3, c // 3
    b = 3 * band + stack
    rows, columns, boxes = state[_ROWS + digit], state[_COLUMNS + digit], state[_BOXES + digit]
    in_row = state[_BLANKS + r] & ~(1 << c) & ~columns & ~_threefold(boxes >> 3 * band & _THREE)
    in_column = state[_BLANKS + 9 + c] & ~(1 << r) & ~rows & ~((boxes >> stack & _EVERY_THIRD) * _THREE)
    across = (columns >> 3 * stack & _THREE) * _EVERY_THIRD
    in_box = state[_BLANKS + 18 + b] & ~(1 << r % 3 * 3 + c % 3)
    in_box &= ~_threefold(rows >> 3 * band & _THREE) & ~across
    seen = state[r] | state[9 + c] | state[18 + b] | 1 << digit
    return (seen == _ALL) | (in_row == 0) | (in_column == 0) | (in_box == 0)


@reader
def _may_swap(state, cell):
    """Return whether two rows of a band, or two columns of a stack, can exchange digits in blank cells only."""
    r, c = cell // 9, cell % 9
    return _is_blank_cycle(state, 0, r, c) | _is_blank_cycle(state, 1, c, r)


@reader
def _is_blank_cycle(state, of_columns, line, place):
    """Return whether some cycle of a line has this place and only blank cells."""
    band, k = line // 3 * 3, line % 3
    known, blanks = _CYCLES + 81 * of_columns + place, _BLANKS + 9 * of_columns
    one, other = band + (k + 1) % 3, band + (k + 2) % 3
    filled = state[known + 9 * other] & ~(state[blanks + line] & state[blanks + one])
    filled_too = state[known + 9 * one] & ~(state[blanks + line] & state[blanks + other])
    return (filled == 0) | (filled_too == 0)


@reader
def _put_back(grid, puzzle, state, cells, begin, end):
    """Put the clues of cells[begin:end] back. Return their number."""
    for k in range(begin, end):
        cell = cells[k]
        puzzle[cell] = grid[cell]
        _toggle(state, cell, grid[cell])
    return end - begin


@compiled
def thin(grids, puzzles, states, clues, order, first, place, least, another, boards, removed):
    """Remove clues from each puzzle until a removal needs a search. Return how many puzzles wait for a search.

    Clues go in groups: all clues of a group, or none of them. The caller searches, sets `another`, and calls again.

    Args:
        grids: uint8 (n, 81), full.
        puzzles: uint8 (n, 81), a copy of `grids` before the first call; clues are removed from this array.
        states: int16 (n, STATE_SIZE), working memory, which the first call fills.
        clues: int64 (n,): the number of clues, which each call updates.
        order: uint8 (n, 81), all cells in the order in which their clues are removed, group by group.
        first: uint8 (n, 81): for each position in the order, the position at which its group begins.
        place: int64 (n,), updated: the position of each puzzle in its order. The clue there waits for a search.
            `END`: the puzzle is finished. -1: it has not begun.
        least: int64 (n,): the smallest number of clues that may be left.
        another: bool (n,): for each waiting puzzle, in their order, whether the search found another solution. If so,
            the group is put back.
        boards: uint8 (n, 81), receives a copy of each puzzle that now waits, in their order.
        removed: int64 (n,), receives the removed candidate of each such puzzle, 9 * cell + digit - 1.
    """
    answered = waiting = 0
    for n in range(len(puzzles)):
        at = place[n]
        if at == END:
            continue
        puzzle, state, cells = puzzles[n], states[n], order[n]
        if at < 0:
            _begin(grids[n], puzzle, state)
            needed = False
        else:
            needed = another[answered]
            answered += 1
        while True:
            if needed:
                group = first[n, at]
                clues[n] += _put_back(grids[n], puzzle, state, cells, group, at + 1)
                while at + 1 < END and first[n, at + 1] == group:
                    at += 1
            at += 1
            needed = False
            if at == END:
                break
            if first[n, at] == at:
                end = at + 1
                while end < END and first[n, end] == at:
                    end += 1
                if clues[n] - (end - at) < least[n]:
                    at = end - 1
                    continue
            cell = cells[at]
            digit = puzzle[cell]
            puzzle[cell] = 0
            clues[n] -= 1
            _toggle(state, cell, digit)
            if not _is_forced(state, cell, digit):
                needed = _may_swap(state, cell)
                if not needed:
                    for i in range(81):
                        boards[waiting, i] = puzzle[i]
                    removed[waiting] = 9 * cell + digit - 1
                    waiting += 1
                    break
        place[n] = at
    return waiting
