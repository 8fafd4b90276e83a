"""Relation: the pairs of digits that two cells may hold (Global Constraint Catalogue: in_relation)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sudokubench.constraints.layers import Layers, layers


@dataclass(frozen=True, slots=True)
class Relation:
    """The digits of two cells form one of these pairs.

    Attributes:
        pairs: The allowed digits of the first and the second cell, ascending.
    """

    cells: tuple[int, int]
    pairs: tuple[tuple[int, int], ...]

    @classmethod
    def where(cls, first: int, second: int, size: int, allowed: Callable[[int, int], bool]) -> Relation:
        """Return the relation of two cells that allows the pairs of digits for which `allowed` is true."""
        digits = range(1, size + 1)
        return cls((first, second), tuple((a, b) for a in digits for b in digits if allowed(a, b)))

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether the digits of the cells form an allowed pair."""
        return tuple(values) in self.pairs

    def layers(self, size: int) -> Layers:
        """Return the allowed fillings."""
        pairs = frozenset(self.pairs)

        def step(k: int, state: object, digit: int) -> object:
            return digit if k == 0 or (state, digit) in pairs else None

        return layers(self.cells, size, 0, step, lambda state: True)
