import numpy as np
import pytest

from sudokubench.kernels.sliced import solve_batch


def test_the_empty_grid_has_as_many_solutions_as_the_limit_asks_for():
    counts, solutions, exhausted, _ = solve_batch(np.zeros((1, 81), np.uint8), 40)
    assert counts.tolist() == [40]
    assert not exhausted.any()
    assert sorted(solutions[0, :9]) == list(range(1, 10))


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 511, 512, 513])
def test_every_board_of_a_batch_gets_an_answer_whatever_the_size(n):
    boards = np.zeros((n, 81), np.uint8)
    boards[::2, :2] = 5
    counts, _, exhausted, _ = solve_batch(boards, 2)
    assert counts.tolist() == [0 if i % 2 == 0 else 2 for i in range(n)]
    assert exhausted.tolist() == [i % 2 == 0 for i in range(n)]
