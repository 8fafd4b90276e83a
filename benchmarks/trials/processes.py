"""Limits, kills and Ctrl-C: whatever dies, nothing is lost and nothing stays behind."""

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
from contextlib import contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Literal

import psutil

from benchmarks import ROOT
from benchmarks.inputs import easy_boards
from benchmarks.trials import Figures, Trial
from benchmarks.trials.stubborn import EATERS, KILL, STARTED, WAYS, Stubborn
from sudokubench.backends import Backend, backend, installed, refusal
from sudokubench.board import Board
from sudokubench.harness.finding import Termination
from sudokubench.harness.isolation import IsolatedWorker, Limits
from sudokubench.layout import Layout
from sudokubench.problem import Instance

_MARK = "SUDOKUBENCH_TRIAL"


@contextmanager
def marked(**more: str) -> Iterator[str]:
    """Environment variables for this process and its children, and a mark by which to find those again."""
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


def alive(mark: str, but: int = 0) -> dict[int, str]:
    """Command lines of the processes that carry a mark, but for this process and one other."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) not in {os.getpid(), but}:
            with suppress(OSError):
                if f"{_MARK}={mark}".encode() in (folder / "environ").read_bytes():
                    found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def orphans(mark: str, patience_s: float = 60.0) -> int:
    """How many marked processes live on; those that are just dying get some patience. They are ended then."""
    deadline = time.monotonic() + patience_s
    while (left := alive(mark)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return len(left)


def _cases() -> Iterator[tuple[Backend, Literal["wall", "cpu", "memory"]]]:
    """Engines and what is limited: first one of each sort, for the short form."""
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
    """Put an endless puzzle to engines of which most ignore everything, and some work in other processes.

    `overshoot_s` is the longest life beyond a limit: of a limit of CPU time that of all processes together, counted by
    the system, of a limit by the clock only if `by_clock`: a busy machine makes everything late.
    `overshoot_mb` is what was seen when the limit on memory was found broken.
    """
    small, large = Board.parse("1...3..2...3..2."), Board.parse("." * 256)
    worst, worst_mb, ended = 0.0, 0.0, 0
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
                if board is large:  # the time to load it is no puzzle's
                    worker.ask(board.problem, [Instance((), tuple(range(16**3)))], 1)
                    begun = time.monotonic()
                    cpu_begun = sum(_cpu_s(pid) for pid in alive(mark))
                (finding,) = worker.ask(board.problem, [board.instance()], None)
                now = time.monotonic()
            if board is small:
                begun, cpu_begun = map(float, Path(folder, "started").read_text().split())
            ended += finding.termination is (Termination.MEMOUT if kind == "memory" else Termination.TIMEOUT)
            if kind == "memory":
                worst_mb = max(worst_mb, finding.overshoot / (1 << 20))
            elif kind == "cpu":
                worst = max(worst, _ended_cpu_s() - spent_s - cpu_begun - limit_s)
            elif by_clock:
                worst = max(worst, now - begun - limit_s)
        left = orphans(mark)
    return {
        "jobs": jobs, "ended_as_limited": ended, "overshoot_s": worst, "allowed_s": allowed_s,
        "overshoot_mb": worst_mb, "orphans": left,
    }  # fmt: skip


def _ended_cpu_s() -> float:
    """Seconds of CPU time of all below this process that has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cpu_s(pid: int) -> float:
    """Seconds of CPU time of a process and of what it has seen end."""
    try:
        return sum(psutil.Process(pid).cpu_times()[:4])
    except psutil.Error:
        return 0.0


# -- runs that are killed ------------------------------------------------------------------------------------------


class _Command:
    """A command in a folder, and what it has said so far."""

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
        """(line, backend, repeat, verdict, count) of every record that was printed to its end."""
        *whole, _ = self.output.read_text(encoding="utf-8").split("\n")
        records = [json.loads(line) for line in whole]
        return [
            (r["line"], r["backend"], r["repeat"], r["verdict"], r["count"])
            for r in records
            if r["schema"] == "sudokubench.record/2"
        ]


