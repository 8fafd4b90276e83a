"""A report as one HTML file that needs nothing else: no network, no other file, and no script to be read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import Any

from sudokubench.report import draw
from sudokubench.report.analysis import Analysis
from sudokubench.report.model import Display, Example, Figure, Remark, Report, Section, Table
from sudokubench.report.plots import labels, sampled_rows, scatter_domain
from sudokubench.report.statistics import Interval
from sudokubench.report.values import NUMERIC, shown
from sudokubench.words import Language, Words

MOST_ROWS = 400
"""A table of a plot shows so many rows; exports have them all."""

_LEVELS = {
    "alarm": Words("Alarm", "警報"),
    "warning": Words("Warning", "警告"),
    "good": Words("Good", "良好"),
    "note": Words("Note", "注記"),
}


def page(report: Report, analysis: Analysis, language: Language) -> str:
    """The page of a report; `language` is the one it shows first.

    Raises:
        BackendUnavailable: The packages that draw are not installed.
    """
    draw.require()
    body = "".join(_section(section, analysis) for section in report.sections)
    contents = "".join(f'<li><a href="#{s.key}">{_both(s.title)}</a></li>' for s in report.sections)
    facts = "".join(
        f"<div><dt>{_both(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in report.facts
    )
    parts = {
        "language": language,
        "title": escape(report.title.to(language) + " · " + report.facts[0][1]),
        "heading": _both(report.title),
        "style": _file("page.css"),
        "script": _file("page.js"),
        "facts": facts,
        "banner": "".join(map(_remark, report.remarks)),
        "contents": contents,
        "body": body,
        "checked_en": "checked" if language == "en" else "",
        "checked_ja": "checked" if language == "ja" else "",
    }
    text = _file("page.html")
    for name, value in parts.items():
        text = text.replace(f"<!--{name}-->", value)
    return text


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _both(words: Words) -> str:
    """Both languages; the style sheet hides one."""
    if words.en == words.ja:
        return escape(words.en)
    return f'<span lang="en">{escape(words.en)}</span><span lang="ja">{escape(words.ja)}</span>'


def _svg_both(words: Words) -> str:
    if words.en == words.ja:
        return escape(words.en)
    return f'<tspan lang="en">{escape(words.en)}</tspan><tspan lang="ja">{escape(words.ja)}</tspan>'


def _remark(remark: Remark) -> str:
    level = remark.level.value
    return f'<li class="{level}"><strong>{_both(_LEVELS[level])}</strong> {_both(remark.text)}</li>'


def _section(section: Section, analysis: Analysis) -> str:
    parts = "".join(_part(part, analysis) for part in section.parts)
    return f'<section id="{section.key}"><h2>{_both(section.title)}</h2>{parts}</section>'


def _part(part: Words | Table | Figure | Example, analysis: Analysis) -> str:
    if isinstance(part, Words):
        return f'<p class="lacking">{_both(part)}</p>'
    if isinstance(part, Table):
        return _titled(part)
    if isinstance(part, Example):
        return _example(part)
    return _figure(part, analysis)


def _titled(table: Table) -> str:
    note = f'<p class="note">{_both(table.note)}</p>' if table.note else ""
    inner = f"{_table(table)}{note}"
    if table.folded:
        return f'<details id="table-{escape(table.key)}"><summary>{_both(table.title)}</summary>{inner}</details>'
    return f'<div id="table-{escape(table.key)}"><h3>{_both(table.title)}</h3>{inner}</div>'


def _table(table: Table, most: int | None = None) -> str:
    rows = table.rows if most is None else table.rows[:most]
    head = "".join(
        f'<th scope="col"{_flush(column.display)}>{_both(column.title)}</th>' for column in table.columns
    )
    body = "".join(
        "<tr>"
        + "".join(_cell(value, c.display) for value, c in zip(row, table.columns, strict=True))
        + "</tr>"
        for row in rows
    )
    left = len(table.rows) - len(rows)
    more = (
        Words(f"{left:,} more rows are in --csv.", f"残り {left:,} 行は --csv にあります。") if left else None
    )
    told = f'<p class="note">{_both(more)}</p>' if more else ""
    return (
        '<div class="scroll" tabindex="0"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{told}"
    )


def _flush(display: Display) -> str:
    return ' class="n"' if display in NUMERIC else ""


def _cell(value: object, display: Display) -> str:
    if isinstance(value, Words):
        return f'<td class="w">{_both(value)}</td>'
    if isinstance(value, Interval):
        text, _, range_ = shown(value, display, "en").partition(" [")
        tail = f" <small>[{escape(range_)}</small>" if range_ else ""
        return f'<td class="n" data-v="{_raw(value.value)}">{escape(text)}{tail}</td>'
    if display in NUMERIC:
        return f'<td class="n" data-v="{_raw(value)}">{escape(shown(value, display, "en"))}</td>'
    text = escape(shown(value, display, "en"))
    return f"<td><code>{text}</code></td>" if display is Display.CODE else f"<td>{text}</td>"


def _raw(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, int | float) else ""


def _figure(figure: Figure, analysis: Analysis) -> str:
    picker = _picker(analysis) if figure.key == "scatter" else ""
    data = _table(figure.data, MOST_ROWS)
    note = f'<p class="note">{_both(figure.data.note)}</p>' if figure.data.note else ""
    summary = _both(Words("Data", "データ"))
    return (
        f'<figure id="figure-{figure.key}"><h3>{_both(figure.title)}</h3>{picker}'
        f'<p class="hidden" id="alt-{figure.key}">{_both(figure.alt)}</p>{draw.inline(figure, _svg_both)}'
        f"<figcaption>{_both(figure.note)}</figcaption>"
        f"<details><summary>{summary}</summary>{data}{note}</details></figure>"
    )


def _picker(a: Analysis) -> str:
    """Two lists of backends, and the times with which the page redraws the scatter plot."""
    names = labels(a, lambda words: words.en)
    options = [f'<option value="{n}">{escape(names[j])}</option>' for n, j in enumerate(a.order)]

    def chosen(place: int) -> str:
        return "".join(
            o.replace(" value", " selected value") if n == place else o for n, o in enumerate(options)
        )

    low, high = scatter_domain(a)
    rows = sampled_rows(a)
    times: list[list[float | None]] = [
        [
            _short(a.cells.seconds[r, j]) if a.cells.solved[r, j] else 0 if a.cells.asked[r, j] else None
            for j in a.order
        ]
        for r in rows.tolist()
    ]
    data: dict[str, Any] = {
        "low": low, "high": high, "rail": high / 1.6, "times": times, "names": [names[j] for j in a.order],
    }  # fmt: skip
    across, up = Words("across", "横軸"), Words("up", "縦軸")
    return (
        f'<p class="picker" hidden><label>{_both(across)} <select id="scatter-x">{chosen(0)}</select></label> '
        f'<label>{_both(up)} <select id="scatter-y">{chosen(1)}</select></label></p>'
        f'<script type="application/json" id="scatter-data">{_json(data)}</script>'
    )


def _short(seconds: float) -> float:
    return float(f"{max(seconds, 1e-9):.4g}")


def _json(data: object) -> str:
    """JSON that cannot end the element it is in."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c")


