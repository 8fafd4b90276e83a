"""Accessibility of the page: axe-core finds no fault in any view, in both languages and all colours."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_reading import find_all_moves, press, put
from playwright.sync_api import expect

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEARCHED = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
COLOURS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
    "dark contrast": {"color_scheme": "dark", "contrast": "more"},
    "forced": {"forced_colors": "active"},
}


FAINT = """
() => {
  const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const luminance = (one) => {
    const [r, g, b] = getComputedStyle(one).fill.match(/[0-9.]+/g).map((c) => linear(c / 255));
    return 0.05 + 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const all = (signs) => [...document.querySelectorAll(signs)].map((one) => [one, one.getBoundingClientRect()]);
  const grounds = all("sudoku-board :is(.fill, .lit, [class^=tint-])"), faint = [];
  for (const [text, { x, y, width, height }] of all("sudoku-board .small:not(.gone)")) {
    const [across, down] = [x + width / 2, y + height / 2];
    const lies = (box) => box.left <= across && across < box.right + 1 && box.top <= down && down < box.bottom;
    const under = grounds.filter(([, box]) => lies(box)).at(-1);
    if (!under) continue;
    const ratio = luminance(text) / luminance(under[0]);
    if (Math.max(ratio, 1 / ratio) < 4.5) faint.push([text.textContent, under[0].getAttribute("class"), ratio]);
  }
  return [grounds.length, faint];
}
"""
"""Script: the number of coloured grounds, and the small digits on them with too little contrast (WCAG 1.4.3)."""


def faults(page):
    """Return the findings of axe-core, each rule with the parts of the page."""
    found = Axe().run(page).response
    assert len(found["passes"]) > 10
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]]


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("colours", COLOURS)
def test_axe_finds_nothing_in_any_view(visit, monkeypatch, lang, colours):
    page = visit(f"lang={lang}&p={PUZZLE}", **COLOURS[colours])
    find_all_moves(page, monkeypatch)
    put(page, {2: "9", 3: "Shift+4"})  # a conflict, and a mark
    press(page, "Alt+2")
    page.locator("#more").click()
    page.locator("#heat").click()
    page.locator("#tab-import").click()
    page.locator("#pasted").fill("53..7")
    page.locator("import-panel button").first.click()
    expect(page.locator("#import-told.alarm")).to_be_visible()
    assert faults(page) == []
    put(page, {2: "Backspace"})
    for name in ("generate", "race", "watch", "runs", "explain"):
        page.locator(f"#tab-{name}").click()
        if name in {"generate", "race", "watch"}:
            expect(page.locator(f"{name}-panel option").first).to_be_attached()
        if name == "explain":
            page.locator("[data-t=steps][type=button]").click()
            expect(page.locator(".steps li").first).to_be_visible()
            page.locator("[data-t=hint][type=button]").click()
            expect(page.locator(".hints li")).to_have_count(1)
            page.locator("[data-t=others]").click()
            page.locator(".moves button").nth(1).click()
            expect(page.locator(".moves .main")).to_be_visible()
        assert (name, faults(page)) == (name, [])


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("colours", COLOURS)
def test_axe_finds_nothing_in_the_tree_of_a_search(visit, lang, colours):
    page = visit(f"lang={lang}&p={SEARCHED}", **COLOURS[colours])
    page.locator("explain-panel input[type=checkbox]").check()
    page.locator("explain-panel [data-t=steps][type=button]").click()
    page.get_by_role("treeitem").first.focus()
    press(page, "ArrowRight", "ArrowRight", "ArrowDown")
    expect(page.locator("search-tree :focus")).to_have_attribute("aria-selected", "true")
    assert faults(page) == []


def test_small_digits_are_readable_on_every_coloured_ground(visit):
    colours = ".".join("12345678"[cell % 8] for cell in range(81))
    page = visit(f"lang=en&p={SEARCHED}&k={colours}")
    page.locator("explain-panel [data-t=steps][type=button]").click()
    expect(page.locator(".stepping .note")).to_contain_text("SE")
    page.locator(".steps li").nth(13).click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        grounds, faint = page.evaluate(FAINT)
        assert grounds > 81, "some candidates have one of their own"
        assert faint == []


def test_high_contrast_is_chosen_in_the_page_too(visit):
    page = visit(f"lang=en&p={PUZZLE}")
    ink = "() => getComputedStyle(document.body).color"
    assert page.evaluate(ink) != "rgb(0, 0, 0)"
    page.get_by_role("combobox", name="Colours").select_option("High contrast")
    assert page.evaluate(ink) == "rgb(0, 0, 0)"
    page.reload()
    assert page.evaluate(ink) == "rgb(0, 0, 0)"


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_pages_that_are_shown_in_a_frame(browser, ask, port, scheme):
    for _ in range(2):
        ask("/api/race", {"corpus": "made", "backends": ["dlx", "algorithm_x"]})
    later, earlier = (one["run"] for one in ask("/api/runs", {}).json["result"]["runs"][:2])
    with browser.new_context(color_scheme=scheme, extra_http_headers={"accept": "text/html"}) as context:
        page = context.new_page()
        for lang in ("en", "ja"):
            for path in (
                f"watch?problem={PUZZLE}&engine=dlx",
                f"walkthrough?puzzle={PUZZLE}&search=false",
                f"report?run={later}",
                f"comparison?run={earlier}&other={later}",
                "history?",
                "report?run=nonesuch",
            ):
                page.goto(f"http://127.0.0.1:{port}/api/{path}&lang={lang}")
                assert (path, faults(page)) == (path, [])


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
@pytest.mark.parametrize(
    "names", [("Hint", "Undo", "Import", "Language"), ("ヒント", "元に戻す", "読み込む", "Language")]
)
def test_what_a_new_user_looks_for_is_seen_without_scrolling(visit, size, names):
    page = visit(f"lang={'en' if names[0] == 'Hint' else 'ja'}&p={PUZZLE}", size=size)
    for role, name in zip(("button", "button", "tab", "combobox"), names, strict=True):
        box = page.get_by_role(role, name=name, exact=True).bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0]
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size[1]
