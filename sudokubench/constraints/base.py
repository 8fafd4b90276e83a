"""Constraints, and the statements in which they are passed to engines.

A constraint is a rule of a puzzle in addition to its houses. It is a value, checks a filled grid by itself, and
expresses itself in statements. There are few types of statements, so each language (exact cover, clauses, linear
sums ...) translates statements and never a constraint. An engine names the types that it understands and gets no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

from sudokubench.constraints.words import CELLS_OUTSIDE, TOO_FEW_CELLS
from sudokubench.layout import Layout
from sudokubench.words import Words


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """The digits of these cells all differ."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The digits of these cells add up to a total. They may repeat unless another rule forbids it."""

    cells: tuple[int, ...]
    total: int


def impossible_sum(statements: Iterable[object], size: int, digits: Sequence[int]) -> tuple[int, int] | None:
    """Return the least and the largest possible sum of the first cells with an impossible total; None if there are
    none.

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
    """One rule of a puzzle. Implementations are frozen dataclasses of plain values, so they compare and hash."""

    kind: ClassVar[str]
    """Name of the kind in JSON and in messages, such as `killer`."""

    named: ClassVar[bool]
    """Whether the kind has no values, so that `9x9+KIND` names it."""

    def __hash__(self) -> int: ...

    def refuse(self, layout: Layout) -> Words | None:
        """Return why the constraint does not fit a layout, or None if it fits."""
        ...

    def fault(self, layout: Layout, digits: Sequence[int]) -> str | None:
        """Return how a filled grid breaks the constraint, or None. This check uses no engine and no `statements`.

        Args:
            layout: The layout of the grid.
            digits: A digit from 1 for each cell.
        """
        ...

    def statements(self, layout: Layout) -> Iterable[object]:
        """Return the constraint as statements: it holds in a full grid exactly if all of them hold."""
        ...

    def describe(self, layout: Layout) -> Words:
        """Return the name of the constraint in messages."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return the values, without the kind."""
        ...

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Self:
        """Make the constraint from what `to_json` returned.

        Raises:
            UsageError: A field is missing, unknown or of the wrong type.
        """
        ...


def cells_fault(cells: tuple[int, ...], layout: Layout, least: int) -> Words | None:
    """Return why a constraint cannot have these cells, or None if it can."""
    if len(set(cells)) < len(cells) or len(cells) < least:
        return TOO_FEW_CELLS.format(least=least)
    if not 0 <= min(cells) <= max(cells) < layout.cell_count:
        return CELLS_OUTSIDE.format(last=layout.cell_count - 1)
    return None
