"""Every figure of a report is computed again from the exported records."""

from math import sqrt

import numpy as np
import pytest
from report.making import LIVELY, analysed, column, puzzle, puzzles, record, timeout, written
from scipy.stats import t

from sudokubench.report import draw, plots, tables, text
from sudokubench.report.build import build, caveats
from sudokubench.report.statistics import quantile
from sudokubench.report.values import Display, shown


def from_rows(rows):
    """Return cost and solved matrices from exported rows, without the code under test."""
    n = 1 + max(row["position"] for row in rows)
    times = [[[] for _ in LIVELY] for _ in range(n)]
    solved = np.ones((n, len(LIVELY)), bool)
    for row in rows:
        i, j = row["position"], LIVELY.index(row["backend"])
        times[i][j].append((row["encode_ns"] + row["solve_ns"] + row["decode_ns"]) / 1e9)
        solved[i, j] &= row["termination"] == "finished" and row["verdict"] != "undecided"
    median = np.array([[np.median(cell) for cell in line] for line in times])
    return np.where(solved, median, 120.0), solved


def each_round(rows, unsolved):
    """Return cost matrices of the five rounds; a puzzle that some round did not solve has the cost `unsolved`."""
    each = np.stack([from_rows([row for row in rows if row["repeat"] == r])[0] for r in range(5)])
    return np.where(from_rows(rows)[1], each, unsolved)


def test_the_main_table_can_be_recomputed_from_the_export(full):
    a, _, rows = full
    cost, solved = from_rows(rows)
    table = tables.main(a)
    each = each_round(rows, 60.0)  # an unsolved puzzle took the limit
    ratio = each / each[:, :, [0]]  # dlx is the best
    for j, name in enumerate(LIVELY):
        assert column(table, "solved")[name] == solved[:, j].sum()
        assert column(table, "par2_s")[name].value == pytest.approx(cost[:, j].mean())
        assert column(table, "slowdown")[name].value == pytest.approx(np.exp(np.log(ratio[:, :, j]).mean()))
        assert column(table, "median_s")[name].value == pytest.approx(np.median(cost[solved[:, j], j]))
        assert column(table, "p95_s")[name].value == pytest.approx(np.quantile(cost[solved[:, j], j], 0.95))
    assert [row[1] for row in table.rows] == [*LIVELY]  # each about 7 times as slow as the previous


def test_intervals_are_those_of_a_table_of_puzzles_and_rounds(full):
    a, _, rows = full
    each = each_round(rows, 60.0)
    logs = np.log(each / each[:, :, [0]])
    assert np.isnan(column(tables.main(a), "slowdown")["dlx"].low)  # dlx is the base
    for j, name in list(enumerate(LIVELY))[1:]:
        one, y = column(tables.main(a), "slowdown")[name], logs[:, :, j]
        r, n = y.shape
        by_puzzle, by_round = r * y.mean(axis=0).var(ddof=1), n * y.mean(axis=1).var(ddof=1)
        rest = (r * n - 1) * y.var(ddof=1) - (n - 1) * by_puzzle - (r - 1) * by_round
        rest /= (r - 1) * (n - 1)
        error = sqrt(max(by_puzzle + by_round - rest, by_puzzle, by_round) / (r * n))
        half = np.log(one.high / one.value)
        assert one.low == pytest.approx(one.value / np.exp(half))
        assert t.ppf(0.975, (r - 1) * (n - 1)) - 1e-6 <= half / error <= t.ppf(0.975, r - 1) + 1e-6


def test_medians_lie_between_the_order_statistics_that_a_table_of_signs_names(full):
    # 40 puzzles: ranks 14 and 27 (a binomial of 40 tosses is below 14 or above 26 with 3.8 %); 36: 12 and 25
    a, _, rows = full
    cost, solved = from_rows(rows)
    for j, (name, low, high) in enumerate(zip(LIVELY, (14, 14, 12), (27, 27, 25), strict=True)):
        ordered = np.sort(cost[solved[:, j], j])
        one = column(tables.main(a), "median_s")[name]
        assert (one.low, one.high) == pytest.approx((ordered[low - 1], ordered[high - 1]))
        assert column(tables.main(a), "p95_s")[name].high == np.inf  # .95 ** 40 is more than 2.5 %


