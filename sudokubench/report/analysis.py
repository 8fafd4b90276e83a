"""Everything that is computed from the records of a report, each figure once."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sudokubench.report import statistics as st
from sudokubench.report.data import CATEGORIES, Data, Ints, cells
from sudokubench.report.statistics import Floats, Interval


class Analysis:
    """Figures of the records of one or several runs. Arrays are (puzzles, backends) unless said otherwise."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.cells = cells(data)

    @property
    def names(self) -> tuple[str, ...]:
        """The backends, in the order of columns."""
        return self.data.backends

    @cached_property
    def slowdowns(self) -> Floats:
        """Cost over the best cost of the puzzle; NaN where nobody solved it or this one was not asked."""
        return st.slowdowns(self.cells.cost, self.cells.solved)

    @cached_property
    def slowdown(self) -> list[Interval]:
        """Of each backend: geometric mean of its slowdowns."""
        return st.geometric_means(self.slowdowns)

    @cached_property
    def par2(self) -> list[Interval]:
        """Of each backend: PAR-2, seconds."""
        return st.intervals(self.cells.cost)

    @cached_property
    def order(self) -> list[int]:
        """Columns, the smallest mean slowdown first; what was never asked or never measurable comes last."""
        value = [one.value for one in self.slowdown]
        return sorted(
            range(len(value)), key=lambda j: (np.isnan(value[j]), value[j], self.par2[j].value, self.names[j])
        )

    @cached_property
    def ranks(self) -> Floats:
        """Ranks within each puzzle that somebody solved; NaN in rows where not all were asked."""
        known = self.cells.solved.any(axis=1, keepdims=True)
        return st.ranks(np.where(known, self.cells.cost, np.nan))

    @cached_property
    def ranked(self) -> int:
        """How many puzzles have ranks."""
        return int((~np.isnan(self.ranks).any(axis=1)).sum()) if self.ranks.shape[1] else 0

    @cached_property
    def best(self) -> Floats:
        """The cost of the virtual best solver, shape (puzzles,); NaN where nobody solved the puzzle."""
        known = np.where(self.cells.solved, self.cells.cost, np.inf)
        best = known.min(axis=1) if known.shape[1] else np.full(len(known), np.inf)
        return np.where(np.isinf(best), np.nan, best)

    @cached_property
    def batch(self) -> Ints:
        """The largest batch of each backend; beyond 1 its times are even shares."""
        out = np.ones(len(self.names), np.int64)
        np.maximum.at(out, self.data.columns["backend"], self.data.columns["batch"])
        return out

    @cached_property
    def wrong(self) -> Ints:
        """Wrong records of each backend."""
        mask = self.data.columns["category"] == CATEGORIES.index("wrong")
        return np.bincount(self.data.columns["backend"][mask], minlength=len(self.names))

    @cached_property
    def memory(self) -> Ints:
        """Peak memory of each backend's workers in bytes; 0 where not measured."""
        out = np.zeros(len(self.names), np.int64)
        np.maximum.at(out, self.data.columns["backend"], self.data.columns["memory_bytes"])
        return out

    def quantile(self, column: int, share: float) -> Interval:
        """A quantile of the seconds of the puzzles that a backend solved; NaN if there is none."""
        return st.quantile(self.cells.seconds[self.cells.solved[:, column], column], share)

    @cached_property
    def residuals(self) -> Floats:
        """How far each solved time is from what its backend and its puzzle let expect, as a logarithm.

        The expectation is the additive model of two-way tables on log times: puzzle mean + backend mean - mean.
        """
        with np.errstate(invalid="ignore"):
            logs = np.where(self.cells.solved, np.log(self.cells.cost), np.nan)
        if not np.isfinite(logs).any():
            return logs
        by_puzzle = st.means(logs.T)[:, None]
        by_backend = st.means(logs - by_puzzle)[None, :]
        return np.asarray(logs - by_puzzle - by_backend, np.float64)
