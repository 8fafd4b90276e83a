"""Tables of puzzles: lines of fields under a line of names, such as CSV files."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from sudokubench.errors import InputError, Refusal
from sudokubench.formats import loose
from sudokubench.formats.cells import is_divider
from sudokubench.formats.column_names import columns_named
from sudokubench.formats.identity import split_name
from sudokubench.formats.lists import several_boards
from sudokubench.formats.loose import Dressed
from sudokubench.formats.nearby_rules import Heading, Puzzle, T
from sudokubench.formats.numbered import Line, Lines
from sudokubench.formats.pieces import comment
from sudokubench.formats.regions import layout_of_map
from sudokubench.formats.remarks import map_among, require_harmless
from sudokubench.formats.shared import form_of
from sudokubench.formats.words import FIELD_LINES, NO_COLUMN, NO_RECORD, RECORD_FIELDS
from sudokubench.words import listed, untranslated


class TableColumns(NamedTuple):
    """The columns of a table: separator, all names, and the indices of the puzzle and of its solution."""

    by: str
    names: Sequence[str]
    puzzle: int
    solution: int | None
    guarded: bool
    """Whether all other columns, and comments, must be known to be harmless."""


def columns_of(lines: Lines, start: int, columns: Sequence[str], size: int | None) -> TableColumns | None:
    """Return the columns that the first line of a file names; None without names. Reading continues below this line.

    If the names do not show which column has the puzzles, the first record shows it.

    Args:
        lines: The lines of the file; the first ones, in `taken`, are not yet read as boards.
        start: The index of the first taken line that is content.
        columns: Names of the columns of puzzles and of solutions; empty if the user gave none.
        size: The side of the boards if their rules are given.

    Raises:
        Refusal: Neither the names nor the first record shows which of several columns has the puzzles; or the line
            names columns, but not one that the user gave.
    """
    first = lines.taken[start][1] if start < len(lines.taken) else None
    if not isinstance(first, str) or not (columns or loose.is_prose(first)) or first[:1] in "{[<":
        return None
    for by in ",;\t|":
        with suppress(csv.Error):
            names = next(csv.reader([first], delimiter=by))
            if len(names) < 2:
                continue
            puzzle, solution = columns_named(names)
            if columns:
                known = {name.strip(" \"'\ufeff"): i for i, name in enumerate(names)}
                missing = [name for name in columns if name not in known]
                if len(missing) == len(columns) and puzzle is None and not loose.OF_A_BOARD.search(first):
                    puzzle, _ = _columns_by_content(lines, lines.taken[start + 1 :], by, names)
                if missing and (len(missing) < len(columns) or puzzle is not None):
                    fault = NO_COLUMN.format(name=missing[0], names=listed(map(untranslated, known)))
                    raise Refusal(fault).at("", lines.taken[start][0])
                puzzle, solution = (known.get(name) for name in (*columns, "", "")[:2])
            if puzzle is None and not columns:
                puzzle, solution = _columns_by_content(lines, lines.taken[start + 1 :], by, names)
            if puzzle is not None:
                lines.again(*lines.taken[start + 1 :])
                return TableColumns(by, names, puzzle, solution, size is None and not columns)
    return None


def commented_columns(lines: Lines, columns: Sequence[str], size: int | None) -> TableColumns | None:
    """Return the columns that the first line of a file names behind #, as in `#,puzzle,rating`; None without names.

    If this line were read as a comment, columns that state rules would pass unnoticed.
    """
    number, text = next(lines, (0, ""))
    names = text.lstrip("# ") if isinstance(text, str) and text[:1] == "#" else ""
    with suppress(csv.Error):
        for by in ",;\t|":
            named = next(csv.reader([names], delimiter=by), [])
            if len(named) > 1 and columns_named(named)[0] is not None:
                lines.taken[-1] = number, names
                return columns_of(lines, len(lines.taken) - 1, columns, size)
    lines.again(*lines.taken)
    return None


def _columns_by_content(
    lines: Lines, taken: Sequence[Line], by: str, names: Sequence[str]
) -> tuple[int | None, int | None]:
    """Return the columns of the puzzle and of its solution in the next record; None for a column that is not found.

    Raises:
        Refusal: Several columns have boards with blanks.
    """
    following = next(iter(taken or lines.ahead(1)), None)
    if following is None or isinstance(following[1], InputError):
        return None, None
    fields = next(csv.reader([following[1]], delimiter=by), [])
    boards = [
        i for i, field in enumerate(fields) if loose.board_of(field.strip()) and not layout_of_map(field)
    ]
    blank = [i for i in boards if not {*".0*_"}.isdisjoint(fields[i])]
    if len(fields) != len(names) or not blank:
        return None, None
    if len(blank) > 1:
        raise several_boards([names[i] for i in blank]).at("", following[0])
    return blank[0], next((i for i in boards if i != blank[0]), None)


def records(
    lines: Lines, columns: TableColumns, board: Callable[[str], T]
) -> Iterator[Puzzle[T] | InputError | Heading]:
    """Yield the puzzles of a table, errors in their places, and a heading for each comment that names a rule.

    A line that begins with # is a record if it has a field for each column and the first is not the puzzle; otherwise
    it is a comment. The table may hold grids of several lines in quotation marks. `board` returns the one board in a
    field.
    """
    beside = list[InputError | Heading]()

    def texts() -> Iterator[str]:
        for number, text in lines:
            lines.taken.clear()
            if isinstance(text, InputError):
                beside.append(text)
            elif columns.by == "|" and is_divider(text):
                pass  # Markdown has such a line below the names
            elif not text.startswith("#") or _is_record(text, columns):
                yield text + "\n"
                continue
            elif columns.guarded and isinstance(heading := comment(text, number), Heading):
                beside.append(heading)
            yield ""

    records = csv.reader(texts(), delimiter=columns.by, strict=True)
    while True:
        number = lines.number + 1
        try:
            record = next(records, None)
            while beside:
                yield beside.pop(0)
            if record is None:
                return
            if not any(map(str.strip, record)):
                continue
            yield _record(record, columns, number, board)
        except csv.Error as error:
            yield InputError(NO_RECORD.format(reason=error)).at("", number)


def _is_record(text: str, columns: TableColumns) -> bool:
    """Return whether a line that begins with # is a record: # is part of its first field, as in `#1,53..7...`."""
    return columns.puzzle > 0 and len(next(csv.reader([text], delimiter=columns.by))) == len(columns.names)


