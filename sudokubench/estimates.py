"""Estimates of numbers of solutions that no search reaches. An estimate from very skewed samples has a lower bound, but
no interval.

Donald E. Knuth, Estimating the efficiency of backtrack programs (Mathematics of Computation 29, 1975). A random walk
down the tree of a search takes one branch at each node. The estimate is the number of solutions below the last node,
times the numbers of branches at all nodes on the way. Its expected value is the number of all solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from math import sqrt
from random import Random

from sudokubench.answer import UNLIMITED, Budget, Puzzle, Stop, parts_of, require_budget
from sudokubench.backends import Backend, Session
from sudokubench.backends.gate import searched
from sudokubench.backends.pool import backend_of, lent_session
from sudokubench.backends.refutation import SatRefuter
from sudokubench.clock import CLOCK
from sudokubench.encodings.cnf import cnf
from sudokubench.encodings.exact_cover import plain_cover
from sudokubench.errors import require_whole
from sudokubench.problem import ExactCover, Instance, Variant
from sudokubench.puzzles import Cover, Given
from sudokubench.puzzles import puzzle as one_puzzle
from sudokubench.solving import DEFAULT_BACKEND

CONFIDENCE = 0.95
"""Probability with which the true number is inside the interval, or above the lower bound."""
_TAIL = 10_000
"""Budget of the search for the solutions below the end of a walk, in nodes: some milliseconds."""
_PILOTS = 20
"""Number of first walks, the pilots, that try at every node to count the solutions below it. Later walks try this only
from the level above the highest node at which a pilot ended."""
_LEAST_VALUES, _SKEWNESS = 100, 25
"""An interval needs 100 values, and at least 25 * skewness^2 values (Cochran, Sampling Techniques, 1977)."""
_GROUPS = 10


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a number.

    Attributes:
        value: The estimate.
        low: Lower end of the interval, or the lower bound.
        high: Upper end of the interval. None without an interval: the values are a sample that is too small, is too
            skewed, or has only zeros.
        sampled: Number of values in the estimate.
    """

    value: int
    low: int
    high: int | None
    sampled: int

    @classmethod
    def of(cls, values: Sequence[int], population: int | None = None) -> Estimate:
        """Return the estimate of the mean from at least one random value.

        The interval reaches two standard errors down and 2.5 up, because the values are skewed. Without an interval
        the lower bound follows from Markov's inequality, for any distribution: the means of 10 groups are all 20^(1/10)
        times too large with a probability of at most 1/20.

        Args:
            values: The values, at least 0.
            population: Number of all values, if each is drawn only once.
        """
        n, largest = len(values), max(values)
        value = sum(values) // n
        if n == population or not largest:
            return cls(value, value, value if n == population else None, n)
        shares = [one / largest for one in values]  # as a float, a value itself may be too large
        mean = sum(shares) / n
        variance = sum((share - mean) ** 2 for share in shares) / n
        skewness = sum((share - mean) ** 3 for share in shares) / n / (variance**1.5 or 1)
        error = sqrt(variance / n * (1 - n / population if population else 1))
        if n >= _LEAST_VALUES and n >= _SKEWNESS * skewness**2:
            low, high = max(0.0, mean - 2 * error), mean + 2.5 * error
            return cls(value, _times(largest, low), -_times(-largest, high), n)
        k = min(_GROUPS, n)
        least = min(sum(shares[i::k]) / len(shares[i::k]) for i in range(k))
        return cls(value, _times(largest, least * (1 - CONFIDENCE) ** (1 / k)), None, n)

    def with_at_least(self, known: int) -> Estimate:
        """Return the estimate with its numbers raised to at least `known`, the number of things already found.

        >>> Estimate(0, 0, None, 7).with_at_least(2)
        Estimate(value=2, low=2, high=None, sampled=7)
        """
        high = None if self.high is None else max(self.high, known)
        return Estimate(max(self.value, known), max(self.low, known), high, self.sampled)

    def __str__(self) -> str:
        value, low = f"{Decimal(self.value):.3g}", f"{Decimal(self.low):.3g}"
        return f"≥ {low}" if self.high is None else f"≈ {value} ({low} … {Decimal(self.high):.3g})"


def _times(whole: int, factor: float) -> int:
    top, bottom = factor.as_integer_ratio()
    return whole * top // bottom


