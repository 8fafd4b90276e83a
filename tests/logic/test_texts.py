"""Every rule and phrase has a text in every language, and the text names the cells and digits."""

import re
import string
from dataclasses import replace
from itertools import cycle, pairwise

import pytest
from logic_cases import CASES
from logic_states import NINE, TOP95, option_of, state

from sudokubench import Board, Layout
from sudokubench.errors import UsageError
from sudokubench.logic.configuration import Configuration
from sudokubench.logic.engine import solve
from sudokubench.logic.geometry import geometry_of
from sudokubench.logic.rating import Level
from sudokubench.logic.rules import all_rules, rule_called, rule_named
from sudokubench.logic.step import Step
from sudokubench.logic.step_parts import EVENTS, NOGOOD, SOLUTION, Link, LinkKind
from sudokubench.logic.texts import Wording, catalog, describe, eureka, rule_text
from sudokubench.logic.trace import Ending
from sudokubench.logic.words import ENDINGS, LEVELS
from sudokubench.words import LANGUAGES

NAMES = sorted({*(rule.name for rule in all_rules()), *EVENTS, NOGOOD, "evidence"})


@pytest.mark.parametrize(("language", "word"), [("en", "fin"), ("ja", "ヒレ")])
@pytest.mark.parametrize("name", ["x_wing", "swordfish", "jellyfish"])
def test_fish_with_fins_are_described_by_their_fins_and_others_without(
    language: str, word: str, name: str
) -> None:
    for rule, fins in ((name, False), (f"finned_{name}", True), (f"sashimi_{name}", True)):
        text = rule_text(rule, language)
        assert (word in text.definition) == (word in text.reason) == fins
        assert not {"..", "。 "} & set(map("".join, zip(text.definition, text.definition[1:], strict=False)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_name_a_definition_and_a_reason(language: str) -> None:
    assert sorted(catalog(language)) == NAMES
    for name in NAMES:
        text = rule_text(name, language)
        assert text.name.strip()
        assert len(text.definition) > 10
        assert bool(re.search("[\u3040-\u30ff]", text.definition)) is (language == "ja")
        assert len(text.reason) > 4


def test_names_within_a_language_differ() -> None:
    for language in LANGUAGES:
        titles = [text.name for text in catalog(language).values()]
        assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", NAMES)
def test_the_reasons_of_a_rule_use_fields_that_exist_and_the_same_roles_in_all_languages(name: str) -> None:
    def used(language: str) -> set[str]:
        parts = string.Formatter().parse(rule_text(name, language).reason)
        return {field for _, field, _, _ in parts if field}

    assert used("en") or name == SOLUTION
    assert used("en") == used("ja")


def test_every_ending_and_every_class_has_its_text() -> None:
    assert set(ENDINGS) == {ending.value for ending in Ending}
    assert set(LEVELS) == {level.value for level in Level}


def test_every_rule_is_found_by_its_name_in_the_texts() -> None:
    for rule in all_rules():
        for words in (rule.name, *(rule_text(rule.name, language).name for language in LANGUAGES)):
            assert rule_called(words.upper()).name == rule.name


def test_a_step_is_described_with_its_cells_house_and_conclusion() -> None:
    step = next(iter(rule_named("hidden_pair").find(state("B5#1=R4C4,R6C6 B5#2=R4C4,R6C6"))))
    assert describe(step, NINE).startswith("Hidden Pair: In box 5, 1 and 2 can only stand in R4C4 and R6C6")
    assert "Remove 3, 4, 5, 6, 7, 8 and 9 from R4C4 and R6C6." in describe(step, NINE)
    assert "ボックス5で1・2が入るのはR4C4・R6C6だけ" in describe(step, NINE, "ja")


def test_a_chain_is_described_as_a_line_of_reasoning() -> None:
    step = next(iter(rule_named("xy_chain").find(state("R1C1=15 R1C5=12 R4C5=23 R4C8=35"))))
    told = describe(step, NINE)
    assert "is not 5, then" in told
    assert told.split(".")[0].count(", so ") == 6


def test_a_net_is_described_with_its_placements() -> None:
    step = next(iter(rule_named("forcing_net").find(state("R1C1=123 R1C5=14 R1C2=34 R1C8=24"))))
    for language, comma in (("en", ", "), ("ja", "、")):
        assert comma.join(("R1C2 = 3", "R1C8 = 2", "R1C1 = 1")) in describe(step, NINE, language)


def test_a_rule_that_relies_on_uniqueness_says_so() -> None:
    step = next(iter(rule_named("unique_rectangle_1").find(state("R1C1=12 R1C5=12 R2C1=12"))))
    assert "exactly one solution" in describe(step, NINE, unique=True)
    assert "ただ一つ" in describe(step, NINE, "ja", unique=True)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "exchange|solutions would be even"), ("ja", "入れ替え|解の個数が偶数")]
)
def test_definition_and_reason_of_a_rule_that_relies_on_uniqueness_say_why_another_solution_would_exist(
    language: str, said: str
) -> None:
    for rule in all_rules():
        if rule.unique:
            text = rule_text(rule.name, language)
            assert re.search(said, text.definition), rule.name
            assert re.search(said, text.reason), rule.name


