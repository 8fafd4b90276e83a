"""The committed reference run: its pictures and its page show its records."""

import re
from pathlib import Path

import pytest

from sudokubench.backends import names
from sudokubench.data import bundled
from sudokubench.report import draw, plots
from sudokubench.report.analysis import Analysis
from sudokubench.report.reading import load

RESULTS = Path(__file__).resolve().parents[2] / "results"


@pytest.fixture(scope="module")
def reference():
    return Analysis(load([str(RESULTS / "reference.jsonl.gz")]))


def lines(svg):
    """Return the points of every curve."""
    marks = "".join(re.findall(r'<g class="mark-line[^>]*>(.*?)</g>', svg, re.DOTALL))
    return [[*map(float, re.findall(r"-?\d+(?:\.\d+)?", d))] for d in re.findall(r' d="([^"]*)"', marks)]


def test_the_reference_run_is_finished_and_right_and_has_every_bundled_puzzle(reference):
    assert reference.data.runs[0].finished
    assert sorted(reference.data.texts) == sorted(str(puzzle.board) for puzzle in bundled())
    assert reference.wrong.sum() == 0
    assert not reference.data.disagreements
    assert set(reference.names) <= set(names())
    assert {"dlx", "sat", "cpsat", "algorithm_x"} <= set(reference.names)


def test_the_cactus_plot_shows_the_records(reference):
    committed = lines((RESULTS / "cactus.svg").read_text(encoding="utf-8"))
    drawn = lines(draw.svg(plots.comparison.cactus(reference), "en"))
    assert len(committed) == len(drawn) == 2 * (1 + len(reference.names))  # a line leads to each name
    for there, here in zip(committed, drawn, strict=True):
        assert there == pytest.approx(here, abs=1)


def test_the_page_is_of_the_same_run_and_nothing_shows_where_it_was_made(reference):
    written = (RESULTS / "reference.html").read_text(encoding="utf-8")
    assert reference.data.runs[0].run in written
    assert all(f"<code>{name}</code>" in written for name in reference.names)
    assert reference.data.runs[0].manifest["argv"][0] == "sudokubench"
    assert not re.search(r"/(home|root|tmp|work|Users)/", written)
