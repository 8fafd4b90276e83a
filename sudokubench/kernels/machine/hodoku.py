"""HoDoKu's way through a board, in the machine: one step at a time, as `logic.hodoku` goes.

Steps of the rules that come in most often are taken here, of each rule the first that its object gives. Of the others,
whose steps are rare and costly to make, the machine tells only whether the object would find any.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper
from sudokubench.kernels.machine import order
from sudokubench.kernels.machine.basic import locked, subsets, wings
from sudokubench.kernels.machine.cells import naked_sets, remote_pair, sue_de_coq, w_wing
from sudokubench.kernels.machine.chains import chains
from sudokubench.kernels.machine.rectangles import further_rectangles
from sudokubench.kernels.machine.single_digit import (
    KITE,
    SKYSCRAPER,
    TURBOT,
    empty_rectangles,
    finned_fish,
    turbots,
)
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
from sudokubench.kernels.machine.uniqueness import TYPE_1, bugs, rectangles

RULES = (
    "full_house", "naked_single", "hidden_single_box", "hidden_single_line", "locked_pair", "locked_triple", "pointing",
    "claiming", "naked_pair", "naked_triple", "hidden_pair", "hidden_triple", "naked_quad", "hidden_quad", "x_wing",
    "swordfish", "jellyfish", "remote_pair", "bug_plus_1", "skyscraper", "dual_two_string_kite", "two_string_kite",
    "dual_empty_rectangle", "turbot_fish", "empty_rectangle", "w_wing", "xy_wing", "xyz_wing", "unique_rectangle_1",
    "unique_rectangle_2", "unique_rectangle_3", "unique_rectangle_4", "unique_rectangle_5", "unique_rectangle_6",
    "hidden_rectangle", "avoidable_rectangle_1", "avoidable_rectangle_2", "finned_x_wing", "sashimi_x_wing",
    "finned_swordfish", "sashimi_swordfish", "finned_jellyfish", "sashimi_jellyfish", "sue_de_coq",
    "simple_colors_trap", "simple_colors_wrap", "multi_colors_1", "multi_colors_2", "x_chain",
)  # fmt: skip
"""The first rules of HoDoKu, in its order. A rule is tried only where those before it find nothing."""
(
    _FULL_HOUSE, _NAKED_SINGLE, _HIDDEN_SINGLE, _, _LOCKED_PAIR, _LOCKED_TRIPLE, _POINTING, _CLAIMING, _NAKED_PAIR,
    _NAKED_TRIPLE, _HIDDEN_PAIR, _HIDDEN_TRIPLE, _NAKED_QUAD, _HIDDEN_QUAD, _X_WING, _SWORDFISH, _JELLYFISH,
    _REMOTE_PAIR, _BUG_1, _SKYSCRAPER, _DUAL_KITE, _KITE, _DUAL_EMPTY, _TURBOT, _EMPTY, _W_WING, _XY_WING, _XYZ_WING,
    _RECTANGLE_1, _RECTANGLE_2, _RECTANGLE_3, _RECTANGLE_4, _RECTANGLE_5, _RECTANGLE_6, _HIDDEN_RECTANGLE,
    _AVOIDABLE_1, _AVOIDABLE_2, _FINNED_X_WING, _, _, _, _, _SASHIMI_JELLYFISH, _SUE_DE_COQ, _, _, _, _, _,
) = range(len(RULES))  # fmt: skip
_ASKED = 1 << _DUAL_KITE | 1 << _DUAL_EMPTY
for _rule in (*range(_RECTANGLE_1, _FINNED_X_WING), *range(_SUE_DE_COQ, len(RULES))):
    _ASKED |= 1 << _rule
"""Those whose steps the objects make."""
_USUAL = np.array([order.RULES.index(name) if name in order.RULES else -1 for name in RULES])
"""The same rules in the order of ratings."""
_NOTHING, _NOTED, _LEFT = range(3)
"""What a rule says of a state: no step; one, which is noted; that the object finds one."""


@helper
def _single(state, left, ages, fresh):
    """The single that HoDoKu places: a full house, a naked one, or of the hidden ones the oldest.

    Returns its kind and option; the kind is -1 if there is none, and the option -1 if all is placed, or a cell is lost.
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
    oldest, count = -1, 0
    for house in range(27):
        digits = left[house]
        while digits:
            d = LOWEST[digits]
            digits &= digits - 1
            places = state[AT + 9 * house + d]
            if places == 0 or places & (places - 1):
                continue
            option = 9 * CELL[house, LOWEST[places]] + d
            if ages[option] == 0:  # of those that come up together the first cell's is the oldest
                ages[option] = -1
                at = count
                while at > 0 and fresh[at - 1] > option:
                    fresh[at] = fresh[at - 1]
                    at -= 1
                fresh[at] = option
                count += 1
            elif ages[option] > 0 and (oldest < 0 or ages[option] < ages[oldest]):
                oldest = option
    for i in range(count):
        ages[729] += 1
        ages[fresh[i]] = ages[729]
    if naked >= 0:
        for house in range(27):
            digits = left[house]
            if digits and not digits & (digits - 1):
                d = LOWEST[digits]
                return _FULL_HOUSE, 9 * CELL[house, LOWEST[state[AT + 9 * house + d]]] + d
        return _NAKED_SINGLE, 9 * naked + LOWEST[state[naked]]
    if oldest < 0 and count:
        oldest = fresh[0]
    return (_HIDDEN_SINGLE, oldest) if oldest >= 0 else (-1, 0)


