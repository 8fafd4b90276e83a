"""Read one board per line from standard input; write a solution, or `no solution`, for each.

    sudokubench run graded --task solve -b 'cmd:python3 examples/programs/lines.py,dlx'

This is not a plug-in and needs no package; a program in any language can do the same. The search takes the cell with
the fewest candidates.
"""

from __future__ import annotations

import sys
from math import isqrt

Board = list[int]


def candidates(board: Board, cell: int) -> set[int]:
    n = isqrt(len(board))
    rows = next(rows for rows in range(isqrt(n), 0, -1) if n % rows == 0)  # of a box
    columns, row, column = n // rows, cell // n, cell % n
    corner = n * (row - row % rows) + column - column % columns
    seen = {*board[n * row : n * row + n], *board[column::n]}
    for begin in range(corner, corner + n * rows, n):
        seen.update(board[begin : begin + columns])
    return set(range(1, n + 1)) - seen


def changed(board: Board, cell: int, digit: int) -> Board:
    return [*board[:cell], digit, *board[cell + 1 :]]


def solved(board: Board) -> Board | None:
    blank = {cell: candidates(board, cell) for cell, digit in enumerate(board) if not digit}
    if not blank:
        return board
    cell = min(blank, key=lambda one: len(blank[one]))
    tried = (solved(changed(board, cell, digit)) for digit in blank[cell])
    return next(filter(None, tried), None)


for line in sys.stdin:
    given = [int(sign) if sign.isdecimal() else 0 for sign in line.strip()]
    clashes = any(
        digit and digit not in candidates(changed(given, cell, 0), cell) for cell, digit in enumerate(given)
    )
    solution = None if clashes else solved(given)
    print("no solution" if solution is None else "".join(map(str, solution)))
