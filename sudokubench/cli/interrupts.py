"""Ctrl-C that cannot get lost.

Python raises KeyboardInterrupt wherever it happens to be. In a finalizer, or in a callback that an engine makes, it is
printed and forgotten, and the program would go on. So it is noted as well, and long loops ask between two puzzles.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sudokubench.interruption import end_at_once, note, presses


@contextmanager
def noted() -> Iterator[None]:
    """While a command runs, a Ctrl-C is noted before it is raised. It is left alone where the caller handles it."""
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
    """Raise KeyboardInterrupt if there was one, which may have got lost."""
    if presses:
        raise KeyboardInterrupt
