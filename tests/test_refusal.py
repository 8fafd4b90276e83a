"""Every part of the package refuses an unknown rule by name: no part answers, proves, explains, turns or stores it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

import pytest
from backends import plugin
from database import database

import sudokubench
from sudokubench import Board, InputError, Layout
from sudokubench.actions import solve as solving
from sudokubench.actions.check import check_all
from sudokubench.actions.convert import encode
from sudokubench.actions.explain import explain, explain_all
from sudokubench.actions.hint import hint
from sudokubench.actions.observer import Observer
from sudokubench.actions.rate import rate_entries, rate_unique
from sudokubench.actions.report import compared, rank, report
from sudokubench.actions.run import run
from sudokubench.actions.why import why
from sudokubench.answer import Budget, Verdict
from sudokubench.backends import backend, backend_list, installed, refusal, spec_of
from sudokubench.backends.pool import lent_session
from sudokubench.backends.prover_pool import lent_prover
from sudokubench.batches import solve_many
from sudokubench.certificates import Certificate, certify, certify_all, verify
from sudokubench.constraints import Killer
from sudokubench.encodings import cnf, cp, exact_cover
from sudokubench.errors import BackendUnavailable, SudokubenchError, UsageError
from sudokubench.harness.corpus import BadEntry, entry_of, read
from sudokubench.harness.executors import executor
from sudokubench.harness.finding import Task
from sudokubench.harness.limits import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.store import Store
from sudokubench.logic import engine, least_evidence, proof, rating
from sudokubench.logic.configuration import rated, teaching
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.hint import continues, state_of
from sudokubench.logic.trace import Ending, Trace
from sudokubench.logic.why import contradiction
from sudokubench.problem import Variant, cover
from sudokubench.symmetry import random_symmetry
from sudokubench.words import Words, untranslated


@dataclass(frozen=True)
class Even:
    """A statement that only this test knows: these cells hold even digits."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Parity:
    """A constraint that only this test knows."""

    cells: tuple[int, ...]

    kind: ClassVar[str] = "parity"
    named: ClassVar[bool] = False

    def refuse(self, layout: Layout) -> Words | None:
        return None

    def fault(self, layout: Layout, digits: Sequence[int]) -> str | None:
        odd = next((layout.cell_name(cell) for cell in self.cells if digits[cell] % 2), None)
        return odd and f"{odd} holds an odd digit"

    def statements(self, layout: Layout) -> Iterator[Even]:
        yield Even(self.cells)

    def describe(self, layout: Layout) -> Words:
        return untranslated(f"the parity of {' '.join(map(layout.cell_name, self.cells))}")

    def to_json(self) -> dict[str, Any]:
        return {"cells": list(self.cells)}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Parity:
        return cls(tuple(fields["cells"]))


NAMED = "the parity of R1C1"
SMALL, NINE = Layout.standard(4), Layout.standard(9)
SMALL_LINE = "1...3..2...3..2."
NINE_LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PLAIN = [Board.parse(SMALL_LINE), Board.parse(NINE_LINE)]
BOARDS = [
    Board.parse(line, Variant(layout, (Parity((0,)),)))
    for line, layout in ((SMALL_LINE, SMALL), (NINE_LINE, NINE))
]
"""Boards with one solution without the constraint, and no solution with it, because R1C1 is odd."""

boards = pytest.mark.parametrize("board", BOARDS, ids=["4x4", "9x9"])
engines = pytest.mark.parametrize("name", installed()[0])


def refused(error: type[Exception] = SudokubenchError) -> Any:
    return pytest.raises(error, match=NAMED)


