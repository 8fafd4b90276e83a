"""Constraint strings of Interactive Sudoku Solver, in both directions: `.Cage~10~R1C1~R1C2`, alone or in a link.

A string is a sequence of constraints, each a dot, a name and arguments with ~ between them; a dot without a name states
digits. Rows and columns are single signs: 1 to 9, then a to g.
"""

from __future__ import annotations

import re
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from sudokubench.constraints import VARIANTS, Constraint, VariantRule
from sudokubench.errors import InputError
from sudokubench.formats.cells import Grid
from sudokubench.formats.limits import MOST_ELEMENTS, MOST_UNPACKED
from sudokubench.formats.shared import elements, words
from sudokubench.formats.shared.elements import ELEMENTS, Element, made, refusal, whole
from sudokubench.formats.strict_json import shown
from sudokubench.layout import House, Layout
from sudokubench.words import untranslated

PROGRAM = "Interactive Sudoku Solver"
_LINK = re.compile(r"<?(?:https?://)?sigh\.github\.io/Interactive-Sudoku-Solver/?\?\S*", re.I)
_QUERY = re.compile(r"[?&]q=([^&#>]+)")
_WITH_ARGUMENTS = re.compile(r"\.{1,3}(?:[A-Z][A-Za-z]{0,30})?~")
_ITEM = re.compile(r"\.[A-Z][A-Za-z]{1,30}[.\s]")
_LARGEST_SIZE = 16
_SIGNS = "0123456789abcdefg"

_ROWS: dict[str, list[tuple[Element, list[str]]]] = {}
for _element in ELEMENTS:
    _name, *_arguments = _element.iss.split("~")
    _ROWS.setdefault(_name, []).append((_element, _arguments))
del _ROWS[""]
_OUTSIDE = {name: rows[0][0] for name, rows in _ROWS.items() if rows[0][1] == ["outside"]}
_STRICT = {"StrictKropki": "no-other-dots", "StrictXV": "no-other-xv"}
_HOUSES = {"Diagonal~1": "rising", "Diagonal~-1": "falling", "Windoku": "windows", "DisjointSets": "groups"}
_NO_RULE = {"Shape", "NoBoxes", "Jigsaw", "Given", "SearchPriority", *_STRICT}
"""Items that `_rules` skips: they state the layout or digits, are read after all others, or are ignored."""
_FLAGS = {"NoBoxes", "Windoku", "DisjointSets", *_STRICT} | {
    name for name, rows in _ROWS.items() if not VARIANTS[rows[0][0].kind].fields
}
_ONLY_FLAGS = re.compile(rf"(?:\s*\.(?:{'|'.join(sorted(_FLAGS))}))+\s*")


def matches(text: str) -> bool:
    """Return whether a text is a constraint string, or a link with one."""
    line = text.strip()
    if line[:1] == ".":
        if "\n" in line and (
            line.count(".Shape") > 1 or any(one.strip()[:1] not in ("", ".") for one in line.split("\n"))
        ):
            return False  # several puzzles
        is_item = _WITH_ARGUMENTS.match(line) or ("~" in line and _ITEM.match(line))
        return bool(is_item or _ONLY_FLAGS.fullmatch(line))
    query = _QUERY.search(line) if _LINK.fullmatch(line) else None
    return query is not None and unquote(query[1]).startswith(".")


class _Item(NamedTuple):
    """One constraint of a string: its text, its name, and its arguments."""

    place: str
    name: str
    arguments: list[str]


