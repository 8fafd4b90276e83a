"""The table of sizes: its plots show it, and the backend that calls choose is one that it recommends."""

from statistics import median

import pytest

from benchmarks import report, sizes
from sudokubench.layout import Layout
from sudokubench.solving import usual_backend
from sudokubench.words import LANGUAGES

ROWS, TAILS = report.rows_of("sizes", "sizes"), report.rows_of("tails", "tails")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plot_shows_the_published_table(language):
    assert sizes.plot(ROWS, language) == sizes.PLOT[language].read_text(encoding="utf-8")


@pytest.mark.parametrize("row", ROWS + TAILS, ids=lambda row: f"{row['board']} {row['clues']}")
def test_a_call_without_a_backend_takes_one_that_no_measured_board_defeats(row):
    usual = usual_backend(Layout.named(row["board"].split()[0]))
    best = min(median(row[f"{spec} seconds"]) for spec in sizes.BACKENDS if spec in row)
    assert ">" not in row[usual]
    assert median(row[f"{usual} seconds"]) < max(3 * best, 1)


@pytest.mark.parametrize("japanese", [False, True])
def test_the_summary_names_the_rows_that_links_do_not_win(japanese):
    text = " ".join(report.sizes_summary(japanese).split())
    slower = [row for row in ROWS if row["fastest"] != "`dlx`"]
    assert slower
    assert all(row["board"] in text and row["clues"] in text for row in slower)
