"""Reports of runs that are empty, broken, uneven or wrong: nothing is left out silently."""

import json

import pytest
from report.making import (
    analysed,
    analysis,
    column,
    jsonl_of,
    make_run,
    puzzle,
    puzzles,
    record,
    remarks,
    timeout,
    written,
)

from sudokubench.errors import InputError
from sudokubench.harness.noise import TOO_NOISY
from sudokubench.report import plots, tables, text
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import build
from sudokubench.report.export import write
from sudokubench.report.model import Severity
from sudokubench.report.page import page
from sudokubench.report.reading import exported, load
from sudokubench.words import Words


def test_an_empty_run_says_that_it_is_empty(tmp_path):
    a = analysed(tmp_path, [], [], finished=False)
    assert "no records" in remarks(a, Severity.ALARM)
    assert "unfinished" in remarks(a, Severity.WARNING)
    assert "<figure" not in written(a)


def test_a_run_of_one_backend_says_what_it_cannot(tmp_path):
    rows = [record(0, "dlx", 1), record(1, "dlx", 2)]
    a = analysed(tmp_path, [puzzle(1), puzzle(2)], rows, backends=("dlx",))
    assert "One backend only" in remarks(a, Severity.NOTE)
    assert "Every pair" not in written(a)


def test_a_run_in_which_everything_timed_out_still_has_a_report(tmp_path):
    a = analysed(tmp_path, [puzzle(1), puzzle(2)], [timeout(i, b) for i in (0, 1) for b in ("fast", "slow")])
    assert "Backends that solved no puzzle: fast, slow." in remarks(a, Severity.WARNING)
    assert column(tables.main(a), "par2_s")["fast"].value == 120
    assert "no backend solved a puzzle" in written(a)
    assert "nan" not in text.markdown(build(a), "en").lower()


def test_equal_times_have_narrow_intervals_and_no_winner(tmp_path):
    rows = [record(i, b, 1e-3, repeat=k) for i in range(3) for b in ("fast", "slow") for k in range(5)]
    a = analysed(tmp_path, puzzles(3), rows)
    (row,) = tables.pairs(a).rows
    assert row[2:5] == (0, 3, 0)
    assert row[6] == 1
    assert written(a)


def test_a_single_puzzle_has_no_interval(tmp_path):
    a = analysed(tmp_path, [puzzle(1)], [record(0, "fast", 1e-3), record(0, "slow", 2e-3)])
    assert "Only 1 puzzle:" in remarks(a, Severity.NOTE)
    assert "[" not in text.markdown_table(tables.main(a), "en")[2].replace("\\[", "")
    assert written(a)


def test_times_of_zero_are_not_divided_by(tmp_path):
    rows = [record(i, b, 0) for i in range(3) for b in ("fast", "slow")]
    assert written(analysed(tmp_path, puzzles(3), rows))


def test_runs_of_different_versions_machines_and_questions_are_distinguished(tmp_path):
    make_run(tmp_path, [puzzle(1)], [record(0, "fast", 1)], run="a")
    plan = {"corpora": ["x"], "backends": ["slow"], "task": "count"}
    other = {"versions": {"sudokubench": "9"}, "cpu": "Other", "plan": plan}
    make_run(tmp_path, [puzzle(1)], [record(0, "slow", 1)], run="b", manifest=other)
    a = analysis(tmp_path, "a", "b")
    warnings = remarks(a, Severity.WARNING)
    for words in ("versions of the packages", "processors", "different questions"):
        assert words in warnings
    assert written(a)


def test_wrong_answers_and_disagreements_come_first(tmp_path):
    rows = [record(0, "fast", 1, category="wrong"), record(0, "slow", 1), record(1, "slow", 1)]
    said = "fast says none, slow says unique"
    a = analysed(tmp_path, [puzzle(1), puzzle(2)], rows, disagreements=[(0, said)])
    first, second = build(a).remarks[:2]
    assert first.text.en == "Wrong answers: 1, of fast (1)."
    assert said in second.text.en
    assert build(a).sections[-2].parts[0].why.en.startswith("Contested")
    (row,) = tables.contested(a).rows
    assert row[:4] == ("test.txt:1", puzzle(1), Words(said, "fastはnone、slowはuniqueとしています"), None)


def test_what_shows_a_disagreement_again_is_a_table_of_its_own(tmp_path):
    rows = [record(0, "fast", 1), record(0, "slow", 1), record(1, "fast", 1)]
    kept = [(0, ["slow is <wrong>", "and again"], "1...", "sudokubench run --backend fast,slow - <<< 1...")]
    make_run(tmp_path, [puzzle(1), puzzle(2)], rows, disagreements=[(0, "fast says none")], reproducers=kept)
    why = Words("slow is <wrong>; and again", "slow is <wrong>。and again")
    for a in (analysis(tmp_path), Analysis(load([str(jsonl_of(tmp_path))]))):
        assert tables.contested(a).rows == [("test.txt:1", puzzle(1), why, *kept[0][2:])]
        assert build(a).sections[0].key == "contested"
        assert "slow is &lt;wrong&gt;; and again" in page(build(a), a, "en")


