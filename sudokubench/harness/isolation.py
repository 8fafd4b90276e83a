"""Isolated workers: limits that hold whatever an engine does.

Some engines hold the interpreter's lock, ignore signals, abort the process or eat memory. Each gets a child
process of its own, watched from outside: the child is killed, with all it started, when these take too long or too
much memory for a puzzle, all together, and the work goes on in a new one with the next puzzle. What answers before
anybody has looked says with its answer what that has cost.
"""

from __future__ import annotations

import json
import pickle
import signal
import socket
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import inf
from typing import Any, Self

from sudokubench import forks
from sudokubench.answer import Times
from sudokubench.backends import Backend, spec_of
from sudokubench.backends.gate import NoAnswer
from sudokubench.encodings.exact_cover import plain_cover
from sudokubench.errors import one_line, signal_name, told
from sudokubench.harness.finding import OF_CPU_TIME, SHOWN, Finding, Question, Termination, failed
from sudokubench.harness.process_tree import WorkerProcess
from sudokubench.harness.worker import FAILED, IDLE, RESTS, TOGETHER, WARMS_UP, Job, unpacked
from sudokubench.problem import Instance, Problem

_LOOK_S = 0.02
"""How often memory and CPU time are looked at while a puzzle is searched."""

_GATHER_S = 0.002
"""So long answers gather before they are looked for: to be woken for each costs more than most searches."""

_GRACE_S = 0.25
"""An engine that obeys its budget ends by itself at the limit; this much later any engine is killed."""

_OPENING_BYTES = 1 << 30
"""So much more memory than for a puzzle may be taken for a while to open a problem: a first use compiles."""

_SHORT_REPLY, _LARGEST_REPLY = 1 << 21, 1 << 28
"""Bytes. An answer is shorter than the first, see `finding.checked`, unless it is to show many solutions."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one puzzle may cost. Puzzles that an engine searches together may not cost more, all of them.

    Attributes:
        wall_s: Seconds on the clock; None for no limit.
        cpu_s: Seconds of CPU time of the worker and all that it has started; None for no limit.
        memory_bytes: Resident memory of all these, at its peak while they search; None for no limit. What they take
            before their first puzzle counts too, so a limit below that fails them all.
        open_s: Seconds for starting the worker and opening a problem, which is no puzzle's time.
        recycle_after: A worker is replaced after so many puzzles.
        recycle_growth_bytes: A worker is replaced when its memory grew so much since its first question.
    """

    wall_s: float | None = 60.0
    cpu_s: float | None = None
    memory_bytes: int | None = None
    open_s: float = 120.0
    recycle_after: int = 20_000
    recycle_growth_bytes: int = 64 << 20

    def described(self) -> dict[str, object]:
        """For the manifest."""
        return asdict(self)


