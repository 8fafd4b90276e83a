"""Multi-sector locked sets: some rows and columns cross in n cells, and at most n digits fit into these cells.

The count treats some digits by rows: such a digit counts once for each row where the cells have it as a candidate. The
other digits count by columns. If the count is not larger than n, every counted digit is inside these cells. So its line
holds the digit nowhere else. An SK loop counts by lines and boxes instead, around four boxes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, product

from sudokubench.logic.geometry import Geometry, bits_of, board_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digits_in, options_at, options_in

LARGEST = 9
"""Largest size of a layout that the rules search. Larger layouts have too many choices of lines and digits."""


def multi_sector_locked_set(grid: CandidateGrid) -> Iterator[Step]:
    """Find multi-sector locked sets, sets with few cells first."""
    n = grid.geometry.size
    found: dict[frozenset[int], Step] = {}
    for step in (_step(grid, *choice) for choice in _choices(grid)) if n <= LARGEST else ():
        known = found.get(frozenset(step.eliminated))
        if step.eliminated and (known is None or step.length < known.length):
            found[frozenset(step.eliminated)] = step
    yield from sorted(found.values(), key=lambda step: (step.length, step.items))


def _choices(grid: CandidateGrid) -> list[tuple[int, int, int]]:
    """Return triples of masks (rows, columns, digits counted by rows) whose count is at most the number of cells."""
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


def sk_loop(grid: CandidateGrid) -> Iterator[Step]:
    """Find loops of eight pairs of cells: each pair shares a line with one neighbour and a box with the other.

    The pairs are the cells of two rows and two columns in the boxes where these lines cross, without the crossings
    themselves. If k houses cover all pairs with a digit, these cells hold the digit at most k times. If the smallest k
    of all digits add up to the number of cells, each house of a smallest cover holds its digit in these cells.
    """
    n, houses = grid.geometry.size, grid.geometry.houses
    for pairs, shared in _loops(grid.geometry):
        cells = union(pairs)
        if cells & grid.placed:
            continue
        covers = [_covers(board_of(k for k in range(8) if pairs[k] & board)) for board in grid.boards]
        if sum(least for least, _ in covers) != cells.bit_count():
            continue
        gone = {
            option
            for d, (_, used) in enumerate(covers)
            for k in bits_of(used)
            for option in options_at(n, d, houses[shared[k]] & grid.boards[d] & ~cells)
        }
        if gone:
            inside = [(k, option) for k, pair in enumerate(pairs) for option in options_in(grid, pair)]
            by_line = tuple(option for k, option in inside if covers[option % n][1] >> (k & ~1) & 1)
            others = tuple(option for option in options_in(grid, cells) if option not in by_line)
            groups = (("by_line", by_line), ("by_box", others))
            digits = digits_in(union(grid.cells[cell] for cell in bits_of(cells)))
            yield Step("sk_loop", digits, (), tuple(sorted(gone)), bits_of(cells), groups, shared)


@lru_cache(maxsize=16)
def _loops(geometry: Geometry) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return for each loop its pairs in order, and the houses that successive pairs share: a line, a box, and so on."""
    n, houses, boxes = geometry.size, geometry.houses, geometry.layout.boxes
    found = []
    for two, across in product(combinations(range(n), 2), repeat=2) if n <= LARGEST else ():
        (r, s), (c, e) = two, across
        around = [n * r + c, n * r + e, n * s + e, n * s + c]
        lines = [geometry.rows[r], geometry.columns[e], geometry.rows[s], geometry.columns[c]]
        inside = [geometry.boxes[boxes[cell]] for cell in around]
        pairs, shared = [], list[int]()
        for k, line in enumerate(lines):
            ends = k, (k + 1) % 4
            pairs += [houses[line] & houses[inside[end]] & ~(1 << around[end]) for end in ends]
            shared += [line, inside[ends[1]]]
        if all(pairs) and len(set(inside)) == 4:
            found.append((tuple(pairs), tuple(shared)))
    return found


@cache
def _covers(pairs: int) -> tuple[int, int]:
    """Return the smallest number of houses that cover the pairs, and the mask of all houses in covers of this size."""
    least, used = 8, 0
    for houses in range(256):
        if not pairs & ~(houses | houses << 1 | houses >> 7) and houses.bit_count() <= least:
            used = houses if houses.bit_count() < least else used | houses
            least = houses.bit_count()
    return least, used


RULES = (
    Rule("sk_loop", sk_loop, 8.3, 410, "S. Kurzhal, SK loops (Sudoku Players' forum, 2007)"),
    Rule(
        "multi_sector_locked_set", multi_sector_locked_set, 8.3, 420,
        "Multi-Sector Locked Sets (D. P. Bird and others, Sudoku Players' forum, 2012)",
    ),
)  # fmt: skip
