"""What a report is made of, whatever it is written as."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import inf, isnan
from typing import Any

from sudokubench.board import Board
from sudokubench.report.statistics import Interval
from sudokubench.words import Words

Say = Callable[[Words], str]
"""Chooses the language of a text in a picture."""


class Display(Enum):
    """What the values of a column are; it decides how people see them. Exports have the values as they are."""

    TEXT = "text"
    WORDS = "words"  # texts of reports in two languages
    CODE = "code"  # puzzles and commands
    COUNT = "count"
    SECONDS = "seconds"
    RATIO = "ratio"
    SHARE = "share"
    NUMBER = "number"
    BYTES = "bytes"
    P = "p"


@dataclass(frozen=True, slots=True)
class Column:
    """A column; its key names it in exports. A value may be an `Interval`, which exports as three columns."""

    key: str
    title: Words
    display: Display = Display.TEXT


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values.

    Attributes:
        key: Name of its file and anchor.
        title: Heading.
        columns: Columns.
        rows: Values in the order of the columns; None and NaN show as a dash.
        note: How to read it.
        folded: Show it closed at first.
    """

    key: str
    title: Words
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Any, ...]]
    note: Words | None = None
    folded: bool = False

    def only(self, *keys: str) -> Table:
        """The same with these columns only, in this order; those that it has not are left out."""
        there = {column.key: i for i, column in enumerate(self.columns)}
        places = [there[key] for key in keys if key in there]
        rows = [tuple(row[i] for i in places) for row in self.rows]
        return replace(self, columns=tuple(self.columns[i] for i in places), rows=rows)

    def flat(self) -> tuple[list[str], list[list[object]]]:
        """Keys of the columns and plain values, as exports have them; intervals become three columns."""
        wide = [any(isinstance(row[i], Interval) for row in self.rows) for i in range(len(self.columns))]
        head: list[str] = []
        for column, is_wide in zip(self.columns, wide, strict=True):
            head += [column.key, f"{column.key}_low", f"{column.key}_high"] if is_wide else [column.key]
        rows = []
        for row in self.rows:
            out: list[object] = []
            for value, is_wide in zip(row, wide, strict=True):
                if isinstance(value, Interval):
                    out += [value.value, value.low, value.high]
                else:
                    out += [
                        value.en if isinstance(value, Words) else value,
                        *([None, None] if is_wide else []),
                    ]
            rows.append([None if isinstance(v, float) and isnan(v) else v for v in out])
        return head, rows

    def as_dicts(self) -> list[dict[str, object]]:
        """The rows as JSON has them, which knows no infinity."""
        head, rows = self.flat()
        return [{k: None if v in {inf, -inf} else v for k, v in zip(head, row, strict=True)} for row in rows]


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot.

    Attributes:
        key: Name of its file and anchor.
        title: Heading.
        alt: What it shows, in a sentence for people who do not see it.
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
    """A puzzle worth a look: its text, its board if it is one, its place, why it is shown, what runs it again."""

    text: str
    board: Board | None
    place: str
    why: Words
    command: str
    table: Table


class Level(Enum):
    """How much a remark of the banner matters."""

    ALARM = "alarm"
    WARNING = "warning"
    GOOD = "good"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence of the banner."""

    level: Level
    text: Words


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what is under it."""

    key: str
    title: Words
    parts: tuple[Words | Table | Figure | Example, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report.

    Attributes:
        title: Heading.
        answer: One sentence: what the report has found, and how sure that is.
        facts: Pairs of a name and a value, for the head of the page.
        remarks: The banner, the worst first.
        sections: The rest.
    """

    title: Words
    answer: Words
    facts: tuple[tuple[Words, str], ...]
    remarks: tuple[Remark, ...]
    sections: tuple[Section, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, those of the plots among them."""
        out: list[Table] = []
        for section in self.sections:
            for part in section.parts:
                if isinstance(part, Table):
                    out.append(part)
                elif isinstance(part, Figure):
                    out.append(part.data)
                elif isinstance(part, Example):
                    out.append(part.table)
        return tuple(out)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All plots."""
        return tuple(part for section in self.sections for part in section.parts if isinstance(part, Figure))

    def as_dict(self) -> dict[str, object]:
        """The report as JSON has it: what is drawn is in the tables of the plots."""
        return {
            "schema": "sudokubench.report/1",
            "answer": {"en": self.answer.en, "ja": self.answer.ja},
            "facts": {name.en: value for name, value in self.facts},
            "remarks": [{"level": r.level.value, "en": r.text.en, "ja": r.text.ja} for r in self.remarks],
            "tables": {table.key: table.as_dicts() for table in self.tables},
        }
