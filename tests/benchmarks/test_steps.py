"""The judge of steps: it finds wrong steps of every sort, and none among those of rules that need one solution."""

from dataclasses import replace

import pytest

from benchmarks.trials.steps import Judge, judged
from sudokubench import solve
from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import all_rules, rule_named

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
RECTANGLE = "534..891.67219534819834.567859..1423426853791713924856961537284287419635345.86179"
"""R1C4 has 267, the other corners R1C5, R4C4 and R4C5 have 67."""
PAIRS_BUT_ONE = "3472..965..8569743569...8129347..658856934127..1856439.93...5814.21.5396..5.9.274"
JUDGE = Judge(Layout.standard(9))


def found(rule: str, board: str):
    grid = CandidateGrid.of(Board.parse(board))
    return grid, rule_named(rule), next(iter(rule_named(rule).find(grid)))


def option(cell: int, digit: int) -> int:
    return 9 * cell + digit - 1


@pytest.mark.parametrize(
    ("rule", "board"),
    [("naked_single", "." + SOLUTION[1:]), ("unique_rectangle_1", RECTANGLE), ("bug_plus_1", PAIRS_BUT_ONE)],
)
def test_a_sound_step_has_no_fault(rule, board):
    grid, by, step = found(rule, board)
    assert JUDGE.fault(grid, by, step, None) is None


def test_a_step_against_a_solution_or_without_effect_is_a_fault():
    board = "." + SOLUTION[1:]
    grid, by, step = found("naked_single", board)
    solution = solve(board).solution.digits
    assert "solution" in JUDGE.fault(grid, by, replace(step, placed=(), eliminated=(option(0, 5),)), solution)
    assert "nothing" in JUDGE.fault(grid, by, replace(step, placed=(), eliminated=(option(0, 6),)), solution)


def test_a_step_whose_evidence_does_not_say_it_is_a_fault():
    grid, by, step = found("naked_single", "." + SOLUTION[1:])
    assert "evidence" in JUDGE.fault(grid, by, replace(step, items=(80,)), None)


def test_a_rectangle_says_nothing_of_other_digits_and_needs_four_free_cells_in_two_boxes():
    grid, by, step = found("unique_rectangle_1", RECTANGLE)
    assert "follow" in JUDGE.fault(grid, by, replace(step, eliminated=(option(3, 2),)), None)
    assert "clue" in JUDGE.fault(grid, by, replace(step, items=(0, *step.items[1:4])), None)
    assert "breaks a house" in JUDGE.fault(grid, by, replace(step, items=(3, 4, 30, 31)), None)
    diagonal = Layout.named("9x9-diagonal")
    other = CandidateGrid.of(Board.empty(diagonal)).apply((), [o for o in range(729) if not grid.has(o)])
    assert Judge(diagonal).fault(other, by, step, None) is not None


def test_an_extended_rectangle_says_nothing_of_other_digits_and_needs_two_lines_that_can_be_exchanged():
    """R1C1, R1C4, R1C7, R2C1 and R2C4 have only 123, so R2C7 has no digit of these."""
    cells, rule = (0, 9, 3, 12, 6, 15), rule_named("extended_rectangle_1")
    gone = [9 * cell + d for cell in cells[:-1] for d in range(3, 9)]
    grid = CandidateGrid.of(Board.empty(JUDGE.layout)).apply((), gone)
    (step,) = (step for step in rule.find(grid) if set(step.items) == set(cells))
    assert JUDGE.fault(grid, rule, step, None) is None
    assert "follow" in JUDGE.fault(grid, rule, replace(step, eliminated=(option(15, 4),)), None)
    clue = CandidateGrid.of(Board.parse("1" + "." * 80)).apply((), gone)
    assert "clue" in JUDGE.fault(clue, rule, step, None)
    for broken in ((0, 27, 3, 30, 6, 33), (0, 9, 3, 15, 6, 12), (0, 27, 1, 28, 3, 30)):
        assert "breaks a house" in JUDGE.fault(grid, rule, replace(step, items=broken), None)


def test_an_odd_cell_that_keeps_another_digit_is_not_a_bug():
    grid, by, step = found("bug_plus_1", PAIRS_BUT_ONE)
    (cell,) = {gone // 9 for gone in step.eliminated}
    kept = step.eliminated[0]
    wrong = tuple(9 * cell + d for d in range(9) if grid.has(9 * cell + d) and 9 * cell + d != kept)
    assert "follow" in JUDGE.fault(grid, by, replace(step, eliminated=wrong), None)
    assert "grave" in JUDGE.fault(grid, by, replace(step, groups=(("odd", (kept,)),)), None)


@pytest.mark.thorough
def test_rules_that_need_one_solution_are_sound_on_grids_with_planted_rectangles():
    figures = judged(8, seed=2, each=4, rules=[rule for rule in all_rules() if rule.unique])
    assert figures["faults"] == 0, figures
    assert figures["steps"] > 0
