"""A worker and the processes that it has started: their common cost, and how they end.

A clock shows the CPU time of the worker alone. If the worker has started other processes, its control group shows the
CPU time of all. Without a group the times are added up: the time of an ended process and of its children counts for its
parent. On Linux, files show some values quickly (10 µs); psutil measures all others.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING

from sudokubench.processes import supervisor
from sudokubench.processes.control_group import ControlGroup
from sudokubench.processes.supervisor import below, children

if TYPE_CHECKING:
    import socket

_LINUX = sys.platform == "linux"
_CPU_CLOCK = 2
"""Last three bits of the number of a clock on Linux that shows the CPU time of a process."""
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")

_RESTING_S = 0.001
"""Longest time to wait until all descendants rest after an answer, in seconds."""

_supervisors: set[int] = set()
"""Process ids of the supervisors that this process has started. The cost of workers does not count for this process."""


class ProcessFamily:
    """A process and all its descendants."""

    def __init__(self, pid: int, group: ControlGroup | None = None) -> None:
        """`group` is the control group of all these processes, if any."""
        self.pid = pid
        self._group = group
        self.foreign: Collection[int] = ()
        """Children of the process that do not count; their descendants do not count, either."""
        self._alone = True
        self._own_begun_s = 0.0
        self._others_begun_s: float | None = None

    def lives(self) -> bool:
        """Return whether the process itself still runs."""
        import psutil

        try:
            return bool(psutil.Process(self.pid).status() != psutil.STATUS_ZOMBIE)
        except psutil.Error:
            return False

    def begin(self) -> None:
        """Restart the count of `spent_s`."""
        self._own_begun_s = self.own_cpu_s
        self._others_begun_s = None if self._alone else self._others_cpu_s()

    def spent_s(self) -> float:
        """Return the CPU time of all processes since `begin`, in seconds.

        If the process had no known descendants at `begin`, those found by the first call count from that call on.
        """
        others_s = self._others_cpu_s()
        if self._others_begun_s is None:
            self._others_begun_s = others_s
        return self.own_cpu_s - self._own_begun_s + max(0.0, others_s - self._others_begun_s)

    def memory_bytes(self, limit: int | None = None) -> int:
        """Return the resident memory of all processes, in bytes.

        With a control group, return the current memory of the group, with the files that it has read. Without one,
        shared memory pages count for each process. They are divided among the processes only if the sum exceeds
        `limit`, because dividing takes a millisecond for each process.
        """
        if self._group is not None and (together := self._group.memory_bytes) is not None:
            return together
        pids = [self.pid, *self._others()]
        resident = sum(map(_resident_bytes, pids))
        if limit is None or resident <= limit or len(pids) == 1:
            return resident
        import psutil

        divided = 0
        for pid in pids:
            with suppress(psutil.Error, AttributeError):  # not every system can divide shared pages
                divided += psutil.Process(pid).memory_full_info().pss
        return divided or resident

    def living_cpu_s(self) -> float:
        """Return the CPU time of all living descendants, and of their ended children, in seconds.

        While a process runs, Linux shows its CPU time at the last clock tick, up to 4 ms ago. After an answer a process
        rests within microseconds, so this function waits a moment until all rest. If a process still runs after that,
        its time is read as it is.
        """
        others = self._others()
        end = time.monotonic() + _RESTING_S
        while any(map(_runs, others)) and time.monotonic() < end:
            time.sleep(_RESTING_S / 20)
        return sum(map(_cpu_s, others))

    def _others(self) -> list[int]:
        """Return the process ids of the descendants."""
        found = below(self.pid, _supervisors.union(self.foreign))
        self._alone = self._alone and not found
        return found

    @property
    def own_cpu_s(self) -> float:
        """CPU time of the process itself, in seconds; 0 where only psutil can read this time."""
        return _clock_s(self.pid)

    def _others_cpu_s(self) -> float:
        """Return the CPU time of the descendants, up to a constant, in seconds."""
        others = self._others()
        if self._group is not None and (together := self._group.cpu_s) is not None:
            return together - self.own_cpu_s
        return 0.0 if self._alone and _LINUX else sum(map(_cpu_s, others)) + _cpu_s(self.pid, own=not _LINUX)


def _resident_bytes(pid: int) -> int:
    """Return the resident memory of a process in bytes; 0 if it has ended."""
    if _LINUX:
        with suppress(OSError, IndexError), open(f"/proc/{pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * _PAGE_BYTES
        return 0
    import psutil

    with suppress(psutil.Error):
        return int(psutil.Process(pid).memory_info().rss)
    return 0


def _clock_s(pid: int) -> float:
    """Return the CPU time of a process in seconds; 0 if it has ended, or where only psutil can read this time."""
    try:  # the number that clock_getcpuclockid(3) gives: some 0.4 µs, while reading /proc takes 10
        return time.clock_gettime(~pid << 3 | _CPU_CLOCK) if _LINUX else 0.0
    except OSError:
        return 0.0


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat from the state on; empty if the process has ended, or without Linux."""
    with suppress(OSError), open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
        return stat.read().rpartition(")")[2].split()
    return []


def _runs(pid: int) -> bool:
    """Return whether the first thread of a process runs or waits for a processor; False except on Linux."""
    return _stat(pid)[:1] == ["R"]


def _cpu_s(pid: int, own: bool = True) -> float:
    """Return the CPU time of a process (if `own`) and of its ended children, in seconds."""
    if _LINUX:
        ended = _stat(pid)[13:15]  # in steps of 10 ms
        return sum(map(int, ended)) * _TICK_S + (_clock_s(pid) if own else 0.0)
    import psutil

    with suppress(psutil.Error):
        times = psutil.Process(pid).cpu_times()
        spent = times.children_user + times.children_system
        return float(spent + times.user + times.system if own else spent)
    return 0.0


