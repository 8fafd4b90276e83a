"""Statistics of times: means with intervals (Student's t), quantiles, tests, ranks; when times count as equal.

Costs are matrices (puzzles, backends), in seconds. A cost is the time if the backend solved the puzzle, a penalty if it
did not, and NaN if it was not asked. Intervals of means are over puzzles and rounds; intervals of quantiles come from
order statistics. SciPy has the distributions; only the functions that need it load it, because that takes a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import ceil, exp, inf, isnan, log, nan, sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

LEVEL = 0.95
"""Probability with which an interval holds the true value."""

FEWEST_BATCHES, FEWEST_ROUNDS = 8, 5
"""Least numbers for an interval. With fewer, the interval would be too narrow, so it is not printed."""

FEWEST_TRIMMED, TRIMMED = 7, 0.2
"""Least number of rounds for a trimmed mean, and the share of rounds that it leaves out at each end."""

TIE = 1.05
"""Ratio up to which two times count as equal: clocks and caches alone make such a difference."""

MARGIN = 1.02
"""Ratio of mean times up to which two engines of one run count as equal.

`python -m benchmarks.judge` tries the rule: it must find no difference between equal engines, and must notice 15 % more
work.
"""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % interval; `low` and `high` are NaN if too few puzzles or rounds support an interval.

    `high` is infinite if the puzzles only bound the value from below. `at_least` means that the value itself is a lower
    bound, since some of its puzzles were not solved.
    """

    value: float
    low: float = nan
    high: float = nan
    at_least: bool = False


def means(values: Floats) -> Floats:
    """Return the means of the columns without their NaN; NaN for a column of only NaN."""
    known = ~np.isnan(values)
    n = known.sum(axis=0)
    return np.where(n > 0, np.where(known, values, 0.0).sum(axis=0) / np.maximum(n, 1), np.nan)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, its standard error, and the error's degrees of freedom. Too few values make the last two NaN."""

    value: float
    error: float = nan
    freedom: float = nan

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval by Student's distribution; NaN if the standard error is unknown."""
        if isnan(self.error):
            return nan  # loading SciPy takes 0.2 s
        from scipy.special import stdtrit

        return float(stdtrit(self.freedom, (1 + LEVEL) / 2) * self.error)

    def interval(self, scale: Callable[[float], float] = float) -> Interval:
        """Return the value with its interval, each transformed by `scale`, such as `exp`."""
        return Interval(scale(self.value), scale(self.value - self.half), scale(self.value + self.half))

    def positive_interval(self) -> Interval:
        """Return the interval of a mean that is above zero, by the error of its logarithm (the delta method)."""
        spread = exp(self.half / self.value) if self.value > 0 else 1.0
        return Interval(self.value, self.value / spread, self.value * spread)

    def p(self, margin: float) -> float:
        """Return the p-value of "two times differ by at most this ratio"; this mean is the logarithm of their ratio.

        It is below 5 % exactly if the 95 % interval lies beyond the margin. NaN if the standard error is unknown.
        """
        from scipy.special import stdtr

        beyond = abs(self.value) - log(margin)
        if not self.error:
            return 0.0 if beyond > 0 else 1.0
        return float(np.minimum(1.0, 2 * stdtr(self.freedom, -beyond / self.error)))


def difference(of: Sequence[float], from_: Sequence[float]) -> Mean:
    """Return the difference of the means of two samples with different variances (Welch 1947).

    A sample of a single value adds nothing to the standard error.
    """
    value = float(np.mean(of) - np.mean(from_))
    shares = [float(np.var(one, ddof=1)) / len(one) for one in (of, from_) if len(one) > 1]
    if not any(shares):
        return Mean(value, 0.0, inf)
    sizes = [len(one) - 1 for one in (of, from_) if len(one) > 1]
    freedom = sum(shares) ** 2 / sum(share**2 / n for share, n in zip(shares, sizes, strict=True))
    return Mean(value, sqrt(sum(shares)), freedom)


