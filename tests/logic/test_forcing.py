"""Forcing chains and nets, complex fish and chains: their steps are proved, and levels do not depend on numbering."""

import random
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logic_states import BRUTE, CHAINS, ESCARGOT, NINE, option_of, state

from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.kernels.forcing import codes
from sudokubench.logic.configuration import read, teaching
from sudokubench.logic.engine import SolutionPath, solve
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.proof import Prover, Soundness
from sudokubench.logic.rules import rule_named
from sudokubench.logic.rules.fish import siamese
from sudokubench.logic.rules.forcing import AssumedBranch, Nets

HARD = [ESCARGOT, BRUTE, CHAINS]
LATIN = "5x5:15....4...3.1...1..4.3..."  # its boxes are its rows
COSTLY = ["x_chain", "xy_chain", "aic", "nice_loop", "grouped_aic", "grouped_nice_loop", "als_aic", "als_chain",
          "als_xz", "als_xy_wing", "death_blossom", "sue_de_coq", "complex_fish", "nishio", "forcing_chain",
          "forcing_net", "forcing_net_patterns", "net_with_chains", "net_with_forcing_chains", "nested_net",
          "template_set", "template_delete"]  # fmt: skip


@pytest.fixture(scope="module")
def prover() -> Prover:
    return Prover(NINE, SatRefuter)


@cache
def stuck(text: str) -> CandidateGrid:
    """Return the state in which simple rules find nothing more."""
    simple = [rule for rule in teaching().without_uniqueness().rules if rule.se < 4]
    return SolutionPath(CandidateGrid.of(Board.parse(text)), simple, together=True).to_the_end().grid


@pytest.mark.parametrize("name", COSTLY)
def test_the_steps_of_a_rule_on_hard_boards_follow_from_their_evidence(name: str, prover: Prover) -> None:
    rule = rule_named(name)
    for text in HARD:
        grid = stuck(text)
        for step in islice((rule.every or rule.find)(grid), 12):
            assert prover.soundness(grid, step, [], unique=False) is Soundness.PROVED, (name, step)


@pytest.mark.parametrize("name", ["nishio", "forcing_net", "forcing_net_patterns", "net_with_chains"])
def test_a_rating_sees_the_conclusions_and_lengths_of_the_steps_that_a_user_sees(name: str) -> None:
    rule, shown = rule_named(name), list[object]()
    assert rule.bare is not None
    for grid in map(stuck, (LATIN, HARD[0])):
        shown = [(step.placed, step.eliminated, step.length) for step in rule.find(grid)]
        assert shown == [(step.placed, step.eliminated, step.length) for step in rule.bare(grid)]
    assert shown


@pytest.mark.parametrize("mode", [codes.CHAINS, codes.MULTIPLE, codes.NESTED])
@pytest.mark.parametrize("text", HARD[:2])
def test_a_scan_of_all_assumptions_finds_the_same_as_following_each(text: str, mode: int) -> None:
    nets = Nets.of(stuck(text))
    options = nets.options.tolist()
    branches = {
        (option, value): nets.branch(option, value, -1, mode) for option in options for value in (1, 2)
    }
    values = {
        literal: [None if branch.clashes else branch.values[option] for option in options]
        for literal, branch in branches.items()
    }
    splits = [[(option, 1), (option, 2)] for option in options]
    splits += [[(option, 1) for option in nets.members(item)] for item in range(len(nets.names))]
    agreed = {
        (option, value)
        for split in splits
        if split and not any(branches[literal].clashes for literal in split)
        for option, *found in zip(options, *(values[literal] for literal in split), strict=True)
        for value in (1, 2)
        if set(found) == {value}
    }
    clash, measure, _ = nets.scan(mode)
    assert [nodes > 0 for nodes in clash.tolist()] == [branch.clashes for branch in branches.values()]
    assert {(option, 1 + plane) for plane, option in zip(*measure.nonzero(), strict=True)} == agreed
    sizes = [nodes_of_clash(branch) if branch.clashes else 0 for branch in branches.values()]
    least = min(filter(None, sizes), default=0)
    assert min(filter(None, clash.tolist()), default=0) == least
    assert (clash == least).tolist() == [size == least for size in sizes]


def nodes_of_clash(branch: AssumedBranch) -> int:
    """Count the nodes of a clash from the reasons of its branch: those behind each of its two values."""
    option, reason, level = map(int, branch.clash)
    total = 0
    for since, first in (branch.literals[option, 1:3].tolist(), (level, reason)):
        stack, behind, spans = [(option, since, first)], set[int](), set[int]()
        while stack:
            literal, below, why = stack.pop()
            if why >= codes.SPAN_REASON:
                spans.add(why - codes.SPAN_REASON)
            parents = {*branch.parents(literal, why, below)[0]} - behind
            stack += ((parent, *branch.literals[parent, 1:3].tolist()) for parent in parents)
            behind |= parents
        total += 1 + len(behind) + sum(branch.spans[span, 2] for span in spans)
    return int(total)


def test_the_shortest_trials_of_one_digit_are_reported() -> None:
    grid = state("B1#5=R1C1,R1C2 R1#7=R1C1,R1C5 R9#7=R9C1,R9C6")
    wrong = {option for step in rule_named("nishio").find(grid) for option in step.eliminated}
    assert option_of("R1C9#5") in wrong  # then the first box has no place for 5
    assert option_of("R2C6#7") not in wrong  # its trial must follow rows 1 and 9


def relabelled(text: str, rng: random.Random) -> str:
    digits = rng.sample("123456789", 9)
    turned = ["".join(text[9 * r + c] for r in range(9)) for c in range(9)] if rng.random() < 0.5 else [text]
    return "".join(sign if sign == "." else digits[int(sign) - 1] for sign in "".join(turned))


@pytest.mark.parametrize(
    "name", [name for name in COSTLY if name.startswith(("forcing", "net", "nishio", "aic", "x_"))]
)
@settings(max_examples=5)
@given(seed=st.integers(0, 10**6))
def test_number_and_length_of_conclusions_do_not_depend_on_the_labels(name: str, seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice(HARD)

    def outcome(board: str) -> tuple[int, int, set[int]]:
        found = list(rule_named(name).find(stuck(board)))
        placed = {o for step in found for o in step.placed}
        gone = {o for step in found for o in step.eliminated}
        return len(placed), len(gone), {step.length for step in found}

    assert outcome(relabelled(text, rng)) == outcome(text)


def test_finned_fish_with_one_base_make_a_siamese_step(prover: Prover) -> None:
    """The fins may be R2C8 and R6C8, or R2C7 and R6C7: both fish have the base R2, R6."""
    grid = state("R2#5=R2C2,R2C7,R2C8 R6#5=R6C2,R6C7")
    steps = [*rule_named("finned_x_wing").find(grid), *rule_named("sashimi_x_wing").find(grid)]
    other = replace(steps[0], eliminated=(option_of("R4C2#5"),))
    (both,) = siamese([steps[0], other])
    assert set(both.eliminated) == {*steps[0].eliminated, option_of("R4C2#5")}
    assert prover.soundness(grid, steps[0], [], unique=False) is Soundness.PROVED


def test_rules_without_uniqueness_can_be_chosen_by_file() -> None:
    config = read("uniqueness = false", teaching())
    assert not any(rule.unique for rule in config.rules)
    trace = solve(Board.parse(HARD[2]), config.rules)
    assert not any(rule_named(step.rule).unique for step in trace.steps)
