"""A solve in another thread: while the caller waits, it obeys budget, `cancel` and Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from sudokubench.backends.base import Search
from sudokubench.processes import interruption

T = TypeVar("T")

BRIEF_S = 0.2
"""Time limit in seconds of a solve in the caller's thread: most take less, and a new thread takes time to start."""

_GLANCE_S = 0.05
"""Seconds between two looks at the search, at which Python also handles Ctrl-C."""


def in_other_thread(solve: Callable[[], T], search: Search, interrupt: Callable[[], object]) -> T:
    """Return the result of a solve that lets other threads run; `interrupt` makes it return soon."""
    with ThreadPoolExecutor(1) as pool:
        solving = None
        try:
            with interruption.deferred():  # a solve that begins unnoticed could not be ended
                solving = pool.submit(solve)
            while not solving.done() and not search.must_stop():
                wait((solving,), _GLANCE_S)
        finally:
            while (
                solving is not None and not solving.done()
            ):  # repeated, since an interrupt just before the solve begins is lost
                interrupt()
                wait((solving,), _GLANCE_S)
        return solving.result()
