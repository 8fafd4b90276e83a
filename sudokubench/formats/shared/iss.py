"""Constraint strings of Interactive Sudoku Solver, in both directions: `.Cage~10~R1C1~R1C2`, alone or in a link.

A string is a sequence of constraints, each a dot, a name and arguments with ~ between them; a dot without a name states
digits. Rows and columns are single signs: 1 to 9, then a to g.
"""

from __future__ import annotations

import re
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import unquote

from sudokubench.constraints import VARIANTS, Constraint, VariantRule
from sudokubench.errors import InputError
from sudokubench.formats.cells import Grid
from sudokubench.formats.limits import MOST_ELEMENTS, MOST_UNPACKED
from sudokubench.formats.shared import words
from sudokubench.formats.shared.elements import (
    ELEMENTS,
    Element,
    diagonal,
    disjoint_groups,
    dots_elsewhere,
    has_all_marked,
    houses_apart,
    layout_from,
    made,
    neighbours,
    path,
    refusal,
    size_of_board,
    step_of,
    unsaid,
    whole,
)
from sudokubench.formats.strict_json import shown
from sudokubench.layout import House, Layout
from sudokubench.words import untranslated

PROGRAM = "Interactive Sudoku Solver"
_LINK = re.compile(r"<?(?:https?://)?sigh\.github\.io/Interactive-Sudoku-Solver/?\?\S*", re.I)
_QUERY = re.compile(r"[?&]q=([^&#>]+)")
_ARGUMENTS = re.compile(r"\.{1,3}(?:[A-Z][A-Za-z]{0,30})?~")
_LARGEST_SIZE = 16
_SIGNS = "0123456789abcdefg"

_ROWS: dict[str, list[tuple[Element, list[str]]]] = {}
for _element in ELEMENTS:
    if _element.iss:
        _row_name, *_row_args = _element.iss.split("~")
        _ROWS.setdefault(_row_name, []).append((_element, _row_args))
_OUTSIDE = {
    "XSum": "x-sum",
    "Skyscraper": "skyscraper",
    "NumberedRoom": "numbered-room",
    "Sandwich": "sandwich",
}
_STRICT = {
    "StrictKropki": ("no-other-dots", ("difference", "ratio")),
    "StrictXV": ("no-other-xv", ("pair-sum",)),
}
_OF_LAYOUT = {"Shape", "NoBoxes", "Jigsaw", "Diagonal", "Windoku", "DisjointSets", "Given", "SearchPriority"}
_FLAGS = {
    "NoBoxes",
    "Windoku",
    "DisjointSets",
    *_STRICT,
    *(name for name, rows in _ROWS.items() if not VARIANTS[rows[0][0].kind].fields),
}
_ONLY_FLAGS = re.compile(rf"(?:\s*\.(?:{'|'.join(sorted(_FLAGS))}))+\s*")
_KINDS_OF_DIGITS: dict[str, Callable[[int, int], bool]] = {
    "even": lambda d, n: d % 2 == 0,
    "odd": lambda d, n: d % 2 == 1,
    "low": lambda d, n: 2 * d < n + 1,
    "high": lambda d, n: 2 * d > n + 1,
}
"""Sets of cells that the program states as allowed digits, and whether digit d of 1 to n is one of them."""


def matches(text: str) -> bool:
    """Return whether a text is a constraint string, or a link with one."""
    line = text.strip()
    if line[:1] == ".":
        if "\n" in line and (
            line.count(".Shape") > 1 or any(one.strip()[:1] not in ("", ".") for one in line.split("\n"))
        ):
            return False  # several puzzles
        return bool(_ARGUMENTS.match(line) or ("~" in line and _is_item(line)) or _ONLY_FLAGS.fullmatch(line))
    query = _QUERY.search(line) if _LINK.fullmatch(line) else None
    return query is not None and unquote(query[1]).startswith(".")


def _is_item(line: str) -> bool:
    return bool(re.match(r"\.[A-Z][A-Za-z]{1,30}[.\s]", line))


def is_whole(text: str) -> bool:
    """Return whether a text is a puzzle without any line near it: a link, or a string that states its shape."""
    return text.lstrip().startswith(".Shape") or not text.lstrip().startswith(".")