def test_a_run_that_counts_has_a_row_with_the_count_of_each_problem(tmp_path):
    large = 53_060_477_521_960_000
    plan = {"corpora": ["x"], "backends": ["fast", "slow"], "task": "count", "limit": None}
    rows = [
        *(record(0, name, s, verdict="multiple", count=large) for name, s in (("fast", 1e-3), ("slow", 2e-3))),
        record(1, "fast", 1e-3, verdict="multiple", count=7, exhausted=0, termination="timeout"), timeout(1, "slow"),
        record(2, "fast", 1e-3, verdict="none", count=0), record(2, "slow", 1e-3, count=1),
        record(3, "fast", 1e-3, verdict="none", count=0),
        record(3, "slow", 1e-3, verdict="multiple", count=5, category="wrong"),
    ]  # fmt: skip
    puzzles = ["domino:12x12", "queens:30", puzzle(1), puzzle(2)]
    contested = [(2, "fast says 0, slow says 1")]
    a = analysed(tmp_path, puzzles, rows, manifest={"plan": plan}, disagreements=contested)
    assert [(row[0], row[1], row[2].en, row[3], row[5]) for row in tables.counts(a).rows] == [
        ("domino:12x12", large, "exact", 2, pytest.approx(1e-3)), ("queens:30", 7, "at least", 0, None),
        (puzzle(1), None, "contested", 0, None), (puzzle(2), 0, "exact", 1, pytest.approx(1e-3)),
    ]  # fmt: skip
    assert [row[-1] for row in tables.counts(a).rows][:3] == [
        "fast 1.00 ms,\nslow 2.00 ms", "fast ≥ 1.00 ms (7),\nslow ≥ 60.0 s (0)", "fast 1.00 ms (0),\nslow 1.00 ms (1)",
    ]  # fmt: skip
    row = "| domino:12x12 | 53,060,477,521,960,000 | exact | 2 | fast, slow | 1.00 ms | fast 1.00 ms, slow 2.00 ms |"
    assert row in written(a)


def test_a_run_that_does_not_count_has_no_table_of_counts(full):
    assert "counts" not in {section.key for section in full[1].sections}


def test_batches_a_noisy_machine_and_missing_questions_are_warned_of(tmp_path):
    rows = [record(i, "fast", 1e-3, batch=512) for i in range(3)] + [record(0, "slow", 1e-3)]
    noise = {"samples": 50, "p90_over_median": 2.5, "warning": "noisy"}
    how = {"manifest": {"noise": noise}, "backends": ("fast", "slow", "idle")}
    a = analysed(tmp_path, puzzles(3), rows, **how)
    warnings = remarks(a, Severity.WARNING)
    for words in ("fast (512)", "2.5 times the median", "slow (1)", "Never asked: idle"):
        assert words in warnings
    assert "in batches of up to 512" in text.markdown(build(a), "en")
    assert tables.pairs(a).rows[0][6] is None  # shares of a batch get no test
    assert plots.common.label(a, 0).en == "fast (batch)"


def test_backends_are_compared_on_their_common_puzzles_and_more_solved_rank_first(tmp_path):
    # fast solves only four easy puzzles; slow also two that take a second; sure all, one of them very late
    rows = [record(i, "fast", 1e-3) for i in range(4)]
    rows += [record(i, "slow", 2e-3 if i < 4 else 1.0) for i in range(6)]
    rows += [record(i, "sure", 1e-4) for i in range(3)] + [timeout(3, "sure")]
    a = analysed(tmp_path, puzzles(6), rows, backends=("sure", "slow", "fast", "idle"))
    found = tables.standings(a).as_dicts()
    assert [(row["backend"], row["solved"]) for row in found] == [
        ("fast", 4), ("slow", 4), ("sure", 3), ("idle", 0),
    ]  # fmt: skip
    assert found[1]["par2_s"] == pytest.approx(2e-3)  # the hard puzzles do not count for it
    assert found[3]["place_low"] is None
    assert "4 puzzles that all" in tables.standings(a).note.en


