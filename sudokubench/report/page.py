"""A report as one HTML file that needs no network, no other file, and no script to be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from math import isnan
from typing import TYPE_CHECKING

from sudokubench.board import Board
from sudokubench.pages.frame import content, in_both_languages, opening, sealed
from sudokubench.report import draw
from sudokubench.report.analysis import Analysis
from sudokubench.report.browse import browsed
from sudokubench.report.model import Example, Figure, Report, Severity, Table
from sudokubench.report.statistics import Interval
from sudokubench.report.values import NUMERIC, rows, rules, shown
from sudokubench.report.words import LEVELS, MORE_ROWS
from sudokubench.words import Language, Words

if TYPE_CHECKING:
    from jinja2 import Environment

MOST_ROWS = 400
"""Largest number of rows of a plot's table on the page; exports have all rows."""


def page(
    report: Report,
    analysis: Analysis | None,
    language: Language,
    drawing: Callable[[int], object] = lambda drawn: None,
) -> str:
    """Return the page of a report, with the puzzles of `analysis`, if any; it first shows `language`.

    Args:
        drawing: Called with the number of plots drawn so far.

    Raises:
        BackendUnavailable: The packages that draw are not installed.
    """
    draw.require()
    from markupsafe import Markup

    drawn = count(1)

    def both(words: Words) -> Markup:
        """Return a text in both languages; text between backticks is code."""
        return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", in_both_languages(words)))

    def svg(figure: Figure) -> Markup:
        made = Markup(draw.inline(figure, partial(in_both_languages, tag="tspan")))
        drawing(next(drawn))
        return made

    environment = _environment()
    title = f"{report.title.to(language)} · {report.facts[0][1]}"
    pairs = enumerate(zip(draw.HUES, draw.HUES_ON_DARK, strict=True))
    hues = " ".join(f"--hue{i}: light-dark({light}, {dark});" for i, (light, dark) in pairs)
    environment.filters["svg"] = svg
    environment.globals |= {"both": both, "say": lambda en, ja: both(Words(en, ja))}
    made = environment.from_string(content("page.html", __package__)).render(
        report=report,
        opening=Markup(opening(title, report.title, language, f":root {{ {hues} }}\n")),
        levels={level: LEVELS[level.value] for level in Severity},
        alarm=Severity.ALARM,
        most_rows=MOST_ROWS,
        more_rows=MORE_ROWS,
        script=Markup(content("page.js", __package__)),
        puzzles=browsed(analysis) if analysis else None,
    )
    return sealed(made)


def _environment() -> Environment:
    """Return templates that escape all values; only text that this package wrote is `Markup`."""
    from jinja2 import Environment, StrictUndefined

    made = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    for name, kind in (("words", Words), ("table", Table), ("example", Example)):
        made.tests[name] = lambda part, kind=kind: isinstance(part, kind)
    made.tests["numeric"] = NUMERIC.__contains__
    made.filters |= {
        "shown": lambda value, display: shown(value, display, "en"),
        "plain": _plain,
        "squares": _squares,
        "times_first": _times_first,
        "rules": rules,
    }
    return made


def _times_first(table: Table) -> Table:
    """Return a table; the ranking gets its times before its counts, because a phone shows the first columns."""
    if table.key != "ranking":
        return table
    counts = ("asked", "solved", "wrong")
    rest = [column.key for column in table.columns if column.key not in counts]
    at = rest.index("median_s") + 1
    return table.only(*rest[:at], *counts, *rest[at:])


def _plain(value: object) -> str:
    """Return a number as the text by which the page's script sorts; "" for any other value, and for NaN."""
    number = value.value if isinstance(value, Interval) else value
    if isinstance(number, float):
        return "" if isnan(number) else f"{number:.6g}"
    return str(number) if isinstance(number, int) else ""


def _squares(board: Board) -> Iterator[list[tuple[str, str]]]:
    """Yield the rows of a board: for each cell its symbol, and `b` or `r` if another box is below or right of it."""
    n, boxes = board.layout.size, board.layout.boxes
    for r, line in enumerate(rows(board)):
        cells = range(r * n, r * n + n)
        below = ["b" if r + 1 < n and boxes[c] != boxes[c + n] else "" for c in cells]
        right = ["r" if c + 1 < cells.stop and boxes[c] != boxes[c + 1] else "" for c in cells]
        yield list(zip(line.replace(".", " "), map("".join, zip(below, right, strict=True)), strict=True))
