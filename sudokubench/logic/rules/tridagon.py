"""Tridagon (Thor's hammer): twelve cells that three digits cannot fill, because their parities do not fit.

Four boxes lie where two bands of rows cross two stacks of columns. In each box three cells are a transversal: no two of
them are in one row or column. Suppose that the twelve cells of four transversals hold only three digits. Then each box
has two permutations of these digits: by its rows and by its columns. They differ by the permutation of the transversal.
In two boxes of a band no row repeats a digit, so their permutations by rows differ by a cycle of three and have the
same parity. The same holds for columns. So the parities of the four transversals must add up to an even number. If the
sum is odd, the cells cannot hold only these digits: one of their other candidates, the guardians, is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations, product

from sudokubench.clock import asking
from sudokubench.logic.geometry import Geometry, bits_of, board_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.link_graph import rivals_of
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digits_in, options_in

Part = tuple[int, int, int]
"""A transversal of a box: its parity, the bitboard of its cells, and the candidates that all its guardians exclude."""


def tridagon(grid: CandidateGrid) -> Iterator[Step]:
    """Find tridagons. A candidate that all guardians exclude is false; a guardian is true if it is the only one."""
    blocks, _ = _facts(grid.geometry)
    candidates = union(1 << option for option in grid.options())
    open_blocks = [at for at, parts in blocks.items() if any(not cells & grid.placed for _, cells in parts)]
    stacks = sorted({stack for _, stack in open_blocks})
    for three in asking(combinations(range(grid.geometry.size), 3)) if len(stacks) > 1 else ():
        digits = board_of(three)
        excluded = _excluded(grid, digits, candidates)
        parts = {at: _parts(grid, blocks[at], excluded, candidates) for at in open_blocks}
        for bands in combinations(sorted({band for (band, _), found in parts.items() if found}), 2):
            for chosen in combinations(stacks, 2):
                for four in product(*(parts.get(at, []) for at in product(bands, chosen))):
                    yield from _step(grid, digits, candidates, four)


@lru_cache(maxsize=16)
def _facts(geometry: Geometry) -> tuple[dict[tuple[int, int], list[tuple[int, int]]], list[int]]:
    """Return the blocks by band and stack, and the rivals of each option as masks.

    A block is three rows and three columns in one box. It is given as a list of its transversals: parity and cells.
    """
    n, boxes = geometry.size, geometry.layout.boxes
    blocks = {}
    for row, column in product(range(0, n - 2, 3), repeat=2):
        if len({boxes[n * (row + i) + column + j] for i, j in product(range(3), repeat=2)}) == 1:
            blocks[row, column] = [
                (
                    sum(a > b for a, b in combinations(order, 2)) % 2,
                    board_of(n * (row + i) + column + j for i, j in enumerate(order)),
                )
                for order in permutations(range(3))
            ]
    return blocks, [board_of(rivals) for rivals in rivals_of(geometry)]


def _excluded(grid: CandidateGrid, digits: int, candidates: int) -> list[int]:
    """Return for each cell the mask of the candidates that are false if the cell holds none of `digits`."""
    _, rivals = _facts(grid.geometry)
    n, found = grid.geometry.size, []
    for cell, mask in enumerate(grid.cells):
        excluded = candidates
        for d in bits_of(mask & ~digits):
            excluded &= rivals[n * cell + d]
        found.append(excluded)
    return found


def _parts(
    grid: CandidateGrid, block: list[tuple[int, int]], excluded: list[int], candidates: int
) -> list[Part]:
    """Return a block's transversals that have no placed cell, and whose guardians all exclude a common candidate."""
    found = []
    for parity, cells in block:
        common = 0 if cells & grid.placed else candidates
        for cell in bits_of(cells):
            common &= excluded[cell]
        if common:
            found.append((parity, cells, common))
    return found


def _step(grid: CandidateGrid, digits: int, candidates: int, four: tuple[Part, ...]) -> Iterator[Step]:
    gone = candidates
    for _, _, common in four:
        gone &= common
    if not gone or not sum(parity for parity, _, _ in four) % 2:
        return
    cells = union(part for _, part, _ in four)
    guardians = options_in(grid, cells, ~digits)
    if guardians:
        placed = guardians if len(guardians) == 1 else ()
        groups = (("trio", options_in(grid, cells, digits)), ("guardian", guardians))
        false = () if placed else bits_of(gone)
        yield Step("tridagon", digits_in(digits), placed, false, bits_of(cells), groups)


_SOURCE = "mith, Loki (Sudoku Players' forum, 2022); D. Berthier, The tridagon rule (same place, 2022)"

RULES = (Rule("tridagon", tridagon, 8.1, 380, _SOURCE),)
