"""Named problems. Counts are published (Knuth, Dancing Links; Golomb, Polyominoes) or come from brute force."""

import dataclasses
import re
from collections import Counter
from itertools import combinations, permutations, product
from xml.etree.ElementTree import fromstring

import pytest

from sudokubench.backends import backend
from sudokubench.errors import UsageError
from sudokubench.harness.corpus import Entry
from sudokubench.problem import ExactCover, Instance, cover
from sudokubench.problems import FAMILIES, NAMES, drawing, is_name, named, render, svg


def count(problem: ExactCover) -> int:
    with backend("dlx").open(problem) as session:
        return session.search(Instance()).outcome().count


def covers_by_brute_force(problem: ExactCover, size: int) -> int:
    """Return the number of ways to take `size` options that cover each primary item once and no item twice."""
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


def test_diagonals_of_queens_are_items_where_two_queens_could_meet():
    problem = named("queens:4")
    diagonals = problem.options_of[problem.primary :]
    assert sorted(map(len, diagonals)) == sorted(2 * [2, 3, 4, 3, 2])
    assert problem.items[: problem.primary] == ("R1", "C1", "C2", "C3", "C4", "R2", "R3", "R4")


@pytest.mark.parametrize(
    ("name", "solutions"),
    [
        ("queens:8", 92), ("queens:10", 724), ("queens:12", 14_200),
        ("tromino:2x3", 2), ("tromino:3", 0), ("tromino:7-0", 1_440), ("tromino:8-0", 30_355), ("tromino:5", 0),
        ("pentomino:3x20", 8),
        ("domino:4", 36), ("domino:6", 6_728), ("domino:3x8", 153),  # Kasteleyn 1961; Temperley and Fisher 1961
        ("domino:4-0-15", 0),  # two corners of one colour
        ("aztec:1", 2), ("aztec:3", 64), ("aztec:4", 1_024),  # 2^(n(n+1)/2): Elkies, Kuperberg, Larsen, Propp 1992
        ("polyomino:1,2:2", 7), ("polyomino:1,2:3", 131), ("polyomino:1,2:4", 10_012),  # OEIS A028420
        ("rectangles:2", 8), ("rectangles:3", 322), ("rectangles:4", 70_878),  # OEIS A116694
        ("lozenge:2x2x2", 20), ("lozenge:1x2x3", 10), ("lozenge:3x3x3", 980),  # MacMahon 1916
        ("soma:3x3x3", 48 * 240),  # 240 up to the symmetries of a cube: Conway and Guy, 1961
        ("torusqueens:4", 0), ("torusqueens:5", 10), ("torusqueens:7", 28), ("torusqueens:11", 88),  # OEIS A007705
        ("latin:3", 12), ("latin:4", 576), ("latin:5", 161_280),  # OEIS A002860
        ("transversals:5", 15), ("transversals:7", 133), ("transversals:6", 0),  # OEIS A006717
        ("mates:4", 0), ("mates:6", 0),  # no transversal: Euler 1782
        ("steiner:7", 30), ("steiner:9", 840), ("steiner:8", 0),  # OEIS A030128
        ("langford:3", 2), ("langford:4", 2), ("langford:5", 0), ("langford:7", 52), ("langford:8", 300),  # A014552 x 2
        ("matching:petersen", 6), ("matching:cube3", 9), ("matching:complete6", 15),  # (2n-1)!!; OEIS A005271
        ("colouring:petersen:3", 120), ("colouring:cycle5:3", 2**5 - 2), ("colouring:complete4:4", 24),
        ("colouring:queen5:5", 240), ("colouring:queen5:4", 0),
    ],
)  # fmt: skip
def test_families_have_the_published_counts(name, solutions):
    assert count(named(name)) == solutions


@pytest.mark.thorough
def test_the_twelve_hexiamonds_fill_a_rhombus_in_156_ways_up_to_its_four_symmetries():
    assert count(named("polyiamond:6:6:once")) == 4 * 156


@pytest.mark.parametrize(
    ("size", "free", "one_sided", "fixed"),
    [(1, 1, 1, 1), (2, 1, 1, 2), (3, 2, 2, 6), (4, 5, 7, 19), (5, 12, 18, 63)],
)
def test_polyominoes_are_as_many_as_golomb_counts(size, free, one_sided, fixed):
    for suffix, pieces in (("", free), (":one-sided", one_sided), (":fixed", fixed)):
        problem = named(f"polyomino:{size}:8:once{suffix}")
        assert problem.primary - 64 == pieces
        assert len({option.partition(":")[0] for option in problem.option_names}) == pieces


@pytest.mark.parametrize("name", ["polyomino:1,2,3:2", "polyomino:1,3:2x3", "polyiamond:2:2", "mates:5"])
def test_small_problems_agree_with_brute_force(name):
    problem = named(name)
    most = min(problem.primary, 8)
    assert count(problem) == sum(covers_by_brute_force(problem, size) for size in range(1, most + 1)) > 0


def test_a_square_with_holes_keeps_at_least_the_square_from_which_it_was_made():
    for seed in range(5):
        problem = named(f"holes:6:15:{seed}")
        assert count(problem) >= 1
        choices = Counter(option.partition("=")[0] for option in problem.option_names)
        assert sorted(choices.values()) == [1] * 21 + [6] * 15


