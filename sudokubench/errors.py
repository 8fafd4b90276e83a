"""The tree of exceptions; parts of messages: places in files, "did you mean", unreadable files, reasons of the system.

A message names the value, the rule it breaks and the remedy. "No solution" is a result, not an exception.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from math import inf
from numbers import Integral
from operator import index
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, TypeGuard
from unicodedata import category

from sudokubench import core_words
from sudokubench.words import Language, Sentence, Words, listed, untranslated

LONGEST_MESSAGE = 1000
"""Largest length of a message, in characters. A longer message loses its middle, or its end if it is not our own."""
MOST_JOBS = 1024
_MOST_FILES = 10_000
"""Largest number of files of a folder that `files_beside` reads."""

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class SudokubenchError(Exception):
    """The base class of all errors that this package raises on purpose."""

    def __init__(self, message: str | Words = "") -> None:
        self.words = shortened(message if isinstance(message, Words) else untranslated(message))
        super().__init__(self.words.en)

    @property
    def placed(self) -> Words:
        """The message, after its place in the input if that is known."""
        return self.words

    def to(self, language: Language) -> str:
        """Return `placed` in a language."""
        return self.placed.to(language)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a piece of input; `line` and `column` count from 1."""

    source: str = ""
    line: int | None = None
    column: int | None = None

    def words(self) -> Words:
        """Return the place in both languages; empty if it is unknown."""
        numbers = ((core_words.LINE, self.line), (core_words.COLUMN, self.column))
        known = [(name, number) for name, number in numbers if number is not None]
        if not self.source:
            return listed(name.format(number=number) for name, number in known)
        return untranslated(":".join([printable(self.source), *(str(number) for _, number in known)]))

    def __str__(self) -> str:
        return str(self.words())


