"""Our own textbook cases for every rule: the rule finds the step, and needs each of the facts."""

import pickle
import re

import pytest
from logic_cases import CASES, CONSTRAINED_CASES, PAIRS_BUT_ONE, WHOLE
from logic_states import NINE, names, options, state

from benchmarks.trials.steps import Judge
from sudokubench import solve
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules import all_rules, rule_named
from sudokubench.logic.rules.complex_fish import complex_fish

JUDGE = Judge(NINE)


def _steps(rule: Rule, grid):
    if rule.name == "complex_fish":  # the search for fish of six houses takes seconds in nearly empty states
        return list(complex_fish(grid, (2, 3, 4), first=False))
    return list((rule.every or rule.find)(grid))


def _says(step, wanted: str) -> bool:
    placed = options(wanted[1:]) if wanted.startswith("+") else frozenset()
    gone = frozenset() if wanted.startswith("+") else options(wanted)
    return placed <= set(step.placed) and gone <= set(step.eliminated)


IDS = [f"{rule}-{i}" for i, (rule, _, _) in enumerate(CASES)]


@pytest.mark.parametrize(("name", "facts", "wanted"), CASES, ids=IDS)
def test_a_rule_finds_its_textbook_case(name: str, facts: str, wanted: str) -> None:
    found = _steps(rule_named(name), state(facts))
    concluded = [names((*step.placed, *step.eliminated)) for step in found[:8]]
    assert any(_says(step, wanted) for step in found), concluded


@pytest.mark.parametrize(("name", "facts", "wanted"), CASES, ids=IDS)
def test_every_step_of_a_textbook_case_follows_from_its_evidence(name: str, facts: str, wanted: str) -> None:
    grid, rule = state(facts), rule_named(name)
    for step in _steps(rule, grid)[:60]:
        assert JUDGE.fault(grid, rule, step, None) is None, names((*step.placed, *step.eliminated))


@pytest.mark.parametrize(
    ("name", "facts", "wanted"),
    [
        case
        for case in CASES
        if re.fullmatch(r"(\w+#(\d)=\S+ ?)(\w+#\2=\S+ ?)*", case[1]) and "naked" not in case[0]
    ],
)
def test_a_pattern_of_one_digit_names_it(name: str, facts: str, wanted: str) -> None:
    digit = int(facts[facts.index("#") + 1])
    found = [step for step in _steps(rule_named(name), state(facts)) if _says(step, wanted)]
    assert {step.digits for step in found} == {(digit,)}


@pytest.mark.parametrize("digit", range(1, 10))
@pytest.mark.parametrize(
    ("name", "facts", "wanted"), [case for case in CASES if case[0].startswith("template")]
)
def test_templates_know_every_digit(name: str, facts: str, wanted: str, digit: int) -> None:
    there = facts.replace("#1", f"#{digit}").replace(":=1", f":={digit}")
    found = _steps(rule_named(name), state(there))
    assert any(_says(step, wanted.replace("#1", f"#{digit}")) for step in found)


@pytest.mark.parametrize("facts", [facts for name, facts, _ in CASES if "x_wing" in name])
def test_complex_fish_omits_fish_of_rows_and_columns(facts: str) -> None:
    for step in rule_named("complex_fish").find(state(facts)):
        size = len(step.houses) // 2
        kinds = [{NINE.houses[h].name[0] for h in part} for part in (step.houses[:size], step.houses[size:])]
        assert kinds not in ([{"R"}, {"C"}], [{"C"}, {"R"}])


@pytest.mark.parametrize(
    ("name", "facts"), [case[:2] for case in CASES if "net" in case[0] or case[0] == "nishio"]
)
def test_a_step_from_an_assumption_names_the_digit_that_it_is_about(name: str, facts: str) -> None:
    steps = _steps(rule_named(name), state(facts))
    assert steps
    for step in steps:
        assert step.digits == tuple({option % 9 + 1 for option in (*step.placed, *step.eliminated)})


NEEDS_EVERY_FACT = [
    (name, facts, wanted)
    for name, facts, wanted in CASES
    if name not in {"turbot_fish", "grouped_aic", "als_aic", "nishio", "simple_colors_wrap", "multi_colors_2",
                    "forcing_net", "grouped_nice_loop", "x_chain", "template_delete", "template_set"}
]  # fmt: skip


@pytest.mark.parametrize(("name", "facts", "wanted"), NEEDS_EVERY_FACT)
def test_a_rule_finds_nothing_of_its_case_when_a_fact_is_missing(name: str, facts: str, wanted: str) -> None:
    given = facts.split()
    for left_out in range(len(given)):
        grid = state(" ".join(given[:left_out] + given[left_out + 1 :]))
        assert not any(_says(step, wanted) for step in _steps(rule_named(name), grid)), given[left_out]


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_a_rule_finds_nothing_on_the_empty_board(rule: Rule) -> None:
    assert list(rule.find(state(""))) == []


