"""The machine's copy of HoDoKu's path through a board: one step at a time, as in `logic.hodoku`.

For the most frequent rules the machine itself takes the step that the rule in Python would give first. Steps of the
other rules are rare and expensive; for these the machine only decides whether the rule in Python would find one.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper, reader
from sudokubench.kernels.machine import order
from sudokubench.kernels.machine.cells import naked_sets, remote_pair, sue_de_coq, w_wing
from sudokubench.kernels.machine.chains import largest_chain, nice_loop
from sudokubench.kernels.machine.rounds import found_by
from sudokubench.kernels.machine.single_digit import empty_rectangles, finned_fish, turbots
from sudokubench.kernels.machine.state import (
    AT,
    CELL,
    COUNT,
    DONE,
    LEFT,
    LOWEST,
    ONE,
    apply,
    fill,
    load,
    save,
)
from sudokubench.kernels.machine.uniqueness import avoidable_rectangles, further_rectangles

_COUNT = len(order.HODOKU)
_FULL_HOUSE, _NAKED_SINGLE, _HIDDEN_SINGLE, _, _FIRST_BEYOND = range(5)
"""The numbers of the singles (here hidden singles are one rule), and the number of the first rule after the singles."""
_NOTHING, _NOTED, _LEFT = range(3)
"""What a rule finds: no step; a step that the rule notes; or a step that the rule in Python must make."""
_QUEUED, _HEAD, _TAIL, _QUEUE_SIZE = 243, 270, 271, 272
"""Parts of the queue of hidden singles. It begins with their options, in order of appearance. Then it has the queued
digits of each house, the index of the first option that is left, and the index after the last option."""


@reader
def _single(state, queue):
    """Return the single that HoDoKu places: a full house, a naked single, or the oldest hidden single.

    The result is its kind and its option. If there is no single, the kind is -1. The option is then -1 if the path
    ends, because every cell is placed or a cell has no candidate; otherwise it is 0.
    """
    lost = naked = blank = 0
    for cell in range(81):
        rest, unplaced = state[cell], 1 - state[DONE + cell]
        lost |= rest == 0
        naked |= unplaced & (rest & (rest - 1) == 0)
        blank |= unplaced
    if lost or not blank:
        return -1, -1
    _note_hidden(state, queue)
    if naked:
        for house in range(27):
            digits = state[LEFT + house]
            if COUNT[digits] == 1:
                d = LOWEST[digits]
                return _FULL_HOUSE, 9 * CELL[house, LOWEST[state[AT + 9 * house + d]]] + d
        cell = 0
        while state[DONE + cell] or COUNT[state[cell]] != 1:
            cell += 1
        return _NAKED_SINGLE, 9 * cell + LOWEST[state[cell]]
    while queue[_HEAD] < queue[_TAIL]:
        cell, d = queue[queue[_HEAD]] // 9, queue[queue[_HEAD]] % 9
        if not state[DONE + cell] and state[cell] >> d & 1:
            return _HIDDEN_SINGLE, 9 * cell + d
        queue[_HEAD] += 1
    return -1, 0


@reader
def _note_hidden(state, queue):
    """Put the new hidden singles at the end of the queue, in the order of their cells."""
    first = queue[_TAIL]
    for house in range(27):
        digits = state[LEFT + house] & state[ONE + house] & ~queue[_QUEUED + house]
        queue[_QUEUED + house] |= digits
        while digits:
            d = LOWEST[digits]
            digits &= digits - 1
            places = state[AT + 9 * house + d]
            if places:
                option, at = 9 * CELL[house, LOWEST[places]] + d, queue[_TAIL]
                while at > first and queue[at - 1] > option:
                    queue[at] = queue[at - 1]
                    at -= 1
                queue[at] = option
                queue[_TAIL] += 1


@helper
def _result_of(rule, state, clues, gone, put, least):
    """Try a rule other than singles. Return `_NOTHING`, `_NOTED` or `_LEFT`; `_LEFT` leaves `gone` and `put` empty."""
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
        found = sue_de_coq(state, gone)
    elif family == order.LARGEST_CHAIN:
        found = largest_chain(which, state, gone)
    elif family == order.NICE_LOOP:
        found = nice_loop(state, gone)
    else:
        found = found_by(family, which, state, gone, put, least, False)
    if not order.ASKED[rule]:
        return _NOTED if found > 0 else _NOTHING
    for cell in range(81):
        gone[cell] = put[cell] = 0
    return _LEFT if found > 0 else _NOTHING


@compiled
def steps(cells, clues, counts, allowed, rules):
    """Take steps until a board is solved or contradictory, or the next step needs a rule in Python.

    Args:
        cells: As `walk` takes and changes them.
        clues: bool (n, 81), whether each cell had a clue at the beginning.
        counts: int64 (n, rules), for each rule of `HODOKU` its number of steps so far. The function updates the array.
        allowed: Bit i is set if the i-th rule of `HODOKU` may be used.
        rules: int64 (n,), the first rule to try in the state of each board; the rules before it find nothing. The
            function replaces each number: by the rule that must make a step in Python; by the number of rules if no
            rule finds a step; by -1 if the board is solved or a cell has no candidate left.
    """
    gone, put = np.zeros(81, np.int64), np.zeros(81, np.int64)
    for i in range(len(cells)):
        rules[i] = _steps(cells[i], clues[i], counts[i], allowed, rules[i], gone, put)


@helper
def _steps(cells, clues, counts, allowed, rule, gone, put):
    """Take the steps of one board. `rule` is the board's element of `rules`. Return the new element."""
    least = np.empty(1, np.int64)
    queue = np.zeros(_QUEUE_SIZE, np.int64)
    state = load(cells)
    while rule < _COUNT:
        if rule < _FIRST_BEYOND:
            kind, option = _single(state, queue)
            if kind >= 0:
                counts[kind] += 1
                fill(state, option // 9, 1 << option % 9)
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
