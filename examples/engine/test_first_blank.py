"""Tests of the installed backend, which is found by its name."""

import pytest

from sudokubench import Budget, Layout, count, solve
from sudokubench.backends import backend, refusal
from sudokubench.constraints import Killer
from sudokubench.problem import Instance, Problem, Variant, cover


@pytest.mark.parametrize(
    ("board", "solutions"),
    [
        ("." * 16, 288),
        ("4x4+anti-knight:" + "." * 16, 24),
        ("11" + "." * 14, 0),
        ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 1),
    ],
)
def test_it_counts_what_another_engine_counts(board: str, solutions: int) -> None:
    assert count(board, backend="first_blank") == count(board, backend="algorithm_x") == solutions


def test_it_leaves_out_forbidden_candidates() -> None:
    layout = Layout.standard(4)
    with backend("first_blank").open(layout) as session:
        found = list(session.search(Instance(forbidden=[layout.option(0, 1)])))
    assert (len(found), {layout.digits(one)[0] for one in found}) == (288 * 3 // 4, {2, 3, 4})


def test_it_keeps_to_its_budget() -> None:
    assert solve("." * 81, backend="first_blank", budget=Budget(nodes=3)).verdict.value == "undecided"


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (cover([("A", "1")]), "it solves boards only"),
        (Variant(Layout.standard(4), (Killer((0, 1), 5),)), "it does not understand the killer cage"),
    ],
)
def test_it_refuses_what_it_does_not_understand(problem: Problem, reason: str) -> None:
    assert str(refusal(backend("first_blank"), problem)).startswith(reason)
