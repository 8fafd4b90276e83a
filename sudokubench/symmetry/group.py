"""Symmetry: one rearrangement of cells and digits; apply, invert or describe it, or draw one at random.

It does not change the number of solutions. `forms` decides which boards are equivalent.

A 9x9 board has 9! relabellings of its digits times 3,359,232 rearrangements of its cells. These combine the six orders
of the bands, of the stacks, of the rows in each band and of the columns in each stack, and the transposition. For the
symmetries of other layouts, see `structure`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from random import Random

from sudokubench.board import Board
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.problem import BoardProblem, layout_of, refuse_constraints
from sudokubench.symmetry import words
from sudokubench.symmetry.structure import LARGEST_SEARCHED, band_and_stack, is_regular, transversals
from sudokubench.words import Words, untranslated


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A rearrangement of cells and digits.

    Attributes:
        layout: The layout; the rearrangement maps its houses to houses.
        cells: For each new cell the old cell whose content it takes.
        digits: For each old digit, at index digit - 1, the new digit.
    """

    layout: Layout
    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def __call__(self, board: Board) -> Board:
        """Return the equivalent board. Forbidden candidates move with their cells and digits.

        Raises:
            UsageError: The board has constraints, which a symmetry of the houses may break; or it has another layout.
        """
        refuse_constraints(board.problem, words.A_SYMMETRY)
        self._require(board.layout)
        relabel = (0, *self.digits)
        n = self.layout.size
        place = {old: new for new, old in enumerate(self.cells)}
        forbidden = [self.layout.option(place[o // n], self.digits[o % n]) for o in board.forbidden]
        return Board(self.layout, bytes(relabel[board.digits[old]] for old in self.cells), forbidden)

    def inverse(self) -> Symmetry:
        """Return the inverse symmetry."""
        cells, digits = [0] * len(self.cells), [0] * len(self.digits)
        for new, old in enumerate(self.cells):
            cells[old] = new
        for old, new in enumerate(self.digits):
            digits[new - 1] = old + 1
        return Symmetry(self.layout, tuple(cells), tuple(digits))

    def then(self, other: Symmetry) -> Symmetry:
        """Return the symmetry that applies this symmetry and then `other`.

        Raises:
            UsageError: `other` has another layout.
        """
        self._require(other.layout)
        cells = tuple(self.cells[middle] for middle in other.cells)
        return Symmetry(self.layout, cells, tuple(other.digits[digit - 1] for digit in self.digits))

    def _require(self, layout: Layout) -> None:
        if layout != self.layout:
            raise UsageError(words.OTHER_LAYOUT.format(layout=layout, known=self.layout))

    def sentences(self) -> list[Words]:
        """Describe the symmetry, one sentence for each kind of change.

        Numbers refer to the old board; after a transposition, to the transposed old board.
        """
        layout, n = self.layout, self.layout.size
        parts = []
        if is_regular(layout):
            height, width, _ = band_and_stack(layout)
            lines = [divmod(cell, n) for cell in (*self.cells[::n], *self.cells[:n])]
            turned = lines[0][0] == lines[n - 1][0]
            if turned:
                parts.append((words.TURNED, ""))
            parts += _order([line[turned] for line in lines[:n]], height, words.BANDS, words.ROWS)
            parts += _order([line[not turned] for line in lines[n:]], width, words.STACKS, words.COLUMNS)
        elif self.cells != tuple(range(n * n)):
            parts.append((words.CELLS, " ".join(map(layout.cell_name, self.cells))))
        if self.digits != tuple(range(1, n + 1)):
            pairs = zip(layout.symbols, self.digits, strict=True)
            parts.append((words.DIGITS, " ".join(f"{a}→{layout.symbols[b - 1]}" for a, b in pairs)))
        return [name + untranslated(values) for name, values in parts] or [words.NOTHING]


def _order(lines: list[int], width: int, groups: Words, each: Words) -> list[tuple[Words, str]]:
    """Return (text, numbers) for the new order of the groups of lines, and of the lines; nothing for an equal order."""
    changes = []
    firsts = lines[::width]
    if 1 < width < len(lines) and firsts != sorted(firsts):
        changes.append((groups, " ".join(str(line // width + 1) for line in firsts)))
    if lines != sorted(lines):
        parts = (lines[k : k + width] for k in range(0, len(lines), width))
        numbers = (" ".join(str(line + 1) for line in part) for part in parts)
        changes.append((each, (" | " if width > 1 else " ").join(numbers)))
    return changes


def random_symmetry(problem: BoardProblem, random: Random) -> Symmetry:
    """Return a symmetry drawn uniformly from the group; if the group is unknown, one that shuffles only the digits.

    Raises:
        UsageError: The problem has constraints; this module does not know their symmetries.

    >>> shuffle = random_symmetry(Layout.standard(4), Random(1))
    >>> board = Board.parse("12..3...........")
    >>> shuffle.inverse()(shuffle(board)) == board
    True
    """
    refuse_constraints(problem, words.A_SYMMETRY)
    layout = layout_of(problem)
    n = layout.size
    digits = tuple(random.sample(range(1, n + 1), n))
    if not is_regular(layout):
        return Symmetry(layout, _random_rearrangement(layout, random), digits)
    height, width, turns = band_and_stack(layout)
    rows, columns = _shuffled_lines(n, height, random), _shuffled_lines(n, width, random)
    cells = tuple(n * r + c for r in rows for c in columns)
    if turns and random.random() < 0.5:
        cells = tuple(cells[n * c + r] for r in range(n) for c in range(n))
    return Symmetry(layout, cells, digits)


def _random_rearrangement(layout: Layout, random: Random) -> tuple[int, ...]:
    cells = tuple(range(layout.cell_count))
    for images in reversed(transversals(layout)) if layout.size <= LARGEST_SEARCHED else ():
        image = images[random.randrange(len(images))].tolist()
        cells = tuple(image[cell] for cell in cells)
    return cells


def _shuffled_lines(n: int, width: int, random: Random) -> list[int]:
    """Return the numbers below n, shuffled in groups of `width`: within each group, and the groups among themselves."""
    groups = [random.sample(range(g, g + width), width) for g in range(0, n, width)]
    random.shuffle(groups)
    return list(chain.from_iterable(groups))
