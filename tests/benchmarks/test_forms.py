"""The invariant that distinguishes puzzles without canonical forms is the same for equivalent ones."""

from random import Random

import numpy as np

from benchmarks.forms import different, invariants, wrong_equivalents
from sudokubench import Board, Layout
from sudokubench.symmetry import random_symmetry


def test_invariants_are_equal_for_equivalents_and_tell_nearly_all_others_apart():
    puzzles = different(200, np.empty((0, 81), np.uint8), seed=5)
    board, random = Board(Layout.standard(9), puzzles[0].tobytes()), Random(1)
    shuffled = [random_symmetry(board.layout, random)(board) for _ in range(50)]
    images = np.array([list(each.digits) for each in shuffled], np.uint8)
    assert len(np.unique(invariants(images))) == 1
    assert invariants(images)[0] == invariants(puzzles[:1])[0]
    assert len(np.unique(invariants(puzzles))) == 200


def test_equivalents_have_the_same_form_and_changed_ones_are_noticed():
    puzzles = different(3, np.empty((0, 81), np.uint8), seed=6)
    assert wrong_equivalents(puzzles, 20, seed=7) == 0
