"""A control group (cgroup v2) for a worker, if one can be made: the kernel then knows all processes of the worker.

The kernel can end all of them at once, and counts the CPU time of ended processes. If the current group delegates the
memory controller, the kernel also keeps their common memory below a limit.

Tejun Heo, Control Group v2 (Linux kernel documentation, 2015-).
"""

from __future__ import annotations

import os
from contextlib import suppress

_PREFIX = "sudokubench"


class ControlGroup:
    """A group, by its folder. Values that the system does not give are None; changes that it refuses have no effect."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    @classmethod
    def new(cls) -> ControlGroup | None:
        """Return a group below the current one, or None without groups. End old groups whose makers have ended."""
        home = _home()
        if home is None:
            return None
        numbered = os.stat("/proc/self/ns/pid").st_ino  # process numbers are valid in this namespace only
        prefix = f"{_PREFIX}-{numbered}-"
        with suppress(OSError):
            for name in os.listdir(home):
                maker = name.removeprefix(prefix).partition("-")[0]
                if name.startswith(prefix) and not os.path.exists(f"/proc/{maker}"):
                    left = cls(f"{home}/{name}")  # its maker was killed at the same moment as its supervisor
                    left.kill()
                    left.remove()
        return cls(f"{home}/{prefix}{os.getpid()}-{os.urandom(4).hex()}")

    def make(self, memory_bytes: int | None) -> bool:
        """Make the group; return whether this process may enter it."""
        if not os.access(f"{os.path.dirname(self.folder)}/cgroup.procs", os.W_OK):
            return False
        try:
            os.mkdir(self.folder)
        except OSError:
            return False
        if not os.path.exists(f"{self.folder}/cgroup.kill"):  # before Linux 5.14 a group cannot be ended
            self.remove()
            return False
        self._write("memory.oom.group", 1)
        self._write("memory.swap.max", 0)
        self.bound(memory_bytes)
        return True

    def enter(self) -> None:
        """Move this process, and so all its future children, into the group; remove the group if the system refuses."""
        if not self._write("cgroup.procs", 0):
            self.remove()

    def bound(self, memory_bytes: int | None) -> None:
        """Limit the memory of the whole group from now on."""
        if memory_bytes is not None:
            self._write("memory.max", memory_bytes)

    @property
    def cpu_s(self) -> float | None:
        """CPU time of all processes that are or were in the group, in seconds."""
        return self._number("cpu.stat", "usage_usec", 1e-6)

    @property
    def memory_bytes(self) -> int | None:
        """Current memory of the group in bytes, including the files that it has read."""
        try:
            with open(f"{self.folder}/memory.current", encoding="ascii") as current:
                return int(current.read())
        except (OSError, ValueError):
            return None

    @property
    def was_full(self) -> bool:
        """Whether the kernel has killed processes of the group because of its memory."""
        return bool(self._number("memory.events", "oom_kill"))

    def kill(self) -> None:
        """End all processes of the group; none can escape."""
        self._write("cgroup.kill", 1)

    def remove(self) -> None:
        """Remove the group, unless it still has a process."""
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
    """Return the folder of the group of this process; None without groups."""
    with suppress(OSError):
        with open("/proc/self/cgroup", encoding="utf-8") as groups:
            path = next((line[3:].strip() for line in groups if line.startswith("0::")), None)
        with open("/proc/self/mounts", encoding="utf-8") as mounts:
            mount = next((m[1] for m in map(str.split, mounts) if m[2] == "cgroup2"), None)
        if path is not None and mount is not None:
            return f"{mount}{path}".rstrip("/")
    return None
