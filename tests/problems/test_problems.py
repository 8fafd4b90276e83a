"""Named problems. Counts are published (Knuth, Dancing Links; Golomb, Polyominoes) or come from brute force."""

import dataclasses
import re
from itertools import combinations, permutations

import pytest

from sudokubench.answer import Solution
from sudokubench.backends import backend
from sudokubench.errors import UsageError
from sudokubench.harness.corpus import Entry
from sudokubench.problem import ExactCover, Instance, cover
from sudokubench.problems import NAMES, is_name, named, render


def count(problem: ExactCover) -> int:
    with backend("dlx").open(problem) as session:
        return session.search(Instance()).outcome().count


def covers_by_brute_force(problem: ExactCover, size: int) -> int:
    """The number of ways to take `size` options that cover each primary item once and no item twice."""
    primary = set(range(problem.primary))
    covers = 0
    for options in combinations(problem.options, size):
        items = [item for option in options for item in option]
        covers += len(set(items)) == len(items) and primary.issubset(items)
    return covers


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_queens_are_the_permutations_that_share_no_diagonal(n):
    expected = sum(
        len({row + column for row, column in enumerate(order)})
        == len({row - column for row, column in enumerate(order)})
        == n
        for order in permutations(range(n))
    )
    assert count(named(f"queens:{n}")) == expected


@pytest.mark.parametrize(("name", "solutions"), [("queens:8", 92), ("queens:10", 724), ("queens:12", 14_200)])
def test_queens_have_the_known_counts(name, solutions):
    assert count(named(name)) == solutions


def test_diagonals_of_queens_are_items_where_two_queens_could_meet():
    problem = named("queens:4")
    diagonals = problem.options_of[problem.primary :]
    assert sorted(map(len, diagonals)) == sorted(2 * [2, 3, 4, 3, 2])
    assert problem.items[: problem.primary] == ("R1", "C1", "C2", "C3", "C4", "R2", "R3", "R4")


@pytest.mark.parametrize(
    ("name", "tilings"),
    [("tromino:2x3", 2), ("tromino:3", 0), ("tromino:7-0", 1_440), ("tromino:8-0", 30_355), ("tromino:5", 0)],
)
def test_trominoes_have_the_known_counts(name, tilings):
    assert count(named(name)) == tilings


def test_trominoes_on_a_small_board_agree_with_brute_force():
    problem = named("tromino:4-5")
    assert count(problem) == covers_by_brute_force(problem, 5) > 0


def test_four_placements_for_each_two_by_two_square():
    assert len(named("tromino:9").options) == 4 * 8 * 8


def test_the_twelve_pentominoes_have_63_orientations():
    # on 12 x 5 cells and more every orientation of a piece has placements; count the shapes themselves
    problem = named("pentomino:6x10")
    shapes = set()
    for items in problem.options:
        cells = [
            divmod(item_cell(problem.items[item]), 10)
            for item in items
            if item_cell(problem.items[item]) >= 0
        ]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        shapes.add(frozenset((r - top, c - left) for r, c in cells))
    assert len(shapes) == 63
    assert len(problem.options) == 2056  # published for 6x10
    assert problem.primary == len(problem.items) == 72


def item_cell(name: str) -> int:
    """The cell of a name such as R2C3 on ten columns; -1 for a piece."""
    row, found, column = name[1:].partition("C")
    return 10 * (int(row) - 1) + int(column) - 1 if found else -1


def test_pentominoes_on_3_by_20_have_8_solutions():
    assert count(named("pentomino:3x20")) == 8


@pytest.mark.parametrize(
    "name",
    ["", "queens", "queens:", "queens:0", "queens:x", "queens:8x9", "queens:8-1", "queens:65", "tromino:8-64",
     "tromino:8-1-1", "tromino:0x4", "tromino:\uff18", "pentomino:7x8", "pentomino:8x8-1-2-3", "knights:8", " queens:8",
     "queens:8\n"],
)  # fmt: skip
def test_a_text_that_is_not_a_problem_is_refused_in_one_line(name):
    with pytest.raises(UsageError) as refusal:
        named(name)
    assert "\n" not in str(refusal.value)


def test_a_problem_is_the_same_object_each_time():
    assert named("queens:6") is named("queens:6")
    assert named("queens:6").name == "queens:6"


def test_every_form_is_recognised_by_its_kind():
    assert all(is_name(form.replace("N", "9").replace("RxC", "6x10")) for form in NAMES)
    assert not is_name("queens")
    assert not is_name("tromino.txt")
    assert not is_name("C:\\puzzles.txt")


def test_a_tiling_is_drawn_with_borders_and_shaded_gaps():
    problem = named("tromino:2-3")
    assert render(problem, (0,)) == "\n".join(
        ["┌───────┐", "│       │", "│   ┌───┤", "│   │░░░│", "└───┴───┘"]
    )


def test_a_partial_tiling_shades_what_is_not_covered():
    problem = named("tromino:2x3")
    assert render(problem, ()).count("░░░") == 6


def test_a_cover_without_cells_is_named_option_by_option():
    problem = cover([("A", "12"), ("B", "3")])
    solution: Solution = (0, 1)
    assert render(problem, solution) == "A B"


def test_a_problem_of_nothing_has_an_empty_picture():
    assert render(cover([]), ()) == ""


def langford(n):
    """Langford pairs: two of each number up to n in a row, with k places between the two k."""
    return cover(
        (f"{k} at {i}", (str(k), f"s{i}", f"s{i + k + 1}"))
        for k in range(1, n + 1)
        for i in range(2 * n - k - 1)
    )


def test_the_id_of_a_cover_is_that_of_its_content_and_not_of_its_name():
    """Langford 7 and 8 had one id, since both were called exact cover."""
    seven, eight = langford(7), langford(8)
    assert seven.name == eight.name
    assert seven.id != eight.id
    assert seven.id == langford(7).id == dataclasses.replace(seven, name="langford:7").id
    assert re.fullmatch("[0-9a-f]{16}", seven.id)
    options = [("a", "12"), ("b", "23"), ("c", "13")]
    others = [
        cover(options), cover(options[::-1]), cover(options[:2]), cover(options, secondary="3"),
        cover(options, primary="4"), cover([("a", "12"), ("b", "23"), ("c", "123")]),
    ]  # fmt: skip
    assert len({one.id for one in others}) == len(others)


def test_runs_keep_covers_of_one_name_apart():
    entries = [
        Entry("mine", number, problem, Instance())
        for number, problem in enumerate((langford(7), langford(8)))
    ]
    assert [entry.text for entry in entries] == ["exact cover", "exact cover"]
    assert entries[0].id != entries[1].id
    assert entries[0].as_json()["id"] == entries[0].id == langford(7).id
