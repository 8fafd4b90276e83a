"""Ways through an explanation in a browser: other moves, the tree of a search, and steps that a proof refutes."""

import json
from dataclasses import replace
from urllib.parse import quote

import pytest
from page_reading import called, find_all_moves, press, put, reroute
from playwright.sync_api import expect

from sudokubench.actions.explain import explain
from sudokubench.board import Board
from sudokubench.logic.configuration import teaching
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.step import Step
from sudokubench.logic.trace import Ending, Trace
from sudokubench.web import api

CHAINS = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

NESTED = """
all => all.map(one => {
  let depth = 0;
  while ((one = one.parentElement.closest("[role=treeitem]"))) depth++;
  return depth;
})
"""


@pytest.fixture
def explained(visit):
    """Return a function that opens all steps of a puzzle, perhaps with suppositions; it returns page and steps."""

    def opened(puzzle, lang="en", search=False):
        page = visit(f"lang={lang}&p={puzzle}")
        page.locator("explain-panel input[type=checkbox]").set_checked(search)
        page.locator("explain-panel [data-t=steps][type=button]").click()
        steps = page.locator(".steps li")
        expect(steps.first).to_be_visible()
        return page, steps

    return opened


def test_other_moves_are_listed_drawn_and_taken_and_every_way_is_kept(explained, monkeypatch):
    page, steps = explained(CHAINS)
    library = explain(CHAINS)
    others = library.others(4)
    find_all_moves(page, monkeypatch)
    steps.nth(3).click()
    title = page.get_by_text("Other moves at this point")
    with monkeypatch.context() as hurried:
        hurried.setattr(api, "MOVES_SECONDS", 0)
        title.click()
        expect(page.get_by_text("There may be more.")).to_be_visible()
    title.click()
    title.click()
    moves = page.locator(".moves button[aria-pressed]")
    values = [library.step_as_json(step, library.state(4), "en")["se"] for step in others]
    said = [f"{se:.1f} {library.sentence(step, 'en')}" for se, step in zip(values, others, strict=True)]
    expect(moves).to_have_text(said)
    told = library.sentence(others[4], "en")
    moves.nth(4).click()
    expect(page.locator(".hints")).to_have_text(told)
    assert page.locator("sudoku-board .slash").count() == len(others[4].eliminated)
    page.get_by_role("button", name="Take this move and continue").click()
    instead = library.instead(4, 5)
    expect(steps).to_have_text([instead.sentence(step, "en") for step in instead])
    expect(page.locator(".steps [aria-current]")).to_have_text(told)
    expect(moves.first).to_be_visible()  # moves of the shown state, before the move
    ways = page.get_by_role("group", name="Ways of the explanation").get_by_role("button")
    assert ways.evaluate_all("all => all.map(one => one.ariaPressed)") == ["false", "true"]
    assert "branch=4.5" in page.get_by_role("link", name="Save as a page").get_attribute("href")
    ways.first.click()
    expect(steps).to_have_text([library.sentence(step, "en") for step in library])
    page.locator("#language").select_option("ja")
    expect(moves.first).to_contain_text(library.sentence(others[0], "ja"))
    put(page, {0: "2"})
    expect(moves.first).to_be_hidden()  # the page shows no step that another move could replace


def test_other_moves_of_rules_without_an_se_value_are_listed(explained, monkeypatch):
    cages = [{"kind": "killer", "cells": [one, one + 4], "total": 5} for one in range(4)]
    board = {
        "schema": "sudokubench.puzzle/1",
        "layout": "4x4",
        "clues": "12......2143....",
        "constraints": cages,
    }
    page, _ = explained(quote(json.dumps(board)))
    find_all_moves(page, monkeypatch)
    page.get_by_text("Other moves at this point").click()
    expect(page.locator(".moves button[aria-pressed]").nth(1)).to_contain_text("– Cage combinations: ")


def test_the_search_is_a_tree_that_keys_and_the_mouse_walk(explained):
    page, steps = explained(HARD, search=True)
    library = explain(HARD, teaching().only(SETS["subsets"]), branching="mrv")
    rules = [step.rule for step in library]
    items = page.get_by_role("treeitem", include_hidden=True)
    kinds = ("trial", "contradiction", "solution")
    assert items.count() == sum(rule in kinds for rule in rules)
    for kind in kinds:
        assert page.locator(f"search-tree .{kind}").count() == rules.count(kind)
    nested = items.evaluate_all(NESTED)
    depths = [step.depth - (step.rule == "trial") for step in library if step.rule in kinds]
    assert nested == depths

    trials = [n for n, rule in enumerate(rules, 1) if rule == "trial"]
    here = page.locator("search-tree [aria-selected=true]")
    first = page.get_by_role("treeitem").first
    first.focus()
    for key, number in (
        ("Enter", trials[0]), ("ArrowRight", trials[0]), ("ArrowRight", trials[1]), ("ArrowLeft", trials[0]),
        ("ArrowLeft", trials[0]), ("ArrowDown", None), ("Home", trials[0]), ("End", None),
    ):  # fmt: skip
        press(page, key)
        if number:
            expect(page.locator(".bar output")).to_have_text(f"step {number} of {len(library)}")
            expect(here).to_have_attribute("aria-label", library.sentence(library[number - 1], "en"))
            expect(page.locator(".steps [aria-current]")).to_contain_text(
                library.sentence(library[number - 1], "en")
            )
        expect(page.locator("search-tree :focus")).to_have_attribute("aria-selected", "true")
        assert page.locator("search-tree [tabindex='0']").count() == 1
    expect(page.locator("#verdict")).not_to_contain_text("mistake")  # suppositions are not mistakes
    press(page, "Home", "*")
    assert page.locator("search-tree > [aria-expanded=false]").count() == 0
    dead = rules.index("contradiction") + 1
    steps.nth(dead - 1).click()  # the tree shows the same step
    expect(here).to_have_class("contradiction")
    expect(here).to_be_visible()
    page.locator("search-tree > .trial > .sign").last.click()
    outer = [n for n in trials if library[n - 1].depth == 1]
    expect(page.locator(".bar output")).to_have_text(f"step {outer[-1]} of {len(library)}")
    page.locator("search-tree > [aria-expanded] > .twist").first.click()
    expect(page.locator("search-tree > [aria-expanded=false]")).not_to_have_count(0)


