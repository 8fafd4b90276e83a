"""Make sudokubench/data/made.txt: boards of 4x4 to 16x16 with one, several and no solutions.

The seed fixes every board, whatever engine answers: the engine only counts the solutions of a board.

    python tools/make_bundled.py            write the file again
    python tools/make_bundled.py --check    exit with 1 if it would change
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sudokubench import Board, Layout, count, solve

SEED = 20261122
TARGET = Path(__file__).resolve().parent.parent / "sudokubench" / "data" / "made.txt"
MOST_SOLUTIONS = 60
"""Largest number of solutions of a made board with several solutions, so that counting them is quick."""

HEAD = f"""\
# Boards made by tools/make_bundled.py with seed {SEED}; change the script and not this file.
# board  name; number of all solutions; how it was made
"""


@dataclass(frozen=True, slots=True)
class Made:
    """A board, the number of its solutions, and how it was made."""

    board: Board
    solutions: int
    how: str


class Maker:
    """Makes boards of one layout from one random source."""

    def __init__(self, layout: Layout, random: Random, backend: str, clues: int = 0) -> None:
        """Set up; a puzzle keeps at least `clues` clues; 0 makes it minimal."""
        self._layout = layout
        self._random = random
        self._backend = backend
        self._clues = clues

    def _count(self, board: Board, limit: int) -> int:
        return count(board, backend=self._backend, limit=limit)

    def _shuffled(self, things: range | tuple[int, ...]) -> list[int]:
        return self._random.sample(things, len(things))

    def _full(self) -> Board:
        """Return a full grid, filled cell by cell in random order with random digits that still allow a solution."""
        board = Board.empty(self._layout)
        for cell in self._shuffled(range(self._layout.cell_count)):
            digits = self._shuffled(board.candidates(cell))
            boards = (board.with_digit(cell, digit) for digit in digits)
            board = next(b for b in boards if self._count(b, limit=1))
        return board

    def unique(self) -> Made:
        """Make a puzzle: remove clues from a full grid in random order while its solution stays the only one."""
        board = self._full()
        for cell in self._shuffled(range(self._layout.cell_count)):
            if board.clue_count > self._clues and self._count(board.without_digit(cell), limit=2) == 1:
                board = board.without_digit(cell)
        kind = f"{board.clue_count} clues" + (", minimal" if not self._clues else "")
        return Made(board, 1, kind)

    def several(self) -> Made:
        """Make a puzzle without one or two of its clues, so that it has a few solutions."""
        while True:
            puzzle = self.unique().board
            for lost in (1, 2, 2, 2):
                board = puzzle
                for cell, _ in self._random.sample(puzzle.clues, lost):
                    board = board.without_digit(cell)
                found = self._count(board, limit=MOST_SOLUTIONS + 1)
                if 2 <= found <= MOST_SOLUTIONS:
                    return Made(board, found, f"{board.clue_count} clues, {lost} lost")

    def wrong_digit(self) -> Made:
        """Make a puzzle with one more digit, which is a candidate of its cell, but not the solution's digit."""
        puzzle = self.unique().board
        solution = solve(puzzle, backend=self._backend).solution
        assert solution is not None
        for cell in self._shuffled(range(self._layout.cell_count)):
            wrong = [d for d in puzzle.candidates(cell) if d != solution.digits[cell]]
            if wrong:
                return Made(puzzle.with_digit(cell, wrong[0]), 0, "a puzzle and one wrong digit")
        raise RuntimeError("every empty cell has only one candidate")

    def equal_clues(self) -> Made:
        """Make a puzzle in which a clue is repeated in its row."""
        puzzle = self.unique().board
        cell, digit = self._random.choice(puzzle.clues)
        n = self._layout.size
        row = [c for c in range(cell // n * n, cell // n * n + n) if not puzzle.is_fixed(c)]
        return Made(puzzle.with_digit(self._random.choice(row), digit), 0, "a digit twice in a row")


Recipe = Callable[[Maker], Made]
_KINDS = (
    ("unique", Maker.unique), ("several", Maker.several), ("wrong digit", Maker.wrong_digit),
    ("equal clues", Maker.equal_clues),
)  # fmt: skip
PLAN: tuple[tuple[str, int, tuple[tuple[str, Recipe, int], ...]], ...] = tuple(
    (layout, clues, tuple((*kind, times) for kind, times in zip(_KINDS, numbers, strict=True) if times))
    for layout, clues, numbers in (
        ("9x9", 0, (6, 3, 3, 1)), ("4x4", 0, (3, 2, 1, 0)), ("6x6", 0, (4, 2, 1, 1)), ("16x16", 118, (4, 1, 1, 1)),
    )
)  # fmt: skip
"""Layout, number of clues to keep (0: minimal), and number of boards of each kind."""


def lines(backend: str) -> Iterator[str]:
    """Yield the lines of the file, one for each board."""
    for name, clues, kinds in PLAN:
        for kind, recipe, times in kinds:
            for number in range(1, times + 1):
                random = Random(f"{SEED} {name} {kind} {number}")  # a source for each board: plans can grow
                made = recipe(Maker(Layout.named(name), random, backend, clues))
                fields = f"name={name} {kind} {number}; solutions={made.solutions}; source=made, {made.how}"
                yield f"{made.board}  {fields}"
    fields = "name=4x4 empty; solutions=288; source=the number of all 4x4 grids"
    yield f"{Board.empty(Layout.standard(4))}  {fields}"


def main() -> int:
    """Write or check the file; return the exit code."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--check", action="store_true", help="only say whether the file would change")
    arguments.add_argument("--backend", default="dlx", help="the engine that counts solutions")
    given = arguments.parse_args()
    text = HEAD + "".join(f"{line}\n" for line in lines(given.backend))
    if not given.check:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET.name} is not what the script makes", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
