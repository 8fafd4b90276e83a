"""What each constraint means, written down once more without the package; a new constraint is tested by standing here.

A rule takes the JSON fields of a constraint and a filled grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import isqrt
from typing import Any

import reference

from sudokubench.constraints import AntiKnight, Constraint, Killer
from sudokubench.layout import House, Layout

Rule = Callable[[Mapping[str, Any], reference.Grid], bool]


@dataclass(frozen=True)
class Case:
    """A kind of constraint.

    Attributes:
        rule: Whether a grid, of any size, keeps it.
        samples: Constraints for a 4x4; they name cells below 16 only, so that they can be put onto larger boards, too.
        misplaced: Constraints that cannot be put onto a 4x4, and a part of the reason.
        bad_fields: JSON that is no such constraint.
    """

    rule: Rule
    samples: tuple[Constraint, ...]
    misplaced: tuple[tuple[Constraint, str], ...]
    bad_fields: tuple[dict[str, Any], ...]


def anti_knight(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    n = isqrt(len(grid))
    places = [(row, column) for row in range(n) for column in range(n)]
    return all(
        grid[n * r + c] != grid[n * s + d]
        for (r, c), (s, d) in combinations(places, 2)
        if abs(r - s) * abs(c - d) == 2
    )


def killer(fields: Mapping[str, Any], grid: reference.Grid) -> bool:
    inside = [grid[cell] for cell in fields["cells"]]
    return sum(inside) == fields["total"] and len(set(inside)) == len(inside)


CASES: dict[str, Case] = {
    "anti-knight": Case(
        anti_knight,
        samples=(AntiKnight(),),
        misplaced=(),
        bad_fields=({"cells": []}, {"kind": "anti-knight"}),
    ),
    "killer": Case(
        killer,
        samples=(
            *(Killer((0, 1), total) for total in range(9)), Killer((6,), 3), Killer((0, 5, 10), 6),
            Killer((1, 4, 15), 9), Killer((3, 2, 7), 8), Killer((0, 5, 10, 15), 10),
            Killer((0, 1, 4, 5), 10), Killer((1, 6, 11, 12), 11),
        ),
        misplaced=(
            (Killer((), 0), "its cells must all differ"), (Killer((3, 3), 6), "its cells must all differ"),
            (Killer((0, 16), 5), "from 0 to 15"), (Killer((-1, 0), 5), "from 0 to 15"),
            (Killer((0, 1, 2, 3, 4), 15), "5 cells cannot all differ with 4 digits"),
        ),
        bad_fields=(
            {}, {"cells": [0, 1]}, {"total": 3}, {"cells": [0, 1], "total": 3, "sum": 3}, {"cells": 0, "total": 3},
            {"cells": "01", "total": 3}, {"cells": [0, True], "total": 3}, {"cells": [0, 1.0], "total": 3},
            {"cells": [0, 1], "total": None}, {"cells": [0, 1], "total": True}, {"cells": [[0]], "total": 3},
        ),
    ),
}  # fmt: skip

SAMPLES = [sample for case in CASES.values() for sample in case.samples]
JIGSAW = Layout(4, (0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3), "1234")
LAYOUTS = {
    "4x4": Layout.standard(4),
    "4x4-diagonal": Layout.named("4x4-diagonal"),
    "jigsaw": JIGSAW,
    "small house": Layout(4, Layout.standard(4).boxes, "1234", (House("X", (0, 6)),)),
}
"""Layouts of 4x4."""


def keeps(constraint: Constraint, grid: reference.Grid) -> bool:
    """Whether a filled grid keeps a constraint, by the rule written here."""
    return CASES[constraint.kind].rule(constraint.to_json(), grid)


@cache
def grids(layout: Layout) -> tuple[reference.Grid, ...]:
    """All full grids of a layout by brute force; houses are made without the layout's own tables."""
    n = layout.size
    boxes = [[cell for cell in range(n * n) if layout.boxes[cell] == box] for box in range(n)]
    houses = reference.rows_and_columns(n) + boxes + [list(house.cells) for house in layout.extra]
    return tuple(reference.solutions([0] * n * n, houses))


def kept(layout: Layout, constraints: tuple[Constraint, ...]) -> Iterator[reference.Grid]:
    """The full grids that keep constraints."""
    return (grid for grid in grids(layout) if all(keeps(constraint, grid) for constraint in constraints))
