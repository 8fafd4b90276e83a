"""Linear: a weighted sum of digits lies between two bounds (Global Constraint Catalogue: scalar_product)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sudokubench.constraints.layers import Layers, layers


@dataclass(frozen=True, slots=True)
class Linear:
    """The digits of these cells, each times its coefficient, add up to a number from `low` to `high`.

    Digits may repeat unless another rule forbids it. A comparison of two sums is a sum with negative coefficients.
    """

    cells: tuple[int, ...]
    coefficients: tuple[int, ...]
    low: int
    high: int

    @classmethod
    def sum(cls, cells: tuple[int, ...], total: int) -> Linear:
        """Return the statement that some cells add up to a total."""
        return cls(cells, (1,) * len(cells), total, total)

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether the weighted sum of the digits lies between the bounds."""
        total = sum(c * value for c, value in zip(self.coefficients, values, strict=True))
        return self.low <= total <= self.high

    def layers(self, size: int) -> Layers:
        """Return the allowed fillings; the states are partial sums from which the bounds can still be reached."""
        least, most = [0], [0]
        for c in reversed(self.coefficients):
            least.append(least[-1] + min(c, c * size))
            most.append(most[-1] + max(c, c * size))

        def step(k: int, total: object, digit: int) -> int | None:
            assert isinstance(total, int)
            new, behind = total + self.coefficients[k] * digit, len(self.cells) - k - 1
            return new if self.low - most[behind] <= new <= self.high - least[behind] else None

        return layers(self.cells, size, 0, step, lambda total: True)
