"""Values of reports as text for people: numbers, ratios, times with their unit, intervals, boards."""

from __future__ import annotations

from enum import Enum
from math import isfinite, isnan

from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.report.statistics import Interval
from sudokubench.words import Language, Words, in_unit

DASH = "–"


class Display(Enum):
    """The kind of values of a column; it decides how they are shown. Exports have the plain values."""

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


NUMERIC = frozenset(Display) - {Display.TEXT, Display.WORDS, Display.CODE}
"""The displays that are set flush right."""


def shown(value: object, display: Display, language: Language) -> str:
    """Return one value as text; a dash if it is unknown.

    >>> shown(0.00042, Display.SECONDS, "en"), shown(None, Display.COUNT, "en"), shown(12345, Display.COUNT, "en")
    ('420 µs', '–', '12,345')
    >>> shown(Interval(1.0, 0.5, 2.0), Display.RATIO, "en")
    '1.00 [0.500, 2.00]'
    >>> shown(Interval(60.0, 60.0, 60.0, at_least=True), Display.SECONDS, "en")
    '≥ 60.0 s [60.0 s, 60.0 s]'
    >>> shown(Interval(1620.0, 1619.5, 12345.0), Display.NUMBER, "en")
    '1,620 [1,620, 12,345]'
    """
    if isinstance(value, Interval):
        centre = ("≥ " if value.at_least else "") + shown(value.value, display, language)
        if isnan(value.low):  # then the other end is unknown, too
            return centre
        return f"{centre} [{shown(value.low, display, language)}, {shown(value.high, display, language)}]"
    if isinstance(value, Words):
        return value.to(language)
    if value is None or (isinstance(value, float) and isnan(value)):
        return DASH
    if not isinstance(value, int | float):
        return str(value)
    return _number(value, display)


def _number(value: float, display: Display) -> str:
    if isinstance(value, float) and not isfinite(value):  # an integer may be too large for a float
        return "∞"
    if display is Display.SECONDS:
        return seconds_text(value)
    if display is Display.COUNT:
        return f"{value:,}" if isinstance(value, int) else f"{value:,.0f}"  # all digits of a large integer
    if display is Display.SHARE:
        return f"{100 * value:.1f} %"
    if display is Display.BYTES:
        return f"{value / 1e6:,.0f} MB"
    if display is Display.P:
        return "< 0.0001" if value < 0.0001 else f"{value:.4f}"
    if value == int(value) and display is not Display.RATIO and abs(value) < 1e6:
        return f"{value:,.0f}"
    return significant(value)


def significant(value: float) -> str:
    """Return a number with three significant digits, or all digits before the point; below 0.001 it has an exponent.

    >>> significant(999.4), significant(999.7), significant(-12345), significant(0.5)
    ('999', '1,000', '-12,345', '0.500')
    """
    if abs(value) >= 999.5:
        return f"{value:,.0f}"
    if value != 0 and abs(value) < 1e-3:
        return f"{value:.2e}"
    return f"{value:#.3g}".rstrip(".")


def seconds_text(seconds: float) -> str:
    """Return a time with three significant digits.

    >>> seconds_text(0.00421), seconds_text(12.0), seconds_text(3e-9), seconds_text(1000), seconds_text(0.9996)
    ('4.21 ms', '12.0 s', '3.00 ns', '1,000 s', '1.00 s')
    """
    if seconds == 0:
        return "0 s"
    number, unit = in_unit(seconds if seconds >= 1 else float(f"{seconds:.3g}"))
    return f"{significant(number)} {unit}"


def rows(board: Board) -> list[str]:
    """Return the rows of a board, one character a cell.

    >>> rows(Board.parse("1...3..2...3..2."))
    ['1...', '3..2', '...3', '..2.']
    """
    line, size = board.format("line"), board.layout.size
    return [line[start : start + size] for start in range(0, len(line), size)]


def rules(board: Board) -> str:
    """Return layout, constraints and forbidden candidates of a board; empty if it is a usual board of its size.

    >>> rules(Board.empty()), rules(Board.empty(Layout.named("9x9-diagonal")))
    ('', '9x9-diagonal')
    """
    layout = board.layout
    special = [] if layout == Layout.standard(layout.size) else [str(layout)]
    constraints = [str(constraint.describe(layout)) for constraint in board.constraints]
    names = " ".join(map(layout.option_name, sorted(board.forbidden)))
    return "; ".join([*special, *constraints, *([f"without {names}"] if names else [])])
