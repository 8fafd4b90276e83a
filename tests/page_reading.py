"""Read what a page in a browser shows of a board, and press its keys."""

from collections.abc import Callable

from playwright.sync_api import Page, Route


def grid(page: Page) -> str:
    """The digits that are shown, a point for each blank."""
    return "".join(text or "." for text in page.get_by_role("gridcell").all_text_contents())


def labels(page: Page, *cells: int) -> list[str]:
    """Return the words of screen readers for cells; for all cells if none is named."""
    said = page.get_by_role("gridcell").evaluate_all("all => all.map(one => one.ariaLabel)")
    return [said[cell] for cell in cells] if cells else said


def named(page: Page, word: str) -> list[int]:
    """The cells that the word names."""
    return [cell for cell, label in enumerate(labels(page)) if word in label]


def selected(page: Page) -> list[int]:
    """The cells that are selected."""
    chosen = page.get_by_role("gridcell").evaluate_all("all => all.map(one => one.ariaSelected)")
    return [cell for cell, is_chosen in enumerate(chosen) if is_chosen == "true"]


def press(page: Page, *keys: str) -> None:
    """Keys one after the other, where the focus is."""
    for key in keys:
        page.keyboard.press(key)


def put(page: Page, digits: dict[int, str]) -> None:
    """Digits by keys, each into its cell."""
    for cell, digit in digits.items():
        page.get_by_role("gridcell").nth(cell).focus()
        press(page, digit)


def reroute(page: Page, pattern: str, handle: Callable[[Route], None]) -> None:
    """Let `handle` answer requests. Return when it does: a busy browser sends some requests past a new route."""
    page.route(pattern, handle)
    page.route("**/routed", lambda route: route.fulfill(body="routed"))
    page.wait_for_function("async () => await (await fetch('/routed')).text() === 'routed'")
