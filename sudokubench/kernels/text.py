"""Boards as lines of text, many at once: 81 characters a board, `.`, `0`, `*` or `_` for an empty cell.

Every step is one call of C code over thousands of boards, so that reading and writing cost less than solving does; not
over all of them, since memory that is new to the process costs more than the work in it. Other formats are in
`sudokubench.formats`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sudokubench.errors import InputError, Place

Array = np.ndarray[Any, Any]

_AT_A_TIME = 4096
"""Boards that are read or written together: their text fits into the cache of a processor."""
_FOREIGN = 255
_EMPTY = b".0*_"
_VALUES = bytes(0 if i in _EMPTY else i - 48 if i in b"123456789" else _FOREIGN for i in range(256))


def boards_from_lines(lines: Sequence[str] | bytes) -> Array:
    """Read boards of 9x9, one a line, row by row.

    Args:
        lines: strings of 81 characters; or bytes, one board a line, lines ended by a line feed with or without a
            carriage return (the last line may lack it).

    Returns:
        uint8 (n, 81), 0 for an empty cell; read-only.

    Raises:
        InputError: a line of another length, or a character that is neither a digit nor a sign of an empty cell. Its
            place names the line and the column, from 1.
    """
    if isinstance(lines, bytes):
        # latin-1 maps every byte to one character, so a foreign byte keeps its place
        lines = lines.decode("latin-1").replace("\r\n", "\n").removesuffix("\n").split("\n") if lines else []
    if set(map(len, lines)) - {81}:
        row, length = next((row, len(line)) for row, line in enumerate(lines, 1) if len(line) != 81)
        raise InputError(f"a board of 9x9 has 81 characters, this line has {length}", Place(line=row))
    return boards_from_text("".join(lines))


def boards_from_text(text: str) -> Array:
    """Read boards of 9x9, one after the other without line ends.

    Args:
        text: 81 characters a board.

    Returns:
        uint8 (n, 81), 0 for an empty cell; read-only.

    Raises:
        InputError: a character that is neither a digit nor a sign of an empty cell. Its place names the board, as a
            line, and the column, from 1.
    """
    boards = np.empty(len(text), np.uint8)
    for begin in range(0, len(text), 81 * _AT_A_TIME):
        part = slice(begin, begin + 81 * _AT_A_TIME)
        # what is not latin-1 becomes "?", foreign as well
        values = text[part].encode("latin-1", "replace").translate(_VALUES)
        at = values.find(_FOREIGN)
        if at >= 0:
            at += begin
            raise InputError(
                f"{text[at]!r} is neither a digit 0..9 nor one of . * _ for an empty cell",
                Place(line=at // 81 + 1, column=at % 81 + 1),
            )
        boards[part] = np.frombuffer(values, np.uint8)
    boards.flags.writeable = False
    return boards.reshape(-1, 81)


def lines_from_boards(boards: Array, empty: str = ".") -> list[str]:
    """Write uint8 (n, 81) boards, digits 0..9, as strings of 81 characters with the character `empty` for 0."""
    lines: list[str] = []
    for begin in range(0, len(boards), _AT_A_TIME):
        some = boards[begin : begin + _AT_A_TIME]
        text = np.empty((len(some), some.shape[1] + 1), np.uint8)
        text[:, -1] = ord("\n")
        np.add(some, ord("0"), out=text[:, :-1])
        if not some.min():
            text[:, :-1][some == 0] = ord(empty)
        lines += str(text.data, "ascii").splitlines()
    return lines
