"""The steps of explanations, by puzzle; a file of version 1 is taken on."""

import sqlite3
from pathlib import Path

import pytest

from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.harness.steps import FILE, StepStore
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import solve

LINE = "12.............."
PLAIN = Board.parse(LINE)
DIAGONAL = Board.parse(LINE, Layout.named("4x4-diagonal"))
FORBIDDING = PLAIN.forbidding([8])


def kept(folder, *boards, config="abc"):
    """Keeps the steps of boards; the number of steps of each."""
    traces = [solve(board, teaching().rules) for board in boards]
    with StepStore(folder) as store:
        for number, trace in enumerate(traces, 1):
            store.keep(trace, config, "here", number)
    return [len(trace.steps) for trace in traces]


def rows(folder, sql):
    with sqlite3.connect(folder / FILE) as db:
        return db.execute(sql).fetchall()


def test_boards_of_one_line_and_other_rules_are_kept_apart(tmp_path):
    steps = kept(tmp_path, PLAIN, DIAGONAL, FORBIDDING)
    found = rows(
        tmp_path, "SELECT id, puzzle, count(*) FROM traces JOIN steps USING (id, config) GROUP BY id"
    )
    boards = [PLAIN, DIAGONAL, FORBIDDING]
    assert sorted(found) == sorted(
        (board.id, str(board), count) for board, count in zip(boards, steps, strict=True) if count
    )
    assert len(rows(tmp_path, "SELECT 1 FROM traces")) == 3


def test_explaining_a_puzzle_again_replaces_its_steps(tmp_path):
    assert kept(tmp_path, DIAGONAL) == kept(tmp_path, DIAGONAL)
    assert len(rows(tmp_path, "SELECT 1 FROM steps")) == kept(tmp_path, DIAGONAL)[0]
    assert len(rows(tmp_path, "SELECT 1 FROM traces")) == 1


def version_1(folder):
    """A file that version 0.1.0 made of four explanations: 11, 11, 3 and 3 steps."""
    with sqlite3.connect(folder / FILE) as db:
        db.executescript(Path(__file__).with_name("steps_version_1.sql").read_text())


def test_a_file_of_version_1_is_taken_on_with_its_lines_as_ids(tmp_path):
    version_1(tmp_path)
    with StepStore(tmp_path) as store:
        counts = list(store.counts())
    assert sum(count for _, count, _ in counts) == 28
    assert counts[0][:2] == ("full_house", 16)
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
    assert rows(tmp_path, "SELECT puzzle FROM traces WHERE config = 'abc' AND source = 'here'") == [
        (str(DIAGONAL),)
    ]
    assert len(rows(tmp_path, "SELECT 1 FROM steps")) == 25 + count
    assert kept(tmp_path, DIAGONAL) == [count]
    assert len(rows(tmp_path, "SELECT 1 FROM traces")) == 4


def test_a_file_of_another_version_is_refused(tmp_path):
    rows(tmp_path, "PRAGMA user_version = 3")
    with pytest.raises(InputError, match="has format 3 and not 2"):
        StepStore(tmp_path)
