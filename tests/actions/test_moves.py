"""Other moves at a step of an explanation: they differ, are proved, and the explanation continues from each."""

from dataclasses import replace

import pytest

from sudokubench.actions.explain import explain
from sudokubench.backends.prover_pool import lent_prover
from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import moves
from sudokubench.logic.proof import Soundness
from sudokubench.logic.rules import unique_rules
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.step_parts import TRIAL
from sudokubench.logic.trace import Ending, Trace
from sudokubench.solving import solutions

CHAINS = Board.parse("....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...")
HARD = Board.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")


def searched(board):
    return explain(board, teaching().only(SETS["subsets"]), branching="mrv")


@pytest.mark.parametrize("number", [1, 4, 30, 80])
def test_other_moves_change_the_state_in_different_ways_and_follow_from_their_evidence(number):
    found = explain(CHAINS)
    before, others = found.state(number), found.others(number)
    concluded = {found[number - 1].conclusion, *(step.conclusion for step in others)}
    assert len(concluded) == len(others) + 1
    ranks = [teaching().order.index(step.rule) for step in others]
    assert ranks == sorted(ranks)
    assert max([ranks.count(one) for one in ranks], default=0) <= 4
    kept = found.trace.steps[: number - 1]
    with lent_prover(CHAINS.layout) as prover:
        for step in others:
            assert before.apply(step.placed, step.eliminated) != before
            checked = list(prover.check(Trace(CHAINS, (*kept, step), Ending.STUCK), unique_rules()))
            assert checked[-1].soundness in {Soundness.PROVED, Soundness.BY_UNIQUENESS}


def test_the_time_limit_ends_the_search_for_other_moves_and_the_caller_is_told():
    found = explain(CHAINS)
    assert found.others_within(4, 1e-9) == found.others_within(4, 0) == ((), True)
    assert found.others_within(4, 600) == (found.others(4), False)


def test_a_page_counts_its_steps_in_the_singular_too():
    page = explain("123434122143432.").page("en")
    assert "1 step: solved" in page
    assert "1手：解けました" in page


def test_a_net_that_the_user_asks_for_does_not_hide_the_moves_of_rules_after_it():
    state = explain(CHAINS).state(1)
    wanted, asked = list(moves(state, teaching().rules)), teaching().asking(["nishio"])
    assert list(moves(state, asked.rules)) == wanted
    assert wanted[0].rule in SETS["singles"]
    assert wanted[-1].rule not in SETS["singles"]


def test_an_explanation_continues_from_another_move_and_from_a_move_after_it():
    found = explain(CHAINS, seconds=60)
    (solution,) = solutions(CHAINS, limit=2)
    for number, move in ((4, 5), (10, 2)):
        other = found.others(number)[move - 1]
        instead = found.instead(number, move)
        assert instead.trace.steps[: number - 1] == found.trace.steps[: number - 1]
        assert replace(instead[number - 1], entropy=0.0) == other
        assert (instead.solved, instead.trace.final.board()) == (True, solution)
        assert not instead.verified().refuted
        found = instead


def test_a_search_goes_on_from_another_move_too_but_not_under_a_supposition():
    found = searched(HARD)
    first = next(n for n, step in enumerate(found, 1) if step.rule == TRIAL)
    (other,) = found.others(first)
    assert other.rule not in {step.rule for step in found}  # the search does without it
    instead = found.instead(first, 1)
    assert instead[first - 1].rule == other.rule
    assert instead.solved
    assert "se" in instead.as_json()["steps"][first - 1]
    with pytest.raises(InputError, match=f"step {first + 1} depends on a supposition"):
        found.instead(first + 1, 1)
    dead = next(n for n, step in enumerate(found, 1) if step.rule == "contradiction")
    assert found.others(dead) == ()


@pytest.mark.parametrize(
    ("number", "move", "told"),
    [
        (81, 1, "step 81 does not exist: .*; number of steps: 80"),
        (0, 1, "step 0 does not exist: steps count from 1"),
        (-1, 1, "step -1 does not exist"),
        (1, 14, "step 1 has no other move 14; number of its other moves: 13"),
        (1, 0, "no other move 0"),
    ],
)
def test_a_step_or_move_that_does_not_exist_is_refused(number, move, told):
    found = explain(CHAINS)
    for ask in (found.other, found.instead):
        with pytest.raises(InputError, match=told):
            ask(number, move)
    if move == 1:
        with pytest.raises(InputError, match=told):
            found.state(number)
