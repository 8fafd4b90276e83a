"""How steady the machine was during a run: a fixed piece of work, timed again and again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from statistics import median, quantiles
from time import perf_counter_ns

TOO_NOISY = 1.5
"""From this ratio of slow to usual samples on, times of the run say little."""


class NoiseMeter:
    """Takes samples between the chunks of a run; each costs about a millisecond."""

    def __init__(self) -> None:
        self._samples: list[int] = []
        self._load_at_start = _load()

    def sample(self) -> None:
        """Time the fixed work once."""
        begun = perf_counter_ns()
        sum(range(40_000))
        self._samples.append(perf_counter_ns() - begun)

    @property
    def ratio(self) -> float | None:
        """The 90th percentile of the samples over their median; None of fewer than five."""
        if len(self._samples) < 5:
            return None
        return quantiles(self._samples, n=10)[8] / median(self._samples)

    @property
    def warning(self) -> str | None:
        """A sentence for people who trust the times, or None."""
        if self.ratio is not None and self.ratio >= TOO_NOISY:
            return f"the machine was noisy: a fixed piece of work took {self.ratio:.1f} times its median, 1 try in 10"
        load, cores = self._load_at_start, os.cpu_count() or 1
        if load is not None and load > cores:
            return f"the machine was busy: a load of {load:.1f} on {cores} processors when the run began"
        return None

    def described(self) -> Mapping[str, object]:
        """For the manifest."""
        return {
            "samples": len(self._samples),
            "median_ns": median(self._samples) if self._samples else None,
            "p90_over_median": self.ratio,
            "load_at_start": self._load_at_start,
            "load_at_end": _load(),
            "cpu_mhz": _megahertz(),
            "warning": self.warning,
        }


def _load() -> float | None:
    """Processes that ran or waited for a processor, averaged over the last minute."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _megahertz() -> float | None:
    """The clock rate of the first processor, where the system tells."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            return next((float(line.partition(":")[2]) for line in info if line.startswith("cpu MHz")), None)
    except (OSError, ValueError):
        return None
