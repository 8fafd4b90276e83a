"""Compute a number for each 9x9 board: equal for equivalent boards, and nearly always different for others."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import U64, compiled
from sudokubench.kernels.splitmix import GAMMA, scattered

STEPS = 4
ONE, TWO = U64(1), U64(2)


@compiled
def invariants(boards, found):
    """Fill `found`, uint64 (n,), with the invariants of boards, uint8 (n, 81), 0 for a blank.

    Colour refinement (Weisfeiler and Leman, 1968): each clue has a number as its colour, at first 1. Each step mixes
    this colour with the colours of the clues in the same row, column and box, and of the clues with the same digit. The
    colours do not depend on the order of rows, columns and digits. A transposition does not change them.
    """
    cells, sums = np.empty((4, 81), np.int64), np.empty((4, 10), np.uint64)
    colours = np.empty(81, np.uint64)
    for board in range(len(boards)):
        clues = 0
        for cell in range(81):
            if boards[board, cell]:
                row, column = cell // 9, cell % 9
                cells[0, clues], cells[1, clues] = row, column
                cells[2, clues], cells[3, clues] = row // 3 * 3 + column // 3, boards[board, cell]
                colours[clues] = ONE
                clues += 1
        for _ in range(STEPS):
            for part in range(4):
                for k in range(10):
                    sums[part, k] = 0
            for i in range(clues):
                colours[i] = scattered(colours[i])
                for part in range(4):
                    sums[part, cells[part, i]] += colours[i]
            for k in range(9):
                sums[0, k], sums[1, k] = scattered(sums[0, k]), scattered(sums[1, k])
            for i in range(clues):
                lines = sums[0, cells[0, i]] + sums[1, cells[1, i]]
                alike = scattered(sums[2, cells[2, i]] * GAMMA + sums[3, cells[3, i]])
                colours[i] = colours[i] + lines * TWO + alike
        total = U64(clues)
        for i in range(clues):
            total += scattered(colours[i])
        found[board] = total
