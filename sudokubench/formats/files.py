"""Files of puzzles: from a stream of bytes to puzzles, one after the other.

A file has one puzzle a line, grids of several lines, or objects of JSON; blank lines may separate them. `NAME:` states
layout and constraints; it stands in front of a line, or alone in the line above a grid. `loose` and `lists` read boards
in other notations, `tables` reads tables, and `nearby_rules` gives boards the rules from lines near them. The file is
read as a stream, so its length does not matter. A piece that is not a puzzle becomes an error in its place, and reading
goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import dropwhile, groupby, islice, takewhile
from typing import BinaryIO

from sudokubench.errors import InputError, Refusal
from sudokubench.formats import html_tables, lists, loose, words
from sudokubench.formats.cells import is_divider, size_of
from sudokubench.formats.identity import split_name
from sudokubench.formats.limits import MAX_BYTES, MOST_ROWS
from sudokubench.formats.loose import Dressed
from sudokubench.formats.nearby_rules import (
    Event,
    Heading,
    Map,
    Parse,
    Pause,
    Puzzle,
    Skipped,
    SolutionHeading,
    T,
    dressed,
    with_rules,
)
from sudokubench.formats.not_a_board import is_rule_of_others, links_in, other_form
from sudokubench.formats.numbered import Line, Lines, Plain, SizeHeading
from sudokubench.formats.pieces import (
    Piece,
    boards_or_rows,
    is_plain_line,
    is_title,
    pieces,
    require_one_reading,
)
from sudokubench.formats.regions import layout_of_map, resembles_map
from sudokubench.formats.remarks import (
    announces_rules,
    heads_solutions,
    is_harmless,
    names_only_regions,
    require_no_rule,
)
from sudokubench.formats.shared import FORMS_OF_PROGRAMS, form_of, is_part
from sudokubench.formats.shared.words import PUZZLE_OR_RULE
from sudokubench.formats.strict_json import shown
from sudokubench.formats.tables import columns_of, commented_columns, records
from sudokubench.layout import MAX_SIZE

_BOARD_BEHIND = re.compile(r"[\s,;|].*[0-9.*_]{16}")
_ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028\u2029\ud800-\udfff\ufeff]")
_SECTION = re.compile(r"\s*\[([A-Za-z]+)\]\s*")
_OTHER_SECTIONS = {"state", "pencilmarks", "candidates", "solution", "colors", "colours", "pencilmark"}
"""Names of sections that are skipped: their boards are states, marks or solutions of a puzzle elsewhere in the file."""
_MARKUP = {"code", "quote", "pre", "tt", "spoiler", "hide", "b", "i", "u", "img", "center", "edit"}
"""Tags of forums, which are in brackets but are not sections."""
_LETTERS = re.compile(r"[A-Za-z](?:[ |,]*[A-Za-z]){3,}")
_COUNT = re.compile(r"\s*(\d{1,3})(?:\s+\1)?\s*")
"""Pattern of a number alone above a board, which is the number of boards or their size."""
_NUMBER = re.compile(r"\s*\d{1,2}[.)]\s")
"""The number of a rule in a list of rules."""
_MOST_RULES = 32
"""Largest number of lines of a list of rules."""
_SHORTEST_BOARD = 16
_MOST_LINES = 10_000
"""Largest number of lines of a table of HTML."""


def read(
    stream: BinaryIO,
    parse: Parse[T],
    form: str | None = None,
    size: int | None = None,
    together: bool = False,
    columns: Sequence[str] = (),
    skipped: Skipped = lambda number, text: None,
) -> Iterator[Puzzle[T] | Plain | InputError]:
    """Yield the puzzles of a file, and an error with its line for each piece that is not a puzzle.

    Args:
        parse: Reads one puzzle strictly.
        form: The form that all puzzles must have; detected piece by piece if None.
        size: The side of the boards if the caller knows their rules. If None, the file states the rules, and a text
            that may state a rule is refused, not left out.
        together: Whether 9x9 boards in lines without rules have the standard layout; many of them may then come as
            one `Plain`.
        columns: Names of the columns (or keys of the objects) that hold puzzles and solutions; others are left out.
        skipped: Called for each line that is left out: prose, or the solution of an unknown puzzle.

    Raises:
        InputError: The file is not text, or its lines may be boards as well as rows of grids.
    """
    return with_rules(_events(stream, parse, form, size, together, columns, skipped), parse, size, skipped)


def read_singly(
    stream: BinaryIO, parse: Parse[T], size: int | None = None, columns: Sequence[str] = ()
) -> Iterator[Puzzle[T] | InputError]:
    """Yield what `read` yields, each board as a puzzle of its own."""
    return (one for one in read(stream, parse, None, size, False, columns) if not isinstance(one, Plain))


def _events(
    stream: BinaryIO,
    parse: Parse[T],
    form: str | None,
    size: int | None,
    together: bool,
    columns: Sequence[str],
    skipped: Skipped,
) -> Iterator[Event[T]]:
    lines = Lines(stream, None if form is None else form != "line")
    together = together and form in {None, "line"} and size in {None, 9}
    begun = False
    if form is None and (table := commented_columns(lines, columns, size)):
        yield from records(lines, table, lambda text: only(text, parse, size))
        return
    for piece in pieces(lines, form, size):
        if isinstance(piece, Heading | SolutionHeading | Pause):
            yield piece
            continue
        strict = piece if isinstance(piece, InputError) else _strictly(piece, parse)
        found: list[Event[T]] = [strict]
        if form is None and isinstance(piece, Piece) and is_part(piece.form, piece.text):
            found = [_part(piece, strict)]
        elif form is None and isinstance(piece, Piece) and isinstance(strict, Puzzle):
            found = [_with_solution(piece, strict, parse)]
        elif form is None and isinstance(strict, InputError) and not isinstance(strict, Refusal):
            if not begun and (table := columns_of(lines, _start(lines.taken), columns, size)):
                yield from records(lines, table, lambda text: only(text, parse, size))
                return
            found = _loosely(lines, strict, parse, size, columns, skipped)
        if lines.heading:
            found = _below_heading(found, lines, lines.heading)
        lines.taken.clear()
        begun = begun or bool(found)
        yield from found
        is_plain = together and isinstance(piece, Piece) and piece.form == "line" and len(piece.text) == 81
        if is_plain and found and isinstance(found[0], Puzzle):
            yield from iter(lines.plain, None)
    if lines.link and not begun:
        yield lines.link


def _below_heading(found: list[Event[T]], lines: Lines, heading: SizeHeading) -> list[Event[T]]:
    """Return the events below a heading that names a size; boards of another size that state no rules are refused."""
    lines.heading = heading._replace(is_used=True) if found or not heading.is_used else None
    size, events = heading.size, list[Event[T]]()
    for event in found:
        other = isinstance(event, Puzzle) and event.plain and event.board.layout.size
        if isinstance(event, Puzzle) and other and other != size:
            fault = words.OTHER_SIZE.format(line=heading.line, named=size, found=other)
            events.append(Refusal(fault).at("", event.line))
        else:
            events.append(event)
    return events


def _strictly(piece: Piece, parse: Parse[T]) -> Puzzle[T] | Map | InputError:
    """Read a piece as a map of regions or, strictly, as one puzzle; return the error if it is neither."""
    if regions := layout_of_map(piece.text):
        return Map(regions, piece.line)
    says_rules = (
        piece.form in FORMS_OF_PROGRAMS
        or piece.text.lstrip().startswith("{")
        or (":" in piece.text and split_name(piece.text))
    )
    try:
        plain = None if says_rules else Dressed(piece.text, piece.form or "grid")
        return Puzzle(parse(piece.text, piece.form), piece.line, None, plain)
    except InputError as error:
        return error.at("", piece.line + (error.place.line or 1) - 1)


def _part(piece: Piece, strict: Puzzle[T] | Map | InputError) -> Heading:
    """Return a `Heading` for a line that may state a rule of the boards around it, or be a puzzle itself."""
    if isinstance(strict, Refusal):
        return Heading(strict)
    return Heading(
        Refusal(PUZZLE_OR_RULE.format(seen=shown(piece.text))).at("", piece.line),
        strict if isinstance(strict, Puzzle) else None,
    )


def _with_solution(piece: Piece, found: Puzzle[T], parse: Parse[T]) -> Puzzle[T] | InputError:
    """Return the puzzle of a line; if the line has several boards, read them as a puzzle and its solution."""
    text = piece.text
    if piece.form != "line" or len(text) == 81 or not _BOARD_BEHIND.search(text) or split_name(text):
        return found
    try:
        other = loose.beside(text)
        return dressed(other, piece.line, parse) if other else found
    except InputError as error:
        return error.at("", piece.line)


def _loosely(
    lines: Lines,
    error: InputError,
    parse: Parse[T],
    size: int | None,
    columns: Sequence[str],
    skipped: Skipped,
) -> list[Event[T]]:
    """Read the lines taken last, and more as needed, in forms that only `loose` knows; return `error` if none fits."""
    taken = len(lines.taken)
    start = _start(lines.taken)
    lines.again(*lines.taken[start:])
    first: str | InputError = ""
    looks: Sequence[_Look] = ()
    try:
        number, first = next(lines)
        value = partial(_value, columns=columns)
        looks = (_section, _letters, _links, value, _table, _row_or_line, _prose)
        if isinstance(first, InputError) or split_name(first) or _ODD.search(first):
            looks = ()  # a name states rules, which must not be lost
        elif first.lstrip().startswith("{"):
            looks = (value,)
        for look in looks:
            found = look(str(first), lines, size)
            if found is not None:
                events = [_event(one, number, parse) for one in found]
                if heads_solutions(str(first)):
                    events.insert(0, SolutionHeading())
                elif look is _prose and not found and not loose.is_frame(str(first)):
                    skipped(number, str(first))
                return events
    except Refusal as other:
        return [Heading(other.at("", number)) if is_rule_of_others(str(first)) else other.at("", number)]
    except InputError as other:
        return [other.at("", number)]
    while len(lines.taken) < taken:
        next(lines)
    if isinstance(first, InputError):
        return [error]
    if seen := other_form(first):
        return [Refusal(seen).at("", number)]
    if size is None and len(looks) > 1 and max(map(len, first.split()), default=0) < _SHORTEST_BOARD:
        try:
            require_no_rule(first)
        except Refusal as rule:
            return [Heading(rule.at("", number))]
    lines.refused = lines.taken[-1]
    return [error]


def _event(found: Dressed | Map | Heading, number: int, parse: Parse[T]) -> Event[T]:
    if isinstance(found, Heading):
        return found._replace(error=found.error.at("", number))
    if isinstance(found, Map):
        return found._replace(line=number)
    regions = layout_of_map(found.text) if found.form == "grid" else None
    return Map(regions, number) if regions else dressed(found, number, parse)


_Look = Callable[[str, Lines, int | None], Sequence[Dressed | Map | Heading] | None]
"""A function that reads a line, and following lines as needed; returns what they hold, None if it cannot read them."""


def _start(taken: Sequence[Line]) -> int:
    """Return the index of the first line of content among the taken lines; a frame right above it is content, too."""
    start = 0
    for i, (_, line) in enumerate(taken):
        if isinstance(line, InputError) or not (is_divider(line) or line.startswith("#") or is_title(line)):
            return start if i else 0
        if not is_divider(line) or not line.strip(" "):
            start = i + 1
    return start


def _section(first: str, lines: Lines, size: int | None) -> list[Heading] | None:
    """Skip sections without a puzzle, such as SadMan's `[State]`; refuse unknown sections, which may state rules."""
    match = _SECTION.fullmatch(first)
    if not match:
        return None
    name = match[1].lower()
    if name == "puzzle":
        return []
    if name not in _OTHER_SECTIONS:
        if size is not None or name in _MARKUP or is_harmless(match[1]):
            return None
        fault = Refusal(words.SECTION.format(section=first.strip()))
        return [Heading(fault, of_map=names_only_regions(name))]
    for following in lines:
        text = following[1]
        if isinstance(text, str) and _SECTION.fullmatch(text):
            lines.again(following)
            break
    return []


