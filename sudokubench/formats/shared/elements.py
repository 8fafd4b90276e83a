"""The elements of puzzles of other programs, and the declarations of ours that mean the same; for all three formats.

Facts about f-puzzles: the JSON of its own links, and dclamage's SudokuSolver, which reads it. Facts about Interactive
Sudoku Solver: the descriptions of its constraints. What no row of `ELEMENTS` names is refused by name and place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sudokubench.constraints import VARIANTS, Constraint, VariantRule
from sudokubench.errors import InputError, UsageError
from sudokubench.formats.remarks import Refusal
from sudokubench.formats.shared import words
from sudokubench.formats.strict_json import shown
from sudokubench.formats.words import SIZE_IS
from sudokubench.layout import MAX_SIZE, MIN_SIZE, House, Layout
from sudokubench.words import Words


class Element(NamedTuple):
    """An element of other programs.

    Attributes:
        kind: Our kind of constraint with the same meaning.
        fpuzzles: Its field in the JSON of f-puzzles, then what an entry there lists: `lines`, `cells`, `cell` (all
            entries are one constraint), `outside` (a cell beside the board) or `flag`. Empty: f-puzzles lacks it.
        iss: Its name in strings of Interactive Sudoku Solver, then the arguments before the cells; `{}` is the number.
        number: The number that is meant if none is written.
    """

    kind: str
    fpuzzles: str = ""
    iss: str = ""
    number: int | None = None

    @property
    def field(self) -> str:
        """The field of our constraint that holds the number; empty without one."""
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
    Element("pair-sum", "xv cells", "X", 10),
    Element("pair-sum", "", "V", 5),
    Element("greater-than", "", "GreaterThan"),
    Element("thermometer", "thermometer lines", "Thermo"),
    Element("slow-thermometer", "slowthermometer lines"),
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
    Element("sandwich", "sandwichsum outside"),
    Element("x-sum", "xsum outside"),
    Element("skyscraper", "skyscraper outside"),
)
"""Elements whose form the rows tell; arrows, clones, quadruples and others have code in the modules of the formats."""


def made(kind: str, layout: Layout, place: str, **values: Any) -> VariantRule:
    """Return a constraint of ours for an element.

    Raises:
        Refusal: It does not fit the layout; the message names the place.
    """
    try:
        rule = VARIANTS[kind].from_json(
            {key: list(v) if isinstance(v, tuple) else v for key, v in values.items()}
        )
    except UsageError as error:
        raise refusal(place, error.words) from None
    reason = rule.refuse(layout)
    if reason is not None:
        raise refusal(place, reason)
    return rule


def refusal(place: str, reason: Words) -> Refusal:
    """Return the error of an element at a place of a puzzle."""
    return Refusal(words.AT_ELEMENT.format(place=shown(place), reason=reason))


def unsaid(rule: Constraint, layout: Layout, program: str) -> InputError:
    """Return the error of a constraint for which a format has no element."""
    described = rule.describe(layout) if isinstance(rule, VariantRule) else rule.kind
    return InputError(words.UNSAID.format(rule=described, program=program))


# -- cells and numbers -----------------------------------------------------------------------------------------------


def whole(value: object, place: str, default: int | None = None) -> int:
    """Return a whole number that may be written as text; the default if there is no text."""
    if value in (None, "") and default is not None:
        return default
    if type(value) is int and abs(value) < 10**6:
        return value
    if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,6}\s*", value, re.ASCII):
        return int(value)
    raise refusal(place, words.NO_NUMBER_HERE.format(value=shown(value)))


def size_of_board(n: object, place: str) -> int:
    """Return a size that a board can have."""
    if type(n) is not int or not MIN_SIZE <= n <= MAX_SIZE:
        raise refusal(place, SIZE_IS.format(value=shown(n), least=MIN_SIZE, most=MAX_SIZE))
    return n


_CELL = re.compile(r"[Rr](-?\d{1,2})[Cc](-?\d{1,2})", re.ASCII)


def position(name: object, place: str) -> tuple[int, int]:
    """Return row and column from 0 of a name such as `R1C2`; the cell may lie beside the board."""
    match = _CELL.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise refusal(place, words.NO_CELL.format(value=shown(name)))
    return int(match[1]) - 1, int(match[2]) - 1


def cell_at(name: object, n: int, place: str) -> int:
    """Return the cell of a name such as `R1C2`."""
    row, column = position(name, place)
    if not (0 <= row < n and 0 <= column < n):
        raise refusal(place, words.NO_CELL.format(value=shown(name)))
    return n * row + column


def path(row: int, column: int, down: int, right: int, n: int) -> tuple[int, ...]:
    """Return the cells of the board that a ray passes, from a position on or beside the board."""
    cells: list[int] = []
    for _ in range(n + 2):
        if 0 <= row < n and 0 <= column < n:
            cells.append(n * row + column)
        row, column = row + down, column + right
    return tuple(cells)


def step_of(cells: Sequence[int], n: int) -> tuple[int, int]:
    """Return the step (rows down, columns right) from the first cell to the second."""
    (row, column), (row2, column2) = divmod(cells[0], n), divmod(cells[1], n)
    return row2 - row, column2 - column


def neighbours(cells: Iterable[int], n: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of these cells that share a side, in their order."""
    listed = list(cells)
    for k, one in enumerate(listed):
        for other in listed[k + 1 :]:
            (row, column), (row2, column2) = divmod(one, n), divmod(other, n)
            if abs(row - row2) + abs(column - column2) == 1:
                yield one, other


