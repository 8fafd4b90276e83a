"""The settings of a search, and the limits of a trace. The command line loads this module, so it imports nothing."""

from __future__ import annotations

from typing import Literal

Branching = Literal["mrv", "domwdeg", "entropy", "gain", "first"]
"""How to choose the item to try: fewest options; fewest options per failure weight; smallest entropy by search history;
largest information gain of a trial; the first item."""
Items = Literal["cells", "all"]
"""The items that may be tried: the digits of a cell; with `all` also the places of a digit in a house where they are
fewer.

Houses give mostly hidden singles, which the rules find: trying their places needs more nodes."""
Ties = Literal["first", "degree", "weights", "drop", "shape"]
"""How to choose among equal items: the first; most empty peers; largest failure weights; largest expected drop of
entropy, of the first six; largest drop of all, then most empty peers (this hardly depends on the board's
orientation)."""

Order = Literal["teaching", "se", "hodoku"]
"""The orders of rules. `teaching`: for explanations, a pattern with a name before the general one. `se`: Sudoku
Explainer's order, which has fewer rules. `hodoku`: HoDoKu's order."""

SINGLES = ("full_house", "naked_single", "hidden_single_box", "hidden_single_line")
_LOCKED = (*SINGLES, "pointing", "claiming")
_SUBSETS = (*_LOCKED, "naked_pair", "hidden_pair", "naked_triple", "hidden_triple")
SETS: dict[str, tuple[str, ...]] = {"singles": SINGLES, "locked": _LOCKED, "subsets": _SUBSETS}
"""Sets of rules by name. All rules are monotone, so the fixpoint does not depend on their order."""

MOST_STEPS = 1_000
"""Default number of steps of a shown trace of an exact cover."""
MAX_BYTES = 32 << 20
"""Largest size of a trace that is read, in bytes."""
