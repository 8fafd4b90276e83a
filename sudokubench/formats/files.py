"""Files of puzzles: from a stream of bytes to puzzles, one after the other.

A file has one puzzle a line, or grids of several lines parted by rules, blank lines or nothing. A line may begin with
`NAME:`, which says layout and constraints, and such a line may stand by itself before a grid; or it is JSON, one object
a line or one over several lines. What is none of these is looked at once more (`loose`): it may be a puzzle in other
clothes, the names of columns, or prose around a puzzle. A file is read as it goes, so its length does not matter. What
is no puzzle becomes an error in its place, and the rest goes on.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from itertools import islice
from typing import BinaryIO, Generic, NamedTuple, TypeVar, overload

from sudokubench.errors import InputError, UsageError
from sudokubench.formats import loose
from sudokubench.formats.cells import is_rule, size_of
from sudokubench.formats.grid import cells_in_row, is_row_of
from sudokubench.formats.identity import problem_named, split_name
from sudokubench.formats.loose import Dressed
from sudokubench.formats.numbered import MOST_ROWS, Line, Lines, Plain
from sudokubench.formats.strict_json import MAX_BYTES
from sudokubench.layout import MAX_SIZE
from sudokubench.problem import layout_of
from sudokubench.words import Words

_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_VALUE = rf"(?:{_JSON_STRING.pattern}|-?[0-9]{{1,5}}\b|true|false|null)"
_OF_JSON = re.compile(
    rf'\s*["\[\]{{}},:].*|\s*(?:(?:{_VALUE}\s*)?[{{}}\[\],:]\s*)*(?:{_VALUE}\s*)?', re.DOTALL
)
"""A line that may go on with an object of JSON: it begins as no board does, or is values with signs between them."""
_BOARD_BEHIND = re.compile(r"[\s,;|].*[0-9.*_]{16}")
_TITLE = re.compile(r"grid[\s\w.#:-]*", re.IGNORECASE)
_ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028\u2029\ud800-\udfff\ufeff]")
_SECTION = re.compile(r"\s*\[[A-Za-z]+\]\s*")
_OTHER_SECTIONS = {"[state]", "[pencilmarks]", "[candidates]", "[solution]"}
"""Of a file in sections; the boards in them are no puzzles of their own."""
_MOST_RULES = 100

T = TypeVar("T")
Parse = Callable[[str, str | None], T]
"""Reads a text in a form strictly."""


class Puzzle(NamedTuple, Generic[T]):
    """What was read, the number of its first line from 1, and the solution that is given with it."""

    board: T
    line: int
    solution: T | None = None


class Piece(NamedTuple):
    """A text that should be one puzzle, the number of its first line from 1, and the form in which to read it."""

    text: str
    line: int
    form: str | None


@overload
def read(
    stream: BinaryIO, parse: Parse[T], form: str | None = None, size: int | None = None
) -> Iterator[Puzzle[T] | InputError]: ...
@overload
def read(
    stream: BinaryIO, parse: Parse[T], form: str | None, size: int | None, together: bool
) -> Iterator[Puzzle[T] | Plain | InputError]: ...
def read(
    stream: BinaryIO,
    parse: Parse[T],
    form: str | None = None,
    size: int | None = None,
    together: bool = False,
) -> Iterator[Puzzle[T] | Plain | InputError]:
    """The puzzles of a file, and errors with the line of what is none.

    Args:
        stream: The file.
        parse: Reads one puzzle strictly.
        form: The form of its puzzles, which is then demanded; found out piece by piece if None.
        size: The side of its boards where they do not say it; guessed if None.
        together: Lines of 9x9 that say no rules are of the standard layout, and many in a row may come as arrays.

    Raises:
        InputError: It is no text, or its lines may be boards as well as rows of grids.
    """
    lines = Lines(stream, None if form is None else form != "line")
    together = together and form in {None, "line"} and size in {None, 9}
    begun = False
    for piece in _pieces(lines, form, size):
        strict = _strictly(piece, parse)
        found = [strict]
        if form is None:
            if isinstance(strict, Puzzle):
                found = _with_solution(piece, strict, parse, size)
            elif not begun and (columns := _columns(lines)):
                yield from _records(lines, columns, parse, size)
                return
            else:
                found = _loosely(lines, strict, parse, size)
        lines.taken.clear()
        begun = begun or bool(found)
        yield from found
        if together and isinstance(piece, Piece) and piece.form == "line" and len(piece.text) == 81:
            while plain := lines.plain():
                yield plain


def _strictly(piece: Piece | InputError, parse: Parse[T]) -> Puzzle[T] | InputError:
    if isinstance(piece, InputError):
        return piece
    try:
        return Puzzle(parse(piece.text, piece.form), piece.line)
    except InputError as error:
        return error.at("", piece.line + (error.place.line or 1) - 1)


def _with_solution(
    piece: Piece | InputError, found: Puzzle[T], parse: Parse[T], size: int | None
) -> list[Puzzle[T] | InputError]:
    """A line that was read, and what it says behind a board."""
    if isinstance(piece, InputError):
        return [piece]
    text = piece.text
    if piece.form != "line" or len(text) == 81 or not _BOARD_BEHIND.search(text) or split_name(text):
        return [found]
    try:
        other = loose.beside(text)
        return [_dressed(other, piece.line, parse) if other else found]
    except InputError as error:
        return [error.at("", piece.line)]


def _dressed(found: Dressed, number: int, parse: Parse[T]) -> Puzzle[T] | InputError:
    try:
        solution = parse(found.solution, "grid") if found.solution else None
        return Puzzle(parse(found.text, found.form), number, solution)
    except InputError as error:
        return InputError(error.words).at("", number)


def _loosely(
    lines: Lines, error: InputError, parse: Parse[T], size: int | None
) -> list[Puzzle[T] | InputError]:
    """What the lines that were taken last, and some that follow, are if not what the strict reader demands."""
    taken = len(lines.taken)
    start = _start(lines.taken)
    lines.again(*lines.taken[start:])
    try:
        number, first = next(lines)
        looks: Sequence[_Look] = (_section, _value, _row_or_line, _prose)
        if isinstance(first, InputError) or split_name(first) or _ODD.search(first):
            looks = ()  # a name says rules, which must not get lost
        elif first.lstrip().startswith("{"):
            looks = (_value,)
        for look in looks:
            found = look(str(first), lines, size)
            if found is not None:
                return [_dressed(one, number, parse) for one in found]
    except InputError as other:
        return [other.at("", number)]
    while len(lines.taken) < taken:
        next(lines)
    return [error]


_Look = Callable[[str, Lines, int | None], list[Dressed] | None]
"""Looks at a line, and at as many that follow as it needs: what is in them, or None if they are something else."""


def _start(taken: Sequence[Line]) -> int:
    """Where what was taken begins to be something, rules above it included."""
    start = 0
    for i, (_, line) in enumerate(taken):
        if isinstance(line, InputError) or not (is_rule(line) or line.startswith("#") or _is_title(line)):
            return start if i else 0
        if not is_rule(line) or not line.strip(" "):
            start = i + 1
    return start


def _section(first: str, lines: Lines, size: int | None) -> list[Dressed] | None:
    """Of a file in sections, as SadMan's, only the puzzle counts; a state of it is none."""
    if first.strip().lower() not in _OTHER_SECTIONS:
        return None
    for following in lines:
        text = following[1]
        if isinstance(text, str) and _SECTION.fullmatch(text):
            lines.again(following)
            break
    return []


