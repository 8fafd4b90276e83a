"""Ctrl-C: how it is told from what an engine raises, moments in which it may not come, and the end where nobody is."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

CODE = 130
"""The exit code of whatever was interrupted."""

presses: list[int] = []
"""Each Ctrl-C that `note` has met since a command began."""


def note(number: int, frame: FrameType | None) -> None:
    """Handler of a Ctrl-C while a command runs: it is noted, for where it is raised it may get lost."""
    presses.append(number)
    raise KeyboardInterrupt


def is_ctrl_c(error: BaseException) -> bool:
    """Whether an exception that came out of an engine is a Ctrl-C, which ends everything, and none of the engine's own.

    Where nobody notes what is pressed, as in a library call, every KeyboardInterrupt is taken for one.
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    return bool(presses) or signal.getsignal(signal.SIGINT) not in {note, signal.SIG_IGN}


def end_at_once(number: int, frame: FrameType | None) -> None:
    """Handler of a Ctrl-C that comes before a command begins or after it is done: there is nothing to keep."""
    with suppress(OSError):  # stderr may be closed
        os.write(2, b"sudokubench: interrupted\n")
    os._exit(CODE)


@contextmanager
def deferred() -> Iterator[None]:
    """Ctrl-C takes effect afterwards: where C calls Python, its exception may end the process or become another."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or handler is None:
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if pressed:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def kept_from_children() -> Iterator[None]:
    """No Ctrl-C reaches what is started here, from its first moment on: a child inherits which signals are blocked."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
