"""The page of a report: whole, offline, escaped, in two languages."""

import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from report.making import GRID, analysed, puzzle, puzzles, record, timeout

from sudokubench.board import Board
from sudokubench.constraints import Killer
from sudokubench.layout import Layout
from sudokubench.problem import with_constraints
from sudokubench.report import browse, draw, plots, tables, text
from sudokubench.report.build import build
from sudokubench.report.page import page

UNDECIDED, UNIQUE = {"en": "undecided", "ja": "未判定"}, {"en": "unique", "ja": "解は一つ"}


class Checker(HTMLParser):
    """A parser that notes tags that do not match, ids that occur twice and everything that a browser would fetch."""

    VOID = frozenset({"meta", "input", "br", "link", "img"})

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.ids, self.fetched, self.links = [], [], [], [], []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag not in self.VOID:
            self.open.append(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"][1:]] if found.get("href", "").startswith("#") else []
        self.fetched += [v for k, v in found.items() if k in {"src", "href"} and v and not v.startswith("#")]

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def test_the_page_is_whole_and_fetches_nothing(html):
    checker = Checker()
    checker.feed(html)
    assert (checker.open, checker.wrong, checker.fetched) == ([], [], [])
    assert len(checker.ids) == len(set(checker.ids))
    assert set(checker.links) <= set(checker.ids)
    assert "default-src 'none'" in html
    assert "@import" not in html
    assert len(html.encode()) < 4_000_000


def test_the_page_has_every_plot_with_its_text_and_its_data(full, html):
    _, report, _ = full
    assert {figure.key for figure in report.figures} == {
        "forest", "cactus", "groups", "scatter", "slowdown", "phases-plot", "noise", "clues", "rating", "sizes",
        "heat-map",
    }  # fmt: skip
    for figure in report.figures:
        assert f'aria-labelledby="alt-{figure.key}"' in html
        assert re.search(rf'id="figure-{figure.key}".*?<svg.*?</svg>.*?<details>.*?<table>', html, re.DOTALL)


def test_the_page_speaks_both_languages_in_its_plots_too(html):
    assert '<tspan lang="en">puzzles solved</tspan><tspan lang="ja">解けた問題数</tspan>' in html
    assert 'id="language-ja" checked' in html
    assert 'id="language-en">' in html


def test_plots_follow_the_theme(html):
    figures = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert all("var(--ink)" in figure for figure in figures)
    assert not any(colour in figure for figure in figures for colour in (draw.INK, draw.RULE, draw.PAPER))


def test_what_is_read_is_escaped_everywhere(tmp_path):
    evil = '<script>alert("&")</script>'
    manifest = {"cpu": evil, "argv": [evil, "$x_y% \\end{document}"]}
    rows = [record(0, evil, 1, message=evil, category="error", termination="crash"), record(0, "=1+1", 2)]
    a = analysed(tmp_path, [evil], rows, backends=(evil, "=1+1"), manifest=manifest, source="a_b|*c*.txt")
    report = build(a)
    written = page(report, a, "en")
    assert "alert(" in written
    assert "<script>alert" not in written
    assert written.count("<script") == 2  # the script of the page, and the puzzles
    assert "\\u003cscript" in written
    assert r"\<script\>" in text.markdown(report, "en")
    tex = text.latex(report, "en")
    assert r"\textless{}script\textgreater{}" in tex
    assert tex.count(r"\end{document}") == 1
    text.csv_files(report, tmp_path / "csv")
    assert "'=1+1" in (tmp_path / "csv" / "ranking.csv").read_text()


def test_a_command_of_the_page_quotes_what_a_shell_would_read(tmp_path):
    a = analysed(tmp_path, ["tromino:9; rm -rf x"], [record(0, "a b", 1)], backends=("a b",))
    (example,) = tables.examples(a)
    assert example.command == "sudokubench run --task unique --backend 'a b' 'tromino:9; rm -rf x'"


def test_a_number_of_solutions_may_be_larger_than_a_float(tmp_path):
    plan = {"corpora": ["a"], "backends": ["fast"], "task": "count"}
    rows = [record(0, "fast", 1, verdict="multiple", count=hex(10**400))]
    a = analysed(tmp_path, [GRID], rows, backends=("fast",), manifest={"plan": plan})
    report = build(a)
    assert f"{10**400:,}" in text.markdown(report, "en")
    assert f'data-v="{10**400}"' in page(report, a, "en")


def test_a_cell_without_a_number_sorts_as_an_empty_one(tmp_path):
    a = analysed(tmp_path, [GRID], [timeout(0, "fast")], backends=("fast",))
    assert 'data-v="nan"' not in page(build(a), a, "en")


def test_a_drawing_names_the_rules_of_a_board_and_other_problems_are_shown_as_text(tmp_path):
    layout = Layout.named("4x4-diagonal")
    killer = Board(with_constraints(layout, [Killer((0, 1), 5)]), [0] * 15 + [3], [layout.option(2, 4)])
    texts = [str(killer), "6x6:3:1" + "." * 35, GRID, "<b>no board"]
    a = analysed(tmp_path, texts, [record(i, "fast", 1e-3 * (i + 1)) for i in range(4)], backends=("fast",))
    html, lines = page(build(a), a, "en"), text.markdown(build(a), "en").splitlines()
    assert html.count('<table class="board') == 3
    assert "<p><code>&lt;b&gt;no board</code></p>" in html
    for rules in ("4x4-diagonal; the killer cage R1C1 R1C2 = 5; without R1C3#4", "6x6:3"):
        assert f'<p class="note">{rules}</p>' in html
        assert rules in lines
    six = re.search(r'<table class="board s6".*?</table>', html, re.DOTALL)[0]
    edges = [six.count(f'class="{name}"') for name in ("b", "r", "br")]
    # Boxes of 3 rows and 2 columns: one line below 6 cells, and two lines, each beside 6 cells.
    assert edges == [4, 10, 2]
    assert a.data.rules == ["4x4-diagonal+killer", "6x6:3", "4x4", ""]


def test_what_is_wider_than_the_window_has_a_shadow_at_its_edge_and_words_in_tables_wrap(tmp_path):
    a = analysed(tmp_path, [puzzle(0)], [record(0, "fast", 1e-3, batch=32), record(0, "slow", 1e-3)])
    html = page(build(a), a, "en")
    edges = re.search(r"^\.scroll \{\s*(background.*?)\}$", html, re.DOTALL | re.MULTILINE)[1]
    assert (edges.count("no-repeat local"), edges.count("no-repeat scroll")) == (2, 2)
    assert re.search(r"^td\.w \{[^}]*white-space: normal", html, re.MULTILINE)
    assert '<td class="w"><span lang="en">in batches of up to 32</span>' in html
    tables_ = re.findall(r'(<div class="scroll" tabindex="0">)?<table>', html)
    assert tables_
    assert all(tables_)


def of_puzzles(html):
    """Return the data of the page's script about the puzzles."""
    return json.loads(re.search(r'id="puzzles-data">(.*?)</script>', html)[1])


def test_a_batch_is_named_in_the_language_of_the_reader_wherever_a_script_writes_it(tmp_path):
    a = analysed(tmp_path, [puzzle(0)], [record(0, "fast", 1e-3, batch=32), record(0, "slow", 1e-3)])
    html = page(build(a), a, "ja")
    batch, single = {"en": "fast (batch)", "ja": "fast（バッチ）"}, {"en": "slow", "ja": "slow"}
    assert sorted(of_puzzles(html)["names"], key=str) == [batch, single]
    assert html.count('data-en="fast (batch)" data-ja="fast（バッチ）"') == 2
    assert not re.search(r"data\.names\[[a-z.]+\](?!\))", html)  # each name is in a language


def test_the_points_of_the_page_are_the_sample_it_names(full, html):
    a, _, _ = full
    data = of_puzzles(html)
    assert data["sample"] == len(plots.comparison.sampled_rows(a))
    assert [puzzle["n"] for puzzle in data["puzzles"][: data["sample"]]] == plots.comparison.sampled_rows(
        a
    ).tolist()
    assert f"All {data['sample']} solved puzzles" in html


def test_every_puzzle_of_the_page_has_all_answers_its_times_and_its_board(full, html):
    a, _, rows = full
    data = of_puzzles(html)
    assert [puzzle["n"] for puzzle in sorted(data["puzzles"], key=lambda p: p["n"])] == list(range(40))
    assert data["backends"] == [a.names[j] for j in a.order]
    curves = {name: np.sort(a.cells.seconds[a.cells.solved[:, j], j]) for j, name in enumerate(a.names)}
    for shown in data["puzzles"]:
        mine = [row for row in rows if row["position"] == shown["n"]]
        assert shown["text"] == mine[0]["puzzle"]
        assert shown["at"] == f"test.txt:{shown['n'] + 1}"
        columns = data["backends"], shown["t"], shown["end"], shown["rank"]
        for name, time, end, rank in zip(*columns, strict=True):
            told = [row for row in mine if row["backend"] == name]
            late = any(row["termination"] == "timeout" for row in told)
            seconds = np.median([row["encode_ns"] + row["solve_ns"] + row["decode_ns"] for row in told]) / 1e9
            assert time == (0 if late else pytest.approx(seconds, rel=0.01))
            ending = data["endings"][end]
            assert (ending["verdict"], ending["en"]) == ((UNDECIDED, "timeout") if late else (UNIQUE, ""))
            assert rank == 0 if late else curves[name][rank - 1] == pytest.approx(seconds)
        board = Board.parse(shown["text"]) if len(shown["text"]) in {16, 81} else None
        assert (board is None) == ("layout" not in shown)
        if board:
            layout = data["layouts"][shown["layout"]]
            assert (layout["size"], len(layout["boxes"])) == (board.layout.size, board.layout.cell_count)
            assert "cells" not in shown


def test_a_page_about_many_puzzles_has_the_most_telling_ones_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(browse, "MOST", 60)
    monkeypatch.setattr("sudokubench.report.plots.comparison.SAMPLE", 30)
    rows = [record(i, name, 1e-3 * (1 + (i * 7) % 200)) for i in range(200) for name in ("fast", "slow")]
    rows[2 * 11 + 1], rows[2 * 150 + 1] = timeout(11, "slow"), timeout(150, "slow")
    texts = puzzles(200)
    found, sample, why = browse.chosen(
        analysed(tmp_path, texts, rows, disagreements=[(77, "fast says none")])
    )
    slowest = sorted(range(200), key=lambda i: -((i * 7) % 200))[:10]
    assert (len(set(found)), len(found), sample) == (60, 60, 30)
    assert {11, 77, 150, *slowest} <= set(found)
    assert why.en.startswith("60 of 200 puzzles: ")
    assert why.en.endswith("a random sample of 30.")
    assert "200問中60問" in why.ja


def test_a_puzzle_shows_its_worst_repeat(tmp_path):
    rows = [record(0, "fast", 1), timeout(0, "fast", repeat=1), record(0, "slow", 1, category="wrong")]
    rows.append(timeout(0, "slow", repeat=1))
    rows.append(record(1, "slow", 1, verdict="none", count=0))
    data = browse.browsed(analysed(tmp_path, [puzzle(1), puzzle(2)], rows))
    told = {p["n"]: [end >= 0 and data["endings"][end] for end in p["end"]] for p in data["puzzles"]}
    first = dict(zip(data["backends"], told[0], strict=True))
    assert first["fast"] == {"verdict": UNDECIDED, "en": "timeout", "ja": "時間切れ"}
    assert first["slow"] == {"verdict": UNIQUE, "en": "wrong", "ja": "誤り", "wrong": True}
    second = dict(zip(data["backends"], told[1], strict=True))
    assert (second["fast"], second["slow"]["verdict"]["en"]) == (False, "none")


def test_a_disagreement_is_shown_in_both_languages(tmp_path):
    reason = "dlx is wrong: an invalid solution: R1C1"
    a = analysed(tmp_path, [puzzle(1)], [record(0, "fast", 1)], disagreements=[(0, reason)])
    (shown,) = browse.browsed(a)["puzzles"]
    assert shown["wrong"] == {"en": reason, "ja": "dlxの誤り：正しくない解です：R1C1"}
    assert tables.examples(a)[0].why.ja == "食い違いあり：dlxの誤り：正しくない解です：R1C1。"


def test_on_paper_nothing_scrolls_and_nothing_is_folded_but_specimens(html):
    screen, paper = html[html.index("<style>") : html.index("</style>")].split("@media print")
    limited = re.findall(r"^([^@{}]*\.scroll) \{[^}]*max-height: [\d.]+rem", screen, re.MULTILINE)
    freed = re.search(r"([^{}]*) \{ max-height: none; overflow: visible", paper)[1].strip().split(", ")
    assert limited == freed == [".scroll", "#browser .scroll"]
    assert 'addEventListener("beforeprint"' in html
    assert 'content: attr(data-left) " more puzzles are on the page."' in paper
    assert "th button { display: contents; }" in paper  # else Chromium repeats no head on the next page
    assert html.count("<details") == len(re.findall(r"</details>", html))


def test_on_paper_a_puzzle_is_folded_only_if_all_answers_agree(browser, tmp_path):
    rows = [record(i, name, 1) for i in range(3) for name in ("fast", "slow")]
    rows[4]["category"] = "wrong"
    a = analysed(tmp_path, [puzzle(1), puzzle(2), puzzle(3)], rows, disagreements=[(1, "fast says none")])
    with browser.new_page() as shown:
        shown.set_content(page(build(a), a, "en"))
        assert shown.locator(".example").count() == 3
        assert shown.locator(".example[open]").count() == 0
        shown.pdf()
        assert shown.locator(".example[open]").count() == 2


def test_short_tables_are_not_folded_except_the_descriptions_of_runs(full):
    folded = [table.key for table in full[1].tables if table.folded]
    assert folded
    assert all(key.startswith("manifest-") for key in folded)


@pytest.fixture
def opened(browser, html, tmp_path):
    """Open the page at a part of its address, in a window of its own."""
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    contexts = []

    def visit(view="", width=1280, height=800, **more):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **more))
        page = contexts[-1].new_page()
        page.goto((tmp_path / "page.html").as_uri() + view)
        return page

    yield visit
    for context in contexts:
        context.close()


