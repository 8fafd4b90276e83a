"""Read boards as people paste them: in texts that are not a line, grid or JSON of ours, in many notations.

Each board found becomes a plain grid, which the strict reader reads. Every reading is a way to find n*n cells: a run
of signs in a line, the fields of a sheet, the cells between the bars of a frame, the numbers of a list. The number of
cells guards them all: no cell is added or dropped to make a reading fit. If two readings fit, the text is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, takewhile
from math import isqrt
from typing import Any, NamedTuple, TypeVar

from sudokubench.errors import InputError, Place
from sudokubench.formats import grid as grids
from sudokubench.formats import line as lines
from sudokubench.formats import puzzle_json
from sudokubench.formats.cells import Grid, digit_of, is_number, is_rule, size_of, standard_layout
from sudokubench.formats.regions import layout_of_map
from sudokubench.formats.remarks import (
    Refusal,
    is_harmless,
    require_harmless,
    require_harmless_tags,
    require_no_rule,
)
from sudokubench.formats.strict_json import load, shown
from sudokubench.formats.words import (
    FIELD_IS_NO_BOARD,
    LIST_IS_NO_BOARD,
    LISTS,
    MAP_AND_RULES,
    MAP_IN_TEXT,
    SEVERAL_IN_LINE,
    SEVERAL_IN_RECORD,
    TEXT_IS_NO_BOARD,
    TWO_WAYS,
)
from sudokubench.layout import Layout
from sudokubench.words import listed, untranslated

T = TypeVar("T")

_BLANKS = ".*_"
_ONE_SIGN = "-?xX"
"""Signs that are blanks only if no other sign for a blank occurs; otherwise they may be a slip."""
_NOTHING = {"", "None", "none", "null", "NULL", "nan", "NaN", "NA", "<NA>"}

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN = _WIDE | str.maketrans(
    "\u3000\xa0、│┃║¦・□◻▢◯○〇―–—−‐“”‘’", "  ,||||.......-----\"\"''"
)  # fmt: skip
_WIDE_DIGITS, _DIGITS = frozenset("１２３４５６７８９"), frozenset("123456789")
_NARROW = _DIGITS | {"0"}

_RUN = re.compile(r"[0-9A-Za-z.*_?+-]{16,}")
_CELLS = re.compile(r"[0-9.*_]{16}")
_PART = re.compile(r"[^\s,;|/]+")
_LABEL = re.compile(r"^\s*(?:(?=[^\s,;|]*[^\W\d_])[^\s,;|]++\s++)*[^\s,;|]{0,12}[:.)]\s+")
"""Words and a number. Possessive quantifiers read each word in one way only; prose would backtrack without end."""
_DASHES, _LINES = re.compile(r"[-=─━═]{2}|:-|-:"), re.compile(r"[+=─-╿]")
_WORD = re.compile(r"[^\W\d_]{2}")
_OF_A_BOARD = re.compile(r"[0-9][0-9.*_]{4}|(?<!\S)(?=\S*\d)(?=\S*[.*_-])[0-9A-Za-z.*_-]{12,}(?!\S)")
_OTHER_DIGITS = re.compile(r"[^\D0-9]{3}")
"""Digits of a script that only --symbols reads."""
_STRING = re.compile(r'("[^"]*"|\'[^\']*\')')
_BRACKET = re.compile(r'"[^"]*"|\'[^\']*\'|[\[({\])}]')
_OPENING = re.compile(r"^(?:>>>)?\s*(?:[^\"'=]*=\s*)?(?:[\w.]+\()?(?=[\[({])")

_PUZZLE = re.compile(
    "puzzles?|quiz|quizzes|boards?|grids?|sudokus?|questions?|problem|unsolved|initial|value|問題|盤面|数独"
)
_SOLUTION = re.compile("solutions?|solved|answers?|lösung|解答|答え?|正?解")
_QUERY = re.compile(r"[?&]([\w.-]+)=([^&#\s\"'<>]*)")
"""Parameters of an address, after its question mark."""
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
"""Attributes of a tag of XML."""


class Dressed(NamedTuple):
    """A board that was found: its text, the form of the text, and the solution beside it."""

    text: str
    form: str
    solution: str | None = None


def plain(text: str) -> str:
    """Return a text with digits, blanks and bars in ASCII, character for character."""
    return text if text.isascii() else text.translate(_PLAIN)


def is_prose(text: str) -> bool:
    """Return whether a line holds nothing of a board: words, or no sign of a cell at all."""
    line = plain(text)
    if _OTHER_DIGITS.search(line):
        return False
    return not _OF_A_BOARD.search(line) and bool(_WORD.search(line) or not re.search(r"[0-9A-Za-z.*_]", line))


# -- cells ---------------------------------------------------------------------------------------------------------


def _cell(text: str) -> str | None:
    """Return a cell of a table or list as the strict reader knows it, or None."""
    text = text.strip(" \"'")
    if text in _NOTHING or text.strip("□") == "":
        return ""
    if text.endswith(".0"):
        text = text[:-2]
    known = len(text) == 1 and (text in _BLANKS + _ONE_SIGN or (text.isascii() and text.isalnum()))
    return text if known or (len(text) == 2 and text.isascii() and text.isdigit()) else None


def _whole(parts: Iterable[T | None]) -> list[T] | None:
    """Return all parts as a list; None if one of them is None."""
    known = list[T]()
    for part in parts:
        if part is None:
            return None
        known.append(part)
    return known


def board_of(cells: Sequence[str], size: int | None = None) -> str | None:
    """Return cells as the text of a grid for the strict reader; None if they are not a board."""
    n = isqrt(len(cells))
    if n * n != len(cells) or (size_of(n * n) is None if size is None else n != size):
        return None
    letters = n > 16  # X may be a digit
    signs = {c.lower() for c in cells if c in ("", *_BLANKS, *_ONE_SIGN) and not (letters and c in "xX")}
    signs |= {"0"} if "0" in cells and (n != 16 or any(len(c) == 2 for c in cells)) else set()
    if signs & {"", *_ONE_SIGN} and len(signs) > 1:
        return None
    shown = ["." if c == "" or c.lower() in signs - {"0"} else c for c in cells]
    if all(c in ".0" for c in shown):
        return None
    if size is None:
        layout = standard_layout(n, [c for c in shown if len(c) == 1])
        try:
            for c in shown:
                if len(c) == 1:
                    digit_of(c, layout, Place())
                elif not is_number(c, n) or int(c) > n:
                    return None
        except InputError:
            return None
    return "\n".join(" ".join(shown[r : r + n]) for r in range(0, n * n, n))


def _of_one_width(raw: str) -> bool:
    """Return whether all cells have one width: a single full-width digit among others is a slip."""
    return raw.isascii() or _WIDE_DIGITS.isdisjoint(raw) or _NARROW.isdisjoint(raw)


# -- one line ------------------------------------------------------------------------------------------------------


def in_line(text: str, size: int | None = None) -> Dressed | None:
    """Return the board in a line, with anything before and behind it; None if the line has no board.

    Raises:
        InputError: It holds several.
    """
    line = plain(text)
    if line.startswith(":") and line.count(":") >= 6:
        return _hodoku(line)
    rows = line.strip().split(".")
    if len(rows) == len(rows[0]) > 3 and {*map(len, rows)} == {len(rows)} and "0" in line:
        line = text = "".join(rows)  # points part the rows, and noughts are blanks
    found = _runs(line, text, size)
    if found is None or found:
        return _alone(_chosen(found), line, found, size) if found else None
    label = _LABEL.match(line)
    for start in {0, label.end() if label else 0}:
        rest = line[start:]
        for cells in _parts(rest):
            if (board := board_of(cells, size)) and _of_one_width(text[start:]):
                if size is None:
                    require_no_rule(line[:start])
                return Dressed(board, "grid")
    return None


def _alone(chosen: Dressed, line: str, found: Sequence[_Run], size: int | None) -> Dressed:
    """Return the board of a line if nothing around it states a rule; with the regions whose map is behind it.

    Raises:
        Refusal: A word, an attribute of XML or a part of an address may state a rule.
    """
    if size is not None:
        return chosen
    rest = line
    for run in found:
        rest = rest.replace(run.text, " ")
    named = (
        _QUERY.findall(line)
        if "://" in line or "?" in line
        else _ATTRIBUTE.findall(line)
        if "<" in line
        else []
    )
    runs = {run.text for run in found}
    require_harmless({name: value.strip("\"'") for name, value in named if value.strip("\"'") not in runs})
    require_no_rule(rest)
    require_harmless_tags(rest)
    maps = [layout for match in _RUN.finditer(rest) if (layout := layout_of_map(match[0]))]
    return jigsaw(chosen, maps[0]) if maps else chosen


def jigsaw(board: Dressed, regions: Layout) -> Dressed:
    """Return a board with the regions of a map.

    Raises:
        InputError: The map has another size, or the board already states rules.
    """
    if board.form == "json":
        raise Refusal(MAP_AND_RULES)
    reader = lines.read if board.form == "line" else grids.read
    digits = reader(board.text, regions).digits
    return Dressed(puzzle_json.write(Grid(regions, digits)), "json", board.solution)


class _Run(NamedTuple):
    """A board among the words of a line."""

    text: str
    board: str
    cells: int
    is_full: bool
    column: int


def _runs(line: str, text: str, size: int | None = None) -> list[_Run] | None:
    """Return the boards among the words of a line; None if a word resembles a board but is not one."""
    found = []
    for match in _RUN.finditer(line):
        run = match[0].strip("+-") if "+" in match[0] else match[0]
        if _of_one_width(text[match.start() : match.end()]) and (board := board_of(run, size)):
            if layout_of_map(run) is None:
                is_full = not set(run) & {*_BLANKS, *_ONE_SIGN, "0"}
                found.append(_Run(run, board, len(run), is_full, match.start() + 1))
        elif _CELLS.search(run):
            return None
    return found


def _chosen(found: list[_Run]) -> Dressed:
    """Return the puzzle among the boards of a line, and its solution."""
    blank = [run for run in found if not run.is_full] or found[:1]
    full = {run.board for run in found if run.is_full and run is not blank[0]}
    if len(blank) > 1 or len(full) > 1 or len({run.cells for run in found}) > 1:
        raise InputError(
            SEVERAL_IN_LINE.format(one=found[0].column, other=found[1].column),
            Place("", None, found[1].column),
        )
    return Dressed(blank[0].board, "grid", next(iter(full), None))


def beside(text: str) -> Dressed | None:
    """Return the puzzle and solution of a line with several boards; None if the others are a comment.

    Raises:
        InputError: A larger board comes after what could be a small one.
    """
    line = plain(text).split("#", 1)[0]
    found = _runs(line, text) or []
    if len(found) < 2:
        return None
    first, *others = found
    same = [run for run in others if run.cells == first.cells]
    if len(same) == len(others) and not (first.is_full or any(run.is_full for run in same)):
        return None  # a puzzle, and others as its comment
    return None if max(run.cells for run in others) < first.cells else _chosen(found)


def _parts(line: str) -> Iterator[list[str]]:
    """Yield the cells of a line that holds nothing else: fields, signs with spaces between, or rows."""
    for by in ",;\t":
        if line.count(by) >= 15 and (fields := _fields(by, line)):
            yield fields
    parts = _PART.findall(line)
    if len(parts) > 1 and len({*map(len, parts)}) == 1:
        yield [*"".join(parts)]


def _hodoku(line: str) -> Dressed | None:
    """Return the position of a line of HoDoKu's library: clues, placed digits and deleted candidates."""
    fields = line.split(":")
    cells = fields[3].replace("+", "")
    if len(cells) != 81 or board_of(cells) is None or any(map(_CELLS.search, fields[4:])):
        return None
    layout = Layout.standard(9)
    forbidden = []
    for word in fields[4].split():
        if not re.fullmatch("[1-9]{3}", word):
            return None
        digit, row, column = map(int, word)
        forbidden.append(layout.option(9 * (row - 1) + column - 1, digit))
    digits = bytes(int(c) if c in _DIGITS else 0 for c in cells)
    return Dressed(puzzle_json.write(Grid(layout, digits, forbidden=tuple(sorted({*forbidden})))), "json")


