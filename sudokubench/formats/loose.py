"""Read boards as people paste them, in many notations: rows of a spreadsheet, frames, lists, other signs for blanks.

The strict reader does not read these texts. Each board found in them becomes a line, a grid or JSON for that reader.
A reading is a way to find cells: as a run of signs in a line, the fields of a spreadsheet, the cells between the bars
of a frame, or the numbers of a list. A reading counts only if it has exactly n*n cells. No cell is added or dropped.
If two readings fit, the text is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import unescape
from itertools import chain, compress, product, takewhile, zip_longest
from math import isqrt
from typing import NamedTuple, TypeVar
from urllib.parse import unquote_plus

from sudokubench.errors import InputError, Place, Refusal
from sudokubench.formats import grid as grids
from sudokubench.formats import line as lines
from sudokubench.formats import puzzle_json, words
from sudokubench.formats.cells import NOTHING, Grid, is_divider, size_of, standard_layout
from sudokubench.formats.regions import layout_of_map
from sudokubench.formats.remarks import (
    regions_beside,
    require_harmless,
    require_harmless_tags,
    require_no_rule,
)
from sudokubench.formats.strict_json import shown
from sudokubench.layout import MAX_SIZE, Layout

T = TypeVar("T")

_BLANKS = ".*_"
_ONE_SIGN = "-?xX"
"""Signs that are blanks only if no other sign for a blank occurs; otherwise they may be a typing error."""

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN = _WIDE | str.maketrans(
    "\u3000\xa0、│┃║¦・□◻▢◯○〇⬜⬛―–—−‐“”‘’①②③④⑤⑥⑦⑧⑨", "  ,||||.........-----\"\"''123456789"
)  # fmt: skip
_KANJI_ROW = re.compile(r"[一二三四五六七八九.0*_\s|,]{4,}")
_KANJI = str.maketrans("一二三四五六七八九", "123456789")
_DIGITS = frozenset("123456789")
_WIDTHS = frozenset("１２３４５６７８９"), frozenset("①②③④⑤⑥⑦⑧⑨"), _DIGITS | {"0"}

_RUN = re.compile(r"[0-9A-Za-z.*_?+-]{16,}")
_CELLS = re.compile(r"[0-9.*_]{16}")
_PART = re.compile(r"[^\s,;|/]+")
_RATED = re.compile(r"\t\d\.\d+\s*$", re.ASCII)
"""Pattern of the difficulty behind the cells of a board of gnome-sudoku."""
_LABEL = re.compile(r"^\s*(?:(?=[^\s,;|]*[^\W\d_])[^\s,;|]++\s++)*[^\s,;|]{0,12}[:.)]\s+")
"""A label before a board: words, and a number or word with a mark. Possessive quantifiers prevent long backtracking."""
_DASHES, _LINES = re.compile(r"[-=─━═]{2}|:-|-:"), re.compile(r"[+=─-╿]")
_WORD = re.compile(r"[^\W\d_]{2}|(?![〇一二三四五六七八九])[ぁ-ヿ㐀-鿿]")
"""Pattern of a word: two letters, or a single sign of Japanese, as in 第2問."""
_SPACED = re.compile(r"[1-9 ]{4,}")
_SIZE = re.compile(r"\s*[nN]\s*=\s*\d+\s*(?:;\s*)?")
OF_A_BOARD = re.compile(r"[0-9][0-9.*_]{4}|(?<!\S)(?=\S*\d)(?=\S*[.*_-])[0-9A-Za-z.*_-]{12,}(?!\S)")
_OTHER_DIGITS = re.compile(r"[^\D0-9]{3}")
"""Pattern of digits of a script that only --symbols reads."""

_QUERY = re.compile(r"[?&#]([\w.-]+)=([^&#\s\"'<>]*)")
"""Parameters of an address, after its question mark or #."""
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'<>]+)")
"""Attributes of a tag of XML or HTML."""
_KEY = re.compile(r"[{,]\s*[\"']*([\w.-]+)[\"']*\s*:\s*[\"']*([^,}\"']*)")
"""Fields of an object that stands in other text."""
_SUDOKUWIKI = re.compile(r"(?<![0-9A-Za-z])S9B[0-9a-z]{162}(?![0-9A-Za-z])")
_FRAME = re.compile(r"\s*(?:</?\??(?:xml|opensudoku|folder|game)\b[^<>]*>\s*)+")
_GAME = re.compile(r"\s*<game\b([^<>]*)>\s*(?:</(?:game|folder|opensudoku)>\s*)*")
_OF_GAME = {"created", "state", "time", "last_played", "command_stack"}
"""Attributes of a game of OpenSudoku that state no rule."""


