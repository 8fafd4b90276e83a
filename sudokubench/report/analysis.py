"""The computations on the records of a report, each figure once: costs, ranks, duels, groups of equal backends."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from math import exp
from typing import Any

import numpy as np

from sudokubench.report import statistics
from sudokubench.report.data import CATEGORIES, Data, cells
from sudokubench.report.statistics import Bools, Floats, Interval, Ints
from sudokubench.words import Words, listed, untranslated


class Analysis:
    """Figures of the records of one or several runs. Arrays are (puzzles, backends) unless stated otherwise."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.cells = cells(data)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the backends: the columns of the arrays."""
        return self.data.backends

    def named(self, numbers: Ints, least: int = 1) -> Words:
        """Return the names of backends, each with its number in `numbers`; leave out numbers below `least`."""
        found = ((self.names[j], int(numbers[j])) for j in self.order)
        return listed(untranslated(f"{name} ({n:,})") for name, n in found if n >= least)

    @cached_property
    def slowdowns(self) -> Floats:
        """Cost divided by the best cost of the puzzle; NaN if the backend was not asked, or no judged one solved it."""
        return self.cells.cost / self.best[:, None]

    @cached_property
    def present(self) -> Bools:
        """For each backend, whether it was asked about any puzzle."""
        return np.asarray(self.cells.asked.any(axis=0), np.bool_)

    def batches(self, column: int) -> int:
        """Return the number of separate measurements of a backend; a batch counts as one."""
        return np.unique(self.cells.units[self.cells.asked[:, column], column]).size

    @cached_property
    def few_batches(self) -> Bools:
        """For each backend, whether it was timed in batches, but in too few for an interval."""
        few = [n > 1 and self.batches(j) < statistics.FEWEST_BATCHES for j, n in enumerate(self.batch)]
        return np.array(few, np.bool_)

    @cached_property
    def judged(self) -> Bools:
        """For each backend, whether it is compared: it was asked, and was timed singly or in enough batches.

        If all were timed in too few batches, all are compared, without intervals.
        """
        sure = self.present & ~self.few_batches
        return sure if sure.any() else self.present

    @cached_property
    def common(self) -> Bools:
        """The puzzles for the comparison: all judged backends were asked about them. Empty without judged backends."""
        asked = self.cells.asked[:, self.judged]
        return np.asarray(asked.all(axis=1) & asked.any(axis=1), np.bool_)

    @cached_property
    def solved(self) -> Ints:
        """Number of common puzzles that each backend solved."""
        return np.asarray(self.cells.solved[self.common].sum(axis=0), np.int64)

    @cached_property
    def joint(self) -> Ints:
        """For each puzzle the id of its joint unit over all judged backends, shape (puzzles,); see
        `statistics.joined`."""
        return statistics.joined(self.cells.units[:, self.judged])

    def _of_common(self, values: Floats) -> Floats:
        return np.where(self.common[:, None], values, np.nan)

    @property
    def sure(self) -> bool:
        """Whether there are enough rounds in new processes to know how sure a figure is."""
        return len(np.unique(self.cells.processes)) >= statistics.FEWEST_ROUNDS

    @cached_property
    def rounds(self) -> Floats:
        """The cost in each round of new processes, shape (rounds, puzzles, backends); empty if the rounds are too few.

        Rounds that share their processes count as one, with the median cost: they repeat one layout of memory.
        """
        cells = self.cells
        numbers, sizes = np.unique(cells.processes, return_counts=True)
        if not self.sure:
            return cells.rounds[:0]
        if (sizes == 1).all():
            return cells.rounds
        return np.stack([_median(cells.rounds[cells.processes == number]) for number in numbers])

    def _means(self, function: Callable[[Floats], Floats], units: Ints) -> list[statistics.Mean]:
        """Return for each backend the mean of a function of the costs, over the common puzzles."""
        values = self._of_common(function(self.cells.cost))
        each = [self._of_common(function(cost)) for cost in self.rounds]
        rounds = np.array(each).reshape(len(each), *values.shape)
        found = statistics.means(values).tolist()
        return [
            statistics.two_level_mean(rounds[:, :, j], units[:, j], found[j]) for j in range(len(self.names))
        ]

    @cached_property
    def slowdown(self) -> list[Interval]:
        """The time of each backend divided by the time of the best (the first of `order`), as a geometric mean.

        The mean is over the common puzzles that the best solved. A backend that did not solve one of these took at
        least the limit, so its ratio is a lower bound.
        """
        cells, base = self.cells, self.order[0]
        rows = (self.common & cells.solved[:, base])[:, None] & cells.asked
        seconds = np.maximum(np.where(cells.solved, cells.seconds, cells.limit_s), 1e-9)
        censored = np.any(rows & ~cells.solved, axis=0)
        found = []
        for j in range(len(self.names)):
            if j == base:
                found.append(Interval(1.0 if self.solved[base] else np.nan))
                continue
            medians = np.log(np.where(rows[:, j], seconds[:, j] / seconds[:, base], np.nan))
            each = np.where(cells.solved[:, [base, j]], self.rounds[:, :, [base, j]], cells.limit_s)
            logs = np.log(np.where(rows[:, j], each[:, :, 1] / each[:, :, 0], np.nan))
            units = statistics.joined(cells.units[:, [base, j]]) if self.sure else cells.units[:, j]
            mean = statistics.mean_log_ratio(medians, logs, units)
            found.append(replace(mean.interval(exp), at_least=bool(censored[j])))
        return found

    @cached_property
    def par2(self) -> list[Interval]:
        """For each backend, PAR-2 on the common puzzles, in seconds; a lower bound if it left one unsolved."""
        found = self._means(lambda cost: cost, self.cells.units)
        lost = np.any(self.cells.asked & ~self.cells.solved & self.common[:, None], axis=0)
        return [replace(mean.positive_interval(), at_least=bool(lost[j])) for j, mean in enumerate(found)]

    @cached_property
    def borda(self) -> list[Interval]:
        """For each backend, the mean share of opponents that it beat on a puzzle."""
        units = np.broadcast_to(self.joint[:, None], self.cells.units.shape)
        found = self._means(lambda cost: statistics.borda_scores(self._ranks(cost)), units)
        return [mean.interval(lambda share: float(np.clip(share, 0, 1))) for mean in found]

    @cached_property
    def order(self) -> list[int]:
        """Columns in order: by number of common puzzles solved, then by speed; backends that are not judged come last.

        Faster means a smaller geometric mean of the cost, over the common puzzles that a judged backend solved.
        """
        rows = (self.common & ~np.isnan(self.best))[:, None]
        value = statistics.means(np.log(np.where(rows, self.cells.cost, np.nan))).tolist()

        def key(j: int) -> tuple[Any, ...]:
            by_answers = not self.present[j], not self.judged[j], -int(self.solved[j])
            return *by_answers, np.isnan(value[j]), value[j], self.par2[j].value, self.names[j]

        return sorted(range(len(value)), key=key)

    def places(self, column: int) -> tuple[int, int]:
        """Return the best and the worst place that a judged backend may have.

        The backends above the best place are surely faster, by `duels`; those below the worst place are surely slower.
        Such ranges of places have joint coverage (Mogstad, Romano, Shaikh and Wilhelm, Inference for Ranks, 2024).
        """

        def ahead(one: int, other: int) -> bool:
            """Return whether backend `one` is surely faster than the other backend."""
            turned = (one, other) not in self.duels
            pair = self.duels[(other, one) if turned else (one, other)]
            return pair.p < 1 - statistics.LEVEL and (pair.ratio.value > 1) == turned

        field = [j for j in self.order if self.judged[j]]
        others, place = [j for j in field if j != column], 1 + field.index(column)
        first = 1 + sum(ahead(j, column) for j in others)
        last = len(field) - sum(ahead(column, j) for j in others)
        return min(first, place), max(last, place)

    @cached_property
    def ranks(self) -> Floats:
        """Ranks within each common puzzle that a judged backend solved; NaN elsewhere and for unjudged backends."""
        return self._ranks(self.cells.cost)

    def _ranks(self, cost: Floats) -> Floats:
        out = np.full(cost.shape, np.nan)
        chosen = np.ix_(self.common & ~np.isnan(self.best), self.judged)
        out[chosen] = statistics.ranks(cost[chosen])
        return out

    @cached_property
    def ranked(self) -> int:
        """Number of puzzles that have ranks."""
        return int((~np.isnan(self.ranks)).any(axis=1).sum())

    @cached_property
    def best(self) -> Floats:
        """The cost of the virtual best of the judged backends, shape (puzzles,); NaN for an unsolved puzzle."""
        known = np.where(self.cells.solved & self.judged, self.cells.cost, np.inf)
        best = known.min(axis=1, initial=np.inf)
        return np.where(np.isinf(best), np.nan, best)

    @cached_property
    def duels(self) -> dict[tuple[int, int], statistics.Duel]:
        """The duel of each pair of backends, in the order of `order`.

        Holm's method corrects the p-values of all pairs together. The table of pairs, the groups and the answer use
        these p-values. The test of a pair does not depend on other backends, unlike a test on mean ranks (Benavoli,
        Corani, Mangili, Should We Really Use Post-Hoc Tests Based on Mean-Ranks?, JMLR 17(5), 2016).
        """
        cells = self.cells
        found = {}
        for pair in combinations(self.order, 2):
            of = np.s_[..., pair]
            one = statistics.duel(cells.cost[of], cells.solved[of], self.rounds[of], cells.units[of])
            found[pair] = replace(one, p=np.nan) if self.few_batches[list(pair)].any() else one
        tested = [pair for pair, one in found.items() if not np.isnan(one.p)]
        corrected = statistics.holm([found[pair].p for pair in tested])
        return found | {pair: replace(found[pair], p=p) for pair, p in zip(tested, corrected, strict=True)}

    @cached_property
    def groups(self) -> list[list[int]]:
        """The largest sets of judged backends in which no two differ at 5 % by `duels`, sorted by `order`."""
        alike = {pair for pair, one in self.duels.items() if not one.p < 1 - statistics.LEVEL}
        return statistics.cliques([j for j in self.order if self.judged[j]], alike)

    @cached_property
    def batch(self) -> Ints:
        """The largest batch of each backend; above 1, its times are even shares of the time of a batch."""
        out = np.ones(len(self.names), np.int64)
        np.maximum.at(out, self.data.columns["backend"], self.data.columns["batch"])
        return out

    @cached_property
    def wrong(self) -> Ints:
        """Number of wrong records of each backend."""
        mask = self.data.columns["category"] == CATEGORIES.index("wrong")
        return np.bincount(self.data.columns["backend"][mask], minlength=len(self.names))

    @cached_property
    def memory(self) -> Ints:
        """Peak memory of each backend's workers, in bytes; 0 if not measured."""
        out = np.zeros(len(self.names), np.int64)
        np.maximum.at(out, self.data.columns["backend"], self.data.columns["memory_bytes"])
        return out

    def quantile(self, column: int, share: float) -> Interval:
        """Return a quantile of the times of the common puzzles that a backend solved, in seconds; NaN without puzzles.

        It has no interval if there are too few rounds, or if the backend was timed in batches: the share of a batch is
        not the time of a single puzzle.
        """
        mine = self.common & self.cells.solved[:, column]
        seconds = self.cells.seconds[mine, column]
        if self.sure and self.batch[column] == 1:
            return statistics.quantile(seconds, share)
        return Interval(float(np.quantile(seconds, share)) if seconds.size else np.nan)

    def waited(self, column: int) -> float:
        """Return the median wall-clock time of a backend on the common puzzles that it solved, in seconds, or NaN."""
        mine = self.cells.waited[self.common & self.cells.solved[:, column], column]
        return float(np.median(mine)) if mine.size else float("nan")

    @cached_property
    def residuals(self) -> Floats:
        """Deviation of each solved time from the expectation for its backend and its puzzle, as a logarithm.

        The expectation is the additive model of two-way tables on log times: the mean of the puzzle, plus the mean
        deviation of the backend from the means of its puzzles.
        """
        with np.errstate(invalid="ignore"):
            logs = np.where(self.cells.solved, np.log(self.cells.cost), np.nan)
        if not np.isfinite(logs).any():
            return logs
        by_puzzle = statistics.means(logs.T)[:, None]
        by_backend = statistics.means(logs - by_puzzle)[None, :]
        return np.asarray(logs - by_puzzle - by_backend, np.float64)


def _median(rounds: Floats) -> Floats:
    """Return the median over the first axis without NaN; NaN where all values are NaN."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return np.asarray(np.nanmedian(rounds, axis=0), np.float64)
