"""The process above a worker: it pins and limits the worker, and kills all processes below it on request, or when the
worker or the caller ends.

    python -m sudokubench.processes.supervisor FD PARENT_PID MEMORY_BYTES CORE GROUP MODULE WORD ...

Some of these processes may have a session of their own, or may have lost their parent. Linux gives such orphans to the
nearest ancestor that asks for them (a subreaper): the worker, and after its end this process. This process ends with
the same signal or exit code as the worker.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from collections.abc import Collection
from contextlib import suppress
from importlib import import_module

from sudokubench.processes.control_group import ControlGroup

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_HEEDED = {signal.SIGTERM, signal.SIGCHLD, signal.SIGALRM}

_LOOK_S = 1.0
"""Interval between checks for the end of the parent, if the system does not signal it, in seconds."""

_LISTED = os.path.exists("/proc/thread-self/children")


def children(pid: int) -> list[int]:
    """Return the ids of the children of a process, orphans included; children that start or end now may be missing."""
    if not _LISTED:
        import psutil

        with suppress(psutil.Error):
            return [child.pid for child in psutil.Process(pid).children()]
        return []
    found: list[int] = []
    with suppress(OSError):  # the process or one of its threads ends meanwhile
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError), open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
    return found


def below(pid: int, without: Collection[int] = ()) -> list[int]:
    """Return the ids of all descendants of a process, except those of `without` and their descendants."""
    found, last = [], [pid]
    while last:
        last = [child for parent in last for child in children(parent) if child not in without]
        found += last
    return found


def main(
    fd: int, parent: int, memory_bytes: int | None, core: int | None, group: ControlGroup | None, module: str,
    *words: str,
) -> None:  # fmt: skip
    """Start a worker that answers on a socket, wait for its end or the parent's, and end all descendants.

    `group` is the control group to make for the worker, if possible. See `tree.WorkerProcess` for the other arguments.
    """
    supervisor = os.getpid()
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _HEEDED)
    for number in _HEEDED:
        signal.signal(number, lambda *_: None)  # an ignored signal would be lost
    _dies_with(parent, signal.SIGTERM)
    if core is not None:
        os.sched_setaffinity(0, {core})
    if memory_bytes is not None and sys.platform == "linux":
        lower(resource.RLIMIT_DATA, memory_bytes)
    if group is not None and not group.make(memory_bytes):
        group = None
    worker = os.fork()
    if worker == 0:
        os.setsid()  # a process group of its own, so that its children die with it
        for number in _HEEDED:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _dies_with(supervisor, signal.SIGKILL)
        if group is not None:
            group.enter()
        with suppress(OSError):  # stderr may be closed
            os.dup2(2, 1)
        sys.stdout = sys.stderr
        import_module(module).main(fd, *words)
        return
    os.close(fd)
    if sys.platform != "linux":
        signal.setitimer(signal.ITIMER_REAL, _LOOK_S, _LOOK_S)
    while signal.sigwait(_HEEDED) != signal.SIGTERM and os.getppid() == parent and not _ended(worker):
        pass
    status = _end(worker, group)
    if group is not None and os.getppid() != parent:  # otherwise the parent may still read from the group
        group.remove()
    if os.WIFSIGNALED(status):
        lower(resource.RLIMIT_CORE, 0)
        with suppress(OSError):  # SIGKILL cannot be set
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.kill(supervisor, os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


def lower(limit: int, to: int) -> None:
    """Set a soft limit of `setrlimit` for this process and all its children, at most to the hard limit."""
    to = min(to, sys.maxsize)  # `setrlimit` takes 64 bits
    most = resource.getrlimit(limit)[1]
    resource.setrlimit(limit, (to if most == resource.RLIM_INFINITY else min(to, most), most))


def _dies_with(parent: int, by: signal.Signals) -> None:
    """Ask Linux to signal the parent's end to this process, and to give it orphans. If the parent has ended, exit."""
    if sys.platform == "linux":
        import ctypes

        prctl = ctypes.CDLL(None).prctl
        prctl(_PR_SET_CHILD_SUBREAPER, 1)
        prctl(_PR_SET_PDEATHSIG, by)
    if os.getppid() != parent:  # the parent ended before the call
        os._exit(1)


def _ended(worker: int) -> bool:
    """Return whether the worker is dead and not only stopped; always true on systems without `waitid`."""
    return not hasattr(os, "waitid") or bool(
        os.waitid(os.P_PID, worker, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    )


def _end(worker: int, group: ControlGroup | None) -> int:
    """End all processes below this one; return the status of the worker."""
    for kill in (os.killpg, os.kill):  # the worker has perhaps no process group yet
        with suppress(OSError):
            kill(worker, signal.SIGKILL)
    if group is not None:
        group.kill()
    status = 0
    while True:
        for pid in children(os.getpid()):  # the children of an ended process become ours
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                status = ended[1] if ended[0] == worker else status
        except ChildProcessError:
            return status
        time.sleep(0.001)


if __name__ == "__main__":
    _fd, _parent, _memory, _core = map(int, sys.argv[1:5])
    _group = ControlGroup(sys.argv[5]) if sys.argv[5] else None
    main(_fd, _parent, _memory or None, _core if _core >= 0 else None, _group, *sys.argv[6:])
