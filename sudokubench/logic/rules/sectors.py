"""Multi-sector locked sets: cells where rows and columns cross, just as many as the digits in these lines can fill.

Some digits are counted by rows and the others by columns, each once in a line. If there are no more such places than
cells, each is taken inside the cells, so its line holds it nowhere else. SK loops are of this kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokubench.logic.geometry import bits_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digits_in, options_in

LARGEST = 9
"""Size of a layout beyond which there are too many choices of lines and digits."""


def multi_sector_locked_set(grid: CandidateGrid) -> Iterator[Step]:
    """See the module; the fewest cells first."""
    n = grid.geometry.size
    found: dict[frozenset[int], Step] = {}
    for step in (_step(grid, *choice) for choice in _choices(grid)) if n <= LARGEST else ():
        known = found.get(frozenset(step.eliminated))
        if step.eliminated and (known is None or step.length < known.length):
            found[frozenset(step.eliminated)] = step
    yield from sorted(found.values(), key=lambda step: (step.length, step.items))


def _choices(grid: CandidateGrid) -> list[tuple[int, int, int]]:
    """Masks of rows, of columns and of the digits counted by rows, whose places are no more than the cells."""
    import numpy as np

    from sudokubench.kernels.sectors import full

    n = grid.geometry.size
    masks = [0 if grid.placed >> cell & 1 else mask for cell, mask in enumerate(grid.cells)]
    count = np.array([mask.bit_count() for mask in range(1 << n)], np.int64)
    choices: list[tuple[int, int, int]] = full(np.array(masks, np.int64).reshape(n, n), count).tolist()
    return choices


def _step(grid: CandidateGrid, rows: int, columns: int, by_row: int) -> Step:
    geometry, free = grid.geometry, grid.unplaced
    across = [geometry.houses[geometry.rows[r]] for r in bits_of(rows)]
    down = [geometry.houses[geometry.columns[c]] for c in bits_of(columns)]
    cells = union(across) & union(down) & free
    groups, gone = [], set[int]()
    for role, lines, digits in (("by_row", across, by_row), ("by_column", down, ~by_row)):
        groups.append((role, options_in(grid, cells, digits)))
        for line in lines:
            held = union(grid.cells[cell] for cell in bits_of(line & cells)) & digits
            gone.update(options_in(grid, line & free & ~cells, held))
    digits = union(grid.cells[cell] for cell in bits_of(cells))
    houses = (*(geometry.rows[r] for r in bits_of(rows)), *(geometry.columns[c] for c in bits_of(columns)))
    return Step(
        "multi_sector_locked_set", digits_in(digits), (), tuple(sorted(gone)), bits_of(cells), tuple(groups), houses,
        length=cells.bit_count(),
    )  # fmt: skip


RULES = (
    Rule(
        "multi_sector_locked_set", multi_sector_locked_set, 8.3, 420,
        "Multi-Sector Locked Sets (D. P. Bird and others, Sudoku Players' forum, 2012); SK loops (S. Kurzhal, 2007)",
    ),
)  # fmt: skip