def two_level_mean(rounds: Floats, unit: Ints | None = None, value: float | None = None) -> Mean:
    """Return the mean over puzzles and rounds of values that were measured in several rounds, and how sure it is.

    Another run has other puzzles, other processes and another state of the machine. Each round has new processes, so
    puzzles and rounds are two crossed random effects. The analysis of variance estimates their variances, with degrees
    of freedom by Satterthwaite (1946; Searle, Casella and McCulloch, Variance Components, 1992, chapter 4). Kalibera
    and Jones (Rigorous Benchmarking in Reasonable Time, 2013) show what a benchmark claims if it omits a level.

    Now and then a process is slow throughout, by 10 to 20 %. The mean over the rounds is therefore trimmed, and its
    variance is computed as for a trimmed mean (Tukey and McLaughlin 1963; Yuen 1974).

    Args:
        rounds: Shape (rounds, puzzles), each round in new processes; a puzzle without a value in some round is left
            out.
        unit: Shape (puzzles,): values that were measured together have the same number and are one measurement.
        value: The mean, if it was computed in another way, such as from the medians of the rounds. Otherwise it is the
            mean over the puzzles and the trimmed mean over the rounds.

    Returns:
        The mean. Its standard error is NaN if there are fewer than `FEWEST_ROUNDS` rounds, fewer than two puzzles or,
        with batches, fewer than `FEWEST_BATCHES` measurements.
    """
    known = ~np.isnan(rounds).any(axis=0)
    r, n = len(rounds), int(known.sum())
    mean = float(rounds[:, known].mean()) if r and n else nan
    cut = int(TRIMMED * r) if r >= FEWEST_TRIMMED else 0
    middle = np.sort(rounds[:, known].mean(axis=1))[cut : r - cut] if r and n else np.array([mean])
    centre = float(middle.mean()) if value is None else value
    if r < FEWEST_ROUNDS:
        return Mean(centre)
    number = np.arange(n) if unit is None else _numbered(unit[known])
    m = int(number.max(initial=-1)) + 1
    if m < (2 if m == n else FEWEST_BATCHES):
        return Mean(centre)
    weight = np.bincount(number).astype(np.float64)
    sums = np.stack([np.bincount(number, weights=row, minlength=m) for row in rounds[:, known]])
    of_unit, of_round = sums.mean(axis=0) - weight * mean, sums.sum(axis=1) / n - mean
    rest = sums - weight * mean - of_unit - weight * of_round[:, None]
    left = r - 2 * cut
    free = np.array([m - 1, left - 1, (m - 1) * (r - 1)], np.float64)
    scale = m / (n * n)
    winsorised = np.clip(of_round, middle[0] - mean, middle[-1] - mean)
    squares = (of_unit**2).sum() * scale, r * winsorised.var() / left, (rest**2).sum() * scale / r
    # Variances of the mean by units, by rounds and by the rest; the first two include the rest.
    parts = np.array(squares) / free
    variance = max(parts[0] + parts[1] - parts[2], parts[0], parts[1])
    freedom = variance**2 / (parts**2 / free).sum() if variance else float(free.min())
    return Mean(centre, sqrt(variance), float(max(freedom, min(free))))


def mean_log_ratio(medians: Floats, rounds: Floats, unit: Ints) -> Mean:
    """Return the mean logarithm of the ratio of two times, and how sure it is.

    Both times of a ratio come from the same round. So a load that outlasts a round changes both and cancels. It does
    not cancel in a ratio of medians, which may come from two rounds with different loads.

    Args:
        medians: Shape (puzzles,): logarithms of the ratios of the medians over the rounds, used if no puzzle has a
            value in every round, or if there are no rounds.
        rounds: Shape (rounds, puzzles): logarithms of the ratios in each round.
        unit: As in `two_level_mean`.
    """
    mean = two_level_mean(rounds, unit)
    return Mean(float(means(medians[:, None])[0])) if np.isnan(mean.value) else mean


def _numbered(units: Ints) -> Ints:
    """Number the measurements again, from 0."""
    if (units[1:] > units[:-1]).all():  # a short cut: single puzzles are mostly in order
        return np.arange(len(units))
    return np.unique(units, return_inverse=True)[1].reshape(-1)


