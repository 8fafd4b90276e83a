import numpy as np
import pytest

from sudokubench.errors import InputError
from sudokubench.formats.arrays import boards_from_lines, lines_from_boards

DIGITS = "123456789" * 9


def test_every_sign_of_an_empty_cell_reads_as_zero_and_digits_as_themselves():
    boards = boards_from_lines([".0*_" + DIGITS[4:], DIGITS])
    assert boards.dtype == np.uint8
    assert boards[0, :6].tolist() == [0, 0, 0, 0, 5, 6]
    assert boards[1].tolist() == [int(sign) for sign in DIGITS]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_bytes_are_lines_with_either_end_and_the_last_one_may_lack_it(end, last):
    data = (DIGITS + end + "." * 81 + (end if last else "")).encode()
    assert boards_from_lines(data).tolist() == boards_from_lines([DIGITS, "." * 81]).tolist()


def test_no_lines_give_no_boards():
    assert boards_from_lines([]).shape == (0, 81)
    assert boards_from_lines(b"").shape == (0, 81)
    assert lines_from_boards(np.zeros((0, 81), np.uint8)) == []


@pytest.mark.parametrize("length", [0, 80, 82, 162])
def test_a_line_of_another_length_is_named(length):
    with pytest.raises(
        InputError, match=f"this line has {length} characters: a board of 9x9 has 81"
    ) as caught:
        boards_from_lines([DIGITS, "." * length, DIGITS])
    assert caught.value.place.line == 2


def test_two_wrong_lengths_that_add_up_are_still_wrong():
    with pytest.raises(InputError, match="this line has 80"):
        boards_from_lines(["." * 80, "." * 82])
    with pytest.raises(InputError, match="this line has 163"):
        boards_from_lines([f"{'.' * 81}\n{'.' * 81}"])


@pytest.mark.parametrize("sign", ["x", "１", "é", " ", "\x00", "\ud800", "\U0001f600", "²", "\n"])
def test_a_foreign_character_is_named_with_its_line_and_column(sign):
    with pytest.raises(InputError, match=r"neither a digit") as caught:
        boards_from_lines([DIGITS, DIGITS[:6] + sign + DIGITS[7:]])
    assert (caught.value.place.line, caught.value.place.column) == (2, 7)
    assert repr(sign) in str(caught.value)


def test_what_is_written_has_a_point_for_an_empty_cell():
    lines = ["." * 9 + DIGITS[9:], DIGITS]
    assert lines_from_boards(boards_from_lines(lines)) == lines
