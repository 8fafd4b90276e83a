"""Canonical forms, compared with a search in plain Python that tries every element of the group."""

from collections import Counter
from itertools import permutations, product
from random import Random

import numpy as np
import pytest

from sudokubench import Board, InputError, Layout, UsageError, solutions, solve
from sudokubench.data import bundled
from sudokubench.layout import House
from sudokubench.symmetry import (
    Symmetry,
    automorphisms,
    canonical,
    canonical_digits,
    canonical_many,
    equivalent,
    random_symmetry,
)
from sudokubench.symmetry.structure import elements, order, transversals

FOUR, NINE = Layout.standard(4), Layout.standard(9)
WORLDS = [puzzle.board for puzzle in bundled("famous") if puzzle.board.layout == NINE]
ROTATED = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "1234")
"""Four irregular boxes that a quarter turn maps to each other."""
EVEN = [(0, 1, 2), (0, 5, 6), (4, 1, 6), (4, 5, 2)]
TRIPLES = Layout(4, FOUR.boxes, FOUR.symbols, tuple(House(f"X{i}", three) for i, three in enumerate(EVEN)))
"""If the first two rows change places, any two cells share as many extra houses as before, but other ones."""


def rearrangements(layout):
    """Every rearrangement of the cells of a 4x4 that maps houses to houses, found by trying 24 x 24 x 2 of them.

    Others cannot exist: boxes are not rows here, so rows stay rows or become columns.
    """
    houses = {frozenset(house.cells) for house in layout.houses}
    found = []
    for rows, columns in product(permutations(range(4)), repeat=2):
        found.append(tuple(4 * r + c for r in rows for c in columns))
        found.append(tuple(4 * c + r for r in rows for c in columns))
    return [one for one in found if {frozenset(one[cell] for cell in house) for house in houses} == houses]


def by_definition(board):
    """Return the canonical form and the number of automorphisms, by their definitions."""
    answer = solve(board)
    grid = answer.solution.digits if answer.verdict.value == "unique" else board.digits
    tried = []
    for cells in rearrangements(board.layout):
        for names in permutations(range(1, 5)):
            name = (0, *names)
            line = tuple(name[grid[cell]] for cell in cells)
            tried.append((line, tuple(name[board.digits[cell]] for cell in cells)))
    smallest = min(tried)
    return smallest[1], tried.count(smallest)


def some_boards(layout, random, n):
    """Yield boards with any number of clues: with one solution, several or none."""
    full = [solution.digits for solution in solutions(Board.empty(layout), limit=40)]
    for _ in range(n):
        digits = list(random.choice(full))
        for cell in random.sample(range(16), random.randrange(17)):
            digits[cell] = 0 if random.random() < 0.95 else random.randrange(1, 5)
        yield Board(layout, digits)


@pytest.mark.parametrize("layout", [FOUR, ROTATED, Layout.named("4x4-diagonal")], ids=str)
def test_a_form_is_the_smallest_of_all_equivalent_boards(layout):
    for board in some_boards(layout, Random(1), 60):
        form = canonical(board)
        assert (tuple(form.board.digits), form.automorphisms) == by_definition(board), board
        assert form.symmetry(board) == form.board


def test_the_288_grids_of_4x4_are_2_classes():
    grids = list(solutions(Board.empty(FOUR)))
    forms = canonical_many(grids)
    orbits = {form.board: form.orbit for form in forms}
    assert orbits == Counter(form.board for form in forms)
    assert (len(grids), len(orbits)) == (288, 2)


@pytest.mark.parametrize(
    "name", ["6x6", "6x6:3", "5x5", "8x8", "9x9", "9x9-diagonal", "9x9-windoku", "12x12"]
)
def test_all_equivalents_of_a_board_have_one_form(name):
    random, layout = Random(3), Layout.named(name)
    full = solve(Board.empty(layout), limit=1).solution
    some = Board(layout, [digit * (random.random() < 0.8) for digit in full.digits])
    broken = Board(layout, [1, 1, *[0] * (layout.cell_count - 2)])
    for board in (full, some, Board.empty(layout), *([broken] if layout == NINE else ())):
        others = [random_symmetry(layout, random)(board) for _ in range(3)]
        forms = canonical_many(others)
        assert {(form.board, form.class_id) for form in forms} == {
            (canonical(board).board, forms[0].class_id)
        }
        assert all(form.symmetry(one) == form.board for form, one in zip(forms, others, strict=True))


def test_boards_that_are_not_equivalent_have_different_forms():
    assert len({form.board for form in canonical_many(WORLDS)}) == len(WORLDS)
    changed = WORLDS[0].without_digit(WORLDS[0].clues[0][0])
    assert equivalent(WORLDS[0], changed) is None
    assert equivalent(WORLDS[0], WORLDS[1]) is None


@pytest.mark.parametrize(
    "other",
    [
        Layout(ROTATED.size, tuple(ROTATED.size - 1 - box for box in ROTATED.boxes), ROTATED.symbols),
        ROTATED.in_symbols("kanji"),
    ],
)
def test_symbols_and_numbers_of_boxes_do_not_matter(other):
    board = Board(ROTATED, [1, *[0] * (ROTATED.cell_count - 1)])
    same = Board(other, board.digits)
    assert canonical(same).class_id == canonical(board).class_id
    found = equivalent(board, random_symmetry(other, Random(2))(same))
    assert found is not None
    assert found(board).layout == ROTATED


def test_arrays_have_the_forms_of_their_boards():
    digits = np.array([list(board.digits) for board in WORLDS], np.uint8)
    forms = canonical_many(WORLDS)
    assert [bytes(row) for row in canonical_digits(digits)] == [form.board.digits for form in forms]


