"""Runs as columns: which are pooled, which are refused, and the messages about both."""

import json
import sqlite3
from contextlib import closing
from hashlib import sha256

import numpy as np
import pytest
from report.making import analysed, jsonl_of, make_run, puzzle, puzzles, record, timeout

from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.harness.japanese_messages import in_both
from sudokubench.harness.store import FILE
from sudokubench.problems import named
from sudokubench.report import tables
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import caveats, of_machine, set_back
from sudokubench.report.compact import small
from sudokubench.report.data import STRENGTHS, VERDICTS, cells, number
from sudokubench.report.export import write
from sudokubench.report.reading import exported, find, load, read_ratings, stored_runs
from sudokubench.report.tables import examples

PUZZLES = [puzzle(1), puzzle(2, 6), puzzle(3)]


def strengths(data):
    return [STRENGTHS[code] for code in cells(data).strength]


def test_repeats_become_their_median_and_their_spread(tmp_path):
    rows = [record(0, "fast", s, repeat=i) for i, s in enumerate((3e-3, 1e-3, 2e-3))]
    found = analysed(tmp_path, PUZZLES, rows).cells
    assert found.seconds[0, 0] == pytest.approx(2e-3)
    assert found.spread(0)[0] == pytest.approx(3)
    assert found.phases_s[:, 0] == pytest.approx([2e-3 / 8, 2e-3 * 6 / 8, 2e-3 / 8])
    assert found.asked.sum() == 1


def test_columns_are_kept_as_small_as_they_can_be_and_lose_nothing(tmp_path):
    """There are more records than the reader takes at a time, so it reads two parts."""
    count = [1] * 8192 + [2**62, 300]
    verdicts = ["unique" if n == 1 else "multiple" for n in count]
    rows = [record(0, "fast", 1, repeat=i, count=n, verdict=verdicts[i]) for i, n in enumerate(count)]
    rows += [record(1, "slow", 3, memory_bytes=2**40), record(2, "slow", 1e-6)]
    make_run(tmp_path, PUZZLES, rows)
    columns = load(["last"], tmp_path).columns
    assert columns["count"].tolist() == [*count, 1, 1]
    assert columns["repeat"].tolist() == [*range(8194), 0, 0]
    assert columns["solve_ns"].tolist() == [750_000_000] * 8194 + [2_250_000_000, 750]
    assert columns["memory_bytes"].tolist() == [0] * 8194 + [2**40, 0]
    assert {column.dtype for column in columns.values()} == {np.dtype(np.int64)}
    kept = {name: small(column).dtype for name, column in columns.items()}
    assert {str(kept[name]) for name in ("puzzle", "backend", "verdict", "batch")} == {"int8"}
    assert [str(kept[name]) for name in ("repeat", "encode_ns", "count")] == ["int16", "int32", "int64"]


def test_one_failed_repeat_is_an_unsolved_puzzle(tmp_path):
    rows = [record(0, "fast", 1), timeout(0, "fast", repeat=1), record(0, "slow", 1)]
    found = analysed(tmp_path, PUZZLES, rows).cells
    assert found.solved[0].tolist() == [False, True]
    assert found.cost[0].tolist() == [120, 1]


@pytest.mark.parametrize(
    ("limits", "least"),
    [
        ({"wall_s": 60.0, "cpu_s": 0.2}, 0.2),
        ({"wall_s": 0.5, "cpu_s": 3.0}, 0.5),
        ({"wall_s": None, "cpu_s": 2.0}, 2.0),
    ],
)
def test_the_penalty_is_twice_the_limit_that_ends_a_search_first(tmp_path, limits, least):
    rows = [record(0, "fast", 0.1, cpu_ns=10**8), timeout(0, "slow", cpu_ns=round(least * 1e9))]
    a = analysed(tmp_path, PUZZLES[:1], rows, manifest={"execution": {"limits": limits}})
    assert a.par2[1].value == pytest.approx(2 * least)
    assert a.slowdown[1].value == pytest.approx(least / 0.1)
    assert a.slowdown[1].at_least
    assert f"(2 × {least:g} s)" in tables.main(a).note.en


