"""Let a child process try a plug-in before the plug-in may run in this process.

The child imports and makes the engine, or asks it whether it can open a problem, and notes its progress in a file. The
child ignores an exception: the engine will raise it again in this process, which then reports it. If the plug-in
ends the child, takes too long, or closes a standard stream, this process refuses it by name. `plugin_changes` undoes
other changes that a plug-in makes to this process, where it can.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
from typing import Any

from sudokubench.backends.words import AT, ENDED_PROCESS, STREAM_CLOSED, TOO_SLOW
from sudokubench.errors import signal_name
from sudokubench.problem import Problem
from sudokubench.processes.program import temporary_folder
from sudokubench.processes.start import start
from sudokubench.words import Words

LONGEST_S = 120
"""Time limit of the child in seconds; a worker that opens a problem has the same limit."""

UNNEEDED = "SUDOKUBENCH_NO_REHEARSAL"
"""Environment variable that switches rehearsals off in a child process: the parent reports how a plug-in ends it."""

BEGUN, DONE, CLOSED = "imported", "done", " closed while "
"""Progress notes: the first key of `AT`; the end; and the text between a closed stream and a key of `AT`."""


def making(name: str, value: str, text: str) -> Words | None:
    """Let a child process import an engine and make it with options; return why it is refused, or None."""
    return _ended(name, (name, value, text))


def asking(name: str, engine: object, problem: Problem) -> Words | None:
    """Let a child process ask an engine whether it can open a problem; return why it is refused, or None."""
    return _ended(name, (engine, problem))


def _ended(name: str, question: tuple[Any, ...]) -> Words | None:
    if UNNEEDED in os.environ:
        return None
    try:
        message = pickle.dumps(question)
    except Exception:  # the engine cannot be sent to a worker either; the caller of the worker reports that
        return None
    with temporary_folder() as folder:
        (folder / "question").write_bytes(message)
        child = start(
            "-m",
            "sudokubench.backends.rehearsal_child",
            str(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            code = child.wait(LONGEST_S)
        except BaseException as error:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            code = -signal.SIGALRM
        noted = folder / "at"
        at = noted.read_text(encoding="ascii") if noted.exists() else ""
    if at == DONE or (not at and code != -signal.SIGALRM):  # a child that did not begin gives no verdict
        return None
    closed, _, last = at.rpartition(CLOSED)
    doing = AT[last or BEGUN]
    if closed:
        return STREAM_CLOSED.format(name=name, stream=closed, at=doing)
    if code == -signal.SIGALRM:
        return TOO_SLOW.format(name=name, seconds=LONGEST_S, at=doing)
    how = f"os._exit({code})" if code >= 0 else signal_name(-code)
    return ENDED_PROCESS.format(name=name, at=doing, how=how)