class Ear(Observer):
    """An object that remembers all reports."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self.errors: list[str] = []
        self.claims: dict[str, int] = {}

    def remark(self, words):
        self.remarks.append(words.en)

    def refused(self, error):
        self.errors.append(str(error))

    def judged(self, puzzle, trouble):
        self.claims[puzzle.entry.id] = len(puzzle.claims)


def entries(*given):
    return [entry_of(board, "here", number) for number, board in enumerate(given, 1)]


def inline(chosen):
    return executor("local", Limits(wall_s=60), isolation="inline")


def test_the_constraint_is_one_that_changes_the_answer():
    for board, plain in zip(BOARDS, PLAIN, strict=True):
        solution = sudokubench.solve(plain).solution
        assert board.problem.fault(solution.digits) == "R1C1 holds an odd digit"
        assert not board.is_solved_by(Board(board.problem, solution.digits))
        assert board.id != plain.id
        assert json.loads(str(board))["constraints"] == [{"kind": "parity", "cells": [0]}]


# -- engines --------------------------------------------------------------------------------------------------------


@engines
@boards
def test_no_backend_answers(name, board):
    asked = backend(name)
    reason = refusal(asked, board.problem)
    assert reason is not None
    if asked.unsupported(board.layout) is None:
        assert NAMED in str(reason)
    for question in (
        sudokubench.solve,
        sudokubench.count,
        sudokubench.is_unique,
        lambda b, **k: list(sudokubench.solutions(b, **k)),
    ):
        with pytest.raises(BackendUnavailable, match=NAMED):
            question(board, backend=name)
    with refused(BackendUnavailable), lent_session(asked, board.problem):
        pass


@engines
@boards
def test_no_backend_opens_it_when_asked_directly(name, board):
    with pytest.raises(SudokubenchError, match="parity"):
        backend(name).open(board.problem)


@boards
def test_no_backend_is_left_to_check_it(board):
    found = sudokubench.check(board)
    assert (found.verdict, found.backends) == (Verdict.UNDECIDED, {})


@engines
@boards
@pytest.mark.parametrize("threads", [1, 2])
def test_no_batch_is_answered(name, board, threads):
    for count in (2, 200):  # below and above the number that `sliced` leaves to another engine
        with refused(BackendUnavailable):
            solve_many([board] * count, backend=name, threads=threads)


@boards
def test_the_flow_that_solves_refuses_it_with_every_backend(board):
    for engine_ in backend_list("all"):
        with refused(BackendUnavailable):
            list(solving.solve_all(entries(board), engine_))


# -- encodings ------------------------------------------------------------------------------------------------------


@boards
def test_no_encoding_says_it(board):
    with refused(UsageError):
        exact_cover.cover_of(board.problem)
    for encoding in cnf.ENCODINGS:
        with refused(UsageError):
            cnf.cnf(board.problem, encoding)
        with refused(UsageError):
            encode(entries(board)[0], "dimacs", encoding, io.StringIO())
    for model in (cp.all_different, cp.boolean):
        with refused(UsageError):
            model(board.problem)
    with refused(UsageError):
        encode(entries(board)[0], "dlx", "extended", io.StringIO())
    for module in (exact_cover, cnf, cp):
        assert NAMED in str(module.unsupported(board.problem))


# -- certificates ---------------------------------------------------------------------------------------------------


@boards
def test_no_certificate_is_made_of_it(board):
    solution = Board(board.problem, sudokubench.solve(Board(board.layout, board.digits)).solution.digits)
    with refused(UsageError):
        certify(board)
    with refused(UsageError):
        list(certify_all([board]))
    for claim, solutions in (
        (Verdict.UNIQUE, (solution,)),
        (Verdict.NONE, ()),
        (Verdict.MULTIPLE, (solution, solution)),
    ):
        with refused(UsageError):
            Certificate(board, claim, solutions)


def test_no_certificate_with_an_unknown_constraint_is_read_or_verified():
    fields = json.loads(certify(PLAIN[1]).to_json())
    unknown = [{"kind": "parity", "cells": [0]}]
    fields["puzzle"]["constraints"] = unknown
    for look in (Certificate.parse, verify):
        with pytest.raises(InputError, match=r"^not a certificate: .*the unknown constraint 'parity'"):
            look(json.dumps(fields))
    del fields["puzzle"]["constraints"]
    with pytest.raises(InputError, match="its fields are"):
        verify(json.dumps({**fields, "constraints": unknown}))


def test_a_certificate_of_the_houses_alone_says_nothing_about_a_constraint_that_is_put_in():
    fields = json.loads(certify(PLAIN[1]).to_json())
    fields["puzzle"]["constraints"] = [{"kind": "killer", "cells": [0, 1], "total": 8}]
    assert not verify(json.dumps(fields)).verified


@boards
def test_check_and_solve_with_certificates_prove_nothing(board):
    ear = Ear()
    with inline(backend_list("all")) as where:
        checked = list(
            check_all(entries(board), backend_list("all"), where, certify=Budget(seconds=60), observer=ear)
        )
    assert [one.verdict for one in checked] == [Verdict.UNDECIDED]
    assert all(one.certificate is None for one in checked)
    assert any(NAMED in text for text in ear.errors + ear.remarks)


# -- human logic ----------------------------------------------------------------------------------------------------


@boards
def test_human_logic_takes_no_step(board):
    config, plain = teaching(), Board(board.layout, board.digits)
    trace = Trace(board, (), Ending.STUCK)
    assert not continues(plain, board)
    with lent_prover(board.layout) as prover:
        for entry in (
            lambda: CandidateGrid.of(board),
            lambda: engine.solve(board, config.rules),
            lambda: engine.solve(board, config.rules, start=CandidateGrid.of(plain)),
            lambda: rating.rate(board),
            lambda: state_of(board, None),
            lambda: state_of(board, board),
            lambda: state_of(plain, board),
            lambda: state_of(board, plain),
            trace.states,
            lambda: prover.check(trace, frozenset()),
            lambda: sudokubench.logic.why.smallest_facts(board, 0, prover),
            lambda: contradiction(board, prover),
            lambda: least_evidence.least_evidence(board, prover),
            lambda: proof.clues_of(board),
        ):
            with refused(UsageError):
                entry()


@boards
def test_no_flow_of_human_logic_explains_hints_rates_or_says_why(board):
    for flow in (
        explain,
        hint,
        lambda b: hint(b, b),
        lambda b: why(b, 0),
        lambda b: rate_unique(b, rated(), 60),
    ):
        with refused():
            flow(board)
    for flow in (
        lambda given, ear: explain_all(given, observer=ear),
        lambda given, ear: rate_entries(given, rated(), seconds=60, observer=ear),
    ):
        ear = Ear()
        assert len(list(flow(entries(board, PLAIN[0]), ear))) == 1
        assert NAMED in ear.errors[0]


# -- symmetry -------------------------------------------------------------------------------------------------------


@boards
def test_no_symmetry_moves_it(board):
    with refused(UsageError):
        random_symmetry(board.problem, Random(1))
    with refused(UsageError):
        random_symmetry(board.layout, Random(1))(board)


# -- runs and reports -----------------------------------------------------------------------------------------------


def ran(folder, names, given, ear, task=Task.UNIQUE):
    chosen = backend_list(names) if isinstance(names, str) else names
    plan = Plan(("here",), tuple(map(spec_of, chosen)), task, task.limit)
    with Store(folder) as store, inline(chosen) as where:
        return run(plan, entries(*given), chosen, where, store, observer=ear)


@pytest.mark.parametrize("task", Task)
def test_in_a_run_every_backend_leaves_it_out_with_the_reason_and_nothing_is_stored_as_solved(tmp_path, task):
    ear = Ear()
    ran(tmp_path, "all", [BOARDS[0], PLAIN[0]], ear, task)
    for name in installed()[0]:
        mine = [text for text in ear.remarks if text.startswith(f"{spec_of(backend(name))} leaves out ")]
        assert any(NAMED in text or backend(name).unsupported(SMALL) for text in mine), name
    assert ear.claims[BOARDS[0].id] == 0
    assert ear.claims[PLAIN[0].id] > 3
    with database(tmp_path / "runs.db") as db:
        kept = dict(db.execute("SELECT id, verdict FROM puzzles").fetchall())
        answered = db.execute("SELECT DISTINCT position FROM records").fetchall()
    assert kept[BOARDS[0].id] == "undecided"
    assert kept[PLAIN[0].id] in {"unique", "solvable"}
    assert answered == [(1,)]


@pytest.mark.parametrize("others", [[], [PLAIN[0]]], ids=["alone", "beside another puzzle"])
def test_a_report_names_it_and_says_that_no_backend_was_asked(tmp_path, others):
    ran(tmp_path, "algorithm_x,sat", [*others, BOARDS[0]], Ear())
    made = report(results=tmp_path)
    text = json.dumps(made.report.as_dict(), ensure_ascii=False)
    assert (
        f"Puzzles left out, because no backend can open them: 1. The first is here:{len(others) + 1}: "
        in text
    )
    assert "parity" in text
    assert {row["solved"] for row in rank(results=tmp_path).as_dicts() if "solved" in row} <= {len(others)}
    assert {row["puzzles"] for row in compared("last", "last", tmp_path).as_dicts()} <= {len(others)}


def test_a_file_with_an_unknown_constraint_is_bad_input(tmp_path):
    file = tmp_path / "puzzle.json"
    file.write_text(str(BOARDS[0]))
    (found,) = read([str(file)])
    assert isinstance(found, BadEntry)
    assert "the unknown constraint 'parity'" in found.error.message
    with pytest.raises(InputError, match="the unknown constraint 'parity'"):
        sudokubench.solve(str(BOARDS[0]))


# -- engines of version 1 of the interface --------------------------------------------------------------------------


@dataclass(frozen=True)
class Old(plugin.Old):
    """An engine of version 1 that opens plain boards."""

    def open(self, problem):
        assert isinstance(problem, Layout)
        assert not problem.extra
        return backend("algorithm_x").open(problem)


OTHERS = [
    BOARDS[0].problem, Variant(SMALL, (Killer((0, 1), 5),)), Layout.named("4x4-diagonal"),
    Variant(Layout.named("4x4-diagonal"), (Killer((0, 1), 5),)), cover([("A", "1")]),
]  # fmt: skip


def test_an_engine_of_version_1_is_given_plain_boards():
    assert sudokubench.solve(PLAIN[0], backend=Old()).verdict is Verdict.UNIQUE
    assert sudokubench.solve("." * 36, backend=Old()).verdict is Verdict.MULTIPLE
    assert solve_many([PLAIN[0]] * 3, backend=Old()).counts.tolist() == [1, 1, 1]


@pytest.mark.parametrize("problem", OTHERS, ids=str)
def test_an_engine_of_version_1_is_given_nothing_else(problem):
    said = "written for version 1 of the interface, which knows only plain boards"
    assert said in str(refusal(Old(), problem))
    with pytest.raises(BackendUnavailable, match=said), lent_session(Old(), problem):
        pass
    if isinstance(problem, (Layout, Variant)):
        board = Board.empty(problem)
        for question in (sudokubench.solve, sudokubench.count, sudokubench.is_unique):
            with pytest.raises(BackendUnavailable, match=said):
                question(board, backend=Old())
        with pytest.raises(BackendUnavailable, match=said):
            solve_many([board] * 3, backend=Old())


def test_a_run_with_an_engine_of_version_1_leaves_out_what_it_does_not_know(tmp_path):
    ear = Ear()
    given = [PLAIN[0], *(Board.empty(problem) for problem in OTHERS[:4])]
    ran(tmp_path, [Old()], given, ear)
    assert sum("written for version 1" in text for text in ear.remarks) == 4
    assert sorted(ear.claims.values()) == [0, 0, 0, 0, 1]
