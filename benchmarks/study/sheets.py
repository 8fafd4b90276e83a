"""Tables of the study: record them as JSON, show them as Markdown, and read their cells for sentences."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isnan, log, nan
from pathlib import Path
from typing import Any

from benchmarks import report, results
from sudokubench.report.model import Column, Table
from sudokubench.report.statistics import LEVEL, Interval, holm
from sudokubench.report.values import NUMERIC, Display, shown
from sudokubench.words import Words

RESULTS = results(publish=True) / "study"
"""The folder of published tables."""

Cell = str | Words | float | Interval


def sheet(columns: Sequence[Column], rows: Sequence[tuple[Cell, ...]], source: Words) -> Table:
    """Return a table of the study. The first column names the rows; `source` names the measured boards."""
    return Table("", source, tuple(columns), rows)


def markdown(table: Table) -> str:
    """Return a table as Markdown, in English."""
    rows = [
        [shown(cell, column.display, "en") for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    right = [column.display in NUMERIC for column in table.columns]
    return "\n".join(report.markdown([c.title.to("en") for c in table.columns], rows, right))


def record(part: str, table: Table, seconds: float, folder: Path) -> None:
    """Write a table to its file."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        **report.origin(f"python -m benchmarks.study {part}", seconds),
        "source": _plain(table.title),
        "columns": [
            {"key": c.key, "title": _plain(c.title), "display": c.display.value} for c in table.columns
        ],
        "rows": [[_plain(cell) for cell in row] for row in table.rows],
    }
    (folder / f"{part}.json").write_text(
        json.dumps(report.short(made), indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def _plain(cell: Cell) -> object:
    if isinstance(cell, Words):
        return {"en": cell.en, "ja": cell.ja}
    if isinstance(cell, Interval):
        return [None if isnan(value) else value for value in (cell.value, cell.low, cell.high)]
    return cell


def _cell(plain: Any) -> Cell:
    if isinstance(plain, dict):
        return Words(**plain)
    if isinstance(plain, list):
        value, low, high = (nan if each is None else float(each) for each in plain)
        return Interval(value, low, high)
    return nan if plain is None else plain


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded table, with the command, the date and the machine."""

    table: Table
    origin: dict[str, Any]

    def markdown(self) -> str:
        """Return the table, its boards, the command that measures it again, and the machine and date."""
        facts = report.said(self.origin, japanese=False)
        return "\n".join([markdown(self.table), "", f"{self.table.title.to('en')}: {facts}"])

    @property
    def labels(self) -> list[str]:
        """Return the names of the rows, without the marks of code."""
        return [_label(row[0]) for row in self.table.rows]

    def __call__(self, row: str, column: str) -> Figure:
        """Return one cell."""
        at = [c.key for c in self.table.columns].index(column)
        cell = self.table.rows[self.labels.index(row)][at]
        if isinstance(cell, str | Words):
            raise TypeError(f"{row}, {column}: no figure but {cell}")
        one = cell if isinstance(cell, Interval) else Interval(cell, cell, cell)
        return Figure(one, self.table.columns[at].display)


def _label(cell: Cell) -> str:
    return (cell.en if isinstance(cell, Words) else str(cell)).replace("`", "")


def recorded(part: str) -> Recorded:
    """Return the recorded table of a part."""
    found = json.loads((RESULTS / f"{part}.json").read_text(encoding="utf-8"))
    columns = tuple(Column(c["key"], _words(c["title"]), Display(c["display"])) for c in found["columns"])
    rows = [tuple(_cell(cell) for cell in row) for row in found["rows"]]
    return Recorded(sheet(columns, rows, _words(found["source"])), found)


def _words(plain: dict[str, str]) -> Words:
    return Words(plain["en"], plain["ja"])


@dataclass(frozen=True, slots=True)
class Figure:
    """A cell for sentences. `{figure}` prints its value, `{figure:i}` value and interval, `{figure:%}` both in %."""

    interval: Interval
    display: Display = Display.RATIO

    value = property(lambda self: self.interval.value)
    low = property(lambda self: self.interval.low)
    high = property(lambda self: self.interval.high)

    @property
    def inverse(self) -> Figure:
        """Return one over the figure."""
        return Figure(Interval(1 / self.value, 1 / self.high, 1 / self.low), self.display)

    def __format__(self, how: str) -> str:
        if how == "%":
            value, *ends = (
                f"{100 * x:{'.2g' if abs(x) < 0.995 else '.0f'}}" for x in (self.value, self.low, self.high)
            )
            return f"{value} %" if self.low == self.high else f"{value} % [{', '.join(ends)}]"
        return shown(self.interval if how == "i" else self.value, self.display, "en")

    def __bool__(self) -> bool:
        raise TypeError("a figure has no truth value; use .low or .high")

    def parted_from(self, other: Figure) -> bool:
        """Return whether the two intervals do not overlap."""
        return bool(self.high < other.low or other.high < self.low)


def span(figures: Sequence[Figure]) -> str:
    """Return a range such as `1.2–3.4`: from the least to the greatest end of the intervals of some figures."""
    low, high = min(figure.low for figure in figures), max(figure.high for figure in figures)
    ends = [shown(end, figures[0].display, "en") for end in (low, high)]
    return ends[0] if ends[0] == ends[1] else "–".join(ends)


def significant(
    figures: Mapping[str, Figure], freedom: float, of: Callable[[float], float] = log
) -> dict[str, int]:
    """Return the figures that differ from equality after Holm's correction for all: -1 below equality, 1 above.

    The tables keep intervals but no p-values. So the function computes a p-value from the end of the interval nearer to
    equality, as if that end came from Student's distribution.

    Args:
        figures: All compared figures.
        freedom: Degrees of freedom of the intervals; a smaller number is more cautious.
        of: The scale on which equality is 0: `log` for ratios, `float` for correlations.
    """
    adjusted = holm([_p(figure, freedom, of) for figure in figures.values()])
    return {
        name: 1 if of(figure.value) > 0 else -1
        for (name, figure), p in zip(figures.items(), adjusted, strict=True)
        if p < 1 - LEVEL
    }


def _p(figure: Figure, freedom: float, of: Callable[[float], float]) -> float:
    from scipy.special import stdtr, stdtrit

    value = of(figure.value)
    half = abs(value - of(figure.low if value > 0 else figure.high))
    if isnan(half) or value == 0:
        return 1.0
    wide = float(stdtrit(freedom, (1 + LEVEL) / 2))
    return float(2 * stdtr(freedom, -wide * abs(value) / half)) if half else 0.0


def beyond(figure: Figure, bound: float = 1.0) -> int:
    """Return -1 if the interval lies below the bound, 1 if it lies above, and 0 if it holds or touches the bound."""
    return (figure.low > bound) - (figure.high < bound) if abs(figure.value) < inf else 0