def stored(folder: Path) -> Mapping[str, object]:
    """What the database of a folder holds: integrity, runs, records."""
    path = folder / "results" / "runs.db"
    if not path.exists():
        return {"integrity": "ok", "runs": 0, "records": [], "finished": False}
    with sqlite3.connect(path, timeout=30) as db:
        try:
            (integrity,) = db.execute("PRAGMA integrity_check").fetchone()
            runs, finished = db.execute("SELECT count(*), count(finished) FROM runs").fetchone()
            records = db.execute(
                "SELECT line, backend, repeat, r.verdict, count FROM records r JOIN puzzles USING (run, position)"
            ).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):  # killed before it made them
                raise
            return {"integrity": "ok", "runs": 0, "records": [], "finished": False}
    return {"integrity": integrity, "runs": runs, "records": records, "finished": bool(finished)}


Contents = tuple[Mapping[tuple[object, ...], tuple[object, ...]], Sequence[tuple[object, ...]]]


def contents(folder: Path) -> Contents:
    """What does not depend on the clock: records by position, backend and repeat, with their puzzles; disagreements."""
    with sqlite3.connect(folder / "runs.db") as db:
        records = db.execute(
            "SELECT position, backend, repeat, r.verdict, count, exhausted, category, termination, message, solution, "
            "kind, source, line, puzzle, p.verdict, disagreement, id, strength "
            "FROM records r JOIN puzzles p USING (run, position)"
        ).fetchall()
        disagreements = db.execute(
            "SELECT position, reasons, smallest, command FROM disagreements ORDER BY position"
        ).fetchall()
    return {row[:3]: row[3:] for row in records}, disagreements


def _differences(found: Contents, whole: Contents, workers_killed: bool) -> list[object]:
    """Records and disagreements that differ, but for puzzles of which a killed worker was asked."""
    (records, noted), (expected, all_noted) = found, whole
    unknown = {key[0] for key, row in records.items() if workers_killed and row[4] == "crash"}
    different: list[object] = [
        (key, records.get(key), expected.get(key))
        for key in records.keys() | expected.keys()
        if records.get(key) != expected.get(key) and key[0] not in unknown
    ]
    if workers_killed:  # one may have been killed while a disagreement was made smaller
        noted, all_noted = ([row[:2] for row in rows if row[0] not in unknown] for rows in (noted, all_noted))
    return different + sorted(set(noted) ^ set(all_noted), key=str)


def _plug_in(folder: Path) -> None:
    """Make the backend `liar` known to commands that run in a folder."""
    info = folder / "liar-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: liar\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sudokubench.backends]\nliar = benchmarks.trials.stubborn:Liar\n")


