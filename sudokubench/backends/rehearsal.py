"""What an engine of another distribution does to its process is found out in a child, before it is let into ours.

    python -m sudokubench.backends.rehearsal FOLDER

The child imports the engine, makes it, or asks it what it can, and notes in a file what it is at. What the engine
raises there it will raise here as well, where that is told. What ends the child, or takes too long, is not done here.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from sudokubench import forks
from sudokubench.backends import registry
from sudokubench.errors import signal_name
from sudokubench.problem import Problem

_LONGEST_S = 120
"""As long as a worker may take to open a problem."""

UNNEEDED = "SUDOKUBENCH_NO_REHEARSAL"
"""In the environment of a process that may end as an engine likes, since whoever started it will tell."""

_BEGUN, _DONE = "imported", "done"


def making(name: str, value: str, text: str) -> str | None:
    """How the engine of an entry point ends the process that imports it and makes it with these options, or None."""
    return _ended(name, (name, value, text))


def asking(name: str, engine: object, problem: Problem) -> str | None:
    """How an engine ends the process that asks it whether it can open a problem, or None."""
    return _ended(name, (engine, problem))


def _ended(name: str, question: tuple[Any, ...]) -> str | None:
    if UNNEEDED in os.environ:
        return None
    try:
        message = pickle.dumps(question)
    except Exception:  # it cannot be sent to a worker either, which will be told
        return None
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "question").write_bytes(message)
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, folder],
            env=forks.child_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            code = child.wait(_LONGEST_S)
        except BaseException as error:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            code = -signal.SIGALRM
        noted = Path(folder, "at")
        at = noted.read_text(encoding="ascii") if noted.exists() else ""
    if at == _DONE or (not at and code != -signal.SIGALRM):  # a child that did not even begin tells nothing
        return None
    at = at or _BEGUN
    if code == -signal.SIGALRM:
        return f"plug-in {name} took more than {_LONGEST_S} s while it was {at}"
    how = f"os._exit({code})" if code >= 0 else signal_name(-code)
    return f"plug-in {name} ended the process while it was {at}: {how}"


def main(folder: str) -> None:
    """Do what may end this process."""
    signal.alarm(_LONGEST_S)  # should nobody be there any more to end us

    def now(what: str) -> None:
        Path(folder, "at").write_text(what, encoding="ascii")

    now(_BEGUN)
    with suppress(BaseException):
        asked = pickle.loads(Path(folder, "question").read_bytes())
        if len(asked) == 2:
            engine, problem = asked
            now("asked what it can")
            engine.unsupported(problem)
        else:
            name, value, text = asked
            cls = EntryPoint(name, value, registry.GROUP).load()
            now("made")
            registry.obeys(registry.made(cls, name, text))
    now(_DONE)
    os._exit(0)  # whatever threads it has left


if __name__ == "__main__":
    main(sys.argv[1])
