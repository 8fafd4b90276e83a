"""The symmetries of a layout: what may be done to a board without changing how many solutions it has.

For 9x9 they are the 9! relabellings of the digits times the 3,359,232 rearrangements of the cells: the six
orders of the bands, of the stacks, of the rows of each band and the columns of each stack, and the transposition.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from random import Random

from sudokubench.board import Board
from sudokubench.layout import Layout
from sudokubench.problem import BoardProblem, layout_of, refuse_constraints


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A rearrangement of cells and digits.

    Attributes:
        layout: The layout that it leaves as it is.
        cells: For each new cell the old cell whose content it takes.
        digits: For each old digit from 1, at index digit - 1, the new one.
    """

    layout: Layout
    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def __call__(self, board: Board) -> Board:
        """The equivalent board; what was forbidden moves along.

        Raises:
            UsageError: The board has constraints, which a symmetry of the houses may break.
        """
        refuse_constraints(board.problem, "a symmetry")
        relabel = (0, *self.digits)
        n = self.layout.size
        place = {old: new for new, old in enumerate(self.cells)}
        forbidden = [self.layout.option(place[o // n], self.digits[o % n]) for o in board.forbidden]
        return Board(self.layout, bytes(relabel[board.digits[old]] for old in self.cells), forbidden)

    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        cells, digits = [0] * len(self.cells), [0] * len(self.digits)
        for new, old in enumerate(self.cells):
            cells[old] = new
        for old, new in enumerate(self.digits):
            digits[new - 1] = old + 1
        return Symmetry(self.layout, tuple(cells), tuple(digits))


def random_symmetry(problem: BoardProblem, random: Random) -> Symmetry:
    """A symmetry drawn evenly from the group; of layouts with extra houses or irregular boxes, digits only.

    Raises:
        UsageError: The problem has constraints, whose symmetries are not known here.

    >>> shuffle = random_symmetry(Layout.standard(4), Random(1))
    >>> board = Board.parse("12..3...........")
    >>> shuffle.inverse()(shuffle(board)) == board
    True
    """
    refuse_constraints(problem, "a symmetry")
    layout = layout_of(problem)
    n = layout.size
    digits = tuple(random.sample(range(1, n + 1), n))
    if layout.extra or layout.box_shape is None:
        return Symmetry(layout, tuple(range(n * n)), digits)
    box_rows, box_columns = layout.box_shape
    rows, columns = _shuffled_lines(n, box_rows, random), _shuffled_lines(n, box_columns, random)
    cells = tuple(n * r + c for r in rows for c in columns)
    if box_rows == box_columns and random.random() < 0.5:
        cells = tuple(cells[n * c + r] for r in range(n) for c in range(n))
    return Symmetry(layout, cells, digits)


def _shuffled_lines(n: int, width: int, random: Random) -> list[int]:
    """The numbers below n with their groups of `width` shuffled, and each group in itself."""
    groups = [random.sample(range(g, g + width), width) for g in range(0, n, width)]
    random.shuffle(groups)
    return list(chain.from_iterable(groups))
