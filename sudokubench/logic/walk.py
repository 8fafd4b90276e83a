"""Walk, for library callers: undo, redo and branches as an immutable tree of visited states; the page has `walk.js`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Walk(Generic[T]):
    """The visited states, numbered in the order of their first visit, and a cursor. Every move makes a new walk.

    Attributes:
        states: All states, including states that were undone.
        parents: For each state the number of the state from which it was made; 0 for the first state.
        ahead: For each state the number of the state to which redo goes; its own number if redo stays.
        at: The number of the present state.

    >>> walk = Walk.of("a").do("ab").undo().do("ac")
    >>> walk.state, walk.undo().state, walk.undo().redo() == walk, walk.undo().branches
    ('ac', 'a', True, (1, 2))
    """

    states: tuple[T, ...]
    parents: tuple[int, ...] = (0,)
    ahead: tuple[int, ...] = (0,)
    at: int = 0

    @staticmethod
    def of(start: T) -> Walk[T]:
        """Return a walk that consists of the first state."""
        return Walk((start,))

    @property
    def state(self) -> T:
        """The present state."""
        return self.states[self.at]

    @property
    def way(self) -> tuple[int, ...]:
        """The numbers of the states from the first to the present one."""
        way = [self.at]
        while way[-1]:
            way.append(self.parents[way[-1]])
        return tuple(reversed(way))

    @property
    def branches(self) -> tuple[int, ...]:
        """The numbers of the states that were made from the present one."""
        return tuple(n for n, parent in enumerate(self.parents) if n and parent == self.at)

    def do(self, state: T) -> Walk[T]:
        """Go to a state. Make a branch for it, unless it equals the present state or a branch leads to it."""
        if state == self.state:
            return self
        for branch in self.branches:
            if state == self.states[branch]:
                return self.go(branch)
        new = len(self.states)
        grown = Walk((*self.states, state), (*self.parents, self.at), (*self.ahead, new), self.at)
        return grown.go(new)

    def undo(self) -> Walk[T]:
        """Go back by one state; the first state stays."""
        return replace(self, at=self.parents[self.at])

    def redo(self) -> Walk[T]:
        """Go forward by one state, into the branch that was visited last; stay if there is no branch."""
        return replace(self, at=self.ahead[self.at])

    def go(self, number: int) -> Walk[T]:
        """Go to any state. Redo from an earlier state on its path then leads to it."""
        there = replace(self, at=range(len(self.states))[number])
        ahead, way = list(self.ahead), there.way
        for before, after in pairwise(way):
            ahead[before] = after
        return replace(there, ahead=tuple(ahead))

    def back_to(self, right: Callable[[T], bool]) -> Walk[T]:
        """Go back to the latest state on the path that is right, perhaps this one; if no state is, to the first state.

        With `not mistakes(state, solution)` as test, this goes back to the state before the first mistake.
        """
        return replace(self, at=next((n for n in reversed(self.way) if right(self.states[n])), 0))