def read(text: str) -> Grid:
    """Return the puzzle of a constraint string, or of a link with one.

    Raises:
        Refusal: The string is too long or does not begin with a dot; or a constraint is not known or does not fit the
            board, and the message names it.
    """
    query = None if text.lstrip().startswith(".") else _QUERY.search(text)
    string = re.sub(r"\s+", "", unquote(query[1]) if query else text)
    if len(string) > MOST_UNPACKED or string.count(".") > MOST_ELEMENTS:
        raise refusal(string[:20], words.TOO_MANY_ELEMENTS.format(most=MOST_ELEMENTS))
    if not string.startswith("."):
        raise refusal(string[:40], words.NO_DOT)
    items = [*map(_item_in, string[1:].split("."))]
    layout = _layout(items)
    rules: list[Constraint] = [rule for item in items for rule in _rules(item, layout)]
    for item in items:
        if item.name in _STRICT:
            rules.append(elements.dots_elsewhere(rules, layout, _STRICT[item.name], item.place))
    digits, forbidden, more = _given(items, layout)
    left_out = [untranslated(name) for name in {item.name for item in items} & {"SearchPriority"}]
    return Grid(layout, digits, None, (*rules, *more), forbidden, words.remarks_on(PROGRAM, left_out, None))


def _item_in(text: str) -> _Item:
    name, *arguments = text.split("~")
    return _Item(f".{text}", name or "Given", arguments)


# -- reading ---------------------------------------------------------------------------------------------------------


def _layout(items: Sequence[_Item]) -> Layout:
    shapes = [item for item in items if item.name == "Shape"]
    n = _size(shapes[0]) if shapes else 9
    if len(shapes) > 1:
        raise refusal(shapes[1].place, words.ONE_SHAPE)
    if len(jigsaws := [item for item in items if item.name == "Jigsaw"]) > 1:
        raise refusal(jigsaws[1].place, words.TWICE)
    boxless = any(item.name == "NoBoxes" for item in items)
    regions: Sequence[object] | None = Layout.standard(n, 1).boxes if boxless else None
    boxes = (House(f"S{k}", house.cells) for k, house in enumerate(Layout.standard(n).box_houses, 1))
    known, wanted = elements.known_houses(n) | {"boxes": tuple(boxes)}, set[str]()
    for place, name, arguments in items:
        if name == "Jigsaw":
            signs = "".join(arguments[-1:])
            if len(signs) != n * n or arguments[:-1] not in ([], [f"{n}x{n}"]):
                raise refusal(place, words.REGIONS_ARE.format(n=n))
            regions = [int(sign, 36) if sign.isascii() and sign.isalnum() else sign for sign in signs]
            wanted |= set() if boxless else {"boxes"}
        elif which := _HOUSES.get(place[1:]):
            if not known[which]:
                raise refusal(place, words.ONLY_OF_NINE)
            wanted.add(which)
    extra = [house for which, houses in known.items() if which in wanted for house in houses]
    return elements.layout_from(n, regions, extra, "Jigsaw")


def _size(shape: _Item) -> int:
    dims, values, kind = [*shape.arguments, "", "", ""][:3]
    rows, _, columns = dims.partition("x")
    n = whole(rows, shape.place)
    if (
        len(shape.arguments) > 3
        or columns != rows
        or values not in ("", rows, f"1-{rows}")
        or kind not in ("", "Sudoku")
    ):
        raise refusal(shape.place, words.SHAPE_IS)
    return elements.size_of_board(n, shape.place)


