"""What may be chosen of a search, and how long a trace may be: loaded by the command line, so it loads nothing."""

from __future__ import annotations

from typing import Literal

Branching = Literal["mrv", "domwdeg", "entropy", "gain", "first"]
"""Which item is tried: the fewest options; fewest options per failure weight; the smallest entropy by search
history; the largest information gain of a trial; simply the first."""
Items = Literal["cells", "all"]
"""What is tried: the digits of a cell; with `all` also the places of a digit in a house where they are fewer.

Hidden singles, which the rules find, are most of what houses have to give: trying their places needs more nodes."""
Ties = Literal["first", "degree", "weights", "drop", "shape"]
"""Among equal items: the first; most empty peers; largest failure weights; largest expected drop of entropy of the
first six; of all, then most empty peers, so that hardly anything depends on how the board is turned."""

Order = Literal["teaching", "se", "hodoku"]
"""Of rules: for explanations, the pattern with a name before the general one; that of Sudoku Explainer, which knows
fewer; that of HoDoKu."""

SINGLES = ("full_house", "naked_single", "hidden_single_box", "hidden_single_line")
_LOCKED = (*SINGLES, "pointing", "claiming")
_SUBSETS = (*_LOCKED, "naked_pair", "hidden_pair", "naked_triple", "hidden_triple")
SETS: dict[str, tuple[str, ...]] = {"singles": SINGLES, "locked": _LOCKED, "subsets": _SUBSETS}
"""Rules by the name of a set; all of them monotone, so the fixpoint does not depend on their order."""

MOST_STEPS = 1_000
"""Of a trace of an exact cover that is shown, if nothing else is said."""
MAX_BYTES = 32 << 20
"""Of a trace that is read."""
