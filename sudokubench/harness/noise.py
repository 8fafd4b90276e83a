"""How steady the machine was during a run: anchors are fixed pieces of our own work, timed between the chunks of the
run.

If another program slows down a whole run, the times of the run do not show this. The anchors do: the change of their
cost between two runs shows how well the runs can be compared.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from math import log
from statistics import median, quantiles
from time import perf_counter_ns, thread_time_ns
from typing import Any

TOO_NOISY = 1.5
"""Ratio (see `NoiseMeter.ratio`) from which on the times of a run say little."""

_TIMES = 5
"""Number of measurements of each anchor in a sample; each takes a millisecond."""


def is_noisy(ratio: float | None) -> bool:
    """Return whether a ratio, see `NoiseMeter.ratio`, is too large; False if it is unknown."""
    return ratio is not None and ratio >= TOO_NOISY


def is_busy(load: float | None, cores: float | None) -> bool:
    """Return whether more processes ran or waited than there are processors; False if a number is unknown."""
    return load is not None and cores is not None and load > cores


def _interpreter() -> None:
    known: dict[int, int] = {}
    total = 0
    for i in range(6000):
        known[i & 255] = total
        total += i ^ (total & 1023)


def _arithmetic(text: bytes = bytes(1 << 19)) -> None:
    blake2b(text).digest()


def _memory() -> None:
    text = _far_memory()
    for start in range(4):
        text[start::67]


@cache
def _far_memory() -> bytes:
    """Return 8 MiB, more than the caches of one core. No byte is zero: the system reserves no memory for zeros."""
    return b"\1" * (1 << 23)


_ANCHORS: Mapping[str, Callable[[], None]] = {
    "interpreter": _interpreter, "arithmetic": _arithmetic, "memory": _memory,
}  # fmt: skip
"""The anchors by name. Each one uses a resource of engines: steps of the interpreter, arithmetic, or memory beyond the
caches of a core."""


@dataclass(slots=True)
class LogTimes:
    """Natural logarithms of times in seconds: their number, their mean, and the sum of squared deviations from it."""

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add a value (Welford 1962)."""
        self.n += 1
        before, self.mean = self.mean, self.mean + (value - self.mean) / self.n
        self.squares += (value - before) * (value - self.mean)


Anchors = Mapping[str, Sequence[LogTimes]]
"""The CPU times of each anchor, by its name, in each round."""


class NoiseMeter:
    """Takes samples between the chunks of a run."""

    def __init__(self, before: object = None) -> None:
        """Set up. `before` is the earlier result of `described`: its anchors continue, all other values begin anew."""
        self._wall: list[int] = []
        self._load_at_start = _load()
        self._anchors = {name: list(tallies) for name, tallies in anchors(before).items()}

    def sample(self, repeat: int = 0) -> None:
        """Measure every anchor, and keep the times for round `repeat`."""
        if not self._wall:  # the first call takes longer
            for work in _ANCHORS.values():
                work()
        for _ in range(_TIMES):
            for name, work in _ANCHORS.items():
                tallies = self._anchors.setdefault(name, [])
                tallies += [LogTimes() for _ in range(repeat + 1 - len(tallies))]
                wall, cpu = perf_counter_ns(), thread_time_ns()
                work()
                tallies[repeat].add(log(max(1, thread_time_ns() - cpu) / 1e9))
                if name == "interpreter":
                    self._wall.append(perf_counter_ns() - wall)

    @property
    def ratio(self) -> float | None:
        """The 90th percentile of the wall-clock times of `interpreter`, divided by their median; None if under 5."""
        if len(self._wall) < 5:
            return None
        return quantiles(self._wall, n=10)[8] / median(self._wall)

    @property
    def warning(self) -> str | None:
        """A warning for readers of the times, or None."""
        if is_noisy(self.ratio):
            return f"the machine was noisy: 1 in 10 fixed pieces of work took {self.ratio:.1f} times the median or more"
        load, cores = self._load_at_start, os.cpu_count() or 1
        if is_busy(load, cores):
            return f"the machine was busy: a load of {load:.1f} on {cores} processors when the run began"
        return None

    def described(self) -> Mapping[str, object]:
        """Return the values for the manifest; `anchors` has [n, mean, squares] of `LogTimes` by anchor and round."""
        clock_rate = None
        with suppress(ValueError):  # unknown, or not a number
            clock_rate = float(cpu_info("cpu MHz") or "")
        return {
            "samples": len(self._wall),
            "median_ns": median(self._wall) if self._wall else None,
            "p90_over_median": self.ratio,
            "load_at_start": self._load_at_start,
            "load_at_end": _load(),
            "cpu_mhz": clock_rate,
            "warning": self.warning,
            "anchors": {
                name: [[t.n, t.mean, t.squares] for t in found] for name, found in self._anchors.items()
            },
        }


def anchors(described: object) -> Anchors:
    """Return the anchors in a manifest; empty if they are missing or malformed."""
    found = described.get("anchors") if isinstance(described, dict) else None
    if not isinstance(found, dict):
        return {}
    return {
        name: [_tally(values) for values in found[name]]
        for name in _ANCHORS
        if isinstance(found.get(name), list)
    }


def _tally(values: Any) -> LogTimes:
    match values:
        case [int(n), float(mean), float(squares)] if (
            0 < n < 1 << 40 and abs(mean) < 99 and 0 <= squares < 1 << 60
        ):
            return LogTimes(n, mean, squares)
    return LogTimes()


def _load() -> float | None:
    """Return the mean number of processes that ran or waited for a processor in the last minute; None if unknown."""
    with suppress(OSError):  # the system does not tell it
        return os.getloadavg()[0]
    return None


def cpu_info(key: str) -> str | None:
    """Return a value of the first processor from /proc/cpuinfo; None if the system does not have it there."""
    with suppress(OSError), open("/proc/cpuinfo", errors="replace") as info:
        return next((line.partition(":")[2].strip() for line in info if line.startswith(key)), None)
    return None
