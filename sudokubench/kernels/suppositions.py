"""Draw the consequences of a supposed candidate by singles: nested trials, whips and braids.

A supposed candidate removes its rivals. If an item (a cell, or a digit in a house) has one candidate left, this
candidate is true. If it has no candidate left, there is a contradiction. D. Berthier, Pattern-Based Constraint
Satisfaction and Logic Puzzles (2012): a braid of length n reaches a contradiction by n - 1 singles; in a whip each
single depends on the previous single.

`tables` are the rivals of each option, the items of each option, and the options of each item, in rows padded with -1.
`state` is a tuple of arrays:

- the number of reasons why each option is gone (0 for a candidate),
- the number of candidates left of each item,
- 1 for each option that is true,
- the trail of changes (an option that became true, or -1 - an option that went), with two places for each option,
- the queue of items with one candidate left, with a place for each item,
- int64 (2,), the lengths of the trail and the queue.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper

MOST = 1_000_000
"""Number of suppositions, or of partial chains, after which a search from one candidate gives up. They take seconds."""


@helper
def _suppose(tables, state, option):
    """Make a candidate true and remove its rivals. Return whether an item then has no candidate left."""
    rivals, items, _ = tables
    gone, left, true, trail, queue, ends = state
    true[option] = 1
    trail[ends[0]] = option
    ends[0] += 1
    lost = False
    for rival in rivals[option]:
        if rival < 0:
            break
        gone[rival] += 1
        if gone[rival] == 1:
            lost |= _one_less(items, left, queue, ends, rival)
    return lost


@helper
def _one_less(items, left, queue, ends, option):
    """Lower the number of candidates of each item of an option by 1. Return whether a number is then 0."""
    lost = False
    for item in items[option]:
        if item < 0:
            break
        left[item] -= 1
        if left[item] == 1:
            queue[ends[1]] = item
            ends[1] += 1
        elif not left[item]:
            lost = True
    return lost


@helper
def _eliminate(tables, state, option):
    """Remove a candidate. Return whether an item then has no candidate left."""
    gone, left, _, trail, queue, ends = state
    trail[ends[0]] = -1 - option
    ends[0] += 1
    gone[option] += 1
    return gone[option] == 1 and _one_less(tables[1], left, queue, ends, option)


@helper
def _take_back(tables, state, mark):
    """Undo all changes beyond the first `mark` of the trail."""
    rivals, items, _ = tables
    gone, left, true, trail, _, ends = state
    ends[1] = 0
    while ends[0] > mark:
        ends[0] -= 1
        event = trail[ends[0]]
        if event < 0:
            _back(items, gone, left, -1 - event)
            continue
        true[event] = 0
        for rival in rivals[event]:
            if rival < 0:
                break
            _back(items, gone, left, rival)


@helper
def _back(items, gone, left, option):
    """Take back one reason why an option is gone. Without a reason left, it is a candidate again."""
    gone[option] -= 1
    if not gone[option]:
        for item in items[option]:
            if item < 0:
                break
            left[item] += 1


@helper
def _single(tables, state, item):
    """Return the only candidate that is left of an item; -1 if none is left."""
    for option in tables[2][item]:
        if option >= 0 and not state[0][option]:
            return option
    return -1


@helper
def _singles(tables, state, barred, layers):
    """Apply singles in at most `layers` rounds. Return whether this ends in a contradiction.

    Never place a barred candidate.
    """
    queue, ends = state[4], state[5]
    begin = 0
    for _ in range(layers):
        end = ends[1]
        if begin == end:
            break
        for at in range(begin, end):
            option = _single(tables, state, queue[at])
            if not state[2][option] and not barred[option] and _suppose(tables, state, option):
                return True
        begin = end
    ends[1] = 0
    return False


@compiled
def settle(tables, state, eliminated):
    """Remove some candidates and apply all singles. Return whether this leads to a contradiction."""
    lost, every = False, len(state[2])
    for option in eliminated:
        lost |= _eliminate(tables, state, option)
    return lost or _singles(tables, state, np.zeros(every, np.uint8), every)


@compiled
def refuted(tables, state, option, depth):
    """Return whether trials of a depth refute a candidate: 1, 0, or -1 if the search gives up. The state is restored.

    At depth 1 the singles alone must lead to a contradiction. At a larger depth, trials of smaller depths, the smallest
    first, also remove candidates until no trial has a result.
    """
    gone, _, true, _, _, ends = state
    every, nothing = len(true), np.zeros(len(true), np.uint8)
    marks, supposed, allowed, power, cursor, quiet = np.zeros((6, depth), np.int64)
    start, level, below = ends[0], 0, depth - 1
    for _ in range(MOST):
        mark = ends[0]
        lost = _suppose(tables, state, option) or _singles(tables, state, nothing, every)
        if not lost and below:
            marks[level], supposed[level], allowed[level] = mark, option, below
            power[level], cursor[level], quiet[level] = 1, 0, 0
            level += 1
        else:
            _take_back(tables, state, mark)
        while True:  # give the result for `option` to the supposition above it, and perhaps further up
            if not level:
                return int(lost)
            top = level - 1
            if lost:
                lost = _eliminate(tables, state, option) or _singles(tables, state, nothing, every)
                power[top], quiet[top] = 1, 0
            while not lost and quiet[top] < every:
                option = cursor[top]
                cursor[top] = (option + 1) % every
                quiet[top] += 1
                if not gone[option] and not true[option]:
                    break
            else:
                if lost or power[top] == allowed[top]:
                    level, option = top, supposed[top]
                    _take_back(tables, state, marks[top])
                else:
                    power[top], quiet[top] = power[top] + 1, 0
                continue
            below = power[top] - 1
            break
    _take_back(tables, state, start)
    return -1


@helper
def _follows(tables, candidates, item, single, last):
    """Return whether a candidate of an item, other than `single`, is a rival of the last single."""
    rivals = tables[0][last]
    for option in tables[2][item]:
        if option >= 0 and option != single and candidates[option]:
            for rival in rivals:
                if rival == option:
                    return True
    return False


@helper
def _next(tables, state, candidates, barred, waiting, tried, begin, end, last):
    """Return the index in `waiting` of the next single to try, from `begin` to `end - 1`, or -1.

    For each index up to the result, set `tried` to the single there, or to -1 if that single cannot be tried. In a whip
    the single must follow from `last`, the single before it; in a braid `last` is -1.
    """
    for at in range(begin, end):
        item = waiting[at]
        tried[at] = single = _single(tables, state, item)
        if not state[2][single] and not barred[single]:
            if last < 0:
                return at
            if _follows(tables, candidates, item, single, last):
                for before in range(at):
                    if tried[before] == single:
                        break
                else:
                    return at
        tried[at] = -1
    return -1


@compiled
def chained(braid, tables, state, target, length):
    """Return whether a whip or braid of at most `length` items refutes a candidate: 1, 0, or -1 if the search gives up.

    The search places singles in the state and restores it at the end. A braid does not return to a single that it
    skipped, so it tries each set of singles in one order only. A branch with room for k more singles ends if k rounds
    of all singles together lead to no contradiction.
    """
    gone, _, true, _, queue, ends = state
    candidates = gone == 0
    barred = np.zeros(len(true), np.uint8)
    waiting, tried = np.empty((2, length, len(queue)), np.int32)
    sizes, at, marks, last = np.zeros((4, length), np.int64)
    start, option, size, depth = ends[0], target, 0, 0
    for _ in range(MOST):
        marks[depth], at[depth], last[depth] = ends[0], 0, -1 if braid else option
        if _suppose(tables, state, option):
            _take_back(tables, state, start)
            return 1
        waiting[depth, size : size + ends[1]] = queue[: ends[1]]
        sizes[depth] = size = size + ends[1]
        queue[:size], ends[1] = waiting[depth, :size], size
        inner = ends[0]
        if not _singles(tables, state, barred, length - 1 - depth):
            sizes[depth] = 0
        _take_back(tables, state, inner)
        while True:
            row = tried[depth]
            place = _next(
                tables, state, candidates, barred, waiting[depth], row, at[depth], sizes[depth], last[depth]
            )
            if place >= 0:
                break
            for i in range(at[depth]):
                if braid and row[i] >= 0:
                    barred[row[i]] = 0
            _take_back(tables, state, marks[depth])
            depth -= 1
            if depth < 0:
                return 0
        option, at[depth], size = tried[depth, place], place + 1, sizes[depth]
        barred[option] = braid
        waiting[depth + 1, :size] = waiting[depth, :size]
        depth += 1
    _take_back(tables, state, start)
    return -1