# -- several lines -------------------------------------------------------------------------------------------------

_Rows = list[list[str]]


def in_lines(lines: Sequence[str], size: int | None = None) -> tuple[int, list[str]] | None:
    """Return how many of the first lines are rows of boards, and these boards.

    Raises:
        InputError: The rows can be read in several ways.
    """
    block = [plain(line) for line in lines]
    found: dict[tuple[str, ...], int] = {}
    for way in _WAYS:
        rows, end = _gathered(block, way)
        boards = _boards(rows, size)
        if boards and _of_one_width("".join(lines[:end])):
            found.setdefault(tuple(boards), end)
    if len(found) > 1:
        one, other = [boards[0].replace("\n", "/").replace(" ", "") for boards in found][:2]
        raise InputError(TWO_WAYS.format(one=one, other=other))
    return next(((end, [*boards]) for boards, end in found.items()), None)


def is_row(line: str) -> bool:
    """Return whether a line may be the first of several that show a grid."""
    return any(_cells(plain(line), way) is not None for way in _WAYS)


def _cells(line: str, way: _Way) -> list[str] | None:
    """Return the cells of a row, [] for a rule, and None for any other line."""
    rule, read = way
    return [] if is_rule(line) and rule.search(line) else read(line)


def _gathered(block: Sequence[str], way: _Way) -> tuple[_Rows, int]:
    """Return the rows at the beginning of a block, and where they end; rules between them are left out."""
    found = [*takewhile(lambda cells: cells is not None, (_cells(line, way) for line in block))]
    return [cells for cells in found if cells], len(found)


