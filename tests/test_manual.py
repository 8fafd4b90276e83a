"""The manual as pages: a reader finds what it says, and sees all of it."""

import sys
from pathlib import Path
from subprocess import run

import pytest
from playwright.sync_api import expect

SITE = Path(__file__).resolve().parent.parent / "tools" / "site.py"


@pytest.fixture(scope="module")
def manual(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    run([sys.executable, SITE, folder], check=True)
    return folder


@pytest.fixture
def read(browser, manual):
    """Open a page of the manual from disk."""
    opened = []

    def found(name, width=1280, height=800):
        opened.append(browser.new_page(viewport={"width": width, "height": height}))
        opened[-1].goto((manual / name).as_uri())
        return opened[-1]

    yield found
    for page in opened:
        page.close()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("phrase", "title"),
    [
        ("連続ナイスループ", "連続ナイスループ"),
        ("人間の論理", "人間の論理"),
        ("手筋の一覧", "手筋の一覧"),
        ("制限時間", "制限と隔離"),
        ("厳密被覆", "問題集"),
    ],
)
def test_a_japanese_phrase_is_found(read, phrase, title):
    page = read("ja/index.html")
    field = page.locator("[data-md-component=search-query]")
    field.click()
    expect(page.locator(".md-search-result__meta")).to_have_text("検索キーワードを入力してください")
    field.fill(phrase)
    field.press("End")  # the search listens to keys, as an input method presses them
    expect(page.locator(".md-search-result__article h1").first).to_have_text(title)


@pytest.mark.thorough
def test_a_page_of_a_rule_keeps_its_navigation_and_leads_to_the_words_that_it_uses(read):
    page = read("rules/als_xy_wing.html")
    beside = page.get_by_role("navigation", name="Navigation")
    expect(beside.get_by_role("link", name="ALS-XY-Wing")).to_be_visible()
    expect(beside.get_by_role("link", name="Death Blossom")).to_be_visible()
    page.get_by_role("article").get_by_role("link", name="almost locked sets", exact=True).click()
    expect(page.get_by_role("article")).to_contain_text("k cells of a house that have k + 1 digits")