def _prose(first: str, lines: Lines, size: int | None) -> list[Dressed] | None:
    """Words around puzzles hold none."""
    return [] if loose.is_prose(first) else None


def _value(first: str, lines: Lines, size: int | None) -> list[Dressed] | None:
    """The boards of a list or an object that begins in a line."""
    begin = loose.opening(first)
    if begin is None or lines.number < lines.unclosed:
        return None
    block, more, text = list[str](), list[Line](), first[begin:]
    depth, end = loose.brackets(text, 0)
    length = len(text)
    while end is None and length < MAX_BYTES and (following := next(lines, None)):
        more.append(following)
        if isinstance(following[1], InputError):
            break
        block.append(text)
        text = following[1]
        depth, end = loose.brackets(text, depth)
        length += len(text) + 1
    found: list[Dressed] = []
    if end is None:
        lines.unclosed = lines.number  # a list in it would not be closed either, or has been seen as its part
    elif loose.is_tail(text[end:]):
        found = loose.in_values("\n".join([*block, text[:end]]), size)
    if not found:
        lines.again(*more)
    return found or None


def _row_or_line(first: str, lines: Lines, size: int | None) -> list[Dressed] | None:
    """The board that a line holds, or those whose first row it is."""
    more = list[Line]()
    if loose.is_row(first):
        for following in lines:
            more.append(following)
            text = following[1]
            if (
                isinstance(text, InputError)
                or not text.strip(" ")
                or text[0] == "#"
                or len(more) >= MOST_ROWS
            ):
                break
    texts = [first, *(text for _, text in more if isinstance(text, str))]
    found = loose.in_lines(texts, size) if more else None
    alone = loose.in_line(first, size)
    if not found:
        lines.again(*more)
        return [alone] if alone else None
    end, boards = found
    if alone and all(loose.in_line(text, size) for text in texts[:end] if not is_rule(text)):
        raise InputError(
            Words(
                f"{end} lines that may be boards, or the rows of a grid; say --from line or --from grid",
                f"{end} 行は、それぞれが問題とも、1 つの盤面の行とも読めます。"
                "--from line か --from grid を指定してください",
            )
        )
    lines.again(*more[end - 1 :])
    return [Dressed(board, "grid") for board in boards]


