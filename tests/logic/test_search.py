"""The limited search finds every solution with any options and stops on request."""

from collections import Counter
from dataclasses import fields
from itertools import count, product
from typing import get_args

import pytest
import reference
from logic_states import BRUTE, ESCARGOT, NINE

from sudokubench import solve
from sudokubench.answer import Budget, Verdict
from sudokubench.backends.logic import Logic
from sudokubench.board import Board
from sudokubench.errors import BackendUnavailable
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.search import LimitedSearch, rules_of, start_of
from sudokubench.logic.search_settings import SETS, Branching, Items, Ties
from sudokubench.logic.search_steps import Notes
from sudokubench.logic.step import Step
from sudokubench.logic.step_parts import CONTRADICTION, RETURN, SOLUTION, TRIAL
from sudokubench.logic.texts import describe
from sudokubench.problem import Instance, cover
from sudokubench.solving import solutions

TWO_PAIRS = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""When singles are followed, R7C2 and R8C7 have two candidates, and R8C7 has more empty peers."""
SEVERAL = "1..............."
HOUSES = reference.sudoku_houses(4, 2)


def state_of(text: str) -> CandidateGrid:
    board = Board.parse(text)
    state = start_of(board.layout, board.instance())
    assert state is not None
    return state


@pytest.mark.parametrize(
    ("branching", "ties", "items"), list(product(get_args(Branching), get_args(Ties), get_args(Items)))
)
def test_every_way_to_branch_finds_the_same_solutions(branching: Branching, ties: Ties, items: Items) -> None:
    search = LimitedSearch(rules_of("singles"), branching, ties, items=items)
    found = [tuple(full.digits()) for full in search.solutions(state_of(SEVERAL), lambda nodes: False)]
    assert len(found) == len(set(found))
    assert set(found) == set(reference.solutions(reference.grid(SEVERAL), HOUSES))


def test_nogoods_lose_no_solution_and_are_counted() -> None:
    """The board has 20 solutions far apart, so that the search learns nogoods before and between them."""
    text = ESCARGOT.replace("9", ".", 1)
    with_, without = (LimitedSearch(rules_of("singles"), use_nogoods=use) for use in (True, False))
    for search in (with_, without):
        found = {tuple(full.digits()) for full in search.solutions(state_of(text), lambda n: False)}
        assert found == {tuple(solved.digits) for solved in solutions(text)}
    assert without.statistics.nogoods == 0 < with_.statistics.nogoods
    assert with_.statistics.nogood_hits > 0
    assert with_.statistics.nodes < without.statistics.nodes


@pytest.mark.parametrize("rules", ["singles", "locked"])
@pytest.mark.parametrize("text", [BRUTE, ESCARGOT, SEVERAL, TWO_PAIRS])
def test_rounds_without_steps_are_those_with_steps(rules: str, text: str) -> None:
    """The same solutions in the same order, the same counters, and the same blame for failures."""
    with_steps, without = LimitedSearch(rules_of(rules)), LimitedSearch(rules_of(rules))
    assert without._close is not None
    with_steps._close = None
    found = [
        [full.digits() for full in search.solutions(state_of(text), lambda nodes: nodes >= 300)]
        for search in (with_steps, without)
    ]
    assert found[0] == found[1]
    assert with_steps.statistics == without.statistics
    assert with_steps._weights == without._weights


@pytest.mark.parametrize("branching", ["mrv", "domwdeg", "entropy"])
@pytest.mark.parametrize("ties", get_args(Ties))
def test_the_first_trial_is_of_a_cell_with_fewest_candidates(branching: Branching, ties: Ties) -> None:
    root = LimitedSearch(rules_of("singles")).fixpoint(state_of(TWO_PAIRS))
    notes = Notes(root)
    search = LimitedSearch(rules_of("singles"), branching, ties, notes=notes)
    list(search.solutions(root, lambda nodes: nodes >= 2))
    cell = notes.steps[0].placed[0] // 9
    fewest = min(len(root.digits_of(c)) for c in range(81) if len(root.digits_of(c)) > 1)
    assert len(root.digits_of(cell)) == fewest
    tied = [c for c in range(81) if len(root.digits_of(c)) == fewest]
    open_peers = {c: sum(len(root.digits_of(p)) > 1 for p in root.geometry.layout.peers[c]) for c in tied}
    if ties == "first":
        assert cell == tied[0]
    if ties == "degree":
        assert open_peers[cell] == max(open_peers.values()) > open_peers[tied[0]]


@pytest.mark.parametrize("text", [SEVERAL, ESCARGOT])
def test_the_counters_of_a_search_agree_with_its_steps(text: str) -> None:
    notes = Notes(state_of(text))
    search = LimitedSearch(rules_of("singles"), notes=notes)
    found = len(list(search.solutions(notes.grid, lambda nodes: False)))
    counted, told = search.statistics, Counter(step.rule for step in notes.steps)
    assert told[CONTRADICTION] == counted.failures
    assert told[SOLUTION] == found
    assert told[TRIAL] == told[RETURN] <= counted.children == counted.nodes - 1
    assert counted.nodes == counted.choices + counted.failures + found
    assert counted.deepest >= max(step.depth for step in notes.steps) > 0


def test_a_search_counts_the_candidates_that_its_rules_eliminate() -> None:
    notes = Notes(state_of(ESCARGOT))
    search = LimitedSearch(rules_of("subsets"), notes=notes, together=False)
    list(search.solutions(notes.grid, lambda nodes: nodes >= 3))
    deduced = [step for step in notes.steps if step.rule not in {TRIAL, RETURN}]
    assert search.statistics.eliminations == sum(len(step.eliminated) for step in deduced) > 0


@pytest.mark.parametrize("items", get_args(Items))
def test_a_trial_is_described_with_an_item_that_must_be_satisfied(items: Items) -> None:
    """Every solution holds one of the options that the trial names; the search tries all of them if it continues."""
    notes = Notes(state_of(BRUTE))
    search = LimitedSearch((), "mrv", items=items, notes=notes)
    list(search.solutions(notes.grid, lambda nodes: nodes > 60))
    trials = [step for step in notes.steps if step.rule == TRIAL]
    solution = set(solve(BRUTE).solution.instance().chosen)
    for step in trials:
        (options,) = (options for role, options in step.groups if role == "fact")
        assert set(step.placed) <= set(options)
        if step.depth == 1:
            assert len(solution & set(options)) == 1
        cells = {option // 9 for option in options}
        digits = {option % 9 for option in options}
        if step.houses:
            assert digits == {step.digits[0] - 1}
            assert cells <= set(NINE.houses[step.houses[0]].cells)
        else:
            assert cells == set(step.items)
    hidden = [step for step in notes.steps if step.rule.startswith("hidden_single")]
    assert bool(hidden or [step for step in trials if step.houses]) is (items == "all")


def test_a_trial_of_places_is_described_in_words() -> None:
    step = Step(TRIAL, (5,), (4,), (), (81 + 4,), (("single", (4,)), ("fact", (4, 13))), (0,), depth=1)
    assert describe(step, NINE) == (
        "Supposition: No rule helps, but in row 1, 5 stands in one of R1C1 and R1C2. Suppose R1C1 = 5."
    )
    assert "5はR1C1・R1C2のどちらか" in describe(step, NINE, "ja")


def test_a_contradiction_far_from_the_fullest_cells_is_found_soon() -> None:
    """Norvig's impossible board: the cells with fewest candidates are not in the contradiction; failures lead to it."""
    board = Board.parse(".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........")
    with Logic().open(board.layout) as session:
        outcome = session.search(board.instance(), budget=Budget(nodes=10_000)).outcome()
    assert outcome.verdict is Verdict.NONE