def read(text: str) -> Grid:
    """Return the puzzle of a constraint string, or of a link with one.

    Raises:
        Refusal: A constraint is not known or does not fit the board; the message names it.
    """
    query = None if text.lstrip().startswith(".") else _QUERY.search(text)
    string = re.sub(r"\s+", "", unquote(query[1]) if query else text)
    if len(string) > MOST_UNPACKED or string.count(".") > MOST_ELEMENTS:
        raise refusal(string[:20], words.TOO_MANY_ELEMENTS.format(most=MOST_ELEMENTS))
    if not string.startswith("."):
        raise refusal(string[:40], words.NO_DOT)
    items = [(f".{item}", item.split("~")) for item in string[1:].split(".")]
    items = [(place, [name or "Given", *arguments]) for place, (name, *arguments) in items]
    layout = _layout(items)
    rules = [rule for place, item in items for rule in _rules(place, item, layout)]
    for place, (name, *_) in items:
        if name in _STRICT:
            kind, marked = _STRICT[name]
            rules.append(dots_elsewhere(rules, layout, marked, kind, place))
    digits, forbidden, more = _given(items, layout)
    left_out = [
        untranslated(name) for name in ("SearchPriority",) if any(item[0] == name for _, item in items)
    ]
    return Grid(layout, digits, None, (*rules, *more), forbidden, words.remarks_on(PROGRAM, left_out, None))


# -- reading ---------------------------------------------------------------------------------------------------------

_Items = Sequence[tuple[str, list[str]]]


def _layout(items: _Items) -> Layout:
    n, shapes = 9, 0
    regions: Sequence[object] | None = None
    extra: dict[str, Sequence[House]] = {}
    boxless = any(item[0] == "NoBoxes" for _, item in items)
    for place, (name, *arguments) in items:
        if name == "Shape":
            n, shapes = _size(arguments, place), shapes + 1
            if shapes > 1:
                raise refusal(place, words.ONE_SHAPE)
    for place, (name, *arguments) in items:
        if name == "Jigsaw":
            signs = arguments[-1] if arguments else ""
            if len(signs) != n * n:
                raise refusal(place, words.REGIONS_ARE.format(n=n))
            regions = [int(sign, 36) if sign.isascii() and sign.isalnum() else sign for sign in signs]
            if not boxless:
                extra["boxes"] = [
                    House(f"S{k}", h.cells) for k, h in enumerate(Layout.standard(n).box_houses, 1)
                ]
        elif name == "Diagonal":
            if arguments not in (["1"], ["-1"]):
                raise refusal(place, words.NO_DIRECTION.format(value=shown(arguments), known="1, -1"))
            extra["D2" if arguments == ["1"] else "D1"] = [diagonal(n, arguments == ["1"])]
        elif name == "Windoku":
            if n != 9:
                raise refusal(place, words.ONLY_OF_NINE)
            extra["W"] = Layout.named("9x9-windoku").extra
        elif name == "DisjointSets":
            extra["X"] = disjoint_groups(n)
    if boxless and regions is None:
        regions = Layout.standard(n, 1).boxes
    return layout_from(n, regions, [house for key in sorted(extra) for house in extra[key]], "Jigsaw")


def _size(arguments: Sequence[str], place: str) -> int:
    dims, values, kind = [*arguments, "", "", ""][:3]
    rows, _, columns = dims.partition("x")
    n = whole(rows, place)
    if (
        len(arguments) > 3
        or columns != rows
        or values not in ("", rows, f"1-{rows}")
        or kind not in ("", "Sudoku")
    ):
        raise refusal(place, words.SHAPE_IS)
    return size_of_board(n, place)


