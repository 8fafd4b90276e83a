"""Reports as Markdown, LaTeX and CSV."""

import csv
import re

from report.making import LIVELY, column

from sudokubench.report import tables, text


def test_csv_files_hold_the_values_of_every_table(full, tmp_path):
    a, report, _ = full
    names = {path.name for path in text.csv_files(report, tmp_path)}
    assert {"ranking.csv", "pairs.csv", "cactus.csv", "scatter.csv", "standings.csv"} <= names
    with (tmp_path / "ranking.csv").open() as file:
        first = next(csv.DictReader(file))
    assert float(first["par2_s_low"]) <= float(first["par2_s"]) <= float(first["par2_s_high"])
    assert float(first["slowdown"]) == column(tables.main(a), "slowdown")[first["backend"]].value


def test_markdown_has_a_row_for_every_backend(full):
    _, report, _ = full
    written = text.markdown(report, "ja")
    assert "## 誰が速いか" in written
    for name in LIVELY:
        assert re.search(rf"^\| \d \| {re.escape(name)} \|", written, re.MULTILINE)


def test_latex_tables_have_as_many_cells_as_columns(full):
    _, report, _ = full
    for places, body in re.findall(
        r"\\begin\{longtable\}\{([lr]+)\}(.*?)\\end\{longtable\}", text.latex(report, "en"), re.DOTALL
    ):
        rows = [line for line in body.split("\n") if line.endswith(r"\\") and "multicolumn" not in line]
        assert rows
        for row in rows:
            assert len(re.findall(r"(?<!\\)&", row)) == len(places) - 1
