from contextlib import nullcontext
from dataclasses import replace
from math import inf
from time import sleep

import numpy as np
import pytest

from sudokubench import clock
from sudokubench.board import Board
from sudokubench.kernels import compiler
from sudokubench.kernels.compiled import compiled
from sudokubench.kernels.stopping import in_time
from sudokubench.logic.engine import solve
from sudokubench.logic.rules import singles
from sudokubench.logic.trace import Ending


@pytest.fixture
def wall(monkeypatch):
    """Return the seconds of the wall clock, which the test moves."""
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

    def compile(function, *_):
        wall[0] += 100
        raise TypeError(function)

    monkeypatch.setattr(compiler, "compile_kernel", compile)
    before = clock.CLOCK.now_s()
    with pytest.raises(TypeError):
        total(np.zeros(3))
    wall[0] += 1
    assert clock.CLOCK.now_s() == before + 1


def test_a_limit_ends_a_rule_in_the_middle_of_its_search_and_keeps_the_steps_before_it(wall):
    """The first round places a digit. In the second round a rule takes a second for each cell and finds nothing."""

    def slow(grid):
        for _ in clock.asking(range(16)):
            wall[0] += grid.parent is not None
            looked.append(grid)
        return iter(())

    looked = []
    board = Board.parse("1...3..2...3..2.")
    first = solve(board, singles.RULES).steps[0]
    rules = (replace(singles.RULES[0], find=slow), *singles.RULES)
    trace = solve(board, rules, seconds=5)
    assert trace.ending is Ending.BUDGET
    assert [step.conclusion for step in trace.steps] == [first.conclusion]
    assert len(looked) == 16 + 6
    assert solve(board, rules).ending is Ending.SOLVED


def test_the_earlier_of_two_limits_counts_and_each_ends_with_its_block(wall):
    now = clock.CLOCK.now_s()
    clock.ask()
    assert clock.left_s() == inf
    with clock.limited(now + 5):
        with clock.limited(now + 20), clock.limited(None):
            assert clock.left_s() == 5
            with clock.limited(now + 2):
                assert clock.left_s() == 2
        wall[0] += 10
        assert clock.left_s() == 0
        with pytest.raises(clock.TimeOver):
            clock.ask()
        with pytest.raises(clock.TimeOver):
            next(iter(clock.asking("ab")))
    assert [*clock.asking("ab")] == ["a", "b"]


def _until(stop):
    while not stop[0]:
        sleep(0.001)


def test_a_kernel_that_looks_at_its_flag_is_stopped():
    with clock.limited(clock.CLOCK.now_s() + 0.01), pytest.raises(clock.TimeOver):
        in_time(_until)


def test_a_limit_may_be_longer_than_a_timer_can_wait():
    with clock.limited(clock.CLOCK.now_s() + 1e10):
        assert in_time(lambda stop: (sleep(0.05), stop[0])[1]) == 0


def test_a_kernel_is_not_stopped_for_the_time_that_it_took_to_be_compiled(wall):
    def kernel(number, stop):
        calls.append(number)
        if len(calls) == 1:
            with clock.CLOCK.standing():
                wall[0] += 100
                _until(stop)
        return number + stop[0]

    calls = []
    with clock.limited(clock.CLOCK.now_s() + 0.02):
        assert in_time(kernel, 7) == 7
    assert calls[:2] == [7, 7]  # on a busy machine, another call every 20 ms
    assert in_time(kernel, 8) == 8