def test_places_and_intervals_that_rest_on_few_batches_are_not_reported(tmp_path):
    def run(batches):
        rows = [
            record(i, name, seconds * (1 + repeat / 99), repeat=repeat, batch=batch)
            for i in range(40)
            for repeat in range(5)
            for name, seconds, batch in (
                ("fast", 1e-3 * (1 + i % batches / 9), 5), ("slow", 0.1 + i / 400, 1), ("slower", 1 + i / 40, 1),
            )
        ]  # fmt: skip
        folder, names = tmp_path / str(batches), ("fast", "slow", "slower")
        a = analysed(folder, puzzles(40), rows, backends=names)
        told = "Timed in fewer than 8 batches: fast" in remarks(a, Severity.WARNING)
        return tables.standings(a).as_dicts(), told

    few, told = run(2)
    assert told
    assert [(row["place"], row["backend"]) for row in few] == [(1, "slow"), (2, "slower"), (None, "fast")]
    assert [row["place_low"] for row in few] == [1, 2, None]
    assert few[0]["p"] < 0.001
    assert [row["p"] for row in few[1:]] == [None, None]
    assert few[2].get("par2_s_low") is None
    assert few[0]["par2_s_low"] < few[0]["par2_s"]
    assert few[2].get("slowdown_low") is None
    assert few[1]["slowdown_low"] <= few[1]["slowdown"]  # the fast backend is not the base
    many, told = run(8)
    assert not told
    assert [row["place_low"] for row in many] == [1, 2, 3]
    assert many[0]["par2_s_low"] < many[0]["par2_s"]


@pytest.mark.parametrize(
    ("noise", "cores", "words"),
    [
        ({"p90_over_median": TOO_NOISY}, 2, "The machine was noisy"),
        ({"p90_over_median": TOO_NOISY - 0.01, "load_at_start": 2.5}, 2, "2.5"),
        ({"p90_over_median": 1.0, "load_at_start": 2.0}, 2, ""),
        ({"p90_over_median": 1.0, "load_at_start": 9.0}, None, ""),
    ],
)
def test_a_noisy_or_busy_machine_is_reported(tmp_path, noise, cores, words):
    rows = [record(0, "fast", 1), record(0, "slow", 2)]
    manifest = {"noise": {"samples": 9, **noise}, "cores": cores}
    told = remarks(analysed(tmp_path, [puzzle(1)], rows, manifest=manifest), Severity.WARNING)
    assert words in told
    assert ("machine" in told) == bool(words)


def test_backends_never_asked_and_backends_of_unknown_kind_are_named(tmp_path):
    rows = [record(0, "fast", 1, kind="star"), record(0, "slow", 2)]
    a = analysed(tmp_path, [puzzle(1)], rows, backends=("fast", "slow", "idle"))
    warnings = remarks(a, Severity.WARNING)
    assert "Never asked: idle." in warnings
    assert "the family of the engine of slow, idle;" in warnings + remarks(a, Severity.NOTE)
    assert "No wrong answer" not in warnings


def test_nothing_good_is_said_of_an_empty_run_or_a_wrong_answer(tmp_path):
    fast, slow = record(0, "fast", 1), record(0, "slow", 1)
    for name, rows, differ in (
        ("good", [fast, slow], ()), ("empty", [], ()), ("wrong", [fast | {"category": "wrong"}, slow], ()),
        ("split", [fast], [(0, "they differ")]),
    ):  # fmt: skip
        a = analysed(tmp_path / name, [puzzle(1)] * bool(rows), rows, disagreements=differ)
        assert ("No wrong answer" in remarks(a, Severity.GOOD)) == (name == "good")


@pytest.mark.parametrize(
    ("name", "value"), [("batch", [1, 2]), ("termination", ["finished"]), ("kind", ["a"])]
)
def test_a_list_in_an_export_where_none_can_be_is_damage(tmp_path, name, value):
    make_run(tmp_path, [puzzle(0)], [record(0, "fast", 1), record(0, "slow", 1)], run="a")
    path = tmp_path / "a.jsonl"
    rows = list(exported(["a"], tmp_path))
    path.write_text("".join(json.dumps(row) + "\n" for row in [rows[0], rows[1] | {name: value}]))
    if name == "kind":
        with pytest.raises(InputError, match=r"kind is .* a record has a text there"):
            load([str(path)])
    else:
        assert load([str(path)]).flaws[0].en.startswith("1 damaged record was")


def test_an_export_keeps_the_file_of_that_name_until_everything_is_written(tmp_path):
    make_run(tmp_path, [puzzle(1)], [record(0, "fast", 1e-3)])
    path = jsonl_of(tmp_path)
    once = path.read_bytes()
    write(exported([str(path)], tmp_path), str(path), "jsonl")  # input and output are one file
    assert path.read_bytes() == once
    with pytest.raises(InputError):
        write(exported(["missing"], tmp_path), str(path), "jsonl")
    assert path.read_bytes() == once
    with pytest.raises(ZeroDivisionError):  # an export that ends early leaves no new file
        write((1 / 0 for _ in once), str(tmp_path / "new.jsonl"), "jsonl")
    with pytest.raises(InputError, match=r"^\S*missing/new.jsonl cannot be written: No such file"):
        write([], str(tmp_path / "missing" / "new.jsonl"), "jsonl")
    assert [one.name for one in tmp_path.iterdir() if "jsonl" in one.name] == ["a.jsonl"]
