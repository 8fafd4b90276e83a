"""Count: the number of cells that hold one of some digits (Global Constraint Catalogue: among_low_up)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sudokubench.constraints.layers import Layers, layers


@dataclass(frozen=True, slots=True)
class Count:
    """From `low` to `high` of these cells hold one of these digits."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    low: int
    high: int

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether the number of these digits lies between the bounds."""
        return self.low <= sum(value in self.digits for value in values) <= self.high

    def layers(self, size: int) -> Layers:
        """Return the allowed fillings; the states are counts."""

        def step(_: int, count: object, digit: int) -> int | None:
            assert isinstance(count, int)
            new = count + (digit in self.digits)
            return new if new <= self.high else None

        return layers(self.cells, size, 0, step, lambda count: isinstance(count, int) and count >= self.low)
