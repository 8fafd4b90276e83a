"""Measure memory and time of `report`, `rank` and `compare` on a large run, each in a process of its own.

    python -m benchmarks.large_runs [--puzzles N] [--backends N] [--repeats N] [--folder DIR] [COMMAND...]

The program writes a run of made-up records through the store's own writer, unless the folder already holds a run. It
prints a table in Markdown. With the defaults there are 20 million records: a million puzzles, ten backends, two
repeats.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from sudokubench.answer import Outcome, Stop, Times, Verdict
from sudokubench.board import Board
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.crosscheck import Category, Judgement, Strength
from sudokubench.harness.finding import Claim, Finding, Termination
from sudokubench.harness.noise import NoiseMeter
from sudokubench.harness.plan import Plan
from sudokubench.harness.runner import Judged
from sudokubench.harness.store import FILE, Store

COMMANDS = {
    "rank": ("rank", "last"),
    "compare": ("compare", "last", "last"),
    "report": ("report", "last", "--html", os.devnull),
}
_CHUNK, _MADE = 500, 100_000
_LIMIT_S = 60


def main() -> int:
    """Measure the commands of the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.large_runs", description=__doc__, formatter_class=argparse.RawTextHelpFormatter,
    )  # fmt: skip
    parser.add_argument("commands", metavar="COMMAND", nargs="*", help=f"default: {', '.join(COMMANDS)}")
    parser.add_argument("--puzzles", type=int, default=1_000_000)
    parser.add_argument("--backends", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--folder", metavar="DIR", type=Path, help="keep the run there, or use the run there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        if not (folder / FILE).exists():
            begun = time.perf_counter()
            write(folder, options.puzzles, options.backends, options.repeats)
            size = (folder / FILE).stat().st_size / (options.puzzles * options.backends * options.repeats)
            took_s = time.perf_counter() - begun
            print(f"written in {took_s:.0f} s, {size:.0f} bytes a record", file=sys.stderr)
        print("| command | seconds | seconds of CPU time | peak of memory, MB |\n|---|---|---|---|")
        for name in options.commands or COMMANDS:
            wall, cpu, peak = measured(COMMANDS[name], folder)
            print(f"| `{name}` | {wall:.1f} | {cpu:.1f} | {peak / 1e6:,.0f} |", flush=True)
    return 0


def write(folder: Path, puzzles: int, backends: int, repeats: int, seed: int = 1) -> str:
    """Write a run whose times differ by puzzle, by backend and by chance, and whose backends fail now and then.

    A number of puzzles above `_MADE` becomes a multiple of `_MADE`, and the times repeat.
    """
    made = min(puzzles, _MADE)
    names = tuple(f"engine{j}" for j in range(backends))
    plan = Plan(("made",), names, repeat=repeats)
    manifest = {"plan": plan.as_json(), "execution": {"limits": {"wall_s": _LIMIT_S}}, "cores": 1}
    with Store(folder) as store:
        run = store.begin(plan, manifest)
        chunks = _events(made, names, repeats, np.random.default_rng(seed))
        for _ in store.recording(run, chunks, NoiseMeter()):
            pass
    _multiplied(folder, made, puzzles // made)
    return run


def _multiplied(folder: Path, puzzles: int, times: int) -> None:
    """Copy the records of a run several times, as if there were more puzzles. SQL does this quickly."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
        other = {
            "position": "position + :k * :n", "line": "line + :k * :n", "id": "lower(hex(randomblob(8)))",
            "puzzle": "substr(puzzle, 1, 78) || printf('%03d', :k)",
        }  # fmt: skip
        for k in range(1, times):
            for table in ("puzzles", "records"):
                columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
                values = ", ".join(other.get(name, name) for name in columns)
                sql = f"INSERT INTO {table} SELECT {values} FROM {table} WHERE position < :n"
                db.execute(sql, {"k": k, "n": puzzles})


def _events(
    puzzles: int, names: tuple[str, ...], repeats: int, rng: np.random.Generator
) -> Iterator[list[Judged]]:
    places = np.array([(j, r) for j in range(len(names)) for r in range(repeats)])
    for first in range(0, puzzles, _CHUNK):
        shape = (min(_CHUNK, puzzles - first), len(places))
        logs = rng.normal(10, 1, (shape[0], 1)) + 0.3 * places[:, 0] + rng.normal(0, 0.3, shape)
        times, lost = np.exp(logs).astype(int).tolist(), (rng.random(shape) < 0.01).tolist()
        yield [
            _judged(first + i, [(names[j], r) for j, r in places.tolist()], times[i], lost[i])
            for i in range(shape[0])
        ]


def _judged(position: int, asked: list[tuple[str, int]], times: list[int], lost: list[bool]) -> Judged:
    digits = np.base_repr(position, 9).zfill(8).translate(str.maketrans("012345678", "123456789"))
    entry = entry_of(Board.parse(digits + "." * 73), "made", position + 1)
    late = Finding(Outcome(0, Stop.BUDGET, Times(0, _LIMIT_S * 10**9, 0)), termination=Termination.TIMEOUT)
    claims = tuple(
        Claim(name, repeat, late if gone else _found(ns), name)
        for (name, repeat), ns, gone in zip(asked, times, lost, strict=True)
    )
    categories = tuple(Category.UNCONFIRMED if gone else Category.CORRECT for gone in lost)
    judgement = Judgement(Verdict.UNIQUE, Strength.AGREED, (), True, categories, {}, None)
    return Judged(position, entry, claims, judgement)


def _found(ns: int) -> Finding:
    return Finding(Outcome(1, Stop.EXHAUSTED, Times(ns // 8, ns, ns // 8), {"nodes": 9}), cpu_ns=ns)


def measured(command: tuple[str, ...], folder: Path) -> tuple[float, float, int]:
    """Return the wall-clock time, CPU time (both in seconds) and peak resident memory (bytes) of a command."""
    begun = time.perf_counter()
    words = [sys.executable, "-m", "sudokubench", *command, "--results", str(folder)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


if __name__ == "__main__":
    sys.exit(main())
