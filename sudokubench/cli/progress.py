"""Progress of a command: in a terminal one line at the bottom that is rewritten, elsewhere a line from time to time.

`FOOT` is this line; a process has one, because it has one terminal. Every other output clears the line first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from math import inf
from time import monotonic
from typing import TextIO

import click

from sudokubench.cli import words
from sudokubench.words import Language, Words, amount, breadth, untranslated

_OFTEN_S, _FIRST_S, _RARELY_S = 0.2, 10.0, 600.0
"""Seconds between two lines: in a terminal; elsewhere at first, doubled after each line; elsewhere at most."""
_SPANS = (
    (1, 100, words.SECONDS),
    (60, 6000, words.MINUTES),
    (3600, 172_800, words.HOURS),
    (86_400, inf, words.DAYS),
)
"""Time units: length in seconds, the time from which a larger unit is used, and the name."""


def write_to_stderr(text: str, nl: bool = True) -> None:
    """Write on stderr. If it fails (a full disk, a reader that has ended), discard this text and all later ones.

    The data on stdout and the exit code do not depend on it.
    """
    try:
        click.echo(text, err=True, nl=nl)
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Send all further output of a stream to the null device."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


class Foot:
    """The progress line at the bottom of the terminal."""

    def __init__(self) -> None:
        self._shown = False

    def show(self, text: str) -> None:
        """Write the line again."""
        write_to_stderr(f"\r{text}\033[K", nl=False)
        self._shown = True

    def clear(self) -> None:
        """Remove the line, and leave the cursor at the beginning of an empty line."""
        if self._shown:
            write_to_stderr("\r\033[K", nl=False)
            self._shown = False


FOOT = Foot()


class Meter:
    """Shows progress, rarely enough to cost almost nothing.

    Args:
        total: Returns the amount of work, or None if it is unknown; called once, when the first line is due.
    """

    def __init__(self, language: Language, total: Callable[[], int | None]) -> None:
        self._language = language
        self._total = total
        self._of: int | None = None
        self._live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._wait = _OFTEN_S if self._live else _FIRST_S
        self._unit: Words | None = None
        self._marks: list[tuple[float, int]] = []  # times since the start, each twice the one before
        self._due = 0.0

    def progress(self, done: int, of: int | None, by: str, failures: int, unit: Words) -> None:
        """Show the progress if a line is due. The speed leaves out the beginning, where engines compile and warm up."""
        now = monotonic()
        if unit != self._unit:
            self._unit, self._marks = unit, [(now, done), (now, done)]
            self._due = max(self._due, now + self._wait)
        marks = self._marks
        if now < self._due:
            return
        if of is None:
            of = self._of = self._of or self._total()
            self._total = lambda: None
        if now - marks[0][0] >= 2 * (marks[-1][0] - marks[0][0]):
            marks.append((now, done))
        if of is not None and done >= of and not self._live:
            return  # the result follows at once
        since, done_before = marks[-2]
        speed = (done - done_before) / (now - since)
        parts = _parts(done, of and max(of, done), by, failures, unit, speed)
        shown = (message.to(self._language) for message in parts)
        if self._live:
            FOOT.show(_fitting(shown, self._language, _columns() - 1))
        else:
            write_to_stderr(f"sudokubench: {_fitting(shown, self._language, 200)}")
            self._wait = min(2 * self._wait, _RARELY_S)
        self._due = monotonic() + self._wait


def _parts(done: int, of: int | None, by: str, failures: int, unit: Words, speed: float) -> Iterable[Words]:
    """Yield the parts of the line, the most important first."""
    if of is None:
        yield amount(done, unit)
    else:
        yield words.DONE.format(done=f"{done:,}", all=amount(of, unit))
    if failures:
        yield words.FAILED_SO_FAR.format(n=f"{failures:,}")
    if of is not None and done < of and speed > 0:
        yield _left((of - done) / speed)
    for span, rate in ((1, words.A_SECOND), (60, words.A_MINUTE)):
        if speed * span >= 1:
            n = f"{speed * span:,.0f}"
            yield rate.format(n=Words(n, f"{n}{unit.ja}"))
            break
    if by:
        yield untranslated(by)


def _left(seconds: float) -> Words:
    size, unit = next((size, unit) for size, most, unit in _SPANS if seconds < most)
    return words.LEFT.format(n=f"{max(1, round(seconds / size)):,}", unit=unit)


def _fitting(parts: Iterable[str], language: Language, columns: int) -> str:
    """Return a line with as many parts as fit into the columns."""
    line, comma = "", "、" if language == "ja" else ", "
    for part in parts:
        longer = f"{line}{comma}{part}" if line else part
        if breadth(longer) <= columns:
            line = longer
    return line


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
