"""Find odd measurements: records with more CPU time than wall-clock time, and rounds unlike other rounds of a run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sudokubench.report import words
from sudokubench.report.analysis import Analysis
from sudokubench.report.data import TERMINATIONS
from sudokubench.report.statistics import FEWEST_ROUNDS
from sudokubench.words import Words, listed

_ONE_PROCESSOR = 1.1
"""Largest median of CPU time over wall-clock time of an engine that uses one processor at a time."""
_BEYOND, _BEYOND_NS = 1.5, 500_000
"""Ratio and difference, in nanoseconds, of CPU time to wall-clock time. A record of an engine that uses one processor
is odd if its CPU time exceeds both; clocks differ by less."""

_DEVIATIONS = 10 * 1.4826
"""An odd round is at least this number of median absolute deviations off: ten standard deviations, as in hyperfine."""
_LEAST_FACTOR = 1.1
"""Least factor of an odd round: the deviations of five rounds may be small by chance."""


def outliers(a: Analysis) -> Iterator[Words]:
    """Yield a sentence for each kind of odd measurement."""
    odd = np.array([_beyond(a, j) for j in range(len(a.names))])
    if odd.any():
        yield words.CHARGED_TOO_MUCH.format(names=a.named(odd))
    found = [
        words.ODD_ROUND.format(name=a.names[j], k=k + 1, factor=factor)
        for j in a.order
        for k, factor in _odd_rounds(a, j)
    ]
    if found:
        yield words.ODD_ROUNDS.format(rounds=listed(found))


def _beyond(a: Analysis, column: int) -> int:
    """Return how many records of a backend are odd by their CPU time; 0 for a backend that uses several processors."""
    c = a.data.columns
    wall = c["encode_ns"] + c["solve_ns"] + c["decode_ns"]
    finished = c["termination"] == TERMINATIONS.index("finished")
    mine = (c["backend"] == column) & finished & (wall > 0)
    cpu, wall = c["cpu_ns"][mine], wall[mine]
    if not cpu.size or np.median(cpu / wall) > _ONE_PROCESSOR:
        return 0
    return int(((cpu > _BEYOND * wall) & (cpu - wall > _BEYOND_NS)).sum())


def _odd_rounds(a: Analysis, column: int) -> Iterator[tuple[int, float]]:
    """Yield the index of each odd round of a backend, and its time divided by the median time of a round.

    Several runs, and runs of fewer than `FEWEST_ROUNDS` rounds, have no odd rounds.

    A round is odd by its modified z-score (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993).
    """
    rounds = a.cells.rounds[:, a.cells.solved[:, column], column]
    rounds = rounds[:, ~np.isnan(rounds).any(axis=0)]
    if len(a.data.runs) > 1 or len(rounds) < FEWEST_ROUNDS or not rounds.size:
        return
    logs = np.log(rounds / np.median(rounds, axis=0)).mean(axis=1)
    far = np.abs(logs - np.median(logs))
    odd = far > np.maximum(_DEVIATIONS * np.median(far), np.log(_LEAST_FACTOR))
    for k in np.flatnonzero(odd).tolist():
        yield k, float(np.exp(logs[k] - np.median(logs)))
