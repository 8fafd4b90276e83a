"""Kill processes of runs: a resumed run must lose nothing, and no process may be left."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from benchmarks.inputs import easy_boards
from benchmarks.trials import Figures, Trial, install
from benchmarks.trials.processes import Command, alive, marked, orphans, stored
from benchmarks.trials.stubborn import KILL

Contents = tuple[Mapping[tuple[object, ...], tuple[object, ...]], Sequence[tuple[object, ...]]]


def contents(folder: Path) -> Contents:
    """Return the contents that do not depend on the clock: records by key with their puzzles; disagreements."""
    with closing(sqlite3.connect(folder / "runs.db")) as db:
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
    """Return records and disagreements that differ, without puzzles that a killed worker was solving."""
    (records, noted), (expected, all_noted) = found, whole
    unknown = {key[0] for key, row in records.items() if workers_killed and row[4] == "crash"}
    different: list[object] = [
        (key, records.get(key), expected.get(key))
        for key in records.keys() | expected.keys()
        if records.get(key) != expected.get(key) and key[0] not in unknown
    ]
    if workers_killed:  # a worker may have been killed while a disagreement was made smaller
        noted, all_noted = ([row[:2] for row in rows if row[0] not in unknown] for rows in (noted, all_noted))
    return different + sorted(set(noted) ^ set(all_noted), key=str)


def kills(n: int, puzzles: int, longest_s: float, seed: int = 0) -> Figures:
    """Kill a run again and again, or one of its workers, or all its processes; resume it each time.

    One of its backends lies, and every other run is also killed while it makes a disagreement smaller. At the end the
    run is compared with a run that was not killed. For puzzles of a killed worker the result is not known.
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
            install(folder, "liar", "liar = benchmarks.trials.stubborn:Liar")
            arguments = [
                "run", "corpus.txt", "--json", "--backend", ",".join(backends), "--isolation",
                "inline" if inline else "process",
            ]  # fmt: skip
            acknowledged: set[tuple[object, ...]] = set()
            workers_killed, known, patience_s = 0, 0, longest_s
            while not stored(folder)["finished"]:
                possible = ("parent", "shrinking") if inline else ("parent", "worker", "group")
                target = random.choice(possible) if done < n else "none"
                if target == "shrinking":
                    (folder / "left").write_text(str(random.randrange(1, 90)))
                run = Command(folder, [*arguments, "--resume"])
                patient = target in {"none", "shrinking"}
                try:
                    run.process.wait(None if patient else random.uniform(0.05, patience_s))
                except subprocess.TimeoutExpired:
                    if target == "worker":
                        workers = [
                            pid for pid, command in alive(mark).items() if "processes.supervisor" in command
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
                # On a busy machine a process may be killed before it has begun. This tests little, so wait longer.
                known, patience_s = len(records), longest_s if len(records) > known else 1.5 * patience_s
            completed += 1
            targets["worker"] += workers_killed
            crashes += sum(r[3] == "undecided" for r in records)
            (folder / "results").rename(folder / "killed")
            Command(folder, arguments).process.wait()
            whole, noted = contents(folder / "results")
            disagreements += len(noted)
            different += _differences(contents(folder / "killed"), (whole, noted), bool(workers_killed))
    return {
        "kills": done, **targets, "runs_completed": completed, "lost": lost, "doubled": doubled, "damaged": damaged,
        "different": len(different), "examples": different[:4], "disagreements": disagreements, "orphans": left,
        "undecided_by_killed_workers": crashes,
    }  # fmt: skip


TRIALS = {
    "kills": Trial(
        "Whatever is killed, a resumed run has the records and disagreements of one left alone; no process lives on.",
        kills, {"n": 4, "puzzles": 300, "longest_s": 2.0}, {"n": 200, "puzzles": 500, "longest_s": 3.0},
        lambda f: not any(f[name] for name in ("lost", "doubled", "damaged", "different", "orphans")),
    ),
}  # fmt: skip
