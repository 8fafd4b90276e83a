import pytest
import reference

from sudokubench.board import Board
from sudokubench.encodings.exact_cover import cover_of, reduced
from sudokubench.errors import UsageError
from sudokubench.layout import House, Layout
from sudokubench.problem import ExactCover, Instance, cover

NINE = cover_of(Layout.standard(9))
KNUTH = cover([("A", "12"), ("B", "23"), ("C", "34"), ("D", "15"), ("E", "5"), ("F", "2")])


def solutions(whole: ExactCover) -> list[tuple[str, ...]]:
    """Return the names of the options of every exact cover, by plain backtracking on the first open primary item."""
    sets = [frozenset(items) for items in whole.options]

    def search(covered, chosen):
        item = next((i for i in range(whole.primary) if i not in covered), None)
        if item is None:
            yield tuple(whole.option_names[option] for option in sorted(chosen))
            return
        for option, items in enumerate(sets):
            if item in items and not items & covered:
                yield from search(covered | items, [*chosen, option])

    return list(search(frozenset(), []))


# -- the cover of a layout -----------------------------------------------------------------------------------------


def test_items_are_numbered_cells_rows_columns_boxes():
    for r in range(9):
        for c in range(9):
            for n in range(1, 10):
                box = 3 * (r // 3) + c // 3
                expected = (9 * r + c, 81 + 9 * r + n - 1, 162 + 9 * c + n - 1, 243 + 9 * box + n - 1)
                assert NINE.options[81 * r + 9 * c + n - 1] == expected


def test_items_and_options_have_readable_names():
    assert [NINE.items[i] for i in (1, 80, 83, 163, 323)] == ["R1C2", "R9C9", "R1#3", "C1#2", "B9#9"]
    assert NINE.option_names[11] == "R1C2#3"
    assert [NINE.items[i] for i in NINE.options[11]] == ["R1C2", "R1#3", "C2#3", "B1#3"]


def test_the_cover_of_a_layout_is_built_once():
    assert cover_of(Layout.named("9x9")) is cover_of(Layout.standard(9))
    assert cover_of(KNUTH) is KNUTH


@pytest.mark.parametrize("size", [4, 6, 9, 12, 16, 25])
def test_a_layout_of_any_size_has_four_items_a_cell_and_an_option_for_each_candidate(size):
    whole = cover_of(Layout.standard(size))
    assert (len(whole.items), whole.primary, len(whole.options)) == (4 * size**2, 4 * size**2, size**3)
    assert {len(items) for items in whole.options} == {4}
    assert {len(options) for options in whole.options_of} == {size}


def test_extra_houses_with_all_digits_are_primary_and_smaller_ones_secondary():
    full, part = House("X", (0, 5, 10, 15)), House("Y", (1, 2))
    layout = Layout(4, Layout.standard(4).boxes, "1234", (part, full))
    whole = cover_of(layout)
    assert whole.items[whole.primary - 4 : whole.primary] == ("X#1", "X#2", "X#3", "X#4")
    assert whole.items[whole.primary :] == ("Y#1", "Y#2", "Y#3", "Y#4")
    assert [whole.items[i] for i in whole.options[layout.option(5, 2)]] == [
        "R2C2", "R2#2", "C2#2", "B1#2", "X#2",
    ]  # fmt: skip


def test_the_empty_4x4_has_the_288_grids_of_brute_force():
    layout = Layout.standard(4)
    whole = cover_of(layout)
    expected = set(reference.solutions([0] * 16, reference.sudoku_houses(4, 2)))
    by_name = {name: option for option, name in enumerate(whole.option_names)}
    found = [tuple(layout.digits(by_name[name] for name in names)) for names in solutions(whole)]
    assert len(found) == len(set(found)) == 288
    assert set(found) == expected


# -- clues ---------------------------------------------------------------------------------------------------------


def test_one_clue_leaves_700_options_and_320_items():
    clue = Layout.standard(9).option(cell=19, digit=9)
    rest = reduced(NINE, Instance((clue,)))
    assert NINE.option_names[clue] == "R3C2#9"
    assert (len(rest.options), len(rest.items), rest.primary) == (700, 320, 320)
    assert not {"R3C2", "R3#9", "C2#9", "B1#9"} & set(rest.items)


def test_what_remains_keeps_names_order_and_links():
    rest = reduced(NINE, Board.parse("1" + "." * 80).instance())
    assert list(rest.items) == [item for item in NINE.items if item in set(rest.items)]
    for items, name in zip(rest.options, rest.option_names, strict=True):
        whole = NINE.options[NINE.option_names.index(name)]
        assert [rest.items[i] for i in items] == [NINE.items[i] for i in whole]


@pytest.mark.parametrize(
    "text", ["1....2....3....4", "......34...31...", "..32....31....2.", "1..........1...."]
)
def test_what_remains_with_the_clues_has_the_solutions_of_the_board(text):
    board = Board.parse(text)
    rest = reduced(cover_of(board.layout), board.instance())
    expected = list(reference.solutions(board.digits, reference.sudoku_houses(4, 2)))
    assert len(solutions(rest)) == len(expected)


def test_a_full_grid_leaves_nothing():
    rest = reduced(cover_of(Layout.standard(4)), Board.parse("1234341221434321").instance())
    assert (rest.items, rest.options) == ((), ())


def test_forbidden_options_are_gone_and_their_items_stay():
    rest = reduced(KNUTH, Instance(forbidden=(4,)))
    assert rest.option_names == ("A", "B", "C", "D", "F")
    assert rest.items == KNUTH.items
    assert solutions(rest) == [("C", "D", "F")]


@pytest.mark.parametrize(
    "instance", [Instance((0, 1)), Instance((0,), (0,)), Instance((0, 2), (2, 5))], ids=str
)
def test_choices_that_contradict_each_other_leave_no_cover(instance):
    assert reduced(KNUTH, instance) is None


def test_the_cover_itself_is_not_changed():
    before = (KNUTH.items, KNUTH.options, KNUTH.options_of)
    reduced(KNUTH, Instance((0,), (5,)))
    assert (KNUTH.items, KNUTH.options, KNUTH.options_of) == before


# -- any cover -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "items", "primary", "options"),
    [
        (cover([("P", "xb"), ("Q", "ya")], secondary="yx"), ("b", "a", "y", "x"), 2, ((0, 3), (1, 2))),
        (cover([("P", "b")], primary="ab"), ("a", "b"), 2, ((1,),)),  # items without options
    ],
)
def test_items_come_in_order_of_appearance_primary_ones_first(problem, items, primary, options):
    assert (problem.items, problem.primary, problem.options) == (items, primary, options)


