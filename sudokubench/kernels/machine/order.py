"""The rules of the machine in the order of ratings, by number."""

from __future__ import annotations

import numpy as np

RULES = (
    "full_house", "hidden_single_box", "hidden_single_line", "direct_pointing", "direct_claiming", "direct_hidden_pair",
    "naked_single", "direct_hidden_triple", "pointing", "claiming", "naked_pair", "x_wing", "hidden_pair",
    "naked_triple", "swordfish", "hidden_triple", "xy_wing", "xyz_wing", "unique_rectangle_1", "unique_rectangle_2",
    "unique_rectangle_4", "unique_rectangle_3", "unique_loop_1", "unique_loop_2", "unique_loop_4",
    "naked_quad", "jellyfish", "hidden_quad", "bug_plus_1", "bug_2", "bug_4", "bug_3", "aligned_pair", "x_chain",
    "y_cycle", "aic", "aligned_triplet",
)  # fmt: skip
"""What it knows, in its order. A rule is tried only where those before it find nothing, and relies on that."""
(
    FULL_HOUSE, IN_BOX, IN_LINE, DIRECT_POINTING, DIRECT_CLAIMING, DIRECT_PAIR, NAKED_SINGLE, DIRECT_TRIPLE,
    POINTING, CLAIMING, NAKED_PAIR, X_WING, HIDDEN_PAIR, NAKED_TRIPLE, SWORDFISH, HIDDEN_TRIPLE, XY_WING,
    XYZ_WING, RECTANGLE_1, RECTANGLE_2, RECTANGLE_4, RECTANGLE_3, LOOP_1, LOOP_2, LOOP_4, NAKED_QUAD,
    JELLYFISH, HIDDEN_QUAD, BUG_1, BUG_2, BUG_4, BUG_3, PAIR, X_CHAIN, Y_CYCLE, AIC, TRIPLET,
) = range(len(RULES))  # fmt: skip

NAKED, HIDDEN, FISH, DIRECT = range(4)
SUBSET = np.zeros((len(RULES), 2), np.int64)
"""What kind of a subset a rule looks for, and of which size."""
for _rule, _what in {
    DIRECT_PAIR: (DIRECT, 2), DIRECT_TRIPLE: (DIRECT, 3), NAKED_PAIR: (NAKED, 2), X_WING: (FISH, 2),
    HIDDEN_PAIR: (HIDDEN, 2), NAKED_TRIPLE: (NAKED, 3), SWORDFISH: (FISH, 3), HIDDEN_TRIPLE: (HIDDEN, 3),
    NAKED_QUAD: (NAKED, 4), JELLYFISH: (FISH, 4), HIDDEN_QUAD: (HIDDEN, 4),
}.items():  # fmt: skip
    SUBSET[_rule] = _what
