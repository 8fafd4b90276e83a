"""Candidates that no solution may hold."""

import pytest
from backend_cases import SPECS, Cases, ask_board

from sudokubench.answer import Verdict
from sudokubench.backends import Backend

pytestmark = pytest.mark.parametrize("engine", SPECS, indirect=True, scope="module")


def test_forbidding_a_digit_of_the_only_solution_leaves_none(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    [solution] = cases.solutions(cases.unique)
    blank = board.digits.index(0)
    assert ask_board(engine, board.forbidding([solution[blank]]))[1].verdict is Verdict.NONE


def test_forbidding_where_two_solutions_differ_leaves_the_other(engine: Backend, cases: Cases) -> None:
    one, other = cases.solutions(cases.two)
    board = cases.board(cases.two).forbidding([min(set(one) - set(other))])
    found, outcome = ask_board(engine, board)
    assert (found, outcome.verdict) == ([other], Verdict.UNIQUE)


def test_what_was_forbidden_once_is_allowed_again_in_the_next_search(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.two)
    one, _ = cases.solutions(cases.two)
    with engine.open(cases.layout) as session:
        assert session.search(board.forbidding(one).instance()).outcome().verdict is Verdict.NONE
        assert set(session.search(board.instance())) == cases.solutions(cases.two)


def test_a_cell_with_every_digit_forbidden_leaves_no_solution(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    blank, size = board.digits.index(0), cases.layout.size
    closed = board.forbidding(range(size * blank, size * blank + size))
    assert ask_board(engine, closed)[1].verdict is Verdict.NONE


def test_an_option_that_is_chosen_and_forbidden_leaves_no_solution(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    clue = board.instance().chosen[0]
    assert ask_board(engine, board.forbidding([clue]))[1].verdict is Verdict.NONE


def test_forbidding_what_the_clues_rule_out_changes_nothing(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    [solution] = cases.solutions(cases.unique)
    others = set(range(cases.layout.size**3)) - set(solution)
    found, outcome = ask_board(engine, board.forbidding(others))
    assert (found, outcome.verdict) == ([solution], Verdict.UNIQUE)


def test_forbidding_another_digit_of_a_clue_changes_nothing_now_or_later(
    engine: Backend, cases: Cases
) -> None:
    board, size = cases.board(cases.two), cases.layout.size
    clue = board.instance().chosen[0]
    other = clue + 1 if (clue + 1) // size == clue // size else clue - 1
    with engine.open(cases.layout) as session:
        for given in (board.forbidding([other]), board):
            assert set(session.search(given.instance())) == cases.solutions(cases.two)
