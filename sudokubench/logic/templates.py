"""Templates: all ways to place one digit in the whole grid at once.

A candidate that is in no way is false, one that is in every way is true.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, options_at

MOST = 50_000
"""Ways that are looked at; a 9x9 has 46,656 in all. Beyond, the rule finds nothing."""


def coverage(grid: CandidateGrid, digit: int) -> tuple[int, int] | None:
    """The union and the intersection of all ways to place a digit; None if they are too many, or none."""
    geometry = grid.geometry
    peers, rows = geometry.peers, [geometry.houses[r] for r in geometry.rows]
    others = [geometry.houses[h] for h in geometry.whole if h not in geometry.rows]
    union, common, count = 0, geometry.all_cells, 0
    stack = [(0, 0, grid.boards[digit - 1])]
    while stack:
        row, chosen, left = stack.pop()
        if row == len(rows):
            if all(chosen & house for house in others):
                union |= chosen
                common &= chosen
                count += 1
                if count > MOST:
                    return None
            continue
        places = left & rows[row]
        while places:
            low = places & -places
            places ^= low
            stack.append((row + 1, chosen | low, left & ~peers[low.bit_length() - 1]))
    return (union, common) if count else None


def _items(grid: CandidateGrid, digit: int) -> tuple[int, ...]:
    return tuple(grid.geometry.item_of_place(house, digit) for house in grid.geometry.whole)


def template_set(grid: CandidateGrid) -> Iterator[Step]:
    """Candidates that are in every way to place their digit."""
    n = grid.geometry.size
    for d, board in enumerate(grid.boards):
        if board & grid.unplaced:
            found = coverage(grid, d + 1)
            true = found[1] & ~grid.placed if found else 0
            if true:
                yield Step("template_set", (d + 1,), options_at(n, d, true), (), _items(grid, d + 1))


def template_delete(grid: CandidateGrid) -> Iterator[Step]:
    """Candidates that are in no way to place their digit."""
    n = grid.geometry.size
    for d, board in enumerate(grid.boards):
        if board & grid.unplaced:
            found = coverage(grid, d + 1)
            false = board & ~found[0] if found else 0
            if false:
                yield Step("template_delete", (d + 1,), (), options_at(n, d, false), _items(grid, d + 1))


_SOURCE = "folklore; Sudopedia, Templates"

RULES = (
    Rule("template_set", template_set, 9.6, 400, _SOURCE, ("1201",)),
    Rule("template_delete", template_delete, 9.7, 400, _SOURCE, ("1202",)),
)