class InputError(SudokubenchError):
    """The error of input that is not a board, a corpus or a record. The command line then exits with 4."""

    def __init__(self, message: str | Words, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place or Place()

    @property
    def message(self) -> str:
        """The fault, without the place."""
        return self.words.en

    def at(self, source: str, line: int | None = None) -> Self:
        """Return the same error with a complete place: a parser knows the column, its caller knows file and line."""
        place = Place(source, self.place.line if line is None else line, self.place.column)
        return type(self)(self.words, place)

    def moved(self, columns: int) -> Self:
        """Return the same error for a text with `columns` more characters at the beginning of its first line."""
        place = self.place
        if place.column is not None and place.line in {None, 1}:
            place = Place(place.source, place.line, place.column + columns)
        return type(self)(self.words, place)

    @property
    def placed(self) -> Words:
        """See `SudokubenchError`."""
        place = self.place.words()
        return core_words.NAMED.format(name=place, text=self.words) if place.en else self.words

    def __str__(self) -> str:
        return self.to("en")


class Refusal(InputError):
    """An error that is final: another way of reading the same text would drop a part of it, or guess."""


class UsageError(SudokubenchError):
    """The error of a request that makes no sense, such as an unknown backend. The command line then exits with 2."""


class BackendUnavailable(SudokubenchError):
    """The error of a backend that cannot be used: a package is missing, or it cannot open this problem."""


class BackendFailed(SudokubenchError):
    """The error of a backend that raises an exception, ends its process, or gives a false or malformed answer."""


class Undecided(SudokubenchError):
    """The error of a call whose budget or memory ran out before the answer. The command line then exits with 6."""


class Cancelled(SudokubenchError):
    """The error of an action that its observer cancelled. Results that were already stored remain."""


def printable(name: str) -> str:
    r"""Return a file name or an argument; escapes replace its characters that cannot be shown or stored.

    Such characters are surrogates, by which Python represents bytes that are not UTF-8. Others would move a terminal's
    cursor or disturb its text: control and format characters, and separators of lines and paragraphs.

    >>> print(printable("a\n\udcff"))
    a\n\udcff
    """
    if name.isprintable():
        return name
    odd = {sign for sign in name if category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    return "".join(sign.encode("unicode_escape").decode() if sign in odd else sign for sign in name)


def suggestion(word: str, known: Iterable[str]) -> Words:
    """Return the end of a message that refuses a name: the close known names, or nothing.

    >>> suggestion("dxl", ["dlx", "sat"]), suggestion("nofile.toml", ["les.html"]).en
    (Words(en='; did you mean dlx?', ja='。もしかして：dlx'), '')
    """
    from difflib import get_close_matches

    names = {name.lower(): name for name in known if name != word}  # a broken link stands beside itself
    word = str(word)[:100].lower()  # a caller may ignore the annotation
    found = get_close_matches(word, names, n=1, cutoff=0.85) or get_close_matches(word, names, n=5)
    close = [names[name] for name in found if _is_near(word, name)][:2]
    either = Words(" or ".join(close), "、".join(close))
    return core_words.DID_YOU_MEAN.format(close=either) if close else untranslated("")


def unknown(name: str, known: Collection[str]) -> dict[str, object]:
    """Return the fields of a message that refuses a name: `name`, the `known` names, and the `close` names."""
    return {"name": name, "known": ", ".join(known), "close": suggestion(name, known)}


def _is_near(a: str, b: str) -> bool:
    """Return whether two names differ in few characters, or one is the beginning or the end of the other.

    >>> _is_near("--serach", "--search"), _is_near("--browser", "--no-browser"), _is_near("--level", "--help")
    (True, True, False)
    >>> _is_near("puzles.txt", "puzzles.txt"), _is_near("mask.txt", "sl.txt")
    (True, False)
    """
    if (ending := os.path.splitext(a)[1]) == os.path.splitext(b)[1]:  # equal endings do not count
        a, b = a.removesuffix(ending), b.removesuffix(ending)
    short, long = sorted((a.lstrip("-"), b.lstrip("-")), key=len)
    if len(short) > 2 and (long.startswith(short) or long.endswith(short)):
        return True
    before, row = list[int](), list(range(len(short) + 1))  # Damerau-Levenshtein distance, row by row
    for i, sign in enumerate(long, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(short, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (sign != other)))
            if i > 1 and j > 1 and sign == short[j - 2] and long[i - 2] == other:
                row[j] = min(row[j], older[j - 2] + 1)
    return len(short) > 1 and row[-1] <= max(1, 0.4 * len(long))


def system_reason(error: OSError) -> Words:
    """Return the reason that the operating system gives, in its own words; for common reasons in Japanese, too.

    >>> system_reason(FileNotFoundError(2, "No such file or directory")).ja
    'ファイルまたはフォルダーがありません'
    """
    reason = error.strerror or str(error)
    known = core_words.SYSTEM_REASONS.get(errno.errorcode.get(error.errno or 0, ""))
    return Words(reason, known.ja) if known is not None and known.en == reason else untranslated(reason)


def unreadable(name: str, error: OSError) -> Words:
    """Return why a file cannot be read. If it does not exist, add the names of similar files."""
    close = suggestion(name, files_beside(name)) if isinstance(error, FileNotFoundError) else ""
    return core_words.UNREADABLE.format(name=printable(name), reason=system_reason(error), close=close)


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Raise InputError in place of an OSError in this context, which reads a file."""
    try:
        yield
    except OSError as error:
        raise InputError(unreadable(name, error)) from error


@contextmanager
def writing(message: Words, **named: object) -> Iterator[None]:
    """Raise InputError in place of an OSError in this context; the field `reason` of `message` gets the reason."""
    try:
        yield
    except OSError as error:
        raise InputError(message.format(**named, reason=system_reason(error))) from error


def require_file(name: str) -> None:
    """Refuse the name of a file that does not exist. A text that does not look like a file name passes."""
    import re

    is_name = "/" in name or re.search(r"\w\.(?!x+$)[a-z]{2,5}\d?$", name, re.IGNORECASE)
    if is_name:
        with reading(name), suppress(ValueError):  # a text with NUL is not a name
            os.stat(name)


def files_beside(name: str) -> list[str]:
    """Return the paths of all files and folders in the folder of a mistyped path."""
    folder = os.path.dirname(name)
    with suppress(OSError, ValueError), os.scandir(folder or ".") as found:
        return [os.path.join(folder, one.name) for one in islice(found, _MOST_FILES)]
    return []


def installing(extra: str) -> str:
    """Return the command that installs an extra of this package; from the checkout if the package runs from one."""
    import shlex
    from pathlib import Path

    home, here = Path(__file__).parents[1], Path.cwd()
    python, what = sys.executable, f"sudokubench[{extra}]"
    if (home / "pyproject.toml").is_file():
        what = f"-e {shlex.quote(f'{min(os.path.relpath(home), str(home), key=len)}[{extra}]')}"
    else:
        what = shlex.quote(what)
    if Path(python).is_relative_to(here):
        python = os.path.relpath(python)
    return f"{shlex.quote(python)} -m pip install {what}"


def one_line(text: str, most: int = LONGEST_MESSAGE, quoted: bool = False) -> str:
    r"""Return a foreign message as one line of bounded length, safe to show and to store.

    Set `quoted` if the caller puts the line into a field with `!r`, which escapes what cannot be shown.

    >>> one_line("bad\n  \x1b[31mnews \udcff", 16)
    'bad \\x1b[31mnew…'
    """
    line = " ".join(text[: 2 * most].split())
    line = line if quoted else printable(line)
    return line if len(line) <= most else line[: most - 1] + "…"


def shortened(text: Words) -> Words:
    """Return a message without the middle of a huge value: its beginning says what is wrong, its end what to do."""
    half = LONGEST_MESSAGE // 2 - 2
    return text.changed(lambda one: one if len(one) <= LONGEST_MESSAGE else f"{one[:half]} … {one[-half:]}")


def error_line(error: BaseException) -> str:
    """Return an exception as one line: its type and its message; as a `Sentence` if it is an error of this package.

    For a `BackendFailed` or a `BackendUnavailable` that only adds the name of a backend, return the exception of the
    backend itself: the caller names the backend.
    """
    below = error.__cause__
    adds = BackendUnavailable if isinstance(below, BackendUnavailable) else BackendFailed
    if below is not None and isinstance(error, adds):
        error = below
    try:
        name, text = type(error).__name__, str.__str__(str(error))
        if isinstance(error, SystemExit):
            name, text = f"sys.exit({text[:100]})", ""
        if isinstance(error, SudokubenchError) and text:
            head = "" if isinstance(error, BackendUnavailable) else f"{name}: "  # its message is a sentence
            return Sentence(error.placed.changed(lambda text: one_line(head + text)))
        return one_line(f"{name}: {text}" if text else name)
    except BaseException:  # `str` of a foreign exception may raise anything; Ctrl-C is also noted elsewhere
        return "an exception that cannot say what it is"


def require_digits(boards: NDArray[np.uint8], size: int) -> None:
    """Refuse boards (n, cells) with a number larger than their size; the message names the first by its index."""
    if boards.max(initial=0) > size:
        row = int((boards > size).any(axis=1).argmax())
        raise InputError(core_words.ROW_WITH_DIGIT.format(row=row, digit=boards[row].max(), size=size))


def is_whole(value: object, least: float, most: float) -> TypeGuard[SupportsIndex]:
    """Return whether a value is a whole number from `least` to `most`; NumPy's integers count, too."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return least <= number <= most


def require_whole(name: str, value: object, least: int, remedy: str | Words = "", most: float = inf) -> None:
    """Refuse an argument that is not a whole number from `least` to `most`; NumPy's integers count, booleans do not.

    `remedy` is the end of the message, such as `NONE_IS_ALL`.
    """
    if type(value) is int and least <= value <= most:  # nearly always
        return
    if isinstance(value, bool) or not (isinstance(value, Integral) and least <= int(value) <= most):
        raise UsageError(core_words.NOT_WHOLE.format(name=name, value=value, least=least, remedy=remedy))


def require_jobs(jobs: object) -> None:
    """Refuse a number of jobs that is not a whole number from 1 to `MOST_JOBS`; each job takes a process or thread."""
    require_whole("jobs", jobs, 1, core_words.AT_MOST.format(most=MOST_JOBS), MOST_JOBS)


def wrong_kind(name: str, value: object, called: Words) -> UsageError:
    """Return the error of an argument that is not one of the allowed values; `called` names these."""
    return UsageError(core_words.WRONG_KIND.format(name=name, value=repr(value), kind=called))


def require_kind(name: str, value: object, kinds: Any, called: Words) -> None:
    """Refuse an argument that is not of one of these types; `called` names the types."""
    if not isinstance(value, kinds):
        raise wrong_kind(name, value, called)


def require_flag(name: str, value: object) -> None:
    """Refuse an argument that is neither true nor false: a text such as "no" would count as true."""
    if type(value).__name__ not in {"bool", "bool_"}:  # NumPy has its own
        raise wrong_kind(name, value, core_words.TRUE_OR_FALSE)


def require_known(name: str, value: object, known: Collection[str]) -> None:
    """Refuse an argument that is not one of the known names."""
    if value not in known:
        names = ", ".join(known)
        raise UsageError(core_words.UNKNOWN_VALUE.format(name=name, value=repr(value), names=names))


def path_of(name: str, value: object) -> str:
    """Return a path as text; refuse any other value."""
    if isinstance(value, (str, os.PathLike)) and (path := os.fsdecode(value)) and "\0" not in path:
        return path
    raise wrong_kind(name, value, core_words.TEXT_OR_PATH)


def as_list(name: str, values: Any, called: Words = core_words.A_LIST) -> list[Any]:
    """Return the values of an argument as a list; a generator is read. Refuse a value that is not iterable.

    `called` names the allowed values. An array without dimensions is an `Iterable`, but `iter` refuses it.
    """
    try:
        found = iter(values)
    except TypeError:
        raise wrong_kind(name, values, called) from None
    return list(found)


def signal_name(number: int) -> str:
    """Return the name of the signal that ended a process."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
