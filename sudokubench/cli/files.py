"""Files that options name: read as text, written, one for each of several puzzles."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, cast

import click

from sudokubench.cli import words
from sudokubench.cli.stdout import data
from sudokubench.errors import UsageError


def text_of(file: str, most_bytes: int = 1 << 20) -> str:
    """Return the text of a file of at most `most_bytes`."""
    from sudokubench.errors import InputError, unreadable

    try:
        with open(file, "rb") as opened:
            raw = opened.read(most_bytes + 1)
    except OSError as error:
        raise InputError(unreadable(file, error)) from error
    except ValueError as error:  # a NUL in its name
        raise InputError(words.NOT_A_FILE_NAME.format(file=repr(file))) from error
    if len(raw) > most_bytes:
        raise InputError(words.FILE_TOO_LONG.format(most=f"{most_bytes:,}")).at(file)
    try:
        return raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise InputError(words.NOT_UTF_8).at(file) from error


def written(file: str | None, option: str) -> AbstractContextManager[IO[str] | None]:
    """Open the file that an option names for writing, standard output for `-`; None if the option is not given."""
    from sudokubench.errors import InputError, printable

    try:
        return click.open_file(file, "w", encoding="utf-8") if file is not None else nullcontext()
    except OSError as error:
        shown = printable(file or "")
        message = words.NOT_WRITTEN.format(option=option, file=shown, reason=error.strerror)
        raise InputError(message) from error


def write_drawings(folder: str, drawings: Iterable[tuple[str, str]]) -> None:
    """Write SVG documents, given with their names, to a folder; create the folder if necessary."""
    from sudokubench.errors import InputError, printable

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, text in drawings:
            Path(folder, f"{name}.svg").write_text(text, encoding="utf-8")
    except OSError as error:
        shown = printable(folder)
        message = words.FOLDER_NOT_WRITTEN.format(option="--svg", folder=shown, reason=error.strerror)
        raise InputError(message) from error


def numbered(file: str, number: int) -> str:
    """Return the file name for one of several puzzles: page.html becomes page-1.html.

    >>> numbered("out/page.html", 1)
    'out/page-1.html'
    """
    path = Path(file)
    return str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def file_of(file: str | None, option: str, number: int) -> AbstractContextManager[IO[str]]:
    """Open the file of a puzzle for writing: the named file if `number` is 0, else a numbered file beside it."""
    if number and file in {None, "-"}:
        raise UsageError(words.FILE_FOR_EACH.format(option=option))
    named = "-" if file is None else numbered(file, number) if number else file
    return nullcontext(data()) if named == "-" else cast("IO[str]", written(named, option))