def _boards(rows: _Rows, size: int | None) -> list[str] | None:
    """Return the boards in rows, one below the other, without names of rows and columns."""
    width = len(rows[-1]) if rows else 0
    if width < 2:
        return None
    above = _are_names(rows[0][len(rows[0]) - width + 1 :])
    beside_them = _are_names([row[0] for row in rows[1:]])
    if len(rows) == width and above and beside_them:
        rows, width = [row[1:] for row in rows[1:]], width - 1
    elif len(rows) == width and (above or beside_them) and not rows[0][0]:
        return None  # names at one side only: is it a board of 10x10, or one of 9x9 with a slip in the names?
    elif len(rows) == width + 1 and (_are_names(rows[0]) or not any(rows[0])):
        rows = rows[1:]
    if any(len(row) != width for row in rows) or len(rows) % width:
        return None
    grids = (rows[r : r + width] for r in range(0, len(rows), width))
    return _whole(board_of([*chain(*grid)], size) for grid in grids)


def _are_names(cells: Sequence[str]) -> bool:
    """Return whether cells count rows or columns: 1, 2, 3 or A, B, C."""
    signs, places = [cell.upper() for cell in cells], range(len(cells))
    return signs in ([str(i + 1) for i in places], [chr(65 + i) for i in places])


def _fields(by: str, line: str) -> list[str] | None:
    """Return the cells of a row that a sign separates; an empty field is a blank."""
    fields = line.strip(" ").split(by)
    if line.count(by) < 3:
        return None
    if by == "|" and not fields[0] and not fields[-1].strip():
        fields = fields[1:-1]
    return _whole(map(_cell, fields))


