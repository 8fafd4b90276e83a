"""Takes the pictures of the page that the manual shows, `docs/assets/page/`, in Chromium.

    python tools/screenshots.py [FOLDER]     default: docs/assets/page

Fonts differ from machine to machine: `tests/web/test_screenshots.py` says how much pictures may differ.
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from sudokubench.web import server

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "assets" / "page"
PUZZLE = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
WIDE, PHONE = (1280, 900), (390, 844)


def _play(page: Page) -> None:
    page.locator("[data-t=hint][type=button]").click()
    for number in (1, 2, 3):
        expect(page.locator(".hints li")).to_have_count(number)
        page.locator("explain-panel button").first.click()
    expect(page.locator(".hints li")).to_have_count(4)


def _explain(page: Page) -> None:
    page.locator("[data-t=steps][type=button]").click()
    expect(page.locator("explain-panel .note").nth(2)).to_contain_text("SE")
    page.locator("explain-panel .steps li").nth(1).click()
    page.wait_for_function("() => document.querySelector('img.drawing').complete")


def _import(page: Page) -> None:
    page.locator("#tab-import").click()
    page.locator("#pasted").fill("53..7")
    page.locator("import-panel button").first.click()
    expect(page.locator("#import-told.alarm")).to_be_visible()


def _generate(page: Page) -> None:
    page.locator("#tab-generate").click()
    page.locator("generate-panel select").nth(1).select_option("Medium")
    page.locator("generate-panel .main").first.click()
    expect(page.locator("generate-panel textarea")).to_be_visible()


def _race(page: Page) -> None:
    page.locator("#tab-race").click()
    expect(page.locator("race-panel legend")).to_be_visible()


def _watch(page: Page) -> None:
    page.locator("#tab-watch").click()
    page.locator("watch-panel select").first.select_option("queens:6")
    page.locator("watch-panel .main").click()
    expect(page.locator("watch-panel iframe")).to_be_visible()


def _runs(page: Page) -> None:
    page.locator("#tab-runs").click()
    expect(page.locator("runs-panel [data-t=no_runs]")).to_be_visible()


VIEWS: dict[str, tuple[Callable[[Page], None], tuple[int, int], str]] = {
    "play": (_play, WIDE, "light"),
    "explain": (_explain, WIDE, "light"),
    "import": (_import, PHONE, "dark"),
    "generate": (_generate, WIDE, "light"),
    "race": (_race, PHONE, "light"),
    "watch": (_watch, WIDE, "dark"),
    "runs": (_runs, PHONE, "dark"),
}
"""How each is reached, its size, and its colours."""


def picture(browser: Browser, address: str, view: str, lang: str) -> Image.Image:
    """A view as it is seen."""
    reach, (width, height), colours = VIEWS[view]
    shape: Any = {
        "viewport": {"width": width, "height": height},
        "color_scheme": colours,
        "reduced_motion": "reduce",
    }
    with browser.new_context(**shape) as context:
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.goto(f"{address}#lang={lang}&p={PUZZLE}")
        expect(page.locator("#verdict")).not_to_be_empty()
        reach(page)
        page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
        page.wait_for_timeout(500)  # what is drawn in the next frames
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def main(folder: Path = FOLDER) -> None:
    """Take all pictures, in both languages."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as results, sync_playwright() as started:
        expect.set_options(timeout=120_000)
        found = server.listening(0)
        Thread(target=server.serve, args=(found, results), daemon=True).start()
        browser = started.chromium.launch(executable_path=shutil.which("chromium"))
        for view in VIEWS:
            for lang in ("en", "ja"):
                made = picture(browser, f"http://127.0.0.1:{found.getsockname()[1]}/", view, lang)
                made.save(folder / f"{view}.{lang}.webp", quality=70, method=6)
        browser.close()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