class _Broken(Exception):
    """The worker cannot go on with its job."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


@dataclass(frozen=True, slots=True)
class _Bounds:
    """What may be spent before the next reply; None for no bound. The clock is given `grace_s` more."""

    wall_s: float | None
    cpu_s: float | None = None
    memory_bytes: int | None = None
    grace_s: float = 0.0
    reply_bytes: int = _SHORT_REPLY

    def check(self, cpu_s: float, memory_bytes: int, times: Times, passed_s: float = 0.0) -> None:
        """Raises _Broken if so much CPU time, memory or time on the clock is too much."""
        if self.cpu_s is not None and cpu_s >= self.cpu_s:
            message, beyond = f"{self.cpu_s:g} {OF_CPU_TIME}", _ns(cpu_s) - _ns(self.cpu_s)
        elif self.memory_bytes is not None and memory_bytes > self.memory_bytes:
            message, beyond = f"{self.memory_bytes >> 20} MB", memory_bytes - self.memory_bytes
        elif self.wall_s is not None and passed_s >= self.wall_s + self.grace_s:
            message, beyond = f"{self.wall_s:g} s", _ns(passed_s) - _ns(self.wall_s)
        else:
            return
        ended = Termination.MEMOUT if message.endswith("MB") else Termination.TIMEOUT
        finding = failed(ended, f"more than {message}", times)
        raise _Broken(replace(finding, memory_bytes=memory_bytes, cpu_ns=_ns(cpu_s), overshoot=beyond))


def _ns(seconds: float) -> int:
    return round(seconds * 1e9)


class IsolatedWorker:
    """One child process for one backend. A context manager; leaving it kills the child."""

    def __init__(self, engine: Backend, limits: Limits, core: int | None = None) -> None:
        """Nothing starts before the first question.

        Args:
            engine: The backend.
            limits: What one puzzle may cost.
            core: Pin the child to this processor.
        """
        self._engine = engine
        self._limits = limits
        self._core = core
        self._process: WorkerProcess | None = None
        self._channel: socket.socket | None = None
        self._peak = 0
        self._opened: set[Problem] = set()
        self._lines: deque[bytes] = deque()
        self._rest = bytearray()
        self._served = 0
        self._memory_at_start = 0
        self._too_large: dict[Problem, Finding] = {}
        self.stopped = False
        self.recycled = 0
        forks.holders.add(self)

    def ask(
        self,
        problem: Problem,
        instances: Sequence[Instance],
        limit: int | None,
        shown: int = SHOWN,
        turn_s: float | None = None,
    ) -> list[Finding]:
        """Findings for all instances, in order, or those of a turn; those that broke a limit or the worker say so.

        An engine that takes batches gets all instances at once; if that fails they are asked one by one. If the
        problem cannot even be opened within the limit on memory, or not at all, no instance is to blame, and all
        get the same finding.
        """
        if problem in self._too_large:
            return [self._too_large[problem]] * len(instances)
        findings: list[Finding] = []
        batches = len(instances) > 1
        end = inf if turn_s is None else time.monotonic() + turn_s
        while len(findings) < len(instances) and not self.stopped:
            found = self._job(problem, instances[len(findings) :], limit, shown, turn_s, batches)
            batches = False  # from the second time on, something has broken
            findings += found
            if findings and time.monotonic() >= end:
                break
        return findings

    def answer(self, question: Question) -> list[Finding]:
        """The same for a question to this worker's backend."""
        return self.ask(question.problem, question.instances, question.limit, question.shown, question.turn_s)

    def _job(
        self,
        problem: Problem,
        instances: Sequence[Instance],
        limit: int | None,
        shown: int,
        turn_s: float | None,
        batches: bool,
        again: bool = False,
    ) -> list[Finding]:
        """Findings of a turn, to the first that broke something if one did; none if it was a batch that broke."""
        findings: list[Finding] = []
        opened = ready = together = False
        opening, bounds = self._bounds(problem, shown)
        try:
            job = Job(self._engine, problem, instances, limit, self._limits, batches, shown, turn_s)
            self._send(job, opening)
            first = self._reply(opening)
            opened, together, idle = True, first[TOGETHER], first[IDLE]
            if first[WARMS_UP]:
                idle = max(idle, self._reply(bounds))
            bounds.check(0.0, idle, Times())
            ready = True
            if problem not in self._opened and self._process is not None:
                self._opened.add(problem)
                self._process.bound_memory(bounds.memory_bytes)
            while len(findings) < len(instances):
                if findings and not self._lines:
                    time.sleep(_GATHER_S)
                reply = self._reply(bounds)
                if findings and isinstance(reply, dict) and RESTS in reply:
                    break
                cpu_ns, memory, found = reply
                if not found:
                    raise NoAnswer("no answer in a reply")
                memory = max(memory, self._peak)
                some = [unpacked(values, memory, shown) for values in found]
                for finding in some[:1]:  # what they have cost together
                    bounds.check(cpu_ns / 1e9, memory, finding.outcome.times)
                findings += [
                    self._refused_memory(finding) if finding.termination is Termination.ERROR else finding
                    for finding in some
                ]
            if len(findings) > len(instances) or self._lines or self._rest:
                raise NoAnswer(f"more than {len(instances)} answers to {len(instances)} puzzles")
        except _Broken as broken:
            self.kill()
            ended = broken.finding.termination
            too_large = ended is Termination.MEMOUT and not ready
            if opened and not too_large:
                return [] if together else [*findings[: len(instances) - 1], broken.finding]
            # It was killed by somebody, perhaps; or it is large for it had much to do before, or has just compiled.
            if not again and ended in {Termination.CRASH, Termination.MEMOUT}:
                return self._job(problem, instances, limit, shown, turn_s, batches, again=True)
            if not too_large:
                return [broken.finding] * len(instances)
            self._too_large[problem] = self._no_room(broken.finding)
            return [self._too_large[problem]] * len(instances)
        except Exception as error:  # whatever may come of a reply that the worker has not made
            self.kill()
            strange = failed(Termination.ERROR, f"an answer that cannot be read: {told(error)}")
            return [] if together else [*findings[: len(instances) - 1], strange]
        self._served += len(findings)
        if self._served >= self._limits.recycle_after or self._grown():
            self.recycled += 1
            self.kill()
        return findings

    def _bounds(self, problem: Problem, shown: int) -> tuple[_Bounds, _Bounds]:
        """Of opening a problem, and of each reply from then on, with so many solutions in it."""
        cover = plain_cover(problem)
        solution_bytes = cover.primary * 11  # 64 bits an option, in base64
        reply = min(_SHORT_REPLY + (shown - SHOWN) * solution_bytes, _LARGEST_REPLY)
        limits = self._limits
        memory = limits.memory_bytes
        return (
            _Bounds(limits.open_s, memory_bytes=None if memory is None else memory + _OPENING_BYTES),
            _Bounds(limits.wall_s, limits.cpu_s, memory, _GRACE_S, reply),
        )

    def _no_room(self, finding: Finding) -> Finding:
        """The limit on memory cannot be kept, as the message of a finding."""
        limit, taken = (self._limits.memory_bytes or 0) >> 20, -(-finding.memory_bytes >> 20)
        message = (
            f"more than {limit} MB before its first puzzle: the idle worker of {spec_of(self._engine)} "
            f"takes {taken} MB, so give a larger limit on memory"
        )
        return replace(finding, message=message)

    # -- messages -----------------------------------------------------------------------------------------------

    def _send(self, job: Job, opening: _Bounds) -> None:
        channel = self._started(opening)
        assert self._process is not None
        if job.problem not in self._opened:
            self._process.bound_memory(opening.memory_bytes)
        channel.settimeout(self._limits.open_s)
        try:
            message = pickle.dumps(job)
        except Exception as error:
            why = f"it cannot be sent to a worker: {told(error)}"
            raise _Broken(failed(Termination.ERROR, why)) from error
        try:
            channel.sendall(message)
        except OSError:
            raise _Broken(self._post_mortem()) from None

    def _reply(self, bounds: _Bounds) -> Any:
        """The next message.

        Raises:
            _Broken: A limit was reached first, the child ended, or it reported that it failed.
        """
        self._peak = 0
        if not self._lines:
            self._receive(bounds)
        reply = json.loads(self._lines.popleft())
        if isinstance(reply, dict) and FAILED in reply:
            raise _Broken(self._refused_memory(failed(Termination.ERROR, one_line(str(reply[FAILED])))))
        return reply

    def _refused_memory(self, finding: Finding) -> Finding:
        """The finding; as a MEMOUT if the system has refused memory, which it does far beyond the limit."""
        limit, message = self._limits.memory_bytes, finding.message
        if limit is None or not any(word in message for word in ("MemoryError", "bad_alloc")):
            return finding
        taken = max(finding.memory_bytes, self._peak, limit + 1)
        beyond = replace(finding, message=f"more than {limit >> 20} MB: {message}", memory_bytes=taken)
        return replace(beyond, termination=Termination.MEMOUT, overshoot=taken - limit)

    def _receive(self, bounds: _Bounds) -> None:
        """Wait for a line, and watch what the child and all that it started cost meanwhile."""
        assert self._channel is not None
        assert self._process is not None
        start = looked = time.monotonic()
        self._process.family.begin()
        end = inf if bounds.wall_s is None else start + bounds.wall_s + bounds.grace_s
        while not self._lines:
            self._channel.settimeout(
                max(1e-4, min(looked + _LOOK_S, end) - time.monotonic())
            )  # 0 is not to wait
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
                raise _Broken(failed(Termination.ERROR, "stopped"))
            if len(self._rest) > bounds.reply_bytes:
                raise _Broken(
                    failed(Termination.ERROR, f"an answer of more than {bounds.reply_bytes:,} bytes")
                )
            now = time.monotonic()
            if now >= min(looked + _LOOK_S, end):
                looked, family = now, self._process.family
                self._peak = max(self._peak, family.memory_bytes(bounds.memory_bytes))
                times = Times(solve_ns=int((now - start) * 1e9))
                bounds.check(family.spent_s(), self._peak, times, now - start)

    # -- the process --------------------------------------------------------------------------------------------

    def _started(self, opening: _Bounds) -> socket.socket:
        """The channel to a child that is alive; a new one if there is none."""
        if self._channel is not None:
            self._channel.setblocking(False)
            try:
                self._channel.recv(1)  # between jobs there is nothing to read but the end
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
        """Why the child closed its end."""
        assert self._process is not None
        lived = self._process.outlives(_GRACE_S)
        code = self._process.end()
        limits, finding = self._limits, None
        if self._process.ran_out_of_memory and limits.memory_bytes is not None:
            finding = failed(Termination.MEMOUT, f"more than {limits.memory_bytes >> 20} MB")
        elif code == -signal.SIGXCPU and limits.cpu_s is not None:
            finding = failed(Termination.TIMEOUT, f"more than {limits.cpu_s:g} {OF_CPU_TIME}")
        if finding is not None:
            return replace(finding, memory_bytes=self._peak)
        if lived or code >= 0:
            what = "closed its channel" if lived else f"exited with {code}"
            return failed(Termination.CRASH, f"the worker of {spec_of(self._engine)} {what}")
        return failed(Termination.CRASH, signal_name(-code))

    def _grown(self) -> bool:
        assert self._process is not None
        now = self._process.family.memory_bytes()
        self._memory_at_start = self._memory_at_start or now
        return now - self._memory_at_start > self._limits.recycle_growth_bytes

    def stop(self) -> None:
        """From another thread: give up the question under way and answer no further one."""
        self.stopped = True
        process = self._process
        if process is not None:
            process.stop()

    def kill(self) -> None:
        """End the child and all that it started; the next question starts a new one."""
        if self._process is not None:
            self._process.end()
            self._process = None
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        self._lines.clear()
        self._rest.clear()

    def forked(self) -> object:
        """See `forks.Holder`: the next question here starts a process of our own."""
        held = self._process, self._channel
        self._process = self._channel = None
        self._lines, self._rest = deque(), bytearray()
        return held

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.kill()
