"""Read the board that a page in a browser shows, press keys of the page, and answer its requests."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from sudokubench.web import api


def grid(page: Page) -> str:
    """Return the digits that the page shows, a point for each blank."""
    return "".join(text or "." for text in page.get_by_role("gridcell").all_text_contents())


def labels(page: Page, *cells: int) -> list[str]:
    """Return the words of screen readers for cells; for all cells if none is named."""
    said = page.get_by_role("gridcell").evaluate_all("all => all.map(one => one.ariaLabel)")
    return [said[cell] for cell in cells] if cells else said


def named(page: Page, word: str) -> list[int]:
    """Return the cells whose labels have the word."""
    return [cell for cell, label in enumerate(labels(page)) if word in label]


def selected(page: Page) -> list[int]:
    """Return the selected cells."""
    chosen = page.get_by_role("gridcell").evaluate_all("all => all.map(one => one.ariaSelected)")
    return [cell for cell, is_chosen in enumerate(chosen) if is_chosen == "true"]


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other, where the focus is."""
    for key in keys:
        page.keyboard.press(key)


def put(page: Page, digits: dict[int, str]) -> None:
    """Enter digits by keys, each into its cell."""
    for cell, digit in digits.items():
        page.get_by_role("gridcell").nth(cell).focus()
        press(page, digit)


def reroute(page: Page, pattern: str, handle: Callable[[Route], None]) -> None:
    """Let `handle` answer requests. Return when it does: a busy browser sends some requests past a new route."""
    page.route(pattern, handle)
    page.route("**/routed", lambda route: route.fulfill(body="routed"))
    page.wait_for_function("async () => await (await fetch('/routed')).text() === 'routed'")


def called(name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reply to a call, from this process."""
    call = next(one for one in api.CALLS if one.name == name)
    reply: dict[str, Any] = json.loads(call.ask(fields).to_json())
    return reply


def find_all_moves(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process seek other moves without haste: a server on a busy machine finds few of them in a second."""
    monkeypatch.setattr(api, "MOVES_SECONDS", 600)
    reroute(
        page, "**/api/moves", lambda route: route.fulfill(json=called("moves", route.request.post_data_json))
    )
