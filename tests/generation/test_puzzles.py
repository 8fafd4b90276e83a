"""Generated puzzles: one solution, no superfluous clue, all requests met; full grids."""

from collections import Counter
from itertools import product
from time import monotonic

import numpy as np
import pytest

from sudokubench.actions import generate
from sudokubench.batches import search_digits
from sudokubench.clock import CLOCK, TimeOver, limited
from sudokubench.errors import BackendFailed, Undecided, UsageError
from sudokubench.generation import grids, puzzles
from sudokubench.generation.annealing import aimed
from sudokubench.generation.clue_symmetries import SYMMETRIES
from sudokubench.generation.difficulty_aims import Aim
from sudokubench.generation.draws import Draws
from sudokubench.generation.grids import full_grids
from sudokubench.generation.puzzles import part
from sudokubench.generation.wish import Wish
from sudokubench.kernels.thinning import BEGINS, STATE_SIZE, thin
from sudokubench.layout import Layout

NINE = Layout.standard(9)
TURNS = {
    "rot180": [lambda g: np.rot90(g, 2)], "rot90": [np.rot90], "diagonal": [np.transpose],
    "antidiagonal": [lambda g: np.rot90(g, 2).T], "diagonals": [np.transpose, lambda g: np.rot90(g, 2).T],
    "horizontal": [np.flipud], "vertical": [np.fliplr], "mirrors": [np.flipud, np.fliplr],
    "full": [np.rot90, np.transpose],
}  # fmt: skip


def assert_proved(made, layout, minimal=True):
    """Check with another engine: one solution, and a second one if any clue is removed."""
    found = search_digits(layout, made.puzzles, 2, "dlx")
    assert (found.counts == 1).all()
    assert (found.solutions == made.solutions).all()
    for puzzle in made.puzzles[: 20 if minimal else 0]:
        cells = np.flatnonzero(puzzle)
        thinner = np.tile(puzzle, (len(cells), 1))
        thinner[np.arange(len(cells)), cells] = 0
        assert (search_digits(layout, thinner, 2, "dlx").counts == 2).all()


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "9x9-diagonal"])
def test_puzzles_have_one_solution_and_nothing_to_spare(name):
    layout = Layout.named(name)
    made = part(3, Wish(layout), seed=5)
    assert len(made.puzzles) == made.tried >= 64
    assert_proved(made, layout)


def test_a_clue_of_a_large_board_stays_where_it_takes_long_to_see_whether_it_may_go(monkeypatch):
    """A 4x4 stands for a large board: with effort it loses clues like a small board, without effort it keeps all."""
    wish = Wish(Layout.standard(4))
    small = part(0, wish, seed=5)
    monkeypatch.setattr(puzzles, "_EASY_SIZE", 3)
    assert (part(0, wish, seed=5).puzzles == small.puzzles).all()
    monkeypatch.setattr(puzzles, "_CONFLICTS", 0)
    assert (part(0, wish, seed=5).puzzles > 0).all()


def jigsaw(rows):
    """Return the 9x9 layout whose regions are drawn with the letters A to I."""
    return Layout(9, tuple(ord(sign) - ord("A") for sign in rows.replace("/", "")), NINE.symbols)


SWAPPED = jigsaw(  # 3x3 boxes with two swapped cells: with some seeds a search for a grid takes minutes
    "AAABBBCCC/AAABBBCCC/AAABBBCCC/DDDEEEFFF/DDDEEEFFF/DDGEEEFFF/GDGHHHIII/GGGGHHIII/GGHHHHIII"
)
# A is row 1 with R2C9 in place of R1C9: so both cells have one digit, but they share column 9
IMPOSSIBLE = jigsaw(
    "AAAAAAAAB/BBBBBBBBA/CCCCCCCCC/DDDDDDDDD/EEEEEEEEE/FFFFFFFFF/GGGGGGGGG/HHHHHHHHH/IIIIIIIII"
)


def test_every_seed_has_a_grid_of_a_jigsaw_and_always_the_same():
    found = [grids._Searches(SWAPPED).grid(seed) for seed in range(40)]
    assert all(grid.all() and not SWAPPED.broken_houses(grid.tolist()) for grid in found)
    assert len({grid.tobytes() for grid in found}) == 40
    searches = grids._Searches(SWAPPED)
    assert all((searches.grid(seed) == found[seed]).all() for seed in reversed(range(40)))


def test_the_first_puzzle_of_a_jigsaw_needs_one_grid():
    made = part(0, Wish(SWAPPED), seed=3)
    assert (len(made.puzzles), made.tried) == (1, 1)
    assert_proved(made, SWAPPED)


@pytest.mark.parametrize("nodes", [1000, 1])
def test_a_layout_without_a_full_grid_is_reported(monkeypatch, nodes):
    """Dancing links prove it by trying everything; if each of their searches ends early, SAT proves it."""
    monkeypatch.setattr(grids, "_NODES", nodes)
    monkeypatch.setattr(grids, "_MORE_NODES", 0)
    with pytest.raises(UsageError, match="no full grid keeps the rules of these houses"):
        part(0, Wish(IMPOSSIBLE), seed=1)


