"""What all text forms share: blanks, alphabets, and turning the characters of cells into digits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from sudokubench.errors import InputError, Place
from sudokubench.layout import MAX_SIZE, Layout, default_symbols

BLANKS = frozenset(".0*_ ")
MAX_CELLS = MAX_SIZE * MAX_SIZE

# Only \n and \r\n end a line: str.splitlines would also split at form feeds and Unicode separators.
_LINE_END = re.compile(r"\r?\n")
_HEXADECIMAL = "0123456789ABCDEF"
_RULE = re.compile(r"^[\s\-+=|:─-╿]*$")


class Grid(NamedTuple):
    """What a text shows: one byte a cell (0 where blank), and masks of the candidates if it shows them."""

    layout: Layout
    digits: bytes
    candidates: tuple[int, ...] | None = None


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends."""
    return _LINE_END.split(text)


def is_rule(row: str) -> bool:
    """Whether a line of a multi-line grid only parts boxes, or is blank."""
    return bool(_RULE.match(row))


def size_of(cells: int) -> int | None:
    """The size of a board with so many cells, if that is a size one can guess: 4, 6, 8, 9, 10, 12 ... 36.

    Prime sizes have no boxes but rows, so they are not guessed but must be asked for.
    """
    size = isqrt(cells)
    composite = any(size % k == 0 for k in range(2, isqrt(size) + 1))
    return size if size * size == cells and size <= MAX_SIZE and composite else None


def standard_layout(size: int, cells: Sequence[str]) -> Layout:
    """The standard layout whose symbols fit the cells.

    Beyond 9 several alphabets are common. The first of these that has every symbol is taken: the default one,
    1-9A-Z, A-Z, and for 16 also 0-F where 0 stands beside another sign for a blank.
    """
    if size <= 9:
        return Layout.standard(size)
    used = {cell.upper() for cell in cells}
    if size == 16 and "0" in used and used & BLANKS - {"0"} and used <= set(_HEXADECIMAL) | BLANKS:
        return Layout.standard(size, symbols=_HEXADECIMAL)
    alphabets = ["123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]]
    if size <= 26:
        alphabets.append("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size])
    for symbols in [default_symbols(size), *alphabets]:
        if len(symbols) == size and used <= set(symbols) | BLANKS:
            return Layout.standard(size, symbols=symbols)
    return Layout.standard(size)


def digit_of(cell: str, layout: Layout, place: Place) -> int:
    """The digit that a character stands for, 0 for a blank. Raises InputError for a foreign symbol."""
    digit = layout.symbols.find(cell.upper()) + 1
    if digit or cell in BLANKS:
        return digit
    shown = f"{cell!r} (U+{ord(cell):04X})" if not cell.isascii() or not cell.isprintable() else repr(cell)
    raise InputError(
        f"the symbol {shown} is no digit of {layout} and no blank; "
        f"digits are {layout.symbols}, blanks are . 0 * _ or a space",
        place,
    )


def wrong_size(found: str) -> InputError:
    """The error for a text whose number of cells fits no layout."""
    return InputError(
        f"{found}: a board has a square number of cells, such as 16, 36, 81, 144, 256 or 625; "
        "prime sizes need a layout"
    )