def _links(first: str, lines: Lines, size: int | None) -> list[Dressed] | None:
    """Return the puzzles in links of other programs, among words. Such puzzles state their rules themselves."""
    return [Dressed(link, form) for link in links_in(first) if (form := form_of(link))] or None


def _letters(first: str, lines: Lines, size: int | None) -> list[Heading | Map] | None:
    """Read rows of letters as a map of regions; refuse any other grid of letters, which may state a rule."""
    if not _LETTERS.fullmatch(first.strip()):
        return None
    n = sum(map(str.isalpha, first))
    more = [*islice(lines, n - 1)] if n <= MAX_SIZE else []
    below = takewhile(_LETTERS.fullmatch, (text.strip() if isinstance(text, str) else "" for _, text in more))
    rows = ["".join(filter(str.isalpha, row)) for row in (first, *below)]
    if regions := layout_of_map("".join(rows)):
        lines.again(*more[len(rows) - 1 :])
        return [Map(regions, 0)]
    is_grid = len(rows) == n >= 4 and {*map(len, rows)} == {n}
    is_grid = is_grid or (len(rows) > 2 and resembles_map("".join(rows)))
    is_line = first.strip().isalpha() and len({*first.strip()}) > 1 and n >= 36 and size_of(n) is not None
    is_refused = size is None and (is_grid or is_line)
    lines.again(*more[len(rows) - 1 if is_refused and is_grid else 0 :])
    return [Heading(Refusal(words.LETTERS))] if is_refused else None


