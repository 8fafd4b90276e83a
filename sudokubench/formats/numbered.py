"""Number the lines of a stream; lines can be put back, and runs of plain boards come as arrays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from sudokubench.errors import InputError
from sudokubench.formats.limits import LONGEST_LINE, MAX_BYTES, MOST_ROWS
from sudokubench.formats.regions import layout_of_map
from sudokubench.formats.words import LONG_LINE, NOT_UTF_8, NUL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FEW = 32
"""Smallest number of plain lines that are read as an array."""

_JAPANESE = re.compile(r"[\t -~°-÷\u2010-\u25ff\u3000-\u30ff\u4e00-\u9fff\uff01-\uff9f]*")
_GAMES = re.compile(rb"(?<=>)(?=\s*<(?:game|folder)\b)")
"""The places where a line of XML is cut: OpenSudoku writes all its games in one line."""
_OF_EMOJI = dict.fromkeys((0xFE0F, 0x20E3))
"""Marks that make an emoji of the digit before them; they are left out."""
_WESTERN = re.compile(r"[\t -~\xa0-\xff]*")


class Plain(NamedTuple):
    """Boards of 9x9, one a line and nothing else: uint8 (n, 81), 0 for a blank; and the number of the first line."""

    digits: NDArray[np.uint8]
    line: int


Line = tuple[int, str | InputError]


class SizeHeading(NamedTuple):
    """A line that names the size of the boards below it, and its number; `is_used` is true after the first board."""

    size: int
    line: int
    is_used: bool = False


class Lines(Iterator[Line]):
    """Numbered lines; a reader may put lines back.

    Attributes:
        taken: The lines that were read since `taken` was last emptied.
        number: The number of the last line read.
        unclosed: The number of a line. Lists that open before this line are never closed.
        grids: Whether a line that may be a board or a row is a row; None if unknown.
        heading: The heading that names the size of the next boards, if any.
        refused: The last line that is part of no board.
        link: The error of the first link among words; a file without a board reports it.
    """

    def __init__(self, stream: BinaryIO, grids: bool | None = None) -> None:
        self._stream = stream
        self._lines = self._numbered(stream)
        self._plain = 0  # number of lines read as arrays since the last numbered line
        self._mixed = 0  # no run of plain boards begins before this line
        self._again: list[Line] = []
        self.taken: list[Line] = []
        self.number = self.unclosed = 0
        self.grids = grids
        self.heading: SizeHeading | None = None
        self.refused: Line = 0, ""
        self.link: InputError | None = None

    def __next__(self) -> Line:
        line = self._again.pop() if self._again else next(self._lines)
        self.taken.append(line)
        self.number = line[0]
        return line

    def _numbered(self, stream: BinaryIO) -> Iterator[Line]:
        """Yield numbered lines without their ends. A line that is too long or is not text gives an error in its place.

        Raises:
            InputError: A line has a NUL: the stream is not text.
        """
        number = 0
        while raw := stream.readline(LONGEST_LINE):
            number += 1 + self._plain
            self._plain = 0
            if b"\0" in raw:
                raise InputError(NUL).at("", number)
            if number == 1:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            longest, start = LONGEST_LINE, raw.lstrip()[:1]
            if len(raw) >= longest and start in (b"{", b"[", b"<"):
                longest = MAX_BYTES
                raw += stream.readline(longest - len(raw))
            if len(raw) >= longest and not raw.endswith(b"\n"):
                while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                    pass
                yield number, InputError(LONG_LINE.format(most=longest)).at("", number)
                continue
            raw = raw.removesuffix(b"\n").removesuffix(b"\r")
            for part in _GAMES.split(raw) if start == b"<" else (raw,):
                if start == b"<" and len(part) >= LONGEST_LINE and b"<table" not in part:
                    yield number, InputError(LONG_LINE.format(most=LONGEST_LINE)).at("", number)
                    continue
                try:
                    text = part.decode()
                    yield number, text if text.isascii() else text.translate(_OF_EMOJI)
                except UnicodeDecodeError as error:
                    fault = InputError(NOT_UTF_8.format(reason=error.reason)).at("", number)
                    yield number, _older(part) or fault

    def plain(self) -> Plain | None:
        """Return the boards of the next lines if at least `_FEW` of them are only boards of 9x9; None otherwise."""
        from sudokubench.formats.arrays import plain_lines

        peek = getattr(self._stream, "peek", None)
        line = self._again[-1][0] if self._again else self.number + 1
        if peek is None or line < self._mixed:
            return None
        if self._again:
            text = "\n".join([str(text) for _, text in self._again[: -MOST_ROWS - 1 : -1]] + [""]).encode()
        else:
            text = peek(1)
        few = len(plain_lines(text[: 83 * _FEW])[0])
        if few < _FEW:
            self._mixed = line + few + 1
            return None
        digits, length = plain_lines(text)
        width = length // len(digits)
        digits = digits[: _boards(digits)]
        length = width * len(digits)
        if not len(digits):
            self._mixed = line + 1
            return None
        if self._again:
            del self._again[-len(digits) :]
        else:
            self._stream.read(length)
            self._plain += len(digits)
        self.number = line + len(digits) - 1
        return Plain(digits, line)

    def ahead(self, n: int) -> list[Line]:
        """Return the next lines, at most n, without taking them."""
        lines = [*islice(self, n)]
        self.again(*lines)
        return lines

    def again(self, *lines: Line) -> None:
        """Put back the lines that were taken last; they are read next."""
        self._again += reversed(lines)
        del self.taken[len(self.taken) - len(lines) :]
        if lines:
            self.number = lines[0][0] - 1


def _boards(digits: NDArray[np.uint8]) -> int:
    """Return the number of rows before the first map of regions or grid of marks. `digits`: (boards, 81).

    A grid with only the digits 1 and 2, in more than 12 cells, is taken for marks, such as those of even cells.
    """
    blanks = (digits == 0).sum(axis=1)
    begins = (digits[:, 0] == digits[:, 1]) | (digits[:, 0] == digits[:, 9])
    may_be_maps = (begins & ((blanks == 0) | (blanks == 9))).nonzero()[0].tolist()
    maps = (row for row in may_be_maps if layout_of_map(bytes(digits[row] + 48).decode()))
    marks = ((digits.max(axis=1, initial=0) <= 2) & (blanks < 81 - 12)).nonzero()[0]
    return int(min([len(digits), *islice(maps, 1), *marks[:1]]))


def _older(raw: bytes) -> str | None:
    """Decode a line as Shift JIS or Latin-1, which old files use; None if neither gives usual characters."""
    text = raw.decode("cp932", "replace")
    if _JAPANESE.fullmatch(text):
        return text
    text = raw.decode("latin-1")
    return text if _WESTERN.fullmatch(text) and 2 * sum(map(str.isascii, text)) > len(text) else None