def test_a_nogood_is_described_with_the_trials_that_failed_together_or_with_the_one_that_failed_alone() -> (
    None
):
    alone, other = Step(NOGOOD, (1,), (), (option_of("R1C1#1"),)), (option_of("R2C2#4"),)
    assert describe(alone, NINE) == "Nogood: R1C1 = 1 failed before. Remove 1 from R1C1."
    together = describe(replace(alone, groups=(("single", other),)), NINE)
    assert together == "Nogood: R1C1 = 1 failed before, together with R2C2 = 4. Remove 1 from R1C1."


def test_no_field_of_a_found_step_is_left_empty() -> None:
    """The reasons name groups that the steps really have."""
    for name, facts, _ in CASES:
        for step in list(rule_named(name).find(state(facts)))[:3]:
            for language in LANGUAGES:
                known = Wording(state("").geometry, language).fields(step)
                wanted = {f for _, f, _, _ in string.Formatter().parse(rule_text(name, language).reason) if f}
                one_of = {"assumption", "split", "assumption_digits", "split_digits", "net", "subset", "fin"}
                missing = {field for field in wanted - one_of if not known.get(field)}
                assert not missing, (name, missing)


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UsageError, match="xx"):
        catalog("xx")


def test_a_rule_is_found_by_the_addition_to_its_name() -> None:
    said = {"2国同盟": "naked_pair", "隠れ３国同盟": "hidden_triple", "予約": "pointing"}
    for words, rule in {**said, "locked candidates 2": "claiming"}.items():
        assert rule_called(words).name == rule


def test_a_net_is_described_by_its_contradiction_or_by_the_conclusion_of_all_branches() -> None:
    """The test takes one step of each kind of net: the text has the supposition, each branch, and its end."""
    rules = Configuration(("full_house", "hidden_single_box", "forcing_chain", "forcing_net")).rules
    trace = solve(Board.parse(TOP95), rules)
    nets = [step for step in trace.steps if step.rule.startswith("forcing")]
    wrong = [step for step in nets if step.groups[0][1] == (step.placed or step.eliminated)]
    agreed = [step for step in nets if step not in wrong]
    assert wrong
    assert agreed
    for step in nets:
        words = describe(step, trace.board.layout)
        role, roots = step.groups[0]
        branches = 2 if role == "assumption" else len(roots)
        if step in wrong:
            assert words.count("Suppose ") == 1
            assert ("has no place in" in words) + ("no candidate left" in words) + ("exclude" in words) == 1
        else:
            assert words.count(" If ") == branches
            assert words.count(", and each case leads to the same conclusion. If ") == 1


def test_a_step_of_a_rule_that_this_version_lacks_is_told_by_its_name_and_conclusion() -> None:
    step = Step("later_rule", (1,), placed=(option_of("R1C1#1"),))
    assert describe(step, NINE) == "later_rule: Place R1C1 = 1."
    assert describe(step, NINE, "ja") == "later_rule：よってR1C1 = 1と確定します。"


def chain(*names: str) -> tuple[Link, ...]:
    """Return links from each candidate to the next, strong and weak in turn."""
    kinds = cycle((LinkKind.STRONG, LinkKind.WEAK))
    return tuple(
        Link(kind, (option_of(a),), (option_of(b),))
        for kind, (a, b) in zip(kinds, pairwise(names), strict=False)
    )