@pytest.mark.parametrize(
    "options", [[("P", "")], [("P", "aa")], [("P", "s")], [("P", "a"), ("Q", "st")]], ids=str
)
def test_an_option_needs_a_primary_item_and_each_item_once(options):
    with pytest.raises(UsageError, match=r"primary item|has the item a twice"):
        cover(options, secondary="st")


def test_an_item_cannot_be_primary_and_secondary():
    with pytest.raises(UsageError, match="not both"):
        cover([("P", "a")], primary="s", secondary="s")


def test_covers_are_equal_only_to_themselves():
    assert cover([("P", "a")]) != cover([("P", "a")])


@pytest.mark.parametrize(
    ("solution", "instance", "words"),
    [
        ((0, 2, 4), Instance(), None),
        ((2, 3, 5), Instance((2,), (0,)), None),
        ((0, 1, 2), Instance(), "covered already"),
        ((0, 2), Instance(), "5 is not covered"),
        ((0, 2, 9), Instance(), "option 9 does not exist"),
        ((-1, 2), Instance(), "option -1 does not exist"),
        ((0, 2, 4), Instance((5,)), "the solution lacks F"),
        ((0, 2, 4), Instance((), (4,)), "E is forbidden"),
    ],
)
def test_a_claimed_solution_is_checked_without_any_engine(solution, instance, words):
    fault = KNUTH.fault(solution, instance)
    assert fault is None if words is None else words in fault


def test_secondary_items_may_stay_open_in_a_solution_but_not_be_covered_twice():
    problem = cover([("P", "ax"), ("Q", "bx"), ("R", "b")], secondary="x")
    assert problem.fault((0, 2), Instance()) is None
    assert "covered already" in problem.fault((0, 1), Instance())
