"""Take the pictures for the manual in Chromium: every view of the page, a book, a lesson, the manual.

    python tools/screenshots.py [FOLDER [VIEW...]]     default: docs/assets/page, all views

Each view is taken in several sizes, colours and languages. A picture is called VIEW.SIZE.COLOURS.LANGUAGE.webp.

Fonts differ from machine to machine: `tests/web/test_screenshots.py` limits how much pictures may differ.
"""

from __future__ import annotations

import atexit
import io
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from threading import Thread
from urllib.parse import urlencode, urljoin

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from sudokubench.data import bundled
from sudokubench.layout import Layout
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
    page.locator("generate-panel select").nth(1).select_option("Medium")
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


def _lang(page: Page) -> str:
    return str(page.evaluate("document.documentElement.lang"))


def _book(page: Page) -> None:
    boards = [one.board for one in bundled("graded") if one.board.layout == Layout.standard(9)]
    asked = {"text": "\n".join(map(str, boards[:8])), "lang": _lang(page)}
    page.goto(urljoin(page.url, f"/api/book?{urlencode(asked)}"))


def _lesson(page: Page) -> None:
    folder = _folder()
    place = ["--results", folder, "--lang", _lang(page)]
    _run("-m", "sudokubench", "explain", PUZZLE, "--store", *place)
    _run("-m", "sudokubench", "steps", "--technique", "naked_pair", "--html", folder / "lesson.html", *place)
    page.goto((folder / "lesson.html").as_uri())


@cache
def _site() -> Path:
    """Build the manual, once."""
    folder = _folder()
    _run(Path(__file__).with_name("site.py"), folder)
    return folder


def _folder() -> Path:
    """Return a new folder, which goes at the end."""
    folder = Path(mkdtemp())
    atexit.register(shutil.rmtree, folder)
    return folder


def _run(*words: str | Path) -> None:
    subprocess.run([sys.executable, *words], check=True, capture_output=True)


def _manual(page: Page) -> None:
    page.add_init_script("localStorage.clear()")  # it would keep the colours that it had first
    page.goto((_site() / ("ja" if _lang(page) == "ja" else ".") / "rules" / "x_wing.html").as_uri())


CURRENT = "() => document.querySelector('.steps [aria-current]')?.scrollIntoView({ block: 'nearest' })"
VIEWS: dict[str, Callable[[Page], None]] = {
    "play": _play, "explain": _explain, "import": _import, "generate": _generate, "race": _race, "watch": _watch,
    "runs": _runs, "book": _book, "lesson": _lesson, "manual": _manual,
}  # fmt: skip
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
            if page.url.startswith("file:"):
                page.reload()  # the manual chooses its colours when it is loaded
            page.evaluate(CURRENT)
            top = size == "wide" or view in {"play", "explain"}  # else the panel is below the board
            page.evaluate(
                "top => top ? scrollTo(0, 0) : document.querySelector('.tabs')?.scrollIntoView()", top
            )
            page.wait_for_timeout(800)  # for drawings of the next frames
            seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            yield f"{view}.{size}.{colours}.{lang}.webp", seen


def main(folder: str = str(FOLDER), *views: str) -> None:
    """Take the pictures of some or all views, in both languages."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=120_000)
    with (
        sync_playwright() as started,
        started.chromium.launch(executable_path=shutil.which("chromium")) as browser,
    ):
        for view in views or VIEWS:
            for lang in ("en", "ja"):
                for name, seen in pictures(browser, view, lang):
                    seen.save(Path(folder, name), quality=50, method=6)


if __name__ == "__main__":
    main(*sys.argv[1:])
