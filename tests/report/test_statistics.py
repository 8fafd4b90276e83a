"""Statistics, against brute force, hand computation and published tables."""

from itertools import combinations, permutations
from math import comb, log, sqrt

import numpy as np
import pytest
from scipy.stats import t as student
from scipy.stats import ttest_1samp

from sudokubench.report.statistics import (
    MARGIN,
    Mean,
    borda_scores,
    bradley_terry,
    cliques,
    contributions,
    duel,
    ecdf,
    holm,
    joined,
    means,
    quantile,
    ranks,
    two_level_mean,
    victories,
)

NAN = float("nan")


def matrix(*rows):
    return np.array(rows, float)


def test_a_mean_leaves_out_what_was_not_asked():
    assert means(matrix([1, 120], [2, NAN])).tolist() == [1.5, 120]


def test_holm_multiplies_by_what_is_left_and_never_falls():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []


def test_a_duel_counts_wins_ties_and_losses_and_leaves_out_what_one_was_not_asked():
    cost = matrix([1, 2], [1, 1.04], [3, 1], [120, 120], [1, NAN], [1, 120])
    solved = np.array([[1, 1], [1, 1], [1, 1], [0, 0], [1, 0], [1, 0]], bool)
    found = duel(cost, solved, cost[None], np.arange(12).reshape(6, 2))
    assert (found.wins, found.ties, found.losses) == (2, 2, 1)
    logs = np.log([1 / 2, 1 / 1.04, 3, 1 / 120])
    assert found.ratio.value == pytest.approx(np.exp(logs.mean()))
    assert np.isnan(found.ratio.low)  # one round gives no interval
    assert np.isnan(found.p)


def test_contribution_to_the_virtual_best_solver():
    cost, solved = matrix([1, 2], [4, 2], [1, 20]), np.array([[1, 1], [1, 1], [1, 0]], bool)
    first, second = contributions(cost, solved, 20)
    assert first == (2, 1, pytest.approx(((2 - 1) + 0 + (20 - 1)) / 3), pytest.approx((2 * 20) ** (1 / 3)))
    assert second == (1, 0, pytest.approx((4 - 2) / 3), pytest.approx(2 ** (1 / 3)))
    tied = contributions(matrix([3, 3, 9]), np.ones((1, 3), bool), 20)
    assert tied == [(1, 0, 0, 1), (1, 0, 0, 1), (0, 0, 0, 1)]


def test_a_single_backend_is_the_virtual_best_solver():
    (only,) = contributions(matrix([1], [20]), np.array([[True], [False]]), 20)
    assert only == (1, 1, 19 / 2, pytest.approx(sqrt(20)))
    assert contributions(np.empty((0, 2)), np.empty((0, 2), bool), 20) == []


def within(n, share, low, high):
    """Return the chance that a quantile lies between the low-th and the high-th of n values, by counting outcomes."""
    return sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(low, high))


@pytest.mark.parametrize("share", [0.5, 0.95, 0.1])
@pytest.mark.parametrize("n", [6, 20, 73, 100, 500])
def test_a_quantile_lies_between_its_order_statistics_with_95_percent_at_least(n, share):
    one = quantile(np.arange(1.0, n + 1), share)
    low, high = round(one.low), n + 1 if np.isinf(one.high) else round(one.high)
    assert within(n, share, low, high) >= 0.95
    for a, b in ((low + 1, high), (low, high - 1)):  # if one end were closer, it would miss more than 2.5 %
        assert within(n, share, 0, a) > 0.025 or within(n, share, b, n + 1) > 0.025


def test_intervals_of_quantiles_cover_as_often_as_they_say():
    random = np.random.default_rng(8)
    found = [quantile(random.lognormal(size=60), 0.5) for _ in range(2000)]
    assert np.mean([one.low <= 1 <= one.high for one in found]) >= 0.945


def test_a_quantile_of_a_few_values_has_no_interval_and_one_of_many_is_quick():
    assert np.isnan(quantile(np.arange(5.0), 0.5).low)
    one = quantile(np.arange(1.0, 50_001), 0.95)
    assert (one.low, one.high) == pytest.approx((47_500, 47_500), abs=100)


def test_ranks_share_places_and_need_everybody():
    assert ranks(matrix([3, 1, 2], [1, 1, 5], [2, 2, 2]))[0].tolist() == [3, 1, 2]
    assert ranks(matrix([1, 1, 5]))[0].tolist() == [1.5, 1.5, 3]
    assert np.isnan(ranks(matrix([1, NAN, 5]))).all()


