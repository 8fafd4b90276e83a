"""The elements of puzzles of other programs, and the declarations of ours that mean the same.

A row of `ELEMENTS` says how each format names an element and lists its parts. An element without a row is refused: the
message has its name and place. A constraint is written only if its format reads it back as the same constraint.

Facts about f-puzzles: the JSON of its own links, and dclamage's SudokuSolver, which reads it. Facts about Interactive
Sudoku Solver: the descriptions of its constraints.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations
from typing import Any, NamedTuple

from sudokubench.constraints import VARIANTS, Constraint, VariantRule
from sudokubench.errors import InputError, Refusal, UsageError
from sudokubench.formats.cells import Grid
from sudokubench.formats.limits import MOST_ELEMENTS
from sudokubench.formats.shared import words
from sudokubench.formats.strict_json import shown
from sudokubench.formats.words import NO_OBJECT, SIZE_IS
from sudokubench.layout import MAX_SIZE, MIN_SIZE, House, Layout
from sudokubench.problem import same_rules
from sudokubench.words import Words


class Element(NamedTuple):
    """An element of other programs.

    Attributes:
        kind: Our kind of constraint with the same meaning.
        fpuzzles: Its field in the JSON of f-puzzles, then the form of its entries: `cells`, `lines`, `cell` (all
            entries are one constraint), `outside` (a cell beside the board), `flag`, and forms of one element only.
            Empty: f-puzzles lacks it.
        iss: Its name in strings of Interactive Sudoku Solver, then the arguments before the cells; `{}` is the number.
            `outside` is a clue beside the board. Empty: the program lacks it, or `iss` has code for it.
        number: The number that an element has if the puzzle writes no number.
    """

    kind: str
    fpuzzles: str = ""
    iss: str = ""
    number: int | None = None

    @property
    def field(self) -> str:
        """Name of the field of our constraint that holds the number; empty without a number."""
        fields = VARIANTS[self.kind].fields
        return next((one.name for one in fields if one.type == "number"), "")


ELEMENTS = (
    Element("anti-knight", "antiknight flag", "AntiKnight"),
    Element("anti-king", "antiking flag", "AntiKing"),
    Element("anti-taxicab", "", "AntiTaxicab"),
    Element("nonconsecutive", "nonconsecutive flag", "AntiConsecutive"),
    Element("even", "even cell"),
    Element("odd", "odd cell"),
    Element("minimum", "minimum cell"),
    Element("maximum", "maximum cell"),
    Element("extra-region", "extraregion cells", "Cage~0"),
    Element("killer", "killercage cells", "Cage~{}"),
    Element("sum", "", "Sum~{}"),
    Element("all-different", "", "AllDifferent"),
    Element("row-indexer", "columnindexer cells", "Indexing~C"),
    Element("column-indexer", "rowindexer cells", "Indexing~R"),
    Element("difference", "difference cells", "WhiteDot", 1),
    Element("ratio", "ratio cells", "BlackDot", 2),
    Element("pair-sum", "xv cells"),
    Element("pair-sum", "", "X", 10),
    Element("pair-sum", "", "V", 5),
    Element("greater-than", "", "GreaterThan"),
    Element("clone", "clone clone"),
    Element("quadruple", "quadruple quadruple"),
    Element("thermometer", "thermometer lines", "Thermo"),
    Element("slow-thermometer", "slowthermometer lines"),
    Element("arrow", "arrow arrow"),
    Element("double-arrow", "doublearrow lines", "DoubleArrow"),
    Element("palindrome", "palindrome lines", "Palindrome"),
    Element("renban", "renban lines", "Renban"),
    Element("nabner", "nabner lines"),
    Element("whisper", "whispers lines", "Whisper~{}", 5),
    Element("entropic-line", "entropicline lines", "Entropic"),
    Element("modular-line", "modularline lines", "Modular~3"),
    Element("between-line", "betweenline lines", "Between"),
    Element("lockout-line", "lockout lines", "Lockout~{}", 4),
    Element("region-sum-line", "regionsumline lines", "RegionSumLine"),
    Element("zipper-line", "zipperline lines", "Zipper"),
    Element("little-killer", "littlekillersum diagonal"),
    Element("sandwich", "sandwichsum outside", "Sandwich~outside"),
    Element("x-sum", "xsum outside", "XSum~outside"),
    Element("skyscraper", "skyscraper outside", "Skyscraper~outside"),
    Element("numbered-room", "", "NumberedRoom~outside"),
)
MARKS_OF = {
    **dict.fromkeys(("no-other-dots", "no-other-white-dots", "no-other-black-dots"), ("difference", "ratio")),
    "no-other-xv": ("pair-sum",),
}
"""Negative rules, each with the kinds of marks whose cells are exempt from it."""


def made(kind: str, layout: Layout, place: str, **values: Any) -> VariantRule:
    """Return our constraint for an element. Raises Refusal, with the place, if the values or the layout do not fit."""
    try:
        rule = VARIANTS[kind].from_json(values)
    except UsageError as error:
        raise refusal(place, error.words) from None
    reason = rule.refuse(layout)
    if reason is not None:
        raise refusal(place, reason)
    return rule


def refusal(place: str, reason: Words) -> Refusal:
    """Return the error of an element at a place of a puzzle."""
    return Refusal(words.AT_ELEMENT.format(place=shown(place), reason=reason))


def require_said(
    rules: Sequence[Constraint], read: Iterable[Constraint], layout: Layout, program: str
) -> None:
    """Raise InputError unless the rules that our reader finds in a written text (`read`) mean the same as `rules`."""
    found = set[object]()
    with suppress(Refusal):
        found.update(map(_meaning, read))
    if found != {*map(_meaning, rules)}:
        lost = next((rule for rule in rules if _meaning(rule) not in found), rules[0])
        described = lost.describe(layout) if isinstance(lost, VariantRule) else lost.kind
        raise InputError(words.UNSAID.format(rule=described, program=program))


def read_back(text: str, read: Callable[[str], Grid], content: Grid, program: str) -> str:
    """Return a text that was written for a program. Raises InputError unless `read` makes the same puzzle of it."""
    layout, n, found = content.layout, content.layout.size, None
    with suppress(Refusal):
        found = read(text)
    require_said(content.constraints, found.constraints if found else (), layout, program)
    is_same = found is not None and same_rules(found.layout, layout) and not content.forbidden
    if not is_same or found is None or found.digits != content.digits:
        clues = [n * cell + digit - 1 for cell, digit in enumerate(content.digits) if digit]
        lost = [*content.forbidden, *clues]
        if is_same and found is not None:
            lost = [option for option in lost if found.digits[option // n] != option % n + 1]
        named = layout.option_name(lost[0]) if lost and (is_same or content.forbidden) else str(layout)
        raise InputError(words.UNSAID.format(rule=named, program=program))
    return text


def _meaning(rule: Constraint) -> object:
    """Return a value that is equal for constraints of equal meaning: little killers may be read from either end."""
    if rule.kind == "little-killer" and isinstance(rule, VariantRule):
        return frozenset(rule.fields["cells"]), rule.fields["total"]
    return rule


def dots_elsewhere(
    rules: Sequence[Constraint], layout: Layout, negative: str, place: str = ""
) -> VariantRule:
    """Return the negative rule of dots, or of X and V: two neighbours without a mark must not fit any mark."""
    marks = [rule for rule in rules if rule.kind in MARKS_OF[negative] and isinstance(rule, VariantRule)]
    return made(negative, layout, place, pairs=[rule.fields["cells"] for rule in marks])


# -- parts of JSON ---------------------------------------------------------------------------------------------------


def an_object(value: Any, place: str) -> dict[str, Any]:
    """Return an object of JSON. Raises Refusal for another value."""
    if not isinstance(value, dict):
        raise refusal(place, NO_OBJECT.format(value=shown(value)))
    return value


def known_only(value: Any, known: Container[str], place: str, program: str) -> dict[str, Any]:
    """Return an object of JSON. Raises Refusal if it is not an object, or has a value under an unknown name."""
    fields = an_object(value, place)
    for name, one in fields.items():
        if one and name not in known:
            raise refusal(f"{place}.{name}" if place else name, words.UNKNOWN_ELEMENT.format(program=program))
    return fields


def listed(value: Any, place: str) -> list[Any]:
    """Return a list of JSON. Raises Refusal for another value, or for a list that is too long."""
    if not isinstance(value, list) or len(value) > MOST_ELEMENTS:
        raise refusal(place, words.NO_LIST.format(value=shown(value), most=MOST_ELEMENTS))
    return value


def numbered(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a list, each with its place, such as `killercage[1]`."""
    return ((f"{place}[{k}]", entry) for k, entry in enumerate(listed(value, place), 1))


