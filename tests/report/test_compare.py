"""Two runs are compared, and the commands about runs."""

import json
import resource
from types import SimpleNamespace

import numpy as np
import pytest
import scipy.stats
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from report.making import anchored, make_run, puzzle, puzzles, record, timeout

from sudokubench.cli import sudokubench
from sudokubench.errors import InputError, UsageError
from sudokubench.harness.live import LiveRound
from sudokubench.report.analysis import Analysis
from sudokubench.report.compare import compare, failures, gate, live_change, puzzle_keys, rows_of_common
from sudokubench.report.data import VERDICTS
from sudokubench.report.reading import load

PUZZLES = puzzles(30)


def times(factor, backend="fast", seed=1):
    """Return records of all puzzles; another seed gives other noise."""
    noise = np.random.default_rng(seed)
    times = 1e-3 * factor * (1 + np.arange(len(PUZZLES))) * noise.uniform(0.98, 1.02, (5, len(PUZZLES)))
    return [
        record(i, backend, float(s), repeat=repeat, cpu_ns=round(s * 1e9))
        for repeat, each in enumerate(times)
        for i, s in enumerate(each)
    ]


def changes(folder, first, second, puzzles=PUZZLES, **other):
    make_run(folder, PUZZLES, first, run="a", backends=())
    make_run(folder, puzzles, second, run="b", backends=(), **other)
    a, b = (Analysis(load([name], folder)) for name in ("a", "b"))
    return compare(a, b)


def say(*arguments):
    return CliRunner().invoke(
        sudokubench, [str(a) for a in arguments], catch_exceptions=False, standalone_mode=False
    )


@pytest.mark.parametrize(("factor", "state"), [(1.5, "slower"), (0.5, "faster"), (1.0, "same")])
def test_a_change_of_speed_is_described_with_its_factor(tmp_path, factor, state):
    (one,) = changes(tmp_path, times(1), times(factor, seed=2))
    assert one.state == state
    assert one.ratio.value == pytest.approx(factor, rel=0.01)
    assert one.ratio.low <= one.ratio.value <= one.ratio.high


@pytest.mark.parametrize(
    ("factor", "machine", "state"),
    [
        (1.4, 1.5, "unsure"), (1.4, 1.1, "slower"), (1 / 1.4, 1 / 1.5, "unsure"), (1.4, 1 / 1.5, "slower"),
        (1.0, 9, "same"),
    ],
)  # fmt: skip
def test_an_effect_that_the_machine_explains_is_not_a_change(tmp_path, factor, machine, state):
    noise = {"noise": {"anchors": anchored() | {"memory": anchored(machine)["memory"]}}}
    (one,) = changes(tmp_path, times(1), times(factor, seed=2), manifest=noise)
    assert one.state == state
    assert (one.why is not None) == (state == "unsure")
    if state == "unsure":
        assert one.why.en == "the speed of the machine may have differed by a factor of 1.5"


def test_anchors_that_differ_from_round_to_round_tell_less_of_the_machine(tmp_path):
    unsteady = {
        name: [[n, mean + 0.3 * (k % 2), squares] for k, (n, mean, squares) in enumerate(rounds)]
        for name, rounds in anchored().items()
    }
    for name, anchors, state in (("a", anchored(), "slower"), ("b", unsteady, "unsure")):
        noise = {"noise": {"anchors": anchors}}
        (one,) = changes(tmp_path / name, times(1), times(1.3, seed=2), manifest=noise)
        assert one.state == state
        assert one.ratio.value == pytest.approx(1.3, rel=0.02)


def test_speeds_of_one_round_or_without_anchors_or_cpu_times_are_not_judged(tmp_path):
    once = [row for row in times(9) if row["repeat"] == 0]
    without = [row | {"cpu_ns": None} for row in times(9)]
    for name, rows, other, why in (
        ("x", once, {}, "too few measurements"),
        ("y", without, {}, "no CPU times"),
        ("z", times(9), {"manifest": {"noise": {}}}, "no common anchors"),
    ):
        (one,) = changes(tmp_path / name, times(1), rows, **other)
        assert (one.state, why in one.why.en) == ("unsure", True)
        assert one.ratio.value == pytest.approx(9, rel=0.02)


def test_new_and_missing_backends_are_named(tmp_path):
    found = changes(tmp_path, times(1, "old"), times(1, "young"))
    assert [(one.backend, one.state) for one in found] == [("young", "new"), ("old", "gone")]


