"""AllowedTuples: a list of the fillings that some cells may have (Global Constraint Catalogue: in_relation)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sudokubench.constraints.layers import Layers, layers


@dataclass(frozen=True, slots=True)
class AllowedTuples:
    """The digits of these cells form one of these tuples, each with a digit for every cell."""

    cells: tuple[int, ...]
    tuples: tuple[tuple[int, ...], ...]

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether the digits of the cells form an allowed tuple."""
        return tuple(values) in self.tuples

    def layers(self, size: int) -> Layers:
        """Return the allowed fillings; the states are the beginnings of tuples."""
        begun = {row[:k] for row in self.tuples for k in range(len(row) + 1)}

        def step(_: int, prefix: object, digit: int) -> object:
            assert isinstance(prefix, tuple)
            return longer if (longer := (*prefix, digit)) in begun else None

        return layers(self.cells, size, (), step, lambda prefix: True)
