"""Transform boards without changing their number of solutions, and decide which boards are equivalent.

>>> from sudokubench import Board
>>> from sudokubench.symmetry import canonical, equivalent
>>> one, other = Board.parse("12..34......4..."), Board.parse("..........12.134")
>>> equivalent(one, other)(one) == other
True
>>> str(canonical(one).board) == str(canonical(other).board)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sudokubench.symmetry.group import Symmetry, random_symmetry

if TYPE_CHECKING:
    from sudokubench.symmetry.forms import (
        Canonical,
        automorphisms,
        canonical,
        canonical_digits,
        canonical_many,
        equivalent,
    )

__all__ = [
    "Canonical", "Symmetry", "automorphisms", "canonical", "canonical_digits", "canonical_many", "equivalent",
    "random_symmetry",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sudokubench.symmetry import forms  # loads engines, which `random_symmetry` does not need

    return getattr(forms, name)
