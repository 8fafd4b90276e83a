"""Backends over many runs: which runs are compared, on which puzzles, and with which result."""

import json
from itertools import pairwise

import numpy as np
import pytest
from click.testing import CliRunner
from database import database
from report.making import analysis, anchored, make_run, puzzle, puzzles, record, timeout
from schema_cases import valid

from sudokubench.cli import sudokubench
from sudokubench.errors import InputError
from sudokubench.harness.store import FILE
from sudokubench.report import draw, words
from sudokubench.report.compare import compare
from sudokubench.report.history import answer, history_of, report, table

PUZZLES = puzzles(20)


def times(factor, backend="sat", seed=1, rounds=5, lost=()):
    noise = np.random.default_rng(seed).uniform(0.98, 1.02, (rounds, len(PUZZLES)))
    seconds = factor * 1e-3 * (1 + np.arange(len(PUZZLES))) * noise
    return [
        timeout(i, backend, repeat=k) if i in lost else record(i, backend, s, repeat=k, cpu_ns=round(1e9 * s))
        for k, each in enumerate(seconds.tolist())
        for i, s in enumerate(each)
    ]


def on(folder, day, rows, puzzles=PUZZLES, *, machine=1.0, **manifest):
    """Write a run of a day in January; its machine took `machine` times as long for the anchor of memory."""
    noise = {"noise": {"anchors": anchored() | {"memory": anchored(machine)["memory"]}}}
    run = make_run(folder, puzzles, rows, run=f"day{day}", backends=(), manifest=noise | manifest)
    with database(folder / FILE) as db:
        db.execute("UPDATE runs SET started = ? WHERE run = ?", (f"2026-01-{day:02}T09:00:00+00:00", run))
    return run


def of(folder, *days, wanted=()):
    return history_of([analysis(folder, f"day{day}") for day in days], wanted)


def say(*arguments):
    return CliRunner().invoke(sudokubench, ["history", *map(str, arguments)], catch_exceptions=False)


def test_a_change_is_reported_exactly_where_compare_reports_it(tmp_path):
    factors = {1: (1.0, 1.0), 2: (1.01, 1.0), 3: (1.5, 1.0), 4: (2.5, 1.7), 5: (0.7, 1.7)}
    for day, (factor, machine) in factors.items():
        on(tmp_path, day, times(factor, seed=day), machine=machine)
    found = of(tmp_path, 5, 1, 3, 2, 4)  # the names are not in the order of time
    line = found.lines["sat"]
    assert [p.run.run for p in line] == ["day1", "day2", "day3", "day4", "day5"]
    assert [p.step and p.step.state for p in line] == [None, "same", "slower", "unsure", "faster"]
    assert line[3].step.why.en == "the speed of the machine may have differed by a factor of 1.7"
    assert [max(p.machine) > 0.4 for p in line] == [False, False, False, True, True]
    for before, after in pairwise(line):
        (one,) = compare(analysis(tmp_path, before.run.run), analysis(tmp_path, after.run.run))
        assert (one.state, one.ratio) == (after.step.state, after.step.ratio)
        (one,) = compare(analysis(tmp_path, "day1"), analysis(tmp_path, after.run.run))
        assert one.ratio == after.ratio
    told = "Runs compared: 5, on 20 common puzzles. sat: slower 2026-01-03, faster 2026-01-05."
    assert answer(found).en == told
    assert "sat：遅くなった（2026-01-03）、速くなった（2026-01-05）" in answer(found).ja


def test_runs_of_other_corpora_and_questions_are_named_and_left_out(tmp_path):
    on(tmp_path, 1, times(1))
    on(tmp_path, 2, [record(i, "sat", 9) for i in range(3)], PUZZLES[:3])
    on(tmp_path, 3, times(9), plan={"task": "unique", "limit": 1})
    on(tmp_path, 4, times(9, "dlx"))
    on(tmp_path, 5, times(1), plan={"task": "unique", "limit": 2})
    on(tmp_path, 6, times(1)[2:])
    found = of(tmp_path, 1, 2, 3, 4, 5, 5, 6, wanted=["sat"])
    assert [run.run for run in found.runs] == ["day1", "day5", "day6"]
    assert [words.en for words in found.left_out] == [
        "day2 is left out: another corpus, which would leave only 3 of the 20 puzzles of day6",
        f"day3 is left out: {words.OTHER_QUESTION}",
        f"day4 is left out: {words.OTHER_BACKENDS}",
        "day5 is left out: it is named twice",
    ]
    with pytest.raises(InputError, match=words.NO_SUCH_BACKEND.format(asked="z3", names="sat, dlx").en):
        of(tmp_path, 1, 4, wanted=["z3"])


def test_a_last_run_of_something_else_does_not_stand_before_the_history(tmp_path):
    on(tmp_path, 1, times(1))
    on(tmp_path, 2, times(1))
    on(tmp_path, 3, [record(0, "sat", 1)], [puzzle(99, 9)])
    assert [run.run for run in of(tmp_path, 1, 2, 3).runs] == ["day1", "day2"]
    assert of(tmp_path, 1, 2, 3).left_out[0].en.endswith("only 0 of the 20 puzzles of day2")
    assert [run.run for run in of(tmp_path, 1, 3).runs] == ["day3"]
    more = [*PUZZLES, *(puzzle(i, 9) for i in range(30))]
    on(tmp_path, 4, [record(i, "sat", 1) for i in range(50)], more)
    assert [run.run for run in of(tmp_path, 1, 2, 4).runs] == ["day1", "day2", "day4"]


