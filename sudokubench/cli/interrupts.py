"""Note each Ctrl-C during a command, so that a long loop ends even if an engine loses the exception.

Python raises KeyboardInterrupt at an arbitrary place. In a finalizer, or in a callback of an engine, Python prints the
exception and forgets it, and the program goes on. So each Ctrl-C is noted, too, and long loops call `heed` between two
puzzles.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sudokubench.processes.interruption import end_at_once, note, presses


@contextmanager
def noted() -> Iterator[None]:
    """Note each Ctrl-C before it is raised, unless the caller has its own handler."""
    presses.clear()
    before = signal.getsignal(signal.SIGINT)
    ours = threading.current_thread() is threading.main_thread()
    ours = ours and before in {signal.default_int_handler, end_at_once}
    if ours:
        signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, before)


def heed() -> None:
    """Raise KeyboardInterrupt if the user pressed Ctrl-C and the exception was lost."""
    if presses:
        raise KeyboardInterrupt
