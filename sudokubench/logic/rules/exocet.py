"""Junior Exocet: two target cells hold the digits of two base cells, because three cross-lines leave no other place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from sudokubench.logic.geometry import Geometry, bits_of, board_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digits_in, options_in

Cells = tuple[int, ...]


def junior_exocet(grid: CandidateGrid) -> Iterator[Step]:
    """Find Junior Exocets. The base is two cells with three or four digits, where a box and a line cross.

    The targets are beside that line, in two other boxes that it crosses. One cross-line goes through each target, and
    one through the box of the base; none goes through the base. If a digit is in the base, each cross-line holds it
    outside the houses that the base cells share. If this is impossible without a target, the digit is in a target.
    """
    geometry, masks = grid.geometry, grid.cells
    for lines, crosses in ((geometry.rows, geometry.columns), (geometry.columns, geometry.rows)):
        for line, home in product(lines, geometry.boxes):
            for base in combinations(bits_of(_common(geometry, line, home) & grid.unplaced), 2):
                digits = masks[base[0]] | masks[base[1]]
                if 3 <= digits.bit_count() <= 4:
                    for targets, chosen in _targets(grid, line, home, base, crosses):
                        if _needs_a_target(grid, digits, base, targets, chosen):
                            yield from _step(grid, digits, base, targets, chosen)


def _common(geometry: Geometry, line: int, box: int) -> int:
    return geometry.houses[line] & geometry.houses[box]


def _targets(
    grid: CandidateGrid, line: int, home: int, base: Cells, crosses: Cells
) -> Iterator[tuple[Cells, Cells]]:
    """Yield pairs of targets beside the line, in two boxes other than `home`; each pair with its three cross-lines."""
    geometry, masks = grid.geometry, grid.cells
    digits = masks[base[0]] | masks[base[1]]
    free = [cross for cross in crosses if not geometry.houses[cross] & board_of(base)]
    past = [cross for cross in free if _common(geometry, cross, home)]
    sides = [
        [
            cell
            for cell in bits_of(geometry.houses[box] & ~geometry.houses[line] & grid.unplaced)
            if masks[cell] & digits
        ]
        for box in geometry.boxes
        if box != home and _common(geometry, line, box)
    ]
    for one, two in combinations(sides, 2):
        for targets in product(one, two):
            far = [cross for cell in targets for cross in geometry.houses_of[cell] if cross in free]
            for cross in past:
                if len({cross, *far}) == 3:
                    yield targets, (cross, *far)


def _needs_a_target(grid: CandidateGrid, digits: int, base: Cells, targets: Cells, crosses: Cells) -> bool:
    """Return whether no digit fits into all cross-lines, outside the targets and the common peers of the base."""
    geometry = grid.geometry
    peers = geometry.peers
    outside = ~geometry.common_peers(board_of(base)) & ~board_of((*base, *targets))
    for d in bits_of(digits):
        a, b, c = (grid.boards[d] & geometry.houses[cross] & outside for cross in crosses)
        if any(c & ~peers[x] & ~peers[y] for x in bits_of(a) for y in bits_of(b & ~peers[x])):
            return False
    return True


def _step(grid: CandidateGrid, digits: int, base: Cells, targets: Cells, crosses: Cells) -> Iterator[Step]:
    """Yield the step, if any. The base cells must hold two digits, and the targets the same two.

    A digit stays in a cell if it is there in some choice of these two digits and their places.
    """
    geometry, masks, cells = grid.geometry, grid.cells, (*base, *targets)
    kept = [0, 0, 0, 0]
    for pair in permutations(bits_of(digits), 2):
        for order in permutations(pair):
            bits = [1 << d for d in (*pair, *order)]
            if all(masks[cell] & bit for cell, bit in zip(cells, bits, strict=True)):
                kept = [mask | bit for mask, bit in zip(kept, bits, strict=True)]
    gone = [o for cell, mask in zip(cells, kept, strict=True) for o in options_in(grid, 1 << cell, ~mask)]
    if gone:
        items = [
            geometry.item_of_place(cross, d + 1)
            for cross in crosses
            for d in bits_of(digits)
            if not grid.boards[d] & grid.placed & geometry.houses[cross]
        ]
        roles = (("origin", base), ("target", targets))
        groups = tuple((role, options_in(grid, board_of(its), digits)) for role, its in roles)
        gone.sort()
        yield Step("junior_exocet", digits_in(digits), (), tuple(gone), (*base, *items), groups, crosses)


_SOURCE = "D. P. Bird, JExocet Compendium (Sudoku Players' forum, 2013)"

RULES = (Rule("junior_exocet", junior_exocet, 8.2, 400, _SOURCE),)