def estimate(
    puzzle: Cover | Given, *, walks: int = 1000, budget: Budget = UNLIMITED, seed: int = 0
) -> Estimate:
    """Estimate the number of solutions of a puzzle, which may have any form that `solve` takes.

    Args:
        puzzle: A board or an exact cover.
        walks: Number of random walks.
        budget: The walks end after `budget.seconds`, but not before the first walk is complete.
        seed: Seed of the walks.

    Raises:
        BackendUnavailable: The puzzle has rules that `dlx` does not know.

    >>> estimate("queens:8").value
    92
    """
    require_whole("walks", walks, 1)
    require_whole("seed", seed, 0)
    require_budget(budget)
    one, engine, begun = one_puzzle(puzzle), backend_of(DEFAULT_BACKEND), CLOCK.now_s()
    values = list[int]()
    with lent_session(engine, parts_of(one)[0]) as session:
        for value in islice(_walks(one, engine, session, Random(seed)), walks):
            values.append(value)
            if budget.seconds is not None and CLOCK.now_s() - begun >= budget.seconds:
                break
    return Estimate.of(values)


def _walks(puzzle: Puzzle, engine: Backend, session: Session, rng: Random) -> Iterator[int]:
    """Yield the estimates of random walks. A walk branches on the item with the fewest options, among the items that
    are covered once.

    With constraints, unit propagation first removes options that no solution has. Without this, most walks would reach
    no solution.
    """
    problem, instance = parts_of(puzzle)
    cover = plain_cover(problem)
    clauses = SatRefuter(cnf(problem).clauses) if isinstance(problem, Variant) else None
    sets = [sum(1 << option for option in options) for options in cover.options_of]
    rivals = dict[int, int]()
    begin, ends, depth = 0, list[int](), 0
    while True:
        chosen, forbidden, ways = list(instance.chosen), list(instance.forbidden), 1
        left = (1 << cover.n_options) - 1 & ~sum(1 << option for option in forbidden)
        items = {item for item in range(cover.primary) if cover.times(item) == (1, 1)}
        for option in chosen:
            left &= ~_rivals(cover, option, sets, rivals)
            items -= set(cover.options[option])
        for depth in range(len(cover.options) + 1):
            literals = list[int]()
            if clauses is not None:
                literals = [*(option + 1 for option in chosen), *(-option - 1 for option in forbidden)]
                follow = clauses.implied(literals)
                gone = (-v - 1 for v in follow or () if -len(cover.options) <= v < 0)
                left &= 0 if follow is None else ~sum(1 << option for option in {*gone})
            if depth >= begin or not left:
                part = Instance(chosen, forbidden)
                tail = searched(
                    engine, session, problem, part, None, Budget(nodes=_TAIL if left else None)
                ).outcome()
                if tail.stop is Stop.EXHAUSTED:
                    yield ways * tail.count
                    break
            fewest, item = min((((left & sets[i]).bit_count(), i) for i in items), default=(2, -1))
            if not fewest:
                yield 0
                break
            if item < 0:  # all other items have multiplicities: choose or forbid an option
                option = left.bit_length() - 1
                taken = rng.random() < 0.5
            else:
                branches = [o for o in cover.options_of[item] if left >> o & 1]
                if clauses is not None and fewest > 1:
                    branches = [o for o in branches if clauses.refute([*literals, o + 1]) is None]
                    fewest = len(branches)
                if not branches:
                    yield 0
                    break
                option = rng.choice(branches)
                taken = True
            ways *= fewest
            left &= ~(1 << option)
            if taken:
                chosen.append(option)
                left &= ~_rivals(cover, option, sets, rivals)
                items -= set(cover.options[option])
            else:
                forbidden.append(option)
        ends.append(depth)
        if len(ends) == _PILOTS:
            begin = max(0, min(ends) - 1)


def _rivals(cover: ExactCover, option: int, sets: Sequence[int], known: dict[int, int]) -> int:
    """Return the options that an option excludes, as bits. An item that may be covered again excludes none."""
    if option not in known:
        found = 0
        for item, colour in cover.coloured(option):
            if item >= cover.primary or cover.times(item) == (1, 1):
                same = (o for o in cover.options_of[item] if colour and (item, colour) in cover.coloured(o))
                found |= sets[item] & ~sum(1 << o for o in same)
        known[option] = found
    return known[option]