def _rules(place: str, item: Sequence[str], layout: Layout) -> Iterator[VariantRule]:
    """Yield the constraints of one item."""
    name, *arguments = item
    n = layout.size
    if name in _OF_LAYOUT or name in _STRICT:
        return
    if name in _OUTSIDE:
        yield from _clues(place, name, arguments, layout)
    elif name == "LittleKiller" and len(arguments) == 2:
        diagonals = {cells[0]: cells for cells in _diagonals(n)}
        start = _cell(arguments[1], n, place)
        if start not in diagonals:
            raise refusal(place, words.NO_CELL.format(value=shown(arguments[1])))
        yield made("little-killer", layout, place, cells=diagonals[start], total=whole(arguments[0], place))
    elif name in ("Arrow", "PillArrow") and arguments:
        length = whole(arguments[0], place) if name == "PillArrow" else 1
        cells = _cells(arguments[1:] if name == "PillArrow" else arguments, n, place)
        yield made("arrow", layout, place, circle=tuple(sorted(cells[:length])), cells=cells[length:])
    elif name == "Quad" and arguments:
        corner = _cell(arguments[0], n, place)
        digits = tuple(whole(one, place) for one in arguments[1:])
        square = (corner, corner + 1, corner + n, corner + n + 1)
        if corner % n == n - 1 or corner >= n * n - n:
            raise refusal(place, words.NO_CELL.format(value=shown(arguments[0])))
        yield made("quadruple", layout, place, cells=square, digits=digits)
    elif name == "Sum" and arguments and "_" in arguments[0]:
        total, sign, *coefficients = arguments[0].split("_")
        if sign != "=":
            raise refusal(place, words.NO_NUMBER_HERE.format(value=shown(arguments[0])))
        values = tuple(whole(one, place) for one in coefficients)
        bound = whole(total, place)
        cells = _cells(arguments[1:], n, place)
        yield made("linear", layout, place, cells=cells, coefficients=values, low=bound, high=bound)
    elif name == "Regex" and arguments and n <= 9:
        for group in "~".join(arguments[1:]).split("~~"):
            cells = _cells(group.split("~"), n, place)
            yield made("regular", layout, place, cells=cells, pattern=_pattern(arguments[0], place))
    elif name in _ROWS:
        yield from _of_row(place, name, arguments, layout)
    else:
        raise refusal(place, words.UNKNOWN_ELEMENT.format(program=PROGRAM))


def _of_row(place: str, name: str, arguments: Sequence[str], layout: Layout) -> Iterator[VariantRule]:
    """Yield the constraints of an item whose form a row of the table tells."""
    for element, written in _ROWS[name]:
        given, cells = [one or "0" for one in arguments[: len(written)]], arguments[len(written) :]
        number = element.number
        if "{}" in written and given and (given[0][0] not in "Rr" or number is None):
            number = whole(given[0], place)
        elif "{}" in written:  # the number is left out
            cells = arguments
        elif given != written:
            continue
        declared = VARIANTS[element.kind]
        if not declared.fields:
            if arguments:
                break
            yield made(element.kind, layout, place)
            return
        values = {element.field: number} if element.field and number is not None else {}
        numbers = _cells(cells, layout.size, place)
        is_pair = next(one.most for one in declared.fields if one.name == "cells") == 2
        groups = [*neighbours(numbers, layout.size)] if is_pair else [numbers]
        if not groups:
            raise refusal(place, words.NO_NEIGHBOURS)
        for group in groups:
            yield made(element.kind, layout, place, cells=group, **values)
        return
    raise refusal(place, words.UNKNOWN_ELEMENT.format(program=PROGRAM))


def _clues(place: str, name: str, arguments: Sequence[str], layout: Layout) -> Iterator[VariantRule]:
    """Yield the clues outside the board of one item: of a line in both directions, or of a sandwich."""
    n, kind = layout.size, _OUTSIDE[name]
    if (len(arguments) != 2 and (len(arguments) != 3 or name == "Sandwich")) or not any(arguments[1:]):
        raise refusal(
            place,
            words.CLUE_IS.format(example=".Sandwich~12~R1" if name == "Sandwich" else f".{name}~R1~12~"),
        )
    line, values = (arguments[0], arguments[1:3]) if name != "Sandwich" else (arguments[-1], arguments[:1])
    match = re.fullmatch(r"([RC])(\d{1,2})", line, re.ASCII)
    if match is None or not 1 <= int(match[2]) <= n:
        raise refusal(place, words.NO_LINE.format(value=shown(line)))
    k = int(match[2]) - 1
    cells = tuple(range(n * k, n * k + n)) if match[1] == "R" else tuple(range(k, n * n, n))
    for value, way in zip(values, (cells, cells[::-1]), strict=False):
        if value:
            field = "digit" if kind == "numbered-room" else "total"
            yield made(kind, layout, place, cells=way, **{field: whole(value, place)})


