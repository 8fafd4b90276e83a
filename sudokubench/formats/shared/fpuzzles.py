"""Puzzles of f-puzzles, in both directions: its links, and the JSON inside of them."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from sudokubench.constraints import Constraint, VariantRule
from sudokubench.formats.cells import Grid
from sudokubench.formats.limits import MOST_ELEMENTS, SHARED_BRACKETS
from sudokubench.formats.shared import lz_string, words
from sudokubench.formats.shared.elements import (
    ELEMENTS,
    Element,
    cell_at,
    diagonal,
    disjoint_groups,
    dots_elsewhere,
    has_all_marked,
    houses_apart,
    layout_from,
    made,
    path,
    position,
    refusal,
    size_of_board,
    step_of,
    unsaid,
    whole,
)
from sudokubench.formats.strict_json import load_object, shown
from sudokubench.layout import House, Layout
from sudokubench.words import Words, untranslated

PROGRAM = "f-puzzles"
_LINK = re.compile(r"<?(?:https?://)?(?:www\.)?f-puzzles\.com/\S*", re.I)
_LOAD = re.compile(r"[?&]load=([^&#>]+)")
_JSON = re.compile(r'\s*\{(?=.*"size"\s*:)(?=.*"grid"\s*:\s*\[\s*\[\s*\{)(?!.*"schema"\s*:)', re.S)

_ROWS: Mapping[str, tuple[Element, str]] = {
    name: (element, entry)
    for element in ELEMENTS
    if element.fpuzzles
    for name, entry in [element.fpuzzles.split()]
}
_DIAGONALS = {"diagonal-": False, "diagonal+": True}
_NEGATIVE = {"no-other-xv": ("pair-sum",), **dict.fromkeys(
    ("no-other-dots", "no-other-white-dots", "no-other-black-dots"), ("difference", "ratio")
)}  # fmt: skip
_DIRECTIONS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}
_LETTERS = {"X": 10, "V": 5}
_STRUCTURE = {"size", "grid", "negative", "disjointgroups", "nonconsecutive"}
_WITH_CODE = {"arrow", "clone", "quadruple", "littlekillersum"}
_COSMETIC = {
    "title", "author", "line", "rectangle", "circle", "text", "cage", "solution", "successMessage", "fogofwar",
    "foglight", "disabledlogic", "truecandidatesoptions", "metadata",
}  # fmt: skip
"""Fields without a rule of their own. A drawn line may illustrate the text of the rules, so a remark names it."""
_IN_ENTRY = {
    "outlineC", "fontC", "baseC", "highlightC", "width", "height", "size", "angle", "color", "style", "opacity",
    "fromConstraint", "isNewConstraint", "isLLConstraint", "cells", "cell", "lines", "value",
    "cloneCells", "values", "direction",
}  # fmt: skip
_IN_CELL = {
    "c", "cArray", "highlight", "centerPencilMarks", "cornerPencilMarks", "value", "given", "region",
    "givenPencilMarks",
}  # fmt: skip


def matches(text: str) -> bool:
    """Return whether a text is a link of f-puzzles with a puzzle in it, or JSON as inside of one."""
    line = text.strip()
    return bool((_LINK.fullmatch(line) and _LOAD.search(line)) or _JSON.match(text))


def read(text: str) -> Grid:
    """Return the puzzle of a link, a packed puzzle or JSON.

    Raises:
        Refusal: An element is not known or does not fit the board; the message names it.
        InputError: The text is damaged.
    """
    text = text.strip()
    if not text.startswith("{"):
        link = _LOAD.search(text)
        text = unpacked(link[1] if link else text)
    return from_object(load_object(text, "puzzle", max_brackets=SHARED_BRACKETS))


def unpacked(packed: str) -> str:
    """Return the text of a packed part of a link, which may be written with percent signs, or + as a space."""
    return lz_string.unpack(unquote(packed).replace(" ", "+"))


def write(content: Grid) -> str:
    """Return the link of a puzzle.

    Raises:
        InputError: f-puzzles has no element for one of its constraints.
    """
    return f"https://www.f-puzzles.com/?load={packed(content)}"


def packed(content: Grid) -> str:
    """Return the packed part of the link of a puzzle."""
    return lz_string.pack(json.dumps(to_object(content), separators=(",", ":")))


# -- reading ---------------------------------------------------------------------------------------------------------


def from_object(fields: Mapping[str, Any]) -> Grid:
    """Return the puzzle of an object of f-puzzles, with the remarks on what was left out."""
    known = _STRUCTURE | _WITH_CODE | _COSMETIC | _DIAGONALS.keys() | _ROWS.keys() | {"ruleset"}
    strange = next((name for name, value in fields.items() if value and name not in known), None)
    if strange is not None:
        raise refusal(strange, words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    n = size_of_board(fields.get("size"), "size")
    cells = _grid(fields.get("grid"), n)
    extra = [diagonal(n, rising) for name, rising in _DIAGONALS.items() if fields.get(name)]
    extra += disjoint_groups(n) if fields.get("disjointgroups") else ()
    layout = _layout(cells, n, extra)
    rules = [*_rules(fields, layout)]
    rules += _negative(fields, rules, layout)
    digits, forbidden, left_out = _digits(cells, n)
    return Grid(layout, digits, None, tuple(rules), forbidden, _remarks(fields, left_out))


def _remarks(fields: Mapping[str, Any], left_out: int) -> tuple[Words, ...]:
    names = [untranslated(name) for name in fields if name in _COSMETIC and fields[name]]
    if left_out:
        names.append(words.DIGITS_NOT_GIVEN.format(count=left_out))
    return words.remarks_on(PROGRAM, names, fields.get("ruleset"))


def _grid(rows: object, n: int) -> list[Mapping[str, Any]]:
    """Return the cells, row by row."""
    if (
        not isinstance(rows, list)
        or len(rows) != n
        or any(not isinstance(row, list) or len(row) != n for row in rows)
    ):
        raise refusal("grid", words.GRID_IS.format(n=n))
    cells = [cell for row in rows for cell in row]
    for k, cell in enumerate(cells):
        place = _name(k, n)
        if not isinstance(cell, dict):
            raise refusal(place, words.NO_OBJECT_HERE.format(value=shown(cell)))
        strange = next((key for key, value in cell.items() if value and key not in _IN_CELL), None)
        if strange is not None:
            raise refusal(f"{place}.{strange}", words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    return cells


def _layout(cells: Sequence[Mapping[str, Any]], n: int, extra: Sequence[House]) -> Layout:
    boxes = Layout.standard(n).boxes
    regions = [cell.get("region", box) for cell, box in zip(cells, boxes, strict=True)]
    for k, region in enumerate(regions):
        if type(region) is not int:
            raise refusal(f"{_name(k, n)}.region", words.NO_NUMBER_HERE.format(value=shown(region)))
    return layout_from(n, regions, extra, "grid")


def _digits(cells: Sequence[Mapping[str, Any]], n: int) -> tuple[bytes, tuple[int, ...], int]:
    """Return the digits, the forbidden options, and the number of digits that a player entered."""
    digits, forbidden, left_out = bytearray(n * n), list[int](), 0
    for k, cell in enumerate(cells):
        place = _name(k, n)
        value = whole(cell.get("value"), place, 0)
        if not 0 <= value <= n:
            raise refusal(place, words.NO_DIGIT_HERE.format(value=value, n=n))
        if cell.get("given"):
            digits[k] = value
        else:
            left_out += value > 0
        marks = cell.get("givenPencilMarks")
        if marks:
            allowed = {whole(mark, place) for mark in _listed(marks, place)}
            forbidden += [n * k + d - 1 for d in range(1, n + 1) if d not in allowed]
    return bytes(digits), tuple(forbidden), left_out


def _rules(fields: Mapping[str, Any], layout: Layout) -> Iterator[VariantRule]:
    """Yield the constraints of all elements except negative constraints."""
    n, count = layout.size, 0
    for name, entries in fields.items():
        if not entries or name not in _ROWS.keys() | _WITH_CODE:
            continue
        element, shape = _ROWS.get(name, (None, ""))
        if shape == "flag":
            if entries is not True:
                raise refusal(name, words.FLAG_IS.format(value=shown(entries)))
            if element is not None and name != "nonconsecutive":
                yield made(element.kind, layout, name)
            continue
        together: list[int] = []
        for k, entry in enumerate(_listed(entries, name), 1):
            place = f"{name}[{k}]"
            count += 1
            if count > MOST_ELEMENTS:
                raise refusal(name, words.TOO_MANY_ELEMENTS.format(most=MOST_ELEMENTS))
            if not isinstance(entry, dict):
                raise refusal(place, words.NO_OBJECT_HERE.format(value=shown(entry)))
            strange = next((key for key, value in entry.items() if value and key not in _IN_ENTRY), None)
            if strange is not None:
                raise refusal(f"{place}.{strange}", words.UNKNOWN_ELEMENT.format(program=PROGRAM))
            if element is not None and not element.field and entry.get("value") not in (None, ""):
                raise refusal(f"{place}.value", words.UNKNOWN_ELEMENT.format(program=PROGRAM))
            if element is None:
                yield from _WITH[name](entry, layout, place)
                continue
            if shape == "cell":
                together.append(cell_at(entry.get("cell"), n, place))
            else:
                yield from _of_entry(element, shape, entry, layout, place)
        if together and element is not None:
            yield made(element.kind, layout, name, cells=tuple(dict.fromkeys(together)))


def _of_entry(
    element: Element, shape: str, entry: Mapping[str, Any], layout: Layout, place: str
) -> Iterator[VariantRule]:
    """Yield the constraints of an entry whose form a row of the table tells."""
    n, value, numbers = layout.size, entry.get("value"), {}
    kind = element.kind
    if kind == "killer" and value in (None, ""):
        kind = "all-different"
    elif element.field:
        known = _LETTERS.get(value.upper()) if isinstance(value, str) and kind == "pair-sum" else None
        default = element.number if kind != "pair-sum" else None
        numbers = {element.field: whole(value, place, default) if known is None else known}
    if shape == "outside":
        yield made(kind, layout, place, cells=_line_of_clue(entry.get("cell"), n, place), **numbers)
        return
    several = _listed(entry.get("lines"), place) if shape == "lines" else [entry.get("cells")]
    for cells in several:
        yield made(kind, layout, place, cells=_cells(cells, n, place), **numbers)


def _line_of_clue(name: object, n: int, place: str) -> tuple[int, ...]:
    """Return the cells of the row or column beside which a clue stands, from the clue on."""
    row, column = position(name, place)
    if row in (-1, n) and 0 <= column < n:
        return path(row, column, 1 if row < 0 else -1, 0, n)
    if column in (-1, n) and 0 <= row < n:
        return path(row, column, 0, 1 if column < 0 else -1, n)
    raise refusal(place, words.NOT_BESIDE.format(value=shown(name)))


def _arrows(entry: Mapping[str, Any], layout: Layout, place: str) -> Iterator[VariantRule]:
    circle = tuple(sorted(_cells(entry.get("cells"), layout.size, place)))
    for line in _listed(entry.get("lines"), place):
        cells = _cells(line, layout.size, place)[1:]  # the first one is where the line leaves the circle
        yield made("arrow", layout, place, circle=circle, cells=cells)


def _clones(entry: Mapping[str, Any], layout: Layout, place: str) -> Iterator[VariantRule]:
    cells, copy = (_cells(entry.get(key), layout.size, place) for key in ("cells", "cloneCells"))
    yield made("clone", layout, place, cells=cells, copy=copy)


def _quadruples(entry: Mapping[str, Any], layout: Layout, place: str) -> Iterator[VariantRule]:
    digits = tuple(whole(one, place) for one in _listed(entry.get("values"), place))
    yield made(
        "quadruple", layout, place, cells=_cells(entry.get("cells"), layout.size, place), digits=digits
    )


def _little_killers(entry: Mapping[str, Any], layout: Layout, place: str) -> Iterator[VariantRule]:
    way = entry.get("direction")
    if not isinstance(way, str) or way not in _DIRECTIONS:
        raise refusal(place, words.NO_DIRECTION.format(value=shown(way), known=", ".join(_DIRECTIONS)))
    cells = path(*position(entry.get("cell"), place), *_DIRECTIONS[way], layout.size)
    yield made("little-killer", layout, place, cells=cells, total=whole(entry.get("value"), place))


_WITH = {"arrow": _arrows, "clone": _clones, "quadruple": _quadruples, "littlekillersum": _little_killers}


def _negative(
    fields: Mapping[str, Any], rules: Sequence[VariantRule], layout: Layout
) -> Iterator[VariantRule]:
    """Yield the rules that no other dots, or no other X and V, are true. A dot of either colour exempts its cells."""
    wanted = _listed(fields.get("negative") or [], "negative")
    for name in wanted:
        if name not in ("xv", "ratio"):
            raise refusal("negative", words.NO_NEGATIVE.format(value=shown(name)))
    black, white = "ratio" in wanted, bool(fields.get("nonconsecutive"))
    if black and any(rule.kind == "ratio" and rule.fields["value"] != 2 for rule in rules):
        raise refusal("negative", words.NEGATIVE_RATIO)
    has_dots = any(rule.kind in ("difference", "ratio") for rule in rules)
    if white and not black and not has_dots:
        yield made("nonconsecutive", layout, "nonconsecutive")
    elif white or black:
        kind = (
            "no-other-dots" if white and black else "no-other-white-dots" if white else "no-other-black-dots"
        )
        yield dots_elsewhere(rules, layout, _NEGATIVE[kind], kind, "negative")
    if "xv" in wanted:
        yield dots_elsewhere(rules, layout, ("pair-sum",), "no-other-xv", "negative")


def _cells(names: object, n: int, place: str) -> tuple[int, ...]:
    return tuple(cell_at(name, n, place) for name in _listed(names, place))


def _listed(value: object, place: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > MOST_ELEMENTS:
        raise refusal(place, words.NO_LIST.format(value=shown(value), most=MOST_ELEMENTS))
    return value


def _name(cell: int, n: int) -> str:
    return f"R{cell // n + 1}C{cell % n + 1}"


# -- writing ---------------------------------------------------------------------------------------------------------


def to_object(content: Grid) -> dict[str, Any]:
    """Return a puzzle as an object of f-puzzles: the inverse of `from_object`."""
    layout, n = content.layout, content.layout.size
    known = [
        *((name, [diagonal(n, rising)]) for name, rising in _DIAGONALS.items()),
        ("disjointgroups", disjoint_groups(n)),
    ]
    flags, others = houses_apart(layout, known)
    fields: dict[str, Any] = {"size": n, "grid": _rows_of(content), **dict.fromkeys(flags, True)}
    entries: defaultdict[str, list[Any]] = defaultdict(list)
    entries["extraregion"] = [{"cells": _names(house.cells, n)} for house in others]
    for rule in content.constraints:
        if not isinstance(rule, VariantRule) or not _write_rule(rule, content, fields, entries):
            raise unsaid(rule, layout, PROGRAM)
    return fields | {name: listed for name, listed in entries.items() if listed}


def _rows_of(content: Grid) -> list[list[dict[str, Any]]]:
    layout, n = content.layout, content.layout.size
    cells: list[dict[str, Any]] = [
        {"value": digit, "given": True} if digit else {} for digit in content.digits
    ]
    if layout.boxes != Layout.standard(n).boxes:
        for cell, box in zip(cells, layout.boxes, strict=True):
            cell["region"] = box
    for k in sorted({option // n for option in content.forbidden}):
        cells[k]["givenPencilMarks"] = [d for d in range(1, n + 1) if n * k + d - 1 not in content.forbidden]
    return [cells[start : start + n] for start in range(0, n * n, n)]


def _write_rule(
    rule: VariantRule, content: Grid, fields: dict[str, Any], entries: defaultdict[str, list[Any]]
) -> bool:
    """Add a constraint to the object; return False if f-puzzles has no element for it."""
    n, values = content.layout.size, rule.fields
    cells = _names(values.get("cells", ()), n)
    match rule.kind:
        case "all-different":
            entries["killercage"].append({"cells": cells})
        case "arrow":
            circle = values["circle"]
            entries["arrow"].append({"lines": [_names((circle[-1],), n) + cells], "cells": _names(circle, n)})
            return bool(circle == tuple(sorted(circle)))
        case "clone":
            entries["clone"].append({"cells": cells, "cloneCells": _names(values["copy"], n)})
        case "quadruple":
            entries["quadruple"].append({"cells": cells, "values": list(values["digits"])})
        case "little-killer":
            return _write_little_killer(values, n, entries)
        case kind if kind in _NEGATIVE:
            if kind in ("no-other-dots", "no-other-white-dots"):
                fields["nonconsecutive"] = True
            if kind != "no-other-white-dots":
                fields.setdefault("negative", []).append("xv" if kind == "no-other-xv" else "ratio")
            told = kind != "no-other-white-dots" or values["pairs"]
            return bool(told) and has_all_marked(rule, content.constraints, _NEGATIVE[kind])
        case kind:
            return _write_row(kind, rule, content.constraints, n, fields, entries)
    return True


def _write_row(
    kind: str,
    rule: VariantRule,
    rules: Sequence[Constraint],
    n: int,
    fields: dict[str, Any],
    entries: defaultdict[str, list[Any]],
) -> bool:
    """Add a constraint whose form a row of the table tells."""
    found = next(((name, row) for name, row in _ROWS.items() if row[0].kind == kind), None)
    if found is None:
        return False
    name, (element, shape) = found
    if shape == "flag":
        fields[name] = True
        return kind != "nonconsecutive" or not any(one.kind in ("difference", "ratio") for one in rules)
    number = rule.fields.get(element.field)
    cells = rule.fields["cells"]
    entry: dict[str, Any] = {} if number is None else {"value": str(number)}
    if kind == "pair-sum":
        letter = next((letter for letter, total in _LETTERS.items() if total == number), None)
        if letter is None:
            return False
        entry["value"] = letter
    if shape == "cell":
        entries[name] += [{"cell": one} for one in _names(cells, n)]
        return kind in ("even", "odd") or sum(one.kind == kind for one in rules) == 1
    if shape == "outside":
        down, right = step_of(cells, n)
        row, column = divmod(cells[0], n)
        entry["cell"] = f"R{row - down + 1}C{column - right + 1}"
        entries[name].append(entry)
        return abs(down) + abs(right) == 1 and path(row - down, column - right, down, right, n) == cells
    entry[shape] = [_names(cells, n)] if shape == "lines" else _names(cells, n)
    entries[name].append(entry)
    return True


def _write_little_killer(values: Mapping[str, Any], n: int, entries: defaultdict[str, list[Any]]) -> bool:
    cells = values["cells"]
    for way, (down, right) in _DIRECTIONS.items():
        row, column = divmod(cells[0], n)
        if path(row - down, column - right, down, right, n) == cells:
            cell = f"R{row - down + 1}C{column - right + 1}"
            entries["littlekillersum"].append(
                {"cell": cell, "cells": _names(cells, n), "direction": way, "value": str(values["total"])}
            )
            return True
    return False


def _names(cells: Sequence[int], n: int) -> list[str]:
    return [_name(cell, n) for cell in cells]
