"""Ctrl-C: distinguish it from an engine's exceptions, defer it, and end a process that ignores it.

In a command, SIGTERM and SIGHUP have the effect of Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

CODE = 130
"""The exit code of an interrupted process."""

ENDING = signal.SIGTERM, signal.SIGHUP
"""Signals that end a command as Ctrl-C does: its temporary files are removed."""

presses: list[int] = []
"""The signals that `note` has received since a command began: of Ctrl-C, or of `ENDING`."""


def note(number: int, frame: FrameType | None) -> None:
    """Handle Ctrl-C and `ENDING` in a command: note the signal in `presses`, because the exception may get lost."""
    presses.append(number)
    raise KeyboardInterrupt


def is_ctrl_c(error: BaseException) -> bool:
    """Return whether an exception from an engine is a Ctrl-C of the user, and not an exception of the engine itself.

    If `note` is not the handler, as in a library call, every KeyboardInterrupt counts as a Ctrl-C. But in a process
    that ignores Ctrl-C, such as a worker, a KeyboardInterrupt comes from the engine.
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    return bool(presses) or signal.getsignal(signal.SIGINT) not in {note, signal.SIG_IGN}


def end_at_once(number: int, frame: FrameType | None) -> None:
    """End the process with the exit code of a shell: 130 for Ctrl-C.

    This handles Ctrl-C before and after a command, when there is nothing to save.
    """
    with suppress(OSError):  # stderr may be closed
        os.write(2, b"sudokubench: interrupted\n")
    os._exit(128 + number)


_PATIENCE_S = 0.5


def insist() -> None:
    """Make the process end soon after Ctrl-C or a handled signal of `ENDING`, whatever its main thread does.

    Results are saved continually, so only the last messages are lost. Python notifies a second thread of the signal
    directly. Only an engine that stops all threads or takes over the signal can prevent the end.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing)
    threading.Thread(target=_end_soon_after, args=(reading,), daemon=True).start()


def _end_soon_after(signals: int) -> None:
    while (number := os.read(signals, 1)[0]) not in {signal.SIGINT, *ENDING}:
        pass
    time.sleep(_PATIENCE_S)
    end_at_once(number, None)


@contextmanager
def deferred() -> Iterator[None]:
    """Delay Ctrl-C to the end of the block: in a callback from C it may end the process or become another error."""
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
    """Keep Ctrl-C from child processes started here, from their first moment on: a child inherits blocked signals."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
