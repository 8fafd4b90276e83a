import copy
import pickle
import re
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
import reference
from formats_cases import fault
from hypothesis import given
from hypothesis import strategies as st

from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.layout import Layout
from sudokubench.problem import Instance

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NINE = Layout.standard(9)
BOARD = Board.parse(PUZZLE)


def brute_candidates(digits, cell, houses):
    taken = {digits[c] for house in houses if cell in house for c in house}
    return tuple(d for d in range(1, max(map(len, houses)) + 1) if d not in taken)


# -- value ---------------------------------------------------------------------------------------------------------


def test_a_board_is_immutable_and_has_no_dictionary():
    with pytest.raises(FrozenInstanceError):
        BOARD.digits = bytes(81)
    with pytest.raises(FrozenInstanceError):
        del BOARD.layout
    with pytest.raises((AttributeError, TypeError)):
        BOARD.name = "x"
    assert not hasattr(BOARD, "__dict__")


def test_boards_with_equal_parts_are_equal_and_have_equal_hashes():
    again = Board(NINE, reference.grid(PUZZLE))
    assert (again, hash(again)) == (BOARD, hash(BOARD))
    assert len({again, BOARD, BOARD.forbidding([1]), BOARD.without_digit(0)}) == 3
    assert Board.empty(Layout.named("9x9-diagonal")) != Board.empty()
    assert BOARD != PUZZLE


def test_what_was_asked_of_a_board_does_not_change_its_value():
    asked, unasked = Board.parse(PUZZLE), Board.parse(PUZZLE)
    asked.candidate_mask(5)
    assert asked == unasked
    assert hash(asked) == hash(unasked)


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
def test_a_board_can_be_copied_and_sent(clone):
    board = BOARD.forbidding([5, 700])
    assert clone(board) == board
    assert clone(board).candidates(77) == board.candidates(77)


def test_the_empty_board_is_9x9_unless_a_layout_is_given():
    assert Board.empty().digits == bytes(81)
    assert Board.empty(Layout.standard(6)).digits == bytes(36)


def test_digits_may_come_as_any_sequence_of_numbers():
    assert Board(NINE, np.array(reference.grid(PUZZLE), dtype=np.int64)) == BOARD
    assert Board(NINE, list(BOARD.digits)) == BOARD


@pytest.mark.parametrize(
    ("digits", "forbidden", "words"),
    [
        ([0] * 80, [], "80 cells"), ([0] * 82, [], "82 cells"), ([], [], "0 cells"),
        ([10] + [0] * 80, [], "digit 10"), ([-1] + [0] * 80, [], "digit -1"),
        ([300] + [0] * 80, [], "digit 300"), (np.full((81, 2), 1), [], r"digit \[1 1\]"),
        ([0] * 81, [-1], "0 to 728"), ([0] * 81, [3, 729], "0 to 728"),
    ],
)  # fmt: skip
def test_parts_that_do_not_make_a_board_are_refused(digits, forbidden, words):
    with pytest.raises(InputError, match=words):
        Board(NINE, digits, forbidden)


@pytest.mark.parametrize("value", ["53..", None, [1, 2], np.zeros(81)])
def test_a_value_in_place_of_a_layout_is_refused_with_the_calls_that_read_it(value):
    with pytest.raises(UsageError, match=r"is not a layout.*Board\.parse\(TEXT\).*boards\(VALUE\)"):
        Board(value)


def test_repr_and_str_name_the_layout_and_show_the_line():
    assert str(BOARD) == PUZZLE
    assert repr(BOARD) == f"<Board 9x9 {PUZZLE}>"
    assert repr(BOARD.forbidding([3, 4])) == f"<Board 9x9 {PUZZLE} with 2 forbidden>"


# -- questions -----------------------------------------------------------------------------------------------------


def test_clues_are_the_cells_that_are_not_blank():
    assert BOARD.clue_count == len(BOARD.clues) == 30
    assert BOARD.clues[:3] == ((0, 5), (1, 3), (4, 7))


