"""Puzzles of SudokuPad, in both directions: links that hold one (`fpuzzles`, `fpuz`, `scl`, `ctc`), and its JSON.

SudokuPad only draws lines, arrows and marks; words state their rules, which a program cannot read. So a puzzle with
such drawings is refused. Puzzles are written as `fpuzzles`, which states the rules; SudokuPad reads it, too. The JSON
may be shortened: names of one or two letters, no quotation marks around names, `t` and `f`, and nothing for `{}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from sudokubench.constraints import VariantRule
from sudokubench.errors import InputError
from sudokubench.formats.cells import Grid
from sudokubench.formats.limits import SHARED_BRACKETS
from sudokubench.formats.remarks import is_harmless, says_nothing
from sudokubench.formats.shared import elements, fpuzzles, words
from sudokubench.formats.shared.elements import known_only, listed, made, numbered, refusal, whole
from sudokubench.formats.strict_json import load_object, shown
from sudokubench.layout import Layout
from sudokubench.words import untranslated

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
_REMARK = re.compile(r"\s*(\w+)\s*:\s*(.*)", re.S)
"""A part of the metadata in a cage without cells, such as `title: Ours`."""

_LONG_NAMES = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
    "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
    "vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness",
    "hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration",
}  # fmt: skip
_TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^{}\[\]:,'"\s]+|\s+|['"]""", re.S)
_COLOUR = re.compile(r"(?=.*[a-fA-F])[0-9a-fA-F]{6}")
_WORDS = {"t": "true", "f": "false", "#0": '"#000000"', "#F": '"#FFFFFF"'}


def matches(text: str) -> bool:
    """Return whether a text is a link with a packed puzzle, a packed puzzle, or the JSON that it holds."""
    return bool(_PACKED.fullmatch(text.strip()) or _JSON.match(text))


def read(text: str) -> Grid:
    """Return the puzzle of a link, a packed puzzle or JSON.

    Raises:
        Refusal: An element is not known, or is only drawn; the message names it.
        InputError: The text is damaged.
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
    """Return a link with the puzzle. Raises InputError if f-puzzles has no element for one of the constraints."""
    return f"https://sudokupad.app/fpuzzles{quote(fpuzzles.packed(content), safe='')}"


# -- shortened JSON --------------------------------------------------------------------------------------------------


def lengthened(text: str) -> str:
    """Return shortened JSON as valid JSON; names stay short.

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
    """Return the puzzle of an object of SudokuPad, with remarks on what was left out. Raises Refusal as `read` does."""
    drawn = next((name for name, value in fields.items() if value and name in _DRAWN), None)
    if drawn is not None:
        raise refusal(drawn, words.ONLY_DRAWN.format(program=PROGRAM))
    known_only(fields, _NO_RULE | {"cells", "regions", "cages", "metadata", "rules"}, "", PROGRAM)
    rows = fields.get("cells")
    n = elements.size_of_board(len(rows) if isinstance(rows, list) else None, "cells")
    digits = bytes(digit for _, _, digit in elements.grid_of(rows, n, _IN_CELL, "cells", PROGRAM))
    layout = elements.layout_from(n, _regions(fields.get("regions") or [], n), (), "regions")
    metadata = elements.an_object(fields.get("metadata") or {}, "metadata")
    names, rules = [name for name in fields if name in _NO_RULE and fields[name]], list[VariantRule]()
    stated = [("rules", fields.get("rules")), *metadata.items()]
    for place, cage in numbered(fields.get("cages") or [], "cages"):
        text = cage.get("value") if isinstance(cage, dict) and not cage.get("cells") else None
        if remark := _REMARK.fullmatch(text) if isinstance(text, str) else None:
            stated.append((remark[1], remark[2]))
        else:
            rules.append(_cage(cage, layout, place))
    texts, kinds = dict[str, None](), dict[str, str]()
    for name, value in stated:
        if name == "rules":
            texts |= {str(text): None for text in (value if isinstance(value, list) else [value]) if text}
        elif name in _OF_METADATA:
            kinds |= {} if says_nothing(value) else {name: _OF_METADATA[name]}
        elif str(value).lower() == "true" and not is_harmless(name):
            raise refusal(f"metadata.{name}", words.UNKNOWN_ELEMENT.format(program=PROGRAM))
        else:
            names.append(name)
    rules += [made(kind, layout, name) for name, kind in kinds.items()]
    remarks = words.remarks_on(PROGRAM, [*map(untranslated, dict.fromkeys(names))], "\n".join(texts))
    return Grid(layout, digits, None, tuple(rules), (), remarks)


def _regions(regions: Any, n: int) -> list[object]:
    """Return the number of the region of each cell; None for a cell without one."""
    found: list[object] = [None] * (n * n)
    for k, (place, cells) in enumerate(numbered(regions, "regions")):
        for cell in _cells(cells, n, place):
            if found[cell] is not None:
                raise refusal(place, words.REGIONS_ARE.format(n=n))
            found[cell] = k
    return found


def _cage(cage: Any, layout: Layout, place: str) -> VariantRule:
    known_only(cage, _IN_CAGE, place, PROGRAM)
    value, unique = cage.get("value"), cage.get("unique")
    value = cage.get("sum") if value in (None, "") else value
    cells = _cells(cage.get("cells"), layout.size, place)
    if value not in (None, ""):
        return made(
            "sum" if unique is False else "killer", layout, place, cells=cells, total=whole(value, place)
        )
    if unique is not True:
        raise refusal(place, words.ONLY_DRAWN.format(program=PROGRAM))
    return made("all-different", layout, place, cells=cells)


def _cells(cells: Any, n: int, place: str) -> list[int]:
    """Return the cells that are given as pairs of row and column. Rows and columns count from 0."""
    for pair in listed(cells, place):
        is_pair = isinstance(pair, list) and len(pair) == 2
        if not is_pair or not all(type(k) is int and 0 <= k < n for k in pair):
            raise refusal(place, words.NO_CELL.format(value=shown(pair)))
    return [n * row + column for row, column in cells]
