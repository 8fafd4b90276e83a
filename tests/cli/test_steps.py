"""`steps`: stored steps of `explain --store` can be listed, made into lessons, and tried again."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from database import database

from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.logic.configuration import teaching
from sudokubench.logic.engine import solve
from sudokubench.logic.rules import sentence
from sudokubench.logic.search import search
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.step_drawing import draw
from sudokubench.logic.step_store import FILE, StepStore
from sudokubench.logic.text_drawing import picture
from sudokubench.logic.texts import rule_text

NINE = "9..4.......1..29......1..5...83....42.9..4....3....7....39...1...76..3.95....7.8."
"""A puzzle that needs a swordfish."""
SMALL = "1...3..2...3..2."
HOSTILE = "</style><b>\x1b[31m.txt"


@pytest.fixture(scope="module")
def explained():
    """Return the explanations of three boards, one of them by search."""
    rules = teaching().rules
    small = Board.parse(SMALL, Layout.named("4x4"))
    diagonal = Board.parse("12..............", Layout.named("4x4-diagonal"))
    return [
        solve(Board.parse(NINE), rules),
        solve(small, rules),
        search(diagonal, teaching().only(SETS["subsets"]).rules),
    ]


@pytest.fixture(scope="module")
def folder(explained, tmp_path_factory):
    made = tmp_path_factory.mktemp("kept")
    with StepStore(made) as store:
        for source, trace in zip(("nine.txt", HOSTILE, "four.txt"), explained, strict=True):
            store.keep(trace, "abc", source, 7)
    return str(made)


@pytest.fixture
def steps(sudokubench, folder):
    return lambda *more: sudokubench("steps", "--results", folder, *more)


def steps_of(explained, rule):
    return [
        (trace, n, step) for trace in explained for n, step in enumerate(trace.steps) if step.rule == rule
    ]


def test_rules_are_counted_most_frequent_first(steps, explained):
    code, out, _ = steps("--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert {one["rule"]: one["steps"] for one in found} == Counter(s.rule for t in explained for s in t.steps)
    assert [one["steps"] for one in found] == sorted((one["steps"] for one in found), reverse=True)
    for one in found:
        of = [step for _, _, step in steps_of(explained, one["rule"])]
        assert one["puzzles"] == sum(any(step in trace.steps for step in of) for trace in explained)
        assert one["entropy"] == pytest.approx(sum(step.entropy for step in of) / len(of))
    assert {one["rule"]: one["name"] for one in found}["swordfish"] == "Swordfish"


def test_the_table_names_rules_as_one_types_them_and_in_the_language(steps):
    _, out, _ = steps("--lang", "ja")
    assert re.search(r"swordfish +ソードフィッシュ +\d+ +1\b", out)
    assert "…" not in out


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_rule_of_the_table_is_found_by_both_its_names(sudokubench, tmp_path, lang):
    """The table lists suppositions and their ends, too."""
    folder = str(tmp_path)
    with StepStore(folder) as store:
        store.keep(search(Board.parse(NINE), teaching().only(SETS["singles"]).rules), "abc", "nine.txt", 7)
    _, out, _ = sudokubench("steps", "--results", folder, "--json", "--lang", lang)
    listed = [json.loads(line) for line in out.splitlines()]
    assert {"trial", "contradiction"} <= {one["rule"] for one in listed}
    for one in listed:
        found = [
            sudokubench("steps", "--results", folder, "--technique", name, "-n", "1", "--json")[1]
            for name in (one["rule"], one["name"], one["name"].lower(), one["rule"].upper())
        ]
        assert json.loads(found[0])["step"]["rule"] == one["rule"]
        assert len({*found}) == 1


@pytest.mark.parametrize(
    ("name", "lang"), [("swordfish", "en"), ("Swordfish", "en"), ("ソードフィッシュ", "ja")]
)
def test_a_case_has_the_position_before_it_and_its_text(steps, explained, name, lang):
    code, out, _ = steps("--technique", name, "--lang", lang)
    assert code == 0
    for trace, n, step in steps_of(explained, "swordfish"):
        assert picture(trace.states()[n], step, every=True) in out
        assert sentence(step, trace.board.layout, lang) in out
    assert NINE in out


def test_n_takes_different_puzzles_first(steps, explained):
    boards = sum(bool(steps_of([trace], "full_house")) for trace in explained)
    _, out, _ = steps("--technique", "full_house", "-n", str(boards), "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert len({one["id"] for one in found}) == len(found) == boards
    _, out, _ = steps("--technique", "full_house", "--json")
    assert len(out.splitlines()) == 10


def test_json_shows_the_state_before_and_the_step_as_explain_does(steps, explained):
    _, out, _ = steps("--technique", "swordfish", "--json", "--lang", "ja")
    for line, (trace, n, step) in zip(out.splitlines(), steps_of(explained, "swordfish"), strict=True):
        one = json.loads(line)
        assert Board.from_json(one["before"]) == trace.states()[n].board()
        assert (one["source"], one["line"], one["number"]) == ("nine.txt", 7, n + 1)
        assert one["step"]["text"] == sentence(step, trace.board.layout, "ja")
        assert one["step"]["candidates"] == sum(1 for _ in trace.states()[n + 1].options())
        assert one["step"]["names"]["eliminated"] == [
            trace.board.layout.option_name(o) for o in step.eliminated
        ]


def test_library_lines_are_found_again_by_the_rules(sudokubench, steps, tmp_path):
    code, out, _ = steps("--to", "hodoku", "-n", "2")
    assert code == 0
    assert {line.split(":")[1] for line in out.splitlines()} >= {"swordfish", "full_house", "aic"}
    (tmp_path / "library").write_text(out)
    count = len(out.splitlines())
    _, out, err = sudokubench("rules", "verify", "library")
    assert (out, f"{count} of {count} cases passed" in err) == ("", True)


class Page(HTMLParser):
    """The parts of a page: its tags with their attributes, and its text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


