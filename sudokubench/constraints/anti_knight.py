"""Anti-knight: cells a knight's move apart hold different digits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sudokubench.constraints.base import AllDifferent
from sudokubench.constraints.words import ANTI_KNIGHT, KNIGHT_PAIR, NO_FIELDS
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.words import Sentence, Words

_MOVES = ((1, -2), (1, 2), (2, -1), (2, 1))
"""Moves of a knight, downwards; every pair of cells is reached from its upper cell."""


@dataclass(frozen=True, slots=True)
class AntiKnight:
    """Cells a knight's move apart, anywhere on the board, hold different digits."""

    kind: ClassVar[str] = "anti-knight"
    named: ClassVar[bool] = True

    def refuse(self, layout: Layout) -> Words | None:
        """Return None: every layout fits. In a layout without knight's moves the constraint has no effect."""
        return None

    def fault(self, layout: Layout, digits: Sequence[int]) -> str | None:
        """See `Constraint`."""
        n = layout.size
        for cell, digit in enumerate(digits):
            for other in range(cell + 1, min(cell + 2 * n + 2, n * n)):
                apart = {other // n - cell // n, abs(other % n - cell % n)}
                if apart == {1, 2} and digits[other] == digit:
                    one, two = layout.cell_name(cell), layout.cell_name(other)
                    return Sentence(KNIGHT_PAIR.format(one=one, other=two, digit=digit))
        return None

    def statements(self, layout: Layout) -> Iterator[AllDifferent]:
        """Return a pair of cells for each move: 224 on a 9x9."""
        n = layout.size
        for cell in range(n * n):
            for down, right in _MOVES:
                row, column = cell // n + down, cell % n + right
                if row < n and 0 <= column < n:
                    yield AllDifferent((cell, n * row + column))

    def describe(self, layout: Layout) -> Words:
        """See `Constraint`."""
        return ANTI_KNIGHT

    def to_json(self) -> dict[str, Any]:
        """Return no values: there are none."""
        return {}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> AntiKnight:
        """See `Constraint`."""
        if fields:
            raise UsageError(NO_FIELDS.format(fields=", ".join(map(str, fields))))
        return cls()
