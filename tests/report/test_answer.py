"""The sentence with which a report begins says who is fastest, how sure that is, and who cannot be judged."""

import json

import numpy as np
import pytest
from report.making import analysis, make_run, puzzle, record, timeout

from sudokubench.report import plots, text
from sudokubench.report.answer import answer, behind
from sudokubench.report.build import build
from sudokubench.report.page import page


def field(folder, seconds, *, n=40, batch=None, lost=()):
    """A run of backends with these mean times, of which some were timed in batches or did not solve some puzzles."""
    random = np.random.default_rng(7)
    rows = []
    for name, mean in seconds.items():
        size = (batch or {}).get(name, 1)
        times = mean * np.exp(random.normal(0, 0.5, n))
        rows += [
            timeout(i, name)
            if (name, i) in lost
            else record(i, name, float(times[i // size * size]), batch=size)
            for i in range(n)
        ]
    make_run(folder, [puzzle(i) for i in range(n)], rows, backends=tuple(seconds))
    return analysis(folder)


def test_who_is_first_beyond_chance_is_named_with_the_puzzles_and_the_next(tmp_path):
    a = field(tmp_path, {"slow": 1e-2, "fast": 1e-4, "middle": 1e-3})
    ratio = behind(a, 1)[2]
    assert answer(a).en == (
        "fast is fastest on 40 of 40 puzzles, beyond chance against each of the other 2 (p\u00a0<\u00a00.0001); "
        f"middle, the next, takes {ratio.value:.3g} times as long."  # of one round no interval
    )
    assert answer(a).ja.startswith(
        "40 問中 40 問で最速なのは fast で、他の 2 個のどれに対しても偶然とは言えません"
    )
    cost = a.cells.cost
    assert ratio.value == pytest.approx(np.exp(np.log(cost[:, 2] / cost[:, 1]).mean()))


def test_who_cannot_be_told_apart_shares_the_front(tmp_path):
    a = field(tmp_path, {"one": 1e-3, "other": 0.85e-3, "slow": 1e-1})
    said = answer(a)
    first, second = (a.names[j] for j in a.order[:2])
    assert f"{first} and {second} are in front, and which of the two is faster cannot be told" in said.en
    fastest = int((a.cells.cost.argmin(axis=1) == a.order[0]).sum())
    assert 0 < fastest < 40
    assert f"({first} is fastest on {fastest})" in said.en
    assert "beyond chance" not in said.en
    assert "どちらが速いかは 40 問からは分かりません" in said.ja


def test_who_was_timed_in_few_batches_is_not_judged_however_fast(tmp_path):
    a = field(tmp_path, {"batch": 1e-6, "fast": 1e-4, "slow": 1e-2}, batch={"batch": 20})
    assert answer(a).en.startswith("fast is fastest on 40 of 40 puzzles")
    assert answer(a).en.endswith("; batch (2 batches) cannot be judged.")
    assert answer(a).ja.endswith("。batch（一括 2 回）は判定できません。")
    assert [row[0] for row in plots.forest(a).data.rows] == ["fast", "slow", "batch"]
    assert np.isnan(plots.forest(a).data.rows[2][1].low)


def test_who_solves_more_comes_before_who_is_faster_and_unsolved_puzzles_bound_the_ratio(tmp_path):
    a = field(tmp_path, {"fast": 1e-4, "sure": 1e-3}, lost={("fast", 3), ("fast", 4)})
    assert answer(a).en.startswith("sure solves the most, 40 of 40 puzzles, where fast solves 38; ")
    assert "fast, the next, takes ≥ " in answer(a).en
    seconds = np.where(a.cells.solved, a.cells.seconds, 60.0)
    assert behind(a, 1)[0].value == pytest.approx(np.exp(np.log(seconds[:, 0] / seconds[:, 1]).mean()))
    spec = json.loads(plots.forest(a).draw(lambda words: words.en).to_json())
    assert [one["mark"]["shape"] for one in spec["layer"] if one["mark"].get("shape")] == [
        "square", "triangle-right", "square",
    ]  # fmt: skip
    assert "≥" in plots.forest(a).note.en


def test_what_cannot_be_answered_is_said(tmp_path):
    alone = field(tmp_path / "alone", {"fast": 1e-3})
    assert answer(alone).en.startswith("fast solved 40 of 40 puzzles")
    make_run(tmp_path / "empty", [], [], finished=False)
    assert "nothing can be said" in answer(analysis(tmp_path / "empty")).en
    make_run(tmp_path / "apart", [puzzle(1), puzzle(2)], [record(0, "fast", 1), record(1, "slow", 1)])
    assert "no puzzle in common" in answer(analysis(tmp_path / "apart")).en
    make_run(tmp_path / "late", [puzzle(1)], [timeout(0, "fast"), timeout(0, "slow")])
    assert answer(analysis(tmp_path / "late")).en == "Nobody solved any of the 1 puzzle."


def test_the_answer_comes_first_and_what_is_no_alarm_is_folded_below_the_table(full, html):
    _, report, _ = full
    assert html.index('class="answer"') < html.index('id="figure-forest"') < html.index('id="table-ranking"')
    assert (
        html.index('id="table-ranking"') < html.index('<details id="remarks"') < html.index('class="remarks"')
    )
    assert report.as_dict()["answer"] == {"en": report.answer.en, "ja": report.answer.ja}
    assert "**dlx is fastest on 40 of 40 puzzles" in text.markdown(report, "en")


def test_an_alarm_is_never_folded(tmp_path):
    make_run(tmp_path, [puzzle(1)], [record(0, "fast", 1, category="wrong"), record(0, "slow", 1)])
    a = analysis(tmp_path)
    written = page(build(a), a, "en")
    assert (
        written.index('<li class="alarm">')
        < written.index('id="figure-forest"')
        < written.index('id="remarks"')
    )
