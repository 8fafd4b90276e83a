"""Links of Penpa+, in both directions: digits, regions, diagonals, killer cages, thermometers and arrows.

Penpa+ only draws; words state the rules. So only drawings with a meaning of their own are read: numbers in cells, thick
edges around regions, diagonals, and the tools for cages, thermometers and arrows. Anything else is refused by its name
and place. A link has raw deflated lines in Base64: settings, margins, modes, the problem as JSON, ..., the cells as
differences, ..., tags. Cells are counted on a grid with two cells more on each side. The corner at the lower right of a
cell has the number of the cell plus the number of all cells. Source: the program's class_p.js, class_square.js and
general.js (MIT licence).
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple
from urllib.parse import unquote

from sudokubench.constraints import VariantRule
from sudokubench.constraints.variants import sides
from sudokubench.errors import InputError, Refusal
from sudokubench.formats.cells import Grid
from sudokubench.formats.limits import MOST_UNPACKED, SHARED_BRACKETS
from sudokubench.formats.shared import words
from sudokubench.formats.shared.elements import (
    an_object,
    houses_apart,
    joined,
    known_houses,
    layout_from,
    listed,
    made,
    numbered,
    read_back,
    refusal,
    size_of_board,
    whole,
)
from sudokubench.formats.strict_json import load, load_object, shown
from sudokubench.layout import Layout
from sudokubench.words import untranslated

PROGRAM = "Penpa+"
_LINK = re.compile(
    r"<?(?:https?://)?[\w.-]{1,80}/penpa-edit/\S*[#?&]p=(?P<packed>[\w+/=%-]+)[^\s>]*>?", re.ASCII
)
_LONG = {"zZ": "z", "zO": "null"} | {
    short: f'"{name}"' for short, name in {
    "z9": "qa", "zQ": "pu_q", "zA": "pu_a", "zG": "grid", "zM": "edit_mode", "zS": "surface", "zL": "line",
    "zE": "lineE", "zW": "wall", "zC": "cage", "zN": "number", "zY": "symbol", "zP": "special", "zB": "board",
    "zR": "command_redo", "zU": "command_undo", "z8": "command_replay", "z1": "numberS", "zF": "freeline",
    "z2": "freelineE", "zT": "thermo", "z3": "arrows", "zD": "direction", "z0": "squareframe", "z5": "polygon",
    "z4": "deletelineE", "z6": "killercages", "z7": "nobulbthermo", "z_": "__a",
    }.items()
}  # fmt: skip
"""What the abbreviations in a link mean."""
_READ = {"number", "numberS", "lineE", "cage", "killercages", "thermo", "arrows"}
_HISTORY = ("command_redo", "command_undo", "command_replay")
_OBJECTS = ("surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "deletelineE")
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
_SIZES = {"1", "5", "6", "10"}
"""Ways to write a number in a cell that differ only in size."""
_THICK, _DOTTED, _CAGE = (2, 21), 12, 10
_TAG_OF = {"killer": "killercages", "thermo": "thermo", "arrow": "arrows"}
_CORNERS = ((0, 1), (1, 3), (2, 3), (0, 2))
"""The corners at the ends of the upper, right, lower and left side of a cell."""


def matches(text: str) -> bool:
    """Return whether a text is a link of Penpa+ with a puzzle in it."""
    return bool(_LINK.fullmatch(text.strip()))


def read(text: str) -> Grid:
    """Return the puzzle of a link, with remarks on what was left out.

    Raises:
        Refusal: An element is not known, or is only drawn; the message names it.
        InputError: The link is damaged.
    """
    found = _LINK.fullmatch(text.strip())
    lines = _unpacked(found["packed"] if found else "").split("\n")
    head = [part.strip() for part in lines[0].split(",")]
    if head[0] not in ("sudoku", "square") or len(lines) < 6 or len(head) < 15:
        raise refusal(head[0], words.UNKNOWN_ELEMENT.format(program=PROGRAM))
    for place, tag in numbered(load(lines[17], "list") if lines[17:18] > [""] else [], "tags"):
        if tag not in ("classic", "irregular", *_TAG_OF):
            raise _drawn(f"{place} {tag}")
    frame = _framed(head, lines)
    fields = load_object(lines[3], "puzzle", max_brackets=SHARED_BRACKETS)
    for name, value in fields.items():
        if value and name not in _READ and name not in _HISTORY:
            raise _drawn(" ".join([name, *map(frame.named, [*value][:1] if isinstance(value, dict) else [])]))
    digits = bytearray(frame.n**2)
    for key, value in _entries(fields, "number"):
        place = f"number {frame.named(key)}"
        if not isinstance(value, list) or len(value) != 3 or str(value[2]) not in _SIZES:
            raise _drawn(place)
        digit = whole(value[0], place)
        if not 1 <= digit <= frame.n:
            raise refusal(place, words.NO_DIGIT_HERE.format(value=digit, n=frame.n))
        if digits[cell := frame.cell(key, place)]:
            raise refusal(place, words.TWICE)
        digits[cell] = digit
    layout = _layout(fields, frame)
    rules = [*_cages(fields, frame, layout)]
    for place, cells in _lines(fields, "thermo", frame):
        rules.append(made("thermometer", layout, place, cells=cells))
    for place, cells in _lines(fields, "arrows", frame):
        rules.append(made("arrow", layout, place, circle=cells[:1], cells=cells[1:]))
    names = [untranslated(_plain(part)) for part in head[15:18] if part not in ("", "Title:", "Author:")]
    remarks = words.remarks_on(PROGRAM, names, _plain(head[18]) if len(head) > 18 else "")
    return Grid(layout, bytes(digits), None, tuple(rules), (), remarks)


def _unpacked(packed: str) -> str:
    """Return the lines in a link, without their abbreviations. Raises InputError if it is damaged or too long."""
    try:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        raw = inflater.decompress(b64decode(unquote(packed), validate=True), MOST_UNPACKED)
        if not inflater.eof:
            raise ValueError
        text = raw.decode()
    except (ValueError, zlib.error):
        raise InputError(words.PACKED_DAMAGED.format(most=MOST_UNPACKED)) from None
    return re.sub("z(.)", lambda sign: _LONG.get(sign[0], sign[0]), text)


def _plain(text: str) -> str:
    """Return a text of the settings as plain text: %2C is a comma, and %2D the end of a line."""
    for sign, meant in ("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "="):
        text = text.replace(sign, meant)
    return text


def _drawn(place: str) -> Refusal:
    return refusal(place, words.ONLY_DRAWN.format(program=PROGRAM))


class _Frame(NamedTuple):
    """The place of an n x n board in the larger grid of Penpa+, whose cells have numbers, row by row.

    Attributes:
        width: Number of cells in a row of the grid.
        total: Number of all cells of the grid.
        first: Number of the upper left cell of the board.
    """

    width: int
    total: int
    n: int
    first: int

    def cell(self, key: object, place: str) -> int:
        """Return the cell of a number of Penpa+. Raises Refusal for a cell outside the board."""
        row, column = divmod(whole(key, place) - self.first, self.width)
        if not (0 <= row < self.n and 0 <= column < self.n):
            raise refusal(place, words.NO_CELL.format(value=shown(key)))
        return self.n * row + column

    def key(self, cell: int) -> int:
        """Return the number of Penpa+ for a cell."""
        return self.first + self.width * (cell // self.n) + cell % self.n

    def named(self, key: str) -> str:
        """Return the name (such as R1C2) of a cell by its number, even outside the board; keep any other text."""
        if not re.fullmatch(r"\d{1,4}", key, re.ASCII) or int(key) >= self.total:
            return key
        row, column = divmod(int(key) - self.first, self.width)
        return f"R{row + 1}C{column + 1}"


def _framed(head: Sequence[str], lines: Sequence[str]) -> _Frame:
    """Return the place of the board. Raises Refusal unless the board is a square without missing cells."""
    across, down = (whole(side, "size") for side in head[1:3])
    margins = [whole(one, "margins") for one in listed(load(lines[1], "list"), "margins")]
    if len(margins) != 4 or min(across, down, *margins) < 0 or max(across, down) > 100:
        raise refusal("size", words.NO_NUMBER_HERE.format(value=shown(head[1:3])))
    n = size_of_board(across - margins[2] - margins[3], "size")
    width, top, left = across + 4, 2 + margins[0], 2 + margins[2]
    frame = _Frame(width, width * (down + 4), n, width * top + left)
    steps = [whole(step, "cells") for step in listed(load(lines[5], "list"), "cells")]
    if down - margins[0] - margins[1] != n or {*accumulate(steps)} != {*map(frame.key, range(n * n))}:
        raise refusal("cells", words.GRID_IS.format(n=n))
    return frame


def _entries(fields: Mapping[str, Any], name: str) -> Iterable[tuple[str, Any]]:
    return an_object(fields.get(name) or {}, name).items()


def _lines(fields: Mapping[str, Any], name: str, frame: _Frame) -> Iterator[tuple[str, list[int]]]:
    """Yield the lists of cells of a tool, each with its place, without the empty lists that the tool leaves."""
    for place, keys in numbered(fields.get(name) or [], name):
        if cells := [frame.cell(key, place) for key in listed(keys, place)]:
            yield place, cells


def _ends(name: str, key: str) -> tuple[int, int]:
    """Return the two numbers that name a line, the smaller one first."""
    if not re.fullmatch(r"\d{1,6},\d{1,6}", key, re.ASCII):
        raise refusal(name, words.NO_NUMBER_HERE.format(value=shown(key)))
    one, other = sorted(map(int, key.split(",")))
    return one, other


def _layout(fields: Mapping[str, Any], frame: _Frame) -> Layout:
    """Return the layout: thick edges separate the regions, and a line of edges marks a diagonal.

    An edge goes from one corner to the next one, to the right or down, or along a diagonal of a cell.
    """
    n, walls, marked = frame.n, set[frozenset[int]](), dict[str, set[int]]()
    inside = {*map(frame.key, range(n * n))}
    for key, style in _entries(fields, "lineE"):
        one, other = _ends("lineE", key)
        at, step = one - frame.total, other - one
        place = f"lineE {frame.named(str(at + frame.width))}"
        beside = {at + frame.width + 1, at + (1 if step == 1 else frame.width)}
        if step in (frame.width + 1, frame.width - 1):
            name, cell = ("falling", at + step) if step > frame.width else ("rising", at + frame.width)
            marked.setdefault(name, set()).add(frame.cell(cell, place))
        elif step in (1, frame.width) and style in _THICK and beside & inside:
            walls.add(frozenset(beside))
        else:
            raise _drawn(place)
    pairs = (pair for pair in sides(Layout.standard(n)) if frozenset(map(frame.key, pair)) not in walls)
    houses = known_houses(n)
    for name, cells in marked.items():
        if cells != {*houses[name][0].cells}:
            raise _drawn(f"lineE {Layout.standard(n).cell_name(min(cells))}")
    return layout_from(n, joined(n, pairs), [house for name in marked for house in houses[name]], "lineE")


def _cages(fields: Mapping[str, Any], frame: _Frame, layout: Layout) -> Iterator[VariantRule]:
    """Yield the killer cages; the total of a cage stands in the first corner of one of its cells."""
    totals = dict[int, int]()
    for key, value in _entries(fields, "numberS"):
        corner = whole(key, "numberS")
        place = f"numberS {frame.named(str(corner // 4 - frame.total))}"
        if corner % 4 or not isinstance(value, list) or not value:
            raise _drawn(place)
        totals[frame.cell(corner // 4 - frame.total, place)] = whole(value[0], place)
    cages = [*_lines(fields, "killercages", frame)]
    inside = {frame.key(cell) for _, cells in cages for cell in cells}
    for key, _ in _entries(fields, "cage"):
        if not {end // 4 - frame.total for end in _ends("cage", key)} <= inside:
            raise _drawn("cage")
    for place, cells in cages:
        found = [totals.pop(cell) for cell in cells if cell in totals]
        if len(found) > 1:
            raise refusal(place, words.CAGE_SUMS)
        if found:
            yield made("killer", layout, place, cells=cells, total=found[0])
        else:
            yield made("all-different", layout, place, cells=cells)
    if totals:
        raise _drawn(f"numberS {layout.cell_name(min(totals))}")


# -- writing ---------------------------------------------------------------------------------------------------------


def write(content: Grid) -> str:
    """Return a link with the puzzle. Raises InputError if Penpa+ has no tool for one of the rules."""
    layout, n = content.layout, content.layout.size
    frame = _Frame(n + 4, (n + 4) ** 2, n, 2 * (n + 4) + 2)
    fields: dict[str, Any] = {name: {"__a": []} for name in _HISTORY}
    fields |= {name: {} for name in _OBJECTS} | {name: [] for name in _LISTS}
    fields["number"] = {str(frame.key(k)): [str(d), 1, "1"] for k, d in enumerate(content.digits) if d}
    edges, corners = fields["lineE"], frame.total
    for one, other in sides(layout):
        if layout.boxes[one] != layout.boxes[other]:
            end = frame.key(one) + corners
            edges[f"{end - (frame.width if other == one + 1 else 1)},{end}"] = 2
    diagonals, _ = houses_apart(layout, {"falling": "falling", "rising": "rising"})
    houses = known_houses(n)
    for name in diagonals:
        for cell in houses[name][0].cells:
            end = frame.key(cell) + corners
            ends = (end - frame.width - 1, end) if name == "falling" else (end - frame.width, end - 1)
            edges[f"{ends[0]},{ends[1]}"] = _DOTTED
    tags = ["classic" if layout.box_shape else "irregular"]
    for rule in content.constraints:
        values = rule.fields if isinstance(rule, VariantRule) else {}
        cells = values.get("cells", ())
        keys = [*map(frame.key, (*values.get("circle", ()), *cells))]
        if rule.kind in ("killer", "all-different"):
            fields["killercages"].append(keys)
            fields["cage"] |= dict.fromkeys(_outline(cells, frame), _CAGE)
            if rule.kind == "killer":
                fields["numberS"][str(4 * (keys[0] + corners))] = [f" {values['total']}", 1]
        elif rule.kind in ("thermometer", "arrow"):
            fields["arrows" if rule.kind == "arrow" else "thermo"].append(keys)
    tags += [tag for tag, name in _TAG_OF.items() if fields[name]]
    width, middle = 38 * (n + 1), frame.key(n * n // 2)
    head = f"sudoku,{n},{n},38,0,1,1,{width},{width},{middle},{middle}," + ",".join(
        str(int(name in diagonals)) for name in ("falling", "", "", "rising")
    )
    cells_of_board = [*map(frame.key, range(n * n))]
    steps = [b - a for a, b in pairwise([0, *cells_of_board])]
    lines = [
        f"{head},Title: ,Author: ,,,OFF,false", "[0,0,0,0]", '["1","2","1"]~"sudoku"~["1",9]', _compact(fields), "",
        _compact(steps), "[]", *[""] * 10, _compact(tags), "false",
    ]  # fmt: skip
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = re.sub("z", "zZ", "\n".join(lines)).encode()
    packed = b64encode(packer.compress(text) + packer.flush()).decode()
    return read_back(f"https://swaroopg92.github.io/penpa-edit/#m=solve&p={packed}", read, content, PROGRAM)


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _outline(cells: Sequence[int], frame: _Frame) -> Iterator[str]:
    """Yield the lines around a cage: the free sides of its cells, and the joints between free sides in a row."""
    n, free = frame.n, set[tuple[int, int]]()
    for cell in cells:
        row, column = divmod(cell, n)
        beside = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        free |= {
            (cell, side) for side, (r, c) in enumerate(beside) if not (n * r + c in cells and 0 <= c < n)
        }

    def line(one: int, corner: int, other: int, end: int) -> str:
        return f"{4 * (frame.key(one) + frame.total) + corner},{4 * (frame.key(other) + frame.total) + end}"

    for cell, side in sorted(free):
        first, last = _CORNERS[side]
        yield line(cell, first, cell, last)
        following = cell + (n if side % 2 else 1)
        if (following, side) in free and (side % 2 or following % n):
            yield line(cell, last, following, first)