@helper
def _said(rule, state, clues, gone, put, least):
    """What a rule beyond singles says. One whose steps the object makes leaves nothing noted."""
    usual, least[0] = _USUAL[rule], 99
    if rule in (_LOCKED_PAIR, _LOCKED_TRIPLE):
        found = naked_sets(2 + rule - _LOCKED_PAIR, state, gone, True)
    elif rule in (_NAKED_PAIR, _NAKED_TRIPLE, _NAKED_QUAD):
        found = naked_sets(order.SUBSET[usual, 1], state, gone, False)
    elif rule == _POINTING:
        found = locked(state, gone, put, 18, 27, usual, False)
    elif rule == _CLAIMING:
        found = locked(state, gone, put, 0, 18, usual, False)
    elif rule <= _JELLYFISH:
        found = subsets(order.SUBSET[usual, 0], order.SUBSET[usual, 1], state, gone, put, False)
    elif rule == _REMOTE_PAIR:
        found = remote_pair(state, gone)
    elif rule == _BUG_1:
        found = bugs(TYPE_1, state, gone, least)
    elif rule == _SKYSCRAPER:
        found = turbots(SKYSCRAPER, state, gone, False)
    elif rule == _DUAL_KITE:
        found = turbots(KITE, state, gone, True) - 1
    elif rule == _KITE:
        found = turbots(KITE, state, gone, False)
    elif rule == _DUAL_EMPTY:
        found = empty_rectangles(state, gone, True) - 1
    elif rule == _TURBOT:
        found = turbots(TURBOT, state, gone, False)
    elif rule == _EMPTY:
        found = empty_rectangles(state, gone, False)
    elif rule == _W_WING:
        found = w_wing(state, gone)
    elif rule <= _XYZ_WING:
        found = wings(2 + rule - _XY_WING, state, gone, False)
    elif rule <= _RECTANGLE_4:
        found = rectangles(usual - order.RECTANGLE_1, state, gone, least)
    elif rule <= _AVOIDABLE_2:
        found = further_rectangles(rule - _RECTANGLE_5, state, clues)
    elif rule <= _SASHIMI_JELLYFISH:
        found = finned_fish(2 + (rule - _FINNED_X_WING) // 2, (rule - _FINNED_X_WING) % 2 == 1, state, gone)
    elif rule == _SUE_DE_COQ:
        found = sue_de_coq(state)
    else:  # colours find nothing that chains of one digit do not
        found = chains(order.X_CHAIN, state, gone, put)
    if not _ASKED >> rule & 1:
        return _NOTED if found > 0 else _NOTHING
    for cell in range(81):
        gone[cell] = put[cell] = 0
    return _LEFT if found > 0 else _NOTHING


@compiled
def steps(cells, clues, ages, counts, allowed, rule):
    """Take steps until a board is solved or contradictory, or the objects find one.

    Args:
        cells: As `walk` takes and changes them.
        clues: bool (81,), which cells the board began with.
        ages: int64 (730,), for each option the how-manieth hidden single it was to come up, from 1 on, or 0; then how
            many there were. Goes on.
        counts: int64, for each of `RULES` how many of its steps were taken. Goes on.
        allowed: Bit i is set if the i-th of `RULES` is used.
        rule: The first that is tried in this state; those before it are known to find nothing.

    Returns:
        The rule that the object is asked for, the number of rules if these find nothing; -1 if the board is solved, or
        a cell has no candidate left.
    """
    gone, put = np.zeros(81, np.int64), np.zeros(81, np.int64)
    fresh, least = np.empty(81, np.int64), np.empty(1, np.int64)
    state = load(cells)
    left = np.full(27, EVERY, np.int64)  # the digits that are not placed in each house
    for cell in range(81):
        if state[DONE + cell]:
            for i in range(3):
                left[HOUSE[cell, i]] &= ~state[cell]
    while rule < len(RULES):
        if rule <= _HIDDEN_SINGLE:
            kind, option = _single(state, left, ages, fresh)
            if kind >= 0:
                counts[kind] += 1
                fill(state, option // 9, 1 << option % 9)
                for i in range(3):
                    left[HOUSE[option // 9, i]] &= ~(1 << option % 9)
                continue
            if option < 0:
                rule = -1
                break
            rule = _LOCKED_PAIR
        said = _NOTHING
        if allowed >> rule & 1:
            said = _said(rule, state, clues, gone, put, least)
        if said == _LEFT:
            break
        if said == _NOTED:
            counts[rule] += 1
            apply(state, gone, put)
            rule = 0
        else:
            rule += 1
    save(state, cells)
    return rule
