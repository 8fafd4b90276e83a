"""Playing on the page: mistakes, remaining digits, time, marks, a new puzzle, and the puzzles of a file."""

import re
from urllib.parse import quote

import pytest
from page_reading import grid, labels, named, press, put, reroute
from playwright.sync_api import expect

from sudokubench.actions.rate import rate_entries
from sudokubench.board import Board
from sudokubench.data import bundled
from sudokubench.harness.corpus import ARGUMENT, entry_of
from sudokubench.layout import Layout
from sudokubench.logic.configuration import rated
from sudokubench.solving import is_unique
from sudokubench.symmetry.forms import canonical

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FOUR = "12.............4"
OTHER = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."


def test_a_mistake_is_painted_in_its_cell_and_the_badge_counts_mistakes_and_empty_cells(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    badge = page.locator("#verdict")
    expect(badge).to_have_text("one solution · 51 left")
    put(page, {2: "4", 3: "2"})  # R1C4 is 6, and no other 2 sees it
    expect(badge).to_have_text("1 mistake · 49 left")
    assert named(page, "mistake") == [3]
    assert named(page, "conflict") == []
    expect(page.locator("sudoku-board .digit.wrong")).to_have_text(["2"])
    put(page, {5: "6"})
    expect(badge).to_have_text("2 mistakes · 48 left")
    page.get_by_role("button", name="More tools").click()
    page.get_by_role("button", name="Show mistakes").click()
    expect(badge).to_have_text("one solution · 48 left")
    assert named(page, "mistake") == []
    page.get_by_role("button", name="Show mistakes").click()
    page.get_by_role("button", name="Restart").click()
    assert grid(page) == PUZZLE
    expect(badge).to_have_text("one solution · 51 left")
    put(page, {cell: SOLVED[cell] for cell in range(81) if PUZZLE[cell] == "."})
    expect(badge).to_have_text(re.compile(r"^Solved! · \d+:\d\d$"))
    page.locator("#language").select_option("ja")
    expect(badge).to_have_text(re.compile(r"^完成！ · \d+:\d\d$"))


def test_buttons_wait_for_the_first_board(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    held = []
    reroute(page, "**/api/read", lambda route: held.append(route) or None)
    with page.expect_request("**/api/read"):
        page.reload()
    expect(page.locator("#undo")).to_have_text("Undo")
    for name in ("undo", "colours", "fresh"):
        box = page.locator(f"#{name}").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator("#verdict")).not_to_be_empty()
    page.get_by_role("button", name="Colour").click()
    expect(page.locator("#colours")).to_have_attribute("aria-pressed", "true")


def test_the_time_is_counted_while_the_page_is_played_and_can_be_hidden(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    clock = page.get_by_role("button", name="Time; hide or show it")
    expect(clock).to_have_text(re.compile(r"^(?!0:00)\d+:\d\d$"))
    clock.click()
    expect(clock).to_have_text("–:––")
    clock.click()
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d$"))
    put(page, {cell: SOLVED[cell] for cell in range(81) if PUZZLE[cell] == "."})
    expect(page.locator("#verdict")).to_contain_text(clock.text_content())


def test_a_placed_digit_removes_marks_that_it_rules_out_unless_switched_off(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    page.get_by_role("gridcell").nth(3).focus()
    press(page, "Shift+4", "Shift+2", "Control+4")
    page.get_by_role("gridcell").nth(80 - 8 * 9 + 3).focus()  # R2C3, in the box of R1C3
    press(page, "Shift+4")
    put(page, {2: "4"})
    assert labels(page, 3, 11) == ["row 1, column 4, blank, marks 2", "row 2, column 3, blank"]
    press(page, "u")
    assert labels(page, 3)[0].endswith("marks 2 4, in the centre 4")
    page.get_by_role("button", name="More tools").click()
    page.get_by_role("button", name="Tidy marks").click()
    put(page, {2: "4"})
    assert labels(page, 3)[0].endswith("marks 2 4, in the centre 4")


def test_a_new_puzzle_of_a_class_is_a_bundled_one_in_another_guise(ask):
    graded = [one for one in bundled("graded") if one.level == "Hard" and str(one.board.layout) == "9x9"]
    made = [ask("/api/fresh", {"level": "Hard", "seed": seed}).json["result"]["text"] for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]
    assert canonical(Board.parse(made[0])).board in {canonical(one.board).board for one in graded}
    six = ask("/api/fresh", {"level": "Medium", "layout": "6x6"}).json["result"]
    assert six["size"] == 6
    kanji = ask("/api/fresh", {"level": "Medium", "layout": "6x6@一二三四五六"}).json["result"]
    assert kanji["text"] == "6x6@一二三四五六:" + six["text"].translate(
        str.maketrans("123456", "一二三四五六")
    )
    none = ask("/api/fresh", {"level": "Extreme", "layout": "6x6"})
    assert none.status == 422
    assert none.json["en"].startswith("no bundled Extreme puzzle has the layout 6x6; choose 9x9, 8x8, ")
    assert ask("/api/fresh", {"level": "Impossible"}).status == 400


def test_a_new_puzzle_comes_with_one_choice_on_the_front(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    page.get_by_role("combobox", name="New puzzle").select_option("Hard")
    # the id shows the change: the new puzzle may have the same first clue by chance
    expect(page.locator("#named")).not_to_contain_text(Board.parse(PUZZLE).id)
    first = grid(page)
    assert is_unique(Board.parse(first))
    page.wait_for_function("() => document.activeElement.matches('td')")
    page.get_by_role("combobox", name="New puzzle").select_option("Hard")
    page.wait_for_function("before => !location.hash.includes(before)", arg=first)
    assert is_unique(Board.parse(grid(page)))
    page = visit("lang=en&p=" + quote(str(Board.empty(Layout.named("7x7")))))
    page.get_by_role("combobox", name="New puzzle").select_option("Easy")
    expect(page.locator("#tight")).to_contain_text("no bundled Easy puzzle has the layout 7x7")
    assert len(grid(page)) == 81


def test_a_link_with_several_puzzles_opens_them_as_a_collection(visit):
    page = visit("lang=en&p=" + quote(f"{PUZZLE}\n1...3..2...3..2."))
    expect(page.locator("#collection output")).to_have_text("puzzle 1 of 2")
    press(page, "f")
    expect(page.locator("#collection output")).to_have_text("puzzle 2 of 2")


def test_the_puzzles_of_a_file_are_paged_through_rated_and_printed(visit, ask):
    page = visit("lang=en")
    page.get_by_role("tab", name="Import").click()
    page.get_by_label("Paste a puzzle").fill(f"{PUZZLE}\n{PUZZLE[:-1]}\n{OTHER}\n")
    page.get_by_role("button", name="Read").click()
    told = page.locator("#import-told")
    expect(told).to_contain_text("the first of 2 boards")
    expect(told).to_contain_text("line 2, column 80")
    count = page.locator("puzzle-collection output")
    expect(count).to_have_text("puzzle 1 of 2")
    expect(page.get_by_role("button", name="Previous puzzle")).to_be_disabled()
    put(page, {2: "4"})
    press(page, "f")
    expect(count).to_have_text("puzzle 2 of 2")
    assert grid(page) == OTHER
    press(page, "b")
    expect(count).to_have_text("puzzle 1 of 2")
    assert grid(page) == f"534{PUZZLE[3:]}", "what was done in it is kept"
    page.get_by_role("button", name="Rate all").click()
    entries = [entry_of(Board.parse(text), ARGUMENT, 1) for text in (PUZZLE, OTHER)]
    ratings = [f"SE {one.se:.1f}" for (one,) in rate_entries(entries, rated(), seconds=60)]
    cells = page.locator("import-panel tbody td:nth-child(2)")
    expect(cells).to_have_text([re.compile(re.escape(rating)) for rating in ratings])
    page.get_by_role("row").filter(has_text=ratings[1]).get_by_role("button").click()
    expect(count).to_have_text("puzzle 2 of 2")
    sheets = ask("/" + page.get_by_role("link", name="Sheets to print").get_attribute("href"))
    assert sheets.status == 200
    assert sheets.body.decode().count("<svg") >= 2, "puzzles and solutions"
    page.get_by_label("New puzzle").select_option("Easy")
    expect(count).to_have_text("back to the 2 puzzles")
    press(page, "f")
    expect(count).to_have_text("puzzle 2 of 2")
    assert grid(page) == OTHER
    page.get_by_label("Paste a puzzle").fill(PUZZLE)
    page.get_by_role("button", name="Read").click()
    expect(count).to_be_hidden()
    page.get_by_role("tab", name="Explain").click()
    press(page, "f")
    assert grid(page) == PUZZLE, "no collection, no next puzzle"


def test_other_symbols_keep_the_clock_and_the_work_on_a_puzzle_of_a_collection(visit):
    page = visit(f"lang=en&p={PUZZLE}%0A{OTHER}")
    clock = page.get_by_role("button", name="Time; hide or show it")
    expect(clock).not_to_have_text(re.compile(r"^0:0[01]$"))
    page.get_by_role("button", name="More tools").click()
    page.locator("#symbols").select_option("kanji")
    expect(page.get_by_role("gridcell").nth(0)).to_have_accessible_name(re.compile("五"))
    assert clock.text_content() not in {"0:00", "0:01"}
    put(page, {2: "4"})
    count = page.locator("puzzle-collection output")
    expect(count).to_have_text("puzzle 1 of 2")
    page.get_by_role("button", name="Next puzzle").click()
    expect(count).to_have_text("puzzle 2 of 2")
    page.get_by_role("button", name="Previous puzzle").click()
    expect(page.get_by_role("gridcell").nth(2)).to_have_accessible_name(re.compile("四"))


def test_a_late_answer_does_not_replace_a_newer_board(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    held = []
    reroute(
        page,
        "**/api/read",
        lambda route: held.append(route) if OTHER in route.request.post_data else route.continue_(),
    )
    page.get_by_role("tab", name="Import").click()
    for text in (OTHER, FOUR):
        page.get_by_label("Paste a puzzle").fill(text)
        page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("gridcell")).to_have_count(16)
    put(page, {2: "3"})
    with page.expect_response("**/api/read"):
        held[0].continue_()
    page.get_by_role("button", name="Undo").click()
    assert grid(page) == FOUR


def test_the_address_holds_the_own_grid_while_steps_are_shown(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    put(page, {2: "4"})
    press(page, "s")
    expect(page.locator(".steps li").first).to_be_visible()
    press(page, "n", "n")
    expect(page.get_by_role("gridcell").nth(2)).to_have_text("")
    assert f"s=534{PUZZLE[3:]}" in page.url


def test_a_puzzle_may_replace_a_collection_that_is_being_rated(visit):
    page = visit("lang=en")
    page.get_by_role("tab", name="Import").click()
    held = []
    reroute(page, "**/api/rate", lambda route: held.append(route) or None)
    paste, read = page.get_by_label("Paste a puzzle"), page.get_by_role("button", name="Read")
    rating = page.get_by_role("button", name="Rate all")
    for text in (f"{PUZZLE}\n{OTHER}", PUZZLE):
        paste.fill(text)
        read.click()
        if text != PUZZLE:
            rating.click()
            expect(rating).to_be_hidden()
    expect(page.locator("puzzle-collection output")).to_be_hidden()
    for route in held:
        route.abort()
    paste.fill(f"{PUZZLE}\n{OTHER}")
    read.click()
    expect(rating).to_be_visible()


@pytest.mark.parametrize(
    ("text", "boards", "remarks"),
    [
        (f"{PUZZLE}\n{OTHER}\n", 2, 1),
        (
            "\n".join([PUZZLE, *[PUZZLE[:-1]] * 5, OTHER]),
            2,
            5,
        ),  # the first, three broken ones, the number left
    ],
)
def test_a_collection_with_broken_entries_goes_on_without_them_and_says_which(ask, text, boards, remarks):
    reply = ask("/api/read", {"text": text}).json
    assert reply["result"]["boards"] == boards
    assert reply["result"]["puzzles"] == [PUZZLE, OTHER]
    assert len(reply["remarks"]) == remarks


def test_a_single_board_beside_something_that_is_not_a_board_is_refused(ask):
    assert ask("/api/read", {"text": f"{PUZZLE}\n{PUZZLE[:-1]}"}).status == 422
