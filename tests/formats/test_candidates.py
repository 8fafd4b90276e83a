import pytest
import reference
from formats_cases import fault
from hypothesis import given
from hypothesis import strategies as st

from sudokubench.actions.convert import converted
from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.formats import Grid, write
from sudokubench.formats.identity import problem_named
from sudokubench.layout import Layout


def test_candidates_are_written_in_columns_within_a_unicode_frame():
    board = Board.parse("12.............4", Layout.standard(4))
    assert board.format("candidates") == (
        "┌─────────┬──────────┐\n"
        "│ 1   2   │ 34   3   │\n"
        "│ 34  34  │ 1234 123 │\n"
        "├─────────┼──────────┤\n"
        "│ 234 134 │ 123  123 │\n"
        "│ 23  13  │ 123  4   │\n"
        "└─────────┴──────────┘"
    )


def test_a_cell_without_candidates_is_written_and_read():
    board = Board.empty(Layout.standard(4)).forbidding(range(16))
    assert board.format("candidates").count("∅") == 4
    assert Board.parse(board.format("candidates")) == board


def test_a_cell_with_one_candidate_left_is_read_as_filled():
    board = Board.parse("123.............")
    assert Board.parse(board.format("candidates")).clue_count == 4


def test_digits_that_a_player_of_sudocue_placed_are_digits_of_the_position():
    rows = ["5 3 2479 24679 7 24789 2479 12479 2479", *["123456789 " * 8 + "u4"], *["123456789 " * 9] * 7]
    board = Board.parse("\n".join(rows))
    assert board.clues == ((0, 5), (1, 3), (4, 7), (17, 4))
    assert [digit for digit in range(1, 10) if board.layout.option(2, digit) in board.forbidden] == [1, 6, 8]
    with pytest.raises(InputError, match="line 2, column 81: the symbol 'u'"):
        Board.parse("\n".join(rows).replace("u4", "u0"))


@given(
    clues=st.dictionaries(st.integers(0, 15), st.integers(1, 4), min_size=1, max_size=8),
    forbidden=st.sets(st.integers(0, 63), max_size=12),
)
def test_a_board_read_from_its_candidates_has_the_same_solutions(clues, forbidden):
    def solutions(board):
        out = {(option // 4, option % 4 + 1) for option in board.forbidden}
        return set(reference.solutions(board.digits, reference.sudoku_houses(4, 2), out))

    board = Board.empty(Layout.standard(4)).forbidding(forbidden)
    for cell, digit in clues.items():
        board = board.with_digit(cell, digit)
    again = Board.parse(board.format("candidates"), board.layout, "candidates")
    assert solutions(again) == solutions(board)


@pytest.mark.parametrize("size", [4, 6, 9, 16, 25])
def test_candidates_of_any_size_are_recognised(size):
    board = Board.empty(Layout.standard(size)).with_digit(0, 1).forbidding([size * size + 1])
    assert Board.parse(board.format("candidates")) == board


@pytest.mark.parametrize("form", ["candidates", "grid", "unicode"])
@pytest.mark.parametrize("name", ["4x4", "10x10", "36x36"])
def test_a_file_has_the_board_that_its_text_has(name, form):
    board = Board.empty(problem_named(name))
    text = converted(board, form)
    assert [board, board] == Board.parse_all(f"{text}\n\n{text}") == [Board.parse(text)] * 2


def test_two_figures_beyond_9x9_are_a_number_unless_the_form_is_candidates():
    text = "\n".join(" ".join(["79", *"." * 9] if row == 0 else "." * 10) for row in range(10))
    with pytest.raises(
        InputError, match=r"'79' is not a cell of 10x10: .*; read candidates in the form candidates"
    ):
        Board.parse(text)
    assert sorted(Board.parse(text, form="candidates").candidates(0)) == [7, 9]


def test_a_frame_as_long_as_a_board_is_not_a_board():
    board = Board.empty(problem_named("9x9+anti-king"))
    options = [board.layout.option(cell, digit) for cell in range(81) if cell % 9 < 8 for digit in (1, 2)]
    text = converted(board.forbidding(options), "candidates")
    assert len(text.splitlines()[1]) == 81
    assert Board.parse_all(f"{text}\n\n{text}") == [board.forbidding(options)] * 2


def test_pencil_marks_in_a_plain_frame_are_read():
    text = (
        ".---------.---------.\n"
        "| 1   2   | 34  3   |\n"
        "| 34  34  | 124 123 |\n"
        ":---------+---------:\n"
        "| 234 134 | 123 123 |\n"
        "| 23  1   | 123 4   |\n"
        "'---------'---------'"
    )
    board = Board.parse(text)
    assert board.clues == ((0, 1), (1, 2), (3, 3), (13, 1), (15, 4))
    assert board.candidates(9) == (3, 4)
    assert board.candidates(6) == (1, 2, 4)


def test_a_sign_for_a_blank_stands_for_all_candidates():
    rows = ["12 . . ."] + [". . . ."] * 3
    assert Board.parse("\n".join(rows)) == Board.empty(Layout.standard(4)).forbidding([2, 3])


@pytest.mark.parametrize(
    ("cell", "column", "words"),
    [("1x", 6, "'x'"), ("11", 5, "once"), ("1.", 5, "once"), ("15", 6, "'5'"), ("1１", 6, "U\\+FF11")],
)
def test_a_faulty_cell_is_named_with_line_and_column(cell, column, words):
    rows = ["12 34 1 2", f"1 2 {cell} 4", "1 2 3 4", "1 2 3 4"]
    error = fault("\n".join(rows), form="candidates")
    assert (error.place.line, error.place.column) == (2, column)
    with pytest.raises(InputError, match=words):
        Board.parse("\n".join(rows), form="candidates")


def test_rows_of_another_length_are_named_with_their_line():
    error = fault("12 1 1 1\n1 1 1\n1 1 1 1\n1 1 1 1", form="candidates")
    assert error.message == "a row has 3 cells: this grid has 4 rows, so a row needs 4 cells"
    assert error.place.line == 2


def test_an_impossible_number_of_rows_is_named():
    assert "3 lines with cells" in str(fault("1 2 3\n1 2 3\n1 2 3", form="candidates"))
    assert fault("1 2 3\n1 2 3\n1 2 3", Layout.standard(4), "candidates").message == "3 rows: 4x4 has 4"


def test_a_grid_without_candidates_cannot_be_written_so():
    with pytest.raises(UsageError):
        write("candidates", Grid(Layout.standard(4), bytes(16)))
