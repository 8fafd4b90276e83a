"""The graph of links of a state, in which rules search for chains.

A node is a digit in some cells: in a single cell, in a group where two houses cross, or in its places in an almost
locked set. The node is true if one of these cells holds the digit. A strong link says that at least one end is true,
and has the items that prove it. A weak link says that at most one end is true. It follows from the rules: a cell holds
one digit, and a house holds each digit at most once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, cycle, pairwise
from typing import TYPE_CHECKING

from sudokubench.logic.geometry import Geometry, bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import options_at, options_in
from sudokubench.logic.step_parts import Link, LinkKind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

Node = tuple[int, int]
"""Digit (from 0) and bitboard of cells."""
Items = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Nodes and links. The first nodes are the single candidates, ascending by option id; then come the groups.

    Attributes:
        strong: For each strong link, in both directions, the items that prove it.
        rows: The links as arrays for the kernels, in compressed rows (CSR): where the row of each node starts, and the
            ends of its links; first for the strong and then for the weak links. Each row of weak links is ascending.
    """

    size: int
    candidates: tuple[int, ...]
    groups: tuple[Node, ...]
    strong: dict[tuple[int, int], Items]
    rows: tuple[Ints, Ints, Ints, Ints]

    @property
    def singles(self) -> int:
        """Number of nodes that are single candidates."""
        return len(self.candidates)

    def digit(self, node: int) -> int:
        """Return the digit of a node (1 is the first)."""
        if node < self.singles:
            return self.candidates[node] % self.size + 1
        return self.groups[node - self.singles][0] + 1

    def options(self, node: int) -> tuple[int, ...]:
        """Return the option ids of a node."""
        if node < self.singles:
            return (self.candidates[node],)
        return options_at(self.size, *self.groups[node - self.singles])

    def weak(self, node: int) -> list[int]:
        """Return the nodes that a node excludes, ascending."""
        _, _, start, ends = self.rows
        found: list[int] = ends[start[node] : start[node + 1]].tolist()
        return found

    def pairs(self, longest: int, least: int = 2) -> list[tuple[int, int, int]]:
        """Return (start, end, length) of a shortest chain for each pair of ends that gives a conclusion or a loop.

        The length is the number of strong links, from `least` to `longest`.
        """
        from sudokubench.kernels import chains

        pairs = chains.all_pairs(self.rows, self.singles, longest).tolist()
        return [(s, e, k) for s, e, k in pairs if k >= least]

    def path(self, start: int, end: int, length: int) -> list[int]:
        """Return the nodes of a shortest chain with `length` strong links."""
        from sudokubench.kernels import chains

        nodes: list[int] = chains.chain(self.rows, start, end, length).tolist()
        return nodes

    def killed(self, a: int, b: int) -> tuple[int, ...]:
        """Return the options that are false because a or b is true: the single candidates with a weak link to both."""
        other = set(self.weak(b))
        return tuple([self.candidates[t] for t in self.weak(a) if t < self.singles and t in other])

    def links(self, path: Iterable[int], closed: bool = False) -> tuple[Link, ...]:
        """Return the links of a chain, the first one strong; `closed` adds the weak link that closes a loop."""
        nodes = [*map(self.options, path)]
        ends = pairwise(nodes + nodes[:1] if closed else nodes)
        kinds = cycle((LinkKind.STRONG, LinkKind.WEAK))
        return tuple(Link(kind, a, b) for kind, (a, b) in zip(kinds, ends, strict=False))

    def items(self, path: Iterable[int]) -> Items:
        """Return the items that prove the strong links of a chain."""
        nodes = list(path)
        found: dict[int, None] = {}
        for link in zip(nodes[::2], nodes[1::2], strict=True):
            found.update(dict.fromkeys(self.strong[link]))
        return tuple(found)


StrongLink = tuple[Node, Node, Items]


