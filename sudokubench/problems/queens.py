"""N queens as an exact cover with secondary items."""

from __future__ import annotations

from collections import Counter

from sudokubench.problem import ExactCover, cover


def queens(n: int) -> ExactCover:
    """Return N queens on an n x n board, where no queen attacks another.

    Every row and column holds one queen; every diagonal (`/2` is the rising one next to the corner) at most one,
    so diagonals are secondary items. Diagonals of one cell forbid nothing and are left out. Knuth, The Art of
    Computer Programming, volume 4B, section 7.2.2.1.
    """
    cells = [(row, column) for row in range(n) for column in range(n)]
    diagonals = {(r, c): (f"/{r + c + 1}", f"\\{r - c + n}") for r, c in cells}
    length = Counter(name for names in diagonals.values() for name in names)
    long = {cell: [name for name in names if length[name] > 1] for cell, names in diagonals.items()}
    return cover(
        ((f"R{r + 1}C{c + 1}", [f"R{r + 1}", f"C{c + 1}", *long[r, c]]) for r, c in cells),
        secondary=(name for names in long.values() for name in names),
        name=f"queens:{n}",
    )
