"""Sue de Coq: in some cells of a box and a line that cross, each digit must fill as many cells as it can.

The rule counts the largest number of these cells that each digit can fill. This number is 2 for a digit of both the
line part and the box part, because these parts do not see each other. It is 1 for any other digit. If the numbers add
up to the number of cells, every digit fills its largest number of cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sudokubench.clock import ask, asking
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.step import Step, digits_in, options_in

Part = tuple[int, int, int]
"""Bitboard of cells, mask of their digits, and number of cells."""
_LARGEST = 6
"""Largest number of cells of a part. A line of a 9x9 has six cells outside a box. For a 36x36 a list of all parts would
not fit into memory."""


def _parts(grid: CandidateGrid, cells: int, smallest: int = 1) -> list[Part]:
    """Return all sets of `smallest` to `_LARGEST` empty cells of a bitboard."""
    parts: list[Part] = [(0, 0, 0)]
    for cell in bits_of(cells & grid.unplaced):
        mask = grid.cells[cell]
        parts += [
            (chosen | 1 << cell, union | mask, size + 1) for chosen, union, size in parts if size < _LARGEST
        ]
    return [part for part in parts if part[2] >= smallest]


def sue_de_coq(grid: CandidateGrid) -> Iterator[Step]:
    """Find Sue de Coq; the head of this module describes it."""
    geometry = grid.geometry
    for box in asking(geometry.boxes):
        for line in (*geometry.rows, *geometry.columns):
            common = geometry.houses[box] & geometry.houses[line]
            if (common & grid.unplaced).bit_count() < 2:
                continue
            in_line = _parts(grid, geometry.houses[line] & ~common)
            in_box = _parts(grid, geometry.houses[box] & ~common)
            for core in _parts(grid, common, 2):
                _, digits, size = core
                if digits.bit_count() < size + 2:
                    continue
                of_line, of_box = ([part for part in some if part[1] & digits] for some in (in_line, in_box))
                for a in of_line:
                    _, a_digits, a_size = a
                    joined = digits | a_digits
                    room = joined.bit_count() - size - a_size
                    if not 1 <= room <= 3:
                        continue
                    ask()
                    for b in of_box:
                        _, b_digits, b_size = b
                        new, shared = (b_digits & ~joined).bit_count(), (a_digits & b_digits).bit_count()
                        if new + shared + room == b_size:
                            yield from _step(grid, (box, line), core, a, b)


def _step(grid: CandidateGrid, houses: tuple[int, int], core: Part, a: Part, b: Part) -> Iterator[Step]:
    geometry = grid.geometry
    n = geometry.size
    whole = core[0] | a[0] | b[0]
    gone: set[int] = set()
    for d in bits_of(core[1] | a[1] | b[1]):
        board = grid.boards[d]
        if a[1] & b[1] & 1 << d:
            cleared = geometry.common_peers(board & a[0]) | geometry.common_peers(board & b[0])
        else:
            cleared = geometry.common_peers(board & whole)
        gone.update(n * cell + d for cell in bits_of(board & cleared))
    if gone:
        roles = (("core", core[0]), ("in_line", a[0]), ("in_box", b[0]))
        groups = tuple((role, options_in(grid, cells)) for role, cells in roles)
        digits = digits_in(core[1] | a[1] | b[1])
        yield Step("sue_de_coq", digits, (), tuple(sorted(gone)), bits_of(whole), groups, houses)


def every_sue_de_coq(grid: CandidateGrid) -> Iterator[Step]:
    """Find all steps. If only some eliminations of a step are in its box or line, repeat the step with only these."""
    n = grid.geometry.size
    for step in sue_de_coq(grid):
        yield step
        inside = grid.geometry.houses[step.houses[0]] | grid.geometry.houses[step.houses[1]]
        kept = tuple(option for option in step.eliminated if inside >> option // n & 1)
        if kept and len(kept) < len(step.eliminated):
            yield replace(step, eliminated=kept)


_SOURCE = "Sue de Coq, Two-Sector Disjoint Subsets (Sudoku Players' forum, 2005); Sudopedia"

RULES = (Rule("sue_de_coq", sue_de_coq, 7.4, 250, _SOURCE, ("1101",), every=every_sue_de_coq),)
