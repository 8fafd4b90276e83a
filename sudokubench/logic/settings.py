"""The settings of a search, and the limits of a trace. The command line loads this module, so it imports nothing."""

from __future__ import annotations

from typing import Literal

Branching = Literal["mrv", "domwdeg", "entropy", "gain", "first"]
"""Ways to choose the item to try: fewest options; fewest options per failure weight; smallest entropy by search
history; largest information gain of a trial; the first."""
Items = Literal["cells", "all"]
"""The items that may be tried: the digits of a cell; with `all` also the places of a digit in a house where they are
fewer.

Houses give mostly hidden singles, which the rules find: trying their places needs more nodes."""
Ties = Literal["first", "degree", "weights", "drop", "shape"]
"""The choice among equal items: the first; most empty peers; largest failure weights; largest expected drop of entropy
of the first six; the largest drop of all, then most empty peers, so that hardly anything depends on how the board is
turned."""

Order = Literal["teaching", "se", "hodoku"]
"""The orders of rules: for explanations, a pattern with a name before the general one; Sudoku Explainer's order, which
has fewer rules; HoDoKu's order."""

SINGLES = ("full_house", "naked_single", "hidden_single_box", "hidden_single_line")
_LOCKED = (*SINGLES, "pointing", "claiming")
_SUBSETS = (*_LOCKED, "naked_pair", "hidden_pair", "naked_triple", "hidden_triple")
SETS: dict[str, tuple[str, ...]] = {"singles": SINGLES, "locked": _LOCKED, "subsets": _SUBSETS}
"""Rules by the name of a set; all of them are monotone, so the fixpoint does not depend on their order."""

MOST_STEPS = 1_000
"""Default number of steps of a trace of an exact cover that is shown."""
MAX_BYTES = 32 << 20
"""Largest size of a trace that is read, in bytes."""
