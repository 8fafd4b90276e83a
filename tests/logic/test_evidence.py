"""Smallest evidence, checked against all smaller sets, and proofs of steps."""

from itertools import combinations, product
from random import Random
from time import perf_counter

import pytest
from logic_states import CHAINS, ESCARGOT, option_of, state

from sudokubench.backends.refutation import SatRefuter, SmallestHittingSets
from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import solve
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.least_evidence import least_evidence
from sudokubench.logic.proof import Prover, Soundness
from sudokubench.logic.rules import all_rules
from sudokubench.logic.step import Step
from sudokubench.logic.trace import Ending
from sudokubench.logic.why import contradiction, smallest_facts

FOUR = Layout.standard(4)
PUZZLE = "1...3..2...3..2."
UNIQUE = frozenset(rule.name for rule in all_rules() if rule.unique)


def option_of_four(name: str) -> int:
    return next(option for option in range(64) if FOUR.option_name(option) == name)


@pytest.fixture(scope="module")
def four() -> Prover:
    return Prover(FOUR, SatRefuter)


@pytest.fixture(scope="module")
def nine() -> Prover:
    return Prover(Layout.standard(9), SatRefuter)


def test_why_names_a_smallest_set(four: Prover) -> None:
    """The test tries every smaller set of clues and items: it does not prove R1C2 = 2 in a 4x4."""
    board = Board.parse(PUZZLE)
    found = smallest_facts(board, 4 + 1, four)
    assert found.optimal
    facts = [4 * cell + digit for cell, digit in board.clues] + [four.switch(item) for item in range(16 + 48)]
    target = -(4 + 2) if found.forced else 4 + 2
    chosen = [o + 1 for o in found.clues] + [four.switch(item) for item in found.items]
    assert four.refuter.refute([*chosen, target]) is not None
    for few in range(len(chosen)):
        for subset in combinations(facts, few):
            assert four.refuter.refute([*subset, target]) is None


def test_why_names_the_forbidden_candidates_that_a_smallest_set_has(four: Prover) -> None:
    """R2C2 = 4 follows from two forbidden candidates and the clue 1 of the row, and from no smaller set."""
    board = Board.parse("....1...........").forbidding([option_of_four("R2C2#2"), option_of_four("R2C2#3")])
    found = smallest_facts(board, option_of_four("R2C2#4"), four)
    assert (found.forced, found.optimal) == (True, True)
    assert found.clues == (option_of_four("R2C1#1"),)
    assert found.forbidden == (option_of_four("R2C2#2"), option_of_four("R2C2#3"))
    assert found.items == (5,)


def test_a_house_forces_the_last_place_of_a_digit(four: Prover) -> None:
    """For every house, a digit that is forbidden in three places stands in the fourth, because of this house alone."""
    for house, digit in product(range(12), range(1, 5)):
        last, *others = (FOUR.option(cell, digit) for cell in FOUR.houses[house].cells)
        board = Board.empty(FOUR).forbidding(others)
        found = smallest_facts(board, last, four)
        assert (found.forced, found.clues, found.forbidden) == (True, (), tuple(sorted(others)))
        assert found.items == (four.geometry.item_of_place(house, digit),)
        early = smallest_facts(board, last, four, seconds=0)
        assert (found.optimal, early.optimal) == (True, False)


def test_without_time_no_fact_of_a_reason_can_be_left_out(four: Prover) -> None:
    board = Board.parse(PUZZLE)
    for option in CandidateGrid.of(board).options():
        found = smallest_facts(board, option, four, seconds=0)
        chosen = [*(o + 1 for o in found.clues), *map(four.switch, found.items)]
        target = -(option + 1) if found.forced else option + 1
        assert four.refuter.refute([*chosen, target]) is not None
        for left_out in range(len(chosen)):
            assert four.refuter.refute([*chosen[:left_out], *chosen[left_out + 1 :], target]) is None


def test_why_says_nothing_of_a_candidate_that_some_solutions_have(four: Prover) -> None:
    assert smallest_facts(Board.empty(FOUR), 0, four) is None


def test_a_contradiction_is_reported_by_the_clues_that_clash_alone(four: Prover) -> None:
    plain = Board.parse("11..............")
    for board in (plain, plain.forbidding([option_of_four("R4C4#2"), option_of_four("R4C4#3")])):
        found = contradiction(board, four)
        assert (found.clues, found.forbidden, found.items, found.optimal) == ((0, 4), (), (), True)
    assert contradiction(Board.parse(PUZZLE), four) is None


def test_steps_of_least_evidence_solve_the_board_and_follow(four: Prover) -> None:
    least = least_evidence(Board.parse(PUZZLE), four)
    assert least.trace.ending is Ending.SOLVED
    assert least.optimal == len(least.trace.steps)
    assert {check.soundness for check in four.check(least.trace, UNIQUE)} == {Soundness.PROVED}


def test_steps_of_least_evidence_end_where_an_item_cannot_be_satisfied_and_name_it(four: Prover) -> None:
    board = Board.parse("12....3.........")
    trace = least_evidence(board, four).trace
    assert trace.ending is Ending.CONTRADICTION
    assert trace.reason == trace.final.contradiction()


def test_a_step_of_two_items_is_found_where_one_does_not_do(nine: Prover) -> None:
    board = Board.parse(CHAINS)
    least = least_evidence(board, nine, seconds=600)
    assert any(step.rule == "evidence" and len(step.items) == 2 for step in least.trace.steps)
    assert {check.soundness for check in nine.check(least.trace, UNIQUE)} == {Soundness.PROVED}


@pytest.mark.thorough
def test_every_step_of_hard_boards_is_proved(nine: Prover) -> None:
    for text in (CHAINS, ESCARGOT):
        trace = solve(Board.parse(text), teaching().rules)
        assert trace.ending is Ending.SOLVED
        assert Soundness.REFUTED not in {check.soundness for check in nine.check(trace, UNIQUE)}


def test_a_step_that_does_not_follow_is_refuted(nine: Prover) -> None:
    grid = state("R1C1=12 R1C5=13")
    wrong = Step("naked_pair", (1, 2), (), (option_of("R1C2#2"),), (0, 4))
    assert nine.soundness(grid, wrong, [], unique=False) is Soundness.REFUTED


def test_smallest_hitting_sets_are_smallest() -> None:
    """The test takes random collections of sets, and tries all smaller choices."""
    random = Random(1)
    for _ in range(30):
        collection, sets = [], SmallestHittingSets()
        for _ in range(random.randint(1, 8)):
            collection.append(frozenset(random.sample(range(9), random.randint(1, 4))))
            sets.add(collection[-1])
            found = sets.smallest(None)
            assert all(found & each for each in collection)
            for fewer in combinations(range(9), len(found) - 1):
                assert not all(each.intersection(fewer) for each in collection)


def test_a_deadline_that_has_passed_ends_the_search_of_a_smallest_set() -> None:
    sets = SmallestHittingSets()
    sets.add([3])
    assert sets.smallest(perf_counter() - 1) is None
    assert sets.smallest(None) == {3}
