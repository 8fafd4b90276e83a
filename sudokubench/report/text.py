"""A report as Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from sudokubench.errors import InputError
from sudokubench.report.export import safe_cell
from sudokubench.report.model import Example, Report, Table
from sudokubench.report.values import NUMERIC, rows, rules, shown
from sudokubench.words import Language, Words


def markdown(report: Report, language: Language) -> str:
    """The banner and all tables but those of plots."""
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
    """The lines of a table."""
    head = "| " + " | ".join(_md(c.title.to(language)) for c in table.columns) + " |"
    rule = "|" + "|".join("---:" if c.display in NUMERIC else "---" for c in table.columns) + "|"
    lines = [
        "| "
        + " | ".join(_md(shown(v, c.display, language)) for v, c in zip(row, table.columns, strict=True))
        + " |"
        for row in table.rows
    ]
    return [head, rule, *lines]


def _md(text: str) -> str:
    """Text that Markdown leaves as it is."""
    escaped = re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", " ".join(text.split()))
    return escaped.replace("&", "&amp;")


_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "µ": r"\ensuremath{\mu}", "×": r"\ensuremath{\times}",
    "–": "--", "≥": r"\ensuremath{\geq}", "∞": r"\ensuremath{\infty}", "÷": r"\ensuremath{\div}", "“": "``", "”": "''",
}  # fmt: skip


def latex(report: Report, language: Language) -> str:
    """The tables of a report as a document for LaTeX with booktabs (LuaLaTeX for Japanese)."""
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
        found = [part for part in section.parts if isinstance(part, Table) and part.rows]
        if found:
            parts.append(f"\\section*{{{_tex(section.title.to(language))}}}")
            parts += [latex_table(table, language) for table in found]
    return "\n\n".join([*parts, "\\end{document}\n"])


def latex_table(table: Table, language: Language) -> str:
    """A table with rules of booktabs that may cross pages."""
    places = "".join("r" if c.display in NUMERIC else "l" for c in table.columns)
    head = " & ".join(_tex(c.title.to(language)) for c in table.columns)
    lines = [
        " & ".join(_tex(shown(v, c.display, language)) for v, c in zip(row, table.columns, strict=True))
        for row in table.rows
    ]
    body = " \\\\\n".join(lines)
    title = f"\\multicolumn{{{len(places)}}}{{l}}{{\\textbf{{{_tex(table.title.to(language))}}}}} \\\\"
    return (
        f"{{\\footnotesize\\begin{{longtable}}{{{places}}}\n{title}\n"
        f"\\toprule\n{head} \\\\\n\\midrule\\endhead\n{body} \\\\\n\\bottomrule\n\\end{{longtable}}}}"
    )


def _tex(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in text)


def csv_files(report: Report, folder: str | Path) -> list[Path]:
    """Every table, those of plots too, as a CSV file with plain values; returns the files."""
    out = []
    for table in report.tables:
        head, plain = table.flat()
        path = Path(folder) / f"{re.sub(r'[^A-Za-z0-9_.-]', '_', table.key)}.csv"
        try:
            Path(folder).mkdir(parents=True, exist_ok=True)
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow([safe_cell(name) for name in head])
                writer.writerows([[safe_cell(value) for value in row] for row in plain])
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from error
        out.append(path)
    return out
