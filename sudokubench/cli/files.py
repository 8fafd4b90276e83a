"""Files that options name: read them, write them, and name a file for each of several puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from sudokubench.cli import words
from sudokubench.cli.exit_codes import codes
from sudokubench.cli.stdout import data, for_a_dash
from sudokubench.errors import InputError, UsageError, printable, reading, system_reason, writing
from sudokubench.harness.words import FOLDER_NOT_WRITTEN, NOT_WRITTEN, STREAM_TWICE

if TYPE_CHECKING:
    from pathlib import Path


def is_file(name: str) -> bool:
    """Return whether a file or a pipe has this name; a folder does not count."""
    return os.path.exists(name) and not os.path.isdir(name)


def text_of(file: str, most_bytes: int = 1 << 20) -> str:
    """Return the text of a file, which may be packed; `-` is standard input.

    Raises:
        InputError: The file cannot be read, is not text in UTF-8, or has more than `most_bytes`.
    """
    from sudokubench.formats.unpacked import buffered, unpacked

    with reading(file), click.open_file(file, "rb") as opened:
        try:
            raw = b"".join(text.read(most_bytes + 1) for _, text in unpacked(buffered(opened), file))
        except InputError as error:
            raise error.at(file) from None
    if len(raw) > most_bytes:
        raise InputError(words.FILE_TOO_LONG.format(most=f"{most_bytes:,}")).at(file)
    try:
        return raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise InputError(words.NOT_UTF_8).at(file) from error


def written(file: str | None, option: str) -> AbstractContextManager[TextIO | None]:
    """Open the file that an option names for writing; yield None if the option is not given.

    For `-`, yield standard output; the data of the command then goes to stderr.

    An existing file keeps its content until the command has written everything, because it may also be an input. If the
    command stops early, its output so far is in FILE.partial.

    Raises:
        InputError: The file cannot be written.
    """
    if file is None:
        return nullcontext()
    if file == "-":
        return for_a_dash()
    with writing(NOT_WRITTEN, file=f"{option} {printable(file)}"):
        target, is_new = os.path.realpath(file), not os.path.exists(file)
        if not is_new and not os.path.isfile(file):
            return _opened(file, file, option)  # a pipe has no other path
        with open(target, "xb" if is_new else "r+b"):  # checks that it may be written
            pass
        if is_new:
            return _replacing(target, target, file, option)
        beside = os.path.dirname(target)
        from shutil import copymode
        from tempfile import mkstemp

        number, new = mkstemp(prefix=".sudokubench-", dir=beside if os.access(beside, os.W_OK) else None)
        os.close(number)
        copymode(target, new)
    return _replacing(target, new, file, option)


class _Output(FileIO):
    """A file to write; the error of a full disk gives its option and the name that the user gave."""

    called = ""

    def write(self, data: Any) -> int:
        """Write bytes to the file."""
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise InputError(NOT_WRITTEN.format(file=self.called, reason=system_reason(error))) from error


def _opened(file: str, called: str, option: str) -> TextIO:
    raw = _Output(file, "w")
    raw.called = f"{option} {printable(called)}"
    return TextIOWrapper(BufferedWriter(raw), encoding="utf-8")


@contextmanager
def _replacing(target: str, new: str, called: str, option: str) -> Iterator[TextIO]:
    """Yield the file `new`, which becomes `target` at the end, or `target`.partial if the command stops early.

    If the command failed and wrote nothing, `new` is removed.
    """
    from sudokubench.cli.output import remark

    complete = False
    try:
        with _opened(new, called, option) as file:
            yield file
        complete = True
    finally:
        has_text = os.path.getsize(new) > 0
        if complete and (has_text or not codes().first):
            _move(new, target)  # does nothing to a file that is new
        elif has_text:
            _move(new, f"{target}.partial")
            remark(words.PARTLY_WRITTEN.format(file=printable(target)))
        else:
            os.remove(new)


def _move(file: str, target: str) -> None:
    try:
        os.replace(file, target)
    except OSError:  # `target` is on another disk, or is a mount
        from shutil import copyfile

        copyfile(file, target)
        os.remove(file)


OUTPUTS = ("-o", "--html", "--proof", "--markdown", "--latex", "--book")
"""First names of the options for a file to write, in every command that has them."""


HELP = ("-h", "--help")
"""Names of the option that shows the help of a command."""


def given_values(command: click.Command, args: Sequence[str]) -> list[tuple[str, str]]:
    """Return pairs (option, value) of the command line of a command, as far as the line is valid.

    An option is given by its first name; for an argument it is "".
    """
    context = click.Context(
        command, resilient_parsing=True, ignore_unknown_options=True,
        help_option_names=[*HELP],  # the command keeps its option for help from now on
    )  # fmt: skip
    given, *_ = command.make_parser(context).parse_args([*args])
    named = list[tuple[str, str]]()
    for one in command.params:
        found = given.get(one.name)
        values = found if isinstance(found, list | tuple) else [found]
        name = "" if isinstance(one, click.Argument) else one.opts[0]
        named += [(name, value) for value in values if isinstance(value, str)]
    return named


def refuse_replacing(named: Sequence[tuple[str, str]], may_replace: bool = False) -> None:
    """Refuse a command line that would replace one of its inputs, or write a file twice.

    Args:
        named: The `given_values`.
        may_replace: Whether `-o` may name an argument.

    Raises:
        UsageError: An output is also an input, another output, or the `runs.db` of a folder with results; or standard
            input is named twice.
    """
    if [value for option, value in named if option not in OUTPUTS].count("-") > 1:
        raise UsageError(STREAM_TWICE)
    if not any(option in OUTPUTS for option, _ in named):
        return
    from pathlib import Path

    stores = [Path(value, "runs.db") for value in ("results", *(value for _, value in named))]
    for at, (option, file) in enumerate(named):
        if option not in OUTPUTS or file == "-":
            continue
        others = [
            Path(value.partition(":")[0] if other == "-b" else value)  # may be `solvers.toml:fast`
            for n, (other, value) in enumerate(named)
            if n != at and other != "--to" and not (may_replace and other == "" and option == "-o")
        ]
        if any(_is_same(Path(file), other) for other in (*others, *stores)):
            raise UsageError(words.OUTPUT_IS_INPUT.format(option=option, file=printable(file)))


REPLACING = ("canonical", "check", "convert", "dedupe", "hint", "rate", "solve")
"""Commands whose `-o` may name their input: the file keeps its content until everything is written, see `written`."""


def _is_same(one: Path, other: Path) -> bool:
    """Return whether two names mean the same file, which need not exist. A board as text or a device is not a file."""
    try:
        if one.exists() and not one.is_file():
            return False
        return os.path.realpath(one) == os.path.realpath(other) or one.samefile(other)
    except (OSError, ValueError):
        return False


def write_files(option: str, folder: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write named files to the folder that an option names; create this folder, but not its parents."""
    from pathlib import Path

    with writing(FOLDER_NOT_WRITTEN, folder=f"{option} {printable(folder)}"):
        Path(folder).mkdir(exist_ok=True)
        for name, content in files:
            Path(folder, name).write_bytes(content)


