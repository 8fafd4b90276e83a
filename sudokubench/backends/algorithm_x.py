"""Algorithm X on immutable sets: the readable, slow baseline.

Donald E. Knuth, Dancing Links (2000): algorithm X, and the choice of the item with the fewest options. A set of options
is an integer with a bit for each member. One more integer counts the options of all items. A step makes a new state.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import compress
from operator import or_
from typing import TYPE_CHECKING, ClassVar

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, Engine, EngineSession, Search
from sudokubench.encodings import exact_cover
from sudokubench.encodings.exact_cover import cover_of
from sudokubench.problem import Colours, ExactCover, Instance, Problem
from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.logic.cover_trace import Visit


State = tuple[int, int]
"""What is left of a cover: the set of the options that are still possible, and a field of bits for each primary item,
side by side in an integer.

A field holds the number of the item's possible options. If the item is covered, the field holds `_covered` instead,
which is larger. Its highest bit, the guard, is set, so that a subtraction never borrows from the next field.
"""


@dataclass(frozen=True, slots=True)
class AlgorithmX(Backend):
    """Backend `algorithm_x`; it has no options."""

    kind: ClassVar[str] = "exact cover"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = exact_cover.STATEMENTS | {Colours}

    def unsupported(self, problem: Problem) -> Words | None:
        """Return why a problem is refused: multiplicities, or a constraint with too many combinations. Else None."""
        return exact_cover.unsupported(problem, self.statements)

    def open(self, problem: Problem) -> EngineSession:
        """Prepare the sets of the whole problem."""
        return EngineSession(problem, AlgorithmXEngine(cover_of(problem)))


class AlgorithmXEngine(Engine):
    """The sets of a cover, and its initial state; all searches share them, since no search changes them.

    Attributes:
        options_of: The set of the options of each item.
    """

    def __init__(self, cover: ExactCover) -> None:
        self.options_of = options_of = [*map(_set_of, cover.options_of)]

        @cache
        def rivals(item: int, colour: int) -> int:
            """Return the options that cannot be chosen together with an option that gives the item this colour."""
            others = (o for o in cover.options_of[item] if (item, colour) not in cover.coloured(o))
            return _set_of(others) if colour else options_of[item]

        self._rivals = [[rivals(*part) for part in cover.coloured(o)] for o in range(len(cover.options))]
        sizes = [options.bit_count() for options in options_of[: cover.primary]]
        bits = (max(sizes, default=0) + 1).bit_length()
        self._covered, self._width = (1 << bits) - 1, bits + 1
        ones = [1 << self._width * item for item in range(cover.primary)]
        self._items_of = [
            sum(ones[item] for item in {*items} if item < cover.primary) for items in cover.options
        ]
        self._ones = sum(ones)
        self._guards = self._ones << bits
        self._complete = self._guards + self._ones * self._covered
        counts = self._guards + sum(size * one for size, one in zip(sizes, ones, strict=True))
        self._start: State = (1 << len(cover.options)) - 1, counts

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        """Enumerate solutions; see `Engine`."""
        search.enter("encode")
        start = self.after(instance)
        search.enter("solve")
        nodes = 0
        try:
            for chosen, item in self._walk(start):
                if search.must_stop(nodes):
                    return
                nodes += 1
                if item is None:
                    solution = tuple(sorted((*instance.chosen, *chosen)))
                    search.enter("wait")
                    yield solution
                    search.enter("solve")
        finally:
            search.stats["nodes"] = nodes

    def visits(self, instance: Instance) -> Iterator[Visit]:
        """Yield the nodes of a search; see `solving.trace`."""
        return self._walk(self.after(instance))

    def _walk(self, start: State | None) -> Iterator[Visit]:
        """Search depth-first with an explicit stack of (state, chosen options); yield each node and the item to
        cover."""
        stack: list[tuple[State, tuple[int, ...]]] = [] if start is None else [(start, ())]
        while stack:
            state, chosen = stack.pop()
            item = self.smallest(state)
            yield chosen, item
            options = 0 if item is None else self.options_of[item] & state[0]
            while options:
                option = options.bit_length() - 1
                options ^= 1 << option
                stack.append((self.choose(state, option), (*chosen, option)))

    def smallest(self, state: State) -> int | None:
        """Return the first uncovered primary item with the fewest options; None if all are covered."""
        left = state[1]
        if left == self._complete:
            return None
        while True:  # subtract 1 from all numbers until one of them was 0: then its guard is gone
            left -= self._ones
            if gone := self._guards & ~left:
                return (gone & -gone).bit_length() // self._width - 1

    def after(self, instance: Instance) -> State | None:
        """Return the state after an instance's choices and exclusions; None if these contradict each other."""
        gone, items = _set_of(instance.forbidden), 0
        for option in instance.chosen:
            if gone >> option & 1:
                return None
            for rivals in self._rivals[option]:
                gone |= rivals
            items += self._items_of[option]
        possible = self._start[0] & ~gone
        if 2 * possible.bit_count() > len(self._items_of):
            counts = self._without(self._start, gone)[1]
        else:  # fewer options are left than gone: count them anew
            counts = self._guards + sum(compress(self._items_of, map(int, f"{possible:b}"[::-1])))
        return possible, counts + self._covered * items

    def choose(self, state: State, option: int) -> State:
        """Return the state in which a possible option is chosen."""
        gone = 0
        for rivals in self._rivals[option]:
            gone |= rivals
        possible, counts = self._without(state, gone)
        return possible, counts + self._covered * self._items_of[option]  # no option of these items is left

    def _without(self, state: State, options: int) -> State:
        """Return the state without some options."""
        possible, counts = state
        gone, items_of = options & possible, self._items_of
        possible ^= gone
        while gone:
            option = gone.bit_length() - 1
            gone ^= 1 << option
            counts -= items_of[option]
        return possible, counts


def _set_of(members: Iterable[int]) -> int:
    return reduce(or_, (1 << member for member in members), 0)
