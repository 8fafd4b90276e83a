"""Dancing links on linked Python objects: easy to read. The engine shows what the algorithm costs without a compiler.

Knuth, TAOCP volume 4B, 7.2.2.1, algorithm X with links in all four directions, as in the figures; algorithm C
for colours. For multiplicities a branch excludes the options of its item that were tried before, as in
`kernels.dancing.cells`, so every set of options is found once. `kernels.dancing` is the same search compiled.
`backends.algorithm_x` is the same search in plain Python without links.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from sys import maxsize

from sudokubench.problem import ExactCover


class Node:
    """An item in an option, or the header of an item. Headers of uncovered primary items are linked left and right.

    Attributes:
        colour: The colour that the option gives the item; 0 without a colour.
        size: Number of options that still cover the item. Only headers use this and the next attributes.
        need: Number of further options that must cover the item.
        room: Number of further options that may cover the item; at 0 the item is covered.
        painter: The chosen node that gave the item its colour.
    """

    __slots__ = (
        "colour", "down", "header", "left", "need", "option", "painter", "right", "room", "size", "up",
    )  # fmt: skip

    def __init__(self, header: Node | None = None, option: int = -1, colour: int = 0) -> None:
        self.left = self.right = self.up = self.down = self
        self.header = header or self
        self.option = option
        self.colour = colour
        self.size = 0
        self.need = self.room = 1
        self.painter: Node | None = None


class Links:
    """The four-way linked matrix of a cover. A `row` is a node of an option. The last change is undone first."""

    def __init__(self, cover: ExactCover) -> None:
        """Link all options. Only the headers of primary items are linked to the root."""
        self.root = Node()
        self.headers = [Node() for _ in cover.items]
        for header in self.headers[: cover.primary]:
            _insert_left(header, self.root)
        for header, (low, high) in zip(self.headers, cover.bounds, strict=False):
            header.need, header.room = low, high
        self._struck: list[Node] = []
        self.first_node: list[Node] = []
        for option in range(len(cover.options)):
            nodes = [Node(self.headers[item], option, colour) for item, colour in cover.coloured(option)]
            for node in nodes:
                node.up, node.down = node.header.up, node.header
                node.up.down = node.down.up = node
                node.header.size += 1
            for node in nodes[1:]:
                _insert_left(node, nodes[0])
            self.first_node.append(nodes[0])
        never = (
            option
            for item, (_, most) in enumerate(cover.bounds)
            if not most
            for option in cover.options_of[item]
        )
        self._never = frozenset(never)

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

    def enter(self, header: Node) -> None:
        """Prepare the branches of an item."""
        if header.room == 1:
            self.cover(header)
        else:
            self._struck.append(header)  # a mark for `leave`

    def leave(self, header: Node) -> None:
        """Undo `enter`, after every chosen option was taken back."""
        if header.room == 1:
            self.uncover(header)
        else:
            while (row := self._struck.pop()) is not header:
                self._unstrike(row)

    def choose(self, row: Node) -> None:
        """Choose an option of an entered item; if `row` is the item's header, no further option covers the item."""
        header = row.header
        if row is header:
            if header.room > 1:
                self.cover(header)
            return
        header.need -= 1
        header.room -= 1
        if header.room:
            self._strike(row)
            self._struck.append(row)
        node = row.right
        while node is not row:
            self._settle(node)
            node = node.right

    def unchoose(self, row: Node) -> None:
        """Undo `choose`. If the item can take further options, the option stays out of the matrix until `leave`."""
        header = row.header
        if row is header:
            if header.room > 1:
                self.uncover(header)
            return
        node = row.left
        while node is not row:
            self._unsettle(node)
            node = node.left
        header.need += 1
        header.room += 1

    def _settle(self, node: Node) -> None:
        """Cover the item of a chosen node if it has no more room, or give it the colour of the node."""
        header = node.header
        if not node.colour:
            header.need -= 1
            header.room -= 1
            if not header.room:
                self.cover(header)
        elif header.painter is None:
            header.painter = node
            row = header.down
            while row is not header:
                if row.colour != node.colour:
                    self.hide(row)
                row = row.down

    def _unsettle(self, node: Node) -> None:
        header = node.header
        if not node.colour:
            if not header.room:
                self.uncover(header)
            header.room += 1
            header.need += 1
        elif header.painter is node:
            row = header.up
            while row is not header:
                if row.colour != node.colour:
                    self.unhide(row)
                row = row.up
            header.painter = None

    @contextmanager
    def given(self, chosen: Iterable[int], forbidden: Iterable[int]) -> Iterator[bool]:
        """Choose some options and remove others while the context lasts; yield whether all of this is possible.

        Only the end of the block or GeneratorExit restores the links: after a Ctrl-C their state may be unknown.
        """
        undo: list[Callable[[], None]] = []

        def strike(option: int) -> bool:
            linked = all(node.up.down is node for node in self.nodes_of(option))
            if linked:
                self._strike(self.first_node[option])
                undo.append(partial(self._unstrike, self.first_node[option]))
            return linked

        possible = set(chosen).isdisjoint(forbidden)
        for option in chosen:
            possible = possible and all(node.header.room for node in self.nodes_of(option)) and strike(option)
            for node in self.nodes_of(option) if possible else ():
                self._settle(node)
                undo.append(partial(self._unsettle, node))
        for option in self._never.union(forbidden) if possible else ():
            strike(option)
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

    def _strike(self, row: Node) -> None:
        self.hide(row)
        self._hide_one(row)

    def _unstrike(self, row: Node) -> None:
        self._unhide_one(row)
        self.unhide(row)

    def smallest(self) -> Node:
        """Return the header of the open primary item with the fewest branches; the root if no item is open.

        An item is open if it needs an option or has one left.
        """
        best, fewest = self.root, maxsize
        header = self.root.right
        while header is not self.root:
            more = header.size - header.need if header.need > 0 else header.size or maxsize
            if more < fewest:  # the number of branches, less 1
                best, fewest = header, more
            header = header.right
        return best

    @staticmethod
    def _after(row: Node) -> Node | None:
        """Return the branch after `row`; after a header, the first branch of its item. None after the last branch.

        An item that needs no option has its header as the last branch.
        """
        header = row.header
        if header.need > 0:
            return row.down if row.down is not header and header.size >= header.need else None
        return row.down

    def search(self, chosen: list[Node]) -> Generator[tuple[Node, ...] | None]:
        """Yield the chosen rows of every solution, and None at every other node of the search, including the root.

        A header among the rows, with the option -1, means that its item gets no further option. `chosen`, at first
        empty, holds the chosen rows at each node. Close the generator to restore the links.
        """
        header = self.smallest()
        if header is self.root:
            yield ()
            return
        yield None
        self.enter(header)
        row = self._after(header)
        try:
            while True:
                if row is None:  # no branch of this item is left
                    self.leave(header)
                    if not chosen:
                        return
                    row = chosen.pop()
                    header = row.header
                    self.unchoose(row)
                    row = None if row is header else self._after(row)
                    continue
                self.choose(row)
                chosen.append(row)
                best = self.smallest()
                if best is not self.root:
                    yield None
                    header = best
                    self.enter(header)
                    row = self._after(header)
                    continue
                yield tuple(chosen)
                self.unchoose(chosen.pop())
                row = None if row is header else self._after(row)
        except GeneratorExit:  # the caller closed this generator: each entered item belongs to a chosen row
            while chosen:
                row = chosen.pop()
                self.unchoose(row)
                self.leave(row.header)
            raise


def _insert_left(node: Node, of: Node) -> None:
    node.left, node.right = of.left, of
    node.left.right = of.left = node