def numbered(file: str, number: int) -> str:
    """Return the file name for one of several puzzles: page.html becomes page-1.html.

    >>> numbered("out/page.html", 1)
    'out/page-1.html'
    """
    stem, suffix = os.path.splitext(file)
    return f"{stem}-{number}{suffix}"


def file_of(
    file: str | None, option: str, number: int, inputs: Iterable[str]
) -> AbstractContextManager[TextIO]:
    """Open the file of a puzzle for writing: the named file if `number` is 0, else a numbered file beside it.

    Without a name, or for `-`, open standard output, which cannot hold several files. `inputs` has the names of the
    puzzles: a numbered file must not replace one of them.

    Raises:
        UsageError: There are several puzzles, and no file is named; or the numbered file is an input.
        InputError: The file cannot be written.
    """
    from pathlib import Path

    if file is None or file == "-":
        if number:
            raise UsageError(words.FILE_FOR_EACH.format(option=option))
        return nullcontext(data())
    names_a_file = os.path.basename(file) and not os.path.isdir(file)
    named = numbered(file, number) if number and names_a_file else file
    if number and any(_is_same(Path(named), Path(one)) for one in inputs):
        raise UsageError(words.OUTPUT_IS_INPUT.format(option=option, file=printable(named)))
    return cast("TextIO", written(named, option))
