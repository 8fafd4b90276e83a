"""Remove clues from many 9x9 puzzles in one call, as far as this needs no search.

A clue can go if the remaining clues allow no other solution. Two quick tests decide many clues. A clue can go if the
other clues force its digit directly, as a naked or hidden single. It must stay if, without it, an exchange of blank
cells between two rows or columns gives another solution. This second test finds two fifths of the clues that must stay.
If neither test decides, an engine must look for another solution.
"""

from __future__ import annotations

from sudokubench.kernels.compiled import compiled, reader

# `forceinline`: calls of small helpers that take arrays would cost a fifth of the time of `thin`.
_ALL = 0b1111111110
END, BEGINS = 81, 128
_CELL = BEGINS - 1

# Each word of the state of a puzzle is a set, as bits: the digits of each row, column and box; then their blank cells;
# then for each digit the rows, the columns and the boxes that have it as a clue; then the cycles, see `_find_cycles`.
STATE_SIZE = 156
_BLANKS, _ROWS, _COLUMNS, _BOXES, _CYCLES = 27, 54, 64, 74, 84
_THREE, _EVERY_THIRD = 0b111, 0b001001001
_MOST_CYCLES, _NO_CYCLE = 4, 1 << 9


@reader
def _begin(grid, puzzle, state):
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
    """Set the cycles of two rows of a band, or of two columns of a stack; `pair` is the number of the third line.

    If the two lines exchange their digits in one place, each line has a digit twice. So they also exchange at the other
    place of this digit, and so on. A cycle is a smallest set of places where they can exchange.
    """
    step, across = (1, 9) if of_columns else (9, 1)  # step to the next line, and along a line
    band = pair // 3 * 3
    one, other = step * (band + (pair + 1) % 3), step * (band + (pair + 2) % 3)
    place_of_digit = follower = 0  # four bits for each digit, then for each place
    for place in range(9):
        place_of_digit |= place << 4 * grid[one + across * place]
    for place in range(9):
        follower |= (place_of_digit >> 4 * grid[other + across * place] & 15) << 4 * place
    known = _CYCLES + _MOST_CYCLES * (9 * of_columns + pair)
    for k in range(_MOST_CYCLES):
        state[known + k] = _NO_CYCLE
    found = 0
    for begin in range(9):
        if not found >> begin & 1:
            place, cycle = begin, 0
            while not cycle >> place & 1:
                cycle |= 1 << place
                place = follower >> 4 * place & 15
            state[known] = cycle
            found |= cycle
            known += 1


@reader(forceinline=True)
def _toggle(state, cell, digit):
    """Add a clue to the state; if the state has the clue, remove it."""
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
    """Return each of three bits three times: 0b011 becomes 0b000111111."""
    return ((bits | bits << 2 | bits << 4) & _EVERY_THIRD) * _THREE


@reader(forceinline=True)
def _is_forced(state, cell, digit):
    """Return whether the other clues force the digit of a clue directly."""
    r, c = cell // 9, cell % 9
    band, stack = r // 3, c // 3
    b = 3 * band + stack
    rows, columns = state[_ROWS + digit] & ~(1 << r), state[_COLUMNS + digit] & ~(1 << c)
    boxes = state[_BOXES + digit] & ~(1 << b)
    in_row = state[_BLANKS + r] & ~columns & ~_threefold(boxes >> 3 * band & _THREE)
    in_column = state[_BLANKS + 9 + c] & ~rows & ~((boxes >> stack & _EVERY_THIRD) * _THREE)
    across = (columns >> 3 * stack & _THREE) * _EVERY_THIRD
    in_box = state[_BLANKS + 18 + b] & ~_threefold(rows >> 3 * band & _THREE) & ~across
    seen = state[r] | state[9 + c] | state[18 + b]
    return (seen == _ALL) | (in_row == 0) | (in_column == 0) | (in_box == 0)


