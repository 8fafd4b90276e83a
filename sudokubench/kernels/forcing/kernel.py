"""The entry points for nets: follow one assumption with its reasons, or scan all assumptions of a state.

Where singles and patterns find no more, a mode may make further assumptions below an assumption.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper, reader
from sudokubench.kernels.forcing.below import fill_below
from sudokubench.kernels.forcing.branch import (
    BEGIN,
    CLASH,
    CLASH_LEVEL,
    CLASH_REASON,
    CLASHES,
    END,
    ENTRIES,
    GOAL,
    GOAL_VALUE,
    LEVEL,
    LIMIT,
    MASK,
    MEMBERS,
    NO_LIMIT,
    QUEUE,
    REASON,
    SEEN,
    SPANS,
    SPLIT,
    STACK,
    TAIL,
    VALUE,
    WEIGHT,
    assume,
    choose_clash,
    follow,
    has_room,
    is_news,
    lesser_clash,
    next_level,
    nodes_behind,
    note_later,
    room_for_branch,
    singles,
    weight_of,
)
from sudokubench.kernels.forcing.codes import (
    BINARY,
    CHAINS,
    FULL,
    ITEM_REASON,
    NESTED,
    NO_REASON,
    PATTERNS,
    SINGLE_DIGIT,
    SPAN_REASON,
)
from sudokubench.kernels.forcing.net import Net
from sudokubench.kernels.forcing.together import (
    agreed,
    fill,
    fill_from,
    room_below,
    room_for_reach,
    rows_of_split,
    split_of,
    trimmed,
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

    Return (clash, literals, spans, members). `clash` is a tuple: an option that is both true and false (-1 if there is
    none), the reason for the value that it got second, and the level of this value. The other three are tables of
    what follows from the assumption.
    """
    net = trimmed(net)
    branch = room_for_branch(net)
    assume(option, value, NO_LIMIT, net, branch)
    follow(mode, net, branch)
    choose_clash(net, branch)
    return _explained(branch)


@compiled
def explain_on(option, value, target, mode, net):
    """Follow one assumption as `explain` does, but also use further assumptions.

    It finds only the reasons behind the value of the option `target`, or behind the clash if `target` is -1.
    """
    net = trimmed(net)
    branch, inner, base = room_for_branch(net), room_for_branch(net), room_for_reach(net)
    fill(FULL if mode == NESTED else BINARY, net, branch, base)
    reach, literals = room_below(base, net), branch.literals
    assume(option, value, NO_LIMIT, net, branch)
    _follow_on(mode, net, branch, base, reach)
    if target < 0:
        _choose_clash(mode, net, branch, inner, reach)
    elif literals[target, VALUE]:
        _find_reasons(
            target, literals[target, REASON], literals[target, LEVEL], mode, net, branch, inner, reach
        )
    return _explained(branch)


@helper
def _wanted(mode, count, net, reach):
    """Return bits (2, rows, words): for each assumption (a row) the options whose nodes a scan counts.

    These options are true (first table) or false (second table) in every branch of a split to which the row belongs.
    """
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
def _enter(row, branch, reach):
    """Enter the literals of a branch into `reach`, and whether it clashes."""
    reach.wrong[row] = branch.state[CLASHES] > 0
    for w in range(reach.true.shape[1]):
        reach.true[row, w] = reach.false[row, w] = np.uint64(0)
    for at in range(branch.state[TAIL]):
        option = branch.literals[at, QUEUE]
        table = reach.true if branch.literals[option, VALUE] == 1 else reach.false
        i = reach.place[option]
        table[row, i >> 6] |= np.uint64(1) << np.uint64(i & 63)


