import pytest
from formats_cases import PUZZLE, fault

from sudokubench.board import Board
from sudokubench.layout import Layout

BOARD = Board.parse(PUZZLE)


@pytest.mark.parametrize("blank", ".0*_ ")
def test_each_sign_for_a_blank_is_read(blank):
    assert Board.parse(PUZZLE.replace(".", blank)) == BOARD


def test_the_signs_for_blanks_may_be_mixed():
    text = PUZZLE.replace(".", "0", 5).replace(".", "*", 5).replace(".", "_", 5)
    assert Board.parse(text) == BOARD


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n", " ", "  \t\n"])
@pytest.mark.parametrize("start", ["", "\ufeff", "\n", "  "])
def test_what_stands_around_the_line_does_not_matter(start, end):
    assert Board.parse(start + PUZZLE + end) == BOARD


@pytest.mark.parametrize("comment", [" # by hand", ",534678912", ";easy", "\tSE 2.0", "   53..7", "#1"])
@pytest.mark.parametrize("blank", ".0")
def test_a_comment_behind_the_board_is_left_out(comment, blank):
    assert Board.parse(PUZZLE.replace(".", blank) + comment) == BOARD


def test_spaces_are_blanks_where_the_line_has_the_length_of_a_board():
    text = "1  2" + " " * 8 + "3  4"
    assert Board.parse(text).clues == ((0, 1), (3, 2), (12, 3), (15, 4))
    assert Board.parse(" " + text[1:]).clues == ((3, 2), (12, 3), (15, 4))


def test_spaces_are_blanks_even_where_the_first_digits_could_be_a_smaller_board():
    text = "1234123412341234" + " " * 20
    assert Board.parse(text).layout == Layout.standard(6)
    assert Board.parse(text, Layout.standard(4)).clue_count == 16
    assert Board.parse(text.rstrip()).layout == Layout.standard(4)


def test_spaces_beside_another_sign_for_blanks_are_ambiguous_and_refused():
    assert "53 characters" in str(fault("5" * 53 + " " + "." * 27))


@pytest.mark.parametrize(
    "size", [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25, 26, 27, 28, 30, 32, 36]
)
def test_the_size_follows_from_the_length(size):
    assert Board.parse("." * size**2).layout == Layout.standard(size)


@pytest.mark.parametrize("size", [2, 3, 5, 7, 11, 13, 37])
def test_sizes_without_boxes_are_not_guessed(size):
    assert f"{size * size:,} characters" in str(fault("." * size**2))


@pytest.mark.parametrize("size", [2, 3, 5, 7, 11, 13])
def test_sizes_without_boxes_are_read_with_a_layout(size):
    board = Board.parse("1" + "." * (size * size - 1), Layout.standard(size))
    assert board.clues == ((0, 1),)


@pytest.mark.parametrize(
    ("text", "symbols", "digits"),
    [
        ("123G" + "." * 252, "123456789ABCDEFG", [1, 2, 3, 16]),
        ("123g" + "." * 252, "123456789ABCDEFG", [1, 2, 3, 16]),
        ("ABKP" + "." * 252, "ABCDEFGHIJKLMNOP", [1, 2, 11, 16]),
        ("0F1." + "." * 252, "0123456789ABCDEF", [1, 16, 2, 0]),
        ("1F10" + "0" * 252, "123456789ABCDEFG", [1, 15, 1, 0]),
        ("AYB." + "." * 621, "ABCDEFGHIJKLMNOPQRSTUVWXY", [1, 25, 2, 0]),
        ("1P9." + "." * 621, "123456789ABCDEFGHIJKLMNOP", [1, 25, 9, 0]),
        ("091." + "." * 96, "0123456789", [1, 10, 2, 0]),
        ("1A0." + "." * 96, "123456789A", [1, 10, 0, 0]),
        ("1090" + "0" * 96, "123456789A", [1, 0, 9, 0]),
        ("Z1.." + "." * 1292, "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0", [35, 1, 0, 0]),
    ],
    ids=[
        "1-G", "small letters", "A-P", "0-F", "0 for blanks", "A-Y", "1-P", "0-9", "1-A", "1-A, 0 for blanks",
        "1-Z",
    ],
)  # fmt: skip
def test_large_boards_are_read_in_the_alphabet_that_fits(text, symbols, digits):
    board = Board.parse(text)
    assert board.layout.symbols == symbols
    assert list(board.digits[:4]) == digits