def test_a_rectangle_marks_the_points_that_it_picks(opened):
    page = opened(height=2400)
    plot = page.locator("#figure-scatter svg")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    page.mouse.move(box["x"] + 2, box["y"] + 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] - 2, steps=4)
    page.mouse.up()
    rows = page.locator("#browser tbody tr").count()
    assert rows > 10
    assert plot.locator(".picked").count() == rows
    page.locator("#browser-kind").select_option("all")
    assert plot.locator(".picked").count() == 0


IN_FULL_COLOUR = """
() => [...new Set([...document.querySelectorAll(":is(figure, #table-ranking tbody) [data-engine]:not(.dim)")]
  .map(part => part.dataset.engine))].sort()
"""


def test_a_click_on_a_name_leaves_its_curve_and_its_row_and_the_address_shows_the_same_to_others(opened):
    page = opened()
    names = page.evaluate(IN_FULL_COLOUR)
    assert len(names) == 3
    curves, legend = (page.locator(f"#figure-cactus svg {part}[data-engine]") for part in ("path", "text"))
    assert curves.count() == 2 * legend.count()
    first, second = (legend.nth(n).get_attribute("data-engine") for n in (0, 1))
    legend.nth(0).click()
    assert page.evaluate(IN_FULL_COLOUR) == [first]
    page.locator("#engines").get_by_role("button", name=second, exact=True).press("Enter")
    assert page.evaluate(IN_FULL_COLOUR) == sorted([first, second])
    page.locator("#table-ranking .columns summary").click()
    page.locator("#table-ranking .columns input").nth(2).uncheck()
    widths = [box.bounding_box()["width"] for box in page.locator("#table-ranking .columns input").all()]
    assert max(widths) < 20, "a box stands beside its word"
    page.get_by_role("radio", name="English").check(force=True)
    page.locator("#browser-find").fill("1")
    other = opened(page.evaluate("() => location.hash"))
    assert other.evaluate(IN_FULL_COLOUR) == sorted([first, second])
    heads = page.locator("#table-ranking thead th").count()
    assert other.locator("#table-ranking thead th:visible").count() == heads - 1
    assert other.locator("html").get_attribute("lang") == "en"
    assert other.locator("#browser-count").text_content() == page.locator("#browser-count").text_content()
    for name in (first, second):
        page.locator("#engines").get_by_role("button", name=name, exact=True).click()
    assert page.evaluate(IN_FULL_COLOUR) == names


def test_a_phone_shows_times_in_the_first_table(opened):
    page = opened(width=390, height=844)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    frame = page.locator("#table-ranking .scroll").bounding_box()
    for column in (3, 4):  # PAR-2 and times the best
        cell = page.locator(f"#table-ranking tbody tr:first-child td:nth-child({column})").bounding_box()
        assert cell["x"] + cell["width"] <= frame["x"] + frame["width"]


def test_without_scripts_the_page_shows_everything_but_offers_nothing_that_needs_them(opened):
    page = opened(java_script_enabled=False)
    for control in ("#engines", ".picker", "#browser .controls"):
        assert not page.locator(control).first.is_visible()
    assert page.locator("#table-ranking tbody tr").count() == 3
    assert all(figure.is_visible() for figure in page.locator("figure > svg").all())
