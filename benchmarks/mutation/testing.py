"""Runs tests in forked processes, on a private copy of the repository. Nothing here may load the package itself.

A fork of a process that has loaded pytest, NumPy and Numba begins at once. The package is loaded in the fork, from the
copy, and so in all processes that the tests start.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import gc
import json
import os
import resource
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import altair
import click
import hypothesis
import jinja2
import jsonschema
import numba
import numpy
import psutil
import pysat.solvers
import pytest
import rich.console
import scipy.sparse.csgraph
import scipy.stats
from ortools.sat.python import cp_model

from benchmarks import ROOT
from benchmarks.mutation.tokens import KERNELS

WARM = (
    altair,
    click,
    cp_model,
    hypothesis,
    jinja2,
    jsonschema,
    numba,
    numpy,
    pysat.solvers,
    rich,
    scipy.stats,
)
"""What every fork has loaded already."""

_OPTIONS = ("-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""The warning: Hypothesis is loaded already."""

_MEMORY_BYTES = 6 << 30
"""Of data, for each process: a changed loop may collect for ever."""

_IDLE_S = 60.0
"""How long all processes of a fork together may wait for nothing but each other or a clock."""
_LOOK_S = 1.0


class Copy:
    """A private copy of the repository, brought up to date; what was compiled in it before stays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._second = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._held = os.open(folder, os.O_RDONLY)
        fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)  # whoever else changes it finds nonsense
        found = {f.relative_to(ROOT) for f in ROOT.glob("[!.]*/**/*") if f.suffix != ".pyc" and f.is_file()}
        found = {name for name in found if name.parts[0] not in {"build", "dist", "venv"}}
        found |= {f.relative_to(ROOT) for f in ROOT.glob("[!.]*") if f.is_file()}
        for name in found:
            there, here = folder / name, (ROOT / name).stat()
            if not there.exists() or (there.stat().st_mtime, there.stat().st_size) != (
                here.st_mtime,
                here.st_size,
            ):
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, there)
        for file in folder.glob("*/**/*.py"):
            if file.relative_to(folder) not in found:
                file.unlink()

    def change(self, path: str, source: str) -> None:
        """Put another text in the place of a file."""
        file = self.folder / path
        shutil.copy2(file, self._original)
        if Path(path).is_relative_to(KERNELS):
            shutil.copytree(self.folder / KERNELS, self._kernels, dirs_exist_ok=True)
        # Compiled files are known by whole seconds and size: each change, of earlier runs too, has a second of its own.
        self._second = max(self._second + 1, int(time.time()))
        file.write_text(source, encoding="utf-8")
        os.utime(file, (self._second, self._second))

    def restore(self, path: str) -> None:
        """Put the file as it was, and the kernels that were compiled from it."""
        shutil.move(self._original, self.folder / path)
        if Path(path).is_relative_to(KERNELS):
            shutil.rmtree(self.folder / KERNELS)
            self._kernels.rename(self.folder / KERNELS)

    @property
    def _original(self) -> Path:
        return self.folder.with_suffix(".original")

    @property
    def _kernels(self) -> Path:
        return self.folder.with_suffix(".kernels")


class Choice:
    """Plug-in of pytest: run these tests, or those of these files, in this order, and tell which failed or passed."""

    def __init__(self, tests: Iterable[str]) -> None:
        self.order = {test: place for place, test in enumerate(tests)}
        self.failed: dict[str, None] = {}
        self.run: dict[str, None] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        def place(item: pytest.Item) -> int | None:
            names = (item.nodeid, item.nodeid.partition("[")[0], item.nodeid.partition("::")[0])
            return next((self.order[name] for name in names if name in self.order), None)

        items[:] = sorted((i for i in items if place(i) is not None), key=lambda i: place(i) or 0)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        (self.failed if report.failed else self.run)[report.nodeid] = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        (self.failed if report.failed else self.run)[report.nodeid] = None

    def result(self) -> object:
        return {"failed": list(self.failed), "passed": [test for test in self.run if test not in self.failed]}


@dataclass(slots=True)
class Running:
    """A fork of this process that runs tests.

    Attributes:
        pid: It leads a session of its own.
        answer: The file where its result will be.
        idle_s: How long it has waited so far. Its CPU time has a bound of its own; time on the clock says nothing on a
            machine that others use too.
        looked: When that was seen last, by `time.monotonic`.
    """

    pid: int
    answer: Path
    looked: float
    idle_s: float = 0.0

    def ended(self) -> tuple[int, Any] | None:
        """Exit code (negative: the signal) and result (empty if it came to none), or None while it runs."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if not pid and time.monotonic() > self.looked + _LOOK_S:
            self.looked = time.monotonic()
            self.idle_s += 0 if self._is_busy() else _LOOK_S
            if self.idle_s > _IDLE_S:
                self.kill()
                pid, status = os.waitpid(self.pid, 0)
        if not pid:
            return None
        self.kill()  # what it has left behind
        found = json.loads(self.answer.read_text()) if self.answer.exists() else {}
        if "fault" in found:
            raise RuntimeError(found["fault"])
        return os.waitstatus_to_exitcode(status), found

    def _is_busy(self) -> bool:
        """Whether some process runs, waits for its turn on a processor, or for a disk."""
        with contextlib.suppress(psutil.NoSuchProcess):
            here = psutil.Process(self.pid)
            for process in (here, *here.children(recursive=True)):
                with contextlib.suppress(psutil.NoSuchProcess):
                    if process.status() in {psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP}:
                        return True
        return False

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be done with a copy: `begin` starts it, `end` gets its exit code and result and may want another."""

    begin: Callable[[Copy], Running]
    end: Callable[[Copy, int, Any], Task | None]


def run(copies: Iterable[Copy], tasks: Iterable[Task]) -> None:
    """Do all tasks, one at a time in each copy. Nothing that they start outlives them, or Ctrl-C."""
    ctypes.CDLL(None).prctl(
        36, 1, 0, 0, 0
    )  # PR_SET_CHILD_SUBREAPER: whose parent ended becomes a child of ours
    idle = list(copies)
    waiting: Iterator[Task] = iter(tasks)
    running: dict[int, tuple[Copy, Task, Running]] = {}
    try:
        while True:
            while idle and (task := next(waiting, None)):
                copy = idle.pop()
                started = task.begin(copy)
                running[started.pid] = copy, task, started
            if not running:
                return
            time.sleep(0.05)
            for copy, task, started in list(running.values()):
                if ended := started.ended():
                    del running[started.pid]
                    _end_orphans(running)
                    idle.append(copy)
                    if follow := task.end(copy, *ended):
                        waiting = chain([follow], waiting)
    finally:
        for _, _, started in running.values():
            started.kill()
        _end_orphans(())


def _end_orphans(known: Container[int]) -> None:
    orphans = [child for child in psutil.Process().children() if child.pid not in known]
    for orphan in orphans:
        with contextlib.suppress(psutil.NoSuchProcess):
            orphan.kill()
    psutil.wait_procs(orphans, timeout=5)


def start(
    copy: Copy, tests: Iterable[str], plugin: Any, cpu_s: float, options: Iterable[str] = ()
) -> Running:
    """Run the files of some tests in a fork.

    Args:
        copy: Where.
        tests: Files, or tests of which the files are taken.
        plugin: With a `result()` to be written as JSON.
        cpu_s: CPU time, of each of its processes.
        options: Of pytest.
    """
    answer = copy.folder.with_suffix(".json")
    answer.unlink(missing_ok=True)
    gc.freeze()  # pytest collects garbage several times: not what every fork has
    pid = os.fork()
    if pid:
        return Running(pid, answer, time.monotonic())
    code = 70
    try:
        _settle(copy.folder, int(cpu_s) + 1)
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        code = int(pytest.main([*files, *_OPTIONS, *options], [plugin]))
        partial = answer.with_suffix(".part")
        partial.write_text(json.dumps(plugin.result()))
        partial.replace(answer)
    except Exception:  # pytest tells those of the tests itself
        answer.write_text(json.dumps({"fault": traceback.format_exc()}))
    finally:
        os._exit(code)


def _settle(folder: Path, cpu_s: int) -> None:
    """Make this fork a process that sees the copy only, says nothing and has bounds."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # At the bound pytest ends as with Ctrl-C, and has its result.
    signal.signal(signal.SIGXCPU, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY_BYTES, _MEMORY_BYTES))
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.chdir(folder)
    os.environ["PYTHONPATH"] = str(folder)
    os.environ.pop("PYTEST_ADDOPTS", None)
    sys.path[:] = [str(folder), *(p for p in sys.path if Path(p).resolve() != ROOT)]
    for name in [name for name in sys.modules if name.split(".")[0] == "benchmarks"]:
        del sys.modules[name]
