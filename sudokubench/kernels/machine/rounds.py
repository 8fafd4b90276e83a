"""The machine's round of a rating (all results of the first rule that finds any), and the call of a single rule."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper
from sudokubench.kernels.machine import order
from sudokubench.kernels.machine.aligned import aligned
from sudokubench.kernels.machine.basic import locked, singles, subsets, wings
from sudokubench.kernels.machine.chains import chains
from sudokubench.kernels.machine.uniqueness import bugs, loops, rectangles

_COUNT = len(order.RULES)


@helper
def next_round(state, allowed, gone, put):
    """Note in `gone` and `put` all results of the first allowed rule that finds any; bit i of `allowed` is rule i.

    Return the rule (-1 if no rule finds any), and a number for its rating: nodes of a chain, a cost in tenths, or 0.
    """
    least, any_loop = np.empty(1, np.int64), True
    for rule in range(_COUNT):
        family, which = order.WHICH[rule, 0], order.WHICH[rule, 1]
        if not allowed >> rule & 1 or family == order.IMPLIED or (family == order.LOOP and not any_loop):
            continue
        least[0] = 99
        if family == order.SINGLE:
            found = singles(which, state, put)
        elif family == order.LOOP:
            found = loops(which, state, gone, least)
            any_loop = found >= 0
        elif family == order.ALIGNED:
            found = aligned(which, state, gone)
        else:
            found = found_by(family, which, state, gone, put, least, True)
        if found > 0:
            if family == order.CHAIN:
                return rule, found // 2 * 2
            return rule, least[0] if family in (order.RECTANGLE, order.LOOP, order.BUG) else 0
    return -1, 0


@helper
def found_by(family, which, state, gone, put, least, all_of_them):
    """Note what a rule finds. Without `all_of_them`, locked candidates, subsets and wings note only the first result.

    Return the number of results; for chains return their measure (see `kernels.chains.shortest`), or 0. For patterns
    that rely on a single solution, `least[0]` gets the least cost in tenths; at first it holds a larger number.
    """
    if family == order.LOCKED:
        return locked(which, state, gone, put, all_of_them)
    if family <= order.FISH:
        return subsets(family, which, state, gone, put, all_of_them)
    if family == order.WING:
        return wings(which, state, gone, all_of_them)
    if family == order.RECTANGLE:
        return rectangles(which, state, gone, least)
    if family == order.BUG:
        return bugs(which, state, gone, least)
    return chains(which, state, gone, put)
