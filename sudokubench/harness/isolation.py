"""Isolated workers: each engine in a process of its own, which is killed at a limit of time or memory.

Some engines hold the interpreter's lock, ignore signals, abort the process or use too much memory. Each engine gets a
child process of its own, watched from outside. The child is killed with all its children when together they take too
long or too much memory for a puzzle; a new child goes on with the next puzzle. Each answer carries its own cost, so the
limits also hold for a puzzle that is answered between two checks.
"""

from __future__ import annotations

import json
import pickle
import socket
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Self

from sudokubench.answer import Times
from sudokubench.backends import Backend, spec_of
from sudokubench.backends.base import NoAnswer
from sudokubench.encodings.exact_cover import plain_cover
from sudokubench.errors import error_line, one_line, signal_name
from sudokubench.harness import words
from sudokubench.harness.finding import SHOWN, Finding, Question, Termination, failed
from sudokubench.harness.limits import GRACE_S, LARGEST_REPLY_BYTES, OPENING_BYTES, SHORT_REPLY_BYTES, Limits
from sudokubench.harness.worker import FAILED, IDLE, RESTS, TOGETHER, WARMS_UP, Job, unpacked
from sudokubench.problem import Instance, Problem
from sudokubench.processes import forks
from sudokubench.processes.tree import WorkerProcess
from sudokubench.words import Words

_LOOK_S = 0.02
"""Interval at which memory and CPU time are checked while a puzzle is searched, in seconds."""

_GATHER_S = 0.002
"""Time to gather answers before they are read, in seconds: waking up for each costs more than most searches."""