def test_a_search_stops_on_request() -> None:
    asked = count()
    search = LimitedSearch(rules_of("singles"))
    assert len(list(search.solutions(state_of(SEVERAL), lambda nodes: next(asked) >= 5))) <= 5


def test_chosen_options_that_exclude_each_other_have_no_state() -> None:
    for instance in (Instance((0, 1)), Instance((0, 4)), Instance((0,), (0,))):
        assert start_of(Board.parse(SEVERAL).layout, instance) is None


def test_only_monotone_rules_that_need_no_uniqueness_are_used() -> None:
    for name in SETS:
        assert all(rule.monotone and not rule.unique for rule in rules_of(name))


@pytest.mark.parametrize("handover", ["off", "placed", "eliminations"])
def test_the_rest_can_be_handed_over(handover: str) -> None:
    board = Board.parse(SEVERAL)
    with Logic(handover=handover).open(board.layout) as session:
        found = set(session.search(board.instance()))
        assert session.search(board.instance()).outcome().count == len(found) == 72


def test_a_problem_that_is_not_a_layout_is_refused() -> None:
    tiling = cover([("A", "12"), ("B", "3")])
    assert Logic().unsupported(tiling)
    with pytest.raises(BackendUnavailable):
        Logic().open(tiling)
    assert {field.name for field in fields(Logic)} == {
        "rules", "branching", "items", "ties", "nogoods", "handover",
    }  # fmt: skip
