"""Estimates of numbers of solutions: the intervals hold the published counts as often as promised."""

import random
from statistics import fmean, stdev

import pytest

from sudokubench import count, estimates
from sudokubench.answer import Budget
from sudokubench.errors import UsageError
from sudokubench.estimates import Estimate, estimate
from sudokubench.problem import ExactCover

SLOW = pytest.mark.thorough
KNOWN = [  # the name, its published number of solutions, and nodes of a tail that leave walks to do
    ("langford:8", 2 * 150, 300),
    pytest.param("queens:9", 352, 100, marks=SLOW),
    pytest.param("latin:4", 576, 20, marks=SLOW),
    pytest.param("tromino:7-0", 1440, 200, marks=SLOW),
    pytest.param("aztec:4", 2**10, 60, marks=SLOW),
    pytest.param("." * 16, 288, 3, marks=SLOW),
]


@pytest.mark.parametrize(("puzzle", "number", "tail"), KNOWN)
def test_of_200_estimates_nearly_all_hold_the_published_number(puzzle, number, tail, monkeypatch):
    monkeypatch.setattr(estimates, "_TAIL", tail)
    made = [estimate(puzzle, walks=100, seed=seed) for seed in range(200)]
    held = [one.low <= number and (one.high is None or number <= one.high) for one in made]
    assert 0.93 <= sum(held) / 200 <= (0.99 if all(one.high for one in made) else 1)
    values = [one.value for one in made]
    assert abs(fmean(values) - number) <= 4 * stdev(values) / 200**0.5 + 1  # a value is rounded down
    assert len(set(values)) > 20


def test_a_lower_bound_holds_for_heavy_tails_and_no_interval_is_given():
    """One value of 200 is 10,000, all others are 0: most samples of 150 miss it or see it once."""
    rng, true = random.Random(4), 50
    made = [Estimate.of([10_000 * (rng.random() < 1 / 200) for _ in range(150)]) for _ in range(400)]
    assert all(one.high is None for one in made)
    assert sum(one.low <= true for one in made) >= 0.95 * 400


def test_a_lower_bound_says_something_where_the_values_are_skewed():
    rng = random.Random(5)
    made = [Estimate.of([int(1000 * rng.lognormvariate(0, 1.5)) for _ in range(150)]) for _ in range(200)]
    true = 1000 * 2.718281828 ** (1.5**2 / 2)
    bounds = [one.low for one in made if one.high is None]
    assert len(bounds) > 180
    assert sum(low <= true for low in bounds) >= 0.95 * len(bounds)
    assert fmean(bounds) > true / 5


def test_numbers_beyond_every_float_are_estimated():
    huge = 10**400
    made = Estimate.of([huge, 3 * huge] * 100)
    assert (made.value, made.low < 2 * huge < made.high) == (2 * huge, True)
    assert str(made).startswith("≈ 2.00e+400 (")


def test_colours_and_multiplicities_are_estimated_without_bias(monkeypatch):
    monkeypatch.setattr(estimates, "_TAIL", 2)
    rng = random.Random(8)
    options = {
        str(n): [rng.choice("ab"), rng.choice("pq"), f"{rng.choice('xyz')}:{rng.choice('AB')}"]
        for n in range(24)
    }
    coloured = ExactCover.from_options(options, secondary="xyz")
    several = ExactCover.from_options(
        options, secondary="xyz", multiplicity={"a": (0, 2), "b": (1, 2), "p": 2, "q": 1}
    )
    for cover in (coloured, several):
        true = count(cover, backend="dlx")
        made = estimate(cover, walks=4000, seed=1)
        assert true > 10
        assert made.low <= true <= made.high


def test_a_walk_may_end_above_the_level_where_the_first_walks_ended(monkeypatch):
    """One option of 26 covers everything at once; the others leave 5! permutations, each in 5^5 ways."""
    monkeypatch.setattr(estimates, "_TAIL", 2)
    options = {f"{r}{c}{k}": [f"r{r}", f"c{c}"] for r in range(5) for c in range(5) for k in range(5)}
    options["all"] = [f"{side}{k}" for side in "rc" for k in range(5)]
    for seed in range(5):  # in some of these none of the first 20 walks takes that option
        made = estimate(ExactCover.from_options(options), walks=500, seed=seed)
        assert made.low <= 375_001
        assert made.value == pytest.approx(375_001, rel=0.05)


def test_an_estimate_ends_in_time_and_with_exact_tails_it_is_exact():
    assert estimate("queens:8") == Estimate(92, 92, 92, 1000)
    assert estimate("queens:20", budget=Budget(seconds=0.1)).sampled < 1000
    with pytest.raises(UsageError, match="walks"):
        estimate("queens:8", walks=0)