def test_a_full_board_in_0_to_f_has_no_blanks():
    rows = ["0123456789ABCDEF"[k:] + "0123456789ABCDEF"[:k] for k in range(16)]
    assert Board.parse("".join(rows)).clue_count == 256


def test_own_symbols_are_read_and_written():
    layout = Layout.standard(4, symbols="一二三四")
    board = Board.parse("一二三四" + "." * 12, layout)
    assert list(board.digits[:4]) == [1, 2, 3, 4]
    assert (board.format(), str(board)) == ("一二三四" + "." * 12, "4x4@一二三四:一二三四" + "." * 12)


@pytest.mark.parametrize(
    ("length", "remedy"),
    [(1, "16, 36, 81"), (2, "16, 36, 81"), (15, "4x4 has 16, one is missing"), (17, "4x4 has 16, one is too many"),
     (80, "9x9 has 81, one is missing"), (82, "9x9 has 81, one is too many"), (255, "16x16 has 256, one is missing"),
     (624, "25x25 has 625, one is missing"), (1297, "16, 36, 81"), (5000, "16, 36, 81")],
)  # fmt: skip
def test_a_wrong_length_is_named_with_its_end_and_what_is_missing_or_the_lengths_that_are_right(
    length, remedy
):
    error = fault("." * length)
    assert f"is not a board: {length:,} character" in error.message
    assert remedy in error.message
    assert error.place.column == length


def test_a_wrong_length_for_a_layout_names_the_layout():
    assert fault("." * 80, Layout.standard(9)).message == "the line has 80 characters: a line of 9x9 has 81"
    other = "the line has 81 characters: a line of 16x16 has 256; put `9x9:` before a board of this size"
    assert fault("." * 81, Layout.standard(16)).message == other


@pytest.mark.parametrize("column", [1, 40, 81])
@pytest.mark.parametrize(
    ("symbol", "shown"),
    [
        ("x", "'x'"), ("A", "'A'"), ("-", "'-'"), ("\x1b", "'\\x1b' (U+001B)"), ("１", "'１' (U+FF11)"),
        ("٣", "'٣' (U+0663)"), ("²", "'²' (U+00B2)"), ("\u200b", "'\\u200b' (U+200B)"),
        ("\udc80", "'\\udc80' (U+DC80)"), ("😀", "'😀' (U+1F600)"),
    ],
)  # fmt: skip
def test_a_foreign_symbol_is_named_with_its_column(symbol, shown, column):
    error = fault(PUZZLE[: column - 1] + symbol + PUZZLE[column:])
    assert error.message.startswith(f"the symbol {shown} is not a digit of 9x9 and not a blank")
    assert error.place.column == column
    assert str(error).startswith(f"column {column}: the symbol")


def test_the_column_counts_what_stands_before_the_board():
    assert fault("  " + PUZZLE[:-1] + "x").place.column == 83


@pytest.mark.parametrize("letter", ["ı", "ſ"])
def test_letters_whose_capitals_are_ascii_are_foreign(letter):
    assert "not a digit" in str(fault(letter + "." * 624))


@pytest.mark.parametrize("digit", ["5", "9"])
def test_digits_beyond_the_size_are_foreign(digit):
    assert fault("..." + digit + "." * 12).place.column == 4


@pytest.mark.parametrize("char", "5. x")
def test_a_line_of_ten_megabytes_is_refused_in_a_short_message(char):
    error = fault(char * 5_000_000 + "1" * 5_000_000)
    assert len(str(error)) < 300


def test_a_line_is_written_with_points_for_blanks():
    assert Board.parse(PUZZLE.replace(".", "0")).format("line") == PUZZLE
    assert Board.parse("0F" + "." * 254).format() == "0F" + "." * 254


def test_the_form_can_be_demanded():
    assert Board.parse(PUZZLE, form="line") == BOARD
    assert "is not a board: 4 characters" in str(fault("1...\n....\n....\n....", form="line"))
