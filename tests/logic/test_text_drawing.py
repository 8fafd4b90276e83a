"""Steps as grids of text."""

import re
from dataclasses import replace

import pytest
from logic_states import TOP95

from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import solve
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import Step
from sudokubench.logic.text_drawing import picture

GRID = CandidateGrid.of(Board.parse("1..............."))
PLACED = Step("x", (2,), placed=(4 * 5 + 1,))


def test_a_step_is_marked_where_it_says_and_nowhere_else():
    step = replace(PLACED, eliminated=(4 * 6 + 1,), groups=(("y", (4 * 9 + 2,)),))
    assert re.findall(r"[*=-]\d", picture(GRID, step)) == ["=2", "-2", "*3"]


def test_a_step_that_only_places_shows_no_candidates_of_other_cells():
    assert re.findall(r"\d{2,}", picture(GRID, PLACED)) == ["234"]
    assert len(re.findall(r"\d{2,}", picture(GRID, PLACED, every=True))) > 5


def test_a_narrow_picture_of_a_step_that_only_places_shows_the_placed_cell():
    step = replace(PLACED, groups=(("y", (4 * 9 + 2, 4 * 10 + 3)),))
    assert re.findall(r"[*=]\d", picture(GRID, step, columns=1)) == ["=2"]


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_picture_is_as_wide_as_it_may_be(columns):
    trace = solve(Board.parse(TOP95), teaching().rules)
    for state, step in zip(trace.states(), trace.steps, strict=False):
        assert max(map(len, picture(state, step, columns=columns).splitlines())) <= columns


def test_sixteen_digits_have_room_in_eighty_columns():
    grid = CandidateGrid.of(Board(Layout.standard(16), [1] + [0] * 255))
    text = picture(grid, Step("x", (2,), eliminated=(16 * 17 + 2,)))
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("-3") == 1