@pytest.mark.parametrize("patience_s", [0.0, 60.0])
def test_a_search_for_a_grid_without_luck_ends(monkeypatch, patience_s):
    monkeypatch.setattr(grids, "_NODES", 1)
    monkeypatch.setattr(grids, "_MORE_NODES", 0)
    if patience_s:
        with pytest.raises(TimeOver), limited(CLOCK.now_s() + 0.01):
            grids._Searches(SWAPPED).grid(1)
    else:
        monkeypatch.setattr(grids, "_PATIENCE_S", 0.01)
        with pytest.raises(Undecided, match="no full grid was found"):
            grids._Searches(SWAPPED).grid(1)


@pytest.mark.parametrize("minimal", [False, True])
def test_what_dancing_links_leave_sat_decides_and_the_puzzles_are_the_same(monkeypatch, minimal):
    wish = Wish(SWAPPED, minimal=minimal, symmetry="rot180")
    whole = part(1, wish, seed=2)
    monkeypatch.setattr(puzzles, "_NODES", 3)
    other = part(1, wish, seed=2)
    assert (other.puzzles.tolist(), other.tried) == (whole.puzzles.tolist(), 4)
    assert_proved(other, SWAPPED, minimal=minimal)


@pytest.mark.parametrize("layout", [NINE, SWAPPED])
def test_a_part_with_an_aim_is_empty_once_its_time_is_over(layout):
    made = aimed(0, Wish(layout), Aim((1.0, 9.0)), seed=5, until=monotonic())
    assert (len(made.puzzles), made.nearest) == (0, None)


@pytest.mark.parametrize("size", [4, 25])
def test_a_part_is_empty_once_its_time_is_over(size):
    made = part(0, Wish(Layout.standard(size)), seed=5, until=monotonic())
    assert (made.puzzles.shape, made.solutions.shape, made.tried) == ((0, size**2), (0, size**2), 0)


def test_a_large_board_has_one_solution():
    layout = Layout.standard(12)
    made = part(0, Wish(layout), seed=5)
    assert search_digits(layout, made.puzzles, 2, "sat").counts.tolist() == [1]


@pytest.mark.parametrize("symmetry", SYMMETRIES[1:])
def test_clues_have_the_symmetry(symmetry):
    made = part(1, Wish(symmetry=symmetry), seed=2)
    assert len(made.puzzles) == made.tried
    assert_proved(made, NINE, minimal=False)
    for puzzle, turn in product(made.puzzles[:20].reshape(-1, 9, 9), TURNS[symmetry]):
        assert ((puzzle > 0) == (turn(puzzle) > 0)).all()


def test_minimal_ones_with_a_symmetry_are_few_and_minimal():
    made = part(2, Wish(symmetry="rot180", minimal=True), seed=2)
    assert 0 < len(made.puzzles) < made.tried / 10
    assert_proved(made, NINE)


@pytest.mark.parametrize(
    ("wish", "few"), [(Wish(clues=(27, 29)), 800), (Wish(clues=(22, 23), minimal=True), 100)]
)
def test_the_number_of_clues_is_the_requested_one(wish, few):
    made = part(2, wish, seed=2)
    assert len(made.puzzles) > few
    clues = Counter(np.count_nonzero(made.puzzles, axis=1).tolist())
    assert set(clues) == {*range(wish.clues[0], wish.clues[1] + 1)}
    assert_proved(made, NINE, minimal=wish.minimal)


def test_a_pattern_says_where_clues_are_and_a_grid_what_they_are():
    pattern = tuple((cell // 9 + cell % 9) % 2 == 0 for cell in range(81))
    grid = full_grids(NINE, 1, Draws(3))[0]
    made = part(1, Wish(pattern=pattern, grid=grid.tobytes()), seed=1)
    assert ((made.puzzles > 0) == np.array(pattern)).all()
    assert (made.solutions == grid).all()
    assert_proved(made, NINE, minimal=False)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"clues": (10, 16)}, "no 9x9 with fewer than 17"),
        ({"clues": (18, 19), "symmetry": "rot90"}, "try 17 or 20"),
        ({"clues": (25, 24)}, "cannot be 25..24: a board of 9x9 has from 0 to 81"),
        ({"clues": (82, 82)}, "cannot be 82: a board of 9x9 has from 0 to 81"),
        ({"clues": (80, 82)}, "from 0 to 81"),
        ({"symmetry": "rot45"}, "there are none, rot180"),
        ({"pattern": (True,) * 80}, "80 cells"),
        ({"pattern": (True,) * 16 + (False,) * 65}, "no 9x9 with fewer"),
        ({"pattern": (True,) * 40 + (False,) * 41, "symmetry": "rot180"}, "R1C1 and R9C9 differ"),
        ({"grid": b"\1" * 81}, "breaks a rule"),
        ({"grid": b"\0" * 81}, "not full"),
    ],
)
def test_what_cannot_be_is_refused_at_once(wish, said):
    with pytest.raises(UsageError, match=said):
        Wish(**wish)


