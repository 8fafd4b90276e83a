"""Puzzles of SudokuPad, in both directions: links that hold one (`fpuzzles`, `fpuz`, `scl`, `ctc`), and its JSON.

What SudokuPad draws has no meaning for a program: its rule stands in words only. So a puzzle with lines, arrows or
marks is refused, and a puzzle is written as `fpuzzles`, which states the rules; SudokuPad reads it, too. The JSON may
be shortened: names of one or two letters, no quotation marks around names, `t` and `f`, and nothing for `{}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from sudokubench.constraints import VariantRule
from sudokubench.errors import InputError
from sudokubench.formats.cells import Grid
from sudokubench.formats.limits import MOST_ELEMENTS, SHARED_BRACKETS
from sudokubench.formats.shared import fpuzzles, words
from sudokubench.formats.shared.elements import (
    layout_from,
    made,
    refusal,
    size_of_board,
    whole,
)
from sudokubench.formats.strict_json import load_object, shown
from sudokubench.layout import Layout
from sudokubench.words import Words, untranslated

PROGRAM = "SudokuPad"
_ADDRESS = (
    r"<?(?:https?://)?(?:(?:beta\.)?sudokupad\.app|(?:app\.|www\.)?crackingthecryptic\.com)/"
    r"(?:sudoku/?)?(?:\?(?:\S*&)?puzzleid=)?"
)
_PACKED = re.compile(
    rf"(?:{_ADDRESS})?(?P<form>fpuzzles|fpuz|scl|ctc)(?P<packed>[A-Za-z0-9+/%][\w+/=%]{{15,}})(?:[?&#>]\S*)?",
    re.A,
)
_JSON = re.compile(
    r'\s*\{(?=.*"cells"\s*:\s*\[\s*\[\s*\{)(?=.*"(?:regions|cages|cellSize)"\s*:)(?!.*"(?:schema|grid)"\s*:)',
    re.S,
)

_DRAWN = {"lines", "arrows", "overlays", "underlays"}
_NO_RULE = {
    "id", "cellSize", "title", "author", "settings", "videos", "duration", "solution", "msgcorrect", "triggereffect",
    "fog", "foglight", "fogofwar",
}  # fmt: skip
_IN_CELL = {"value", "centremarks", "pencilMarks", "cornermarks", "c", "highlight", "given"}
_IN_CAGE = {
    "cells", "value", "sum", "unique", "hidden", "style", "fontC", "outlineC", "fontSize", "type", "borderColor",
    "color",
}  # fmt: skip
_OF_METADATA = {"antiknight": "anti-knight", "antiking": "anti-king"}
_TOLD = re.compile(r"\s*(\w+)\s*:")
"""The name of a remark that a cage without cells holds, such as `title: Ours`."""

_LONG_NAMES = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
    "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
    "vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness",
    "hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration",
}  # fmt: skip
_TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^{}\[\]:,'"\s]+|\s+|['"]""", re.S)
_COLOUR = re.compile(r"(?=.*[a-fA-F])[0-9a-fA-F]{6}")
_WORDS = {
    "t": "true",
    "f": "false",
    "#0": '"#000000"',
    "#F": '"#FFFFFF"',
    "true": "true",
    "false": "false",
    "null": "null",
}


def matches(text: str) -> bool:
    """Return whether a text is a link with a packed puzzle, a packed puzzle, or JSON as inside of one."""
    return bool(_PACKED.fullmatch(text.strip()) or _JSON.match(text))


def read(text: str) -> Grid:
    """Return the puzzle of a link, a packed puzzle or JSON.

    Raises:
        Refusal: An element is not known, or is only drawn; the message names it.
        InputError: It is damaged.
    """
    found = _PACKED.fullmatch(text.strip())
    if found is None:
        return from_object(load_object(text, "puzzle", max_brackets=SHARED_BRACKETS))
    inside = fpuzzles.unpacked(found["packed"])
    try:
        fields = load_object(inside, "puzzle", max_brackets=SHARED_BRACKETS)
    except InputError as error:
        fields = {}
        with suppress(InputError):
            fields = _with_long_names(load_object(lengthened(inside), "puzzle", max_brackets=SHARED_BRACKETS))
        if not fields:
            raise error
    return fpuzzles.from_object(fields) if "grid" in fields else from_object(fields)


def write(content: Grid) -> str:
    """Return a link with the puzzle. Raises InputError if it has no element for one of the constraints."""
    return f"https://sudokupad.app/fpuzzles{quote(fpuzzles.packed(content), safe='')}"


# -- shortened JSON --------------------------------------------------------------------------------------------------


def lengthened(text: str) -> str:
    """Return shortened JSON as JSON, with the short names.

    >>> lengthened("{ce:[[{v:5},,{}],[]],x:t,c:'it\\\\'s'}")
    '{"ce":[[{"v":5},{},{}],[{}]],"x":true,"c":"it\\'s"}'
    """
    parts: list[str] = []
    before = ""
    tokens = [token for token in _TOKEN.findall(text) if not token.isspace()]
    for token, after in zip(tokens, [*tokens, ""][1:], strict=True):
        if (token in (",", "]") and before in ("[", ",")) or (token == "}" and before == ","):
            parts.append("{}")
        parts.append(_lengthened(token, is_name=after == ":"))
        before = token
    return "".join(parts)