def joined(units: Ints) -> Ints:
    """Return joint units, shape (puzzles,): two puzzles that share a unit in any column share a joint unit.

    Args:
        units: Shape (puzzles, columns): values that were measured together have the same number.
    """
    n, columns = units.shape
    numbered = [_numbered(units[:, j]) for j in range(columns)]
    coarse = [numbers for numbers in numbered if numbers.max(initial=-1) + 1 < n]
    if not coarse:
        return np.arange(n)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ends = np.concatenate([n + i * n + numbers for i, numbers in enumerate(coarse)])
    edges = coo_array(
        (np.ones(ends.size), (np.tile(np.arange(n), len(coarse)), ends)), shape=(n + ends.size,) * 2
    )
    return np.asarray(connected_components(edges, directed=False)[1][:n], np.int64)


def quantile(values: Floats, share: float, *, least: float = 0.0) -> Interval:
    """Return a quantile with an interval that holds for any distribution.

    Its ends are the two order statistics between which the quantile lies with a probability of at least 95 % (Thompson
    1936; David and Nagaraja, Order Statistics, 2003, section 7.1). If too few values lie below the quantile, the lower
    end is `least`. If too few lie above it, the upper end is infinity: of 50 values the largest may well be below the
    95th percentile. If both hold, there is no interval. Without values, the quantile is NaN.

    Args:
        values: Shape (n,), without NaN.
        share: Between 0 and 1, such as 0.5 for the median.
        least: Lower bound of all values.
    """
    n = values.size
    if not n:
        return Interval(nan)
    below, above = _ranks(n, share)
    found = float(np.quantile(values, share))
    if below == 0 and above > n:
        return Interval(found)
    ordered = np.sort(values)
    low = float(ordered[below - 1]) if below else least
    high = float(ordered[above - 1]) if above <= n else inf
    return Interval(found, low, high)


@lru_cache(maxsize=512)
def _ranks(n: int, share: float) -> tuple[int, int]:
    """Return the ranks, from 1, of the values between which a quantile of n values lies; 0 and n + 1 mean no value."""
    from scipy.special import bdtr, bdtrik  # scipy.stats takes a second to load

    ends = []
    for chance in ((1 - LEVEL) / 2, (1 + LEVEL) / 2):  # how many of the values lie below the quantile
        end = max(ceil(bdtrik(chance, n, share)), 0)
        ends.append(end - 1 if end and bdtr(end - 1, n, share) >= chance else end)
    return ends[0], ends[1] + 1


# -- pairs --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Duel:
    """Two backends on the puzzles about which both were asked.

    Attributes:
        wins: Number of puzzles on which the first is faster by more than `TIE`, or is the only solver.
        ties: Number of puzzles within `TIE`, or solved by neither.
        losses: Number of puzzles on which the second wins.
        ratio: Geometric mean of first / second; below 1 the first is faster. NaN without puzzles.
        p: The p-value of a difference of at most `MARGIN`, see `Mean.p`. NaN if its standard error is unknown.
    """

    wins: int
    ties: int
    losses: int
    ratio: Interval
    p: float


def duel(cost: Floats, solved: Bools, rounds: Floats, units: Ints) -> Duel:
    """Compare two backends. Each array has the shape (puzzles, 2), but `rounds` has (rounds, puzzles, 2)."""
    both = ~np.isnan(cost).any(axis=1)
    either = both & solved.any(axis=1)
    unit = joined(units[either])
    logs = np.log(cost[either, 0] / cost[either, 1])
    far = np.abs(logs) > log(TIE)
    wins, losses = int((far & (logs < 0)).sum()), int((far & (logs > 0)).sum())
    # A puzzle that is unsolved in some round has its penalty in all rounds.
    each = np.log(np.where(solved, rounds, cost)[:, either])
    mean = mean_log_ratio(logs, each[:, :, 0] - each[:, :, 1], unit)
    return Duel(wins, int(both.sum()) - wins - losses, losses, mean.interval(exp), mean.p(MARGIN))


def holm(p: list[float]) -> list[float]:
    """Return the adjusted p-values of several tests (Holm 1979)."""
    order = sorted(range(len(p)), key=p.__getitem__)
    out, largest = [0.0] * len(p), 0.0
    for position, index in enumerate(order):
        largest = max(largest, min(1.0, p[index] * (len(p) - position)))
        out[index] = largest
    return out


# -- the whole field ----------------------------------------------------------------------------------------------


