"""Killer cages: cells whose digits differ and add up to a total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sudokubench.constraints.base import AllDifferent, Sum, cells_fault
from sudokubench.constraints.words import CAGE_SUM, CAGE_TWICE, KILLER_CAGE, KILLER_FIELDS, TOO_MANY_CELLS
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.words import Sentence, Words


@dataclass(frozen=True, slots=True)
class Killer:
    """One cage.

    Attributes:
        cells: Its cells, ascending.
        total: Sum of their digits, which all differ. An impossible total leaves no solution.
    """

    cells: tuple[int, ...]
    total: int

    kind: ClassVar[str] = "killer"
    named: ClassVar[bool] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    def refuse(self, layout: Layout) -> Words | None:
        """Return a reason unless the cage has at least one cell and not more cells than the layout has digits."""
        if len(self.cells) > layout.size:
            return TOO_MANY_CELLS.format(cells=len(self.cells), digits=layout.size)
        return cells_fault(self.cells, layout, 1)

    def fault(self, layout: Layout, digits: Sequence[int]) -> str | None:
        """See `Constraint`."""
        inside = [digits[cell] for cell in self.cells]
        if len(set(inside)) < len(inside):
            return Sentence(CAGE_TWICE.format(cage=self.describe(layout)))
        if sum(inside) != self.total:
            return Sentence(CAGE_SUM.format(cage=self.describe(layout), sum=sum(inside)))
        return None

    def statements(self, layout: Layout) -> Iterator[AllDifferent | Sum]:
        """See `Constraint`."""
        yield AllDifferent(self.cells)
        yield Sum(self.cells, self.total)

    def describe(self, layout: Layout) -> Words:
        """Return a name such as `the killer cage R1C1 R1C2 = 10`."""
        return KILLER_CAGE.format(cells=" ".join(map(layout.cell_name, self.cells)), total=self.total)

    def to_json(self) -> dict[str, Any]:
        """See `Constraint`."""
        return {"cells": list(self.cells), "total": self.total}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Killer:
        """See `Constraint`."""
        cells, total = fields.get("cells"), fields.get("total")
        whole = isinstance(cells, list) and all(type(value) is int for value in (*cells, total))
        if fields.keys() != {"cells", "total"} or not whole:
            raise UsageError(KILLER_FIELDS)
        return cls(tuple(cells or ()), int(total or 0))
