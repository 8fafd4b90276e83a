"""The study of exact covers: its plot shows its table, its counts are published, and it reports wrong counts."""

import pytest

from benchmarks import families, report

PUBLISHED = {
    "domino:8": 12_988_816, "tromino:9": 1_193_600, "pentomino:3x20": 8, "soma:3x3x3": 11_520, "queens:11": 2_680,
    "langford:8": 300, "latin:5": 161_280, "matching:complete12": 10_395,
}  # fmt: skip


def test_the_tables_hold_published_counts_and_no_engine_counts_otherwise():
    rows = {row["cover"]: row for row in report.rows_of("families", "count")}
    assert {name: row["solutions"] for name, row in rows.items() if name in PUBLISHED} == PUBLISHED
    cells = {row[engine] for row in rows.values() for engine in families.ENGINES}
    assert not [cell for cell in cells if isinstance(cell, str) and cell.startswith("wrong")]


def test_the_plot_shows_the_published_table():
    assert families.plot(report.load("families")["tables"]) == families.PLOT.read_text(encoding="utf-8")


@pytest.mark.parametrize("japanese", [False, True])
def test_the_summary_names_each_cover_once_for_each_question(japanese):
    for line in families.summary(japanese).replace("\n  ", " ").splitlines():
        assert all(line.count(cover) == 1 for cover in PUBLISHED)