def kills(n: int, puzzles: int, longest_s: float, seed: int = 0) -> Figures:
    """Kill a run again and again, or one of its workers, or all its processes; each time it is resumed.

    One of its backends lies, and every other run is killed while it makes a disagreement smaller, too. At the end it is
    compared with a run that nobody has killed; of what a killed worker was asked nothing is known.
    """
    random = Random(seed)
    lost = doubled = damaged = left = crashes = completed = done = disagreements = 0
    different: list[object] = []
    backends = ["algorithm_x", "sat", "liar"]
    targets = {"parent": 0, "worker": 0, "group": 0, "shrinking": 0}
    while done < n:
        with tempfile.TemporaryDirectory() as name, marked(**{KILL: f"{name}/left"}) as mark:
            folder, inline = Path(name), completed % 2 == 1
            lines = easy_boards(puzzles, random.randrange(10**9))
            (folder / "corpus.txt").write_text("\n".join(lines))
            _plug_in(folder)
            arguments = [
                "run",
                "corpus.txt",
                "--json",
                "--backend",
                ",".join(backends),
                "--isolation",
                "inline" if inline else "process",
            ]
            acknowledged: set[tuple[object, ...]] = set()
            workers_killed, known, patience_s = 0, 0, longest_s
            while not stored(folder)["finished"]:
                possible = ("parent", "shrinking") if inline else ("parent", "worker", "group")
                target = random.choice(possible) if done < n else "nobody"
                if target == "shrinking":
                    (folder / "left").write_text(str(random.randrange(1, 90)))
                run = _Command(folder, [*arguments, "--resume"])
                patient = target in {"nobody", "shrinking"}
                try:
                    run.process.wait(None if patient else random.uniform(0.05, patience_s))
                except subprocess.TimeoutExpired:
                    if target == "worker":
                        workers = [
                            pid for pid, command in alive(mark).items() if "harness.supervisor" in command
                        ]
                        if workers:
                            os.kill(random.choice(workers), signal.SIGKILL)
                            done, workers_killed = done + 1, workers_killed + 1
                        with suppress(subprocess.TimeoutExpired):
                            run.process.wait(random.uniform(0.05, patience_s))
                    else:
                        for pid in [run.process.pid, *(alive(mark) if target == "group" else ())]:
                            with suppress(ProcessLookupError):
                                os.kill(pid, signal.SIGKILL)
                        done, targets[target] = done + 1, targets[target] + 1
                    run.process.kill()
                    run.process.wait()
                if target == "shrinking":
                    (folder / "left").unlink(missing_ok=True)
                    killed = run.process.returncode == -signal.SIGKILL
                    done, targets[target] = done + killed, targets[target] + killed
                left += orphans(mark)
                acknowledged |= set(run.acknowledged())
                state = stored(folder)
                records = state["records"]
                assert isinstance(records, list)
                lost += len(acknowledged - set(records))
                doubled += len(records) - len({r[:3] for r in records}) + max(0, int(str(state["runs"])) - 1)
                damaged += state["integrity"] != "ok"
                # What is killed before it has begun, on a busy machine, shows little.
                known, patience_s = len(records), longest_s if len(records) > known else 1.5 * patience_s
            completed += 1
            targets["worker"] += workers_killed
            crashes += sum(r[3] == "undecided" for r in records)
            (folder / "results").rename(folder / "killed")
            _Command(folder, arguments).process.wait()
            whole, noted = contents(folder / "results")
            disagreements += len(noted)
            different += _differences(contents(folder / "killed"), (whole, noted), bool(workers_killed))
    return {
        "kills": done, **targets, "runs_completed": completed, "lost": lost, "doubled": doubled, "damaged": damaged,
        "different": len(different), "examples": different[:4], "disagreements": disagreements, "orphans": left,
        "undecided_by_killed_workers": crashes,
    }  # fmt: skip


_CASE = ":0000:5:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::951:\n"
"""A case of a library of techniques."""


def _endless(names: Sequence[str]) -> Iterator[list[str]]:
    """Commands that nobody waits for, with every engine and of every kind."""
    for name in names:
        nine_only = refusal(backend(name), Layout.standard(16)) or name == "logic"
        empty = "." * (81 if nine_only else 256)
        yield ["run", empty, "--task", "count", "--backend", name, "--json"]
        yield ["solve", empty, "--limit", "10000000", "--backend", name]
        yield ["check", "corpus.txt", "--backend", name]
    yield ["solve", "." * 625, "--backend", "z3"]
    yield ["run", "corpus.txt", "--backend", "cpsat,algorithm_x", "--json", "--isolation", "inline"]
    yield ["run", "corpus.txt", "--backend", "cpsat,algorithm_x", "--json", "--jobs", "2"]
    yield ["run", "corpus.txt", "--json", "--backend", "all"]
    yield ["check", "corpus.txt", "--certify", "--backend", "dlx"]
    yield ["rate", "corpus.txt"]
    yield ["rate", "corpus.txt", "--jobs", "2"]
    yield ["explain", "corpus.txt", "--verify"]
    yield ["explain", "corpus.txt", "--minimal"]
    yield ["rules", "verify", "library.txt"]
    yield ["report", "--results", "earlier", "--html", "page.html", "--png", "pictures"]


_PYTHON_BEGINS = ("Fatal Python error: init_", "Could not import runpy module")
"""What Python says, and exits with 1, where Ctrl-C comes before it has come to the command."""