def _signs(line: str) -> list[str] | None:
    """Return the cells of a row that are adjacent, or separated by spaces and bars."""
    parts = re.findall(r"[^\s|]+", line)
    if len({*map(len, parts)}) == 1:
        parts = [*"".join(parts)]
    return _whole(_cell(part) or None for part in parts) or None


def _spaces(line: str) -> list[str] | None:
    """Return the cells between the bars of the boxes, where spaces are blanks."""
    groups = line.strip().split("|")
    if len(groups) > 2 and not groups[0] and not groups[-1]:
        groups = groups[1:-1]
    width = len(groups[0])
    if len(groups) < 2 or width < 5 or width % 2 == 0 or any(len(group) != width for group in groups):
        return None
    start = 1 if all(group[0] == group[-1] == " " for group in groups) else 0
    inside = [group[1:-1] if start else group for group in groups]
    if any(group[1::2].strip() for group in inside):
        return None
    return [cell.strip() for group in inside for cell in group[::2]]


_Way = tuple[re.Pattern[str], Callable[[str], list[str] | None]]
_WAYS: tuple[_Way, ...] = (
    *((_DASHES, partial(_fields, by)) for by in "\t,;|"), (_DASHES, _signs), (_LINES, _signs), (_DASHES, _spaces)
)  # fmt: skip
"""A pattern for rules between rows, and the reader of a row."""


# -- lists and objects ---------------------------------------------------------------------------------------------


def opening(line: str) -> int | None:
    """Return where a line opens a list or an object, behind an optional name; None if it does not."""
    match = _OPENING.match(line)
    return match.end() if match else None


def brackets(text: str, depth: int) -> tuple[int, int | None]:
    """Return how many brackets are open behind a text, given `depth` before it, and where the last one closes."""
    for match in _BRACKET.finditer(text):
        depth += (match[0] in "[({") - (match[0] in "])}")
        if depth <= 0 and match[0] in "])}":
            return depth, match.end()
    return depth, None


def is_tail(text: str) -> bool:
    """Return whether the text behind a list holds no part of a board: a type, a bracket, a remark."""
    return not (_OF_A_BOARD.search(text) or re.search(r"[\[({]", text))


