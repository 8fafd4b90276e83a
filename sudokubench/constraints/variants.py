"""The variants. Each is a declaration of a few lines, with its names; it makes statements of the six kinds.

To add a variant, write one row of `_TABLE`. Digits run from 1 to the size of the board. Outside clues (sandwich,
skyscraper ...) name the cells of their line, beginning at the clue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product

from sudokubench.constraints import words
from sudokubench.constraints.base import Statement
from sudokubench.constraints.regular import Automaton, Regular, automaton, of_pattern
from sudokubench.constraints.rule import Declaration, VariantField
from sudokubench.constraints.statements import AllDifferent, AllowedTuples, Count, Linear, Relation
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.words import Words

Cells = tuple[int, ...]
Made = Iterator[Statement]
Allowed = Callable[..., bool]


# -- places on the board ---------------------------------------------------------------------------------------------


def moved(layout: Layout, moves: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells that a move (rows down, columns right) connects."""
    n = layout.size
    for cell, (down, right) in product(range(n * n), moves):
        row, column = cell // n + down, cell % n + right
        if 0 <= row < n and 0 <= column < n:
            yield cell, n * row + column


def sides(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells that share a side."""
    return moved(layout, [(0, 1), (1, 0)])


def _neighbours(layout: Layout, pair: Sequence[int]) -> tuple[int, int]:
    first, second = pair
    if (min(pair), max(pair)) not in set(sides(layout)):
        raise UsageError(words.NOT_NEXT)
    return first, second


def _beside(layout: Layout, pair: Cells) -> list[tuple[int, int]]:
    return [_neighbours(layout, pair)]


def _unmarked(layout: Layout, pairs: Sequence[Cells]) -> list[tuple[int, int]]:
    marked = {_neighbours(layout, pair) for pair in pairs}
    return [pair for pair in sides(layout) if pair not in marked]


def _outwards(layout: Layout, cells: Cells) -> Iterator[tuple[int, int]]:
    """Yield pairs: a cell of the set, and a neighbour outside of the set."""
    for pair in sides(layout):
        for one, other in (pair, pair[::-1]):
            if one in cells and other not in cells:
                yield one, other


def _successive(layout: Layout, line: Cells) -> Iterable[tuple[int, int]]:
    return pairwise(line)


def _each(pairs: Callable[..., Iterable[tuple[int, int]]], allowed: Allowed) -> Callable[..., Made]:
    """Return the rule: the digits a and b of each pair of cells satisfy `allowed(a, b)`, or `allowed(a, b, value)`.

    `pairs` takes the layout and the cells of the constraint.
    """
    return lambda layout, *fields: (
        Relation.where(*pair, layout.size, lambda a, b: allowed(a, b, *fields[1:]))
        for pair in pairs(layout, *fields[:1])
    )


# -- the whole board -------------------------------------------------------------------------------------------------


def _apart(*moves: tuple[int, int]) -> Callable[[Layout], Made]:
    """Return the rule: two cells that a move connects hold different digits."""
    return lambda layout: (AllDifferent(pair) for pair in moved(layout, moves))


def _anti_taxicab(layout: Layout) -> Made:
    n = layout.size
    for one, other in combinations(range(n * n), 2):
        distance = abs(one // n - other // n) + abs(one % n - other % n)
        if distance <= n:
            yield Relation.where(one, other, n, lambda a, b, d=distance: not a == b == d)  # type: ignore[misc]


# -- sets of cells ---------------------------------------------------------------------------------------------------


def _only(wanted: Callable[[int, int], bool]) -> Callable[[Layout, Cells], Made]:
    """Return the rule: each cell holds a digit for which `wanted(digit, size)` is true."""

    def make(layout: Layout, cells: Cells) -> Made:
        digits = tuple((digit,) for digit in range(1, layout.size + 1) if wanted(digit, layout.size))
        return (AllowedTuples((cell,), digits) for cell in cells)

    return make


def _differing(layout: Layout, cells: Cells) -> Made:
    if len(cells) > layout.size:
        raise UsageError(words.TOO_MANY_CELLS.format(cells=len(cells), digits=layout.size))
    yield AllDifferent(cells)


def _killer(layout: Layout, cells: Cells, total: int) -> Made:
    yield from _differing(layout, cells)
    yield Linear.sum(cells, total)


def _quadruple(layout: Layout, cells: Cells, digits: Cells) -> Made:
    for digit in sorted(set(digits)):
        yield Count(cells, (digit,), digits.count(digit), len(cells))


def _indexer(across: bool) -> Callable[[Layout, Cells], Made]:
    """Return the rule: in a row (or a column), cell k holds d exactly if cell d holds k."""

    def make(layout: Layout, cells: Cells) -> Made:
        n = layout.size
        for cell in cells:
            row, column = divmod(cell, n)
            held = (column if across else row) + 1
            for digit in range(1, n + 1):
                there = n * row + digit - 1 if across else n * (digit - 1) + column
                if there != cell:
                    yield Relation.where(
                        cell,
                        there,
                        n,
                        lambda a, b, d=digit, k=held: (a == d) == (b == k),  # type: ignore[misc]
                    )

    return make


# -- pairs of cells --------------------------------------------------------------------------------------------------


def _clone(layout: Layout, cells: Cells, copy: Cells) -> Made:
    if len(cells) != len(copy):
        raise UsageError(words.COUNT_OF.format(field="copy", cells=len(cells)))
    for pair in zip(cells, copy, strict=True):
        if pair[0] != pair[1]:
            yield Relation.where(*pair, layout.size, lambda a, b: a == b)


# -- lines -----------------------------------------------------------------------------------------------------------


def _palindrome(layout: Layout, cells: Cells) -> Made:
    half = len(cells) // 2
    return _clone(layout, cells[:half], cells[::-1][:half])


def _groups_of(part: Callable[[int, int], int]) -> Callable[..., Made]:
    """Return the rule: any three successive cells of a line hold digits of different parts.

    `part(digit, size)` is the part of a digit.
    """

    def make(layout: Layout, cells: Cells) -> Made:
        n = layout.size
        if n % 3:
            raise UsageError(words.NOT_FOR.format(needs=words.EVEN_THIRDS))
        for k, one in enumerate(cells):
            for other in cells[k + 1 : k + 3]:
                yield Relation.where(one, other, n, lambda a, b: part(a, n) != part(b, n))

    return make


def _renban(layout: Layout, cells: Cells) -> Made:
    yield from _differing(layout, cells)
    yield Regular(cells, _run_of(len(cells), layout.size))


@lru_cache(maxsize=64)
def _run_of(length: int, size: int) -> Automaton:
    """Return the automaton of `length` consecutive digits in any order; a state is the set of digits so far."""

    def step(used: frozenset[int], digit: int) -> frozenset[int] | None:
        new = used | {digit}
        return new if len(new) > len(used) and max(new) - min(new) < length else None

    return automaton(size, frozenset[int](), step, lambda _: True)


def _between_or_lockout(layout: Layout, cells: Cells, value: int = 0) -> Made:
    yield Regular((cells[0], cells[-1], *cells[1:-1]), _ends(layout.size, value))


@lru_cache(maxsize=64)
def _ends(size: int, apart: int) -> Automaton:
    """Return the automaton that reads two ends, then the cells between them.

    If `apart` is 0, these cells hold digits strictly between the two at the ends. Otherwise the two differ by at least
    `apart`, and these cells hold digits below or above both.
    """

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if not state:
            return (digit,)
        if len(state) == 1:
            low, high = sorted((state[0], digit))
            return (low, high) if high - low >= apart else None
        low, high = state
        fits = not low <= digit <= high if apart else low < digit < high
        return state if fits else None

    return automaton(size, tuple[int, ...](), step, lambda _: True)


def _region_sum(layout: Layout, cells: Cells) -> Made:
    parts: list[list[int]] = [[cells[0]]]
    for before, cell in pairwise(cells):
        if layout.boxes[before] == layout.boxes[cell]:
            parts[-1].append(cell)
        else:
            parts.append([cell])
    if len(parts) < 2:
        raise UsageError(words.ONE_BOX)
    return (_equal_sums(one, other) for one, other in pairwise(parts))


def _equal_sums(one: Sequence[int], other: Sequence[int]) -> Linear:
    return Linear((*one, *other), (1,) * len(one) + (-1,) * len(other), 0, 0)


def _zipper(layout: Layout, cells: Cells) -> Made:
    half = len(cells) // 2
    pairs = [*zip(cells[:half], cells[::-1][:half], strict=True)]
    if len(cells) % 2:
        return (_equal_sums(pair, [cells[half]]) for pair in pairs)
    return (_equal_sums(one, other) for one, other in pairwise(pairs))


def _arrow(layout: Layout, circle: Cells, cells: Cells) -> Made:
    places = tuple(-(10**k) for k in reversed(range(len(circle))))
    if set(circle) & set(cells):
        raise UsageError(words.CELL_TWICE)
    yield Linear((*circle, *cells), places + (1,) * len(cells), 0, 0)


# -- clues outside the board -----------------------------------------------------------------------------------------


def _outside(made: Callable[[int, int], Automaton]) -> Callable[[Layout, Cells, int], Made]:
    """Return the rule of an outside clue: the automaton `made(size, clue)` reads the digits, nearest first."""

    def make(layout: Layout, cells: Cells, value: int) -> Made:
        yield Regular(cells, made(layout.size, min(value, layout.size * len(cells) + 1)))

    return make


@lru_cache(maxsize=512)
def _sandwich(size: int, total: int) -> Automaton:
    """Return the automaton of a sandwich: the digits between the least and the largest digit add up to the total.

    A state is a place (before, between or after these two digits) and the sum that is still missing.
    """

    def step(state: tuple[str, int], digit: int) -> tuple[str, int] | None:
        place, left = state
        crust = digit in (1, size)
        if place == "between":
            if crust:
                return ("after", 0) if left == 0 else None
            return (place, left - digit) if left >= digit else None
        if crust:
            return ("between", total) if place == "before" else None
        return state

    return automaton(size, ("before", total), step, lambda state: state == ("after", 0))


@lru_cache(maxsize=512)
def _x_sum(size: int, total: int) -> Automaton:
    """Return the automaton of an X-sum: the first X digits add up to the total, and X is the first digit."""

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        more, left = state
        if more == 0:
            return state
        more = digit - 1 if more < 0 else more - 1
        left -= digit
        return (more, left) if left >= more and (more or not left) else None

    return automaton(size, (-1, total), step, lambda state: state == (0, 0))


@lru_cache(maxsize=512)
def _skyscraper(size: int, seen: int) -> Automaton:
    """Return the automaton of words in which exactly `seen` digits are larger than all digits before them."""

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        highest, left = state
        if digit <= highest:
            return state
        return (digit, left - 1) if left else None

    return automaton(size, (0, seen), step, lambda state: state[1] == 0)


@lru_cache(maxsize=512)
def _numbered_room(size: int, digit: int) -> Automaton:
    """Return the automaton of a numbered room: if the first digit is N, the Nth digit is the clue."""

    def step(state: int, held: int) -> int | None:
        if state < 0:
            state = held
        if state == 1 and held != digit:
            return None
        return max(state - 1, 0)

    return automaton(size, -1, step, lambda state: state == 0)


# -- the six kinds themselves ----------------------------------------------------------------------------------------


def _linear(layout: Layout, cells: Cells, coefficients: Cells, low: int, high: int) -> Made:
    if len(coefficients) != len(cells):
        raise UsageError(words.COUNT_OF.format(field="coefficients", cells=len(cells)))
    yield Linear(cells, coefficients, low, high)


def _one_of(statement: Callable[..., Statement]) -> Callable[..., Made]:
    """Return the rule: the digits of the cells form one of the tuples."""

    def make(layout: Layout, cells: Cells, tuples: tuple[Cells, ...]) -> Made:
        if any(len(row) != len(cells) for row in tuples):
            raise UsageError(words.TUPLE_LENGTH.format(cells=len(cells)))
        yield statement(cells, tuples)

    return make


# -- the table -------------------------------------------------------------------------------------------------------

_SET, _LINE, _PATH = (
    VariantField("cells", "set"),
    VariantField("cells", "line", 2),
    VariantField("cells", "cells", 2),
)
_PAIR, _ORDERED, _PAIRS = (
    VariantField("cells", "set", 2, 2),
    VariantField("cells", "cells", 2, 2),
    VariantField("pairs", "pairs", 0),
)
_TOTAL, _ANY_TOTAL = VariantField("total", "number", 0), VariantField("total", "number", -(10**100))
_VALUE = VariantField("value", "number", 0)
_LOW, _HIGH = VariantField("low", "number", -(10**100)), VariantField("high", "number", -(10**100))


def _third(digit: int, size: int) -> int:
    return 3 * (digit - 1) // size


_TABLE: tuple[tuple[str, tuple[VariantField, ...], Callable[..., Iterable[Statement]], str, str, str], ...] = (
    # Kind, fields, meaning, words in English and Japanese, drawing. The first rows are rules of the whole board.
    ("anti-knight", (), _apart((1, -2), (1, 2), (2, -1), (2, 1)),
        "anti-knight", "アンチナイト", ""),
    ("anti-king", (), _apart((1, -1), (1, 1)),
        "anti-king", "アンチキング", ""),
    ("anti-taxicab", (), _anti_taxicab,
        "anti-taxicab", "アンチタクシー", ""),
    ("nonconsecutive", (), _each(sides, lambda a, b: abs(a - b) != 1),
        "nonconsecutive", "ノンコンセキュティブ", ""),
    ("nonconsecutive-diagonally", (),
        _each(lambda layout: moved(layout, [(1, -1), (1, 1)]), lambda a, b: abs(a - b) != 1),
        "nonconsecutive diagonally", "斜めのノンコンセキュティブ", ""),
    # Sets of cells.
    ("even", (_SET,), _only(lambda d, _: d % 2 == 0),
        "even cells {cells}", "偶数のマス{cells}", "square"),
    ("odd", (_SET,), _only(lambda d, _: d % 2 == 1),
        "odd cells {cells}", "奇数のマス{cells}", "disc"),
    ("low", (_SET,), _only(lambda d, n: 2 * d < n + 1),
        "low cells {cells}", "小さい数のマス{cells}", "low"),
    ("high", (_SET,), _only(lambda d, n: 2 * d > n + 1),
        "high cells {cells}", "大きい数のマス{cells}", "high"),
    ("killer", (_SET, _ANY_TOTAL), _killer,
        "the killer cage {cells} = {total}", "キラーのケージ{cells} = {total}", "cage"),
    ("sum", (_SET, _ANY_TOTAL), lambda _, *fields: [Linear.sum(*fields)],
        "the sum of {cells} = {total}", "{cells}の和 = {total}", "cage"),
    ("extra-region", (_SET,), _differing,
        "the extra region {cells}", "追加の領域{cells}", "shade"),
    ("minimum", (_SET,), _each(_outwards, lambda a, b: a < b),
        "the minima {cells}", "極小のマス{cells}", "minimum"),
    ("maximum", (_SET,), _each(_outwards, lambda a, b: a > b),
        "the maxima {cells}", "極大のマス{cells}", "maximum"),
    ("quadruple", (VariantField("cells", "set", 4, 4), VariantField("digits", "digits", 1, 4)), _quadruple,
        "the quadruple {digits} at {cells}", "{cells}の四つ組{digits}", "quadruple"),
    ("row-indexer", (_SET,), _indexer(True),
        "the row indexers {cells}", "行インデックス{cells}", "shade"),
    ("column-indexer", (_SET,), _indexer(False),
        "the column indexers {cells}", "列インデックス{cells}", "shade"),
    # Pairs of cells.
    ("difference", (_PAIR, _VALUE), _each(_beside, lambda a, b, v: abs(a - b) == v),
        "the difference {value} of {cells}", "{cells}の差{value}", "white dot"),
    ("ratio", (_PAIR, VariantField("value", "number", 1)),
        _each(_beside, lambda a, b, v: a == v * b or b == v * a),
        "the ratio {value} of {cells}", "{cells}の比{value}", "black dot"),
    ("pair-sum", (_PAIR, _TOTAL), _each(_beside, lambda a, b, v: a + b == v),
        "the sum {total} of the pair {cells}", "二マス{cells}の和{total}", "xv"),
    ("greater-than", (_ORDERED,), _each(_beside, lambda a, b: a > b),
        "greater than: {cells}", "不等号{cells}（左が大きい）", "greater"),
    ("no-other-dots", (_PAIRS,), _each(_unmarked, lambda a, b: abs(a - b) != 1 and a != 2 * b and b != 2 * a),
        "no dots other than {pairs}", "{pairs}以外に丸印はない", ""),
    ("no-other-white-dots", (_PAIRS,), _each(_unmarked, lambda a, b: abs(a - b) != 1),
        "no white dots other than {pairs}", "{pairs}以外に白丸はない", ""),
    ("no-other-black-dots", (_PAIRS,), _each(_unmarked, lambda a, b: a != 2 * b and b != 2 * a),
        "no black dots other than {pairs}", "{pairs}以外に黒丸はない", ""),
    ("no-other-xv", (_PAIRS,), _each(_unmarked, lambda a, b: a + b not in (5, 10)),
        "no X or V other than {pairs}", "{pairs}以外にXやVはない", ""),
    ("clone", (VariantField("cells", "cells"), VariantField("copy", "cells")), _clone,
        "the clones {cells} and {copy}", "クローン{cells}と{copy}", "clone"),
    # Lines.
    ("thermometer", (_PATH,), _each(_successive, lambda a, b: a < b),
        "the thermometer {cells}", "温度計{cells}", "thermometer"),
    ("slow-thermometer", (_PATH,), _each(_successive, lambda a, b: a <= b),
        "the slow thermometer {cells}", "ゆるい温度計{cells}", "slow thermometer"),
    ("arrow", (VariantField("circle", "cells", 1, 3), VariantField("cells", "cells")), _arrow,
        "the arrow {circle} = {cells}", "矢印{circle} = {cells}", "arrow"),
    ("double-arrow", (VariantField("cells", "line", 3),),
        lambda _, cells: [_equal_sums([cells[0], cells[-1]], cells[1:-1])],
        "the double arrow {cells}", "両端矢印{cells}", "double arrow"),
    ("palindrome", (_LINE,), _palindrome,
        "the palindrome {cells}", "回文{cells}", "palindrome"),
    ("renban", (_SET,), _renban,
        "the renban line {cells}", "連番の線{cells}", "renban"),
    ("nabner", (_SET,), _each(lambda _, cells: combinations(cells, 2), lambda a, b: abs(a - b) > 1),
        "the nabner line {cells}", "ナブナーの線{cells}", "nabner"),
    ("whisper", (_LINE, _VALUE), _each(_successive, lambda a, b, v: abs(a - b) >= v),
        "the whisper line {cells}, difference {value} or more", "ウィスパーの線{cells}（差{value}以上）", "whisper"),
    ("entropic-line", (_LINE,), _groups_of(_third),
        "the entropic line {cells}", "エントロピーの線{cells}", "entropic"),
    ("modular-line", (_LINE,), _groups_of(lambda d, _: d % 3),
        "the modular line {cells}", "剰余の線{cells}", "modular"),
    ("between-line", (VariantField("cells", "line", 3),), _between_or_lockout,
        "the between line {cells}", "間の線{cells}", "between"),
    ("lockout-line", (VariantField("cells", "line", 3), VariantField("value", "number", 1)), _between_or_lockout,
        "the lockout line {cells}, ends {value} apart", "ロックアウトの線{cells}（両端の差{value}以上）", "lockout"),
    ("region-sum-line", (_LINE,), _region_sum,
        "the region sum line {cells}", "領域和の線{cells}", "region sum"),
    ("zipper-line", (VariantField("cells", "line", 3),), _zipper,
        "the zipper line {cells}", "ジッパーの線{cells}", "zipper"),
    # Clues outside the board.
    ("little-killer", (VariantField("cells", "cells"), _TOTAL), lambda _, *fields: [Linear.sum(*fields)],
        "the little killer {cells} = {total}", "リトルキラー{cells} = {total}", "outside"),
    ("sandwich", (_PATH, _TOTAL), _outside(_sandwich),
        "the sandwich {total} of {cells}", "{cells}のサンドイッチ{total}", "outside"),
    ("x-sum", (_PATH, _TOTAL), _outside(_x_sum),
        "the X-sum {total} of {cells}", "{cells}のXサム{total}", "outside"),
    ("skyscraper", (_PATH, _TOTAL), _outside(_skyscraper),
        "the skyscraper {total} of {cells}", "{cells}のビル{total}", "outside"),
    ("numbered-room", (_PATH, VariantField("digit", "number")), _outside(_numbered_room),
        "the numbered room {digit} of {cells}", "{cells}のナンバールーム{digit}", "outside"),
    # A rule of the user's own: one of the six kinds.
    ("all-different", (_SET,), _differing,
        "{cells} all different", "{cells}はすべて異なる", "shade"),
    ("linear", (VariantField("cells", "cells"), VariantField("coefficients", "numbers"), _LOW, _HIGH), _linear,
        "{low} ≤ {coefficients} times {cells} ≤ {high}", "{low} ≤ {cells}と{coefficients}の積の和 ≤ {high}", "shade"),
    ("relation", (_ORDERED, VariantField("tuples", "tuples", 0)), _one_of(Relation),
        "one of {tuples} pairs at {cells}", "{cells}は{tuples}通りの組のどれか", "shade"),
    ("table", (VariantField("cells", "cells"), VariantField("tuples", "tuples", 0)), _one_of(AllowedTuples),
        "one of {tuples} fillings of {cells}", "{cells}は{tuples}通りの並びのどれか", "shade"),
    ("regular", (VariantField("cells", "cells"), VariantField("pattern", "text")),
        lambda layout, cells, pattern: [Regular(cells, of_pattern(pattern, layout.size))],
        "{cells} match {pattern}", "{cells}は{pattern}に合う", "shade"),
    ("count", (_SET, VariantField("digits", "digits"), _LOW, _HIGH), lambda _, *fields: [Count(*fields)],
        "{low} to {high} of {cells} hold {digits}", "{cells}のうち{low}から{high}マスが{digits}", "shade"),
)  # fmt: skip

VARIANTS = {
    kind: Declaration(kind, fields, make, Words(en, ja), shape)
    for kind, fields, make, en, ja, shape in _TABLE
}
"""Every variant by its name."""
