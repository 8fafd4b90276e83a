"""The parts of a report (columns, tables, figures, remarks, sections), whether it is written as HTML or as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf, isnan
from typing import Any

from sudokubench.board import Board
from sudokubench.formats.html import table
from sudokubench.report.statistics import Interval
from sudokubench.report.values import Display, shown
from sudokubench.report.words import COLUMNS
from sudokubench.words import Language, Words

Say = Callable[[Words], str]
"""A function that returns a text in the language of a picture."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; its key is its name in exports. See `Table.flat` for a value that is an `Interval`."""

    key: str
    title: Words
    display: Display = Display.TEXT


def column(key: str, display: Display = Display.TEXT, title: Words | None = None) -> Column:
    """Return a column; without a title it has the title of its key in `COLUMNS`."""
    return Column(key, title or COLUMNS[key], display)


def columns(display: Display, *keys: str) -> tuple[Column, ...]:
    """Return columns of one display with the titles of their keys."""
    return tuple(column(key, display) for key in keys)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values.

    Attributes:
        key: Name of its file, and of its anchor in the page.
        rows: Values in the order of the columns; None and NaN show as a dash.
        note: How to read it.
        folded: Show it closed at first.
        answers: Keys of the columns that even a narrow terminal shows, unless a column has only dashes.
    """

    key: str
    title: Words
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Any, ...]]
    note: Words | None = None
    folded: bool = False
    answers: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        return table(self.title.en, (column.title.en for column in self.columns), self.texts("en"))

    def texts(self, language: Language) -> list[list[str]]:
        """Return the values as text."""
        displays = [column.display for column in self.columns]
        return [[shown(v, of, language) for v, of in zip(row, displays, strict=True)] for row in self.rows]

    def only(self, *keys: str) -> Table:
        """Return the table with only these columns, in this order; missing columns are skipped."""
        there = {column.key: i for i, column in enumerate(self.columns)}
        places = [there[key] for key in keys if key in there]
        rows = [tuple(row[i] for i in places) for row in self.rows]
        return replace(self, columns=tuple(self.columns[i] for i in places), rows=rows)

    def flat(self) -> tuple[list[str], list[list[object]]]:
        """Return the keys of the columns and the plain values, for exports.

        Intervals become three columns; if some value is a lower bound, a fourth column marks it.
        """
        head: list[str] = []
        columns: list[list[object]] = []
        for i, column in enumerate(self.columns):
            values = [row[i] for row in self.rows]
            intervals = [value for value in values if isinstance(value, Interval)]
            head.append(column.key)
            columns.append([v.value if isinstance(v, Interval) else v for v in values])
            parts = ("low", "high", "at_least") if any(v.at_least for v in intervals) else ("low", "high")
            for part in parts if intervals else ():
                head.append(f"{column.key}_{part}")
                columns.append([getattr(v, part) if isinstance(v, Interval) else None for v in values])
        return head, [[_plain(value) for value in row] for row in zip(*columns, strict=True)]

    def as_columns(self) -> dict[str, list[object]]:
        """Return the plain values of each column, by its key."""
        head, rows = self.flat()
        return {name: [row[i] for row in rows] for i, name in enumerate(head)}

    def as_dicts(self) -> list[dict[str, object]]:
        """Return the rows as plain data for JSON, which has no infinity."""
        head, rows = self.flat()
        return [{k: None if v in {inf, -inf} else v for k, v in zip(head, row, strict=True)} for row in rows]


def _plain(value: object) -> object:
    if isinstance(value, Words):
        return value.en
    return None if isinstance(value, float) and isnan(value) else value


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot.

    Attributes:
        key: Name of its file, and of its anchor in the page.
        alt: A sentence about its content for readers who cannot see it.
        note: How to read it.
        draw: Makes the altair chart in the language of `Say`.
        data: The points as a table.
    """

    key: str
    title: Words
    alt: Words
    note: Words
    draw: Callable[[Say], Any]
    data: Table


@dataclass(frozen=True, slots=True)
class Example:
    """A notable puzzle: text, board if any, place, the reason to show it, and the command to ask about it again.

    A `contested` puzzle has contradicting or wrong answers.
    """

    text: str
    board: Board | None
    place: str
    why: Words
    command: str
    table: Table
    contested: bool


class Severity(Enum):
    """Importance of a remark of the banner."""

    ALARM = "alarm"
    WARNING = "warning"
    GOOD = "good"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence of the banner."""

    level: Severity
    text: Words


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its content."""

    key: str
    title: Words
    parts: tuple[Words | Table | Figure | Example, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report.

    Attributes:
        answer: The finding of the report in one sentence, and how sure it is.
        facts: Pairs of a name and a value, for the head of the page.
        remarks: The banner, the worst first.
    """

    title: Words
    answer: Words
    facts: tuple[tuple[Words, str], ...]
    remarks: tuple[Remark, ...]
    sections: tuple[Section, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, including those of the plots and of the notable puzzles."""
        parts = (part for section in self.sections for part in section.parts if not isinstance(part, Words))
        tables = (part.table if isinstance(part, Example) else part for part in parts)
        return tuple(part.data if isinstance(part, Figure) else part for part in tables)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All plots."""
        return tuple(part for section in self.sections for part in section.parts if isinstance(part, Figure))

    def as_dict(self) -> dict[str, object]:
        """Return the report as plain data for JSON; a plot is given as the table of its points."""
        return {
            "schema": "sudokubench.report/1",
            "answer": self.answer.as_json(),
            "facts": {name.en: value for name, value in self.facts},
            "remarks": [{"level": r.level.value, **r.text.as_json()} for r in self.remarks],
            "tables": {table.key: table.as_dicts() for table in self.tables},
        }
