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

from benchmarks import ROOT
from benchmarks.inputs import easy_boards
from benchmarks.trials import Figures, Trial
from benchmarks.trials.stubborn import STARTED, WAYS, Stubborn
from sudokubench.board import Board
from sudokubench.harness.finding import Termination
from sudokubench.harness.isolation import IsolatedWorker, Limits

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


def limits(jobs: int, limit_s: float, allowed_s: float, by_clock: bool, seed: int = 0) -> Figures:
    """Put a puzzle to engines that ignore everything; `overshoot_s` is the longest life beyond the limit.

    Of a limit of CPU time it is counted in CPU time, and of any limit unless `by_clock`: these engines never rest, and
    a busy machine makes everything late.
    """
    board = Board.parse("1...3..2...3..2.")
    random = Random(seed)
    worst, ended = 0.0, 0
    with tempfile.TemporaryDirectory() as folder, marked(**{STARTED: f"{folder}/started"}) as mark:
        for way in islice(cycle(WAYS), jobs):
            by_cpu = way != "liar" and random.random() < 0.3
            spent = resource.getrusage(resource.RUSAGE_CHILDREN)
            bounds = Limits(wall_s=None, cpu_s=limit_s) if by_cpu else Limits(wall_s=limit_s)
            with IsolatedWorker(Stubborn(way), bounds) as worker:
                (finding,) = worker.ask(board.layout, [board.instance()], 2)
                now = time.monotonic()
            ended += finding.termination is Termination.TIMEOUT
            begun, cpu_begun = map(float, Path(folder, "started").read_text().split())
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = used.ru_utime + used.ru_stime - spent.ru_utime - spent.ru_stime - cpu_begun
            worst = max(worst, (now - begun if by_clock and not by_cpu else cpu) - limit_s)
        left = orphans(mark)
    return {
        "jobs": jobs,
        "ended_as_timeout": ended,
        "overshoot_s": worst,
        "allowed_s": allowed_s,
        "orphans": left,
    }


# -- runs that are killed ------------------------------------------------------------------------------------------


class _Run:
    """A `sudokubench run` in a folder, and what it has said so far."""

    def __init__(self, folder: Path, arguments: Sequence[str]) -> None:
        command = [sys.executable, "-m", "sudokubench", "run", "corpus.txt", "--json", *arguments]
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


def kills(n: int, puzzles: int, longest_s: float, seed: int = 0) -> Figures:
    """Kill a run again and again, or one of its workers, or all its processes; each time it is resumed."""
    random = Random(seed)
    lost = doubled = damaged = left = crashes = completed = done = 0
    backends = ["dlx", "sat"]
    arguments = ["--resume", "--isolation", "process", "--backend", ",".join(backends)]
    targets = {"parent": 0, "worker": 0, "group": 0}
    while done < n:
        with tempfile.TemporaryDirectory() as name, marked() as mark:
            folder = Path(name)
            lines = easy_boards(puzzles, random.randrange(10**9))
            (folder / "corpus.txt").write_text("\n".join(lines))
            acknowledged: set[tuple[object, ...]] = set()
            while not stored(folder)["finished"]:
                run = _Run(folder, arguments)
                target = random.choice(list(targets)) if done < n else "nobody"
                try:
                    run.process.wait(random.uniform(0.05, longest_s) if done < n else None)
                except subprocess.TimeoutExpired:
                    if target == "worker":
                        workers = [
                            pid for pid, command in alive(mark).items() if "harness.supervisor" in command
                        ]
                        if workers:
                            os.kill(random.choice(workers), signal.SIGKILL)
                            done, targets["worker"] = done + 1, targets["worker"] + 1
                        with suppress(subprocess.TimeoutExpired):
                            run.process.wait(random.uniform(0.05, longest_s))
                    else:
                        for pid in [run.process.pid, *(alive(mark) if target == "group" else ())]:
                            with suppress(ProcessLookupError):
                                os.kill(pid, signal.SIGKILL)
                        done, targets[target] = done + 1, targets[target] + 1
                    run.process.kill()
                    run.process.wait()
                left += orphans(mark)
                acknowledged |= set(run.acknowledged())
                state = stored(folder)
                records = state["records"]
                assert isinstance(records, list)
                lost += len(acknowledged - set(records))
                doubled += len(records) - len({r[:3] for r in records}) + max(0, int(str(state["runs"])) - 1)
                damaged += state["integrity"] != "ok"
            completed += 1
            keys = {(line + 1, b, 0) for line in range(puzzles) for b in backends}
            lost += len(keys - {r[:3] for r in records})
            doubled += len({r[:3] for r in records} - keys)
            crashes += sum(r[3] == "undecided" for r in records)
    return {
        "kills": done, **targets, "runs_completed": completed, "lost": lost, "doubled": doubled, "damaged": damaged,
        "orphans": left, "undecided_by_killed_workers": crashes,
    }  # fmt: skip


