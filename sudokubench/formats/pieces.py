"""Cut a file into pieces that may be puzzles: lines, grids, objects of JSON, and boards below a line `NAME:`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import takewhile
from math import isqrt
from typing import NamedTuple

from sudokubench.errors import InputError, Refusal, UsageError
from sudokubench.formats import candidates, loose, words
from sudokubench.formats import line as lines_of_boards
from sudokubench.formats.cells import Grid, is_divider, size_of, split_lines, tokens
from sudokubench.formats.grid import cells_in_row, is_row_of
from sudokubench.formats.identity import problem_named, split_name
from sudokubench.formats.limits import FEWEST_LINES, LONGEST_ROW, MAX_BYTES, MOST_ROWS
from sudokubench.formats.nearby_rules import Heading, Pause, SolutionHeading
from sudokubench.formats.numbered import Line, Lines, SizeHeading
from sudokubench.formats.remarks import heads_solutions, names_only_regions, require_no_rule, size_named
from sudokubench.formats.shared import FORMS_OF_PROGRAMS, form_of
from sudokubench.layout import MAX_SIZE, Layout, default_symbols
from sudokubench.problem import layout_of

_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_VALUE = rf"(?:{_JSON_STRING.pattern}|-?[0-9]{{1,5}}\b|true|false|null)"
_OF_JSON = re.compile(
    rf'\s*["\[\]{{}},:].*|\s*(?:(?:{_VALUE}\s*)?[{{}}\[\],:]\s*)*(?:{_VALUE}\s*)?', re.DOTALL
)
"""Pattern of a line that may continue an object of JSON: no board begins like it, or it has only values and signs."""
_TITLE = re.compile(r"grid[\s\w.#:-]*", re.IGNORECASE)
_KSUDOKU = re.compile(r"\s*<(?:!DOCTYPE )?ksudoku>")
_SDKU = re.compile(r"\s*(?:<\?xml[^<>]*>\s*)?<Sudoku\b")
_JANKO = re.compile(r"\s*\[?begin\]?\s*", re.IGNORECASE)
_END = re.compile(r".*</(?:ksudoku|Sudoku)>|\s*\[?[Ee][Nn][Dd]\]?\s*$")
_STRUCTURE = re.compile(r"<(graph|clique|cage|sudokugroups|roxdokugroups)\b([^<>]*)>")
_VALUES = re.compile(r"<values>([_a-z]{1,700})</values>")
_XML, _ANY = re.compile(r"\s*<"), re.compile("")
_SAVED, _SAVED_LINE = re.compile("SAVEFILE:41:Simon Tatham"), re.compile(r"[A-Z]{4,8} *:\d")
_BARS = frozenset("|│")
_MOST_RULES = 100


class Piece(NamedTuple):
    """A text that should be one puzzle, the number of its first line from 1, and the form in which to read it."""

    text: str
    line: int
    form: str | None


def pieces(
    lines: Lines, form: str | None, size: int | None
) -> Iterator[Piece | InputError | Heading | SolutionHeading | Pause]:
    """Yield the pieces of a file that may be puzzles, and its comments."""
    for number, line in lines:
        if isinstance(line, InputError):
            yield line
            continue
        side_named = size_named(line) if form is None and size is None else None
        if side_named or line.startswith("#") or not (parts := line.split(maxsplit=1)):
            if side_named or (lines.heading and lines.heading.is_used):
                lines.heading = SizeHeading(side_named, number) if side_named else None
            if "\t" not in line:  # otherwise it may be a row of a spreadsheet
                lines.taken.clear()
            if side_named or line.startswith("#"):
                yield comment(line, number) if size is None or heads_solutions(line) else Pause()
            continue
        if form is None and _KSUDOKU.match(line):
            yield _ksudoku(_gathered(line, lines, _XML), number)
            continue
        if form == "sdku" and loose.is_frame(line):
            continue
        if form in {None, "sdku"} and _SDKU.match(line):
            yield Piece(_gathered(line, lines, _XML), number, "sdku")
            continue
        if form in {None, "janko"} and _JANKO.fullmatch(line) and _begins_janko(line, lines):
            yield Piece(_gathered(line, lines, _ANY), number, "janko")
            continue
        if form is None and _SAVED.match(line):
            yield _of_tatham(_gathered(line, lines, _SAVED_LINE), number)
            continue
        known = form if form in FORMS_OF_PROGRAMS else form_of(line) if form is None else None
        if known is not None and not parts[0].startswith("{"):
            yield Piece(line, number, known)
        elif form in {None, "line"} and is_plain_line(parts[0], size):
            yield Piece(line, number, "line")
        elif form in {None, "json", *FORMS_OF_PROGRAMS} and parts[0].startswith("{"):
            found = _json(line, number, lines)
            known = form_of(found.text) if isinstance(found, Piece) and form is None else known
            yield found if known is None or isinstance(found, InputError) else found._replace(form=known)
        elif ":" in line and (named := split_name(line)):
            name, rest = named
            yield Piece(line, number, form or "line") if rest.strip() else _under(name, number, lines, form)
        elif form != "line" and (is_divider(line) or is_title(line)):
            del lines.taken[:-_MOST_RULES]
        else:
            asked = lines.heading.size if lines.heading else size
            side = _side(line, asked) if form not in {"line", "json"} else None
            if form in {None, "candidates"} and asked is None:
                side = _side_of_candidates(line, lines) or side
            # Spaces may be blanks, or separate the board from a comment. A line with bars is longer than its cells.
            fits = _fits(len(parts[0]), asked) or (_fits(len(line), asked) and _BARS.isdisjoint(line))
            is_board = form in {None, "line"} and fits
            # A row with spaces between its cells may be a board, too.
            may_be_board = form is None and side and _fits(side, asked) and "|" not in line
            if lines.heading and (side or is_board):
                lines.grids = bool(side)
            if side and lines.grids is None and (is_board or may_be_board):
                lines.grids = _are_rows(number, line, lines, side, size, not is_board) or not is_board
            if side and (lines.grids or (lines.grids is None and not is_board)):
                lines.grids = True
                yield _grid([line], number, lines, form, side)
            elif form in {None, "line"}:
                yield Piece(line, number, "line")
            else:
                what = words.NO_OBJECT_OF_JSON if form == "json" else words.NO_ROW
                yield InputError(what).at("", number)


def comment(line: str, number: int) -> Heading | SolutionHeading | Pause:
    """Return the event of a comment: a heading if it may state a rule or names solutions, else a pause."""
    if heads_solutions(line):
        return SolutionHeading()
    try:
        if {"#", "."} <= {*line} <= {"#", ".", " "} and line.count("#") > 1:  # a row that marks cells
            raise Refusal(words.SECOND_GRID)
        require_no_rule(line)
        require_no_rule(line[2:])  # after the letter of a field of SadMan's: #D, #C
    except Refusal as error:
        return Heading(error.at("", number), of_map=names_only_regions(line))
    return Pause()


def is_title(line: str) -> bool:
    """Return whether a line is a title: Project Euler's problem 96 writes "Grid 01"."""
    return bool(_TITLE.fullmatch(line))


