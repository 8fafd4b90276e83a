"""Search for multi-sector locked sets: rows and columns that cross in at least as many cells as digits fit there.

Some digits are counted by rows, the others by columns. A digit adds 1 to the sum for each chosen row (or column) where
it is a candidate of a common cell. Cells with a placed digit do not count. The search tries every choice of rows,
columns, and digits counted by rows.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled

MOST = 4096
"""Largest number of sets that a search returns."""


@compiled
def full(masks, count):
    """Return up to `MOST` locked sets, int64 (k, 3): masks of rows, of columns, and of the digits counted by rows.

    A set has 3 to n - 3 rows and 3 to n - 3 columns. `masks` is int64 (n, n), the candidates of each cell, 0
    where a digit is placed. `count` is int64 (2**n,), the number of bits of each mask. The code computes a sum over a
    set of lines from the sum over the set without its last line.
    """
    n = len(masks)
    sets = 1 << n
    found, size = np.empty((MOST, 3), np.int64), 0
    by_row, cells, by_column = np.zeros((3, n, sets), np.int64)
    for line in range(n):
        for own in range(n):
            bit = 1 << own
            for rest in range(bit):
                by_row[line, bit | rest] = by_row[line, rest] | masks[line, own]
                cells[line, bit | rest] = cells[line, rest] + (masks[line, own] > 0)
                by_column[line, bit | rest] = by_column[line, rest] | masks[own, line]
    spare = np.zeros((sets, sets), np.int8)
    cost = np.zeros(sets, np.int8)
    gain = np.zeros((n, sets), np.int8)
    for digits in range(1, sets - 1):
        for row in range(n):
            for columns in range(sets):
                gain[row, columns] = cells[row, columns] - count[by_row[row, columns] & digits]
        for rows in range(1, sets):
            last = 0
            while rows >> last + 1:
                last += 1
            without, more = spare[rows ^ 1 << last], gain[last]
            its = spare[rows]
            for columns in range(sets):
                its[columns] = without[columns] + more[columns]
            if not 3 <= count[rows] <= n - 3:
                continue
            for own in range(n):
                bit, paid = 1 << own, count[by_column[own, rows] & ~digits]
                for rest in range(bit):
                    cost[bit | rest] = cost[rest] + paid
            for columns in range(sets):
                if its[columns] >= cost[columns] and 3 <= count[columns] <= n - 3 and size < MOST:
                    found[size, 0], found[size, 1], found[size, 2] = rows, columns, digits
                    size += 1
    return found[:size]
