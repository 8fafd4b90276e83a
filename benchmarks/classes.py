"""How many classes of equivalent full grids there are: by canonical forms, and by Burnside's lemma.

    python -m benchmarks.classes [4x4 6x6 ...]

Every grid whose first row is 1 2 3 ... is enumerated; relabelling makes n! of each. The classes are the different
canonical forms. Burnside's lemma says that they are the mean number of fixed points of a symmetry, and so the number of
all pairs of a grid and an automorphism over the order of the group; orbits of all forms must add up to all grids.
"""

from __future__ import annotations

import sys
from math import factorial

from sudokubench import Board, Layout, solutions
from sudokubench.symmetry import canonical_many
from sudokubench.symmetry.structure import order

_TABLE = ("layout", "grids", "symmetries of the cells", "classes", "by Burnside")


def classes(layout: Layout) -> tuple[int, int, int]:
    """The number of full grids, of different canonical forms, and what Burnside's lemma says."""
    n = layout.size
    begun = Board(layout, [*range(1, n + 1), *[0] * (n * n - n)])
    forms = canonical_many(list(solutions(begun)))
    orbits = {form.board: form.orbit for form in forms}
    grids = len(forms) * factorial(n)
    assert sum(orbits.values()) == grids, "the orbits are all grids"
    mean, rest = divmod(sum(form.automorphisms for form in forms), order(layout))
    assert rest == 0, "a mean over the group that is no whole number"
    return grids, len(orbits), mean


def main() -> None:
    """Print a table."""
    print(f"| {' | '.join(_TABLE)} |\n|---{'|---:' * (len(_TABLE) - 1)}|")
    for name in sys.argv[1:] or ["4x4", "6x6"]:
        layout = Layout.named(name)
        grids, forms, mean = classes(layout)
        print(f"| {name} | {grids:,} | {order(layout):,} | {forms:,} | {mean:,} |")


if __name__ == "__main__":
    main()