def grid_of(
    rows: Any, n: int, known: Container[str], place: str, program: str
) -> list[tuple[str, dict[str, Any], int]]:
    """Return the name, object and digit (0 for a blank) of each cell, row by row. Raises Refusal for anything else."""
    if not isinstance(rows, list) or [isinstance(row, list) and len(row) for row in rows] != [n] * n:
        raise refusal(place, words.GRID_IS.format(n=n))
    names = [*map(Layout.standard(n).cell_name, range(n * n))]
    cells = [known_only(cell, known, name, program) for name, cell in zip(names, chain(*rows), strict=True)]
    return [(name, cell, _digit(cell.get("value"), n, name)) for name, cell in zip(names, cells, strict=True)]


def _digit(value: object, n: int, place: str) -> int:
    digit = whole(value, place, 0)
    if not 0 <= digit <= n:
        raise refusal(place, words.NO_DIGIT_HERE.format(value=digit, n=n))
    return digit


# -- cells and numbers -----------------------------------------------------------------------------------------------


def whole(value: object, place: str, default: int | None = None) -> int:
    """Return a whole number, perhaps written as text; `default` for None and "". Raises Refusal for other values."""
    if value in (None, "") and default is not None:
        return default
    if type(value) is int and abs(value) < 10**6:
        return value
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,6}\s*", value, re.ASCII):
        return int(value)
    raise refusal(place, words.NO_NUMBER_HERE.format(value=shown(value)))


