"""Five of the six kinds of statements: AllDifferent, Count, Linear, Relation and AllowedTuples; see also `regular`.

The Global Constraint Catalogue calls them alldifferent, among_low_up, scalar_product and (the last two) in_relation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
        """Return the allowed fillings. A state of the automaton is the set of digits so far: at most 2^size states."""

        def step(_: int, used: int, digit: int) -> int | None:
            return None if used >> digit & 1 else used | 1 << digit

        return layers(self.cells, size, 0, step, lambda _: True)


@dataclass(frozen=True, slots=True)
class Count:
    """From `low` to `high` of these cells hold one of these digits."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    low: int
    high: int

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether the number of cells with such a digit lies between the bounds."""
        return self.low <= sum(value in self.digits for value in values) <= self.high

    def layers(self, size: int) -> Layers:
        """Return the allowed fillings. A state of the automaton is the count so far."""

        def step(_: int, count: int, digit: int) -> int | None:
            new = count + (digit in self.digits)
            return new if new <= self.high else None

        return layers(self.cells, size, 0, step, lambda count: count >= self.low)


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
        """Return the allowed fillings. A state of the automaton is a partial sum that can still reach the bounds."""
        least, most = [0], [0]
        for c in reversed(self.coefficients):
            least.append(least[-1] + min(c, c * size))
            most.append(most[-1] + max(c, c * size))

        def step(k: int, total: int, digit: int) -> int | None:
            new, behind = total + self.coefficients[k] * digit, len(self.cells) - k - 1
            return new if self.low - most[behind] <= new <= self.high - least[behind] else None

        return layers(self.cells, size, 0, step, lambda _: True)


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
        """Return the allowed fillings. A state of the automaton is the digit of the first cell."""
        pairs = frozenset(self.pairs)

        def step(k: int, first: int, digit: int) -> int | None:
            return digit if k == 0 or (first, digit) in pairs else None

        return layers(self.cells, size, 0, step, lambda _: True)


@dataclass(frozen=True, slots=True)
class AllowedTuples:
    """The digits of these cells form one of these tuples, each with a digit for every cell."""

    cells: tuple[int, ...]
    tuples: tuple[tuple[int, ...], ...]

    def holds(self, values: Sequence[int]) -> bool:
        """Return whether the digits of the cells form an allowed tuple."""
        return tuple(values) in self.tuples

    def layers(self, size: int) -> Layers:
        """Return the allowed fillings. A state of the automaton is the beginning of a tuple."""
        begun = {row[:k] for row in self.tuples for k in range(len(row) + 1)}

        def step(_: int, prefix: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
            return longer if (longer := (*prefix, digit)) in begun else None

        return layers(self.cells, size, tuple[int, ...](), step, lambda _: True)
