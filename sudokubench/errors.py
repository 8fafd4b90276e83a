"""One exception tree. A message names the value, the rule it breaks and the remedy.

No solution is a result, never an exception.
"""

from __future__ import annotations

import signal
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING
from unicodedata import category

from sudokubench.words import Language, Words, both

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray


class SudokubenchError(Exception):
    """Base of everything this package raises on purpose. The message may be there in both languages."""

    def __init__(self, message: str | Words = "") -> None:
        self.words = message if isinstance(message, Words) else both(message)
        super().__init__(self.words.en)

    def to(self, language: Language) -> str:
        """The message in a language; many are there in English only."""
        return self.words.to(language)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece of input came from; `line` and `column` count from 1."""

    source: str = ""
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        numbers = {"line": self.line, "column": self.column}
        known = {name: number for name, number in numbers.items() if number is not None}
        if not self.source:
            return ", ".join(f"{name} {number}" for name, number in known.items())
        return ":".join(map(str, (printable(self.source), *known.values())))


class InputError(SudokubenchError):
    """Input that is no board, no corpus or no record. The command line exits with 4."""

    def __init__(self, message: str | Words, place: Place | None = None) -> None:
        super().__init__(message)
        self.place = place or Place()

    @property
    def message(self) -> str:
        """What is wrong, without the place."""
        return self.words.en

    def at(self, source: str, line: int | None = None) -> InputError:
        """The same error with its place completed: a parser knows the column, its caller file and line."""
        place = Place(source, self.place.line if line is None else line, self.place.column)
        return type(self)(self.words, place)

    def moved(self, columns: int) -> InputError:
        """The same error in a text whose first line has so many characters more in front."""
        place = self.place
        if place.column is not None and place.line in {None, 1}:
            place = Place(place.source, place.line, place.column + columns)
        return type(self)(self.words, place)

    def to(self, language: Language) -> str:
        """Place and message in a language."""
        place, message = str(self.place), super().to(language)
        return f"{place}: {message}" if place else message

    def __str__(self) -> str:
        return self.to("en")


class UsageError(SudokubenchError):
    """A request that makes no sense, such as an unknown backend. The command line exits with 2."""


class BackendUnavailable(SudokubenchError):
    """A backend that is known but cannot run here: a package is missing, or it cannot open this problem."""


class BackendFailed(SudokubenchError):
    """A backend that ends the program, or the generator that it runs in, in place of an answer."""


class Undecided(SudokubenchError):
    """A budget ran out where a plain value was promised. The command line exits with 6."""


class Cancelled(SudokubenchError):
    """Whoever watches an action does not want it any more. What it has kept until then stays."""


def printable(name: str) -> str:
    r"""The name of a file, or an argument, as text that can be shown and kept: what is no text in it is escaped.

    A name may hold bytes that are no UTF-8, which Python has as halves of characters, and signs that move a terminal.

    >>> print(printable("a\n\udcff"))
    a\n\udcff
    """
    if name.isprintable():
        return name
    odd = {sign for sign in name if category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    return "".join(sign.encode("unicode_escape").decode() if sign in odd else sign for sign in name)


def did_you_mean(word: str, known: Iterable[str], language: Language = "en") -> str:
    """What a message that refuses a name ends with, if it is close to some that are known.

    >>> did_you_mean("dxl", ["dlx", "sat"])
    '; did you mean dlx?'
    """
    from difflib import get_close_matches

    names = {name.lower(): name for name in known}
    word = word[:100].lower()
    found = get_close_matches(word, names, n=1, cutoff=0.85) or get_close_matches(word, names, n=2)
    close = [names[name] for name in found]
    if language == "ja":
        return f"。もしかして：{'、'.join(close)}" if close else ""
    return f"; did you mean {' or '.join(close)}?" if close else ""


def unreadable(name: str, error: OSError) -> str:
    """Why a file cannot be read; if there is none, those with close names."""
    close = did_you_mean(name, files_beside(name)) if isinstance(error, FileNotFoundError) else ""
    return f"{printable(name)} cannot be read: {error.strerror or error}{close}"


def files_beside(name: str) -> list[str]:
    """The files and folders that lie where a mistyped name should, written as it is."""
    import os

    folder = os.path.dirname(name)
    with suppress(OSError, ValueError), os.scandir(folder or ".") as found:
        return [os.path.join(folder, one.name) for one in islice(found, _MOST_FILES)]
    return []


def installing(extra: str) -> str:
    """The command line that installs an extra of this package here, from a checkout if it runs from one."""
    import os
    import shlex
    import sys
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


_MOST_FILES = 10_000
"""Of a folder that are looked at."""
LONGEST_MESSAGE = 1000
"""Characters of what others say that are kept."""


def one_line(text: str, most: int = LONGEST_MESSAGE) -> str:
    r"""What others say, as a line of bounded length that can be shown and kept.

    >>> one_line("bad\n  \x1b[31mnews \udcff", 16)
    'bad \\x1b[31mnew…'
    """
    line = printable(" ".join(text[: 2 * most].split()))
    return line if len(line) <= most else line[: most - 1] + "…"


def told(error: BaseException) -> str:
    """An exception of others in a line: what it is and what it says, if that can be said."""
    try:
        name, text = type(error).__name__, str.__str__(str(error))
        if isinstance(error, SystemExit):
            name, text = f"sys.exit({text[:100]})", ""
        return one_line(f"{name}: {text}" if text else name)
    except BaseException:  # raised by whoever raised the other; a Ctrl-C is noted besides
        return "an exception that cannot say what it is"


def require_digits(boards: NDArray[np.uint8], size: int) -> None:
    """Refuse boards (n, cells) that hold a number larger than their size; the message names the row, from 0."""
    if boards.max(initial=0) > size:
        row = int((boards > size).any(axis=1).argmax())
        raise InputError(
            f"row {row} holds the digit {boards[row].max()}: the largest of {size}x{size} is {size}"
        )


def require_whole(name: str, value: object, least: int, remedy: str = "") -> None:
    """Refuse an argument that is no whole number of at least `least`; numpy's integers are whole, booleans not.

    Args:
        name: What the argument is called.
        value: What was given for it.
        least: The smallest allowed value.
        remedy: The end of the message, such as `; None wants all`.

    Raises:
        UsageError: It is something else.
    """
    if type(value) is int and value >= least:  # nearly always
        return
    if isinstance(value, bool) or not hasattr(value, "__index__") or value.__index__() < least:
        raise UsageError(f"{name}={value!r}: it takes a whole number of at least {least}{remedy}")


def signal_name(number: int) -> str:
    """What a process died of."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
