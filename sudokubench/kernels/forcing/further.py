"""Following one assumption by further ones, below it, where singles and patterns say no more."""

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
    has_room,
    keep_span_if_used,
    new_span,
    next_level,
    nodes_behind,
    rule_out,
)
from sudokubench.kernels.forcing.codes import BINARY, CHAINS, FULL, ITEM_REASON, NESTED, PATTERNS, SPAN_REASON
from sudokubench.kernels.forcing.levels import follow, singles
from sudokubench.kernels.forcing.net import Net
from sudokubench.kernels.forcing.together import agreed, fill, rows_of_split, turn_to_rows


@helper
def follow_on(mode, net, branch, inner, reach):
    """Follow an assumption until further assumptions show no more either, or there is a clash."""
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
    """The state that a branch has led to: what is false is gone."""
    for option in range(net.alive.size):
        reach.fewer[option] = net.alive[option] and branch.literals[option, VALUE] != 2
    return Net(
        reach.fewer, branch.left, net.item_options, net.option_items, net.rivals, net.crossings, net.pairs,
        net.phases, net.ties, net.size,
    )  # fmt: skip


@helper
def _suppose_further(mode, level, net, branch, inner, reach):
    """What further assumptions show in the state that a branch has led to; it is noted at this level."""
    state = branch.state
    begun = state[TAIL]
    within = _inner_net(net, branch, reach)
    follow = FULL if mode == NESTED else BINARY
    count = fill(follow, within, branch, reach)
    for i in range(count):
        for k in range(2):
            if reach.wrong[2 * i + k]:
                _conclude(reach.options[i], 2 - k, -1, -1, follow, level, net, within, branch, inner)
    if mode == CHAINS or state[TAIL] > begun:
        return
    turn_to_rows(count, reach)
    items = net.totals.size
    rows = np.empty(net.size, np.int64)
    for w in range((count + 63) // 64):
        for split in range(items + count if mode == NESTED else items):
            found = rows_of_split(split, count, within, reach, rows)
            if not found:
                continue
            always, never = agreed(w, rows, found, reach)
            item, assumed = split, -1
            if split >= items:
                item, assumed = -1, reach.options[split - items]
            for b in range(64 if always | never else 0):
                bit = np.uint64(1) << np.uint64(b)
                for value in range(1, 3):
                    if (always if value == 1 else never) & bit:
                        option = reach.options[64 * w + b]
                        _conclude(option, value, item, assumed, follow, level, net, within, branch, inner)


@reader
def _conclude(option, value, item, assumed, follow, level, net, within, branch, inner):
    """Note what an option must be: the opposite clashes, or each option of an item or an assumption both ways say so.

    What is true is noted as the false options of its cell: a span rules out.
    """
    item_options, members, state, literals = net.item_options, branch.members, branch.state, branch.literals
    cell = net.option_items[option, 0]
    if value == 2:
        if literals[option, VALUE] == 2 and literals[option, LEVEL] < level:
            return
    else:
        news = False
        for k in range(item_options.shape[1]):
            other = item_options[cell, k]
            if other >= 0 and other != option and net.alive[other]:
                news = news or literals[other, VALUE] == 0 or literals[other, LEVEL] == level
        if not news:
            return
    if not has_room(400, branch):
        return
    first, weight = state[MEMBERS], 0
    if item < 0:
        for k in range(2):
            if assumed < 0 and k == 1:
                break
            root, what = (option, 3 - value) if assumed < 0 else (assumed, 1 + k)
            weight += _inner_branch(root, what, option, assumed < 0, follow, within, branch, inner)
        weight -= follow == BINARY  # by links alone both ends of a clash are one chain, with one beginning
    else:
        members[state[MEMBERS]] = item
        state[MEMBERS] += 1
        for k in range(item_options.shape[1]):
            root = item_options[item, k]
            if root >= 0 and within.alive[root]:
                weight += _inner_branch(root, 1, option, False, follow, within, branch, inner)
    why = new_span(first, weight, branch)
    tie = 0
    for k in range(first, state[MEMBERS]):
        tie += net.ties[net.alive.size + members[k]]
    tie = weight << 40 | tie & MASK
    for k in range(item_options.shape[1]):
        other = item_options[cell, k]
        if (other == option) == (value == 2):
            rule_out(other, level, why, tie, net, branch)
    keep_span_if_used(first, branch)


@reader
def _inner_branch(root, what, option, clash, follow, within, branch, inner):
    """Follow a further assumption to a clash, or to a literal; its items become members. Returns its nodes."""
    literals, state = inner.literals, inner.state
    assume(root, what, within, inner)
    singles(follow, within, inner)
    if clash or state[CLASH] >= 0:
        option = state[CLASH]
    total = _gather(option, literals[option, REASON], literals[option, LEVEL], within, branch, inner)
    if state[CLASH] >= 0:
        total += _gather(option, state[CLASH_REASON], state[CLASH_LEVEL], within, branch, inner)
    return total


@reader
def _gather(option, why, level, within, branch, inner):
    """The items by which a literal and all that it follows from are true become members. Returns its nodes."""
    total, nodes = nodes_behind(option, why, level, within, inner)
    _add_member(why, branch)
    for k in range(nodes):
        _add_member(inner.literals[inner.literals[k, STACK], REASON], branch)
    return total


@reader
def _add_member(why, branch):
    """The item of a reason becomes a member, once and if there is room."""
    members, state = branch.members, branch.state
    if ITEM_REASON <= why < SPAN_REASON and state[MEMBERS] < members.size:
        item = why - ITEM_REASON
        begin = branch.spans[state[SPANS] - 1, 1] if state[SPANS] else 0
        for k in range(begin, state[MEMBERS]):
            if members[k] == item:
                return
        members[state[MEMBERS]] = item
        state[MEMBERS] += 1