@pytest.fixture
def doubted(monkeypatch):
    """Return an explanation with a wrong second step, as the API reports it after a proof."""
    board = Board.parse("1...3..2...3..2.")
    found = explain(board)
    right = found[0]
    gone = Step("pointing", (4,), (), (found.trace.final.board().digits[1] + 3,), items=(1,))
    trace = Trace(board, (right, gone), Ending.STUCK)
    monkeypatch.setattr(api, "_explained", lambda *asked: replace(found, trace=trace))
    asked = {"puzzle": str(board), "verify": True, "marks": True}
    return {lang: called("explain", asked | {"lang": lang}) for lang in ("en", "ja")}


def test_a_step_that_does_not_follow_is_refuted_by_the_api(doubted):
    first, second = doubted["en"]["result"]["steps"]
    assert (first["soundness"], second["soundness"]) == ("proved", "refuted")
    assert any("step 2 does not follow" in remark for remark in doubted["en"]["remarks"])


@pytest.mark.parametrize(("lang", "word"), [("en", "wrong"), ("ja", "誤り")])
def test_a_step_that_does_not_follow_has_a_badge_of_its_own(explained, doubted, lang, word):
    page, steps = explained("1...3..2...3..2.", lang)
    reroute(page, "**/api/explain", lambda route: route.fulfill(json=doubted[lang]))
    page.locator("[data-t=prove]").click()
    badge = steps.nth(1).locator(".proof")
    expect(badge).to_have_text(word)
    expect(badge).to_have_class("proof refuted")
    expect(steps.nth(0).locator(".proof")).to_have_class("proof proved")
    alarm, good = (
        one.evaluate("one => getComputedStyle(one).color") for one in (badge, steps.nth(0).locator(".proof"))
    )
    assert alarm != good


def test_an_exported_page_has_the_tree_of_the_search_and_needs_no_server(browser, tmp_path):
    found = explain(CHAINS, teaching().only(SETS["subsets"]), branching="mrv")
    (tmp_path / "page.html").write_text(found.page("en"), encoding="utf-8")
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        rules = [step.rule for step in found]
        items = page.get_by_role("treeitem", include_hidden=True)
        assert items.count() == sum(rule in {"trial", "contradiction", "solution"} for rule in rules)
        page.get_by_role("treeitem").first.focus()
        press(page, "Enter", "ArrowRight", "ArrowRight")
        found_at = rules.index("solution") + 1  # the first supposition leads to the solution
        expect(page.locator("output")).to_have_text(f"{found_at} / {len(found)}")
        expect(page.locator(f"#s{found_at}")).to_be_visible()
        selected = page.locator("search-tree [aria-selected=true]")
        expect(selected).to_have_attribute(
            "aria-label", " · ".join(found.sentence(found[found_at - 1], lang) for lang in ("en", "ja"))
        )


def test_the_drawings_of_an_exported_page_follow_its_colours(browser, tmp_path):
    (tmp_path / "page.html").write_text(explain(CHAINS).page("en"), encoding="utf-8")
    colour = "one => getComputedStyle(one).fill"
    for scheme, ground, ink in (
        ("light", "rgb(255, 255, 255)", "rgb(0, 0, 0)"),
        ("dark", "rgb(20, 23, 27)", "rgb(230, 232, 235)"),
    ):
        with browser.new_context(offline=True, color_scheme=scheme) as context:
            page = context.new_page()
            page.goto((tmp_path / "page.html").as_uri())
            drawing = page.locator("figure svg").first
            assert drawing.locator("rect").first.evaluate(colour) == ground
            assert drawing.locator("text[font-weight=bold]").first.evaluate(colour) == ink


def test_an_exported_page_is_printed_with_several_steps_a_sheet(browser, tmp_path):
    found = explain(CHAINS)
    (tmp_path / "page.html").write_text(found.page("en"), encoding="utf-8")
    with browser.new_page() as page:
        page.goto((tmp_path / "page.html").as_uri())
        sheets = page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")
    assert len(found) / 4 <= sheets < len(found) / 3