class Dressed(NamedTuple):
    """A board that was found: its text and form for the strict reader, and the text of its solution if it has one."""

    text: str
    form: str
    solution: str | None = None


def plain(text: str) -> str:
    """Return a text with digits, blanks and bars in ASCII; with kanji digits only if all of it is a row of cells."""
    text = text if text.isascii() else text.translate(_PLAIN)
    return text.translate(_KANJI) if _KANJI_ROW.fullmatch(text) else text


def is_frame(text: str) -> bool:
    """Return whether a line has only tags of a file of OpenSudoku."""
    return bool(_FRAME.fullmatch(text))


def is_prose(text: str) -> bool:
    """Return whether a line has no part of a board: it has words, or a size such as `n=3;`, or no sign of a cell."""
    line = plain(text)
    if _OTHER_DIGITS.search(line):
        return False
    if is_frame(line):
        return True
    is_other = _WORD.search(line) or _SIZE.fullmatch(line) or not re.search(r"[0-9A-Za-z.*_]", line)
    return not OF_A_BOARD.search(line) and bool(is_other)


# -- cells ---------------------------------------------------------------------------------------------------------


def cell_sign(text: str) -> str | None:
    """Return the sign or number of a cell, "" for an empty cell without a sign; None if the text is not a cell."""
    text = text.strip(" \"'")
    if text in NOTHING or text.strip("□") == "":
        return ""
    if text.endswith(".0"):
        text = text[:-2]
    known = len(text) == 1 and (text in _BLANKS + _ONE_SIGN or (text.isascii() and text.isalnum()))
    return text if known or (len(text) == 2 and text.isascii() and text.isdigit()) else None


def all_of(parts: Iterable[T | None]) -> list[T] | None:
    """Return all parts as a list; None if a part is None."""
    known = list[T]()
    for part in parts:
        if part is None:
            return None
        known.append(part)
    return known


def board_of(cells: Sequence[str], size: int | None = None, may_be_blank: bool = False) -> str | None:
    """Return cells as the text of a grid for the strict reader; None if they are not a board.

    Cells that are all blank are a board only with `may_be_blank`.
    """
    n = isqrt(len(cells))
    if n * n != len(cells) or (size_of(n * n) is None if size is None else n != size):
        return None
    blanks = {"", *_BLANKS, *_ONE_SIGN} - ({*"xX"} if n > 16 else set())  # beyond 16x16, X may be a digit
    signs, has_numbers = {c.lower() for c in cells if c in blanks}, any(len(c) == 2 for c in cells)
    if "00" in cells or ("0" in cells and (n != 16 or has_numbers)):
        signs.add("0")
    if len(signs) > 1 and (signs & {"", *_ONE_SIGN} or ("0" in signs and has_numbers)):
        return None
    shown = ["." if c in blanks else c for c in cells]
    if not may_be_blank and all(c in ".0" for c in shown):
        return None
    if size is None:
        layout = standard_layout(n, [c for c in shown if len(c) == 1])
        try:
            for c in {*shown}:
                grids.digit(c, layout, Place())
        except InputError:
            return None
    return "\n".join(" ".join(shown[r : r + n]) for r in range(0, n * n, n))


def _of_one_width(raw: str) -> bool:
    """Return whether all cells have one width: a full-width or circled digit among others may be an error or a mark."""
    return raw.isascii() or sum(not digits.isdisjoint(raw) for digits in _WIDTHS) < 2


# -- one line ------------------------------------------------------------------------------------------------------