def size_of_board(n: object, place: str) -> int:
    """Return n. Raises Refusal if no board can have this size."""
    if type(n) is not int or not MIN_SIZE <= n <= MAX_SIZE:
        raise refusal(place, SIZE_IS.format(value=shown(n), least=MIN_SIZE, most=MAX_SIZE))
    return n


_CELL = re.compile(r"[Rr](-?\d{1,2})[Cc](-?\d{1,2})", re.ASCII)


def position(name: object, place: str) -> tuple[int, int]:
    """Return the row and column of a name such as `R1C2`, counted from 0; the cell may lie beside the board."""
    match = _CELL.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise refusal(place, words.NO_CELL.format(value=shown(name)))
    return int(match[1]) - 1, int(match[2]) - 1


def cell_at(name: object, n: int, place: str) -> int:
    """Return the cell of a name such as `R1C2`. Raises Refusal for a name outside the board."""
    row, column = position(name, place)
    if not (0 <= row < n and 0 <= column < n):
        raise refusal(place, words.NO_CELL.format(value=shown(name)))
    return n * row + column


def path(row: int, column: int, down: int, right: int, n: int) -> tuple[int, ...]:
    """Return the cells of the board that a ray passes, from a position on or beside the board."""
    positions = [(row + k * down, column + k * right) for k in range(n + 2)]
    return tuple(n * r + c for r, c in positions if 0 <= r < n and 0 <= c < n)


def neighbours(cells: Iterable[int], n: int) -> list[tuple[int, int]]:
    """Return the pairs of these cells that share a side, in the order of `cells`."""
    pairs = combinations([divmod(cell, n) for cell in cells], 2)
    return [(n * r + c, n * s + d) for (r, c), (s, d) in pairs if abs(r - s) + abs(c - d) == 1]


# -- layouts ---------------------------------------------------------------------------------------------------------


def layout_from(n: int, regions: Sequence[object] | None, extra: Iterable[House], place: str) -> Layout:
    """Return the layout of a size and regions (a sign for each cell; None: the standard boxes), with extra houses.

    Signs from 0 to n - 1 are the numbers of the boxes; other signs are numbered in the order in which they come.

    Raises:
        Refusal: The regions are not n regions of n cells, or the extra houses do not fit.
    """
    plain, houses = Layout.standard(n), tuple(extra)
    boxes = plain.boxes
    if regions is not None:
        signs = list(dict.fromkeys(regions))
        if set(signs) == set(range(n)):
            signs = list(range(n))
        if len(signs) != n or any(list(regions).count(sign) != n for sign in signs):
            raise refusal(place, words.REGIONS_ARE.format(n=n))
        boxes = tuple(map(signs.index, regions))
    if not houses and boxes == plain.boxes:
        return plain
    try:
        return Layout(n, boxes, plain.symbols, houses)
    except UsageError as error:
        raise refusal(place, error.words) from None


def joined(n: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return the region of each cell, as the number of its first cell; the two cells of a pair share a region."""
    regions = [*range(n * n)]
    for pair in pairs:
        one, other = sorted(regions[cell] for cell in pair)
        regions = [one if region == other else region for region in regions]
    return regions


def diagonals(n: int) -> tuple[House, ...]:
    """Return the falling and the rising diagonal of a board."""
    return Layout.named(f"{n}x{n}-diagonal").extra


def known_houses(n: int) -> dict[str, tuple[House, ...]]:
    """Return the sets of extra houses that programs know: diagonals, windows, and equal places of the boxes."""
    falling, rising = diagonals(n)
    return {
        "falling": (falling,),
        "rising": (rising,),
        "windows": Layout.named("9x9-windoku").extra if n == 9 else (),
        "groups": Layout.named(f"{n}x{n}-disjoint").extra if Layout.standard(n).box_shape != (1, n) else (),
    }


def houses_apart(layout: Layout, names: Mapping[str, str]) -> tuple[list[str], list[House]]:
    """Return a program's names for the known sets of extra houses that a layout has, and its other extra houses.

    Args:
        names: The program's names, each with the name of a set of `known_houses`.
    """
    left = {frozenset(house.cells): house for house in layout.extra}
    known, found = known_houses(layout.size), list[str]()
    for name, which in names.items():
        sets = {frozenset(house.cells) for house in known[which]}
        if sets and sets <= left.keys():
            found.append(name)
            left = {cells: house for cells, house in left.items() if cells not in sets}
    return found, [*left.values()]