def contributions(cost: Floats, solved: Bools, penalty: float) -> list[tuple[int, int, float, float]]:
    """Return what each backend contributes to the virtual best solver; `penalty` is the cost of an unsolved puzzle.

    Returns:
        Four values for each backend: the number of puzzles on which it is the fastest solver; the number of puzzles
        that only it solved; how much the virtual best's mean cost rises without this backend, in seconds; and the
        factor of this rise, as a geometric mean. Empty without puzzles.
    """
    if not len(cost):
        return []
    two = np.sort(np.column_stack([cost, np.full(len(cost), penalty)]), axis=1)[:, :2]
    best, second = two[:, :1], two[:, 1:]
    without = np.where(cost <= best, second, best)
    fastest, alone = solved & (cost <= best), solved & (solved.sum(axis=1, keepdims=True) == 1)
    rise, times = (without - best).mean(axis=0), np.exp(np.log(without / best).mean(axis=0))
    found = fastest.sum(axis=0), alone.sum(axis=0), rise, times
    return list(zip(*(values.tolist() for values in found), strict=True))


def ranks(cost: Floats) -> Floats:
    """Return ranks within each row: the cheapest has rank 1, equal costs share the mean rank. NaN makes a row NaN."""
    out = np.full(cost.shape, 0.5)
    for j in range(cost.shape[1]):
        out += (cost[:, j, None] < cost) + (cost[:, j, None] == cost) / 2
    return np.where(np.isnan(cost).any(axis=1, keepdims=True), np.nan, out)


def borda_scores(rank: Floats) -> Floats:
    """Return the share of opponents beaten, by puzzle and backend (0 to 1; a tie counts half): Borda's scores."""
    k = int((~np.isnan(rank).all(axis=0)).sum())
    return (k - rank) / (k - 1) if k > 1 else np.full(rank.shape, np.nan)


def victories(rank: Floats) -> Floats:
    """Return (k, k): how often the backend of each row beat the backend of each column. A tie counts as half.

    The diagonal is zero.
    """
    k = rank.shape[1]
    out = np.zeros((k, k))
    for i, j in permutations(range(k), 2):
        out[i, j] = (rank[:, i] < rank[:, j]).sum() + (rank[:, i] == rank[:, j]).sum() / 2
    return out


def bradley_terry(wins: Floats) -> Floats:
    """Return the strengths of the Bradley-Terry model (1952), summing to 1, by Hunter's MM algorithm (2004).

    `wins[i, j]` is how often i beat j. A draw is added to every pair, so that a backend that always wins has a finite
    strength. The algorithm stops when no strength changes by more than a share of 1e-10, or after 10,000 improvements.
    """
    k = len(wins)
    wins = wins + (0.5 - 0.5 * np.eye(k))
    games = wins + wins.T
    strength = np.full(k, 1.0 / k)
    for _ in range(10_000 if k > 1 else 0):
        shared = games / (strength[:, None] + strength[None, :])
        new: Floats = wins.sum(axis=1) / shared.sum(axis=1)
        new /= new.sum()
        if np.max(np.abs(new / strength - 1)) < 1e-10:
            return new
        strength = new
    return strength


def ecdf(values: Floats, at: Floats) -> Floats:
    """Return the share of values not above each of the points."""
    return np.asarray(np.searchsorted(np.sort(values), at, side="right") / max(1, len(values)), np.float64)


def cliques(nodes: Sequence[int], joined: Set[tuple[int, int]]) -> list[list[int]]:
    """Return the maximal sets of nodes in which every two are joined, in the order of `nodes`, without single nodes.

    The algorithm is by Bron and Kerbosch (1973), with a pivot.
    """
    near = {i: {j for j in nodes if (i, j) in joined or (j, i) in joined} for i in nodes}
    found: list[list[int]] = []

    def grow(clique: set[int], left: set[int], done: set[int]) -> None:
        if not left and not done and len(clique) > 1:
            found.append(sorted(clique, key=nodes.index))
        pivot = max(left | done, key=lambda node: len(near[node] & left), default=-1)
        for node in sorted(left - near.get(pivot, set()), key=nodes.index):
            grow(clique | {node}, left & near[node], done & near[node])
            left, done = left - {node}, done | {node}

    grow(set(), set(nodes), set())
    return sorted(found, key=lambda group: [nodes.index(node) for node in group])
