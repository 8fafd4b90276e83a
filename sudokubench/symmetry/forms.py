"""Canonical forms: boards are equivalent if and only if their forms are equal; the command `dedupe` relies on this.

For a board with exactly one solution, the form is the equivalent board whose solution, read as a line, is smallest.
Among several such boards, it is the one with the smallest line of clues; a blank is below every digit. For any other
board the form is the equivalent board with the smallest line of clues. Compiled searches (`kernels/minlex.py`) find the
form. For layouts with extra houses or irregular boxes, every rearrangement of the cells is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations, product
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudokubench import puzzles
from sudokubench.answer import Budget, Verdict
from sudokubench.batches import search_digits
from sudokubench.board import Board
from sudokubench.errors import Undecided, UsageError, require_digits
from sudokubench.layout import Layout
from sudokubench.problem import in_standard_names, refuse_constraints, same_rules
from sudokubench.puzzles import Given
from sudokubench.solving import solve
from sudokubench.symmetry import words
from sudokubench.symmetry.group import Symmetry
from sudokubench.symmetry.structure import band_and_stack, elements, is_regular, order
from sudokubench.words import listed, untranslated

Digits = NDArray[np.uint8]

MOST_ORDERS = 400_000
"""Largest number of orders of the columns to try for a board without exactly one solution: enough for standard layouts
up to 12x12, except 11x11."""
MOST_AUTOMORPHISMS = 100_000
"""Largest number of automorphisms that `automorphisms` lists."""
_BUDGET_S = 60.0
_BATCHED = 9
"""Largest size of boards that are solved without a time limit."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """The canonical form of a board.

    Attributes:
        board: The form: an equivalent board, the same for the whole class of equivalent boards.
        symmetry: A symmetry that maps the given board to the form.
        automorphisms: Number of symmetries that map the given board to itself, including the identity.
    """

    board: Board
    symmetry: Symmetry
    automorphisms: int

    @property
    def class_id(self) -> str:
        """The `Board.id` of the form with default symbols and boxes in reading order: it identifies the class."""
        return Board._trusted(in_standard_names(self.board.layout), self.board.digits).id

    @property
    def orbit(self) -> int:
        """Number of boards in the class, including this board."""
        layout = self.board.layout
        return factorial(layout.size) * order(layout) // self.automorphisms


def canonical(board: Given, *, seconds: float = _BUDGET_S) -> Canonical:
    """Return the canonical form of a board.

    Args:
        board: A board, as `solve` takes it.
        seconds: Time limit for the search of its solutions; boards up to 9x9 have no limit.

    Raises:
        UsageError: The board has constraints or forbidden candidates, or its layout has too many rearrangements to try.
        Undecided: The time is too short to decide whether the board has exactly one solution.

    >>> form = canonical("12..34......4...")
    >>> str(form.board), form.automorphisms
    ('..........12.134', 2)
    """
    return canonical_many([puzzles.board(board)], seconds=seconds)[0]


def canonical_many(boards: Sequence[Board], *, seconds: float = _BUDGET_S) -> list[Canonical]:
    """Return the canonical forms of boards of one layout; this is faster than one call for each board.

    Raises:
        UsageError: As for `canonical`, or the boards have several layouts.
        Undecided: As for `canonical`.
    """
    if not boards:
        return []
    layout = _layout_of(boards)
    digits = np.frombuffer(b"".join(board.digits for board in boards), np.uint8)
    forms, ways = _searched(layout, digits.reshape(len(boards), -1), seconds, 1)
    return [
        Canonical(Board._trusted(layout, form.tobytes()), _symmetry(layout, way), count)
        for form, (count, (way, *_)) in zip(forms, ways, strict=True)
    ]


def canonical_digits(digits: Digits, layout: Layout | None = None, *, seconds: float = _BUDGET_S) -> Digits:
    """Return the canonical forms of boards; both are uint8 (n, cells), 0 for a blank. The default layout is 9x9.

    Raises:
        InputError: A digit is larger than the size.
        UsageError: As for `canonical`, or the array does not fit.
        Undecided: As for `canonical`.
    """
    layout = layout or Layout.standard(9)
    if digits.dtype != np.uint8 or digits.shape[1:] != (layout.cell_count,):
        array = f"{digits.dtype} {digits.shape}"
        raise UsageError(words.WRONG_ARRAY.format(array=array, layout=layout, cells=layout.cell_count))
    require_digits(digits, layout.size)
    return _searched(layout, digits, seconds, 0)[0]


def equivalent(one: Given, other: Given, *, seconds: float = _BUDGET_S) -> Symmetry | None:
    """Return a symmetry that maps one board to another; None if no symmetry does, or their layouts differ.

    Layouts that differ only in their symbols, or in how their boxes are numbered, count as equal.

    Raises:
        UsageError: As for `canonical`.
        Undecided: As for `canonical`.
    """
    a, b = puzzles.board(one), puzzles.board(other)
    for board in (a, b):
        _layout_of([board])
    if not same_rules(a.problem, b.problem) or a.clue_count != b.clue_count:
        return None
    b = Board._trusted(a.layout, b.digits)
    here, there = canonical(a, seconds=seconds), canonical(b, seconds=seconds)
    return here.symmetry.then(there.symmetry.inverse()) if here.board == there.board else None


def automorphisms(board: Given, *, seconds: float = _BUDGET_S) -> list[Symmetry]:
    """Return the symmetries that map a board to itself, in no particular order.

    Raises:
        UsageError: As for `canonical`; or there are more than `MOST_AUTOMORPHISMS`.
        Undecided: As for `canonical`.

    >>> len(automorphisms("12..34......4...")), len(automorphisms("1..............."))
    (2, 48)
    """
    given = puzzles.board(board)
    form = canonical(given, seconds=seconds)
    if form.automorphisms > MOST_AUTOMORPHISMS:
        count, most = f"{form.automorphisms:,}", f"{MOST_AUTOMORPHISMS:,}"
        raise UsageError(words.TOO_MANY_AUTOMORPHISMS.format(count=count, most=most))
    layout = given.layout
    digits = np.frombuffer(given.digits, np.uint8)[None]
    _, [(_, ways)] = _searched(layout, digits, seconds, form.automorphisms)
    back = form.symmetry.inverse()
    return [
        _symmetry(layout, way, names).then(back)
        for way in ways
        for names in permutations(_unused(layout, way))
    ]


class _Way(NamedTuple):
    """A way to a form: the old cell for each new cell, and the new digit for each old digit (0 for an unused digit)."""

    cells: tuple[int, ...]
    names: tuple[int, ...]


_Ways = tuple[int, list[_Way]]
"""Number of automorphisms of a board, and some of the ways from the board to its form."""


def _layout_of(boards: Iterable[Board]) -> Layout:
    """Return the common layout of boards; refuse several layouts, constraints and forbidden candidates."""
    layouts = set()
    for board in boards:
        refuse_constraints(board.problem, words.A_CANONICAL_FORM)
        if board.forbidden:
            raise UsageError(words.FORBIDDEN_CANDIDATES)
        layouts.add(board.layout)
    if len(layouts) > 1:
        names = listed(map(untranslated, sorted(map(str, layouts))))
        raise UsageError(words.SEVERAL_LAYOUTS.format(layouts=names))
    return layouts.pop()


def _unused(layout: Layout, way: _Way) -> list[int]:
    return sorted({*range(1, layout.size + 1)} - {*way.names})


def _symmetry(layout: Layout, way: _Way, names: Iterable[int] = ()) -> Symmetry:
    """Return the symmetry of a way; unused digits get the remaining names, by default in ascending order."""
    left = iter(names or _unused(layout, way))
    return Symmetry(layout, way.cells, tuple(name or next(left) for name in way.names))


def _searched(layout: Layout, digits: Digits, seconds: float, most: int) -> tuple[Digits, list[_Ways]]:
    """Return the forms of boards (n, cells), and up to `most` ways to each form."""
    solved, solutions = _solved(layout, digits, seconds)
    forms = np.empty_like(digits)
    ways: list[_Ways] = [(0, [])] * len(digits)
    if is_regular(layout):
        singles = np.flatnonzero(solved)
        forms[singles], found = _of_solved(layout, solutions[singles], digits[singles], most)
        for row, way in zip(singles.tolist(), found, strict=True):
            ways[row] = way
        for row in np.flatnonzero(~solved).tolist():
            forms[row], ways[row] = _of_clues(layout, digits[row], most)
    else:
        for row, is_solved in enumerate(solved.tolist()):
            grid = solutions[row] if is_solved else digits[row]
            forms[row], ways[row] = _of_group(layout, grid, digits[row], most)
    return forms, ways


def _solved(layout: Layout, digits: Digits, seconds: float) -> tuple[NDArray[np.bool_], Digits]:
    """Return whether each board has exactly one solution, and for each such board this solution."""
    if layout.size <= _BATCHED:
        answers = search_digits(layout, digits, 2)
        return answers.counts == 1, answers.solutions
    solved, solutions = np.zeros(len(digits), np.bool_), np.zeros_like(digits)
    for row, board in enumerate(Board(layout, row) for row in digits.tolist()):
        answer = solve(board, budget=Budget(seconds=seconds))
        if answer.verdict is Verdict.UNDECIDED:
            raise Undecided(words.NUMBER_UNKNOWN.format(seconds=f"{seconds:g}", board=board))
        if answer.verdict is Verdict.UNIQUE:
            solved[row], solutions[row] = True, np.frombuffer(answer.solutions[0].digits, np.uint8)
    return solved, solutions


def _of_solved(layout: Layout, solutions: Digits, digits: Digits, most: int) -> tuple[Digits, list[_Ways]]:
    from sudokubench.kernels.minlex import full_grids

    n, boards = layout.size, len(digits)
    forms, marked = np.empty((boards, n * n + 1), np.uint8), np.empty((boards, n * n), np.uint8)
    ties, counts = np.empty((boards, most, 3 * n + 1), np.uint8), np.zeros((boards, 2), np.int64)
    if boards:
        grids = (np.ascontiguousarray(some).reshape(boards, n, n) for some in (solutions, digits))
        full_grids(*grids, *band_and_stack(layout), forms, marked, ties, counts)
    if not most:
        return marked, [(0, [])] * boards
    numbers = counts[:, 1].tolist()
    if most == 1:
        return marked, [(count, [way]) for count, way in zip(numbers, _ways(n, ties[:, 0]), strict=True)]
    return marked, [(count, _ways(n, some[:count])) for count, some in zip(numbers, ties, strict=True)]


def _ways(n: int, ties: Digits) -> list[_Way]:
    """Return the ways that the kernels write: transposed or not, old row and old column at each place, new names."""
    turned, lines, names = ties[:, :1], ties[:, 1 : 2 * n + 1].astype(int), ties[:, 2 * n + 1 :]
    rows, columns = lines[:, :n], lines[:, n:]
    row_step, column_step = np.where(turned, 1, n), np.where(turned, n, 1)
    cells = (rows * row_step)[:, :, None] + (columns * column_step)[:, None]
    both = zip(cells.reshape(len(ties), n * n).tolist(), names.tolist(), strict=True)
    return [_Way(tuple(old), tuple(new)) for old, new in both]


def _of_clues(layout: Layout, digits: Digits, most: int) -> tuple[Digits, _Ways]:
    """Return the smallest line of clues of a board with rectangular boxes, and up to `most` symmetries that give it."""
    from sudokubench.kernels.minlex import LARGER, any_grid

    n = layout.size
    height, width, turns = band_and_stack(layout)
    orders = _orders(layout)
    best = np.full(n * n + 1, LARGER, np.uint8)
    marked, counts = np.empty(n * n, np.uint8), np.zeros(2, np.int64)
    ties = np.empty((most, 3 * n + 1), np.uint8)
    grid = digits.reshape(n, n)
    alike = 1
    for turn, given in enumerate((grid, grid.T)[: 1 + turns]):
        rows = given.copy()
        if most <= 1:
            rows_before, row_orders = _alike(rows, height)
            columns_before, column_orders = _alike(rows.T, width)
            alike = row_orders * column_orders
        else:
            rows_before = columns_before = np.full(n, -1)
        places = np.argsort(orders, axis=1)
        held = np.flatnonzero(columns_before >= 0)
        fit = (places[:, columns_before[held]] < places[:, held]).all(axis=1)
        any_grid(rows, rows, height, turn, orders[fit], rows_before, best, marked, ties, counts)
    unused = n - len(np.unique(digits[digits > 0]))
    count = int(counts[1]) * alike * factorial(unused)
    return marked, (count, _ways(n, ties[: int(counts[1])]))


@lru_cache(maxsize=4)
def _orders(layout: Layout) -> Digits:
    """Return all orders of the columns of a layout with rectangular boxes; refuse more than `MOST_ORDERS`."""
    n = layout.size
    _, width, _ = band_and_stack(layout)
    stacks = n // width
    if (found := factorial(stacks) * factorial(width) ** stacks) > MOST_ORDERS:
        count, most = f"{found:,}", f"{MOST_ORDERS:,}"
        raise UsageError(words.TOO_MANY_ORDERS.format(layout=layout, count=count, most=most))
    inner = np.array(list(product(permutations(range(width)), repeat=stacks)), np.uint8)
    outer = np.array(list(permutations(range(stacks))), np.uint8)
    columns = (inner[:, None] + width * outer[None, :, :, None]).astype(np.uint8)
    return columns.reshape(found, n)


def _alike(lines: Digits, width: int) -> tuple[NDArray[np.int64], int]:
    """Return for each line the line that must precede it, or -1; and the number of orders with the same result.

    If lines of a group are equal, one order of them is enough. The same holds for groups with the same lines.
    """
    n = len(lines)
    before, orders = np.full(n, -1, np.int64), 1
    groups = dict[tuple[bytes, ...], list[int]]()
    for begin in range(0, n, width):
        equal = dict[bytes, list[int]]()
        for line in range(begin, begin + width):
            equal.setdefault(lines[line].tobytes(), []).append(line)
        same = groups.setdefault(tuple(sorted(chain(*([key] * len(of) for key, of in equal.items())))), [])
        for of in equal.values():
            before[of[1:]] = of[:-1]
            orders *= factorial(len(of))
            if same:
                before[of[0]] = same[-1]
        same.append(begin)
        orders *= len(same)
    return before, orders


def _of_group(layout: Layout, grid: Digits, clues: Digits, most: int) -> tuple[Digits, _Ways]:
    """Apply all symmetries that make the grid smallest. Return the smallest line of clues, and the ways to it."""
    n, group = layout.size, elements(layout)
    names, used = np.zeros((len(group), n + 1), np.uint8), np.zeros(len(group), np.uint8)

    def smallest(line: Digits) -> None:
        nonlocal group, names, used
        for cell in range(layout.cell_count):
            rows, digit = np.arange(len(group)), line[group[:, cell]]
            new = (digit > 0) & (names[rows, digit] == 0)
            used[new] += 1
            names[rows[new], digit[new]] = used[new]
            named = names[rows, digit]
            least = named == named.min()
            if not least.all():
                group, names, used = group[least], names[least], used[least]

    smallest(grid)
    smallest(clues)
    count = len(group) * factorial(n - int(used[0]))
    both = zip(group[:most].tolist(), names[:most].tolist(), strict=True)
    ways = [_Way(tuple(cells), tuple(new[1:])) for cells, new in both]
    return names[0][clues[group[0]]], (count, ways)
