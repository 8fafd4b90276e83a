"""Output of the commands: JSON lines and tables on stdout, remarks and progress on stderr; their language."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from sudokubench.actions.observer import Observer
from sudokubench.actions.words import PUZZLES
from sudokubench.cli import interrupts
from sudokubench.cli.exit_codes import Codes, code_of, codes
from sudokubench.cli.progress import FOOT, Meter, write_to_stderr
from sudokubench.cli.stdout import data, has_file
from sudokubench.cli.words import COLUMNS_LEFT_OUT, ONE_PICTURE
from sudokubench.errors import SudokubenchError, UsageError, printable
from sudokubench.words import Language, Words, breadth, folded, listed, untranslated

if TYPE_CHECKING:
    from rich.console import JustifyMethod
    from rich.text import Text

    from sudokubench.report.model import Column, Table


def locale_language() -> Language:
    """Return the language that the POSIX variables of the locale name; English for all but Japanese."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "ja" if named.startswith("ja") else "en"


def language() -> Language:
    """Return the language of the running command: from `--lang`, or from the locale."""
    context = click.get_current_context(silent=True)
    asked = context and context.find_object(Codes)
    return (asked and asked.language) or locale_language()


def echo(text: object) -> None:
    """Print a line on stdout; print `Words` in the language of the command."""
    text = text.to(language(), command=True) if isinstance(text, Words) else text
    if data().isatty():
        FOOT.clear()
    click.echo(text, file=data())


def echo_board(text: object, form: str) -> None:
    """Print a board in a form. Raises UsageError for a second picture in the file of `-o`."""
    if form == "svg" and has_file() and data().tell():
        raise UsageError(ONE_PICTURE)
    echo(text)


def fit_to_terminal(text: str) -> str:
    """Fold the long lines of a text for a terminal; indent the rest of numbered lines. Boards stay whole."""
    import shutil

    columns = shutil.get_terminal_size().columns
    if not data().isatty() or max(map(breadth, text.split("\n"))) <= columns:
        return text

    def fold(line: str) -> str:
        number = line[: len(line) - len(re.sub(r"^ *\d+\. ", "", line))]
        longest = max((len(word) for word in line.split() if word.isascii()), default=0)
        if breadth(line) <= columns or longest >= columns:
            return line
        parts = folded(line[len(number) :], max(columns - len(number), 20))
        return number + ("\n" + " " * len(number)).join(parts)

    return "\n".join(map(fold, text.split("\n")))


def padded(text: Words | str, width: int) -> str:
    """Pad a text on the right, or on the left if the width is negative; a Japanese character takes two columns."""
    text = text.to(language()) if isinstance(text, Words) else text
    spaces = " " * (abs(width) - breadth(text))
    return spaces + text if width < 0 else text + spaces


def counts_of(counts: Mapping[str, int], names: Mapping[str, Words]) -> Words:
    """Return numbers of puzzles by verdict or strength as text, the largest first; `names` has Japanese words."""
    ordered = sorted(counts.items(), key=lambda one: -one[1])
    return listed(Words(f"{name} {n:,}", f"{names[name].ja}{n:,}問") for name, n in ordered)


def json_line(**values: object) -> None:
    """Print one JSON object on a line of stdout."""
    json_lines([values])


def print_result(result: Any, as_json: bool, text: str | Words | Iterable[str], *arguments: str) -> None:
    """Print a result: as JSON (`arguments` go to its `as_json`), or as text. Several lines are folded to fit."""
    if as_json:
        json_line(**result.as_json(*arguments))
    else:
        echo(text if isinstance(text, str | Words) else fit_to_terminal("\n".join(text)))


def json_lines(objects: Iterable[dict[str, object]]) -> None:
    """Print JSON objects, each on a line of stdout."""
    is_utf = (data().encoding or "").lower().startswith("utf")
    encoder = json.JSONEncoder(ensure_ascii=not is_utf, separators=(",", ":"))
    echo("\n".join(map(encoder.encode, objects)))


def remark(words: Words, to: Language | None = None) -> None:
    """Print a remark on stderr, in the language `to` or in the language of the command."""
    FOOT.clear()
    write_to_stderr(f"sudokubench: {_harmless(words.to(to or language(), command=True))}")


def _harmless(text: str) -> str:
    """Return a text with control characters escaped; foreign text may contain them."""
    return "\n".join(map(printable, text.split("\n")))


_FRAME = 3
"""Width of the space between two columns of a table, in characters."""
_NARROW = 20
"""Smallest width at which a column of sentences is folded, in characters."""
_FOLDED = 10
"""Smallest width, in characters, to which a column of boards is folded to give the answers room."""


