"""A control group (cgroup v2) for a worker, where one can be made: the kernel then knows all that the worker started.

It ends all of that at once, counts the CPU time of what is gone as well, and, if the group that we are in hands on the
memory controller, holds the memory of all together below a bound.

Tejun Heo, Control Group v2 (Linux kernel documentation, 2015-).
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress

_PREFIX = "sudokubench"


class ControlGroup:
    """A group by its folder. What the system does not offer is None or does nothing."""

    def __init__(self, folder: str) -> None:
        """Nothing happens yet; see `make`."""
        self.folder = folder

    @classmethod
    def new(cls) -> ControlGroup | None:
        """A group that has yet to be made, below the one that we are in; None where the system has no groups.

        What the dead have left in theirs ends.
        """
        home = _home()
        if home is None:
            return None
        numbered = os.stat("/proc/self/ns/pid").st_ino  # where the number of a process means that process
        prefix = f"{_PREFIX}-{numbered}-"
        with suppress(OSError):
            for name in os.listdir(home):
                maker = name.removeprefix(prefix).partition("-")[0]
                if name.startswith(prefix) and not os.path.exists(f"/proc/{maker}"):
                    left = cls(f"{home}/{name}")  # by one who was killed at one moment with its supervisor
                    left.kill()
                    left.remove()
        return cls(f"{home}/{prefix}{os.getpid()}-{secrets.token_hex(4)}")

    def make(self, memory_bytes: int | None) -> bool:
        """Whether there is such a group now, which this process may enter."""
        if not os.access(f"{os.path.dirname(self.folder)}/cgroup.procs", os.W_OK):
            return False
        try:
            os.mkdir(self.folder)
        except OSError:
            return False
        if not os.path.exists(f"{self.folder}/cgroup.kill"):  # before Linux 5.14 it cannot be ended
            self.remove()
            return False
        self._write("memory.oom.group", 1)
        self._write("memory.swap.max", 0)
        self.bound(memory_bytes)
        return True

    def enter(self) -> None:
        """Put this process, and so all that it will start, into the group; where that is refused there is none."""
        if not self._write("cgroup.procs", 0):
            self.remove()

    def bound(self, memory_bytes: int | None) -> None:
        """From here on all of it may take so much memory."""
        if memory_bytes is not None:
            self._write("memory.max", memory_bytes)

    @property
    def cpu_s(self) -> float | None:
        """Seconds of CPU time of all that is or was in the group."""
        return self._number("cpu.stat", "usage_usec", 1e-6)

    @property
    def memory_bytes(self) -> int | None:
        """What the group holds now, files that it has read included."""
        try:
            with open(f"{self.folder}/memory.current", encoding="ascii") as current:
                return int(current.read())
        except (OSError, ValueError):
            return None

    @property
    def was_full(self) -> bool:
        """Whether the kernel has ended it because of its memory."""
        return bool(self._number("memory.events", "oom_kill"))

    def kill(self) -> None:
        """End all that is in it; none of them can get away."""
        self._write("cgroup.kill", 1)

    def remove(self) -> None:
        """Give it up once it is empty."""
        with suppress(OSError):
            os.rmdir(self.folder)

    def _write(self, name: str, value: int) -> bool:
        try:
            with open(f"{self.folder}/{name}", "w", encoding="ascii") as file:
                file.write(str(value))
        except OSError:
            return False
        return True

    def _number(self, name: str, key: str, unit: float = 1.0) -> float | None:
        with suppress(OSError), open(f"{self.folder}/{name}", encoding="ascii") as file:
            for line in file:
                if line.startswith(f"{key} "):
                    return int(line.split()[1]) * unit
        return None


def _home() -> str | None:
    """The folder of the group that this process is in."""
    with suppress(OSError):
        with open("/proc/self/cgroup", encoding="utf-8") as groups:
            path = next((line[3:].strip() for line in groups if line.startswith("0::")), None)
        with open("/proc/self/mounts", encoding="utf-8") as mounts:
            mount = next((m[1] for m in map(str.split, mounts) if m[2] == "cgroup2"), None)
        if path is not None and mount is not None:
            return f"{mount}{path}".rstrip("/")
    return None
