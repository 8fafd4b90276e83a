"""Does the judge cry wolf, and do its intervals cover? Runs of one code compared with each other, and simulated ones.

    python -m benchmarks.judge [--runs 8] [--puzzles 60] [--backend dlx,sat,cryptominisat,algorithm_x]

Prints a line of JSON for each trial: half of the runs of one code are made beside two busy loops, and every pair is
compared; a change that is told is a false one. Then the coverage of nominal 95 % intervals of simulated runs with
known means, from 5 rounds and 8 batches on.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np

from benchmarks.inputs import easy_boards
from sudokubench.actions import report
from sudokubench.report.statistics import two_level_mean

_BUSY = [sys.executable, "-c", "while True: pass"]


def one_code(runs: int, puzzles: int, backends: str, folder: Path) -> dict[str, object]:
    """Compare runs of one code in pairs; what changes are told of it."""
    corpus = folder / "puzzles.txt"
    corpus.write_text("\n".join(easy_boards(puzzles, 5)) + "\n", encoding="utf-8")
    for k in range(runs):
        loops = [subprocess.Popen(_BUSY) for _ in range(2 * (k % 2))]
        try:
            command = [
                "run",
                str(corpus),
                "--backend",
                backends,
                "--repeat",
                "5",
                "--results",
                str(folder / str(k)),
            ]
            subprocess.run([sys.executable, "-m", "sudokubench", *command], check=True, capture_output=True)
        finally:
            for loop in loops:
                loop.kill()
                loop.wait()
        exported = str(folder / f"{k}.jsonl")
        report.export(["last"], exported, results=folder / str(k))
    states: Counter[str] = Counter()
    failed = 0
    factors = []
    for a, b in combinations(range(runs), 2):
        found = report.compared(
            str(folder / f"{a}.jsonl"), str(folder / f"{b}.jsonl"), fail_on=["regression:10%"]
        )
        states.update(change.state for change in found.changes)
        failed += bool(found.failures)
        factors += [max(change.ratio.value, 1 / change.ratio.value) for change in found.changes]
    told = states["slower"] + states["faster"]
    return {
        "trial": "one code", "runs": runs, "pairs": runs * (runs - 1) // 2, "states": dict(states),
        "share_called_different": told / max(1, states.total()), "gates_failed": failed,
        "largest_ratio": max(factors),
    }  # fmt: skip


def coverage(samples: int, seed: int = 1) -> dict[str, object]:
    """How often intervals of simulated runs hold the mean they were made with."""
    random = np.random.default_rng(seed)
    found = {}
    for rounds, puzzles, batch, levels in (
        (5, 50, 1, (1.0, 0.1, 0.2)), (5, 20, 1, (0.3, 0.3, 0.3)), (10, 200, 1, (0.5, 0.05, 0.3)),
        (5, 80, 10, (0.5, 0.1, 0.2)), (5, 50, 1, (0.0, 0.0, 0.2)),
    ):  # fmt: skip
        unit = np.arange(puzzles) // batch
        m, held = int(unit[-1]) + 1, 0
        for _ in range(samples):
            of_puzzle, of_round = (
                levels[0] * random.normal(size=m),
                levels[1] * random.normal(size=(rounds, 1)),
            )
            values = of_puzzle + of_round + levels[2] * random.normal(size=(rounds, m))
            mean = two_level_mean(values[:, unit], unit)
            held += abs(mean.value) <= mean.half
        found[f"{rounds} rounds, {m} units, deviations {levels}"] = held / samples
    return {"trial": "coverage", "samples": samples, "held": found}


def main(words: list[str]) -> int:
    """Make the trials; returns the exit code."""
    parser = argparse.ArgumentParser("python -m benchmarks.judge", description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=8, help="how many runs of one code (8)")
    parser.add_argument("--puzzles", type=int, default=60, help="how many puzzles in each (60)")
    parser.add_argument("--backend", default="dlx,sat,cryptominisat,algorithm_x", help="whom they ask")
    parser.add_argument("--samples", type=int, default=1000, help="how many simulated runs (1000)")
    asked = parser.parse_args(words)
    begun = time.monotonic()
    print(json.dumps(coverage(asked.samples)), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(one_code(asked.runs, asked.puzzles, asked.backend, Path(folder))), flush=True)
    print(f"{time.monotonic() - begun:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
