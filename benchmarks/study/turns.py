"""Let contestants take turns, in several sessions: the basis of the study.

    python -m benchmarks.study.turns     one session: a job as JSON on standard input, its figures on standard output

A session is a process of its own. In it every contestant opens its problem once. Then the contestants take turns by
blocks of boards, in a random order for each block. Each contestant solves each board once, and CPU time is measured. So
a busy moment affects all contestants. Accidental properties of a process (addresses, the state of its caches and
clauses) differ from session to session. An interval over the boards of one session would not show this.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from time import process_time
from typing import Any

import numpy as np

from benchmarks import ROOT
from benchmarks.child import instances_of, problem_of
from benchmarks.inputs import board_set
from benchmarks.study.ways import Asked
from sudokubench.answer import Budget, Stop
from sudokubench.backends import backend
from sudokubench.harness.par2 import par2
from sudokubench.report.statistics import LEVEL, Bools, Floats, Interval, Ints, Mean, means, two_level_mean

SESSIONS = 5
_BLOCK = 10


def contestant(name: str, job: dict[str, Any]) -> Asked:
    """Return a backend by its name, or a piece of Python of `ways`.

    A backend with `first:` before its name searches only one solution.
    """
    if name.startswith("python:"):
        from benchmarks.study.ways import piece

        return piece(name.removeprefix("python:"), job["boards"])
    spec = name.removeprefix("first:")
    session, instances = backend(spec).open(problem_of(job["problem"])), instances_of(job)
    limit = 1 if spec != name else job["limit"]
    budget = Budget(job["seconds"], job["nodes"])

    def ask(i: int) -> tuple[bool, Mapping[str, int]]:
        outcome = session.search(instances[i], limit=limit, budget=budget).outcome()
        return outcome.stop is not Stop.BUDGET, {"solutions": outcome.count, **outcome.stats}

    # Load and compile before the first use. For a problem without boards, a whole search would take as long as the
    # measurement, so one node must do.
    session.search(instances[-1], limit=limit, budget=budget if job["boards"] else Budget(nodes=1)).outcome()
    return ask


def session(job: dict[str, Any]) -> dict[str, Any]:
    """Run one session. The lists of its answer are ordered by contestant, then by board."""
    asked = [contestant(name, job) for name in job["contestants"]]
    gc.collect()
    gc.freeze()  # so that the collector does not inspect the objects that other contestants have loaded
    random, n = Random(job["seed"]), max(1, len(job["boards"]))
    empty: list[Any] = [None] * n
    seconds, ended, stats = ([empty.copy() for _ in asked] for _ in range(3))
    for start in range(0, n, _BLOCK):
        for k in random.sample(range(len(asked)), len(asked)):
            for i in range(start, min(n, start + _BLOCK)):
                begun = process_time()
                done, counted = asked[k](i)
                seconds[k][i] = process_time() - begun
                ended[k][i], stats[k][i] = done, dict(counted)
    return {"seconds": seconds, "ended": ended, "stats": stats}


@dataclass(frozen=True, slots=True)
class Turns:
    """The results of the sessions.

    Attributes:
        names: The contestants.
        seconds: CPU time in seconds, shape (sessions, contestants, boards). A search that was given up counts as twice
            the limit.
        ended: Whether the search came to its end, same shape.
        stats: The counts of the first session, by contestant, then by board.
    """

    names: tuple[str, ...]
    seconds: Floats
    ended: Bools
    stats: list[list[dict[str, int]]]

    def ratio(self, name: str, base: str) -> Interval:
        """Return the geometric mean over the boards of CPU time divided by that of the base."""
        mine, other = (self.seconds[:, self.names.index(each)] for each in (name, base))
        logs = np.log(mine / other)
        if logs.shape[1] > 1:
            return two_level_mean(logs).interval(exp)
        n = len(logs)  # with one board only the sessions vary
        return Mean(float(logs.mean()), float(logs.std(ddof=1)) / n**0.5, n - 1).interval(exp)

    def counted(self, name: str, key: str) -> Floats:
        """Return a count for each board; 0 if a board has no such count."""
        return np.array([each.get(key, 0) for each in self.stats[self.names.index(name)]], float)

    def median_s(self, name: str) -> float:
        """Return the median over the boards of the median over the sessions."""
        return float(np.median(np.median(self.seconds[:, self.names.index(name)], axis=0)))

    def total_s(self, name: str) -> float:
        """Return the total time of all boards: the median over the sessions."""
        return float(np.median(self.seconds[:, self.names.index(name)].sum(axis=1)))

    def given_up(self, name: str) -> int:
        """Return the number of boards that a contestant did not decide in some session."""
        return int((~self.ended[:, self.names.index(name)].all(axis=0)).sum())


def turns(
    names: Sequence[str], boards: Sequence[str] = (), *, problem: str = "9x9", limit: int | None = 2,
    seconds: float | None = None, nodes: int | None = None, sessions: int = SESSIONS,
) -> Turns:  # fmt: skip
    """Let contestants take turns at the same boards, or at a problem without boards."""
    job = {
        "contestants": list(names), "boards": list(boards), "problem": problem, "limit": limit, "seconds": seconds,
        "nodes": nodes,
    }  # fmt: skip
    found = [_in_a_process({**job, "seed": seed}) for seed in range(sessions)]
    ended = np.array([each["ended"] for each in found], bool)
    spent = np.array([each["seconds"] for each in found])
    if seconds is not None:
        spent = par2(spent, ended, seconds)
    return Turns(tuple(names), np.maximum(spent, 1e-7), ended, found[0]["stats"])


def _in_a_process(job: dict[str, Any]) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.study.turns"]
    done = subprocess.run(
        command, input=json.dumps(job), cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"a session of {job['contestants']} failed:\n{done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def boards(name: str, n: int, quick: bool) -> tuple[str, ...]:
    """Return n boards of a set; if `quick`, a fifth of them."""
    return board_set(name, quick).boards[: max(5, n // 5) if quick else n]


# -- counts: equal in every session, so that only boards vary them ------------------------------------------------


def resampled(figure: Callable[[Ints], float], n: int) -> Interval:
    """Return a figure of n boards, computed from their indices, with its interval by the bootstrap (Efron 1979)."""
    if n < 2:
        return Interval(figure(np.arange(n)) if n else np.nan, np.nan, np.nan)
    random = np.random.default_rng(0)
    drawn = [figure(random.integers(0, n, n)) for _ in range(1000)]
    low, high = np.nanquantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(figure(np.arange(n)), float(low), float(high))


def mean(values: Sequence[float] | Floats) -> Interval:
    """Return the mean without NaN."""
    column = np.asarray(values, float)[:, None]
    return resampled(lambda i: float(means(column[i])[0]), len(column))


def ratio(values: Floats, base: Floats) -> Interval:
    """Return the geometric mean of a ratio of counts that are never 0."""
    if not (values > 0).all() or not (base > 0).all():
        raise ValueError("a count is 0: its ratio has no logarithm; take `of_totals`")
    logs = np.log(values / base)
    return resampled(lambda i: exp(logs[i].mean()), len(logs))


def of_totals(values: Floats, base: Floats) -> Interval:
    """Return the sum of counts divided by the sum of the counts of the base."""
    return resampled(lambda i: float(values[i].sum() / base[i].sum()), len(values))


if __name__ == "__main__":
    print(json.dumps(session(json.load(sys.stdin))))
