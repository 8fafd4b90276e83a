"""The steps that decide a candidate: they suffice, each is needed, and a proof accepts each of them."""

import pytest
import reference
from logic_states import CHAINS, WIKIPEDIA

from sudokubench.actions.why import why
from sudokubench.backends.prover_pool import lent_prover
from sudokubench.board import Board
from sudokubench.logic.configuration import Configuration
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.proof import Soundness
from sudokubench.logic.rules import rule_named, unique_rules
from sudokubench.logic.trace import Ending, Trace
from sudokubench.logic.why import deduction
from sudokubench.solving import solve


@pytest.mark.parametrize("option", [3, 5, 9 * 23 + 2, 9 * 46 + 6, 9 * 80 + 8])
def test_the_steps_to_a_candidate_prove_it_without_the_steps_between(option):
    board = Board.parse(CHAINS)
    found = why(board, option, facts=False, seconds=120)
    digit = solve(board).solution.digits[option // 9]
    assert found.forced == (digit == option % 9 + 1)
    trace = Trace(board, found.steps, Ending.STUCK)
    with lent_prover(board.layout) as prover:
        checked = list(prover.check(trace, unique_rules()))
    assert {check.soundness for check in checked} <= {Soundness.PROVED}
    *before, last = trace.states()
    assert all(state.has(option) for state in before)
    assert last.has(option) == found.forced


def test_a_candidate_that_the_clues_settle_needs_no_step():
    board = Board.parse(CHAINS)
    for option, forced, told in (
        (9 * 4 + 0, True, "R1C5 is 1. It is a clue."),
        (9 * 4 + 1, False, "R1C5 is not 2. The clue there is 1."),
        (9 * 0 + 0, False, "R1C1 is not 1. R1C5 already holds 1."),
    ):
        assert not CandidateGrid.of(board).has(option) or forced
        found = why(board, option, facts=False)
        assert (found.steps, found.forced) == ((), forced)
        assert found.lines()[0].en == told


def test_where_the_rules_do_not_lead_the_facts_tell(monkeypatch):
    triples = Configuration(("naked_triple",))
    monkeypatch.setattr("sudokubench.actions.why.teaching", lambda: triples)
    found = why(WIKIPEDIA, "R1C6#8", seconds=None, facts=False)
    assert found.steps is None
    assert "R1C6 is 8. The rules do not show it step by step." in found.lines()[0].en
    assert (found.found.optimal, len(found.found.clues)) == (True, 4)


def test_without_naked_singles_every_placement_has_its_steps():
    board, rules = Board.parse(WIKIPEDIA), [rule_named("hidden_single_box"), rule_named("full_house")]
    for cell, digit in solve(board).solution.clues:
        option = board.layout.option(cell, digit)
        placed = {placed for step in deduction(board, option, rules) for placed in step.placed}
        assert board.digits[cell] or option in placed


def test_an_open_candidate_is_said_to_be_open():
    found = why("." * 16, "R1C1#1")
    assert (found.forced, found.steps, found.as_json()["verdict"]) == (None, None, "open")


def test_the_steps_are_one_line_of_sentences():
    found = str(why(WIKIPEDIA, "R1C3#4", facts=False))
    assert found.startswith(
        "R1C3 is 4. 5 steps show it: 1. Hidden Single in a box: In box 2, 8 has only one place left. "
    )
    assert found == str(why(WIKIPEDIA, "R1C3#4")), "the logic comes first, and is enough"
    assert "., " not in found
    assert ".." not in found


def _singles(digits: list[int]) -> set[tuple[int, int]]:
    """Return the pairs (cell, digit) that one house or the peers of the cell force, from the digits alone."""
    units = reference.sudoku_houses(9, 3)
    seen = [{digits[o] for unit in units if cell in unit for o in unit} for cell in range(81)]
    left = [set() if digits[cell] else set(range(1, 10)) - seen[cell] for cell in range(81)]
    naked = {(cell, min(left[cell])) for cell in range(81) if len(left[cell]) == 1}
    places = [(d, [cell for cell in unit if d in left[cell]]) for unit in units for d in range(1, 10)]
    return naked | {(cells[0], d) for d, cells in places if len(cells) == 1}


def test_few_steps_are_described_and_each_follows_from_those_before_it_alone():
    found, again = (why(WIKIPEDIA, "R1C3#4", facts=False).steps for _ in range(2))
    assert found == again
    placed = [divmod(step.placed[0], 9) for step in found]
    assert len(placed) == 5
    assert placed[-1] == (2, 3)  # R1C3 is 4
    for skipped in (None, 0, 1, 2, 3):  # all steps in order lead there, and without any one the rest does not
        digits, follow = list(map(int, WIKIPEDIA.replace(".", "0"))), []
        for number, (cell, d) in enumerate(placed):
            if number != skipped:
                follow.append((cell, d + 1) in _singles(digits))
                digits[cell] = d + 1 if follow[-1] else 0
        assert follow[-1] == (skipped is None)


def test_a_cell_is_described_as_the_last_of_its_house_only_where_the_others_are_filled():
    solution = solve(WIKIPEDIA).solution
    for cell in (c for c in range(81) if WIKIPEDIA[c] == "."):
        found = why(WIKIPEDIA, 9 * cell + solution.digits[cell] - 1, facts=False)
        for step, state in zip(found.steps, found.states, strict=False):
            if step.rule == "full_house":
                house = state.geometry.layout.houses[step.houses[0]].cells
                assert sum(not state.placed >> one & 1 for one in house) == 1