def _prose(first: str, lines: Lines, size: int | None) -> list[Heading] | None:
    """Leave out a number above a board, and words around puzzles unless they name a rule.

    If a line such as `Rules:` announces rules, the lines of words below it may state only the usual rules.
    """
    if _COUNT.fullmatch(first):
        text = next((str(text) for _, text in lines.ahead(2) if str(text).strip()), "")
        return [] if text and not _COUNT.fullmatch(text) else None
    if not loose.is_prose(first):
        return None
    if seen := other_form(first):
        raise Refusal(seen)
    links = links_in(first) if first.lstrip()[:1] != "<" else []  # a tag may name a scheme of XML
    if lines.link is None and (seen := next(filter(None, map(other_form, links)), None)):
        lines.link = Refusal(seen).at("", lines.number)
    if size is None:
        below = [text for _, text in lines.ahead(_MOST_RULES)] if announces_rules(first) else []
        texts = takewhile(lambda text: isinstance(text, str) and loose.is_prose(text), below)
        stated = takewhile(str.strip, dropwhile(lambda text: not text.strip(), map(str, texts)))
        rules = " ".join([first, *(_NUMBER.sub("", text) for text in stated)])
        try:
            require_no_rule(rules)
        except Refusal as error:
            return [Heading(error, of_map=names_only_regions(rules))]
    return []