@reader
def _wanted_at(at, row, wanted, branch, reach):
    """Return (option, plane, index) of a literal of a branch; the index is -1 if the literal is not wanted."""
    option = branch.literals[at, QUEUE]
    i, plane = reach.place[option], branch.literals[option, VALUE] - 1
    is_wanted = wanted[plane, row, i >> 6] >> np.uint64(i & 63) & np.uint64(1)
    return option, plane, i if is_wanted else -1


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
    """Follow every open option, once as true and once as false, by singles and patterns; find the smallest results.

    The size of a result is its number of nodes: of the literals from which it follows.

    Returns:
        (clash, measure, splits): int32 arrays. `clash[2 i]` is the number of nodes of the clash that follows if the
        i-th open option is true; it is 0 if no clash follows. `clash[2 i + 1]` is the same if the option is false.

        A split leads to option o if all its branches make o true (v = 0) or all make it false (v = 1). `splits[v, o]`
        is the split with the smallest sum of nodes over its branches, and `measure[v, o]` is this sum. A split is given
        as its item, or as -2 - option for "option true" and "option false". If no split leads to o, `splits[v, o]` is
        -1 and `measure[v, o]` is 0.

        The smallest number of nodes in the result is exact. Larger numbers may be too small, but they stay above it.
    """
    net = trimmed(net)
    branch, reach = room_for_branch(net), room_for_reach(net)
    count = fill(mode, net, branch, reach)
    turn_to_rows(count, reach)
    wanted = _wanted(mode, count, net, reach)
    clash = np.zeros(2 * count, np.int32)
    nodes = np.zeros((2, 2 * count, count if wanted.any() else 0), np.int32)
    literals, limit = branch.literals, NO_LIMIT
    for row in range(2 * count):
        if reach.wrong[row] or wanted[:, row].any():
            assume(reach.options[row >> 1], 1 + (row & 1), limit, net, branch)
            follow(mode, net, branch)
        if reach.wrong[row]:
            clash[row] = choose_clash(net, branch)
            limit = min(limit, clash[row])
            continue
        for at in range(branch.state[TAIL] if wanted[:, row].any() else 0):
            option, plane, i = _wanted_at(at, row, wanted, branch, reach)
            if i >= 0:
                why, level = literals[option, REASON], literals[option, LEVEL]
                nodes[plane, row, i] = nodes_behind(option, why, level, net, branch)[0]
    return clash, *_measured(count, net, reach, nodes)


@compiled
def scan_on(mode, net, stop):
    """Scan as `scan` does, but also use further assumptions. If `stop` is set, end; the result then means nothing."""
    net = trimmed(net)
    branch, inner = room_for_branch(net), room_for_branch(net)
    reach, base = room_for_reach(net), room_for_reach(net)
    further = room_below(base, net)
    count = fill_below(mode, net, branch, reach, base, stop) if mode < NESTED else -1
    every = count < 0
    if every:
        fill(FULL if mode == NESTED else BINARY, net, branch, base)
        count = fill(BINARY, net, branch, reach)
    clash = np.zeros(2 * count, np.int32)
    literals, limit = branch.literals, NO_LIMIT
    for row in range(2 * count):
        if stop[0]:
            break
        if every or reach.wrong[row]:
            assume(reach.options[row >> 1], 1 + (row & 1), limit, net, branch)
            _follow_on(mode, net, branch, base, further)
            if every:
                _enter(row, branch, reach)
        if reach.wrong[row]:
            clash[row] = _choose_clash(mode, net, branch, inner, further)
            limit = min(limit, clash[row])
    wanted = _wanted(mode, count, net, reach)
    nodes = np.zeros((2, 2 * count, count if wanted.any() else 0), np.int32)
    for row in range(2 * count):
        if stop[0]:
            break
        if not wanted[:, row].any():
            continue
        assume(reach.options[row >> 1], 1 + (row & 1), limit, net, branch)
        _follow_on(mode, net, branch, base, further)
        for at in range(branch.state[TAIL]):
            option, plane, i = _wanted_at(at, row, wanted, branch, reach)
            if i >= 0:
                why, level = literals[option, REASON], literals[option, LEVEL]
                nodes[plane, row, i] = _find_reasons(option, why, level, mode, net, branch, inner, further)
    return clash, *_measured(count, net, reach, nodes)


@helper
def _follow_on(mode, net, branch, base, reach):
    """Follow an assumption, with further assumptions below it, until it clashes or nothing new follows.

    The literals that follow from further assumptions are entered, but have no reasons yet. `base` has the consequences
    of the further assumptions in the state of the board.
    """
    state = branch.state
    while True:
        follow(PATTERNS, net, branch)
        tail = state[TAIL]
        if not state[CLASHES]:
            _suppose_further(mode, next_level(branch), net, branch, base, reach)
        if state[TAIL] == tail:
            return


