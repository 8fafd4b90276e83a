"""Rules of a puzzle in addition to its houses: six kinds of statements, and the variants that are made of them.

To add a variant, write one row of `_TABLE` in `variants.py`.
"""

from __future__ import annotations

from sudokubench.constraints.base import Constraint, Statement, impossible_sum
from sudokubench.constraints.regular import Regular
from sudokubench.constraints.rule import VariantRule
from sudokubench.constraints.statements import AllDifferent, AllowedTuples, Count, Linear, Relation
from sudokubench.constraints.variants import VARIANTS

__all__ = [
    "STATEMENTS", "VARIANTS", "AllDifferent", "AllowedTuples", "AntiKnight", "Constraint", "Count", "Killer", "Linear",
    "Regular", "Relation", "Statement", "VariantRule", "impossible_sum",
]  # fmt: skip

STATEMENTS = frozenset({AllDifferent, Linear, Relation, Regular, AllowedTuples, Count})
"""The six kinds of statements."""


def Killer(cells: tuple[int, ...], total: int) -> VariantRule:
    """Return a killer cage: the digits of its cells differ and add up to a total. New code uses `VARIANTS`."""
    return VARIANTS["killer"](cells=cells, total=total)


def AntiKnight() -> VariantRule:
    """Return the rule that cells a knight's move apart hold different digits. New code uses `VARIANTS`."""
    return VARIANTS["anti-knight"]()
