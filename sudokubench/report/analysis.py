"""Everything that is computed from the records of a report, each figure once."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import combinations

import numpy as np

from sudokubench.report import statistics as st
from sudokubench.report.data import CATEGORIES, Data, cells
from sudokubench.report.statistics import Floats, Interval, Ints


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
        """Cost over the best cost of the puzzle; NaN where nobody judged solved it or this one was not asked."""
        return self.cells.cost / self.best[:, None]

    @cached_property
    def present(self) -> st.Bools:
        """The backends that were asked anything."""
        return np.asarray(self.cells.asked.any(axis=0), np.bool_)

    @cached_property
    def few_batches(self) -> st.Bools:
        """Of each backend: whether it was timed in batches, too few of them to say how sure its figures are."""
        asked = self.cells.asked
        batches = [len(np.unique(self.cells.units[asked[:, j], j])) for j in range(len(self.names))]
        return (self.batch > 1) & (np.array(batches, np.int64) < st.FEWEST_BATCHES)

    @cached_property
    def judged(self) -> st.Bools:
        """The backends that are compared: those that were asked anything and not timed in too few batches.

        If there are only such, they are compared all the same, without intervals.
        """
        sure = self.present & ~self.few_batches
        return sure if sure.any() else self.present

    @cached_property
    def common(self) -> st.Bools:
        """The puzzles that every judged backend was asked, of those that were asked any: on these they are compared."""
        asked = self.cells.asked[:, self.judged]
        return np.asarray(asked.all(axis=1) & asked.any(axis=1), np.bool_)

    @cached_property
    def solved(self) -> Ints:
        """How many of the common puzzles each backend solved."""
        return np.asarray(self.cells.solved[self.common].sum(axis=0), np.int64)

    @cached_property
    def joint(self) -> Ints:
        """The units of figures to which every backend contributes, shape (puzzles,); see `Cells.units`."""
        return st.joined(self.cells.units[:, self.judged])

    def _of_common(self, values: Floats) -> Floats:
        return np.where(self.common[:, None], values, np.nan)

    @cached_property
    def slowdown(self) -> list[Interval]:
        """Of each backend: geometric mean of its slowdowns on the common puzzles."""
        units = np.where(self.judged, self.joint[:, None], self.cells.units)
        return st.geometric_means(self._of_common(self.slowdowns), units)

    @cached_property
    def par2(self) -> list[Interval]:
        """Of each backend: PAR-2 on the common puzzles, seconds."""
        return st.intervals(self._of_common(self.cells.cost), self.cells.units)

    @cached_property
    def order(self) -> list[int]:
        """Columns: who solved more common puzzles comes first, then who is faster; who is not judged comes last."""
        value = [one.value for one in self.slowdown]
        return sorted(
            range(len(value)),
            key=lambda j: (
                not self.present[j],
                not self.judged[j],
                -int(self.solved[j]),
                np.isnan(value[j]),
                value[j],
                self.par2[j].value,
                self.names[j],
            ),
        )

    @cached_property
    def drawn(self) -> Floats:
        """What orders the backends in many draws of the common puzzles, shape (draws, backends); the least comes first.

        As in `order` more puzzles solved go before less time. A backend that rests on too few batches to be drawn has
        its own value in every draw, and one that is not judged comes last.
        """
        cost = np.where(self.cells.solved.any(axis=1, keepdims=True), np.log(self.cells.cost), np.nan)
        values = self._of_common(np.hstack([np.where(self.cells.asked, self.cells.solved, np.nan), cost]))
        means = st.resampled_means(values, np.tile(self.cells.units, 2))
        means = np.where(np.isnan(means), st.means(values), means)
        solved, logs = np.hsplit(means, 2)
        return np.where(self.judged, np.nan_to_num(logs) - 1e9 * solved, np.inf)

    @cached_property
    def ranks(self) -> Floats:
        """Ranks within each common puzzle that somebody solved, else NaN; as in the columns that are not judged."""
        out = np.full(self.cells.cost.shape, np.nan)
        chosen = np.ix_(self.common & ~np.isnan(self.best), self.judged)
        out[chosen] = st.ranks(self.cells.cost[chosen])
        return out

    @cached_property
    def ranked(self) -> int:
        """How many puzzles have ranks."""
        return int((~np.isnan(self.ranks)).any(axis=1).sum())

    @cached_property
    def best(self) -> Floats:
        """The cost of the virtual best of the judged, shape (puzzles,); NaN where none of them solved the puzzle."""
        known = np.where(self.cells.solved & self.judged, self.cells.cost, np.inf)
        best = known.min(axis=1, initial=np.inf)
        return np.where(np.isinf(best), np.nan, best)

    @cached_property
    def duels(self) -> dict[tuple[int, int], st.Duel]:
        """Every pair of backends, as they follow in `order`; p is corrected by Holm for all pairs that have one.

        One family of tests for the table of pairs, the groups and the answer. Whether two backends differ does not
        depend on who else is in the pool, as it does for tests on mean ranks (Benavoli, Corani, Mangili, Should We
        Really Use Post-Hoc Tests Based on Mean-Ranks?, JMLR 17(5), 2016).
        """
        cells, few = self.cells, self.few_batches
        found = {
            (i, j): replace(duel, p=np.nan) if few[i] or few[j] else duel
            for i, j in combinations(self.order, 2)
            for duel in [st.duel(cells.cost, cells.solved, i, j, cells.units)]
        }
        told = [pair for pair, duel in found.items() if not np.isnan(duel.p)]
        corrected = st.holm([found[pair].p for pair in told])
        return found | {pair: replace(found[pair], p=p) for pair, p in zip(told, corrected, strict=True)}

    @cached_property
    def groups(self) -> list[list[int]]:
        """The largest sets of judged backends of which no two differ at 5 % by `duels`, in `order`."""
        alike = {pair for pair, duel in self.duels.items() if not duel.p < 1 - st.LEVEL}
        return st.cliques([j for j in self.order if self.judged[j]], alike)

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
        """A quantile of the seconds of the common puzzles that a backend solved; NaN if there is none.

        Without interval where it was timed in batches, for their shares are no times of single puzzles.
        """
        mine = self.common & self.cells.solved[:, column]
        found = st.quantile(self.cells.seconds[mine, column], share)
        return Interval(found.value, np.nan, np.nan) if self.batch[column] > 1 else found

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