def test_a_lesson_is_one_page_in_both_languages_with_every_position_drawn(steps, explained, tmp_path):
    asked = ["--technique", "swordfish", "--technique", "full_house", "-n", "4", "--html", "l.html"]
    code, out, _ = steps(*asked)
    assert (code, out) == (0, "")
    text = (tmp_path / "l.html").read_text(encoding="utf-8")
    page = Page(text)
    swordfish = steps_of(explained, "swordfish")
    assert [tag for tag, _ in page.tags].count("figure") == len(swordfish) + 4
    sections = [attrs["id"] for tag, attrs in page.tags if tag == "section"]
    assert sections == ["swordfish", "full_house"]
    links = [attrs["href"] for tag, attrs in page.tags if tag == "a"]
    assert links == ["#answer", "#swordfish", "#full_house"]
    for trace, n, step in swordfish:
        assert draw(trace.states()[n], step, "Swordfish · ソードフィッシュ") in text
        assert {sentence(step, trace.board.layout, lang) in page.text for lang in ("en", "ja")} == {True}
    assert rule_text("full_house", "ja").definition in page.text
    assert not any(tag in {"script", "link", "img", "b"} and attrs for tag, attrs in page.tags)
    assert not re.search(r"(src|href)=\"(?!#)|url\(", text)
    assert text.count("</style>") == 1
    assert "\x1b" not in text


def test_a_lesson_names_the_constraints_of_a_board(sudokubench, tmp_path):
    cage = {"kind": "killer", "cells": [0, 1], "total": 4}
    board = Board.from_json(Board.parse("...4............").as_json() | {"constraints": [cage]})
    with StepStore(str(tmp_path)) as store:
        store.keep(solve(board, teaching().rules), "abc", "cages.txt", 1)
    sudokubench("steps", "--results", str(tmp_path), "--technique", "cage_combinations", "--html", "l.html")
    text = Page((tmp_path / "l.html").read_text(encoding="utf-8")).text.replace("\xa0", " ")
    assert "the killer cage R1C1 R1C2 = 4" in text
    assert "キラーのケージR1C1 R1C2 = 4" in text


def test_the_first_language_of_a_lesson_is_the_one_asked_for(steps, tmp_path):
    for lang in ("en", "ja"):
        steps("--technique", "swordfish", "--html", "l.html", "--lang", lang)
        page = Page((tmp_path / "l.html").read_text(encoding="utf-8"))
        assert ("html", {"lang": lang}) in page.tags
        checked = [attrs["id"] for tag, attrs in page.tags if tag == "input" and "checked" in attrs]
        assert checked == [f"language-{lang}", "theme-auto"]


def test_a_rule_without_cases_is_named_and_the_others_are_shown(steps):
    code, out, err = steps("--technique", "jellyfish", "--technique", "swordfish")
    assert code == 4
    assert "holds no case of jellyfish; `generate --needs RULE` makes" in err
    assert "Swordfish: In" in out


def test_no_lesson_is_written_without_a_case(steps, tmp_path):
    code, _, err = steps("--technique", "jellyfish", "--html", "l.html", "--lang", "ja")
    assert code == 4
    assert "jellyfishの例がありません" in err
    assert not (tmp_path / "l.html").exists()


def test_library_lines_of_other_boards_are_refused_with_the_remedy(sudokubench, explained, tmp_path):
    with StepStore(tmp_path) as store:
        store.keep(explained[1], "abc", "small", 1)
    for asked in (["--technique", "full_house"], []):
        code, out, err = sudokubench("steps", "--results", ".", "--to", "hodoku", *asked)
        assert (code, out) == (4, "")
        assert "on a plain 9x9, and a technique library takes no other boards" in err
        assert "--to text" in err


def test_a_folder_without_steps_and_an_empty_store_say_how_to_keep_some(sudokubench, tmp_path):
    StepStore(tmp_path / "empty").__exit__()
    for name in ("empty", "nothing"):
        for asked in ([], ["--technique", "swordfish"], ["--html", "l.html"]):
            code, out, err = sudokubench("steps", "--results", name, *asked)
            assert (code, out) == (4, "")
            assert "`explain PUZZLE... --store` keeps some" in err
    assert not (tmp_path / "nothing").exists()


def test_a_store_of_version_1_is_counted_but_its_cases_must_be_stored_again(sudokubench, tmp_path):

    with database(tmp_path / FILE) as db:
        db.executescript((Path(__file__).parents[1] / "logic" / "steps_version_1.sql").read_text())
    code, out, _ = sudokubench("steps", "--results", ".")
    assert code == 0
    assert re.search(r"full_house +Full House +16\b", out)
    code, out, err = sudokubench("steps", "--results", ".", "--technique", "full_house")
    assert (code, out) == (4, "")
    assert "4 explanations are left out: version 0.1.0 stored them" in err
    assert sudokubench("explain", SMALL, "--store", "--results", ".")[0] == 0
    assert sudokubench("steps", "--results", ".", "--technique", "full_house")[0] == 0


def test_a_store_of_a_later_version_and_a_file_that_is_not_a_store_are_refused(sudokubench, tmp_path):

    with database(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version = 9")
    code, _, err = sudokubench("steps", "--results", ".")
    assert code == 4
    assert "has format 9 and not 2; name another folder with --results" in err
    (tmp_path / FILE).write_text("no database, but long enough to be read as the head of one" * 9)
    code, _, err = sudokubench("steps", "--results", ".")
    assert code == 4
    assert "name another folder with --results" in err