def test_borda_is_the_share_of_opponents_beaten():
    rank = ranks(matrix([1, 2, 3], [1, 3, 2], [2, 1, 3]))
    assert means(borda_scores(rank)) == pytest.approx([5 / 6, 3 / 6, 1 / 6])


def test_bradley_terry_strengths_have_the_ratio_of_the_victories():
    strength = bradley_terry(np.array([[0, 6.5], [2.5, 0]]))  # one drawn match is added: 7 to 3
    assert strength == pytest.approx([0.7, 0.3])


def test_bradley_terry_strengths_solve_the_likelihood_equations():
    wins = np.array([[0, 5, 9], [3, 0, 6], [1, 2, 0.0]])
    p = bradley_terry(wins)
    padded = wins + 0.5 - 0.5 * np.eye(3)
    for i in range(3):
        expected = sum((padded[i, j] + padded[j, i]) * p[i] / (p[i] + p[j]) for j in range(3) if j != i)
        assert padded[i].sum() == pytest.approx(expected)


def test_a_backend_that_always_wins_has_a_finite_strength():
    strength = bradley_terry(victories(ranks(matrix(*[[1, 2]] * 99))))
    assert strength == pytest.approx([99.5 / 100, 0.5 / 100])


def test_the_ecdf_counts_values_up_to_each_point():
    assert ecdf(np.array([1, 2, 2, 8.0]), np.array([0.5, 1, 2, 9])).tolist() == [0, 0.25, 0.75, 1]


@pytest.mark.parametrize("seed", range(20))
def test_cliques_are_the_largest_sets_of_which_every_two_are_joined(seed):
    random = np.random.default_rng(seed)
    nodes = random.permutation(7).tolist()
    joined = {(i, j) for i, j in permutations(nodes, 2) if i < j and random.random() < 0.6}
    alike = [
        set(some)
        for size in range(2, 8)
        for some in combinations(nodes, size)
        if all((min(pair), max(pair)) in joined for pair in combinations(some, 2))
    ]
    largest = [some for some in alike if not any(some < other for other in alike)]
    found = cliques(nodes, joined)
    assert sorted(map(sorted, found)) == sorted(map(sorted, largest))
    assert all(group == sorted(group, key=nodes.index) for group in found)


def test_batches_are_one_measurement_to_the_test_of_a_pair():
    # forty puzzles in ten batches of four equal shares: the test uses the ten, and seven batches give no interval
    random = np.random.default_rng(5)
    logs, numbers = random.normal(0.5, 0.5, 10), np.repeat(np.arange(10), 4)
    cost = np.exp(np.stack([np.repeat(logs, 4), np.zeros(40)], axis=1))
    solved, units = np.ones((40, 2), bool), np.stack([numbers, 100 + np.arange(40)], axis=1)
    singly = np.arange(80).reshape(40, 2)
    rounds = cost * np.exp(random.normal(0, 0.1, (5, 1, 1)))
    of_ten = ttest_1samp(logs, log(MARGIN)).pvalue  # here the rounds cancel each other
    assert duel(cost, solved, rounds, units).p == pytest.approx(of_ten)
    assert duel(cost, solved, rounds, singly).p < of_ten
    assert np.isnan(duel(cost[:28], solved[:28], rounds[:, :28], units[:28]).p)


def test_one_round_has_neither_interval_nor_p_however_far_apart_two_engines_are():
    cost = np.exp(np.random.default_rng(2).normal([0, 3], 0.1, (60, 2)))
    found = duel(cost, np.ones((60, 2), bool), cost[None], np.arange(120).reshape(60, 2))
    assert found.wins == 60
    assert np.isnan([found.ratio.low, found.ratio.high, found.p]).all()


@pytest.mark.parametrize("value", [0.0, 0.01, 0.05, -0.05, 0.3])
def test_p_is_below_5_percent_exactly_where_the_interval_lies_beyond_the_margin(value):
    told = Mean(value, 0.01, 4)
    beyond = told.value - told.half > log(1.02) or told.value + told.half < -log(1.02)
    assert (told.p(1.02) < 0.05) is beyond
    assert told.p(1.0) == pytest.approx(2 * student.sf(abs(value) / 0.01, 4))