def in_values(text: str, size: int | None = None, columns: Sequence[str] = ()) -> list[Dressed]:
    """Return the boards of a list, a tuple or an object as languages write them; [] if there are none.

    Args:
        text: The value.
        size: As of `boards_in`.
        columns: The keys of puzzles and solutions, if others are to be left out.

    Raises:
        InputError: A list can be read in two ways, or something in it may state a rule.
    """
    try:
        value = load(_as_json(plain(text)), "list")
    except InputError:
        return []
    try:
        return boards_in(_picked(value, columns) if columns else value, size)
    except InputError as error:
        raise type(error)(error.words) from None  # its column is in a text of the list


def _picked(value: Any, columns: Sequence[str]) -> Any:
    """Return a value whose objects have the keys of puzzles and solutions alone, in the names that are known."""
    if isinstance(value, list):
        return [_picked(part, columns) for part in value]
    if not isinstance(value, dict) or "schema" in value:
        return value
    if columns[0] in value:
        return {
            name: value[key]
            for name, key in zip(("puzzle", "solution"), columns, strict=False)
            if key in value
        }
    return {name: _picked(part, columns) for name, part in value.items()}


def _as_json(text: str) -> str:
    """Return the JSON for a value as Python, C or NumPy print it."""
    parts = _STRING.split(text)
    is_object = any(part.lstrip().startswith(":") for part in parts[2::2])
    parts[1::2] = ['"' + part[1:-1] + '"' for part in parts[1::2]]
    for i in range(0, len(parts), 2):
        for odd, usual in _USUAL:
            parts[i] = odd.sub(usual, parts[i])
        parts[i] = parts[i] if is_object else parts[i].translate(_LISTS)
    return _LAST_COMMA.sub(r"\1", "".join(parts))


_LISTS = str.maketrans("(){}", "[][]")
_LAST_COMMA = re.compile(r",\s*([\]}])")
_USUAL = [
    (re.compile(odd), usual)
    for odd, usual in {
        r",?\s{0,9}\bdtype=[^\])]*": "",
        r"\b(?:np\.|numpy\.)?(?:array|list|tuple|u?int\d*)\(": "(",
        r"\b(?:None|nan|NaN|NULL|NA)\b": "null",
        r"(?<=\d)\.(?!\d)": "",
        r"(?<=[\d\]])\s+(?=[\d\[n])": ", ",
    }.items()
]
"""Replacements for what Python, C and NumPy write differently from JSON."""


def boards_in(value: Any, size: int | None = None) -> list[Dressed]:
    """Return the boards of nested lists: of texts, of numbers, or of objects with names. [] if there are none.

    Raises:
        InputError: They can be read in two ways, such as 16 lists of 16.
    """
    if isinstance(value, dict):
        return _in_object(value, size)
    if isinstance(value, str):
        found = _in_text(value, size)
        if not found and _OF_A_BOARD.search(value):
            raise InputError(TEXT_IS_NO_BOARD.format(text=shown(value), count=len(value)))
        return found
    if not isinstance(value, (list, tuple)) or not value:
        return []
    rows = [_row(part) for part in value]
    flat = [*chain(*known)] if (known := _whole(rows)) else []
    whole = board_of(flat, size) if flat and (len(rows) == len(flat) or len(rows) ** 2 == len(flat)) else None
    try:
        each = [boards_in(part, size) for part in value]
    except InputError:
        if whole is None:
            raise
        each = []
    if whole and any(each):
        raise InputError(LISTS.format(count=len(value)))
    if any(each):
        for part, boards in zip(value, each, strict=True):
            if not boards and isinstance(part, str) and size is None:
                require_no_rule(part, kinds=True)
            if not boards and isinstance(part, (list, tuple)):
                raise InputError(LIST_IS_NO_BOARD.format(value=shown(part)))
    return [Dressed(whole, "grid")] if whole else [found for boards in each for found in boards]


def _row(part: Any) -> list[str] | None:
    """Return the cells of one item: a cell, the characters of a row, or a list of cells."""
    if isinstance(part, (list, tuple)):
        return _whole(None if isinstance(cell, (list, tuple, dict)) else _cell(str(cell)) for cell in part)
    if isinstance(part, str) and len(part) > 2:
        return [*part]
    cell = _cell(str(part)) if part is None or isinstance(part, (str, int, float)) else None
    return None if cell is None else [cell]


