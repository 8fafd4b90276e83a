"""The steps of explanations, by puzzle; a file of version 1 is converted."""

import sqlite3
from pathlib import Path

import pytest
from database import database

from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import solve
from sudokubench.logic.search import search
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.step_store import FILE, StepStore

LINE = "12.............."
PLAIN = Board.parse(LINE)
DIAGONAL = Board.parse(LINE, Layout.named("4x4-diagonal"))
FORBIDDING = PLAIN.forbidding([8])


def kept(folder, *boards, config="abc"):
    """Store the steps of boards; return the number of steps of each."""
    traces = [solve(board, teaching().rules) for board in boards]
    with StepStore(folder) as store:
        for number, trace in enumerate(traces, 1):
            store.keep(trace, config, "here", number)
    return [len(trace.steps) for trace in traces]


def rows(folder, sql):
    with database(folder / FILE) as db:
        return db.execute(sql).fetchall()


def test_boards_of_one_line_and_other_rules_are_kept_apart(tmp_path):
    steps = kept(tmp_path, PLAIN, DIAGONAL, FORBIDDING)
    counts = "SELECT id, puzzle, count(*) FROM traces JOIN steps USING (id, config) GROUP BY id"
    counted = zip((PLAIN, DIAGONAL, FORBIDDING), steps, strict=True)
    assert sorted(rows(tmp_path, counts)) == sorted(
        (board.id, str(board), count) for board, count in counted if count
    )
    assert len(rows(tmp_path, "SELECT 1 FROM traces")) == 3


def test_explaining_a_puzzle_again_replaces_its_steps(tmp_path):
    assert kept(tmp_path, DIAGONAL) == kept(tmp_path, DIAGONAL)
    assert len(rows(tmp_path, "SELECT 1 FROM steps")) == kept(tmp_path, DIAGONAL)[0]
    assert len(rows(tmp_path, "SELECT 1 FROM traces")) == 1


def version_1(folder):
    """Return a file of version 0.1.0 with four explanations: 11, 11, 3 and 3 steps."""
    with database(folder / FILE) as db:
        db.executescript(Path(__file__).with_name("steps_version_1.sql").read_text())


def test_a_file_of_version_1_is_converted_with_its_lines_as_ids(tmp_path):
    version_1(tmp_path)
    with StepStore(tmp_path) as store:
        counts = store.counts()
    assert sum(steps for steps, _, _ in counts.values()) == 28
    assert next(iter(counts)) == "full_house"
    assert counts["full_house"][:2] == (16, 1)
    assert rows(tmp_path, "SELECT id, puzzle, config FROM traces") == [
        ("1...3..2...3..2.", "1...3..2...3..2.", "abc"),
        ("1...3..2...3..2.", "1...3..2...3..2.", "def"),
        (LINE, LINE, "abc"),
        ("a......b........", "a......b........", "abc"),
    ]
    assert rows(tmp_path, "PRAGMA user_version") == [(2,)]


def test_explaining_a_puzzle_of_version_1_again_replaces_its_steps(tmp_path):
    version_1(tmp_path)
    (count,) = kept(tmp_path, DIAGONAL)
    made = rows(tmp_path, "SELECT puzzle FROM traces WHERE config = 'abc' AND source = 'here'")
    assert made == [(str(DIAGONAL),)]
    assert len(rows(tmp_path, "SELECT 1 FROM steps")) == 25 + count
    assert kept(tmp_path, DIAGONAL) == [count]
    assert len(rows(tmp_path, "SELECT 1 FROM traces")) == 4


def test_a_file_of_another_version_is_refused_and_closed(tmp_path, monkeypatch):
    rows(tmp_path, "PRAGMA user_version = 3")
    opened, connect = [], sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: opened.append(connect(*a, **k)) or opened[-1])
    with pytest.raises(InputError, match="has format 3 and not 2"):
        StepStore(tmp_path)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")


def test_a_file_without_its_tables_is_an_error_of_the_file(tmp_path):
    rows(tmp_path, "PRAGMA user_version = 2")
    with pytest.raises(InputError, match=r"steps.db cannot be used \(no such table"):
        kept(tmp_path, PLAIN)


def test_the_reason_against_a_folder_is_in_both_languages(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"cannot be used \(File exists\)") as refused:
        StepStore(tmp_path / "file")
    assert "（同じ名前のものがすでにあります）" in refused.value.words.ja


