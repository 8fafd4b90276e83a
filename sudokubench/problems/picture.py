"""Solutions as text: tilings with the borders of their pieces, queens on their squares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sudokubench.answer import Solution
from sudokubench.problem import ExactCover

_CELL = re.compile(r"R([0-9]+)C([0-9]+)")

_CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Box-drawing characters by the sum of 1 (a line goes up), 2 (down), 4 (left) and 8 (right)."""


def render(problem: ExactCover, solution: Solution) -> str:
    r"""A picture of a solution; for a cover that lies on no grid, the names of its options.

    Cells are recognised by names like R1C2. Where items are cells, options are pieces and get borders, and a cell
    that no piece covers is shaded; where only options name cells, those chosen are marked.

    >>> from sudokubench.problems import named
    >>> print(render(named("queens:4"), (1, 7, 8, 14)))
    . ♛ . .
    . . . ♛
    ♛ . . .
    . . ♛ .
    """
    items, options = problem.items, problem.option_names
    if cells := _cells(items):
        owner = {
            cell: i for i, o in enumerate(solution) for cell in _cells(items[k] for k in problem.options[o])
        }
        return _bordered(owner, *_extent(cells))
    if len(cells := _cells(options)) == len(options) > 0:
        marked = set(_cells(options[option] for option in solution))
        rows, columns = _extent(cells)
        lines = [
            ["♛" if (row, column) in marked else "." for column in range(columns)] for row in range(rows)
        ]
        return "\n".join(map(" ".join, lines))
    return " ".join(options[option] for option in solution)


def _cells(names: Iterable[str]) -> list[tuple[int, int]]:
    """The cells (row, column), from 0, among some names."""
    matches = filter(None, map(_CELL.fullmatch, names))
    return [(int(match[1]) - 1, int(match[2]) - 1) for match in matches]


def _extent(cells: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The number of rows and of columns that hold these cells."""
    rows, columns = zip(*cells, strict=True)
    return max(rows) + 1, max(columns) + 1


def _bordered(owner: Mapping[tuple[int, int], int], rows: int, columns: int) -> str:
    """A grid in which lines run wherever the pieces of two neighbours differ. Outside lies piece -1."""

    def of(row: int, column: int) -> int:
        inside = 0 <= row < rows and 0 <= column < columns
        return owner.get((row, column), -2) if inside else -1

    lines = []
    for row in range(rows + 1):
        above, inside = [], []
        for column in range(columns + 1):
            upper_left, upper_right = of(row - 1, column - 1), of(row - 1, column)
            lower_left, lower_right = of(row, column - 1), of(row, column)
            corner = (
                (upper_left != upper_right)
                + 2 * (lower_left != lower_right)
                + 4 * (upper_left != lower_left)
                + 8 * (upper_right != lower_right)
            )
            above.append(_CORNERS[corner] + ("───" if upper_right != lower_right else "   "))
            inside.append(
                ("│" if lower_left != lower_right else " ") + ("░░░" if lower_right == -2 else "   ")
            )
        lines += ["".join(above).rstrip(), "".join(inside).rstrip()]
    return "\n".join(lines[:-1])
