"""A dance: a search for exact covers step by step, with the nodes of the linked matrix that leave and come back.

Each part of the drawing has an id, a letter and a number. For items the letters are c (column), h (header), s (size)
and d (demand or colour). For options they are r (row), p (part of the picture) and w (the colour that excludes it). A
node of the matrix has n; a node of the tree has v, and the edge above it e. A look maps the id of each part to its
class, or to its text if `TEXTS` has the letter.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from sudokubench.answer import parts_of
from sudokubench.backends.linked_nodes import Links, Node
from sudokubench.board import Board, name_of
from sudokubench.errors import UsageError
from sudokubench.logic.cover_trace import NO_OPTION, CoverState, CoverTrace
from sudokubench.logic.step import Step
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, TRIAL
from sudokubench.pages.words import TOO_LARGE
from sudokubench.problem import ExactCover

MOST_NODES = 4_000
"""Largest number of nodes in a matrix that is shown; a larger matrix is illegible."""

TEXTS = frozenset("sdw")
"""The letters of parts that are texts."""

Look = dict[str, str]


def between(low: int, high: int) -> str:
    """Return a range as text, such as `1–3`; a single number if both ends are equal."""
    return f"{low}" if low == high else f"{low}–{high}"


class LinkChange(NamedTuple):
    """A node that leaves its list, or comes back into it. Nodes are numbered from 1, see `Surgery`.

    Attributes:
        node: The node; a header leaves the list of headers, another node its column.
        leaves: Whether the node leaves; otherwise it comes back.
        first: The node to its left, or above it.
        second: The node to its right, or below it.
    """

    node: int
    leaves: bool
    first: int
    second: int


class Surgery(Links):
    """Links that record each change.

    Attributes:
        nodes: The headers, by item, then the nodes of the options, by option and item; the root comes last.
        changes: The changes since the list was emptied.
    """

    def __init__(self, cover: ExactCover) -> None:
        super().__init__(cover)
        rows = map(self.nodes_of, range(len(cover.options)))
        self.nodes = [*self.headers, *(node for row in rows for node in row), self.root]
        self._number = {node: number for number, node in enumerate(self.nodes, 1)}
        self.changes: list[LinkChange] = []

    def _note(self, leaves: bool, *nodes: Node) -> None:
        node, first, second = map(self._number.__getitem__, nodes)
        self.changes.append(LinkChange(node, leaves, first, second))

    def cover(self, header: Node) -> None:
        """See `Links`."""
        self._note(True, header, header.left, header.right)
        super().cover(header)

    def uncover(self, header: Node) -> None:
        """See `Links`."""
        super().uncover(header)
        self._note(False, header, header.left, header.right)

    def _hide_one(self, node: Node) -> None:
        self._note(True, node, node.up, node.down)
        super()._hide_one(node)

    def _unhide_one(self, node: Node) -> None:
        super()._unhide_one(node)
        self._note(False, node, node.up, node.down)

    def links(self) -> list[list[int]]:
        """Return the numbers of the nodes left, right, above and below each node."""
        return [
            [self._number[getattr(node, way)] for node in self.nodes]
            for way in ("left", "right", "up", "down")
        ]

    def follow(self, steps: Iterable[Step]) -> Iterator[list[LinkChange]]:
        """Yield the changes of each step of a trace."""
        rows: list[Node] = []
        left = list[int]()  # for each item that was entered, the number of its untried branches
        for step in steps:
            self.changes = []
            if step.rule == TRIAL:
                header = self.headers[step.items[0]]
                if len(left) == len(rows):
                    left.append(header.size - max(header.need, 0) + 1)
                    self.enter(header)
                left[-1] -= 1
                nodes = self.nodes_of(step.placed[0]) if step.placed else (header,)
                rows.append(next(node for node in nodes if node.header is header))
                self.choose(rows[-1])
            elif step.rule == RETURN:
                row = rows.pop()
                self.unchoose(row)
                if not left[-1]:
                    self.leave(row.header)
                    left.pop()
            elif step.rule == CONTRADICTION:
                self.enter(self.headers[step.items[0]])
                self.leave(self.headers[step.items[0]])
            yield self.changes
        self.changes = []  # changes that are undone later belong to no step


@dataclass(slots=True)
class Vertex:
    """A node of the tree of a search.

    Attributes:
        step: The number of the step that led to it, from 1; 0 for the root.
        above: The number of the node above it; -1 for the root.
        option: The option that was tried, or `NO_OPTION`.
        item: The item that is covered next, or that has no option left; -1 at a solution, or if the trace ends earlier.
        size: The number of options of this item; None without an item.
        leaf: `SOLUTION`, `CONTRADICTION`, or empty.
        x: Its place from the left, counted in leaves.
        depth: Number of nodes above it.
    """

    step: int = 0
    above: int = -1
    option: int = NO_OPTION
    item: int = -1
    size: int | None = None
    leaf: str = ""
    x: float = 0.0
    depth: int = 0


@dataclass(frozen=True)
class Dance:
    """A trace to show. Raise UsageError if its matrix is too large."""

    trace: CoverTrace

    def __post_init__(self) -> None:
        nodes = sum(len(self.cover.options[option]) for option in self.options)
        if nodes > MOST_NODES:
            puzzle = self.trace.puzzle
            called = name_of(puzzle) if isinstance(puzzle, Board) else puzzle
            raise UsageError(TOO_LARGE.format(puzzle=called, nodes=f"{nodes:,}", most=f"{MOST_NODES:,}"))

    @cached_property
    def start(self) -> CoverState:
        """The state before the first step."""
        return CoverState.of(self.trace.puzzle)

    @property
    def cover(self) -> ExactCover:
        """The exact cover."""
        return self.start.cover

    @cached_property
    def options(self) -> tuple[int, ...]:
        """The options that are possible at the start."""
        return tuple(sorted(self.start.possible))

    @cached_property
    def items(self) -> tuple[int, ...]:
        """The items to cover, and the items that an option of `options` covers."""
        return tuple(sorted({*self.start.sizes, *(i for o in self.options for i in self.cover.options[o])}))

    @cached_property
    def tree(self) -> tuple[Vertex, ...]:
        """The nodes of the search tree, in the order in which the search visited them."""
        tree, path = [Vertex()], [0]
        for number, step in enumerate(self.trace.steps, 1):
            here = tree[path[-1]]
            if step.items:
                here.item, here.size = step.items[0], len(step.group("fact"))
            if step.rule == TRIAL:
                path.append(len(tree))
                option = step.placed[0] if step.placed else NO_OPTION
                tree.append(Vertex(number, path[-2], option, depth=len(path) - 1))
            elif step.rule == RETURN:
                path.pop()
            else:
                here.leaf = step.rule
        leaves, below = 0, [list[float]() for _ in tree]
        for vertex, places in zip(reversed(tree), reversed(below), strict=True):
            vertex.x = (places[0] + places[-1]) / 2 if places else float(-leaves)
            leaves += not places
            if vertex.above >= 0:
                below[vertex.above].append(vertex.x)
        for vertex in tree:
            vertex.x += leaves - 1
        return tuple(tree)

    @cached_property
    def surgery(self) -> tuple[list[list[int]], list[list[LinkChange]]]:
        """The numbers of the nodes left, right, above and below each node at the start; the changes of each step."""
        links, (_, instance) = Surgery(self.cover), parts_of(self.trace.puzzle)
        with links.given(instance.chosen, instance.forbidden):
            return links.links(), list(links.follow(self.trace.steps))

    def names(self) -> Iterator[str]:
        """Yield the names of the nodes of the matrix, headers and root included."""
        yield from self.cover.items
        for option, items in zip(self.cover.option_names, self.cover.options, strict=True):
            yield from (f"{option} · {self.cover.items[item]}" for item in items)
        yield "root"

    def looks(self) -> Iterator[Look]:
        """Yield the look at the start and after each step."""
        whole, n_items, shown = self.cover, len(self.cover.items), frozenset(self.options)
        columns: list[list[int]] = [[] for _ in whole.items]
        for option in self.options:
            for item, n in zip(whole.options[option], self.numbers[option], strict=True):
                columns[item].append(n)
        tree = range(len(self.tree))
        nodes = [n for column in columns for n in column]
        every = {"chs": self.items, "rp": self.options, "n": nodes, "v": tree, "e": tree[1:]}
        plain = {f"{letter}{n}": "" for letters, some in every.items() for letter in letters for n in some}
        out, path, visited = set[int](), [0], 0
        steps = [Step("", ()), *self.trace.steps]
        for step, state, changes in zip(steps, self.trace.states(), [[], *self.surgery[1]], strict=True):
            left, came = ({one.node for one in changes if one.leaves is leaves} for leaves in (True, False))
            leaving, coming = left - came, came - left
            out = (out | leaving) - coming
            if step.rule == TRIAL:
                visited += 1
                path.append(visited)
            elif step.rule == RETURN:
                path.pop()
            done = {item + 1 for item in self.items if item < whole.primary and item not in state.sizes}
            settled = {n - 1 for n in (out | done) - leaving if n <= n_items}
            chosen = [option for option in state.chosen if option in shown]
            sizes = Counter(item for option in state.possible for item in whole.options[option])
            look = dict(plain)
            for letter, some, kind in (  # a later kind replaces an earlier one
                ("c", (n - 1 for n in out | done if n <= n_items), "off"),
                ("c", (n - 1 for n in coming if n <= n_items), "open"),
                ("c", (n - 1 for n in leaving if n <= n_items), "hit"),
                ("c", step.items, "now"),
                ("h", settled, "off"),
                ("r", shown - state.possible, "off"),
                ("r", chosen, "kept"),
                ("r", step.placed, "pick"),
                ("p", shown.difference(chosen), "no"),
                ("n", (n for n in out if n > n_items), "off"),
                ("n", (n for item in settled for n in columns[item]), "off"),
                ("n", (n for n, *_ in self._clashes(state)), "off"),
                ("n", (n for n in coming if n > n_items), "back"),
                ("n", (n for n in leaving if n > n_items), "leave"),
                ("n", (n for option in chosen for n in self.numbers[option]), "pick"),
                ("v", range(visited + 1, len(self.tree)), "ahead"),
                ("e", range(visited + 1, len(self.tree)), "ahead"),
                ("v", path, "path"),
                ("e", path[1:], "path"),
                ("v", path[-1:], "here"),
            ):
                for n in some:
                    look[f"{letter}{n}"] = kind
            for item in self.items:
                if item in step.items:
                    look[f"s{item}"] = str(len(step.group("fact")))
                elif item + 1 not in out:
                    look[f"s{item}"] = str(sizes[item])
            yield look | self.rules(state)

    def rules(self, state: CoverState) -> Look:
        """Return the texts that show colours and multiplicities in a state; nothing for a plain cover."""
        cover, look = self.cover, Look()
        if cover.bounds:
            demands = ((item, *state.demand(item)) for item in self.items if item < cover.primary)
            for item, low, high in demands:
                look[f"d{item}"] = between(low, high)
        if cover.colours:
            for item in self.items[bisect_left(self.items, cover.primary) :]:
                look[f"d{item}"] = self.marks[state.colours.get(item, 0)]
            look |= {f"w{option}": "" for option in self.options}
            for _, option, item in self._clashes(state):
                look[f"w{option}"] = f"{cover.items[item]}:{cover.colour_names[state.colours[item]]}"
        return look

    def _clashes(self, state: CoverState) -> Iterator[tuple[int, int, int]]:
        """Yield the nodes whose colour differs from the chosen colour of their item, each with its option and item."""
        for option in self.options if state.colours else ():
            for n, (item, colour) in zip(self.numbers[option], self.cover.coloured(option), strict=True):
                if state.colours.get(item, colour) != colour:
                    yield n, option, item

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """The sign of each colour in a node: its name, or its number if some name is long; empty for no colour."""
        names = self.cover.colour_names
        brief = all(len(name) <= 2 for name in names)
        return tuple(name if brief else str(number or "") for number, name in enumerate(names))

    @property
    def key(self) -> str:
        """The legend of the colours that are shown by numbers."""
        pairs = zip(self.marks, self.cover.colour_names, strict=True)
        return ", ".join(f"{mark} = {name}" for mark, name in pairs if mark != name)

    def news(self) -> Iterator[Look]:
        """Yield the part of each look that differs from the previous look; the first is whole."""
        before: Look = {}
        for look in self.looks():
            yield {part: kind for part, kind in look.items() if before.get(part) != kind}
            before = look

    @cached_property
    def numbers(self) -> tuple[range, ...]:
        """For each option, the numbers of its nodes in the matrix."""
        ends = list(accumulate(map(len, self.cover.options), initial=len(self.cover.items) + 1))
        return tuple(map(range, ends, ends[1:]))
