"""A decision diagram as arrays: its nodes, the options at each node, and the node that each option leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels import words
from sudokubench.kernels.dxz import kernel
from sudokubench.words import Words


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """The covers of a problem as the paths from the last node, the root, to node 0, the end.

    The options at a node all cover one item, so different paths are different covers. In the corresponding
    zero-suppressed decision diagram each option of each node is a node of its own. Its high edge leads to the child,
    its low edge to the next option.

    Attributes:
        begins: int64 (n_nodes + 1,), where the edges of each node begin.
        options: uint32 (n_edges,), ascending at each node.
        children: uint32 (n_edges,), always smaller than their node.
    """

    begins: NDArray[np.int64]
    options: NDArray[np.uint32]
    children: NDArray[np.uint32]

    @property
    def n_nodes(self) -> int:
        """Number of nodes, including the end."""
        return len(self.begins) - 1

    @classmethod
    def of(cls, reached: Sequence[int], edges: list[tuple[int, int, NDArray[np.uint32]]]) -> Paths:
        """Return the diagram of the nodes from which the end can be reached.

        Args:
            reached: Number of states in each layer, from the root to the end.
            edges: Triples (layer, later layer, edges). The edges are uint32 (n, 3): state, option, new state. The
                function empties the list.
        """
        number = {len(reached) - 1: np.zeros(1, np.int64)}
        found: list[tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.int64]]] = []
        n_nodes = 1
        while edges:
            layer = edges[-1][0]
            parts = []
            while edges and edges[-1][0] == layer:
                _, goal, part = edges.pop()
                children = number[goal][part[:, 2]] if goal in number else np.full(len(part), -1)
                good = children >= 0
                parts.append((part[good, 0], part[good, 1], children[good]))
            states, options, children = (np.concatenate(column) for column in zip(*parts, strict=True))
            order = np.lexsort((options, states))
            own = np.full(reached[layer], -1)
            alive, degrees = np.unique(states, return_counts=True)
            own[alive] = np.arange(n_nodes, n_nodes + len(alive))
            n_nodes += len(alive)
            number[layer] = own
            found.append((degrees, options[order], children[order].astype(np.uint32)))
        if len(reached) > 1 and (0 not in number or number[0][0] < 0):  # no cover: a root without an option
            found.append((np.zeros(1, np.int64), np.zeros(0, np.uint32), np.zeros(0, np.uint32)))
        zero = np.zeros(0, np.uint32)
        degrees = np.concatenate([[0, 0], *(part[0] for part in found)]).astype(np.int64)
        options = np.concatenate([zero, *(part[1] for part in found)])
        return cls(np.cumsum(degrees), options, np.concatenate([zero, *(part[2] for part in found)]))

    def renamed(self, ids: Sequence[int]) -> Paths:
        """Return the same diagram with other ids for the options. `ids` must ascend."""
        return Paths(self.begins, np.asarray(ids, np.uint32)[self.options], self.children)

    @classmethod
    def read(cls, data: bytes, n_nodes: int, n_edges: int) -> Paths | None:
        """Return the diagram in `data`, or None if there is no diagram. `fault` checks whether its paths are covers.

        `data` holds uint32, the lowest byte first: the number of edges of each node, all options, all children.
        """
        numbers = np.frombuffer(data, "<u4").astype(np.uint32)
        degrees, options, children = np.split(numbers, [n_nodes, n_nodes + n_edges])
        begins = np.concatenate([[0], degrees.cumsum(dtype=np.int64)])
        if not n_nodes or begins[-1] != n_edges or degrees[0] or (n_nodes > 2 and not degrees[1:].all()):
            return None
        later = np.repeat(np.arange(n_nodes), degrees)
        same = later[1:] == later[:-1]
        if (children >= later).any() or (options[1:][same] <= options[:-1][same]).any():
            return None
        return cls(begins, options, children)

    def fault(
        self,
        items: Sequence[Sequence[int]],
        needs: Sequence[Sequence[int]],
        n_primary: int,
        chosen: Sequence[int],
        forbidden: Sequence[int],
    ) -> Words | None:
        """Return why some path is not a cover, or why two paths may be the same cover; None if all is well.

        The paths from a node must all cover the same primary items; the options at a node must share a primary item.

        Args:
            items: The items of each option.
            needs: For each option the items that no other option may cover.
            n_primary: Number of primary items; they come first.
            chosen: Options that belong to every cover but to no path.
            forbidden: Options that belong to no cover.
        """
        if len(self.options) and (self.options.max() >= len(items) or np.isin(self.options, forbidden).any()):
            return words.IMPOSSIBLE_OPTION
        primary = (1 << n_primary) - 1
        used = {*chosen, *self.options.tolist()}
        masks = {option: sum(1 << i for i in items[option]) for option in used}
        needed = {option: sum(1 << i for i in needs[option]) for option in used}
        covers, may = [0], [0]  # for each node: the primary items, and all items, that its paths cover
        for node in range(1, self.n_nodes):
            edges = range(self.begins.item(node), self.begins.item(node + 1))
            shared, covered, all_items = primary, set[int](), 0
            for edge in edges:
                option, child = self.options.item(edge), self.children.item(edge)
                mask = masks[option]
                if needed[option] & may[child]:
                    return words.COVERED_TWICE.format(node=node)
                shared &= mask
                covered.add(mask & primary | covers[child])
                all_items |= mask | may[child]
            if edges and (len(covered) != 1 or not shared):
                return words.OTHER_ITEMS.format(node=node)
            covers.append(covered.pop() if covered else primary)
            may.append(all_items)
        given = 0
        for option in chosen:
            if needed[option] & (given | may[-1]):
                return words.CHOSEN_ITEM
            given |= masks[option]
        if covers[-1] | given & primary != primary:
            return words.ITEM_LEFT
        return None

    def totals(self) -> NDArray[np.uint64]:
        """Return the number of paths from each node to the end: uint64 (n_nodes, words), the lowest word first."""
        words = 1
        while True:
            counts = np.zeros((self.n_nodes, words), np.uint64)
            if kernel.totals(self.begins, self.children, counts):
                return counts
            words += 1

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield the covers, each as its options in the order of the path."""
        begins, options, children = self.begins, self.options, self.children
        node, path, trail = self.n_nodes - 1, list[int](), list[int]()
        edge = begins.item(node)
        while True:
            if node == 0:
                yield tuple(path)
            elif edge < begins.item(node + 1):
                path.append(options.item(edge))
                trail.append(edge)
                trail.append(node)
                node = children.item(edge)
                edge = begins.item(node)
                continue
            if not trail:
                return
            node, edge = trail.pop(), trail.pop() + 1
            path.pop()
