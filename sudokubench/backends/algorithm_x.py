"""Algorithm X on immutable sets: the readable, slow baseline.

Donald E. Knuth, Dancing Links (2000): algorithm X, and the choice of the item with the fewest options. A state maps
each uncovered item, ascending, to the set of its possible options. A step makes a new state, which shares the unchanged
sets with the old state.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, Engine, EngineSession, Search
from sudokubench.encodings import exact_cover
from sudokubench.encodings.exact_cover import cover_of
from sudokubench.problem import Colours, ExactCover, Instance, Problem
from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.logic.cover_trace import Visit

State = Mapping[int, frozenset[int]]


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
    """The initial state of a problem; all searches share it, since no search changes it."""

    def __init__(self, cover: ExactCover) -> None:
        self._items_of = cover.options
        self._coloured = {option: dict(cover.coloured(option)) for option in range(len(cover.colours))}
        self._primary = cover.primary
        self._start: State = {item: frozenset(options) for item, options in enumerate(cover.options_of)}

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

    def _walk(self, start: State | None) -> Iterator[Visit]:
        """Search depth-first with an explicit stack of (state, chosen options); yield each node and the next item."""
        stack: list[tuple[State, tuple[int, ...]]] = [] if start is None else [(start, ())]
        while stack:
            state, chosen = stack.pop()
            item = self._smallest(state)
            yield chosen, item
            for option in sorted(state[item], reverse=True) if item is not None else ():
                child = self._choose(state, option)
                if child is not None:
                    stack.append((child, (*chosen, option)))

    def _smallest(self, state: State) -> int | None:
        """Return the first uncovered primary item with the fewest options; None if all are covered."""
        smallest, fewest = None, len(self._items_of) + 1
        for item, options in state.items():
            if len(options) < fewest:
                if item >= self._primary:  # and so are all later items
                    break
                smallest, fewest = item, len(options)
                if not options:
                    break
        return smallest

    def _after(self, instance: Instance) -> State | None:
        """Return the state after an instance's choices and exclusions; None if these contradict each other."""
        state: State | None = self._without(self._start, frozenset(instance.forbidden))
        for option in instance.chosen:
            state = None if state is None else self._choose(state, option)
        return state

    def _choose(self, state: State, option: int) -> State | None:
        """Return the state in which the option is chosen; None if the option is no longer possible."""
        items = self._items_of[option]
        # The first item is primary. While it is uncovered, the state lists its possible options.
        if option not in state.get(items[0], ()):
            return None
        gone: set[int] = set()
        colours = self._coloured.get(option)
        child = dict(state)
        for item in items:
            rivals: Iterable[int] = child.pop(item, ())
            if colours and (colour := colours.get(item)):
                rivals = [rival for rival in rivals if self._coloured[rival][item] != colour]
            gone.update(rivals)
        return self._without(child, gone)

    def _without(self, state: State, gone: Set[int]) -> dict[int, frozenset[int]]:
        """Return the state without some of its options: only their items get new sets."""
        smaller = dict(state)
        for item in set().union(*map(self._items_of.__getitem__, gone)):
            if item in smaller:
                smaller[item] -= gone
        return smaller
