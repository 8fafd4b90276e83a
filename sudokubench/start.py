"""The entry point of the command `sudokubench`: it handles Ctrl-C from before any large import until the very end."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    """Run the command line, then end this process with its exit code."""
    # If the parent ignores Ctrl-C, as a shell does for background jobs, this process ignores it, too.
    handles = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handles:
        # Ctrl-C ends this process silently while the next line imports
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from sudokubench.processes.interruption import CODE, end_at_once, insist, presses

    if handles:
        signal.signal(signal.SIGINT, end_at_once)
    insist()
    from sudokubench import cli

    try:
        cli.main()
    except KeyboardInterrupt:  # while the command starts or ends
        end_at_once(signal.SIGINT, None)
    except SystemExit as end:
        _leave(128 + presses[0] if presses and end.code == CODE else end.code)


def _leave(code: object) -> None:
    """End the process at once, without clearing the interpreter.

    An ordinary exit clears the interpreter, which takes half a second if much is loaded. During this time Ctrl-C has no
    effect, and an engine whose thread calls Python aborts the process.
    """
    atexit._run_exitfuncs()
    with suppress(OSError):  # the command has reported the error already, if it could
        sys.stdout.flush()
    os._exit(code if isinstance(code, int) else 1)