def test_equal_engines_are_rarely_distinguished_and_15_percent_is_seen():
    # four engines, one of them slower; new processes in each round: SD 1.7 % between processes, 2.4 % between rounds
    random = np.random.default_rng(3)
    false, seen = 0, 0
    for _ in range(200):
        logs = random.normal(0, 1, (60, 1)) + random.normal(0, (0.017**2 + 0.024**2) ** 0.5, (5, 1, 4))
        rounds = np.exp(logs + random.normal(0, 0.05, (5, 60, 4)) + np.log([1, 1, 1, 1.15]))
        cost, solved, units = np.median(rounds, axis=0), np.ones((60, 2), bool), np.arange(120).reshape(60, 2)
        pairs = list(combinations(range(4), 2))
        p = holm([duel(cost[:, [i, j]], solved, rounds[:, :, [i, j]], units).p for i, j in pairs])
        told = {pair for pair, one in zip(pairs, p, strict=True) if one < 0.05}
        false += any(j < 3 for _, j in told)
        seen += sum((i, 3) in told for i in range(3))
    assert false <= 4
    assert seen >= 0.75 * 600


@pytest.mark.parametrize(
    ("puzzles", "rounds", "of_puzzles", "of_rounds", "rest", "batch"),
    [
        (50, 5, 1.0, 0.1, 0.2, 1),
        (50, 5, 0.0, 0.1, 0.2, 1),
        (20, 8, 0.3, 0.3, 0.3, 1),
        (80, 5, 0.5, 0.1, 0.2, 10),
    ],
)
def test_intervals_over_puzzles_and_rounds_cover(puzzles, rounds, of_puzzles, of_rounds, rest, batch):
    random, held = np.random.default_rng(7), 0
    unit = np.arange(puzzles) // batch
    for _ in range(1000):
        m = unit[-1] + 1
        values = of_puzzles * random.normal(size=m) + of_rounds * random.normal(size=(rounds, 1))
        mean = two_level_mean((values + rest * random.normal(size=(rounds, m)))[:, unit], unit)
        held += abs(mean.value) <= mean.half
    assert 930 <= held <= 970


def test_an_interval_hardly_notices_a_process_that_is_slow_throughout():
    logs = 0.02 * np.random.default_rng(3).normal(size=(10, 1)) + np.zeros((10, 60))
    fifth = np.eye(10)[4][:, None]
    halves = [two_level_mean(logs + delay * fifth, None, 0.0).half for delay in (0.2, 2.0)]
    assert halves[0] == pytest.approx(halves[1])
    assert halves[0] < 0.04  # a mean of ten rounds, by Student's t, has ±0.050


@pytest.mark.parametrize("load", [0.0, 0.2])
@pytest.mark.parametrize("rounds", [5, 7, 10, 15])
def test_ratios_of_equal_engines_hold_1_with_slow_processes_and_a_drifting_load(rounds, load):
    random, held = np.random.default_rng(8), 0
    for _ in range(1000):
        slow = (random.random((2, rounds, 1)) < 0.2) * random.exponential(0.12, (2, rounds, 1))
        logs = 0.02 * random.normal(size=(2, rounds, 1)) + slow + 0.05 * random.normal(size=(2, rounds, 60))
        drift = load * random.normal(size=(rounds, 1)).cumsum(axis=0)
        times = np.exp(logs + drift)
        cost = np.median(times, axis=1).T
        pair = duel(cost, np.ones((60, 2), bool), np.moveaxis(times, 0, 2), np.arange(120).reshape(60, 2))
        held += pair.ratio.low <= 1 <= pair.ratio.high
    assert 930 <= held <= 985


def test_a_mean_of_few_rounds_or_batches_has_no_error():
    values = np.random.default_rng(1).normal(size=(5, 80))
    assert two_level_mean(values).half > 0
    assert np.isnan(two_level_mean(values[:4]).half)
    assert np.isnan(two_level_mean(values, np.arange(80) % 7).half)
    assert np.isnan(two_level_mean(values[:, :1]).half)


def test_units_are_joined_where_two_columns_share_some():
    # puzzles 0 and 1 share a batch of the first column, 1 and 2 one of the second; 3 is alone in both
    units = np.array([[0, 10, 5], [0, 11, 6], [1, 11, 7], [2, 12, 8]])
    joint = joined(units)
    assert len(set(joint[:3])) == 1
    assert joint[3] != joint[0]
    assert len(set(joined(units[:, 2:]))) == 4
