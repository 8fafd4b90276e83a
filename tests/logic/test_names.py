"""Other names of a step: the rules that also draw its conclusion."""

from dataclasses import replace

import pytest
from logic_states import NINE, state

from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import other_names
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.hint import next_step
from sudokubench.logic.rules import rule_named
from sudokubench.logic.step import Step
from sudokubench.logic.technique_library import Named, name_case, read_case, write_case
from sudokubench.logic.texts import describe

TRIPLES = state("R1C3:=7 R1C6:=8 R1C9:=9 R1C1=123 R1C4=123 R1C7=123")
"""Six cells are empty in row 1: three hold 1, 2 and 3, so the other three hold 4, 5 and 6."""


def first(rule: str, grid: CandidateGrid) -> Step:
    return next(iter(rule_named(rule).find(grid)))


def also(rule: str, grid: CandidateGrid) -> tuple[str, ...]:
    return other_names(grid, first(rule, grid), teaching().rules)


def test_a_naked_triple_is_the_hidden_triple_of_the_other_cells() -> None:
    assert "hidden_triple" in also("naked_triple", TRIPLES)


def test_a_skyscraper_is_a_turbot_fish_an_x_chain_and_an_aic_too() -> None:
    names = also("skyscraper", state("C1#5=R1C1,R5C1 C4#5=R1C4,R6C4"))
    wanted = ["turbot_fish", "x_chain", "aic"]
    assert [name for name in names if name in wanted] == wanted


def test_only_the_smallest_size_of_a_pattern_is_named() -> None:
    grid = state("R1#5=R1C1,R1C5 R5#5=R5C1,R5C5")
    found = {step.conclusion for step in rule_named("swordfish").find(grid)}
    assert first("x_wing", grid).conclusion in found
    assert not {"swordfish", "jellyfish"} & set(also("x_wing", grid))


def test_locked_candidates_are_not_called_a_chain() -> None:
    grid = state("B1#5=R1C1,R1C2")
    pointing = first("pointing", grid)
    known = {step.conclusion for step in rule_named("simple_colors_trap").find(grid)}
    assert pointing.conclusion in known
    assert not {name for name in also("pointing", grid) if rule_named(name).se > 6}


def test_a_single_has_only_other_singles_as_names_and_no_text_shows_them() -> None:
    grid = state("R1C1=5")
    assert also("naked_single", grid) == ()
    last = state(" ".join(f"R1C{c}:={c}" for c in range(1, 9)))
    assert set(also("full_house", last)) == {"hidden_single_line", "naked_single"}
    found = next_step(last, teaching())
    assert found[1].also
    assert "Also" not in describe(found[1], NINE)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", " Also: Hidden Triple."), ("ja", "別の見方：ヒドゥントリプル（隠れ3国同盟）。")],
)
def test_a_text_ends_with_the_other_names(language, said: str) -> None:
    found = next_step(TRIPLES, teaching().only(["naked_triple", "hidden_triple"]))
    assert describe(found[1], NINE, language).endswith(said)


def test_other_names_are_in_the_json_of_a_step_and_are_read_back() -> None:
    found = next_step(TRIPLES, teaching())
    assert "hidden_triple" in found[1].as_dict()["also"]
    assert Step.from_dict(found[1].as_dict()) == found[1]


def test_a_case_is_named_by_its_first_step_or_by_another_name_of_it() -> None:
    line = write_case(TRIPLES, first("hidden_triple", TRIPLES))
    for name, named in (("naked", Named.TOLD), ("hidden", Named.ALSO)):
        naming = name_case(read_case(line.replace("hidden", name)), teaching())
        assert (naming.first_rule, naming.first, naming.used) == ("naked_triple", named, named)


def test_a_technique_that_comes_later_on_the_way_is_used() -> None:
    """Pointing in box 1 comes first on the path; the X-wing of rows 5 and 8 remains."""
    grid = state("B1#5=R1C1,R1C2 R5#6=R5C1,R5C5 R8#6=R8C1,R8C5")
    naming = name_case(read_case(write_case(grid, first("x_wing", grid))), teaching())
    assert (naming.first_rule, naming.first, naming.used) == ("pointing", Named.NEVER, Named.TOLD)


def test_a_case_that_expects_no_step_is_not_named() -> None:
    line = write_case(TRIPLES, first("naked_triple", TRIPLES)).replace(":naked_triple:", ":0201-x:")
    assert name_case(read_case(line), teaching()) is None


def test_an_unknown_name_is_shown_unchanged() -> None:
    step = replace(first("naked_triple", TRIPLES), also=("x_wing", "of_another_version"))
    for language, end in (("en", "Also: X-Wing, of_another_version."), ("ja", "of_another_version。")):
        assert describe(step, TRIPLES.geometry.layout, language).endswith(end)
