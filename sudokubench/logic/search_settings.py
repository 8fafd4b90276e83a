"""Settings of the limited search by name: which item it tries, how it breaks ties, which rules it applies.

The command line loads this module, so it imports no other module of the package.
"""

from __future__ import annotations

from typing import Literal

Branching = Literal["mrv", "domwdeg", "entropy", "gain", "first"]
"""How to choose the item to try: `mrv`, fewest options; `domwdeg`, fewest options per failure weight; `entropy`,
smallest entropy by search history; `gain`, largest mean drop of entropy by a trial, among items with few options;
`first`, the first cell. `gain` and `first` leave no ties."""
Items = Literal["cells", "all"]
"""The items that may be tried. `cells`: the digits of a cell. `all`: also the places of a digit in a house, if they are
fewer. `all` needs more nodes on most sets of puzzles: with two candidates left, a digit of a cell excludes more than a
place in a house."""
Ties = Literal["first", "degree", "weights", "drop", "shape"]
"""How to choose among equal items: `first`, the first; `degree`, most empty peers; `weights`, largest failure weights;
`drop`, largest expected drop of entropy among the first six; `shape`, largest drop among all, then most empty peers
(this hardly depends on the orientation of the board)."""

Order = Literal["teaching", "se", "hodoku"]
"""The orders of rules. `teaching`: for explanations, with a named pattern before the general rule. `se`: Sudoku
Explainer's order, which has fewer rules. `hodoku`: HoDoKu's order."""

SINGLES = ("full_house", "naked_single", "hidden_single_box", "hidden_single_line")
_LOCKED = (*SINGLES, "pointing", "claiming")
_SUBSETS = (*_LOCKED, "naked_pair", "hidden_pair", "naked_triple", "hidden_triple")
SETS: dict[str, tuple[str, ...]] = {"singles": SINGLES, "locked": _LOCKED, "subsets": _SUBSETS}
"""Sets of rules by name. All rules are monotone, so the fixpoint does not depend on their order."""
