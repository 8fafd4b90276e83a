"""Undo the changes that the code of a plug-in makes to its process, and report them with the name of the plug-in.

The changes concern the working folder, the three standard streams of Python and the handler of Ctrl-C. A child process
finds out earlier whether an import closes a stream or ends the process: see `rehearsal`.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from sudokubench.errors import printable

log = logging.getLogger("sudokubench.backends")

CHANGED = "plug-in %s changed %s of this process; it was put back"

_STREAMS = ("stdin", "stdout", "stderr")

_warned = set[tuple[str, str]]()

before_plug_ins: list[Callable[[], object]] = []
"""Functions that are called before the code of a plug-in runs: a command protects its stdout here."""


@contextmanager
def changes_undone(name: str) -> Iterator[None]:
    """Run code of a plug-in; afterwards undo its changes to this process."""
    for prepare in before_plug_ins:
        prepare()
    folder, streams = _folder(), [getattr(sys, stream) for stream in _STREAMS]
    handler = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        for stream, before in zip(_STREAMS, streams, strict=True):
            if getattr(sys, stream, None) is not before:
                setattr(sys, stream, before)
                _warn_once(name, f"sys.{stream}")
        if folder is not None and _folder() != folder:
            with suppress(OSError):  # the folder may be gone
                os.chdir(folder)
            _warn_once(name, "os.getcwd()")
        if signal.getsignal(signal.SIGINT) is not handler and handler is not None:
            if threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGINT, handler)
            _warn_once(name, "signal.SIGINT")


def _folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:
        return None


def _warn_once(name: str, what: str) -> None:
    if (name, what) not in _warned:  # once: a search has many steps
        _warned.add((name, what))
        log.warning(CHANGED, printable(name), what)