def test_outcomes_and_phases_can_be_recomputed(full):
    a, _, rows = full
    for name in LIVELY:
        mine = [row for row in rows if row["backend"] == name]
        assert column(tables.outcomes(a), "records")[name] == len(mine)
        late = sum(row["termination"] == "timeout" for row in mine)
        assert column(tables.outcomes(a), "timeout")[name] == late
        assert column(tables.outcomes(a), "correct")[name] == len(mine) - late
        assert column(tables.phases(a), "solve_share")[name] == pytest.approx(6 / 8, abs=1e-4)
        cost, solved = from_rows(rows)
        j = LIVELY.index(name)
        total = column(tables.phases(a), "total_s")[name]
        assert total == pytest.approx(cost[solved[:, j], j].mean())


def test_pairs_can_be_recomputed(full):
    a, _, rows = full
    cost, solved = from_rows(rows)
    for first, second, wins, ties, losses, ratio, p in tables.pairs(a).rows:
        i, j = LIVELY.index(first), LIVELY.index(second)
        both = solved[:, i] | solved[:, j]
        share, each = cost[:, i] / cost[:, j], each_round(rows, 120.0)[:, both]
        assert wins == (both & (share < 1 / 1.05)).sum()
        assert losses == (both & (share > 1.05)).sum()
        assert wins + ties + losses == len(cost)
        assert ratio.value == pytest.approx(np.exp(np.log(each[:, :, i] / each[:, :, j]).mean()))
        assert 0 <= p <= 1


