"""The limited search finds every solution whatever its options, tells trials apart and stops when told."""

from __future__ import annotations

from dataclasses import fields
from itertools import count, product
from typing import get_args

import pytest
import reference

from sudokubench.backends.logic import Logic
from sudokubench.board import Board
from sudokubench.encodings.exact_cover import cover
from sudokubench.errors import BackendUnavailable
from sudokubench.logic.search import SETS, Branching, LimitedSearch, Ties, rules_of, start_of

SEVERAL = "1..............."
HOUSES = reference.sudoku_houses(4, 2)


@pytest.mark.parametrize(("branching", "ties"), list(product(get_args(Branching), get_args(Ties))))
def test_every_way_to_branch_finds_the_same_solutions(branching: Branching, ties: Ties) -> None:
    board = Board.parse(SEVERAL)
    start = start_of(board.layout, board.instance())
    assert start is not None
    search = LimitedSearch(rules_of("singles"), branching, ties)
    found = {tuple(full.digits()) for full in search.solutions(start, lambda nodes: False)}
    assert found == set(reference.solutions(reference.grid(SEVERAL), HOUSES))


def test_nogoods_lose_no_solution_and_are_counted() -> None:
    board = Board.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
    start = start_of(board.layout, board.instance())
    assert start is not None
    with_, without = (LimitedSearch(rules_of("singles"), use_nogoods=use) for use in (True, False))
    assert list(with_.solutions(start, lambda n: False)) == list(without.solutions(start, lambda n: False))
    assert without.statistics.nogoods == 0
    assert with_.statistics.nodes <= without.statistics.nodes


def test_trials_are_told_apart_from_deductions_and_know_their_depth() -> None:
    board = Board.parse("12..............")
    start = start_of(board.layout, board.instance())
    assert start is not None
    told: list = []
    list(LimitedSearch(rules_of("singles"), told=told).solutions(start, lambda n: False))
    trials = [step for step in told if step.rule == "branch"]
    assert trials
    assert {step.depth for step in trials} <= {step.depth for step in told}
    assert all(step.depth >= 1 and len(step.placed) == 1 for step in trials)


def test_a_search_stops_when_it_is_told() -> None:
    board = Board.parse(SEVERAL)
    start = start_of(board.layout, board.instance())
    assert start is not None
    asked = count()
    search = LimitedSearch(rules_of("singles"))
    assert len(list(search.solutions(start, lambda nodes: next(asked) >= 5))) <= 5


def test_chosen_options_that_exclude_each_other_leave_no_state() -> None:
    layout = Board.parse(SEVERAL).layout
    from sudokubench.board import Instance

    assert start_of(layout, Instance((0, 1))) is None
    assert start_of(layout, Instance((0, 4))) is None
    assert start_of(layout, Instance((0,), (0,))) is None


def test_only_monotone_rules_that_need_no_uniqueness_are_used() -> None:
    for name in SETS:
        assert all(rule.monotone and not rule.unique for rule in rules_of(name))


@pytest.mark.parametrize("handover", ["off", "placed", "eliminations"])
def test_the_rest_can_be_handed_over(handover: str) -> None:
    board = Board.parse(SEVERAL)
    with Logic(handover=handover).open(board.layout) as session:
        found = set(session.search(board.instance()))
        assert session.search(board.instance()).outcome().count == len(found) == 72


def test_what_is_no_layout_is_refused() -> None:
    tiling = cover([("A", "12"), ("B", "3")])
    assert Logic().unsupported(tiling)
    with pytest.raises(BackendUnavailable):
        Logic().open(tiling)
    assert {field.name for field in fields(Logic)} == {"rules", "branching", "ties", "nogoods", "handover"}
