"""The rules that both orders use, the order of ratings and HoDoKu's order, in the machine."""

from __future__ import annotations

from sudokubench.kernels.compiled import helper
from sudokubench.kernels.machine import order
from sudokubench.kernels.machine.basic import locked, subsets, wings
from sudokubench.kernels.machine.chains import chains
from sudokubench.kernels.machine.uniqueness import bugs, rectangles


@helper
def found_by(family, which, state, gone, put, least, all_of_them):
    """Note what a rule finds: everything, or only the first. Return 0 for nothing, and for chains the measure.

    `least` receives the cost of a pattern that relies on a single solution, in tenths.
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
