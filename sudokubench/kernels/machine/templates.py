"""Find the candidates that lie in no template. A template is a way to place one digit in the whole grid.

A fish refutes only such candidates, whatever its houses. So a digit without such candidates has no fish.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, reader

_OPEN, _COLUMN, _FOUND, _PLACES = range(4)
"""The rows of the scratch array. Each has a value for each row of the board: the columns left to try, the chosen
column, the columns that lie in some template, and all columns of the digit."""


@compiled
def candidates_outside_templates(cells):
    """Return the candidates that lie in no template, by cell, as masks. `cells` has the candidates of each cell."""
    scratch, outside = np.empty((4, 9), np.int64), np.zeros(81, np.int64)
    for d in range(9):
        for row in range(9):
            scratch[_FOUND, row] = scratch[_PLACES, row] = 0
            for column in range(9):
                scratch[_PLACES, row] |= (cells[9 * row + column] >> d & 1) << column
        for row in range(9):
            for column in range(9):
                bit = 1 << column & scratch[_PLACES, row] & ~scratch[_FOUND, row]
                if bit and not _has_template(row, bit, scratch):
                    outside[9 * row + column] |= 1 << d
                    scratch[_PLACES, row] ^= bit
    return outside


@reader
def _has_template(fixed, column, scratch):
    """Look for a template that has this column in row `fixed`. If one exists, note its places and return True."""
    row = 0
    scratch[_OPEN, 0] = column if fixed == 0 else scratch[_PLACES, 0]
    while row >= 0:
        left = scratch[_OPEN, row]
        if not left:
            row -= 1
            continue
        chosen = left & -left
        scratch[_OPEN, row] ^= chosen
        scratch[_COLUMN, row] = chosen
        if row == 8:
            for each in range(9):
                scratch[_FOUND, each] |= scratch[_COLUMN, each]
            return True
        taken = 0
        for above in range(row + 1):
            taken |= scratch[_COLUMN, above]
        row += 1
        for above in range(row - row % 3, row):  # rows that cross the same boxes
            for box in range(3):
                if scratch[_COLUMN, above] & 7 << 3 * box:
                    taken |= 7 << 3 * box
        scratch[_OPEN, row] = (column if row == fixed else scratch[_PLACES, row]) & ~taken
    return False
