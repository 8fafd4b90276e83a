"""3D Medusa: strong links in cells and houses join candidates of several digits into clusters with two colours.

Steps cite every link of a cluster, as in `colors`. A chain would need only every second link.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.link_graph import cell_links, house_links, rivals_of
from sudokubench.logic.rule import Rule, leanly
from sudokubench.logic.step import Step, options_at


@dataclass(frozen=True, slots=True)
class MedusaCluster:
    """Candidates joined by strong links: all of one colour are true and all of the other false.

    Attributes:
        colour: 0 or 1 for each candidate, in the order in which the search reached them.
        reached: For each candidate after the first: the candidate before it, and the item of the link between them.
    """

    colour: dict[int, int]
    reached: dict[int, tuple[int, int]]

    def side(self, colour: int) -> list[int]:
        """Return the candidates of the cluster with a colour."""
        return [option for option, its in self.colour.items() if its == colour]

    def between(self, wanted: set[int]) -> MedusaCluster:
        """Return the part of the cluster that joins the `wanted` candidates: cut off all other ends."""
        colour, reached = dict(self.colour), dict(self.reached)
        for option in reversed(self.colour):  # candidates reached later are cut off first
            if option not in wanted and all(before != option for before, _ in reached.values()):
                del colour[option]
                reached.pop(option, None)
        first = next(iter(colour))
        while first not in wanted and sum(before == first for before, _ in reached.values()) == 1:
            del colour[first]
            first = next(option for option, (before, _) in reached.items() if before == first)
            del reached[first]
        return MedusaCluster(colour, reached)


def clusters(grid: CandidateGrid) -> list[MedusaCluster]:
    """Return the clusters with more than one digit."""
    n = grid.geometry.size
    neighbours: dict[int, list[tuple[int, int]]] = {}
    for (d, one), (e, two), (item,) in [*cell_links(grid), *house_links(grid)]:
        (a,), (b,) = options_at(n, d, one), options_at(n, e, two)
        neighbours.setdefault(a, []).append((b, item))
        neighbours.setdefault(b, []).append((a, item))
    found, known = [], set[int]()
    for start in neighbours:
        if start in known:
            continue
        cluster = MedusaCluster({start: 0}, {})
        queue = [start]
        for option in queue:
            for other, item in neighbours[option]:
                if other not in cluster.colour:
                    cluster.colour[other] = 1 - cluster.colour[option]
                    cluster.reached[other] = option, item
                    queue.append(other)
        known.update(queue)
        if len({option % n for option in queue}) > 1:
            found.append(cluster)
    return found


def _step(
    rule: str,
    grid: CandidateGrid,
    cluster: MedusaCluster,
    gone: list[int],
    more: tuple[int, ...] = (),
    both: tuple[int, ...] = (),
) -> Step:
    n = grid.geometry.size
    items = tuple(dict.fromkeys(item for _, item in cluster.reached.values())) + more
    digits = tuple(sorted({option % n + 1 for option in (*cluster.colour, *gone)}))
    groups = tuple((role, tuple(sorted(cluster.side(k)))) for k, role in enumerate(("colour_a", "colour_b")))
    groups += (("clash", both),) if both else ()
    return Step(rule, digits, (), tuple(sorted(gone)), items, groups, length=len(items))


def medusa_trap(grid: CandidateGrid) -> Iterator[Step]:
    """Find candidates that exclude a candidate of each colour: they are false. Skip clusters with a false colour."""
    rivals = rivals_of(grid.geometry)
    for cluster in clusters(grid):
        gone: list[int] = []
        ends: set[int] = set()
        for option in grid.options():
            if option not in cluster.colour:
                near = [other for other in rivals[option] if other in cluster.colour]
                pair = {cluster.colour[other]: other for other in reversed(near)}
                if len(pair) == 2:
                    gone.append(option)
                    ends.update(pair.values())
        if gone and not any(True for _ in _false_colours(grid, cluster, rivals)):
            yield _step("medusa_trap", grid, cluster.between(ends), gone)


def medusa_wrap(grid: CandidateGrid) -> Iterator[Step]:
    """Find false colours: two candidates exclude each other, or the colour excludes all options of an item."""
    rivals = rivals_of(grid.geometry)
    for cluster in clusters(grid):
        for colour, lost, both in _false_colours(grid, cluster, rivals):
            yield _step("medusa_wrap", grid, cluster, cluster.side(colour), lost, both)


def _false_colours(
    grid: CandidateGrid, cluster: MedusaCluster, rivals: list[list[int]]
) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Yield the false colours, each with its proof: an item without options left, or two candidates of the colour."""
    for colour in (0, 1):
        side = cluster.side(colour)
        seen = {other: option for option in side for other in rivals[option]}
        both = next(((seen[option], option) for option in sorted(side) if option in seen), ())
        if both:
            yield colour, (), both
            continue
        lost = grid.apply((), seen).lost_item()
        if lost is not None:
            yield colour, (lost,), ()


_SOURCE = "3D Medusa (Sudoku Players' forum, 2006); Sudopedia"

RULES = (
    leanly(Rule("medusa_trap", medusa_trap, 7.0, 270, _SOURCE)),
    leanly(Rule("medusa_wrap", medusa_wrap, 7.0, 270, _SOURCE)),
)