def _diagonals(n: int) -> list[tuple[int, ...]]:
    """Return every diagonal of two cells or more once, from the cell that names it in this program."""
    starts = [
        *((row, 0, 1, 1) for row in range(n - 1)), *((row, n - 1, -1, -1) for row in range(1, n - 1)),
        *((0, column, 1, -1) for column in range(1, n)), *((n - 1, column, -1, 1) for column in range(1, n - 1)),
    ]  # fmt: skip
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for start in starts:
        cells = path(*start, n)
        if len(cells) > 1:
            found.setdefault(frozenset(cells), cells)
    return [*found.values()]


def _given(items: _Items, layout: Layout) -> tuple[bytes, tuple[int, ...], list[VariantRule]]:
    """Return the digits, the forbidden options, and the constraints that allowed digits state."""
    n = layout.size
    every = frozenset(range(1, n + 1))
    allowed: dict[int, frozenset[int]] = {}
    for place, (name, *arguments) in items:
        for argument in arguments if name == "Given" else ():
            cell_name, *values = argument.split("_")
            cell = _cell(cell_name, n, place)
            digits = frozenset(whole(value, place) for value in values)
            if not digits or not digits <= every:
                raise refusal(place, words.NO_DIGIT_HERE.format(value=shown(argument), n=n))
            allowed[cell] = allowed.get(cell, every) & digits
    board, forbidden, of_kind = bytearray(n * n), list[int](), dict[str, list[int]]()
    for cell, digits in sorted(allowed.items()):
        kind = next(
            (k for k, test in _KINDS_OF_DIGITS.items() if digits == {d for d in every if test(d, n)}), None
        )
        if len(digits) == 1:
            (board[cell],) = digits
        elif kind is not None:
            of_kind.setdefault(kind, []).append(cell)
        else:
            forbidden += [n * cell + d - 1 for d in sorted(every - digits)]
    rules = [made(kind, layout, kind, cells=tuple(cells)) for kind, cells in of_kind.items()]
    return bytes(board), tuple(forbidden), rules


def _pattern(packed: str, place: str) -> str:
    try:
        if "%" in packed:
            return unquote(packed)
        return b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True).decode("ascii")
    except ValueError:  # its characters, or those that they stand for
        raise refusal(place, words.NO_PATTERN.format(value=shown(packed))) from None


def _cell(name: str, n: int, place: str) -> int:
    match = re.fullmatch(r"[Rr]([1-9a-g])[Cc]([1-9a-g])", name)
    row, column = (_SIGNS.index(match[1]) - 1, _SIGNS.index(match[2]) - 1) if match else (n, n)
    if max(row, column) >= n:
        raise refusal(place, words.NO_CELL.format(value=shown(name)))
    return n * row + column


def _cells(names: Sequence[str], n: int, place: str) -> tuple[int, ...]:
    return tuple(_cell(name, n, place) for name in names)


# -- writing ---------------------------------------------------------------------------------------------------------


def write(content: Grid) -> str:
    """Return the constraint string of a puzzle; it begins with its shape.

    Raises:
        InputError: The program has no constraint for one of its rules.
    """
    layout, n = content.layout, content.layout.size
    if n > _LARGEST_SIZE:
        raise InputError(words.UNSAID.format(rule=f"{n}x{n}", program=PROGRAM))
    windows = Layout.named("9x9-windoku").extra if n == 9 else ()
    known = [
        ("Diagonal~1", [diagonal(n, True)]), ("Diagonal~-1", [diagonal(n, False)]), ("Windoku", windows),
        ("DisjointSets", disjoint_groups(n)),
    ]  # fmt: skip
    names, others = houses_apart(layout, known)
    items = [
        f"Shape~{n}x{n}",
        *_boxes(layout),
        *names,
        *("~".join(["AllDifferent", *_names(h.cells, n)]) for h in others),
    ]
    for rule in content.constraints:
        item = _item(rule, content.constraints, n) if isinstance(rule, VariantRule) else None
        if item is None:
            raise unsaid(rule, layout, PROGRAM)
        items += [item] if item else []
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


