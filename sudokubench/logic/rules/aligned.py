"""Aligned exclusion: two or three cells cannot hold all candidates of a common peer.

A candidate of one of the cells is false if it leaves no choice of digits for the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, product

from sudokubench.clock import ask
from sudokubench.logic.geometry import bits_of, board_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, options_in


def aligned(grid: CandidateGrid, rule: str, size: int) -> Iterator[Step]:
    """Find false candidates of `size` cells: each choice of digits with such a candidate empties a common peer.

    Only common peers with at most `size` candidates count, and at least two must exist. Of three cells, the third has
    at most three candidates and sees one of the other two. These limits keep the number of cases small.
    """
    peers, few, free = grid.geometry.peers, grid.with_few(), grid.unplaced
    small = free & (few[2] | few[3] if size == 3 else few[2])
    beside = {cell: small & peers[cell] for cell in bits_of(free) if small & peers[cell]}
    for one, two in combinations(beside, 2):
        both = beside[one] & beside[two]
        if not both & (both - 1):
            continue
        ask()
        if size == 2:
            yield from _excluded(grid, rule, (one, two), both)
            continue
        for three in bits_of(beside[one] | beside[two]):
            common = both & beside.get(three, 0)
            if common & (common - 1) and three not in {one, two}:
                yield from _excluded(grid, rule, (one, two, three), common)


def _excluded(grid: CandidateGrid, rule: str, cells: tuple[int, ...], common: int) -> Iterator[Step]:
    """Find candidates of `cells` that are false because of the cells `common`, which see all of `cells`."""
    n, masks, peers = grid.geometry.size, grid.cells, grid.geometry.peers
    emptied = {masks[cell]: cell for cell in bits_of(common)}
    see = [(i, j) for i, j in combinations(range(len(cells)), 2) if peers[cells[i]] >> cells[j] & 1]
    allowed, used = [0] * len(cells), dict[tuple[int, ...], int]()
    for digits in product(*(bits_of(masks[cell]) for cell in cells)):
        if any(digits[i] == digits[j] for i, j in see):
            continue
        together = union(1 << d for d in digits)
        cell = next((cell for mask, cell in emptied.items() if not mask & ~together), None)
        if cell is not None:
            used[digits] = cell
            continue
        for i, d in enumerate(digits):
            allowed[i] |= 1 << d
    gone = [(i, d) for i, cell in enumerate(cells) for d in bits_of(masks[cell] & ~allowed[i])]
    if gone:
        needed = {cell for digits, cell in used.items() if any(digits[i] == d for i, d in gone)}
        roles = (("aligned", board_of(cells)), ("excluder", board_of(needed)))
        groups = tuple((role, options_in(grid, its)) for role, its in roles)
        digits = tuple(sorted({d + 1 for _, d in gone}))
        options = tuple(sorted(n * cells[i] + d for i, d in gone))
        yield Step(rule, digits, (), options, (*cells, *sorted(needed)), groups)


_SOURCE = "R. Hagglund, Aligned Pair Exclusion (2005); Sudopedia"

RULES = (
    Rule("aligned_pair", partial(aligned, rule="aligned_pair", size=2), 6.2, 300, _SOURCE),
    Rule("aligned_triplet", partial(aligned, rule="aligned_triplet", size=3), 7.5, 400, _SOURCE),
)
