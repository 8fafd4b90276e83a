"""Technique libraries: cases are read, and verified by their conclusions."""

import pytest
from logic_cases import CONSTRAINED_CASES

from sudokubench import solve
from sudokubench.data import positions
from sudokubench.errors import InputError
from sudokubench.logic.configuration import easiest_first, rated
from sudokubench.logic.rules import all_rules, rule_named
from sudokubench.logic.technique_library import read_case, read_library, verify_case, write_case

_NOT_FOUND = {
    *CONSTRAINED_CASES, "aligned_triplet", "avoidable_rectangle_2", "bug_3", "bug_4", "complex_fish",
    "dual_two_string_kite", "forcing_net_patterns", "junior_exocet", "multi_sector_locked_set", "nested_net",
    "net_with_chains", "net_with_forcing_chains", "sashimi_jellyfish", "simple_colors_wrap", "sk_loop",
    "template_delete", "template_set", "tridagon", "unique_rectangle_5",
}  # fmt: skip
"""Rules for which `tools/make_positions.py` found no position in some minutes."""
EMPTY = "." * 81
PAIR = " ".join(f"{d}1{c}" for c in (1, 5) for d in range(3, 10))
"""The deleted candidates if R1C1 and R1C5 have only 1 and 2."""


def test_a_case_of_a_library_is_read_with_placed_and_deleted_candidates() -> None:
    case = read_case(":0200-1:12:+5" + "." * 80 + ":312 413:112 212::")
    assert (case.code, case.variant, case.digits) == ("0200", "1", (1, 2))
    assert case.start.placed == 1
    assert case.start.givens == 0
    assert not case.start.has(9 + 2)
    assert case.eliminated == {9, 10}


def test_a_case_that_is_written_is_read_as_it_was() -> None:
    case = read_case(":hidden_single_line:4:+53.+9" + "." * 77 + ":414 415 416 417 418 419::413:")
    step = next(iter(rule_named("hidden_single_line").find(case.start)))
    written = read_case(write_case(case.start, step))
    assert (written.start.cells, written.start.givens) == (case.start.cells, case.start.givens)
    assert (written.code, written.digits) == (step.rule, step.digits)
    assert (written.eliminated, written.placed) == (set(step.eliminated), set(step.placed))


def test_a_case_passes_if_some_step_has_exactly_the_expected_conclusion() -> None:
    row = " ".join(f"{d}1{c}" for d in (1, 2) for c in (2, 3, 4, 6, 7, 8, 9))
    for gone, passes in ((row, True), (row[4:], False)):
        case = read_case(f":0200:12:{EMPTY}:{PAIR}:{gone}::")
        assert verify_case(case, all_rules()).passed is passes


@pytest.mark.parametrize("listed", ["", "112", "112 212"])
def test_a_case_without_expected_step_passes_only_if_no_step_exists(listed: str) -> None:
    """The eliminations that the case lists do not matter."""
    for deleted, passes in ((PAIR, False), (PAIR[4:], True)):
        found = verify_case(read_case(f":0200-x:12:{EMPTY}:{deleted}:{listed}::"), all_rules())
        assert found.passed is (found.step is None) is passes


def test_a_case_may_expect_a_digit_and_then_passes_with_that_digit_in_that_cell_only() -> None:
    row = "12345678." + "." * 72
    for placed, passes in (("919", True), ("918", False), ("919 111", False)):
        assert verify_case(read_case(f":0000:9:{row}:::{placed}:"), all_rules()).passed is passes


def test_a_case_may_omit_the_fields_after_the_placements() -> None:
    assert read_case(":0000:9:" + EMPTY + ":::919") == read_case(":0000:9:" + EMPTY + ":::919:")


def test_the_technique_of_an_unknown_code_fails() -> None:
    assert not verify_case(read_case(":9999:1:" + EMPTY + ":::111:"), all_rules()).passed


@pytest.mark.parametrize(
    "text",
    [
        "", "0200:1", ":0200:1:12:::", ":0200:1:" + "x" * 81 + "::::", ":0200:1:" + EMPTY + ":12:::",
        ":0200:1:+" + EMPTY + "::::", ":0200:1:+0" + "." * 80 + "::::",
        ":0200:12:" + EMPTY + "+::111::", ":0200:12:++5" + "." * 80 + "::111::",
    ],
)  # fmt: skip
def test_a_wrong_line_of_a_library_is_named(text: str) -> None:
    with pytest.raises(InputError):
        read_case(text)
    if text:
        with pytest.raises(InputError, match="lib:2"):
            read_library("# a library\n" + text, "lib")


def _is_position(case):
    """Return whether a rule finds a step in the state of a case, and no cheaper rule does that does not imply it."""
    order = (rated() if case.code.startswith("direct") else easiest_first()).rules
    rule = rule_named(case.code)
    cheaper = [other for other in order[: order.index(rule)] if other.name not in rule.implied_by]
    return any(rule.find(case.start)) and not any(any(other.find(case.start)) for other in cheaper)


@pytest.mark.parametrize("case", read_library(positions()), ids=lambda case: case.code)
def test_a_bundled_position_is_one(case):
    """The rule finds the step, cheaper rules find nothing, and the step removes no candidate of the solution."""
    assert verify_case(case, all_rules()).passed
    assert _is_position(case)
    [solution] = solve(case.start.board(), limit=2).solutions
    true = {9 * cell + digit - 1 for cell, digit in enumerate(solution.digits)}
    assert not case.eliminated & true
    assert case.placed <= true


def test_nearly_every_rule_has_a_bundled_position():
    without = {rule.name for rule in all_rules()} - {case.code for case in read_library(positions())}
    assert without == _NOT_FOUND