def _in_text(text: str, size: int | None) -> list[Dressed]:
    """Return the boards of a text of one or several lines, with words around them."""
    lines, found, at = text.split("\n"), list[Dressed](), 0
    while at < len(lines):
        line = lines[at].rstrip("\r")
        rows = in_lines(lines[at:], size) if len(lines) > 1 and is_row(line) else None
        if rows:
            found += (Dressed(board, "grid") for board in rows[1])
        elif line.strip() and (alone := in_line(line, size)):
            found.append(alone)
        elif size is None:
            require_no_rule(line)
        at += rows[0] if rows else 1
    if size is None and any(layout_of_map(one.text) for one in found):
        raise Refusal(MAP_IN_TEXT)
    return found


def _in_object(fields: dict[str, Any], size: int | None) -> list[Dressed]:
    """Return the boards of an object; names and values beside them must be harmless."""
    if "schema" in fields:
        return []  # our own form, which the strict reader refused
    names, values = list(fields), list(fields.values())
    puzzle, solution = columns_named(names)
    own = {i for i in (puzzle, solution) if i is not None}
    if puzzle is not None:
        _require_harmless(fields, own, size)
    given = boards_in(values[solution], size) if solution is not None else []
    if puzzle is not None:
        found = boards_in(values[puzzle], size)
        if not found:
            raise InputError(FIELD_IS_NO_BOARD.format(name=names[puzzle], value=shown(values[puzzle])))
        if len(found) == len(given):
            return [one._replace(solution=other.text) for one, other in zip(found, given, strict=True)]
        return (_of_record(found) or found) if len(found) == 2 else found
    each = [[] if i == solution else _boards_beside(value, size) for i, value in enumerate(values)]
    found = [one for boards in each for one in boards]
    if len(found) == 1 and given:
        found = [found[0]._replace(solution=given[0].text)]
    elif sum(map(bool, each)) > 1 or len(found) == 2:
        found = _of_record(found) or _several(names, each)
    _require_harmless(fields, own | {i for i, boards in enumerate(each) if boards}, size)
    for i, boards in enumerate(each):
        if boards and size is None:
            require_no_rule(names[i], kinds=True)
            if isinstance(values[i], (dict, list)) and not is_harmless(names[i]):
                require_harmless({names[i]: shown(values[i])})
    return found


def _require_harmless(fields: dict[str, Any], own: set[int], size: int | None) -> None:
    """Refuse anything beside the boards of an object, which are at the places `own`, that may state a rule."""
    if size is not None:
        return
    beside = {name: value for i, (name, value) in enumerate(fields.items()) if i not in own}
    inside = {name: value for name, value in beside.items() if isinstance(value, dict) and is_harmless(name)}
    require_harmless({name: value for name, value in beside.items() if name not in inside})
    for value in inside.values():
        _in_object(value, size)


def _boards_beside(value: object, size: int | None) -> list[Dressed]:
    """Return the boards of a value that no name calls a puzzle; remarks may look like parts of a board."""
    if isinstance(value, str):
        return _in_text(value, size)
    return boards_in(value, size) if isinstance(value, (dict, list)) else []


def _of_record(found: Sequence[Dressed]) -> list[Dressed]:
    """Return the puzzle of two boards in one record if the other one completes it; else nothing."""
    if len(found) == 2 and all(one.form == "grid" for one in found):
        for one, other in (found, found[::-1]):
            cells, full = one.text.split(), other.text.split()
            blanks = {".", "0", "*", "_"}
            pairs = [*zip(cells, full, strict=False)]
            if (
                len(cells) == len(full)
                and blanks.isdisjoint(full)
                and not blanks.isdisjoint(cells)
                and all(cell in blanks or cell == other_cell for cell, other_cell in pairs)
            ):
                return [one._replace(solution=other.text)]
    return []


def _several(names: Sequence[str], each: Sequence[Sequence[Dressed]]) -> list[Dressed]:
    """Return the boards of the only part of a record that holds some.

    Raises:
        Refusal: There are several, and none tells which is the puzzle.
    """
    holding = [name for name, boards in zip(names, each, strict=True) if boards]
    if len(holding) > 1:
        raise Refusal(SEVERAL_IN_RECORD.format(fields=listed(untranslated(repr(name)) for name in holding)))
    return [one for boards in each for one in boards]


def columns_named(names: Sequence[str]) -> tuple[int | None, int | None]:
    """Return the indices of the puzzle and the solution column by name; None for none or several."""
    known = [name.strip(" \"'\ufeff").lower() for name in names]
    puzzles = [i for i, name in enumerate(known) if _PUZZLE.fullmatch(name)]
    solutions = [i for i, name in enumerate(known) if _SOLUTION.fullmatch(name)]
    return (puzzles[0] if len(puzzles) == 1 else None), (solutions[0] if len(solutions) == 1 else None)