class OwnCost:
    """The cost of an engine in this process: of the process itself, and of the processes that the engine has started.

    Processes that another engine has started here do not count.
    """

    def __init__(self) -> None:
        self._family = ProcessFamily(os.getpid())
        self.memory_bytes = self._family.memory_bytes
        self._started: set[int] = set()
        self._own_begun_ns = 0
        self._others_begun_s = 0.0
        self.memory_limit: int | None = None
        self.others_ns = 0
        """CPU time of other processes of the engine for the last piece of work, in nanoseconds."""
        self.spent = 0, 0
        """Cost of the last piece of work: CPU time of all these processes in nanoseconds, and resident memory in bytes.

        On Linux, the memory is the larger of two values: this process's peak since `forget_peak`, and the memory of all
        processes at the end. Other systems give only the memory at the end.
        """

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Mark a turn of the engine: children that appear while it opens sessions and searches are its own."""
        foreign = _children() - self._started
        self._family.foreign = foreign
        try:
            yield
        finally:
            self._started = _children() - foreign

    def begin(self) -> None:
        """Begin a piece of work; earlier costs do not count."""
        self._others_begun_s = self._others_cpu_s(_has_children())
        self._own_begun_ns = time.process_time_ns()

    def end(self) -> None:
        """End a piece of work."""
        own_ns = time.process_time_ns() - self._own_begun_ns
        peak = 0
        if _LINUX:  # a forked process has its own peak; after an exec it keeps the old peak
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
        if parent := _has_children():
            peak = max(peak, self._family.memory_bytes(self.memory_limit))
        self.others_ns = max(0, int((self._others_cpu_s(parent) - self._others_begun_s) * 1e9))
        self.spent = own_ns + self.others_ns, peak

    def _others_cpu_s(self, parent: bool) -> float:
        """Return the CPU time of the engine's other processes, up to a constant, in seconds."""
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return ended.ru_utime + ended.ru_stime + (self._family.living_cpu_s() if parent else 0.0)

    def forget_peak(self) -> None:
        """Begin a new peak; if the system refuses, the peak since the start of the process remains."""
        with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as peak:
            peak.write("5")


def _children() -> set[int]:
    """Return the process ids of all children of this process. Listing takes 50 µs, so first see if there are any."""
    return set(children(os.getpid())) if _has_children(workers=True) else set()


def _has_children(workers: bool = False) -> bool:
    """Return whether this process has children, including ended children for which it has not waited.

    Orphans below a worker are its children. Workers have process groups of their own and count only with `workers`.
    The check takes 1 µs on Linux; on other systems the answer is always True.
    """
    if not _LINUX:
        return True
    which = (os.P_PGID, os.getpgrp()) if _supervisors and not workers else (os.P_ALL, 0)
    try:
        os.waitid(*which, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


class WorkerProcess:
    """A worker and its supervisor, as seen by the process that started them."""

    def __init__(
        self, channel: socket.socket, memory_bytes: int | None, core: int | None,
        module: str = "sudokubench.harness.worker", *words: str, stderr: IO[bytes] | None = None,
    ) -> None:  # fmt: skip
        """Start the supervisor and the worker.

        Args:
            channel: The socket from which the worker reads jobs and to which it writes answers.
            memory_bytes: Memory that no single process may ever exceed, if the system can enforce it. At first it also
                limits the group of all processes, see `bound_memory`. None for no limit.
            core: The processor to which both are pinned; None for any.
            module: The module whose `main` the worker calls with the channel and the `words`.
            words: Texts for `main`.
            stderr: Where both write their errors; None for the stderr of this process.
        """
        from subprocess import DEVNULL

        from sudokubench.processes.start import start

        self._group = ControlGroup.new()
        numbers = (channel.fileno(), os.getpid(), memory_bytes or 0, -1 if core is None else core)
        group = "" if self._group is None else self._group.folder
        self._supervisor = start(
            "-m", supervisor.__name__, *map(str, numbers), group, module, *words,
            pass_fds=[channel.fileno()], stdin=DEVNULL, stdout=DEVNULL, stderr=stderr,
            start_new_session=True,  # they get no Ctrl-C
        )  # fmt: skip
        _supervisors.add(self._supervisor.pid)
        self._family: ProcessFamily | None = None
        self.ran_out_of_memory = False

    @property
    def family(self) -> ProcessFamily:
        """The worker and all its descendants; before the worker exists, the supervisor, which starts it."""
        if self._family is None:
            found = children(self._supervisor.pid)
            if not found:
                return ProcessFamily(self._supervisor.pid)
            self._family = ProcessFamily(found[0], self._group)
        return self._family

    def outlives(self, patience_s: float) -> bool:
        """Wait up to `patience_s` seconds for all processes to end; return whether the worker is still alive."""
        from subprocess import TimeoutExpired

        try:
            self._supervisor.wait(patience_s)
            return False
        except TimeoutExpired:
            return self.family.lives()

    def bound_memory(self, memory_bytes: int | None) -> None:
        """Limit the memory of all processes together from now on, if the system can."""
        if self._group is not None:
            self._group.bound(memory_bytes)

    def stop(self) -> None:
        """Make all processes end soon; any thread may call this."""
        for number in (signal.SIGTERM, signal.SIGCONT):  # an engine may have stopped the supervisor
            self._supervisor.send_signal(number)

    def end(self) -> int:
        """End all processes; return how the worker ended, as a return code of `subprocess`."""
        self.stop()
        code = self._supervisor.wait()
        _supervisors.discard(self._supervisor.pid)
        if self._group is not None:
            self._group.kill()  # the supervisor may have been killed
            self.ran_out_of_memory = self._group.was_full
            self._group.remove()
            self._group = None
        return code
