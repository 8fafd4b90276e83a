"""Puzzles of f-puzzles, in both directions: its links, and the JSON inside of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from urllib.parse import unquote

from sudokubench.constraints import Constraint, VariantRule
from sudokubench.errors import Refusal
from sudokubench.formats.cells import Grid
from sudokubench.formats.limits import MOST_ELEMENTS, SHARED_BRACKETS
from sudokubench.formats.shared import elements, lz_string, words
from sudokubench.formats.strict_json import load_object, shown
from sudokubench.layout import Layout
from sudokubench.words import untranslated

PROGRAM = "f-puzzles"
_LINK = re.compile(r"<?(?:https?://)?(?:www\.)?f-puzzles\.com/\S*", re.I)
_LOAD = re.compile(r"[?&]load=([^&#>]+?)[.,;:!?)]*(?:[&#>]|$)")
_JSON = re.compile(r'\s*\{(?=.*"size"\s*:)(?=.*"grid"\s*:\s*\[\s*\[\s*\{)(?!.*"schema"\s*:)', re.S)

_ROWS: Mapping[str, tuple[elements.Element, str]] = {
    name: (element, shape)
    for element in elements.ELEMENTS
    if element.fpuzzles
    for name, shape in [element.fpuzzles.split()]
}
_BY_KIND = {element.kind: (name, element, shape) for name, (element, shape) in _ROWS.items()}
_HOUSES = {"diagonal-": "falling", "diagonal+": "rising", "disjointgroups": "groups"}
_NEGATIVE = {"nonconsecutive", *elements.MARKS_OF}
_LETTERS = {"X": 10, "V": 5}
_DIAGONALS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}
_STRAIGHT = {"D": (1, 0), "U": (-1, 0), "R": (0, 1), "L": (0, -1)}
_COSMETIC = {
    "title", "author", "line", "rectangle", "circle", "text", "cage", "solution", "successMessage", "fogofwar",
    "foglight", "disabledlogic", "truecandidatesoptions", "metadata",
}  # fmt: skip
"""Fields that state no rule. A drawn line may illustrate the text of the rules, so a remark names each field."""
_KNOWN = {"size", "grid", "negative", "ruleset", *_HOUSES, *_COSMETIC, *_ROWS}
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
    """Return whether a text is a link of f-puzzles with a puzzle in it, or the JSON that such a link holds."""
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
    """Unpack a part of a link, with percent signs or spaces in place of +. Raises InputError if it is damaged."""
    return lz_string.unpack(unquote(packed).replace(" ", "+"))


def write(content: Grid) -> str:
    """Return the link of a puzzle. Raises InputError if f-puzzles has no element for one of its constraints."""
    return f"https://www.f-puzzles.com/?load={packed(content)}"


def packed(content: Grid) -> str:
    """Return the packed part of the link of a puzzle. Raises InputError as `write` does."""
    return lz_string.pack(json.dumps(to_object(content), separators=(",", ":")))


# -- reading ---------------------------------------------------------------------------------------------------------


def from_object(fields: Mapping[str, Any]) -> Grid:
    """Return the puzzle of an object of f-puzzles, with remarks on what was left out. Raises Refusal as `read` does."""
    elements.known_only(fields, _KNOWN, "", PROGRAM)
    n = elements.size_of_board(fields.get("size"), "size")
    cells = elements.grid_of(fields.get("grid"), n, _IN_CELL, "grid", PROGRAM)
    boxes, known = Layout.standard(n).boxes, elements.known_houses(n)
    regions = [
        elements.whole(cell.get("region", box), f"{name}.region")
        for (name, cell, _), box in zip(cells, boxes, strict=True)
    ]
    if odd := next((name for name in _HOUSES if fields.get(name) not in (None, False, True)), None):
        raise elements.refusal(odd, words.FLAG_IS.format(value=shown(fields[odd])))
    extra = [house for name, which in _HOUSES.items() if fields.get(name) for house in known[which]]
    layout = elements.layout_from(n, regions, extra, "grid")
    rules: list[Constraint] = [*islice(_rules(fields, layout), MOST_ELEMENTS + 1)]
    if len(rules) > MOST_ELEMENTS:
        raise Refusal(words.TOO_MANY_ELEMENTS.format(most=MOST_ELEMENTS))
    rules += _negative(fields, rules, layout)
    names = [untranslated(name) for name in fields if name in _COSMETIC and fields[name]]
    if entered := sum(digit > 0 and not cell.get("given") for _, cell, digit in cells):
        names.append(words.DIGITS_NOT_GIVEN.format(count=entered))
    return Grid(
        layout,
        bytes(digit if cell.get("given") else 0 for _, cell, digit in cells),
        None,
        tuple(rules),
        tuple(_forbidden(cells, n)),
        words.remarks_on(PROGRAM, names, fields.get("ruleset")),
    )


def _forbidden(cells: Sequence[tuple[str, Mapping[str, Any], int]], n: int) -> Iterator[int]:
    for k, (name, cell, _) in enumerate(cells):
        if marks := cell.get("givenPencilMarks"):
            allowed = {elements.whole(mark, name) for mark in elements.listed(marks, name)}
            yield from (n * k + d - 1 for d in range(1, n + 1) if d not in allowed)


def _rules(fields: Mapping[str, Any], layout: Layout) -> Iterator[VariantRule]:
    """Yield the constraints of all elements except negative constraints."""
    for name, entries in fields.items():
        if not entries or name not in _ROWS:
            continue
        element, shape = _ROWS[name]
        if shape == "flag":
            if entries is not True:
                raise elements.refusal(name, words.FLAG_IS.format(value=shown(entries)))
            if name not in _NEGATIVE:
                yield elements.made(element.kind, layout, name)
            continue
        together = dict[int, None]()
        for place, entry in elements.numbered(entries, name):
            elements.known_only(entry, _IN_ENTRY, place, PROGRAM)
            if shape == "cell":
                together[elements.cell_at(entry.get("cell"), layout.size, place)] = None
            else:
                yield from _of_entry(element, shape, entry, layout, place)
        if together:
            yield elements.made(element.kind, layout, name, cells=[*together])


def _of_entry(
    element: elements.Element, shape: str, entry: Mapping[str, Any], layout: Layout, place: str
) -> Iterator[VariantRule]:
    n, kind, value = layout.size, element.kind, entry.get("value")
    found: list[dict[str, Any]]

    def cells(names: object) -> list[int]:
        return [elements.cell_at(name, n, place) for name in elements.listed(names, place)]

    match shape:
        case "lines":
            found = [{"cells": cells(line)} for line in elements.listed(entry.get("lines"), place)]
        case "arrow":  # a line begins where it leaves the circle
            circle, lines = sorted(cells(entry.get("cells"))), elements.listed(entry.get("lines"), place)
            if outside := [cell for line in map(cells, lines) for cell in line[:1] if cell not in circle]:
                raise elements.refusal(place, words.NO_CELL.format(value=layout.cell_name(outside[0])))
            found = [{"circle": circle, "cells": cells(line)[1:]} for line in lines]
        case "outside":
            found = [{"cells": _line_of_clue(entry.get("cell"), n, place)}]
        case "diagonal":
            way, known = entry.get("direction"), ", ".join(_DIAGONALS)
            if not isinstance(way, str) or way not in _DIAGONALS:
                raise elements.refusal(place, words.NO_DIRECTION.format(value=shown(way), known=known))
            found = [
                {"cells": elements.path(*elements.position(entry.get("cell"), place), *_DIAGONALS[way], n)}
            ]
        case "clone":
            found = [{"cells": cells(entry.get("cells")), "copy": cells(entry.get("cloneCells"))}]
        case "quadruple":
            digits = [elements.whole(one, place) for one in elements.listed(entry.get("values"), place)]
            found = [{"cells": cells(entry.get("cells")), "digits": digits}]
        case _:
            found = [{"cells": cells(entry.get("cells"))}]
    if kind == "killer" and value in (None, ""):
        kind = "all-different"
    elif element.field:
        letter = _LETTERS.get(value.upper()) if kind == "pair-sum" and isinstance(value, str) else None
        found = [
            one | {element.field: letter or elements.whole(value, place, element.number)} for one in found
        ]
    elif value not in (None, ""):
        raise elements.refusal(f"{place}.value", words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    for one in found:
        yield elements.made(kind, layout, place, **one)


def _line_of_clue(name: object, n: int, place: str) -> tuple[int, ...]:
    """Return the cells of the row or column beside which a clue stands, from the clue on."""
    row, column = elements.position(name, place)
    if row in (-1, n) and 0 <= column < n:
        return elements.path(row, column, 1 if row < 0 else -1, 0, n)
    if column in (-1, n) and 0 <= row < n:
        return elements.path(row, column, 0, 1 if column < 0 else -1, n)
    raise elements.refusal(place, words.NOT_BESIDE.format(value=shown(name)))


def _negative(
    fields: Mapping[str, Any], rules: Sequence[Constraint], layout: Layout
) -> Iterator[VariantRule]:
    """Yield the negative rules: no other dots (nonconsecutive if there are no dots), or no other X and V."""
    wanted = elements.listed(fields.get("negative") or [], "negative")
    for name in wanted:
        if name not in ("xv", "ratio"):
            raise elements.refusal("negative", words.NO_NEGATIVE.format(value=shown(name)))
    black, white = "ratio" in wanted, bool(fields.get("nonconsecutive"))
    dots = [rule for rule in rules if rule.kind in ("difference", "ratio")]
    if black and any(rule.kind == "ratio" and rule.to_json()["value"] != 2 for rule in dots):
        raise elements.refusal("negative", words.NEGATIVE_RATIO)
    if white and not black and not dots:
        yield elements.made("nonconsecutive", layout, "nonconsecutive")
    elif white or black:
        colour = "" if white and black else "white-" if white else "black-"
        yield elements.dots_elsewhere(rules, layout, f"no-other-{colour}dots", "negative")
    if "xv" in wanted:
        yield elements.dots_elsewhere(rules, layout, "no-other-xv", "negative")


# -- writing ---------------------------------------------------------------------------------------------------------


def to_object(content: Grid) -> dict[str, Any]:
    """Return a puzzle as an object of f-puzzles: the inverse of `from_object`."""
    layout, rules = content.layout, content.constraints
    flags, others = elements.houses_apart(layout, _HOUSES)
    fields: dict[str, Any] = {"size": layout.size, "grid": _rows_of(content), **dict.fromkeys(flags, True)}
    if others:
        fields["extraregion"] = [{"cells": [*map(layout.cell_name, house.cells)]} for house in others]
    for rule in rules:
        if rule.kind not in _NEGATIVE:
            entry = _stated(rule, layout) if isinstance(rule, VariantRule) else {}
            is_alone = rule.kind not in ("minimum", "maximum") or entry.keys().isdisjoint(fields)
            elements.require_said([rule], _rules(entry if is_alone else {}, layout), layout, PROGRAM)
            for name, value in entry.items():
                fields[name] = value if value is True else fields.get(name, []) + value
    negative = [rule for rule in rules if rule.kind in _NEGATIVE]
    kinds = {rule.kind for rule in negative}
    if kinds & {"nonconsecutive", "no-other-dots", "no-other-white-dots"}:
        fields["nonconsecutive"] = True
    wanted = ["ratio"] if kinds & {"no-other-dots", "no-other-black-dots"} else []
    if wanted := wanted + ["xv"] * ("no-other-xv" in kinds):
        fields["negative"] = wanted
    elements.require_said(negative, _negative(fields, rules, layout), layout, PROGRAM)
    return fields


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


def _stated(rule: VariantRule, layout: Layout) -> dict[str, Any]:
    """Return the field that states a constraint; {} if f-puzzles has no such field."""
    n, values = layout.size, rule.fields
    kind = "killer" if rule.kind == "all-different" else rule.kind
    if kind not in _BY_KIND:
        return {}
    name, element, shape = _BY_KIND[kind]
    number, cells = values.get(element.field), values.get("cells", ())
    names, circle, copy = (
        [*map(layout.cell_name, values.get(field, ()))] for field in ("cells", "circle", "copy")
    )
    entry: dict[str, Any] = {} if number is None else {"value": str(number)}
    if kind == "pair-sum":
        entry["value"] = next((letter for letter, total in _LETTERS.items() if total == number), "")
    match shape:
        case "flag":
            return {name: True}
        case "cell":
            return {name: [{"cell": one} for one in names]}
        case "lines":
            entry["lines"] = [names]
        case "arrow":
            entry |= {"lines": [circle[-1:] + names], "cells": circle}
        case "outside" | "diagonal":
            for direction, (down, right) in (_DIAGONALS if shape == "diagonal" else _STRAIGHT).items():
                row, column = cells[0] // n - down, cells[0] % n - right
                if elements.path(row, column, down, right, n) == cells:
                    entry["cell"] = f"R{row + 1}C{column + 1}"
                    entry |= {"cells": names, "direction": direction} if shape == "diagonal" else {}
        case "clone":
            entry |= {"cells": names, "cloneCells": copy}
        case "quadruple":
            entry |= {"cells": names, "values": [*values["digits"]]}
        case _:
            entry["cells"] = names
    return {name: [entry]}
