"""What rules of both orders, that of ratings and HoDoKu's, find in a state of the machine."""

from __future__ import annotations

from sudokubench.kernels.compiled import helper
from sudokubench.kernels.machine import order
from sudokubench.kernels.machine.basic import locked, subsets, wings
from sudokubench.kernels.machine.chains import chains
from sudokubench.kernels.machine.uniqueness import bugs, rectangles


@helper
def found_by(family, which, state, gone, put, least, all_of_them):
    """Note what a rule finds, or the first of it where not all is wanted. Returns 0 if nothing, of chains the measure.

    `least` becomes the tenths that a pattern of a single solution costs.
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
