"""Patterns of one digit with two strong links: skyscraper, two-string kite, turbot fish, empty rectangle.

A skyscraper is a turbot fish whose links lie in parallel lines and whose near ends share a line. A two-string kite is a
turbot fish whose links lie in a row and a column and whose near ends share a box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations, product

from sudokubench.logic.geometry import HouseKind, bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Finder, Rule
from sudokubench.logic.step import Step, digit_step

_TURBOT = "folklore; Sudopedia, Single Digit Patterns"
_LINES = {HouseKind.ROW, HouseKind.COLUMN}


def turbot_fish(grid: CandidateGrid) -> Iterator[Step]:
    """Find two strong links whose near ends see each other: one of the far ends is true."""
    peers = grid.geometry.peers
    for d, board in enumerate(grid.boards):
        for (h1, p1), (h2, p2) in combinations(grid.strong_houses(d + 1), 2):
            if p1 & p2:
                continue
            ends = product(permutations(bits_of(p1)), permutations(bits_of(p2)))
            for (far1, near1), (near2, far2) in ends:
                gone = board & peers[far1] & peers[far2] & ~(p1 | p2)
                if gone and peers[near1] >> near2 & 1:
                    roles = [("near", 1 << near1 | 1 << near2), ("far", 1 << far1 | 1 << far2)]
                    yield digit_step("turbot_fish", grid, d, gone, (h1, h2), roles, length=2)


def turbots_of_lines(grid: CandidateGrid, rule: str, kinds: int, shared: set[HouseKind]) -> Iterator[Step]:
    """Find turbot fish whose two links lie in parallel lines (`kinds` 1) or in crossing lines (2).

    The near ends share a house of a kind in `shared`.
    """
    geometry = grid.geometry
    for step in turbot_fish(grid):
        used = {geometry.kinds[house] for house in step.houses}
        if used <= _LINES and len(used) == kinds:
            one, two = (geometry.houses_of[option // geometry.size] for option in step.group("near"))
            if any(geometry.kinds[house] in shared for house in one if house in two):
                yield replace(step, rule=rule)


def empty_rectangle(grid: CandidateGrid) -> Iterator[Step]:
    """Find a box whose places of a digit lie in a row and a column, and a strong link from one of these lines."""
    geometry = grid.geometry
    houses = geometry.houses
    for d, board in enumerate(grid.boards):
        links = grid.strong_houses(d + 1)
        for box in geometry.boxes:
            places, outside = board & houses[box] & grid.unplaced, board & ~houses[box]
            if places.bit_count() < 2:
                continue
            for row, column in product(geometry.rows, geometry.columns):
                in_row, in_column = houses[row] & ~houses[column], houses[column] & ~houses[row]
                if places & ~(houses[row] | houses[column]) or not houses[row] & houses[column] & houses[box]:
                    continue
                if not places & in_row or not places & in_column:
                    continue
                for link, pair in links:
                    for line, other in ((row, column), (column, row)):
                        start = pair & houses[line] & ~houses[box]
                        end = pair ^ start
                        if not start or not end or end & houses[box] or start & (start - 1):
                            continue
                        # the start sees every place of the box in its line; the other arm sees the cleared cells
                        gone = outside & houses[other] & geometry.common_peers(end) & ~start
                        if gone:
                            roles = [("box", places), ("near", start), ("far", end)]
                            yield digit_step("empty_rectangle", grid, d, gone, (box, link), roles, length=2)


def dual(grid: CandidateGrid, rule: str, find: Finder, role: str) -> Iterator[Step]:
    """Merge any two steps of `find` about one digit if their cells of `role` lie in one box.

    Two steps about different digits are merged if these cells are the same.
    """
    n, boxes = grid.geometry.size, grid.geometry.layout.boxes
    for a, b in combinations(find(grid), 2):
        one, two = ({option // n for option in step.group(role)} for step in (a, b))
        together = one == two if a.digits != b.digits else boxes[min(one)] == boxes[min(two)]
        if together and set(a.eliminated) != set(b.eliminated):
            gone = tuple(sorted({*a.eliminated, *b.eliminated}))
            items, houses = tuple(dict.fromkeys(a.items + b.items)), tuple(dict.fromkeys(a.houses + b.houses))
            groups = a.groups + tuple(group for group in b.groups if group[0] != "box")
            yield Step(rule, tuple(sorted({*a.digits, *b.digits})), (), gone, items, groups, houses, length=2)


_skyscraper = partial(turbots_of_lines, rule="skyscraper", kinds=1, shared=_LINES)
_kite = partial(turbots_of_lines, rule="two_string_kite", kinds=2, shared={HouseKind.BOX})
_dual_kite = partial(dual, rule="dual_two_string_kite", find=_kite, role="near")
_dual_rectangle = partial(dual, rule="dual_empty_rectangle", find=empty_rectangle, role="box")

RULES = (
    Rule("skyscraper", _skyscraper, 6.6, 130, _TURBOT, ("0400",), implied_by=("turbot_fish",)),
    Rule("two_string_kite", _kite, 6.6, 150, _TURBOT, ("0401",), implied_by=("turbot_fish",)),
    Rule("dual_two_string_kite", _dual_kite, 6.6, 150, _TURBOT, ("0404",), implied_by=("turbot_fish",)),
    Rule("turbot_fish", turbot_fish, 6.6, 120, _TURBOT, ("0403",)),
    Rule("empty_rectangle", empty_rectangle, 6.6, 120, _TURBOT, ("0402",)),
    Rule("dual_empty_rectangle", _dual_rectangle, 6.6, 120, _TURBOT, ("0405",)),
)