def in_line(text: str, size: int | None = None) -> Dressed | None:
    """Find a board in a line of text. Return it, with its solution if the line has one; None without a board.

    `size` is the side of the board if the caller knows its rules; other text in the line may then state rules.

    Raises:
        InputError: The line does not show which of its boards is the puzzle, or other text in it may state a rule.
    """
    line = plain(text)
    if line.startswith(":") and line.count(":") >= 6:
        position = _hodoku(line)
        if position and size is None:
            require_no_rule(line)
        return position
    if (game := _GAME.fullmatch(line)) and (digits := _open_sudoku(game[1])):
        return Dressed(digits, "line")
    if (match := _SUDOKUWIKI.search(line)) and (board := _sudokuwiki(match[0])):
        run = _BoardInLine(match[0], board, 81, False, match.start() + 1)
        return _alone(Dressed(board, "candidates"), line, [run], size)
    rows = line.strip().split(".")
    if len(rows) == len(rows[0]) > 3 and {*map(len, rows)} == {len(rows)} and "0" in line:
        line = text = "".join(rows)  # points separate the rows, and zeros are blanks
    found = _runs(line, text, size)
    if found is None:
        return None
    if found:
        return _alone(_chosen(found), line, found, size)
    label = _LABEL.match(line)
    for start in (0, label.end()) if label else (0,):
        rest = line[start:]
        for cells in _parts(rest):
            if (board := board_of(cells, size)) and _of_one_width(text[start:]):
                if size is None:
                    require_no_rule(line[:start])
                return Dressed(board, "grid")
    return None


def _alone(chosen: Dressed, line: str, found: Sequence[_BoardInLine], size: int | None) -> Dressed:
    """Return the board of a line if nothing else in it states a rule; with regions if the line has a map of them.

    Raises:
        Refusal: A word, an attribute of XML, a field of an object or a part of an address may state a rule.
    """
    if size is not None:
        return chosen
    rest = line
    for run in found:
        rest = rest.replace(run.text, " ")
    if "://" in line or "?" in line:
        named = [(name, unquote_plus(value)) for name, value in _QUERY.findall(line)]
    elif "<" in line:  # the search takes long in a row of cells
        named = [(name, value.strip("\"'")) for name, value in _ATTRIBUTE.findall(line)]
    else:
        named = []
    named += _KEY.findall(line) if "{" in line else []
    runs = {run.text for run in found}
    for name, value in named:
        require_harmless({} if value in runs else {name: value})
    require_harmless_tags(rest)
    regions = regions_beside(rest)
    return jigsaw(chosen, regions) if regions else chosen


def jigsaw(board: Dressed, regions: Layout) -> Dressed:
    """Return a board with the regions of a map. Raises InputError if the sizes differ, or the board states rules."""
    if board.form == "json":
        raise Refusal(words.MAP_AND_RULES)
    reader = lines.read if board.form == "line" else grids.read
    digits = reader(board.text, regions).digits
    return Dressed(puzzle_json.write(Grid(regions, digits)), "json", board.solution)


class _BoardInLine(NamedTuple):
    """A board among the words of a line."""

    text: str
    board: str
    cells: int
    is_full: bool
    column: int


def _runs(line: str, text: str, size: int | None = None) -> list[_BoardInLine] | None:
    """Return the boards among the words of a line; None if a word resembles a board but is not one."""
    found = []
    for match in _RUN.finditer(line):
        run = match[0].strip("+-") if "+" in match[0] else match[0]
        if _of_one_width(text[match.start() : match.end()]) and (board := board_of(run, size)):
            if layout_of_map(run) is None:
                is_full = not set(run) & {*_BLANKS, *_ONE_SIGN, "0"}
                found.append(_BoardInLine(run, board, len(run), is_full, match.start() + 1))
        elif _CELLS.search(run):
            return None
    return found


def _chosen(found: list[_BoardInLine]) -> Dressed:
    """Return the puzzle among the boards of a line, and its solution."""
    blank = [run for run in found if not run.is_full] or found[:1]
    full = {run.board for run in found if run.is_full and run is not blank[0]}
    if len(blank) > 1 or len(full) > 1 or len({run.cells for run in found}) > 1:
        raise InputError(
            words.SEVERAL_IN_LINE.format(one=found[0].column, other=found[1].column),
            Place("", None, found[1].column),
        )
    return Dressed(blank[0].board, "grid", next(iter(full), None))


def beside(text: str) -> Dressed | None:
    """Return the puzzle and solution of a line with several boards; None if the other boards are a comment.

    Raises:
        InputError: The line does not show which of its boards is the puzzle, or they have different sizes.
    """
    line = plain(text).split("#", 1)[0]
    found = _runs(line, text) or []
    if len(found) < 2:
        return None
    first, *others = found
    same = [run for run in others if run.cells == first.cells]
    if len(same) == len(others) and not (first.is_full or any(run.is_full for run in same)):
        return None  # a puzzle, and other puzzles in its comment
    return None if max(run.cells for run in others) < first.cells else _chosen(found)


