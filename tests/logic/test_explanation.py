"""Smallest evidence, checked against all smaller sets; hints; technique libraries."""

from __future__ import annotations

from itertools import combinations

import pytest
from logic_states import option_of, state

from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import solve
from sudokubench.logic.hint import Mistake, graded, mistakes, next_step, state_of
from sudokubench.logic.least_evidence import least_evidence
from sudokubench.logic.library import read_case, read_library, verify_case
from sudokubench.logic.proof import Prover, Soundness
from sudokubench.logic.rules import all_rules
from sudokubench.logic.step import Ending, Step
from sudokubench.logic.why import contradiction, why

FOUR = Layout.standard(4)
PUZZLE = "1...3..2...3..2."
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
UNIQUE = frozenset(rule.name for rule in all_rules() if rule.unique)


@pytest.fixture(scope="module")
def four() -> Prover:
    return Prover(FOUR, SatRefuter)


@pytest.fixture(scope="module")
def nine() -> Prover:
    return Prover(Layout.standard(9), SatRefuter)


def test_why_names_a_smallest_set(four: Prover) -> None:
    """R1C2 = 2 in a 4x4: no smaller set of clues and items proves it, tried one by one."""
    board = Board.parse("1...3..2...3..2.")
    found = why(board, 4 + 1, four)
    assert found is not None
    size = len(found.clues) + len(found.items)
    assert found.optimal
    clues = [4 * cell + digit for cell, digit in board.clues]
    switches = [four.switch(item) for item in range(16 + 48)]
    target = -(4 + 2) if found.forced else 4 + 2
    chosen = [o + 1 for o in found.clues] + [four.switch(item) for item in found.items]
    assert four.refuter.refute([*chosen, target]) is not None
    for few in range(size):
        for subset in combinations([*clues, *switches], few):
            assert four.refuter.refute([*subset, target]) is None


def test_why_says_nothing_of_a_candidate_that_some_solutions_have(four: Prover) -> None:
    assert why(Board.empty(FOUR), 0, four) is None


def test_a_contradiction_is_told_by_the_clues_that_clash(four: Prover) -> None:
    found = contradiction(Board.parse("11.............."), four)
    assert found is not None
    assert (found.clues, found.items) == ((0, 4), ())
    assert contradiction(Board.parse(PUZZLE), four) is None


def test_steps_of_least_evidence_solve_the_board_and_follow(four: Prover) -> None:
    least = least_evidence(Board.parse(PUZZLE), four)
    assert least.trace.ending is Ending.SOLVED
    assert least.optimal == len(least.trace.steps)
    assert {check.soundness for check in four.check(least.trace, UNIQUE)} == {Soundness.PROVED}


def test_a_step_of_two_items_is_found_where_one_does_not_do(nine: Prover) -> None:
    board = Board.parse("....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...")
    least = least_evidence(board, nine, seconds=3, a_step=1)
    assert any(step.rule == "evidence" and len(step.items) == 2 for step in least.trace.steps)
    assert {check.soundness for check in nine.check(least.trace, UNIQUE)} == {Soundness.PROVED}


def test_every_step_of_hard_boards_is_proved(nine: Prover) -> None:
    for text in (
        "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ):
        trace = solve(Board.parse(text), teaching().rules)
        assert trace.ending is Ending.SOLVED
        assert Soundness.REFUTED not in {check.soundness for check in nine.check(trace, UNIQUE)}


def test_a_step_that_does_not_follow_is_refuted(nine: Prover) -> None:
    grid = state("R1C1=12 R1C5=13")
    wrong = Step("naked_pair", (1, 2), (), (option_of("R1C2#2"),), (0, 4))
    assert nine.soundness(grid, wrong, [], unique=False) is Soundness.REFUTED


def test_mistakes_come_before_hints() -> None:
    solution = Board.parse(SOLVED)
    progress = Board.parse(WIKIPEDIA).with_digit(2, 1)
    assert mistakes(state_of(progress, Board.parse(WIKIPEDIA)), solution) == (Mistake(2, 1, True),)
    marks = Board.parse(WIKIPEDIA).forbidding([9 * 2 + 3])
    assert mistakes(state_of(marks, None), solution) == (Mistake(2, 4, False),)


def test_hints_go_from_the_region_to_the_move() -> None:
    grid = state_of(Board.parse(WIKIPEDIA), None)
    found = next_step(grid, teaching())
    assert found is not None
    for language in ("en", "ja"):
        where, rule, cells, move = graded(*found, grid, language)
        assert all((where, rule, cells, move))
        cell = Layout.standard(9).cell_name(found[1].placed[0] // 9)
        assert cell not in where
        assert cell in cells
        assert cell in move


def test_a_case_of_a_library_is_read_with_placed_and_deleted_candidates() -> None:
    case = read_case(":0200-1:12:+5" + "." * 80 + ":312 413:112 212::")
    assert (case.code, case.variant, case.digits) == ("0200", "1", (1, 2))
    assert case.start.placed == 1
    assert case.start.givens == 0
    assert not case.start.has(9 + 2)
    assert case.eliminated == {9, 10}


def test_a_case_passes_if_some_step_has_exactly_the_expected_conclusion() -> None:
    text = ":0200:12:" + "." * 81 + ":{deleted}:{gone}::"
    marks = " ".join(f"{d}1{c}" for c in (1, 5) for d in range(3, 10))
    row = " ".join(f"{d}1{c}" for d in (1, 2) for c in (2, 3, 4, 6, 7, 8, 9))
    assert verify_case(read_case(text.format(deleted=marks, gone=row)), all_rules()).passed
    assert not verify_case(read_case(text.format(deleted=marks, gone=row[4:])), all_rules()).passed
    negative = text.replace("0200", "0200-x").format(deleted=marks, gone=row[4:])
    assert verify_case(read_case(negative), all_rules()).passed


def test_the_technique_of_an_unknown_code_fails() -> None:
    assert not verify_case(read_case(":9999:1:" + "." * 81 + ":::111:"), all_rules()).passed


@pytest.mark.parametrize(
    "text", ["", "0200:1", ":0200:1:12:::", ":0200:1:" + "x" * 81 + "::::", ":0200:1:" + "." * 81 + ":12:::"]
)
def test_a_wrong_line_of_a_library_is_named(text: str) -> None:
    with pytest.raises(InputError):
        read_case(text)
    if text:
        with pytest.raises(InputError, match="lib:2"):
            read_library("# a library\n" + text, "lib")
