"""Reports as Markdown, LaTeX and CSV."""

import csv
import json
import re
from dataclasses import replace
from itertools import chain

import pytest
from report.making import LIVELY, column

from sudokubench.report import draw, tables, text
from sudokubench.report.model import Column, Section, Table
from sudokubench.report.values import Display
from sudokubench.words import Words, breadth


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
    assert "## どのバックエンドが速いか" in written
    for name in LIVELY:
        assert re.search(rf"^\| \d \| {re.escape(name)} \|", written, re.MULTILINE)


def test_latex_tables_have_as_many_cells_as_columns(full):
    found = re.compile(r"\\begin\{longtable\}\{([lr]+)\}(.*?)\\end\{longtable\}", re.DOTALL)
    for places, body in found.findall(text.latex(full[1], "en")):
        rows = [line for line in body.split("\n") if line.endswith(r"\\") and "multicolumn" not in line]
        assert rows
        for row in rows:
            assert len(re.findall(r"(?<!\\)&", row)) == len(places) - 1


def width(cell):
    return breadth(re.sub(r"\\ensuremath\{\\\w+\}|\\[a-z]+\{\}|\\|--", "x", cell))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_tables_for_papers_fit_a_column_of_text(full, tmp_path, language):
    # An article, 345 pt wide, holds 76 characters of \footnotesize; each gap between columns takes two of them.
    _, report, _ = full
    found = {path.stem: path.read_text() for path in text.latex_files(report, tmp_path, language)}
    assert {"ranking", "pairs", "standings", "outcomes"} <= set(found)
    assert found["ranking"].count(r"\begin{tabular}") > 1
    tabular = re.compile(r"\\begin\{tabular\}\{(.*?)\}\n(.*?)\\end\{tabular\}", re.DOTALL)
    for places, body in tabular.findall("".join(found.values())):
        rows = [line.removesuffix(r" \\") for line in body.split("\n") if line.endswith(r"\\")]
        cells = [re.split(r"(?<!\\) & ", row) for row in rows]
        widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
        wrapped = [place.startswith("p") for place in re.findall(r"[lr]|p\{.*?\}", places)]
        assert sum(2 + (40 if lines else wide) for wide, lines in zip(widths, wrapped, strict=True)) <= 76
    parts = found["ranking"].split(r"\medskip")
    assert all(re.search(r"^\d & dlx & ", part, re.MULTILINE) for part in parts)  # each part names dlx
    heads = [re.search(r"toprule\n(.*?) \\\\", part)[1].replace("\\", "").split(" & ")[2:] for part in parts]
    main = next(table for table in report.tables if table.key == "ranking")
    assert [*chain.from_iterable(heads)] == [column.title.to(language) for column in main.columns[2:]]


def test_a_table_whose_first_number_is_too_wide_is_not_cut_before_it(full, tmp_path):
    long = Words(*["a heading as long as this one"] * 2)
    columns = (Column("name", long), *(Column(key, long, Display.COUNT) for key in ("number", "other")))
    table = Table("wide", long, columns, [("x" * 60, 12, 13)])
    report = replace(full[1], sections=(Section("s", long, (table,)),))
    (file,) = text.latex_files(report, tmp_path, "en")
    assert re.findall(r"^x+ & (\d+) ", file.read_text(), re.MULTILINE) == ["12", "13"]
    assert file.read_text().count("tabular}") == 4


def test_every_plot_is_written_in_every_form(full):
    figure = full[1].figures[0]
    made = {form: write(figure, "en") for form, write in draw.FORMS.items()}
    assert made["pdf"].startswith(b"%PDF")
    spec = json.loads(made["vl.json"])
    assert "vega-lite" in spec["$schema"]
    assert draw.require().vegalite_to_svg(spec).startswith("<svg")
