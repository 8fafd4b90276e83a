"""Boards in lists and objects, as programs print them: nested lists, JSON, Python's literals, records with fields."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import chain
from shlex import quote
from typing import Any

from sudokubench.constraints import VARIANTS
from sudokubench.errors import InputError, Refusal
from sudokubench.formats import loose, puzzle_json, words
from sudokubench.formats.cells import two_figures
from sudokubench.formats.column_names import columns_named
from sudokubench.formats.limits import MAX_COMMAS
from sudokubench.formats.loose import Dressed
from sudokubench.formats.regions import layout_of_map
from sudokubench.formats.remarks import is_harmless, map_among, may_be_deep, require_harmless, require_no_rule
from sudokubench.formats.strict_json import load, shown
from sudokubench.words import listed, untranslated

_BRACKET = re.compile(r'"[^"]*"|\'[^\']*\'|[\[({\])}]')
_OPENING = re.compile(r"^(?:>>>)?\s*(?:[^\"'=]*=\s*)?(?:[\w.]+\((?:[\w.]+,\s*){0,2})?(?=[\[({])")
_COMMENT = re.compile(r"(?:\.{3}[ \t]*)?%(.*)$", re.MULTILINE)
_STRING = re.compile(r'("[^"]*"|\'[^\']*\')')


def opening(line: str) -> int | None:
    """Return the index at which a line opens a list or an object, after an optional name; None if it opens neither."""
    match = _OPENING.match(line)
    return match.end() if match else None


def brackets(text: str, depth: int) -> tuple[int, int | None]:
    """Count open brackets through a text, from `depth` on.

    Returns:
        The number of open brackets; and the index after the bracket that closes the last open one, None if a bracket
        stays open.
    """
    for match in _BRACKET.finditer(text):
        depth += (match[0] in "[({") - (match[0] in "])}")
        if depth <= 0 and match[0] in "])}":
            return depth, match.end()
    return depth, None


def is_tail(text: str) -> bool:
    """Return whether the text after a list is only a type, a bracket or a remark, and so not part of a board."""
    return not (loose.OF_A_BOARD.search(text) or re.search(r"[\[({]", text))


def in_values(text: str, size: int | None = None, columns: Sequence[str] = ()) -> list[Dressed]:
    """Return the boards of a list, a tuple or an object as programming languages write them; [] without a board.

    Args:
        size: The side of the boards if the caller knows their rules. If None, text beside the boards must state no
            rule.
        columns: The keys of puzzles and solutions; all others are left out. Empty: boards under any key are read.

    Raises:
        InputError: A list can be read in two ways, or something in it may state a rule.
    """
    text = _without_comments(text, size)
    try:
        value = load(_as_json(loose.plain(text)), "list", max_brackets=MAX_COMMAS)
    except InputError:
        return []
    if isinstance(value, dict) and ("schema" in value or {"primary", "options"} <= value.keys()):
        return []  # a form of ours, which the strict reader refused
    try:
        return boards_in(_picked(value, columns) if columns else value, size)
    except InputError as error:
        raise type(error)(error.words) from None  # the error has the column in one text of the list


def _without_comments(text: str, size: int | None) -> str:
    """Return a list without comments of MATLAB or Prolog; without `size`, refuse a comment that may state a rule."""
    bare = _COMMENT.sub("", text)
    if bare == text or bare[-1:] not in "])}" or not {*"\"'"}.isdisjoint(bare):
        return text  # the sign may be in a text
    for comment in _COMMENT.findall(text) if size is None else ():
        require_no_rule(comment, kinds=True)
    return bare


def _picked(value: Any, columns: Sequence[str]) -> Any:
    """Return a value whose objects keep only the keys of puzzles and solutions, under their standard names."""
    if isinstance(value, list):
        return [_picked(part, columns) for part in value]
    if not isinstance(value, dict) or "schema" in value:
        return value
    if columns[0] in value:
        named = zip(("puzzle", "solution"), columns, strict=False)
        return {name: value[key] for name, key in named if key in value}
    return {name: _picked(part, columns) for name, part in value.items()}


def _as_json(text: str) -> str:
    """Return the JSON of a value that is written as in `_USUAL`, or of a matrix of MATLAB: `[1 2; 3 4]`.

    In MATLAB, `...` at the end of a line continues the line.
    """
    if text.startswith("[") and ";" in text and {*"[\"'"}.isdisjoint(text[1:]):
        text = "[[" + re.sub(r"\.{3}[ \t]*\n", "\n", text[1:-1]).strip("; \n").replace(";", "],[") + "]]"
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
        r"\b(?:None|nan|NaN|NULL|NA|_)\b": "null",
        r"\[(?:\s{0,9}\|)+": "[[",
        r"(?:\|\s{0,9})+\]": "]]",
        r"\|": "],[",
        r"(?<=\d)\.(?!\d)": "",
        r"\b0(?=\d\b)": "",
        r"(?<=[\d\]])\s+(?=[\d\[n])": ", ",
    }.items()
]
"""Replacements for notations of Python, C, NumPy, Prolog and MiniZinc (`[| 1, 2 | 3, 4 |]`) that differ from JSON."""


def boards_in(value: Any, size: int | None = None, may_be_blank: bool = False) -> list[Dressed]:
    """Return the boards of nested lists: of texts, of numbers, or of objects with names. [] without a board.

    A list of blanks is a board only with `may_be_blank`: in a file, zeros may be anything.

    Raises:
        InputError: The lists can be read in two ways, such as 16 lists of 16; or a part looks like a board but is not
            one; or, without `size`, an object has a name that may state a rule which this function would lose.
    """
    if isinstance(value, dict):
        return _in_object(value, size)
    if isinstance(value, str):
        found = _in_text(value, size)
        if not found and loose.OF_A_BOARD.search(value):
            raise InputError(words.TEXT_IS_NO_BOARD.format(text=shown(value), count=len(value)))
        return found
    if not isinstance(value, (list, tuple)) or not value:
        return []
    rows = [_row(part) for part in value]
    flat = [*chain(*known)] if (known := loose.all_of(rows)) else []
    if len(flat) > 81 and not _has_text(value):
        flat = [*map(two_figures, flat)]
    may_be_whole = flat and (len(rows) == len(flat) or len(rows) ** 2 == len(flat))
    whole = loose.board_of(flat, size, may_be_blank) if may_be_whole else None
    least = 16 if size is None else size * size  # a row of fewer numbers is not a board
    try:
        each = [
            [] if row is not None and len(row) < least and not _has_text(part)
            else boards_in(part, size, may_be_blank) for part, row in zip(value, rows, strict=True)
        ]  # fmt: skip
    except InputError:
        if whole is None:
            raise
        each = []
    if whole and any(each):
        blank = {"", *".0*_"}
        if all(boards or blank.issuperset(row or ()) for boards, row in zip(each, rows, strict=True)):
            raise Refusal(words.LISTS.format(count=len(value)))
    elif any(each):
        for part, boards in zip(value, each, strict=True):
            if not boards and (isinstance(part, str) or part is True) and size is None:
                require_no_rule(",true" if part is True else part, kinds=True)
            if not boards and isinstance(part, (list, tuple)):
                raise InputError(words.LIST_IS_NO_BOARD.format(value=shown(part)))
    return [Dressed(whole, "grid")] if whole else [found for boards in each for found in boards]


def _row(part: Any) -> list[str] | None:
    """Return the cells of one item: a cell, the characters of a row, or a list of cells."""
    if isinstance(part, (list, tuple)):
        return loose.all_of(None if isinstance(cell, (list, tuple, dict)) else _sign(cell) for cell in part)
    if isinstance(part, str) and len(part) > 2:
        return [*part]
    cell = _sign(part) if part is None or isinstance(part, (str, int, float)) else None
    return None if cell is None else [cell]


def _sign(cell: object) -> str | None:
    """Return the sign of a cell, or None. The number 0 is a blank; the text "0" may be a digit beyond 9x9."""
    return "." if cell == 0 and cell is not False else loose.cell_sign(str(cell))


def _has_text(cells: Any) -> bool:
    return any(map(_has_text, cells)) if isinstance(cells, (list, tuple)) else isinstance(cells, str)


def _in_text(text: str, size: int | None) -> list[Dressed]:
    """Return the boards of a text of one or several lines, with words around them."""
    lines, found, at = text.split("\n"), list[Dressed](), 0
    while at < len(lines):
        line = lines[at].rstrip("\r")
        rows = loose.in_lines(lines[at:], size) if len(lines) > 1 and loose.is_row(line) else None
        if rows:
            found += (Dressed(board, "grid") for board in rows[1])
        elif line.strip() and (alone := loose.in_line(line, size)):
            found.append(alone)
        elif size is None:
            require_no_rule(line)
        at += rows[0] if rows else 1
    if size is None and any(layout_of_map(one.text) for one in found):
        raise Refusal(words.MAP_IN_TEXT)
    return found


def _in_object(fields: dict[str, Any], size: int | None, is_beside: bool = False) -> list[Dressed]:
    """Return the boards of an object. Without `size`, refuse a name or value beside them that may state a rule.

    If the object stands beside a puzzle, a name such as `value` may mean something else than a board.
    """
    if fields.get("schema") == puzzle_json.SCHEMA:
        return [Dressed(json.dumps(fields), "json")]
    names, values = list(fields), list(fields.values())
    puzzle, solution = columns_named(names)
    if size is None and puzzle is None and (str(fields.get("kind")) in VARIANTS or "constraints" in fields):
        raise Refusal(words.CONSTRAINTS_ALONE.format(schema=puzzle_json.SCHEMA))
    if is_beside and puzzle is not None and not boards_in(values[puzzle], size):
        puzzle = None
    own = {i for i in (puzzle, solution) if i is not None}
    if puzzle is not None and size is None:
        regions, rest = map_among({name: fields[name] for i, name in enumerate(names) if i not in own})
        if regions:
            kept = {name: fields[name] for i, name in enumerate(names) if i in own or name in rest}
            return [loose.jigsaw(found, regions) for found in _in_object(kept, size, is_beside)]
    inside = _require_harmless(fields, own, size) if puzzle is not None else []
    given = boards_in(values[solution], size) if solution is not None else []
    if puzzle is not None:
        found = boards_in(values[puzzle], size)
        if not found:
            raise Refusal(words.FIELD_IS_NO_BOARD.format(name=names[puzzle], value=shown(values[puzzle])))
        for name, one in inside:
            if not any(_same(one, other) or _of_record([other, one]) for other in found):
                raise several_boards([names[puzzle], name])
        if len(found) == len(given):
            return [one._replace(solution=other.text) for one, other in zip(found, given, strict=True)]
        return _of_record(found) or found
    each = [[] if i == solution else _boards_beside(value, size) for i, value in enumerate(values)]
    found = [one for boards in each for one in boards]
    holding = [name for name, boards in zip(names, each, strict=True) if boards]
    if len(found) == 1 and given:
        found = [found[0]._replace(solution=given[0].text)]
    elif record := _of_record(found):
        found = record
    elif len(holding) > 1:
        raise several_boards(holding)
    _require_harmless(fields, own | {i for i, boards in enumerate(each) if boards}, size)
    for i, boards in enumerate(each):
        if boards and size is None:
            require_no_rule(names[i], kinds=True)
            if isinstance(values[i], (dict, list)) and not is_harmless(names[i]):
                require_harmless({names[i]: shown(values[i])})
    return found


def _require_harmless(fields: dict[str, Any], own: set[int], size: int | None) -> list[tuple[str, Dressed]]:
    """Without `size`, refuse an object if a field may state a rule; the fields at the indices `own` are harmless.

    Return the boards in the other fields, each with the name of its field; [] if the caller gives `size`.
    """
    if size is not None:
        return []
    beside = {name: value for i, (name, value) in enumerate(fields.items()) if i not in own}
    inside = {
        name: [value] for name, value in beside.items() if isinstance(value, dict) and is_harmless(name)
    }
    require_harmless({name: value for name, value in beside.items() if name not in inside})
    inside |= {
        name: value for name, value in beside.items() if isinstance(value, list) and not may_be_deep(name)
    }
    objects = ((name, one) for name, values in inside.items() for one in values if isinstance(one, dict))
    return [
        (name, found)
        for name, one in objects
        for found in _in_object({key: value for key, value in one.items() if key != "schema"}, size, True)
    ]


def _boards_beside(value: object, size: int | None) -> list[Dressed]:
    """Return the boards in a field of an object whose fields do not tell which is the puzzle.

    A text without a board is not an error here.
    """
    if isinstance(value, str):
        return _in_text(value, size)
    return boards_in(value, size) if isinstance(value, (dict, list)) else []


def _same(one: Dressed, other: Dressed) -> bool:
    blanks = str.maketrans("0*_", "...")
    return one.text.translate(blanks) == other.text.translate(blanks)


def _of_record(found: Sequence[Dressed]) -> list[Dressed]:
    """Return the unsolved one of two boards, with the other as its solution; [] if the other does not complete it."""
    if len(found) == 2 and all(puzzle.form == "grid" for puzzle in found):
        for puzzle, other in (found, found[::-1]):
            cells, full, blanks = puzzle.text.split(), other.text.split(), {*".0*_"}
            is_full = len(cells) == len(full) and blanks.isdisjoint(full) and not blanks.isdisjoint(cells)
            if is_full and all(one in blanks or one == own for one, own in zip(cells, full, strict=True)):
                return [puzzle._replace(solution=other.text)]
    return []


def several_boards(fields: Sequence[str]) -> Refusal:
    """Return the error of a record with boards in these fields, none of which is marked as the puzzle."""
    names = listed(untranslated(repr(name)) for name in fields)
    return Refusal(words.SEVERAL_IN_RECORD.format(fields=names, first=quote(fields[0].strip())))
