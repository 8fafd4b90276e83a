"""Remove clues from many 9x9 puzzles in one call, as far as this needs no search.

A clue can go if the remaining clues allow no other solution. Two quick tests decide many clues. A clue can go if the
others force its digit directly, as a naked or hidden single. It must stay if, without it, exchanging blank cells
between two rows or columns gives another solution. This second test finds half of the clues that must stay. If neither
test decides, an engine must look for another solution.
"""

from __future__ import annotations

from sudokubench.kernels.compiled import compiled, helper

_ALL = 0b1111111110
END = 81


@helper
def _is_forced(puzzle, houses, cell, bit):
    """Return whether the clues force the digit of a blank cell directly."""
    r, c = cell // 9, cell % 9
    b = r // 3 * 3 + c // 3
    if houses[r] | houses[9 + c] | houses[18 + b] | bit == _ALL:
        return True
    for x in range(9):
        if x != c and not puzzle[9 * r + x] and not (houses[9 + x] | houses[18 + r // 3 * 3 + x // 3]) & bit:
            break
    else:
        return True
    for y in range(9):
        if y != r and not puzzle[9 * y + c] and not (houses[y] | houses[18 + y // 3 * 3 + c // 3]) & bit:
            break
    else:
        return True
    for i in range(9):
        y, x = b // 3 * 3 + i // 3, b % 3 * 3 + i % 3
        if (y != r or x != c) and not puzzle[9 * y + x] and not (houses[y] | houses[9 + x]) & bit:
            return False
    return True


@helper
def _may_swap(grid, puzzle, cell):
    """Return whether exchanging blank cells between two rows or columns of a chute gives another solution."""
    for by_column in range(2):
        step, across = (1, 9) if by_column else (9, 1)  # step to the next line, and along a line
        line, begin = cell // step % 9, cell // across % 9
        for k in range(1, 3):
            other = line // 3 * 3 + (line + k) % 3
            place = begin
            while not puzzle[step * other + across * place]:
                digit, place = grid[step * other + across * place], 0
                while grid[step * line + across * place] != digit:
                    place += 1
                if place == begin:
                    return True
                if puzzle[step * line + across * place]:
                    break
    return False


@helper
def _put_back(grid, puzzle, houses, cells):
    """Put the clues of some cells back. Return how many."""
    for cell in cells:
        puzzle[cell] = grid[cell]
        _toggle(houses, cell, 1 << grid[cell])
    return len(cells)


@helper
def _toggle(houses, cell, bit):
    """Add a clue to its houses, or remove it from them."""
    r, c = cell // 9, cell % 9
    houses[r] ^= bit
    houses[9 + c] ^= bit
    houses[18 + r // 3 * 3 + c // 3] ^= bit


@compiled
def thin(grids, puzzles, houses, clues, order, first, place, least, another):
    """Remove clues from each puzzle until a removal needs a search. Return how many puzzles wait for a search.

    Clues go in groups: all clues of a group, or none of them.

    Args:
        grids: uint8 (n, 81), full.
        puzzles: uint8 (n, 81), with `grids` as their only solutions; clues are removed from this array.
        houses: int16 (n, 27): bit d is set if the row, column or box has the clue d.
        clues: int64 (n,): the number of clues.
        order: uint8 (n, 81), all cells in the order in which their clues are removed, group by group.
        first: uint8 (n, 81): for each position in the order, the position at which its group begins.
        place: int64 (n,): the position of each puzzle in its order. The clue at this position waits for a search.
            `END`: the puzzle is finished. -1: it has not begun.
        least: int64 (n,): the smallest number of clues that may be left.
        another: bool (n,): whether the search that the puzzle waited for found another solution. If so, the group is
            put back.
    """
    waiting = 0
    for n in range(len(puzzles)):
        at = place[n]
        if at == END:
            continue
        puzzle, of, cells = puzzles[n], houses[n], order[n]
        needed = at >= 0 and another[n]
        while True:
            if needed:
                group = first[n, at]
                clues[n] += _put_back(grids[n], puzzle, of, cells[group : at + 1])
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
            bit = 1 << puzzle[cell]
            puzzle[cell] = 0
            clues[n] -= 1
            _toggle(of, cell, bit)
            if not _is_forced(puzzle, of, cell, bit):
                needed = _may_swap(grids[n], puzzle, cell)
                if not needed:
                    waiting += 1
                    break
        place[n] = at
    return waiting
