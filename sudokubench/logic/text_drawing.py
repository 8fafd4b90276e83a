"""Draw a step as text: the grid before it, with marked candidates."""

from __future__ import annotations

from sudokubench.formats.grid import ASCII, draw_table
from sudokubench.logic.geometry import bits_of
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.step import Step
from sudokubench.words import breadth

PATTERN, GONE, PLACED = "*", "-", "="
"""Signs before a candidate of the pattern, an eliminated candidate, and a placed candidate."""


def picture(grid: CandidateGrid, step: Step | None = None, *, columns: int = 80, every: bool = False) -> str:
    """Draw a state as a grid of text, one line for each row, and mark the candidates of a step.

    The cells of the step show their candidates. All other cells do, too, if the step eliminates something. If the
    drawing is too wide, fewer candidates are shown: first only cells of the step, then only its digits, at last only
    in the cells that the step changes.

    Args:
        columns: Largest width, in columns; even the smallest drawing may be wider.
        every: Whether all cells show their candidates if the width suffices. Without a step, this counts as True.
    """
    n = grid.geometry.size
    marks: dict[int, str] = {}
    if step is not None:
        ends = [option for link in step.links for option in (*link.start, *link.end)]
        marks |= dict.fromkeys((*(o for _, options in step.groups for o in options), *ends), PATTERN)
        marks |= dict.fromkeys(step.eliminated, GONE) | dict.fromkeys(step.placed, PLACED)
    everywhere = frozenset(range(grid.geometry.cell_count))
    concerned = frozenset(option // n for option in marks)
    digits = frozenset(option % n for option in marks)
    wide = every or step is None or bool(step.eliminated)
    settled = frozenset(option // n for option, sign in marks.items() if sign != PATTERN)
    every_digit = frozenset(range(n))
    levels = (everywhere, every_digit), (concerned, every_digit), (concerned, digits), (settled, digits)
    for cells, shown in levels:
        text = _table(grid, marks, cells if wide else cells & concerned, shown)
        if max(map(breadth, text.splitlines())) <= columns:
            break
    return text


def _table(grid: CandidateGrid, marks: dict[int, str], cells: frozenset[int], digits: frozenset[int]) -> str:
    n, layout = grid.geometry.size, grid.geometry.layout

    def cell_text(cell: int) -> str:
        placed = grid.placed >> cell & 1
        if not placed and cell not in cells:
            return "."
        shown = [d for d in bits_of(grid.cells[cell]) if placed or d in digits]
        return "".join(marks.get(n * cell + d, "") + layout.symbols[d] for d in shown) or "."

    lines = draw_table([cell_text(cell) for cell in range(n * n)], layout, ASCII).splitlines()
    rows = iter(range(1, n + 1))
    return "\n".join(f"{'' if line[0] == '-' else f'R{next(rows)}':4}{line}" for line in lines)
