"""Boards of one line and different rules stay different puzzles when they are stored, compared, proved or named."""

import json
import shlex
from dataclasses import dataclass
from typing import ClassVar

import pytest
from constraints_cases import kept
from database import database

from sudokubench import Board, Layout
from sudokubench.actions.check import check_all
from sudokubench.actions.observer import Observer
from sudokubench.actions.report import compared, report
from sudokubench.actions.run import run
from sudokubench.answer import Budget
from sudokubench.backends import Backend, backend_list, spec_of
from sudokubench.backends.base import EngineSession
from sudokubench.certificates import certify, verify
from sudokubench.constraints import AntiKnight
from sudokubench.harness.corpus import entry_of, read
from sudokubench.harness.executors import executor
from sudokubench.harness.finding import Task
from sudokubench.harness.limits import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.store import Store
from sudokubench.problem import Variant

LINE = "12.............."
BOARDS = {
    "plain": Board.parse(LINE),
    "diagonal": Board.parse(LINE, Layout.named("4x4-diagonal")),
    "forbidding": Board.parse(LINE).forbidding([11]),
    "anti-knight": Board.parse(LINE, Variant(Layout.standard(4), (AntiKnight(),))),
}
SOLUTIONS = {
    name: sum(
        grid[:2] == (1, 2)
        and all(4 * cell + digit - 1 not in board.forbidden for cell, digit in enumerate(grid))
        for grid in kept(board.layout, board.constraints)
    )
    for name, board in BOARDS.items()
}
"""The number of solutions of each board, by brute force."""
TEXTS, IDS = [str(board) for board in BOARDS.values()], [board.id for board in BOARDS.values()]


@dataclass(frozen=True)
class Liar(Backend):
    """A backend that finds no solution of any board."""

    kind: ClassVar[str] = "test"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = backend_list("dlx")[0].statements

    def open(self, problem):
        return EngineSession(problem, self)

    def solutions(self, instance, search):
        yield from ()

    def close(self):
        pass


class Ear(Observer):
    def __init__(self):
        self.troubles, self.records = {}, []

    def judged(self, puzzle, trouble):
        self.records += puzzle.records()
        self.troubles[puzzle.entry.id] = trouble


def ran(folder, engines, boards, observer=None):
    """Run a count of the solutions of the boards into a folder."""
    plan = Plan(("here",), tuple(map(spec_of, engines)), Task.COUNT, None)
    entries = [entry_of(board, "here", number) for number, board in enumerate(boards, 1)]
    where = executor("local", Limits(wall_s=60), isolation="inline")
    with Store(folder) as store, where:
        run(plan, entries, engines, where, store, observer=observer or Observer())


ENGINES = backend_list("dlx,algorithm_x")


def test_the_boards_show_the_same_line_and_have_different_texts_ids_and_solutions():
    assert {board.format("line") for board in BOARDS.values()} == {LINE}
    assert len(set(TEXTS)) == len(set(IDS)) == len(set(SOLUTIONS.values())) == len(BOARDS)


def test_a_corpus_of_their_texts_holds_them_all(tmp_path):
    file = tmp_path / "corpus.txt"
    file.write_text("\n".join(TEXTS) + "\n")
    found = list(read([str(file)]))
    assert [entry.board for entry in found] == list(BOARDS.values())
    assert [entry.id for entry in found] == IDS


def test_the_store_keeps_each_with_its_own_answer(tmp_path):
    ran(tmp_path, ENGINES, BOARDS.values())
    with database(tmp_path / "runs.db") as db:
        stored = db.execute("SELECT id, puzzle, disagreement FROM puzzles ORDER BY position").fetchall()
        answers = db.execute("SELECT DISTINCT position, count FROM records ORDER BY position").fetchall()
    assert stored == [(its_id, text, None) for its_id, text in zip(IDS, TEXTS, strict=True)]
    assert answers == list(enumerate(SOLUTIONS.values()))


def test_the_json_of_records_names_each(tmp_path):
    ear = Ear()
    ran(tmp_path, ENGINES, BOARDS.values(), ear)
    plain = json.loads(json.dumps(ear.records))
    records = [(one["puzzle"], one["id"], one["count"]) for one in plain]
    expected = zip(TEXTS, IDS, SOLUTIONS.values(), strict=True)
    assert records == [row for row in expected for _ in ENGINES]


def test_a_report_of_several_runs_pools_each_with_itself(tmp_path):
    first, second = [tmp_path / name / "runs.db" for name in ("first", "second")]
    ran(first.parent, ENGINES, [BOARDS["plain"], BOARDS["diagonal"]])
    ran(second.parent, ENGINES, [BOARDS["diagonal"], BOARDS["forbidding"]])
    data = report([str(first), str(second)]).analysis.data
    assert [*data.texts] == TEXTS[:3]
    assert not data.disagreements
    assert {row["puzzles"] for row in compared(str(first), str(second)).as_dicts()} == {1}


@pytest.mark.parametrize("name", ["plain", "diagonal", "forbidding"])
def test_a_certificate_proves_one_of_them_and_none_of_the_others(name):
    text = certify(BOARDS[name]).to_json()
    assert verify(text).certificate.board == BOARDS[name]
    assert verify(text).as_json()["puzzle"] == str(BOARDS[name])
    for other in {"plain", "diagonal", "forbidding"} - {name}:
        fields = json.loads(text)
        fields["puzzle"] = BOARDS[other].as_json()  # the same evidence with the other rules
        assert not verify(json.dumps(fields)).verified


def test_checks_with_certificates_prove_each_by_itself():
    entries = [entry_of(BOARDS[name], "here", 1) for name in ("plain", "diagonal", "forbidding")]
    where = executor("local", Limits(wall_s=60), isolation="inline")
    with where:
        found = list(check_all(entries, ENGINES, where, certify=Budget(seconds=60)))
    assert [one.certificate.board for one in found] == [entry.board for entry in entries]


def test_the_command_that_reproduces_a_disagreement_names_the_puzzle_with_all_its_rules(tmp_path):
    ear = Ear()
    ran(tmp_path, [*ENGINES, Liar()], [BOARDS[name] for name in ("plain", "diagonal", "forbidding")], ear)
    for name in ("plain", "diagonal", "forbidding"):
        trouble = ear.troubles[BOARDS[name].id]
        again = Board.parse(shlex.split(trouble.command)[-1])
        assert (again.problem, again.forbidden) == (BOARDS[name].problem, BOARDS[name].forbidden)
        assert str(again) == trouble.smallest
