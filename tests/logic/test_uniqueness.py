"""Rules that rely on a single solution: the clues must have one, otherwise these rules are left out."""

from itertools import chain

import pytest
from logic_states import SOLVED, names, option_of, state

from benchmarks.trials.steps import TRAP
from sudokubench import solve
from sudokubench.actions.explain import explain
from sudokubench.actions.hint import hint
from sudokubench.actions.observer import Observer
from sudokubench.actions.rate import rate_entries
from sudokubench.board import Board
from sudokubench.harness.corpus import entry_of
from sudokubench.layout import Layout
from sudokubench.logic import Configuration, Ending, rate, rule_named, teaching
from sudokubench.logic import solve as follow
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import all_rules

CLUES = "534..891.67219534819834.567859..1423426853791713924856961537284287419635345.86179"
"""The clues leave 267 in the corner R1C4, and 67 in R1C5, R4C4 and R4C5. The board has two solutions."""
BY_FORBIDDING = Board.parse(CLUES).forbidding([option_of("R4C4#6")])
ANYWAY = Board.parse("." + SOLVED[1:]).forbidding([option_of("R1C1#5") - 1])
"""A board whose forbidden candidate is superfluous: the clues alone have one solution."""
RECTANGLE_FIRST = Configuration(("unique_rectangle_1", "naked_single", "hidden_single_box"))


class Ear(Observer):
    """An observer that remembers remarks."""

    def __init__(self) -> None:
        self.remarks = []

    def remark(self, words) -> None:
        self.remarks.append(words)


def test_rectangles_and_the_bug_rely_on_a_single_solution_and_nothing_else_does() -> None:
    families = ("unique_", "avoidable_", "hidden_rect", "extended_", "bug_")
    for rule in all_rules():
        assert rule.unique == rule.name.startswith(families), rule.name


def test_the_odd_cell_of_a_bug_must_hold_the_digit_that_has_three_places() -> None:
    board = Board.parse(TRAP)
    assert list(rule_named("bug_plus_1").find(CandidateGrid.of(board))) == []
    assert explain(board, Configuration(("bug_plus_1", *teaching().order))).trace.ending is Ending.SOLVED


def test_a_rectangle_would_take_a_true_digit_where_only_forbidden_candidates_leave_one_solution() -> None:
    (step,) = rule_named("unique_rectangle_1").find(CandidateGrid.of(BY_FORBIDDING))
    assert names(step.eliminated) == ["R1C4#6", "R1C4#7"]
    answer = solve(BY_FORBIDDING, limit=2)
    assert answer.outcome.count == 1
    assert answer.solution.format("line") == SOLVED
    assert solve(CLUES, limit=2).outcome.count == 2


def test_left_to_itself_the_library_leaves_such_rules_out() -> None:
    trace = follow(BY_FORBIDDING, RECTANGLE_FIRST.rules)
    assert trace.ending is Ending.SOLVED
    assert "unique_rectangle_1" not in {step.rule for step in trace.steps}
    assert follow(BY_FORBIDDING, RECTANGLE_FIRST.rules, clues_suffice=True).ending is Ending.CONTRADICTION
    assert rate(BY_FORBIDDING, RECTANGLE_FIRST).config == RECTANGLE_FIRST.without_uniqueness().digest
    assert rate(BY_FORBIDDING, RECTANGLE_FIRST, clues_suffice=True).config == RECTANGLE_FIRST.digest


def test_explanations_leave_them_out_and_say_so_in_both_languages() -> None:
    found = explain(BY_FORBIDDING, RECTANGLE_FIRST, verify=True, called="this")
    assert found.trace.ending is Ending.SOLVED
    assert found.refuted == ()
    (first, *_) = found.remarks()
    assert first.en.startswith("this: rules that rely on a single solution are left out")
    assert "一意解" in first.ja
    assert found.config.digest == RECTANGLE_FIRST.without_uniqueness().digest