def test_a_cell_is_fixed_where_a_clue_stands():
    assert [BOARD.is_fixed(cell) for cell in range(5)] == [True, True, False, False, True]


@pytest.mark.parametrize("name", ["9x9", "9x9-diagonal"])
def test_candidates_are_the_digits_that_no_peer_holds(name):
    houses = reference.sudoku_houses(9, 3) + (reference.diagonals(9) if "diagonal" in name else [])
    board = Board.parse(PUZZLE, Layout.named(name))
    for cell in range(81):
        digit = board.digits[cell]
        expected = (digit,) if digit else brute_candidates(board.digits, cell, houses)
        assert board.candidates(cell) == expected
        assert board.candidate_mask(cell) == sum(1 << d - 1 for d in expected)


def test_occupancy_is_a_mask_for_each_house():
    occupied = BOARD.occupied()
    assert occupied[0] == sum(1 << d - 1 for d in (5, 3, 7))
    assert occupied[9] == sum(1 << d - 1 for d in (5, 6, 8, 4, 7))
    assert occupied[18] == sum(1 << d - 1 for d in (5, 3, 6, 9, 8))


def test_occupancy_is_made_once_so_that_candidates_cost_the_same_on_any_board():
    board = Board.parse(PUZZLE)
    assert board.occupied() is board.occupied()


def test_forbidden_candidates_are_not_candidates():
    board = BOARD.forbidding([NINE.option(2, 1), NINE.option(2, 9)])
    assert BOARD.candidates(2) == (1, 2, 4)
    assert board.candidates(2) == (2, 4)
    assert board.candidates(3) == BOARD.candidates(3)
    assert board.forbidden == {NINE.option(2, 1), NINE.option(2, 9)}


def test_a_clue_that_is_forbidden_leaves_its_cell_without_candidates():
    assert BOARD.forbidding([NINE.option(0, 5)]).candidates(0) == ()


def test_conflicts_are_pairs_of_equal_clues_in_a_house():
    board = Board.parse("1..1" + "." * 8 + "1...")
    assert board.conflicts() == ((0, 3), (0, 12))
    assert BOARD.conflicts() == ()


# -- changes -------------------------------------------------------------------------------------------------------


@given(cell=st.integers(0, 80), digit=st.integers(1, 9))
def test_a_digit_that_is_put_can_be_taken_away(cell, digit):
    board = BOARD.with_digit(cell, digit)
    assert board.digits[cell] == digit
    assert [d for c, d in enumerate(board.digits) if c != cell] == [
        d for c, d in enumerate(BOARD.digits) if c != cell
    ]
    assert board.without_digit(cell) == BOARD.without_digit(cell)


@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 4)), max_size=30))
def test_changes_one_by_one_give_the_board_of_the_final_digits(changes):
    board, digits = Board.empty(Layout.standard(4)), [0] * 16
    for cell, digit in changes:
        board = board.with_digit(cell, digit) if digit else board.without_digit(cell)
        digits[cell] = digit
        board.occupied()
    assert board == Board(Layout.standard(4), digits)
    assert board.occupied() == Board(Layout.standard(4), digits).occupied()


def test_a_change_keeps_what_is_forbidden():
    board = BOARD.forbidding([7])
    assert board.with_digit(2, 1).forbidden == board.without_digit(0).forbidden == {7}


@pytest.mark.parametrize(
    ("cell", "digit"), [(81, 1), (-1, 1), (0, 0), (0, 10), (0, -1), ("R1C1", 1), (0, "3"), (0, 1.0)]
)
def test_a_change_outside_the_board_is_refused(cell, digit):
    with pytest.raises(InputError):
        BOARD.with_digit(cell, digit)


