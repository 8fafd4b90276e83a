"""Files of puzzles: from a stream of bytes to pieces of text, each of which should be one puzzle.

A file has one puzzle a line, or grids of several lines parted by rules, blank lines or nothing. A line may begin with
`NAME:`, which says layout and constraints, and such a line may stand by itself before a grid; or it is JSON, one object
a line or one over several lines. A file is read as it goes, so its length does not matter. What is no piece becomes an
error in its place, and the rest goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from sudokubench.errors import InputError, UsageError
from sudokubench.formats.cells import is_rule, size_of
from sudokubench.formats.grid import cells_in_row, is_row_of
from sudokubench.formats.identity import problem_named, split_name
from sudokubench.formats.strict_json import MAX_BYTES
from sudokubench.layout import MAX_SIZE
from sudokubench.problem import layout_of

LONGEST_LINE = 20_000
"""Bytes. The longest board, 36x36 with spaces, has fewer than 4,000; only JSON may be longer."""

_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_VALUE = rf"(?:{_JSON_STRING.pattern}|-?[0-9]{{1,5}}\b|true|false|null)"
_OF_JSON = re.compile(
    rf'\s*["\[\]{{}},:].*|\s*(?:(?:{_VALUE}\s*)?[{{}}\[\],:]\s*)*(?:{_VALUE}\s*)?', re.DOTALL
)
"""A line that may go on with an object of JSON: it begins as no board does, or is values with signs between them."""


class Piece(NamedTuple):
    """A text that should be one puzzle, the number of its first line from 1, and the form in which to read it."""

    text: str
    line: int
    form: str | None


_Line = tuple[int, str | InputError]


class _Lines(Iterator[_Line]):
    """Numbered lines, of which some may be read again."""

    def __init__(self, lines: Iterator[_Line]) -> None:
        self._lines = lines
        self._again: list[_Line] = []

    def __next__(self) -> _Line:
        return self._again.pop() if self._again else next(self._lines)

    def again(self, *lines: _Line) -> None:
        """Have these lines read next."""
        self._again += reversed(lines)


def pieces(
    stream: BinaryIO, form: str | None = None, size: int | None = None
) -> Iterator[Piece | InputError]:
    """The pieces of a file, and errors with the line of what is none.

    Args:
        stream: The file.
        form: The form of its puzzles; found out line by line if None.
        size: The side of its boards where they do not say it; guessed if None.

    Raises:
        InputError: It is no text, or its lines may be boards as well as rows of grids.
    """
    lines = _Lines(_lines(stream))
    grids: bool | None = None if form is None else form != "line"  # whether a line that may be both is a row
    for number, line in lines:
        if isinstance(line, InputError):
            yield line
            continue
        if line.startswith("#") or not (words := line.split(maxsplit=1)):
            continue
        if form in {None, "line"} and _is_plain_line(words[0], size):
            yield Piece(line, number, "line")
        elif form in {None, "json"} and words[0].startswith("{"):
            yield _json(line, number, lines)
        elif ":" in line and (named := split_name(line)):
            name, rest = named
            yield Piece(line, number, form or "line") if rest.strip() else _under(name, number, lines, form)
        elif form != "line" and (is_rule(line) or line.lower().startswith("grid")):
            continue  # "Grid 01" is a title in Project Euler's problem 96
        else:
            side = _side(line, size) if form not in {"line", "json"} else None
            # Spaces may be blanks, or part a comment.
            is_board = form in {None, "line"} and (_fits(len(line), size) or _fits(len(words[0]), size))
            if side and is_board and grids is None:
                _require_boards(number, line, lines, side, size)
                grids = False
            elif side and (grids or (grids is None and not is_board)):
                grids = True
                yield _grid([line], number, lines, form, side)
            elif form in {None, "line"}:
                yield Piece(line, number, "line")
            else:
                what = "no JSON object" if form == "json" else "neither a row of a grid nor a rule"
                yield InputError(f"this is {what}").at("", number)


def _lines(stream: BinaryIO) -> Iterator[_Line]:
    """Numbered lines without their ends; what is no text is an error in place of its line."""
    number = 0
    while raw := stream.readline(LONGEST_LINE):
        number += 1
        if b"\0" in raw:
            message = "a NUL byte: this is no text file; if it is one in UTF-16, save it as UTF-8"
            raise InputError(message).at("", number)
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        longest = LONGEST_LINE
        if len(raw) >= longest and raw.lstrip().startswith(b"{"):
            longest = MAX_BYTES
            raw += stream.readline(longest - len(raw))
        if len(raw) >= longest and not raw.endswith(b"\n"):
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            message = f"a line of more than {longest:,} bytes: no board is so long; write one board a line"
            yield number, InputError(message).at("", number)
            continue
        try:
            yield number, raw.removesuffix(b"\n").removesuffix(b"\r").decode()
        except UnicodeDecodeError as error:
            yield number, InputError(f"bytes that are no UTF-8: {error.reason}").at("", number)


def _fits(cells: int, size: int | None) -> bool:
    return size_of(cells) is not None if size is None else cells == size * size


def _side(line: str, size: int | None) -> int | None:
    """The side of the grid of which a line may be a row."""
    if size is None:
        size = cells_in_row(line) or 0
        return size if size_of(size * size) else None
    return size if is_row_of(line, size) else None


def _is_plain_line(word: str, size: int | None) -> bool:
    """Whether a line that begins with this word is a board whatever else may be: nearly every line of a corpus is."""
    return (
        len(word) > MAX_SIZE
        and _fits(len(word), size)
        and not ("---" in word or "===" in word or ":" in word)
    )


def _json(line: str, number: int, lines: _Lines) -> Piece | InputError:
    """An object that begins with `line` and ends with it, or with the line where its braces are closed.

    One that was cut off must not take with it what follows: a line that is none of JSON, or begins another object, is
    read again.
    """
    block, depth, length = [line], _depth(line), len(line)
    while depth > 0 and (following := next(lines, None)):
        text = following[1]
        length += 0 if isinstance(text, InputError) else len(text) + 1
        if (
            isinstance(text, InputError)
            or text[:1] == "{"
            or not _OF_JSON.fullmatch(text)
            or length > MAX_BYTES
        ):
            lines.again(following)
            break
        block.append(text)
        depth += _depth(text)
    if depth > 0:
        message = "an object of JSON that is never closed: a brace is missing at its end, or a quotation mark before it"
        return InputError(message).at("", number)
    return Piece("\n".join(block), number, "json")


def _depth(line: str) -> int:
    """How many more braces a line of JSON opens than it closes."""
    bare = _JSON_STRING.sub("", line)
    return bare.count("{") - bare.count("}")


def _under(name: str, number: int, lines: _Lines, form: str | None) -> Piece | InputError:
    """A grid, or a line, under a line `NAME:`."""
    block = [f"{name}:"]
    try:
        size = layout_of(problem_named(name)).size
    except UsageError:
        size = None  # what follows belongs to the name all the same, and must not be read without it
    for _, text in lines:
        if isinstance(text, InputError):
            return text
        if not text.strip() or text.startswith("#") or is_rule(text):
            block.append("")
            continue
        block.append(text)
        side = _side(text, size)
        if side is None or _is_plain_line(text.split(maxsplit=1)[0], size):
            return Piece("\n".join(block), number, form)
        return _grid(block, number, lines, form, side)
    return InputError(f"nothing follows {name}: a grid, or a line, is needed").at("", number)


def _require_boards(number: int, line: str, lines: _Lines, side: int, size: int | None) -> None:
    """Look ahead whether a line that may be a board or a row of a larger one, such as 16 characters, is no row."""
    block: list[_Line] = [(number, line)]
    rows = [line]
    for following in lines:
        block.append(following)
        text = following[1]
        if isinstance(text, InputError) or not text.strip() or len(block) > side + 1:
            break
        rows += [] if is_rule(text) else [text]
    lines.again(*block)
    if len(rows) >= side and all(_side(text, size) == side for text in rows[:side]):
        raise InputError(
            f"{len(rows[0])} characters a line: these may be boards, or the rows of a {side}x{side} grid; "
            "say --from line or --from grid"
        ).at("", number)


def _grid(block: list[str], number: int, lines: _Lines, form: str | None, side: int) -> Piece | InputError:
    """A grid whose first row ends `block`; it ends with its last row, or too early with a blank line."""
    rows = 1
    while rows < side:
        _, text = next(lines, (0, ""))
        if isinstance(text, InputError):
            return text
        if not text.strip():
            message = (
                f"a grid that ends after {rows} rows: its first row has {side} cells, so {side} are needed"
            )
            return InputError(message).at("", number)
        block.append(text)
        rows += not is_rule(text)
    return Piece("\n".join(block), number, form)
