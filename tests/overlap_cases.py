"""Overlapping 4x4 grids by brute force: all full grids, and the ways to choose some that agree in common cells."""

from itertools import permutations, product


def full_grids():
    """Yield all full 4x4 grids as rows."""
    rows = list(permutations("1234"))
    halves = [(a, b) for a in rows for b in rows if len({*a[:2], *b[:2]}) == len({*a[2:], *b[2:]}) == 4]
    for top, bottom in product(halves, halves):
        if all(len(set(column)) == 4 for column in zip(*top, *bottom, strict=True)):
            yield top + bottom


GRIDS = list(full_grids())
assert len(GRIDS) == 288  # a known number


def placed(grid, corner):
    return {(r + corner[0], c + corner[1]): grid[r][c] for r in range(4) for c in range(4)}


def by_brute_force(grids, corners, clues=None):
    """Return the number of ways to choose a full grid for each corner so that all agree in their common cells."""
    found = [clues or {}]
    for corner in corners:
        choices = [placed(grid, corner) for grid in grids]
        common = [cell for cell in choices[0] if any(cell in before for before in found)]
        fitting = {}
        for choice in choices:
            fitting.setdefault(tuple(choice[cell] for cell in common), []).append(choice)
        found = [
            before | choice
            for before in found
            for signs in product(*([before[cell]] if cell in before else "1234" for cell in common))
            for choice in fitting.get(signs, ())
        ]
    return len(found)