def test_possible_numbers_of_clues_are_alternatives_in_both_languages():
    with pytest.raises(UsageError, match=r"cannot be 18: .* try 17 or 20") as refused:
        Wish(clues=(18, 18), symmetry="rot90")
    assert refused.value.to("ja").endswith("与え値の数を18にはできません。17か20を試してください")


def test_4x4_grids_are_drawn_evenly():
    grids = full_grids(Layout.standard(4), 28_800, Draws(1))
    found = Counter(grid.tobytes() for grid in grids)
    assert len(found) == 288
    chi_square = sum((n - 100) ** 2 / 100 for n in found.values())
    assert 287 - 4 * 24 < chi_square < 287 + 4 * 24  # 287 degrees of freedom, deviation 24


def test_9x9_grids_are_full_valid_and_different():
    grids = full_grids(NINE, 800, Draws(7))
    for grid in grids:
        assert not NINE.broken_houses(grid.tolist())
    assert grids.all()
    assert len({grid.tobytes() for grid in grids}) == 800
    for cell in (0, 40, 80):  # each digit about 89 times in any cell
        assert min(Counter(grids[:, cell].tolist()).values()) > 50


@pytest.mark.parametrize(
    ("wish", "all_kept"),
    [
        (Wish(), True), (Wish(minimal=True), True), (Wish(symmetry="rot180"), True),
        (Wish(grid=bytes(full_grids(NINE, 1, Draws(3))[0])), True),
        (Wish(symmetry="rot180", minimal=True), False), (Wish(clues=(24, 26)), False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("total", [64 + 1, 64 + 16, 64 + 255, 64 + 256, 1000])
def test_the_first_puzzles_of_a_part_are_the_same_however_many_the_caller_wants(wish, all_kept, total):
    whole, some = part(1, wish, 5), part(1, wish, 5, total=total)
    assert len(some.puzzles) == (min(total - 64, 256) if all_kept else len(whole.puzzles))
    assert (some.puzzles == whole.puzzles[: len(some.puzzles)]).all()
    assert (some.solutions == whole.solutions[: len(some.puzzles)]).all()
    assert len(part(2, wish, 5, total=total).puzzles) == 0 or not all_kept or total == 1000


def test_what_a_checker_does_not_agree_with_is_reported(monkeypatch):
    made = part(0, Wish(), seed=1)
    made.puzzles[5] = 0
    monkeypatch.setattr(generate, "in_order", lambda *_: iter([(0, made)]))
    with pytest.raises(BackendFailed, match="dlx contradicts the generator"):
        list(generate.generate(Wish(), 64, check="dlx"))


def test_the_chains_of_9x9_grids_begin_far_from_one_another():
    """Of the 9! orders of a box, 2,000 random ones contain about five equal pairs."""
    begun = full_grids(NINE, 32_000, Draws(1), most=2000).reshape(-1, 9, 9)
    for box in (slice(0, 3), slice(3, 6), slice(6, 9)):
        assert len({grid[box, box].tobytes() for grid in begun}) > 1980


@pytest.mark.parametrize(
    ("others", "forced"),
    [
        pytest.param({3: 2, 4: 3, 5: 4, 27: 5, 36: 6, 45: 7, 10: 8, 20: 9}, True, id="by itself"),
        pytest.param({37: 1, 2: 3, 3: 4, 4: 5, 32: 1, 24: 1}, True, id="in its row"),
        pytest.param({13: 1, 18: 3, 27: 4, 36: 5, 48: 1, 56: 1}, True, id="in its column"),
        pytest.param({37: 1, 24: 1, 2: 3, 9: 4, 10: 5, 11: 6}, True, id="in its box"),
        pytest.param({37: 1, 24: 1, 2: 3, 9: 4, 10: 5}, False, id="not at all"),
    ],
)
def test_a_clue_that_the_others_force_at_once_goes_without_a_search(others, forced):
    """The clue is a 1 in R1C1; no other clue can be removed."""
    puzzles = np.zeros((1, 81), np.uint8)
    memory = np.empty((1, STATE_SIZE), np.int16)
    puzzles[0, [0, *others]] = [1, *others.values()]
    clues, place = np.array([1 + len(others)]), np.full(1, -1)
    cells = np.arange(BEGINS, BEGINS + 81, dtype=np.uint8)[None]
    row, column = np.divmod(np.arange(81), 9)
    grid = ((3 * row + row // 3 + column) % 9 + 1).astype(np.uint8)
    another, boards, removed = np.zeros(1, np.bool_), np.empty_like(puzzles), np.zeros(1, np.int64)
    waiting = thin(grid[None], puzzles, memory, clues, cells, place, clues - 1, another, boards, removed)
    gone = np.flatnonzero(puzzles).tolist() == sorted(others)
    assert (gone and not waiting) == forced
