"""The entry points for nets: follow one assumption with its reasons, or scan all assumptions of a state.

Where singles and patterns find no more, a mode may make further assumptions below an assumption.
"""

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
    MASK,
    MEMBERS,
    QUEUE,
    REASON,
    SPANS,
    STACK,
    TAIL,
    VALUE,
    assume,
    follow,
    has_room,
    is_news,
    keep_span_if_used,
    new_span,
    next_level,
    nodes_behind,
    room_for_branch,
    rule_out,
    singles,
)
from sudokubench.kernels.forcing.codes import (
    BINARY,
    CHAINS,
    FULL,
    ITEM_REASON,
    NESTED,
    PATTERNS,
    SINGLE_DIGIT,
    SPAN_REASON,
)
from sudokubench.kernels.forcing.net import Net
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
    _follow_on(mode, net, branch, room_for_branch(net), room_for_reach(net))
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
            why, level = literals[option, REASON], literals[option, LEVEL]
            nodes[plane, row, i] = nodes_behind(option, why, level, net, branch)[0]


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
            _follow_on(mode, net, branch, inner, further)
            _enter(row, wanted, net, branch, reach, clash, nodes)
    return clash, *_measured(count, net, reach, nodes)


@helper
def _follow_on(mode, net, branch, inner, reach):
    """Follow an assumption, with further assumptions below it, until it clashes or nothing new follows."""
    state = branch.state
    while True:
        follow(PATTERNS, net, branch)
        tail = state[TAIL]
        if state[CLASH] < 0:
            _suppose_further(mode, next_level(branch), net, branch, inner, reach)
        if state[TAIL] == tail:
            return


@helper
def _inner_net(net, branch, reach):
    """Return the state to which a branch has led: the net without the options that are false in the branch."""
    for option in range(net.alive.size):
        reach.fewer[option] = net.alive[option] and branch.literals[option, VALUE] != 2
    return Net(
        reach.fewer, branch.left, net.item_options, net.option_items, net.rivals, net.crossings, net.pairs,
        net.phases, net.ties, net.size,
    )  # fmt: skip


@helper
def _suppose_further(mode, level, net, branch, inner, reach):
    """Note, at this level, what further assumptions show in the state to which a branch has led."""
    state = branch.state
    begun = state[TAIL]
    within = _inner_net(net, branch, reach)
    inner_mode = FULL if mode == NESTED else BINARY
    count = fill(inner_mode, within, branch, reach)
    for row in range(2 * count):
        if reach.wrong[row]:
            option, value = reach.options[row >> 1], 2 - (row & 1)
            _conclude(option, value, -1, inner_mode, level, net, within, branch, inner)
    if mode == CHAINS or state[TAIL] > begun:
        return
    turn_to_rows(count, reach)
    items = net.totals.size
    rows = np.empty(net.size, np.int64)
    for w in range((count + 63) // 64):
        for at in range(items + count if mode == NESTED else items):
            found = rows_of_split(at, within, reach, rows)
            if not found:
                continue
            always, never = agreed(w, rows, found, reach)
            split = split_of(at, items, reach)
            for b in range(64 if always | never else 0):
                bit = np.uint64(1) << np.uint64(b)
                for value in range(1, 3):
                    if (always if value == 1 else never) & bit:
                        option = reach.options[64 * w + b]
                        _conclude(option, value, split, inner_mode, level, net, within, branch, inner)


@reader
def _conclude(option, value, split, inner_mode, level, net, within, branch, inner):
    """Note a value that all branches of a split show; for split -1, the opposite assumption clashes.

    A true option is noted by ruling out the other options of its cell, because a span can only rule out.
    """
    members, state = branch.members, branch.state
    of_cell = net.item_options[net.option_items[option, 0]]
    news = False
    for k in range(of_cell.size):
        if (of_cell[k] == option) == (value == 2):
            news |= is_news(of_cell[k], level, net, branch)
    if not news or not has_room(net.totals.size, branch):
        return
    first, weight = state[MEMBERS], 0
    if split == -1:
        weight = _inner_branch(option, 3 - value, option, inner_mode, within, branch, inner)
        # With links alone a clash is one chain. Its two ends share their beginning, which counts once.
        weight -= inner_mode == BINARY
    elif split < -1:
        for assumed in range(1, 3):
            weight += _inner_branch(-2 - split, assumed, option, inner_mode, within, branch, inner)
    else:
        members[first] = split
        state[MEMBERS] += 1
        for k in range(net.item_options.shape[1]):
            root = net.item_options[split, k]
            if root >= 0 and within.alive[root]:
                weight += _inner_branch(root, 1, option, inner_mode, within, branch, inner)
    why = new_span(first, weight, branch)
    tie = 0
    for k in range(first, state[MEMBERS]):
        tie += net.ties[net.alive.size + members[k]]
    tie = weight << 40 | tie & MASK
    for k in range(of_cell.size):
        if (of_cell[k] == option) == (value == 2):
            rule_out(of_cell[k], level, why, tie, net, branch)
    keep_span_if_used(first, branch)


@reader
def _inner_branch(root, value, option, mode, within, branch, inner):
    """Follow an assumption to a clash or to the value of an option; add its items as members. Return the nodes."""
    literals, state = inner.literals, inner.state
    assume(root, value, within, inner)
    singles(mode, within, inner)
    clash = state[CLASH] >= 0
    if clash:
        option = state[CLASH]
    total = _gather(option, literals[option, REASON], literals[option, LEVEL], within, branch, inner)
    if clash:
        total += _gather(option, state[CLASH_REASON], state[CLASH_LEVEL], within, branch, inner)
    return total


@reader
def _gather(option, why, level, within, branch, inner):
    """Add as members the items that prove a literal and the literals behind it. Return the number of nodes."""
    total, nodes = nodes_behind(option, why, level, within, inner)
    _add_member(why, branch)
    for k in range(nodes):
        _add_member(inner.literals[inner.literals[k, STACK], REASON], branch)
    return total


@reader
def _add_member(why, branch):
    """Add the item of a reason to the members of the next span, unless it is there."""
    members, state = branch.members, branch.state
    if ITEM_REASON <= why < SPAN_REASON:
        item = why - ITEM_REASON
        begin = branch.spans[state[SPANS] - 1, 1] if state[SPANS] else 0
        for k in range(begin, state[MEMBERS]):
            if members[k] == item:
                return
        members[state[MEMBERS]] = item
        state[MEMBERS] += 1
