"""Boards as lines of text, many at once: 81 characters a board, `.`, `0`, `*` or `_` for an empty cell.

Each step is one call of C code over thousands of boards, so that reading and writing cost less than solving does. A
step never takes all boards of a file: allocating the memory would cost more than the work. Other formats are in
`sudokubench.formats`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sudokubench.errors import InputError, Place
from sudokubench.formats.words import LINE_OF_9X9, NO_SIGN_OF_9X9

Array = np.ndarray[Any, Any]

_AT_A_TIME = 4096
"""Number of boards that are read or written together: their text fits into a processor's cache."""
_END, _FOREIGN = 254, 255
_EMPTY = b".0*_"
_VALUES = bytes(
    0 if i in _EMPTY else i - 48 if i in b"123456789" else _END if i == 10 else _FOREIGN for i in range(256)
)

_SIGNS = b".123456789".ljust(256, b"?")


def boards_from_lines(lines: Sequence[str] | bytes) -> Array:
    """Read boards of 9x9, one a line, row by row.

    Args:
        lines: strings of 81 characters; or bytes, one board a line, lines ended by a line feed with or without a
            carriage return (the last line may lack this end).

    Returns:
        uint8 (n, 81), 0 for an empty cell; read-only.

    Raises:
        InputError: A line has another length, or a character is neither a digit nor a sign of an empty cell. The error
            names the line, and for a character also the column, from 1.
        TypeError: `lines` holds other values than strings.
    """
    text: str | bytes
    if isinstance(lines, bytes):
        text = (lines.replace(b"\r\n", b"\n") if b"\r" in lines else lines).removesuffix(b"\n")
    else:
        text = "\n".join(lines)
    n, rest = divmod(len(text) + 1, 82) if lines else (0, 0)
    boards = np.empty((n, 81), np.uint8)
    for begin in range(0, n, _AT_A_TIME):
        part = text[82 * begin : 82 * (begin + _AT_A_TIME)]
        # a character outside latin-1 becomes "?", which is foreign as well
        values = (part if isinstance(part, bytes) else part.encode("latin-1", "replace")).translate(_VALUES)
        if begin + _AT_A_TIME >= n:
            values += bytes([_END])
        rows = np.frombuffer(values, np.uint8, len(values) // 82 * 82).reshape(-1, 82)
        some = boards[begin : begin + len(rows)]
        some[:] = rows[:, :81]
        if (rows[:, 81] != _END).any() or some.max() > 9:
            raise _fault(lines)
    if rest or (not isinstance(lines, bytes) and n != len(lines)):
        raise _fault(lines)
    boards.flags.writeable = False
    return boards


def plain_lines(text: bytes) -> tuple[Array, int]:
    """Read lines from the beginning of a text while each is just a board of 9x9 and ends like the first line.

    Returns:
        The boards, uint8 (n, 81), 0 for an empty cell; and the number of bytes that their lines take.
    """
    end = b"\r\n" if text[81:82] == b"\r" else b"\n"
    width = 81 + len(end)
    n = len(text) // width
    text = text[: n * width]
    boards = np.frombuffer(text.translate(_VALUES), np.uint8).reshape(n, width)[:, :81]
    ends = np.frombuffer(text, np.uint8).reshape(n, width)[:, 81:]
    if n and (boards.max() > 9 or (ends != list(end)).any()):
        other = (boards > 9).any(axis=1) | (ends != list(end)).any(axis=1)
        n = int(np.argmax(other))
    return boards[:n], n * width


def text_from_boards(boards: Array, empty: str, full: str) -> str:
    """Write uint8 (n, 81) boards, one after the other, in a form where each cell is one character at a fixed place.

    Args:
        boards: Digits 0..9.
        empty: The text of a board with only empty cells, each shown by a dot.
        full: The text of a full board. It differs from `empty` at the places of the cells.
    """
    signs = np.frombuffer(empty.encode("ascii"), np.uint8)
    text = np.empty((len(boards), len(signs)), np.uint8)
    text[:] = signs
    places = np.flatnonzero(signs != np.frombuffer(full.encode("ascii"), np.uint8))
    text[:, places] = np.frombuffer(boards.tobytes().translate(_SIGNS), np.uint8).reshape(boards.shape)
    return str(text.data, "ascii")


def _fault(lines: Sequence[str] | bytes) -> InputError:
    if isinstance(lines, bytes):
        # latin-1 maps every byte to one character, so a foreign byte keeps its place
        lines = lines.decode("latin-1").replace("\r\n", "\n").removesuffix("\n").split("\n")
    for row, line in enumerate(lines, 1):
        if len(line) != 81:
            return InputError(LINE_OF_9X9.format(count=len(line)), Place(line=row))
    row, column = next(
        (row, column)
        for row, line in enumerate(lines, 1)
        for column, sign in enumerate(line, 1)
        if sign not in "0123456789.*_"
    )
    return InputError(NO_SIGN_OF_9X9.format(sign=lines[row - 1][column - 1]), Place(line=row, column=column))


def lines_from_boards(boards: Array) -> list[str]:
    """Return uint8 (n, cells) boards, digits 0..9, as n strings with a character for each cell, `.` for 0."""
    lines: list[str] = []
    for begin in range(0, len(boards), _AT_A_TIME):
        some = boards[begin : begin + _AT_A_TIME]
        text = np.empty((len(some), some.shape[1] + 1), np.uint8)
        text[:, -1] = ord("\n")
        np.add(some, ord("0"), out=text[:, :-1])
        if not some.min():
            text[:, :-1] -= 2 * (some == 0).view(np.uint8)  # a point instead of 0
        lines += str(text.data, "ascii").split("\n")
        del lines[-1]  # the empty text after the last line end
    return lines