def cases(folder, rule):
    with StepStore(folder, writing=False) as store:
        return list(store.cases(rule))


def test_the_cases_of_a_rule_are_the_steps_with_the_states_around_them(tmp_path):
    kept(tmp_path, PLAIN, DIAGONAL, FORBIDDING)
    boards = {board.id: board for board in (PLAIN, DIAGONAL, FORBIDDING)}
    traces = {board.id: solve(board, teaching().rules) for board in boards.values()}
    rules = {step.rule for trace in traces.values() for step in trace.steps}
    found = [case for rule in sorted(rules) for case in cases(tmp_path, rule)]
    assert len(found) == sum(len(trace.steps) for trace in traces.values())
    for case in found:
        trace = traces[case.board.id]
        assert case.board == boards[case.board.id]
        assert case.step == trace.steps[case.number - 1]
        assert (case.before, case.after) == trace.states()[case.number - 1 : case.number + 1]
        assert case.source == "here"


def test_cases_of_different_puzzles_come_first_and_equal_ones_once(tmp_path):
    kept(tmp_path, DIAGONAL, FORBIDDING)
    kept(tmp_path, DIAGONAL, config="def")
    found = cases(tmp_path, "pointing")
    steps = (solve(board, teaching().rules).steps for board in (DIAGONAL, FORBIDDING))
    wanted = [sum(step.rule == "pointing" for step in some) for some in steps]
    assert min(wanted) > 1
    assert len(found) == sum(wanted)
    assert [case.board for case in found[:2]] == [DIAGONAL, FORBIDDING]
    assert {case.board for case in found[2:4]} == {DIAGONAL, FORBIDDING}


def test_a_search_that_is_kept_has_the_states_of_its_branches(tmp_path):
    board = Board.parse("....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...")
    trace = search(board, teaching().only(SETS["subsets"]).rules)
    with StepStore(tmp_path) as store:
        store.keep(trace, "abc", "here", 1)
    found = cases(tmp_path, "return")
    assert found
    for case in found:
        assert (case.before, case.after) == trace.states()[case.number - 1 : case.number + 1]
        assert case.after != case.before.apply(case.step.placed, case.step.eliminated)


def test_nothing_is_made_where_steps_are_only_read(tmp_path):
    with pytest.raises(InputError, match=r"holds no steps; `explain PUZZLE\.\.\. --store` keeps some"):
        StepStore(tmp_path / "none", writing=False)
    assert list(tmp_path.iterdir()) == []


def test_steps_in_a_folder_that_cannot_be_written_are_read_without_files_beside_them(tmp_path, monkeypatch):
    kept(tmp_path, DIAGONAL)
    found = cases(tmp_path, "pointing")
    files = set(tmp_path.iterdir())
    monkeypatch.setattr("os.access", lambda *_: False)  # the user of the tests may be root
    with StepStore(tmp_path, writing=False) as store:
        assert list(store.cases("pointing")) == found
        assert set(tmp_path.iterdir()) == files


def test_another_program_s_database_is_left_alone(tmp_path):
    with database(tmp_path / FILE) as db:
        db.execute("CREATE TABLE mine (one)")
    with pytest.raises(InputError, match="name another folder"):
        StepStore(tmp_path)
    assert rows(tmp_path, "SELECT name FROM sqlite_master") == [("mine",)]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE steps SET step = '{'",
        "UPDATE steps SET step = '[]'",
        "UPDATE steps SET step = x'ff'",
        "UPDATE steps SET step = json_set(step, '$.placed', json('[64]'))",
        "UPDATE steps SET step = json_set(step, '$.depth', 1)",
        "UPDATE traces SET puzzle = 'x' || puzzle",
        "UPDATE traces SET puzzle = x'00ff'",
        "UPDATE traces SET puzzle = '1...............'",
        "UPDATE traces SET ending = 'well'",
        "UPDATE steps SET number = number + 100",
    ],
)
def test_steps_that_were_damaged_are_refused_with_the_remedy(tmp_path, damage):
    kept(tmp_path, PLAIN)
    with database(tmp_path / FILE) as db:
        db.execute(damage)
    with pytest.raises(InputError, match=r"damaged.*store them again with `explain --store`"):
        cases(tmp_path, "pointing")
