"""Limits, the ways to ask for solutions, and the measurements."""

import sys
from itertools import islice
from time import perf_counter_ns

import pytest
from backend_cases import Cases, ask_board

from sudokubench.answer import Budget, Stop, Verdict
from sudokubench.backends import Backend
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.problem import Instance


@pytest.mark.parametrize("limit", [1, 2, 10])
def test_an_empty_grid_yields_as_many_solutions_as_the_limit_allows(
    plain_engine: Backend, limit: int
) -> None:
    board = Board.empty(Layout.standard(9))
    found, outcome = ask_board(plain_engine, board, limit)
    assert len(set(found)) == len(found) == outcome.count == limit
    assert outcome.stop is Stop.LIMIT
    assert all(board.is_solved_by(board.filled(options)) for options in found)


@pytest.mark.parametrize("limit", [1, 2, 11])
def test_several_solutions_are_cut_at_the_limit(engine: Backend, cases: Cases, limit: int) -> None:
    found, outcome = ask_board(engine, cases.board(cases.several), limit)
    assert len(set(found)) == len(found) == outcome.count == limit
    assert set(found) <= cases.solutions(cases.several)
    assert outcome.stop is Stop.LIMIT


def test_one_solution_at_a_limit_of_one_says_solvable_and_no_more(engine: Backend, cases: Cases) -> None:
    assert ask_board(engine, cases.board(cases.unique), limit=1)[1].verdict is Verdict.SOLVABLE


def test_a_board_without_solution_is_exhausted_at_any_limit(engine: Backend, cases: Cases) -> None:
    assert ask_board(engine, cases.board(cases.none), limit=1)[1].verdict is Verdict.NONE


def test_a_limit_equal_to_the_number_of_solutions_claims_nothing_beyond(
    engine: Backend, cases: Cases
) -> None:
    board = cases.board(cases.several)
    total = len(cases.solutions(cases.several))
    assert ask_board(engine, board, total)[1].stop is Stop.LIMIT
    assert ask_board(engine, board, total + 1)[1].stop is Stop.EXHAUSTED


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(engine: Backend, cases: Cases, limit: int) -> None:
    with engine.open(cases.layout) as session, pytest.raises(UsageError):
        session.search(Instance(), limit=limit)


def test_the_first_solution_comes_before_the_others_are_looked_for(plain_engine: Backend) -> None:
    board = Board.empty(Layout.standard(9))  # 6.67e21 solutions: no test waits for all
    with lent_session(plain_engine, board.layout) as session:
        search = session.search(board.instance(), budget=Budget(seconds=60))
        first = next(iter(search))
        assert board.is_solved_by(board.filled(first))
        assert search.count == 1
        search.abandon()
        assert search.outcome().stop is Stop.CANCELLED


@pytest.mark.parametrize("limit", [None, 7])
def test_counting_without_iterating_gives_the_same_outcome(
    engine: Backend, cases: Cases, limit: int | None
) -> None:
    board = cases.board(cases.several)
    with lent_session(engine, cases.layout) as session:
        counted = session.search(board.instance(), limit=limit).outcome()
    found, outcome = ask_board(engine, board, limit)
    assert (counted.count, counted.stop) == (outcome.count, outcome.stop) == (len(found), outcome.stop)


@pytest.mark.parametrize("taken", [1, 3])
def test_the_outcome_counts_what_was_iterated_and_what_was_not(
    engine: Backend, cases: Cases, taken: int
) -> None:
    board = cases.board(cases.several)
    with lent_session(engine, cases.layout) as session:
        search = session.search(board.instance())
        first = list(islice(search, taken))
        assert len(set(first)) == taken
        assert search.outcome().count == len(cases.solutions(cases.several))
        assert list(search) == []


def test_iterating_in_two_parts_repeats_nothing(engine: Backend, cases: Cases) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.several).instance())
        parts = [*islice(search, 5), *search]
    assert len(parts) == len(set(parts)) == len(cases.solutions(cases.several))


def test_the_outcome_can_be_asked_for_twice(engine: Backend, cases: Cases) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.two).instance())
        assert search.outcome() == search.outcome()


def test_times_are_measured_in_each_phase_and_never_negative(engine: Backend, cases: Cases) -> None:
    times = ask_board(engine, cases.board(cases.unique))[1].times
    assert min(times.encode_ns, times.solve_ns, times.decode_ns) >= 0
    assert times.solve_ns > 0
    assert times.total_ns == times.encode_ns + times.solve_ns + times.decode_ns


@pytest.mark.parametrize("taken", [2, None], ids=["abandoned", "to the end"])
def test_what_the_caller_does_between_solutions_is_in_no_time(
    engine: Backend, cases: Cases, taken: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    years_ns = [0]  # elapsed time on the clock of every engine
    for name, module in sys.modules.items():
        if name.startswith("sudokubench.backends.") and hasattr(module, "perf_counter_ns"):
            monkeypatch.setattr(module, "perf_counter_ns", lambda: perf_counter_ns() + years_ns[0])
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.several).instance())
        for _ in islice(search, taken):
            years_ns[0] += 10**17
        search.abandon()
        assert search.count > 1
        assert search.outcome().times.total_ns < 10**17


def test_statistics_are_whole_numbers_with_names(engine: Backend, cases: Cases) -> None:
    stats = ask_board(engine, cases.board(cases.unique))[1].stats
    assert all(isinstance(name, str) and type(value) is int for name, value in stats.items())
