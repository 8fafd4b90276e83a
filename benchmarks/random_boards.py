"""Make seeded boards of any standard size: shuffle a full grid and remove clues.

The grids are shuffles of one pattern, not a uniform sample. The same seed gives the same board on every machine: of
Python's generator only `random()` is used, the one method whose sequence is guaranteed not to change.

The caller passes a function that proves uniqueness, for example `partial(sudokubench.is_unique, backend="sat")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from sudokubench.board import Board
from sudokubench.generation.grids import shuffled, shuffled_pattern
from sudokubench.layout import Layout

IsUnique = Callable[[Board], bool]

_ATTEMPTS = 50


def full_grid(layout: Layout, *, seed: int) -> Board:
    """Return a full grid with shuffled digits, bands and stacks, and shuffled rows and columns within them."""
    return _full_grid(layout, Random(seed))


def random_board(layout: Layout, *, seed: int, density: float) -> Board:
    """Return a board with one or more solutions: a full grid that keeps `density * cells` random clues."""
    random = Random(seed)
    grid = _full_grid(layout, random)
    return _without(grid, shuffled(random, range(layout.cell_count))[round(density * layout.cell_count) :])


def unique_board(layout: Layout, *, seed: int, density: float, is_unique: IsUnique) -> Board:
    """Return a board with exactly one solution and `density * cells` clues; more clues if random removal stops earlier.

    Clues are removed one by one, in random order, if the solution stays unique. A density of 0 gives a minimal board:
    it has no redundant clue.
    """
    random = Random(seed)
    board = _full_grid(layout, random)
    order = shuffled(random, range(layout.cell_count))
    surplus = layout.cell_count - round(density * layout.cell_count)
    step = max(1, surplus // 2)
    while order and surplus:
        # Removing many clues at once, and half as many after a failure, removes the same clues as one at a time, with
        # fewer proofs: fewer clues never mean fewer solutions.
        some = order[: min(step, surplus)]
        thinner = _without(board, some)
        if is_unique(thinner):
            board, surplus, order = thinner, surplus - len(some), order[len(some) :]
            step *= 2
        elif len(some) == 1:
            order = order[1:]
            step = 1
        else:
            step = len(some) // 2
    return board


def several_board(layout: Layout, *, seed: int, density: float, is_unique: IsUnique) -> Board:
    """Return a board with exactly `density * cells` clues and two or more solutions.

    Raises:
        ValueError: 50 boards in a row had only one solution, because the density is too high.
    """
    random = Random(seed)
    for _ in range(_ATTEMPTS):
        board = random_board(layout, seed=int(random.random() * 2**53), density=density)
        if not is_unique(board):
            return board
    raise ValueError(f"{_ATTEMPTS} boards of density {density} had one solution each; take a lower density")


def _full_grid(layout: Layout, random: Random) -> Board:
    return Board(layout, shuffled_pattern(layout, random))


def _without(board: Board, cells: Iterable[int]) -> Board:
    digits = bytearray(board.digits)
    for cell in cells:
        digits[cell] = 0
    return Board(board.layout, bytes(digits))