# -- tables --------------------------------------------------------------------------------------------------------


class _Columns(NamedTuple):
    """Where a table has its puzzles and their solutions."""

    by: str
    width: int
    puzzle: int
    solution: int | None


def _columns(lines: Lines) -> _Columns | None:
    """The columns that the first line of a file names; the lines behind it are then to be read."""
    start = _start(lines.taken)
    first = lines.taken[start][1] if start < len(lines.taken) else None
    if not isinstance(first, str) or not loose.is_prose(first):
        return None
    for by in ",;\t|":
        with suppress(csv.Error):
            names = next(csv.reader([first], delimiter=by))
            puzzle, solution = loose.columns_named(names)
            if puzzle is not None and len(names) > 1:
                lines.again(*lines.taken[start + 1 :])
                return _Columns(by, len(names), puzzle, solution)
    return None


def _records(
    lines: Lines, columns: _Columns, parse: Parse[T], size: int | None
) -> Iterator[Puzzle[T] | InputError]:
    """The puzzles of a table, which may hold grids of several lines in quotation marks."""

    def texts() -> Iterator[str]:
        for _, text in lines:
            lines.taken.clear()
            yield "" if isinstance(text, InputError) or text.startswith("#") else text + "\n"

    records = csv.reader(texts(), delimiter=columns.by, strict=True)
    while True:
        number = lines.number + 1
        try:
            record = next(records, None)
            if record is None:
                return
            if not any(map(str.strip, record)):
                continue
            yield _record(record, columns, number, parse, size)
        except csv.Error as error:
            yield InputError(Words(f"no record of a table: {error}", f"表の行として読めません：{error}")).at(
                "", number
            )


def _record(
    record: list[str], columns: _Columns, number: int, parse: Parse[T], size: int | None
) -> Puzzle[T] | InputError:
    try:
        others = (field for i, field in enumerate(record) if i not in {columns.puzzle, columns.solution})
        if len(record) != columns.width or any(
            "\n" in field and not loose.is_prose(field) for field in others
        ):
            raise InputError(
                Words(
                    f"a record with {len(record)} fields: the first line names {columns.width}",
                    f"項目が {len(record)} 個あります。先頭の行の項目名は {columns.width} 個です",
                )
            )
        text = record[columns.puzzle].strip()
        puzzle = only(text, parse, size)
        solution = "" if columns.solution is None else record[columns.solution].strip()
        return Puzzle(puzzle, number, only(solution, parse, size) if solution else None)
    except InputError as error:
        return error.at("", number + (error.place.line or 1) - 1)


def only(text: str, parse: Parse[T], size: int | None = None) -> T:
    """The one board in a text, which may be dressed as a file may.

    Raises:
        InputError: There is none, or several.
    """
    try:
        return parse(text, None)
    except InputError as error:
        strict = error
    found: list[Puzzle[T] | InputError] = []
    with suppress(InputError):
        found = [*islice(_read_text(text, parse, size), 2)]
    if len(found) != 1 or isinstance(found[0], InputError):
        raise strict
    return found[0].board


def every(text: str, parse: Parse[T]) -> list[T]:
    """All boards in a text, which may be what a file may.

    Raises:
        InputError: There is none, or something in it is no board.
    """
    try:
        return [parse(text, None)]
    except InputError as error:
        strict = error
    found = []
    for puzzle in _read_text(text, parse):
        if isinstance(puzzle, InputError):
            raise puzzle
        found.append(puzzle.board)
    if not found:
        raise strict
    return found


def _read_text(text: str, parse: Parse[T], size: int | None = None) -> Iterator[Puzzle[T] | InputError]:
    body = text.removeprefix("\ufeff")
    if _ODD.search(body):
        raise InputError(Words("a sign in it that is no text", "テキストにない文字が含まれています"))
    return read(BytesIO(body.replace("\r", "\n").encode()), parse, None, size)