def _fits(cells: int, size: int | None) -> bool:
    return size_of(cells) is not None if size is None else cells == size * size


def _side(line: str, size: int | None) -> int | None:
    """Return the side of the grid that may have this line as a row; None if the line does not look like a row."""
    if size is None:
        size = cells_in_row(line) or 0
        return size if size_of(size * size) else None
    return size if is_row_of(line, size) else None


def _side_of_candidates(line: str, lines: Lines) -> int | None:
    """Return the side of the grid of candidates that begins with this row; None if the line does not begin one."""
    if line.lstrip()[0] not in _BARS or not cells_in_row(line):
        return None
    size = len(tokens(line))
    below = (str(text) for _, text in lines.ahead(2 * size))
    rows = [line, *(text for text in below if len(text) <= LONGEST_ROW and not is_divider(text))]
    return size if candidates.looks_like("\n".join(rows[:size])) else None


def is_plain_line(word: str, size: int | None) -> bool:
    """Return whether a line that begins with this word is surely a board; nearly every line of a corpus is."""
    fits = len(word) > MAX_SIZE and _fits(len(word), size)
    return fits and not ("---" in word or "===" in word or ":" in word or is_divider(word))


def _json(line: str, number: int, lines: Lines) -> Piece | InputError:
    """Return the piece of an object of JSON, from `line` to the line that closes its braces.

    A truncated object must not take the lines after it. So a line that is not JSON, or that begins another object, is
    put back.
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
        return InputError(words.NEVER_CLOSED).at("", number)
    return Piece("\n".join(block), number, "json")


def _gathered(line: str, lines: Lines, more: re.Pattern[str]) -> str:
    """Return a line and the following lines that match `more`, up to a line that ends the game.

    The first other line is put back.
    """
    block, length = [line], len(line)
    while (
        not _END.match(block[-1])
        and len(block) < MOST_ROWS
        and length < MAX_BYTES
        and (following := next(lines, None))
    ):
        if isinstance(following[1], InputError) or not more.match(following[1]):
            lines.again(following)
            break
        block.append(following[1])
        length += len(following[1])
    return "\n".join(block)


def _begins_janko(line: str, lines: Lines) -> bool:
    """Return whether a line `begin` starts a file of janko.at: the next line has a name that these files use."""
    return any(FORMS_OF_PROGRAMS["janko"].matches(f"{line}\n{text}") for _, text in lines.ahead(1))


def _ksudoku(text: str, number: int) -> Piece | InputError:
    """Return the piece of a saved game of KSudoku: the clues of a board with the usual houses.

    The program writes the cells column by column, with b for 1, c for 2 and so on, and the player's moves after them.
    """
    structures, values = _STRUCTURE.findall(text), "".join(_VALUES.findall(text))
    n, digits = isqrt(len(values)), [0 if sign == "_" else ord(sign) - ord("a") for sign in values]
    is_usual = [name for name, _ in structures] == ["graph"] and ' type="sudoku"' in structures[0][1]
    is_square = n >= 4 and isqrt(n) ** 2 == n and n * n == len(values) and text.count("<values>") == 1
    if not is_usual or not is_square or "a" in values or max(digits) > n:
        return Refusal(words.KSUDOKU).at("", number)
    rows = bytes(digits[n * column + row] for row in range(n) for column in range(n))
    return Piece(lines_of_boards.write(Grid(Layout.standard(n), rows)), number, "line")


def _of_tatham(text: str, number: int) -> Piece | InputError:
    """Return the piece of a saved game of Simon Tatham's Solo: the id of the game, without the moves."""
    fields = dict(re.findall(r"(?m)^([A-Z]+) *:\d+:(.*)$", text))
    if fields.get("GAME") != "Solo" or not fields.get("CPARAMS") or not fields.get("DESC"):
        return Refusal(words.TATHAM_SAVED).at("", number)
    return Piece(f"{fields['CPARAMS']}:{fields['DESC']}", number, "tatham")


