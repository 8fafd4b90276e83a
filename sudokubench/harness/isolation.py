"""Isolated workers: limits that hold whatever an engine does.

Some engines hold the interpreter's lock, ignore signals, abort the process or eat memory. Each gets a child
process of its own, watched from outside: the child is killed, with all it started, when a puzzle takes too long
or too much memory, and the work goes on in a new one with the next puzzle.
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
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from typing import Self

from sudokubench.answer import Times
from sudokubench.backends import Backend, spec_of
from sudokubench.board import Instance
from sudokubench.encodings.exact_cover import Problem
from sudokubench.harness.finding import Finding, Termination, failed
from sudokubench.harness.worker import READY, Job, unpacked

_LOOK_S = 0.05
"""How often memory and CPU time are looked at while a puzzle is searched."""

_GRACE_S = 0.25
"""An engine that obeys its budget ends by itself at the limit; this much later any engine is killed."""

_LARGEST_REPLY = 1 << 28
"""Bytes."""

_PAGE_BYTES, _TICKS = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one puzzle may cost.

    Attributes:
        wall_s: Seconds on the clock; None for no limit.
        cpu_s: Seconds of CPU time, all threads together; None for no limit.
        memory_bytes: Resident memory of the worker; None for no limit.
        open_s: Seconds for starting the worker and opening a problem, which is no puzzle's time.
        recycle_after: A worker is replaced after so many puzzles.
        recycle_growth_bytes: A worker is replaced when its memory grew so much since it was opened.
    """

    wall_s: float | None = 60.0
    cpu_s: float | None = None
    memory_bytes: int | None = None
    open_s: float = 120.0
    recycle_after: int = 20_000
    recycle_growth_bytes: int = 512 << 20

    def described(self) -> dict[str, object]:
        """For the manifest."""
        return asdict(self)


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
        self._channel: Connection | None = None
        self._served = 0
        self._memory_at_start = 0
        self._stopped = False
        self.recycled = 0

    def ask(self, problem: Problem, instances: Sequence[Instance], limit: int | None) -> list[Finding]:
        """Findings for all instances, in order; those that broke a limit or the worker say so.

        An engine that takes batches gets all instances at once; if that fails they are asked one by one.
        """
        findings: list[Finding] = []
        batches = len(instances) > 1
        while len(findings) < len(instances) and not self._stopped:
            found = self._job(problem, instances[len(findings) :], limit, batches)
            if found is None:
                batches = False
            else:
                findings += found
        return findings

    def _job(
        self, problem: Problem, instances: Sequence[Instance], limit: int | None, batches: bool
    ) -> list[Finding] | None:
        """Findings up to and including the first that broke something; None if it was a batch that broke."""
        channel = self._started()
        findings: list[Finding] = []
        together = False
        try:
            channel.send_bytes(
                pickle.dumps(Job(self._engine, problem, instances, limit, self._limits.wall_s, batches))
            )
            broken = self._await(channel, self._limits.open_s, None, None)
            if broken is None:
                together = json.loads(channel.recv_bytes(_LARGEST_REPLY))[READY]
                self._memory_at_start = self._memory_at_start or self._memory()
            scale = len(instances) if together else 1
            while broken is None and len(findings) < len(instances):
                wall_s, cpu_s = self._limits.wall_s, self._limits.cpu_s
                grace = _GRACE_S if self._engine.interruptible else 0.0
                broken = self._await(
                    channel,
                    wall_s and wall_s * scale + grace,
                    cpu_s and cpu_s * scale,
                    self._limits.memory_bytes,
                )
                if broken is None:
                    findings += map(unpacked, json.loads(channel.recv_bytes(_LARGEST_REPLY)))
        except (EOFError, OSError):
            broken = self._post_mortem()
        except (ValueError, TypeError, KeyError) as error:
            broken = failed(Termination.ERROR, f"an answer that cannot be read: {error}")
        if broken is not None:
            self.kill()
            return None if together else [*findings, broken]
        self._served += len(instances)
        if self._served >= self._limits.recycle_after or self._grown():
            self.recycled += 1
            self.kill()
        return findings

    def _await(
        self, channel: Connection, wall_s: float | None, cpu_s: float | None, memory_bytes: int | None
    ) -> Finding | None:
        """None when a message has come, or what ended the wait."""
        start, cpu_start = time.monotonic(), self._cpu() if cpu_s is not None else 0.0
        while True:
            passed = time.monotonic() - start
            rest = _LOOK_S if wall_s is None else min(_LOOK_S, wall_s - passed)
            if channel.poll(max(0.0, rest)):
                return None
            times = Times(solve_ns=int((time.monotonic() - start) * 1e9))
            if wall_s is not None and time.monotonic() - start >= wall_s:
                return failed(Termination.TIMEOUT, f"more than {wall_s:g} s", times)
            if cpu_s is not None and self._cpu() - cpu_start >= cpu_s:
                return failed(Termination.TIMEOUT, f"more than {cpu_s:g} s of CPU time", times)
            if memory_bytes is not None and self._memory() > memory_bytes:
                return failed(Termination.MEMOUT, f"more than {memory_bytes >> 20} MB", times)

    # -- the process --------------------------------------------------------------------------------------------

    def _started(self) -> Connection:
        if self._channel is not None and self._process is not None and self._process.poll() is None:
            return self._channel
        self.kill()
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "sudokubench.harness.worker", str(theirs.fileno()), str(os.getpid())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # a process group of its own, so that what it starts dies with it
            )
        if self._core is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self._process.pid, {self._core})
        self._channel = Connection(ours.detach())
        self._served = self._memory_at_start = 0
        return self._channel

    def _post_mortem(self) -> Finding:
        """Why the child closed its end."""
        assert self._process is not None
        try:
            code = self._process.wait(timeout=5.0)
        except subprocess.TimeoutExpired:
            return failed(Termination.ERROR, "the worker closed its channel and lives on")
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
        try:
            with open(f"/proc/{self._process.pid}/stat", encoding="ascii", errors="replace") as stat:
                fields = stat.read().rpartition(")")[2].split()
                return (int(fields[11]) + int(fields[12])) / _TICKS
        except (OSError, IndexError):
            return 0.0

    def _grown(self) -> bool:
        return self._memory() - self._memory_at_start > self._limits.recycle_growth_bytes

    def stop(self) -> None:
        """From another thread: give up the question under way and answer no further one."""
        self._stopped = True
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

    def _signal(self) -> None:
        process = self._process
        if process is not None and process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.kill()