def test_ratings_leave_them_out_and_say_so() -> None:
    ear, entries = Ear(), [entry_of(board, "test", 1) for board in (BY_FORBIDDING, ANYWAY)]
    ratings = [*chain.from_iterable(rate_entries(entries, RECTANGLE_FIRST, seconds=60, observer=ear))]
    assert all(rating.solved for rating in ratings)
    (said,) = ear.remarks
    assert "left out" in said.en
    assert [rating.config == RECTANGLE_FIRST.digest for rating in ratings] == [False, True]


def test_a_hint_leaves_them_out_and_says_so() -> None:
    found = hint(BY_FORBIDDING, BY_FORBIDDING, RECTANGLE_FIRST)
    assert found.found[0].name != "unique_rectangle_1"
    assert len(found.remarks()) == 1


def test_uniqueness_rules_do_not_rely_on_pencil_marks() -> None:
    """The clues of the puzzle decide, not the candidates that a player has ruled out since."""
    for clues in (None, Board.parse("." + SOLVED[1:])):
        assert hint(ANYWAY, clues, RECTANGLE_FIRST).remarks() == []


def test_rules_without_the_assumption_have_nothing_to_leave_out() -> None:
    plain = teaching().without_uniqueness()
    assert plain.without_uniqueness() is plain
    assert list(explain(BY_FORBIDDING, plain).remarks()) == []
    assert list(explain(ANYWAY).remarks()) == []


EXTENDED = tuple(rule for rule in all_rules() if rule.name.startswith("extended_"))


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param("R1C1 R1C4 R1C7 R2C1 R2C4", id="two rows of a band, a column in each box"),
        pytest.param("R1C1 R1C2 R1C3 R7C1 R7C2", id="two rows of two bands, a box each"),
        pytest.param("R1C1 R4C1 R7C1 R1C2 R4C2", id="two columns of a stack"),
        pytest.param("R4C2 R5C2 R6C2 R4C9 R5C9", id="two columns of two stacks"),
    ],
)
def test_the_last_cell_of_an_extended_rectangle_holds_none_of_its_three_digits(cells: str) -> None:
    facts = " ".join(f"{cell}=123" for cell in cells.split())
    assert [rule.name for rule in EXTENDED if list(rule.find(state(facts)))] == ["extended_rectangle_1"]


@pytest.mark.parametrize(
    ("facts", "clues"),
    [
        pytest.param(
            "R1C1=123 R1C4=123 R1C7=123 R4C1=123 R4C4=123", "", id="rows of two bands in three boxes"
        ),
        pytest.param("R1C1=123 R1C2=123 R1C4=123 R4C1=123 R4C2=123", "", id="rows of two bands in two boxes"),
        pytest.param("R1C4=123 R1C7=123 R2C1=123 R2C4=123", "3", id="a clue"),
        pytest.param(
            "R1C1=123 R1C4=123 R1C7=123 R2C1=1234 R2C4=1235", "", id="three cells with other candidates"
        ),
        pytest.param(
            "R1C1=123 R1C4=123 R1C7=123 R2C1=123 R2C5=123", "", id="cells that are not beside the others"
        ),
    ],
)
def test_lines_that_cannot_exchange_three_digits_give_no_step(facts: str, clues: str) -> None:
    assert [rule.name for rule in EXTENDED if list(rule.find(state(facts, clues.ljust(81, "."))))] == []


@pytest.mark.parametrize("name", ["9x9-diagonal", "9x9-windoku"])
def test_in_a_board_with_extra_houses_no_rectangle_is_deadly(name: str) -> None:
    """Exchanging digits may break a diagonal or a window, so the rules find nothing there."""
    for plain in (CandidateGrid.of(BY_FORBIDDING), state("R1C1=123 R1C4=123 R1C7=123 R2C1=123 R2C4=123")):
        gone = [option for option in range(729) if not plain.has(option)]
        assert any(list(rule.find(plain)) for rule in all_rules() if rule.unique)
        grid = CandidateGrid.of(Board.empty(Layout.named(name))).apply((), gone)
        assert not any(list(rule.find(grid)) for rule in all_rules() if rule.unique)