def _depth(line: str) -> int:
    """Return how many more braces a line of JSON opens than it closes."""
    bare = _JSON_STRING.sub("", line)
    return bare.count("{") - bare.count("}")


def _under(name: str, number: int, lines: Lines, form: str | None) -> Piece | InputError | Heading:
    """Return the grid or the single line that follows a line `NAME:`. Refuse a name above several lines of boards."""
    block = [f"{name}:"]
    try:
        problem = problem_named(name)
        size = layout_of(problem).size
        is_usual = problem == Layout.standard(size)
    except UsageError:
        # The following lines still belong to the name, and must not be read without it.
        size, is_usual = None, False
    for at, text in lines:
        if isinstance(text, InputError):
            return text
        if not text.strip() or text.startswith("#") or is_divider(text):
            block.append("")
            continue
        block.append(text)
        side = _side(text, size)
        if side is None or is_plain_line(text.split(maxsplit=1)[0], size):
            more = (str(below).partition(" ")[0] for _, below in lines.ahead(1))
            if not is_usual and any(is_plain_line(word, size) for word in more):
                lines.again((at, text))
                return Heading(Refusal(words.NAME_OF_SEVERAL.format(name=name)).at("", number))
            return Piece("\n".join(block), number, form)
        return _grid(block, number, lines, form, side)
    return InputError(words.NOTHING_FOLLOWS.format(name=name)).at("", number)


