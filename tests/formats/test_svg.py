"""Drawings of boards, also in notebooks."""

import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from drawing_reading import signs
from report.making import make_run, puzzle, record

from sudokubench import check, solve, solve_many
from sudokubench.actions.explain import explain
from sudokubench.actions.hint import hint
from sudokubench.actions.rate import rate
from sudokubench.actions.report import compared, report
from sudokubench.board import Board
from sudokubench.constraints import VARIANTS, Killer
from sudokubench.exchange import Results
from sudokubench.formats.shapes import CELL, MARGIN
from sudokubench.formats.svg import COLOURS, Marks, draw
from sudokubench.layout import Layout
from sudokubench.logic.grid import CandidateGrid
from sudokubench.problem import Variant

P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def texts(drawing):
    return [(one.text, one) for one in signs(ET.fromstring(drawing))]


def place(sign):
    return int((sign.y - MARGIN) // CELL), int((sign.x - MARGIN) // CELL)


@pytest.mark.parametrize("line", [P, "1...3..2...3..2.", "9x9-diagonal:" + P])
def test_each_clue_stands_in_its_cell_in_bold(line):
    board = Board.parse(line)
    n = board.layout.size
    found = {place(a): text for text, a in texts(board.format("svg")) if a.look.get("font-weight") == "bold"}
    assert found == {divmod(cell, n): str(digit) for cell, digit in enumerate(board.digits) if digit}


@pytest.mark.parametrize("line", [P, "1...3..2...3..2."])
def test_columns_are_numbered_above_the_board_and_rows_beside_it(line):
    board = Board.parse(line)
    found = sorted((place(a), text) for text, a in texts(board.format("svg")) if -1 in place(a))
    numbers = [(i, str(i + 1)) for i in range(board.layout.size)]
    assert found == [*(((-1, i), text) for i, text in numbers), *(((i, -1), text) for i, text in numbers)]


def test_a_solution_shows_clues_and_found_digits_differently():
    drawing = re.search("<svg.*</svg>", solve(P)._repr_html_(), re.DOTALL)[0]
    weights = [sign.look.get("font-weight") for _, sign in texts(drawing)]
    assert (weights.count("bold"), weights.count("normal")) == (30, 51)


def test_candidates_leave_room_for_the_total_of_a_cage():
    board = Board(Variant(Layout.standard(4), (Killer((0, 1), 7),)), [0] * 16, [4 * 5 + 1])
    total, *candidates = sorted(
        (a for _, a in texts(board.format("svg")) if place(a) == (0, 0)), key=lambda a: a.y
    )
    assert total.text == "7"
    tops = [one.y - 0.75 * float(one.look["font-size"]) for one in candidates]
    assert min(tops) >= total.y
    assert [one.text for one in candidates] == ["1", "2", "3", "4"]


def test_candidates_are_drawn_where_some_are_forbidden_and_in_a_state():
    board = Board(Layout.standard(4), [1] + [0] * 15, [4 * 5 + 1])
    shown = [text for text, a in texts(board.format("svg")) if place(a) == (1, 1)]
    assert shown == ["3", "4"]  # the clue removes 1, and 2 is forbidden
    assert len(texts(CandidateGrid.of(Board.parse("." * 16))._repr_svg_())) == 64 + 8


def test_marks_are_drawn_at_their_candidates():
    board = Board.parse("." * 16)
    content = board.content()._replace(candidates=(15,) * 16)
    marks = Marks(
        fills={0: 0, 1: 7}, gone={2}, new={3}, links=[((0,), (63,), "weak"), ((5,), (5,), "strong")]
    )
    plain, marked = draw(content), draw(content, marks)
    assert marked.count("<circle") == 2
    assert marked.count(f'fill="{COLOURS[1]}"') == 1
    assert marked.count('stroke="#b00020"') == 1
    assert marked.count('stroke-dasharray="5 4"') == 1
    assert "<circle" not in plain


def test_a_cage_is_one_line_around_its_cells_and_says_its_total():
    # Three cells in an L have eight borders. These make a closed line: every point is the end of two borders.
    drawing = Board(Variant(Layout.standard(4), (Killer((0, 4, 5), 7),)), [0] * 16).format("svg")
    path = re.search(r'd="([^"]*)" stroke="#444"', drawing)[1]
    ends = re.findall(r"[ML](\S+ \d+)", path)
    assert len(ends) == 16
    assert all(ends.count(end) == 2 for end in ends)
    columns = [int(end.split()[0]) - MARGIN for end in ends]
    assert (min(columns) + max(columns)) / 2 == CELL
    assert ("7", (0, 0)) in [(text, place(a)) for text, a in texts(drawing)]


def test_a_rule_without_a_picture_is_named():
    assert "anti-knight" in [
        text for text, _ in texts(Board.parse("4x4+anti-knight:" + "." * 16).format("svg"))
    ]


def test_long_names_of_rules_are_broken_into_lines():
    pairs = [(cell, cell + 1) for cell in range(15) if cell % 4 < 3]
    board = Board(Variant(Layout.standard(4), (VARIANTS["no-other-dots"](pairs=pairs),)), [0] * 16)
    below = [text for text, _ in texts(board.format("svg")) if len(text) > 1]
    assert " ".join(below) == str(board.problem.constraints[0].describe(board.layout))
    assert len(below) > 4
    assert max(map(len, below)) < 36


class Strict(HTMLParser):
    """A parser that checks that every opened tag is closed."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        if tag not in {"rect", "path", "circle"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in {"rect", "path", "circle"}:
            assert self.open.pop() == tag


def test_notebooks_show_every_result(tmp_path):
    make_run(tmp_path, [puzzle(1)], [record(0, "fast", 1e-3), record(0, "slow", 2e-3)])
    made = report(["last"], tmp_path)
    explained = explain("1...3..2...3..2.")
    hinted = hint(Board.parse("1...3..2...3..2."))
    shown = [
        solve("1" * 16), solve_many([P] * 60), explained, explained.trace, rate([P]),
        compared("last", "last", tmp_path), made.report.tables[0], hinted,
    ]  # fmt: skip
    for value in shown:
        parser = Strict()
        parser.feed(value._repr_html_())
        assert parser.open == []
    assert f"<p>{hinted.lines('en')[-1]}</p>" in hinted._repr_html_()
    assert hinted._repr_html_().count('stroke="#0a7d32"') == 1  # a ring around the placed digit
    assert "None" not in check(P, backend="dlx")._repr_html_()
    assert "60 results; the first 50 are shown" in shown[1]._repr_html_()
    assert "are shown" not in solve_many([P] * 50)._repr_html_()
    assert "55 results; the first 50 are shown" in Results([explained] * 5)._repr_html_()
    assert made._repr_html_().startswith("<iframe srcdoc=")


def test_both_parts_of_a_clone_have_one_colour_and_two_clones_have_two():
    clones = [VARIANTS["clone"](cells=[0, 1], copy=[10, 11]), VARIANTS["clone"](cells=[2], copy=[12])]
    drawing = ET.fromstring(Board.empty(Variant(Layout.standard(4), tuple(clones))).format("svg"))
    group = next(one for one in drawing.iter() if one.get("class") == "shapes")
    colours = [one.get("fill") for one in group]
    assert colours[:4] == colours[:1] * 4
    assert colours[4:] == colours[4:5] * 2
    assert colours[0] != colours[4]
