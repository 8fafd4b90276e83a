"""Tridagons: the tests try which arrangements three digits cannot fill; the rule knows exactly these."""

from functools import cache
from itertools import permutations, product
from random import Random

from logic_states import NINE, state

from sudokubench import solve
from sudokubench.actions.explain import explain
from sudokubench.board import Board
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import rule_named
from sudokubench.symmetry import random_symmetry

LOKI = "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6.."
"""A puzzle by mith (Sudoku Players' forum, 2022), the first known puzzle that trials within trials do not solve."""
ORDERS = list(permutations(range(3)))
RULE = rule_named("tridagon")

Order = tuple[int, ...]


@cache
def between(one: Order, two: Order) -> frozenset[tuple[Order, Order]]:
    """The digits, by row, of two boxes whose three cells have these columns, so that no column has a digit twice."""
    return frozenset(
        (first, second)
        for first, second in product(ORDERS, repeat=2)
        if not any(first[i] == second[j] and one[i] == two[j] for i, j in product(range(3), repeat=2))
    )


APART = frozenset(
    (first, second) for first, second in product(ORDERS, repeat=2) if not any(map(int.__eq__, first, second))
)
"""The digits, by row, of two boxes so that no row has a digit twice."""


def fillable(four: tuple[Order, ...]) -> bool:
    """Return whether three digits can fill cells in two boxes above two others; the cells' columns are given by row."""
    upper_left, upper_right, lower_left, lower_right = four
    return any(
        (a, c) in between(upper_left, lower_left) and (c, d) in APART
        for a, b in APART
        for _, d in (pair for pair in between(upper_right, lower_right) if pair[0] == b)
        for c in ORDERS
    )


def cells(four: tuple[Order, ...], corners: tuple[int, ...] = (0, 3, 27, 30)) -> list[int]:
    return [
        corner + 9 * i + j for corner, order in zip(corners, four, strict=True) for i, j in enumerate(order)
    ]


def holding(twelve: list[int], digits: str, more: dict[int, str]) -> CandidateGrid:
    return state(" ".join(f"{NINE.cell_name(cell)}={digits}{more.get(cell, '')}" for cell in twelve))


def test_three_digits_cannot_fill_half_of_all_arrangements() -> None:
    assert sum(not fillable(four) for four in product(ORDERS, repeat=4)) == 648


def test_the_rule_knows_just_the_arrangements_that_cannot_be_filled() -> None:
    for four in Random(1).sample(list(product(ORDERS, repeat=4)), 150):
        twelve = cells(four, (3, 6, 57, 60))
        steps = list(RULE.find(holding(twelve, "259", {twelve[-1]: "7"})))
        assert bool(steps) != fillable(four)
        assert all(step.placed == (9 * twelve[-1] + 6,) for step in steps)


def test_guardians_that_no_candidate_sees_give_no_step() -> None:
    twelve = cells((ORDERS[0], ORDERS[0], ORDERS[0], ORDERS[1]))
    assert list(RULE.find(holding(twelve, "123", {twelve[0]: "4", twelve[-1]: "4"})))
    assert not list(RULE.find(holding(twelve, "123", {twelve[0]: "4", twelve[-1]: "5"})))
    assert not list(RULE.find(holding(twelve, "123", {twelve[0]: "45", twelve[-1]: "4"})))


def test_loki_has_its_hammer_however_it_is_turned() -> None:
    easy = [rule for rule in teaching().rules if rule.se < 3]
    random = Random(3)
    for turn in (lambda board: board, random_symmetry(NINE, random), random_symmetry(NINE, random)):
        board = turn(Board.parse(LOKI))
        path = SolutionPath(CandidateGrid.of(board), easy, together=True)
        assert list(path)
        (step,) = RULE.find(path.grid)
        (guardian,) = step.placed
        assert next(iter(solve(board, limit=1).solutions)).digits[guardian // 9] == guardian % 9 + 1


def test_loki_is_explained_without_nets_and_proved() -> None:
    found = explain(LOKI, verify=True)
    rules = {step.rule for step in found.trace.steps}
    assert found.solved
    assert found.refuted == ()
    assert "tridagon" in rules
    assert not any("net" in rule or "forcing" in rule for rule in rules)
