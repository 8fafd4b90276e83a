"""The shortest text that states a puzzle with all its rules: `53..7....`, `9x9-diagonal:53..7....`, or JSON.

The text states all rules, and the readers accept it. A line without a name has the standard layout of its length.
`NAME:` before a line, or before a grid of several lines, states another layout and constraints without fields:
`9x9-diagonal+anti-knight:`. Every other puzzle needs JSON.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sudokubench.constraints import VARIANTS, Constraint
from sudokubench.errors import UsageError
from sudokubench.formats import line, puzzle_json
from sudokubench.formats.cells import Grid, size_of
from sudokubench.formats.words import CONSTRAINT_WITH_VALUES, UNKNOWN_CONSTRAINT
from sudokubench.layout import Layout
from sudokubench.problem import BoardProblem, constraints_of, layout_of, with_constraints

_NAME = r"[0-9]{1,2}x[0-9]{1,2}(?::[0-9]{1,2}(?=[@:+-]))?(?:@[^\W_]+)?(?:-[a-z]+)*(?:\+[a-z]+(?:-[a-z]+)*)*"
_PREFIX = re.compile(rf"\s*({_NAME}):")


def problem_named(name: str) -> BoardProblem:
    """Return the layout of a name, with the constraints that follow it: `9x9-diagonal+anti-knight`.

    Raises:
        UsageError: The layout or a constraint does not exist, or the constraint needs values.
    """
    layout, *kinds = name.split("+")
    for kind in kinds:
        if kind not in VARIANTS or not VARIANTS[kind].named:
            known = ", ".join(known for known, cls in VARIANTS.items() if cls.named)
            message = CONSTRAINT_WITH_VALUES if kind in VARIANTS else UNKNOWN_CONSTRAINT
            raise UsageError(message.format(kind=kind, name=name, known=known))
    return with_constraints(Layout.named(layout), (VARIANTS[kind].from_json({}) for kind in kinds))


def split_name(text: str) -> tuple[str, str] | None:
    """Return the name in front of a puzzle, and the puzzle; None without a name.

    >>> split_name("9x9-diagonal+anti-knight:53..7")
    ('9x9-diagonal+anti-knight', '53..7')
    """
    match = _PREFIX.match(text)
    return (match[1], text[match.end() :]) if match else None


def write(content: Grid) -> str:
    """Return the shortest of the three texts that states all rules."""
    prefix = _prefix(content.layout, content.constraints)
    if prefix is None or content.forbidden:
        return puzzle_json.write(content)
    return prefix + line.write(content)


def prefix_of(problem: BoardProblem) -> str | None:
    """Return the prefix of a puzzle's line, such as `9x9-diagonal:` or ""; None if a line cannot state its rules."""
    return _prefix(layout_of(problem), constraints_of(problem))


@lru_cache(maxsize=256)
def _prefix(layout: Layout, constraints: tuple[Constraint, ...]) -> str | None:
    name = with_constraints(layout, constraints).name
    if not name:
        return None
    return "" if name == f"{layout.size}x{layout.size}" and size_of(layout.cell_count) else f"{name}:"
