"""Propagation of one assumption to its end, for every assumption, level by level.

Level by level means: what follows in one step from levels below has the next level. So levels do not depend on the
order in which options are numbered; of several reasons of one level that with the smallest tie counts, a number which
does not either. Where singles say no more, subsets go on, and where these say no more, further assumptions do.

That is slow for all assumptions of a state. Which of them clash or agree does not depend on the order of reasoning, and
is told first for 64 at once, a bit each, see `_fill`; the few that matter are followed by levels.

Options are as in a layout; an item is a cell or a digit of a whole house, of which one option must be true. Rows of
arrays are padded with -1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.compiled import compiled, helper, reader

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

UNUSED = 1 << 20

VALUE, LEVEL, REASON, TIE, QUEUE, STACK, MARK = range(7)
"""The columns of the literals of a branch. Of an option: its value (1 true, 2 false, 0 open), its level, reason and
tie, and whether it is marked. The options in the order in which they were settled, and a stack."""

HEAD, TAIL, SPANS, MEMBERS, CLASHES, CLASH, CLASH_REASON, CLASH_LEVEL, CLASH_COST = range(9)
"""The counters of a branch. CLASH is an option that is true and false, for its reason and for CLASH_REASON; or -1."""


class Net(NamedTuple):
    """A state.

    Attributes:
        alive: Which options are.
        totals: How many options of each item are alive, and UNUSED more if nothing is to be concluded from it.
        item_options, option_items: The options of each item and the items of each option.
        rivals: The options that each excludes.
        crossings: An item, its options outside a second house, and the options there that are false if those are.
        pairs: Tables of options, with the item of each row: two rows with options in the same two columns alone leave
            these columns no others. Hidden pairs, naked pairs and X-wings are of this kind.
        phases: Where each of these kinds begins, and the end.
        ties: Ties of the options, then of the items.
        size: Number of digits.
    """

    alive: NDArray[np.bool_]
    totals: NDArray[np.int32]
    item_options: NDArray[np.int32]
    option_items: NDArray[np.int32]
    rivals: NDArray[np.int32]
    crossings: NDArray[np.int32]
    pairs: NDArray[np.int32]
    phases: NDArray[np.int32]
    ties: NDArray[np.int64]
    size: int


class Branch(NamedTuple):
    """What follows from an assumption.

    Attributes:
        literals: See `VALUE`.
        left: How many options of each item are not false.
        spans, members: See `_span`.
        clashes: Options that are true and false, with reason and tie of the second.
        state: See `HEAD`.
    """

    literals: NDArray[np.int64]
    left: NDArray[np.int32]
    spans: NDArray[np.int64]
    members: NDArray[np.int32]
    clashes: NDArray[np.int64]
    state: NDArray[np.int64]


class Reach(NamedTuple):
    """What every assumption in a state leads to, see `_fill`; and room for it."""

    true: NDArray[np.uint64]
    false: NDArray[np.uint64]
    wrong: NDArray[np.bool_]
    options: NDArray[np.int32]
    place: NDArray[np.int32]
    planes: NDArray[np.uint64]
    pairs: NDArray[np.uint64]
    near: NDArray[np.int32]
    used: NDArray[np.int32]
    items: NDArray[np.int32]
    fewer: NDArray[np.bool_]


@helper
def _branch_of(net):
    """Room for a branch."""
    return Branch(
        np.zeros((net.alive.size + 1, 7), np.int64),
        net.totals.copy(),
        np.zeros((2048, 4), np.int64),
        np.empty(1 << 16, np.int32),
        np.empty((512, 3), np.int64),
        np.zeros(9, np.int64),
    )


@reader
def _begin(option, value, net, branch):
    """Assume that an option is true (1) or false (2)."""
    literals, left, _, _, _, state = branch
    for other in range(net.alive.size):  # an assignment of arrays takes Numba two seconds to compile
        literals[other, VALUE] = 0
    for item in range(left.size):
        left[item] = net.totals[item]
    for counter in range(state.size):
        state[counter] = 0
    state[CLASH] = -1
    literals[option, VALUE] = value
    literals[option, LEVEL] = 0
    literals[option, REASON] = NO_REASON
    literals[option, TIE] = 0
    literals[0, QUEUE] = option
    state[TAIL] = 1


@reader
def _note(option, value, level, why, tie, branch):
    """Note what follows; if it is known at this level, the smaller tie counts; if the opposite is, it is a clash."""
    literals, _, _, _, clashes, state = branch
    known = literals[option, VALUE]
    if known == 0:
        literals[option, VALUE] = value
        literals[option, LEVEL] = level
        literals[option, REASON] = why
        literals[option, TIE] = tie
        literals[state[TAIL], QUEUE] = option
        state[TAIL] += 1
    elif known == value:
        if literals[option, LEVEL] == level and tie < literals[option, TIE]:
            literals[option, REASON] = why
            literals[option, TIE] = tie
    elif state[CLASHES] < clashes.shape[0]:
        clashes[state[CLASHES], 0] = option
        clashes[state[CLASHES], 1] = why
        clashes[state[CLASHES], 2] = tie
        state[CLASHES] += 1


@reader
def _span(begin, weight, branch):
    """What is false in these items, from `begin` on among the members, is the reason of something; its number.

    Its weight is the number of nodes in the further branches that show it.
    """
    spans, state = branch.spans, branch.state
    at = state[SPANS]
    spans[at, 0] = begin
    spans[at, 1] = state[MEMBERS]
    spans[at, 2] = weight
    spans[at, 3] = 0
    state[SPANS] += 1
    return SPAN_REASON + at


@reader
def _room(items, branch):
    """Whether there is room for one more span."""
    state = branch.state
    return state[SPANS] < branch.spans.shape[0] and state[MEMBERS] + items <= branch.members.size


@reader
def _push_false(item, option, level, net, branch, tail):
    """Mark the options of an item, but for one, that were false below a level; they go to the end of a stack."""
    item_options, literals = net.item_options, branch.literals
    for k in range(item_options.shape[1]):
        other = item_options[item, k]
        if other < 0:
            break
        if (
            other != option
            and net.alive[other]
            and literals[other, VALUE] == 2
            and literals[other, LEVEL] < level
            and not literals[other, MARK]
        ):
            literals[other, MARK] = 1
            literals[tail, STACK] = other
            tail += 1
    return tail


@reader
def _push_parents(option, why, level, net, branch, tail):
    """Mark what a literal follows from at once; it goes to the end of a stack."""
    literals, spans, members = branch.literals, branch.spans, branch.members
    if why >= SPAN_REASON:
        for k in range(spans[why - SPAN_REASON, 0], spans[why - SPAN_REASON, 1]):
            tail = _push_false(members[k], option, level, net, branch, tail)
    elif why >= ITEM_REASON:
        tail = _push_false(why - ITEM_REASON, option, level, net, branch, tail)
    elif why >= 0 and not literals[why, MARK]:
        literals[why, MARK] = 1
        literals[tail, STACK] = why
        tail += 1
    return tail


@reader
def _nodes(option, why, level, net, branch):
    """The number of literals that a literal, with this reason, follows from, itself included; spans with their weight.

    The literals but for the first are left in the stack of the branch; returns (nodes, how many are left there).
    """
    literals, spans = branch.literals, branch.spans
    tail = _push_parents(option, why, level, net, branch, 0)
    head = 0
    while head < tail:
        now = literals[head, STACK]
        head += 1
        tail = _push_parents(now, literals[now, REASON], literals[now, LEVEL], net, branch, tail)
    total = 1 + tail
    if why >= SPAN_REASON:
        total += _weight(why - SPAN_REASON, spans)
    for k in range(tail):
        now = literals[k, STACK]
        literals[now, MARK] = 0
        if literals[now, REASON] >= SPAN_REASON:
            total += _weight(literals[now, REASON] - SPAN_REASON, spans)
    if why >= SPAN_REASON:
        spans[why - SPAN_REASON, 3] = 0
    for k in range(tail):
        now = literals[k, STACK]
        if literals[now, REASON] >= SPAN_REASON:
            spans[literals[now, REASON] - SPAN_REASON, 3] = 0
    return total, tail


@reader
def _weight(span, spans):
    """The weight of a span, where it is not marked; then it is."""
    weight = 0 if spans[span, 3] else spans[span, 2]
    spans[span, 3] = 1
    return weight


@reader
def _levels(mode, net, branch):
    """Follow singles, level after level, until they say no more or clash."""
    item_options, option_items, rivals, size = net.item_options, net.option_items, net.rivals, net.size
    alive, ties = net.alive, net.ties
    literals, left, _, _, clashes, state = branch
    options = alive.size
    cells = options // size
    while state[HEAD] < state[TAIL]:
        head, tail = state[HEAD], state[TAIL]
        level = literals[literals[head, QUEUE], LEVEL]
        for at in range(head, tail):
            now = literals[at, QUEUE]
            if literals[now, VALUE] == 1:
                for j in range(rivals.shape[1]):
                    other = rivals[now, j]
                    if other < 0:
                        break
                    if alive[other] and (mode != SINGLE_DIGIT or other % size == now % size):
                        _note(other, 2, level + 1, now, ties[now], branch)
            else:
                for j in range(option_items.shape[1]):
                    item = option_items[now, j]
                    if item < 0:
                        break
                    left[item] -= 1
        for at in range(head, tail):
            now = literals[at, QUEUE]
            if literals[now, VALUE] == 1:
                continue
            for j in range(option_items.shape[1]):
                item = option_items[now, j]
                if item < 0:
                    break
                if left[item] > 1 or (mode == BINARY and net.totals[item] != 2):
                    continue
                if mode == SINGLE_DIGIT and item < cells:
                    continue
                if left[item] == 1:
                    for k in range(item_options.shape[1]):
                        other = item_options[item, k]
                        if (
                            other >= 0
                            and alive[other]
                            and (literals[other, VALUE] != 2 or literals[other, LEVEL] > level)
                        ):
                            _note(other, 1, level + 1, ITEM_REASON + item, ties[options + item], branch)
                            break
                else:
                    _note(now, 1, level + 1, ITEM_REASON + item, ties[options + item], branch)
        state[HEAD] = tail
        if state[CLASHES]:
            least, told = 0, (0, 0)
            for c in range(state[CLASHES]):
                option, why = clashes[c, 0], clashes[c, 1]
                nodes = _nodes(option, literals[option, REASON], literals[option, LEVEL], net, branch)[0]
                nodes += _nodes(option, why, level + 1, net, branch)[0]
                tie = (ties[option], clashes[c, 2])
                if least == 0 or (nodes, tie) < (least, told):
                    least, told = nodes, tie
                    state[CLASH], state[CLASH_REASON] = option, why
            state[CLASH_LEVEL], state[CLASH_COST] = level + 1, least
            return


@reader
def _next_level(branch):
    """The level after the last one."""
    literals = branch.literals
    return literals[literals[branch.state[TAIL] - 1, QUEUE], LEVEL] + 1


@reader
def _follow(mode, net, branch):
    """Follow an assumption until singles, or patterns, say no more, or there is a clash."""
    state = branch.state
    while True:
        _levels(mode, net, branch)
        if state[CLASH] >= 0 or mode < PATTERNS:
            return
        tail = state[TAIL]
        _patterns(_next_level(branch), net, branch)
        if state[TAIL] == tail:
            return


@helper
def _follow_on(mode, net, branch, inner, reach):
    """Follow an assumption until further assumptions show no more either, or there is a clash."""
    state = branch.state
    while True:
        _follow(PATTERNS, net, branch)
        tail = state[TAIL]
        if state[CLASH] < 0:
            _assume(mode, _next_level(branch), net, branch, inner, reach)
        if state[TAIL] == tail:
            return


@reader
def _rule_out(option, level, why, tie, net, branch):
    """Note that an option is false, where it is open."""
    if option >= 0 and net.alive[option]:
        literals = branch.literals
        if literals[option, VALUE] == 0 or literals[option, LEVEL] == level:
            _note(option, 2, level, why, tie, branch)


@reader
def _is_open(option, level, net, branch):
    """Whether an option is alive and was not false below a level."""
    literals = branch.literals
    if option < 0 or not net.alive[option]:
        return False
    return literals[option, VALUE] != 2 or literals[option, LEVEL] == level


@reader
def _patterns(level, net, branch):
    """The first of locked candidates, hidden pairs, naked pairs and X-wings that says anything."""
    state, phases = branch.state, net.phases
    begun = state[TAIL]
    for crossing in range(net.crossings.shape[0]):
        _locked(crossing, level, net, branch)
    for phase in range(phases.size - 1):
        if state[TAIL] > begun:
            return
        for table in range(phases[phase], phases[phase + 1]):
            _pairs(table, level, net, branch)


@reader
def _locked(crossing, level, net, branch):
    """All options of an item are in a second house: the others of this house are false."""
    row, state = net.crossings[crossing], branch.state
    item, half = row[0], (row.size + 1) // 2
    if branch.left[item] % UNUSED == 0 or not _room(1, branch):
        return
    for k in range(1, half):
        if _is_open(row[k], level, net, branch):
            return
    first = state[MEMBERS]
    branch.members[first] = item
    state[MEMBERS] += 1
    why = _span(first, 0, branch)
    for k in range(half, row.size):
        _rule_out(row[k], level, why, net.ties[net.alive.size + item], net, branch)
    _unless_used(first, branch)


@reader
def _pairs(table, level, net, branch):
    """Two rows of a table have options in the same two columns alone: the others there are false."""
    rows, state, members, size = net.pairs[table], branch.state, branch.members, net.size
    for i in range(size):
        both = _open_columns(rows[i], level, net, branch)
        for k in range(i + 1, size if both else i):
            if _open_columns(rows[k], level, net, branch) != both or not _room(2, branch):
                continue
            first = state[MEMBERS]
            members[first], members[first + 1] = rows[i, 0], rows[k, 0]
            state[MEMBERS] += 2
            why = _span(first, 0, branch)
            tie = net.ties[net.alive.size + rows[i, 0]] + net.ties[net.alive.size + rows[k, 0]]
            for j in range(size):
                for other in range(size if both >> j & 1 else 0):
                    if other not in (i, k):
                        _rule_out(rows[other, 1 + j], level, why, tie, net, branch)
            _unless_used(first, branch)


@reader
def _open_columns(row, level, net, branch):
    """The columns of a row of a table where its options were open below a level; 0 if these are not two."""
    columns = 0
    if row[0] >= 0 and branch.left[row[0]] % UNUSED == 2:
        for j in range(net.size):
            columns |= _is_open(row[1 + j], level, net, branch) << j
    return columns


@reader
def _unless_used(first, branch):
    """Forget the last span if nothing was noted for it; a tie may have changed a reason, and then it stays."""
    state, literals = branch.state, branch.literals
    last = SPAN_REASON + state[SPANS] - 1
    for at in range(state[HEAD], state[TAIL]):
        if literals[literals[at, QUEUE], REASON] == last:
            return
    state[SPANS] -= 1
    state[MEMBERS] = first


@helper
def _reach(net):
    """Room for what every assumption in a state leads to: see `_fill`."""
    count = 0
    for option in range(net.alive.size):
        count += net.alive[option]
    words = (count + 63) // 64
    return Reach(
        np.zeros((2 * count, words), np.uint64),
        np.zeros((2 * count, words), np.uint64),
        np.zeros(2 * count, np.bool_),
        np.empty(count, np.int32),
        np.full(net.alive.size + 1, -1, np.int32),
        np.empty((2 * words, 3, count + 1), np.uint64),
        np.empty(net.totals.size + 1, np.uint64),
        np.empty((count, net.rivals.shape[1] + 1), np.int32),
        np.empty(net.totals.size, np.int32),
        np.empty((net.totals.size, net.size + 1), np.int32),
        np.empty(net.alive.size, np.bool_),
    )


@reader
def _fill(mode, net, branch, reach):
    """Tell of every open option, true (row 2 i) or false (2 i + 1), what follows by singles, up to patterns.

    A row is `wrong` if there is a clash. Returns the number of open options, which `options` lists; `place` says where.
    64 assumptions are followed at a time, and each has a bit in the `planes` of every option: those with which it is
    true, those with which it is false, and those of which its rivals know already that it is true.
    """
    wrong, options, place = reach.wrong, reach.options, reach.place
    one = np.uint64(1)
    count = 0
    for option in range(net.alive.size):
        place[option] = -1
        if net.alive[option] and branch.literals[option, VALUE] == 0:
            place[option] = count
            options[count] = option
            count += 1
    usable = _links(mode, count, net, reach)
    for item in range(reach.pairs.size):
        reach.pairs[item] = 0
    for begin in range(0, count, 64):
        last = min(64, count - begin)
        for value in range(1 if mode == SINGLE_DIGIT else 2):
            planes = reach.planes[begin >> 5 | value]
            for plane in range(3):
                for i in range(count):
                    planes[plane, i] = 0
            planes[1, planes.shape[1] - 1] = ~np.uint64(0)  # of what is no open option and has the place -1
            for b in range(last):
                planes[value, begin + b] = one << np.uint64(b)
            clash = _spread(count, usable, planes, net, reach, mode >= PATTERNS)
            for b in range(last):
                wrong[2 * (begin + b) + value] = clash >> np.uint64(b) & one != 0
    return count


@helper
def _turn(count, reach):
    """The same by rows: the bits of `true` are the options that then are true, those of `false` the false ones."""
    block = np.empty(64, np.uint64)
    for begin in range(0, count, 64):
        for value in range(2):
            planes = reach.planes[begin >> 5 | value]
            for plane in range(2):
                table = reach.false if plane else reach.true
                for w in range((count + 63) // 64):
                    for b in range(64):
                        block[b] = planes[plane, 64 * w + b] if 64 * w + b < count else np.uint64(0)
                    _transpose(block)
                    for b in range(min(64, count - begin)):
                        table[2 * (begin + b) + value, w] = block[b]


@reader
def _links(mode, count, net, reach):
    """The open options that each open option excludes, and those of the items that may be used; how many these are."""
    options, place, near, used, items = reach.options, reach.place, reach.near, reach.used, reach.items
    size, cells = net.size, net.alive.size // net.size
    for i in range(count):
        found = 0
        for j in range(net.rivals.shape[1]):
            other = net.rivals[options[i], j]
            if other < 0:
                break
            if place[other] >= 0 and (mode != SINGLE_DIGIT or other % size == options[i] % size):
                near[i, found] = place[other]
                found += 1
        near[i, found] = -1
    usable = 0
    for item in range(cells if mode == SINGLE_DIGIT else 0, net.totals.size):
        total = net.totals[item]
        if not 0 < total <= size or (mode == BINARY and total != 2):
            continue
        found = 0
        for k in range(net.item_options.shape[1]):
            other = place[net.item_options[item, k]]
            if other >= 0:
                items[usable, found] = other
                found += 1
        items[usable, found] = -1
        used[usable] = item
        usable += found == total  # else one of its options is true
    return usable


@reader
def _spread(count, usable, planes, net, reach, with_patterns):
    """Fill the planes until singles, or patterns, say no more. Returns the bits of the assumptions that clash."""
    near, items, pairs = reach.near, reach.items, reach.pairs
    true, false, told = planes[0], planes[1], planes[2]
    clash = np.uint64(0)
    while True:
        for m in range(usable):
            once = twice = thrice = np.uint64(0)
            for k in range(items.shape[1]):
                i = items[m, k]
                if i < 0:
                    break
                thrice |= twice & ~false[i]
                twice |= once & ~false[i]
                once |= ~false[i]
            pairs[reach.used[m]] = twice & ~thrice
            clash |= ~once
            alone = once & ~(twice | clash)
            if alone and items[m, 1] >= 0:
                for k in range(items.shape[1]):
                    i = items[m, k]
                    if i < 0:
                        break
                    true[i] |= alone & ~false[i]
        news = np.uint64(0)
        for i in range(count):
            clash |= true[i] & false[i]
            fresh = true[i] & ~(told[i] | clash)
            if fresh:
                news |= fresh
                told[i] |= fresh
                for j in range(near.shape[1]):
                    if near[i, j] < 0:
                        break
                    false[near[i, j]] |= fresh
        if not news and not (with_patterns and _spread_patterns(net, reach.place, false, pairs)):
            return clash


@reader
def _spread_patterns(net, place, false, pairs):
    """Add what patterns rule out to the plane of what is false. Returns whether there was any."""
    news = np.uint64(0)
    for crossing in range(net.crossings.shape[0]):
        row = net.crossings[crossing]
        if net.totals[row[0]] == 0:
            continue
        half = (row.size + 1) // 2
        gone = ~np.uint64(0)
        for k in range(1, half):
            gone &= false[place[row[k]]]
            if not gone:
                break
        for k in range(half, row.size if gone else half):
            news |= _cross_out(place[row[k]], gone, false)
    for table in range(net.pairs.shape[0]):
        rows = net.pairs[table]
        for i in range(net.size):
            pair = pairs[rows[i, 0]]
            for k in range(i + 1, net.size if pair else i):
                both = pair & pairs[rows[k, 0]]
                for j in range(net.size):
                    if not both:
                        break
                    both &= ~(false[place[rows[i, 1 + j]]] ^ false[place[rows[k, 1 + j]]])
                for j in range(net.size if both else 0):
                    gone = both & ~false[place[rows[i, 1 + j]]]
                    for other in range(net.size if gone else 0):
                        if other not in (i, k):
                            news |= _cross_out(place[rows[other, 1 + j]], gone, false)
    return news != 0


@reader
def _cross_out(i, gone, false):
    """What is new among the bits that become false of an open option."""
    if i < 0:
        return np.uint64(0)
    news = gone & ~false[i]
    false[i] |= news
    return news


@reader
def _transpose(block):
    """Turn 64 rows of 64 bits (H. S. Warren, Hacker's Delight, 7-3): bit b of row a becomes bit a of row b."""
    width, mask = 32, np.uint64(0xFFFFFFFF)
    while width:
        shift = np.uint64(width)
        for a in range(64):
            if not a & width:
                other = (block[a] >> shift ^ block[a | width]) & mask
                block[a] ^= other << shift
                block[a | width] ^= other
        width >>= 1
        mask ^= mask << np.uint64(width)


@helper
def _inner_net(net, branch, reach):
    """The state that a branch has led to: what is false is gone."""
    for option in range(net.alive.size):
        reach.fewer[option] = net.alive[option] and branch.literals[option, VALUE] != 2
    return Net(
        reach.fewer, branch.left, net.item_options, net.option_items, net.rivals, net.crossings, net.pairs,
        net.phases, net.ties, net.size,
    )  # fmt: skip


@reader
def _branches(split, count, net, reach, rows):
    """The rows of which one must hold: of the options of an item, or, beyond the items, of an option true and false.

    Returns how many; 0 if one of them clashes or the item is not to be used.
    """
    items = net.totals.size
    if split >= items:
        rows[0], rows[1] = 2 * (split - items), 2 * (split - items) + 1
        found = 2
    else:
        found = 0
        for k in range(net.item_options.shape[1] if 1 < net.totals[split] <= net.size else 0):
            i = reach.place[net.item_options[split, k]]
            if i >= 0:
                rows[found] = 2 * i
                found += 1
        if found != net.totals[split]:
            return 0
    for k in range(found):
        if reach.wrong[rows[k]]:
            return 0
    return found


@reader
def _agreed(w, rows, found, reach):
    """Bits (word `w`) of what is true, and of what is false, in all of some rows."""
    always = never = ~np.uint64(0)
    for k in range(found):
        always &= reach.true[rows[k], w]
        never &= reach.false[rows[k], w]
    return always, never


@helper
def _assume(mode, level, net, branch, inner, reach):
    """What further assumptions show in the state that a branch has led to; it is noted at this level."""
    state = branch.state
    begun = state[TAIL]
    within = _inner_net(net, branch, reach)
    follow = FULL if mode == NESTED else BINARY
    count = _fill(follow, within, branch, reach)
    for i in range(count):
        for k in range(2):
            if reach.wrong[2 * i + k]:
                _conclude(reach.options[i], 2 - k, -1, -1, follow, level, net, within, branch, inner)
    if mode == CHAINS or state[TAIL] > begun:
        return
    _turn(count, reach)
    items = net.totals.size
    rows = np.empty(net.size, np.int64)
    for w in range((count + 63) // 64):
        for split in range(items + count if mode == NESTED else items):
            found = _branches(split, count, within, reach, rows)
            if not found:
                continue
            always, never = _agreed(w, rows, found, reach)
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
    if not _room(400, branch):
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
    why = _span(first, weight, branch)
    tie = 0
    for k in range(first, state[MEMBERS]):
        tie += net.ties[net.alive.size + members[k]]
    tie = weight << 40 | tie & MASK
    for k in range(item_options.shape[1]):
        other = item_options[cell, k]
        if (other == option) == (value == 2):
            _rule_out(other, level, why, tie, net, branch)
    _unless_used(first, branch)


@reader
def _inner_branch(root, what, option, clash, follow, within, branch, inner):
    """Follow a further assumption to a clash, or to a literal; its items become members. Returns its nodes."""
    literals, state = inner.literals, inner.state
    _begin(root, what, within, inner)
    _levels(follow, within, inner)
    if clash or state[CLASH] >= 0:
        option = state[CLASH]
    total = _gather(option, literals[option, REASON], literals[option, LEVEL], within, branch, inner)
    if state[CLASH] >= 0:
        total += _gather(option, state[CLASH_REASON], state[CLASH_LEVEL], within, branch, inner)
    return total


@reader
def _gather(option, why, level, within, branch, inner):
    """The items by which a literal and all that it follows from are true become members. Returns its nodes."""
    total, nodes = _nodes(option, why, level, within, inner)
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


@helper
def _told(branch):
    literals, state = branch.literals, branch.state
    clash = (state[CLASH], state[CLASH_REASON], state[CLASH_LEVEL])
    return clash, literals, branch.spans[: state[SPANS]], branch.members[: state[MEMBERS]]


@compiled
def explain(option, value, mode, net):
    """Follow one assumption, up to patterns, and keep the reasons.

    Returns:
        (clash, literals, spans, members). `clash` is an option that is both true and false, for its reason, and for
        another at some level; the option is -1 if there is none. `literals` is the table of a branch.
    """
    net = Net(*net)
    branch = _branch_of(net)
    _begin(option, value, net, branch)
    _follow(mode, net, branch)
    return _told(branch)


@compiled
def explain_on(option, value, mode, net):
    """The same by further assumptions."""
    net = Net(*net)
    branch = _branch_of(net)
    _begin(option, value, net, branch)
    _follow_on(mode, net, branch, _branch_of(net), _reach(net))
    return _told(branch)


@helper
def _wanted(mode, count, net, reach):
    """Bits of what is true (0) and false (1) in each row and in all of a split with it: of that, nodes are counted."""
    _turn(count, reach)
    wanted = np.zeros((2, 2 * count, reach.true.shape[1]), np.uint64)
    rows = np.empty(net.size, np.int64)
    for split in range(0 if mode == SINGLE_DIGIT else net.totals.size + count):
        found = _branches(split, count, net, reach, rows)
        for w in range((count + 63) // 64 if found else 0):
            always, never = _agreed(w, rows, found, reach)
            for k in range(found if always | never else 0):
                wanted[0, rows[k], w] |= always
                wanted[1, rows[k], w] |= never
    return wanted


@reader
def _enter(row, wanted, net, branch, reach, clash, nodes):
    """Enter what a branch has come to: the nodes of its clash, or of what is wanted."""
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
            nodes[plane, row, i] = _nodes(
                option, literals[option, REASON], literals[option, LEVEL], net, branch
            )[0]


@helper
def _measured(count, net, reach, nodes):
    """For each option that is true, or false, in all branches of a split the least sum of nodes; and these splits."""
    measure = np.zeros((2, net.alive.size), np.int32)
    splits = np.full((2, net.alive.size), -1, np.int32)
    rows = np.empty(net.size, np.int64)
    for split in range(net.totals.size + count if nodes.size else 0):
        found = _branches(split, count, net, reach, rows)
        for w in range((count + 63) // 64 if found else 0):
            always, never = _agreed(w, rows, found, reach)
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
                        beyond = split - net.totals.size
                        splits[plane, option] = split if beyond < 0 else -2 - reach.options[beyond]
    return measure, splits


@compiled
def scan(mode, net):
    """Follow every option that is alive, once true and once false, up to patterns, and see what they agree on.

    Returns:
        (clash, measure, splits): int32 arrays. `clash[2 i + k]` is the number of nodes of a clash that the i-th option
        leads to when it is true (k = 0) or false (k = 1), 0 if there is none. `measure[v, o]`: the smallest sum of
        nodes over the branches of a split in all of which option o is true (v = 0) or false (v = 1), 0 if none.
        `splits[v, o]`: the item, or -2 - option for a split into "true" and "false".
    """
    net = Net(*net)
    branch, reach = _branch_of(net), _reach(net)
    count = _fill(mode, net, branch, reach)
    wanted = _wanted(mode, count, net, reach)
    clash = np.zeros(2 * count, np.int32)
    nodes = np.zeros((2, 2 * count, count if wanted.any() else 0), np.int32)
    for row in range(2 * count):
        if reach.wrong[row] or wanted[:, row].any():
            _begin(reach.options[row >> 1], 1 + (row & 1), net, branch)
            _follow(mode, net, branch)
            _enter(row, wanted, net, branch, reach, clash, nodes)
    return clash, *_measured(count, net, reach, nodes)


@compiled
def scan_on(mode, net):
    """The same by further assumptions."""
    net = Net(*net)
    branch, inner, reach, further = _branch_of(net), _branch_of(net), _reach(net), _reach(net)
    count = _fill(BINARY, net, branch, reach)
    wanted = np.full((2, 2 * count, reach.true.shape[1]), ~np.uint64(0))
    clash = np.zeros(2 * count, np.int32)
    nodes = np.zeros((2, 2 * count, count), np.int32)
    for row in range(2 * count):
        _begin(reach.options[row >> 1], 1 + (row & 1), net, branch)
        _follow_on(mode, net, branch, inner, further)
        _enter(row, wanted, net, branch, reach, clash, nodes)
    return clash, *_measured(count, net, reach, nodes)