def test_the_virtual_best_and_the_curves_can_be_recomputed(full):
    a, _, rows = full
    cost, solved = from_rows(rows)
    best = np.where(solved, cost, np.inf).min(axis=1)
    found = tables.contribution(a)
    for j, name in enumerate(LIVELY):
        without = np.delete(np.where(solved, cost, 120), j, axis=1).min(axis=1)
        assert column(found, "marginal_s")[name].value == pytest.approx((without - best).mean())
        assert column(found, "fastest")[name] == (cost[:, j] == best).sum()
        assert column(found, "slowdown")[name].value == pytest.approx(np.exp(np.log(without / best).mean()))
    cactus = [row for row in plots.comparison.cactus(a).data.rows if row[0] == "virtual best"]
    assert [row[2] for row in cactus] == pytest.approx(np.sort(best))
    for name, factor, share in plots.comparison.slowdown_ecdf(a).data.rows[:: plots.common.CURVE // 7]:
        j = LIVELY.index(name)
        near = solved[:, j] & (cost[:, j] <= best * factor * (1 + 1e-12))
        assert share == pytest.approx(near.mean(), abs=0.03)


def test_ranks_can_be_recomputed(full):
    a, _, rows = full
    cost, _ = from_rows(rows)
    order = cost.argsort(axis=1).argsort(axis=1) + 1
    for name, mean, _ in plots.comparison.groups(a).data.rows:
        assert mean.value == pytest.approx(order[:, LIVELY.index(name)].mean(), abs=0.05)
        assert 1 <= mean.low <= mean.value <= mean.high <= 3
    borda = column(tables.standings(a), "borda")["dlx"].value
    assert borda == pytest.approx((3 - order[:, 0]).mean() / 2, abs=0.03)


def test_groups_and_the_table_of_pairs_are_one_family_of_tests(full):
    a, _, _ = full
    grouped = {frozenset((a.names[i], a.names[j])) for group in a.groups for i in group for j in group}
    for first, second, *_, p in tables.pairs(a).rows:
        assert (p >= 0.05) == (frozenset((first, second)) in grouped)
    assert {row[0]: row[2] for row in plots.comparison.groups(a).data.rows} == {
        name: ", ".join(str(g + 1) for g, group in enumerate(a.groups) if a.names.index(name) in group) or "-"
        for name in LIVELY
    }


def test_times_along_clues_ratings_and_sizes_are_medians_of_their_groups(full):
    a, _, rows = full
    cost, _ = from_rows(rows)
    texts = {row["position"]: row["puzzle"] for row in rows}
    for name, level, count, _, _, median, _ in plots.puzzles.by_clues(a).data.rows:
        group = [i for i, t in texts.items() if len(t) == 81 and 81 - t.count(".") == level]
        assert count == len(group)
        assert median.value == pytest.approx(np.median(cost[group, LIVELY.index(name)]))
    assert sorted({row[1] for row in plots.puzzles.by_rating(a).data.rows}) == [1, 2, 3, 4, 5]
    assert sorted({row[1] for row in plots.puzzles.by_size(a).data.rows}) == [4, 9]


def test_the_noise_of_repeats_can_be_recomputed(full):
    a, _, rows = full
    _, solved = from_rows(rows)
    each = each_round(rows, np.nan)
    for name, number, low, middle, high, largest in plots.costs.noise(a).data.rows:
        times = each[:, solved[:, LIVELY.index(name)], LIVELY.index(name)]
        spread = times.max(axis=0) / times.min(axis=0)
        assert number == len(spread)
        expected = (*np.quantile(spread, [0.1, 0.5, 0.9]), spread.max())
        assert (low, middle.value, high, largest) == pytest.approx(expected)
        assert 1 <= middle.low <= middle.value <= middle.high


def test_the_heat_map_can_be_recomputed(full):
    a, _, rows = full
    cost, each = from_rows(rows)[0], each_round(rows, 60.0)
    ratio = np.log(each / each[:, :, [0]])
    found = {row[:2]: row[2:] for row in plots.costs.heat_map(a).data.rows}
    assert len(found) == 2
    for (solver, encoding), j in ((("cadical153", "extended"), 1), (("cadical153", "card"), 2)):
        slowdown, par2 = found[solver, encoding]
        assert slowdown.value == pytest.approx(np.exp(ratio[:, :, j].mean()))
        assert par2.value == pytest.approx(cost[:, j].mean())


def test_problems_of_one_family_have_a_curve_over_their_size(tmp_path):
    problems = ["queens:4", "tromino:5-0", "queens:12", "queens:8", "tromino:7-0", "pentomino:6x10"]
    rows = [record(i, name, 1e-3 * (i + 1)) for i in range(6) for name in ("fast", "slow")]
    a = analysed(tmp_path, problems, rows)
    made = plots.puzzles.by_problem(a)
    assert [figure.key for figure in made] == ["sizes-queens-n", "sizes-tromino-n-0"]
    assert [(row[1], row[5].value) for row in made[0].data.rows if row[0] == "fast"] == [
        (4, pytest.approx(1e-3)), (8, pytest.approx(4e-3)), (12, pytest.approx(3e-3)),
    ]  # fmt: skip
    assert "queens:N" in draw.svg(made[0], "ja")
    assert written(a)


def test_puzzles_that_no_backend_was_asked_draw_no_empty_plot(tmp_path):
    a = analysed(tmp_path, [puzzle(1), puzzle(2, 6), "1...3..2...3..2.", "queens:4"], [record(3, "fast", 1)])
    for plot, says in ((plots.puzzles.by_clues, "no boards"), (plots.puzzles.by_size, "two different sizes")):
        assert says in plot(a).en


def test_a_time_of_zero_is_drawn_as_a_nanosecond(tmp_path):
    a = analysed(tmp_path, ["queens:4", "queens:8"], [record(i, "fast", i) for i in range(2)])
    (figure,) = plots.puzzles.by_problem(a)
    assert "1 ns" in draw.svg(figure, "en")


def test_combinations_without_a_common_puzzle_draw_no_heat_map(tmp_path):
    names = ("sat", "sat:encoding=card")
    rows = [record(i, name, 1) for i, name in enumerate(names)]
    a = analysed(tmp_path, puzzles(2), rows, backends=names)
    assert "two combinations" in plots.costs.heat_map(a).en


def test_the_largest_of_several_large_numbers_of_solutions_is_the_bound(tmp_path):
    found = {"verdict": "multiple", "exhausted": 0}
    rows = [record(0, name, 1, count=hex(n), **found) for name, n in (("fast", 2**64), ("slow", 2**63))]
    (row,) = tables.counts(analysed(tmp_path, [puzzle(1)], rows)).rows
    assert row[1] == 2**64
    assert f"({2**63:,})" in row[-1]


def test_an_unknown_end_of_an_interval_is_infinite_and_a_single_value_has_no_interval():
    assert shown(quantile(np.array([3.0]), 0.5), Display.SECONDS, "en") == "3.00 s"
    assert shown(quantile(np.arange(1.0, 51.0), 0.95), Display.SECONDS, "en") == "47.5 s [44.0 s, ∞]"


def test_what_rests_on_unsolved_puzzles_is_reported_as_a_bound(tmp_path):
    rows = [record(i, name, 1e-3) for i in range(3) for name in ("fast", "slow")]
    a = analysed(tmp_path, puzzles(3), [*rows[:-1], timeout(2, "slow")])
    for key in ("par2_s", "slowdown"):
        for table in (tables.main(a), tables.standings(a), tables.brief(a)):
            assert [row.at_least for row in column(table, key).values()] == [False, True]
    assert [row["par2_s_at_least"] for row in tables.main(a).as_dicts()] == [False, True]
    assert "≥ 40.0 s" in text.markdown(build(a), "en")
    assert [one.at_least for one in column(tables.contribution(a), "marginal_s").values()] == [True, False]
    for example in tables.examples(a):
        bounds = {name: one.at_least for name, one in column(example.table, "slowdown").items()}
        assert not example.place.endswith(":3") or bounds == {"fast": False, "slow": True}


def test_an_engine_that_is_not_judged_has_no_score_and_is_not_the_base_of_the_ratios(tmp_path):
    rows = [record(i, "fast", 1e-3 * (1 + i % 7), repeat=r) for i in range(20) for r in range(5)]
    rows += [record(i, "slow", 1e-3 * (1 + i % 9 / 9), repeat=r) for i in range(20) for r in range(5)]
    rows += [record(i, "sliced", 1e-4, repeat=r, batch=20) for i in range(20) for r in range(5)]
    a = analysed(tmp_path, puzzles(20), rows, backends=("fast", "slow", "sliced"))
    borda, slowdown = (column(tables.standings(a), key) for key in ("borda", "slowdown"))
    assert np.isnan([borda["sliced"].value, borda["sliced"].low]).all()
    logs = np.log([(1 + i % 7) / (1 + i % 9 / 9) for i in range(20)])
    ratio = np.exp(logs.mean())  # "slow" is the faster one
    assert (slowdown["slow"].value, slowdown["fast"].value) == (1, pytest.approx(ratio))
    assert slowdown["sliced"].value < 1


def test_equal_engines_have_a_ratio_of_one(tmp_path):
    # over the fastest on each puzzle all four of these would take 1.2 times as long
    random = np.random.default_rng(6)
    names = ("a", "b", "c", "d")
    times = 1e-3 * np.exp(random.normal(0, 0.2, (200, 4, 5)))
    rows = [record(i, names[j], float(s), repeat=r) for (i, j, r), s in np.ndenumerate(times)]
    a = analysed(tmp_path, puzzles(200), rows, backends=names)
    assert [one.value for one in a.slowdown] == pytest.approx([1] * 4, abs=0.04)


def test_an_engine_that_never_won_has_no_strength(tmp_path):
    rows = [record(i, name, s) for i in range(9) for name, s in (("fast", 1e-4), ("slow", 1e-2))]
    strength = column(tables.standings(analysed(tmp_path, puzzles(9), rows)), "bradley_terry")
    assert strength["fast"] == pytest.approx(0.95)  # nine won, one drawn
    assert np.isnan(strength["slow"])


@pytest.mark.parametrize(("rounds", "said"), [(1, True), (4, True), (5, False)])
def test_a_report_says_that_few_rounds_support_no_interval(tmp_path, rounds, said):
    rows = [record(i, "fast", 1e-3 * (1 + i + r), repeat=r) for i in range(4) for r in range(rounds)]
    told = caveats(analysed(tmp_path, puzzles(4), rows, backends=("fast",)))
    assert any("No interval, p or range of places is given" in words.en for words in told) == said
