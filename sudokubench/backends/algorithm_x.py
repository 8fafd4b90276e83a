"""Algorithm X on immutable sets: the readable, slow baseline.

Donald E. Knuth, Dancing Links (2000): algorithm X, and the choice of the item with the fewest options. A set of options
or items is an integer with a bit for each member. A step makes a new state.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, Engine, EngineSession, Search
from sudokubench.encodings import exact_cover
from sudokubench.encodings.exact_cover import cover_of
from sudokubench.problem import Colours, ExactCover, Instance, Problem
from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.logic.cover_trace import Visit


class _State(NamedTuple):
    """What is left of a cover.

    Attributes:
        possible: The options that are still possible.
        uncovered: The primary items that are not yet covered.
        counts: Each item's number of possible options, in binary: set k holds the items whose number has bit k.
    """

    possible: int
    uncovered: int
    counts: tuple[int, ...]


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
        return EngineSession(problem, _AlgorithmXEngine(cover_of(problem)))


class _AlgorithmXEngine(Engine):
    """The sets of a cover, and its initial state; all searches share them, since no search changes them."""

    def __init__(self, cover: ExactCover) -> None:
        self._options_of = options_of = [*map(_set_of, cover.options_of)]
        self._items_of = cover.masks

        @cache
        def rivals(item: int, colour: int) -> int:
            """Return the options that cannot be chosen together with an option that gives the item this colour."""
            others = (o for o in cover.options_of[item] if (item, colour) not in cover.coloured(o))
            return _set_of(others) if colour else options_of[item]

        self._rivals = [[rivals(*part) for part in cover.coloured(o)] for o in range(len(cover.options))]
        sizes = [*map(len, cover.options_of)]
        bits = range(max(sizes, default=0).bit_length())
        counts = [_set_of(item for item, size in enumerate(sizes) if size >> bit & 1) for bit in bits]
        self._start = _State((1 << len(cover.options)) - 1, (1 << cover.primary) - 1, tuple(counts))

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        """Enumerate solutions; see `Engine`."""
        search.enter("encode")
        start = self._after(instance)
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
        return self._walk(self._after(instance))

    def _walk(self, start: _State | None) -> Iterator[Visit]:
        """Search depth-first with an explicit stack of (state, chosen options); yield each node and the next item."""
        stack: list[tuple[_State, tuple[int, ...]]] = [] if start is None else [(start, ())]
        while stack:
            state, chosen = stack.pop()
            item = self._smallest(state)
            yield chosen, item
            options = 0 if item is None else self._options_of[item] & state.possible
            while options:
                option = options.bit_length() - 1
                options ^= 1 << option
                stack.append((self._choose(state, option), (*chosen, option)))

    def _smallest(self, state: _State) -> int | None:
        """Return the first uncovered primary item with the fewest options; None if all are covered."""
        items = state.uncovered
        for with_bit in reversed(state.counts):
            items = items & ~with_bit or items  # items without the bit have fewer options
        return (items & -items).bit_length() - 1 if items else None

    def _after(self, instance: Instance) -> _State | None:
        """Return the state after an instance's choices and exclusions; None if these contradict each other."""
        state = self._without(self._start, _set_of(instance.forbidden))
        for option in instance.chosen:
            if not state.possible >> option & 1:
                return None
            state = self._choose(state, option)
        return state

    def _choose(self, state: _State, option: int) -> _State:
        """Return the state in which a possible option is chosen."""
        gone = 0
        for rivals in self._rivals[option]:
            gone |= rivals
        return self._without(state, gone, self._items_of[option])

    def _without(self, state: _State, options: int, covered: int = 0) -> _State:
        """Return the state without some options, and with some items covered."""
        gone = options & state.possible
        possible, counts = state.possible ^ gone, [*state.counts]
        while gone:
            option = gone.bit_length() - 1
            gone ^= 1 << option
            fewer = self._items_of[option]
            for bit, with_bit in enumerate(counts):  # subtract 1 from the numbers of all items of the option
                counts[bit] = with_bit ^ fewer
                fewer &= ~with_bit
                if not fewer:
                    break
        return _State(possible, state.uncovered & ~covered, tuple(counts))


def _set_of(members: Iterable[int]) -> int:
    return reduce(or_, (1 << member for member in members), 0)
