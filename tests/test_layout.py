import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
import reference
from child import printed

from sudokubench.constraints import Killer
from sudokubench.errors import InputError, UsageError
from sudokubench.layout import EXTRA_HOUSES, House, Layout, default_symbols
from sudokubench.problem import Variant
from sudokubench.words import Words

STANDARD = Layout.standard(9)


def test_the_standard_layout_has_the_houses_of_sudoku():
    expected = reference.sudoku_houses(9, 3)
    assert [list(house.cells) for house in STANDARD.houses] == expected
    assert [house.name for house in STANDARD.houses[::9]] == ["R1", "C1", "B1"]


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 24, 25])
def test_every_size_from_4_to_25_that_has_boxes_has_a_layout(size):
    layout = Layout.standard(size)
    rows, columns = layout.box_shape
    assert rows * columns == size
    assert rows <= columns
    assert [list(house.cells) for house in layout.houses] == reference.sudoku_houses(size, rows)
    assert len(layout.symbols) == len(set(layout.symbols)) == size


@pytest.mark.parametrize(
    ("size", "shape"), [(4, (2, 2)), (6, (2, 3)), (9, (3, 3)), (12, (3, 4)), (16, (4, 4)), (25, (5, 5))]
)
def test_boxes_are_as_square_as_possible_and_wider_than_tall(size, shape):
    assert Layout.standard(size).box_shape == shape


def test_each_cell_of_a_9x9_has_20_peers_and_the_graph_has_810_edges():
    assert {len(peers) for peers in STANDARD.peers} == {20}
    assert sum(map(len, STANDARD.peers)) == 2 * 810


def test_peers_of_the_first_cell_are_its_row_column_and_box():
    assert STANDARD.peers[0] == (*range(1, 9), 9, 10, 11, 18, 19, 20, 27, 36, 45, 54, 63, 72)


def test_every_cell_lies_in_one_row_one_column_and_one_box():
    assert STANDARD.houses_of[80] == (8, 17, 26)
    assert STANDARD.houses_of[30] == (3, 9 + 3, 18 + 4)


def test_boxes_and_extra_houses_may_be_lists():
    extra = (House("x", (0, 5)),)
    layout = Layout(4, list(Layout.standard(4).boxes), "1234", list(extra))
    assert layout == Layout(4, Layout.standard(4).boxes, "1234", extra)
    assert hash(layout) == hash(pickle.loads(pickle.dumps(layout)))
    of_numpy = Layout(np.int64(4), np.array(layout.boxes), "1234", extra)
    assert (of_numpy, type(of_numpy.size), type(of_numpy.option(np.int64(3), np.int8(4)))) == (
        layout,
        int,
        int,
    )


def test_diagonals_are_further_houses_behind_the_boxes():
    layout = Layout.named("9x9-diagonal")
    assert [house.cells for house in layout.houses[27:]] == [tuple(d) for d in reference.diagonals(9)]
    assert layout.houses_of[40] == (4, 13, 22, 27, 28)


def test_windoku_has_four_inner_boxes_which_avoid_the_middle_row_and_column():
    inner = Layout.named("9x9-windoku").extra
    assert [house.name for house in inner] == ["W1", "W2", "W3", "W4"]
    rows = columns = [1, 2, 3, 5, 6, 7]
    assert {cell for house in inner for cell in house.cells} == {9 * r + c for r in rows for c in columns}


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("asterisk", "......... ....x.... ..x...x.. ......... .x..x..x. ......... ..x...x.. ....x.... ........."),
        ("girandola", "x.......x ....x.... ......... ......... .x..x..x. ......... ......... ....x.... x.......x"),
        ("centredots", "......... .x..x..x. ......... ......... .x..x..x. ......... ......... .x..x..x. ........."),
    ],
)  # fmt: skip
def test_a_variant_of_nine_cells_has_the_cells_of_its_picture(name, rows):
    (house,) = Layout.named(f"9x9-{name}").extra
    assert house.cells == tuple(cell for cell, sign in enumerate(rows.replace(" ", "")) if sign == "x")
    with pytest.raises(UsageError, match=r"these exist: diagonal, disjoint$"):
        Layout.named(f"6x6-{name}")


