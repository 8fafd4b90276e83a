"""The views beside the board in a browser: generate, race, watch and runs, in both languages, on a phone."""

import json
import re

import pytest
from page_reading import grid, reroute
from playwright.sync_api import expect
from schema_cases import valid

from sudokubench.board import Board
from sudokubench.certificates import verify
from sudokubench.errors import InputError
from sudokubench.solving import is_unique

pytestmark = pytest.mark.thorough

UNIQUE = "1...3..2...3..2."
DARK = "rgb(20, 23, 27)"
ENGINES = ["algorithm_x", "dlx"]
JIGSAW = (0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3)


@pytest.fixture
def view(visit, running):
    """Open a view of a page with its own folder of runs; return the page and the view."""

    def opened(name, lang="en"):
        page = visit(f"lang={lang}&p={UNIQUE}", address=f"http://127.0.0.1:{running()}/")
        page.get_by_role("tab", name=name, exact=True).click()
        return page, page.get_by_role("tabpanel", name=name, exact=True)

    return opened


def raced(panel, *engines):
    """Start a race of engines, and wait for its end."""
    expect(panel.get_by_role("checkbox", name="dlx")).to_be_visible()
    for box in panel.get_by_role("group", name="Engines").get_by_role("checkbox").all():
        box.set_checked(box.input_value() in engines)
    panel.get_by_role("button", name="Race").click()
    expect(panel.get_by_role("button", name="See the report")).to_be_visible()


def test_a_race_shows_each_engine_with_its_time_by_phase_and_a_certificate_that_verifies(view, tmp_path):
    page, panel = view("Race")
    raced(panel, *ENGINES)
    said, marks = panel.get_by_role("status"), panel.locator("tbody td:last-child")
    expect(said).to_have_text("No disagreement.")
    expect(marks).to_have_text(["✓ agrees", "✓ agrees"])
    page.locator("#language").select_option("ja")
    panel = page.locator("race-panel")
    expect(panel.locator("tbody td:last-child")).to_have_text(["✓ 一致", "✓ 一致"])
    expect(panel.get_by_role("status")).to_have_text("食い違いはありません。")
    assert sorted(panel.locator("tbody th").all_text_contents()) == ENGINES
    assert panel.locator("tbody rect.solve").count() == 2
    with page.expect_download() as kept:
        panel.get_by_role("button", name="証明書をダウンロード").click()
    assert kept.value.suggested_filename == f"{Board.parse(UNIQUE).id}.cert.jsonl"
    kept.value.save_as(tmp_path / "certificate")
    line = (tmp_path / "certificate").read_text(encoding="utf-8")
    assert valid(line) == ["sudokubench.certificate/2"]
    assert verify(line).verified


def test_what_cannot_be_raced_is_reported_and_races_are_runs_that_open_as_reports_and_compare(view):
    page, panel = view("Race")
    raced(panel, *ENGINES)
    panel.get_by_role("combobox", name="Puzzles").select_option(":")
    name = panel.get_by_role("textbox", name="named problem…")
    name.fill("queens:0")
    panel.get_by_role("button", name="Race").click()
    expect(panel.get_by_role("alert")).to_contain_text("its name must have the form queens:N")
    expect(panel.get_by_role("table")).to_be_hidden()
    name.fill("knuth:example")
    raced(panel, *ENGINES)
    expect(panel.get_by_role("alert")).to_be_empty()
    panel.get_by_role("button", name="See the report").click()
    runs = page.get_by_role("tabpanel", name="Runs")
    expect(runs.locator("tbody .cut")).to_have_text(["knuth:example", UNIQUE])
    expect(page.get_by_role("grid", name="Board")).to_be_hidden()
    report = runs.get_by_role("link").get_attribute("href")
    run = re.search(r"api/report\?run=([^&]+)", report)[1]
    body = runs.frame_locator("iframe").locator("body")
    expect(body).to_contain_text("algorithm_x")
    page.locator("#theme").select_option("dark")
    expect(body).to_have_css("background-color", DARK)
    for box in runs.get_by_role("checkbox").all():
        box.check()
    runs.get_by_role("button", name="Compare two").click()
    expect(runs.get_by_role("link")).to_have_attribute("href", re.compile(f"api/comparison.*&other={run}&"))


def test_boards_that_are_pasted_are_recognised_raced_and_kept_as_a_run(view):
    page, panel = view("Race")
    panel.get_by_role("combobox", name="Puzzles").select_option("pasted boards…")
    area, told = panel.get_by_role("textbox", name="Boards to race on"), page.locator("#recognised")
    area.fill(f"{UNIQUE}\n1...3..2...3..2")
    panel.get_by_role("button", name="Race").click()
    with pytest.raises(InputError) as refused:
        Board.parse(f"{UNIQUE}\n1...3..2...3..2")
    expect(told).to_have_text(refused.value.to("en"))
    expect(area).to_have_attribute("aria-invalid", "true")
    expect(panel.get_by_role("table")).to_be_hidden()
    area.fill(f"{UNIQUE}\n\n12..\n....\n....\n...4\n")
    raced(panel, *ENGINES)
    expect(told).to_contain_text("2 boards; the first: 4x4, 5 clues")
    expect(panel.locator("tbody td:nth-child(2)")).to_have_text(["one solution 1, several solutions 1"] * 2)
    page.locator("#language").select_option("ja")
    expect(told).to_contain_text("2問、最初は4x4、与え値5個")
    page.locator("#language").select_option("en")
    panel.get_by_role("button", name="See the report").click()
    expect(page.get_by_role("tabpanel", name="Runs").locator("tbody .cut")).to_have_text(["pasted"])


