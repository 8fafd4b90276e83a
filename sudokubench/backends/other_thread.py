"""Run a solver of PySAT or Z3 in another thread, so that the time limit, `cancel` or Ctrl-C can end it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from sudokubench.backends.base import Search
from sudokubench.processes import interruption

T = TypeVar("T")

BRIEF_S = 0.2
"""Longest intended time of a solve in the caller's thread, in seconds. Most solves are shorter, and a new thread takes
time to start."""

_GLANCE_S = 0.05
"""Interval at which the caller checks the search, and then repeats the interrupt, in seconds."""


def in_other_thread(solve: Callable[[], T], search: Search, interrupt: Callable[[], object]) -> T:
    """Run a solve in another thread and return its result. `interrupt` makes the solve return soon.

    During the solve, only the time of the budget counts: limits on nodes belong to the solver.
    """
    with ThreadPoolExecutor(1) as pool:
        solving = None
        try:
            with interruption.deferred():  # a Ctrl-C here would leave a solve that cannot be ended
                solving = pool.submit(solve)
            while not solving.done() and not search.must_stop():
                wait((solving,), _GLANCE_S)
        finally:
            # Repeat the interrupt: an interrupt just before the solve begins is lost.
            while solving is not None and not solving.done():
                interrupt()
                wait((solving,), _GLANCE_S)
        return solving.result()
