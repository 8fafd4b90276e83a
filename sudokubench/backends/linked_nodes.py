"""Dancing links on linked Python objects: easy to read. It shows the cost of the algorithm without the compiler.

Knuth, TAOCP volume 4B, 7.2.2.1, algorithm X with links in all four directions, as in the figures there.
`kernels.dancing` is the same search compiled. `backends.algorithm_x` is the same search in plain Python without links.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial


class Node:
    """An item in an option. The header of an item is also a node, linked left and right while the item is uncovered."""

    __slots__ = ("down", "header", "left", "option", "right", "size", "up")

    def __init__(self, header: Node | None = None, option: int = -1) -> None:
        self.left = self.right = self.up = self.down = self
        self.header = header or self
        self.option = option
        self.size = 0
        """Number of options that still cover the item; only for headers."""


class Links:
    """The four-way linked matrix of a cover. Changes must be undone in the reverse order."""

    def __init__(self, n_items: int, primary: int, options: Sequence[Sequence[int]]) -> None:
        """Link all options. The headers of secondary items are not in the list of headers."""
        self.root = Node()
        self.headers = [Node() for _ in range(n_items)]
        for header in self.headers[:primary]:
            _insert_left(header, self.root)
        self.first_node: list[Node] = []
        for option, items in enumerate(options):
            nodes = [Node(self.headers[item], option) for item in items]
            for node in nodes:
                node.up, node.down = node.header.up, node.header
                node.up.down = node.down.up = node
                node.header.size += 1
            for node in nodes[1:]:
                _insert_left(node, nodes[0])
            self.first_node.append(nodes[0])

    def cover(self, header: Node) -> None:
        """Remove an item from the headers, and all its options from the other items."""
        header.right.left, header.left.right = header.left, header.right
        row = header.down
        while row is not header:
            self.hide(row)
            row = row.down

    def uncover(self, header: Node) -> None:
        """Undo `cover`."""
        row = header.up
        while row is not header:
            self.unhide(row)
            row = row.up
        header.right.left = header.left.right = header

    def hide(self, row: Node) -> None:
        """Remove the other nodes of an option from their items."""
        node = row.right
        while node is not row:
            self._hide_one(node)
            node = node.right

    def unhide(self, row: Node) -> None:
        """Undo `hide`."""
        node = row.left
        while node is not row:
            self._unhide_one(node)
            node = node.left

    def choose(self, row: Node) -> None:
        """Cover the other items of an option; the item of `row` is already covered."""
        node = row.right
        while node is not row:
            self.cover(node.header)
            node = node.right

    def unchoose(self, row: Node) -> None:
        """Undo `choose`."""
        node = row.left
        while node is not row:
            self.uncover(node.header)
            node = node.left

    @contextmanager
    def given(self, chosen: Iterable[int], forbidden: Iterable[int]) -> Iterator[bool]:
        """Choose some options and remove others while the context lasts; yield whether the chosen ones fit together.

        An exception during a change, such as Ctrl-C, leaves links that cannot be restored.
        """
        undo: list[Callable[[], None]] = []
        covered: set[Node] = set()
        possible = True
        for option in chosen:
            for node in self.nodes_of(option):
                possible = possible and node.header not in covered
                if possible:
                    self.cover(node.header)
                    covered.add(node.header)
                    undo.append(partial(self.uncover, node.header))
        possible = possible and set(chosen).isdisjoint(forbidden)
        for option in forbidden:
            first = self.first_node[option]
            if possible and not any(node.header in covered for node in self.nodes_of(option)):
                for change, back in ((self.hide, self.unhide), (self._hide_one, self._unhide_one)):
                    change(first)
                    undo.append(partial(back, first))
        closed = None
        try:
            yield possible
        except GeneratorExit as error:
            closed = error
        for step in reversed(undo):
            step()
        if closed:
            raise closed

    def nodes_of(self, option: int) -> Iterator[Node]:
        """Yield the nodes of an option, by item."""
        node = first = self.first_node[option]
        yield node
        while (node := node.right) is not first:
            yield node

    def _hide_one(self, node: Node) -> None:
        node.down.up, node.up.down = node.up, node.down
        node.header.size -= 1

    def _unhide_one(self, node: Node) -> None:
        node.header.size += 1
        node.down.up = node.up.down = node

    def smallest(self) -> Node:
        """Return the header of an uncovered primary item with the fewest options."""
        best = header = self.root.right
        while header is not self.root:
            if header.size < best.size:
                best = header
            header = header.right
        return best

    def search(self, chosen: list[Node]) -> Generator[tuple[Node, ...] | None]:
        """Yield the chosen rows of every solution, and None at every other node, including the first.

        Close the generator to restore the links.

        Args:
            chosen: An empty list, which holds the chosen rows at each node.
        """
        if self.root.right is self.root:
            yield ()
            return
        yield None
        row = self._enter()
        try:
            while True:
                if row is row.header:  # no option of this item is left
                    self.uncover(row)
                    if not chosen:
                        return
                    row = chosen.pop()
                    self.unchoose(row)
                    row = row.down
                    continue
                self.choose(row)
                chosen.append(row)
                if self.root.right is not self.root:
                    yield None
                    row = self._enter()
                    continue
                yield tuple(chosen)
                self.unchoose(chosen.pop())
                row = row.down
        except GeneratorExit:  # the caller closed it at a yield: each covered item belongs to a chosen row
            while chosen:
                row = chosen.pop()
                self.unchoose(row)
                self.uncover(row.header)
            raise

    def _enter(self) -> Node:
        """Cover the smallest item and return its first option, or its header if it has none."""
        header = self.smallest()
        self.cover(header)
        return header.down


def _insert_left(node: Node, of: Node) -> None:
    node.left, node.right = of.left, of
    node.left.right = of.left = node
