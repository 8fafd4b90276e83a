"""Patterns that rules look for, compared with all possibilities."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from logic_cases import CASES
from logic_states import ESCARGOT, NINE, names, option_of, state

from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, limited
from sudokubench.kernels.forcing import kernel
from sudokubench.kernels.forcing.codes import CHAINS
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.link_graph import group_links
from sudokubench.logic.proof import Prover
from sudokubench.logic.rules import all_rules, rule_named
from sudokubench.logic.rules.als import almost_locked_sets
from sudokubench.logic.rules.forcing import Nets
from sudokubench.symmetry import random_symmetry


def test_almost_locked_sets_are_all_groups_of_a_house_with_one_digit_more_than_cells() -> None:
    grid = CandidateGrid.of(Board.parse(ESCARGOT))
    expected = set()
    for house in NINE.houses:
        free = [cell for cell in house.cells if not grid.placed >> cell & 1]
        for size in (2, 3):
            for cells in combinations(free, size):
                if len({d for cell in cells for d in grid.digits_of(cell)}) == size + 1:
                    expected.add(sum(1 << cell for cell in cells))
    found = [als.cells for als in almost_locked_sets(grid, 2, 3)]
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize("columns", [(1, 2, 3), (1, 2, 7), (1, 2, 3, 7), (1, 2, 4, 5), (1, 4, 7)])
def test_places_of_a_row_split_in_two_parts_of_one_cell_or_one_box(columns) -> None:
    grid = state("R1#5=" + ",".join(f"R1C{c}" for c in columns))
    parts = {
        frozenset(map(frozenset, (part, set(columns) - set(part))))
        for size in range(1, len(columns))
        for part in combinations(columns, size)
    }
    expected = {pair for pair in parts if all(len({(c - 1) // 3 for c in part}) == 1 for part in pair)}
    row = [(a, b) for a, b, items in group_links(grid) if items == (81 + 4,)]
    assert all(a[0] == b[0] == 4 for a, b in row)
    found = [frozenset(frozenset(cell + 1 for cell in bits_of(cells)) for _, cells in pair) for pair in row]
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_ways_that_take_a_place_which_another_digit_needs_are_dropped() -> None:
    grid = state("R4C7:=1 R7C4:=1 R5C8:=2 R8C5:=2 R1#2=R1C1")
    assert any(option_of("R1C1#1") in step.eliminated for step in rule_named("template_delete").find(grid))


def test_a_locked_pair_clears_both_of_its_houses() -> None:
    grid = state("R1C1=12 R1C2=12 B1#1=R1C1,R1C2 B1#2=R1C1,R1C2")
    assert list(rule_named("locked_pair").find(grid)) == []
    assert list(rule_named("naked_pair").find(grid)) != []


def test_a_pair_on_a_diagonal_is_locked_nowhere() -> None:
    """The cells share one house. They clear cells that both see, but that does not lock them in a second house."""
    grid = CandidateGrid.of(Board.empty(Layout.named("9x9-diagonal")))
    grid = grid.apply((), [9 * cell + d for cell in (0, 30) for d in range(2, 9)])
    (step,) = rule_named("naked_pair").find(grid)
    assert {9 * 3, 27 * 9} <= set(step.eliminated)
    assert list(rule_named("locked_pair").find(grid)) == []


def test_a_line_is_named_before_a_box_that_makes_the_same_link() -> None:
    grid = state("R1#5=R1C1,R1C2 B1#5=R1C1,R1C2 B4#5=R5C2,R6C1")
    items = {item for step in rule_named("x_chain").find(grid) for item in step.items}
    assert {NINE.houses[(item - 81) // 9].name for item in items} == {"R1", "B4"}


def test_every_rule_is_taught_except_direct_forms_aligned_exclusions_y_cycles_and_templates() -> None:
    others = {"y_cycle", "template_set", "template_delete"}
    others |= {rule.name for rule in all_rules() if rule.name.startswith(("direct_", "aligned_"))}
    assert {rule.name for rule in teaching().rules} == {rule.name for rule in all_rules()} - others


def test_a_strong_link_that_a_pair_is_part_of_hides_no_other_link_of_a_w_wing() -> None:
    grid = state("R1C1=12 R9C8=12 R1#1=R1C1,R1C9 R5#1=R5C1,R5C8")
    assert any(option_of("R9C1#2") in step.eliminated for step in rule_named("w_wing").find(grid))


def test_an_odd_loop_of_strong_links_without_guardians_is_left_to_others() -> None:
    grid = state("R1#1=R1C1,R1C5 C5#1=R1C5,R5C5 R5#1=R5C5,R5C2 C2#1=R5C2,R2C2 B1#1=R1C1,R2C2")
    assert not list(rule_named("guardians").find(grid))


def test_no_cross_line_of_an_exocet_goes_through_its_base() -> None:
    """In a jigsaw the column of a target may go through the base; a base digit there needs no other place."""
    boxes = "000511222003111222000441522333414125383144575330464555666777888646777888666775883"
    clues = "..25.97.1..........951..3..1.7...59.263....1...19..6.79...6...5....9.184..42....."
    forbidden = """
        2 3 5 43 65 66 83 84 87 88 93 104 106 114 118 123 124 126 132 142 145 146 147 154 160 167 199 201
        210 213 272 273 277 282 289 291 322 358 366 373 375 376 386 408 417 418 443 445 451 457 497 501 515
        519 520 533 534 538 550 555 569 571 578 600 652 653 655 657 659 664 686 713 728
    """
    board = Board.parse(clues, Layout(9, tuple(map(int, boxes)), "123456789"))
    grid = CandidateGrid.of(board.forbidding(map(int, forbidden.split())))
    steps = list(rule_named("junior_exocet").find(grid))
    crossed = [(step.items[:2], grid.geometry.houses[cross]) for step in steps for cross in step.houses]
    assert not any(house >> cell & 1 for base, house in crossed for cell in base)
    assert not {136, 693} & {option for step in steps for option in step.eliminated}, "they stand there"


EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
"""A puzzle by champagne (Sudoku Players' forum, 2007), for which SK loops were found."""


def test_the_loop_of_easter_monster_is_described_by_its_name_before_the_locked_set() -> None:
    """The loop removes every candidate that its sixteen cells rule out."""
    order = [rule.name for rule in teaching().rules]
    assert order.index("sk_loop") < order.index("multi_sector_locked_set")
    random, board = Random(11), Board.parse(EASTER_MONSTER)
    grid = CandidateGrid.of(board)
    (step,) = rule_named("sk_loop").find(grid)
    assert {NINE.houses[house].name for house in step.houses} == {
        "R2", "R8", "C2", "C8", "B1", "B3", "B7", "B9",
    }  # fmt: skip
    prover = Prover(NINE, SatRefuter)
    known = prover.evidence(grid, step.items)
    follows = [option for option in grid.options() if prover.refuter.refute([*known, option + 1]) is not None]
    assert set(step.eliminated) == set(follows)
    assert len(follows) == 13
    for _ in range(3):
        turned = CandidateGrid.of(random_symmetry(NINE, random)(board))
        assert [len(found.eliminated) for found in rule_named("sk_loop").find(turned)] == [13]


def test_one_digit_more_than_cells_breaks_an_sk_loop() -> None:
    facts = next(facts for name, facts, _ in CASES if name == "sk_loop")
    assert list(rule_named("sk_loop").find(state(facts)))
    assert not list(rule_named("sk_loop").find(state(facts.replace("R2C1=1278", "R2C1=12789"))))


def test_a_chain_of_almost_locked_sets_may_come_back_to_its_first_set() -> None:
    """Without 1, R1C1 and R1C2 are 2 and 3. Then R1C5 is 4, R5C5 5, R5C8 6, and R1C8 3: row 1 has 3 twice."""
    grid = state("R1C1=123 R1C2=123 R1C5=24 R5C5=45 R5C8=56 R1C8=36")
    expected = {f"R1C{c}#1" for c in (3, 4, 6, 7, 9)} | {f"R{r}C{c}#1" for r in (2, 3) for c in (1, 2, 3)}
    steps = rule_named("als_chain").find(grid)
    found = [step for step in steps if names(step.eliminated) == sorted(expected)]
    assert {NINE.cell_name(cell) for step in found for cell in step.items} >= {"R1C1", "R1C2", "R1C8"}


LONG = ["als_xz", "als_xy_wing", "wxyz_wing", "death_blossom", "als_chain", "als_aic", "sue_de_coq", "tridagon",
        "aligned_pair", "aligned_triplet", "complex_fish", "net_with_chains", "nested_net"]  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_rules_that_may_search_long_ask_whether_there_is_time(name: str) -> None:
    grid = CandidateGrid.of(Board.parse(ESCARGOT))
    with limited(CLOCK.now_s() - 1), pytest.raises(TimeOver):
        list(rule_named(name).find(grid))


def test_nets_look_at_no_assumption_once_they_are_to_stop() -> None:
    net = Nets.of(CandidateGrid.of(Board.parse(ESCARGOT))).net
    clash, measure, _ = kernel.scan_on(CHAINS, net, np.ones(1, np.uint8))
    assert not clash.any()
    assert not measure.any()
    assert kernel.scan_on(CHAINS, net, np.zeros(1, np.uint8))[0].any()