def _lengthened(token: str, is_name: bool) -> str:
    if token[0] == "'":
        return '"' + token[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
    if token[0] == '"' or token in "{}[]:,":
        return token
    if is_name:
        return f'"{token}"'
    return f'"#{token}"' if _COLOUR.fullmatch(token) else _WORDS.get(token, token)


def _with_long_names(value: Any) -> Any:
    if isinstance(value, dict):
        return {_LONG_NAMES.get(key, key): _with_long_names(one) for key, one in value.items()}
    return [_with_long_names(one) for one in value] if isinstance(value, list) else value


# -- reading ---------------------------------------------------------------------------------------------------------


def from_object(fields: Mapping[str, Any]) -> Grid:
    """Return the puzzle of an object of SudokuPad, with the remarks on what was left out."""
    for name, value in fields.items():
        if value and name in _DRAWN:
            raise refusal(name, words.ONLY_DRAWN)
        if value and name not in _NO_RULE | {"cells", "regions", "cages", "metadata", "rules"}:
            raise refusal(name, words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    rows = fields.get("cells")
    n = size_of_board(len(rows) if isinstance(rows, list) else None, "cells")
    digits = _digits(rows, n)
    layout = layout_from(n, _regions(fields.get("regions"), n), (), "regions")
    names = [untranslated(name) for name in fields if name in _NO_RULE and fields[name]]
    rules, told = _cages(fields.get("cages") or [], layout)
    metadata = fields.get("metadata") or {}
    if not isinstance(metadata, dict):
        raise refusal("metadata", words.NO_OBJECT_HERE.format(value=shown(metadata)))
    rules += [made(kind, layout, name) for name, kind in _OF_METADATA.items() if metadata.get(name)]
    names += [untranslated(name) for name in metadata if name not in _OF_METADATA | {"rules": ""}] + told
    text = metadata.get("rules", fields.get("rules"))
    text = "\n".join(map(str, text)) if isinstance(text, list) else text
    return Grid(layout, digits, None, tuple(rules), (), words.remarks_on(PROGRAM, names, text))


def _digits(rows: Any, n: int) -> bytes:
    if any(not isinstance(row, list) or len(row) != n for row in rows):
        raise refusal("cells", words.GRID_IS.format(n=n))
    digits = bytearray()
    for k, cell in enumerate(cell for row in rows for cell in row):
        place = f"R{k // n + 1}C{k % n + 1}"
        if not isinstance(cell, dict):
            raise refusal(place, words.NO_OBJECT_HERE.format(value=shown(cell)))
        strange = next((key for key, value in cell.items() if value and key not in _IN_CELL), None)
        if strange is not None:
            raise refusal(f"{place}.{strange}", words.UNKNOWN_ELEMENT.format(program=PROGRAM))
        value = whole(cell.get("value"), place, 0)
        if not 0 <= value <= n:
            raise refusal(place, words.NO_DIGIT_HERE.format(value=value, n=n))
        digits.append(value)
    return bytes(digits)


def _regions(regions: Any, n: int) -> list[object]:
    """Return the number of the region of each cell; None for a cell without one."""
    found: list[object] = [None] * (n * n)
    for k, cells in enumerate(_listed(regions or [], "regions")):
        for cell in _cells(cells, n, f"regions[{k + 1}]"):
            if found[cell] is not None:
                raise refusal(f"regions[{k + 1}]", words.REGIONS_ARE.format(n=n))
            found[cell] = k
    return found


def _cages(cages: Any, layout: Layout) -> tuple[list[VariantRule], list[Words]]:
    """Return the constraints of the cages, and the names of remarks in cages."""
    rules, names = list[VariantRule](), list[Words]()
    for k, cage in enumerate(_listed(cages, "cages"), 1):
        place = f"cages[{k}]"
        if not isinstance(cage, dict):
            raise refusal(place, words.NO_OBJECT_HERE.format(value=shown(cage)))
        value, unique = cage.get("value"), cage.get("unique")
        if not cage.get("cells"):
            told = _TOLD.match(value) if isinstance(value, str) else None
            if told is None:
                raise refusal(place, words.NO_LIST.format(value=shown(cage.get("cells")), most=MOST_ELEMENTS))
            names.append(untranslated(told[1]))
            continue
        rules += _cage(cage, value if value not in (None, "") else cage.get("sum"), unique, layout, place)
    return rules, names


def _cage(
    cage: Mapping[str, Any], value: Any, unique: Any, layout: Layout, place: str
) -> Iterator[VariantRule]:
    strange = next((key for key, one in cage.items() if one and key not in _IN_CAGE), None)
    if strange is not None:
        raise refusal(f"{place}.{strange}", words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    cells = _cells(cage["cells"], layout.size, place)
    if value in (None, ""):
        if unique is not True:
            raise refusal(place, words.ONLY_DRAWN)
        yield made("all-different", layout, place, cells=cells)
        return
    yield made("sum" if unique is False else "killer", layout, place, cells=cells, total=whole(value, place))


def _cells(cells: Any, n: int, place: str) -> tuple[int, ...]:
    """Return the cells of pairs of row and column, from 0."""
    found = []
    for pair in _listed(cells, place):
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(type(k) is int and 0 <= k < n for k in pair)
        ):
            raise refusal(place, words.NO_CELL.format(value=shown(pair)))
        found.append(n * pair[0] + pair[1])
    return tuple(found)


def _listed(value: Any, place: str) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) > MOST_ELEMENTS:
        raise refusal(place, words.NO_LIST.format(value=shown(value), most=MOST_ELEMENTS))
    return value
