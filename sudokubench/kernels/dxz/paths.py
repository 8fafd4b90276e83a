"""A decision diagram as arrays: its nodes, the options at each node, and the node that each option leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.dxz import kernel


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """The covers of a problem as the paths from the last node, the root, to node 0, the end.

    The options at a node all cover one item, so different paths are different covers. As a zero-suppressed decision
    diagram, each option of each node is a node: its high edge leads to the child, its low edge to the next option.

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
        """Number of nodes, with the end."""
        return len(self.begins) - 1

    @classmethod
    def of(cls, reached: Sequence[int], edges: list[tuple[int, int, NDArray[np.uint32]]]) -> Paths:
        """Return the nodes from which the end can be reached.

        Args:
            reached: Number of states in each layer, from the root to the end.
            edges: From one layer to a later one, uint32 (n, 3): state, option, state. The list is emptied.
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

    def totals(self, count: int) -> NDArray[np.uint64]:
        """Return the number of paths from each node to the end, in words from the lowest; `count` is the largest."""
        counts = np.zeros((self.n_nodes, count.bit_length() // 64 + 1), np.uint64)
        kernel.totals(self.begins, self.children, counts)
        return counts

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
