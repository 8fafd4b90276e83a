"""Files that options name: read as text, written, one for each of several puzzles."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import IO, cast

import click

from sudokubench.cli import words
from sudokubench.cli.codes import codes
from sudokubench.cli.stdout import data
from sudokubench.errors import UsageError, system_reason


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
    """Open the file that an option names for writing, standard output for `-`; None if the option is not given.

    A file that exists keeps its content until the command has written everything: it may be the input.
    """
    from sudokubench.errors import InputError, printable

    if file is None:
        return nullcontext()
    try:
        if file == "-" or not os.path.isfile(file):
            return click.open_file(file, "w", encoding="utf-8")
        target = os.path.realpath(file)
        with open(target, "r+b"):  # it may be written
            pass
        beside = os.path.dirname(target)
        number, new = mkstemp(prefix=".sudokubench-", dir=beside if os.access(beside, os.W_OK) else None)
        os.close(number)
        return _replacing(target, new)
    except OSError as error:
        shown = printable(file or "")
        message = words.NOT_WRITTEN.format(option=option, file=shown, reason=system_reason(error))
        raise InputError(message) from error


@contextmanager
def _replacing(target: str, new: str) -> Iterator[IO[str]]:
    """Yield the file `new`; then put it in the place of `target`, or beside it if the command breaks off."""
    from sudokubench.cli.output import remark
    from sudokubench.errors import printable

    complete = False
    try:
        with open(new, "w", encoding="utf-8") as file:
            yield file
        complete = True
    finally:
        kept = os.path.getsize(new) > 0
        if complete and (kept or not codes().first):
            shutil.copymode(target, new)
            _move(new, target)
        elif kept:
            _move(new, f"{target}.partial")
            remark(words.PARTLY_WRITTEN.format(file=printable(target)))
        with suppress(FileNotFoundError):
            os.remove(new)


def _move(file: str, target: str) -> None:
    try:
        os.replace(file, target)
    except OSError:  # on another disk, or mounted by itself
        shutil.copyfile(file, target)


def write_files(option: str, folder: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files, given with their names, to a folder that an option names; create the folder if necessary."""
    from sudokubench.errors import InputError, printable

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, content in files:
            Path(folder, name).write_bytes(content)
    except OSError as error:
        shown = printable(folder)
        message = words.FOLDER_NOT_WRITTEN.format(option=option, folder=shown, reason=system_reason(error))
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