def test_a_chain_is_described_in_eureka_notation() -> None:
    links = chain("R1C1#4", "R1C2#4", "R1C3#4", "R1C4#4")
    assert eureka(Step("aic", (4,), links=links), NINE) == "(4)R1C1 = (4)R1C2 - (4)R1C3 = (4)R1C4"
    assert eureka(Step("aic", (4,), links=links[1:]), NINE) == ""


def test_in_eureka_notation_cells_digits_and_sets_share_names_and_a_loop_ends_as_it_began() -> None:
    """The loop has a bivalue cell, a group of a column and an almost locked set of two columns."""
    cell, group = (option_of("R1C1#4"), option_of("R1C1#5")), (option_of("R4C2#5"), option_of("R6C2#5"))
    links = (
        Link(LinkKind.STRONG, cell[:1], cell[1:]),
        Link(LinkKind.WEAK, cell[1:], group),
        Link(LinkKind.STRONG, group, (option_of("R9C2#6"), option_of("R8C3#6"))),
        Link(LinkKind.WEAK, (option_of("R9C2#6"), option_of("R8C3#6")), cell[:1]),
    )
    members = tuple(option_of(f"{name}#6") for name in ("R4C2", "R6C2", "R8C3", "R9C2"))
    step = Step("als_aic", (4, 5, 6), groups=(("set", members),), links=links)
    assert eureka(step, NINE) == "(4=5)R1C1 - (5=6)R469C2,R8C3 - (4)R1C1"


def test_a_chain_names_an_almost_locked_set_that_has_both_digits_in_one_cell() -> None:
    links = chain("R1C1#1", "R1C1#2", "R5C1#2", "R5C1#3")
    members = tuple(map(option_of, ("R1C1#1", "R1C1#2", "R1C1#4", "R1C2#4", "R1C2#5", "R1C3#4", "R1C3#5")))
    groups = (("start", links[0].start), ("end", links[-1].end), ("set", members))
    step = Step("als_chain", (1, 2, 3), groups=groups, links=links)
    assert eureka(step, NINE) == "(1=2)R1C123 - (2=3)R5C1"
    assert "R1C1 is 2 (by the almost locked set R1C1, R1C2 and R1C3)" in describe(step, NINE)


def test_a_naked_pair_in_two_houses_is_told_in_the_house_that_loses_candidates() -> None:
    grid = state("R1C1=1,2 R1C2=1,2 R1#1=R1C1,R1C2 R1#2=R1C1,R1C2")
    (step,) = rule_named("naked_pair").find(grid)
    assert describe(step, NINE).startswith("Naked Pair: R1C1 and R1C2 in box 1 have only 1 and 2")


def test_candidates_that_leave_the_same_cells_are_described_together() -> None:
    gone = [option_of(name) for name in ("R1C1#2", "R1C1#7", "R1C1#9", "R1C2#2", "R1C2#9")]
    wording = Wording(state("").geometry, "en")
    assert wording.candidates(gone) == "2 and 9 from R1C1 and R1C2; 7 from R1C1"
    assert Wording(state("").geometry, "ja").candidates(gone) == "R1C1・R1C2の2・9、R1C1の7"


def test_a_reader_sees_no_number_for_an_irregular_box() -> None:
    jigsaw = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "1234")
    names = {
        "en": ["row 1", "the box of R1C1", "the box of R2C1"],
        "ja": ["1行目", "R1C1を含むボックス", "R2C1を含むボックス"],
    }
    for language in LANGUAGES:
        wording = Wording(geometry_of(jigsaw), language)
        assert [wording.house(house) for house in (0, 8, 10)] == names[language]
    assert Wording(geometry_of(jigsaw), "en").houses((8, 10)) == "the box of R1C1 and the box of R2C1"
    en, ja = (Wording(geometry_of(NINE), language) for language in ("en", "ja"))
    assert en.houses((0, 2, 18, 20, 10)) == "rows 1 and 3, boxes 1 and 3 and column 2"
    assert ja.houses((0, 2, 18, 20)) == "1・3行目とボックス1・3"
