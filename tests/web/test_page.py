"""The page in browsers: played by keys, hints to the end, every step drawn, both languages, links, imports, files."""

import os
import re
import signal
import struct
from contextlib import suppress
from itertools import count
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from page_reading import grid, labels, named, press, put, reroute, selected
from pasted_cases import P1, SIX, SIXTEEN, TWENTY_FIVE
from playwright.sync_api import expect

from sudokubench.actions.explain import explain
from sudokubench.actions.hint import hint
from sudokubench.board import Board
from sudokubench.constraints import VARIANTS, AntiKnight, Killer
from sudokubench.errors import UsageError
from sudokubench.formats import FORMS
from sudokubench.layout import Layout
from sudokubench.problem import with_constraints
from sudokubench.web import server

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CHAINS = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
UNIQUE = "3...8..7..7......9429...1...16........5...9.....7.5.6...26..49....3.96.1.....27.."
SOLVED_BY = PUZZLE.count(".")  # every step places a digit
SVG = "{http://www.w3.org/2000/svg}"


def test_a_puzzle_is_solved_by_keys_alone_and_undo_keeps_every_branch(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    press(page, "Tab", "Enter")  # the first link leads to the board
    assert grid(page) == PUZZLE
    assert labels(page, 0) == ["row 1, column 1, 5, clue"]
    press(page, "9", "ArrowRight", "ArrowRight", "9")
    assert named(page, "conflict") == [2, 19], "a clue stays; R1C3 = 9 clashes with R3C2"
    press(page, "Backspace", "Shift+4")
    assert labels(page, 2) == ["row 1, column 3, blank, marks 4"]
    press(page, *["Control+z"] * 3)
    assert grid(page) == PUZZLE
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    press(page, "4", "Control+z")
    assert page.locator("#branches button").all_text_contents() == ["Branch 1", "Branch 2"]
    press(page, "Control+y")
    for row in range(9):
        press(page, "Home")
        shown = grid(page)
        for cell in range(9 * row, 9 * row + 9):
            press(page, *[SOLVED[cell]] * (shown[cell] == "."), "ArrowRight")
        press(page, "ArrowDown")
    assert grid(page) == SOLVED
    expect(page.locator("#verdict")).to_contain_text("Solved!")
    assert f"s={SOLVED}" in page.url
    press(page, *["Control+z"] * 60)
    page.get_by_role("button", name="Branch 1").press("Enter")
    assert grid(page)[2] == "9", "the first try is still there"


def test_a_puzzle_is_solved_by_what_a_screen_reader_says_and_does_alone(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    pad = page.get_by_role("group", name="Digits")
    for cell in [at for at, sign in enumerate(PUZZLE) if sign == "."]:
        said = f"row {cell // 9 + 1}, column {cell % 9 + 1}, blank"
        page.get_by_role("grid", name="Board").get_by_role("gridcell", name=said).dispatch_event("click")
        pad.get_by_role("button", name=SOLVED[cell]).dispatch_event("click")
    expect(page.get_by_role("status").filter(has_text="Solved!")).to_be_visible()


def test_several_cells_take_marks_and_colours_in_one_step_and_a_link_carries_them(visit):
    page = visit(f"lang=en&v=1&p={PUZZLE}&c=...1&k=...9")
    assert labels(page, 3) == ["row 1, column 4, blank"], "of a link that fits no board the rest is read"
    page.get_by_role("gridcell").nth(1).focus()
    press(page, "ArrowRight", "Shift+ArrowRight", "Control+2", "Shift+8", "Alt+3")
    written = [text.partition("blank, ")[2] for text in labels(page, 2, 3)]
    assert written == ["marks 8, in the centre 2, yellow"] * 2
    press(page, "Control+ArrowDown", "Control+ArrowDown", "Space")
    assert selected(page) == [2, 3, 21]
    pad = page.locator("#pad button")
    page.get_by_role("button", name="Centre").click()
    pad.nth(1).click()  # R3C4 has no digit yet
    assert [text.rpartition(", ")[2] for text in labels(page, 2, 3, 21)] == [
        "yellow",
        "yellow",
        "in the centre 2",
    ]
    pad.nth(1).click()
    assert not any("centre" in text for text in labels(page, 2, 3, 21))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Colour", exact=True).click()
    names = [one.get_attribute("aria-label") for one in pad.all()]
    assert names == ["red", "orange", "yellow", "green", "cyan", "blue", "violet", "grey", "Erase"]
    assert "&c=..2.2" in page.url
    assert "&k=..3.3" in page.url
    page.get_by_role("gridcell").nth(21).focus()
    press(page, "Escape")
    assert selected(page) == [21]
    page.get_by_role("button", name="Several").click()
    for cell in (40, 42):
        page.get_by_role("gridcell").nth(cell).dispatch_event("click")
    assert selected(page) == [40, 42]
    page.get_by_role("button", name="Several").click()
    assert selected(page) == [42]


def test_conflicts_with_all_rules_are_shown_and_singles_and_tight_houses_on_wish(visit):
    cages = Killer((0, 1, 4), 7), Killer((10, 11), 5)
    board = Board(with_constraints(Layout.standard(4), (*cages, AntiKnight())), [0] * 16)
    page = visit(f"lang=en&p={quote(str(board))}")
    put(page, {0: "1", 9: "1"})
    assert named(page, "conflict") == [0, 9], "a knight's move apart"
    put(page, {9: "4", 10: "3"})
    assert named(page, "conflict") == []
    put(page, {11: "2"})
    assert named(page, "conflict") == []
    for name in ("More tools", "Singles", "Heat"):
        page.get_by_role("button", name=name).click()
    digits = [1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 0, 0, 0, 0]
    said = [one for rule in board.constraints for one in rule.statements(board.layout)]
    groups = [house.cells for house in board.houses] + [
        one.cells for one in said if not hasattr(one, "total")
    ]
    met = [
        {digits[other] for group in groups if cell in group for other in group} - {0} for cell in range(16)
    ]
    naked = {cell for cell in range(16) if not digits[cell] and len(met[cell]) == 3}
    assert naked
    assert set(named(page, "single")) >= naked
    expect(page.locator("#tight")).to_contain_text("Fewest candidates or places: ")
    assert page.locator("#board .shapes text").all_text_contents() == ["7", "5"]


def test_lines_are_drawn_named_and_decide_what_is_solved(visit):
    rules = with_constraints(Layout.standard(4), (VARIANTS["thermometer"](cells=(0, 1, 2)),))
    board = Board(rules, Board.parse("..343412..434321").digits)
    page = visit(f"lang=en&p={quote(str(board))}")
    expect(page.locator("#board .below path")).to_have_attribute("stroke", "#c9c9c9")
    page.locator("#more").click()
    for theme, blend in (("dark", "screen"), ("light", "multiply")):  # digits stay visible under the line
        page.locator("#theme").select_option(theme)
        expect(page.locator("#board .below")).to_have_css("mix-blend-mode", blend)
        with page.expect_download() as kept:
            page.locator("#save-svg").click()
        assert f"mix-blend-mode: {blend}" in kept.value.path().read_text()
    expect(page.locator("#drawn")).to_contain_text("1 rule drawn on the board")
    put(page, {0: "2", 1: "1", 8: "1", 9: "2"})  # the digits break only the rule of the line
    expect(page.locator("#verdict")).to_have_text("4 mistakes · 0 left")
    put(page, {0: "1", 1: "2", 8: "2", 9: "1"})
    expect(page.locator("#verdict")).to_contain_text("Solved!")


def test_boards_with_more_digits_than_a_number_has_bits_are_marked_and_carried_in_a_link(visit):
    page = visit("lang=en&p=36x36:" + "." * 36**2)
    page.get_by_role("gridcell").nth(1).focus()
    press(page, "0", "Shift+0", "Control+0")  # the last digit of the board
    assert labels(page, 1) == ["row 1, column 2, 0"]
    press(page, "0", "Shift+0", "Control+0")
    assert labels(page, 1) == ["row 1, column 2, blank, marks 0, in the centre 0"]
    press(page, "Shift+0", "Control+0", "Backspace")
    press(page, "Shift+w", "Shift+z", "Control+5", "Shift+w", "Shift+v")
    page.get_by_role("button", name="Undo").click()
    assert labels(page, 1) == ["row 1, column 2, blank, marks Z, in the centre 5"]
    page.reload()
    expect(page.locator("#verdict")).not_to_be_empty()
    assert labels(page, 1) == ["row 1, column 2, blank, marks Z, in the centre 5"]


def test_the_player_can_go_back_to_before_the_first_mistake(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    begun = f"534{PUZZLE[3:]}"
    page.get_by_role("button", name="More tools").click()
    back = page.get_by_role("button", name="Before the mistake")
    put(page, {2: "4"})
    back.click()
    expect(page.locator("#tight")).to_have_text("There is no mistake.")
    put(page, {3: "2", 5: "6", 6: "9"})  # R1C4 is 6
    back.click()
    note = "This is the state before the first mistake. Later entries are kept as a branch."
    expect(page.locator("#tight")).to_have_text(note)
    assert grid(page) == begun
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()


def test_the_board_is_written_in_other_symbols_and_kept_as_a_picture(visit, tmp_path):
    page = visit(f"lang=en&p={PUZZLE}")
    begun = f"534{PUZZLE[3:]}"
    put(page, {2: "4"})
    page.get_by_role("button", name="More tools").click()
    page.get_by_role("combobox", name="Written in").select_option("kanji")
    expect(page.get_by_role("gridcell").nth(2)).to_have_text("四")
    kanji = begun.translate(str.maketrans("123456789", "一二三四五六七八九"))
    assert grid(page) == kanji
    assert page.locator("#pad button").nth(8).text_content() == "九"
    assert f"s={quote(kanji)}" in page.url
    page.get_by_role("combobox", name="Written in").select_option("123")
    expect(page.get_by_role("gridcell").nth(2)).to_have_text("4")
    for kind in ("SVG", "PNG"):
        with page.expect_download() as kept:
            page.get_by_role("button", name=kind).click()
        kept.value.save_as(tmp_path / kept.value.suggested_filename)
    texts = list(ElementTree.parse(tmp_path / "board.svg").iter(f"{SVG}text"))
    assert "".join(one.text for one in texts) == begun.replace(".", "")
    assert all(one.get("fill").startswith("rgb") for one in texts)
    picture = (tmp_path / "board.png").read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", picture[16:24]) == (1440, 1440)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("Hint", "Tell more", "Do it")), ("ja", ("ヒント", "もっと詳しく", "盤面に適用"))],
)
def test_hints_are_those_of_the_library_and_lead_to_the_end(visit, lang, words):
    page = visit(f"lang={lang}&p={PUZZLE}")
    first, more, act = (page.get_by_role("button", name=word, exact=True) for word in words)
    board, told = Board.parse(PUZZLE), page.locator(".hints li")
    first.click()
    expect(told).to_have_count(1)
    for number in range(2, 5):
        more.click()
        expect(told).to_have_count(number)
    for _ in range(3):
        found = hint(board, Board.parse(PUZZLE))
        expect(told).to_have_text(found.lines(lang, "move"))
        for option in found.found[1].placed:
            board = board.with_digit(option // 9, option % 9 + 1)
        act.click()
    for _ in range(SOLVED_BY - 3):
        act.click()
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "solved")
    assert grid(page) == SOLVED


@pytest.mark.parametrize("name", ["explain", "rate"])
def test_another_puzzle_cancels_the_explanation_of_the_one_before(visit, name):
    page = visit(f"lang=en&p={PUZZLE}")
    reroute(page, f"**/api/{name}", lambda route: None)  # the answer never comes
    with page.expect_request(f"**/api/{name}"):
        page.get_by_role("button", name="All steps").click()
    with page.expect_event("requestfailed", lambda request: request.url.endswith(name)):
        page.evaluate(f"() => {{ location.hash = 'lang=en&p={CHAINS}' }}")
    expect(page.get_by_role("gridcell").nth(4)).to_have_text("1")
    expect(page.locator(".stepping")).to_be_hidden()


def test_a_hint_is_about_the_grid_that_is_shown_when_it_comes(visit):
    page, held = visit(f"lang=en&p={PUZZLE}"), []
    reroute(page, "**/api/hint", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/api/hint"):
        page.get_by_role("button", name="Hint").click()
    put(page, {2: "9"})
    held[0].continue_()
    expect(page.locator(".hints li").first).to_contain_text("R1C3")


def test_a_link_that_the_browser_does_not_copy_is_in_the_address_bar(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }")
    page.locator("#tab-import").click()
    page.get_by_role("button", name="Copy a link").click()
    expect(page.get_by_text("Copy the link from the address bar.")).to_be_visible()


@pytest.mark.thorough
def test_every_step_is_there_on_the_board_and_keys_go_through_them(visit):
    page = visit(f"lang=en&p={CHAINS}")
    library = explain(CHAINS)
    told = {lang: [library.sentence(step, lang) for step in library] for lang in ("en", "ja")}
    page.get_by_role("button", name="All steps").click()
    steps = page.locator(".steps li")
    expect(steps).to_have_text(told["en"])

    def shows(number):
        text = told["en"][number - 1]
        expect(page.get_by_text(f"step {number} of {len(library)}")).to_be_visible()
        expect(page.locator(".steps [aria-current]")).to_have_text(text)
        expect(page.locator(".hints")).to_have_text(text)

    shows(1)
    page.locator(".steps").focus()
    press(page, "ArrowRight", "ArrowRight", "ArrowLeft")
    shows(2)
    page.get_by_text("Curves").click()
    curve = page.get_by_role("img", name="Bars: the entropy that each step removes")
    wide = curve.bounding_box()["width"]
    curve.click(position={"x": wide * 4.5 / len(library), "y": 9})
    shows(5)
    values = page.get_by_role("img", name="Bars: the SE value of each step's rule, up to ")
    expect(values).to_have_count(1)
    hardest = max(range(len(library)), key=lambda n: library.as_json()["steps"][n]["se"])
    values.click(position={"x": wide * (hardest + 0.5) / len(library), "y": 9})
    shows(hardest + 1)
    press(page, "End", "ArrowRight", "ArrowLeft")
    shows(len(library))
    page.locator("#language").select_option("ja")
    expect(steps).to_have_text(told["ja"])


def test_each_step_carries_what_a_proof_says_of_it_in_both_languages(visit):
    page = visit(f"lang=en&p={UNIQUE}")
    badges = page.locator(".steps .proof")
    page.get_by_role("button", name="All steps").click()
    expect(page.locator(".steps li").first).to_be_visible()
    expect(badges).to_have_count(0)
    page.get_by_role("button", name="Prove each step").click()
    library = [check.soundness.value for check in explain(UNIQUE, verify=True).checked]
    assert {*library} == {"proved", "by uniqueness"}
    words = {
        "proved": ("proved", "証明済み"),
        "by uniqueness": ("if the solution is unique", "一意解の仮定による"),
    }
    expect(badges).to_have_text([words[found][0] for found in library])
    page.locator("#language").select_option("ja")
    expect(badges).to_have_text([words[found][1] for found in library])


def test_what_is_pasted_is_read_or_refused_beside_the_field(visit):
    page = visit("lang=en", size=(390, 844))
    page.get_by_role("tab", name="Import").click()
    area, told = page.get_by_label("Paste a puzzle"), page.locator("#import-told")
    for text, said, is_wrong, cells in (
        ("", "the text is empty: a board has one character for each cell, such as 81 for 9x9", "true", 81),
        ("53..7", re.compile("such as 16, 36, 81"), "true", 81),
        (
            "<img src=x onerror=alert(1)>",
            re.compile("column 4: .* is not a board: 17 characters"),
            "true",
            81,
        ),
        ("." * 256, "16x16, 0 clues: read as one line", "false", 256),
        (f"A <b>puzzle</b>:\n\n{PUZZLE}\n", "9x9, 30 clues: found in the text", "false", 81),
    ):
        area.fill(text)
        page.get_by_role("button", name="Read").click()
        expect(told).to_have_text(said)
        expect(area).to_have_attribute("aria-invalid", is_wrong)
        expect(page.get_by_role("gridcell")).to_have_count(cells)
    page.locator("#language").select_option("ja")
    page.get_by_role("button", name="読み取る").click()
    expect(told).to_have_text("9x9、与え値30個：文章の中から読み取りました")


@pytest.mark.parametrize("form", [name for name in FORMS if name != "svg"])
def test_every_form_of_a_board_is_pasted_and_dropped(visit, form):
    page = visit("lang=en")
    page.get_by_role("tab", name="Import").click()
    area, told = page.get_by_label("Paste a puzzle"), page.locator("#import-told")
    boards = (P1, SIX, SIXTEEN, TWENTY_FIVE)
    count = {"iss": 3, "sumocue": 1, "sdku": 1}.get(form, 4)  # iss goes up to 16x16, the others have only 9x9
    for number, line in enumerate(boards[:count]):
        text = Board.parse(line).format(form)
        board = Board.parse(text)  # a single candidate counts as a digit
        if number % 2:  # a file
            carried = page.evaluate_handle(
                "text => { const all = new DataTransfer(); all.items.add(new File([text], 'a.txt')); return all; }",
                text,
            )
            page.locator("main").dispatch_event("drop", {"dataTransfer": carried})
        else:
            area.fill(text)
            press(page, "Control+a", "Control+x", "Control+v", "Control+Enter")
        expect(told).to_contain_text(f"{board.layout}, {board.clue_count} clues")
        expect(page.get_by_role("gridcell")).to_have_count(len(board.digits))
        assert grid(page) == board.format("line").strip()


def test_marks_of_a_link_that_are_not_sets_of_digits_are_left_out(visit):
    page = visit(f"lang=en&p={PUZZLE}&m={'.' * 3}-5{'.' * 77}")
    assert labels(page, 3) == ["row 1, column 4, blank"]


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_link_carries_the_board_and_every_part_has_its_words(visit, lang):
    state = "&".join([f"lang={lang}", f"p={PUZZLE}", f"s=534{PUZZLE[3:]}", "m=" + "." * 3 + "5" + "." * 77])
    page = visit(state, size=(390, 844))
    assert grid(page) == f"534{PUZZLE[3:]}"
    assert labels(page, 3)[0].endswith({"en": "marks 1 3", "ja": "メモ1 3"}[lang])
    named_parts = "all => all.filter(one => !one.textContent.trim() && !one.ariaLabel).length"
    assert page.locator("button, [data-t], h2, label").evaluate_all(named_parts) == 0
    assert page.locator("html").get_attribute("lang") == lang
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert "lang" not in page.url
    page.reload()
    expect(page.locator("#verdict")).not_to_be_empty()
    assert page.locator("html").get_attribute("lang") == lang
    assert grid(page) == f"534{PUZZLE[3:]}"


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("lang=en&p=53..7", "such as 16, 36, 81"),
        (f"v=2&p={CHAINS}", "This link comes from another version of the page and cannot be read."),
    ],
)
def test_a_link_that_cannot_be_read_is_reported_and_leaves_a_board_to_play(visit, link, told):
    page = visit(link)
    expect(page.get_by_role("tabpanel", name="Import")).to_be_visible()
    expect(page.locator("#import-told.alarm")).to_contain_text(told)
    assert grid(page) == PUZZLE
    put(page, {2: "4"})
    assert grid(page)[2] == "4"


@pytest.mark.parametrize(("lang", "name", "status"), [("en", "Hint", 500), ("ja", "ヒント", 200)])
def test_a_reply_of_a_proxy_is_reported_with_its_status(visit, lang, name, status):
    page = visit(f"lang={lang}&p={PUZZLE}")
    page_of_proxy = {"status": status, "body": "<h1>Sorry</h1>", "content_type": "text/html"}
    reroute(page, "**/api/hint", lambda route: route.fulfill(**page_of_proxy))
    page.get_by_role("button", name=name, exact=True).click()
    said = {"en": f"The reply (status {status}) does not", "ja": f"応答（ステータス{status}）は"}[lang]
    expect(page.get_by_role("alert").filter(has_text=said)).to_be_visible()


def kept_port():
    """Return a free port below those that the system gives to the connections of other tests."""
    ports = count(20_000 + os.getpid() % 10_000)
    while True:
        with suppress(UsageError), server.listening(port := next(ports)):
            return str(port)


def test_a_server_that_is_lost_is_reported_and_the_board_goes_on(visit, started, tmp_path):
    port = kept_port()
    process, address = started("--results", str(tmp_path), "--port", port)
    page = visit(f"lang=en&p={PUZZLE}", address=address.partition("#")[0])
    process.send_signal(signal.SIGINT)
    process.communicate()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("alert").filter(has_text="does not answer")).to_contain_text(f"--port {port}")
    put(page, {2: "4"})
    assert f"s=534{PUZZLE[3:]}" in page.url
    started("--results", str(tmp_path), "--port", port)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hints li")).to_have_count(1)
    page.reload()
    expect(page.get_by_role("gridcell").nth(2)).to_have_text("4")
