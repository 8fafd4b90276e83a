"""Extended rectangles: six cells without clues where two lines cross three others must not hold only three digits.

If they did, each of the two lines would hold all three digits there. Exchanging the two lines' digits would give a
second solution. No box would be broken: each crossing line has both cells in one box, or each of the two lines has its
three cells in one box. Like unique rectangles, the rule relies on a single solution.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from sudokubench.clock import asking
from sudokubench.logic.geometry import Geometry, board_of, union
from sudokubench.logic.grid import CandidateGrid, kept
from sudokubench.logic.rules.uniqueness import Deadly, of_patterns, type_1, type_2, type_4


@lru_cache(maxsize=16)
def _places(geometry: Geometry) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return all possible sets of six cells, pair by pair, each with its bitboard; () if there are extra houses."""
    n, boxes = geometry.size, geometry.layout.boxes
    if geometry.layout.extra:
        return ()  # the exchange may break an extra house
    found = []
    for one, two in asking(combinations(range(n), 2)):
        places = [
            (tuple(sorted(across)), step, line)
            for step, line in ((1, n), (n, 1))
            for across in _threes([tuple(boxes[line * i + step * k] for i in (one, two)) for k in range(n)])
        ]
        for across, step, line in sorted(places):
            cells = tuple(line * i + step * k for k in across for i in (one, two))
            found.append((cells, board_of(cells)))
    return tuple(found)


def _threes(pairs: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield triples of pairs: the pairs lie in three boxes, or in two boxes with one cell of each pair in each box.

    `pairs` has the boxes of both cells of each pair. Trying all triples takes longer: about one triple in ten fits.
    """
    by_boxes = defaultdict[tuple[int, ...], list[int]](list)
    for k, pair in enumerate(pairs):
        by_boxes[pair].append(k)
    for three in combinations([alike for (a, b), alike in by_boxes.items() if a == b], 3):
        yield from product(*three)
    for (a, b), alike in by_boxes.items():
        if a != b:
            yield from combinations(alike, 3)


@kept
def extended_rectangles(grid: CandidateGrid) -> list[Deadly]:
    """Return all sets of six open cells, at least four of which have only three digits."""
    masks, free, few = grid.cells, grid.unplaced, union(grid.with_few()[2:4])
    found = []
    for cells, board in _places(grid.geometry):
        if board & ~free or (board & few).bit_count() < 4:
            continue
        small = [masks[cell] for cell in cells if few >> cell & 1]
        for digits in dict.fromkeys(map(union, combinations(small, 4))):
            if digits.bit_count() == 3 and union(masks[cell] for cell in cells) != digits:
                found.append(Deadly.loop(grid, cells, digits))
    return found


_SOURCE = "A. Stuart, Extended Unique Rectangles (sudokuwiki.org)"

RULES = (
    of_patterns(type_1, extended_rectangles, "extended_rectangle_1", 4.9, source=_SOURCE),
    of_patterns(type_2, extended_rectangles, "extended_rectangle_2", 4.9, source=_SOURCE),
    of_patterns(type_4, extended_rectangles, "extended_rectangle_4", 4.9, source=_SOURCE),
)
