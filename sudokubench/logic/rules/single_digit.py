"""Patterns of one digit with two strong links: skyscraper, two-string kite, turbot fish, empty rectangle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudokubench.logic.geometry import HouseKind
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Group, Step, options_at

_TURBOT = "folklore; Sudopedia, Single Digit Patterns"


def _two_links(grid: CandidateGrid) -> Iterator[tuple[int, int, int, int, int, int, int, int]]:
    """Tuples (d, house 1, house 2, far 1, near 1, near 2, far 2, cleared): the near ends are peers."""
    geometry = grid.geometry
    peers = geometry.peers
    for d, board in enumerate(grid.boards):
        links = grid.strong_houses(d + 1)
        for (h1, p1), (h2, p2) in combinations(links, 2):
            if p1 & p2:
                continue
            low1, low2 = p1 & -p1, p2 & -p2
            for a, b in ((low1, p1 ^ low1), (p1 ^ low1, low1)):
                for c, e in ((low2, p2 ^ low2), (p2 ^ low2, low2)):
                    if peers[b.bit_length() - 1] & c:
                        gone = board & peers[a.bit_length() - 1] & peers[e.bit_length() - 1] & ~(p1 | p2)
                        if gone:
                            yield d, h1, h2, a, b, c, e, gone


def _step(rule: str, grid: CandidateGrid, found: tuple[int, int, int, int, int, int, int, int]) -> Step:
    d, h1, h2, a, b, c, e, gone = found
    n, item = grid.geometry.size, grid.geometry.item_of_place
    groups = (("near", options_at(n, d, b | c)), ("far", options_at(n, d, a | e)))
    items, cleared = (item(h1, d + 1), item(h2, d + 1)), options_at(n, d, gone)
    return Step(rule, (d + 1,), (), cleared, items, groups, (h1, h2), length=2)


def _both(rule: str, a: Step, b: Step, more: tuple[Group, ...]) -> Step:
    """Two steps of one digit as one, with further groups beside those of the first."""
    gone = tuple(sorted({*a.eliminated, *b.eliminated}))
    items, houses = tuple(dict.fromkeys(a.items + b.items)), tuple(dict.fromkeys(a.houses + b.houses))
    return Step(rule, a.digits, (), gone, items, a.groups + more, houses, length=2)


def _lines(grid: CandidateGrid, h1: int, h2: int) -> tuple[HouseKind, HouseKind]:
    kinds = grid.geometry.kinds
    return kinds[h1], kinds[h2]


def skyscraper(grid: CandidateGrid) -> Iterator[Step]:
    """Two strong links in parallel lines whose near ends share a line: one of the far ends is true."""
    geometry = grid.geometry
    for found in _two_links(grid):
        k1, k2 = _lines(grid, found[1], found[2])
        if k1 is k2 and k1 in {HouseKind.ROW, HouseKind.COLUMN}:
            near = found[4] | found[5]
            if any(not near & ~geometry.houses[h] for h in (*geometry.rows, *geometry.columns)):
                yield _step("skyscraper", grid, found)


def two_string_kite(grid: CandidateGrid) -> Iterator[Step]:
    """A strong link in a row and one in a column whose near ends share a box: one of the far ends is true."""
    geometry = grid.geometry
    for found in _two_links(grid):
        if set(_lines(grid, found[1], found[2])) == {HouseKind.ROW, HouseKind.COLUMN}:
            near = found[4] | found[5]
            if any(not near & ~geometry.houses[h] for h in geometry.boxes):
                yield _step("two_string_kite", grid, found)


def dual_two_string_kite(grid: CandidateGrid) -> Iterator[Step]:
    """Two kites of one digit whose near ends lie in the same box, told as one step."""
    n = grid.geometry.size
    for a, b in combinations(two_string_kite(grid), 2):
        same_box = a.digits == b.digits and len(
            {grid.geometry.layout.boxes[o // n] for o in (*a.group("near"), *b.group("near"))}
        )
        if same_box == 1 and set(a.eliminated) != set(b.eliminated):
            yield _both("dual_two_string_kite", a, b, b.groups)


def turbot_fish(grid: CandidateGrid) -> Iterator[Step]:
    """Two strong links in any houses whose near ends see each other: one of the far ends is true."""
    for found in _two_links(grid):
        yield _step("turbot_fish", grid, found)


def empty_rectangle(grid: CandidateGrid) -> Iterator[Step]:
    """A box whose places of a digit lie in one row and one column, and a strong link that starts in one."""
    geometry = grid.geometry
    n, item, houses = geometry.size, geometry.item_of_place, geometry.houses
    for d, board in enumerate(grid.boards):
        links = grid.strong_houses(d + 1)
        for box in geometry.boxes:
            places = board & houses[box] & grid.unplaced
            if places.bit_count() < 2:
                continue
            for row in geometry.rows:
                for column in geometry.columns:
                    cross = houses[row] & houses[column]
                    if places & ~(houses[row] | houses[column]) or not cross & houses[box]:
                        continue
                    in_row, in_column = places & houses[row] & ~cross, places & houses[column] & ~cross
                    if not in_row or not in_column:
                        continue
                    for link, pair in links:
                        for line, other in ((row, column), (column, row)):
                            start = pair & houses[line] & ~houses[box]
                            end = pair ^ start
                            if not start or not end or end & houses[box] or start & (start - 1):
                                continue
                            # the start sees the whole arm of the box in its line, the other arm sees what is cleared
                            seen = houses[other] & geometry.peers[end.bit_length() - 1]
                            gone = board & seen & ~houses[box] & ~start
                            if gone:
                                roles = (("box", places), ("near", start), ("far", end))
                                groups = tuple((role, options_at(n, d, cells)) for role, cells in roles)
                                items, used = (item(box, d + 1), item(link, d + 1)), (box, link)
                                cleared = options_at(n, d, gone)
                                yield Step(
                                    "empty_rectangle", (d + 1,), (), cleared, items, groups, used, length=2
                                )


def dual_empty_rectangle(grid: CandidateGrid) -> Iterator[Step]:
    """Two empty rectangles of one digit in the same box, told as one step."""
    for a, b in combinations(empty_rectangle(grid), 2):
        if a.houses[0] == b.houses[0] and a.digits == b.digits and set(a.eliminated) != set(b.eliminated):
            yield _both("dual_empty_rectangle", a, b, tuple(g for g in b.groups if g[0] != "box"))


RULES = (
    Rule("skyscraper", skyscraper, 6.6, 130, _TURBOT, ("0400",)),
    Rule("two_string_kite", two_string_kite, 6.6, 150, _TURBOT, ("0401",)),
    Rule("dual_two_string_kite", dual_two_string_kite, 6.6, 150, _TURBOT, ("0404",)),
    Rule("turbot_fish", turbot_fish, 6.6, 120, _TURBOT, ("0403",)),
    Rule("empty_rectangle", empty_rectangle, 6.6, 120, _TURBOT, ("0402",)),
    Rule("dual_empty_rectangle", dual_empty_rectangle, 6.6, 120, _TURBOT, ("0405",)),
)
