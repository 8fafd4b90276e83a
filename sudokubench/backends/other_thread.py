"""A solve in another thread: while the caller waits, budget, `cancel` and Ctrl-C are heeded."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from sudokubench import interruption
from sudokubench.backends.base import Search

T = TypeVar("T")

BRIEF_S = 0.2
"""How long a solve may take in the caller's thread: most take less, and another thread takes time to start."""

_GLANCE_S = 0.05
"""How often the caller looks at the search, and lets Python see Ctrl-C."""


def in_other_thread(solve: Callable[[], T], search: Search, interrupt: Callable[[], object]) -> T:
    """What a solve returns, which lets other threads run; `interrupt` has it return soon."""
    with ThreadPoolExecutor(1) as pool:
        solving = None
        try:
            with interruption.deferred():  # what has begun without our knowledge nobody could end
                solving = pool.submit(solve)
            while not solving.done() and not search.must_stop():
                wait((solving,), _GLANCE_S)
        finally:
            while (
                solving is not None and not solving.done()
            ):  # repeated, since one just before the solve begins is lost
                interrupt()
                wait((solving,), _GLANCE_S)
        return solving.result()
