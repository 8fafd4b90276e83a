"""Contestants in turns, in several sessions: what the study rests on.

    python -m benchmarks.study.turns     one session: a job as JSON on standard input, its figures on standard output

A session is a process of its own. In it every contestant opens its problem once; then they take turns by blocks of
boards, in an order that is drawn for every block, and every board is asked once, in CPU time. So a busy moment meets
all, and what a process has by accident (addresses, the state of its caches and clauses) differs from one session to
the next: an interval over boards of one session says nothing of that, see `crossed`.
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
from sudokubench.answer import Budget, Stop
from sudokubench.backends import backend
from sudokubench.report import statistics as st

SESSIONS = 5
_BLOCK = 10

Asked = Callable[[int], tuple[bool, Mapping[str, int]]]
"""Works on the board of a number; tells whether it came to an end, and what it counted."""


def contestant(name: str, job: dict[str, Any]) -> Asked:
    """A backend, `first:` before it if it looks for one solution only; or one of the pieces of Python of `states`."""
    if name.startswith("python:"):
        from benchmarks.study import states

        return states.piece(name.removeprefix("python:"), job["boards"])
    spec = name.removeprefix("first:")
    session, instances = backend(spec).open(problem_of(job["problem"])), instances_of(job)
    limit = 1 if spec != name else job["limit"]
    budget = Budget(job["seconds"], job["nodes"])

    def ask(i: int) -> tuple[bool, Mapping[str, int]]:
        outcome = session.search(instances[i], limit=limit, budget=budget).outcome()
        return outcome.stop is not Stop.BUDGET, {"solutions": outcome.count, **outcome.stats}

    # what is loaded and compiled at first use; a problem without boards would take as long as all that follows
    session.search(instances[-1], limit=limit, budget=budget if job["boards"] else Budget(nodes=1)).outcome()
    return ask


def session(job: dict[str, Any]) -> dict[str, Any]:
    """One session; the lists of its answer go by contestant, then by board."""
    asked = [contestant(name, job) for name in job["contestants"]]
    gc.collect()
    gc.freeze()  # the collector is not to look at what the others have loaded whenever one makes objects
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
    """What the sessions brought.

    Attributes:
        names: The contestants.
        seconds: CPU time, shape (sessions, contestants, boards); of a search given up, twice the limit.
        ended: Whether the search came to its end, same shape.
        stats: What the first session counted, by contestant, then by board.
    """

    names: tuple[str, ...]
    seconds: st.Floats
    ended: st.Bools
    stats: list[list[dict[str, int]]]

    def ratio(self, name: str, base: str) -> st.Interval:
        """CPU time over that of the base, board by board: the geometric mean."""
        mine, other = (self.seconds[:, self.names.index(each)] for each in (name, base))
        one = crossed(np.log(mine / other))
        return st.Interval(exp(one.value), exp(one.low), exp(one.high))

    def counted(self, name: str, key: str) -> st.Floats:
        """A count of each board; 0 where nothing was counted."""
        return np.array([each.get(key, 0) for each in self.stats[self.names.index(name)]], float)

    def median_s(self, name: str) -> float:
        """The median over the boards of the median over the sessions."""
        return float(np.median(np.median(self.seconds[:, self.names.index(name)], axis=0)))

    def total_s(self, name: str) -> float:
        """All boards together, the median over the sessions."""
        return float(np.median(self.seconds[:, self.names.index(name)].sum(axis=1)))

    def given_up(self, name: str) -> int:
        """Boards that it did not settle in some session."""
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
        spent = np.where(ended, spent, 2 * seconds)
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


def crossed(values: st.Floats) -> st.Interval:
    """The mean of values that boards and sessions vary, each by itself, with its 95 % interval.

    The variance is that of the means of the boards and that of the means of the sessions together, which counts the
    rest twice and so errs on the safe side; the quantile is Student's, with as many degrees of freedom as the two
    have together (F. E. Satterthwaite, An approximate distribution of estimates of variance components, 1946). Few
    sessions thus make a wide interval where they differ.

    Args:
        values: Shape (sessions, boards); two sessions at least. Of one board the sessions alone count.
    """
    from scipy.stats import t

    parts, freedom = [], []
    for axis in (0, 1):
        means = values.mean(axis=axis)
        if len(means) > 1:
            parts.append(float(means.var(ddof=1)) / len(means))
            freedom.append(len(means) - 1)
    whole, centre = sum(parts), float(values.mean())
    if whole < 1e-18:
        return st.Interval(centre, centre, centre)
    reach = float(
        t.ppf(0.5 + st.LEVEL / 2, whole**2 / sum(v**2 / f for v, f in zip(parts, freedom, strict=True)))
    )
    return st.Interval(centre, centre - reach * whole**0.5, centre + reach * whole**0.5)


def boards(name: str, n: int, quick: bool) -> tuple[str, ...]:
    """So many boards of a set, a fifth of them if it has to be quick."""
    return board_set(name, quick).boards[: max(5, n // 5) if quick else n]


# -- counts: the same in every session, so that boards alone vary them --------------------------------------------


def mean(values: Sequence[float] | st.Floats) -> st.Interval:
    """The mean with its bootstrap interval over boards, NaN left out."""
    return st.intervals(np.asarray(values, float)[:, None])[0]


def ratio(values: st.Floats, base: st.Floats) -> st.Interval:
    """The geometric mean of a ratio of counts that are never 0, with its bootstrap interval over boards."""
    if not (values > 0).all() or not (base > 0).all():
        raise ValueError("a count is 0: its ratio has no logarithm; take `of_totals`")
    return st.geometric_means((values / base)[:, None])[0]


def of_totals(values: st.Floats, base: st.Floats) -> st.Interval:
    """The sum of counts over the sum of others, with its bootstrap interval over boards."""
    drawn = st.resampled_means(np.stack([values, base], axis=1))
    return interval(float(values.sum() / base.sum()), drawn[:, 0] / drawn[:, 1])


def interval(value: float, drawn: st.Floats | Sequence[float]) -> st.Interval:
    """A value with the interval of its resamples."""
    low, high = np.quantile(drawn, [0.025, 0.975])
    return st.Interval(value, float(low), float(high))


if __name__ == "__main__":
    print(json.dumps(session(json.load(sys.stdin))))