@helper
def _net_before(level, net, branch, reach):
    """Return a copy of the net without the options that the branch made false before a level."""
    literals, left = branch.literals, reach.left
    for option in range(net.alive.size):
        reach.fewer[option] = net.alive[option]
    for item in range(left.size):
        left[item] = net.totals[item]
    for at in range(branch.state[TAIL]):
        option = literals[at, QUEUE]
        if literals[option, VALUE] == 2 and literals[option, LEVEL] < level:
            reach.fewer[option] = False
            for k in range(net.option_items.shape[1]):
                if net.option_items[option, k] >= 0:
                    left[net.option_items[option, k]] -= 1
    return Net(
        reach.fewer, left, net.item_options, net.option_items, net.rivals, net.crossings, net.pairs,
        net.phases, net.ties, net.size,
    )  # fmt: skip


@helper
def _suppose_further(mode, level, net, branch, base, reach):
    """Note, at this level, what further assumptions show in the state to which a branch has led."""
    state = branch.state
    begun = state[TAIL]
    within = _net_before(level, net, branch, reach)
    count = fill_from(base, FULL if mode == NESTED else BINARY, within, branch, reach)
    for row in range(2 * count):
        if reach.wrong[row] and reach.place[reach.options[row >> 1]] >= 0:
            _conclude(reach.options[row >> 1], 2 - (row & 1), -1, level, net, branch)
    if mode == CHAINS or state[TAIL] > begun:
        return
    turn_to_rows(count, reach)
    items = net.totals.size
    rows = np.empty(net.size, np.int64)
    for w in range((count + 63) // 64):
        open_here = np.uint64(0)
        for i in range(64 * w, min(64 * w + 64, count)):
            if reach.place[reach.options[i]] >= 0:
                open_here |= np.uint64(1) << np.uint64(i & 63)
        for at in range(items + count if mode == NESTED else items):
            found = rows_of_split(at, within, reach, rows)
            if not found:
                continue
            always, never = agreed(w, rows, found, reach)
            always, never = always & open_here, never & open_here
            split = split_of(at, items, reach)
            for b in range(64 if always | never else 0):
                bit = np.uint64(1) << np.uint64(b)
                for value in range(1, 3):
                    if (always if value == 1 else never) & bit:
                        _conclude(reach.options[64 * w + b], value, split, level, net, branch)


@reader
def _conclude(option, value, split, level, net, branch):
    """Note a value that all branches of a split show; for split -1, a value whose opposite clashes.

    A true option is noted by ruling out the other options of its cell, because a span can only rule out.
    """
    spans, state = branch.spans, branch.state
    span = state[SPANS]
    of_cell = net.item_options[net.option_items[option, 0]]
    if not has_room(0, branch) or state[ENTRIES] + of_cell.size > branch.entries.shape[0]:
        return
    spans[span, BEGIN], spans[span, SEEN] = -1, 0
    spans[span, GOAL], spans[span, GOAL_VALUE], spans[span, SPLIT] = option, value, split
    for k in range(of_cell.size):
        if (of_cell[k] == option) == (value == 2) and is_news(of_cell[k], level, net, branch):
            note_later(of_cell[k], level, span, branch)
            state[SPANS] = span + 1


@reader
def _choose_clash(mode, net, branch, inner, reach):
    """Find the reasons behind the clashes. Then choose the clash with the fewest nodes, as `choose_clash` does."""
    literals, clashes, state = branch.literals, branch.clashes, branch.state
    limit, least = state[LIMIT], 0
    for c in range(state[CLASHES]):
        option, why, level = clashes[c, 0], clashes[c, 1], state[CLASH_LEVEL]
        nodes = _find_reasons(option, why, level, mode, net, branch, inner, reach)
        state[LIMIT] -= nodes
        why, level = literals[option, REASON], literals[option, LEVEL]
        if nodes <= limit:
            nodes += _find_reasons(option, why, level, mode, net, branch, inner, reach)
        least = lesser_clash(c, nodes, least, net, branch)
        limit = state[LIMIT] = min(limit, nodes)
    return least


@reader
def _find_reasons(option, why, level, mode, net, branch, inner, reach):
    """Choose a reason for a literal with entries, and for all such literals behind it. Stop at the limit of nodes.

    Return the number of nodes as `nodes_behind` does.
    """
    literals, limit = branch.literals, branch.state[LIMIT]
    if why < NO_REASON:
        why = _choose_span(option, mode, net, branch, inner, reach)
    while True:
        nodes, tail = nodes_behind(option, why, level, net, branch)
        is_done = True
        for k in range(tail):
            if nodes > limit:
                break
            now = literals[k, STACK]
            if literals[now, REASON] < NO_REASON:
                nodes += weight_of(_choose_span(now, mode, net, branch, inner, reach), branch)
                is_done = False
        if is_done or nodes > limit:
            return nodes


@helper
def _choose_span(option, mode, net, branch, inner, reach):
    """Choose and return the reason of a literal from its entries: the span of least weight, then of least tie."""
    literals, spans, entries, state = branch.literals, branch.spans, branch.entries, branch.state
    within = _net_before(literals[option, LEVEL], net, branch, reach)
    entry, least = NO_REASON - 1 - literals[option, REASON], -1
    while entry >= 0:
        span, entry = entries[entry, 0], entries[entry, 1]
        is_new, end = spans[span, BEGIN] < 0, state[MEMBERS]
        if is_new:
            _follow_span(span, BINARY if mode < NESTED else FULL, within, branch, inner)
        tie = 0
        for k in range(spans[span, BEGIN], spans[span, END]):
            tie += net.ties[net.alive.size + branch.members[k]]
        tie = spans[span, WEIGHT] << 40 | tie & MASK
        if least < 0 or tie <= least:
            literals[option, REASON], least = SPAN_REASON + span, tie
        elif is_new:
            spans[span, BEGIN], state[MEMBERS] = -1, end
    return literals[option, REASON]


@reader
def _follow_span(span, mode, within, branch, inner):
    """Find the members and the weight of a span: follow the branches of its split in the state before the span."""
    spans, members, state = branch.spans, branch.members, branch.state
    goal, split, first, weight = spans[span, GOAL], spans[span, SPLIT], state[MEMBERS], 0
    if split == -1:
        weight = _inner_branch(goal, 3 - spans[span, GOAL_VALUE], -1, mode, first, within, branch, inner)
        # With links alone a clash is one chain. Its two ends share their beginning, which counts once.
        weight -= mode == BINARY
    elif split < -1:
        for assumed in range(1, 3):
            weight += _inner_branch(-2 - split, assumed, goal, mode, first, within, branch, inner)
    else:
        members[first] = split
        state[MEMBERS] += 1
        for k in range(within.item_options.shape[1]):
            root = within.item_options[split, k]
            if root >= 0 and within.alive[root]:
                weight += _inner_branch(root, 1, goal, mode, first, within, branch, inner)
    spans[span, BEGIN], spans[span, END], spans[span, WEIGHT] = first, state[MEMBERS], weight


@reader
def _inner_branch(root, value, target, mode, first, within, branch, inner):
    """Follow an assumption until a target has a value, or for target -1 until a clash. Add the items that prove this.

    The items are added to the members of the span, which begin at `first`. Return the number of nodes.
    """
    literals, state = inner.literals, inner.state
    assume(root, value, NO_LIMIT, within, inner)
    singles(mode, target, within, inner)
    choose_clash(within, inner)
    option = state[CLASH] if target < 0 else target
    total = _gather(option, literals[option, REASON], literals[option, LEVEL], first, within, branch, inner)
    if target < 0:
        total += _gather(option, state[CLASH_REASON], state[CLASH_LEVEL], first, within, branch, inner)
    return total


@reader
def _gather(option, why, level, first, within, branch, inner):
    """Add as members the items that prove a literal and the literals behind it. Return the number of nodes."""
    total, nodes = nodes_behind(option, why, level, within, inner)
    _add_member(why, first, branch)
    for k in range(nodes):
        _add_member(inner.literals[inner.literals[k, STACK], REASON], first, branch)
    return total


@reader
def _add_member(why, first, branch):
    """Add the item of a reason to the members from `first` on, unless it is a member already."""
    members, state = branch.members, branch.state
    if ITEM_REASON <= why < SPAN_REASON and has_room(1, branch):
        item = why - ITEM_REASON
        for k in range(first, state[MEMBERS]):
            if members[k] == item:
                return
        members[state[MEMBERS]] = item
        state[MEMBERS] += 1
