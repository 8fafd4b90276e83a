"""Run tests in forked processes, on a private copy of the repository. This module must not load the package itself.

A fork of a process that has loaded pytest, NumPy and Numba begins at once. The fork loads the package from the copy,
and so do all processes that the tests start.
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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import psutil
import pytest

from benchmarks import ROOT
from benchmarks.mutation.tokens import KERNELS

_LOADED = (
    "click", "hypothesis", "jinja2", "jsonschema", "numba", "numpy", "ortools.sat.python.cp_model", "psutil",
    "pysat.solvers", "rich.console", "scipy.sparse.csgraph", "scipy.stats", "altair",
)  # fmt: skip
"""Modules that every fork has already loaded."""

_OPTIONS = (
    "-o", "addopts=", "--import-mode=importlib", "--doctest-modules", "-q", "-x", "-p", "no:cacheprovider",
    "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning", "-m", "thorough or not thorough",
)  # fmt: skip
"""Options of pytest. A warning is ignored because Hypothesis is already loaded."""

_MEMORY_BYTES = 6 << 30
"""Largest data memory of each process, in bytes. A changed loop may collect data without end."""

_IDLE_S = 40.0
"""Longest time during which all processes of a fork may be idle, in seconds."""

_UNKNOWN_S = 0.05
"""Assumed cost of a test that has not run yet, in seconds."""


class Copy:
    """A private copy of the repository. It is kept up to date, and its compiled files stay."""

    def __init__(self, folder: Path) -> None:
        for module in _LOADED:
            import_module(module)
        # PR_SET_CHILD_SUBREAPER: orphans become children of this process
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
        self.folder = folder
        self._second = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._held = os.open(folder, os.O_RDONLY)
        fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)  # a second process would corrupt the copy
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

    @contextlib.contextmanager
    def changed(self, path: str, source: str) -> Iterator[None]:
        """Replace the text of a file while the context lasts; then restore the file and its compiled forms."""
        file, kernels = self.folder / path, self.folder / KERNELS
        kept = self.folder.with_suffix(".kept")
        shutil.rmtree(kept, ignore_errors=True)
        if path.startswith(KERNELS):
            shutil.copytree(kernels, kept)
        # Python recognises compiled files by size and whole seconds, so each change, also of earlier runs, has its own
        # second.
        self._second = max(self._second + 1, int(time.time()))
        file.write_text(source, encoding="utf-8")
        os.utime(file, (self._second, self._second))
        try:
            yield
        finally:
            if path.startswith(KERNELS):
                shutil.rmtree(kernels)
                kept.rename(kernels)
            shutil.copy2(ROOT / path, file)


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a run of tests.

    Attributes:
        passed: CPU time of each test that passed, and 0 for each file that could be read.
        failed: The first test that failed, or the file that cannot be read, or "".
        running: The test that had not ended when its process did, or "".
        running_s: CPU time of that test.
        ended: Whether pytest came to its end.
        cut: Whether the CPU time was used up.
        cpu_s: CPU time of all processes of the run.
    """

    passed: Mapping[str, float]
    failed: str
    running: str
    running_s: float
    ended: bool
    cut: bool
    cpu_s: float


def run(
    copy: Copy,
    tests: Sequence[str],
    most_s: float,
    *,
    known: Mapping[str, float] | None = None,
    word: str = "",
    options: Sequence[str] = (),
) -> Ran:
    """Run tests in a fork until one fails.

    Args:
        copy: The copy of the repository.
        tests: Files, or tests of files.
        most_s: CPU time for all processes together. The processes are killed when it is used up.
        known: CPU time of tests that have run before. With it, only tests that fit into two thirds of `most_s` run, in
            the order of the files; tests of up to a second come first. Without it all tests run.
        word: The name of a function. Tests that name it come before other tests of their file.
        options: Options of pytest.
    """
    answer = copy.folder.with_suffix(".jsonl")
    answer.write_text("")
    plugin = _Plugin(answer, tests, None if known is None else (known, most_s / 1.5), word)
    gc.freeze()  # pytest collects garbage several times; this lets it skip the objects that every fork has
    pid = os.fork()
    if not pid:
        code = 70
        try:
            _settle(copy.folder)
            files = dict.fromkeys(test.partition("::")[0] for test in tests)
            code = int(pytest.main([*files, *_OPTIONS, f"--basetemp={copy.folder}.tmp", *options], [plugin]))
        finally:
            os._exit(code)
    cpu_s, status = _wait(pid, most_s)
    passed: dict[str, float] = {}
    failed, running, begun_s = "", "", 0.0
    for kind, test, used_s in map(json.loads, answer.read_text().splitlines()):
        running, begun_s = (test, used_s) if kind == "begins" else ("", 0.0)
        if kind == "passed":
            passed[test] = used_s
        elif kind == "failed":
            failed = failed or test
    return Ran(
        passed, failed, running, cpu_s - begun_s, status in {0, 5} and not running, status == -9, cpu_s
    )


