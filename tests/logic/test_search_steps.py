"""The steps of a search lead through its states, each of them is proved, and a reader sees the suppositions."""

import json
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from logic_states import ESCARGOT

from sudokubench import solve
from sudokubench.actions.explain import explain
from sudokubench.backends.prover_pool import lent_prover
from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.logic.configuration import teaching
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.proof import Soundness
from sudokubench.logic.search import LimitedSearch, rules_of, search
from sudokubench.logic.search_settings import SETS, Branching
from sudokubench.logic.search_steps import Notes
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, SOLUTION, TRIAL
from sudokubench.logic.trace import Ending, Trace
from sudokubench.solving import solutions

SEVERAL = "1..............."
SIX = Board.parse("..5..2....3.2..6......1...1.54......")
BOARDS = {
    "hard": Board.parse(ESCARGOT), "several": Board.parse(SEVERAL), "none": Board.parse("12....3.....4..."),
    "6x6": SIX, "diagonal": Board.parse("4x4-diagonal:1..............."),
}  # fmt: skip


@pytest.mark.parametrize(("name", "rules"), [*product(BOARDS, SETS)])
def test_a_trace_leads_to_every_solution_and_its_steps_are_proved(name: str, rules: str) -> None:
    board = BOARDS[name]
    trace = search(board, rules_of(rules))
    told: list[tuple[int, ...]] = []
    open_trials: list[tuple[int, CandidateGrid, int]] = []
    for step, before, after in zip(trace.steps, trace.states(), trace.states()[1:], strict=False):
        if step.rule == TRIAL:
            (options,) = (options for role, options in step.groups if role == "fact")
            assert all(map(before.has, options))
            assert set(step.placed) < set(options)
            open_trials.append((step.placed[0], before, len(told)))
        elif step.rule == RETURN:
            option, state, found = open_trials.pop()
            assert after == state.apply((), step.eliminated)
            assert step.eliminated == ((option,) if found == len(told) else ())
        elif step.rule == CONTRADICTION:
            assert before.contradiction() == before.geometry.item_name(step.items[0])
        elif step.rule == SOLUTION:
            assert before.is_full
            assert not before.contradiction()
            told.append(tuple(before.digits()))
        assert step.depth == len(open_trials)
    assert not open_trials
    assert sorted(told) == sorted(tuple(s.digits) for s in solutions(board))
    assert trace.ending is (Ending.SOLVED if told else Ending.CONTRADICTION)
    with lent_prover(board.layout) as prover:
        checked = prover.check(trace, frozenset())
    assert checked
    assert {check.soundness for check in checked} == {Soundness.PROVED}


@pytest.mark.parametrize("branching", get_args(Branching))
def test_nogoods_are_steps_too_and_follow(branching: Branching) -> None:
    board = BOARDS["hard"]
    notes = Notes(CandidateGrid.of(board))
    searched = LimitedSearch(rules_of("singles"), branching, use_nogoods=True, notes=notes)
    assert sum(1 for _ in searched.solutions(notes.grid, lambda nodes: nodes > 400)) <= 1
    assert sum(step.rule == "nogood" for step in notes.steps) == searched.statistics.nogood_hits
    with lent_prover(board.layout) as prover:
        checked = prover.check(Trace(board, tuple(notes.steps), Ending.BUDGET), frozenset())
    assert {check.soundness for check in checked} == {Soundness.PROVED}


def test_a_false_step_below_a_trial_is_found() -> None:
    board = BOARDS["hard"]
    trace = search(board, rules_of("singles"))
    number = next(i for i, step in enumerate(trace.steps) if step.depth and step.rule == "naked_single")
    step, state = trace.steps[number], trace.states()[number]
    other = next(o for o in state.options() if o // 9 != step.items[0] and o not in step.placed)
    steps = (*trace.steps[:number], replace(step, placed=(other,)), *trace.steps[number + 1 :])
    with lent_prover(board.layout) as prover:
        checked = prover.check(replace(trace, steps=steps), frozenset())
    assert next(check.number for check in checked if check.soundness is Soundness.REFUTED) == number + 1


def test_a_trace_of_a_search_is_read_again_and_an_edited_one_refused_with_the_step() -> None:
    trace = search(BOARDS["several"], rules_of("singles"))
    assert Trace.from_json(trace.to_json()) == trace
    plain = trace.as_json()
    number = next(i for i, step in enumerate(plain["steps"]) if step["rule"] == RETURN)
    del plain["steps"][number]
    with pytest.raises(InputError, match=rf"step {number + 1} has the depth"):
        Trace.from_json(json.dumps(plain))


def test_a_long_search_is_cut_and_says_where() -> None:
    trace = search(BOARDS["hard"], rules_of("singles"), most_steps=40)
    assert trace.ending is Ending.BUDGET
    assert len(trace.steps) >= 40
    assert trace.reason == f"cut after {len(trace.steps)} steps"


def test_an_explanation_with_suppositions_ends_with_the_solution_and_says_that_it_is_the_only_one() -> None:
    config = teaching().only(SETS["locked"])
    found = explain(ESCARGOT, config, branching="mrv")
    assert found.solved
    assert found.trace.final.board().format("line") == str(solve(ESCARGOT).solution)
    (remark,) = found.remarks()
    assert "every branch is closed" in remark.to("en")
    assert "すべての枝" in remark.to("ja")
    lines = list(found.lines("ja"))
    assert "┌ 仮定：" in "".join(lines)
    assert "└ 仮定の取り消し：" in "".join(lines)
    assert lines[-1].endswith(str(solve(ESCARGOT).solution))


def test_each_step_in_json_has_words_names_and_what_is_left() -> None:
    found = explain(ESCARGOT, teaching().only(SETS["subsets"]), branching="mrv")
    steps = found.as_json("ja")["steps"]
    states = found.trace.states()
    trial = next(step for step in steps if step["rule"] == TRIAL)
    option = trial["placed"][0]
    assert trial["names"]["placed"] == [f"R{option // 81 + 1}C{option // 9 % 9 + 1}#{option % 9 + 1}"]
    assert trial["text"].startswith("仮定：")
    for step, after in zip(steps, states[1:], strict=True):
        assert step["candidates"] == len(set(after.options()))
