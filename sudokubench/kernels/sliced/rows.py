"""The state of the bit-sliced solver: the numbers of lanes, and the meaning of each row of lanes.

All state consists of rows of lanes (`lanes.py`) in one array `m[row, word]`; `s = rows_of(m, words)` is the same memory
as rows. A lane holds a board: the puzzle it came from (its owner) after some decisions.

A *triad* is a digit in the three cells of a row or column of a box. A *line* is three boxes side by side: a band (lines
0-2) or a stack (lines 3-5). Triad 3 * i + j of a line is in its box j, on its row (or column) i. In a line the triads
that hold a digit form a permutation matrix, since every row and every box of the line holds it once.

Invariants, for every lane that holds a board:
  I1  CANDIDATE[digit, cell] is set iff the digit is still possible there. Only filling a lane sets such a bit.
  I2  PLACED is a fact about this board or about a board with more candidates, so using it is always safe. It must be
      cleared in a lane that gets another board.
  I3  The open boards of a puzzle (in lanes and on shelves) have no solution in common. Their solutions and the
      solutions already counted are all solutions of the puzzle. So no solution is counted twice or lost.
  I4  BAD contains every empty lane: an empty lane is never solved, stalled or counted.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import reader

WORDS = 8
"""Number of 64-bit words of a row: one AVX-512 register. Processors with narrower registers lose little."""

NARROW_WORDS = 4
"""Number of 64-bit words of a row in the search of a small batch: one AVX2 register.

On Zen 4, which halves registers of 512 bits, 190 to 512 boards of 17 clues run 1.25 to 1.8 times as fast as in wide
rows; large batches run 0.99 to 1.03 times as fast. Rows of 2 words run half as fast.
"""

LANES = 64 * WORDS

ROWS = 0


def _rows(n: int) -> int:
    global ROWS  # noqa: PLW0603 (an enumeration, made once)
    ROWS += n
    return ROWS - n


CANDIDATE = _rows(729)  # [digit][cell]
SPLIT, HARD = _rows(1), _rows(1)  # the board comes from a split; its puzzle was hard when first split
BOARD_ROWS = ROWS  # the rows that belong to a board and move with it
PLACED = _rows(81)  # [digit][box] it is known which cell of the box holds the digit
TRIAD = _rows(486)  # [line][digit][triad] some cell of the triad has the candidate
# [line][digit] two, three, two or more permutations survive
TWO, THREE, MORE = _rows(54), _rows(54), _rows(54)
SUM = _rows(36)  # [line][binary digit] number of permutations that survive, over the nine digits
CHOICES = _rows(24)  # [line][binary digit] number of digits with more than one permutation
OPEN = _rows(6)  # [line] some digit has more than one permutation
DIGIT, TAKE = _rows(9), _rows(9)  # [digit], [triad]: the triad by which a board is split
SQUARES = _rows(6 * 64)  # binary digits between bytes and lanes, see `transpose`
BAD, CHANGED, NOTDONE = _rows(1), _rows(1), _rows(1)  # outcome of a sweep
SOLVED, STALLED, FREE, FILLED = _rows(1), _rows(1), _rows(1), _rows(1)
# The distance, in words, at which each round of `pair` looks for a place. In rows of 4 words, 4 leads to the same word.
HOPS = (0, 1, 2, 4)
ROUNDS = len(HOPS)
MOVE_ROWS = 2 * ROUNDS  # TURN and ARRIVE
NEAR = 2  # rounds that always run; the others run unless round 0 placed MOST times as many as are left
MOST = 8
TURN, ARRIVE, LEFT = _rows(ROUNDS), _rows(ROUNDS), _rows(1)  # outcome of `pair`

SHELF_ROWS = BOARD_ROWS + 1  # boards put aside, and the lanes that hold one

# Places in the array `progress`: the next board to begin, the next board to fetch, shelves in use, boards on them now;
# services, sweeps, boards ever shelved, boards split, puzzles that reached the limit; whether some byte of a board is
# not a digit; whether the search is a dive: 1 or 2, see `service`
PLACES = 11
NEXT_BOARD, FETCHED, SHELVES, SHELVED, SERVICES, SWEEPS, MOVED, NODES, FINISHED, MALFORMED, DIVE = range(
    PLACES
)

UNKNOWN = -1
"""The count of a puzzle if a dive split it and found no solution."""

ZERO, ONE = np.uint64(0), np.uint64(1)


@reader
def cell_of_box(box, i):
    """Return cell i of a box, row by row."""
    return box // 3 * 27 + box % 3 * 3 + i // 3 * 9 + i % 3