def _parts(line: str) -> Iterator[list[str]]:
    """Yield readings of a line as cells and nothing else: fields, signs with spaces between, or rows."""
    for by in ",;\t":
        if line.count(by) >= 15 and (fields := _fields(by, line)):
            yield fields
    parts = _PART.findall(_RATED.sub("", line))
    if len(parts) > 1 and len({*map(len, parts)}) == 1:
        yield [*"".join(parts)]
    numbers = line.split()
    if len(numbers) >= 16 and (fields := all_of(map(cell_sign, numbers))):
        yield fields


def _hodoku(line: str) -> Dressed | None:
    """Return the board in a line of HoDoKu's library (clues, placed digits, deleted candidates); None without one."""
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


def _sudokuwiki(text: str) -> str | None:
    """Return the candidates that a link of SudokuWiki shows; None for any other text.

    A link has `S9B` and two signs of base 36 for each cell: 1 to 9 for a clue, 10 to 18 for a digit that was found, the
    bits of the candidates plus 18, or 0 for an unknown cell. Source: links to the examples of the site.
    """
    cells = list[str]()
    for number in (int(text[k : k + 2], 36) for k in range(3, len(text), 2)):
        marks = [str(digit) for digit in range(1, 10) if number - 18 >> digit - 1 & 1]
        if number > 18 + 511:
            return None
        cells.append("." if number == 0 else str((number - 1) % 9 + 1) if number <= 18 else "".join(marks))
    return "\n".join(" ".join(cells[r : r + 9]) for r in range(0, 81, 9))


def _open_sudoku(attributes: str) -> str | None:
    """Return the clues of a game of OpenSudoku; digits that a player entered are left out. None for another tag.

    The data are 81 digits, or a version and then three fields of each cell: digit, notes, and 0 for a clue.

    Raises:
        Refusal: The data have another form, or another attribute may state a rule.
    """
    fields = {name: unescape(value.strip("\"'")) for name, value in _ATTRIBUTE.findall(attributes)}
    data = fields.pop("data", "")
    version, _, cells = data.partition("\n")
    if not re.fullmatch(r"version: \d|\d{81}", version, re.A):
        return None
    require_harmless({name: value for name, value in fields.items() if name not in _OF_GAME})
    if not cells and len(version) == 81:
        return version
    parts = cells.strip().removesuffix("|").split("|")
    if len(parts) != 243:
        raise Refusal(words.OPEN_SUDOKU.format(count=len(parts)))
    digits, states = parts[::3], parts[2::3]
    wrong = [digit for digit in digits if not re.fullmatch(r"[0-9]", digit)]
    if wrong or (wrong := [state for state in states if state not in {"0", "1"}]):
        raise Refusal(words.OPEN_SUDOKU_CELL.format(seen=shown(wrong[0])))
    return "".join(digit if state == "0" else "." for digit, state in zip(digits, states, strict=True))


# -- several lines -------------------------------------------------------------------------------------------------

_Rows = list[list[str]]


def in_lines(lines: Sequence[str], size: int | None = None) -> tuple[int, list[str]] | None:
    """Return how many of the first lines are rows of boards, and these boards; None without a board.

    Raises:
        InputError: The rows can be read in several ways.
    """
    block = [plain(line) for line in lines]
    found: dict[tuple[str, ...], int] = {}
    for way in _WAYS:
        rows, end = _gathered(block, way)
        boards = _boards(rows, size, way in _SHEETS)
        if boards and _of_one_width("".join(lines[:end])):
            found.setdefault(tuple(boards), end)
    if len(found) > 1:
        one, other = [boards[0].replace("\n", "/").replace(" ", "") for boards in found][:2]
        raise Refusal(words.TWO_WAYS.format(one=one, other=other))
    return next(((end, [*boards]) for boards, end in found.items()), None)


def in_bands(lines: Sequence[str], height: int, size: int | None = None) -> tuple[int, list[str]] | None:
    """Return what `in_lines` returns, for the first board only; its rows stand in bands of `height`."""
    first = plain(lines[0])
    numbers = {len(cells) for way in _WAYS if (cells := _cells(first, way))}
    found = (
        in_lines(lines[:n], size) for n in sorted(numbers) if height < n <= len(lines) and n % height == 0
    )
    return next(filter(None, found), None)


