"""Hints: mistakes first, then the next step in four grades."""

import pytest
from logic_states import SOLVED, WIKIPEDIA

from sudokubench.actions.hint import hint
from sudokubench.board import Board
from sudokubench.clock import TimeOver
from sudokubench.errors import Undecided
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.hint import Mistake, graded, mistakes, next_step, state_of


def test_mistakes_come_before_hints() -> None:
    solution = Board.parse(SOLVED)
    progress = Board.parse(WIKIPEDIA).with_digit(2, 1)
    assert mistakes(state_of(progress, Board.parse(WIKIPEDIA)), solution) == (Mistake(2, 1, True),)
    marks = Board.parse(WIKIPEDIA).forbidding([9 * 2 + 3])
    assert mistakes(state_of(marks, None), solution) == (Mistake(2, 4, False),)


def test_hints_go_from_the_region_to_the_move() -> None:
    grid = state_of(Board.parse(WIKIPEDIA), None)
    found = next_step(grid, teaching())
    for language in ("en", "ja"):
        where, rule, cells, move = (text for _, text, _ in graded(*found, grid, language))
        assert all((where, rule, cells, move))
        cell = Layout.standard(9).cell_name(found[1].placed[0] // 9)
        assert cell not in where
        assert cell in cells
        assert cell in move


def test_a_step_that_is_not_found_in_time_is_undecided_and_says_so(monkeypatch) -> None:
    def slow(*_: object) -> None:
        raise TimeOver

    monkeypatch.setattr("sudokubench.actions.hint.next_step", slow)
    with pytest.raises(Undecided) as told:
        hint(Board.parse(WIKIPEDIA), seconds=7, called="mine")
    assert "mine: the time limit of 7 s ran out before a step was found" in str(told.value)