@pytest.mark.parametrize(
    ("limits", "fast", "slow", "costs"),
    [
        ({"wall_s": 60.0, "cpu_s": 0.2}, (0.3, 2 * 10**8), (0.3, 2 * 10**8 + 1), [0.2, 0.4]),
        ({"wall_s": 2.0}, (2.0, None), (2.001, None), [2, 4]),
    ],
)
def test_an_answer_after_a_limit_is_a_timeout_whatever_it_says(tmp_path, limits, fast, slow, costs):
    rows = [record(0, name, s, cpu_ns=ns) for name, (s, ns) in (("fast", fast), ("slow", slow))]
    found = analysed(tmp_path, PUZZLES[:1], rows, manifest={"execution": {"limits": limits}}).cells
    assert found.solved.tolist() == [[True, False]]
    assert found.cost.tolist() == [costs]


def test_runs_with_different_limits_are_not_pooled(tmp_path):
    for day, wall_s in ((1, 60.0), (2, 10.0), (3, 60.0)):
        limits = {"execution": {"limits": {"wall_s": wall_s}}}
        make_run(tmp_path, PUZZLES, [record(0, "fast", 1)], run=f"2026010{day}", manifest=limits)
    with pytest.raises(InputError, match=r"20260101.*: 60 s of wall-clock time, 20260102.*: 10 s of wall"):
        load(["20260101", "20260102"], tmp_path)
    assert len(load(["20260101", "20260103"], tmp_path)) == 2


@pytest.mark.parametrize(("lacking", "by_cpu"), [(1, True), (5, True), (6, False), (10, False)])
def test_a_few_records_without_cpu_time_count_with_their_time_on_the_clock(tmp_path, lacking, by_cpu):
    rows = [record(i, name, 1e-3, cpu_ns=5 * 10**5) for i in range(10) for name in ("fast", "slow")]
    for row in [row for row in rows if row["backend"] == "slow"][:lacking]:
        row["cpu_ns"] = 0
    a = analysed(tmp_path, puzzles(10), rows)
    assert a.cells.by_cpu is by_cpu
    told = " ".join(words.en for words in caveats(a))
    if by_cpu:
        assert a.cells.seconds[:, 1].tolist() == pytest.approx([1e-3] * lacking + [5e-4] * (10 - lacking))
        assert f"Records without CPU time, which count with their wall-clock time: slow ({lacking})." in told
    else:
        assert a.cells.seconds == pytest.approx(np.full((10, 2), 1e-3))
        assert "Times are wall-clock times: a backend has no CPU time" in told


def test_shares_of_a_batch_are_one_measurement_and_other_records_are_themselves(tmp_path):
    shares = [(0, 1e-3), (1, 1e-3), (2, 2e-3), (3, 2e-3)]
    rows = [record(i, "fast", s, batch=2) for i, s in shares] + [record(i, "slow", 1e-3) for i in range(3)]
    fast, slow = analysed(tmp_path, puzzles(4), rows).cells.units.T
    assert fast[0] == fast[1] != fast[2] == fast[3]
    assert len(set(slow)) == 4
    assert not set(fast) & set(slow)


def test_a_wrong_answer_does_not_count_as_solved(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1, category="wrong")])
    found = load(["last"], tmp_path)
    assert not cells(found).solved.any()
    assert strengths(found)[0] == "wrong"


def test_strength_follows_the_families_that_agree(tmp_path):
    rows = [record(0, "dlx", 1), record(0, "algorithm_x", 1), record(1, "dlx", 1), record(1, "sat", 1)]
    make_run(tmp_path, PUZZLES, rows, backends=("dlx", "algorithm_x", "sat"))
    assert strengths(load(["last"], tmp_path))[:2] == ["claimed", "agreed"]


