"""The machine's rules that occur both in the order of ratings and in HoDoKu's order."""

from __future__ import annotations

from sudokubench.kernels.compiled import helper
from sudokubench.kernels.machine import order
from sudokubench.kernels.machine.basic import locked, subsets, wings
from sudokubench.kernels.machine.chains import chains
from sudokubench.kernels.machine.uniqueness import bugs, rectangles


@helper
def found_by(family, which, state, gone, put, least, all_of_them):
    """Note what a rule finds. Without `all_of_them`, locked candidates, subsets and wings note only the first result.

    Return the number of results; for chains return their measure, or 0. `least` gets the cost, in tenths, of a pattern
    that relies on a single solution.
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
