"""Measure the page in a browser: time until something is seen, and frames a second in a walk through a trace.

python -m benchmarks.web_page [ROUNDS]     in Chromium, without a window; ROUNDS of each (5)
"""

from __future__ import annotations

import shutil
import sys
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Browser, Page, expect, sync_playwright

from sudokubench.web import server

PUZZLE = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
_WALK = """
steps => new Promise(done => {
  const next = document.querySelector("[data-label=next]"), times = [];
  const frame = time => {
    times.push(time);
    if (times.length > steps) return done(times.slice(1).map((one, n) => one - times[n]));
    next.click();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})
"""


def opened(browser: Browser, address: str) -> Page:
    """Return the page, in a context without a cache."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(address)
    expect(page.locator("#verdict")).not_to_be_empty(timeout=120_000)
    return page


def walked(page: Page) -> list[float]:
    """Return the milliseconds between the frames of a walk to the end, one step per frame."""
    page.locator("#tab-explain").click()
    page.locator("[data-t=steps][type=button]").click()
    rating = page.locator("explain-panel .note").nth(2)  # it comes last
    expect(rating).to_contain_text("SE", timeout=120_000)
    return list(page.evaluate(_WALK, page.locator(".steps li").count() - 1))


def main(rounds: int = 5) -> None:
    """Measure, and print."""
    with TemporaryDirectory() as results, sync_playwright() as started:
        found = server.listening(0)
        Thread(target=server.serve, args=(found, results), daemon=True).start()
        address = f"http://127.0.0.1:{found.getsockname()[1]}/#lang=en&p={PUZZLE}"
        with started.chromium.launch(executable_path=shutil.which("chromium")) as browser:
            opened(browser, address)  # the server loads all that it needs
            pages = [opened(browser, address) for _ in range(rounds)]
            paints = [page.evaluate(_PAINT) for page in pages]
            print(f"first paint: median {median(paints):.0f} ms, worst {max(paints):.0f} ms, of {rounds}")
            for page in pages:
                gaps = walked(page)
                page.close()
                speed, late = 1000 * len(gaps) / sum(gaps), sum(gap > 25 for gap in gaps)
                print(
                    f"walk: {speed:.1f} frames/s, longest {max(gaps):.0f} ms, {late} of {len(gaps)} over 25 ms"
                )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
