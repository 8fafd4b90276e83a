"""The actions about runs, called as a library: values come back, and nothing is printed."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from report.making import make_run, puzzles, record

from sudokubench.actions import report as actions
from sudokubench.errors import InputError, UsageError
from sudokubench.report.reading import load
from sudokubench.symmetry import canonical

PUZZLES = puzzles(12)


@pytest.fixture
def folder(tmp_path):
    for run, factor in (("a", 1), ("b", 2)):
        rows = [
            record(i, name, 1e-3 * (i + 1) * f, repeat=repeat, cpu_ns=round(1e6 * (i + 1) * f))
            for i in range(12)
            for repeat in range(5)
            for name, f in (("fast", factor), ("slow", 3))
        ]
        make_run(tmp_path, PUZZLES, rows, run=run)
    return tmp_path


def test_values_make_json_without_infinities_and_nothing_is_printed(folder, capsys):
    made = actions.report(["a"], folder)
    values = (
        made.report.as_dict(), actions.rank(["a"], folder).as_dicts(), actions.compared("a", "b", folder).as_dicts(),
        [run.as_dict() for run in actions.runs(folder)],
    )  # fmt: skip
    written, ranks, changes, runs = json.loads(json.dumps(values, allow_nan=False))
    assert written["tables"]["ranking"][0]["p95_s_high"] is None
    (good, *_) = (remark["en"] for remark in written["remarks"] if remark["level"] == "good")
    assert good == "No wrong answer and no disagreement in 120 records."
    assert [row["backend"] for row in ranks] == ["fast", "slow"]
    assert {row["backend"]: row["state"] for row in changes} == {"fast": "slower", "slow": "no clear change"}
    assert [run["run"] for run in runs] == ["a", "b"]
    assert capsys.readouterr() == ("", "")


def test_two_reports_at_once_are_those_of_two_reports_one_after_the_other(folder):
    alone = [actions.report([name], folder).report.as_dict() for name in "ab"]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda name: actions.report([name], folder).report.as_dict(), "ab")) == alone


def test_a_comparison_has_its_failures_and_what_makes_it_doubtful(folder):
    found = actions.compared("a", "b", folder, ["regression:10%"])
    assert [words.en for words in found.failures] == ["fast: 2 times as slow, more than the allowed 10 %"]
    assert not found.differences
    with pytest.raises(UsageError, match="regression:N%"):
        actions.compared("a", "b", folder, ["slower"])


def test_what_makes_a_run_doubtful_is_said_once_if_it_is_compared_with_itself(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)], run="a", manifest={"noise": {"p90_over_median": 9.0}})
    (remark,) = actions.compared("a", "a", tmp_path).differences
    assert remark.en.startswith("The machine was noisy in run a")


def test_what_is_obsolete_is_named_once_and_deleted_only_then(folder):
    doomed = actions.obsolete(["a"], folder, keep=1)
    assert [run.run for run in doomed] == ["a"]
    assert len(actions.runs(folder)) == 2
    actions.delete(doomed, folder)
    assert [run.run for run in actions.runs(folder)] == ["b"]
    with pytest.raises(InputError):
        actions.run("a", folder)


def test_the_latest_finished_runs_are_kept_and_only_requested_runs_are_obsolete(folder):
    for keep, doomed in ((0, ["a", "b"]), (1, ["a"]), (2, []), (3, [])):
        assert [run.run for run in actions.obsolete((), folder, keep)] == doomed
    make_run(folder, PUZZLES, [record(0, "fast", 1.0)], run="c", finished=False)
    assert [run.run for run in actions.obsolete(["b"], folder)] == ["b"]
    assert [run.run for run in actions.obsolete(["b"], folder, unfinished=True)] == ["b", "c"]
    with pytest.raises(UsageError, match="no run is selected"):
        actions.obsolete((), folder)


def test_records_are_written_in_the_form_that_is_asked_for_or_that_the_name_says(folder, tmp_path):
    for name, form, as_json in (("x.csv", None, 0), ("x.csv", "jsonl", 1), ("x", None, 1), ("x", "csv", 0)):
        assert actions.export(["a"], str(tmp_path / name), form, folder) == 2 * 12 * 5
        assert (tmp_path / name).read_text().startswith("{") == as_json


def test_exported_puzzles_have_the_id_of_their_class_if_it_is_wanted(tmp_path):
    texts = [
        "12..34......4...", "..........12.134", "1...............", "queens:8",
        "4x4+anti-knight:1...............",
    ]  # fmt: skip
    make_run(tmp_path, texts, [record(i, "fast", 1e-3) for i in range(5)], run="a")
    actions.export(["a"], str(tmp_path / "a.jsonl"), results=tmp_path, classes=True)
    rows = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    one, other, third, *none = [row["class_id"] for row in rows]
    assert one == other == canonical(texts[0]).class_id
    assert third not in {one, None}
    assert none == [None, None]
    assert rows[0]["puzzle_id"] != rows[1]["puzzle_id"]
    assert len(load([str(tmp_path / "a.jsonl")]).texts) == 5
    actions.export(["a"], str(tmp_path / "a.csv"), results=tmp_path)
    assert (tmp_path / "a.csv").read_text().splitlines()[1].endswith(",")
