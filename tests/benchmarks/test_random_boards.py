import hashlib
from random import Random

import pytest
import reference

from benchmarks import random_boards
from sudokubench.board import Board
from sudokubench.generation.grids import shuffled
from sudokubench.layout import Layout

SIZES = [4, 6, 8, 9, 12, 16, 25]


def is_unique(board: Board) -> bool:
    """Return whether a small board has one solution, by plain backtracking."""
    n = board.layout.size
    houses = reference.sudoku_houses(n, board.layout.box_shape[0])
    found = reference.solutions(tuple(board.digits), houses)
    return sum(1 for _, _ in zip(found, range(2), strict=False)) == 1


@pytest.mark.parametrize("name", [*(f"{size}x{size}" for size in SIZES), "6x6:3"])
def test_a_full_grid_breaks_no_house(name):
    for seed in range(3):
        grid = random_boards.full_grid(Layout.named(name), seed=seed)
        assert 0 not in grid.digits
        assert not grid.layout.broken_houses(grid.digits)


def test_seeds_give_different_grids_and_each_always_the_same():
    layout = Layout.standard(9)
    assert len({str(random_boards.full_grid(layout, seed=seed)) for seed in range(50)}) == 50
    texts = "".join(str(random_boards.random_board(layout, seed=seed, density=0.4)) for seed in range(20))
    assert hashlib.sha256(texts.encode()).hexdigest()[:16] == "ef30634435683e4d"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("density", [0, 0.37, 1])
def test_the_density_is_the_share_of_clues(size, density):
    board = random_boards.random_board(Layout.standard(size), seed=5, density=density)
    assert board.clue_count == round(density * size * size)


@pytest.mark.parametrize("seed", range(5))
def test_a_unique_board_is_unique_and_at_density_0_minimal(seed):
    board = random_boards.unique_board(Layout.standard(6), seed=seed, density=0, is_unique=is_unique)
    assert is_unique(board)
    assert not any(is_unique(board.without_digit(cell)) for cell, _ in board.clues)


@pytest.mark.parametrize("seed", range(20))
def test_clues_removed_by_many_are_those_removed_one_by_one(seed):
    layout = Layout.standard(4)
    random = Random(seed)
    board = random_boards._full_grid(layout, random)
    for cell in shuffled(random, range(16)):
        if board.clue_count > 5 and is_unique(board.without_digit(cell)):
            board = board.without_digit(cell)
    assert random_boards.unique_board(layout, seed=seed, density=5 / 16, is_unique=is_unique) == board


def test_a_dense_unique_board_has_exactly_the_clues_asked_for():
    board = random_boards.unique_board(Layout.standard(9), seed=3, density=0.6, is_unique=is_unique)
    assert board.clue_count == 49


def test_a_several_solution_board_has_the_clues_asked_for_and_two_solutions():
    board = random_boards.several_board(Layout.standard(6), seed=2, density=0.4, is_unique=is_unique)
    assert board.clue_count == 14
    assert not is_unique(board)


def test_a_density_that_leaves_no_second_solution_is_refused():
    with pytest.raises(ValueError, match="lower density"):
        random_boards.several_board(Layout.standard(4), seed=1, density=1, is_unique=is_unique)
