"""The child process of a rehearsal: import a plug-in, make it, or ask it; note the progress in a file.

python -m sudokubench.backends.rehearsal_child FOLDER
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TextIO

from sudokubench.backends import registry
from sudokubench.backends.rehearsal import BEGUN, CLOSED, DONE, LONGEST_S


def main(folder: str) -> None:
    """Import and make an engine, or ask it whether it can open a problem; then end this process."""
    signal.alarm(LONGEST_S)  # ends this process if the parent is gone

    streams = {"sys.stdin": sys.stdin, "sys.stdout": sys.stdout, "sys.stderr": sys.stderr}
    noted, at = Path(folder, "at"), ""

    def now(what: str) -> None:
        nonlocal at
        for number, (name, stream) in enumerate(streams.items()):
            if _is_closed(stream, number):
                noted.write_text(f"{name}{CLOSED}{at}", encoding="ascii")
                os._exit(0)
        noted.write_text(what, encoding="ascii")
        at = what

    now(BEGUN)
    with suppress(BaseException):
        asked = pickle.loads(Path(folder, "question").read_bytes())
        if len(asked) == 2:
            engine, problem = asked
            now("asked what it can open")
            engine.unsupported(problem)
        else:
            name, value, text = asked
            cls = EntryPoint(name, value, registry.GROUP).load()
            now("made")
            registry.obeys(registry.made(cls, name, text))
    now(DONE)
    os._exit(0)  # the engine may have left threads running


def _is_closed(stream: TextIO, number: int) -> bool:
    """Return whether a standard stream, or the file below it, is closed."""
    try:
        os.fstat(number)
        return stream.closed
    except OSError:
        return True


if __name__ == "__main__":
    main(sys.argv[1])