@pytest.mark.parametrize(("name", "rows", "columns"), [("9x9", 3, 3), ("6x6", 2, 3), ("6x6:3", 3, 2)])
def test_disjoint_groups_are_the_same_places_of_all_boxes(name, rows, columns):
    layout = Layout.named(f"{name}-disjoint")
    places = [
        [(cell // layout.size % rows, cell % layout.size % columns) for cell in house.cells]
        for house in layout.extra
    ]
    assert len({*map(tuple, map(set, places))}) == len(places) == layout.size
    assert all(len({layout.boxes[cell] for cell in house.cells}) == layout.size for house in layout.extra)


def test_options_and_cells_are_numbered_from_0_and_named_from_1():
    assert STANDARD.option(cell=1, digit=3) == 81 * 0 + 9 * 1 + 2 == 11
    assert STANDARD.option_name(11) == "R1C2#3"
    assert STANDARD.cell_name(80) == "R9C9"
    assert Layout.standard(16).option_name(16**3 - 1) == "R16C16#16"


@pytest.mark.parametrize("place", [(0, 0), (0, 10), (-1, 1), (81, 1), (0, 1.0), (0.0, 1)])
def test_a_cell_or_a_digit_that_does_not_exist_makes_no_option(place):
    with pytest.raises(InputError, match="does not exist: 9x9 has the"):
        STANDARD.option(*place)


def test_the_digits_of_a_set_of_options_fill_their_cells():
    assert STANDARD.digits([11, 728]) == bytes([0, 3, *[0] * 78, 9])


def test_a_house_with_a_digit_twice_is_broken():
    digits = [0] * 81
    digits[0] = digits[10] = 7
    assert [house.name for house in STANDARD.broken_houses(digits)] == ["B1"]
    digits[8] = 7
    assert [house.name for house in STANDARD.broken_houses(digits)] == ["R1", "B1"]


def test_layouts_with_equal_parts_are_equal_and_have_one_name():
    assert Layout.standard(9) is Layout.named("9x9") is Layout.standard(size=9, box_rows=3)
    again = Layout(9, STANDARD.boxes, "123456789")
    assert (again, hash(again), again.name) == (STANDARD, hash(STANDARD), "9x9")
    assert Layout.named("9x9-diagonal") != STANDARD
    assert Layout.standard(6, 3) != Layout.standard(6)
    assert Layout.standard(9, symbols="ABCDEFGHI") != STANDARD


def test_a_layout_is_immutable_and_takes_no_new_attributes():
    with pytest.raises(FrozenInstanceError):
        STANDARD.size = 4
    with pytest.raises((AttributeError, TypeError)):
        STANDARD.other = 1
    with pytest.raises(FrozenInstanceError):
        del STANDARD.houses


def test_a_layout_finds_its_equal_in_a_process_where_strings_hash_differently():
    sent = pickle.dumps(Layout.named("6x6-diagonal")).hex()
    code = (
        "import pickle; from sudokubench.layout import Layout; "
        f"got = pickle.loads(bytes.fromhex('{sent}')); print({{Layout.named('6x6-diagonal'): 'found'}}.get(got))"
    )
    for seed in ("1", "2"):
        assert printed(code, env={"PYTHONHASHSEED": seed}) == "found\n"


@pytest.mark.parametrize("size", [-1, 0, 1, 37, 10**9])
def test_a_size_out_of_range_is_refused(size):
    with pytest.raises(UsageError, match="sizes are 2 to 36"):
        Layout.standard(size)


@pytest.mark.parametrize("box_rows", [-3, 0, 2, 10])
def test_boxes_that_do_not_tile_the_grid_are_refused(box_rows):
    with pytest.raises(UsageError, match="divisor of 9"):
        Layout.standard(9, box_rows)


@pytest.mark.parametrize(
    "name",
    [
        "", "9", "9x", "x9", "9x8", "9x9x9", "٩x٩", "9x9:x", "999x999", "nine", "-9x-9", "9x9-x",
        "4x4-windoku", "7x7-disjoint",
    ],
)  # fmt: skip
def test_a_name_that_means_no_layout_is_refused(name):
    with pytest.raises(UsageError):
        Layout.named(name)


@pytest.mark.parametrize(
    "name",
    ["4x4", "5x5", "6x6", "6x6:3", "6x6:3-diagonal", "7x7", "9x9", "9x9-diagonal", "9x9-windoku",
     "9x9-diagonal-windoku", "16x16",
     "6x6:3-disjoint", "-".join(["9x9", *EXTRA_HOUSES]),
     "16x16@0123456789ABCDEF", "4x4@abcd-diagonal", "25x25"],
)  # fmt: skip
def test_a_layout_has_the_name_that_makes_it(name):
    layout = Layout.named(name)
    made = Layout(layout.size, layout.boxes, layout.symbols, layout.extra)
    assert (made, made.name, str(made), str(layout)) == (layout, name, name, name)


def test_a_layout_without_a_name_says_what_is_its_own():
    jigsaw = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "1234")
    crossed = Layout(9, STANDARD.boxes, STANDARD.symbols, (House("X", (0, 40)),))
    assert (jigsaw.name, str(jigsaw)) == ("", "4x4 jigsaw")
    assert (crossed.name, str(crossed)) == ("", "9x9 with X")
    assert (jigsaw.words.ja, crossed.words.ja) == ("4x4のジグソー", "9x9（追加のユニット：X）")


def test_a_message_names_a_layout_with_constraints_in_both_languages():
    caged = Variant(STANDARD, (Killer((0, 1), 3), Killer((2, 3), 9)))
    message = Words("no solution of {problem}", "{problem}に解はありません").format(problem=caged)
    assert message.en == f"no solution of {caged}" == "no solution of 9x9 with constraints: 2 killer"
    assert message.ja == "9x9（制約：killer×2）に解はありません"


@pytest.mark.parametrize("house", ["", "a\nb", "\ud800", "x" * 41])
def test_a_house_has_a_name_that_can_be_printed(house):
    with pytest.raises(UsageError, match="1 to 40 printable characters"):
        Layout(9, STANDARD.boxes, STANDARD.symbols, (House(house, (0, 1)),))


@pytest.mark.parametrize("name", [None, 9, ["9x9"], b"9x9"])
def test_a_name_of_a_layout_is_a_text(name):
    with pytest.raises(UsageError, match=r"unknown layout .*; write it like 9x9"):
        Layout.named(name)


@pytest.mark.parametrize(
    "parts",
    [
        {"boxes": (0,) * 16}, {"boxes": (0, 0, 1, 1)}, {"boxes": tuple(range(16))}, {"symbols": "123"},
        {"symbols": "1123"}, {"symbols": "12345"}, {"symbols": "123."}, {"symbols": "123 "},
        {"extra": (House("X", (0, 0)),)}, {"extra": (House("X", (0, 16)),)},
        {"extra": (House("X", (-1, 0)),)}, {"extra": (House("X", ()),)},
        {"extra": (House("X", (0, 1, 2, 3, 4)),)}, {"extra": (House("R1", (0, 1)),)},
        {"extra": (House("X", (0, 1)), House("X", (2, 3)))}, {"extra": [5]},
    ],
    ids=str,
)  # fmt: skip
def test_parts_that_do_not_make_a_layout_are_refused(parts):
    good = {"size": 4, "boxes": Layout.standard(4).boxes, "symbols": "1234"}
    assert Layout(**good) == Layout.standard(4)
    with pytest.raises(UsageError):
        Layout(**{**good, **parts})


def test_symbols_go_on_with_letters_beyond_9():
    assert default_symbols(9) == "123456789"
    assert default_symbols(16) == "123456789ABCDEFG"
    assert default_symbols(25) == "ABCDEFGHIJKLMNOPQRSTUVWXY"


def test_irregular_boxes_have_no_shape():
    assert Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "1234").box_shape is None