def test_several_shown_solutions_are_a_proof_and_a_disagreement_counts_as_wrong(tmp_path):
    rows = [record(i, "dlx", 1, verdict="multiple", count=2) for i in range(3)]
    rows[1]["category"] = rows[2]["category"] = "unconfirmed"
    how = {"backends": ("dlx", "sat"), "verdict": "multiple", "disagreements": [(2, "they differ")]}
    make_run(tmp_path, PUZZLES, rows, **how)
    assert strengths(load(["last"], tmp_path))[:3] == ["proven", "claimed", "wrong"]


def test_recorded_kinds_and_strengths_count_before_those_of_installed_engines(tmp_path):
    kinds = ((0, "dlx", "oracle"), (0, "sat", "oracle"), (1, "new", "star"))
    rows = [record(i, name, 1, kind=kind) for i, name, kind in kinds]
    make_run(tmp_path, PUZZLES, rows, backends=("dlx", "sat", "new"), run="a")
    found = load(["a"], tmp_path)
    assert found.families == ("oracle", "oracle", "star")
    assert strengths(found)[0] == "claimed"  # by the kinds of today's plug-ins, two kinds agree
    make_run(tmp_path, PUZZLES, rows, backends=("dlx", "sat", "new"), run="b", strength="proven")
    assert strengths(load(["b"], tmp_path)) == ["proven"] * 3
    path = str(jsonl_of(tmp_path, "b"))
    assert (load([path]).families, strengths(load([path]))) == (found.families, ["proven"] * 3)


def test_what_several_runs_show_together_is_more_than_what_each_of_them_shows(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "a", 1, kind="x")], backends=("a",), run="a", strength="claimed")
    make_run(tmp_path, PUZZLES, [record(0, "b", 1, kind="y")], backends=("b",), run="b", strength="claimed")
    assert strengths(load(["a", "b"], tmp_path))[0] == "agreed"


def test_a_puzzle_is_the_same_however_it_is_written_and_another_with_other_rules(tmp_path):
    plain = Board.parse(puzzle(1))
    diagonal = Board.parse("9x9-diagonal:" + puzzle(1))
    make_run(tmp_path, [puzzle(1).replace(".", "0"), str(diagonal)], [record(0, "fast", 1)], run="a")
    make_run(tmp_path, [str(diagonal), str(plain)], [], run="b", ids=[diagonal.id, plain.id])
    found = load(["a", "b"], tmp_path)
    assert [*found.ids] == [plain.id, diagonal.id]
    assert found.rules == ["9x9", "9x9-diagonal"]
    assert found.clues.tolist() == [5, 5]
    (tmp_path / "r.csv").write_text(f"puzzle,rating\n{puzzle(1).replace('.', '0')},3.4\n")
    assert load(["b"], tmp_path, read_ratings(tmp_path / "r.csv")).ratings[1] == 3.4


def test_clues_and_sizes_come_from_the_puzzle(tmp_path):
    make_run(tmp_path, [puzzle(1, 7), "1...3..2...3..2.", "tromino:9"], [])
    found = load(["last"], tmp_path)
    assert found.sizes.tolist() == [9, 4, 0]
    assert found.clues.tolist() == [7, 5, -1]
    assert found.rules == ["9x9", "4x4", ""]


@pytest.mark.parametrize("blank", ["0", "."])
def test_an_ordinary_line_need_not_be_read_for_its_size_and_clues(tmp_path, blank):
    lines = [line.replace(".", blank) for line in ("." * 81, puzzle(1, 17), "5" * 81)]
    make_run(tmp_path, lines, [])
    found = load(["last"], tmp_path)
    assert (found.sizes.tolist(), found.clues.tolist(), found.rules) == ([9] * 3, [0, 17, 81], ["9x9"] * 3)


def test_two_runs_are_pooled_by_puzzle_and_further_records_are_repeats(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)], run="a")
    make_run(tmp_path, PUZZLES[::-1], [record(2, "fast", 3), record(2, "slow", 5)], run="b")
    found = load(["a", "b"], tmp_path)
    joined = cells(found)
    assert [*found.texts] == PUZZLES
    assert joined.seconds[0].tolist() == [2, 5]
    assert (~np.isnan(joined.rounds[:, 0])).sum(axis=0).tolist() == [2, 1]


