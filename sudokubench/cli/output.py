"""What the commands print: JSON lines and tables on stdout, remarks and progress on stderr."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import click

from sudokubench.actions.observer import Observer
from sudokubench.cli import interrupts
from sudokubench.cli.codes import code_of, codes
from sudokubench.errors import SudokubenchError, printable
from sudokubench.words import Language, Words, counted

if TYPE_CHECKING:
    from rich.console import Console

    from sudokubench.report.model import Table


def locale_language() -> Language:
    """The language of the user's locale, as the variables of POSIX tell it, if there are texts in it; else English."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "ja" if named.startswith("ja") else "en"


def json_line(**values: object) -> None:
    """One JSON object on one line of stdout."""
    is_utf = (sys.stdout.encoding or "").lower().startswith("utf")
    click.echo(json.dumps(values, ensure_ascii=not is_utf, separators=(",", ":")))


def remark(text: str) -> None:
    """A remark on stderr."""
    click.echo(f"sudokubench: {_harmless(text)}", err=True)


def _harmless(text: str) -> str:
    """A text in which nothing that others have said moves the terminal."""
    return "\n".join(map(printable, text.split("\n")))


def duration(ns: float) -> str:
    """A time with three significant digits: `870 ns`, `4.21 ms`."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:#.3g}".rstrip(".") + f" {unit}"
    return f"{ns:.0f} ns"


def print_table(table: Table, language: Language) -> None:
    """A table on the terminal."""
    from rich.table import Table as Grid
    from rich.text import Text

    from sudokubench.report.values import NUMERIC, shown

    grid = Grid(title=table.title.to(language), title_justify="left", header_style="bold")
    for column in table.columns:
        side: Literal["left", "right"] = "right" if column.display in NUMERIC else "left"
        grid.add_column(Text(column.title.to(language)), justify=side)
    for row in table.rows:
        cells = (shown(v, c.display, language) for v, c in zip(row, table.columns, strict=True))
        grid.add_row(*(Text(_harmless(cell)) for cell in cells))
    console(160).print(grid)


def console(width: int) -> Console:
    """Stdout for tables, in which no text is markup; so many columns wide where it is no terminal."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else width, markup=False, emoji=False)


class Watch(Observer):
    """Tells a user on stderr what an action says, in a language, else that of the locale; Ctrl-C cancels.

    Progress is one changing line on a terminal, else a line every ten seconds.

    Attributes:
        refusals: How many pieces of input were refused.
        codes: What the command has to tell by its exit code.
    """

    def __init__(self, language: Language | None = None) -> None:
        self.language = language or locale_language()
        self.codes = codes()
        self.refusals = 0
        self._live = sys.stderr.isatty()
        self._begun = self._shown = time.monotonic()
        self._on_line = False

    def remark(self, words: Words) -> None:
        """See `Observer`."""
        self.clear()
        remark(words.to(self.language))

    def refused(self, error: SudokubenchError) -> None:
        """See `Observer`."""
        self.refusals += 1
        self.codes.note(code_of(error))
        self.clear()
        remark(error.to(self.language))

    def progress(self, done: int, of: int | None = None) -> None:
        """See `Observer`."""
        now = time.monotonic()
        if now - self._shown < (0.2 if self._live else 10.0):
            return
        self._shown = now
        rate = done / (now - self._begun)
        text = counted(done, "puzzle") + (f", {rate:,.0f} a second" if rate >= 1 else "")
        self._on_line = self._live
        click.echo(f"\r{text}\033[K" if self._live else f"sudokubench: {text}", err=True, nl=not self._live)

    def heed(self) -> None:
        """See `Observer`."""
        interrupts.heed()

    def clear(self) -> None:
        """Take the changing line away."""
        if self._on_line:
            self._on_line = False
            click.echo("\r\033[K", err=True, nl=False)


@contextmanager
def told_in(language: Language) -> Iterator[None]:
    """What is refused in it is told in this language."""
    try:
        yield
    except SudokubenchError as error:
        raise type(error)(error.to(language)) from None
