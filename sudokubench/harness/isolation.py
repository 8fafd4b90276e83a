"""Isolated workers: limits that hold whatever an engine does.

Some engines hold the interpreter's lock, ignore signals, abort the process or eat memory. Each gets a child
process of its own, watched from outside: the child is killed, with all it started, when a puzzle takes too long
or too much memory, and the work goes on in a new one with the next puzzle. What answers before anybody has looked
says with its answer what that has cost.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from sudokubench import forks
from sudokubench.answer import Times
from sudokubench.backends import Backend, spec_of
from sudokubench.harness import worker
from sudokubench.harness.finding import SHOWN, Finding, Termination, failed
from sudokubench.harness.worker import FAILED, IDLE, TOGETHER, WARMS_UP, Job, unpacked
from sudokubench.problem import Instance, Problem

_LOOK_S = 0.05
"""How often memory and CPU time are looked at while a puzzle is searched."""

_GRACE_S = 0.25
"""An engine that obeys its budget ends by itself at the limit; this much later any engine is killed."""

_OPENING_BYTES = 1 << 30
"""So much more memory than for a puzzle may be taken for a while to open a problem: a first use compiles."""

_LARGEST_REPLY = 1 << 28
"""Bytes."""

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_CPU_CLOCK = 2
"""The kind of clock that counts CPU time as the scheduler does, in the number of a process's clock."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one puzzle may cost. Puzzles that an engine searches together may not cost more, all of them.

    Attributes:
        wall_s: Seconds on the clock; None for no limit.
        cpu_s: Seconds of CPU time, all threads together; None for no limit.
        memory_bytes: Resident memory of the worker, at its peak while it searches; None for no limit. What a worker
            takes before its first puzzle counts too, so a limit below that fails them all.
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
    """What may be spent before the next reply; None for no bound."""

    wall_s: float | None
    cpu_s: float | None = None
    memory_bytes: int | None = None

    def check(self, cpu_s: float, memory_bytes: int, times: Times) -> None:
        """Raises _Broken if so much CPU time or memory is too much."""
        if self.cpu_s is not None and cpu_s >= self.cpu_s:
            raise _Broken(failed(Termination.TIMEOUT, f"more than {self.cpu_s:g} s of CPU time", times))
        if self.memory_bytes is not None and memory_bytes > self.memory_bytes:
            finding = failed(Termination.MEMOUT, f"more than {self.memory_bytes >> 20} MB", times)
            raise _Broken(replace(finding, memory_bytes=memory_bytes))


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
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._lines: deque[bytes] = deque()
        self._rest = bytearray()
        self._served = 0
        self._memory_at_start = 0
        self._too_large: dict[Problem, Finding] = {}
        self.stopped = False
        self.recycled = 0
        forks.holders.add(self)

    def ask(
        self, problem: Problem, instances: Sequence[Instance], limit: int | None, shown: int = SHOWN
    ) -> list[Finding]:
        """Findings for all instances, in order; those that broke a limit or the worker say so.

        An engine that takes batches gets all instances at once; if that fails they are asked one by one. If the
        problem cannot even be opened within the limit on memory, or not at all, no instance is to blame, and all
        get the same finding.
        """
        if problem in self._too_large:
            return [self._too_large[problem]] * len(instances)
        findings: list[Finding] = []
        batches = len(instances) > 1
        while len(findings) < len(instances) and not self.stopped:
            found = self._job(problem, instances[len(findings) :], limit, shown, batches)
            batches = False  # from the second time on, something has broken
            findings += found
        return findings

    def _job(
        self,
        problem: Problem,
        instances: Sequence[Instance],
        limit: int | None,
        shown: int,
        batches: bool,
        again: bool = False,
    ) -> list[Finding]:
        """Findings up to and including the first that broke something; none if it was a batch that broke."""
        findings: list[Finding] = []
        opened = ready = together = False
        opening, bounds = self._bounds()
        try:
            self._send(Job(self._engine, problem, instances, limit, self._limits.wall_s, batches, shown))
            first = self._reply(opening)
            opened, together, idle = True, first[TOGETHER], first[IDLE]
            if first[WARMS_UP]:
                idle = max(idle, self._reply(bounds))
            bounds.check(0.0, idle, Times())
            ready = True
            while len(findings) < len(instances):
                cpu_ns, found = self._reply(bounds)
                some = list(map(unpacked, found))
                for finding in some[:1]:  # what they have cost together
                    bounds.check(cpu_ns / 1e9, finding.memory_bytes, finding.outcome.times)
                findings += some
            if len(findings) > len(instances):
                raise ValueError(f"{len(findings)} answers to {len(instances)} puzzles")
        except _Broken as broken:
            self.kill()
            ended = broken.finding.termination
            too_large = ended is Termination.MEMOUT and not ready
            if opened and not too_large:
                return [] if together else [*findings[: len(instances) - 1], broken.finding]
            # It was killed by somebody, perhaps; or it is large for it had much to do before, or has just compiled.
            if not again and ended in {Termination.CRASH, Termination.MEMOUT}:
                return self._job(problem, instances, limit, shown, batches, again=True)
            if not too_large:
                return [broken.finding] * len(instances)
            self._too_large[problem] = self._no_room(broken.finding)
            return [self._too_large[problem]] * len(instances)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            self.kill()
            strange = failed(Termination.ERROR, f"an answer that cannot be read: {error}")
            return [] if together else [*findings[: len(instances) - 1], strange]
        self._served += len(instances)
        if self._served >= self._limits.recycle_after or self._grown():
            self.recycled += 1
            self.kill()
        return findings

    def _bounds(self) -> tuple[_Bounds, _Bounds]:
        """Of opening a problem, and of each reply from then on."""
        limits = self._limits
        grace = _GRACE_S if self._engine.interruptible else 0.0
        memory = limits.memory_bytes
        return (
            _Bounds(limits.open_s, memory_bytes=None if memory is None else memory + _OPENING_BYTES),
            _Bounds(limits.wall_s and limits.wall_s + grace, limits.cpu_s, memory),
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

    def _send(self, job: Job) -> None:
        channel = self._started()
        channel.settimeout(self._limits.open_s)
        try:
            channel.sendall(pickle.dumps(job))
        except OSError:
            raise _Broken(self._post_mortem()) from None

    def _reply(self, bounds: _Bounds) -> Any:
        """The next message.

        Raises:
            _Broken: A limit was reached first, the child ended, or it reported that it failed.
        """
        if not self._lines:
            self._receive(bounds)
        reply = json.loads(self._lines.popleft())
        if isinstance(reply, dict) and FAILED in reply:
            raise _Broken(failed(Termination.ERROR, str(reply[FAILED])))
        return reply

    def _receive(self, bounds: _Bounds) -> None:
        """Wait for a line, and watch what the child costs meanwhile."""
        assert self._channel is not None
        wall_s, start, cpu_start = bounds.wall_s, time.monotonic(), self._cpu()
        while not self._lines:
            passed = time.monotonic() - start
            rest = _LOOK_S if wall_s is None else min(_LOOK_S, wall_s - passed)
            self._channel.settimeout(max(1e-4, rest))  # 0 would mean not to wait at all
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
            passed = time.monotonic() - start
            times = Times(solve_ns=int(passed * 1e9))
            if self.stopped:
                raise _Broken(failed(Termination.ERROR, "stopped"))
            if wall_s is not None and passed >= wall_s:
                raise _Broken(failed(Termination.TIMEOUT, f"more than {wall_s:g} s", times))
            bounds.check(self._cpu() - cpu_start, self._memory(), times)
            if len(self._rest) > _LARGEST_REPLY:
                raise _Broken(failed(Termination.ERROR, f"an answer of more than {_LARGEST_REPLY:,} bytes"))

    # -- the process --------------------------------------------------------------------------------------------

    def _started(self) -> socket.socket:
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
            self._process = subprocess.Popen(
                # -P: a file in the current folder must not hide a module; what we can import the child can.
                [sys.executable, "-P", "-m", worker.__name__, str(theirs.fileno()), str(os.getpid())],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # a process group of its own, so that what it starts dies with it
            )
        if self._core is not None and hasattr(os, "sched_setaffinity"):
            with suppress(ProcessLookupError):
                os.sched_setaffinity(self._process.pid, {self._core})
        self._served = self._memory_at_start = 0
        return self._channel

    def _post_mortem(self) -> Finding:
        """Why the child closed its end: its exit status is settled by then, and what it started must die too."""
        assert self._process is not None
        self._signal()
        code = self._process.wait()
        if code >= 0:
            return failed(Termination.CRASH, f"the worker of {spec_of(self._engine)} exited with {code}")
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return failed(Termination.CRASH, name)

    def _memory(self) -> int:
        """Resident bytes of the child; 0 if it is gone or the system does not say."""
        assert self._process is not None
        try:
            with open(f"/proc/{self._process.pid}/statm", encoding="ascii") as statm:
                return int(statm.read().split()[1]) * _PAGE_BYTES
        except (OSError, IndexError):
            return 0

    def _cpu(self) -> float:
        """Seconds of CPU time of the child so far; 0 if it is gone or the system does not say."""
        assert self._process is not None
        try:  # the number that clock_getcpuclockid(3) gives: some 0.4 µs, where reading /proc takes 10
            return time.clock_gettime(~self._process.pid << 3 | _CPU_CLOCK)
        except OSError:
            return 0.0

    def _grown(self) -> bool:
        now = self._memory()
        self._memory_at_start = self._memory_at_start or now
        return now - self._memory_at_start > self._limits.recycle_growth_bytes

    def stop(self) -> None:
        """From another thread: give up the question under way and answer no further one."""
        self.stopped = True
        self._signal()

    def kill(self) -> None:
        """End the child and all that it started; the next question starts a new one."""
        self._signal()
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self._process is not None:
            self._process.wait()
            self._process = None
        self._lines.clear()
        self._rest.clear()

    def forked(self) -> object:
        """See `forks.Holder`: the next question here starts a process of our own."""
        held = self._process, self._channel
        self._process = self._channel = None
        self._lines, self._rest = deque(), bytearray()
        return held

    def _signal(self) -> None:
        """Kill the group. Its number is the child's, which is free for others only once we have waited for it."""
        process = self._process
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.kill()