def interruptions(n: int, puzzles: int, earliest_s: float, longest_s: float, seed: int = 0) -> Figures:
    """Ctrl-C at random moments of runs with CP-SAT, in this process's place or in workers."""
    random = Random(seed)
    codes: dict[int, int] = {}
    lost = damaged = left = tracebacks = 0
    for i in range(n):
        with tempfile.TemporaryDirectory() as name, marked() as mark:
            folder = Path(name)
            (folder / "corpus.txt").write_text("\n".join(easy_boards(puzzles, random.randrange(10**9))))
            isolation = ["--isolation", "process", "--jobs", "2"] if i % 2 else []
            run = _Run(folder, ["--backend", "cpsat,algorithm_x", *isolation])
            time.sleep(random.uniform(earliest_s, longest_s))
            run.process.send_signal(signal.SIGINT)
            code = run.process.wait(timeout=300)
            codes[code] = codes.get(code, 0) + 1
            left += orphans(mark)
            state = stored(folder)
            records = state["records"]
            assert isinstance(records, list)
            lost += len(set(run.acknowledged()) - set(records))
            damaged += state["integrity"] != "ok"
            tracebacks += code == 130 and b"Traceback" in run.errors.read_bytes()
    return {
        "interruptions": n, "exit_codes": codes, "lost": lost, "damaged": damaged, "orphans": left,
        "tracebacks": tracebacks,
    }  # fmt: skip


def _clean(figures: Figures) -> bool:
    return not any(figures.get(name, 0) for name in ("lost", "doubled", "damaged", "orphans", "tracebacks"))


TRIALS = {
    "limits": Trial(
        "A limit is overshot by at most 0.5 s by engines that ignore everything, and none of them lives on.",
        limits, {"jobs": 6, "limit_s": 0.2, "allowed_s": 1.0, "by_clock": False},
        {"jobs": 60, "limit_s": 0.5, "allowed_s": 0.5, "by_clock": True},
        lambda f: f["ended_as_timeout"] == f["jobs"] and f["overshoot_s"] <= f["allowed_s"] and not f["orphans"],
    ),
    "kills": Trial(
        "Whatever is killed, nothing acknowledged is lost, nothing is doubled, and nobody lives on.",
        kills, {"n": 4, "puzzles": 300, "longest_s": 2.0}, {"n": 100, "puzzles": 3000, "longest_s": 3.0}, _clean,
    ),
    "interruptions": Trial(
        "Ctrl-C ends with 130 (or, before the program has begun, by the signal) and keeps the records.",
        interruptions, {"n": 2, "puzzles": 20_000, "earliest_s": 3.0, "longest_s": 5.0},
        {"n": 40, "puzzles": 20_000, "earliest_s": 0.1, "longest_s": 6.0},
        lambda f: _clean(f) and not set(f["exit_codes"]) - {130, -signal.SIGINT},  # type: ignore[call-overload]
    ),
}  # fmt: skip
