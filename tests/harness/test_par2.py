"""PAR-2, against hand computation."""

import numpy as np

from sudokubench.harness.par2 import par2


def test_an_unsolved_puzzle_costs_two_limits_whatever_its_time():
    seconds, solved = np.array([[1.0, 5.0], [2.0, np.nan]]), np.array([[True, False], [True, False]])
    assert par2(seconds, solved, limit_s=60).tolist() == [[1, 120], [2, 120]]


def test_a_time_of_zero_still_has_ratios():
    assert (par2(np.array([0.0, 1.0]), np.ones(2, bool), 60) > 0).all()
