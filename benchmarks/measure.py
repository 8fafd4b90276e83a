"""Measure contestants that take turns at the same work, in CPU time. The result is a ratio with its interval.

The machine is never quiet, so a time alone says little. In every round a contestant and the base of the comparison do
the same work one after the other, in alternating order. The ratio is formed within the round. The result is the median
over the rounds, with a bootstrap interval.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count as numbers
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time
from typing import Any, Self

from sudokubench.report.statistics import Interval

_RESAMPLES = 2000
FEWEST_ROUNDS = 5
"""Least number of rounds for an interval. The true median lies between the ends of five values in 15 of 16 cases, of
three values in 3 of 4 cases."""
_CLOCK_S = 0.02
"""CPU time below which work is repeated within a round, in seconds."""
_FEWEST = 5
"""Least number of instances for a slow contestant, whatever their time: one board says nothing about other boards."""
_LOAD_CAP_S = 300.0
_WALL_OF_CPU = 20.0
"""Wall-clock time, as a multiple of the cap of CPU time, after which a child without an answer counts as stuck."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work goes into each figure.

    Attributes:
        seconds: Approximate CPU time of one contestant in one round, in seconds.
        rounds: Number of rounds, which is the number of ratios of each median.
        cap_s: CPU time after which a piece of work is given up, in seconds.
        quick: Whether to use smaller sets of boards and problems.
    """

    seconds: float = 0.3
    rounds: int = 5
    cap_s: float = 40.0
    quick: bool = False


QUICK = Effort(seconds=0.1, rounds=3, cap_s=5.0, quick=True)


# -- statistics ---------------------------------------------------------------------------------------------------


def bootstrap(values: Sequence[float], resamples: int = _RESAMPLES, seed: int = 0) -> Interval:
    """Return the median of some values, and the 2.5th and 97.5th percentile of the medians of resamples.

    Bradley Efron, Bootstrap methods: another look at the jackknife (1979); the percentile interval. The seed is fixed,
    so the same values give the same interval.
    """
    if not values:
        raise ValueError("no values: a median needs at least one")
    random = Random(seed)
    medians = sorted(median(random.choices(values, k=len(values))) for _ in range(resamples))
    tail = int(0.025 * resamples)
    return Interval(median(values), medians[tail], medians[-1 - tail])


def ratio_of(times: Sequence[float], base: Sequence[float]) -> Interval:
    """Return the ratio of times to the times of the base; values with the same index come from the same round."""
    return bootstrap([time / max(reference, 1e-6) for time, reference in zip(times, base, strict=True)])


def triple(interval: Interval) -> list[float]:
    """Return an interval in the form of results: [value, low end, high end]."""
    return [interval.value, interval.low, interval.high]


def alternate(works: Sequence[Callable[[], float]], rounds: int) -> list[list[float]]:
    """Return the results of each work, one per round. Every second round goes through the works in reverse order."""
    results: list[list[float]] = [[] for _ in works]
    for k in range(rounds):
        order = range(len(works))
        for i in reversed(order) if k % 2 else order:
            results[i].append(works[i]())
    return results


def cpu_seconds(work: Callable[..., object], *args: object) -> float:
    """Return the CPU seconds of one call, in all threads of this process."""
    begun = process_time()
    work(*args)
    return process_time() - begun


# -- contestants in processes of their own ------------------------------------------------------------------------


class Lost(Exception):
    """A child gave no answer. The message has the reason: the cap, a crash, or an exception in the child."""


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a child: CPU seconds, solutions of each instance, statistics of the engine."""

    seconds: float
    counts: tuple[int, ...]
    stats: dict[str, int]