@pytest.mark.parametrize("cell", [81, -1, -81, "0", None, 1.0, slice(2)])
@pytest.mark.parametrize(
    "question",
    [
        BOARD.candidates, BOARD.candidate_mask, BOARD.is_fixed, BOARD.peers, BOARD.without_digit,
        BOARD.forbidding([0]).forbidden_mask,
    ],
)  # fmt: skip
def test_a_question_about_a_cell_outside_the_board_is_refused(question, cell):
    with pytest.raises(
        InputError, match=re.escape(f"cell {cell!r} does not exist: 9x9 has the cells 0 to 80")
    ):
        question(cell)


@pytest.mark.parametrize("text", [None, 5, b"." * 81, ["." * 81]])
def test_a_value_that_is_not_text_is_not_a_board(text):
    with pytest.raises(
        InputError, match=f"of type {type(text).__name__} is not a board: give a Board, or a text"
    ):
        Board.parse(text)


# -- solving -------------------------------------------------------------------------------------------------------


def test_the_instance_has_the_options_of_the_clues_and_what_is_forbidden():
    board = Board.parse("1..4" + "." * 12).forbidding([9, 5])
    assert board.instance() == Instance(chosen=(0, 15), forbidden=(5, 9))
    assert len(BOARD.instance().chosen) == 30


def test_a_solution_as_options_fills_the_board():
    options = [9 * cell + int(digit) - 1 for cell, digit in enumerate(SOLVED)]
    assert str(BOARD.filled(options)) == SOLVED


@pytest.mark.parametrize(
    ("board", "solution", "faults"),
    [
        (BOARD, Board.parse(SOLVED), ()),
        (BOARD, Board.parse(SOLVED).without_digit(80).with_digit(2, 5),
         ("R9C9 is blank", "R1 holds a digit twice", "C3 holds a digit twice", "B1 holds a digit twice")),
        (BOARD.forbidding([NINE.option(2, 4)]), Board.parse(SOLVED), ("R1C3#4 is forbidden",)),
        (BOARD, Board.parse(SOLVED, Layout.named("9x9-diagonal")), ("it is a board of 9x9-diagonal and not of 9x9",)),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_solution_is_named(board, solution, faults):
    assert board.faults(solution) == faults
    assert board.is_solved_by(solution) == (not faults)


def test_a_valid_grid_with_another_clue_is_not_a_solution():
    swapped = SOLVED.translate(str.maketrans("12", "21"))
    faults = BOARD.faults(Board.parse(swapped))
    assert "R2C4 holds 2 and not the clue 1" in faults
    assert not BOARD.is_solved_by(Board.parse(swapped))


def test_a_fault_names_its_place_in_both_languages():
    error = fault("x" + PUZZLE[1:])
    assert error.to("ja").startswith("1文字目：記号'x'は9x9の数字でも")
    assert error.at("", 3).to("ja").startswith("3行目、1文字目：記号")
    assert str(error.at("a.txt", 3)).startswith("a.txt:3:1: the symbol 'x' is not a digit of 9x9")
    assert error.at("a.txt", 3).to("ja").startswith("a.txt:3:1：記号")


@pytest.mark.parametrize("make", [
    lambda: Board(Layout.standard(4), None), lambda: Board(Layout.standard(4), "x" * 16),
    lambda: Board(Layout.standard(4), [0] * 16, None), lambda: Board(Layout.standard(4), [0] * 16, ["x"]),
    lambda: Board(Layout.standard(4), np.zeros((16, 1), int)), lambda: Board(Layout.standard(4), [300] * 16),
    lambda: Board.parse("." * 16, 4), lambda: Board.parse("." * 16, form=[]), lambda: Board.parse_all(None),
    lambda: Layout.standard(4, "2"), lambda: Layout.standard(4, symbols=1), lambda: Layout.standard(4, symbols=[]),
])  # fmt: skip
def test_arguments_of_another_kind_are_refused(make):
    with pytest.raises((InputError, UsageError)):
        make()
