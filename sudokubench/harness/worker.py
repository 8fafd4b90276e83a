"""The process of an isolated worker: it opens the problem of each job and answers the instances, singly or as a batch.

Its supervisor starts it. It reads jobs (pickles) from a socket, and writes replies (lines of JSON). Its printed output
does not go to the socket, so that no engine can spoil the replies.
"""

from __future__ import annotations

import json
import pickle
import signal
import socket
from array import array
from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from sudokubench.answer import Budget, Outcome, Stop, Times
from sudokubench.backends import Backend
from sudokubench.backends.pool import lent_session
from sudokubench.errors import error_line
from sudokubench.harness.asking import costed, steady_memory, takes_batch, warm_up
from sudokubench.harness.finding import SHOWN, Finding, Question, Termination, checked
from sudokubench.problem import Problem
from sudokubench.processes.tree import OwnCost

if TYPE_CHECKING:
    from sudokubench.harness.limits import Limits

_FINDINGS_A_REPLY = 64
"""Largest number of findings in a reply. Replies are short, so that a reply spoiled by an engine is recognised."""
_ENCODER = json.JSONEncoder(separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Job:
    """A question with the limits of its engine; `batches` permits the engine to search all instances together."""

    question: Question
    limits: Limits
    batches: bool


TOGETHER, WARMS_UP, IDLE, FAILED, RESTS = "together", "warms_up", "idle", "failed", "rests"
"""Keys of replies. The first reply to a job means that the session is open and that time counts from now on. It states
three values: whether all instances are searched as a batch, whether the next reply comes after a warm-up, and the
memory of the worker and all its children, in bytes. The reply after the warm-up states only this memory. Every further
reply has the CPU time of these processes in nanoseconds, their peak memory in bytes, and findings. RESTS comes last if
instances are left for another turn. FAILED replaces any reply; it has the reason, and the worker ends.
"""


def packed(finding: Finding) -> list[object]:
    """Return a finding as plain values for `unpacked`, without its memory and overshoot."""
    outcome, times = finding.outcome, finding.outcome.times
    shown = [b2a_base64(array("q", solution), newline=False).decode() for solution in finding.solutions]
    return [
        outcome.count, outcome.stop.value, times.encode_ns, times.solve_ns, times.decode_ns, dict(outcome.stats),
        shown, finding.batch, finding.termination.value, finding.message, finding.cpu_ns,
    ]  # fmt: skip


def unpacked(values: Sequence[Any], memory_bytes: int = 0, most: int = SHOWN) -> Finding:
    """Return the finding whose plain values `packed` returned; `memory_bytes` becomes its memory.

    The finding has no overshoot. Refuse more than `most` solutions.

    Raises NoAnswer, ValueError or TypeError if the values do not come from `packed`.
    """
    count, stop, encode, solve, decode, stats, solutions, batch, termination, message, cpu_ns = values
    outcome = Outcome(count, Stop(stop), Times(encode, solve, decode), stats)
    shown = tuple(tuple(array("q", a2b_base64(solution))) for solution in solutions)
    return checked(
        Finding(outcome, shown, batch, Termination(termination), message, memory_bytes, cpu_ns), most
    )


def main(fd: int) -> None:
    """Serve jobs until the socket closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C: it kills this process
    channel = socket.socket(fileno=fd)
    jobs = channel.makefile("rb")
    warm: set[tuple[Backend, Problem, int]] = set()
    cost = OwnCost()
    while True:
        try:
            if not jobs.peek(1):
                return
            _do(pickle.load(jobs), warm, cost, partial(_send, channel))
        except _Alone:
            return
        except BaseException as error:  # an engine's exception; a Ctrl-C does not arrive here
            with suppress(_Alone):
                _send(channel, {FAILED: error_line(error)})
            return


class _Alone(Exception):
    """The parent has ended."""


def _send(channel: socket.socket, reply: Any) -> None:
    line = _ENCODER.encode(reply).encode() + b"\n"
    try:
        channel.sendall(line)
    except OSError as error:
        raise _Alone from error


def _do(
    job: Job, warm: set[tuple[Backend, Problem, int]], cost: OwnCost, reply: Callable[[Any], None]
) -> None:
    question, limits, left = job.question, job.limits, len(job.question.instances)
    with lent_session(question.engine, question.problem) as session:
        together = job.batches and takes_batch(session, question.instances, question.limit, question.shown)
        boards = left if together else 1
        kind = question.engine, question.problem, boards.bit_length()
        cold = kind not in warm
        reply({TOGETHER: together, WARMS_UP: cold, IDLE: cost.memory_bytes(limits.memory_bytes)})
        if cold:
            warm_up(session, question.problem, boards, question.limit)
            warm.add(kind)
            reply(cost.memory_bytes(limits.memory_bytes))
        with steady_memory():
            cost.forget_peak()  # a puzzle does not pay for opening
            cost.memory_limit = limits.memory_bytes
            turn = costed(session, question, Budget(seconds=limits.wall_s), cost, together)
            # No RLIMIT_CPU: while the system limits it, the CPU clock of a process advances by whole ticks only.
            for findings in turn:
                left -= len(findings)
                for i in range(0, len(findings), _FINDINGS_A_REPLY):
                    reply([*cost.spent, list(map(packed, findings[i : i + _FINDINGS_A_REPLY]))])
    if left:
        reply({RESTS: left})