def test_puzzles_are_matched_by_their_id_and_not_by_their_place(tmp_path):
    turned = [record(29 - i, "fast", 1e-3 * (1 + i)) for i in range(30)]
    (one,) = changes(tmp_path, times(1), turned, PUZZLES[::-1])
    assert one.puzzles == 30
    assert one.ratio.value == pytest.approx(1, abs=0.02)


def test_a_board_with_diagonals_is_not_compared_with_the_plain_board(tmp_path):
    both = [puzzle(1), "9x9-diagonal:" + puzzle(1)]
    make_run(tmp_path, both, [record(0, "fast", 1), record(1, "fast", 9)], run="a")
    make_run(tmp_path, both[::-1], [record(0, "fast", 9), record(1, "fast", 1)], run="b")
    (one, *_) = compare(*(Analysis(load([name], tmp_path)) for name in "ab"))
    assert (one.backend, one.puzzles, one.ratio.value) == ("fast", 2, 1)


def test_contradictions_between_runs_are_wrong_even_if_each_is_fine_alone(tmp_path):
    second = [row | ({"verdict": "none", "count": 0} if row["position"] == 4 else {}) for row in times(1)]
    (one,) = changes(tmp_path, times(1), second)
    assert (one.state, one.contradicted) == ("wrong", 1)
    assert [told.en for told in failures([one], [gate("wrong")])] == ["fast: wrong answers: 1"]


def test_a_solvable_puzzle_may_well_be_unique(tmp_path):
    second = [row | {"verdict": "solvable", "exhausted": 0} for row in times(1)]
    assert changes(tmp_path, times(1), second)[0].contradicted == 0


def test_puzzles_lost_and_gained_are_counted(tmp_path):
    first, second = times(1), times(1)
    first[0], second[1], second[2] = timeout(0, "fast"), timeout(1, "fast"), timeout(2, "fast")
    (one,) = changes(tmp_path, first, second)
    assert (one.gained, one.lost) == (1, 2)


def test_runs_without_a_common_puzzle_are_not_compared(tmp_path):
    make_run(tmp_path, [puzzle(1)], [record(0, "fast", 1)], run="a")
    make_run(tmp_path, [puzzle(2)], [record(0, "fast", 9)], run="b")
    (first, *_) = compare(*(Analysis(load([name], tmp_path)) for name in ("a", "b")))
    assert first.state == "apart"
    assert not list(failures([first], [gate("regression:1%"), gate("wrong")]))


@pytest.mark.parametrize(
    ("factor", "allowed", "fails"),
    [(1.5, "10%", True), (1.05, "10%", False), (0.5, "10%", False), (1.5, "60%", False)],
)
def test_a_regression_fails_beyond_what_is_allowed(tmp_path, factor, allowed, fails):
    found = changes(tmp_path, times(1), times(factor, seed=2))
    assert bool(list(failures(found, [gate(f"regression:{allowed}")]))) == fails


@pytest.mark.parametrize(
    "text", ["", "slower", "regression", "regression:x%", "regression:10", "regression:-5%", "regression:１%"]
)
def test_a_gate_that_means_nothing_is_refused(text):
    with pytest.raises(UsageError, match="regression:N%"):
        gate(text)


def test_compare_exits_with_three_where_a_gate_holds(tmp_path):
    make_run(tmp_path, PUZZLES, times(1), run="a", backends=("fast",))
    make_run(tmp_path, PUZZLES, times(2), run="b", backends=("fast",))
    once = [row for row in times(2) if row["repeat"] == 0]
    make_run(tmp_path, PUZZLES, once, run="c", backends=("fast",))
    gates = ("--fail-on", "regression:10%", "--fail-on", "wrong")
    for asked, code in (("a b", 3), ("b a", 0), ("a c", 0), ("a c --strict", 7)):
        assert say("compare", *asked.split(), "--results", tmp_path, *gates).return_value == code
    assert say("compare", "a", "c", "--strict", "--results", tmp_path).return_value == 7
    made = say("compare", "a", "b", "--results", tmp_path, "--json")
    line = json.loads(made.stdout)
    assert (line["schema"], line["backend"], line["state"]) == ("sudokubench.change/1", "fast", "slower")
    assert line["ratio_low"] <= line["ratio"] <= line["ratio_high"]


def test_a_report_that_cannot_be_written_leaves_the_old_file(tmp_path, monkeypatch):
    make_run(tmp_path, PUZZLES, times(1))
    page = tmp_path / "page.md"
    page.write_text("old")
    monkeypatch.setattr("sudokubench.report.text.markdown", lambda *_: "new " * 50_000)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
    try:
        with pytest.raises(InputError, match=r"--markdown .*page\.md cannot be written: File too large"):
            say("report", "--results", tmp_path, "--markdown", page)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert page.read_text() == "old"


