"""What the commands print: JSON lines and tables on stdout, remarks and progress on stderr."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from sudokubench.actions.observer import PUZZLES, Observer
from sudokubench.cli import interrupts
from sudokubench.cli.codes import code_of, codes
from sudokubench.cli.progress import FOOT, Meter
from sudokubench.errors import SudokubenchError, printable
from sudokubench.words import Language, Words, breadth
from sudokubench.words import folded as broken

if TYPE_CHECKING:
    from rich.text import Text

    from sudokubench.report.model import Table


def locale_language() -> Language:
    """The language of the user's locale, as the variables of POSIX tell it, if there are texts in it; else English."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "ja" if named.startswith("ja") else "en"


def echo(text: object) -> None:
    """A line on stdout."""
    if sys.stdout.isatty():
        FOOT.clear()
    click.echo(text)


def folded(text: str) -> str:
    """A text as a terminal shows it: full lines go on below, further in where they are numbered. Boards stay whole."""
    columns = shutil.get_terminal_size().columns
    if not sys.stdout.isatty() or max(map(breadth, text.split("\n"))) <= columns:
        return text

    def fold(line: str) -> str:
        number = line[: len(line) - len(re.sub(r"^ *\d+\. ", "", line))]
        if (
            not breadth(line)
            > columns
            > max((len(word) for word in line.split() if word.isascii()), default=0)
        ):
            return line
        parts = broken(line[len(number) :], max(columns - len(number), 20))
        return number + ("\n" + " " * len(number)).join(parts)

    return "\n".join(map(fold, text.split("\n")))


def json_line(**values: object) -> None:
    """One JSON object on one line of stdout."""
    json_lines([values])


def json_lines(objects: Iterable[dict[str, object]]) -> None:
    """JSON objects, each on a line of stdout."""
    is_utf = (sys.stdout.encoding or "").lower().startswith("utf")
    encoder = json.JSONEncoder(ensure_ascii=not is_utf, separators=(",", ":"))
    echo("\n".join(map(encoder.encode, objects)))


def remark(text: str) -> None:
    """A remark on stderr."""
    FOOT.clear()
    click.echo(f"sudokubench: {_harmless(text)}", err=True)


def _harmless(text: str) -> str:
    """A text in which nothing that others have said moves the terminal."""
    return "\n".join(map(printable, text.split("\n")))


_FRAME = 3
"""What is between two columns of a table."""

_NARROW = 20
"""Sentences in a column are not broken into shorter lines."""


def print_table(table: Table, language: Language, wide: bool = False) -> None:
    """A table, as wide as the terminal, or 80 columns where there is none; if wide, as wide as it needs.

    No value is cut: columns that are empty are left out, and from the first on that has no room the others, which is
    told.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    from sudokubench.report.values import DASH, NUMERIC, shown

    console = Console(
        width=10_000 if wide else None if sys.stdout.isatty() else 80, markup=False, emoji=False
    )
    grid = Grid(
        title=table.title.to(language), title_justify="left", header_style="bold", box=box.SIMPLE_HEAVY
    )
    room, left, filled = console.width - _FRAME, list[str](), list[list[Text]]()
    for n, column in enumerate(table.columns):
        head = Text(column.title.to(language))
        cells = [Text(_harmless(shown(row[n], column.display, language))) for row in table.rows]
        if cells and all(cell.plain == DASH for cell in cells):
            continue
        number = column.display in NUMERIC
        longest = max((cell.cell_len for cell in cells), default=0)
        least = longest if number else max(_longest_word(cells), min(longest, _NARROW))
        least = max(least, _longest_word([head]))
        room -= least + _FRAME
        if filled and (left or room < 0):
            left.append(head.plain)
        else:
            filled.append(cells)
            lines = head.wrap(console, least, overflow="fold") if number else [head]
            grid.add_column(Text("\n").join(lines), justify="right" if number else "left", min_width=least)
    for row in zip(*filled, strict=True):
        grid.add_row(*row)
    FOOT.clear()
    console.print(grid)
    if left:
        en, ja = "columns left out: {}; --wide shows all", "除いた列：{}。--wide で全部を示します"
        remark(Words(en.format(", ".join(left)), ja.format("、".join(left))).to(language))


def _longest_word(texts: Sequence[Text]) -> int:
    """Columns that the longest piece takes at which no line is broken; Japanese may be, after some characters."""
    from rich.cells import cell_len

    parts = [part for text in texts for part in text.plain.split()]
    return max(
        (min(8, cell_len(part)) if cell_len(part) > len(part) else len(part) for part in parts), default=1
    )


class Watch(Observer):
    """Tells a user on stderr what an action says, in a language, else that of the locale; Ctrl-C cancels.

    Args:
        language: Of what it tells.
        total: Says how many puzzles there are, as `progress.Meter` wants.

    Attributes:
        refusals: How many pieces of input were refused.
        codes: What the command has to tell by its exit code.
    """

    def __init__(
        self, language: Language | None = None, total: Callable[[], int | None] = lambda: None
    ) -> None:
        self.language = language or locale_language()
        self.codes = codes()
        self.refusals = 0
        self._meter = Meter(self.language, total)

    def remark(self, words: Words) -> None:
        """See `Observer`."""
        remark(words.to(self.language))

    def refused(self, error: SudokubenchError) -> None:
        """See `Observer`."""
        self.refusals += 1
        self.codes.note(code_of(error))
        remark(error.to(self.language))

    def progress(
        self, done: int, of: int | None = None, *, by: str = "", failures: int = 0, unit: Words = PUZZLES
    ) -> None:
        """See `Observer`."""
        self._meter.progress(done, of, by, failures + self.refusals, unit)

    def heed(self) -> None:
        """See `Observer`."""
        interrupts.heed()