def _rules(item: _Item, layout: Layout) -> Iterator[VariantRule]:
    place, name, arguments = item
    n = layout.size
    match name, arguments:
        case "Sandwich", [total, line] if total:
            yield from _clues(item, line, [total], layout)
        case "XSum" | "Skyscraper" | "NumberedRoom", [line, *values] if any(values) and len(values) <= 2:
            yield from _clues(item, line, values, layout)
        case _ if name in _OUTSIDE:
            example = ".Sandwich~12~R1" if name == "Sandwich" else f".{name}~R1~12~"
            raise refusal(place, words.CLUE_IS.format(example=example))
        case "LittleKiller", [total, start]:
            diagonals = {cells[0]: cells for cells in _diagonals(n).values()}
            if (first := _cell(start, n, place)) not in diagonals:
                raise refusal(place, words.NO_DIAGONAL.format(value=shown(start)))
            yield made("little-killer", layout, place, cells=diagonals[first], total=whole(total, place))
        case "Arrow" | "PillArrow", [_, *_]:
            length = whole(arguments[0], place) if name == "PillArrow" else 1
            cells = _cells(arguments[name == "PillArrow" :], n, place)
            yield made("arrow", layout, place, circle=sorted(cells[:length]), cells=cells[length:])
        case "Quad", [corner, *digits]:
            first = _cell(corner, n, place)
            if first % n == n - 1 or first >= n * n - n:
                raise refusal(place, words.NO_SQUARE.format(value=shown(corner)))
            square, held = [first, first + 1, first + n, first + n + 1], [whole(one, place) for one in digits]
            yield made("quadruple", layout, place, cells=square, digits=held)
        case "Sum", [total, *names] if "_" in total:
            total, sign, *coefficients = total.split("_")
            if sign != "=":
                raise refusal(place, words.NO_NUMBER_HERE.format(value=shown(arguments[0])))
            factors, bound = [whole(one, place) for one in coefficients], whole(total, place)
            cells = _cells(names, n, place)
            yield made("linear", layout, place, cells=cells, coefficients=factors, low=bound, high=bound)
        case "Regex", [packed, *names] if n <= 9:
            for group in "~".join(names).split("~~"):
                cells = _cells(group.split("~"), n, place)
                yield made("regular", layout, place, cells=cells, pattern=_pattern(packed, place))
        case _ if name in _ROWS:
            yield from _of_row(item, layout)
        case _ if name not in _NO_RULE and place[1:] not in _HOUSES:
            raise refusal(place, words.UNKNOWN_ELEMENT.format(program=PROGRAM))


def _of_row(item: _Item, layout: Layout) -> Iterator[VariantRule]:
    """Yield the constraints of an item that a row of `_ROWS` describes."""
    place, name, arguments = item
    for element, written in _ROWS[name]:
        given, names = [one or "0" for one in arguments[: len(written)]], arguments[len(written) :]
        number = element.number
        if "{}" in written and given and (given[0][0] not in "Rr" or number is None):
            number = whole(given[0], place)
        elif "{}" in written:  # the puzzle leaves the number out
            names = arguments
        elif given != written:
            continue
        values = {} if number is None else {element.field: number}
        cells = _cells(names, layout.size, place)
        most = next((one.most for one in VARIANTS[element.kind].fields if one.name == "cells"), -1)
        if most < 0 and names:
            break
        groups = elements.neighbours(cells, layout.size) if most == 2 else [cells]
        if not groups:
            raise refusal(place, words.NO_NEIGHBOURS)
        for group in groups:
            yield made(element.kind, layout, place, **({} if most < 0 else {"cells": group}), **values)
        return
    raise refusal(place, words.UNKNOWN_ELEMENT.format(program=PROGRAM))


def _clues(item: _Item, line: str, values: Sequence[str], layout: Layout) -> Iterator[VariantRule]:
    match = re.fullmatch(r"([RC])(\d{1,2})", line, re.ASCII)
    houses = layout.rows if line.startswith("R") else layout.columns
    if match is None or not 1 <= int(match[2]) <= layout.size:
        raise refusal(item.place, words.NO_LINE.format(value=shown(line)))
    cells, element = houses[int(match[2]) - 1].cells, _OUTSIDE[item.name]
    for value, way in zip(values, (cells, cells[::-1]), strict=False):
        if value:
            fields: dict[str, Any] = {"cells": way, element.field: whole(value, item.place)}
            yield made(element.kind, layout, item.place, **fields)


