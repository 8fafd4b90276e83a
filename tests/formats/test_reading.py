import random

import pytest
from formats_cases import GRIDS, PUZZLE, fault
from hypothesis import example, given
from hypothesis import strategies as st

from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.formats import FORMS, form_named
from sudokubench.layout import Layout

LAYOUTS = [None, Layout.standard(4), Layout.standard(9), Layout.standard(5), Layout.standard(16)]
READABLE = [None, *(name for name, form in FORMS.items() if form.read)]
LIKELY = st.text(alphabet="0123456789.*_ |-+=:\n\r\tABGxｘ１٣²\0\ufeff│∅", max_size=400)


def board_or_error(text, layout=None, form=None):
    """Return the board, or None after an error whose message is one short line."""
    try:
        return Board.parse(text, layout, form)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert 0 < len(message) < 400
    return None


@given(st.one_of(LIKELY, st.text(max_size=300)), st.sampled_from(LAYOUTS), st.sampled_from(READABLE))
@example("", None, None)
@example("\ufeff", None, None)
@example("1\n\n\n\n2", None, None)
@example("-" * 81, None, None)
@example("|" * 81, None, "grid")
@example("\ud800" * 81, None, None)
@example("x\n" * 15 + "\ud800", None, None)
def test_any_text_is_a_board_or_an_input_error(text, layout, form):
    board = board_or_error(text, layout, form)
    if board is not None and layout is not None:
        assert board.layout == layout


@given(st.binary(max_size=400), st.sampled_from(["utf-8", "latin-1", "utf-16"]))
def test_any_bytes_read_as_text_are_a_board_or_an_input_error(data, encoding):
    board_or_error(data.decode(encoding, "surrogateescape" if encoding != "utf-16" else "replace"))


@given(st.integers(0, 90), st.characters(), st.sampled_from(sorted(GRIDS)))
def test_a_grid_with_one_character_changed_is_a_board_or_an_input_error(position, character, name):
    text = GRIDS[name]
    board_or_error(text[:position] + character + text[position + 1 :])


@given(
    st.sampled_from([4, 6, 8, 9, 10, 12, 16, 25, 36]),
    st.randoms(use_true_random=False),
    st.floats(0, 1),
    st.sampled_from(["line", "grid", "unicode"]),
)
def test_every_board_survives_writing_and_reading(size, rng, density, form):
    layout = Layout.standard(size)
    seeded = random.Random(rng.random())
    board = Board(layout, [seeded.randint(1, size) * (seeded.random() < density) for _ in range(size**2)])
    assert Board.parse(board.format(form), layout) == board
    assert Board.parse(board.format(form)) == board


@pytest.mark.parametrize("text", ["", " ", "\n", "\r\n\r\n", "\ufeff", "\ufeff \n", "\t"])
def test_an_empty_text_is_not_a_board(text):
    with pytest.raises(InputError, match="the text is empty"):
        Board.parse(text)


@pytest.mark.parametrize(
    ("text", "line", "column"), [("\0", 1, 1), (PUZZLE + "\0", 1, 82), (GRIDS["bare"] + "\n.\0", 10, 2)]
)
def test_a_nul_character_is_named_with_its_place(text, line, column):
    with pytest.raises(InputError, match="NUL") as caught:
        Board.parse(text)
    assert (caught.value.place.line, caught.value.place.column) == (line, column)


def test_only_one_byte_order_mark_is_left_out():
    with pytest.raises(InputError, match="82 characters"):
        Board.parse("\ufeff\ufeff" + PUZZLE)


def test_a_single_line_among_blank_ones_keeps_its_number():
    assert str(fault("\n\n" + "x" * 81 + "\n")).startswith("line 3, column 1: the symbol 'x'")


def test_only_newlines_end_a_line():
    for separator in "\x0b\x0c\x1c\x85\u2028":
        with pytest.raises(InputError):
            Board.parse(GRIDS["bare"].replace("\n", separator))


def test_the_reader_that_knows_the_file_completes_the_place():
    assert str(fault(PUZZLE[:-1] + "x").at("puzzles.txt", 7)).startswith("puzzles.txt:7:81: the symbol 'x'")


def test_a_form_that_is_unknown_or_only_written_is_refused():
    with pytest.raises(UsageError, match="unknown form 'morse'"):
        Board.parse(PUZZLE, form="morse")
    with pytest.raises(UsageError, match="written but not read"):
        Board.parse(PUZZLE, form="unicode")
    assert form_named("line").read is not None