def is_row(line: str) -> bool:
    """Return whether a line may be the first of several that show a grid."""
    readings = (cells for way in _WAYS if (cells := _cells(plain(line), way)) is not None)
    # A row has at most MAX_SIZE cells and a name; a line of names or blanks above a board may be longer.
    return any(len(cells) <= MAX_SIZE + 1 or not any(cells) or _are_names(cells) for cells in readings)


def are_rows_alike(one: str, other: str) -> bool:
    """Return whether two lines may be rows of one board: some notation reads the same number of cells in both."""
    readings = ((_cells(plain(one), way), _cells(plain(other), way)) for way in _WAYS)
    return any(first and second and 3 < len(first) == len(second) for first, second in readings)


def _cells(line: str, way: _Way) -> list[str] | None:
    """Return the cells of a row, [] for a line that separates boxes, and None for any other line."""
    rule, read = way
    return [] if is_divider(line) and rule.search(line) else read(line)


def _gathered(block: Sequence[str], way: _Way) -> tuple[_Rows, int]:
    """Return the rows at the beginning of a block, without lines that separate boxes, and the index of their end."""
    found = [*takewhile(lambda cells: cells is not None, (_cells(line, way) for line in block))]
    return [cells for cells in found if cells], len(found)


def _boards(rows: _Rows, size: int | None, is_sheet: bool) -> list[str] | None:
    """Return the boards in rows, perhaps with empty rows and columns of a sheet around and between them.

    All boards in a sheet have the smallest size that fits. If their places are not clear, they are not read. A sheet
    as large as a board may also hold smaller boards. They are read if they have enough digits for one solution, but the
    one large board has too few. Only in a sheet, with a sign between its fields, boards may stand side by side.
    """
    whole = _stacked(rows, size)
    if (
        len({*map(len, rows)}) != 1
        or not any(map(any, rows))
        or (whole and (not is_sheet or all(map(_is_rich, whole))))
    ):
        return whole
    filled, columns = [*map(any, rows)], [*map(any, zip(*rows, strict=True))]
    height = filled.index(True), len(rows) - filled[::-1].index(True)
    for side in range(4, min(len(columns), MAX_SIZE + 1) + 1):
        strips = [way for way in _places(columns, side) if is_sheet or len(way) == 1]
        for bands in ({(height,)}, _places(filled, side) if strips else ()):
            found = set[tuple[str, ...]]()
            for band, strip in product(bands, strips):
                parts = (
                    [row[left:right] for row in rows[top:end]] for top, end in band for left, right in strip
                )
                if each := all_of(_stacked(part, size) for part in parts if any(map(any, part))):
                    found.add(tuple(filter(None, chain(*zip_longest(*each)))))
            if len(found) == 1 and (not whole or all(map(_is_rich, *found))):
                return [*found.pop()]
            if found and not whole:
                return None
    return whole


def _is_rich(board: str) -> bool:
    """Return whether a board has at least all digits but one, as every board with one solution has."""
    return len({*board.split()}.difference(_BLANKS, "0")) >= board.count("\n")


def _places(filled: Sequence[bool], side: int) -> set[tuple[tuple[int, int], ...]]:
    """Return the first and the last way to cut lines into parts of `side` lines, with empty lines around each part."""
    found, n = set[tuple[tuple[int, int], ...]](), len(filled)
    for step in (1, -1):
        starts, end = list[int](), -1
        for line in compress(range(n), filled[::step]):
            if line < end:
                continue
            start = min(line, n - side)
            if start <= end:
                break
            starts.append(start)
            end = start + side
        else:
            starts = starts if step > 0 else [n - side - start for start in reversed(starts)]
            found.add(tuple((start, start + side) for start in starts))
    return found


