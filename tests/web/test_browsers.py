"""The usual way through the page in each browser, by keys and by the names of its parts."""

import pytest
from page_reading import grid, labels, press, put
from playwright.sync_api import expect

from sudokubench.actions.explain import explain
from sudokubench.actions.hint import hint
from sudokubench.board import Board

PUZZLE = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
MADE = "68....1......6.4..1.......3......5.2....7.8..75...9....6.231....3......8.4.8...5."


@pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)
def test_the_main_way_through_the_page(visit, browser):
    page = visit(f"lang=en&p={MADE}")
    tab = lambda name: page.get_by_role("tab", name=name, exact=True).press("Enter")  # noqa: E731
    button = lambda name: page.get_by_role("button", name=name, exact=True)  # noqa: E731

    put(page, {2: "9"})
    press(page, "ArrowRight", "Shift+4", "Control+5", "Alt+2")
    assert labels(page, 2, 3) == [
        "row 1, column 3, 9",
        "row 1, column 4, blank, marks 4, in the centre 5, orange",
    ]
    press(page, *["Control+z"] * 4)
    assert grid(page) == MADE

    button("Hint").press("Enter")
    told, library = page.locator(".hints li"), hint(Board.parse(MADE), Board.parse(MADE)).lines("en", "move")
    for number in (1, 2, 3, 4):
        expect(told).to_have_text(library[:number])
        if number < 4:
            button("Tell more").press("Enter")
    button("Do it").press("Enter")
    assert grid(page) != MADE
    expect(told).to_have_count(4)  # the grades of the next step
    button("Undo").press("Enter")
    assert grid(page) == MADE

    tab("Import")
    area = page.get_by_label("Paste a puzzle")
    area.fill(PUZZLE)
    area.focus()
    press(page, "Control+a", "Control+x", "Control+v", "Control+Enter")
    expect(page.locator("#import-told")).to_have_text("9x9, 17 clues: read as one line")
    assert grid(page) == PUZZLE

    tab("Explain")
    steps = explain(PUZZLE)
    button("All steps").press("Enter")
    expect(page.locator(".steps li")).to_have_text([steps.sentence(step, "en") for step in steps])
    page.locator(".steps").focus()
    press(page, "ArrowRight", "ArrowRight", "ArrowLeft")
    expect(page.get_by_text(f"step 2 of {len(steps)}")).to_be_visible()

    page.get_by_role("combobox", name="Language").select_option("ja")
    expect(page.locator(".steps li")).to_have_text([steps.sentence(step, "ja") for step in steps])
    expect(page.locator("#verdict")).to_contain_text("解は一つ")

    tab("競走")
    engines = page.get_by_role("group", name="エンジン").get_by_role("checkbox")
    expect(engines.first).to_be_visible()
    for box in engines.all():
        box.set_checked(box.input_value() in {"dlx", "algorithm_x"})
    button("競走").press("Enter")
    expect(page.locator("race-panel [role=status]")).to_have_text("食い違いはありません。")
    expect(page.locator("race-panel tbody td:last-child")).to_have_text(["✓ 一致"] * 2)
