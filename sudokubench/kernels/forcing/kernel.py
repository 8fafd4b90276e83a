"""The entry points for nets: follow one assumption with its reasons, or scan all assumptions of a state."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper, reader
from sudokubench.kernels.forcing.below import fill_below
from sudokubench.kernels.forcing.branch import (
    CLASH,
    CLASH_COST,
    CLASH_LEVEL,
    CLASH_REASON,
    LEVEL,
    MEMBERS,
    QUEUE,
    REASON,
    SPANS,
    TAIL,
    VALUE,
    assume,
    follow,
    nodes_behind,
    room_for_branch,
)
from sudokubench.kernels.forcing.codes import BINARY, NESTED, SINGLE_DIGIT
from sudokubench.kernels.forcing.further import follow_on
from sudokubench.kernels.forcing.together import (
    agreed,
    fill,
    room_for_reach,
    rows_of_split,
    split_of,
    turn_to_rows,
)


@helper
def _explained(branch):
    state = branch.state
    clash = (state[CLASH], state[CLASH_REASON], state[CLASH_LEVEL])
    return clash, branch.literals, branch.spans[: state[SPANS]], branch.members[: state[MEMBERS]]


@compiled
def explain(option, value, mode, net):
    """Follow one assumption by singles and, if the mode allows it, by patterns. Keep the reasons.

    Return (clash, literals, spans, members). `clash` is a tuple: an option that is both true and false (-1 if nothing
    clashes), the reason of its second value, and the level. The others are tables of the branch.
    """
    branch = room_for_branch(net)
    assume(option, value, net, branch)
    follow(mode, net, branch)
    return _explained(branch)


@compiled
def explain_on(option, value, mode, net):
    """Follow one assumption as `explain` does, but also use further assumptions."""
    branch = room_for_branch(net)
    assume(option, value, net, branch)
    follow_on(mode, net, branch, room_for_branch(net), room_for_reach(net))
    return _explained(branch)


@helper
def _wanted(mode, count, net, reach):
    """Return bits (2, rows, words): for each row the options whose nodes `_enter` counts.

    They are true (first table), or false (second table), in all rows of some split with this row.
    """
    turn_to_rows(count, reach)
    wanted = np.zeros((2, 2 * count, reach.true.shape[1]), np.uint64)
    rows = np.empty(net.size, np.int64)
    for split in range(0 if mode == SINGLE_DIGIT else net.totals.size + count):
        found = rows_of_split(split, net, reach, rows)
        for w in range((count + 63) // 64 if found else 0):
            always, never = agreed(w, rows, found, reach)
            for k in range(found if always | never else 0):
                wanted[0, rows[k], w] |= always
                wanted[1, rows[k], w] |= never
    return wanted


@reader
def _enter(row, wanted, net, branch, reach, clash, nodes):
    """Enter the result of a branch into `reach`, and the number of nodes of its clash, or of its wanted literals."""
    literals, state = branch.literals, branch.state
    reach.wrong[row] = state[CLASH] >= 0
    if reach.wrong[row]:
        clash[row] = state[CLASH_COST]
        return
    for w in range(reach.true.shape[1]):
        reach.true[row, w] = reach.false[row, w] = np.uint64(0)
    for at in range(state[TAIL]):
        option = literals[at, QUEUE]
        i = reach.place[option]
        plane = literals[option, VALUE] - 1
        bit = np.uint64(1) << np.uint64(i & 63)
        if wanted[plane, row, i >> 6] & bit:
            table = reach.false if plane else reach.true
            table[row, i >> 6] |= bit
            nodes[plane, row, i] = nodes_behind(
                option, literals[option, REASON], literals[option, LEVEL], net, branch
            )[0]


@helper
def _measured(count, net, reach, nodes):
    """Return `measure` and `splits` as `scan` does."""
    measure = np.zeros((2, net.alive.size), np.int32)
    splits = np.full((2, net.alive.size), -1, np.int32)
    rows = np.empty(net.size, np.int64)
    for split in range(net.totals.size + count if nodes.size else 0):
        found = rows_of_split(split, net, reach, rows)
        for w in range((count + 63) // 64 if found else 0):
            always, never = agreed(w, rows, found, reach)
            for b in range(64 if always | never else 0):
                bit = np.uint64(1) << np.uint64(b)
                for plane in range(2):
                    if not (never if plane else always) & bit:
                        continue
                    total = 0
                    for k in range(found):
                        total += nodes[plane, rows[k], 64 * w + b]
                    option = reach.options[64 * w + b]
                    if measure[plane, option] == 0 or total < measure[plane, option]:
                        measure[plane, option] = total
                        splits[plane, option] = split_of(split, net.totals.size, reach)
    return measure, splits


@compiled
def scan(mode, net):
    """Follow every open option, once as true and once as false, by singles and patterns; compare the results.

    Returns:
        (clash, measure, splits): int32 arrays. `clash[2 i]` is the number of nodes of the clash that follows if the
        i-th open option is true, 0 for no clash; `clash[2 i + 1]` is the same if it is false. The branches of some
        splits all make option o true (v = 0) or false (v = 1). `measure[v, o]` is the smallest sum of nodes over the
        branches of such a split, 0 without one. `splits[v, o]` is that split: its item, or -2 - option for a split into
        "true" and "false"; -1 without one.
    """
    branch, reach = room_for_branch(net), room_for_reach(net)
    count = fill(mode, net, branch, reach)
    wanted = _wanted(mode, count, net, reach)
    clash = np.zeros(2 * count, np.int32)
    nodes = np.zeros((2, 2 * count, count if wanted.any() else 0), np.int32)
    for row in range(2 * count):
        if reach.wrong[row] or wanted[:, row].any():
            assume(reach.options[row >> 1], 1 + (row & 1), net, branch)
            follow(mode, net, branch)
            _enter(row, wanted, net, branch, reach, clash, nodes)
    return clash, *_measured(count, net, reach, nodes)


@compiled
def scan_on(mode, net, stop):
    """Scan as `scan` does, but also use further assumptions. If `stop` is set, end; the result then means nothing."""
    branch, inner = room_for_branch(net), room_for_branch(net)
    reach, further = room_for_reach(net), room_for_reach(net)
    count = fill_below(mode, net, branch, reach, further, stop) if mode < NESTED else -1
    every = count < 0
    if every:
        count = fill(BINARY, net, branch, reach)
    wanted = _wanted(mode, count, net, reach)
    if every:
        wanted[:] = ~np.uint64(0)
    clash = np.zeros(2 * count, np.int32)
    nodes = np.zeros((2, 2 * count, count if wanted.any() else 0), np.int32)
    for row in range(2 * count):
        if stop[0]:
            break
        if reach.wrong[row] or wanted[:, row].any():
            assume(reach.options[row >> 1], 1 + (row & 1), net, branch)
            follow_on(mode, net, branch, inner, further)
            _enter(row, wanted, net, branch, reach, clash, nodes)
    return clash, *_measured(count, net, reach, nodes)
