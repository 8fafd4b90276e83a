"""Find the smallest of all equivalent grids, for canonical forms: rearrange lines of a layout with rectangular boxes,
relabel digits.

Grids are compared as lines, cell by cell; a blank (0) is below every digit. Digits are named in the order of their
first appearance, which is the smallest choice. For one order of the columns, `_rows` finds the best orders of the rows.
Two searches choose the orders of the columns:

- `full_grids`: with any choice the first row becomes 1 2 3 ... So the search tries any two rows of a band as the first
  two, and places columns so that the second row is smallest. The new name of a digit in the second row is the place of
  the column that has this digit in the first row.
- `any_grid`: the search tries all given orders of the columns.

A search drops an order at the first cell that is larger than in the smallest grid so far. A way is a symmetry that
leads from the given grid to the smallest grid.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper

LARGER = 255
"""A number larger than any digit. It follows the known part of the smallest grid so far."""


@compiled
def full_grids(grids, marks, box_rows, box_columns, turns, forms, marked, ties, counts):
    """Find the smallest form of each full grid, and the smallest form of its marks over the grid's automorphisms.

    Args:
        grids: uint8 (boards, n, n), digits from 1.
        marks: uint8 (boards, n, n): the digit of the grid where there is a clue, else 0.
        box_rows: Number of rows in a band; any two of them may be exchanged, and so may bands.
        box_columns: Number of columns in a stack.
        turns: Whether transposition is also a symmetry.
        forms: uint8 (boards, n * n + 1), filled with the smallest grids. The last number is working memory.
        marked: uint8 (boards, n * n), filled with the smallest marks.
        ties: uint8 (boards, k, 3 n + 1), filled with up to k ways to both grid and marks, see `_rows`.
        counts: int64 (boards, 2), filled with the number of ways to the grid, and of ways to both grid and marks.
    """
    boards, n, _ = grids.shape
    ways, turned = np.empty((2, n, n), np.uint8), np.empty((2, n, n), np.uint8)
    lead, free = np.full(n, -1, np.int64), np.full(n, -1, np.int64)
    pairs = 2 * n * (box_rows - 1) if turns else n * (box_rows - 1)
    pair, reached = np.empty((pairs, 3), np.int64), np.empty(pairs, np.int64)
    k = 0
    for turn in range(2 if turns else 1):
        for first in range(n):
            for second in range(first - first % box_rows, first - first % box_rows + box_rows):
                if first != second:
                    pair[k, 0], pair[k, 1], pair[k, 2] = turn, first, second
                    k += 1
    columns, rows = np.empty((12, n + 1), np.int64), np.empty((7, n + 1), np.int64)
    nine = n == 9 and box_rows == box_columns
    smallest = np.zeros((82, 28, 4), np.int64)
    for board in range(boards):
        best, number = forms[board], counts[board]
        for r in range(n):
            best[r] = r + 1
            for c in range(n):
                ways[0, r, c] = ways[1, c, r] = grids[board, r, c]
                turned[0, r, c] = turned[1, c, r] = marks[board, r, c]
        best[n] = LARGER
        some, least = pairs, np.int64(0)
        for k in range(pairs if nine else 0):
            turn, lead[0], lead[1] = pair[k, 0], pair[k, 1], pair[k, 2]
            squares, rare_lengths, runs = _kind(ways[turn], lead, columns)
            row = smallest[squares, rare_lengths, runs]
            if not row:
                best[n] = LARGER
                _columns(
                    ways[turn], turned[turn], box_rows, box_columns, turn, lead, free, best,
                    marked[board], ties[board], number, columns, rows, 0,
                )  # fmt: skip
                for c in range(n):
                    row = 16 * row + best[n + c]
                smallest[squares, rare_lengths, runs] = row
            if k == 0 or row < least:
                some, least = 0, row
            if row == least:
                reached[some] = k
                some += 1
        if nine:
            for c in range(n):
                best[n + c] = least >> 4 * (8 - c) & 15
            best[2 * n] = LARGER
        for follow in range(nine, 2):  # first find the smallest second row, then search below it
            number[0] = found = 0
            for k in range(some):
                which = reached[k] if follow else k
                turn, lead[0], lead[1] = pair[which, 0], pair[which, 1], pair[which, 2]
                if _columns(
                    ways[turn], turned[turn], box_rows, box_columns, turn, lead, free, best,
                    marked[board], ties[board], number, columns, rows, follow,
                ) and not follow:  # fmt: skip
                    if number[0] == 0:
                        found, number[0] = 0, 1
                    reached[found] = which
                    found += 1
            some = found


@compiled
def any_grid(grid, marks, box_rows, turn, orders, before, best, marked, ties, counts):
    """Try all given orders of the columns. Update `best`, the smallest grid so far, and the ways to it.

    Other arguments are as for `full_grids`, but arrays hold one board, without the axis `boards`.

    Args:
        grid: uint8 (n, n), 0 for a blank. All digits of `marks` occur in it.
        turn: 1 if the grid is given transposed.
        orders: uint8 (orders, n), the column at each place.
        before: int64 (n,): for each row, a row that must come before it, or -1.
        best: uint8 (n * n + 1): the smallest grid so far; `LARGER` at its beginning if no grid is known yet.
    """
    n = grid.shape[0]
    lead = np.full(n, -1, np.int64)
    columns = np.empty(n, np.int64)
    work = np.empty((7, n + 1), np.int64)
    for order in orders:
        for c in range(n):
            columns[c] = order[c]
        _rows(grid, marks, box_rows, turn, columns, lead, before, best, marked, ties, counts, work)


@helper
def _kind(grid, lead, lines):
    """Return numbers that determine the smallest second row, for boxes of 3x3.

    For each digit, a step leads from its column in the second row to its column in the first row. The nine steps make
    cycles. A step goes one stack or two stacks to the right (from the last stack to the first). One of these two kinds
    of steps is rare: there are three such steps or none.

    Returns:
        Three numbers: the squared length of each cycle, added up; for each rare step the length of its cycle, added up;
        and how often a rare step follows a rare step.
    """
    column_of, follows, ahead, seen = lines[0], lines[1], lines[2], lines[3]
    for c in range(9):
        column_of[grid[lead[0], c]] = c
        seen[c] = 0
    far = 0
    for c in range(9):
        follows[c] = column_of[grid[lead[1], c]]
        ahead[c] = (follows[c] // 3 - c // 3 + 3) % 3
        far += ahead[c] == 2
    rare = 2 if far < 5 else 1
    squares = rare_lengths = runs = 0
    for begin in range(9):
        c, length, some = begin, 0, 0
        while not seen[c]:
            seen[c] = 1
            length += 1
            after = follows[c]
            if ahead[c] == rare:
                some += 1
                runs += ahead[after] == rare
            c = after
        squares += length * length
        rare_lengths += length * some
    return squares, rare_lengths, runs


@helper
def _columns(grid, marks, height, width, turn, lead, free, best, marked, ties, counts, lines, rows, follow):
    """Try all orders of the columns that make the second row at most as large as the best. Return whether one exists.

    With `follow`, continue each of them with `_rows`. Invariant of the loop: the places before `place` are filled, the
    stacks of `stack_at[:stacks]` have begun, and the second row equals that of `best` so far.
    """
    n = grid.shape[0]
    at, place_of, comes_from, choice, trail, column_of = (
        lines[0], lines[1], lines[2], lines[3], lines[4], lines[5],
    )  # fmt: skip
    stack_of, stack_at, stack_place, filled, kept, kept_stacks = (
        lines[6], lines[7], lines[8], lines[9], lines[10], lines[11],
    )  # fmt: skip
    for c in range(n):
        column_of[grid[lead[0], c]] = c
        at[c] = place_of[c] = stack_place[c] = -1
        filled[c] = 0
        stack_of[c] = c // width
    for c in range(n):
        comes_from[c] = column_of[grid[lead[1], c]]
    choice[0] = kept[0] = kept_stacks[0] = 0
    placed = stacks = place = 0
    some = False
    while place >= 0:
        while placed > kept[place]:  # remove the columns that an earlier choice for this place put there
            placed -= 1
            c = trail[placed]
            at[place_of[c]] = place_of[c] = -1
            filled[stack_of[c]] -= 1
        while stacks > kept_stacks[place]:
            stacks -= 1
            stack_place[stack_at[stacks]] = -1
        limit, stack = best[n + place], stack_of[place]
        new = stack == stacks  # if so, any column of a stack that is not yet placed may come here
        c, end = (0, n) if new else (width * stack_at[stack], width * stack_at[stack] + width)
        if at[place] >= 0:
            c, end = at[place], at[place] + 1
        c += choice[place]
        digit = 0
        while c < end:
            if c == at[place] or (place_of[c] < 0 and (not new or stack_place[stack_of[c]] < 0)):
                source = comes_from[c]
                digit = place_of[source] + 1
                if digit == 0:  # the column goes to the first free place of its stack or of a new one
                    stack = stack_place[stack_of[source]]
                    if stack < 0:
                        stack = stacks + new
                    digit = stack * width + filled[stack_of[source]] + 1
                if digit <= limit:
                    break
            choice[place] += 1
            c += 1
        if c == end:
            place -= 1
            continue
        choice[place] += 1
        for column, there in ((c, place), (comes_from[c], digit - 1)):
            if place_of[column] < 0:
                stack = stack_of[column]
                if stack_place[stack] < 0:
                    stack_at[stacks], stack_place[stack] = stack, stacks
                    stacks += 1
                filled[stack] += 1
                at[there], place_of[column], trail[placed] = column, there, column
                placed += 1
        if digit < limit:
            best[n + place] = digit
            best[n + place + 1] = LARGER
            counts[0] = 0
        if place < n - 1:
            place += 1
            choice[place], kept[place], kept_stacks[place] = 0, placed, stacks
            continue
        some = True
        if follow:
            _rows(grid, marks, height, turn, at, lead, free, best, marked, ties, counts, rows)
    return some


@helper
def _rows(grid, marks, height, turn, columns, lead, before, best, marked, ties, counts, work):
    """For one order of the columns, try all orders of the rows that make a grid at most as large as the best one.

    A way is written as: turn, the row at each place, the column at each place, the new name of each digit or 0.

    Args:
        lead: For each place the row that must be there, or -1.
        work: int64 (7, n + 1), with any content.
    """
    n = grid.shape[0]
    order, end, choice, known, place_of, name, named = (
        work[0], work[1], work[2], work[3], work[4], work[5], work[6],
    )  # fmt: skip
    for k in range(n):
        place_of[k], name[k + 1] = -1, 0
    name[0] = 0
    names = depth = known[0] = 0
    choice[0], end[0] = max(lead[0], 0), n
    while depth >= 0:
        if depth == n:
            _keep(marks, turn, order, columns, name, marked, ties, counts)
            choice[depth] = end[depth] = 0
        row = choice[depth]
        if row == end[depth]:
            depth -= 1
            if depth >= 0:
                place_of[order[depth]] = -1
                while names > known[depth]:
                    names -= 1
                    name[named[names]] = 0
            continue
        choice[depth] = row + 1
        if place_of[row] >= 0 or (lead[depth] >= 0 and lead[depth] != row):
            continue
        if before[row] >= 0 and place_of[before[row]] < 0:
            continue
        begin = depth * n
        smaller = larger = False
        for place in range(n):
            digit = grid[row, columns[place]]
            if digit:
                if not name[digit]:
                    named[names] = digit
                    names += 1
                    name[digit] = names
                digit = name[digit]
            if not smaller:
                if digit > best[begin + place]:
                    larger = True
                    break
                smaller = digit < best[begin + place]
            if smaller:
                best[begin + place] = digit
        if larger:
            while names > known[depth]:
                names -= 1
                name[named[names]] = 0
            continue
        if smaller:
            best[begin + n] = LARGER
            counts[0] = 0
        order[depth], place_of[row] = row, depth
        depth += 1
        known[depth] = names
        # Continue the band that has begun. If the band is complete, take any row of the other bands: all are free.
        choice[depth], end[depth] = 0, n
        if depth % height:
            choice[depth] = row - row % height
            end[depth] = choice[depth] + height


@helper
def _keep(marks, turn, order, columns, name, marked, ties, counts):
    """Store a way to the best grid, unless another way leads to smaller marks."""
    n = marks.shape[0]
    smaller = counts[0] == 0
    counts[0] += 1
    for r in range(n):
        for c in range(n):
            digit = name[marks[order[r], columns[c]]]
            if not smaller:
                if digit > marked[r * n + c]:
                    return
                smaller = digit < marked[r * n + c]
            if smaller:
                marked[r * n + c] = digit
    if smaller:
        counts[1] = 0
    if counts[1] < ties.shape[0]:
        way = ties[counts[1]]
        way[0] = turn
        for place in range(n):
            way[1 + place], way[1 + n + place] = order[place], columns[place]
            way[1 + 2 * n + place] = name[place + 1]
    counts[1] += 1
