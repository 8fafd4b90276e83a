"""The interfaces that each constraint and each kind of statement implements; and the check for impossible sums.

A constraint is a value, such as one thermometer. It makes statements of the six kinds, so each engine translates
statements and never a constraint. An engine names the kinds that it understands and gets no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from sudokubench.constraints.layers import Layers
from sudokubench.constraints.statements import AllDifferent, Linear
from sudokubench.layout import Layout
from sudokubench.words import Words


class Statement(Protocol):
    """One of the six kinds: a condition on the digits of some cells."""

    def __hash__(self) -> int: ...

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells, in the order in which `holds` and `layers` take them."""
        ...

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether digits, one for each cell, keep the condition. This is its definition and uses no engine."""
        ...

    def layers(self, size: int) -> Layers:
        """Return the allowed fillings of the cells with digits from 1 to `size`.

        Raises:
            UsageError: The fillings need more than `layers.MOST_EDGES` edges.
        """
        ...


def impossible_sum(statements: Iterable[object], size: int, digits: Sequence[int]) -> tuple[int, int] | None:
    """Find the first sum whose total is out of reach; return the least and the largest sum that its cells can reach.

    Return None if there is no such sum. The function examines only sums without coefficients, and treats every total
    between the two bounds as possible.

    Args:
        statements: The statements of one constraint.
        size: The digits are 1 to `size`.
        digits: The digits of the board, 0 where blank.
    """
    known = list(statements)
    differ = [set(one.cells) for one in known if isinstance(one, AllDifferent)]
    for one in known:
        if not (isinstance(one, Linear) and {*one.coefficients} == {1} and one.low == one.high):
            continue
        given = [digits[cell] for cell in one.cells if digits[cell]]
        blanks = len(one.cells) - len(given)
        if any(cells >= {*one.cells} for cells in differ):
            free = [digit for digit in range(1, size + 1) if digit not in given]
        else:
            free = [1] * blanks + [size] * blanks
        least, most = (sum(given) + sum(part) for part in (free[:blanks], free[len(free) - blanks :]))
        if not least <= one.low <= most:
            return least, most
    return None


class Constraint(Protocol):
    """One rule of a puzzle. Implementations are frozen dataclasses of plain values, so they compare and hash."""

    @property
    def kind(self) -> str:
        """Name of the kind in JSON and in messages, such as `killer`."""
        ...

    @property
    def named(self) -> bool:
        """Whether `9x9+KIND` names the constraint; a kind with fields has no such name."""
        ...

    def __hash__(self) -> int: ...

    def refuse(self, layout: Layout) -> Words | None:
        """Return why the constraint does not fit a layout, or None if it fits."""
        ...

    def fault(self, layout: Layout, digits: Sequence[int]) -> str | None:
        """Return how a filled grid breaks the constraint, or None; `digits` are the digits of the cells, 1 to size."""
        ...

    def statements(self, layout: Layout) -> Iterable[Any]:
        """Return the constraint as statements: it holds in a full grid exactly if all of them hold."""
        ...

    def describe(self, layout: Layout) -> Words:
        """Return the name of the constraint in messages."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return the values of the constraint, without its kind."""
        ...