def _value(first: str, lines: Lines, size: int | None, columns: Sequence[str]) -> list[Dressed] | None:
    """Return the boards of a list or an object that begins in a line."""
    begin = lists.opening(first)
    if begin is None or lines.number < lines.unclosed:
        return None
    block, more, text = list[str](), list[Line](), first[begin:]
    depth, end = lists.brackets(text, 0)
    length = len(text)
    while end is None and length < MAX_BYTES and (following := next(lines, None)):
        more.append(following)
        if isinstance(following[1], InputError):
            break
        block.append(text)
        text = following[1]
        depth, end = lists.brackets(text, depth)
        length += len(text) + 1
    found: list[Dressed] = []
    if end is None:
        lines.unclosed = lines.number  # a list inside it is not closed either, or is one of its parts
    elif lists.is_tail(text[end:]):
        found = lists.in_values("\n".join([*block, text[:end]]), size, columns)
        for beside in (first[:begin], text[end:]) if found and size is None else ():
            require_no_rule(beside, kinds=True)
    if not found:
        lines.again(*more)
    return found or None


def _table(first: str, lines: Lines, size: int | None) -> list[Dressed] | None:
    """Return the boards of tables of HTML, from a line with `<table` to a line with `</table`."""
    if "<table" not in first.lower():
        return None
    block, more = [first], list[Line]()
    while (
        "</table" not in block[-1].lower() and len(block) < _MOST_LINES and (following := next(lines, None))
    ):
        more.append(following)
        if isinstance(following[1], InputError):
            break
        block.append(following[1])
    text = "\n".join(block)
    boards = html_tables.boards(text, size)
    if not boards:
        lines.again(*more)
    elif size is None:
        require_no_rule(text)
    return [Dressed(board, "grid") for board in boards] or None


