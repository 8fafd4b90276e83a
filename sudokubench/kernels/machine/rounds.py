"""A round of a rating, in the machine: all steps of the first rule that finds any."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper
from sudokubench.kernels.machine.aligned import aligned
from sudokubench.kernels.machine.basic import locked, singles_of, subsets, wings
from sudokubench.kernels.machine.chains import chains
from sudokubench.kernels.machine.order import (
    BUG_1,
    CLAIMING,
    DIRECT_CLAIMING,
    IN_LINE,
    LOOP_1,
    LOOP_4,
    NAKED_SINGLE,
    PAIR,
    POINTING,
    RECTANGLE_1,
    RECTANGLE_3,
    SUBSET,
    TRIPLET,
    X_CHAIN,
    XY_WING,
    XYZ_WING,
)
from sudokubench.kernels.machine.uniqueness import bugs, loops, rectangles


@helper
def next_round(state, allowed, gone, put):
    """Note what the first of the allowed rules says that finds anything. Returns the rule, or -1, and its nodes."""
    least, no_loop = np.empty(1, np.int64), False
    for rule in range(TRIPLET + 1):
        if not allowed >> rule & 1 or rule == DIRECT_CLAIMING:  # direct pointing finds all that this does
            continue
        if no_loop and LOOP_1 <= rule <= LOOP_4:
            continue
        nodes, least[0] = 0, 99
        if rule <= IN_LINE or rule == NAKED_SINGLE:
            found = singles_of(rule, state, put, True)
        elif rule == CLAIMING:
            found = locked(state, gone, put, 0, 18, rule, True)
        elif rule <= POINTING and not SUBSET[rule, 1]:
            found = locked(state, gone, put, 18, 27, rule, True)
        elif SUBSET[rule, 1]:
            found = subsets(SUBSET[rule, 0], SUBSET[rule, 1], state, gone, put, True)
        elif rule <= XYZ_WING:
            found = wings(2 + rule - XY_WING, state, gone, True)
        elif rule in (PAIR, TRIPLET):
            found = aligned(2 if rule == PAIR else 3, state, gone)
        elif rule >= X_CHAIN:
            found = chains(rule, state, gone, put)
            nodes = found // 2 * 2
        else:
            if rule <= RECTANGLE_3:
                found = rectangles(rule - RECTANGLE_1, state, gone, least)
            elif rule <= LOOP_4:
                found = loops(rule - LOOP_1, state, gone, least)
                no_loop = found < 0
                found = max(found, 0)
            else:
                found = bugs(rule - BUG_1, state, gone, least)
            nodes = least[0] if found else 0
        if found:
            return rule, nodes
    return -1, 0
