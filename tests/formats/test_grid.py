import pytest
from formats_cases import GRIDS, PUZZLE, fault

from sudokubench.board import Board
from sudokubench.layout import Layout

BOARD = Board.parse(PUZZLE)


@pytest.mark.parametrize("name", GRIDS)
def test_a_grid_is_read_with_and_without_rules(name):
    assert Board.parse(GRIDS[name]) == BOARD
    assert Board.parse(GRIDS[name], form="grid") == BOARD
    assert Board.parse(GRIDS[name], Layout.standard(9)) == BOARD


@pytest.mark.parametrize("name", GRIDS)
@pytest.mark.parametrize("end", ["\r\n", "\n\n", "\n   \n"], ids=["CRLF", "blank lines", "lines of spaces"])
def test_ends_of_lines_and_blank_lines_do_not_matter(name, end):
    assert Board.parse("\ufeff" + GRIDS[name].replace("\n", end) + end) == BOARD


@pytest.mark.parametrize("blank", ".0*_")
@pytest.mark.parametrize("name", GRIDS)
def test_each_sign_for_a_blank_is_read_in_grids(name, blank):
    if name == "HoDoKu's frame":  # its lines are of points, too
        return
    assert Board.parse(GRIDS[name].replace(".", blank)) == BOARD


def test_spaces_are_blanks_in_n_lines_of_n_characters():
    rows = [PUZZLE[9 * r : 9 * r + 9].replace(".", " ") for r in range(9)]
    assert Board.parse("\n".join(rows)) == BOARD
    rows[3] = " " * 9
    emptied = BOARD
    for cell in range(27, 36):
        emptied = emptied.without_digit(cell)
    assert Board.parse("\r\n".join(rows) + "\r\n") == emptied


def test_cells_may_be_parted_in_some_rows_only():
    assert Board.parse("1 2 3 4\n3412\n2 1 4 3\n4321") == Board.parse("1234341221434321")


@pytest.mark.parametrize("form", ["grid", "unicode"])
def test_the_grid_of_a_prime_size_is_read_with_its_layout(form):
    board = Board(Layout.standard(5), [cell % 6 for cell in range(25)])
    assert Board.parse(board.format(form), board.layout) == board


def test_a_grid_is_written_with_rules_between_boxes():
    assert Board.parse("12..............", Layout.standard(4)).format("grid") == (
        "1 2 | . .\n. . | . .\n----+----\n. . | . .\n. . | . ."
    )


def test_a_grid_is_framed_in_unicode():
    assert Board.parse("12..............", Layout.standard(4)).format("unicode") == (
        "┌─────┬─────┐\n"
        "│ 1 2 │ . . │\n"
        "│ . . │ . . │\n"
        "├─────┼─────┤\n"
        "│ . . │ . . │\n"
        "│ . . │ . . │\n"
        "└─────┴─────┘"
    )


def test_boxes_of_6x6_are_two_rows_tall():
    lines = Board.empty(Layout.standard(6)).format("grid").split("\n")
    assert lines[2] == lines[5] == "------+------"
    assert len(lines) == 8


@pytest.mark.parametrize("shape", ["5x5", "irregular"])
def test_no_rules_are_drawn_between_irregular_boxes(shape):
    irregular = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "1234")
    layout = irregular if shape == "irregular" else Layout.named(shape)
    text = Board.empty(layout).format("grid")
    assert set(text) == set(". \n")


def test_numbers_stand_for_digits_beyond_9x9():
    rows = [["0"] * 16 for _ in range(16)]
    rows[0][:4] = ["1", "16", "10", "07"]
    board = Board.parse("\n".join(" ".join(row) for row in rows))
    assert list(board.digits[:5]) == [1, 16, 10, 7, 0]


def test_25x25_grids_are_read_in_letters_and_in_numbers():
    letters = "\n".join(["AY" + "." * 23] + ["." * 25] * 24)
    numbers = "\n".join(["1 25" + " 0" * 23] + ["0 " * 25] * 24)
    for text in (letters, numbers):
        for layout in (None, Layout.standard(25)):
            assert Board.parse(text, layout) == Board(Layout.standard(25), [1, 25, *[0] * 623])


# -- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [2, 3, 5, 7, 11, 40])
def test_an_impossible_number_of_rows_is_named(rows):
    assert f"{rows} lines with cells" in str(fault("\n".join(["." * rows] * rows)))


def test_a_number_of_rows_that_the_layout_does_not_have_is_named():
    assert fault(GRIDS["bare"], Layout.standard(6)).message == "9 rows: 6x6 has 6"


@pytest.mark.parametrize(("row", "cells"), [("53..7...", 8), ("53..7.....", 10), ("5 3 . | . 7 . | . .", 8)])
def test_a_row_of_another_length_is_named_with_its_line(row, cells):
    lines = GRIDS["bare"].split("\n")
    lines[4] = row
    error = fault("\n".join(lines))
    assert error.message == f"a row has {cells} cells: this grid has 9 rows, so a row needs 9 cells"
    assert (error.place.line, error.place.column) == (5, len(row))


@pytest.mark.parametrize("name", GRIDS)
def test_a_foreign_symbol_is_named_with_line_and_column(name):
    lines = GRIDS[name].split("\n")
    number = next(i for i, line in enumerate(lines) if "8" in line and "6" in line and "3" in line)
    column = lines[number].index("6")
    lines[number] = lines[number].replace("6", "x")
    error = fault("\n".join(lines))
    assert "the symbol 'x'" in error.message
    assert (error.place.line, error.place.column) == (number + 1, column + 1)


def test_a_number_beyond_the_size_is_not_a_cell():
    rows = [["0"] * 16 for _ in range(16)]
    rows[2][3] = "17"
    error = fault("\n".join(" ".join(row) for row in rows), Layout.standard(16))
    assert "17" in error.message
    assert (error.place.line, error.place.column) == (3, 7)


def test_the_place_of_a_number_is_not_taken_for_an_earlier_one():
    rows = [["0"] * 16 for _ in range(16)]
    rows[0][0], rows[0][1] = "12", "٢"
    assert fault("\n".join(" ".join(row) for row in rows)).place.column == 4


@pytest.mark.parametrize("char", "5.- x")
def test_a_row_of_ten_megabytes_is_refused_in_a_short_message(char):
    error = fault("123\n" + char * 10_000_000 + "\n1")
    assert len(str(error)) < 300