def _row_or_line(first: str, lines: Lines, size: int | None) -> list[Dressed] | None:
    """Return the boards whose first row is the line, else the board in the line; refuse a line that may be both.

    If the row above is similar and not part of a board, no board begins here: that row may be its first.
    """
    alone = loose.in_line(first, size)
    number, above = lines.refused
    begins = loose.is_row(first) and not (
        number == lines.number - 1 and loose.are_rows_alike(str(above), first)
    )
    more = _rows_below(lines, size, in_bands=alone is None) if begins else []
    texts = [first, *(text for _, text in more if isinstance(text, str))]
    bands, height = _first_bands(texts)
    found = loose.in_lines([*takewhile(lambda text: text.strip(" "), texts)], size) if more else None
    if not found and bands and (board := loose.in_bands([texts[k] for k in bands], height, size)):
        found = bands[board[0] - 1] + 1, board[1]
    if not found:
        lines.again(*more)
        return [alone] if alone else None
    end, boards = found
    if alone and all(loose.in_line(text, size) for text in texts[:end] if not is_divider(text)):
        side = len(boards[0].split("\n"))
        if lines.heading is None:
            raise boards_or_rows(side)
        if lines.heading.size != side:
            lines.again(*more)
            return [alone]
    lines.again(*more[end - 1 :])
    return [Dressed(board, "grid") for board in boards]


def _rows_below(lines: Lines, size: int | None, in_bands: bool) -> list[Line]:
    """Take the lines that may be rows below a first row, and the line after them.

    With `in_bands`, blank lines may separate the rows of one board into bands of equal height.
    """
    taken, height, rows, above = list[Line](), 0, 1, 0
    for line in lines:
        taken.append(line)
        text = line[1]
        if isinstance(text, InputError) or text[:1] == "#" or len(taken) >= MOST_ROWS:
            break
        if not text.strip(" "):
            if not in_bands or (height and rows not in {0, height}):
                break
            height, rows, above = height or rows, 0, above + rows
            continue
        rows += 1
        parts = text.split(maxsplit=1)
        is_row = not height or (rows <= height and above + rows <= MAX_SIZE)
        if not is_row or (parts and is_plain_line(parts[0], size)):
            break
    return taken


def _first_bands(texts: Sequence[str]) -> tuple[list[int], int]:
    """Return the indices of the first lines that form bands of equal height between blank lines, and this height.

    The list is empty if there is only one band.
    """
    found, height = list[int](), 0
    for is_filled, group in groupby(enumerate(texts), lambda line: bool(line[1].strip(" "))):
        band = [k for k, _ in group]
        if is_filled and height not in {0, len(band)}:
            break
        if is_filled:
            found, height = found + band, len(band)
    return (found if len(found) > height else []), height


def only(text: str, parse: Parse[T], size: int | None = None, columns: Sequence[str] = ()) -> T:
    """Return the one board in a text, read as by `read`. Raises InputError if the text has no board, or several."""
    if size is None:
        require_one_reading(text)
    try:
        return parse(text, None)
    except Refusal:
        raise
    except InputError as error:
        strict = error
    puzzles: list[Puzzle[T] | InputError]
    try:
        puzzles = [*islice(_read_text(text, parse, size, columns), 2)]
    except InputError as error:
        puzzles = [error]
    for puzzle in puzzles:
        if isinstance(puzzle, Refusal):
            raise puzzle
    if len(puzzles) != 1 or isinstance(puzzles[0], InputError):
        raise strict
    return puzzles[0].board


_MOST_BROKEN = 20
"""Number of broken pieces that are accepted for each board found so far, and before the first board."""


def every(text: str, parse: Parse[T], broken: list[InputError] | None = None) -> list[T]:
    """Return all boards in a text, which may have any form of a file.

    Args:
        parse: Makes a board of a piece.
        broken: Gets the errors of pieces that are not boards. An error beyond the limit of `_MOST_BROKEN` is raised;
            without this list, the first error is raised.

    Raises:
        InputError: The text has no board, or more broken pieces than `broken` may get.
    """
    require_one_reading(text)
    try:
        return [parse(text, None)]
    except Refusal:
        raise
    except InputError as error:
        strict = error
    found = []
    for puzzle in _read_text(text, parse):
        if not isinstance(puzzle, InputError):
            found.append(puzzle.board)
        elif broken is None or len(broken) >= _MOST_BROKEN * (len(found) + 1):
            raise puzzle  # such a text is not a collection of boards
        else:
            broken.append(puzzle)
    if not found:
        raise strict
    return found


def _read_text(
    text: str, parse: Parse[T], size: int | None = None, columns: Sequence[str] = ()
) -> Iterator[Puzzle[T] | InputError]:
    body = text.removeprefix("\ufeff")
    if _ODD.search(body):
        raise InputError(words.NOT_TEXT)
    return read_singly(BytesIO(body.replace("\r\n", "\n").replace("\r", "\n").encode()), parse, size, columns)
