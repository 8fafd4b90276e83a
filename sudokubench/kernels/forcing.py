"""Propagation of one assumption to its end, for every assumption, level by level.

Level by level means: what follows in one step from levels below has the next level. So levels do not depend on the
order in which options are numbered. Reasons are kept for one assumption at a time, in `explain`.

Options are as in a layout; an item is a cell or a digit of a whole house, of which one option must be true. A `net` is
a state as a tuple: which options are alive; the options of each item and the items of each option; the options that
each excludes; how many options of each item are alive; the cells of each house; pairs of houses that cross; the size.
Rows are padded with -1.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper

BINARY, SINGLE_DIGIT, FULL, PATTERNS = 0, 1, 2, 3
"""What may be used: items with two candidates; items of the assumed digit; all items; and subsets besides."""

NO_REASON = -1
ITEM_REASON = 1 << 20
PATTERN_REASON = 1 << 21


@helper
def _set(option, value, level, why, values, levels, reasons, queue, tail):
    """Note that an option is true (1) or false (2). Returns the new tail, or -1 if the opposite is known."""
    known = values[option]
    if known == 0:
        values[option] = value
        levels[option] = level
        reasons[option] = why
        queue[tail] = option
        return tail + 1
    return tail if known == value else -1


@helper
def _scratch(count, items):
    """What `_propagate` works with: values, levels, reasons, queue, left and patterns."""
    return (
        np.zeros(count, np.uint8),
        np.zeros(count, np.int32),
        np.full(count, NO_REASON, np.int32),
        np.empty(count + 1, np.int32),
        np.empty(items, np.int32),
        np.empty((4096, 4), np.int32),
    )


@helper
def _propagate(option, value, mode, net, scratch):
    """Follow one assumption. Fills values, levels and reasons.

    Returns:
        (clash, level, number of literals, number of patterns): clash is -1, or ITEM_REASON + an item that has no
        option left, or an option that is both true and false; the level is that of the clash.
    """
    alive, item_options, option_items, rivals, totals, _, _, size = net
    values, levels, reasons, queue, left, _ = scratch
    values[:] = 0
    for item in range(left.size):  # an assignment of arrays takes Numba two seconds to compile
        left[item] = totals[item]
    digit = option % size
    cells = rivals.shape[0] // size
    head, tail, found = 0, _set(option, value, 0, NO_REASON, values, levels, reasons, queue, 0), 0
    while True:
        while head < tail:
            now = queue[head]
            head += 1
            level = levels[now]
            if values[now] == 1:
                for j in range(rivals.shape[1]):
                    other = rivals[now, j]
                    if other < 0:
                        break
                    if not alive[other] or (mode == SINGLE_DIGIT and other % size != digit):
                        continue
                    after = _set(other, 2, level + 1, now, values, levels, reasons, queue, tail)
                    if after < 0:
                        return other, level + 1, tail, found
                    tail = after
            else:
                for j in range(option_items.shape[1]):
                    item = option_items[now, j]
                    if item < 0:
                        break
                    if mode == SINGLE_DIGIT and (item < cells or (item - cells) % size != digit):
                        continue
                    left[item] -= 1
                    if left[item] == 0 and mode != BINARY:
                        return ITEM_REASON + item, level + 1, tail, found
                    if left[item] == 1 and (mode != BINARY or totals[item] == 2):
                        for k in range(item_options.shape[1]):
                            other = item_options[item, k]
                            if other >= 0 and alive[other] and values[other] != 2:
                                why = ITEM_REASON + item
                                after = _set(other, 1, level + 1, why, values, levels, reasons, queue, tail)
                                if after < 0:
                                    return other, level + 1, tail, found
                                tail = after
                                break
        if mode != PATTERNS:
            break
        before = tail
        top = levels[queue[tail - 1]] + 1
        tail, found = _patterns(top, net, scratch, tail, found)
        if tail == before:
            break
    return -1, 0, tail, found


@helper
def _open(option, alive, values):
    return alive[option] and values[option] != 2


@helper
def _patterns(top, net, scratch, tail, found):
    """Locked candidates, and naked and hidden pairs, in the state that the assumption has led to.

    A pattern is noted as (kind, house, first, second); kind 0: the digit `first` of `house` lies in the house `second`;
    kind 1: the cells first and second of `house` share two digits; kind 2: the digits first and second of `house`
    share two cells.
    """
    alive, _, _, _, _, houses, crossings, size = net
    before = scratch[0].copy()  # one pattern must not build on another of the same level
    for i in range(crossings.shape[0]):
        a, b = crossings[i, 0], crossings[i, 1]
        for d in range(size):
            inside, outside = 0, 0
            for k in range(size):
                cell = houses[a, k]
                if _open(size * cell + d, alive, before):
                    if _holds(houses[b], cell):
                        inside += 1
                    else:
                        outside += 1
                        break
            if outside or inside < 2:
                continue
            begun = tail
            for cell in houses[b]:
                if cell < 0:
                    break
                if not _holds(houses[a], cell):
                    tail = _clear(size * cell + d, top, found, alive, scratch, tail)
            found = _noted(scratch, found, tail > begun, 0, a, d, b)
    masks = np.zeros(alive.size // size, np.int64)
    for cell in range(masks.size):
        for d in range(size):
            if _open(size * cell + d, alive, before):
                masks[cell] |= 1 << d
    for h in range(houses.shape[0]):
        # naked pairs
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
                if masks[b] != masks[a]:
                    continue
                begun = tail
                for cell in houses[h]:
                    if cell < 0:
                        break
                    for d in range(size):
                        if cell not in (a, b) and masks[a] >> d & 1:
                            tail = _clear(size * cell + d, top, found, alive, scratch, tail)
                found = _noted(scratch, found, tail > begun, 1, h, a, b)
        if houses[h, size - 1] < 0:
            continue
        # hidden pairs, in whole houses
        places = np.zeros(size, np.int64)
        for i in range(size):
            for d in range(size):
                if _open(size * houses[h, i] + d, alive, before):
                    places[d] |= 1 << i
        for d in range(size):
            if _bits(places[d]) != 2:
                continue
            for e in range(d + 1, size):
                if places[e] != places[d]:
                    continue
                begun = tail
                for i in range(size):
                    for f in range(size):
                        if places[d] >> i & 1 and f not in (d, e):
                            tail = _clear(size * houses[h, i] + f, top, found, alive, scratch, tail)
                found = _noted(scratch, found, tail > begun, 2, h, d, e)
    return tail, found


@helper
def _holds(cells, wanted):
    for cell in cells:  # noqa: SIM110  # Numba compiles no generator
        if cell == wanted:
            return True
    return False


@helper
def _clear(option, top, pattern, alive, scratch, tail):
    """Note that an option is false because of a pattern, if it is open and there is room for the pattern."""
    values, levels, reasons, queue, _, patterns = scratch
    if not alive[option] or values[option] != 0 or pattern == patterns.shape[0]:
        return tail
    return _set(option, 2, top, PATTERN_REASON + pattern, values, levels, reasons, queue, tail)


@helper
def _noted(scratch, found, used, kind, house, first, second):
    """Note a pattern if it was used. Returns the new number of patterns."""
    if not used:
        return found
    patterns = scratch[5]
    patterns[found, 0] = kind
    patterns[found, 1] = house
    patterns[found, 2] = first
    patterns[found, 3] = second
    return found + 1


@helper
def _bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@compiled
def explain(option, value, mode, net):
    """Follow one assumption and keep the reasons.

    Returns:
        (clash, values, levels, reasons, patterns), see `_propagate`. A reason is NO_REASON, the option that excludes
        this one, ITEM_REASON + item, or PATTERN_REASON + index of a pattern.
    """
    scratch = _scratch(net[0].size, net[4].size)
    clash, _, _, found = _propagate(option, value, mode, net, scratch)
    values, levels, reasons, _, _, patterns = scratch
    return clash, values, levels, reasons, patterns[:found]


@compiled
def scan(options, mode, net):
    """Follow every option of a list, once true and once false.

    Returns:
        (true, false, clash): int16 arrays. `true[2 i + k, o]` is 1 + the level at which option o turns out true when
        option i is true (k = 0) or false (k = 1), 0 if it does not; `false` likewise. `clash[2 i + k]` is 1 + the
        level of a clash, 0 if there is none.
    """
    count = net[0].size
    rows = 2 * options.size
    true = np.zeros((rows, count), np.int16)
    false = np.zeros((rows, count), np.int16)
    clash = np.zeros(rows, np.int16)
    scratch = _scratch(count, net[4].size)
    values, levels, _, queue, _, _ = scratch
    for i in range(options.size):
        for k in range(2):
            row = 2 * i + k
            where, level, tail, _ = _propagate(options[i], 1 + k, mode, net, scratch)
            if where >= 0:
                clash[row] = 1 + level
            for j in range(tail):
                o = queue[j]
                if values[o] == 1:
                    true[row, o] = 1 + levels[o]
                else:
                    false[row, o] = 1 + levels[o]
    return true, false, clash


@compiled
def agree(options, true, false, clash, item_options, alive):
    """What every option of an item leads to, and what an option leads to whether true or false.

    Args:
        options, true, false, clash: The argument and the results of `scan`.

    Returns:
        (measure, splits): int32 (2, options) each. `measure[v, o]`: the smallest sum of levels over the branches of a
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


@compiled
def nested(option, options, net):
    """Whether one of the options clashes if true, once every further assumption that clashes by singles is dropped.

    What is dropped is a closure and so does not depend on the order of the options.
    """
    count, option_items = net[0].size, net[2]
    values = np.zeros(count, np.uint8)
    left = net[4].copy()
    trail = np.empty(count + 1, np.int32)
    clash, tail = _extend(option, 1, net, values, left, trail, 0)
    progress = True
    while progress and not clash:
        progress = False
        for other in options:
            if values[other] != 0:
                continue
            bad, end = _extend(other, 1, net, values, left, trail, tail)
            _retract(values, left, trail, end, tail, option_items)
            if bad:
                progress = True
                clash, tail = _extend(other, 2, net, values, left, trail, tail)
                if clash:
                    break
    return clash
