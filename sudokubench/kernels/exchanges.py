"""Draw full 9x9 grids at random by Markov chains, which exchange digits of two lines and places of two digits.

A move blanks two rows of a band (or columns of a stack), or all cells with one of two digits. Then it draws one of the
ways to fill these cells again (Gibbs sampler: Geman and Geman 1984). The blanked cells form groups. A group can
exchange its digits whatever the other groups do, so a random bit for each group draws a filling. Thus the grids are
uniform in the long run, if a chain can reach every grid. We have no proof that it can.

All chains begin with one pattern. After 21 steps, the first band and the first stack of a grid belong to each of the 44
classes of `benchmarks.counts` as often as among all grids: chi-square tests over 400,000 chains see no difference.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import I64, U64, compiled, reader
from sudokubench.kernels.splitmix import GAMMA, scattered

_FIRST_STEPS = 20  # steps of a chain before the step that leads to its first grid
_SHARE_BITS, _REST = 56, (1 << 56) - 1
_S1, _S8 = U64(1), U64(8)


@compiled
def draw(seeds, grids):
    """Fill `grids`, uint8 (steps, chains, 81), with the grids of each chain, one after each step.

    `seeds`, uint64 (chains,), determines the chains. A step renames the digits, permutes the bands and the rows of each
    band, transposes the grid, and makes seven moves. In the code, `columns[9 * digit + row]` is the column of a digit
    in a row.
    """
    columns, turned = np.empty(81, np.int64), np.empty(81, np.int64)
    digits, rows, links = np.empty(9, np.int64), np.empty(12, np.int64), np.empty(9, np.int64)
    steps, chains = grids.shape[:2]
    for chain in range(chains):
        random = seeds[chain]
        for k in range(81):
            columns[k] = (k // 9 + k % 9 * 3 + k % 9 // 3) % 9
        for step in range(-_FIRST_STEPS, steps):
            random += GAMMA
            share = _shuffle(I64(scattered(random) >> _S8), digits, 0, 9, 0)
            share = _shuffle(share, rows, 9, 3, 0)
            for band in range(3):
                share = _shuffle(share, rows, 3 * band, 3, 3 * rows[9 + band])
            for k in range(81):
                turned[9 * digits[k // 9] + columns[k]] = rows[k % 9]
            columns, turned = turned, columns
            random += GAMMA
            bits = I64(scattered(random) >> _S1)  # nine bits for each move
            for row in range(9):
                if row % 3 < 2:
                    _exchange(columns, row, row + 1, 9, False, links, bits)
                    bits >>= 9
            _exchange(columns, 0, 9, 1, True, links, bits)
            if step >= 0:
                for k in range(81):
                    grids[step, chain, k % 9 * 9 + columns[k]] = k // 9 + 1


@reader
def _shuffle(share, items, at, n, least):
    """Write the n numbers from `least` on, in random order, to the places from `at` on.

    The order comes from `share`, a random number below 2**56. Return another such number, for the next call.
    """
    for k in range(n):
        share *= k + 1
        place = at + (share >> _SHARE_BITS)
        share &= _REST
        items[at + k] = items[place]
        items[place] = least + k
    return share


@reader
def _exchange(columns, one, other, step, of_digits, links, bits):
    """Exchange the places of two digits, or the digits of two rows of a band, group by group, at random.

    `columns[one + step * k]` and `columns[other + step * k]` are the columns of the two digits in row k, or of digit k
    in the two rows. Places with the same column belong to one group; places of two digits in the same box, too.
    """
    column_places = box_places = 0  # four bits for each column and box
    for k in range(9):
        column = columns[other + step * k]
        column_places |= k << 4 * column
        box_places |= k << 4 * (k // 3 * 3 + column // 3)
        links[k] = 1 << k
    for k in range(9):
        column = columns[one + step * k]
        linked = column_places >> 4 * column & 15
        links[k] |= 1 << linked
        links[linked] |= 1 << k
        if of_digits:
            linked = box_places >> 4 * (k // 3 * 3 + column // 3) & 15
            links[k] |= 1 << linked
            links[linked] |= 1 << k
    for via in range(9):
        more = links[via]
        for k in range(9):
            links[k] |= more & -(links[k] >> via & 1)
    for k in range(9):
        if bits & links[k] & -links[k]:  # the bit of the first place of the group
            a, b = one + step * k, other + step * k
            columns[a], columns[b] = columns[b], columns[a]