def build(
    grid: CandidateGrid,
    strong_links: Iterable[StrongLink],
    *,
    between_digits: bool = True,
    only: int | None = None,
) -> Graph:
    """Return the graph with these strong links, and every weak link among their nodes and the single candidates.

    `between_digits` includes weak links between different digits. With `only`, only this digit (from 0) has candidates.
    """
    n, free = grid.geometry.size, grid.unplaced
    candidates = options_in(grid, free, None if only is None else 1 << only)
    numbers = {node: number for number, node in enumerate(_singles(candidates, n))}
    strong: dict[tuple[int, int], Items] = {}
    for a, b, items in strong_links:
        i = numbers.setdefault(a, len(numbers))
        j = numbers.setdefault(b, len(numbers))
        known = strong.get((i, j))
        if known is None or len(items) < len(known):
            strong[i, j] = strong[j, i] = items
    groups = tuple(numbers)[len(candidates) :]
    weak = _weak_rows(grid, candidates, groups, between_digits)
    return Graph(n, candidates, groups, strong, (*_strong_rows(strong, len(numbers)), *weak))


def _singles(candidates: Iterable[int], size: int) -> list[Node]:
    return [(option % size, 1 << option // size) for option in candidates]


def _strong_rows(strong: dict[tuple[int, int], Items], nodes: int) -> tuple[Ints, Ints]:
    import numpy as np

    ends = np.array(list(strong), np.int32).reshape(-1, 2)
    starts = np.zeros(nodes + 1, np.int32)
    np.cumsum(np.bincount(ends[:, 0], minlength=nodes), out=starts[1:])
    return starts, ends[np.argsort(ends[:, 0], kind="stable"), 1]


def _weak_rows(
    grid: CandidateGrid,
    candidates: tuple[int, ...],
    groups: tuple[Node, ...],
    between_digits: bool,
) -> tuple[Ints, Ints]:
    import numpy as np

    from sudokubench.kernels import chains

    n, singles = grid.geometry.size, len(candidates)
    starts, ends = chains.weak_links(
        np.array(candidates, np.int32), _rivals(grid.geometry), n, between_digits
    )
    if not groups:
        return starts, ends
    nodes = [*_singles(candidates, n), *groups]
    digits, places = np.array([d for d, _ in nodes]), _words(grid, [cells for _, cells in nodes])
    seen = _words(grid, [grid.geometry.common_peers(cells) for _, cells in groups])
    sources, targets = [np.repeat(np.arange(singles), np.diff(starts))], [ends]
    for d in range(n):
        its = np.flatnonzero(digits == d)
        of = its[its >= singles]
        source, target = np.nonzero(~(places[its] & ~seen[of - singles, None]).any(axis=2))
        source, target = of[source], its[target]
        back = target < singles  # a candidate that a group excludes also excludes the group
        sources += [source, target[back]]
        targets += [target, source[back]]
    links = np.sort(np.concatenate(sources) * len(nodes) + np.concatenate(targets))
    starts = np.searchsorted(links, np.arange(len(nodes) + 1) * len(nodes)).astype(np.int32)
    return starts, (links % len(nodes)).astype(np.int32)


def _words(grid: CandidateGrid, bitboards: list[int]) -> NDArray[np.uint64]:
    """Return bitboards as rows of an array."""
    import numpy as np

    size = -(-grid.geometry.cell_count // 64) * 8
    joined = b"".join([board.to_bytes(size, "little") for board in bitboards])
    return np.frombuffer(joined, np.uint64).reshape(len(bitboards), -1)


@lru_cache(maxsize=8)
def _rivals(geometry: Geometry) -> Ints:
    """Return for each option the options that it excludes, ascending, in rows padded with -1."""
    return padded([sorted(row) for row in rivals_of(geometry)])


@lru_cache(maxsize=8)
def rivals_of(geometry: Geometry) -> list[list[int]]:
    """Return for each option its rivals: the other digits of its cell, then its digit in the peers."""
    n = geometry.size
    return [
        [n * cell + e for e in range(n) if e != d] + [n * peer + d for peer in bits_of(peers)]
        for cell, peers in enumerate(geometry.peers)
        for d in range(n)
    ]


@lru_cache(maxsize=8)
def tables_of(geometry: Geometry) -> tuple[Ints, Ints, Ints]:
    """Return three arrays for kernels, padded with -1.

    The first has a row for each of the `exact_items`: its options. The others have a row for each option: the indices
    of its items, and its rivals.
    """
    options = [geometry.options_of(item) for item in geometry.exact_items]
    items: list[list[int]] = [[] for _ in range(geometry.cell_count * geometry.size)]
    for item, its in enumerate(options):
        for option in its:
            items[option].append(item)
    return padded(options), padded(items), padded(rivals_of(geometry))


def rows_of_bits(boards: Iterable[int], count: int) -> NDArray[np.uint8]:
    """Return an array with a row for each bitboard: its first `count` bits, each as 0 or 1."""
    import numpy as np

    data = b"".join([board.to_bytes((count + 7) // 8, "little") for board in boards])
    rows = np.frombuffer(data, np.uint8).reshape(-1, (count + 7) // 8)
    return np.unpackbits(rows, axis=1, count=count, bitorder="little")


def padded(rows: list[list[int]], width: int = 0) -> Ints:
    """Return rows of different lengths as one array, padded with -1."""
    import numpy as np

    width = max([width, *map(len, rows)])
    filled = [row + [-1] * (width - len(row)) for row in rows]
    return np.array(filled, np.int32).reshape(len(rows), width)  # the shape holds even without rows


def cell_links(grid: CandidateGrid) -> list[StrongLink]:
    """Return a link between the two candidates of each bivalue cell: one of them is true."""
    masks = grid.cells
    links: list[StrongLink] = []
    for cell in bits_of(grid.bivalue & grid.unplaced):
        a, b = bits_of(masks[cell])
        links.append(((a, 1 << cell), (b, 1 << cell), (cell,)))
    return links


def house_links(grid: CandidateGrid, only: int | None = None) -> list[StrongLink]:
    """Return a link for each house where a digit has exactly two places; with `only`, for only this digit (from 0)."""
    item = grid.geometry.item_of_place
    links: list[StrongLink] = []
    for d in range(grid.geometry.size) if only is None else (only,):
        for house, pair in grid.strong_houses(d + 1):
            low = pair & -pair
            links.append(((d, low), (d, pair ^ low), (item(house, d + 1),)))
    return links


def group_links(grid: CandidateGrid) -> list[StrongLink]:
    """Return links between two parts that together are a digit's places in a house; at least one part is a group.

    A group is several cells in the crossing of this house and another; the other part may be a single cell.
    """
    geometry, free = grid.geometry, grid.unplaced
    crossing = [[common for _, common in others] for others in geometry.crossings_of]
    links: list[StrongLink] = []
    for d, whole in enumerate(grid.boards):
        board = whole & free
        for house, cells in geometry.whole_boards:
            places = board & cells
            if places.bit_count() < 3:
                continue
            item = (geometry.item_of_place(house, d + 1),)
            seen: set[int] = set()
            for part in chain.from_iterable(_parts(places & common) for common in crossing[house]):
                rest = places & ~part
                if not rest or part in seen:
                    continue
                if rest & (rest - 1) and all(rest & ~other for other in crossing[house]):
                    continue
                seen.update((part, rest))
                links.append(((d, part), (d, rest), item))
    return links


def _parts(places: int) -> Iterable[int]:
    """Yield all places as one bitboard, then all places but one, for each place; at least two places at a time."""
    if places.bit_count() > 1:
        yield places
    if places.bit_count() > 2:
        for cell in bits_of(places):
            yield places & ~(1 << cell)
