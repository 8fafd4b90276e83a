"""The plan of a run (question, backends, rounds, digests of files); its manifest: machine, versions, commit, limits."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sudokubench.backends.registry import backend, shown, versions
from sudokubench.errors import SudokubenchError, printable
from sudokubench.harness import words
from sudokubench.harness.finding import Task
from sudokubench.harness.noise import cpu_info
from sudokubench.words import Words, untranslated


@dataclass(frozen=True, slots=True)
class Plan:
    """The question, the backends that are asked, and how often.

    Attributes:
        corpora: Names as given on the command line, printable.
        backends: Full names of the backends.
        limit: Number of solutions at which a search stops; None asks for all.
        repeat: Number of rounds through the corpora; each backend gets each puzzle once in a round.
        form: The form of the files, None if it is detected.
        seed: Seed of the order of the backends.
        scramble: Seed with which every board was replaced by an equivalent one; None if they are as read.
        digests: For each corpus its name; for a file its SHA-256 instead, so that a changed file makes another plan.
        layout: The rules of boards that do not state their own, as text; None if their size decides.
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
        """Return the attributes as plain values; a `layout` of None is omitted, so that earlier digests stay valid."""
        plain = {**asdict(self), "task": self.task.value}
        return plain if self.layout is not None else {k: v for k, v in plain.items() if k != "layout"}

    @property
    def digest(self) -> str:
        """A short hash of all attributes."""
        return hashlib.sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()[:16]

    @property
    def command(self) -> str:
        """The command line for this question, with all options on which an answer depends."""
        limit = "" if self.limit == self.task.limit else f" --limit {self.limit}"
        return f"run --task {self.task.value}{limit}"


_PACKAGES = ("sudokubench", "numba", "numpy", "ortools", "python-sat")
_OURS = ("sudokubench", "numba")
"""The packages of our own engines: answers and times may change with their versions."""


def manifest(plan: Plan, argv: Sequence[str], execution: Mapping[str, object]) -> Mapping[str, object]:
    """Return everything that is needed to judge the times of a run or to repeat it."""
    found = machine()
    for spec in plan.backends:
        found["versions"] |= engine_versions(spec)
    return {
        "plan": plan.as_json(),
        "plan_digest": plan.digest,
        "execution": execution,
        "argv": list(map(printable, argv)),
        "options": {spec: _options(spec) for spec in plan.backends},
        **found,
    }


def differences(plan: Plan, then: Mapping[str, Any], now: Mapping[str, Any]) -> list[Words]:
    """Return the conditions of a run that differ between its manifest and today's; a missing value is not a difference.

    The plan does not state these conditions: limits, executor, jobs, pinned processors, when processes are renewed, and
    the versions and options of the engines.
    """
    before, today = dict(_conditions(plan, then)), dict(_conditions(plan, now))
    other = [what for what, value in today.items() if before.get(what, value) != value]
    return [
        words.DIFFERS.format(what=what, then=_shown(before[what]), now=_shown(today[what])) for what in other
    ]


def _conditions(plan: Plan, manifest: Mapping[str, Any]) -> Iterator[tuple[Words, object]]:
    """Yield the conditions that `differences` compares, as far as a manifest has them."""
    execution = _part(manifest, "execution")
    limits = _part(execution, "limits")
    yield from ((name, limits[key]) for key, name in words.LIMITS.items() if key in limits)
    where = ("executor", "jobs", "cores", "processes")
    yield from ((untranslated(key), execution[key]) for key in where if key in execution)
    versions = _part(manifest, "versions")
    relevant = dict.fromkeys((*_OURS, *(name for spec in plan.backends for name in engine_versions(spec))))
    yield from ((untranslated(name), versions[name]) for name in relevant if name in versions)
    for spec, options in _part(manifest, "options").items():
        for name, value in options.items() if isinstance(options, dict) else ():
            yield words.OPTION_OF.format(name=name, backend=spec), value


def _part(manifest: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the object under a key of a manifest; an empty one if it is missing."""
    found = manifest.get(key)
    return found if isinstance(found, dict) else {}


def _shown(value: object) -> Words:
    return words.NONE if value is None else untranslated(value)


def engine_versions(spec: str) -> Mapping[str, str]:
    """Return the distributions of a backend with their versions; empty if the backend is not known here."""
    try:
        return versions(spec.partition(":")[0])
    except (SudokubenchError, KeyError):
        return {}


def _options(spec: str) -> Mapping[str, str]:
    """Return the value of every option of a backend, defaults included; empty if the backend is not known here."""
    try:
        chosen = backend(spec)
        return {f.name: shown(getattr(chosen, f.name)) for f in fields(chosen)}  # type: ignore[arg-type]
    except SudokubenchError:
        return {}


def machine() -> dict[str, Any]:
    """Return the conditions that determine times: interpreter, system, processor, versions, commit."""
    return {
        "python": sys.version.split()[0],
        "platform": platform.platform(),
        "cpu": cpu_info("model name") or platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "versions": {name: _version(name) for name in _PACKAGES},
        "commit": _commit(Path(__file__).parents[2]),
    }


@cache
def _commit(root: Path) -> str | None:
    """Return the commit of a checkout, with a `+` if it has changes; None for another folder."""
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "describe", "--always", "--exclude=*", "--dirty=+"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


@cache
def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