def _stacked(rows: _Rows, size: int | None) -> list[str] | None:
    """Return the boards in rows, one below the other, without names of rows and columns and without rows between them.

    In a sheet, a row of empty fields stands between two boards.
    """
    width = len(rows[-1]) if rows else 0
    if width < 2:
        return None
    above = _are_names(rows[0][len(rows[0]) - width + 1 :])
    beside_them = _are_names([row[0] for row in rows[1:]])
    if len(rows) == width and above and beside_them:
        rows, width = [row[1:] for row in rows[1:]], width - 1
    elif len(rows) == width and (above or beside_them) and not rows[0][0]:
        return None  # names at one side only: perhaps a board of 10x10, perhaps of 9x9 with a wrong name
    elif len(rows) == width + 1 and (_are_names(rows[0]) or not any(rows[0])):
        rows = rows[1:]
    between = rows[width :: width + 1]
    if between and not any(map(any, between)) and len(rows) % (width + 1) in {0, width}:
        rows = [row for number, row in enumerate(rows, 1) if number % (width + 1)]
    if any(len(row) != width for row in rows) or len(rows) % width:
        return None
    grids = (rows[r : r + width] for r in range(0, len(rows), width))
    return all_of(board_of([*chain(*grid)], size) for grid in grids)


def _are_names(cells: Sequence[str]) -> bool:
    """Return whether cells count rows or columns: 1, 2, 3 or 0, 1, 2 or A, B, C."""
    signs, places = [cell.upper() for cell in cells], range(len(cells))
    return signs in ([str(i + 1) for i in places], [*map(str, places)], [chr(65 + i) for i in places])


def _fields(by: str, line: str) -> list[str] | None:
    """Split a row at the sign `by` into cells; an empty field is a blank. In LaTeX a point may follow the last bar."""
    fields = line.strip(" ").split(by)
    if line.count(by) < 3:
        return None
    if by == "|" and not fields[0] and not fields[-1].strip(" ."):
        fields = fields[1:-1]
    return all_of(map(cell_sign, fields))


def _signs(line: str) -> list[str] | None:
    """Return the cells of a row: its signs, with or without spaces and bars between them."""
    parts = re.findall(r"[^\s|]+", line.strip("\"' "))
    if len({*map(len, parts)}) == 1:
        parts = [*"".join(parts)]
    return all_of(map(cell_sign, parts)) or None


def _numbers(line: str) -> list[str] | None:
    """Return the cells of a row of at least ten numbers of two digits, or blanks as wide: `04 -- 12 ..`."""
    parts = re.findall(r"[^\s|]+", line)
    if len(parts) < 10 or {*map(len, parts)} != {2}:
        return None
    return all_of(cell_sign(part[0] if part[0] == part[1] in _BLANKS + _ONE_SIGN else part) for part in parts)


def _behind_a_name(line: str) -> list[str] | None:
    """Return the name of a row with its cells, which stand without spaces, or the names of columns; else None."""
    name, *parts = re.findall(r"[^\s|]+", line) or [""]
    if len(name) > 2 or len({*map(len, parts)}) != 1:
        return _signs(line)
    return all_of(cell_sign(part) or None for part in (name, *"".join(parts)))


def _columns(line: str) -> list[str] | None:
    """Return the cells of a row of only digits and spaces, or None. A space is a blank, so no row is shortened."""
    return [digit.strip() for digit in line] if _SPACED.fullmatch(line) else None


def _spaces(line: str) -> list[str] | None:
    """Return the cells between bars, adjacent or with a space between two; else None. A space for a cell is a blank."""
    groups = line.strip().split("|")
    if len(groups) > 2 and not groups[0] and not groups[-1]:
        groups = groups[1:-1]
    width = len(groups[0])
    if len(groups) < 2 or any(len(group) != width for group in groups):
        return None
    if width < 5:
        return [cell.strip() for group in groups for cell in group]
    if width % 2 == 0:
        return None
    start = 1 if all(group[0] == group[-1] == " " for group in groups) else 0
    inside = [group[1:-1] if start else group for group in groups]
    if any(group[1::2].strip() for group in inside):
        return None
    return [cell.strip() for group in inside for cell in group[::2]]


_Way = tuple[re.Pattern[str], Callable[[str], list[str] | None]]
_SHEETS: tuple[_Way, ...] = tuple((_DASHES, partial(_fields, by)) for by in "\t,;|")
_WAYS: tuple[_Way, ...] = (
    *_SHEETS, (_DASHES, _signs), (_LINES, _signs),
    (_DASHES, _numbers), (_DASHES, _behind_a_name), (_DASHES, _columns),
    (_DASHES, _spaces),
)  # fmt: skip
"""Ways to write a grid, each with a pattern of the lines that separate boxes, and the reader of a row."""