def _pieces(lines: Lines, form: str | None, size: int | None) -> Iterator[Piece | InputError]:
    """The pieces of a file that may be puzzles."""
    for number, line in lines:
        if isinstance(line, InputError):
            yield line
            continue
        if line.startswith("#") or not (words := line.split(maxsplit=1)):
            if "\t" not in line:  # else a row of a sheet, perhaps
                lines.taken.clear()
            continue
        if form in {None, "line"} and _is_plain_line(words[0], size):
            yield Piece(line, number, "line")
        elif form in {None, "json"} and words[0].startswith("{"):
            yield _json(line, number, lines)
        elif ":" in line and (named := split_name(line)):
            name, rest = named
            yield Piece(line, number, form or "line") if rest.strip() else _under(name, number, lines, form)
        elif form != "line" and (is_rule(line) or _is_title(line)):
            del lines.taken[:-_MOST_RULES]
        else:
            side = _side(line, size) if form not in {"line", "json"} else None
            # Spaces may be blanks, or part a comment.
            is_board = form in {None, "line"} and (_fits(len(line), size) or _fits(len(words[0]), size))
            if side and is_board and lines.grids is None:
                lines.grids = _are_rows(number, line, lines, side, size)
            if side and (lines.grids or (lines.grids is None and not is_board)):
                lines.grids = True
                yield _grid([line], number, lines, form, side)
            elif form in {None, "line"}:
                yield Piece(line, number, "line")
            else:
                what = (
                    Words("no JSON object", "JSON のオブジェクトではありません")
                    if form == "json"
                    else Words("neither a row of a grid nor a rule", "盤面の行でも区切り線でもありません")
                )
                yield InputError(Words("this is ", "") + what).at("", number)


def _is_title(line: str) -> bool:
    """Project Euler's problem 96 writes "Grid 01"."""
    return bool(_TITLE.fullmatch(line))


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


def _json(line: str, number: int, lines: Lines) -> Piece | InputError:
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
        message = Words(
            "an object of JSON that is never closed: a brace is missing at its end, or a quotation mark before it",
            "JSON のオブジェクトが閉じていません。末尾の } か、その前の引用符が足りません",
        )
        return InputError(message).at("", number)
    return Piece("\n".join(block), number, "json")


def _depth(line: str) -> int:
    """How many more braces a line of JSON opens than it closes."""
    bare = _JSON_STRING.sub("", line)
    return bare.count("{") - bare.count("}")


def _under(name: str, number: int, lines: Lines, form: str | None) -> Piece | InputError:
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
    return InputError(
        Words(
            f"nothing follows {name}: a grid, or a line, is needed",
            f"{name}: の後に何もありません。盤面か 1 行の問題が必要です",
        )
    ).at("", number)


def _are_rows(number: int, line: str, lines: Lines, side: int, size: int | None) -> bool:
    """Look ahead whether a line that may be a board or a row of a larger one, such as 16 characters, is a row."""
    block: list[Line] = []
    rows = [line]
    for following in lines:
        block.append(following)
        text = following[1]
        if isinstance(text, InputError) or not text.strip() or len(block) > side:
            break
        rows += [] if is_rule(text) else [text]
    lines.again(*block)
    if len(rows) < side or any(_side(text, size) != side for text in rows[:side]):
        return False
    if size is None and not all(loose.board_of(row) for row in rows[:side] if set(row) - set(".0*_")):
        return True  # a digit that no small board has
    raise InputError(
        Words(
            f"{len(rows[0])} characters a line: these may be boards, or the rows of a {side}x{side} grid; "
            "say --from line or --from grid",
            f"1 行が {len(rows[0])} 文字です。それぞれが問題とも、{side}x{side} の盤面の行とも読めます。"
            "--from line か --from grid を指定してください",
        )
    ).at("", number)


def _grid(block: list[str], number: int, lines: Lines, form: str | None, side: int) -> Piece | InputError:
    """A grid whose first row ends `block`; it ends with its last row, or too early with a blank line."""
    rows = 1
    while rows < side:
        _, text = next(lines, (0, ""))
        if isinstance(text, InputError):
            return text
        if not text.strip():
            message = Words(
                f"a grid that ends after {rows} rows: its first row has {side} cells, so {side} are needed",
                f"盤面が {rows} 行で終わっています。最初の行が {side} マスなので、{side} 行必要です",
            )
            return InputError(message).at("", number)
        block.append(text)
        rows += not is_rule(text)
    return Piece("\n".join(block), number, form)
