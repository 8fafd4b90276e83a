"""Ctrl-C: how it is told from what an engine raises, moments in which it may not come, and the end where nobody is."""

from __future__ import annotations

import os
import signal
import threading
import time
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


_PATIENCE_S = 0.5


def insist() -> None:
    """See to it that from now on the process ends soon after a Ctrl-C, whatever its main thread is at.

    What is kept is kept at every moment, so nothing is lost but last words. Python tells another thread of the signal
    at once, which only an engine that stops all threads, or takes the signal for itself, can prevent.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing)
    threading.Thread(target=_end_soon_after, args=(reading,), daemon=True).start()


def _end_soon_after(signals: int) -> None:
    while os.read(signals, 1) != bytes([signal.SIGINT]):
        pass
    time.sleep(_PATIENCE_S)
    end_at_once(signal.SIGINT, None)


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
