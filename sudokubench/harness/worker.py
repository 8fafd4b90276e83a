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
import resource
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sudokubench.answer import Budget, Outcome, Stop, Times
from sudokubench.backends import Backend
from sudokubench.board import Instance
from sudokubench.encodings.exact_cover import Problem
from sudokubench.harness.finding import Finding, Termination, ask, steady_memory, takes_batch, warm_up
from sudokubench.solving import lent_session

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


TOGETHER, WARMS_UP, FAILED = "together", "warms_up", "failed"
"""Keys of replies. The first reply to a job says that the session is open, from when on time counts: is there one
reply for all instances, or one for each; and does a reply that tells nothing come first, for the engine warms up.
FAILED comes instead of any reply, with the reason, and the worker ends."""


def packed(finding: Finding) -> list[object]:
    """A finding as plain values; `unpacked` is its inverse."""
    outcome, times = finding.outcome, finding.outcome.times
    return [
        outcome.count, outcome.stop.value, times.encode_ns, times.solve_ns, times.decode_ns,
        dict(outcome.stats), finding.solutions, finding.batch, finding.termination.value, finding.message,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    ]  # fmt: skip


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


def main(fd: int, parent: int) -> None:
    """Serve jobs until the socket closes."""
    _die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle: it kills us
    channel = socket.socket(fileno=fd)
    jobs = channel.makefile("rb")
    warm: set[tuple[Backend, Problem]] = set()
    while True:
        try:
            if not jobs.peek(1):
                return
            for reply in _replies(pickle.load(jobs), warm):
                channel.sendall(_line(reply))
        except OSError:
            return  # nobody listens any more
        except Exception as error:
            channel.sendall(_line({FAILED: f"{type(error).__name__}: {error}"}))
            return


def _line(reply: Any) -> bytes:
    return json.dumps(reply, separators=(",", ":")).encode() + b"\n"


def _replies(job: Job, warm: set[tuple[Backend, Problem]]) -> Iterator[Any]:
    with lent_session(job.backend, job.problem) as session:
        together = job.batches and takes_batch(session, job.instances, job.limit)
        cold = (job.backend, job.problem) not in warm
        yield {TOGETHER: together, WARMS_UP: cold}
        if cold:
            warm_up(session, job.problem)
            warm.add((job.backend, job.problem))
            yield None
        budget = Budget(seconds=job.wall_s)
        with steady_memory():
            for part in [job.instances] if together else [[instance] for instance in job.instances]:
                yield [packed(finding) for finding in ask(session, part, job.limit, budget)]


def _die_with(parent: int) -> None:
    """Have the system kill this process when its parent ends; beyond Linux the closed socket must do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