@pytest.mark.parametrize("name", WHOLE)
def test_one_of_the_extra_candidates_in_a_board_of_pairs_is_true(name: str) -> None:
    facts, board, wanted = WHOLE[name]
    step = next(iter(rule_named(name).find(state(facts, board))))
    assert names(step.eliminated) == wanted.split()
    (solution,) = [answer.digits for answer in solve(board, limit=2).solutions]
    assert any(solution[option // 9] == option % 9 + 1 for option in step.group("odd"))


@pytest.mark.parametrize(
    "fact",
    [
        pytest.param("R7C5=27", id="a board of pairs alone"),
        pytest.param("R7C5=247 R7C6=2", id="a cell with one candidate"),
        pytest.param("R7C1=6", id="a digit with two places in the row of the odd cell"),
    ],
)
def test_a_board_that_is_almost_a_board_of_pairs_gives_no_step(fact: str) -> None:
    assert list(rule_named("bug_plus_1").find(state(fact, PAIRS_BUT_ONE))) == []


def test_two_cells_with_three_candidates_give_no_step() -> None:
    blanked = state("", "." + PAIRS_BUT_ONE[1:])
    assert blanked.with_few()[3].bit_count() + blanked.with_few()[4].bit_count() > 1
    assert list(rule_named("bug_plus_1").find(blanked)) == []


def test_a_box_with_the_fin_and_the_place_that_goes_is_enough_for_a_sashimi_fish() -> None:
    """R2C8 is the fin, and R2C7 is not a place: the box has only the fin and R1C7, which the fish removes."""
    grid = state("R2#5=R2C2,R2C8 R6#5=R6C2,R6C7 B3#5=R1C7,R2C8")
    assert any(_says(step, "R1C7#5") for step in rule_named("sashimi_x_wing").find(grid))


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        pytest.param("w_wing", "R1C5=12 R9C1=12 R5#1=R5C2,R5C5", id="a link of which one end sees no cell"),
        pytest.param(
            "w_wing", "R1C5=12 R9C1=12 R5#1=R5C1,R5C4", id="a link of which the other end sees none"
        ),
        pytest.param("w_wing", "R1C1=12 R9C5=12 R5#1=R5C1,R5C8", id="a link of which the last end sees none"),
        pytest.param(
            "w_wing", "R1C4=12 R9C8=12 R5#1=R5C1,R5C4", id="a link of which the first end sees none"
        ),
        pytest.param("empty_rectangle", "B1#4=R1C2,R3C2 C8#4=R2C8,R6C8", id="places in a column alone"),
        pytest.param("empty_rectangle", "B1#4=R2C1,R2C3 R6#4=R6C2,R6C8", id="places in a row alone"),
        pytest.param("empty_rectangle", "B1#5=R1C1,R2C1 C9#5=R1C9,R9C9", id="the crossing and one arm"),
        pytest.param(
            "sue_de_coq", "R1C1=1234 R1C2=1234 R2C1=12 R2C2=34 R1C5=56 R1C6=56", id="a line with other digits"
        ),
    ],
)
def test_half_a_pattern_is_not_the_pattern(name: str, facts: str) -> None:
    assert list(rule_named(name).find(state(facts))) == []


def test_a_remote_pair_says_which_of_its_cells_are_the_ends() -> None:
    (step,) = rule_named("remote_pair").find(state("R1C1=12 R1C5=12 R4C5=12 R4C8=12"))
    assert set(step.group("end")) == options("R1C1#1 R1C1#2 R4C8#1 R4C8#2")


def test_a_longer_nishio_is_not_described_where_another_digit_has_a_shorter_one() -> None:
    short = "R1#1=R1C1,R1C5 R2#1=R2C1,R2C6 R3#1=R3C1,R3C9 R5#1=R5C5,R5C9"
    long = "R4#2=R4C1,R4C5 R8#2=R8C1,R8C5"
    rule, facts = rule_named("nishio"), (short, long, f"{short} {long}")
    alone, other, both = (list(rule.find(state(some))) for some in facts)
    assert max(step.length for step in alone) < min(step.length for step in other)
    assert {step.eliminated for step in both} == {step.eliminated for step in alone}


def test_longer_chains_come_after_the_shortest_which_alone_are_taken_together() -> None:
    rule, grid = rule_named("xy_chain"), state("R1C1=15 R1C5=12 R4C5=23 R4C8=35 R7C8=56 R7C2=61")
    found, together = list(rule.find(grid)), list(rule.smallest(grid))
    assert found[: len(together)] == together
    lengths = [step.length for step in found]
    assert lengths == sorted(lengths)
    assert {step.length for step in together} == {min(lengths)} < set(lengths)


def test_every_rule_has_a_textbook_case() -> None:
    covered = {name for name, _, _ in CASES} | {*WHOLE, *CONSTRAINED_CASES}  # see test_fillings
    assert {rule.name for rule in all_rules()} <= covered


def test_every_rule_is_listed_once():
    names = [rule.name for rule in all_rules()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_a_rule_can_be_sent_to_another_process(rule: Rule):
    assert pickle.loads(pickle.dumps(rule)).name == rule.name
