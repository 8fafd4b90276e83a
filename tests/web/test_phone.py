"""The page on a phone, and what it keeps when it is loaded again."""

import re
from urllib.parse import urljoin

import pytest
from page_reading import press, reroute
from playwright.sync_api import expect

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PHONE = (390, 844)
LONG = "x" * 81
WIDTH = "() => document.documentElement.scrollWidth"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everything_in_the_head_is_reached_and_whole(visit, lang):
    page = visit(f"lang={lang}&p={PUZZLE}", size=PHONE)
    for name in ("fresh", "clock", "theme", "language", "help"):
        box = page.locator(f"#{name}").bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= 390, name
        assert box["y"] + box["height"] < 60, "one line"
    page.locator("#theme").select_option("dark")
    assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.locator("#help").click()
    expect(page.locator("#keys h2")).to_be_in_viewport()
    page.locator("#keys button").click()
    page.locator("#language").select_option("ja" if lang == "en" else "en")
    expect(page.locator("html")).to_have_attribute("lang", "ja" if lang == "en" else "en")


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("puzzle", [PUZZLE, "." * 81])
@pytest.mark.parametrize(("width", "lines"), [(390, 1), (320, 2)])
def test_the_badge_is_whole_and_no_higher_than_the_head(visit, lang, puzzle, width, lines):
    page = visit(f"lang={lang}&p={puzzle}", size=(width, 844))
    badge = page.locator("#verdict")
    assert badge.bounding_box()["height"] < 18 * lines
    assert badge.evaluate("one => one.scrollWidth <= one.clientWidth"), badge.text_content()
    assert page.evaluate(WIDTH) == width


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (768, 700)])
def test_a_hint_is_in_view(visit, size):
    page = visit(f"lang=ja&p={PUZZLE}", size=size)
    for number in (1, 2, 3, 4):
        press(page, "h")
        expect(page.locator(".hints li")).to_have_count(number)
        expect(page.locator(".hints li").last).to_be_in_viewport(ratio=1)


def test_the_clock_goes_on_where_it_was_when_the_page_is_loaded_again(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    clock = page.locator("#clock")
    page.clock.install()
    page.reload()
    expect(page.locator("#verdict")).not_to_be_empty()
    page.clock.run_for("02:00")
    page.reload()
    expect(page.locator("#verdict")).not_to_be_empty()
    assert "2:00" <= clock.text_content() < "3"
    clock.click()
    expect(clock).to_have_text("–:––")
    page.reload()
    expect(page.locator("#verdict")).not_to_be_empty()
    expect(clock).to_have_text("–:––")
    clock.click()
    page.locator("#more").click()
    page.locator("#restart").click()
    assert clock.text_content() < "1"
    page.add_init_script("if (window === top) sessionStorage.setItem('sudokubench-clock', '{oops')")
    page.reload()
    expect(page.locator("#verdict")).not_to_be_empty()
    assert clock.text_content() < "1"


def test_names_of_81_letters_break_on_a_phone(visit):
    page = visit(f"lang=en&p={PUZZLE}", size=PHONE)

    def choices(route):
        found = route.fetch().json()
        found["result"]["backends"].append({"name": LONG, "kind": "x"})
        route.fulfill(json=found)

    def runs(route):
        some = {
            "backends": [LONG, "dlx", LONG], "corpus": [9 * LONG], "records": 2, "finished": None, "race": True,
        }  # fmt: skip
        run = {"run": LONG, "started": "2026-01-01T00:00:00+00:00", **some}
        route.fulfill(json={"result": {"runs": [run]}, "text": [], "remarks": []})

    reroute(page, "**/api/choices*", choices)
    reroute(page, "**/api/runs*", runs)
    page.locator("#tab-race").click()
    expect(page.locator("race-panel .chips")).to_contain_text(LONG)
    for box in page.locator("race-panel .chips input").all():
        box.set_checked(box.input_value() in {"dlx", LONG})
    page.locator("race-panel .main").click()
    expect(page.locator("race-panel .race tbody")).to_contain_text(LONG)
    assert page.evaluate(WIDTH) == 390
    page.locator("#tab-runs").click()
    expect(page.locator("runs-panel tbody")).to_contain_text(LONG)
    assert page.evaluate(WIDTH) == 390
    boxes = "all => all.map(one => one.getBoundingClientRect().toJSON())"  # at once: the page draws the rows again
    cells, (cut,) = (
        page.locator(f"runs-panel {one}").evaluate_all(boxes) for one in (":is(th, td):visible", ".cut")
    )
    assert max(cell["right"] for cell in cells) <= 390
    assert cut["height"] < 50, "two lines of a board with cages"


@pytest.mark.parametrize("size", [(320, 568), (844, 390), (1000, 700)])
def test_a_race_of_engines_with_long_names_is_no_wider_than_its_panel(visit, size):
    page = visit(f"lang=en&p={PUZZLE}", size=size)
    page.locator("#tab-race").click()
    expect(page.locator("race-panel legend")).to_be_visible()  # the engines are loaded
    for box in page.locator("race-panel .chips input").all():
        box.set_checked(box.input_value() in {"algorithm_x", "dlx"})
    page.locator("race-panel .main").click()
    expect(page.locator("race-panel .said.good")).to_be_visible()
    expect(page.locator("html")).to_have_js_property("scrollWidth", size[0])
    tops = "table => [0, 2].map((n) => table.rows[1].cells[n].getBoundingClientRect().top)"
    name, time = page.locator("race-panel .race").evaluate(tops)  # at once: the page draws the rows again
    assert time > name


def test_a_race_is_called_so_in_the_list_of_runs(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    page.locator("#tab-race").click()
    expect(page.locator("race-panel legend")).to_be_visible()
    states = []
    for counted in (False, True):
        for box in page.locator("race-panel .chips input").all():
            box.set_checked(box.input_value() == "dlx")
        page.get_by_label("Store it as a run").set_checked(counted)
        page.locator("race-panel .main").click()
        page.locator("race-panel [data-t=see_run]").click()
        states.append(page.locator("runs-panel tbody tr").first.locator("td").last)
        expect(states[-1]).to_have_text("finished" if counted else "finished · Race")
        page.locator("#tab-race").click()
    press(page, "Escape")


def test_a_search_that_is_watched_comes_into_view_with_its_chosen_nodes(visit):
    page = visit(f"lang=en&p={PUZZLE}", size=PHONE)
    page.locator("#tab-watch").click()
    page.locator("watch-panel select").first.select_option("tromino:5-0")
    page.locator("watch-panel .main").click()
    shown = page.frame_locator("watch-panel iframe")
    expect(shown.locator("#tree")).not_to_have_js_property("scrollLeft", 0)  # the tree shows its root
    shown.locator("#step").fill("114")
    expect(shown.locator("#told")).to_contain_text("Suppose R4C1 R5C1 R5C2")
    for part in shown.locator("#matrix .label.pick").all():
        box = part.bounding_box()
        assert 0 < box["y"] < box["y"] + box["height"] < 844
    link = page.get_by_role("link", name="Open in a tab of its own")
    expect(link).to_have_attribute("href", re.compile("#114$"))
    page.goto(urljoin(page.url, link.get_attribute("href")))
    expect(page.locator("#told")).to_contain_text("Suppose R4C1 R5C1 R5C2")
    press(page, "ArrowRight")
    expect(page).to_have_url(re.compile("#115$"))
