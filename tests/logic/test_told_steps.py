"""Many steps of many boards in words: the rules for texts hold for every rule of logic."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise

import pytest
from logic_cases import CASES, WHOLE
from logic_states import CHAINS, NINE, TOP95, option_of, state

from sudokubench.backends.refutation import SatRefuter
from sudokubench.board import Board
from sudokubench.generation.draws import Draws
from sudokubench.generation.puzzles import drawn
from sudokubench.generation.wish import Wish
from sudokubench.layout import Layout
from sudokubench.logic.configuration import Configuration, teaching
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.proof import Prover
from sudokubench.logic.rule import leaner
from sudokubench.logic.rules import rule_named
from sudokubench.logic.step import Step
from sudokubench.logic.step_drawing import draw
from sudokubench.logic.step_parts import Link, LinkKind
from sudokubench.logic.texts import describe, eureka
from sudokubench.words import LANGUAGES

CELL = r"R\d+C\d+"
SIGHT = (
    "xy_wing", "xyz_wing", "w_wing", "als_xz", "als_xy_wing", "wxyz_wing", "death_blossom",
    "hidden_rectangle",
)  # fmt: skip
RECTANGLES = tuple(f"unique_rectangle_{kind}" for kind in (2, 3, 4, 5, 6))


@cache
def told() -> list[tuple[CandidateGrid, Step]]:
    """Return steps with the states before them: of a hard board, of two with diagonals, and of each textbook case."""
    boards = [Board.parse(CHAINS)]
    for layout in (Layout.named("9x9-diagonal"), Layout.named("6x6-diagonal")):
        boards += [Board(layout, bytes(p)) for p in drawn(Wish(layout, minimal=True), 1, Draws(1, 0)).puzzles]
    rules = [rule for rule in teaching().rules if not rule.assumes]
    paths = (SolutionPath(CandidateGrid.of(board), rules, together=False) for board in boards)
    few = Configuration(("full_house", "hidden_single_box", "forcing_chain", "forcing_net")).rules
    nets = SolutionPath(CandidateGrid.of(Board.parse(TOP95)), few, together=False)
    steps = [(found.before, found.steps[0]) for path in (*paths, nets) for found in path]
    cases = [(name, facts) for name, facts, _ in CASES] + [(name, *case[:2]) for name, case in WHOLE.items()]
    for name, *case in cases:
        grid, rule = state(*case), rule_named(name)
        for step in islice(rule.find(grid), 2):
            steps.append((grid, rule.tidy(grid, step) if rule.tidy else step))
    return steps


def cell_of(name: str, n: int) -> int:
    """Return the cell with a name such as R1C2."""
    row, column = map(int, re.findall(r"\d+", name))
    return n * (row - 1) + column - 1


def of(*rules: str) -> list[tuple[CandidateGrid, Step]]:
    found = [(grid, step) for grid, step in told() if step.rule in rules]
    assert {step.rule for _, step in found} == set(rules)
    return found


def texts(*rules: str, language="en") -> Iterator[tuple[CandidateGrid, Step, str]]:
    """Yield steps of these rules, or of all, with the states before them and the words that describe them."""
    for grid, step in of(*rules) if rules else told():
        yield grid, step, describe(step, grid.geometry.layout, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_list_of_cells_names_one_twice(language) -> None:
    joint = r"(?:, | and |・)"
    lists = 0
    for _, step, words in texts(language=language):
        for some in re.findall(rf"{CELL}(?:{joint}{CELL})+(?![C\d]| [=≠])", words):
            cells = re.findall(CELL, some)
            assert len(set(cells)) == len(cells), (step.rule, some)
            lists += 1
        for one, other in re.findall(r"([(（][^()（）]+[)）])(?: and |・)(?=([(（][^()（）]+[)）]))", words):
            assert one != other, (step.rule, words)
    assert lists > 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_conclusion_names_the_cells_of_singles_in_houses_and_of_templates(language) -> None:
    rules = ("full_house", "hidden_single_box", "hidden_single_line", "template_set", "template_delete")
    for _, step, words in texts(*rules, language=language):
        assert len(re.findall(CELL, words)) == len(step.placed or step.eliminated), words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_digit_that_goes_is_named_before_the_conclusion(language) -> None:
    for grid, step, words in texts(*SIGHT, *RECTANGLES, language=language):
        conclusion = words.rindex("Remove" if language == "en" else "よって")
        reason = re.sub(CELL, "", words[:conclusion].split(":", 1)[-1])
        for option in step.eliminated:
            assert str(option % grid.geometry.size + 1) in re.findall(r"\d+", reason), (step.rule, words)


def test_cells_of_a_remote_pair_and_of_an_odd_loop_are_described_in_order_each_seeing_the_next() -> None:
    for rule, role in (("remote_pair", "path"), ("guardians", "loop")):
        for grid, step, words in texts(rule):
            n, peers = grid.geometry.size, grid.geometry.layout.peers
            cells = [*dict.fromkeys(option // n for option in step.group(role))]
            names = " ".join(re.findall(CELL, words))
            assert " ".join(map(grid.geometry.layout.cell_name, cells)) in names
            assert all(b in peers[a] for a, b in pairwise(cells))
            if role == "loop":
                assert len(cells) % 2 == 1
                assert cells[0] in peers[cells[-1]]
            else:
                assert {option // n for option in step.group("end")} == {cells[0], cells[-1]}


def test_a_chain_names_each_almost_locked_set_that_it_goes_through() -> None:
    """Each set has one digit more than cells, and holds the digits that the link joins."""
    sets = 0
    for grid, step, words in texts("als_chain", "als_aic"):
        n, layout = grid.geometry.size, grid.geometry.layout
        groups = [options for role, options in step.groups if role == "set"]
        assert len(re.findall("by the almost locked set ", words)) == len(groups)
        for options in groups:
            cells = {option // n for option in options}
            assert len({option % n for option in options}) == len(cells) + 1
            assert all(layout.cell_name(cell) in words for cell in cells)
            sets += 1
        assert cells <= set(step.items)
    assert sets


def test_every_strong_link_of_a_chain_is_one_sign_of_its_eureka_notation() -> None:
    chains = [(grid, step) for grid, step in told() if step.links and eureka(step, grid.geometry.layout)]
    assert len({step.rule for _, step in chains}) > 5
    for grid, step in chains:
        signs = re.sub(rf"{CELL[:-1]}", "", eureka(step, grid.geometry.layout))
        strong = (len(step.links) + 1) // 2
        assert signs.count("=") == strong, step.rule
        assert signs.count(" - ") == len(step.links) - strong


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_named_with_a_digit_of_a_net_contains_its_cell(language) -> None:
    seen = 0
    house = r"(?P<row>row (\d)|(\d)行目)|(?P<column>column (\d)|(\d)列目)"
    for _, step, words in texts(language=language):
        if rule_named(step.rule).assumes:
            for found in re.finditer(rf"R(\d)C(\d) = \d ?[（(](?:{house})[)）]", words):
                line = found[1] if found["row"] else found[2]
                assert line in re.findall(r"\d", found["row"] or found["column"])
                seen += 1
    assert seen > 10


def test_no_step_cites_an_item_without_which_its_rule_finds_the_same() -> None:
    """By SAT some steps follow from fewer items, through another pattern that the rule does not know."""
    prover = Prover(Layout.standard(9), SatRefuter)
    tried = 0
    for grid, step in told():
        rule = rule_named(step.rule)
        if grid.geometry.size == 9 and not rule.unique and not grid.geometry.layout.extra and rule.tidy:
            fewer = ([item for item in step.items if item != left_out] for left_out in step.items)
            if any(prover.follows(step, prover.evidence(grid, items)) for items in fewer):
                again = rule.tidy(grid, step) if rule.assumes else leaner(grid, step, rule.find)
                assert len(again.items) == len(step.items), step.rule
                tried += 1
    assert tried


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_shows_a_seam(language) -> None:
    """A seam is a doubled space, bracket or stop, an unfilled field, an unchosen plural, or a repeated conclusion."""
    seams = r"  |\(\(|（（|。。|、、|, ,|\.\.| \.|[{}|]|: none\b|（なし|よって.*よって|ますと|R\d+C\d+ALS"
    for _, step, words in texts(language=language):
        assert not re.search(seams, words), (step.rule, words)


def test_one_of_is_written_only_before_several() -> None:
    one = rf"(?:{CELL}|\d)(?: = \d)?"
    for grid, step, words in texts():
        assert not re.search(rf"(?:one|any|each) of {one}(?!,? and|, {one})", words), (step.rule, words)
        for fins in re.findall(rf"the fins? ({CELL}(?:(?:, | and ){CELL})*)", words):
            assert ("the fins " in words) == (len(re.findall(CELL, fins)) > 1), words
        ja = describe(step, grid.geometry.layout, "ja")
        for some, which in re.findall(rf"((?:{one}・)*{one})の(どちら|どれ)(?:か|も|でも)", ja):
            assert (which == "どちら") == (some.count("・") == 1), (step.rule, ja)


def test_lines_of_a_kind_are_described_together() -> None:
    lists = 0
    for grid, step in told():
        words = [describe(step, grid.geometry.layout, language) for language in LANGUAGES]
        if step.rule in {"guardians", "sk_loop"}:  # these list cells in the order of their loop
            continue
        assert not re.search(r"(row|column|box) \d+(?:,| and) \1 \d", words[0]), words[0]
        assert not re.search(r"(行目|列目)・\d+\1", words[1]), words[1]
        lists += bool(re.search(r"rows \d|columns \d|boxes \d", words[0]))
    assert lists > 10


def test_colours_that_cannot_be_true_together_are_described_by_cells_that_see_each_other() -> None:
    """If one colour is false, the cells have that colour; otherwise they have a colour of each cluster."""
    for grid, step, words in texts("simple_colors_wrap", "multi_colors_1", "multi_colors_2"):
        layout, n = grid.geometry.layout, grid.geometry.size
        sides = [{layout.cell_name(o // n) for o in options} for _, options in step.groups]
        sight = re.search(r"But (.*?),? (?:of one colour, )?see each other", words)
        assert sight
        pairs = re.findall(rf"({CELL}) and ({CELL})", sight[1])
        assert pairs
        for pair in pairs:
            one, other = ([side for side in sides if name in side] for name in pair)
            assert cell_of(pair[0], n) in layout.peers[cell_of(pair[1], n)]
            clusters = {sides.index(side) // 2 for side in (one[0], other[0])}
            assert len(clusters) == (1 if step.rule == "simple_colors_wrap" else 2)
            assert (one == other) == (step.rule == "simple_colors_wrap")


def test_a_chain_of_three_sets_names_the_digits_that_two_neighbours_cannot_both_hold() -> None:
    for grid, step, words in texts("als_xy_wing"):
        n, layout = grid.geometry.size, grid.geometry.layout
        sets = [options for role, options in step.groups if role == "set"]
        told_of = re.search(r"two cannot both hold (.*?), the last two cannot both hold (.*?)\. ", words)
        assert told_of
        for digits, *two in zip(told_of.groups(), sets, sets[1:], strict=False):
            for digit in map(int, re.findall(r"\d", digits)):
                one, other = ([o // n for o in its if o % n == digit - 1] for its in two)
                assert one
                assert other
                assert all(b in layout.peers[a] for a in one for b in other)


def test_a_subset_with_a_roof_is_described_with_every_digit_that_it_takes_up() -> None:
    for _, step, words in texts("unique_rectangle_3", "bug_3"):
        named = re.search(r"each of ([\d, and]+) is in one of these cells", words)
        assert named
        assert {o % 9 + 1 for o in step.eliminated} <= set(map(int, re.findall(r"\d", named[1]))), words


def test_the_digit_that_has_no_other_place_is_named() -> None:
    for grid, step, words in texts("unique_rectangle_4", "unique_loop_4", "extended_rectangle_4"):
        named = re.search(r"In \w+ \d, (\d) is confined to", words)
        assert named, words
        cells = grid.geometry.layout.houses[step.houses[0]].cells
        places = {cell for cell in cells if grid.has(9 * cell + int(named[1]) - 1)}
        assert places == {option // 9 for option in step.group("roof")}


def test_a_closed_loop_is_described_as_a_loop() -> None:
    """If a strong link leads a chain back to its start, the text says that the start is true in any case."""
    a, b, c = (option_of(name) for name in ("R1C1#4", "R1C5#4", "R5C1#4"))
    kinds = (LinkKind.STRONG, LinkKind.WEAK, LinkKind.STRONG)
    ends = zip(kinds, (a, b, c), (b, c, a), strict=True)
    links = tuple(Link(kind, (one,), (two,)) for kind, one, two in ends)
    twice = Step("aic", (4,), (a,), groups=(("start", (a,)), ("end", (a,))), links=links)
    ways = set()
    for grid, step in [*told(), (state(""), twice)]:
        first, last = step.links[:1], step.links[-1:]
        if first and eureka(step, grid.geometry.layout) and not rule_named(step.rule).assumes:
            words, back = describe(step, grid.geometry.layout), last[0].end == first[0].start
            weak = len(step.links) % 2 == 0
            assert back or not weak
            assert ("That is a closed loop" in words) == weak
            assert ("in any case" in words) == (back and not weak)
            assert ("at least one of the ends holds" in words) == (not back)
            ways.add((back, weak))
    assert ways == {(True, True), (True, False), (False, False)}


def test_an_empty_rectangle_is_described_by_the_places_left_if_the_near_end_is_true() -> None:
    for grid, step, words in texts("empty_rectangle", "dual_empty_rectangle"):
        layout, n = grid.geometry.layout, grid.geometry.size
        box = {o // n for o in step.group("box")}
        for near in step.group("near"):
            name = layout.cell_name(near // n)
            arm = re.search(rf"If {name} is \d, then (?:one of )?(.*?) is \d; if not", words)
            assert arm
            left = {cell_of(cell, n) for cell in re.findall(CELL, arm[1])}
            assert left == {cell for cell in box if cell not in layout.peers[near // n]}


def test_a_reader_can_redo_each_branch_of_a_net_from_its_words() -> None:
    """By the earlier words, each digit is the last one of its cell, or has its last place in the named house.

    If the branch ends in a clash, that place may be lost, too.
    """
    lines, redone = {"row": 0, "column": 9, "box": 18}, 0
    for grid, step, whole in texts("forcing_chain", "forcing_net", "nishio"):
        layout = grid.geometry.layout
        words = re.split(r" (?:Remove|Place|But then) ", whole)[0]
        for branch in re.split(r" (?:If|Suppose) ", words)[1:] if layout == NINE else ():
            left = set(grid.options())
            told_of = re.findall(rf"({CELL}) (=|is not) (\d)(?: \((row|column|box) (\d)\))?", branch)
            for number, (name, sign, digit, kind, house) in enumerate(told_of):
                cell, d = cell_of(name, 9), int(digit) - 1
                if sign != "=":
                    left.discard(9 * cell + d)
                    continue
                cells = layout.houses[lines[kind] + int(house) - 1].cells if kind else ()
                others = {9 * c + d for c in cells} or {9 * cell + e for e in range(9)}
                if number:
                    assert left & others <= {9 * cell + d}, (words, name)
                    redone += 1
                near = {9 * c + d for c in layout.peers[cell]} | {9 * cell + e for e in range(9) if e != d}
                left -= near
            assert "Suppose" in words or left.isdisjoint(step.eliminated), words
    assert redone > 40


def in_part(step: Step) -> Iterator[Step]:
    """Yield the step of a program that leaves out a part of the pattern, or describes the pattern in another way."""
    yield step
    for part in ("houses", "items", "groups", "links"):
        yield replace(step, **{part: ()})
    for number, (_, options) in enumerate(step.groups):
        for groups in ((), (("", options),)):
            yield replace(step, groups=(*step.groups[:number], *groups, *step.groups[number + 1 :]))
    yield replace(step, links=tuple(replace(link, end=(*link.end, *link.start)) for link in step.links))


def test_a_step_of_another_program_is_told_and_drawn_even_if_it_describes_its_pattern_in_part() -> None:
    for grid, step in {step.rule: (grid, step) for grid, step in told()}.values():
        problem = grid.geometry.problem
        for one in in_part(step):
            assert Step.from_dict(one.as_dict()) == one
            assert draw(grid, one, language="en").startswith("<svg")
            for language in LANGUAGES:
                assert describe(one, problem, language)
