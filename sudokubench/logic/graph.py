"""The graph of links of a state: what chains are searched in.

A node is a digit in some cells and is true if one of these cells holds the digit: a single candidate, a
group in the crossing of two houses, or the places of a digit in an almost locked set. A strong link says
that not both ends are false and carries the items that prove it; a weak link says that not both are true,
and follows from the houses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import Link, LinkKind, options_at

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

Node = tuple[int, int]
"""Digit (from 0) and bitboard of cells."""
Items = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Nodes and links. The first `singles` nodes are the single candidates, ascending by option id.

    Attributes:
        size: Number of digits of the layout.
        nodes: All nodes.
        singles: How many of them are single candidates.
        strong: For each node its strong links: node at the other end, and the items that prove the link.
        weak: For each node the nodes that it excludes, ascending: single candidates come first.
        rows: The links in compressed rows, as the kernels take them.
    """

    size: int
    nodes: tuple[Node, ...]
    singles: int
    strong: tuple[dict[int, Items], ...]
    weak: tuple[list[int], ...]
    rows: tuple[Ints, Ints, Ints, Ints]

    def option(self, node: int) -> int:
        """The option id of a single candidate."""
        d, cells = self.nodes[node]
        return self.size * (cells.bit_length() - 1) + d

    def options(self, node: int) -> tuple[int, ...]:
        """The option ids of a node."""
        return options_at(self.size, *self.nodes[node])

    def killed(self, a: int, b: int) -> tuple[int, ...]:
        """The options that are false if a or b is true: single candidates with a weak link to both."""
        other = set(self.weak[b])
        return tuple([self.option(t) for t in self.weak[a] if t < self.singles and t in other])

    def links(self, path: Iterable[int], closed: bool = False) -> tuple[Link, ...]:
        """The links of a chain of nodes that begins with a strong one; `closed` adds the weak link of a loop."""
        nodes = list(path)
        kinds = (LinkKind.STRONG, LinkKind.WEAK)
        links = [
            Link(kinds[i % 2], self.options(a), self.options(b)) for i, (a, b) in enumerate(pairwise(nodes))
        ]
        if closed:
            links.append(Link(LinkKind.WEAK, self.options(nodes[-1]), self.options(nodes[0])))
        return tuple(links)

    def items(self, path: Iterable[int]) -> Items:
        """What proves the strong links of a chain."""
        nodes = list(path)
        found: dict[int, None] = {}
        for a, b in zip(nodes[::2], nodes[1::2], strict=True):
            found.update(dict.fromkeys(self.strong[a][b]))
        return tuple(found)


StrongLink = tuple[Node, Node, Items]


def build(
    grid: CandidateGrid,
    strong_links: Iterable[StrongLink],
    *,
    between_digits: bool = True,
    only: int | None = None,
) -> Graph:
    """The graph with these strong links and every weak link among their nodes and the single candidates.

    Args:
        grid: The state.
        strong_links: Pairs of nodes of which one is true, with the items that prove it.
        between_digits: Whether the candidates of a cell exclude one another (chains of one digit do without).
        only: The digit (from 0) whose candidates alone are nodes; None for all.
    """
    geometry = grid.geometry
    n, peers, free = geometry.size, geometry.peers, grid.unplaced
    boards = tuple([board & free for board in grid.boards])
    masks = grid.cells if only is None else ()
    index: dict[Node, int] = {}
    if only is None:
        for cell in bits_of(free):
            bit = 1 << cell
            for d in bits_of(masks[cell]):
                index[d, bit] = len(index)
    else:
        index = {(only, 1 << cell): i for i, cell in enumerate(bits_of(boards[only]))}
    singles = len(index)
    strong: list[dict[int, Items]] = [{} for _ in range(singles)]
    for a, b, items in strong_links:
        ends = []
        for node in (a, b):
            at = index.get(node)
            if at is None:
                at = index[node] = len(index)
                strong.append({})
            ends.append(at)
        i, j = ends
        known = strong[i].get(j)
        if known is None or len(items) < len(known):
            strong[i][j] = strong[j][i] = items
    nodes = tuple(index)
    weak: list[list[int]] = []
    groups: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for number, (d, cells) in enumerate(nodes[singles:], singles):
        groups[d].append((number, cells))
    for d, cells in nodes:
        seen = geometry.common_peers(cells) if cells & (cells - 1) else peers[cells.bit_length() - 1]
        found = [index[d, 1 << cell] for cell in bits_of(boards[d] & seen)]
        if between_digits and not cells & (cells - 1):
            cell = cells.bit_length() - 1
            found += [index[e, cells] for e in bits_of(masks[cell]) if e != d]
            found.sort()
        found += [number for number, other in groups[d] if not other & ~seen]
        weak.append(found)
    rows = (*_compressed(strong), *_compressed(weak))
    return Graph(n, nodes, singles, tuple(strong), tuple(weak), rows)


def _compressed(links: Iterable[Iterable[int]]) -> tuple[Any, Any]:
    """Compressed rows: start of each row, and all rows one after the other."""
    import numpy as np

    starts, flat = [0], list[int]()
    for row in links:
        flat.extend(row)
        starts.append(len(flat))
    return np.array(starts, np.int32), np.array(flat, np.int32)


def cell_links(grid: CandidateGrid) -> list[StrongLink]:
    """The two candidates of a bivalue cell: one of them is true."""
    masks = grid.cells
    links: list[StrongLink] = []
    for cell in bits_of(grid.bivalue & grid.unplaced):
        a, b = bits_of(masks[cell])
        links.append(((a, 1 << cell), (b, 1 << cell), (cell,)))
    return links


def house_links(grid: CandidateGrid, only: int | None = None) -> list[StrongLink]:
    """The two places of a digit (from 0; None: of every digit) in a house: one of them is true."""
    item = grid.geometry.item_of_place
    links: list[StrongLink] = []
    for d in range(grid.geometry.size) if only is None else (only,):
        for house, pair in grid.strong_houses(d + 1):
            low = pair & -pair
            links.append(((d, low), (d, pair ^ low), (item(house, d + 1),)))
    return links


def group_links(grid: CandidateGrid) -> list[StrongLink]:
    """The places of a digit in a house as two nodes, at least one of them a group in the crossing of two houses."""
    geometry, free = grid.geometry, grid.unplaced
    crossing: dict[int, list[int]] = {}
    for a, _, common in geometry.crossings:
        crossing.setdefault(a, []).append(common)
    links: list[StrongLink] = []
    for d, whole in enumerate(grid.boards):
        board = whole & free
        for house, cells in geometry.whole_boards:
            places = board & cells
            if places.bit_count() < 3:
                continue
            item = (geometry.item_of_place(house, d + 1),)
            seen: set[int] = set()
            for common in crossing.get(house, ()):
                group = places & common
                if group.bit_count() < 2:
                    continue
                for part in _parts(group):
                    rest = places & ~part
                    if not rest or part in seen:
                        continue
                    if rest & (rest - 1) and all(rest & ~other for other in crossing[house]):
                        continue
                    seen.update((part, rest))
                    links.append(((d, part), (d, rest), item))
    return links


def _parts(group: int) -> Iterable[int]:
    """The group itself, and it without one of its cells where two or more remain."""
    yield group
    if group.bit_count() > 2:
        for cell in bits_of(group):
            yield group & ~(1 << cell)