def _record(
    record: list[str], columns: TableColumns, number: int, board: Callable[[str], T]
) -> Puzzle[T] | InputError:
    try:
        own = {columns.puzzle, columns.solution}
        others = {i: field for i, field in enumerate(record) if i not in own}
        if len(record) != len(columns.names):
            raise InputError(RECORD_FIELDS.format(count=len(record), named=len(columns.names)))
        for i, field in others.items():
            if "\n" in field and not loose.is_prose(field):
                raise InputError(FIELD_LINES.format(name=repr(columns.names[i])))
        text = record[columns.puzzle].strip()
        plain = Dressed(text, "grid" if "\n" in text else "line") if columns.guarded else None
        if not text.replace(".", "").isdigit() and (text[:1] == "{" or form_of(text) or split_name(text)):
            plain = None  # it states its rules
        if columns.guarded:
            named = {columns.names[i].strip(): field for i, field in others.items()}
            regions, rest = map_among(named) if plain else (None, named)
            require_harmless(rest)
            if plain and regions:
                text, plain = loose.jigsaw(plain, regions).text, None
        puzzle = board(text)
        solution = "" if columns.solution is None else record[columns.solution].strip()
        return Puzzle(puzzle, number, board(solution) if solution else None, plain)
    except InputError as error:
        return error.at("", number + (error.place.line or 1) - 1)
