"""The estimate of the clues of minimal puzzles is right on average; published figures follow from its weights."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np

from benchmarks.clue_numbers import BEGIN, MET, moments, thinned
from sudokubench.generation.draws import Draws
from sudokubench.kernels.sliced import solve_batch

GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def digits(line: str) -> np.ndarray:
    return np.array([0 if sign == "." else int(sign) for sign in line], np.uint8)


def test_weights_make_the_published_mean_of_what_the_controlled_bias_generator_met():
    published = np.array([MET.get(clues, 0) * comb(81, clues) for clues in range(BEGIN + 1)], float)
    _, mean, deviation = moments(published)
    assert (round(float(mean), 2), round(float(deviation), 2)) == (26.58, 1.12)


def test_the_minimal_puzzles_within_one_are_estimated_as_they_are_counted():
    grid, puzzle = digits(GRID), digits(PUZZLE)
    while len(going := may_go(puzzle)) > 9:
        puzzle[going[0]] = 0
    counted = within(puzzle, going)
    assert len(counted) > 1, "puzzles with different numbers of clues"
    clues = int((puzzle > 0).sum())
    found = thinned(puzzle[None], grid[None], 1.0, 20_000, Draws(1))
    assert set(np.flatnonzero(found)) == set(counted)
    for size, number in counted.items():
        assert abs(found[size] * comb(81 - size, clues - size) / number - 1) < 0.05, size


def may_go(puzzle: np.ndarray) -> list[int]:
    """Return the cells of the clues that may each be removed."""
    cells = np.flatnonzero(puzzle)
    boards = np.where(np.arange(81) == cells[:, None], 0, puzzle).astype(np.uint8)
    return [int(cell) for cell in cells[solve_batch(boards, 2, keep=0)[0] == 1]]


def within(puzzle: np.ndarray, going: list[int]) -> Counter[int]:
    """Return the number of minimal puzzles within a puzzle for each number of clues, by trying all sets of clues."""
    sets = [frozenset(s) for k in range(len(going) + 1) for s in combinations(going, k)]
    boards = np.array([np.where(np.isin(np.arange(81), list(s)), 0, puzzle) for s in sets], np.uint8)
    good = {s for s, one in zip(sets, solve_batch(boards, 2, keep=0)[0] == 1, strict=True) if one}
    clues = int((puzzle > 0).sum())
    return Counter(
        clues - len(s) for s in good if not any(s | {cell} in good for cell in going if cell not in s)
    )
