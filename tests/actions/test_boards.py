"""The rules that decide how many solutions a board of human logic has."""

import pytest

from sudokubench.actions.boards import solved
from sudokubench.answer import Verdict
from sudokubench.board import Board
from sudokubench.generation.puzzles import part
from sudokubench.generation.wish import Wish
from sudokubench.layout import Layout


@pytest.mark.parametrize(("size", "backend"), [(9, "dlx"), (12, "dlx"), (16, "sat")])
def test_large_boards_are_decided_by_an_engine_that_learns(size, backend):
    layout = Layout.standard(size)
    made = part(0, Wish(layout), seed=1)
    answer = solved(Board(layout, made.puzzles[0].tobytes()), 2, None)
    assert answer.backend.startswith(backend)
    assert (answer.verdict, answer.solution) == (Verdict.UNIQUE, Board(layout, made.solutions[0].tobytes()))
