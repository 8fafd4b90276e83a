"""The promises of every rule: soundness, contraction; and for monotone rules, independence of their order."""

import random
from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logic_states import SOLVED, state

from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import SolutionPath, apply_all
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.propagators import PROPAGATORS
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import all_rules
from sudokubench.solving import solutions

MONOTONE = [rule for rule in all_rules() if rule.monotone]
CHEAP = [rule for rule in all_rules() if rule.se < 9.5]


@cache
def all_solutions(board: Board) -> tuple[bytes, ...]:
    return tuple(solution.digits for solution in solutions(board))


@cache
def boards(most: int) -> tuple[Board, ...]:
    """Return boards with at least one and at most `most` solutions."""
    rng = random.Random(most)
    found: list[Board] = []
    while len(found) < 12:
        digits = list("123456789")
        rng.shuffle(digits)
        full = SOLVED.translate(str.maketrans("123456789", "".join(digits)))
        kept = set(rng.sample(range(81), rng.randint(24, 34)))
        board = Board.parse("".join(d if i in kept else "." for i, d in enumerate(full)))
        if len(tuple(solutions(board, limit=most + 1))) <= most:
            found.append(board)
    return tuple(found)


def random_state(rng: random.Random, board: Board) -> CandidateGrid:
    """Return a state of the board after some eliminations, which keep the candidates of all solutions."""
    grid = CandidateGrid.of(board)
    needed = {9 * cell + digit - 1 for digits in all_solutions(board) for cell, digit in enumerate(digits)}
    spare = [option for option in grid.options() if option not in needed]
    return grid.apply((), rng.sample(spare, rng.randint(0, len(spare))))


@pytest.mark.parametrize("rule", CHEAP, ids=lambda rule: rule.name)
@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
def test_a_rule_contradicts_no_solution_and_only_removes_candidates(rule: Rule, seed: int) -> None:
    rng = random.Random(seed)
    board = rng.choice(boards(1 if rule.unique else 30))
    grid = random_state(rng, board)
    held = [{9 * cell + digit - 1 for cell, digit in enumerate(digits)} for digits in all_solutions(board)]
    for step in islice(rule.find(grid), 100):  # almost locked sets may give a million steps
        assert step.placed or step.eliminated
        for solution in held:
            assert solution.isdisjoint(step.eliminated)
            assert solution.issuperset(step.placed)
        after = grid.apply(step.placed, step.eliminated)
        assert after <= grid
        assert (after.boards, after.placed) != (grid.boards, grid.placed)


def closure(rules: list[Rule], grid: CandidateGrid) -> CandidateGrid:
    return SolutionPath(grid, rules, together=True).to_the_end().grid


@pytest.mark.parametrize("rule", MONOTONE, ids=lambda rule: rule.name)
@settings(max_examples=12)
@given(seed=st.integers(0, 10**6))
def test_a_monotone_rule_concludes_no_less_from_a_smaller_state(rule: Rule, seed: int) -> None:
    rng = random.Random(seed)
    board = rng.choice(boards(30))
    large = random_state(rng, board)
    # one solution is kept: a state without solutions counts as the bottom of the lattice, whatever a rule does there
    kept = {9 * cell + digit - 1 for cell, digit in enumerate(rng.choice(all_solutions(board)))}
    options = [option for option in sorted(large.options()) if option not in kept]
    small = large.apply((), rng.sample(options, rng.randint(0, len(options))))
    assert apply_all(small, tuple(rule.find(small))) <= apply_all(large, tuple(rule.find(large)))


@pytest.mark.parametrize("rule", MONOTONE, ids=lambda rule: rule.name)
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_the_closure_of_a_rule_is_idempotent(rule: Rule, seed: int) -> None:
    rng = random.Random(seed)
    once = closure([rule], random_state(rng, rng.choice(boards(30))))
    assert tuple(rule.find(once)) == () or once.contradiction()


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6))
def test_the_order_of_monotone_rules_does_not_change_the_fixpoint(seed: int) -> None:
    rng = random.Random(seed)
    grid = CandidateGrid.of(rng.choice(boards(30)))
    rules = list(MONOTONE)
    first = closure(rules, grid)
    for _ in range(4):
        rng.shuffle(rules)
        assert closure(rules, grid).boards == first.boards


