"""Odd measurements: records that cost more than their time allows, and rounds unlike the others of their run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sudokubench.report.analysis import Analysis
from sudokubench.report.data import TERMINATIONS
from sudokubench.report.statistics import FEWEST_ROUNDS
from sudokubench.words import Words

_ONE_PROCESSOR = 1.1
"""Largest median of CPU time over wall-clock time of an engine that uses one processor at a time."""
_BEYOND, _BEYOND_NS = 1.5, 500_000
"""A record of such an engine is odd beyond this ratio and this difference; clocks differ by less."""

_DEVIATIONS = 10 * 1.4826
"""Median absolute deviations from which a round is odd: ten standard deviations of normal rounds, as in hyperfine."""
_LEAST_FACTOR = 1.1
"""Least factor of an odd round: the deviations of five rounds may be small by chance."""


def outliers(a: Analysis) -> Iterator[Words]:
    """Yield a sentence for each kind of odd measurement."""
    if told := ", ".join(f"{a.names[j]} ({n:,})" for j in a.order if (n := _beyond(a, j))):
        yield Words(
            f"Records with more CPU time than time on the clock, of engines that use one processor: {told}. "
            "They were charged for something else; do not trust their times.",
            f"プロセッサを 1 個だけ使うエンジンで、CPU 時間が実時間を超えた記録：{told}。ほかの処理の分が含まれて"
            "おり、その時間は信頼できません。",
        )
    found = [(a.names[j], *odd) for j in a.order for odd in _odd_rounds(a, j)]
    if found:
        en = ", ".join(f"{name} in round {k + 1} ({factor:.2f} times)" for name, k, factor in found)
        ja = "、".join(f"{name} の {k + 1} 周目（{factor:.2f} 倍）" for name, k, factor in found)
        yield Words(
            f"Rounds unlike the median round: {en}. Something disturbed the machine; run again when it is quiet.",
            f"中央の周回と大きく異なる周回：{ja}。機械が乱されています。静かなときに実行し直してください。",
        )


def _beyond(a: Analysis, column: int) -> int:
    """Return how many records of a backend are odd by their CPU time; 0 for one that uses several processors."""
    c = a.data.columns
    wall = c["encode_ns"] + c["solve_ns"] + c["decode_ns"]
    finished = c["termination"] == TERMINATIONS.index("finished")
    mine = (c["backend"] == column) & finished & (wall > 0)
    cpu, wall = c["cpu_ns"][mine], wall[mine]
    if not cpu.size or np.median(cpu / wall) > _ONE_PROCESSOR:
        return 0
    return int(((cpu > _BEYOND * wall) & (cpu - wall > _BEYOND_NS)).sum())


def _odd_rounds(a: Analysis, column: int) -> Iterator[tuple[int, float]]:
    """Yield the index of each odd round of a backend, and how many times the median round it took.

    The distance is the modified z-score of Iglewicz and Hoaglin, How to Detect and Handle Outliers (1993).
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
