"""Follow one assumption; where singles and patterns find no more, make further assumptions below it."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.forcing.branch import (
    CLASH,
    CLASH_LEVEL,
    CLASH_REASON,
    LEVEL,
    MASK,
    MEMBERS,
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
    rule_out,
    singles,
)
from sudokubench.kernels.forcing.codes import BINARY, CHAINS, FULL, ITEM_REASON, NESTED, PATTERNS, SPAN_REASON
from sudokubench.kernels.forcing.net import Net
from sudokubench.kernels.forcing.together import agreed, fill, rows_of_split, split_of, turn_to_rows


@helper
def follow_on(mode, net, branch, inner, reach):
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
            _conclude(
                reach.options[row >> 1], 2 - (row & 1), -1, inner_mode, level, net, within, branch, inner
            )
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