@reader(forceinline=True)
def _may_swap(state, cell):
    """Return whether, without this clue, two rows or columns can exchange digits in blank cells only.

    The puzzle has one solution, so such an exchange includes the cell of the clue.
    """
    r, c = cell // 9, cell % 9
    return _is_blank_cycle(state, 0, r, c) | _is_blank_cycle(state, 1, c, r)


@reader(forceinline=True)
def _is_blank_cycle(state, of_columns, line, place):
    """Return whether a cycle of `line` and another line has only blank cells; the cell at `place` counts as blank."""
    band, k = line // 3 * 3, line % 3
    known, blanks = _CYCLES + _MOST_CYCLES * 9 * of_columns, _BLANKS + 9 * of_columns
    one, other = band + (k + 1) % 3, band + (k + 2) % 3
    own = state[blanks + line] | 1 << place
    filled, filled_too = ~(own & state[blanks + one]), ~(own & state[blanks + other])
    found = False
    for k in range(_MOST_CYCLES):
        found |= state[known + _MOST_CYCLES * other + k] & filled == 0
        found |= state[known + _MOST_CYCLES * one + k] & filled_too == 0
    return found


@reader(forceinline=True)
def _next_group(cells, at):
    """Return the position after `at` at which a group begins, or `END`."""
    at += 1
    while at < END and cells[at] < BEGINS:
        at += 1
    return at


@compiled
def thin(grids, puzzles, states, clues, order, place, least, another, boards, removed):
    """Remove clues from each puzzle until a removal needs a search. Return how many puzzles wait for a search.

    Clues go in groups: all clues of a group, or none of them. The caller searches, sets `another`, and calls again.

    Args:
        grids: uint8 (n, 81), full.
        puzzles: uint8 (n, 81), a copy of `grids` before the first call; clues are removed from this array.
        states: int16 (n, STATE_SIZE), working memory, which the first call fills.
        clues: int64 (n,): the number of clues, which each call updates.
        order: uint8 (n, 81), all cells in the order in which their clues are removed, group by group. The first cell of
            a group is higher by `BEGINS`.
        place: int64 (n,), updated: the position of each puzzle in its order. The clue there waits for a search.
            `END`: the puzzle is finished. -1: it has not begun.
        least: int64 (n,): the smallest number of clues that may be left.
        another: bool (n,): for each waiting puzzle, in order, whether the search found another solution. If so,
            the group is put back.
        boards: uint8 (n, 81), receives a copy of each puzzle that now waits, in order.
        removed: int64 (n,), receives the removed candidate of each such puzzle, 81 * (digit - 1) + cell.
    """
    answered = waiting = 0
    for n in range(len(puzzles)):
        at = place[n]
        if at == END:
            continue
        grid, puzzle, state, cells = grids[n], puzzles[n], states[n], order[n]
        needed = False
        if at < 0:
            _begin(grid, puzzle, state)
        else:
            cell = cells[at] & _CELL
            needed = another[answered]
            answered += 1
            if needed:
                puzzle[cell] = grid[cell]
            else:
                clues[n] -= 1
                _toggle(state, cell, grid[cell])
        while True:
            if needed:
                k = at
                while cells[k] < BEGINS:  # put the other clues of the group back
                    k -= 1
                    cell = cells[k] & _CELL
                    puzzle[cell] = grid[cell]
                    _toggle(state, cell, grid[cell])
                clues[n] += at - k
                at = _next_group(cells, at) - 1
            at += 1
            if at == END:
                break
            if cells[at] >= BEGINS:
                end = _next_group(cells, at)
                if clues[n] - (end - at) < least[n]:
                    at = end - 1
                    needed = False
                    continue
            cell = cells[at] & _CELL
            digit = puzzle[cell]
            if _is_forced(state, cell, digit):
                needed = False
                puzzle[cell] = 0
                clues[n] -= 1
                _toggle(state, cell, digit)
                continue
            needed = _may_swap(state, cell)
            if not needed:
                puzzle[cell] = 0
                for i in range(81):
                    boards[waiting, i] = puzzle[i]
                removed[waiting] = 81 * (digit - 1) + cell
                waiting += 1
                break
        place[n] = at
    return waiting