def test_rank_orders_backends_and_shows_how_sure_it_is(tmp_path):
    make_run(tmp_path, PUZZLES, times(1, "slow") + times(0.1, "fast", seed=2), backends=("slow", "fast"))
    first, second = map(json.loads, say("rank", "--results", tmp_path, "--json").stdout.splitlines())
    assert (first["backend"], first["place_low"], first["place_high"]) == ("fast", 1, 1)
    assert first["p"] < 0.001
    assert second["backend"] == "slow"
    assert "Bradley" in say("rank", "--results", tmp_path, "--wide").stdout


def test_runs_list_has_a_line_for_each_run(tmp_path):
    make_run(tmp_path, PUZZLES, times(1), run="a", backends=("fast",))
    make_run(tmp_path, PUZZLES, [], run="b", finished=False)
    first, second = map(json.loads, say("runs", "list", "--results", tmp_path, "--json").stdout.splitlines())
    assert first == {
        "schema": "sudokubench.run/1", "run": "a", "started": "2026-01-01T00:00:00+00:00", "corpus": ["test.txt"],
        "backends": ["fast"], "records": 150, "finished": "2026-01-01T00:01:00+00:00", "race": False,
    }  # fmt: skip
    assert (second["run"], second["records"], second["finished"]) == ("b", 0, None)
    assert "unfinished" in say("runs", "list", "--results", tmp_path).stdout


def test_gc_deletes_only_with_yes(tmp_path):
    for name in ("a", "b", "c"):
        make_run(tmp_path, PUZZLES, times(1), run=name, finished=name != "c")

    for arguments, left in (
        ("--keep 1", "abc"), ("--keep 1 --yes", "bc"), ("--unfinished --yes", "b"), ("b --yes", "")
    ):  # fmt: skip
        say("runs", "gc", "--results", tmp_path, *arguments.split())
        lines = say("runs", "list", "--results", tmp_path, "--json").stdout.splitlines()
        assert [json.loads(line)["run"] for line in lines] == [*left]


def test_gc_without_a_choice_and_of_a_file_is_refused(tmp_path):
    make_run(tmp_path, PUZZLES, [], run="a")
    (tmp_path / "x.jsonl").write_text("{}")
    for arguments in ((), (tmp_path / "x.jsonl",)):
        with pytest.raises(UsageError):
            say("runs", "gc", "--results", tmp_path, *arguments)


def test_report_writes_what_is_asked_for_and_a_page_otherwise(tmp_path):
    make_run(tmp_path, PUZZLES, times(1), run="a", backends=("fast",))
    asked = ("--markdown", tmp_path / "a.md", "--csv", tmp_path / "csv", "--lang", "ja")
    say("report", "--results", tmp_path, *asked)
    assert (tmp_path / "a.md").read_text(encoding="utf-8").startswith("# ベンチマークのレポート")
    assert (tmp_path / "csv" / "ranking.csv").exists()
    assert not (tmp_path / "a.html").exists()
    say("report", "--results", tmp_path, "--svg", tmp_path / "p", "--png", tmp_path / "p")
    assert {p.suffix for p in (tmp_path / "p").iterdir()} == {".svg", ".png"}
    say("report", "--results", tmp_path)
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("option", ["--csv", "--tex", "--svg", "--vega"])
def test_report_makes_a_folder_only_in_one_that_exists(tmp_path, option):
    make_run(tmp_path, PUZZLES, times(1), run="a", backends=("fast",))
    with pytest.raises(InputError, match=r"new.* cannot be written: No such file or directory"):
        say("report", "--results", tmp_path, option, tmp_path / "new" / "folder")
    assert not (tmp_path / "new").exists()


def test_an_export_is_a_run_wherever_one_is_wanted(tmp_path):
    make_run(tmp_path, PUZZLES, times(1), run="a", backends=("fast",))
    path = tmp_path / "a.jsonl.gz"
    say("runs", "export", "a", "-o", path, "--results", tmp_path)
    assert json.loads(say("runs", "show", path, "--json").stdout)["records"] == 150
    assert json.loads(say("compare", path, path, "--json").stdout)["ratio"] == 1
    assert json.loads(say("rank", path, "--json").stdout)["place"] == 1


# -- live rounds ----------------------------------------------------------------------------------------------------

VERDICT = {verdict: number for number, verdict in enumerate(VERDICTS)}


