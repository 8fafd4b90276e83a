"""What a constraint is, and the statements in which it says itself to engines.

A constraint is what a puzzle asks besides its houses. It is a value, checks a filled grid by itself, and says itself in
statements. These are few, so that each language (exact cover, clauses, linear sums ...) translates statements and never
a constraint; an engine names the types of statements that it understands, and is not given any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

from sudokubench.layout import Layout


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """The digits of these cells all differ."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The digits of these cells add up to a total. They may repeat as far as nothing else forbids it."""

    cells: tuple[int, ...]
    total: int


def impossible_sum(statements: Iterable[object], size: int, digits: Sequence[int]) -> tuple[int, int] | None:
    """Return the least and the largest sum of cells whose stated total lies outside; None if no total does.

    Args:
        statements: Those of one constraint.
        size: Of the board: its digits are 1 to `size`.
        digits: Of the board, 0 where blank.
    """
    known = list(statements)
    differ = [set(one.cells) for one in known if isinstance(one, AllDifferent)]
    for one in known:
        if not isinstance(one, Sum):
            continue
        given = [digits[cell] for cell in one.cells if digits[cell]]
        blanks = len(one.cells) - len(given)
        if any(cells >= {*one.cells} for cells in differ):
            free = [digit for digit in range(1, size + 1) if digit not in given]
        else:
            free = [1] * blanks + [size] * blanks
        least, most = (sum(given) + sum(part) for part in (free[:blanks], free[len(free) - blanks :]))
        if not least <= one.total <= most:
            return least, most
    return None


class Constraint(Protocol):
    """One rule of a puzzle. Implementations are frozen dataclasses of plain values, so that they compare and hash."""

    kind: ClassVar[str]
    """What it is called in JSON and in messages, such as `killer`."""

    named: ClassVar[bool]
    """Whether the kind says all, so that `9x9+KIND` names it."""

    def __hash__(self) -> int: ...

    def refuse(self, layout: Layout) -> str | None:
        """Why it cannot be put onto a layout, or None if it can."""
        ...

    def fault(self, layout: Layout, digits: Sequence[int]) -> str | None:
        """What a filled grid does wrong, or None. It asks no engine and shares nothing with `statements`.

        Args:
            layout: The layout of the grid.
            digits: A digit from 1 for each cell.
        """
        ...

    def statements(self, layout: Layout) -> Iterable[object]:
        """The same in statements: it holds in a full grid exactly if all of them do."""
        ...

    def describe(self, layout: Layout) -> str:
        """What a message calls it."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Its values, without the kind."""
        ...

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`.

        Raises:
            UsageError: Fields that are missing, foreign, or of the wrong type.
        """
        ...


def cells_fault(cells: tuple[int, ...], layout: Layout, least: int) -> str | None:
    """Why cells cannot be those of a constraint, or None."""
    if len(set(cells)) < len(cells) or len(cells) < least:
        return f"it needs {least} different cells or more"
    if not 0 <= min(cells) <= max(cells) < layout.cell_count:
        return f"its cells must lie from 0 to {layout.cell_count - 1}"
    return None
