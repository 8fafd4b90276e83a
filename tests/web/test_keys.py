"""Keys of the page: they work unless a field has the focus; the focus is never lost; one key goes through all steps."""

import re
from pathlib import Path

import pytest
from page_reading import grid, labels, press, reroute, selected
from playwright.sync_api import expect

from sudokubench.actions.explain import explain
from sudokubench.actions.hint import hint
from sudokubench.actions.why import why
from sudokubench.board import Board
from sudokubench.logic.rules import sentence
from sudokubench.solving import solve
from sudokubench.web import server

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FIFTY = "..3.7.862...3.....57..6...33..75.98..57......96.4.3.5.6.9.8.7...251.964....6....9"
"""A puzzle of 50 steps; three of them only eliminate."""
HERE = "() => document.activeElement.closest('td, button, a, input, textarea, select, [tabindex]') !== null"
PHONE, WIDE = (390, 844), (1280, 800)


def test_keys_play_as_soon_as_the_page_is_open_and_wherever_no_field_has_the_focus(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    press(page, "ArrowRight", "ArrowRight", "4")
    assert grid(page) == f"534{PUZZLE[3:]}"
    for name in ("Undo", "Marks", "Candidates", "Explain"):
        page.get_by_role("button", name=name).or_(page.get_by_role("tab", name=name)).focus()
        press(page, "1", "1")
    assert grid(page) == PUZZLE
    page.get_by_role("tab", name="Import").click()
    page.get_by_label("Paste a puzzle").press_sequentially("7h?")
    assert grid(page) == PUZZLE
    assert page.get_by_label("Paste a puzzle").input_value() == "7h?"


def test_a_text_of_a_key_has_the_sign_that_divides_it_once_in_both_languages():
    static = Path(server.__file__).parent / "static"
    texts = re.findall(
        r'key_\w+: \["([^"]*)", "([^"]*)"\]', (static / "words.js").read_text(encoding="utf-8")
    )
    assert len(texts) == 11
    assert [text for both in texts for text in both if text.count(": ") != 1] == []


def test_each_tool_has_one_key_and_a_list_shows_them_all(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    press(page, "ArrowRight", "ArrowRight", "m", "4", "m")
    assert labels(page, 2) == ["row 1, column 3, blank, marks 4"]
    press(page, "u")
    assert labels(page, 2) == ["row 1, column 3, blank"]
    press(page, "r", "x", "5", "x", "v", "3", "v")
    assert labels(page, 2) == ["row 1, column 3, blank, marks 4, in the centre 5, yellow"]
    press(page, "k")
    assert labels(page, 2) == ["row 1, column 3, blank, marks 1 2 4, yellow"]
    press(page, "?")
    dialog = page.get_by_role("dialog", name="Keys")
    shown = dialog.locator("dt").all_text_contents()
    keys = page.locator("button[data-key]").evaluate_all(
        "all => all.map(one => one.dataset.key.toUpperCase())"
    )
    assert set(keys) <= set(shown)
    assert len({key for one in keys for key in one.split()}) == sum(len(one.split()) for one in keys)
    press(page, "5", "Escape")
    expect(dialog).to_be_hidden()
    press(page, "k", "8")
    assert grid(page)[2] == "8"


def test_every_view_is_one_key_away_and_enter_starts_its_work(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    press(page, "g")
    expect(page.get_by_label("Layout")).to_be_focused()
    expect(page.get_by_label("Difficulty").locator("option")).to_have_count(8)
    press(page, "Tab", "Tab", "End", "Tab", "1", "Tab", "9", "Enter")  # the last choice is a range of D
    expect(page.get_by_role("button", name="Play it")).to_be_focused()
    assert " · D " in page.get_by_role("tabpanel", name="Generate").get_by_role("status").text_content()
    press(page, "Enter")
    expect(page.get_by_role("tabpanel", name="Explain")).to_be_visible()
    press(page, "c")
    expect(page.get_by_role("checkbox", name="dlx")).to_be_checked()
    page.get_by_role("checkbox", name="logic").focus()
    press(page, "Space", "Enter")
    expect(page.locator("race-panel .said.good")).to_be_visible()
    press(page, "Tab", "Tab", "Enter")
    expect(page.get_by_role("tab", name="Runs")).to_have_attribute("aria-selected", "true")
    expect(page.locator("runs-panel iframe")).to_be_visible()
    press(page, "d", "Escape", "i", "Escape", "e", "ArrowDown")
    expect(page.get_by_role("gridcell").nth(9)).to_be_focused()


def test_the_pad_is_in_view_beside_a_collection_with_all_tools_shown(visit):
    page = visit(f"lang=en&p={PUZZLE}", WIDE)
    press(page, "i")
    page.keyboard.insert_text(f"{PUZZLE}\n{FIFTY}")
    press(page, "Control+Enter")
    expect(page.locator("puzzle-collection output")).to_have_text("puzzle 1 of 2")
    press(page, "Escape", "o")
    expect(page.get_by_role("button", name="Restart")).to_be_focused()
    page.get_by_role("button", name="Heat").click()
    expect(page.locator("#tight")).to_contain_text("Fewest")
    pad, board = (page.locator(one).bounding_box() for one in ("#pad", "sudoku-board"))
    assert pad["y"] + pad["height"] <= WIDE[1]
    assert board["width"] == pytest.approx(board["height"]), "it is smaller, and still a square"


def test_a_letter_that_is_a_digit_of_the_board_is_written(visit):
    page = visit("lang=en&p=16x16:" + "." * 256)
    press(page, "g", "ArrowRight", "m", "f")
    assert labels(page, 0, 1) == ["row 1, column 1, G", "row 1, column 2, blank, marks F"]


def test_the_focus_is_never_lost(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    press(page, "ArrowRight", "ArrowRight", "4")

    def pressed(button):
        button.focus()
        press(page, "Enter")

    button = lambda name: page.get_by_role("button", name=name, exact=True)  # noqa: E731
    pressed(button("Undo"))
    expect(button("Undo")).to_be_disabled()
    page.wait_for_function(HERE)
    press(page, "9")
    assert grid(page)[2] == "9", "the board has the focus"
    press(page, "u")
    for number in (1, 2, 3, 4):
        pressed(button("Hint" if number == 1 else "Tell more"))
        expect(page.locator(".hints li")).to_have_count(number)
        page.wait_for_function(HERE)
    pressed(button("Do it"))
    page.wait_for_function(HERE)
    page.get_by_role("tab", name="Import").click()
    page.get_by_label("Paste a puzzle").fill("1...3..2...3..2.")
    pressed(button("Read"))
    expect(page.get_by_role("gridcell")).to_have_count(16)
    page.wait_for_function(HERE)
    page.get_by_role("tab", name="Generate").click()
    expect(page.get_by_role("combobox", name="Symmetry").locator("option").first).to_be_attached()
    page.get_by_role("combobox", name="Layout").fill("4x4")
    pressed(page.locator("generate-panel .row").get_by_role("button", name="Generate"))
    expect(button("Play it")).to_be_visible()
    page.wait_for_function(HERE)
    pressed(button("Play it"))
    expect(page.get_by_role("tabpanel", name="Explain")).to_be_visible()
    page.wait_for_function(HERE)
    press(page, "?", "Escape", "ArrowRight")
    assert len(selected(page)) == 1
    page.wait_for_function("() => document.activeElement.matches('td')")


@pytest.mark.thorough
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_puzzle_of_fifty_steps_is_walked_to_its_end_with_fifty_presses_of_one_key(visit, size):
    found = explain(FIFTY)
    assert len(found) == 50
    page = visit(f"lang=en&p={FIFTY}", size=size)
    press(page, "s")
    expect(page.locator(".steps li")).to_have_count(50)
    seen = []
    for step in found:
        expect(page.locator(".hints")).to_have_text(found.sentence(step, "en"))
        seen.append([page.locator(one).first.bounding_box() for one in ("sudoku-board", ".hints", ".steps")])
        press(page, "n")
    assert grid(page) == str(solve(FIFTY).solution)
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "solved")
    assert page.evaluate("() => scrollY") == 0
    for board, told, steps in seen:
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= size[1]
        assert told["y"] + told["height"] <= size[1], "board and words are in view together"
        assert steps["y"] + 40 <= size[1], "and the list of steps is, too"
    press(page, "p", "u")
    assert grid(page) == FIFTY, "the player's own grid is as it was"


def test_one_key_solves_the_grid_of_the_player_hint_by_hint(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    blank = PUZZLE.count(".")
    press(page, "h", *["n"] * blank)  # faster than the server answers
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "solved")
    press(page, *["u"] * blank)
    assert grid(page) == PUZZLE


def test_a_hint_is_shown_on_the_board_from_its_first_grade(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    found = hint(Board.parse(PUZZLE)).as_json("en")["hints"]
    board = page.locator("sudoku-board > svg")
    press(page, "h")
    expect(board.locator(".house")).to_have_count(len(found[0]["cells"]))
    expect(board.locator(".lit, .ring")).to_have_count(0)
    press(page, "t", "t")
    expect(board.locator(".lit")).to_have_count(len(found[2]["cells"]))
    expect(board.locator(".ring")).to_have_count(0)
    press(page, "t")
    step = hint(Board.parse(PUZZLE)).found[1]
    expect(board.locator(".digit.new")).to_have_text(str(step.placed[0] % 9 + 1))
    press(page, "Escape")
    expect(board.locator(".house, .ring")).to_have_count(0)
    assert grid(page) == PUZZLE


def test_a_digit_typed_while_a_step_is_shown_goes_on_from_there(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    press(page, "s")
    expect(page.locator(".steps li").first).to_be_visible()
    press(page, "n", "n", "n")
    shown = grid(page)
    assert sum(a != b for a, b in zip(shown, PUZZLE, strict=True)) == 3
    free = shown.index(".")
    digit = str(solve(Board.parse(PUZZLE)).solution)[free]
    page.get_by_role("gridcell").nth(free).focus()
    press(page, digit)
    assert grid(page) == shown[:free] + digit + shown[free + 1 :]
    press(page, "u")
    assert grid(page) == PUZZLE


def test_why_shows_its_steps_on_the_board_and_the_facts_as_a_second_view(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    press(page, "ArrowRight", "ArrowRight", "4", "w")
    found = why(PUZZLE, "R1C3#4", facts=False)
    expect(page.locator(".steps li")).to_have_text(
        [sentence(step, found.board.layout, "en") for step in found.steps]
    )
    expect(page.locator(".stepping .note")).to_have_text(found.lines()[0].en)
    press(page, *["p"], *["n"] * (len(found.steps) - 1))
    expect(page.locator("sudoku-board .digit.new")).to_have_text("4")
    press(page, "n")
    expect(page.locator(".hints")).to_have_text("R1C3 is 4.")
    assert grid(page)[2] == "4"
    press(page, "Escape", "u")
    assert grid(page) == PUZZLE
    press(page, "a")
    expect(page.locator(".claim")).to_contain_text("R1C3#4 is forced by")
    expect(page.locator("sudoku-board .digit.new")).to_have_text("4")
    clues = page.locator(".hints li", has_text="the clue").count()
    assert clues > 0
    expect(page.locator("sudoku-board > svg > .blocker")).to_have_count(clues)


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_many_facts_are_whole_lines_in_a_list_that_scrolls_down(visit, size):
    page = visit(f"lang=en&p={FIFTY}", size=size)
    press(page, "a")
    expect(page.locator(".claim")).to_contain_text("R1C1#1 is forced by")
    facts = page.locator(".hints")
    assert facts.locator("li").count() > 40
    assert facts.evaluate("one => one.scrollWidth <= one.clientWidth"), "no column is beside the list"


def test_a_question_that_takes_long_says_so_and_can_be_stopped(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    reroute(page, "**/api/why", lambda route: None)  # the server never answers
    press(page, "w")
    expect(page.locator(".wait [role=status]")).to_have_text(re.compile(r"^Working… \d+ s$"))
    page.locator(".wait").get_by_role("button", name="Stop").click()
    expect(page.locator(".wait")).to_be_hidden()
    expect(page.locator("explain-panel .alarm")).to_be_empty()
