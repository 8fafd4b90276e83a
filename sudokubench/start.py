"""The entry point of the command `sudokubench`: it handles Ctrl-C before any large import, and to the very end."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import suppress

from sudokubench.processes.interruption import end_at_once, insist


def main() -> None:
    """Run the command line as a process of its own."""
    if (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    ):  # else the parent wants it ignored, as `nohup` does
        signal.signal(signal.SIGINT, end_at_once)
        insist()
    from sudokubench import cli

    try:
        cli.main()
    except KeyboardInterrupt:  # while the command sets itself up or ends
        end_at_once(signal.SIGINT, None)
    except SystemExit as end:
        _leave(end.code)


def _leave(code: object) -> None:
    """End the process in its present state.

    An ordinary exit first clears the interpreter. That takes half a second if much is loaded. Ctrl-C has no effect in
    this time, and an engine whose thread then calls Python aborts the process.
    """
    atexit._run_exitfuncs()
    with suppress(OSError):  # this error was reported already, if possible
        sys.stdout.flush()
    os._exit(code if isinstance(code, int) else 1)
