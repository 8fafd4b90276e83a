"""Where the command `sudokubench` begins: Ctrl-C is met before anything large is imported, and until the very end."""

from __future__ import annotations

import atexit
import signal

from sudokubench.interruption import end_at_once, insist


def main() -> None:
    """Run the command line as a process of its own."""
    if (
        signal.getsignal(signal.SIGINT) is signal.default_int_handler
    ):  # nobody wants us to ignore it, as `nohup` does
        signal.signal(signal.SIGINT, end_at_once)
        insist()
        # The last of all exit functions, as it is the first: Python would die by a signal while it tears itself down.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    from sudokubench.cli import main as command

    try:
        command()
    except KeyboardInterrupt:  # in the moments in which the command sets itself up or ends
        end_at_once(signal.SIGINT, None)
    finally:
        # If Ctrl-C came while a text was executed, as for a dataclass, Python would end by a signal though the
        # exception was handled: it forgets about that when it executes another text.
        exec("")
