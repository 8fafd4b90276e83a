"""What a run is to do, and where it was done."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from sudokubench.errors import printable
from sudokubench.harness.finding import Task


@dataclass(frozen=True, slots=True)
class Plan:
    """The question, who is asked, and how often.

    Attributes:
        corpora: Names as given on the command line, printable.
        backends: Full names of the backends.
        task: The question.
        limit: Stop at so many solutions; None asks for all.
        repeat: How often each backend gets each puzzle.
        form: The form of the files, None if found out.
        seed: Of the order of the backends; None leaves it as it is.
        scramble: Seed with which every board was replaced by an equivalent one; None if they are as read.
        digests: SHA-256 of each file of the corpora, so that a changed file makes another plan.
        layout: The rules of boards that do not say their own, as text; None for what their size tells.
    """

    corpora: tuple[str, ...]
    backends: tuple[str, ...]
    task: Task = Task.UNIQUE
    limit: int | None = 2
    repeat: int = 1
    form: str | None = None
    seed: int | None = None
    scramble: int | None = None
    digests: tuple[str, ...] = ()
    layout: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The attributes as plain values; `layout` is left out if None, so that digests of before stay as they are."""
        plain = {**asdict(self), "task": self.task.value}
        return plain if self.layout is not None else {k: v for k, v in plain.items() if k != "layout"}

    @property
    def digest(self) -> str:
        """A short hash of everything above."""
        return hashlib.sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()[:16]

    @property
    def command(self) -> str:
        """The command line that asks this question, as far as an answer depends on it."""
        limit = "" if self.limit == self.task.limit else f" --limit {self.limit}"
        return f"run --task {self.task.value}{limit}"


_PACKAGES = ("sudokubench", "numba", "numpy", "ortools", "python-sat")


def manifest(plan: Plan, argv: Sequence[str], execution: Mapping[str, object]) -> Mapping[str, object]:
    """What one must know to judge the times of a run or to do it again."""
    return {
        "plan": plan.as_json(),
        "plan_digest": plan.digest,
        "execution": execution,
        "argv": list(map(printable, argv)),
        **machine(),
    }


def machine() -> dict[str, Any]:
    """What times depend on besides the plan: interpreter, system, processor, versions."""
    return {
        "python": sys.version.split()[0],
        "platform": platform.platform(),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "versions": {name: _version(name) for name in _PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _cpu() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            for line in info:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
