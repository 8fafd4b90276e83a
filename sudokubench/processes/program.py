"""Run an outside program without a shell: bound its output and its time, and end the processes that it has started.

A process that has left the group of the program survives if its parent ended first.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from sudokubench.processes import interruption
from sudokubench.processes.start import OWN_PATH
from sudokubench.processes.supervisor import below

MOST_BYTES = 1 << 26
"""Largest output of a program, in bytes."""

_GLANCE_S = 0.05
"""Interval between two looks at the limits while a program runs, in seconds."""


class TooMuch(Exception):
    """A program wrote more than `MOST_BYTES`."""


def run(
    words: Sequence[str], given: Path, must_stop: Callable[[], bool], begun: Callable[[], object]
) -> subprocess.CompletedProcess[bytes] | None:
    """Run a program to its end, and end the processes that it leaves; return None if `must_stop` ended it.

    Args:
        words: The program and its arguments.
        given: The file for standard input. Its folder gets `output` and `errors`; the program may write `answer` there.
        must_stop: Called about every 50 ms.
        begun: Called as soon as the system has started the program.

    Raises:
        OSError: The system cannot start the program.
        TooMuch: One of the three files has more than `MOST_BYTES`; the program is ended.
    """
    output, errors, answer = (given.with_name(name) for name in ("output", "errors", "answer"))
    own = {**os.environ, "PYTHONPATH": os.environ.get(OWN_PATH, os.environ.get("PYTHONPATH", ""))}
    with given.open("rb") as source, output.open("w+b") as out, errors.open("w+b") as err:
        with interruption.deferred():  # a process that starts unnoticed could not be ended
            process = subprocess.Popen(
                words, stdin=source, stdout=out, stderr=err, env=own, start_new_session=True
            )
        end = os.pidfd_open(process.pid) if hasattr(os, "pidfd_open") else None
        try:
            begun()
            while process.poll() is None:
                if must_stop():
                    return None
                if end is not None:
                    select.select([end], [], [], _GLANCE_S)
                else:
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(_GLANCE_S)
                with suppress(FileNotFoundError):  # no answer yet
                    if any(os.stat(one).st_size > MOST_BYTES for one in (out.fileno(), err.fileno(), answer)):
                        raise TooMuch
        finally:
            end_tree(process)
            if end is not None:
                os.close(end)
        texts = (os.pread(file.fileno(), os.stat(file.fileno()).st_size, 0) for file in (out, err))
        return subprocess.CompletedProcess(words, process.returncode, *texts)


def end_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, its group, and its descendants in other groups that still have it as an ancestor."""
    for kill, pid in ((os.killpg, process.pid), *((os.kill, pid) for pid in below(process.pid))):
        with suppress(OSError):
            kill(pid, signal.SIGKILL)
    process.wait()


def new_folder() -> Path:
    """Make a temporary folder for this process. On Linux, remove the folders that killed processes have left."""
    home, prefix = Path(tempfile.gettempdir()), "sudokubench-program-"
    if sys.platform == "linux":
        prefix += f"{os.stat('/proc/self/ns/pid').st_ino}-"  # the namespace of process numbers
        for left in home.glob(f"{prefix}*-*"):
            if not os.path.exists(f"/proc/{left.name.removeprefix(prefix).partition('-')[0]}"):
                shutil.rmtree(left, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-"))


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Make a folder as `new_folder` does, and remove it at the end of the context."""
    folder = new_folder()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
