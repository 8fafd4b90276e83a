from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from sudokubench import clock
from sudokubench.board import Board
from sudokubench.kernels.compiled import compiled
from sudokubench.logic.engine import solve
from sudokubench.logic.rules import singles
from sudokubench.logic.step import Ending


@pytest.fixture
def wall(monkeypatch):
    """Seconds on the wall, which the test moves."""
    wall = [1000.0]
    monkeypatch.setattr(clock, "perf_counter", lambda: wall[0])
    return wall


@pytest.mark.parametrize(
    ("while_it_lasts", "ending"), [(clock.CLOCK.standing, Ending.SOLVED), (nullcontext, Ending.BUDGET)]
)
def test_what_a_rule_needs_once_is_not_taken_from_the_time_of_the_puzzle(wall, while_it_lasts, ending):
    rule = next(rule for rule in singles.RULES if rule.name == "hidden_single_box")

    def slow(grid):
        with while_it_lasts():
            wall[0] += 10
        return rule.find(grid)

    board = Board.parse("1...3..2...3..2.")
    assert solve(board, (replace(rule, find=slow), *singles.RULES), seconds=5).ending is ending


def test_the_clock_stands_while_a_kernel_is_compiled_and_goes_on_after_a_failure(wall, monkeypatch):
    @compiled
    def total(numbers):
        return numbers.sum()

    def compile(signature):
        wall[0] += 100
        raise TypeError(signature)

    monkeypatch.setattr(total.dispatcher, "compile", compile)
    before = clock.CLOCK.now_s()
    with pytest.raises(TypeError):
        total(np.zeros(3))
    wall[0] += 1
    assert clock.CLOCK.now_s() == before + 1