def test_a_file_of_several_runs_is_refused_with_this_reason(tmp_path):
    days = [on(tmp_path, day, times(1)) for day in (1, 2)]
    with pytest.raises(InputError, match="file of several runs"):
        history_of([analysis(tmp_path, *days)])


@pytest.mark.parametrize("wanted", [(), ("sat",)])
def test_a_history_without_records_names_the_command_that_makes_some(wanted):
    with pytest.raises(
        InputError, match="no run has records, apart from races; make one with `sudokubench run`"
    ):
        history_of([], wanted)


def test_many_runs_without_manifests_are_drawn(tmp_path):
    for day in range(1, 14):
        make_run(tmp_path, [puzzle(1)], [record(0, "fast", 1)], run=f"day{day}", manifest="{}")
    found = history_of(analysis(tmp_path, f"day{day}") for day in range(1, 14))
    assert draw.svg(report(found).figures[0], "en").startswith("<svg")


def test_only_common_puzzles_count_and_their_number_is_said(tmp_path):
    on(tmp_path, 1, times(1))
    slower = [row | {"cpu_ns": 9 * row["cpu_ns"]} if row["position"] > 14 else row for row in times(1)]
    on(tmp_path, 2, slower)
    on(tmp_path, 3, [row for row in times(1) if row["position"] < 15], PUZZLES[:15])
    found = of(tmp_path, 1, 2, 3)
    assert found.puzzles == 15
    assert [p.ratio.value for p in found.lines["sat"]] == pytest.approx([1, 1, 1])
    assert "on 15 common puzzles" in table(found).title.en


def test_few_rounds_have_no_interval_and_unsolved_puzzles_make_a_bound(tmp_path):
    on(tmp_path, 1, times(1))
    on(tmp_path, 2, times(3, rounds=4))
    on(tmp_path, 3, times(1, lost=(7,)))
    one, two, three = of(tmp_path, 1, 2, 3).lines["sat"]
    assert (two.step.state, np.isnan(two.ratio.low), np.isnan(two.seconds.low)) == ("unsure", True, True)
    assert [p.seconds.at_least for p in (one, two, three)] == [False, False, True]
    assert [p.solved for p in (one, two, three)] == [20, 20, 19]


def test_a_point_says_what_is_new_in_it(tmp_path):
    on(tmp_path, 1, times(1), versions={"sudokubench": "1.0", "python-sat": "1.8"}, commit="abc1234")
    on(tmp_path, 2, times(1), versions={"sudokubench": "1.0", "python-sat": "1.9"}, commit="abc1234")
    on(tmp_path, 3, times(1), versions="odd", commit=None, cpu="Other CPU")
    one, two, three = of(tmp_path, 1, 2, 3).lines["sat"]
    assert one.new == {
        "sudokubench": "1.0", "python-sat": "1.8", "commit": "abc1234", "Python": "3.11.7", "processor": "Test CPU",
    }  # fmt: skip
    assert two.new == {"python-sat": "1.9"}
    assert three.new == {"processor": "Other CPU"}


def test_a_backend_that_comes_and_goes_is_compared_with_its_own_last_run(tmp_path):
    on(tmp_path, 1, times(1) + times(2, "dlx"))
    on(tmp_path, 2, times(1))
    on(tmp_path, 3, times(1) + times(4, "dlx", seed=3) + times(1, "z3"))
    found = of(tmp_path, 1, 2, 3)
    assert [(p.run.run, p.step and p.step.state) for p in found.lines["dlx"]] == [
        ("day1", None),
        ("day3", "slower"),
    ]
    said = {"dlx: slower 2026-01-03", "sat: no clear change", "z3: new"}
    assert set(answer(found).en.removesuffix(".").partition("puzzles. ")[2].split("; ")) == said
    assert {figure.title.en for figure in report(found).figures} == {"sat", "dlx"}
    assert answer(of(tmp_path, 1, wanted=["sat"])).en == "Runs compared: 1, on 20 common puzzles. sat: new."


def test_the_command_prints_a_table_json_and_a_page_in_both_languages(tmp_path):
    on(tmp_path, 1, times(1) + times(1, "sat:encoding=card"))
    on(tmp_path, 2, times(2, seed=2, lost=(3,)) + times(1, "sat:encoding=card"), commit="</script>\"'")
    made = say("--results", tmp_path, "--html", tmp_path / "page.html", "--backend", "dlx,sat")
    assert made.exit_code == 0
    assert "slower" in made.stdout
    assert "cannot tell" not in made.stdout
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "History of runs" in text
    assert "実行の履歴" in text
    assert "▲" in text
    assert "commit &lt;/script&gt;" in text
    lines = say("--results", tmp_path, "--json").stdout
    assert valid(lines) == ["sudokubench.history/1"] * 4
    assert json.loads(lines.splitlines()[1])["made"]["commit"] == "</script>\"'"
    assert "遅くなった" in say("day1", "day2", "--results", tmp_path, "--lang", "ja").stdout
    assert say("--results", tmp_path, "--backend", "sat:encoding=card").stdout.count("card") == 2
