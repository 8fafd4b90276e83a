"""A report as Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from sudokubench.errors import writing
from sudokubench.harness.words import FOLDER_NOT_WRITTEN
from sudokubench.report.export import safe_cell
from sudokubench.report.model import Example, Report, Section, Table
from sudokubench.report.values import NUMERIC, rows, rules
from sudokubench.words import Language, Words, breadth


def markdown(report: Report, language: Language) -> str:
    """Return the report as Markdown, without plots and their tables."""
    lines = [f"# {_md(report.title.to(language))}", "", f"**{_md(report.answer.to(language))}**", ""]
    lines += [f"- **{_md(name.to(language))}**: {_md(value)}" for name, value in report.facts]
    lines += ["", *(f"> {_md(r.level.value.upper())}: {_md(r.text.to(language))}\n>" for r in report.remarks)]
    for section in report.sections:
        lines += ["", f"## {_md(section.title.to(language))}"]
        for part in section.parts:
            if isinstance(part, Words):
                lines += ["", f"*{_md(part.to(language))}*"]
            elif isinstance(part, Table):
                lines += ["", f"### {_md(part.title.to(language))}", "", *markdown_table(part, language)]
                lines += ["", _md(part.note.to(language))] if part.note else []
            elif isinstance(part, Example):
                drawn = [*rows(part.board), rules(part.board)] if part.board else [part.text]
                lines += ["", f"### {_md(part.place)}", "", _md(part.why.to(language)), ""]
                lines += ["```text", *filter(None, drawn), "```"]
                lines += ["", *markdown_table(part.table, language), "", "```sh", part.command, "```"]
    return "\n".join(lines) + "\n"


def markdown_table(table: Table, language: Language) -> list[str]:
    """Return the lines of a table."""
    head = "| " + " | ".join(_md(c.title.to(language)) for c in table.columns) + " |"
    rule = "|" + "|".join("---:" if c.display in NUMERIC else "---" for c in table.columns) + "|"
    lines = ("| " + " | ".join(map(_md, row)) + " |" for row in table.texts(language))
    return [head, rule, *lines]


def _md(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", " ".join(text.split())).replace("&", "&amp;")


_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "µ": r"\ensuremath{\mu}", "×": r"\ensuremath{\times}",
    "–": "--", "≥": r"\ensuremath{\geq}", "∞": r"\ensuremath{\infty}", "÷": r"\ensuremath{\div}",
    "“": "``", "”": "''", '"': "''",
}  # fmt: skip


def latex(report: Report, language: Language) -> str:
    """Return the answer, the banner and the tables of a report as a LaTeX document (LuaLaTeX for Japanese)."""
    font = "\\usepackage{luatexja}\n" if language == "ja" else "\\usepackage[T1]{fontenc}\n"
    parts = [
        "\\documentclass{article}\n\\usepackage{booktabs,longtable}\n\\usepackage[margin=15mm,landscape]{geometry}\n"
        + font
        + f"\\begin{{document}}\n\\section*{{{_tex(report.title.to(language))}}}\n{_tex(report.answer.to(language))}"
    ]
    parts += [
        f"\\noindent\\textbf{{{_tex(r.level.value)}:}} {_tex(r.text.to(language))}\\par"
        for r in report.remarks
    ]
    for section in report.sections:
        if found := _filled(section):
            parts.append(f"\\section*{{{_tex(section.title.to(language))}}}")
            parts += [_latex_table(table, language) for table in found]
    return "\n\n".join([*parts, "\\end{document}\n"])


def _filled(section: Section) -> list[Table]:
    """Return the tables of a section that have rows, without those of plots and examples."""
    return [part for part in section.parts if isinstance(part, Table) and part.rows]


def _latex_table(table: Table, language: Language) -> str:
    """Return a table that may cross pages, with the rules of the package booktabs."""
    title = f"\\textbf{{{_tex(table.title.to(language))}}}"
    parts = "\n\n".join(_latex_parts(table, language, "longtable", _LANDSCAPE))
    return f"{{\\footnotesize\\setlength\\tabcolsep{{3pt}}\\noindent {title}\n\n{parts}}}"


def latex_files(report: Report, folder: str | Path, language: Language) -> list[Path]:
    """Write each table, except those of plots and examples, to a file for `\\input`; return the files.

    A table wider than an article becomes several tables, one below the other. All begin with the same columns.
    """
    out = []
    for table in (table for section in report.sections for table in _filled(section)):
        parts = "\n\n\\medskip\n".join(_latex_parts(table, language, "tabular", _COLUMN))
        body = f"% \\usepackage{{booktabs}}\n{{\\footnotesize\\setlength\\tabcolsep{{3pt}}%\n{parts}\n}}\n"
        out.append(_written(folder, f"{table.key}.tex", body))
    return out


_COLUMN, _LANDSCAPE = 76, 160
"""Number of characters of \\footnotesize in a line of an article, and on landscape paper."""

_WRAPPED = 40
"""Length from which a text is wrapped over several lines, in characters."""


def _latex_parts(table: Table, language: Language, environment: str, most: int) -> Iterator[str]:
    """Yield the table; if it is wider than `most` characters, cut it by columns."""
    cells = table.texts(language)
    heads = [column.title.to(language) for column in table.columns]
    widths = [2 + min(_WRAPPED, max(map(breadth, texts))) for texts in zip(heads, *cells, strict=True)]
    numeric = [column.display in NUMERIC for column in table.columns]
    named = next((i for i, right in enumerate(numeric) if not right), 0)
    repeated = next((i for i in range(named, len(numeric)) if numeric[i]), len(numeric))
    parts, used = [list(range(repeated))], sum(widths[:repeated])
    for i in range(repeated, len(widths)):
        if used + widths[i] > most and len(parts[-1]) > repeated:
            parts.append(list(range(repeated)))
            used = sum(widths[:repeated])
        parts[-1].append(i)
        used += widths[i]
    wrapped = f"p{{{0.8 * _WRAPPED / most:.2f}\\linewidth}}"
    for columns in parts:
        texts = {i: wrapped if widths[i] == 2 + _WRAPPED else "l" for i in columns}
        places = "".join("r" if numeric[i] else texts[i] for i in columns)
        lines = (" & ".join(_tex(row[i]) for i in columns) for row in cells)
        head = " & ".join(_tex(heads[i]) for i in columns)
        ends = "\\midrule\\endhead" if environment == "longtable" else "\\midrule"
        body = " \\\\\n".join(lines)
        yield (
            f"\\begin{{{environment}}}{{{places}}}\n\\toprule\n{head} \\\\\n{ends}\n{body} \\\\\n\\bottomrule\n"
            f"\\end{{{environment}}}"
        )


def _tex(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in text)


def csv_files(report: Report, folder: str | Path) -> list[Path]:
    """Write every table, including tables of plots, as a CSV file with plain values; return the files."""
    out = []
    for table in report.tables:
        head, plain = table.flat()
        lines = StringIO()
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow([safe_cell(name) for name in head])
        writer.writerows([[safe_cell(value) for value in row] for row in plain])
        out.append(_written(folder, f"{table.key}.csv", lines.getvalue()))
    return out


def _written(folder: str | Path, name: str, content: str) -> Path:
    path = Path(folder) / re.sub(r"[^A-Za-z0-9_.-]", "_", name)
    with writing(FOLDER_NOT_WRITTEN, folder=path):
        Path(folder).mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8", newline="")
    return path