def presses(
    n: int, puzzles: int, earliest_s: float, longest_s: float, allowed_s: float, seed: int = 0
) -> Figures:
    """Press Ctrl-C once, at a random moment of a command, as a terminal does or for the command alone."""
    random = Random(seed)
    commands = list(_endless(installed()[0]))
    random.shuffle(commands)
    codes: dict[int, int] = {}
    lost = damaged = left = tracebacks = 0
    early: list[str] = []
    odd: list[str] = []
    late: list[tuple[float, str]] = []
    with tempfile.TemporaryDirectory() as home:
        boards = easy_boards(puzzles, seed)
        Path(home, "corpus.txt").write_text("\n".join(boards))
        Path(home, "library.txt").write_text(_CASE * puzzles)
        Path(home, "few.txt").write_text("\n".join(boards[:20]))
        first = _Command(Path(home), ["run", "few.txt", "--backend", "dlx,sliced", "--results", "earlier"])
        first.process.wait(300)
        for arguments in cycle(commands):
            if len(late) == n:
                break
            with tempfile.TemporaryDirectory(dir=home) as name, marked() as mark:
                folder, shown = Path(name), " ".join(a if len(a) < 81 else f"({len(a)})" for a in arguments)
                for file in ("corpus.txt", "library.txt", "earlier"):
                    (folder / file).symlink_to(Path(home, file))
                run = _Command(folder, arguments)
                time.sleep(random.uniform(earliest_s, longest_s))
                begun = time.monotonic()
                if run.process.poll() is not None:
                    early.append(shown)
                    continue
                press = random.choice([os.kill, os.killpg])
                press(run.process.pid, signal.SIGINT)
                code = run.process.wait(timeout=300)
                late.append((time.monotonic() - begun, shown))
                codes[code] = codes.get(code, 0) + 1
                said = run.errors.read_text(errors="replace")
                if code not in {130, -signal.SIGINT} and not said.startswith(_PYTHON_BEGINS):
                    odd.append(f"{shown}: {code}: {said[-1000:]}")
                left += orphans(mark)
                state = stored(folder)
                records = state["records"]
                assert isinstance(records, list)
                if arguments[0] == "run":
                    lost += len(set(run.acknowledged()) - set(records))
                damaged += state["integrity"] != "ok"
                tracebacks += code == 130 and "Traceback" in said
    return {
        "presses": n, "ended_before": early, "exit_codes": codes, "odd": odd, "late_s": max(late)[0],
        "allowed_s": allowed_s,
        "latest": [f"{s:.2f} s: {c}" for s, c in sorted(late, reverse=True)[:5]], "lost": lost, "damaged": damaged,
        "orphans": left, "tracebacks": tracebacks,
    }  # fmt: skip


_FAULTS = ("lost", "doubled", "damaged", "different", "orphans", "tracebacks")


def _clean(figures: Figures) -> bool:
    return not any(figures.get(name, 0) for name in _FAULTS)


TRIALS = {
    "limits": Trial(
        "A limit is overshot by at most 0.5 s, all processes together, by engines that ignore everything or have "
        "others work, and nobody lives on.",
        limits, {"jobs": 6, "limit_s": 0.2, "allowed_s": 1.0, "by_clock": False},
        {"jobs": 60, "limit_s": 0.5, "allowed_s": 0.5, "by_clock": True},
        lambda f: f["ended_as_limited"] == f["jobs"] and f["overshoot_s"] <= f["allowed_s"] and not f["orphans"],
    ),
    "kills": Trial(
        "Whatever is killed, a resumed run has the records and disagreements of one left alone; nobody lives on.",
        kills, {"n": 4, "puzzles": 300, "longest_s": 2.0}, {"n": 200, "puzzles": 500, "longest_s": 3.0}, _clean,
    ),
    "presses": Trial(
        "One Ctrl-C ends any command within a second with 130 (or, before it has begun, as Python does).",
        presses, {"n": 4, "puzzles": 5_000, "earliest_s": 3.0, "longest_s": 5.0, "allowed_s": 60.0},
        {"n": 500, "puzzles": 20_000, "earliest_s": 0.1, "longest_s": 6.0, "allowed_s": 1.0},
        lambda f: _clean(f)
        and not f["odd"]
        and f["late_s"] <= f["allowed_s"],
    ),
}  # fmt: skip
