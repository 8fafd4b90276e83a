"""Equivalent boards have the same invariant, and other boards nearly always have different ones."""

from random import Random

import numpy as np

from benchmarks.forms import different
from sudokubench import Board, Layout
from sudokubench.symmetry import random_symmetry
from sudokubench.symmetry.first_boards import invariants


def test_equivalent_boards_share_an_invariant_and_other_puzzles_have_their_own():
    puzzles = different(300, np.empty((0, 81), np.uint8), seed=38)
    random, nine = Random(1), Layout.standard(9)
    others = [random_symmetry(nine, random)(Board(nine, row.tobytes())) for row in puzzles]
    found = invariants(puzzles)
    assert invariants(np.array([list(board.digits) for board in others], np.uint8)).tolist() == found.tolist()
    assert len(set(found.tolist())) == 300


def test_what_only_one_kind_of_house_tells_apart_has_another_invariant():
    boards = np.zeros((6, 81), np.uint8)
    for row, (second, digit) in enumerate([(1, 2), (3, 2), (3, 1), (40, 2), (40, 1), (10, 2)]):
        boards[row, 0], boards[row, second] = 1, digit
    assert len(set(invariants(boards).tolist())) == 6