def test_runs_that_contradict_each_other_disagree(tmp_path):
    make_run(tmp_path, PUZZLES, [], run="a")
    make_run(tmp_path, PUZZLES, [], run="b", verdict="multiple")
    found = in_both(load(["a", "b"], tmp_path).disagreements[0])
    assert found.en == "runs contradict each other: unique, multiple"
    assert found.ja == "実行の判定が食い違っています：uniqueとmultiple"


@pytest.mark.parametrize(("vague", "strict", "contradicted"), [
    ("solvable", "unique", 0), ("solvable", "multiple", 0), ("undecided", "solvable", 0), ("undecided", "none", 0),
    ("solvable", "none", 3),
])  # fmt: skip
def test_of_two_verdicts_the_stricter_is_kept_unless_they_contradict_each_other(
    tmp_path, vague, strict, contradicted
):
    make_run(tmp_path, PUZZLES, [], run="a", verdict=vague)
    make_run(tmp_path, PUZZLES, [], run="b", verdict=strict)
    for runs in (["a", "b"], ["b", "a"]):
        found = load(runs, tmp_path)
        assert len(found.disagreements) == contradicted
        assert contradicted or VERDICTS[found.verdicts[0]] == strict


def test_a_search_that_found_a_solution_before_its_time_was_up_contradicts_a_run_that_finds_none(tmp_path):
    none = record(0, "fast", 1, verdict="none", count=0)
    make_run(tmp_path, PUZZLES[:1], [none], run="a", verdict="none")
    make_run(tmp_path, PUZZLES[:1], [timeout(0, "slow", count=1)], run="b", verdict="undecided")
    for runs in (["a", "b"], ["b", "a"]):
        (found,) = load(runs, tmp_path).disagreements.values()
        assert in_both(found).en == "a complete search counted 0 solutions, another search 1"


def test_damaged_records_are_left_out_and_counted(tmp_path):
    rows = [
        record(0, "fast", 1), record(1, "fast", 1, category="splendid"), record(2, "fast", 1, encode_ns="x"),
        record(0, "slow", 1, solve_ns=-5), record(1, "", 1), record(7, "slow", 1),
    ]  # fmt: skip
    make_run(tmp_path, PUZZLES, rows)
    found = load(["last"], tmp_path)
    assert len(found) == 1
    assert found.flaws[0].en.startswith("5 damaged records")


@pytest.mark.parametrize("exported_first", [False, True])
def test_clocks_that_went_backwards_or_jumped_are_reported_and_what_they_show_is_left_out(
    tmp_path, exported_first
):
    """Two seconds on two processors are at most 4 s of CPU time; a search may use more before its timeout."""
    rows = [
        record(0, "fast", 2, cpu_ns=4 * 10**9), record(1, "fast", 2, cpu_ns=5 * 10**9), record(2, "fast", 1),
        timeout(2, "slow", cpu_ns=10**12),
    ]  # fmt: skip
    damaged = {"solve_ns": -5} if exported_first else {"encode_ns": -1}
    make_run(tmp_path, PUZZLES, rows if exported_first else [*rows, record(0, "slow", 1, **damaged)])
    names = ["last"]
    if exported_first:
        path = jsonl_of(tmp_path)
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        lines.append(lines[1] | {"backend": "slow"} | damaged)
        path.write_text("\n".join(map(json.dumps, lines)))
        names = [str(path)]
    found = load(names, tmp_path)
    told = "1 damaged record was left out; with times below zero, as if a clock went backwards: 1."
    assert [flaw.en for flaw in found.flaws] == [told]
    assert len(found) == 4
    assert any("than all processors can have given: 1." in words.en for words in caveats(Analysis(found)))


