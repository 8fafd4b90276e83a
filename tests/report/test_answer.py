"""The first sentence of a report names the fastest backend, how sure it is, and backends that cannot be judged."""

import numpy as np
import pytest
from report.making import analysed, analysis, make_run, puzzle, puzzles, record, spec_of, timeout

from sudokubench.report import plots, tables, text, words
from sudokubench.report.answer import answer
from sudokubench.report.build import build
from sudokubench.report.page import page


def field(folder, seconds, *, n=40, batch=None, lost=(), rounds=5, **other):
    """Return the analysis of backends with these mean times; some were timed in batches or left puzzles unsolved."""
    random = np.random.default_rng(7)
    rows = []
    for name, mean in seconds.items():
        size = (batch or {}).get(name, 1)
        times = mean * np.exp(random.normal(0, 0.5, n))
        for repeat in range(rounds):
            now = times * np.exp(random.normal(0, 0.03))
            rows += [
                timeout(i, name, repeat=repeat)
                if (name, i) in lost
                else record(i, name, float(now[i // size * size]), batch=size, repeat=repeat)
                for i in range(n)
            ]
    make_run(folder, puzzles(n), rows, backends=tuple(seconds), **other)
    return analysis(folder)


def test_a_sure_winner_is_named_with_the_puzzles_and_the_next_backend(tmp_path):
    a = field(tmp_path, {"slow": 1e-2, "fast": 1e-4, "middle": 1e-3})
    ratio = a.slowdown[2]
    assert answer(a).en == (
        "fast is fastest on 40 of 40 puzzles, beyond chance against each of 2 others (p\u00a0<\u00a00.0001); "
        f"middle, the next, takes {ratio.value:.3g} [{ratio.low:.3g}, {ratio.high:.3g}] times as long."
    )
    said = "40問中40問で最速なのはfastで、ほかの2個のどれに対しても偶然とは言えません"
    assert answer(a).ja.startswith(said)
    assert ratio.value == pytest.approx(np.exp(np.log(a.rounds[:, :, 2] / a.rounds[:, :, 1]).mean()))


def test_one_round_has_neither_p_nor_places_nor_groups_and_the_answer_says_so(tmp_path):
    a = field(tmp_path, {"fast": 1e-4, "slow": 1e-2}, rounds=1)
    assert answer(a).en == (
        f"fast is fastest on 40 of 40 puzzles; slow, the next, takes {a.slowdown[1].value:.3g} times as long; "
        "this may be chance: to exclude it, measure at least 5 rounds, each in new processes."
    )
    assert "5周以上測ってください" in answer(a).ja
    assert [row[6] for row in tables.pairs(a).rows] == [None]
    places = tables.standings(a).only("place_low", "place_high", "p").rows
    assert places == [(None, None, None), (None, None, None)]
    assert "Measure with `run --repeat 5`." in plots.comparison.groups(a).en
    assert np.isnan([one.low for one in (*a.par2, *a.slowdown, *a.borda, a.quantile(0, 0.5))]).all()


@pytest.mark.parametrize("kept", [{}, {"processes": "run"}])
def test_rounds_that_kept_their_processes_are_one_round(tmp_path, kept):
    manifest = {"execution": {"limits": {"wall_s": 60.0}, **kept}}
    a = field(tmp_path, {"fast": 1e-4, "slow": 1e-2}, manifest=manifest)
    assert words.MAY_BE_CHANCE.format(fewest=5).en in answer(a).en
    assert tables.surely(a).en.endswith(words.KEPT_PROCESSES.format(rounds=5, fewest=5).en)
    assert [row[6] for row in tables.pairs(a).rows] == [None]


def test_pooled_runs_with_processes_of_their_own_are_rounds(tmp_path):
    # six runs of two rounds in one process each: six rounds, with the median of the two
    runs = [f"2026010{k}T000000-abcdef" for k in range(1, 7)]
    random = np.random.default_rng(4)
    seconds = random.lognormal(-7, 0.5, (6, 2, 30, 2))
    for k, run in enumerate(runs):
        rows = [
            record(i, name, float(seconds[k, repeat, i, j]), repeat=repeat)
            for repeat in range(2)
            for i in range(30)
            for j, name in enumerate(("one", "other"))
        ]
        own = {"backends": ("one", "other"), "manifest": {"execution": {"limits": {"wall_s": 60.0}}}}
        make_run(tmp_path, puzzles(30), rows, run=run, **own)
    a = analysis(tmp_path, *runs)
    assert a.sure
    assert a.rounds == pytest.approx(seconds.mean(axis=1), rel=1e-4)
    assert np.isfinite([one.low for one in a.par2]).all()


def test_backends_without_a_detectable_difference_share_the_front(tmp_path):
    a = field(tmp_path, {"one": 1e-3, "other": 0.85e-3, "slow": 1e-1})
    said = answer(a)
    first, second = (a.names[j] for j in a.order[:2])
    assert f", but not surely faster than {second}; slow, the first that is" in said.en
    fastest = int((a.cells.cost.argmin(axis=1) == a.order[0]).sum())
    assert 0 < fastest < 40
    assert said.en.startswith(f"{first} is fastest on {fastest} of 40 puzzles")
    assert "beyond chance" not in said.en
    assert f"ですが、{second}より速いとは言えません。確かに遅い最初のslow" in said.ja


def test_a_backend_timed_in_few_batches_is_not_judged_even_if_fast(tmp_path):
    a = field(tmp_path, {"batch": 1e-6, "fast": 1e-4, "slow": 1e-2}, batch={"batch": 20})
    assert answer(a).en.startswith("fast is fastest on 40 of 40 puzzles")
    assert answer(a).en.endswith("; batch (batches: 2) cannot be judged.")
    assert answer(a).ja.endswith("。batch（バッチ2回）は判定できません。")
    assert [row[0] for row in plots.comparison.forest(a).data.rows] == ["fast", "slow", "batch"]
    assert np.isnan(plots.comparison.forest(a).data.rows[2][1].low)


def test_more_solved_puzzles_rank_before_speed_and_unsolved_puzzles_bound_the_ratio(tmp_path):
    a = field(tmp_path, {"fast": 1e-4, "sure": 1e-3}, lost={("fast", 3), ("fast", 4)})
    assert answer(a).en.startswith("sure solves the most, 40 of 40 puzzles, where fast solves 38; ")
    more = "; sure is fastest on 2 of 40 puzzles; fast, which solves fewer but is surely faster, takes ≥ "
    assert more in answer(a).en
    assert "beyond chance" not in answer(a).en
    seconds = np.where(a.cells.solved, a.rounds, 60.0)
    assert a.slowdown[0].value == pytest.approx(np.exp(np.log(seconds[:, :, 0] / seconds[:, :, 1]).mean()))
    marks = [one["mark"] for one in spec_of(plots.comparison.forest(a))["layer"]]
    assert [mark["shape"] for mark in marks if "shape" in mark] == ["square", "triangle-right", "square"]
    assert "≥" in plots.comparison.forest(a).note.en


def test_what_cannot_be_answered_is_said(tmp_path):
    alone = field(tmp_path / "alone", {"fast": 1e-3})
    assert answer(alone).en.startswith("fast solved 40 of 40 puzzles")
    make_run(tmp_path / "empty", [], [], finished=False)
    assert "nothing can be said" in answer(analysis(tmp_path / "empty")).en
    make_run(tmp_path / "apart", [puzzle(1), puzzle(2)], [record(0, "fast", 1), record(1, "slow", 1)])
    assert words.NONE_COMMON.en in answer(analysis(tmp_path / "apart")).en
    make_run(tmp_path / "late", [puzzle(1)], [timeout(0, "fast"), timeout(0, "slow")])
    assert answer(analysis(tmp_path / "late")).en == "No backend solved any of the 1 puzzle."


@pytest.mark.parametrize("rounds", [1, 5])
def test_one_puzzle_is_not_called_a_comparison(tmp_path, rounds):
    names = {"fast": 1e-3, "slow": 4e-3, "late": None}
    rows = [
        record(0, name, seconds, repeat=k) if seconds else timeout(0, name, repeat=k)
        for name, seconds in names.items()
        for k in range(rounds)
    ]
    make_run(tmp_path, [puzzle(1)], rows, backends=tuple(names))
    found = answer(analysis(tmp_path))
    assert found.en == (
        "fast solved the only puzzle, in 1.00 ms; slow, the next, takes 4.00 times as long; "
        "one puzzle is not a comparison of backends."
    )
    assert found.ja.startswith("問題は1問だけで、fastが1.00 msで解きました。次のslowの時間はその4.00倍です。")
    assert found.ja.endswith("1問だけではバックエンドの比較になりません。")


def test_the_answer_comes_first_and_remarks_below_an_alarm_are_folded(full, html):
    _, report, _ = full
    parts = [
        'class="answer"', 'id="figure-forest"', 'id="table-ranking"', '<details id="remarks">', 'class="remarks"'
    ]  # fmt: skip
    assert sorted(parts, key=html.index) == parts
    assert report.as_dict()["answer"] == {"en": report.answer.en, "ja": report.answer.ja}
    assert "**dlx is fastest on 40 of 40 puzzles" in text.markdown(report, "en")


def test_an_alarm_is_never_folded(tmp_path):
    a = analysed(tmp_path, [puzzle(1)], [record(0, "fast", 1, category="wrong"), record(0, "slow", 1)])
    written, parts = page(build(a), a, "en"), ('<li class="alarm">', 'id="figure-forest"', 'id="remarks"')
    assert sorted(parts, key=written.index) == [*parts]
