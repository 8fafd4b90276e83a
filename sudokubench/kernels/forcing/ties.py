"""Compute ties: a number for each option and item, made from its neighbours in the net and not from its id."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper

_ROUNDS = 4


@compiled
def totals_and_ties(alive, item_options, option_items):
    """Return `totals` and `ties` of a net, see `Net`.

    The method is colour refinement, as for isomorphism of graphs. In each round the new colour of an item comes from
    the colours of its options, and the new colour of an option from the colours of its items.
    """
    totals = np.zeros(len(item_options), np.int32)
    options, items = alive.astype(np.uint64), np.zeros(totals.size, np.uint64)
    near_items, near_options = np.zeros(alive.size, np.uint64), np.zeros(totals.size, np.uint64)
    for _ in range(_ROUNDS):
        for option in range(alive.size):
            near_items[option] = _mixed(options[option])
        for item in range(totals.size):
            colour, totals[item] = items[item], 0
            for option in item_options[item]:
                if option >= 0 and alive[option]:
                    colour += near_items[option]
                    totals[item] += 1
            items[item] = _mixed(colour)
            near_options[item] = _mixed(items[item])
        for option in range(alive.size):
            if alive[option]:
                colour = options[option]
                for item in option_items[option]:
                    if item >= 0:
                        colour += near_options[item]
                options[option] = _mixed(colour)
    return totals, (np.concatenate((options, items)) >> np.uint64(24)).astype(np.int64)


@helper
def _mixed(colour):
    """Return a pseudorandom number for a colour; 0 for 0."""
    colour = (colour ^ colour >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    return (colour ^ colour >> np.uint64(32)) * np.uint64(0x94D049BB133111EB)