def test_a_clock_that_was_set_back_during_or_before_a_run_is_reported_and_the_last_run_is_the_last(tmp_path):
    for run in "ba":
        make_run(tmp_path, PUZZLES, [record(0, "fast", 1)], run=run)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as db:
        db.execute("UPDATE runs SET started = '2025-12-31T23:00:00+00:00' WHERE run = 'a'")
        db.execute("UPDATE runs SET finished = '2025-01-01T00:00:00+00:00' WHERE run = 'b'")
    runs = stored_runs(tmp_path)
    assert [run.run for run in runs] == ["b", "a"]
    assert find("last", tmp_path).run == "a"
    (before,), (during,) = set_back(runs), of_machine(runs)
    assert before.en.startswith("The clock was set back before run a: its date is older than the date of b")
    assert during.en.startswith("The clock was set back during run b: it ended")


def test_a_run_of_damaged_records_only_is_pooled_with_others(tmp_path):
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1, category="splendid")], run="a")
    make_run(tmp_path, PUZZLES, [record(0, "fast", 1)], run="b")
    assert len(load(["a", "b"], tmp_path)) == 1


def test_a_failure_without_measurement_has_no_time(tmp_path):
    broken = {"verdict": "undecided", "count": 0, "exhausted": 0, "category": "error", "termination": "error"}
    rows = [record(i, "fast", 1e-3) for i in range(3)] + [record(1, "slow", 0, message="broken", **broken)]
    a = analysed(tmp_path, PUZZLES, rows)
    rows = [row for row in exported(["last"], tmp_path) if row["backend"] == "slow"]
    path = tmp_path / "a.jsonl"
    write(rows, str(path), "jsonl")
    times = {"encode_ns", "solve_ns", "decode_ns"}
    assert {value for name, value in json.loads(path.read_text()).items() if name in times} == {None}
    assert len(load([str(path)])) == len(rows) == 1
    shown = {
        row[0]: row[3] for example in examples(a) for row in example.table.rows if str(row[2]) == "error"
    }
    assert shown == {"slow": None}


@pytest.mark.parametrize(("odd", "told"), [([39], 1), (range(31, 40), 5), (range(9), 4)])
def test_five_more_puzzles_far_from_the_usual_speed_of_a_backend_are_listed(tmp_path, odd, told):
    rows = [record(i, "fast", 1e-3) for i in range(40)]  # equal times: the first five count as the slowest
    rows += [record(i, "slow", 7e-3 * (90 - i if i in odd else 1)) for i in range(40)]
    shown = [one.why.en for one in examples(analysed(tmp_path, puzzles(40), rows))]
    assert sum("Among the slowest" in why for why in shown) == 5
    assert sum("× slower here" in why or "× faster here" in why for why in shown) == told


def test_the_rounds_of_a_run_come_after_those_of_the_runs_before(tmp_path):
    for run in "abc":
        make_run(tmp_path, PUZZLES, [record(0, "fast", 1, repeat=i) for i in range(2)], run=run)
    assert load(["a", "b", "c"], tmp_path).columns["repeat"].tolist() == [0, 1, 2, 3, 4, 5]


def test_a_named_problem_of_an_old_run_is_matched_with_that_of_a_new_one(tmp_path):
    """Version 1.0 recorded a hash of the name; new runs record a hash of the content."""
    old = sha256(b"tromino:4-0").hexdigest()[:16]
    new = named("tromino:4-0").id
    assert old != new
    records = [record(0, "fast", 1)]
    make_run(tmp_path, ["tromino:4-0"], records, run="a", ids=[old])
    make_run(tmp_path, ["tromino:4-0"], records, run="b", ids=[new])
    make_run(tmp_path, ["tromino:4-0"], records, run="c")
    assert [*load(["a", "b", "c"], tmp_path).ids] == [new]
    assert {row["puzzle_id"] for row in exported(["a", "b", "c"], tmp_path)} == {new}


def test_covers_of_one_name_stay_two_puzzles(tmp_path):
    ids = ["0123456789abcdef", "fedcba9876543210"]
    make_run(tmp_path, ["exact cover", "exact cover"], [], ids=ids)
    assert [*load(["last"], tmp_path).ids] == ids


def test_a_truth_value_is_not_a_number_of_a_manifest():
    assert [number(value) for value in (True, 1, 2.5, "1", None)] == [None, 1, 2.5, None, None]