# -- layouts ---------------------------------------------------------------------------------------------------------


def layout_from(n: int, regions: Sequence[object] | None, extra: Sequence[House], place: str) -> Layout:
    """Return the layout of a size with one region sign for each cell (None: the standard boxes) and extra houses.

    Signs from 0 to n - 1 are the numbers of the boxes; other signs are numbered as they come.
    """
    plain = Layout.standard(n)
    boxes = plain.boxes
    if regions is not None:
        signs = list(dict.fromkeys(regions))
        if set(signs) == set(range(n)):
            signs = list(range(n))
        if len(signs) != n or any(list(regions).count(sign) != n for sign in signs):
            raise refusal(place, words.REGIONS_ARE.format(n=n))
        boxes = tuple(map(signs.index, regions))
    if not extra and boxes == plain.boxes:
        return plain
    try:
        return Layout(n, boxes, plain.symbols, tuple(extra))
    except UsageError as error:
        raise refusal(place, error.words) from None


def diagonal(n: int, rising: bool) -> House:
    """Return the diagonal of a layout, as `9x9-diagonal` has it."""
    return Layout.named(f"{n}x{n}-diagonal").extra[rising]


def disjoint_groups(n: int) -> tuple[House, ...]:
    """Return the houses of cells in equal places of the standard boxes."""
    plain = Layout.standard(n)
    boxes = [house.cells for house in plain.box_houses]
    return tuple(House(f"G{k + 1}", tuple(box[k] for box in boxes)) for k in range(n))


def houses_apart(
    layout: Layout, known: Iterable[tuple[str, Sequence[House]]]
) -> tuple[list[str], list[House]]:
    """Return the names of the known sets of houses that a layout has, and its other extra houses."""
    left = {frozenset(house.cells): house for house in layout.extra}
    found = []
    for name, houses in known:
        sets = [frozenset(house.cells) for house in houses]
        if sets and all(cells in left for cells in sets):
            found.append(name)
            for cells in sets:
                del left[cells]
    return found, list(left.values())


def dots_elsewhere(
    rules: Sequence[VariantRule], layout: Layout, kinds: Sequence[str], negative: str, place: str
) -> VariantRule:
    """Return the negative rule of dots or of X and V: neighbours without a mark of these kinds must not fit one."""
    marked = sorted({tuple(rule.fields["cells"]) for rule in rules if rule.kind in kinds})
    return made(negative, layout, place, pairs=[list(pair) for pair in marked])


def has_all_marked(rule: VariantRule, rules: Sequence[Constraint], kinds: Sequence[str]) -> bool:
    """Return whether a negative rule leaves out exactly the pairs that are marked by these kinds."""
    marked = {one.fields["cells"] for one in rules if isinstance(one, VariantRule) and one.kind in kinds}
    return marked == set(rule.fields["pairs"])
