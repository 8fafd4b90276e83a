"""Processes of trials: marks by which to find remaining processes; limits on all processes of an engine together."""

from __future__ import annotations

import json
import os
import resource
import secrets
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Literal

import psutil

from benchmarks import ROOT
from benchmarks.trials import Figures, Trial
from benchmarks.trials.stubborn import EATERS, STARTED, WAYS, Stubborn
from sudokubench.backends import Backend, backend, spec_of
from sudokubench.board import Board
from sudokubench.harness.finding import Termination
from sudokubench.harness.isolation import IsolatedWorker
from sudokubench.harness.limits import Limits
from sudokubench.problem import Instance

_MARK = "SUDOKUBENCH_TRIAL"


@contextmanager
def marked(**more: str) -> Iterator[str]:
    """Set environment variables for this process and its children, and a mark by which to find these again."""
    mark = secrets.token_hex(8)
    new = {_MARK: mark, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]), **more}
    old = {name: os.environ.get(name) for name in new}
    os.environ.update(new)
    try:
        yield mark
    finally:
        for name, value in old.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def alive(mark: str) -> dict[int, str]:
    """Return the command lines of the processes that carry a mark, without this process."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            with suppress(OSError):
                if f"{_MARK}={mark}".encode() in (folder / "environ").read_bytes():
                    found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def orphans(mark: str, patience_s: float = 60.0) -> int:
    """Wait until the marked processes have ended, at most `patience_s`; end those left, and return their number."""
    deadline = time.monotonic() + patience_s
    while (left := alive(mark)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return len(left)


class Command:
    """A command in a folder, and its output so far."""

    def __init__(self, folder: Path, arguments: Sequence[str]) -> None:
        command = [sys.executable, "-m", "sudokubench", *arguments]
        self.output = folder / f"out-{secrets.token_hex(4)}"
        with self.output.open("wb") as out, self.errors.open("wb") as err:
            self.process = subprocess.Popen(
                command, cwd=folder, stdout=out, stderr=err, start_new_session=True
            )

    @property
    def errors(self) -> Path:
        return self.output.with_suffix(".err")

    def acknowledged(self) -> list[tuple[object, ...]]:
        """Return (line, backend, repeat, verdict, count) of every record that was completely printed."""
        *whole, _ = self.output.read_text(encoding="utf-8").split("\n")
        records = [json.loads(line) for line in whole]
        return [
            (r["line"], r["backend"], r["repeat"], r["verdict"], r["count"])
            for r in records
            if r["schema"] == "sudokubench.record/2"
        ]


def stored(folder: Path) -> Mapping[str, object]:
    """Return the content of the database of a folder: integrity, runs, records."""
    path = folder / "results" / "runs.db"
    if not path.exists():
        return {"integrity": "ok", "runs": 0, "records": [], "finished": False}
    with closing(sqlite3.connect(path, timeout=30)) as db:
        try:
            (integrity,) = db.execute("PRAGMA integrity_check").fetchone()
            runs, finished = db.execute("SELECT count(*), count(finished) FROM runs").fetchone()
            records = db.execute(
                "SELECT line, backend, repeat, r.verdict, count FROM records r JOIN puzzles USING (run, position)"
            ).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):  # the command was killed before it made the tables
                raise
            return {"integrity": "ok", "runs": 0, "records": [], "finished": False}
    return {"integrity": integrity, "runs": runs, "records": records, "finished": bool(finished)}


def _cases() -> Iterator[tuple[Backend, Literal["wall", "cpu", "memory"]]]:
    """Yield engines, each with a kind of limit. The engines for the short form come first, one of each sort."""
    yield from ((Stubborn("burners"), "cpu"), (Stubborn("daemon"), "wall"), (Stubborn("relay"), "cpu"))
    yield from (
        (Stubborn("eaters"), "memory"),
        (Stubborn("eating daemon"), "memory"),
        (backend("highs"), "cpu"),
    )
    for kind in ("wall", "cpu"):
        yield from ((Stubborn(way), kind) for way in WAYS)
    yield from ((Stubborn(way), "memory") for way in EATERS)
    for kind in ("cpu", "wall"):
        yield from ((backend(name), kind) for name in ("highs", "choco", "cpsat", "z3", "sat", "clingo"))
    for kind, most in (("cpu", 9), ("memory", 4)):
        yield from islice(((Stubborn(way), kind) for way in cycle(WAYS if kind == "cpu" else EATERS)), most)


def limits(jobs: int, limit_s: float, allowed_s: float, by_clock: bool, memory_mb: int = 120) -> Figures:
    """Give an endless puzzle to engines. Most of them ignore everything, and some work in other processes.

    `overshoot_s` is the longest life beyond a limit. For a limit of CPU time, the system counts the time of all
    processes together. A wall-clock limit counts only if `by_clock`, because a busy machine makes everything late.
    `overshoot_mb` is the memory beyond the limit at the moment when the harness notices it.
    """
    small, large = Board.parse("1...3..2...3..2."), Board.parse("." * 256)
    worst_mb, ended = 0.0, 0
    over: list[tuple[float, str]] = []
    with tempfile.TemporaryDirectory() as folder, marked(**{STARTED: f"{folder}/started"}) as mark:
        for engine, kind in islice(cycle(_cases()), jobs):
            board = small if isinstance(engine, Stubborn) else large
            spent_s = _ended_cpu_s()
            bounds = {
                "wall": Limits(wall_s=limit_s),
                "cpu": Limits(wall_s=None, cpu_s=limit_s),
                "memory": Limits(wall_s=None, memory_bytes=memory_mb << 20),
            }[kind]
            with IsolatedWorker(engine, bounds) as worker:
                if board is large:  # loading it does not count for a puzzle; on a busy machine, try again
                    nothing = Instance((), tuple(range(16**3)))
                    ready = (worker.ask(board.problem, [nothing], 1)[0].termination for _ in range(9))
                    assert Termination.FINISHED in ready
                    begun = time.monotonic()
                    cpu_begun = sum(_cpu_s(pid) for pid in alive(mark))
                (finding,) = worker.ask(board.problem, [board.instance()], None)
                now = time.monotonic()
            if board is small:
                begun, cpu_begun = map(float, Path(folder, "started").read_text().split())
            ended += finding.termination is (Termination.MEMOUT if kind == "memory" else Termination.TIMEOUT)
            if kind == "memory":
                worst_mb = max(worst_mb, finding.overshoot / (1 << 20))
            elif kind == "cpu" or by_clock:
                used = _ended_cpu_s() - spent_s - cpu_begun if kind == "cpu" else now - begun
                over.append((used - limit_s, f"{kind} {spec_of(engine)}"))
        left = orphans(mark)
    return {
        "jobs": jobs, "ended_as_limited": ended, "overshoot_s": max(over)[0], "allowed_s": allowed_s,
        "most": [f"{seconds:.2f} s: {case}" for seconds, case in sorted(over, reverse=True)[:5]],
        "load": os.getloadavg()[0], "overshoot_mb": worst_mb, "orphans": left,
    }  # fmt: skip


def _ended_cpu_s() -> float:
    """Return the CPU time of all ended descendants of this process, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cpu_s(pid: int) -> float:
    """Return the CPU time of a process and of children that it has seen end, in seconds."""
    try:
        return sum(psutil.Process(pid).cpu_times()[:4])
    except psutil.Error:
        return 0.0


TRIALS = {
    "limits": Trial(
        "A limit is overshot by at most 0.5 s, all processes together, by engines that ignore everything or have "
        "others work, and no process lives on.",
        limits, {"jobs": 6, "limit_s": 0.2, "allowed_s": 1.0, "by_clock": False},
        {"jobs": 60, "limit_s": 0.5, "allowed_s": 0.5, "by_clock": True},
        lambda f: f["ended_as_limited"] == f["jobs"] and f["overshoot_s"] <= f["allowed_s"] and not f["orphans"],
    ),
}  # fmt: skip
