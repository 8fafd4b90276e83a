"""`sudokubench export-page`: one page with every step of the explanation, which loads and runs nothing else."""

import json
import re

import pytest

from sudokubench.actions.explain import explain
from sudokubench.logic.configuration import teaching
from sudokubench.logic.search_settings import SETS
from sudokubench.logic.step_parts import TRIAL
from sudokubench.pages.frame import script_hashes

PUZZLE, SEVERAL = "1...3..2...3..2.", "12.............4"
HARD = "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_step_is_on_the_page_with_its_words_in_both_languages(sudokubench, tmp_path, lang):
    code, out, _ = sudokubench("export-page", PUZZLE, "--output", "page.html", "--lang", lang)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert (code, out) == (0, "")
    assert f'<html lang="{lang}">' in page
    found = explain(PUZZLE)
    assert len(re.findall("<figure ", page)) == len(re.findall('<li><a href="#s', page)) == len(found)
    for number, step in enumerate(found, 1):
        _, _, figure = page.partition(f'id="s{number}"')
        caption = figure.partition("<figcaption>")[2].partition("</figure>")[0]
        for language in ("en", "ja"):  # a line does not end inside `R1C2 = 3`
            assert found.sentence(step, language).replace(" = ", "\u00a0=\u00a0") in caption


def test_the_page_needs_nothing_else_and_runs_only_its_own_scripts(sudokubench):
    _, page, _ = sudokubench("export-page", PUZZLE, "-o", "-")
    policy = re.search('Content-Security-Policy" content="([^"]*)"', page)[1]
    assert f"script-src {script_hashes(page)};" in policy
    assert policy.startswith("default-src 'none'; ")
    assert len(re.findall("<script", page)) == len(re.findall("<script>", page)) == 2
    assert not re.findall(r"\ssrc=|<link|@import|url\(|\son\w+=", page.partition("<script>")[0])
    assert set(re.findall(r"https?://[^\s\"'<)]+", page)) <= {"http://www.w3.org/2000/svg"}


def test_suppositions_are_a_visibly_different_kind(sudokubench):
    _, page, _ = sudokubench("export-page", HARD, "--search", "-o", "-")
    found = explain(HARD, teaching().only(SETS["subsets"]), branching="mrv")
    supposed = sum(step.rule == TRIAL for step in found)
    assert len(re.findall('<figure id="s[0-9]+" class="tree">', page)) > 2 * supposed > 0
    assert len(re.findall("<figure ", page)) == len(found)


def test_the_tree_names_a_constraint_that_no_digits_satisfy(sudokubench):
    sums = [(2, 0, 1), (23, 16, 17), (24, 19, 26), (15, 20, 27), (33, 21, 28), (9, 4, 10)]
    arrows = [{"kind": "arrow", "circle": [circle], "cells": cells} for circle, *cells in sums]
    board = {"schema": "sudokubench.puzzle/1", "layout": "6x6", "clues": "." * 12 + "3" + "." * 23}
    puzzle = json.dumps(board | {"constraints": arrows})
    _, page, _ = sudokubench("export-page", puzzle, "--search", "--rules", "singles", "-o", "-")
    assert 'data-sign="✗ the arrow R5C1 = R4C2 R5C3"' in page


def test_a_puzzle_that_is_not_solved_has_its_page_and_the_exit_code_says_so(sudokubench, tmp_path):
    code, _, _ = sudokubench("export-page", HARD, "--rules", "singles", "-o", "page.html")
    assert code == 6
    assert (tmp_path / "page.html").read_text(encoding="utf-8").count("<figure ") == 1
    code, _, err = sudokubench("export-page", SEVERAL, "-o", "other.html")
    assert code == 4
    assert "several solutions" in err
    assert not (tmp_path / "other.html").exists()
