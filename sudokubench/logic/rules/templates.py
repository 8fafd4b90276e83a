"""Templates: a template is a way to place one digit in the whole grid.

A candidate in no template is false. A candidate in every template of its digit is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import and_

from sudokubench.logic.geometry import union
from sudokubench.logic.grid import CandidateGrid, kept
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, options_at

MOST = 5_000
"""Largest number of templates of a digit that the rule examines (an empty 9x9 has 46,656). For a digit with more
templates the rule finds nothing."""


def placements(grid: CandidateGrid, digit: int) -> list[int] | None:
    """Return all templates of a digit, as bitboards; None if there are more than `MOST`."""
    geometry = grid.geometry
    peers, rows = geometry.peers, [geometry.houses[r] for r in geometry.rows]
    others = [geometry.houses[h] for h in geometry.whole if h not in geometry.rows]
    found = []
    stack = [(0, 0, grid.boards[digit - 1])]
    while stack:
        row, chosen, left = stack.pop()
        if row == len(rows):
            if all(chosen & house for house in others):
                found.append(chosen)
                if len(found) > MOST:
                    return None
            continue
        places = left & rows[row]
        while places:
            low = places & -places
            places ^= low
            stack.append((row + 1, chosen | low, left & ~peers[low.bit_length() - 1]))
    return found


@dataclass(frozen=True, slots=True)
class Coverage:
    """For a digit: the cells of all templates, the cells in every template, and the digits (from 0) that prove both."""

    union: int
    common: int
    digits: frozenset[int]


@kept
def coverages(grid: CandidateGrid) -> list[Coverage | None]:
    """Return the coverage of each digit, or None for a digit with too many templates or without a template.

    The function drops each template with a cell that is in every template of another digit, but if a digit would lose
    all its templates, it keeps them all. It repeats this until nothing changes.
    """
    size, every = grid.geometry.size, grid.geometry.all_cells
    ways = [placements(grid, digit) for digit in range(1, size + 1)]
    used = [frozenset({d}) for d in range(size)]
    common = [every if own is None else _intersection(own, every) for own in ways]
    changed = True
    while changed:
        changed = False
        for d, own in enumerate(ways):
            if not own:
                continue
            for e, other in enumerate(ways):
                if e == d or not other:
                    continue
                kept = [way for way in own if not way & common[e]]
                if kept and len(kept) < len(own):
                    own[:] = kept
                    used[d] |= used[e]
                    common[d] = _intersection(own, every)
                    changed = True
    return [Coverage(union(own), common[d], used[d]) if own else None for d, own in enumerate(ways)]


def _intersection(ways: list[int], every: int) -> int:
    return reduce(and_, ways, every)


def _items(grid: CandidateGrid, digits: frozenset[int]) -> tuple[int, ...]:
    geometry = grid.geometry
    return tuple(geometry.item_of_place(house, d + 1) for d in sorted(digits) for house in geometry.whole)


def template_set(grid: CandidateGrid) -> Iterator[Step]:
    """Find candidates that are true, because every template of their digit has them."""
    n = grid.geometry.size
    for d, found in enumerate(coverages(grid)):
        if found and (true := found.common & ~grid.placed):
            yield Step("template_set", (d + 1,), options_at(n, d, true), (), _items(grid, found.digits))


def template_delete(grid: CandidateGrid) -> Iterator[Step]:
    """Find candidates that are false, because no template of their digit has them."""
    n = grid.geometry.size
    for d, found in enumerate(coverages(grid)):
        if found and (false := grid.boards[d] & ~found.union):
            yield Step("template_delete", (d + 1,), (), options_at(n, d, false), _items(grid, found.digits))


_SOURCE = "folklore; Sudopedia, Templates"

RULES = (
    Rule("template_set", template_set, 9.6, 400, _SOURCE, ("1201",)),
    Rule("template_delete", template_delete, 9.7, 400, _SOURCE, ("1202",)),
)
