"""Test that the CPU time of a quick engine excludes the work of other engines, which start processes and threads."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.trials import Figures, Trial
from sudokubench.actions import report
from sudokubench.backends import backend
from sudokubench.harness.corpus import read
from sudokubench.harness.finding import Question
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits

_TIMES = ("encode_ns", "solve_ns", "decode_ns")
_BEYOND, _BEYOND_NS = 1.5, 500_000
"""Ratio and difference (ns) of CPU time to wall-clock time. A record above both includes work of another process."""


def charged(runs: dict[str, str], repeat: int, corpus: str) -> Figures:
    """Return for each isolation the CPU time of dlx over its wall-clock time, and its records `beyond` both limits.

    The figures of `_in_turns` come last.

    Args:
        runs: Backends beside dlx, by `--isolation`.
        repeat: Rounds of each run.
        corpus: The puzzles.
    """
    found = {}
    for isolation, others in runs.items():
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "sudokubench", "run", corpus, "--backend", f"dlx,{others}"]
            more = ["--repeat", str(repeat), "--isolation", isolation, "--results", folder]
            subprocess.run([*command, *more], check=True, capture_output=True)
            exported = str(Path(folder) / "run.jsonl")
            report.export(["last"], exported, results=Path(folder))
            records = list(map(json.loads, Path(exported).read_text(encoding="utf-8").splitlines()))
        spent = [
            (record["cpu_ns"] or 0, sum(record[name] for name in _TIMES))
            for record in records
            if record["backend"] == "dlx"
        ]
        found[isolation] = {
            "beside": others,
            "records": len(spent),
            "cpu_over_wall": sum(cpu for cpu, _ in spent) / sum(wall for _, wall in spent),
            "beyond": sum(cpu > _BEYOND * wall and cpu - wall > _BEYOND_NS for cpu, wall in spent),
        }
    return {**found, **_in_turns(corpus, repeat)}


def _in_turns(corpus: str, rounds: int) -> Figures:
    """Return how often, and how many ns, dlx is charged for other processes just after HiGHS answered the same puzzle.

    Both engines run inline. On a busy machine the wall-clock time may exceed the CPU time with its false charge, so
    this trial reads the charge itself.
    """
    quick, slow = backend("dlx"), backend("highs")
    asked = charged_ns = charges = 0
    with Inline(Limits()) as where:
        for entry in list(read([corpus])) * rounds:
            for engine in (slow, quick):
                list(where.answers([Question(engine, entry.problem, [entry.instance], 2)]))
            others_ns = where._costs[quick].others_ns
            asked, charges, charged_ns = asked + 1, charges + (others_ns > 0), charged_ns + others_ns
    return {"in_turns": {"records": asked, "charges": charges, "charged_ns": charged_ns}}


def _holds(figures: Figures) -> bool:
    *runs, in_turns = figures.values()
    held = all(run["records"] and run["cpu_over_wall"] <= 1.05 and run["beyond"] == 0 for run in runs)
    return bool(held and in_turns["records"] and in_turns["charges"] == 0)


TRIALS = {
    "charged": Trial(
        "An engine is charged only for its own processes: beside engines that start some, dlx takes at most 1.05 times "
        "its wall-clock time as CPU time, no record exceeds it by half and 0.5 ms, and none of their work counts.",
        charged, {"runs": {"auto": "highs", "inline": "highs"}, "repeat": 1, "corpus": "famous"},
        {"runs": {"auto": "highs,cpsat,z3,choco", "inline": "highs"}, "repeat": 5, "corpus": "all"}, _holds,
    ),
}  # fmt: skip
