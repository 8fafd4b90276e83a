"""A problem is opened within the budget. The tests move the clock: each reading advances it by a second."""

from dataclasses import dataclass
from itertools import count as counting
from typing import ClassVar

import pytest

from sudokubench import Board, Budget, check, clock, count, is_unique, solutions, solve
from sudokubench.answer import Stop, Verdict
from sudokubench.backends import Backend, backend, pool
from sudokubench.clock import CLOCK, TimeOver, limited
from sudokubench.encodings import cnf
from sudokubench.errors import BackendFailed, Undecided
from sudokubench.harness.finding import Question, Termination
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits

RAW = "sat:encoding=extended-raw"
BOARD = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SHORT, LONG = Budget(seconds=2), Budget(seconds=1000)
"""The 11,988 clauses of BOARD are written in three parts and loaded in three."""


@pytest.fixture(autouse=True)
def nothing_is_open(monkeypatch):
    monkeypatch.setattr(pool, "_sessions", pool.Idle(16, pool._close))
    cnf._made.cache_clear()


@pytest.fixture
def hurried(monkeypatch):
    seconds = counting()
    monkeypatch.setattr(clock, "perf_counter", lambda: next(seconds))


def kept(name):
    return len(pool._sessions.of((backend(name), BOARD.problem)))


def answers(name, limits):
    ((_, findings),) = Inline(limits).answers([Question(backend(name), BOARD.problem, [BOARD.instance()], 2)])
    return findings


@pytest.mark.parametrize("encoding", cnf.ENCODINGS)
def test_every_encoding_asks_for_the_time_while_it_writes_clauses(hurried, encoding):
    with limited(CLOCK.now_s() + 1), pytest.raises(TimeOver):
        cnf.cnf(BOARD.problem, encoding)
    assert cnf.cnf(BOARD.problem, encoding).clauses


@pytest.mark.parametrize("name", ["sat", "sat:solver=minicard", "cryptominisat"])
def test_an_engine_asks_for_the_time_while_it_loads_clauses_and_loads_them_all(hurried, name):
    cnf.cnf(BOARD.problem)
    with limited(CLOCK.now_s() + 2), pytest.raises(TimeOver):
        backend(name).open(BOARD.problem)
    assert solve(BOARD, backend=name).verdict is Verdict.UNIQUE


def test_a_problem_that_is_not_open_in_time_is_undecided_and_no_session_is_kept(hurried):
    answer = solve(BOARD, backend=RAW, budget=SHORT)
    assert (answer.verdict, answer.outcome.stop, answer.found) == (Verdict.UNDECIDED, Stop.BUDGET, ())
    for ask in (count, is_unique, lambda *of, **how: list(solutions(*of, **how))):
        with pytest.raises(
            Undecided, match=r"^sat:encoding=extended-raw left .* undecided: its budget ran out"
        ):
            ask(BOARD, backend=RAW, budget=SHORT)
    assert kept(RAW) == 0
    assert solve(BOARD, backend=RAW, budget=LONG).verdict is Verdict.UNIQUE
    assert kept(RAW) == 1


def test_clauses_that_were_written_in_time_are_kept_for_the_next_call(hurried):
    assert solve(BOARD, backend=RAW, budget=Budget(seconds=5)).verdict is Verdict.UNDECIDED
    assert kept(RAW) == 0
    assert solve(BOARD, backend=RAW, budget=Budget(seconds=5)).verdict is Verdict.UNIQUE


def test_a_tiny_budget_leaves_time_to_open_once():
    assert solve(BOARD, backend=RAW, budget=Budget(seconds=0)).verdict is Verdict.UNDECIDED
    assert kept(RAW) == 1


def test_inline_a_problem_that_is_not_open_in_time_is_a_timeout(hurried):
    (found,) = answers(RAW, Limits(open_s=SHORT.seconds or 0))
    assert (found.termination, found.verdict) == (Termination.TIMEOUT, Verdict.UNDECIDED)
    assert found.message == "the time limit ended before its problem was opened"
    assert kept(RAW) == 0
    (found,) = answers(RAW, Limits(open_s=LONG.seconds or 0))
    assert (found.termination, found.verdict) == (Termination.FINISHED, Verdict.UNIQUE)


def test_check_goes_on_to_the_other_engines(hurried):
    found = check(BOARD, backend=f"{RAW},algorithm_x", budget=SHORT)
    assert found.verdict is Verdict.UNIQUE
    assert [claim.finding.termination for claim in found.claims] == [
        Termination.TIMEOUT,
        Termination.FINISHED,
    ]


def test_the_limit_of_a_caller_ends_the_call_and_not_only_the_opening(hurried):
    with limited(CLOCK.now_s() + 3), pytest.raises(TimeOver):
        solve(BOARD, backend=RAW, budget=LONG)


@dataclass(frozen=True)
class Idler(Backend):
    """A plug-in that claims that the time is over although it is not."""

    kind: ClassVar[str] = "test"
    interface: ClassVar[int] = 2

    def open(self, problem):
        raise TimeOver


@pytest.mark.parametrize("budget", [Budget(), LONG])
def test_a_plug_in_that_says_too_early_that_the_time_is_over_has_failed(budget):
    with pytest.raises(BackendFailed, match="TimeOver"):
        solve(BOARD, backend=Idler(), budget=budget)