def print_table(table: Table, lang: Language, wide: bool = False) -> None:
    """Print a table as wide as the terminal (80 columns without a terminal), or as wide as necessary if `wide`.

    No value is cut. The first column and the columns of answers always appear: if they do not fit, names and sentences
    are folded, and the table becomes wider than the terminal if this is not enough. Empty columns are left out. The
    first column that does not fit, and all after it, are left out, too; a remark names these.
    """
    import rich.table
    from rich import box
    from rich.console import Console
    from rich.text import Text

    from sudokubench.report.values import DASH, NUMERIC, Display, shown

    console = Console(
        width=10_000 if wide else None if data().isatty() else 80, markup=False, emoji=False, file=data()
    )
    grid = rich.table.Table(
        title=table.title.to(lang), title_justify="left", header_style="bold", box=box.SIMPLE_HEAVY
    )
    parts: list[tuple[Column, Text, list[Text], int]] = []
    for n, column in enumerate(table.columns):
        head = Text(column.title.to(lang))
        values = [row[n] for row in table.rows]
        texts = [
            v.to(lang, command=True) if isinstance(v, Words) else shown(v, column.display, lang)
            for v in values
        ]
        cells = [Text(_harmless(text)) for text in texts]
        if cells and all(cell.plain == DASH for cell in cells):
            continue
        longest = max((cell.cell_len for cell in cells), default=0)
        number = column.display in NUMERIC
        least = longest if number else max(_longest_word(cells), min(longest, _NARROW))
        parts.append((column, head, cells, max(least, _longest_word([head]))))
    kept = [n for n, (column, *_) in enumerate(parts) if not n or column.key in table.answers]
    room = console.width - _FRAME - sum(parts[n][3] + _FRAME for n in kept)
    tight = bool(table.answers) and room < 0
    for n in sorted(kept, key=lambda n: -parts[n][3]) if tight else ():
        column, head, cells, least = parts[n]
        if room < 0 and column.display not in NUMERIC:
            bearable = _FOLDED if column.display is Display.CODE else _longest_word(cells)
            narrower = max(min(least, max(bearable, _longest_word([head]))), least + room)
            room += least - narrower
            parts[n] = column, head, cells, narrower
    console.width -= min(room, 0)  # rich would cut values
    left = list[str]()
    for n, (_, head, _, least) in enumerate(parts):
        if n not in kept:
            room -= least + _FRAME
            if left or room < 0:
                left.append(head.plain)
            else:
                kept.append(n)
    for column, head, _, least in (parts[n] for n in sorted(kept)):
        number = column.display in NUMERIC
        title = Text("\n").join(head.wrap(console, least, overflow="fold") if number else [head])
        justify: JustifyMethod = "right" if number else "left"
        most = least if tight else None
        grid.add_column(title, justify=justify, min_width=least, max_width=most, overflow="fold")
    for row in zip(*(parts[n][2] for n in sorted(kept)), strict=True):
        grid.add_row(*row)
    FOOT.clear()
    with console.capture() as text:  # to a closed pipe, rich itself would end the process
        console.print(grid)
    click.echo(text.get(), data(), nl=False, color=True)
    if left:
        remark(COLUMNS_LEFT_OUT.format(names=listed(map(untranslated, left))), lang)


def _longest_word(texts: Sequence[Text]) -> int:
    """Return the width of the longest word, in columns of the terminal.

    A word with wide characters, such as Japanese text, may be folded: it counts as at most 8 columns.
    """
    from rich.cells import cell_len

    parts = [part for text in texts for part in text.plain.split()]
    return max(
        (min(8, cell_len(part)) if cell_len(part) > len(part) else len(part) for part in parts), default=1
    )


class Watch(Observer):
    """Shows the reports of an action on stderr; Ctrl-C cancels the action.

    Args:
        lang: Language of the messages; None for the language of the command.
        total: Returns the number of puzzles, see `progress.Meter`.

    Attributes:
        refusals: Number of refused pieces of input.
        codes: Exit codes that apply so far.
    """

    def __init__(self, lang: Language | None = None, total: Callable[[], int | None] = lambda: None) -> None:
        self.language = lang or language()
        self.codes = codes()
        self.refusals = 0
        self._meter = Meter(self.language, total)

    def remark(self, words: Words) -> None:
        """See `Observer`."""
        remark(words, self.language)

    def refused(self, error: SudokubenchError) -> None:
        """See `Observer`."""
        self.refusals += 1
        self.codes.note(code_of(error))
        remark(error.placed, self.language)

    def progress(
        self, done: int, of: int | None = None, *, by: str = "", failures: int = 0, unit: Words = PUZZLES
    ) -> None:
        """See `Observer`."""
        self._meter.progress(done, of, by, failures + self.refusals, unit)

    def heed(self) -> None:
        """See `Observer`."""
        interrupts.heed()
