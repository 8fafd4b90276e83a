"""The child of an isolated run: opens one problem with one backend and answers one instance after the other.

    python -m sudokubench.harness.worker FD PARENT_PID

It reads jobs from a socket, a pickle each, and writes replies, a line of JSON each. What it prints goes nowhere
near the socket, so that no engine can spoil the replies. It dies with its parent, even if the parent is killed.
"""

from __future__ import annotations

import ctypes
import json
import os
import pickle
import signal
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sudokubench.answer import Budget, Outcome, Stop, Times
from sudokubench.backends import Backend
from sudokubench.backends.pool import lent_session
from sudokubench.harness.asking import ask, steady_memory, takes_batch, warm_up
from sudokubench.harness.finding import Finding, Termination
from sudokubench.problem import Instance, Problem

_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Job:
    """Many instances of one problem for one backend; `batches` allows to search them together."""

    backend: Backend
    problem: Problem
    instances: Sequence[Instance]
    limit: int | None
    wall_s: float | None
    batches: bool
    shown: int


TOGETHER, WARMS_UP, IDLE, FAILED = "together", "warms_up", "idle", "failed"
"""Keys of replies. The first reply to a job says that the session is open, from when on time counts: is there one
reply for all instances, or one for each; does a reply come first that says the engine has warmed up; and the memory of
the worker. The reply after the warm-up is that memory too. Every further one is the CPU time that it took, in
nanoseconds, and its findings. FAILED comes instead of any reply, with the reason, and the worker ends."""


def packed(finding: Finding, memory_bytes: int) -> list[object]:
    """A finding as plain values, with the peak memory of the process; `unpacked` is its inverse."""
    outcome, times = finding.outcome, finding.outcome.times
    return [
        outcome.count,
        outcome.stop.value,
        times.encode_ns,
        times.solve_ns,
        times.decode_ns,
        dict(outcome.stats),
        finding.solutions,
        finding.batch,
        finding.termination.value,
        finding.message,
        memory_bytes,
    ]


def unpacked(values: Sequence[object]) -> Finding:
    """Raises ValueError, TypeError or KeyError for anything that `packed` did not make."""
    count, stop, encode, solve, decode, stats, solutions, batch, termination, message, memory = values
    return Finding(
        Outcome(_int(count), Stop(stop), Times(_int(encode), _int(solve), _int(decode)), dict(stats)),  # type: ignore[call-overload]
        tuple(tuple(map(_int, solution)) for solution in solutions),  # type: ignore[attr-defined]
        _int(batch),
        Termination(termination),
        str(message),
        _int(memory),
    )


def _int(value: object) -> int:
    if type(value) is not int or not -(2**63) <= value < 2**63:
        raise TypeError(f"{value!r} is no whole number of 64 bits")
    return value


class _Memory:
    """The memory of this process in bytes; 0 where the system does not say.

    getrusage does not: its peak survives exec, and a child's begins with all that its parent has.
    """

    def __init__(self) -> None:
        self._status = None
        with suppress(OSError):
            self._status = os.open("/proc/self/status", os.O_RDONLY)  # kept: to read it again takes 3 µs

    @property
    def now(self) -> int:
        """Resident memory."""
        return self._read(b"VmRSS:")

    @property
    def peak(self) -> int:
        """The most that was resident since `forget_peak`."""
        return self._read(b"VmHWM:")

    def forget_peak(self) -> None:
        """From here on the peak counts anew; where the system refuses, it goes on from the start of the process."""
        with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as peak:
            peak.write("5")

    def _read(self, name: bytes) -> int:
        if self._status is None:
            return 0
        value = os.pread(self._status, 1 << 13, 0).partition(name)[2].split(None, 1)
        return int(value[0]) << 10 if value else 0


def main(fd: int, parent: int) -> None:
    """Serve jobs until the socket closes."""
    _die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle: it kills us
    channel = socket.socket(fileno=fd)
    jobs = channel.makefile("rb")
    warm: set[tuple[Backend, Problem]] = set()
    memory = _Memory()
    while True:
        try:
            if not jobs.peek(1):
                return
            for reply in _replies(pickle.load(jobs), warm, memory):
                channel.sendall(_line(reply))
        except OSError:
            return  # nobody listens any more
        except Exception as error:
            channel.sendall(_line({FAILED: f"{type(error).__name__}: {error}"}))
            return


def _line(reply: Any) -> bytes:
    return json.dumps(reply, separators=(",", ":")).encode() + b"\n"


def _replies(job: Job, warm: set[tuple[Backend, Problem]], memory: _Memory) -> Iterator[Any]:
    with lent_session(job.backend, job.problem) as session:
        together = job.batches and takes_batch(session, job.instances, job.limit, job.shown)
        cold = (job.backend, job.problem) not in warm
        yield {TOGETHER: together, WARMS_UP: cold, IDLE: memory.now}
        if cold:
            warm_up(session, job.problem)
            warm.add((job.backend, job.problem))
            yield memory.now
        budget = Budget(seconds=job.wall_s)
        with steady_memory():
            memory.forget_peak()  # that of opening is no puzzle's
            for part in [job.instances] if together else [[instance] for instance in job.instances]:
                begun = time.process_time_ns()
                findings = ask(session, part, job.limit, budget, job.shown)
                cpu_ns, peak = time.process_time_ns() - begun, memory.peak
                yield [cpu_ns, [packed(finding, peak) for finding in findings]]


def _die_with(parent: int) -> None:
    """Have the system kill this process when its parent ends; beyond Linux the closed socket must do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
