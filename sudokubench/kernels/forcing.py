"""Propagation of one assumption to its end, for every assumption, level by level.

Level by level means: what follows in one step from levels below has the next level. So levels do not depend on the
order in which options are numbered; of several reasons of one level that with the smallest tie counts, a number which
does not either. Where singles say no more, subsets go on, and where these say no more, further assumptions do.

Options are as in a layout; an item is a cell or a digit of a whole house, of which one option must be true. A `net` is
a state as a tuple: which options are alive; the options of each item and the items of each option; the options that
each excludes; how many options of each item are alive (more than the size: the item is not to be used); the cells of
each house; pairs of houses that cross; the number of each house among the whole ones; the size; ties of the options,
and of the items. Rows are padded with -1.

A `branch` is what follows from an assumption, as a tuple: of each option the value (1 true, 2 false, 0 open), the
level, the reason and its tie; the options in the order in which they were settled; how many options of each item are
open; spans and members, see `_span`; clashes; and counters.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper

BINARY, SINGLE_DIGIT, FULL, PATTERNS, CHAINS, MULTIPLE, NESTED = 0, 1, 2, 3, 4, 5, 6
"""What may be used: items with two candidates; items of the assumed digit; all items; subsets besides; and, where
these say no more, what further assumptions show: those that clash by items with two candidates; what all candidates of
an item lead to by such; and both by all items."""

NO_REASON = -1
ITEM_REASON = 1 << 20
SPAN_REASON = 1 << 21
"""A reason is NO_REASON for the assumption, the option that excludes this one, ITEM_REASON + the item whose other
options are false, or SPAN_REASON + a span."""

MASK = (1 << 40) - 1
"""The bits of a tie; above them the smaller weight counts first."""

HEAD, TAIL, SPANS, MEMBERS, CLASHES, CLASH, CLASH_REASON, CLASH_LEVEL, CLASH_COST = range(9)
"""The counters of a branch. CLASH is an option that is true and false, for its reason and for CLASH_REASON; or -1."""


@helper
def _branch(count, items, cells, houses):
    return (
        np.zeros(count, np.uint8),
        np.zeros(count, np.int32),
        np.full(count, NO_REASON, np.int32),
        np.zeros(count, np.int64),
        np.empty(count + 1, np.int32),
        np.empty(items, np.int32),
        np.zeros((2048, 4), np.int32),
        np.empty(1 << 16, np.int32),
        np.empty((512, 3), np.int64),
        np.zeros(9, np.int64),
        np.zeros(count, np.uint8),
        np.empty(count + 1, np.int32),
        np.empty(cells, np.int64),
        np.empty((houses, count // cells), np.int64),
    )


@helper
def _begin(option, value, net, branch):
    """Assume that an option is true (1) or false (2)."""
    values, levels, reasons, ties, queue, left, _, _, _, state, _, _, _, _ = branch
    values[:] = 0
    for item in range(left.size):  # an assignment of arrays takes Numba two seconds to compile
        left[item] = net[4][item]
    state[:] = 0
    state[CLASH] = -1
    values[option] = value
    levels[option] = 0
    reasons[option] = NO_REASON
    ties[option] = 0
    queue[0] = option
    state[TAIL] = 1


@helper
def _note(option, value, level, why, tie, branch):
    """Note what follows; if it is known at this level, the smaller tie counts; if the opposite is, it is a clash."""
    values, levels, reasons, ties, queue, _, _, _, clashes, state, _, _, _, _ = branch
    if values[option] == 0:
        values[option] = value
        levels[option] = level
        reasons[option] = why
        ties[option] = tie
        queue[state[TAIL]] = option
        state[TAIL] += 1
    elif values[option] == value:
        if levels[option] == level and tie < ties[option]:
            reasons[option] = why
            ties[option] = tie
    elif state[CLASHES] < clashes.shape[0]:
        clashes[state[CLASHES], 0] = option
        clashes[state[CLASHES], 1] = why
        clashes[state[CLASHES], 2] = tie
        state[CLASHES] += 1


@helper
def _span(begin, weight, branch):
    """What is false in these items, from `begin` on among the members, is the reason of something; its number.

    Its weight is the number of nodes in the further branches that show it.
    """
    spans, state = branch[6], branch[9]
    at = state[SPANS]
    spans[at, 0] = begin
    spans[at, 1] = state[MEMBERS]
    spans[at, 2] = weight
    spans[at, 3] = 0
    state[SPANS] += 1
    return SPAN_REASON + at


@helper
def _room(items, branch):
    """Whether there is room for one more span."""
    return branch[9][SPANS] < branch[6].shape[0] and branch[9][MEMBERS] + items <= branch[7].size


@helper
def _push_false(item, option, level, net, branch, tail):
    """Mark the options of an item, but for one, that were false below a level; they go to the end of a stack."""
    alive, item_options = net[0], net[1]
    values, levels, marks, stack = branch[0], branch[1], branch[10], branch[11]
    for k in range(item_options.shape[1]):
        other = item_options[item, k]
        if other < 0:
            break
        if (
            other != option
            and alive[other]
            and values[other] == 2
            and levels[other] < level
            and not marks[other]
        ):
            marks[other] = 1
            stack[tail] = other
            tail += 1
    return tail


@helper
def _push_parents(option, why, level, net, branch, tail):
    """Mark what a literal follows from at once; it goes to the end of a stack."""
    spans, members, marks, stack = branch[6], branch[7], branch[10], branch[11]
    if why >= SPAN_REASON:
        for k in range(spans[why - SPAN_REASON, 0], spans[why - SPAN_REASON, 1]):
            tail = _push_false(members[k], option, level, net, branch, tail)
    elif why >= ITEM_REASON:
        tail = _push_false(why - ITEM_REASON, option, level, net, branch, tail)
    elif why >= 0 and not marks[why]:
        marks[why] = 1
        stack[tail] = why
        tail += 1
    return tail


@helper
def _nodes(option, why, level, net, branch):
    """The number of literals that a literal, with this reason, follows from, itself included; spans with their weight.

    The literals but for the first are left in the stack of the branch; returns (nodes, how many are left there).
    """
    levels, reasons, spans, marks, stack = branch[1], branch[2], branch[6], branch[10], branch[11]
    tail = _push_parents(option, why, level, net, branch, 0)
    head = 0
    while head < tail:
        now = stack[head]
        head += 1
        tail = _push_parents(now, reasons[now], levels[now], net, branch, tail)
    total = 1 + tail
    if why >= SPAN_REASON:
        total += _weight(spans[why - SPAN_REASON])
    for k in range(tail):
        marks[stack[k]] = 0
        if reasons[stack[k]] >= SPAN_REASON:
            total += _weight(spans[reasons[stack[k]] - SPAN_REASON])
    if why >= SPAN_REASON:
        spans[why - SPAN_REASON, 3] = 0
    for k in range(tail):
        if reasons[stack[k]] >= SPAN_REASON:
            spans[reasons[stack[k]] - SPAN_REASON, 3] = 0
    return total, tail


@helper
def _weight(span):
    """The weight of a span, where it is not marked; then it is."""
    weight = 0 if span[3] else span[2]
    span[3] = 1
    return weight


@helper
def _levels(mode, digit, net, branch):
    """Follow singles, level after level, until they say no more or clash."""
    alive, item_options, option_items, rivals, totals, _, _, _, size, option_ties, item_ties = net
    values, levels, reasons, _, queue, left, _, _, clashes, state, _, _, _, _ = branch
    cells = rivals.shape[0] // size
    while state[HEAD] < state[TAIL]:
        head, tail = state[HEAD], state[TAIL]
        level = levels[queue[head]]
        for at in range(head, tail):
            now = queue[at]
            if values[now] == 1:
                for j in range(rivals.shape[1]):
                    other = rivals[now, j]
                    if other < 0:
                        break
                    if alive[other] and (mode != SINGLE_DIGIT or other % size == digit):
                        _note(other, 2, level + 1, now, option_ties[now], branch)
            else:
                for j in range(option_items.shape[1]):
                    item = option_items[now, j]
                    if item < 0:
                        break
                    left[item] -= 1
        for at in range(head, tail):
            now = queue[at]
            if values[now] == 1:
                continue
            for j in range(option_items.shape[1]):
                item = option_items[now, j]
                if item < 0:
                    break
                if left[item] > 1 or (mode == BINARY and totals[item] != 2):
                    continue
                if mode == SINGLE_DIGIT and (item < cells or (item - cells) % size != digit):
                    continue
                if left[item] == 1:
                    for k in range(item_options.shape[1]):
                        other = item_options[item, k]
                        if other >= 0 and alive[other] and (values[other] != 2 or levels[other] > level):
                            _note(other, 1, level + 1, ITEM_REASON + item, item_ties[item], branch)
                            break
                else:
                    _note(now, 1, level + 1, ITEM_REASON + item, item_ties[item], branch)
        state[HEAD] = tail
        if state[CLASHES]:
            least, told = 0, (0, 0)
            for c in range(state[CLASHES]):
                option, why = clashes[c, 0], clashes[c, 1]
                nodes = _nodes(option, reasons[option], levels[option], net, branch)[0]
                nodes += _nodes(option, why, level + 1, net, branch)[0]
                tie = (option_ties[option], clashes[c, 2])
                if least == 0 or (nodes, tie) < (least, told):
                    least, told = nodes, tie
                    state[CLASH], state[CLASH_REASON] = option, why
            state[CLASH_LEVEL], state[CLASH_COST] = level + 1, least
            return


@helper
def _follow(mode, digit, net, branch):
    """Follow an assumption until singles, or patterns, say no more, or there is a clash."""
    queue, levels, state = branch[4], branch[1], branch[9]
    while True:
        _levels(mode, digit, net, branch)
        if state[CLASH] >= 0 or mode < PATTERNS:
            return
        tail = state[TAIL]
        _patterns(levels[queue[tail - 1]] + 1, net, branch)
        if state[TAIL] == tail:
            return


@helper
def _follow_on(mode, net, branch, inner, reach):
    """Follow an assumption until further assumptions show no more either, or there is a clash."""
    queue, levels, state = branch[4], branch[1], branch[9]
    while True:
        _follow(PATTERNS, 0, net, branch)
        tail = state[TAIL]
        if state[CLASH] < 0:
            _assume(mode, levels[queue[tail - 1]] + 1, net, branch, inner, reach)
        if state[TAIL] == tail:
            return


@helper
def _clear(cell, digits, level, why, tie, net, branch):
    """Note that some digits of a cell are false, where they are open."""
    size = net[8]
    for d in range(size):
        if digits >> d & 1:
            option = size * cell + d
            if net[0][option] and (branch[0][option] == 0 or branch[1][option] == level):
                _note(option, 2, level, why, tie, branch)


@helper
def _patterns(level, net, branch):
    """The first of locked candidates, hidden pairs, naked pairs and X-wings that says anything."""
    alive, houses, crossings, whole, size, item_ties = net[0], net[5], net[6], net[7], net[8], net[10]
    values, members, state, masks, places = branch[0], branch[7], branch[9], branch[12], branch[13]
    begun, cells = state[TAIL], masks.size
    for cell in range(cells):
        masks[cell] = 0
        for d in range(size):
            if alive[size * cell + d] and values[size * cell + d] != 2:
                masks[cell] |= 1 << d
    for h in range(houses.shape[0]):
        for d in range(size):
            places[h, d] = 0
        for k in range(size):
            cell = houses[h, k]
            if cell < 0:
                break
            left = masks[cell]
            for d in range(size):
                if left >> d & 1:
                    places[h, d] |= 1 << k
    for i in range(crossings.shape[0]):  # locked candidates
        a, b, in_a, in_b = crossings[i, 0], crossings[i, 1], crossings[i, 2], crossings[i, 3]
        for d in range(size):
            if not places[a, d] or places[a, d] & ~in_a or not places[b, d] & ~in_b or not _room(1, branch):
                continue
            first, item = state[MEMBERS], cells + size * whole[a] + d
            members[first] = item
            state[MEMBERS] += 1
            why = _span(first, 0, branch)
            for k in range(size):
                if (places[b, d] & ~in_b) >> k & 1:
                    _clear(houses[b, k], 1 << d, level, why, item_ties[item], net, branch)
            _unless_used(first, branch)
    if state[TAIL] > begun:
        return
    for h in range(houses.shape[0]):  # hidden pairs
        if whole[h] < 0:
            continue
        for d in range(size):
            if _bits(places[h, d]) != 2:
                continue
            for e in range(d + 1, size):
                if places[h, e] == places[h, d] and _room(2, branch):
                    row = cells + size * whole[h]
                    first, why, tie = _two(row + d, row + e, net, branch)
                    for k in range(size):
                        if places[h, d] >> k & 1:
                            _clear(houses[h, k], ~(1 << d | 1 << e), level, why, tie, net, branch)
                    _unless_used(first, branch)
    if state[TAIL] > begun:
        return
    for h in range(houses.shape[0]):  # naked pairs
        for i in range(size):
            a = houses[h, i]
            if a < 0:
                break
            if _bits(masks[a]) != 2:
                continue
            for k in range(i + 1, size):
                b = houses[h, k]
                if b < 0:
                    break
                if masks[b] == masks[a] and _room(2, branch):
                    first, why, tie = _two(a, b, net, branch)
                    for cell in houses[h]:
                        if cell >= 0 and cell not in (a, b):
                            _clear(cell, masks[a], level, why, tie, net, branch)
                    _unless_used(first, branch)
    if state[TAIL] > begun:
        return
    for turned in range(2):  # X-wings
        for i in range(size):
            for k in range(i + 1, size):
                g, h = turned * size + i, turned * size + k
                for d in range(size):
                    both = places[g, d]
                    if both == places[h, d] and _bits(both) == 2 and _room(2, branch):
                        item = cells + d
                        first, why, tie = _two(item + size * whole[g], item + size * whole[h], net, branch)
                        for at in range(size):
                            for j in range(size):
                                if both >> at & 1 and j not in (i, k):
                                    cell = houses[(1 - turned) * size + at, j]
                                    _clear(cell, 1 << d, level, why, tie, net, branch)
                        _unless_used(first, branch)


@helper
def _two(one, other, net, branch):
    """A span of two items. Returns (first member, reason, tie)."""
    members, state = branch[7], branch[9]
    first = state[MEMBERS]
    members[first] = one
    members[first + 1] = other
    state[MEMBERS] += 2
    return first, _span(first, 0, branch), net[10][one] + net[10][other]


@helper
def _unless_used(first, branch):
    """Forget the last span if nothing was noted for it; a tie may have changed a reason, and then it stays."""
    state, queue, reasons = branch[9], branch[4], branch[2]
    last = SPAN_REASON + state[SPANS] - 1
    for at in range(branch[9][HEAD], state[TAIL]):
        if reasons[queue[at]] == last:
            return
    state[SPANS] -= 1
    state[MEMBERS] = first


@helper
def _bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@helper
def _reach(count):
    """Room for what every assumption in a state leads to: see `_fill`."""
    words = (count + 63) // 64
    return (
        np.zeros((2 * count, words), np.uint64),
        np.zeros((2 * count, words), np.uint64),
        np.zeros(2 * count, np.bool_),
        np.empty(count, np.int32),
        np.empty(count, np.int32),
        np.empty(count, np.bool_),
        np.empty(count, np.uint8),
    )


@helper
def _inner_net(net, branch, reach):
    """The state that a branch has led to: what is false is gone."""
    alive, item_options, option_items, rivals, _, houses, crossings, whole, size, option_ties, item_ties = net
    values, left, fewer = branch[0], branch[5], reach[5]
    for option in range(alive.size):
        fewer[option] = alive[option] and values[option] != 2
    return (
        fewer,
        item_options,
        option_items,
        rivals,
        left,
        houses,
        crossings,
        whole,
        size,
        option_ties,
        item_ties,
    )


@helper
def _fill_binary(net, branch, reach):
    """For every open option, true (row 2 i) or false (2 i + 1), all that follows by items with two candidates.

    The bits of `true` are the options that then are true, those of `false` the options that are false. Returns the
    number of open options, which `options` lists; `index` is their place there.
    """
    alive, item_options, option_items, rivals, left = net[0], net[1], net[2], net[3], net[4]
    true, false, wrong, options, index, _, _ = reach
    values = branch[0]
    count = 0
    for option in range(alive.size):
        index[option] = -1
        if alive[option] and values[option] == 0:
            index[option] = count
            options[count] = option
            count += 1
    words = (count + 63) // 64
    for row in range(2 * count):
        wrong[row] = False
        for w in range(true.shape[1]):
            true[row, w] = 0
            false[row, w] = 0
    one = np.uint64(1)
    # links: for the true option the false rivals that lie in an item with two candidates; for those the others there
    pairs = np.full((count, option_items.shape[1]), -1, np.int32)
    for i in range(count):
        option = options[i]
        found = 0
        for j in range(option_items.shape[1]):
            item = option_items[option, j]
            if item < 0:
                break
            if left[item] != 2:
                continue
            for k in range(item_options.shape[1]):
                other = item_options[item, k]
                if other >= 0 and other != option and alive[other]:
                    pairs[i, found] = index[other]
                    found += 1
                    break
    for i in range(count):
        option = options[i]
        true[2 * i, i >> 6] |= one << np.uint64(i & 63)
        false[2 * i + 1, i >> 6] |= one << np.uint64(i & 63)
        for j in range(rivals.shape[1]):
            other = rivals[option, j]
            if other < 0:
                break
            k = index[other]
            if k >= 0:
                false[2 * i, k >> 6] |= one << np.uint64(k & 63)
    changed = True
    while changed:
        changed = False
        for i in range(count):
            for j in range(pairs.shape[1]):
                k = pairs[i, j]
                if k < 0:
                    break
                for w in range(words):
                    more = true[2 * i + 1, w] | true[2 * k, w]
                    less = false[2 * i + 1, w] | false[2 * k, w]
                    if more != true[2 * i + 1, w] or less != false[2 * i + 1, w]:
                        true[2 * i + 1, w], false[2 * i + 1, w] = more, less
                        changed = True
        for i in range(count):
            option = options[i]
            for j in range(rivals.shape[1]):
                other = rivals[option, j]
                if other < 0:
                    break
                k = index[other]
                if k < 0 or pairs[k, 0] < 0:
                    continue
                for w in range(words):
                    more = true[2 * i, w] | true[2 * k + 1, w]
                    less = false[2 * i, w] | false[2 * k + 1, w]
                    if more != true[2 * i, w] or less != false[2 * i, w]:
                        true[2 * i, w], false[2 * i, w] = more, less
                        changed = True
    for row in range(2 * count):
        for w in range(words):
            if true[row, w] & false[row, w]:
                wrong[row] = True
    return count


@helper
def _extend(option, value, net, values, left, trail, tail):
    """Assume one more literal on top of a state and follow singles.

    `trail[:tail]` are the literals so far. Returns (clash, new tail); `left` counts every literal of the new trail.
    """
    alive, item_options, option_items, rivals = net[0], net[1], net[2], net[3]
    head = tail
    if values[option] != 0:
        return values[option] != value, tail
    values[option] = value
    trail[tail] = option
    tail += 1
    clash = False
    while head < tail:
        now = trail[head]
        head += 1
        if values[now] == 1:
            if clash:
                continue
            for j in range(rivals.shape[1]):
                other = rivals[now, j]
                if other < 0:
                    break
                if not alive[other] or values[other] == 2:
                    continue
                if values[other] == 1:
                    clash = True
                    break
                values[other] = 2
                trail[tail] = other
                tail += 1
            continue
        for j in range(option_items.shape[1]):
            item = option_items[now, j]
            if item < 0:
                break
            left[item] -= 1
            if left[item] == 0:
                clash = True
            elif left[item] == 1 and not clash:
                for k in range(item_options.shape[1]):
                    other = item_options[item, k]
                    if other >= 0 and alive[other] and values[other] == 0:
                        values[other] = 1
                        trail[tail] = other
                        tail += 1
                        break
    return clash, tail


@helper
def _retract(values, left, trail, tail, to, option_items):
    """Forget the literals of the trail from `to` on."""
    for i in range(to, tail):
        now = trail[i]
        if values[now] == 2:
            for j in range(option_items.shape[1]):
                item = option_items[now, j]
                if item < 0:
                    break
                left[item] += 1
        values[now] = 0


@helper
def _fill_full(net, branch, inner, reach):
    """The same by all items, one assumption after the other on top of the branch."""
    alive, left = net[0], net[4]
    true, false, wrong, options, index, _, values = reach
    trail, counts = inner[4], inner[5]
    count = 0
    for option in range(alive.size):
        index[option] = -1
        values[option] = branch[0][option]
        if alive[option] and values[option] == 0:
            index[option] = count
            options[count] = option
            count += 1
    for item in range(counts.size):
        counts[item] = left[item]
    one = np.uint64(1)
    for row in range(2 * count):
        for w in range(true.shape[1]):
            true[row, w] = 0
            false[row, w] = 0
        clash, tail = _extend(options[row >> 1], 1 + (row & 1), net, values, counts, trail, 0)
        wrong[row] = clash
        for k in range(tail):
            i = index[trail[k]]
            if values[trail[k]] == 1:
                true[row, i >> 6] |= one << np.uint64(i & 63)
            else:
                false[row, i >> 6] |= one << np.uint64(i & 63)
        _retract(values, counts, trail, tail, 0, net[2])
    return count


@helper
def _agreed(item, w, net, reach):
    """Bits (word `w`) of what is true, and of what is false, whichever option of an item is true."""
    item_options, true, false, index = net[1], reach[0], reach[1], reach[4]
    always, never = ~np.uint64(0), ~np.uint64(0)
    for k in range(item_options.shape[1]):
        option = item_options[item, k]
        if option >= 0 and net[0][option]:
            always &= true[2 * index[option], w]
            never &= false[2 * index[option], w]
    return always, never


@helper
def _assume(mode, level, net, branch, inner, reach):
    """What further assumptions show in the state that a branch has led to; it is noted at this level."""
    state = branch[9]
    begun = state[TAIL]
    within = _inner_net(net, branch, reach)
    follow = FULL if mode == NESTED else BINARY
    fills_all = mode == NESTED
    count = _fill_full(within, branch, inner, reach) if fills_all else _fill_binary(within, branch, reach)
    true, false, wrong, options = reach[0], reach[1], reach[2], reach[3]
    for i in range(count):
        for k in range(2):
            if wrong[2 * i + k]:
                _conclude(options[i], 2 - k, -1, -1, follow, level, net, within, branch, inner)
    if mode == CHAINS or state[TAIL] > begun:
        return
    for w in range((count + 63) // 64):
        for item in range(within[1].shape[0]):
            if 1 < within[4][item] <= net[8]:
                always, never = _agreed(item, w, within, reach)
                _conclude_all(always, never, w, item, -1, follow, level, net, within, branch, inner, options)
        for i in range(count if mode == NESTED else 0):
            always, never = true[2 * i, w] & true[2 * i + 1, w], false[2 * i, w] & false[2 * i + 1, w]
            _conclude_all(
                always, never, w, -1, options[i], follow, level, net, within, branch, inner, options
            )


@helper
def _conclude_all(always, never, w, item, assumed, follow, level, net, within, branch, inner, options):
    """Note what is true, and what is false, by the bits of a word."""
    for b in range(64 if always | never else 0):
        bit = np.uint64(1) << np.uint64(b)
        if always & bit:
            _conclude(options[64 * w + b], 1, item, assumed, follow, level, net, within, branch, inner)
        if never & bit:
            _conclude(options[64 * w + b], 2, item, assumed, follow, level, net, within, branch, inner)


@helper
def _conclude(option, value, item, assumed, follow, level, net, within, branch, inner):
    """Note what an option must be: the opposite clashes, or each option of an item or an assumption both ways say so.

    What is true is noted as the false options of its cell: a span rules out.
    """
    item_options, option_items, item_ties = net[1], net[2], net[10]
    members, state, values = branch[7], branch[9], branch[0]
    cell = option_items[option, 0]
    if value == 2:
        if values[option] == 2 and branch[1][option] < level:
            return
    else:
        news = False
        for k in range(item_options.shape[1]):
            other = item_options[cell, k]
            if other >= 0 and other != option and net[0][other]:
                news = news or values[other] == 0 or branch[1][other] == level
        if not news:
            return
    if not _room(400, branch):
        return
    first, weight = state[MEMBERS], 0
    alive = within[0]
    if item < 0:
        for k in range(2):
            if assumed < 0 and k == 1:
                break
            root, what = (option, 3 - value) if assumed < 0 else (assumed, 1 + k)
            weight += _inner_branch(root, what, option, value, assumed < 0, follow, within, branch, inner)
        weight -= follow == BINARY  # by links alone both ends of a clash are one chain, with one beginning
    else:
        members[state[MEMBERS]] = item
        state[MEMBERS] += 1
        for k in range(item_options.shape[1]):
            root = item_options[item, k]
            if root >= 0 and alive[root]:
                weight += _inner_branch(root, 1, option, value, False, follow, within, branch, inner)
    why = _span(first, weight, branch)
    tie = 0
    for k in range(first, state[MEMBERS]):
        tie += item_ties[members[k]]
    tie = weight << 40 | tie & MASK
    size = net[8]
    gone = 1 << option % size
    _clear(cell, gone if value == 2 else ~gone, level, why, tie, net, branch)
    _unless_used(first, branch)


@helper
def _inner_branch(root, what, option, value, clash, follow, within, branch, inner):
    """Follow a further assumption to a clash, or to a literal; its items become members. Returns its nodes."""
    size = within[8]
    reasons, levels, stack, state = inner[2], inner[1], inner[11], inner[9]
    _begin(root, what, within, inner)
    _levels(follow, root % size, within, inner)
    if clash or state[CLASH] >= 0:
        option, level = state[CLASH], levels[state[CLASH]]
    else:
        level = levels[option]
    total, nodes = _nodes(option, reasons[option], level, within, inner)
    _gather(option, reasons[option], branch)
    for k in range(nodes):
        _gather(stack[k], reasons[stack[k]], branch)
    if state[CLASH] >= 0:
        more, nodes = _nodes(option, state[CLASH_REASON], state[CLASH_LEVEL], within, inner)
        total += more
        _gather(option, state[CLASH_REASON], branch)
        for k in range(nodes):
            _gather(stack[k], reasons[stack[k]], branch)
    return total


@helper
def _gather(option, why, branch):
    """The item by which an option is true becomes a member, once and if there is room."""
    members, state = branch[7], branch[9]
    if ITEM_REASON <= why < SPAN_REASON and state[MEMBERS] < members.size:
        item = why - ITEM_REASON
        begin = branch[6][state[SPANS] - 1, 1] if state[SPANS] else 0
        for k in range(begin, state[MEMBERS]):
            if members[k] == item:
                return
        members[state[MEMBERS]] = item
        state[MEMBERS] += 1


@helper
def _told(branch):
    values, levels, reasons, spans, members, state = (
        branch[0], branch[1], branch[2], branch[6], branch[7], branch[9],
    )  # fmt: skip
    clash = (state[CLASH], state[CLASH_REASON], state[CLASH_LEVEL])
    return clash, values, levels, reasons, spans[: state[SPANS]], members[: state[MEMBERS]]


@helper
def _branch_of(net):
    count, size = net[0].size, net[8]
    return _branch(count, net[4].size, count // size, net[5].shape[0])


@compiled
def explain(option, value, mode, net):
    """Follow one assumption, up to patterns, and keep the reasons.

    Returns:
        (clash, values, levels, reasons, spans, members). `clash` is an option that is both true and false, for its
        reason, and for another at some level; the option is -1 if there is none.
    """
    branch = _branch_of(net)
    _begin(option, value, net, branch)
    _follow(mode, option % net[8], net, branch)
    return _told(branch)


@compiled
def explain_on(option, value, mode, net):
    """The same by further assumptions."""
    branch = _branch_of(net)
    _begin(option, value, net, branch)
    _follow_on(mode, net, branch, _branch_of(net), _reach(net[0].size))
    return _told(branch)


@helper
def _wanted(mode, net, branch, inner, reach):
    """The rows of `scan` that clash, or that agree with others on something: bits tell it faster than branches do."""
    values, item_options, alive = branch[0], net[1], net[0]
    values[:] = 0
    count = _fill_full(net, branch, inner, reach) if mode == FULL else _fill_binary(net, branch, reach)
    true, false, wrong, index = reach[0], reach[1], reach[2], reach[4]
    words = (count + 63) // 64
    found = wrong[: 2 * count].copy()
    for item in range(item_options.shape[0]):
        if not 1 < net[4][item] <= net[8]:
            continue
        for w in range(words):
            always, never = _agreed(item, w, net, reach)
            if always or never:
                for k in range(item_options.shape[1]):
                    option = item_options[item, k]
                    if option >= 0 and alive[option]:
                        found[2 * index[option]] = True
                break
    for i in range(count):
        for w in range(words):
            if true[2 * i, w] & true[2 * i + 1, w] or false[2 * i, w] & false[2 * i + 1, w]:
                found[2 * i] = True
                found[2 * i + 1] = True
    return found


@helper
def _enter(row, net, branch, true, false, clash):
    """Enter what a branch has come to into the tables of `scan`."""
    values, levels, reasons, queue, state = branch[0], branch[1], branch[2], branch[4], branch[9]
    if state[CLASH] >= 0:
        clash[row] = state[CLASH_COST]
        return
    for j in range(state[TAIL]):
        o = queue[j]
        nodes = _nodes(o, reasons[o], levels[o], net, branch)[0]
        if values[o] == 1:
            true[row, o] = nodes
        else:
            false[row, o] = nodes


@compiled
def scan(options, mode, net):
    """Follow every option of a list (all that are alive, ascending), once true and once false, up to patterns.

    Of rows that neither clash nor agree with others on anything, some are left out. Trials of one digit are only
    followed where the option is true.

    Returns:
        (true, false, clash): int32 arrays. `true[2 i + k, o]` is the number of nodes by which option o turns out true
        when option i is true (k = 0) or false (k = 1), 0 if it does not; `false` likewise. `clash[2 i + k]` is the
        number of nodes of a clash, 0 if there is none.
    """
    count, rows = net[0].size, 2 * options.size
    true = np.zeros((rows, count), np.int32)
    false = np.zeros((rows, count), np.int32)
    clash = np.zeros(rows, np.int32)
    branch = _branch_of(net)
    wanted = np.ones(rows, np.bool_)
    if mode in (BINARY, FULL):
        wanted = _wanted(mode, net, branch, _branch_of(net), _reach(count))
    elif mode == SINGLE_DIGIT:
        wanted[1::2] = False
    for row in range(rows):
        if wanted[row]:
            option = options[row >> 1]
            _begin(option, 1 + (row & 1), net, branch)
            _follow(mode, option % net[8], net, branch)
            _enter(row, net, branch, true, false, clash)
    return true, false, clash


@compiled
def scan_on(options, mode, net):
    """The same by further assumptions."""
    count, rows = net[0].size, 2 * options.size
    true = np.zeros((rows, count), np.int32)
    false = np.zeros((rows, count), np.int32)
    clash = np.zeros(rows, np.int32)
    branch, inner, reach = _branch_of(net), _branch_of(net), _reach(count)
    for row in range(rows):
        _begin(options[row >> 1], 1 + (row & 1), net, branch)
        _follow_on(mode, net, branch, inner, reach)
        _enter(row, net, branch, true, false, clash)
    return true, false, clash


@compiled
def agree(options, true, false, clash, item_options, alive):
    """What every option of an item leads to, and what an option leads to whether true or false.

    Args:
        options, true, false, clash: The argument and the results of `scan`.

    Returns:
        (measure, splits): int32 (2, options) each. `measure[v, o]`: the smallest sum of nodes over the branches of a
        split in all of which option o is true (v = 0) or false (v = 1), 0 if none. `splits[v, o]`: the item, or
        -2 - option for a split into "true" and "false".
    """
    count = alive.size
    row_of = np.full(count, -1, np.int32)
    for i in range(options.size):
        row_of[options[i]] = 2 * i
    measure = np.zeros((2, count), np.int32)
    splits = np.full((2, count), -1, np.int32)
    for v in range(2):
        table = true if v == 0 else false
        for item in range(item_options.shape[0]):
            rows = np.empty(item_options.shape[1], np.int32)
            members = 0
            usable = True
            for k in range(item_options.shape[1]):
                o = item_options[item, k]
                if o >= 0 and alive[o]:
                    if row_of[o] < 0 or clash[row_of[o]] > 0:
                        usable = False
                        break
                    rows[members] = row_of[o]
                    members += 1
            if not usable or members < 2:
                continue
            for o in options:
                total = 0
                for k in range(members):
                    level = table[rows[k], o]
                    if level == 0:
                        total = 0
                        break
                    total += level
                if total and (measure[v, o] == 0 or total < measure[v, o]):
                    measure[v, o] = total
                    splits[v, o] = item
        for p in options:
            row = row_of[p]
            if clash[row] > 0 or clash[row + 1] > 0:
                continue
            for o in options:
                if o != p and table[row, o] and table[row + 1, o]:
                    total = table[row, o] + table[row + 1, o]
                    if measure[v, o] == 0 or total < measure[v, o]:
                        measure[v, o] = total
                        splits[v, o] = -2 - p
    return measure, splits
