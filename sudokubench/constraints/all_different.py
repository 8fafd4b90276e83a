"""AllDifferent: no digit occurs twice in some cells (Global Constraint Catalogue: alldifferent)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sudokubench.constraints.layers import Layers, layers


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """The digits of these cells all differ."""

    cells: tuple[int, ...]

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether the digits of the cells all differ."""
        return len(set(values)) == len(values)

    def layers(self, size: int) -> Layers:
        """Return the allowed fillings. The states are sets of digits: at most 2^size."""

        def step(_: int, used: object, digit: int) -> int | None:
            assert isinstance(used, int)
            return None if used >> digit & 1 else used | 1 << digit

        return layers(self.cells, size, 0, step, lambda used: True)