@pytest.mark.parametrize("size", [9, 16])
def test_an_array_that_does_not_fit_is_refused_alike_at_every_size(size):
    layout, cells = Layout.standard(size), size * size
    for shape, kind in (((2, cells + 1), np.uint8), ((cells,), np.uint8), ((1, cells), np.int64)):
        with pytest.raises(UsageError, match=rf"boards of {layout} are uint8 \(n, {cells}\)"):
            canonical_digits(np.zeros(shape, kind), layout)
    with pytest.raises(InputError, match=f"at index 0 holds the digit {size + 1}"):
        canonical_digits(np.full((1, cells), size + 1, np.uint8), layout)


def test_equivalent_shows_what_maps_one_board_to_the_other():
    random = Random(4)
    for board in (*WORLDS[:3], Board.parse("1..............."), Board.empty(ROTATED)):
        other = random_symmetry(board.layout, random)(board)
        found = equivalent(board, other)
        assert found is not None
        assert found(board) == other
        assert found.then(found.inverse())(board) == board


@pytest.mark.parametrize(
    "text", ["1...............", "1234341221434321", "12..34......4...", "1..1............"]
)
def test_automorphisms_are_all_that_map_a_board_to_itself(text):
    board = Board.parse(text)
    found = automorphisms(board)
    _, number = by_definition(board)
    assert len(found) == len(set(found)) == number
    assert all(symmetry(board) == board for symmetry in found)


def test_the_most_symmetric_9x9_grid_has_648_automorphisms():
    # Russell and Jarvis, Mathematics of Sudoku II (2006): the largest number that any grid has.
    grid = Board.parse("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
    found = automorphisms(grid)
    assert len(set(found)) == 648
    assert all(symmetry(grid) == grid for symmetry in found)


def test_the_empty_board_has_the_whole_group():
    form = canonical(Board.empty())
    assert (form.automorphisms, form.orbit) == (362_880 * 3_359_232, 1)
    with pytest.raises(UsageError, match="1,218,998,108,160 automorphisms"):
        automorphisms(Board.empty())


@pytest.mark.parametrize("layout", [FOUR, ROTATED, Layout.named("4x4-diagonal"), TRIPLES], ids=str)
def test_the_group_of_a_layout_is_what_keeps_its_houses(layout):
    assert order(layout) == len(rearrangements(layout))
    assert {tuple(cells) for cells in elements(layout).tolist()} == set(rearrangements(layout))


@pytest.mark.parametrize("name", ["2x2", "3x3", "4x4", "5x5", "6x6", "6x6:3", "7x7", "8x8", "9x9"])
def test_the_search_finds_the_group_that_is_known_of_rectangular_boxes(name):
    layout, found = Layout.named(name), 1
    for images in transversals(layout):
        found *= len(images)
    assert found == order(layout)


def test_a_board_with_further_rules_is_refused_by_name():
    with pytest.raises(UsageError, match="knows only the rules of houses, and this board has anti-knight"):
        canonical("4x4+anti-knight:12..............")
    with pytest.raises(UsageError, match="does not support forbidden candidates"):
        canonical(Board.empty(FOUR).forbidding([1]))
    with pytest.raises(UsageError, match="board of 16x16 does not have exactly one solution"):
        canonical(Board.empty(Layout.standard(16)))
    with pytest.raises(UsageError, match=r"12x12:2 .* 1,036,800 orders; .*: give a board with one solution"):
        canonical(Board.empty(Layout.named("12x12:2")))
    with pytest.raises(UsageError, match="has 3,359,232 symmetries of its cells"):
        canonical(Board.empty(Layout(9, NINE.boxes, NINE.symbols, (House("X", range(9)),))))
    with pytest.raises(UsageError, match="different layouts: 4x4, 6x6"):
        canonical_many([Board.empty(FOUR), Board.empty(Layout.standard(6))])


def test_a_symmetry_refuses_another_layout():
    four, nine = random_symmetry(FOUR, Random(1)), random_symmetry(NINE, Random(1))
    for use in (lambda: nine(Board.empty(Layout.standard(16))), lambda: nine.then(four)):
        with pytest.raises(UsageError, match="a symmetry of 9x9 does not suit"):
            use()


def test_a_symmetry_is_described_in_words():
    shift = Symmetry(FOUR, tuple(4 * r + c for r in (2, 3, 1, 0) for c in range(4)), (2, 1, 3, 4))
    assert [words.en for words in shift.sentences()] == [
        "bands, from the top: 2 1",
        "rows, from the top: 3 4 | 2 1",
        "digits: 1→2 2→1 3→3 4→4",
    ]
    turn = Symmetry(FOUR, tuple(4 * c + r for r in range(4) for c in range(4)), (1, 2, 3, 4))
    assert [words.ja for words in turn.sentences()] == ["まず転置：行だったものが列になります"]
    assert [words.en for words in turn.then(turn).sentences()] == ["nothing changes"]


def test_a_thousand_equivalents_of_a_hundred_boards_have_a_hundred_forms():
    random = Random(5)
    plain = [one.board for one in bundled("all") if one.board.layout == NINE and not one.board.forbidden]
    chosen = [*dict.fromkeys(form.board for form in canonical_many(plain))][:100]
    others = [random_symmetry(NINE, random)(board) for board in chosen for _ in range(10)]
    found = [form.board for form in canonical_many(others)]
    assert found == [board for board in chosen for _ in range(10)]


def test_a_board_comes_in_every_form_that_solve_takes(tmp_path):
    text, file = "12..34......4...", tmp_path / "board.txt"
    file.write_text(text + "\n")
    assert canonical(str(file)) == canonical(file) == canonical(text)
    assert equivalent(str(file), text) is not None
    assert len(automorphisms(str(file))) == 2
