"""The rules of the machine, each with its family, in two orders: the order of ratings and HoDoKu's order."""

from __future__ import annotations

import numpy as np

(SINGLE, LOCKED, DIRECT, NAKED, HIDDEN, FISH, WING, RECTANGLE, LOOP, BUG, ALIGNED, CHAIN, IMPLIED,
 LOCKED_SET, NAKED_SET, REMOTE_PAIR, TURBOT, DUAL_KITE, EMPTY, DUAL_EMPTY, W_WING, FURTHER, AVOIDABLE, FINNED,
 SASHIMI, SUE_DE_COQ, LARGEST_CHAIN, NICE_LOOP) = range(28)  # fmt: skip
"""Families of rules; those from `LOCKED_SET` on occur only in HoDoKu's order. Below, each rule has a family and a
variant: a size, the number of a type, or one of the following constants."""
FULL_HOUSE, IN_BOX, IN_LINE, NAKED_SINGLE = range(4)
POINTING, CLAIMING, DIRECT_POINTING = range(3)
SKYSCRAPER, KITE, ANY_TURBOT = range(3)
X_CHAIN, Y_CYCLE, AIC = range(3)
HIDDEN_RECTANGLE = 0

_WHICH = {
    "full_house": (SINGLE, FULL_HOUSE), "hidden_single_box": (SINGLE, IN_BOX), "hidden_single_line": (SINGLE, IN_LINE),
    "direct_pointing": (LOCKED, DIRECT_POINTING), "direct_claiming": (IMPLIED, 0),  # direct pointing also finds these
    "direct_hidden_pair": (DIRECT, 2), "naked_single": (SINGLE, NAKED_SINGLE), "direct_hidden_triple": (DIRECT, 3),
    "pointing": (LOCKED, POINTING), "claiming": (LOCKED, CLAIMING), "naked_pair": (NAKED, 2), "x_wing": (FISH, 2),
    "hidden_pair": (HIDDEN, 2), "naked_triple": (NAKED, 3), "swordfish": (FISH, 3), "hidden_triple": (HIDDEN, 3),
    "xy_wing": (WING, 2), "xyz_wing": (WING, 3), "unique_rectangle_1": (RECTANGLE, 1),
    "unique_rectangle_2": (RECTANGLE, 2), "unique_rectangle_4": (RECTANGLE, 4), "unique_rectangle_3": (RECTANGLE, 3),
    "unique_loop_1": (LOOP, 1), "unique_loop_2": (LOOP, 2), "unique_loop_4": (LOOP, 4), "naked_quad": (NAKED, 4),
    "jellyfish": (FISH, 4), "hidden_quad": (HIDDEN, 4), "bug_plus_1": (BUG, 1), "bug_2": (BUG, 2), "bug_4": (BUG, 4),
    "bug_3": (BUG, 3), "aligned_pair": (ALIGNED, 2), "x_chain": (CHAIN, X_CHAIN), "y_cycle": (CHAIN, Y_CYCLE),
    "aic": (CHAIN, AIC), "aligned_triplet": (ALIGNED, 3),
}  # fmt: skip
RULES = tuple(_WHICH)
"""The machine's rules, in order. Each rule assumes that the rules before it find nothing."""
WHICH = np.array([*_WHICH.values()])
"""(len(RULES), 2): family and variant of each rule."""
EASY = RULES.index("hidden_triple") + 1
"""Number of rules at the beginning of `RULES` that boards of the classes up to Medium need."""
SEARCHED = sum(1 << at for at, name in enumerate(RULES[:EASY]) if not name.startswith("direct"))
"""The rules, one bit each, that the search for D (see `walk`) applies. Direct rules would not change the fixpoint."""

_HODOKU = {
    "full_house": (SINGLE, FULL_HOUSE), "naked_single": (SINGLE, NAKED_SINGLE), "hidden_single_box": (SINGLE, IN_BOX),
    "hidden_single_line": (SINGLE, IN_LINE), "locked_pair": (LOCKED_SET, 2), "locked_triple": (LOCKED_SET, 3),
    "pointing": (LOCKED, POINTING), "claiming": (LOCKED, CLAIMING), "naked_pair": (NAKED_SET, 2),
    "naked_triple": (NAKED_SET, 3), "hidden_pair": (HIDDEN, 2), "hidden_triple": (HIDDEN, 3),
    "naked_quad": (NAKED_SET, 4), "hidden_quad": (HIDDEN, 4), "x_wing": (FISH, 2), "swordfish": (FISH, 3),
    "jellyfish": (FISH, 4), "remote_pair": (REMOTE_PAIR, 0), "bug_plus_1": (BUG, 1),
    "skyscraper": (TURBOT, SKYSCRAPER), "dual_two_string_kite": (DUAL_KITE, 0), "two_string_kite": (TURBOT, KITE),
    "dual_empty_rectangle": (DUAL_EMPTY, 0), "turbot_fish": (TURBOT, ANY_TURBOT), "empty_rectangle": (EMPTY, 0),
    "w_wing": (W_WING, 0), "xy_wing": (WING, 2), "xyz_wing": (WING, 3), "unique_rectangle_1": (RECTANGLE, 1),
    "unique_rectangle_2": (RECTANGLE, 2), "unique_rectangle_3": (RECTANGLE, 3), "unique_rectangle_4": (RECTANGLE, 4),
    "unique_rectangle_5": (FURTHER, 5), "unique_rectangle_6": (FURTHER, 6),
    "hidden_rectangle": (FURTHER, HIDDEN_RECTANGLE), "avoidable_rectangle_1": (AVOIDABLE, 1),
    "avoidable_rectangle_2": (AVOIDABLE, 2), "finned_x_wing": (FINNED, 2), "sashimi_x_wing": (SASHIMI, 2),
    "finned_swordfish": (FINNED, 3), "sashimi_swordfish": (SASHIMI, 3), "finned_jellyfish": (FINNED, 4),
    "sashimi_jellyfish": (SASHIMI, 4), "sue_de_coq": (SUE_DE_COQ, 0),
    # colours find only what chains of one digit find
    "simple_colors_trap": (CHAIN, X_CHAIN), "simple_colors_wrap": (CHAIN, X_CHAIN),
    "multi_colors_1": (CHAIN, X_CHAIN), "multi_colors_2": (CHAIN, X_CHAIN),
    # a chain of cells with two candidates has the links of a Y-cycle
    "x_chain": (LARGEST_CHAIN, X_CHAIN), "xy_chain": (LARGEST_CHAIN, Y_CYCLE), "nice_loop": (NICE_LOOP, 0),
    "aic": (LARGEST_CHAIN, AIC),
}  # fmt: skip
HODOKU = tuple(_HODOKU)
"""HoDoKu's first rules, in its order. Each rule assumes that the rules before it find nothing."""
HODOKU_WHICH = np.array([*_HODOKU.values()])
"""(len(HODOKU), 2): family and variant of each rule of `HODOKU`."""
ASKED = np.isin(HODOKU_WHICH[:, 0], [DUAL_KITE, DUAL_EMPTY, RECTANGLE, FURTHER, AVOIDABLE, CHAIN])
"""For each rule of `HODOKU`, whether the machine only tests if it applies. Then the rule in Python makes the step."""