def _diagonals(n: int) -> dict[frozenset[int], tuple[int, ...]]:
    """Return every diagonal of two cells or more, from the cell that names it in this program."""
    starts = [
        *((row, 0, 1, 1) for row in range(n - 1)), *((row, n - 1, -1, -1) for row in range(1, n - 1)),
        *((0, column, 1, -1) for column in range(1, n)), *((n - 1, column, -1, 1) for column in range(1, n - 1)),
    ]  # fmt: skip
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for start in starts:
        cells = elements.path(*start, n)
        if len(cells) > 1:
            found.setdefault(frozenset(cells), cells)
    return found


def _digits_of_kinds(n: int) -> dict[str, set[int]]:
    """Return the digits that each of our kinds, such as even cells, allows: the program lists them for each cell."""
    return {
        "even": {*range(2, n + 1, 2)},
        "odd": {*range(1, n + 1, 2)},
        "low": {*range(1, n // 2 + 1)},
        "high": {*range(n + 1 - n // 2, n + 1)},
    }


def _given(items: Sequence[_Item], layout: Layout) -> tuple[bytes, tuple[int, ...], list[VariantRule]]:
    """Return the digits, the forbidden options, and the constraints that allowed digits state."""
    n = layout.size
    every, kinds = {*range(1, n + 1)}, _digits_of_kinds(n)
    clues, allowed = dict[int, set[int]](), dict[int, set[int]]()
    of_kind = dict[str, set[int]]()
    for place, name, arguments in items:
        for argument in arguments if name == "Given" else ():
            cell_name, *values = argument.split("_")
            cell = _cell(cell_name, n, place)
            digits = {whole(value, place) for value in values}
            if not digits or not digits <= every:
                raise refusal(place, words.NO_DIGIT_HERE.format(value=shown(argument), n=n))
            kind = next((kind for kind, known in kinds.items() if digits == known), None)
            if kind and len(digits) > 1:
                of_kind.setdefault(kind, set()).add(cell)
            else:
                sets = clues if len(digits) == 1 else allowed
                sets[cell] = sets.get(cell, every) & digits
    board, forbidden = bytearray(n * n), list[int]()
    for cell in sorted({*clues, *allowed}):
        left = allowed.get(cell, every)
        clue = clues.get(cell, left)
        if len(clue) == 1:
            (board[cell],) = clue
        left = left if clue else clue  # two clues exclude each other
        if board[cell] not in left:
            forbidden += [layout.option(cell, digit) for digit in sorted(every - left)]
    rules = [made(kind, layout, kind, cells=sorted(cells)) for kind, cells in of_kind.items()]
    return bytes(board), tuple(forbidden), rules


def _pattern(packed: str, place: str) -> str:
    try:
        if "%" in packed:
            return unquote(packed)
        return b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True).decode("ascii")
    except ValueError:  # the packed text or the pattern has other characters
        raise refusal(place, words.NO_PATTERN.format(value=shown(packed))) from None


def _cell(name: str, n: int, place: str) -> int:
    match = re.fullmatch(r"[Rr]([1-9a-g])[Cc]([1-9a-g])", name)
    row, column = (_SIGNS.index(match[1]) - 1, _SIGNS.index(match[2]) - 1) if match else (n, n)
    if max(row, column) >= n:
        raise refusal(place, words.NO_CELL.format(value=shown(name)))
    return n * row + column


def _cells(names: Sequence[str], n: int, place: str) -> list[int]:
    return [_cell(name, n, place) for name in names]


# -- writing ---------------------------------------------------------------------------------------------------------


def write(content: Grid) -> str:
    """Return the constraint string of a puzzle. Raises InputError if the program cannot state one of its rules."""
    layout, n = content.layout, content.layout.size
    if n > _LARGEST_SIZE:
        raise InputError(words.UNSAID.format(rule=f"{n}x{n}", program=PROGRAM))
    names, others = elements.houses_apart(layout, _HOUSES)
    items = [f"Shape~{n}x{n}", *_boxes(layout), *names]
    items += ["~".join(["AllDifferent", *_names(house.cells, n)]) for house in others]
    for rule in content.constraints:
        if rule.kind in _digits_of_kinds(n):
            continue
        item = "~".join(map(str, _stated(rule, n))) if isinstance(rule, VariantRule) else ""
        if item in _STRICT:
            found: Iterable[Constraint] = [elements.dots_elsewhere(content.constraints, layout, rule.kind)]
        else:
            found = _rules(_item_in(item), layout)
        elements.require_said([rule], found, layout, PROGRAM)
        items.append(item)
    given = _given_of(content)
    return "".join(f".{item}" for item in items) + (f".~{'~'.join(given)}" if given else "")


def _boxes(layout: Layout) -> list[str]:
    n = layout.size
    if layout.boxes == Layout.standard(n).boxes:
        return []
    if layout.boxes == Layout.standard(n, 1).boxes:
        return ["NoBoxes"]
    return [
        "Jigsaw~" + "".join("0123456789abcdefghijklmnopqrstuvwxyz"[box] for box in layout.boxes),
        "NoBoxes",
    ]


def _stated(rule: VariantRule, n: int) -> Sequence[object]:
    """Return the name and the arguments that state a constraint; () if the program lacks it."""
    values, kind, cells = rule.fields, rule.kind, rule.fields.get("cells", ())
    names = _names(cells, n)
    match kind:
        case "arrow":
            circle = _names(values["circle"], n)
            return [*(["Arrow"] if len(circle) == 1 else ["PillArrow", len(circle)]), *circle, *names]
        case "quadruple":
            return ["Quad", names[0], *values["digits"]]
        case "little-killer":
            diagonal = _diagonals(n).get(frozenset(cells), ())
            return ["LittleKiller", values["total"], *_names(diagonal[:1], n)]
        case "linear" if values["low"] == values["high"] and max(map(abs, values["coefficients"])) <= 100:
            return ["Sum", "_".join(map(str, (values["low"], "=", *values["coefficients"]))), *names]
        case "regular":
            packed = urlsafe_b64encode(values["pattern"].encode()).decode().rstrip("=")
            return ["Regex", packed, *names]
    if kind in _STRICT.values():
        return [name for name, negative in _STRICT.items() if negative == kind]
    for name, rows in _ROWS.items():
        for element, written in rows:
            number = values.get(element.field)
            if element.kind != kind or not (number is None or written or number == element.number):
                continue
            if written != ["outside"]:
                return [name, *(one.replace("{}", str(number)) for one in written), *names]
            row, column = divmod(cells[0], n)
            line = f"R{row + 1}" if cells[1] // n == row else f"C{column + 1}"
            if name == "Sandwich":
                return [name, number, line]
            return [name, line, *([number, ""] if cells[0] < cells[1] else ["", number])] if number else ()
    return ()


def _given_of(content: Grid) -> list[str]:
    """Return the arguments that state the digit of a cell, or its allowed digits if some digits are not allowed."""
    n = content.layout.size
    found = [(cell, {digit}) for cell, digit in enumerate(content.digits) if digit]
    for cell in sorted({option // n for option in content.forbidden}):
        left = {d for d in range(1, n + 1) if n * cell + d - 1 not in content.forbidden}
        if not left:  # no digit is allowed: state two that exclude each other
            found += [(cell, {1}), (cell, {2})]
        elif content.digits[cell] not in left:
            found.append((cell, left))
    for rule in content.constraints:
        if (digits := _digits_of_kinds(n).get(rule.kind)) and isinstance(rule, VariantRule):
            found += [(cell, digits) for cell in rule.fields["cells"]]
    return ["_".join([*_names((cell,), n), *map(str, sorted(digits))]) for cell, digits in found]


def _names(cells: Sequence[int], n: int) -> list[str]:
    return [f"R{_SIGNS[cell // n + 1]}C{_SIGNS[cell % n + 1]}" for cell in cells]
