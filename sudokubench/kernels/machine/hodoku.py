"""The machine's copy of HoDoKu's path through a board: one step at a time, as in `logic.hodoku`.

For the most frequent rules the machine itself takes the step that the rule object would give first. Steps of the other
rules are rare and expensive; for these the machine only decides whether the object would find one.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper, reader
from sudokubench.kernels.machine import order
from sudokubench.kernels.machine.cells import naked_sets, remote_pair, sue_de_coq, w_wing
from sudokubench.kernels.machine.chains import largest_chain, some_loop
from sudokubench.kernels.machine.families import found_by
from sudokubench.kernels.machine.rectangles import avoidable_rectangles, further_rectangles
from sudokubench.kernels.machine.single_digit import empty_rectangles, finned_fish, turbots
from sudokubench.kernels.machine.state import (
    AT,
    CELL,
    COUNT,
    DONE,
    EVERY,
    HOUSE,
    LOWEST,
    apply,
    fill,
    load,
    save,
)

_COUNT = len(order.HODOKU)
_FULL_HOUSE, _NAKED_SINGLE, _HIDDEN_SINGLE, _, _FIRST_BEYOND = range(5)
"""The numbers of the singles (here hidden singles are one rule), and the number of the first rule after the singles."""
_NOTHING, _NOTED, _LEFT = range(3)
"""The result of a rule: no step; a step that is noted; or a step that the rule object must make."""


@reader
def _single(state, left, ages):
    """Return the single that HoDoKu places: a full house, a naked single, or the oldest hidden single.

    The result is its kind and its option. Without a single the kind is -1. The option is then -1 if the path ends,
    because every cell is placed or a cell has no candidate; otherwise it is 0.
    """
    naked, blank = -1, False
    for cell in range(81):
        if state[cell] == 0:
            return -1, -1
        if not state[DONE + cell]:
            blank = True
            if naked < 0 and COUNT[state[cell]] == 1:
                naked = cell
    if not blank:
        return -1, -1
    oldest = _oldest_hidden(state, left, ages)
    if naked >= 0:
        for house in range(27):
            digits = left[house]
            if digits and not digits & (digits - 1):
                d = LOWEST[digits]
                return _FULL_HOUSE, 9 * CELL[house, LOWEST[state[AT + 9 * house + d]]] + d
        return _NAKED_SINGLE, 9 * naked + LOWEST[state[naked]]
    return (_HIDDEN_SINGLE, oldest) if oldest >= 0 else (-1, 0)


@reader
def _oldest_hidden(state, left, ages):
    """Return the oldest hidden single, or -1; of equally old singles, that of the first cell. Note new singles."""
    oldest, fresh = -1, False
    for house in range(27):
        digits = left[house]
        while digits:
            d = LOWEST[digits]
            digits &= digits - 1
            places = state[AT + 9 * house + d]
            if places == 0 or places & (places - 1):
                continue
            option = 9 * CELL[house, LOWEST[places]] + d
            if ages[option] == 0:
                ages[option] = -1
                fresh = True
            elif ages[option] > 0 and (oldest < 0 or ages[option] < ages[oldest]):
                oldest = option
    for option in range(729 if fresh else 0):
        if ages[option] < 0:
            ages[729] += 1
            ages[option] = ages[729]
            if oldest < 0:
                oldest = option
    return oldest


@helper
def _result_of(rule, state, clues, gone, put, least):
    """Return the result of a rule that is not a single. If the rule object must make the step, clear what was noted."""
    family, which = order.HODOKU_WHICH[rule, 0], order.HODOKU_WHICH[rule, 1]
    least[0] = 99
    if family in (order.LOCKED_SET, order.NAKED_SET):
        found = naked_sets(which, state, gone, family == order.LOCKED_SET)
    elif family == order.REMOTE_PAIR:
        found = remote_pair(state, gone)
    elif family == order.TURBOT:
        found = turbots(which, state, gone, False)
    elif family == order.DUAL_KITE:
        found = turbots(order.KITE, state, gone, True) - 1
    elif family == order.EMPTY:
        found = empty_rectangles(state, gone, False)
    elif family == order.DUAL_EMPTY:
        found = empty_rectangles(state, gone, True) - 1
    elif family == order.W_WING:
        found = w_wing(state, gone)
    elif family == order.FURTHER:
        found = further_rectangles(which, state)
    elif family == order.AVOIDABLE:
        found = avoidable_rectangles(which, state, clues)
    elif family in (order.FINNED, order.SASHIMI):
        found = finned_fish(which, family == order.SASHIMI, state, gone)
    elif family == order.SUE_DE_COQ:
        found = sue_de_coq(state)
    elif family == order.LARGEST_CHAIN:
        found = largest_chain(which, state, gone)
    elif family == order.NICE_LOOP:
        found = some_loop(state)
    else:
        found = found_by(family, which, state, gone, put, least, False)
    if not order.ASKED[rule]:
        return _NOTED if found > 0 else _NOTHING
    for cell in range(81):
        gone[cell] = put[cell] = 0
    return _LEFT if found > 0 else _NOTHING


@compiled
def steps(cells, clues, ages, counts, allowed, rule):
    """Take steps until a board is solved or contradictory, or a rule object would find a step.

    Args:
        cells: As `walk` takes and changes them.
        clues: bool (81,), whether each cell had a clue at the beginning.
        ages: int64 (730,), for each option its number among the hidden singles in order of appearance, from 1, or 0.
            The last entry is how many there were. The function updates the array.
        counts: int64, for each rule of `HODOKU` its number of steps so far. The function updates the array.
        allowed: Bit i is set if the i-th rule of `HODOKU` may be used.
        rule: The first rule to try in this state; the rules before it find nothing.

    Returns:
        The rule whose object must make a step; the number of rules if no rule finds a step; -1 if the board is solved
        or a cell has no candidate left.
    """
    gone, put = np.zeros(81, np.int64), np.zeros(81, np.int64)
    least = np.empty(1, np.int64)
    state = load(cells)
    left = np.full(27, EVERY, np.int64)  # the digits not yet placed in each house
    for cell in range(81):
        if state[DONE + cell]:
            for i in range(3):
                left[HOUSE[cell, i]] &= ~state[cell]
    while rule < _COUNT:
        if rule < _FIRST_BEYOND:
            kind, option = _single(state, left, ages)
            if kind >= 0:
                counts[kind] += 1
                fill(state, option // 9, 1 << option % 9)
                for i in range(3):
                    left[HOUSE[option // 9, i]] &= ~(1 << option % 9)
                continue
            if option < 0:
                rule = -1
                break
            rule = _FIRST_BEYOND
        result = _NOTHING
        if allowed >> rule & 1:
            result = _result_of(rule, state, clues, gone, put, least)
        if result == _LEFT:
            break
        if result == _NOTED:
            counts[rule] += 1
            apply(state, gone, put)
            rule = 0
        else:
            rule += 1
    save(state, cells)
    return rule