@pytest.mark.parametrize("double", [False, True])
def test_word_squares_are_those_found_by_trying_all_words_in_all_rows(double):
    words = ["bit", "ice", "ten", "ben", "eve", "net", "bad", "ace", "den"]
    expected = set()
    for rows in product(words, repeat=3):
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        if len({*rows, *columns}) == 6 and set(columns) <= set(words) if double else list(rows) == columns:
            expected.add("\n".join(" ".join(row) for row in rows))
    problem = named(f"wordsquare:{','.join(words)}{':double' if double else ''}")
    with backend("dlx").open(problem) as session:
        found = [render(problem, solution) for solution in session.search(Instance())]
    assert len(found) == len(expected) > 0
    assert set(found) == expected


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_the_example_of_every_family_is_drawn(family):
    problem = named(family.example)
    with backend("dlx").open(problem) as session:
        solution = next(iter(session.search(Instance(), limit=1)))
    assert render(problem, solution)
    document = fromstring(svg(problem, solution))
    parts = [part.get("id") for part in document.iter() if part.get("class") == "part"]
    assert parts == [f"p{option}" for option in solution]
    assert drawing(problem)[0].count('class="part"') == len(problem.options)
    names = [part.text for part in document.iter() if part.get("class") == "name"]
    assert all(len(name) <= 4 for name in names)  # longer names would overlap: they stand below the cells


@pytest.mark.parametrize(
    ("name", "solution", "picture"),
    [
        ("langford:3", ("R1C1=3 R1C5=3", "R1C2=1 R1C4=1", "R1C3=2 R1C6=2"), "3 1 2 1 3 2"),
        ("latin:2", ("R1C1=1", "R1C2=2", "R2C1=2", "R2C2=1"), "1 2\n2 1"),
        ("mates:3", ("R1C1 R2C2 R3C3", "R1C2 R2C3 R3C1", "R1C3 R2C1 R3C2"), "A B C\nC A B\nB C A"),
        ("steiner:3", ("1 2 3",), "1 2 3"),
    ],
)
def test_pictures_show_what_a_cell_holds_or_the_letter_of_its_part(name, solution, picture):
    problem = named(name)
    assert render(problem, [problem.option_names.index(option) for option in solution]) == picture


def test_pieces_that_touch_have_different_colours():
    problem = named("domino:8")
    with backend("dlx").open(problem) as session:
        solution = next(iter(session.search(Instance(), limit=1)))
    colours = re.findall('fill="(#[0-9a-f]{6})"', svg(problem, solution))
    cells = {
        cell: colour
        for option, colour in zip(solution, colours, strict=True)
        for cell in problem.options[option]
    }
    for row, column in product(range(8), range(7)):
        for one, other in (
            (8 * row + column, 8 * row + column + 1),
            (8 * column + row, 8 * column + 8 + row),
        ):
            same = any({one, other} <= set(problem.options[option]) for option in solution)
            assert same or cells[one] != cells[other]


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
    """Return the cell of a name such as R2C3 on ten columns; -1 for a piece."""
    row, found, column = name[1:].partition("C")
    return 10 * (int(row) - 1) + int(column) - 1 if found else -1


@pytest.mark.parametrize(
    "name",
    ["", "queens", "queens:", "queens:0", "queens:x", "queens:8x9", "queens:8-1", "queens:65", "tromino:8-64",
     "tromino:8-1-1", "tromino:0x4", "tromino:\uff18", "domino:65", "aztec:0", "polyomino:7:3", "polyomino:0:3",
     "polyomino:1:3:twice", "rectangles:25", "lozenge:2x2", "polyiamond:8:3", "soma:3x3x4", "soma:3", "latin:65",
     "holes:3:10:0", "mates:12", "colouring:petersen", "colouring:queen20:3", "matching:cube11", "wordsquare:",
     "wordsquare:bit,ices", "wordsquare:BIT", "pentomino:7x8", "pentomino:8x8-1-2-3", "knights:8", " queens:8",
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


@pytest.mark.parametrize(
    ("problem", "solution", "picture"),
    [
        (named("tromino:2-3"), (0,), "┌───────┐\n│       │\n│   ┌───┤\n│   │░░░│\n└───┴───┘"),
        (cover([("A", "12"), ("B", "3")]), (0, 1), "A B"),  # the cover has no cells
        (
            cover([("R1C2#4", ["R1C2", "R1#4"]), ("R1C1#2", ["R1C1"])]),
            (0, 1),
            "2 4",
        ),  # as `encode` names them
        (cover([]), (), ""),
    ],
)
def test_a_tiling_is_drawn_with_borders_and_shaded_gaps_and_another_cover_by_its_options(
    problem, solution, picture
):
    assert render(problem, solution) == picture
    assert render(named("tromino:2x3"), ()).count("░░░") == 6


def langford(n):
    """Return the cover of Langford pairs: two of each number up to n in a row, with k places between the two k."""
    return cover(
        (f"{k} at {i}", (str(k), f"s{i}", f"s{i + k + 1}"))
        for k in range(1, n + 1)
        for i in range(2 * n - k - 1)
    )


def test_the_id_of_a_cover_is_that_of_its_content_and_not_of_its_name():
    """The covers of Langford 7 and 8 once had the same id, because both had one name."""
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
