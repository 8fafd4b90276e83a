"""Actions as a shell other than the command line uses them: values in and out, two at once, cancelled at any puzzle."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import pytest

from sudokubench import Board, Budget, InputError, UsageError, check
from sudokubench.actions.check import check_all
from sudokubench.actions.convert import converted
from sudokubench.actions.explain import explain, explain_all
from sudokubench.actions.hint import hint
from sudokubench.actions.observer import Observer
from sudokubench.actions.rate import rate_entries
from sudokubench.actions.rules import called, listed
from sudokubench.actions.run import run
from sudokubench.actions.solve import solve_all
from sudokubench.actions.why import candidate, why
from sudokubench.backends import backend_list, spec_of
from sudokubench.constraints import Killer
from sudokubench.errors import Cancelled
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.executors import executor
from sudokubench.harness.finding import Task
from sudokubench.harness.isolation import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.store import Store
from sudokubench.layout import Layout
from sudokubench.logic.configuration import rated
from sudokubench.problem import Variant

UNIQUE, SEVERAL = Board.parse("1...3..2...3..2."), Board.parse("1" + "." * 15)
WIKIPEDIA = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
KNIGHT = Board.parse("4x4+anti-knight:" + "." * 16)
ENGINES = backend_list("algorithm_x,sat")


class Ear(Observer):
    """Remembers what it is told, and cancels after so many puzzles."""

    def __init__(self, most=10**9):
        self.most, self.asked = most, 0
        self.remarks, self.errors, self.puzzles = [], [], []

    def remark(self, words):
        self.remarks.append(words)

    def refused(self, error):
        self.errors.append(error)

    def judged(self, puzzle, trouble):
        self.puzzles.append(puzzle.entry.text)

    def heed(self):
        self.asked += 1
        if self.asked > self.most:
            raise Cancelled("enough")


def entries(*boards):
    return [entry_of(board, "test", number) for number, board in enumerate(boards, 1)]


def inline():
    return executor("local", ENGINES, Limits(wall_s=60), isolation="inline")


def run_into(folder, boards, observer, task=Task.UNIQUE):
    plan = Plan((str(folder),), tuple(map(spec_of, ENGINES)), task, task.limit)
    with Store(folder) as store, inline() as where:
        return run(plan, entries(*boards), ENGINES, where, store, observer=observer)


def test_runs_into_two_folders_and_explanations_go_on_beside_one_another(tmp_path):
    corpora = [[UNIQUE] * 150, [SEVERAL] * 150]
    ears = [Ear(), Ear()]
    with ThreadPoolExecutor(4) as threads:
        runs = [
            threads.submit(run_into, tmp_path / str(number), corpus, ear)
            for number, (corpus, ear) in enumerate(zip(corpora, ears, strict=True))
        ]
        explained = [
            threads.submit(explain, WIKIPEDIA, verify=True, minimal=minimal) for minimal in (False, True)
        ]
        reasons = threads.submit(lambda: [why(SEVERAL, option).as_json() for option in range(20)])
        explanations = [future.result() for future in explained]
        made = [future.result() for future in runs]
        assert len(reasons.result()) == 20
    for explanation in explanations:
        assert explanation.trace.ending.value == "solved"
        assert explanation.refuted == ()
    for corpus, ear, one in zip(corpora, ears, made, strict=True):
        assert ear.puzzles == list(map(str, corpus))
        assert (one.as_json()["puzzles"], one.as_json()["wrong"]) == (150, 0)
        with sqlite3.connect(one.path) as db:
            assert db.execute("SELECT count(*), count(DISTINCT verdict) FROM records").fetchone() == (300, 1)


def test_a_cancelled_run_keeps_what_it_has_and_says_so(tmp_path):
    ear = Ear(most=5)
    with pytest.raises(Cancelled):
        run_into(tmp_path, [UNIQUE] * 100, ear)
    assert len(ear.puzzles) == 5
    assert "interrupted; 5 puzzles of run" in ear.remarks[-1].en
    with sqlite3.connect(tmp_path / "runs.db") as db:
        kept = db.execute("SELECT count(*) FROM puzzles").fetchone()[0]
        assert db.execute("SELECT finished FROM runs").fetchone() == (None,)
    assert 5 <= kept < 100


@pytest.mark.parametrize(
    "begin",
    [
        lambda puzzles, ear: solve_all(puzzles, ENGINES[0], observer=ear),
        lambda puzzles, ear: check_all(puzzles, ENGINES, inline(), observer=ear),
        lambda puzzles, ear: explain_all(puzzles, observer=ear),
        lambda puzzles, ear: rate_entries(puzzles, rated(), seconds=60, observer=ear),
    ],
)
def test_every_action_over_many_puzzles_can_be_cancelled_between_two(begin):
    endless = (entry for puzzle in repeat(UNIQUE) for entry in entries(puzzle))
    ear = Ear(most=4)
    with pytest.raises(Cancelled):
        list(begin(endless, ear))
    assert ear.asked == 5


def test_every_value_makes_its_own_json():
    (solved,) = solve_all(entries(UNIQUE), ENGINES[0])
    ((_, explanation),) = explain_all(entries(UNIQUE))
    (rating,) = rate_entries(entries(UNIQUE), rated(), seconds=60)
    with inline() as where:
        (checked,) = check_all(entries(UNIQUE), ENGINES, where, certify=Budget(seconds=60))
    values = [
        solved,
        explanation,
        rating,
        checked,
        check(UNIQUE, backend="algorithm_x"),
        hint(UNIQUE),
        why(UNIQUE, 0),
    ]
    for value in values:
        plain = json.loads(json.dumps(value.as_json()))
        assert plain["schema"].startswith("sudokubench.")
        assert plain["id"] == UNIQUE.id
        assert (
            Board.parse(plain["puzzle"] if isinstance(plain["puzzle"], str) else json.dumps(plain["puzzle"]))
            == UNIQUE
        )
    assert checked.strength.value == "proven"


@pytest.mark.parametrize("ask", [explain, hint, lambda board: why(board, 0)])
def test_human_logic_refuses_a_board_with_constraints_and_names_one(ask):
    with pytest.raises(
        InputError, match="human logic knows no rules besides houses, and this board has anti-knight"
    ):
        ask(KNIGHT)


def test_of_several_boards_those_with_constraints_are_refused_and_the_others_go_on():
    for found in (
        explain_all,
        lambda puzzles, observer: rate_entries(puzzles, rated(), seconds=60, observer=observer),
    ):
        ear = Ear()
        assert len(list(found(entries(KNIGHT, UNIQUE, SEVERAL), observer=ear))) == 1
        assert ["anti-knight" in str(error) for error in ear.errors] == [True, False]
        assert "解が複数" in ear.errors[1].to("ja")


def test_a_verdict_that_no_certificate_can_speak_of_stays_and_is_told():
    ear = Ear()
    with inline() as where:
        knight, plain = check_all(
            entries(KNIGHT, UNIQUE), ENGINES, where, certify=Budget(seconds=60), observer=ear
        )
    assert knight.certificate is None
    assert isinstance(knight.uncertified, UsageError)
    assert "test:1: not certified: a certificate knows no rules besides houses" in ear.remarks[0].en
    assert plain.strength.value == "proven"


def test_the_number_of_solutions_of_each_problem_is_told_with_those_that_agree(tmp_path):
    made = run_into(tmp_path, [SEVERAL, UNIQUE], Ear(), Task.COUNT)
    table, ranking = made.tables()
    keys = [column.key for column in table.columns]
    rows = {row[0]: dict(zip(keys, row, strict=True)) for row in table.rows}
    assert {puzzle: row["count"] for puzzle, row in rows.items()} == {str(SEVERAL): 72, str(UNIQUE): 1}
    assert all(sorted(row["backends"].split(", ")) == ["algorithm_x", "sat"] for row in rows.values())
    assert {row["backend"]: (row["asked"], row["solved"]) for row in ranking.as_dicts()} == {
        "algorithm_x": (2, 2), "sat": (2, 2),
    }  # fmt: skip


@pytest.mark.parametrize("form", ["line", "grid", "unicode", "candidates", "json", "text"])
@pytest.mark.parametrize("name", ["4x4", "4x4-diagonal", "4x4:1", "4x4+anti-knight", "6x6:3", "7x7"])
def test_what_was_converted_reads_back_with_all_its_rules(form, name):
    board = Board.parse(f"{name}:12" + "." * (int(name[0]) ** 2 - 2))
    assert Board.parse(converted(board, form)).problem == board.problem


def test_rules_that_a_form_cannot_say_are_refused_with_the_form_that_can():
    killer = Board.empty(Variant(Layout.standard(4), (Killer((0, 1), 3),)))
    with pytest.raises(InputError, match=r"1 killer.* --to json"):
        converted(killer, "grid")
    assert Board.parse(converted(killer, "text")) == killer


def test_a_candidate_is_named_by_row_column_and_digit():
    assert candidate("r2c1#3", UNIQUE.layout) == UNIQUE.layout.option(4, 3)
    with pytest.raises(UsageError, match="R3C4#2"):
        candidate("R5C1#1", UNIQUE.layout)


def test_a_rule_is_told_by_either_of_its_names_and_in_both_languages():
    assert list(called("X-Wing").lines()) == list(called("x_wing").lines())
    assert called("x_wing", "ja").as_json() == called("x_wing").as_json() | {
        "name": called("x_wing", "ja").name
    }
    assert [rule.rule.name for rule in listed("ja")] == [rule.rule.name for rule in listed()]
