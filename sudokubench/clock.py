"""A clock for time limits, which stands while kernels are compiled: what is done once costs no puzzle its time.

A limit is in force while a `with` block lasts, for whatever is called there. Searches that may take long ask it on
their way (`ask`, or `asking` before each of the things that they go through), and know nothing of who has set it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import perf_counter
from typing import TypeVar

T = TypeVar("T")


class _Clock:
    """Seconds since some moment, without those for which it stood."""

    def __init__(self) -> None:
        self._stood_s = 0.0

    def now_s(self) -> float:
        """What it shows."""
        return perf_counter() - self._stood_s

    @contextmanager
    def standing(self) -> Iterator[None]:
        """While this lasts no time goes by."""
        begun = self.now_s()
        try:
            yield
        finally:
            self._stood_s += self.now_s() - begun


CLOCK = _Clock()
"""That of this process."""

_deadline: ContextVar[float] = ContextVar("deadline", default=inf)


class TimeOver(Exception):
    """The time of the limit in force is over: no error, but for whoever set the limit to catch."""


@contextmanager
def limited(deadline_s: float | None) -> Iterator[None]:
    """While this lasts, `ask` raises TimeOver once the clock shows more; None sets no limit. The earliest counts."""
    if deadline_s is None:
        yield
        return
    before = _deadline.set(min(deadline_s, _deadline.get()))
    try:
        yield
    finally:
        _deadline.reset(before)


def left_s() -> float:
    """Seconds until the time is over: not below 0, and `inf` where no limit is in force."""
    deadline = _deadline.get()
    return inf if deadline == inf else max(0.0, deadline - CLOCK.now_s())


def ask() -> None:
    """Go on if there is time.

    Raises:
        TimeOver: There is none left.
    """
    deadline = _deadline.get()
    if deadline != inf and CLOCK.now_s() > deadline:
        raise TimeOver


def asking(things: Iterable[T]) -> Iterable[T]:
    """The same things, each as long as there is time; as they are where no limit is in force.

    Raises:
        TimeOver: There is none left.
    """
    return things if _deadline.get() == inf else _asking(things)


def _asking(things: Iterable[T]) -> Iterator[T]:
    for thing in things:
        ask()
        yield thing