def measured(
    ratios, *, solved=None, verdicts=("unique", "unique"), counts=(1, 1), whole=(True, True), puzzles=3
):
    """Return rounds with these ratios of B to A."""
    solved = np.ones((2, puzzles), np.bool_) if solved is None else np.array(solved)
    said = np.array([[VERDICT[v]] * puzzles for v in verdicts])
    costs = [np.log(np.array([[1e-3] * puzzles, [1e-3 * ratio] * puzzles])) for ratio in ratios]
    answers = (np.array([[value] * puzzles for value in pair]) for pair in (counts, whole))
    answers = (said, *answers)
    return [LiveRound(cost, solved, *answers, 2 * puzzles, 0.0) for cost in costs]


@pytest.mark.parametrize(
    ("ratios", "state"),
    [
        ([1.14, 1.15, 1.16] * 3, "slower"), ([0.84, 0.85, 0.86] * 3, "faster"),
        ([1.02, 1.03, 1.04] * 3, "same"), ([0.8, 1.0, 1.7] * 3, "same"), ([1.14, 1.15, 1.16] * 2, "unsure"),
    ],
)  # fmt: skip
def test_a_live_ratio_is_reported_if_enough_rounds_agree_on_it(ratios, state):
    one = live_change("fast", measured(ratios))
    assert one.state == state
    assert one.ratio.value == pytest.approx(np.exp(np.log(ratios).mean()))
    assert np.isnan(one.ratio.low) == np.isnan(one.p) == (state == "unsure")
    assert (one.why is not None) == (state == "unsure")


def test_the_interval_of_a_live_ratio_is_that_of_student():
    ratios = [1.0, 1.1, 1.2, 1.1, 1.05, 1.0, 1.15, 1.1]
    expected = scipy.stats.t.interval(0.95, 7, np.log(ratios).mean(), scipy.stats.sem(np.log(ratios)))
    one = live_change("fast", measured(ratios))
    assert (one.ratio.low, one.ratio.high) == pytest.approx(tuple(np.exp(expected)))
    assert one.p == pytest.approx(scipy.stats.ttest_1samp(np.log(ratios), np.log(1.05)).pvalue)


def test_live_sides_that_contradict_each_other_are_wrong_and_what_only_one_solves_is_counted():
    contradicting = live_change("fast", measured([1.0] * 8, verdicts=("unique", "multiple")))
    assert (contradicting.state, contradicting.contradicted) == ("wrong", 3)
    lost = live_change("fast", measured([5.0] * 8, solved=[[True] * 3, [True, True, False]]))
    assert (lost.gained, lost.lost, lost.state) == (0, 1, "slower")
    neither = live_change("fast", measured([1.0] * 8, solved=[[False] * 3] * 2, verdicts=("undecided",) * 2))
    assert neither.state == "apart"


@pytest.mark.parametrize(
    ("counts", "whole", "contradicted"),
    [
        ((12, 13), (True, True), 3), ((12, 13), (True, False), 3), ((12, 13), (False, True), 0),
        ((12, 12), (True, False), 0), ((10**30, 10**30 + 1), (True, True), 3),
    ],
)  # fmt: skip
def test_numbers_of_solutions_contradict_each_other_unless_the_smaller_is_at_least(
    tmp_path, counts, whole, contradicted
):
    live = live_change("fast", measured([1.0] * 8, verdicts=("multiple",) * 2, counts=counts, whole=whole))
    assert live.contradicted == contradicted
    runs = [
        [row | {"verdict": "multiple", "count": count if count < 1 << 63 else hex(count), "exhausted": int(ended)}
         for row in times(1) if row["position"] < 3]
        for count, ended in zip(counts, whole, strict=True)
    ]  # fmt: skip
    assert changes(tmp_path, *runs)[0].contradicted == contradicted
    assert len(load(["a", "b"], tmp_path).disagreements) == contradicted


@given(
    st.lists(st.lists(st.sampled_from(["", "a", "a 1", "é", "long id"]), max_size=9), min_size=1, max_size=3)
)
def test_each_occurrence_of_an_id_has_a_partner_of_its_own(runs):
    rows = rows_of_common(*(puzzle_keys(SimpleNamespace(data=SimpleNamespace(ids=ids))) for ids in runs))
    numbers = [[(one, ids[:i].count(one)) for i, one in enumerate(ids)] for ids in runs]
    common = [key for key in numbers[0] if all(key in keys for keys in numbers)]
    assert [mine.tolist() for mine in rows] == [[keys.index(key) for key in common] for keys in numbers]
