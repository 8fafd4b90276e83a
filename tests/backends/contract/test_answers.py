"""The answers: all solutions, each once, and a verdict that follows from the search."""

import random
from functools import cache
from itertools import islice

import pytest
import reference
from backend_cases import DEAR, NINE, SMALL, SPECS, Cases, as_options, ask_board, refused

from sudokubench.answer import Solution, Stop, Verdict
from sudokubench.backends import Backend, spec_of
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.layout import Layout

LATIN = Layout.standard(5)
pytestmark = pytest.mark.parametrize("engine", SPECS, indirect=True, scope="module")


def test_a_board_with_one_solution_is_unique(engine: Backend, cases: Cases) -> None:
    found, outcome = ask_board(engine, cases.board(cases.unique), limit=2)
    assert set(found) == cases.solutions(cases.unique)
    assert (outcome.count, outcome.stop, outcome.verdict) == (1, Stop.EXHAUSTED, Verdict.UNIQUE)


def test_a_9x9_puzzle_is_unique(engine: Backend) -> None:
    found, outcome = ask_board(engine, NINE.board(NINE.unique), limit=2)
    assert [str(NINE.board(NINE.unique).filled(options)) for options in found] == [NINE.solved]
    assert outcome.verdict is Verdict.UNIQUE


def test_a_board_without_solution_has_the_verdict_none(engine: Backend, cases: Cases) -> None:
    found, outcome = ask_board(engine, cases.board(cases.none))
    assert found == []
    assert (outcome.count, outcome.stop, outcome.verdict) == (0, Stop.EXHAUSTED, Verdict.NONE)


@pytest.mark.parametrize("limit", [2, 3, None])
def test_both_solutions_of_a_board_with_exactly_two_are_found(
    engine: Backend, cases: Cases, limit: int | None
) -> None:
    found, outcome = ask_board(engine, cases.board(cases.two), limit)
    assert set(found) == cases.solutions(cases.two)
    assert (len(found), outcome.count, outcome.verdict) == (2, 2, Verdict.MULTIPLE)
    assert outcome.exhausted == (limit != 2)


def test_several_solutions_are_all_found_and_all_different(engine: Backend, cases: Cases) -> None:
    found, outcome = ask_board(engine, cases.board(cases.several))
    assert len(found) == len(set(found)) == outcome.count
    assert set(found) == cases.solutions(cases.several)
    assert outcome.exhausted


def test_all_latin_squares_of_order_five_with_a_given_first_row_are_counted(engine: Backend) -> None:
    if refused(engine, LATIN):
        return
    # Of 161,280 (OEIS A002860), 1 in 5! begins with a given row, and of these 1 in 4! with a given column.
    board, number = Board(LATIN, [1, 2, 3, 4, 5] + 20 * [0]), 1344
    if spec_of(engine) in DEAR or ":" in spec_of(engine):  # slow engines and other options count a part
        number = 56
        for row in range(1, 5):
            board = board.with_digit(5 * row, row + 1)
    with lent_session(engine, LATIN) as session:
        outcome = session.search(board.instance()).outcome()
    assert (outcome.count, outcome.stop) == (number, Stop.EXHAUSTED)


@pytest.mark.parametrize("second", [2, 8, 5], ids=["row", "column", "box"])
def test_two_equal_clues_in_a_house_leave_no_solution(engine: Backend, second: int) -> None:
    if refused(engine, SMALL.layout):
        return
    board = Board.empty(SMALL.layout).with_digit(0, 3).with_digit(second, 3)
    assert ask_board(engine, board)[1].verdict is Verdict.NONE


def test_two_equal_clues_in_a_9x9_leave_no_solution(engine: Backend) -> None:
    board = NINE.board(NINE.unique).with_digit(80, 7)
    assert ask_board(engine, board)[1].verdict is Verdict.NONE


def test_a_full_valid_grid_is_its_own_only_solution(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.solved)
    found, outcome = ask_board(engine, board)
    assert [board.filled(options) for options in found] == [board]
    assert outcome.verdict is Verdict.UNIQUE


def test_a_full_grid_with_a_fault_has_no_solution(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.solved)
    assert ask_board(engine, board.with_digit(0, board.digits[1]))[1].verdict is Verdict.NONE


def test_solutions_are_ascending_tuples_of_ints(engine: Backend, cases: Cases) -> None:
    for solution in ask_board(engine, cases.board(cases.two))[0]:
        assert type(solution) is tuple
        assert {type(option) for option in solution} == {int}
        assert list(solution) == sorted(set(solution))


@cache
def random_boards(cases: Cases) -> list[tuple[Board, frozenset[Solution]]]:
    """Return boards, each with up to 50 of its solutions."""
    size, rng, found = cases.layout.size, random.Random(20), []
    cells = size * size
    solved = cases.board(cases.solved).digits
    for _ in range(60):
        board = Board.empty(cases.layout)
        for cell in rng.sample(range(cells), cells * 2 // 5):
            digit = rng.randint(1, size) if rng.random() < 0.02 else solved[cell]
            board = board.with_digit(cell, digit)
        board = board.forbidding(rng.sample(range(cells * size), rng.choice([0, 0, 2])))
        forbidden = {(option // size, option % size + 1) for option in board.forbidden}
        solutions = islice(reference.solutions(board.digits, cases.houses, forbidden), 50)
        found.append((board, as_options(solutions, size)))
    return found


def test_random_boards_in_one_session_get_the_answers_of_brute_force(engine: Backend, cases: Cases) -> None:
    with engine.open(cases.layout) as session:
        for board, expected in random_boards(cases):
            found = list(session.search(board.instance(), limit=50))
            assert len(set(found)) == len(found) == len(expected), board
            if len(found) < 50:
                assert set(found) == expected, board
            else:
                assert all(board.is_solved_by(board.filled(options)) for options in found)