def test_a_search_is_watched_on_the_page_of_the_library(view):
    page, panel = view("Watch")
    panel.get_by_role("combobox", name="Puzzle").select_option("queens:6")
    panel.get_by_role("button", name="Watch").click()
    shown = panel.frame_locator("iframe")
    expect(shown.get_by_role("heading", level=1)).to_contain_text("queens:6")
    data = json.loads(shown.locator("script[type='application/json']").text_content())
    assert data["words"]["en"]["told"][0] == "Nothing is chosen yet."
    shown.locator("#last").click()
    page.locator("#theme").select_option("dark")
    expect(shown.locator("body")).to_have_css("background-color", DARK)
    step = shown.locator("#step").input_value()
    expect(panel.get_by_role("link")).to_have_attribute(
        "href", re.compile(f"#{step}$")
    )  # the app knows the race
    page.locator("#language").select_option("ja")
    shown = page.get_by_role("tabpanel", name="観察").frame_locator("iframe")
    expect(shown.locator("html")).to_have_attribute("lang", "ja")
    expect(shown.locator("#step")).to_have_value(step)


def test_a_puzzle_is_made_with_the_curve_of_its_search_and_put_on_the_board(view):
    page, panel = view("Generate")
    panel.get_by_role("combobox", name="Layout").fill("6x6")
    panel.get_by_role("combobox", name="Difficulty").select_option("Easy")
    panel.get_by_role("button", name="Generate").click()
    expect(panel.get_by_role("status")).to_contain_text(re.compile("^made: .*seed 1"))
    assert panel.locator("path.distance").last.get_attribute("d").startswith("M")
    text = panel.get_by_role("textbox", name="The puzzle as text").input_value()
    assert is_unique(Board.parse(text))
    panel.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("tabpanel", name="Explain")).to_be_visible()
    assert grid(page) == text.rpartition(":")[2]


def test_the_page_takes_all_requests_that_the_command_takes(view):
    page, panel = view("Generate")
    layout = panel.get_by_role("combobox", name="Layout")
    layout.fill("6x7")
    panel.get_by_role("button", name="Generate").click()
    expect(panel.get_by_role("alert")).to_contain_text("6x7")
    layout.fill(json.dumps({"size": 4, "boxes": JIGSAW, "symbols": "1234", "extra": []}))
    panel.get_by_role("listbox", name="Without the rules").select_option(["x_wing", "w_wing"])
    panel.get_by_role("checkbox", name="only up to the step of the hardest rule").check()
    panel.get_by_role("button", name="Generate").click()
    expect(panel.get_by_role("alert")).to_contain_text("position stops before a rule")
    panel.get_by_role("combobox", name="Hardest rule").select_option("hidden_single_box")
    page.locator("#language").select_option("ja")
    page.locator("#language").select_option("en")
    with page.expect_request("**/api/generate") as asked:
        panel.get_by_role("button", name="Generate").click()
    fields = asked.value.post_data_json
    assert (fields["hardest"], fields["without"]) == ("hidden_single_box", ["x_wing", "w_wing"])
    expect(panel.get_by_role("status")).to_contain_text(re.compile("^made: "))
    made = Board.parse(panel.get_by_role("textbox", name="The puzzle as text").input_value())
    assert made.layout.boxes == JIGSAW


def test_an_answer_that_comes_after_another_change_of_the_language_is_not_shown(view):
    page, panel = view("Generate")
    first, held = panel.get_by_role("combobox", name="Symmetry").locator("option").first, []
    expect(first).to_have_text("none")
    reroute(page, "**/api/choices", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request("**/api/choices"):
        page.locator("#language").select_option("ja")
    with page.expect_response("**/api/choices"):
        page.locator("#language").select_option("en")
    with page.expect_response("**/api/choices") as late:
        held[0].continue_()
    late.value.finished()
    expect(panel.get_by_role("combobox", name="Difficulty").locator("option").nth(1)).to_have_text("Easy")


def test_runs_fit_on_a_phone_with_whole_names(visit, running):
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    page = visit(f"lang=en&p={puzzle}", size=(390, 844), address=f"http://127.0.0.1:{running()}/")
    page.get_by_role("tab", name="Race", exact=True).click()
    panel = page.get_by_role("tabpanel", name="Race", exact=True)
    raced(panel, *ENGINES, "cryptominisat")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    rows = panel.locator(".race tbody th").evaluate_all("all => all.map(one => one.clientHeight)")
    assert len(rows) == 3
    assert len(set(rows)) == 1, "no name has two lines"
    panel.get_by_role("button", name="See the report").click()
    cell = page.locator("runs-panel .cut")
    expect(cell).to_have_text(puzzle)
    for part in (cell, page.locator("runs-panel .scroll")):
        assert part.evaluate("one => one.scrollWidth <= one.clientWidth"), "nothing is cut off"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_view_has_its_words_and_fits_on_a_phone(visit, lang):
    page = visit(f"lang={lang}&p={UNIQUE}", size=(390, 844))
    for tab in page.get_by_role("tab").all():
        tab.click()
        panel = page.locator(f"#{tab.get_attribute('aria-controls')}")
        if tab.get_attribute("id") in {"tab-race", "tab-generate", "tab-watch"}:
            expect(panel.locator("option").first).to_be_attached()
        wordless = "all => all.filter(one => !one.hidden && !one.textContent.trim() && !one.ariaLabel).length"
        assert panel.locator("button, [data-t], h2, th, option, legend").evaluate_all(wordless) == 0
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        broken = "all => all.filter(one => one.checkVisibility() && one.clientHeight > 52).length"
        assert panel.locator("button:not(.moves *)").evaluate_all(broken) == 0, "no button has two lines"
        assert len(panel.inner_text()) > 40
