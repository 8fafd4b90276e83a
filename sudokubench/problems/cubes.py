"""The Soma cube (Piet Hein, 1933) and other boxes as exact covers: seven pieces of unit cubes fill 27 cells.

The layers of the box lie side by side, with a free column between them: in `soma:3x3x3`, cell `R1C5` is on `R1C1`.
"""

from __future__ import annotations

from itertools import permutations, product

from sudokubench.errors import UsageError
from sudokubench.problem import ExactCover, cover
from sudokubench.problems import words
from sudokubench.problems.family import Family

Cells = tuple[tuple[int, ...], ...]

SOMA: dict[str, Cells] = {
    "V": ((0, 0, 0), (0, 0, 1), (0, 1, 0)),
    "L": ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0)),
    "T": ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 1)),
    "Z": ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2)),
    "A": ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 1)),
    "B": ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 1, 0)),
    "P": ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)),
}
"""The seven pieces: all shapes of three or four cubes that are not boxes; A and B are mirror images."""


def soma(name: str, *sides: int) -> ExactCover:
    """Return the exact cover of a box of 27 cells by the seven pieces; `sides` are layers, rows and columns."""
    if sides[0] * sides[1] * sides[2] != 27:
        raise UsageError(words.NOT_27.format(name=name))
    layers, rows, columns = sides
    options = {}
    for piece, shape in SOMA.items():
        for turned in _turns(shape):
            for place in product(range(layers), range(rows), range(columns)):
                laid = [tuple(a + b for a, b in zip(place, cell, strict=True)) for cell in turned]
                if all(at < side for cell in laid for at, side in zip(cell, sides, strict=True)):
                    covered = [f"R{r + 1}C{c + 1 + layer * (columns + 1)}" for layer, r, c in laid]
                    options[f"{piece}: {' '.join(covered)}"] = [piece, *covered]
    return cover(options.items(), name=name, primary=SOMA)


def _turns(shape: Cells) -> list[Cells]:
    """Return the different orientations of a piece under the 24 rotations of a cube, each moved to the origin."""
    found: dict[Cells, None] = {}
    for order in permutations(range(3)):
        odd = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3)) % 2
        for signs in product((1, -1), repeat=3):
            if (signs.count(-1) + odd) % 2 == 0:  # a rotation, not a reflection
                turned = [tuple(signs[i] * cell[order[i]] for i in range(3)) for cell in shape]
                least = [min(at) for at in zip(*turned, strict=True)]
                moved = (tuple(a - b for a, b in zip(cell, least, strict=True)) for cell in turned)
                found[tuple(sorted(moved))] = None
    return list(found)


FAMILIES = (
    Family("soma:AxBxC", words.SOMA, r"([1-9][0-9]?)x([1-9][0-9]?)x([1-9][0-9]?)", soma, 27, "soma:3x3x3"),
)
