"""A drawing of a step also shows houses, blocking cells, suppositions, and the step in words."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import logic_states
import pytest
from drawing_reading import SVG, signs
from logic_cases import CASES

from sudokubench.board import Board
from sudokubench.formats import shapes, svg
from sudokubench.logic.configuration import easiest_first
from sudokubench.logic.engine import solve
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rules import rule_named
from sudokubench.logic.search import rules_of, search
from sudokubench.logic.step import Step
from sudokubench.logic.step_drawing import draw, marks
from sudokubench.logic.step_drawing import shown as svg_content
from sudokubench.logic.step_parts import TRIAL, Link, LinkKind
from sudokubench.logic.texts import describe
from sudokubench.words import breadth

Steps = dict[str, tuple[CandidateGrid, Step]]
FISH = "7.8..3....9.1..4....3....2...1...2.5...75........4.36...23.5..6...8..73.3.....1.2"


@pytest.fixture(scope="module")
def steps() -> Steps:
    """Return the first step of each rule on a board, with the state before it."""
    trace = solve(Board.parse(FISH), easiest_first().rules)
    found: Steps = {}
    for state, step in zip(trace.states(), trace.steps, strict=False):
        found.setdefault(step.rule, (state, step))
    return found


@pytest.mark.parametrize("rule", ["hidden_single_box", "hidden_single_line"])
def test_every_other_empty_cell_of_the_house_of_a_hidden_single_is_blocked_by_its_digit(
    steps: Steps, rule: str
) -> None:
    state, step = steps[rule]
    shown, geometry = marks(state, step), state.geometry
    cell, d = divmod(step.placed[0], 9)
    house = set(bits_of(geometry.houses[step.houses[0]]))
    assert set(shown.tints) == house
    assert {other for _, other in shown.blocks} == {c for c in house if not state.placed >> c & 1} - {cell}
    for near, other in shown.blocks:
        assert state.placed >> near & 1
        assert state.digits_of(near) == (d + 1,)
        assert near in geometry.layout.peers[other]


def test_the_cross_of_a_blocked_cell_covers_no_candidate(steps: Steps) -> None:
    state, step = steps["hidden_single_box"]
    ring, drawn = re.compile(r'cx="(.+?)" cy="(.+?)" .* stroke="#0a7d32"'), draw(state, step)
    cross = re.compile(r'd="M(\S+) (\S+)l(\S+) .* stroke="#475569" stroke-width="3.5"')
    ((x, y),) = (map(float, place) for place in ring.findall(drawn))
    crosses = [tuple(map(float, place)) for place in cross.findall(drawn)]
    assert len(crosses) == len(marks(state, step).blocks)
    for left, top, side in crosses:  # like the ring: at the place of the digit in the cell
        for way in (left + side / 2 - x, top + side / 2 - y):
            assert (way + 1) % shapes.CELL == pytest.approx(1, abs=0.2)


def test_every_digit_that_a_naked_single_does_not_hold_is_ringed_once_where_it_stands() -> None:
    grid = CandidateGrid.of(Board.parse("12345678." + "." * 72))
    step = Step("naked_single", (9,), (80,), (), (8,), (("single", (80,)),))
    assert sorted(marks(grid, step).blocks) == [(cell, cell) for cell in range(8)]


def test_base_lines_and_cover_lines_of_a_fish_have_different_tints(steps: Steps) -> None:
    state, step = steps["swordfish"]
    tints = marks(state, step).tints
    base, cover = step.houses[:3], step.houses[3:]
    for kind, houses in ((0, base), (1, cover)):
        cells = {cell for house in houses for cell in state.geometry.layout.houses[house].cells}
        assert {cell for cell, kinds in tints.items() if kind in kinds} == cells
    assert sum(len(kinds) == 2 for kinds in tints.values()) == 9


def test_a_step_under_a_supposition_has_a_frame() -> None:
    trace = search(Board.parse("1..............."), rules_of("singles"))
    trial = next(number for number, step in enumerate(trace.steps) if step.rule == TRIAL)
    framed = [
        "stroke-dasharray=\"12 6\"" in draw(state, step)
        for state, step in zip(trace.states(), trace.steps, strict=False)
    ]  # fmt: skip
    assert not any(framed[:trial])
    assert framed[trial]
    assert framed == [step.depth > 0 for step in trace.steps]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_caption_below_the_board_shows_the_step_in_lines_of_its_width(steps: Steps, language) -> None:
    for state, step in steps.values():
        told = describe(step, state.geometry.layout, language)
        root = ET.fromstring(draw(state, step, told, told))
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        under = [(one.y, one.text) for one in signs(root) if one.y > 9 * shapes.CELL + shapes.MARGIN]
        lines = [text for _, text in sorted(under)]
        assert "".join(lines).replace(" ", "") == told.replace(" ", "")
        assert max(map(breadth, lines)) * 6.5 <= width
        assert max(y for y, _ in under) < height
        assert not any(line[0] in "、。）」・ー=≠" or line[-1] in "=≠" for line in lines)


def keys(state: CandidateGrid, step: Step, language: str | None = "en") -> dict[str, str]:
    """Return the keys of a legend, as SVG, each with its words."""
    root = ET.fromstring(draw(state, step, language=language))
    words = [one.text for one in signs(root) if one.look["text-anchor"] == "start"]
    found = [one for one in root.iter(f"{SVG}g") if one.get("class") == "key"]
    assert len({ET.tostring(one[-1]) for one in found}) == len(found) == len(words)
    assert all(len(one) for one in found)
    return {ET.tostring(one, "unicode"): word for one, word in zip(found, words, strict=True)}


def test_a_legend_shows_the_marks_that_occur_and_no_others(steps: Steps) -> None:
    for rule, words in {
        "swordfish": ["base", "cover", "fish", "removed"],
        "hidden_single_line": ["house", "excludes", "excluded", "placed"],
        "naked_single": ["excludes", "placed"],
        "naked_pair": ["house", "set", "removed"],
        "x_chain": [
            "strong: not both false", "weak: not both true", "taken for true", "taken for false", "removed",
        ],
    }.items():  # fmt: skip
        assert [*keys(*steps[rule]).values()] == words
    assert [*keys(*steps["swordfish"], "ja").values()] == ["ベース", "カバー", "フィッシュ", "消える候補"]
    assert keys(*steps["swordfish"], None) == {}


def drawn(name: str) -> tuple[CandidateGrid, Step]:
    """Return a step of the textbook case of a rule, after its state."""
    grid = logic_states.state(next(facts for rule, facts, _ in CASES if rule == name))
    return grid, next(iter(rule_named(name).find(grid)))


@pytest.mark.parametrize(
    ("name", "role"), [("als_xz", "set"), ("als_xy_wing", "set"), ("death_blossom", "petal")]
)
def test_each_almost_locked_set_has_a_colour_of_its_own(name: str, role: str) -> None:
    grid, step = drawn(name)
    sets = [set(options) for its, options in step.groups if its == role]
    assert len(sets) > 1
    fills = marks(grid, step).fills
    shared = set(step.group("common"))
    colours = [
        {fills[option] for option in its - shared if sum(option in s for s in sets) == 1} for its in sets
    ]
    assert all(len(its) <= 1 for its in colours)
    assert len(set.union(*colours)) == sum(map(len, colours)) > 1


def test_all_houses_of_a_rule_are_shaded_those_of_the_kind_of_the_first_alike() -> None:
    for name in ("fireworks", "two_string_kite", "pointing", "sue_de_coq"):
        grid, step = drawn(name)
        geometry, tints = grid.geometry, marks(grid, step).tints
        for house in step.houses:
            hatched = geometry.kinds[house] is not geometry.kinds[step.houses[0]]
            assert all(hatched in tints[cell] for cell in bits_of(geometry.houses[house])), name


def test_colours_show_their_strong_links_each_between_the_two_colours() -> None:
    for name in ("simple_colors_trap", "medusa_trap"):
        grid, step = drawn(name)
        links = marks(grid, step).links
        one, other = set(step.group("colour_a")), set(step.group("colour_b"))
        assert len(links) == len(step.items)
        for start, end, kind in links:
            assert (kind, bool({*start, *end} & one), bool({*start, *end} & other)) == ("strong", True, True)


def test_an_arrow_from_a_group_starts_at_one_of_its_candidates_and_a_line_joins_them() -> None:
    board = Board.parse("." * 81)
    content = board.content()._replace(candidates=(511,) * 81)
    ends = ((0, 72), (9 * 80,))  # 1 in R1C1 and in R1C9; 1 in R9C9, nearer to R1C9
    drawing = svg.draw(content, svg.Marks(links=[(*ends, "strong")]))
    spots = [tuple(map(float, at)) for at in re.findall(r'd="M([0-9.]+) ([0-9.]+)[LQ]', drawing)]
    assert len([at for at in spots if at[0] > 9 * shapes.CELL * 0.8 and at[1] < 80]) == 1  # the arrow
    assert 'stroke-width="4" opacity="0.35"' in drawing


def test_along_a_chain_true_and_false_candidates_alternate(steps: Steps) -> None:
    state, step = steps["x_chain"]
    fills = marks(state, step).fills
    assert [fills[link.end[0]] for link in step.links] == [0, 1] * (len(step.links) // 2) + [0]
    assert fills[step.links[0].start[0]] == 1


def test_roles_are_distinguished_by_shape_and_not_by_colour_alone() -> None:
    board = Board.parse("." * 16)
    content = board.content()._replace(candidates=(1,) * 16)
    shapes = set()
    for number in range(6):
        drawing = svg.draw(content, svg.Marks(fills={0: number}))
        (ground,) = re.findall(rf'<[^>]*fill="{svg.COLOURS[number]}"[^>]*>', drawing)
        shapes.add(ground.replace(svg.COLOURS[number], ""))
    assert len(shapes) == 6


@pytest.mark.parametrize("language", ["en", "ja"])
def test_text_below_a_board_of_nine_has_nine_pixels_where_the_board_has_300(steps: Steps, language) -> None:
    for state, step in steps.values():
        root = ET.fromstring(draw(state, step, caption="A caption.", language=language))
        scale = 300 / float(root.attrib["viewBox"].split()[2])
        under = [one for one in signs(root) if one.y > 520]
        assert min(float(one.look["font-size"]) * scale for one in under) >= 9


def test_a_candidate_true_in_one_branch_and_false_in_another_has_half_of_each_mark_and_a_key() -> None:
    """If R1C1 is 1, R1C2 is not 2, so it is 3. If R1C1 is 2, R1C3 is 3, so R1C2 is not 3."""
    grid = logic_states.state("R1C1=12 R1C2=13 R1C3=23")
    names = ("R1C1#1", "R1C2#1", "R1C2#3", "R1C1#2", "R1C3#2", "R1C3#3", "R1C2#3")
    one, no_one, three, two, no_two, other, no_three = map(logic_states.option_of, names)
    chain = ((one, no_one), (no_one, three)), ((two, no_two), (no_two, other), (other, no_three))
    kinds = (LinkKind.WEAK, LinkKind.STRONG, LinkKind.WEAK)
    links = [Link(kind, (a,), (b,)) for its in chain for kind, (a, b) in zip(kinds, its, strict=False)]
    step = Step("forcing_net", (3,), groups=(("split", (one, two)),), links=tuple(links))
    shown = marks(grid, step)
    assert shown.fills == {one: 0, two: 0, other: 0, no_one: 1, no_two: 1, three: 0}
    assert shown.seconds == {three: 1}
    assert "true in one case, false in another" in keys(grid, step).values()
    branch = replace(step, links=tuple(links[:2]))
    assert marks(grid, branch).seconds == {}
    assert "true in one case, false in another" not in keys(grid, branch).values()


def test_dotted_arrows_lead_to_a_candidate_that_a_pattern_rules_out_and_its_reason_stays_false() -> None:
    """If R1C1 is 1, R1C2 is not 1. Then in box 2 only row 3 has places for 1, so R3C9 is not 1."""
    grid = logic_states.state("R1C1=12 R1C2=12 R3C9=12")
    root, gone, ruled_out = map(logic_states.option_of, ("R1C1#1", "R1C2#1", "R3C9#1"))
    links = (Link(LinkKind.WEAK, (root,), (gone,)), Link(LinkKind.WEAK, (gone,), (ruled_out,)))
    step = Step("net_with_chains", (1,), (), (root,), groups=(("assumption", (root,)),), links=links)
    shown = marks(grid, step)
    assert (shown.fills, shown.seconds) == ({root: 0, gone: 1, ruled_out: 1}, {})
    assert [kind for *_, kind in shown.links] == ["weak", "pattern"]
    assert "ruled out by a pattern" in keys(grid, step).values()


def test_a_candidate_of_two_sets_has_half_of_the_mark_of_each() -> None:
    """A set of a row and a set of a column share R1C1."""
    grid = logic_states.state("R1C1=123 R1C2=124 R1C3=234 R2C1=135 R3C1=235 R1C9=5 R9C9=4")
    one, two = ([o for o in grid.options() if o // 9 in cells] for cells in ((0, 1, 2), (0, 9, 18)))
    step = Step("als_xz", (5,), groups=(("set", tuple(one)), ("set", tuple(two)), ("common", ())))
    shown = marks(grid, step)
    assert {option: (shown.fills[option], 1) for option in shown.seconds} == {0: (0, 1), 1: (0, 1), 2: (0, 1)}
    assert "in both" in keys(grid, step).values()
    drawing = svg.draw(svg_content(grid), shown)
    left, right = (drawing.count(f'Z" fill="{colour}"') for colour in svg.COLOURS[:2])
    assert left == right == 3


def test_a_placed_digit_has_a_ring_and_no_colour_of_a_role() -> None:
    for name in ("full_house", "direct_pointing", "naked_single", "tridagon"):
        grid, step = drawn(name)
        (key,) = (key for key, words in keys(grid, step).items() if words == "placed")
        assert not any(colour in key for colour in svg.COLOURS)
        fills = marks(grid, step).fills
        assert all(step.group("guardian") or option not in fills for option in step.placed)


def test_every_colour_of_a_drawing_and_its_eliminations_have_a_key() -> None:
    for name in dict.fromkeys(name for name, _, _ in CASES):
        grid, step = drawn(name)
        shown = marks(grid, step)
        used = {*shown.fills.values()} | {*shown.seconds.values()}
        legend = keys(grid, step)
        assert all(svg.COLOURS[number % svg.FILLS] in "".join(legend) for number in used), name
        assert ("removed" in legend.values()) == bool(step.eliminated), name
