"""Colours: strong links of one digit join its candidates into clusters. One of the two colours of a cluster is true.

The proof cites every link of a cluster as a strong link. A chain between two of the candidates proves the same
eliminations, but only every second of its links must be strong. So a cluster cites items that a chain does not cite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, permutations

from sudokubench.logic.geometry import Geometry, bits_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Finder, Rule, leanly
from sudokubench.logic.step import Step, digit_step, merged


@dataclass(frozen=True, slots=True)
class ColorCluster:
    """Candidates of one digit joined by strong links. `sides` has the bitboards of both colours; one is all true."""

    sides: tuple[int, int]
    houses: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """Whether no candidate has both colours."""
        return not self.sides[0] & self.sides[1]


def clusters(grid: CandidateGrid, digit: int) -> list[ColorCluster]:
    """Return the clusters of a digit; each has two or more cells."""
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for house, pair in grid.strong_houses(digit):
        a, b = bits_of(pair)
        neighbours.setdefault(a, []).append((b, house))
        neighbours.setdefault(b, []).append((a, house))
    found = []
    left = dict.fromkeys(neighbours)
    while left:
        start = next(iter(left))
        sides = [1 << start, 0]
        houses: dict[int, None] = {}
        queue = [(start, 0)]
        del left[start]
        while queue:
            cell, side = queue.pop()
            for other, house in neighbours[cell]:
                houses[house] = None
                if not sides[1 - side] >> other & 1:
                    sides[1 - side] |= 1 << other
                    left.pop(other, None)
                    queue.append((other, 1 - side))
        found.append(ColorCluster((sides[0], sides[1]), tuple(houses)))
    return found


def _seen(geometry: Geometry, cells: int) -> int:
    return union(geometry.peers[cell] for cell in bits_of(cells))


def _step(rule: str, grid: CandidateGrid, d: int, gone: int, used: tuple[ColorCluster, ...]) -> Step:
    roles = ("colour_a", "colour_b", "colour_c", "colour_d")
    sides = [side for cluster in used for side in cluster.sides]
    houses = tuple(house for cluster in used for house in cluster.houses)
    return digit_step(rule, grid, d, gone, houses, zip(roles, sides, strict=False), length=len(houses))


def simple_colors_trap(grid: CandidateGrid) -> Iterator[Step]:
    """Find candidates that see both colours of a cluster: they are false."""
    for d, board in enumerate(grid.boards):
        for cluster in clusters(grid, d + 1):
            a, b = cluster.sides
            gone = board & _seen(grid.geometry, a) & _seen(grid.geometry, b) & ~(a | b)
            if gone and cluster.whole:
                yield _step("simple_colors_trap", grid, d, gone, (cluster,))


def simple_colors_wrap(grid: CandidateGrid) -> Iterator[Step]:
    """Find colours in which two candidates see each other: such a colour is false."""
    for d in range(grid.geometry.size):
        for cluster in clusters(grid, d + 1):
            for side in cluster.sides:
                if side & _seen(grid.geometry, side):
                    yield _step("simple_colors_wrap", grid, d, side, (cluster,))


def multi_colors_1(grid: CandidateGrid) -> Iterator[Step]:
    """Find two clusters with colours that see each other: a candidate that sees both other colours is false."""
    geometry = grid.geometry
    for d, board in enumerate(grid.boards):
        for one, two in combinations([c for c in clusters(grid, d + 1) if c.whole], 2):
            taken = union(one.sides + two.sides)
            gone = 0
            for a, opposite_a in permutations(one.sides):
                for b, opposite_b in permutations(two.sides):
                    if b & _seen(geometry, a):
                        gone |= board & _seen(geometry, opposite_a) & _seen(geometry, opposite_b) & ~taken
            if gone:
                yield _step("multi_colors_1", grid, d, gone, (one, two))


def multi_colors_2(grid: CandidateGrid) -> Iterator[Step]:
    """Find colours that see both colours of another cluster: such a colour is false."""
    geometry = grid.geometry
    for d in range(geometry.size):
        for one, two in permutations([c for c in clusters(grid, d + 1) if c.whole], 2):
            for side in one.sides:
                seen = _seen(geometry, side)
                if two.sides[0] & seen and two.sides[1] & seen:
                    yield _step("multi_colors_2", grid, d, side, (one, two))


def every_multi_colors(grid: CandidateGrid, rule: str) -> Iterator[Step]:
    """Yield all steps of `rule`; then join the steps of both rules of multi-colours that cite the same two clusters."""
    found = {"multi_colors_1": list(multi_colors_1(grid)), "multi_colors_2": list(multi_colors_2(grid))}
    yield from found[rule]
    yield from merged([replace(step, rule=rule) for steps in found.values() for step in steps])


_SOURCE = "folklore; Sudopedia, Simple Colors and Multi-Colors"


def _simple(name: str, find: Finder, code: str) -> Rule:
    return leanly(Rule(name, find, 6.7, 150, _SOURCE, (code,), implied_by=("x_chain",)))


def _multi(name: str, find: Finder, code: str) -> Rule:
    both = partial(every_multi_colors, rule=name)
    return leanly(Rule(name, both, 6.8, 200, _SOURCE, (code,), smallest=find, implied_by=("x_chain",)))


RULES = (
    _simple("simple_colors_trap", simple_colors_trap, "0500"),
    _simple("simple_colors_wrap", simple_colors_wrap, "0501"),
    _multi("multi_colors_1", multi_colors_1, "0502"),
    _multi("multi_colors_2", multi_colors_2, "0503"),
)
