"""N queens as an exact cover with secondary items: on a plain board, and on a torus."""

from __future__ import annotations

from collections import Counter

from sudokubench.problem import ExactCover, cover
from sudokubench.problems import words
from sudokubench.problems.family import NUMBER, Family


def queens(name: str, n: int) -> ExactCover:
    """Return the cover of n queens on an n x n board, where no queen attacks another.

    Every row and column holds one queen. A diagonal holds at most one, so diagonals are secondary items. `/2` is the
    rising diagonal next to the corner R1C1. Diagonals of one cell forbid nothing and are left out. Knuth, The Art of
    Computer Programming, volume 4B, section 7.2.2.1.
    """
    return _queens(name, {(r, c): (f"/{r + c + 1}", f"\\{r - c + n}") for r in range(n) for c in range(n)})


def torus_queens(name: str, n: int) -> ExactCover:
    """Return the cover of n queens on a torus, where diagonals wrap around. An n with factor 2 or 3 has no solution."""
    cells = ((r, c) for r in range(n) for c in range(n))
    return _queens(name, {(r, c): (f"/{(r + c) % n + 1}", f"\\{(r - c) % n + 1}") for r, c in cells})


def _queens(name: str, diagonals: dict[tuple[int, int], tuple[str, str]]) -> ExactCover:
    length = Counter(each for names in diagonals.values() for each in names)
    long = {cell: [each for each in names if length[each] > 1] for cell, names in diagonals.items()}
    return cover(
        ((f"R{r + 1}C{c + 1}", [f"R{r + 1}", f"C{c + 1}", *long[r, c]]) for r, c in diagonals),
        secondary=(each for names in long.values() for each in names),
        name=name,
    )


FAMILIES = (
    Family("queens:N", words.QUEENS, NUMBER, queens, 64, "queens:6"),
    Family("torusqueens:N", words.TORUS_QUEENS, NUMBER, torus_queens, 64, "torusqueens:5"),
)
