"""Symmetries of the cells with clues (`--symmetry`): rotations and mirrors of a square board, and the groups of cells
that they map to each other.
"""

from __future__ import annotations

from collections.abc import Callable

_Image = Callable[[int, int, int], tuple[int, int]]
"""A function that takes the size of the board, the row and the column of a cell, and returns those of its image."""
_GENERATORS: dict[str, tuple[_Image, ...]] = {
    "none": (),
    "rot180": (lambda n, r, c: (n - 1 - r, n - 1 - c),),
    "rot90": (lambda n, r, c: (c, n - 1 - r),),
    "diagonal": (lambda n, r, c: (c, r),),
    "antidiagonal": (lambda n, r, c: (n - 1 - c, n - 1 - r),),
    "diagonals": (lambda n, r, c: (c, r), lambda n, r, c: (n - 1 - c, n - 1 - r)),
    "horizontal": (lambda n, r, c: (n - 1 - r, c),),
    "vertical": (lambda n, r, c: (r, n - 1 - c),),
    "mirrors": (lambda n, r, c: (n - 1 - r, c), lambda n, r, c: (r, n - 1 - c)),
    "full": (lambda n, r, c: (c, n - 1 - r), lambda n, r, c: (c, r)),
}
SYMMETRIES = tuple(_GENERATORS)
"""Names of the symmetries. `diagonal` runs from the top left; `horizontal` and `vertical` are mirror axes."""


def orbits(size: int, symmetry: str) -> list[list[int]]:
    """Return the orbits of a symmetry, one of `SYMMETRIES`: the groups of cells that it maps to each other."""
    found: list[list[int]] = []
    seen: set[int] = set()
    for cell in range(size * size):
        if cell in seen:
            continue
        orbit, new = {cell}, [cell]
        while new:
            r, c = divmod(new.pop(), size)
            images = {size * y + x for y, x in (image(size, r, c) for image in _GENERATORS[symmetry])} - orbit
            orbit |= images
            new += images
        seen |= orbit
        found.append(sorted(orbit))
    return found