class _Broken(Exception):
    """The worker cannot continue its job."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


@dataclass(frozen=True, slots=True)
class _ReplyLimits:
    """The limits until the next reply; None for no limit. The wall clock gets `grace_s` more."""

    wall_s: float | None
    cpu_s: float | None = None
    memory_bytes: int | None = None
    grace_s: float = 0.0
    reply_bytes: int = SHORT_REPLY_BYTES

    def check(self, cpu_s: float, memory_bytes: int, times: Times, passed_s: float = 0.0) -> None:
        """Raise _Broken if this CPU time, memory or wall-clock time is too much."""
        ended = Termination.TIMEOUT
        if self.cpu_s is not None and cpu_s >= self.cpu_s:
            message, beyond = words.OVER_CPU.format(limit=self.cpu_s), _ns(cpu_s) - _ns(self.cpu_s)
        elif self.memory_bytes is not None and memory_bytes > self.memory_bytes:
            message = words.OVER_MEMORY.format(limit=self.memory_bytes >> 20)
            ended, beyond = Termination.MEMOUT, memory_bytes - self.memory_bytes
        elif self.wall_s is not None and passed_s >= self.wall_s + self.grace_s:
            message, beyond = words.OVER_WALL.format(limit=self.wall_s), _ns(passed_s) - _ns(self.wall_s)
        else:
            return
        finding = failed(ended, message.en, times)
        raise _Broken(replace(finding, memory_bytes=memory_bytes, cpu_ns=_ns(cpu_s), overshoot=beyond))


def _ns(seconds: float) -> int:
    return round(seconds * 1e9)


class IsolatedWorker:
    """A child process for one backend. It is a context manager: leaving it kills the child."""

    def __init__(self, engine: Backend, limits: Limits, core: int | None = None) -> None:
        """Set up; the child starts with the first question. It is pinned to the processor `core`, if given."""
        self._engine, self._limits, self._core = engine, limits, core
        self._process: WorkerProcess | None = None
        self._channel: socket.socket | None = None
        self._peak = 0
        self._opened: set[Problem] = set()
        self._lines: deque[bytes] = deque()
        self._rest = bytearray()
        self._served = 0
        self._memory_at_start = 0
        self.unopened: dict[Problem, Finding] = {}
        self.stopped = False
        self.recycled = 0
        forks.holders.add(self)

    def ask(self, problem: Problem, instances: Sequence[Instance], limit: int | None) -> list[Finding]:
        """Return the findings of this worker's backend about instances of a problem, see `answer`."""
        return self.answer(Question(self._engine, problem, instances, limit))

    def answer(self, question: Question) -> list[Finding]:
        """Return the findings for a question to this worker's backend, in order: for all instances, or for one turn.

        A finding states whether its instance broke a limit or made the worker fail. An engine that takes batches gets
        all instances at once; if that fails, they are asked one by one. If the problem cannot be opened, all instances
        of this and of later questions get the same finding. After `stop`, some instances may lack a finding.
        """
        instances = question.instances
        if question.problem in self.unopened:
            return [self.unopened[question.problem]] * len(instances)
        findings: list[Finding] = []
        batches = len(instances) > 1
        end = inf if question.turn_s is None else time.monotonic() + question.turn_s
        while len(findings) < len(instances) and not self.stopped:
            findings += self._job(replace(question, instances=instances[len(findings) :]), batches)
            batches = False  # a second job follows only if the first broke a limit or the worker
            if findings and time.monotonic() >= end:
                break
        return findings

    def _job(self, question: Question, batches: bool, again: bool = False) -> list[Finding]:
        """Return the findings up to the first that broke a limit or the worker; no finding if a batch did."""
        findings: list[Finding] = []
        ready = together = False
        at = words.WHILE_OPENING
        problem, n = question.problem, len(question.instances)
        opening, bounds = self._bounds(problem, question.shown)
        try:
            self._send(Job(question, self._limits, batches), opening)
            first = self._reply(opening)
            at, together, idle = words.WHILE_IDLE, first[TOGETHER], first[IDLE]
            bounds.check(0.0, idle, Times())
            if first[WARMS_UP]:
                at = words.WHILE_WARMING_UP
                idle = self._reply(bounds)
                at = words.WHILE_IDLE
            bounds.check(0.0, idle, Times())
            ready = True
            if problem not in self._opened and self._process is not None:
                self._opened.add(problem)
                self._process.bound_memory(bounds.memory_bytes)
            while len(findings) < n:
                if findings and not self._lines:
                    time.sleep(_GATHER_S)
                reply = self._reply(bounds)
                if findings and isinstance(reply, dict) and RESTS in reply:
                    break
                cpu_ns, memory, found = reply
                if not found:
                    raise NoAnswer(words.EMPTY_REPLY)
                memory = max(memory, self._peak)
                some = [unpacked(values, memory, question.shown) for values in found]
                for finding in some[:1]:  # all findings of a reply have the same cost
                    bounds.check(cpu_ns / 1e9, memory, finding.outcome.times)
                findings += map(self._refused_memory, some)
            if len(findings) > n or self._lines or self._rest:
                raise NoAnswer(words.MORE_ANSWERS.format(puzzles=n))
        except _Broken as broken:
            self.kill()
            ended = broken.finding.termination
            too_large = ended is Termination.MEMOUT and not ready
            if at is not words.WHILE_OPENING and not too_large:
                return [] if together else [*findings[: n - 1], broken.finding]
            # Try once more: perhaps something else killed the worker, or earlier work or compiling took its memory.
            if not again and ended in {Termination.CRASH, Termination.MEMOUT}:
                return self._job(question, batches, again=True)
            found = self._no_room(broken.finding, at) if too_large else broken.finding
            self.unopened[problem] = replace(found, unopened=True)
            return [self.unopened[problem]] * n
        except Exception as error:  # a reply that the worker did not write can cause any error
            self.kill()
            strange = failed(Termination.ERROR, words.UNREADABLE.format(why=error_line(error)).en)
            return [] if together else [*findings[: n - 1], strange]
        self._served += len(findings)
        if self._served >= self._limits.recycle_after or self._grown():
            self.recycled += 1
            self.kill()
        return findings

    def _bounds(self, problem: Problem, shown: int) -> tuple[_ReplyLimits, _ReplyLimits]:
        """Return the limits of opening a problem, and of each later reply with `shown` solutions."""
        solution_bytes = plain_cover(problem).primary * 11  # 64 bits an option, in base64
        reply = min(SHORT_REPLY_BYTES + (shown - SHOWN) * solution_bytes, LARGEST_REPLY_BYTES)
        limits = self._limits
        memory = limits.memory_bytes
        return (
            _ReplyLimits(limits.open_s, memory_bytes=None if memory is None else memory + OPENING_BYTES),
            _ReplyLimits(limits.wall_s, limits.cpu_s, memory, GRACE_S, reply),
        )

    def _no_room(self, finding: Finding, at: Words) -> Finding:
        """Return the finding with the message that the limit on memory is too low; `at` says what the worker did."""
        limit, taken = (self._limits.memory_bytes or 0) >> 20, -(-finding.memory_bytes >> 20)
        message = words.NO_ROOM.format(limit=limit, backend=spec_of(self._engine), taken=taken, at=at)
        return replace(finding, message=message.en)

    # -- messages -----------------------------------------------------------------------------------------------

    def _send(self, job: Job, opening: _ReplyLimits) -> None:
        channel = self._started(opening)
        assert self._process is not None
        if job.question.problem not in self._opened:
            self._process.bound_memory(opening.memory_bytes)
        channel.settimeout(self._limits.open_s)
        if type(self._engine).__module__ == "__main__":
            raise _Broken(failed(Termination.ERROR, words.OF_SCRIPT.en))
        try:
            message = pickle.dumps(job)
        except Exception as error:
            why = words.NOT_SENT.format(why=error_line(error)).en
            raise _Broken(failed(Termination.ERROR, why)) from error
        try:
            channel.sendall(message)
        except OSError:
            raise _Broken(self._post_mortem()) from None

    def _reply(self, bounds: _ReplyLimits) -> Any:
        """Return the next reply; raise _Broken if a limit was reached first, or if the child ended or failed."""
        self._peak = 0
        if not self._lines:
            self._receive(bounds)
        reply = json.loads(self._lines.popleft())
        if isinstance(reply, dict) and FAILED in reply:
            raise _Broken(self._refused_memory(failed(Termination.ERROR, one_line(str(reply[FAILED])))))
        return reply

    def _refused_memory(self, finding: Finding) -> Finding:
        """Return the finding, or a MEMOUT in its place if the system refused memory far beyond the limit."""
        limit, message = self._limits.memory_bytes, finding.message
        if limit is None or finding.termination is not Termination.ERROR:
            return finding
        if not any(word in message for word in ("MemoryError", "bad_alloc")):
            return finding
        taken = max(finding.memory_bytes, self._peak, limit + 1)
        why = words.OVER_MEMORY_WHY.format(limit=limit >> 20, why=message).en
        ended, beyond = Termination.MEMOUT, taken - limit
        return replace(finding, termination=ended, message=why, memory_bytes=taken, overshoot=beyond)

    def _receive(self, bounds: _ReplyLimits) -> None:
        """Wait for a line; meanwhile watch the cost of the child and all its children."""
        assert self._channel is not None
        assert self._process is not None
        start = looked = time.monotonic()
        self._process.family.begin()
        end = inf if bounds.wall_s is None else start + bounds.wall_s + bounds.grace_s
        while not self._lines:
            # A timeout of 0 would not wait at all.
            self._channel.settimeout(max(1e-4, min(looked + _LOOK_S, end) - time.monotonic()))
            try:
                data = self._channel.recv(1 << 16)
            except TimeoutError:
                data = None
            except OSError:
                data = b""
            if data == b"":
                raise _Broken(self._post_mortem())
            if data is not None:
                *whole, rest_of_line = data.split(b"\n")
                for line in whole:
                    self._lines.append(bytes(self._rest) + line)
                    self._rest.clear()
                self._rest += rest_of_line
                if self._lines:
                    return
            if self.stopped:
                raise _Broken(failed(Termination.ERROR, words.STOPPED.en))
            if len(self._rest) > bounds.reply_bytes:
                raise _Broken(failed(Termination.ERROR, words.LONG_REPLY.format(most=bounds.reply_bytes).en))
            now = time.monotonic()
            if now >= min(looked + _LOOK_S, end):
                looked, family = now, self._process.family
                self._peak = max(self._peak, family.memory_bytes(bounds.memory_bytes))
                times = Times(solve_ns=int((now - start) * 1e9))
                bounds.check(family.spent_s(), self._peak, times, now - start)

    # -- the process --------------------------------------------------------------------------------------------

    def _started(self, opening: _ReplyLimits) -> socket.socket:
        """Return the channel to a living child; start a child if necessary."""
        if self._channel is not None:
            self._channel.setblocking(False)
            try:
                self._channel.recv(1)  # between jobs the child sends nothing: only its end can be noticed
            except BlockingIOError:
                return self._channel
            except OSError:
                pass
        self.kill()
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._process = WorkerProcess(theirs, opening.memory_bytes, self._core)
        self._served = self._memory_at_start = 0
        self._opened.clear()
        return self._channel

    def _post_mortem(self) -> Finding:
        """Return a finding with the reason why the child closed the channel."""
        assert self._process is not None
        lived = self._process.outlives(GRACE_S)
        code = self._process.end()
        limit = self._limits.memory_bytes
        if self._process.ran_out_of_memory and limit is not None:
            over = words.OVER_MEMORY.format(limit=limit >> 20)
            return replace(failed(Termination.MEMOUT, over.en), memory_bytes=self._peak)
        if lived or code >= 0:
            what = words.CHANNEL_CLOSED if lived else words.WORKER_EXITED
            return failed(Termination.CRASH, what.format(backend=spec_of(self._engine), code=code).en)
        return failed(Termination.CRASH, signal_name(-code))

    def _grown(self) -> bool:
        assert self._process is not None
        now = self._process.family.memory_bytes()
        self._memory_at_start = self._memory_at_start or now
        return now - self._memory_at_start > self._limits.recycle_growth_bytes

    def stop(self) -> None:
        """Give up the current question and answer no further one; other threads may call this."""
        self.stopped = True
        process = self._process
        if process is not None:
            process.stop()

    def kill(self) -> None:
        """End the child and all its children; the next question starts a new child."""
        if self._process is not None:
            self._process.end()
            self._process = None
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        self._lines.clear()
        self._rest.clear()

    def forked(self) -> object:
        """See `forks.Holder`. In the forked process, the next question starts a new child."""
        held = self._process, self._channel
        self._process = self._channel = None
        self._lines, self._rest = deque(), bytearray()
        return held

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.kill()
