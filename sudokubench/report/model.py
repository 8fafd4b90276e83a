"""What a report is made of, whatever it is written as."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sudokubench.board import Board
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
        facts: Pairs of a name and a value, for the head of the page.
        remarks: The banner, the worst first.
        sections: The rest.
    """

    title: Words
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
