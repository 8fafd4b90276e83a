"""Fireworks: a row and a column cross in a box, and outside the box each of them has at most one place for a digit.

If neither of these places holds the digit, both lines hold it where they cross. So one of the three cells holds the
digit. Three digits with the same three cells fill them. Four digits with the four cells of two crossings fill these
four cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudokubench.logic.geometry import bits_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digits_in, options_in

Spark = tuple[int, int, tuple[int, int]]
"""Digit (from 0), bitboard of at most three cells, two lines. The lines prove that one of the cells holds the digit."""


def fireworks(grid: CandidateGrid) -> Iterator[Step]:
    """Find fireworks; the head of this module describes them."""
    crossings = _crossings(grid)
    for sparks in crossings.values():
        for three in combinations(sparks, 3):
            yield from _step(grid, three)
    pairs = [
        pair
        for sparks in crossings.values()
        for pair in combinations(sparks, 2)
        if union(s[1] for s in pair).bit_count() == 3
    ]
    for one, two in combinations(pairs, 2):
        if (union(s[1] for s in one) | union(s[1] for s in two)).bit_count() == 4:
            yield from _step(grid, (*one, *two))


def _crossings(grid: CandidateGrid) -> dict[int, list[Spark]]:
    """Return the sparks of each open cell: the digits with at most one place outside its box in each of its lines."""
    geometry, free = grid.geometry, grid.unplaced
    found: dict[int, list[Spark]] = {}
    for box in geometry.boxes:
        inside = geometry.houses[box]
        for cell in bits_of(inside & free):
            row, column = geometry.rows[cell // geometry.size], geometry.columns[cell % geometry.size]
            for d, board in enumerate(grid.boards):
                outside = [board & geometry.houses[line] & ~inside for line in (row, column)]
                if not (union(outside) & ~free) and all(places.bit_count() <= 1 for places in outside):
                    found.setdefault(cell, []).append((d, union(outside) | 1 << cell, (row, column)))
    return found


def _step(grid: CandidateGrid, sparks: tuple[Spark, ...]) -> Iterator[Step]:
    cells, digits = union(s[1] for s in sparks), union(1 << s[0] for s in sparks)
    gone = options_in(grid, cells, ~digits)
    if gone and cells.bit_count() == digits.bit_count() == len(sparks):
        places = dict.fromkeys((line, d) for d, _, lines in sparks for line in lines)
        items = tuple(grid.geometry.item_of_place(line, d + 1) for line, d in places)
        groups = (("subset", options_in(grid, cells, digits)),)
        lines = tuple(dict.fromkeys(line for line, _ in places))
        yield Step("fireworks", digits_in(digits), (), gone, items, groups, lines, length=len(sparks))


RULES = (Rule("fireworks", fireworks, 6.6, 255, "Fireworks (shye, Sudoku Players' forum, 2021)"),)
