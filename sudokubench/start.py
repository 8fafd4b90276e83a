"""Where the command `sudokubench` begins and ends: Ctrl-C is met before anything large is imported, and to the end."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from contextlib import suppress

from sudokubench.interruption import end_at_once, insist


def main() -> None:
    """Run the command line as a process of its own."""
    if (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    ):  # nobody wants us to ignore it, as `nohup` does
        signal.signal(signal.SIGINT, end_at_once)
        insist()
    from sudokubench.cli import main as command

    try:
        command()
    except KeyboardInterrupt:  # in the moments in which the command sets itself up or ends
        end_at_once(signal.SIGINT, None)
    except SystemExit as end:
        _leave(end.code)


def _leave(code: object) -> None:
    """End the process as it is.

    Python would take itself apart first: that takes half a second where much is loaded, in which nobody hears of
    Ctrl-C, and an engine whose thread calls Python meanwhile aborts the process.
    """
    atexit._run_exitfuncs()
    with suppress(OSError):  # told already, if that can be
        sys.stdout.flush()
    os._exit(code if isinstance(code, int) else 1)
