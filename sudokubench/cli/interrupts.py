"""Note each Ctrl-C during a command, so that a long loop ends even if an engine loses the exception.

Python raises KeyboardInterrupt at an arbitrary place. In a finalizer, or in a callback of an engine, Python prints the
exception and forgets it, and the program goes on. So each Ctrl-C is noted, too, and long loops call `heed` between two
puzzles.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sudokubench.processes.interruption import ENDING, end_at_once, note, presses


@contextmanager
def noted() -> Iterator[None]:
    """Note each Ctrl-C and each signal of `ENDING` before it is raised, unless the caller handles or ignores it."""
    presses.clear()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    usual = {signal.SIGINT: {signal.default_int_handler, end_at_once}}
    is_main = threading.current_thread() is threading.main_thread()
    ours = [n for n, handler in before.items() if is_main and handler in usual.get(n, {signal.SIG_DFL})]
    for number in ours:
        signal.signal(number, note)
    print_ignored, sys.unraisablehook = sys.unraisablehook, _print_other
    try:
        yield
    finally:
        sys.unraisablehook = print_ignored
        for number in ours:
            signal.signal(number, before[number])


def _print_other(ignored: sys.UnraisableHookArgs) -> None:
    """Print an exception that a finalizer or a callback loses, but not a Ctrl-C, which is already noted."""
    if not (presses and ignored.exc_type is KeyboardInterrupt):
        sys.__unraisablehook__(ignored)


def heed() -> None:
    """Raise KeyboardInterrupt if the user pressed Ctrl-C and the exception was lost."""
    if presses:
        raise KeyboardInterrupt
