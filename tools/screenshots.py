"""Take the pictures of the page for the manual, `docs/assets/page/`, in Chromium: every view in every look.

    python tools/screenshots.py [FOLDER]     default: docs/assets/page

A picture is called VIEW.SIZE.COLOURS.LANGUAGE.webp.

Fonts differ from machine to machine: `tests/web/test_screenshots.py` limits how much pictures may differ.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from sudokubench.web import server

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "assets" / "page"
PUZZLE = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
SIZES = {"wide": (1280, 900), "phone": (390, 844)}
LOOKS = [(size, colours) for size in SIZES for colours in ("light", "dark")]


def _play(page: Page) -> None:
    page.locator("[data-t=hint][type=button]").click()
    for number in (1, 2, 3):
        expect(page.locator(".hints li")).to_have_count(number)
        page.locator("explain-panel button").first.click()
    expect(page.locator(".hints li")).to_have_count(4)


def _explain(page: Page) -> None:
    page.locator("[data-t=steps][type=button]").click()
    expect(page.locator(".stepping .note")).to_contain_text("SE")
    page.locator(".steps li").nth(13).click()


def _import(page: Page) -> None:
    page.locator("#tab-import").click()
    page.locator("#pasted").fill("53..7")
    page.locator("import-panel button").first.click()
    expect(page.locator("#import-told.alarm")).to_be_visible()


def _generate(page: Page) -> None:
    page.locator("#tab-generate").click()
    page.locator("generate-panel select").nth(0).select_option("Medium")
    page.locator("generate-panel .main").first.click()
    expect(page.locator("generate-panel textarea")).to_be_visible()


def _race(page: Page) -> None:
    page.locator("#tab-race").click()
    expect(page.locator("race-panel legend")).to_be_visible()
    for box in page.locator("race-panel .chips input").all():
        box.set_checked(box.input_value() in {"algorithm_x", "cpsat", "dlx", "sat", "sliced"})
    page.locator("race-panel .main").click()
    expect(page.locator("race-panel [data-t=see_run]")).to_be_visible()


def _watch(page: Page) -> None:
    page.locator("#tab-watch").click()
    page.locator("watch-panel select").first.select_option("queens:6")
    page.locator("watch-panel .main").click()
    expect(page.locator("watch-panel iframe")).to_be_visible()


def _runs(page: Page) -> None:
    _race(page)
    page.locator("race-panel [data-t=see_run]").click()
    expect(page.locator("runs-panel iframe")).to_be_visible()


CURRENT = "() => document.querySelector('.steps [aria-current]')?.scrollIntoView({ block: 'nearest' })"
VIEWS: dict[str, Callable[[Page], None]] = {
    "play": _play,
    "explain": _explain,
    "import": _import,
    "generate": _generate,
    "race": _race,
    "watch": _watch,
    "runs": _runs,
}
"""How to reach each view."""


def pictures(browser: Browser, view: str, lang: str) -> Iterator[tuple[str, Image.Image]]:
    """Yield a view in all sizes and colours, each with its name, from a server of its own."""
    with TemporaryDirectory() as results, browser.new_context() as context:
        found = server.listening(0)
        Thread(target=server.serve, args=(found, results), daemon=True).start()
        context.set_default_timeout(120_000)
        page = context.new_page()
        width, height = SIZES["wide"]
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"http://127.0.0.1:{found.getsockname()[1]}/#lang={lang}&p={PUZZLE}")
        expect(page.locator("#verdict")).not_to_be_empty()
        VIEWS[view](page)
        page.evaluate("() => document.activeElement.blur()")
        for size, colours in LOOKS:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
            page.evaluate(CURRENT)
            top = size == "wide" or view in {"play", "explain"}  # else the panel is below the board
            page.evaluate(
                "top => top ? scrollTo(0, 0) : document.querySelector('.tabs').scrollIntoView()", top
            )
            page.wait_for_timeout(800)  # for drawings of the next frames
            seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            yield f"{view}.{size}.{colours}.{lang}.webp", seen


def main(folder: Path = FOLDER) -> None:
    """Take all pictures, in both languages."""
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=120_000)
    with (
        sync_playwright() as started,
        started.chromium.launch(executable_path=shutil.which("chromium")) as browser,
    ):
        for view in VIEWS:
            for lang in ("en", "ja"):
                for name, seen in pictures(browser, view, lang):
                    seen.save(folder / name, quality=50, method=6)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