def _are_rows(number: int, line: str, lines: Lines, side: int, size: int | None, parted: bool) -> bool:
    """Look ahead: return whether a line that may be a board is a row of a larger one; refuse a line that may be either.

    `parted` says whether spaces separate the cells. If so, blank lines may separate the rows, and a row without clues
    shows that the rows of a single grid are not boards.
    """
    block: list[Line] = []
    rows = [line]
    for following in lines:
        block.append(following)
        text = following[1]
        if isinstance(text, InputError) or len(block) > side * (1 + parted):
            break
        if not (parted or text.strip()):
            break
        rows += [] if is_divider(text) or not text.strip() else [text]
    lines.again(*block)
    if len(rows) < side or any(_side(text, size) != side for text in rows[:side]):
        return False
    cells = [[cell for cell, _ in tokens(row)] for row in rows[:side]]
    cells = [row if len(row) == side else [*"".join(row)] for row in cells]
    clued = [row for row in cells if {*row} - {*".0*_"}]
    if size is None and not all(map(loose.board_of, clued)):
        return True  # it has a digit that a small board cannot have
    is_single = len(rows) == side or _side(rows[side], size) != side
    if parted and (not clued or (is_single and len(clued) < side)):
        return True
    raise boards_or_rows(side).at("", number)


def require_one_reading(text: str) -> None:
    """Refuse a text if all its lines may be boards, and together the rows of one board."""
    if text.count("\n") + 1 >= FEWEST_LINES:
        rows = [row for row in split_lines(text) if not is_divider(row)]
        side = len(rows)
        if size_of(side) and size_of(side * side) and "|" not in text:
            lines = Lines(BytesIO("\n".join(rows[1:]).encode("utf-8", "surrogatepass")))
            _are_rows(1, rows[0], lines, side, None, len(tokens(rows[0])) > 1)


def boards_or_rows(side: int) -> Refusal:
    """Return the error of `side` lines that may each be a board, or together the rows of a grid."""
    return Refusal(words.BOARDS_OR_ROWS.format(count=side, small=isqrt(side)))


def _other_bands(lines: Lines, height: int, side: int) -> list[str]:
    """Return the lines of a grid after its first band and a blank line: bands of the same height, and blank lines.

    If other lines follow, they are put back, and the result is empty.
    """
    block, taken, rows, in_band = list[str](), list[Line](), height, 0
    while side % height == 0 and rows < side and (following := next(lines, None)):
        taken.append(following)
        text = following[1]
        if isinstance(text, InputError):
            break
        if not text.strip():
            if in_band not in {0, height}:
                break
            in_band = 0
        elif not is_divider(text):
            if in_band == height or not is_row_of(text, side):
                break
            rows, in_band = rows + 1, in_band + 1
        block.append(text)
    if rows == side:
        return block
    lines.again(*taken)
    return []


def _grid(block: list[str], number: int, lines: Lines, form: str | None, side: int) -> Piece | InputError:
    """Read a grid as a piece: `block` ends with its first row. Blank lines may separate only equal bands."""
    rows, names = 1, "".join(cell for cell, _ in tokens(block[-1]))
    while rows < side:
        at, text = next(lines, (0, ""))
        if isinstance(text, InputError):
            return text
        parts = text.split(maxsplit=1)
        if parts and is_plain_line(parts[0], None):
            lines.again((at, text))  # a board in a line
            parts = []
        if not parts:
            if rest := _other_bands(lines, rows, side):
                return Piece("\n".join([*block, "", *rest]), number, form)
            return InputError(words.SHORT_GRID.format(rows=rows, side=side)).at("", number)
        block.append(text)
        rows += not is_divider(text)
    if names.upper() == default_symbols(side) and 0 < (more := _rows_below(lines, side)) < side:
        return InputError(words.SURPLUS_ROWS.format(side=side, rows=more)).at("", number)
    return Piece("\n".join(block), number, form)


def _rows_below(lines: Lines, side: int) -> int:
    """Return how many rows follow without a break in the next `2 * side` lines; dividers do not count."""
    ahead = (text for _, text in lines.ahead(2 * side))
    texts = takewhile(lambda text: isinstance(text, str) and text.strip(), ahead)
    below = takewhile(
        lambda text: is_divider(text) or (is_row_of(text, side) and not loose.is_prose(text)), map(str, texts)
    )
    return sum(not is_divider(text) for text in below)
