"""Make puzzles of overlapping grids, such as samurai: draw full grids, then remove clues while one solution is left.

A solver only answers whether some solution has a digit, and whether the other clues suffice. All solvers give the same
answers. So a seed gives the same puzzle with any solver.
"""

from __future__ import annotations

from collections.abc import Iterable

from sudokubench.answer import Solution
from sudokubench.backends.pool import backend_of, lent_session
from sudokubench.clock import asking
from sudokubench.errors import UsageError
from sudokubench.generation.draws import Draws, drawn_solution
from sudokubench.generation.words import NO_FULL_GRIDS
from sudokubench.problem import ExactCover, Instance
from sudokubench.problems.overlaps import Overlap, puzzle


def overlap_puzzle(overlap: Overlap, seed: int, number: int) -> tuple[ExactCover, str]:
    """Return the puzzle with this number (0, 1, 2 ...) that a seed gives, and its solution as a line of signs.

    The puzzle needs each of its clues.

    Raises:
        UsageError: The grids have no common solution.
        TimeOver: The current time limit is over.
    """
    empty, draws = puzzle(overlap, "." * len(overlap.cells)), Draws(seed, number)
    with lent_session(backend_of("sat"), empty) as session:

        def shuffled(n: int) -> Iterable[int]:
            # Equal keys, which hardly occur, keep their order.
            return asking(sorted(range(n), key=draws.below(1 << 53, n).tolist().__getitem__))

        def solve(chosen: list[int]) -> Solution | None:
            return next(iter(session.search(Instance(chosen), limit=1)), None)

        found = drawn_solution(solve, shuffled, len(overlap.cells), overlap.layout.size)
        if found is None:
            raise UsageError(NO_FULL_GRIDS.format(grids=overlap))
        full = sorted(found)
        needed = set(full)
        for cell in shuffled(len(full)):
            others = needed - {full[cell]}
            if session.search(Instance(others), limit=2).outcome().count == 1:
                needed = others
    clues = "".join(empty.signs[option] if option in needed else "." for option in full)
    return puzzle(overlap, clues), "".join(empty.signs[option] for option in full)