def _item(rule: VariantRule, rules: Sequence[Constraint], n: int) -> str | None:
    """Return how a constraint string writes a rule, without the first dot.

    The text is empty for a rule that the digits of the board state, and None for a rule that the program lacks.
    """
    values, kind = rule.fields, rule.kind
    cells = values.get("cells", ())
    strict = next((name for name, (one, _) in _STRICT.items() if one == kind), None)
    if strict is not None:
        return strict if has_all_marked(rule, rules, _STRICT[strict][1]) else None
    if kind in _KINDS_OF_DIGITS:
        return ""
    if kind == "arrow":
        circle = values["circle"]
        if circle != tuple(sorted(circle)):
            return None
        return "~".join(
            [
                *(["Arrow"] if len(circle) == 1 else ["PillArrow", str(len(circle))]),
                *_names(circle + cells, n),
            ]
        )
    if kind == "quadruple":
        corner = cells[0]
        if cells != (corner, corner + 1, corner + n, corner + n + 1) or corner % n == n - 1:
            return None
        return "~".join(["Quad", *_names((corner,), n), *map(str, values["digits"])])
    if kind == "little-killer":
        start = next((one[0] for one in _diagonals(n) if cells in (one, one[::-1])), None)
        return (
            None if start is None else "~".join(["LittleKiller", str(values["total"]), *_names((start,), n)])
        )
    if kind == "linear" and values["low"] == values["high"] and max(map(abs, values["coefficients"])) <= 100:
        total = "_".join(map(str, (values["low"], "=", *values["coefficients"])))
        return "~".join(["Sum", total, *_names(cells, n)])
    if kind == "regular" and n <= 9 and values["pattern"].isascii():
        packed = urlsafe_b64encode(values["pattern"].encode()).decode().rstrip("=")
        return "~".join(["Regex", packed, *_names(cells, n)])
    clue = next((name for name, one in _OUTSIDE.items() if one == kind), None)
    if clue is not None:
        return _clue(clue, cells, str(values.get("total", values.get("digit"))), n)
    for rows in _ROWS.items():
        for element, written in rows[1]:
            number = values.get(element.field)
            if element.kind == kind and (number is None or "{}" in written or number == element.number):
                return "~".join(
                    [rows[0], *(one.replace("{}", str(number)) for one in written), *_names(cells, n)]
                )
    return None


def _clue(name: str, cells: Sequence[int], value: str, n: int) -> str | None:
    down, right = step_of(cells, n)
    line = f"R{cells[0] // n + 1}" if right else f"C{cells[0] % n + 1}"
    forward = down + right > 0
    row, column = divmod(cells[0], n)
    whole_line = path(
        0 if down > 0 else n - 1 if down else row,
        0 if right > 0 else n - 1 if right else column,
        down,
        right,
        n,
    )
    if abs(down) + abs(right) != 1 or tuple(cells) != whole_line or (value == "0" and name != "Sandwich"):
        return None
    if name == "Sandwich":
        return f"Sandwich~{value}~{line}" if forward else None
    return f"{name}~{line}~{value}~" if forward else f"{name}~{line}~~{value}"


def _given_of(content: Grid) -> list[str]:
    """Return the digits, and the digits that are allowed where not all are."""
    n = content.layout.size
    allowed = {cell: {digit} for cell, digit in enumerate(content.digits) if digit}
    found = [(cell, {digit}) for cell, digit in enumerate(content.digits) if digit]
    for cell in sorted({option // n for option in content.forbidden}):
        left = {d for d in range(1, n + 1) if n * cell + d - 1 not in content.forbidden}
        if not left:  # two that exclude each other
            found += [(cell, {1}), (cell, {2})]
        elif not (cell in allowed and allowed[cell] <= left):
            found.append((cell, left))
    for rule in content.constraints:
        if rule.kind in _KINDS_OF_DIGITS and isinstance(rule, VariantRule):
            test = _KINDS_OF_DIGITS[rule.kind]
            found += [(cell, {d for d in range(1, n + 1) if test(d, n)}) for cell in rule.fields["cells"]]
    return ["_".join([*_names((cell,), n), *map(str, sorted(digits))]) for cell, digits in found]


def _names(cells: Sequence[int], n: int) -> list[str]:
    return [f"R{_SIGNS[cell // n + 1]}C{_SIGNS[cell % n + 1]}" for cell in cells]