def _example(example: Example) -> str:
    again = _both(Words("Run it again", "もう一度実行する"))
    return (
        f'<article class="example"><div>{_grid(example.text)}</div><div><h3>{escape(example.place)}</h3>'
        f"<p>{_both(example.why)}</p>{_titled_inline(example.table)}"
        f"<p>{again}:</p><pre><code>{escape(example.command)}</code></pre></div></article>"
    )


def _titled_inline(table: Table) -> str:
    return f"<p>{_both(table.title)}</p>{_table(table)}"


def _grid(text: str) -> str:
    """A board as a table, with thick lines between boxes; any other puzzle as its name."""
    rows = grid_rows(text)
    if rows is None:
        return f"<p><code>{escape(text)}</code></p>"
    size = len(rows)
    tall = next(h for h in range(int(size**0.5), 0, -1) if size % h == 0)
    wide = size // tall
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{_edges(r, c, tall, wide, size)}>{'' if symbol == '.' else escape(symbol)}</td>"
            for c, symbol in enumerate(row)
        )
        + "</tr>"
        for r, row in enumerate(rows)
    )
    name = escape(Words(f"{size} by {size} board", "").en)
    return f'<table class="board s{size}" aria-label="{name}"><tbody>{body}</tbody></table>'


def _edges(row: int, column: int, tall: int, wide: int, size: int) -> str:
    below = (row + 1) % tall == 0 and row + 1 < size
    beside = (column + 1) % wide == 0 and column + 1 < size
    name = ("b" if below else "") + ("r" if beside else "")
    return f' class="{name}"' if name else ""


def grid_rows(text: str) -> Sequence[str] | None:
    """The rows of a board in one line; None if it is no square."""
    size = int(len(text) ** 0.5)
    if size < 2 or size * size != len(text) or ":" in text:
        return None
    return [text[start : start + size] for start in range(0, len(text), size)]
