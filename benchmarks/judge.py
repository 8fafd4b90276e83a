"""Test the judge: does it raise false alarms, does it find real differences, and do its intervals hold the true values?

    python -m benchmarks.judge [TRIAL...] [--runs 8] [--puzzles 60] [--trials 40] [--seconds 60] [--samples 1000]
                               [--rounds 5] [--folder DIR]

It prints a line of JSON for each trial:

coverage    nominal 95 % intervals of simulated runs with known means, from 5 rounds and 8 batches on, and of simulated
            live comparisons, which end as soon as their interval is narrow enough. The noise has three levels: puzzles,
            processes (SD 1.7 %) and rounds (SD 2.4 %). The last runs compare two equal engines, of which one process
            in five is slow throughout, by 12 % on average, while the load drifts by 20 % from round to round
twins       runs with four equal engines, with two engines of which one does 15 % more work, and with real engines.
            Every second run is beside a busy loop. The figures: how many 95 % intervals of equal engines exclude 1, how
            many runs have a "significant" pair of equal engines, how often the slower engine is found. `--folder`
            keeps the runs, and another call continues
more_work   runs of two engines alone, of which one does 15 % more work; every second run is beside a busy loop
one_code    runs of the same code, every second run beside two busy loops, compared in pairs: any change found is false
slower      an engine that does 15 % more work: how often `compare --live` finds it beside a busy loop, how often it
            calls an engine different from itself, and how often `compare` of two runs finds it
late        answers beyond the time limit that are counted as solved
page        CPU time and size of the report of 49,151 puzzles by six engines
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from benchmarks import large_runs
from benchmarks.inputs import easy_boards
from benchmarks.trials import install
from benchmarks.trials.answers import busy
from sudokubench.actions import report
from sudokubench.harness.live import LiveRound
from sudokubench.report.analysis import Analysis
from sudokubench.report.compare import FEWEST_LIVE_ROUNDS, live_change
from sudokubench.report.reading import load
from sudokubench.report.statistics import mean_log_ratio, two_level_mean

_NOISE = (0.017, 0.024)
"""Measured standard deviations of the time of an engine: between processes, and between rounds."""

_ENGINES = "dlx,sat,cryptominisat,algorithm_x"
_LESS, _MORE = "twin:tag=5,times=20", "twin:tag=6,times=23"

_TWIN = '''"""dlx under as many names as are wanted, with more or less work."""

from dataclasses import dataclass
from typing import ClassVar

from sudokubench.backends import EngineSession, backend


@dataclass(frozen=True)
class Twin:
    """dlx.

    Attributes:
        tag: Tells equal engines apart.
        times: How often each search is done.
    """

    kind: ClassVar[str] = "dlx"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset] = frozenset()
    requires: ClassVar[tuple] = ()
    interruptible: ClassVar[bool] = True
    tag: int = 0
    times: int = 1

    def unsupported(self, problem):
        return backend("dlx").unsupported(problem)

    def open(self, problem):
        return EngineSession(problem, _Work(backend("dlx").open(problem), self.times))


class _Work:
    def __init__(self, session, times):
        self.session, self.times = session, times

    def solutions(self, instance, search):
        search.enter("solve")
        for _ in range(self.times - 1):
            self.session.search(instance, limit=search.limit).outcome()
        found = list(self.session.search(instance, limit=search.limit))
        search.enter("wait")
        yield from found

    def close(self):
        self.session.close()
'''


def _install_twin(folder: Path) -> None:
    """Install the plug-in `twin`, with the options `tag` and `times`, for every later command."""
    where = folder / "plug-in"
    install(where, "twin", "twin = twin:Twin")
    (where / "twin.py").write_text(_TWIN, encoding="utf-8")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(where), os.environ.get("PYTHONPATH")]))


def _said(*words: str) -> str:
    """Return the output of the command; its exit code must be 0, 3 or 7."""
    command = [sys.executable, "-m", "sudokubench", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 3, 7}:
        raise SystemExit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def _run(corpus: Path, backends: str, results: Path, *more: str, rounds: int = 5) -> str:
    """Make a run, unless it exists; return the file with its exported records."""
    exported = f"{results}.jsonl"
    if Path(exported).exists():
        return exported
    where = "--results", str(results)
    _said("run", str(corpus), "--backend", backends, "--repeat", str(rounds), *where, *more)
    report.export(["last"], exported, results=results)
    return exported


def coverage(samples: int, seed: int = 1) -> dict[str, object]:
    """Return how often intervals of simulated runs and live comparisons hold the true values of the simulation."""
    random = np.random.default_rng(seed)
    found = {}
    for rounds, puzzles, batch, levels in (
        (5, 50, 1, (1.0, 0.1, 0.1, 0.2)), (5, 20, 1, (0.3, 0.2, 0.2, 0.3)), (10, 200, 1, (0.5, 0.03, 0.04, 0.3)),
        (5, 80, 10, (0.5, 0.1, 0.1, 0.2)), (5, 60, 1, (1.0, *_NOISE, 0.1)), (10, 60, 1, (0.0, *_NOISE, 0.05)),
        (5, 60, 1, (0.0, *_NOISE, 0.05)),
    ):  # fmt: skip
        unit = np.arange(puzzles) // batch
        m, held = int(unit[-1]) + 1, 0
        for _ in range(samples):
            shapes = (m,), (rounds, 1), (rounds, 1), (rounds, m)  # each round has new processes
            values = sum(sd * random.normal(size=shape) for sd, shape in zip(levels, shapes, strict=True))
            mean = two_level_mean(values[:, unit], unit)
            held += abs(mean.value) <= mean.half
        found[f"{rounds} rounds, {m} units, SD of puzzles, processes, rounds, rest {levels}"] = held / samples
    for rounds in (5, 7, 10, 15):
        held = sum(_slow_processes_hold(rounds, random) for _ in range(samples))
        found[f"{rounds} rounds, two equal engines with slow processes, drifting load"] = held / samples
    for deviation in (0.01, 0.02, 0.03, 0.05):
        held = sum(_live_holds(deviation, random) for _ in range(samples))
        found[f"live, rounds that deviate by {deviation}"] = held / samples
    return {"trial": "coverage", "samples": samples, "held": found}


def _slow_processes_hold(rounds: int, random: np.random.Generator, puzzles: int = 60) -> bool:
    """Return whether the interval of the ratio of two equal engines holds 1.

    Some of their processes are slow throughout, and the load drifts.
    """
    shape = (2, rounds, 1)
    slow = (random.random(shape) < 0.2) * random.exponential(0.12, shape)
    logs = _NOISE[0] * random.normal(size=shape) + slow + 0.05 * random.normal(size=(2, rounds, puzzles))
    logs += 0.2 * random.normal(size=(rounds, 1)).cumsum(axis=0)
    medians = np.median(logs, axis=1)
    mean = mean_log_ratio(medians[0] - medians[1], logs[0] - logs[1], np.arange(puzzles))
    return abs(mean.value) <= mean.half


def _live_holds(deviation: float, random: np.random.Generator, most: int = 20) -> bool:
    """Return whether the interval of a live comparison holds the ratio 1. It ends at ±2 % or at `most` rounds."""
    rounds: list[LiveRound] = []
    ones, zeros = np.ones((2, 1), np.bool_), np.zeros((2, 1), np.int64)
    while True:
        log_s = np.array([[0.0], [deviation * random.normal()]])
        rounds.append(LiveRound(log_s, ones, zeros, zeros, ones, 2, 0.0))
        if len(rounds) >= FEWEST_LIVE_ROUNDS:
            ratio = live_change("", rounds).ratio
            if ratio.high <= 1.02 * ratio.value or len(rounds) == most:
                return ratio.low <= 1 <= ratio.high


def _twin_runs(
    trial: str, names: str, runs: int, rounds: int, corpus: Path, folder: Path
) -> Iterator[Analysis]:
    """Yield runs of twins and other engines; every second run is beside a busy loop."""
    _install_twin(folder)
    for k in range(runs):
        with busy(k % 2):
            made = _run(corpus, names, folder / f"{trial}{rounds}-{k}", rounds=rounds)
        yield Analysis(load([made]))


def twins(runs: int, rounds: int, corpus: Path, folder: Path) -> dict[str, object]:
    """Return how often a run calls equal engines different, and how often it sees 15 % more work."""
    equal = [f"twin:tag={tag}" for tag in range(1, 5)]
    names = ",".join([*equal, _LESS, _MORE, "sat", "cryptominisat"])
    outside, false, seen, widths = 0, 0, 0, []
    for found in _twin_runs("twins", names, runs, rounds, corpus, folder):
        duels = {(found.names[i], found.names[j]): duel for (i, j), duel in found.duels.items()}
        same = [duel for pair, duel in duels.items() if set(pair) <= set(equal)]
        outside += sum(not duel.ratio.low <= 1 <= duel.ratio.high for duel in same)
        widths += [duel.ratio.high / duel.ratio.value - 1 for duel in same]
        false += any(duel.p < 0.05 for duel in same)
        ahead, behind = (found.order.index(found.names.index(one)) for one in (_LESS, _MORE))
        seen += duels.get((_LESS, _MORE), duels.get((_MORE, _LESS))).p < 0.05 and ahead < behind
    return {
        "trial": "twins", "rounds": rounds, "runs": runs, "pairs": len(widths),
        "intervals_without_1": outside / len(widths),
        "runs_with_a_significant_pair": false / runs, "slower_told": seen / runs,
        "median_half_width": np.median(widths), "load": os.getloadavg()[0],
    }  # fmt: skip


def more_work(runs: int, rounds: int, corpus: Path, folder: Path) -> dict[str, object]:
    """Return how often a run of two engines finds that one of them does 15 % more work."""
    seen, ratios, widths = 0, [], []
    for found in _twin_runs("more", f"{_LESS},{_MORE}", runs, rounds, corpus, folder):
        (duel,) = found.duels.values()
        seen += duel.p < 0.05 and found.names[found.order[0]] == _LESS
        ratios.append(max(duel.ratio.value, 1 / duel.ratio.value))
        widths.append(duel.ratio.high / duel.ratio.value - 1)
    return {
        "trial": "more_work", "rounds": rounds, "runs": runs, "slower_told": seen / runs,
        "ratios": [min(ratios), max(ratios)], "median_half_width": np.median(widths), "load": os.getloadavg()[0],
    }  # fmt: skip


def one_code(runs: int, corpus: Path, folder: Path) -> dict[str, object]:
    """Compare runs of the same code in pairs; return the changes that are found."""
    exported = []
    for k in range(runs):
        with busy(2 * (k % 2)):
            exported.append(_run(corpus, _ENGINES, folder / str(k)))
    states, failed, factors = Counter[str](), 0, []
    for a, b in combinations(exported, 2):
        found = report.compared(a, b, fail_on=["regression:10%"])
        states.update(change.state for change in found.changes)
        failed += bool(found.failures)
        factors += [max(change.ratio.value, 1 / change.ratio.value) for change in found.changes]
    told = states["slower"] + states["faster"]
    return {
        "trial": "one_code", "runs": runs, "pairs": runs * (runs - 1) // 2, "states": dict(states),
        "share_called_different": told / max(1, states.total()), "gates_failed": failed,
        "largest_ratio": max(factors),
    }  # fmt: skip


def slower(trials: int, seconds: float, corpus: Path, folder: Path) -> Iterator[dict[str, object]]:
    """Yield whether comparisons, live and of runs, find 15 % more work, and whether they call equal work different."""
    engine, more = "twin:times=20", "twin:times=23"
    _install_twin(folder)
    for name, b, n in (("15 % more work", more, trials), ("the same work", engine, max(1, trials // 4))):
        states, ratios, widths, waits = Counter[str](), [], [], []
        with busy(1):
            for seed in range(n):
                begun = time.monotonic()
                told = _said(
                    "compare", "--live", engine, b, "--corpus", str(corpus), "--seconds", str(seconds), "--json",
                    "--seed", str(seed),
                )  # fmt: skip
                waits.append(time.monotonic() - begun)
                row = json.loads(told)
                states[row["state"]] += 1
                ratios.append(row["ratio"])
                widths += [row["ratio_high"] / row["ratio"] - 1] if row["ratio_high"] else []
        yield {
            "trial": "slower", "live": name, "trials": n, "states": dict(states), "ratios": [min(ratios), max(ratios)],
            "widest": max(widths, default=None), "longest_s": max(waits), "load": os.getloadavg()[0],
        }  # fmt: skip
    before = [_run(corpus, engine, folder / f"less{k}") for k in range(4)]
    after = [_run(corpus, more, folder / f"more{k}") for k in range(4)]
    for file in map(Path, after):  # only engines of one name are compared
        file.write_text(file.read_text(encoding="utf-8").replace(more, engine), encoding="utf-8")
    states = Counter(report.compared(a, b).changes[0].state for a in before for b in after)
    pairs = len(before) * len(after)
    yield {"trial": "slower", "runs": "15 % more work", "pairs": pairs, "states": dict(states)}


def late(corpus: Path, folder: Path, limit_s: float = 0.0005) -> dict[str, object]:
    """Return the number of answers after the time limit that are counted as solved anywhere."""
    _run(corpus, _ENGINES, folder / "late", "--time-limit", str(limit_s), "--isolation", "inline")
    analysis = Analysis(load(["last"], folder / "late"))
    c, cells = analysis.data.columns, analysis.cells
    beyond = c["encode_ns"] + c["solve_ns"] + c["decode_ns"] > 1e9 * limit_s
    solved = cells.solved[c["puzzle"], c["backend"]]  # solved in every round
    return {
        "trial": "late", "records": len(beyond), "beyond": int(beyond.sum()), "solved": int(solved.sum()),
        "beyond_and_solved": int((solved & beyond).sum()),
    }  # fmt: skip


def page(folder: Path) -> dict[str, object]:
    """Return the cost of writing the page for a run of made-up records, and the size of the page."""
    puzzles, backends = 49_151, 6
    large_runs.write(folder / "page", puzzles, backends, 1)
    made = folder / "page.html"
    _, cpu_s, peak = large_runs.measured(("report", "last", "--html", str(made)), folder / "page")
    return {
        "trial": "page", "records": puzzles * backends, "cpu_s": cpu_s, "mb": made.stat().st_size / 1e6,
        "peak_mb": peak / 1e6,
    }  # fmt: skip


def main(words: list[str]) -> int:
    """Make the trials; return the exit code."""
    parser = argparse.ArgumentParser("python -m benchmarks.judge", description=__doc__.partition("\n")[0])
    every = ("coverage", "twins", "more_work", "one_code", "slower", "late", "page")
    parser.add_argument("trial", nargs="*", help=f"of {', '.join(every)}; without TRIAL, all")
    parser.add_argument("--runs", type=int, default=8, help="how many runs of one code, or of twins (8)")
    parser.add_argument("--puzzles", type=int, default=60, help="how many puzzles in each (60)")
    parser.add_argument("--trials", type=int, default=40, help="how many live comparisons (40)")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each of them (60)")
    parser.add_argument("--samples", type=int, default=1000, help="how many simulated runs (1000)")
    parser.add_argument("--rounds", type=int, default=5, help="of each run of twins (5)")
    parser.add_argument("--folder", type=Path, help="keeps the runs; a run that it has is not made again")
    asked = parser.parse_args(words)
    if unknown := set(asked.trial) - set(every):
        parser.error(f"there is no trial {', '.join(unknown)}")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = (asked.folder or Path(name)).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        corpus = folder / "puzzles.txt"
        corpus.write_text("\n".join(easy_boards(asked.puzzles, 5)) + "\n", encoding="utf-8")

        makers: dict[str, Callable[[], Iterable[dict[str, object]]]] = {
            "coverage": lambda: [coverage(asked.samples)],
            "twins": lambda: [twins(asked.runs, asked.rounds, corpus, folder)],
            "more_work": lambda: [more_work(asked.runs, asked.rounds, corpus, folder)],
            "one_code": lambda: [one_code(asked.runs, corpus, folder)],
            "slower": lambda: slower(asked.trials, asked.seconds, corpus, folder),
            "late": lambda: [late(corpus, folder)],
            "page": lambda: [page(folder)],
        }
        for trial in asked.trial or makers:
            for line in makers[trial]():
                print(json.dumps(line), flush=True)
    print(f"{time.monotonic() - begun:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