class _Plugin:
    """A plug-in of pytest that chooses tests, and records their results at once."""

    def __init__(
        self, answer: Path, tests: Sequence[str], bound: tuple[Mapping[str, float], float] | None, word: str
    ) -> None:
        self.answer, self.bound, self.word = answer, bound, word
        self.order = {test: place for place, test in enumerate(tests)}
        self.failed = False
        self.begun_s = 0.0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        known, left_s = self.bound or ({}, float("inf"))

        def place(item: pytest.Item) -> int | None:
            names = (item.nodeid, item.nodeid.partition("[")[0], item.nodeid.partition("::")[0])
            return next((self.order[name] for name in names if name in self.order), None)

        def rank(item: pytest.Item) -> tuple[int, int, bool]:
            code = getattr(getattr(item, "function", None), "__code__", None)
            names = (*code.co_names, *code.co_consts, code.co_name) if code and self.word else ()
            return round(known.get(item.nodeid, 0)), place(item) or 0, self.word not in names

        chosen = []
        for item in sorted((item for item in items if place(item) is not None), key=rank):
            cost_s = known.get(item.nodeid, _UNKNOWN_S)
            if cost_s <= left_s:
                left_s -= cost_s
                chosen.append(item)
        items[:] = chosen

    def _write(self, *words: object) -> None:
        with self.answer.open("a") as file:
            file.write(json.dumps(words) + "\n")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._write("failed" if report.failed else "passed", report.nodeid, 0)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.failed, self.begun_s = False, sum(os.times()[:4])
        self._write("begins", nodeid, self.begun_s)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        used_s = round(sum(os.times()[:4]) - self.begun_s, 2)
        self._write("failed" if self.failed else "passed", nodeid, used_s)


def _settle(folder: Path) -> None:
    """Prepare this fork: it sees only the copy, prints nothing and has limits."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
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


def _wait(pid: int, most_s: float) -> tuple[float, int]:
    """Wait until a process ends, or end it; end its children, too. Return its CPU time and status.

    On a shared machine wall-clock time says nothing. It counts only while the process does nothing at all.
    """
    used_s = seen_s = 0.0
    looks = 0
    seen = time.monotonic()
    status = None
    try:
        while status is None and used_s < most_s and time.monotonic() < seen + _IDLE_S:
            time.sleep(0.03)
            looks += 1
            if looks % 12 == 0:  # inspecting a tree of processes is expensive
                used_s = max(used_s, _cpu_s(pid))
            if used_s > seen_s + 0.02:
                seen_s, seen = used_s, time.monotonic()
            ended, code, usage = os.wait4(pid, os.WNOHANG)
            if ended:
                used_s = max(used_s, usage.ru_utime + usage.ru_stime)
                status = os.waitstatus_to_exitcode(code)
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        for child in (left := psutil.Process().children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
        psutil.wait_procs(left, timeout=5)
    return used_s, -9 if status is None else status


def _cpu_s(pid: int) -> float:
    """Return the CPU time of a process and all its descendants, including ended ones."""
    total = 0.0
    with contextlib.suppress(psutil.NoSuchProcess):
        here = psutil.Process(pid)
        for process in (here, *here.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                total += sum(process.cpu_times()[:4])
    return total
