"""The part that all strict text forms share: blanks, separators, alphabets, and the step from characters to digits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple
from unicodedata import decimal

from sudokubench.constraints import Constraint
from sudokubench.errors import InputError, Place
from sudokubench.formats.limits import LONGEST_ROW
from sudokubench.formats.words import LONG_ROW, SCRIPT, SYMBOL
from sudokubench.layout import MAX_SIZE, Layout, default_symbols
from sudokubench.words import Words

BLANKS = frozenset(".0*_ ")
NOTHING = frozenset({"", "None", "none", "null", "NULL", "nan", "NaN", "NA", "<NA>"})
"""Texts that stand for an empty field in tables and lists."""
MAX_CELLS = MAX_SIZE * MAX_SIZE

# Only \n and \r\n end a line: str.splitlines would also split at form feeds and Unicode separators.
_LINE_END = re.compile(r"\r?\n")
_DIVIDER = re.compile(r"[\s\-+=|:─-╿]*|(?=.*[-=]{3})[\s\-+=|:.'*]*")
_TOKEN = re.compile(r"[^\s|:│┃║]+")


class Grid(NamedTuple):
    """The content of a text form.

    Attributes:
        digits: One byte a cell, 0 where blank.
        candidates: Masks of the candidates of each cell, if the text shows them.
        constraints: Rules other than the houses, if the text states them.
        forbidden: Options that no solution may hold, if the text states them, ascending.
        remarks: What was left out of a puzzle of another program, because it states no rule.
    """

    layout: Layout
    digits: bytes
    candidates: tuple[int, ...] | None = None
    constraints: tuple[Constraint, ...] = ()
    forbidden: tuple[int, ...] = ()
    remarks: tuple[Words, ...] = ()


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without their ends; a final line end adds an empty line."""
    return _LINE_END.split(text)


def is_divider(row: str) -> bool:
    """Return whether a line of a multi-line grid only separates boxes, or is blank."""
    return bool(_DIVIDER.fullmatch(row))


def rows_of(text: str) -> list[tuple[int, str]]:
    """Return the lines that hold cells, each with its number from 1. Raises InputError beyond `LONGEST_ROW`."""
    rows = list(enumerate(split_lines(text), 1))
    for number, row in rows:
        if len(row) > LONGEST_ROW:
            raise InputError(LONG_ROW.format(count=len(row), most=LONGEST_ROW), Place("", number))
    return [(number, row) for number, row in rows if not is_divider(row)]


def tokens(row: str) -> list[tuple[str, int]]:
    """Return the tokens of a row, each with its column (1 is the first). Spaces, bars and colons separate tokens."""
    return [(match[0], match.start() + 1) for match in _TOKEN.finditer(row)]


def is_number(cell: str, size: int) -> bool:
    """Return whether a cell is written as a number, as in boards beyond 9x9; the number may exceed the size."""
    return size > 9 and len(cell) <= 2 and cell.isascii() and cell.isdigit()


def two_figures(cell: str) -> str:
    """Return a number in two figures: beyond 9x9 the sign 5 may be a symbol, but 05 is a number."""
    return cell.zfill(2) if cell.isdigit() else cell


@lru_cache(maxsize=4096)
def size_of(cells: int) -> int | None:
    """Return the size of a board from its number of cells: 4, 6, 8, 9, 10, 12 ... 36; None for any other number.

    In a board of prime size, boxes can only be rows. Such a size is never guessed: the caller must give the layout.
    """
    size = isqrt(cells)
    composite = any(size % k == 0 for k in range(2, isqrt(size) + 1))
    return size if size * size == cells and size <= MAX_SIZE and composite else None


def standard_layout(size: int, cells: Sequence[str]) -> Layout:
    """Return the standard layout whose symbols fit the cells.

    Beyond 9x9 several alphabets are common: the default one, 1-9A-Z, and A-Z. The first one that has all signs of the
    cells is used, or else the default one. The alphabet 0-9A-Z comes before them if 0 is a digit. 0 is a digit if
    another sign stands for blanks, or if each of the n signs occurs n times.
    """
    if size <= 9:
        return Layout.standard(size)
    shown = [cell.upper() for cell in cells]
    used = set(shown)
    from_zero = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]
    # At 36x36, 0 is the last digit anyway.
    if size < MAX_SIZE and "0" in used and used <= set(from_zero) | BLANKS:
        full = all(shown.count(symbol) == size for symbol in from_zero)
        if full or used & (BLANKS - {"0"}):
            return Layout.standard(size, symbols=from_zero)
    alphabets = ["123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]]
    if size <= 26:
        alphabets.append("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size])
    for symbols in [default_symbols(size), *alphabets]:
        if len(symbols) == size and used <= set(symbols) | BLANKS:
            return Layout.standard(size, symbols=symbols)
    return Layout.standard(size)


def digit_of(cell: str, layout: Layout, place: Place) -> int:
    """Return the digit that a character stands for, 0 for a blank. Raises InputError for a foreign symbol."""
    digit = layout.symbols.find(cell) + 1
    if not digit and cell.isascii():  # some letters beyond ASCII have the same capitals
        digit = layout.symbols.find(cell.upper()) + 1
    if digit or cell in BLANKS:
        return digit
    usual = default_symbols(layout.size)  # accepted as well, unless the layout uses one of them
    if cell.upper() in usual and set(usual).isdisjoint(layout.symbols.upper()):
        return usual.index(cell.upper()) + 1
    value = decimal(cell, None)
    if value == 0 and layout.symbols[0] == chr(ord(cell) + 1):
        return 0  # the zero of the script in which the board is written
    shown = repr(cell) if cell.isascii() and cell.isprintable() else f"{cell!r} (U+{ord(cell):04X})"
    words = SYMBOL.format(shown=shown, layout=layout, symbols=layout.symbols)
    if value is not None and not cell.isascii() and layout.size <= 9:
        symbols = "".join(chr(ord(cell) - int(value) + digit) for digit in range(1, layout.size + 1))
        words += SCRIPT.format(symbols=symbols, layout=layout.in_symbols(symbols))
    raise InputError(words, place)