def test_exact_naked_pairs_would_not_be_monotone_but_ours_are() -> None:
    """The state {1}, {12}, {123} lies below {12}, {12}, {123}, where an exact naked pair applies."""
    pair = next(rule for rule in MONOTONE if rule.name == "naked_pair")
    large, small = state("R1C1=12 R1C2=12 R1C3=123"), state("R1C1=1 R1C2=12 R1C3=123")
    assert apply_all(small, tuple(pair.find(small))) <= apply_all(large, tuple(pair.find(large)))


@pytest.mark.parametrize("name", sorted(PROPAGATORS))
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_a_propagator_is_sound_contractive_and_idempotent(name: str, seed: int) -> None:
    rng = random.Random(seed)
    board = rng.choice(boards(30))
    grid = random_state(rng, board)
    run = PROPAGATORS[name](grid)
    assert run.grid <= grid
    for digits in all_solutions(board):
        assert all(run.grid.has(9 * cell + digit - 1) for cell, digit in enumerate(digits))
    assert PROPAGATORS[name](run.grid).grid.boards == run.grid.boards


def test_gac_looks_again_at_the_houses_of_a_cell_that_changed_but_not_at_the_one_that_changed_it() -> None:
    """R1C1 can be 1 only. Row 1 changes cells whose other houses still wait; column 1 sends rows 2 to 4
    back, box 1 column 2. So each of the 12 houses is looked at once, and these four once more, with nothing left to do.
    """
    grid = CandidateGrid.of(Board.empty(Layout.standard(4))).apply((), [1, 2, 3])
    run = PROPAGATORS["gac"](grid)
    assert run.revisions == 12 + 4
    assert [run.grid.digits_of(cell) for cell in (0, 1, 4, 5, 10)] == [
        (1,), (2, 3, 4), (2, 3, 4), (2, 3, 4), (1, 2, 3, 4),
    ]  # fmt: skip


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_gac_gets_as_much_as_all_hall_sets_and_no_less_than_arc_consistency(seed: int) -> None:
    rng = random.Random(seed)
    grid = random_state(rng, rng.choice(boards(30)))
    gac = PROPAGATORS["gac"](grid).grid
    arc = PROPAGATORS["ac3"](grid).grid
    assert gac <= arc
    assert PROPAGATORS["ac2001"](grid).grid.boards == arc.boards
    halls = closure([r for r in MONOTONE if r.name.startswith(("naked", "hidden", "full"))], grid)
    assert all(mine & ~theirs == 0 for mine, theirs in zip(gac.boards, halls.boards, strict=True))


@pytest.mark.parametrize("size", [4, 6])
def test_rules_work_on_other_sizes(size: int) -> None:
    layout = Layout.standard(size)
    rng = random.Random(size)
    full = next(iter(solutions(Board.empty(layout))))
    for _ in range(10):
        digits = [d if rng.random() < 0.5 else 0 for d in full.digits]
        board = Board(layout, digits)
        held = [{size * c + d - 1 for c, d in enumerate(s.digits)} for s in solutions(board)]
        path = SolutionPath(CandidateGrid.of(board), teaching().without_uniqueness().rules, together=True)
        for found in path:
            for step in found.steps:
                assert all(h.isdisjoint(step.eliminated) and h.issuperset(step.placed) for h in held)


def test_a_diagonal_layout_uses_its_extra_houses() -> None:
    grid = CandidateGrid.of(Board.empty(Layout.named("9x9-diagonal")).with_digit(0, 1))
    assert not grid.has(9 * 80)
