"""Choose the order in which clues are removed from full grids, so that a fish is likely.

One digit loses all its clues. A few lines keep all their clues except those in the columns of the fish. So in these
lines the digit can only be in these columns. For a finned fish, some more cells of these lines become blank.
"""

from __future__ import annotations

import numpy as np

from sudokubench.generation.draws import Array, Draws

FAVOURED = {
    "swordfish": (3, 0), "jellyfish": (4, 0), "finned_swordfish": (3, 2), "sashimi_swordfish": (3, 2),
    "finned_jellyfish": (4, 2), "sashimi_jellyfish": (4, 3),
}  # fmt: skip
"""For each rule that is too rare in random puzzles: number of lines of the fish, and number of extra blank cells."""


def favour(name: str, grids: Array, rank: Array, draws: Draws) -> Array:
    """Return changed ranks of cells, int64 (n, 81), which make a rule of `FAVOURED` likely.

    The cell with the lowest rank loses its clue first.
    """
    size, blanks = FAVOURED[name]
    rank = rank + 81
    for row, grid in enumerate(grids.reshape(-1, 9, 9)):
        by_rows, digit = draws.share() < 0.5, 1 + int(draws.below(9, 1)[0])
        places = (grid if by_rows else grid.T) == digit
        lines = draws.orders(1, 9)[0][:size]
        kept = np.zeros((9, 9), np.bool_)
        kept[lines] = ~places[lines].any(axis=0)
        cells = np.flatnonzero(kept)
        kept.flat[cells[draws.orders(1, len(cells))[0][:blanks]]] = False
        change = 81 * (kept.astype(np.int64) - places)
        rank[row] += (change if by_rows else change.T).ravel()
    return rank
