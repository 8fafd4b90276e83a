"""Run an outside program: feed it, bound its output and its time, and end all that it has started.

No shell takes part: the program gets its words as they are.
"""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sudokubench.processes import interruption
from sudokubench.processes.start import own_environment
from sudokubench.processes.supervisor import children

_MOST_BYTES = 1 << 26
"""Largest output of a program, in bytes."""

_LONGEST_COMPLAINT = 1 << 12
"""Number of bytes of its standard error that are kept."""

_GLANCE_S = 0.05
"""Interval between two looks at the limits while a program runs, in seconds."""

_PREFIX = "sudokubench-program-"


class TooMuch(Exception):
    """A program wrote more than `_MOST_BYTES`."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a program.

    Attributes:
        code: Its exit code; minus the number of the signal that ended it.
        output: Its standard output.
        complaint: The beginning of its standard error.
    """

    code: int
    output: bytes
    complaint: bytes


def run(
    words: Sequence[str],
    given: bytes | None,
    must_stop: Callable[[], bool],
    begun: Callable[[], object] = lambda: None,
    written: Path | None = None,
) -> Ended | None:
    """Run a program to its end, and end all that it has left running.

    Args:
        words: The program and its arguments.
        given: Its standard input; None for an empty one.
        must_stop: Called about every 50 ms; if it returns true, the program is killed.
        begun: Called as soon as the system has started the program.
        written: A file that it writes, whose size is bounded like its output.

    Returns:
        Its end; None if it was killed because of `must_stop`.

    Raises:
        OSError: The system cannot start it.
        TooMuch: It wrote too much, and was killed.
    """
    with interruption.deferred():  # a process that starts unnoticed could not be ended
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=own_environment(),
            start_new_session=True,
        )
    try:
        begun()
        return _watched(process, given or b"", must_stop, written)
    finally:
        _end(process)


def _watched(
    process: subprocess.Popen[bytes], given: bytes, must_stop: Callable[[], bool], written: Path | None
) -> Ended | None:
    """Write and read until the process has ended; a child of it may still hold the pipes."""
    assert process.stdout is not None
    assert process.stderr is not None
    output, complaint, rest = bytearray(), bytearray(), memoryview(given)
    read = {process.stdout.fileno(): output, process.stderr.fileno(): complaint}
    glance_s = 0.001  # of a system that cannot tell of the end
    with selectors.DefaultSelector() as ready:
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                os.set_blocking(pipe.fileno(), False)
                ready.register(pipe, selectors.EVENT_WRITE if pipe is process.stdin else selectors.EVENT_READ)
        end = None
        with suppress(AttributeError, OSError):
            end = os.pidfd_open(process.pid)
            ready.register(end, selectors.EVENT_READ)
            glance_s = _GLANCE_S
        try:
            while True:
                code, moved = process.poll(), False
                for key, _ in ready.select(glance_s if code is None else 0):
                    if key.fileobj is process.stdin:
                        try:
                            rest = rest[os.write(key.fd, rest[: 1 << 16]) :] if rest else rest
                        except OSError:  # it does not read all
                            rest = rest[:0]
                        if not rest:
                            ready.unregister(process.stdin)
                            process.stdin.close()
                    elif key.fd in read:
                        data = os.read(key.fd, 1 << 16)
                        moved = moved or bool(data)
                        read[key.fd] += data
                        if not data:
                            ready.unregister(key.fileobj)
                del complaint[_LONGEST_COMPLAINT:]
                if max(len(output), _size(written)) > _MOST_BYTES:
                    raise TooMuch
                if must_stop():
                    return None
                if code is not None and not moved:
                    return Ended(code, bytes(output), bytes(complaint))
        finally:
            if end is not None:
                os.close(end)


def _size(file: Path | None) -> int:
    with suppress(OSError):
        return 0 if file is None else file.stat().st_size
    return 0


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, its group, and its descendants in other groups that still have it as an ancestor."""
    below, found = [], [process.pid]
    while found:
        found = [child for parent in found for child in children(parent)]
        below += found
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    for pid in below:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def new_folder() -> Path:
    """Return a new folder for the files of a program; remove the folders that killed processes have left."""
    home = Path(tempfile.gettempdir())
    numbered = os.stat("/proc/self/ns/pid").st_ino if os.path.exists("/proc/self/ns/pid") else 0
    prefix = f"{_PREFIX}{numbered}-"
    for left in home.glob(f"{prefix}*"):
        with suppress(ValueError):
            try:
                os.kill(int(left.name.removeprefix(prefix).partition("-")[0]), 0)
            except ProcessLookupError:
                shutil.rmtree(left, ignore_errors=True)
            except OSError:
                pass
    return Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-"))
