"""A clock for time limits; it stops while kernels are compiled, so that no puzzle pays for this work.

A limit applies during a `with` block to every function that is called there. Searches that may take long check it
again and again (`ask`, or `asking` before each element of an iteration). They do not know which caller set the limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from math import inf
from time import perf_counter
from typing import TypeVar

T = TypeVar("T")

_PART = 4096
"""Largest number of elements of an iteration between two checks. 4,096 clauses take some tenths of a millisecond."""


class _Clock:
    """A clock that can be stopped; it shows the seconds since a fixed moment."""

    def __init__(self) -> None:
        self._stood_s = 0.0

    def now_s(self) -> float:
        """Return the time that the clock shows, in seconds."""
        return perf_counter() - self._stood_s

    def after(self, seconds: float | None) -> float | None:
        """Return the deadline that is this number of seconds from now; None (no limit) for None."""
        return None if seconds is None else self.now_s() + seconds

    @contextmanager
    def standing(self) -> Iterator[None]:
        """Stop the clock during this context."""
        begun = self.now_s()
        try:
            yield
        finally:
            self._stood_s += self.now_s() - begun


CLOCK = _Clock()
"""The clock of this process."""

_deadline: ContextVar[float] = ContextVar("deadline", default=inf)


class TimeOver(Exception):
    """The current limit is over. This is not an error: the caller that set the limit catches it."""


@contextmanager
def limited(deadline_s: float | None) -> Iterator[None]:
    """Set a limit for this context: `ask` raises TimeOver when `CLOCK` is past it. None sets no limit.

    Inside another limit, the earlier limit applies.
    """
    if deadline_s is None:
        yield
        return
    before = _deadline.set(min(deadline_s, _deadline.get()))
    try:
        yield
    finally:
        _deadline.reset(before)


def left_s() -> float:
    """Return the seconds until the current limit ends: at least 0, or `inf` without a limit."""
    deadline = _deadline.get()
    return inf if deadline == inf else max(0.0, deadline - CLOCK.now_s())


def ask() -> None:
    """Check the current limit.

    Raises:
        TimeOver: No time is left.
    """
    deadline = _deadline.get()
    if deadline != inf and CLOCK.now_s() > deadline:
        raise TimeOver


def asking(things: Iterable[T]) -> Iterable[T]:
    """Yield the elements of an iteration, and `ask` before each; without a limit return the iteration itself."""
    return things if _deadline.get() == inf else _asking(things)


def parts(things: Iterable[T]) -> Iterable[tuple[T, ...]]:
    """Yield the elements of an iteration in tuples of up to 4,096; call `ask` before each tuple."""
    left = iter(things)
    return asking(iter(lambda: tuple(islice(left, _PART)), ()))


def _asking(things: Iterable[T]) -> Iterator[T]:
    for thing in things:
        ask()
        yield thing