@dataclass
class Child:
    """A process in which one contestant works on one job; see `child.py`. A context manager.

    Attributes:
        adapter: The adapter of the contestant, such as `one:dlx`.
        job: {"problem": ..., "boards": [...], "limit": ...}; peers also get "covers".
        size: Number of instances in the job.
        python: The interpreter of the contestant.
    """

    adapter: str
    job: dict[str, Any]
    size: int
    python: str = sys.executable
    open_s: float = 0.0
    _process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def learns(self) -> bool:
        """Whether the engine may be faster on instances that it has seen before."""
        return self.adapter.startswith("one:sat")

    def start(self) -> None:
        """Start the process and load the job, unless it is loaded already. Raises Lost."""
        if self._process is None:
            self._process = subprocess.Popen(
                [self.python, str(Path(__file__).with_name("child.py")), self.adapter],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1,
                start_new_session=True,  # its children are killed with it
            )  # fmt: skip
            self.open_s = self._ask({"load": self.job}, _LOAD_CAP_S).seconds

    def run(self, first: int, last: int, cap_s: float, times: int = 1) -> Done:
        """Make the child work on some instances, `times` times. After Lost, the next run starts a new process."""
        self.start()
        return self._ask({"first": first, "last": last, "times": times}, cap_s)

    def _ask(self, question: dict[str, Any], cap_s: float) -> Done:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        begun = monotonic()
        try:
            process.stdin.write(json.dumps({**question, "cap_s": cap_s}) + "\n")
            there = select.select([process.stdout], [], [], _WALL_OF_CPU * cap_s)[0]
            line = process.stdout.readline() if there else ""
        except BrokenPipeError:
            line = ""
        if not line:
            stuck = monotonic() - begun >= _WALL_OF_CPU * cap_s
            ended = None if stuck else process.wait()  # its pipe is closed, so it has ended
            self.close()
            if stuck or ended == -signal.SIGXCPU:
                raise Lost(f"more than {cap_s:g} s")
            raise Lost(f"the process ended with {ended}")
        answer = json.loads(line)
        if "error" in answer:
            self.close()
            raise Lost(answer["error"])
        return Done(answer["seconds"], tuple(answer["counts"]), answer["stats"])

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            with suppress(BrokenPipeError):  # raised for a question that the child did not read
                process.stdin.close()
            process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that belong together.

    Attributes:
        name: The subject of the table, such as `17`.
        source: The input of the measurements.
        columns: The columns that are shown, in this order; see `report`.
        rows: All measurements.
    """

    name: str
    source: str
    columns: tuple[str, ...]
    rows: list[Row]


def affordable(child: Child, effort: Effort) -> int:
    """Return the number of instances, from the first on, that a contestant can do in the time of one round.

    Raises:
        Lost: The contestant does not do even the first instance before the cap.
    """
    n = 1
    seconds = child.run(0, 1, effort.cap_s).seconds
    if seconds < effort.seconds:
        seconds = child.run(0, 1, effort.cap_s).seconds  # now the child is warm
    while n < child.size and seconds < effort.seconds / 4:
        try:
            seconds = child.run(0, min(child.size, 4 * n), effort.cap_s).seconds
        except Lost:
            return n
        n = min(child.size, 4 * n)
    enough = max(_FEWEST, int(n * effort.seconds / max(seconds, 1e-6)))
    return max(1, min(child.size, enough, int(effort.cap_s / 2 * n / max(seconds, 1e-6))))


def duel(name: str, child: Child, base: Child, effort: Effort, n: int | None = None) -> Row:
    """Return a row that compares a contestant with the base on the same instances: n, or as many as both can afford.

    If there are enough instances, every round has its own: SAT solvers keep learned clauses, and would find the same
    boards easy a second time. With `n`, for engines that learn nothing, every round has the first n instances.

    `ratio` is the contestant's time divided by that of the base. `us` (time in µs) and `rate` are per instance.
    """
    print(f"  {name} ...", file=sys.stderr, flush=True)
    row: Row = {"name": name}
    with child:
        try:
            apart = n is None and child.size > effort.rounds
            if n is None:
                most = child.size // (effort.rounds + 1) if apart else child.size
                n = min(affordable(child, effort), 8 * affordable(base, effort), most)
            step = n if apart else 0
            mine, other = child.run(0, n, effort.cap_s), base.run(0, n, effort.cap_s)
            pair = [(child, _times(mine)), (base, _times(other))][: 1 if child is base else 2]
            longest = max(mine.seconds, other.seconds)
            rounds = max(1, min(effort.rounds, int(8 * effort.rounds * effort.seconds / longest)))
            works = [partial(_next_seconds, who, numbers(step, step), n, effort.cap_s, k) for who, k in pair]
            if rounds > 1:
                times, *reference = alternate(works, rounds)
            else:  # the engine is so slow that the warm-up does not matter
                times, reference = [mine.seconds], [[other.seconds]]
        except Lost as lost:
            return {**row, "note": str(lost)}
        row |= {
            "n": n, "rounds": rounds, "boards": n * rounds if apart else n,
            "us": 1e6 * median(times) / n, "rate": n / median(times), "open_s": child.open_s,
            "ratio": triple(ratio_of(times, reference[0] if reference else times)),
            "count": sum(mine.counts), "stats": mine.stats, "base_stats": other.stats,
        }  # fmt: skip
        if mine.stats.get("gave_up"):
            row["note"] = f"{mine.stats['gave_up']} of {n} gave up"
        elif mine.counts != other.counts:
            row["note"] = "other counts"
        return row


def _next_seconds(child: Child, firsts: Iterator[int], n: int, cap_s: float, times: int) -> float:
    """Return the CPU seconds of a child for the next n instances."""
    first = next(firsts)
    return child.run(first, first + n, cap_s, 1 if child.learns else times).seconds


def _times(done: Done) -> int:
    """Return how often a piece of work must be repeated to be long enough for the clock."""
    return max(1, int(_CLOCK_S / max(done.seconds, 1e-6)))
