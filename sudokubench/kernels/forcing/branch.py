"""Follow one assumption level by level: by singles and, where singles find no more, by patterns.

A branch holds the consequences found so far: literals with levels, reasons and ties.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.forcing.codes import (
    BINARY,
    ITEM_REASON,
    NO_REASON,
    PATTERNS,
    SINGLE_DIGIT,
    SPAN_REASON,
    UNUSED,
)

VALUE, LEVEL, REASON, TIE, QUEUE, STACK, MARK = range(7)
"""The columns of `BranchArrays.literals`. Five describe each option: its value (1 true, 2 false, 0 open), level, reason
and tie; MARK is the number of the last call of `nodes_behind` that counted the option. QUEUE lists the options in the
order in which they got a value. `nodes_behind` fills STACK."""

HEAD, TAIL, SPANS, MEMBERS, ENTRIES, CLASHES, CLASH, CLASH_REASON, CLASH_LEVEL, CLASH_TIE, LIMIT, STAMP = (
    range(12)
)
"""The counters of a branch. CLASH is an option that is both true and false, or -1; CLASH_REASON and CLASH_TIE belong to
its second value. STAMP is the number of the last call of `nodes_behind`. A count of nodes may stop above LIMIT; the
result is then too small, but still above LIMIT."""

NO_LIMIT = 1 << 30
"""A limit above every number of nodes."""

BEGIN, END, WEIGHT, SEEN, GOAL, GOAL_VALUE, SPLIT = range(7)
"""The columns of `BranchArrays.spans`, see `new_span`. BEGIN is -1 while the members are unknown. The members prove
that the option GOAL has the value GOAL_VALUE in all branches of the split SPLIT."""

MASK = (1 << 40) - 1
"""The bits of a tie. A weight is stored above these bits, so weights are compared before ties."""


class BranchArrays(NamedTuple):
    """The consequences of an assumption.

    Attributes:
        literals: See `VALUE`.
        left: For each item the number of options that are not false.
        spans, members: See `new_span`.
        entries: The spans from which a literal follows, as a linked list: a span, and the index of the next entry or
            -1. The reason of the literal is one of them, chosen later.
        clashes: Options that are both true and false, with the reason and the tie of the second value.
        state: See `HEAD`.
    """

    literals: NDArray[np.int64]
    left: NDArray[np.int32]
    spans: NDArray[np.int64]
    members: NDArray[np.int32]
    entries: NDArray[np.int32]
    clashes: NDArray[np.int64]
    state: NDArray[np.int64]


@helper
def room_for_branch(net):
    """Return empty arrays for a branch."""
    return BranchArrays(
        np.zeros((net.alive.size + 1, 7), np.int64), net.totals.copy(), np.empty((1 << 14, 7), np.int64),
        np.empty(1 << 20, np.int32), np.empty((1 << 16, 2), np.int32), np.empty((512, 3), np.int64),
        np.zeros(12, np.int64),
    )  # fmt: skip


@reader
def assume(option, value, limit, net, branch):
    """Assume that an option is true (1) or false (2). A count of nodes may end above `limit`, see `HEAD`."""
    literals, left, state = branch.literals, branch.left, branch.state
    for other in range(net.alive.size):  # compiling an assignment of arrays takes a second
        literals[other, VALUE] = 0
    for item in range(left.size):
        left[item] = net.totals[item]
    for counter in range(STAMP):
        state[counter] = 0
    state[CLASH] = -1
    state[LIMIT] = limit
    literals[option, VALUE] = value
    literals[option, LEVEL] = 0
    literals[option, REASON] = NO_REASON
    literals[option, TIE] = 0
    literals[0, QUEUE] = option
    state[TAIL] = 1


@reader
def note(option, value, level, why, tie, branch):
    """Note a consequence, or a clash if its opposite holds. Of several reasons at one level, the smallest tie wins."""
    literals, clashes, state = branch.literals, branch.clashes, branch.state
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
def note_later(option, level, span, branch):
    """Note that an option is false by a span with unknown members. Add the span to the entries of the option."""
    literals, entries, state = branch.literals, branch.entries, branch.state
    if literals[option, VALUE] == 0:
        note(option, 2, level, NO_REASON, 0, branch)
    at = state[ENTRIES]
    entries[at, 0], entries[at, 1] = span, NO_REASON - 1 - literals[option, REASON]
    state[ENTRIES] += 1
    literals[option, REASON] = NO_REASON - 1 - at


@reader
def new_span(begin, branch):
    """Make a span of the members from `begin` on, and return its code as a reason.

    The members are items; their false options together are the reason. The weight of the span begins at 0; it is the
    number of nodes in the further branches that prove the span.
    """
    spans, state = branch.spans, branch.state
    at = state[SPANS]
    spans[at, BEGIN] = begin
    spans[at, END] = state[MEMBERS]
    spans[at, WEIGHT] = spans[at, SEEN] = 0
    state[SPANS] += 1
    return SPAN_REASON + at


@reader
def has_room(items, branch):
    """Return whether there is room for another span of this many items."""
    state = branch.state
    return state[SPANS] < branch.spans.shape[0] and state[MEMBERS] + items <= branch.members.size


@reader
def keep_span_if_used(first, branch):
    """Keep the last span if it is the reason of a new literal; otherwise drop it. Its members begin at `first`."""
    state, literals = branch.state, branch.literals
    last = SPAN_REASON + state[SPANS] - 1
    for at in range(state[HEAD], state[TAIL]):
        if literals[literals[at, QUEUE], REASON] == last:
            return
    state[SPANS] -= 1
    state[MEMBERS] = first


@reader
def rule_out(option, level, why, tie, net, branch):
    """Note that an option is false, if this is new; see `is_news`."""
    if is_news(option, level, net, branch):
        note(option, 2, level, why, tie, branch)


@reader
def is_news(option, level, net, branch):
    """Return whether an option is alive and had no value before this level of the branch."""
    literals = branch.literals
    if option < 0 or not net.alive[option]:
        return False
    return literals[option, VALUE] == 0 or literals[option, LEVEL] == level


@reader
def is_open(option, level, net, branch):
    """Return whether an option is alive and was not false before a level."""
    literals = branch.literals
    if option < 0 or not net.alive[option]:
        return False
    return literals[option, VALUE] != 2 or literals[option, LEVEL] == level


@reader
def next_level(branch):
    """Return the level after the last one reached."""
    literals = branch.literals
    return literals[literals[branch.state[TAIL] - 1, QUEUE], LEVEL] + 1


@reader
def _push_false(item, option, level, net, branch, tail):
    """Mark and push an item's options that were false before a level, except `option`. Return the new `tail`."""
    item_options, literals, stamp = net.item_options, branch.literals, branch.state[STAMP]
    for k in range(item_options.shape[1]):
        other = item_options[item, k]
        if other < 0:
            break
        if (
            literals[other, MARK] != stamp
            and literals[other, VALUE] == 2
            and literals[other, LEVEL] < level
            and other != option
        ):
            literals[other, MARK] = stamp
            literals[tail, STACK] = other
            tail += 1
    return tail


@reader
def _push_parents(option, why, level, net, branch, tail):
    """Mark and push the literals from which a literal directly follows. Return the new `tail` of the stack."""
    literals, spans, members, stamp = branch.literals, branch.spans, branch.members, branch.state[STAMP]
    if why >= SPAN_REASON:
        for k in range(spans[why - SPAN_REASON, BEGIN], spans[why - SPAN_REASON, END]):
            tail = _push_false(members[k], option, level, net, branch, tail)
    elif why >= ITEM_REASON:
        tail = _push_false(why - ITEM_REASON, option, level, net, branch, tail)
    elif why >= 0 and literals[why, MARK] != stamp:
        literals[why, MARK] = stamp
        literals[tail, STACK] = why
        tail += 1
    return tail


@reader
def nodes_behind(option, why, level, net, branch):
    """Count a literal and all literals from which it follows by this reason; add the weights of its spans.

    The stack of the branch keeps all these literals except the first. Return (nodes, number of literals on the stack).
    The function does not look behind literals with entries, because their reasons are not chosen yet.
    """
    literals, state = branch.literals, branch.state
    state[STAMP] += 1
    tail = _push_parents(option, why, level, net, branch, 0)
    total, head = 1 + weight_of(why, branch), 0
    while head < tail and total + tail <= state[LIMIT]:
        now = literals[head, STACK]
        head += 1
        total += weight_of(literals[now, REASON], branch)
        tail = _push_parents(now, literals[now, REASON], literals[now, LEVEL], net, branch, tail)
    return total + tail, tail


@reader
def weight_of(why, branch):
    """Return the weight of a reason that is a span, but only once in each count of `nodes_behind`; otherwise 0."""
    spans, stamp, span = branch.spans, branch.state[STAMP], why - SPAN_REASON
    if span < 0 or spans[span, SEEN] == stamp:
        return 0
    spans[span, SEEN] = stamp
    return spans[span, WEIGHT]


@reader
def singles(mode, target, net, branch):
    """Follow singles, level by level, until they find no more, clash, or give a target a value (-1: no target)."""
    literals, state = branch.literals, branch.state
    while state[HEAD] < state[TAIL] and not state[CLASHES] and (target < 0 or not literals[target, VALUE]):
        head, tail = state[HEAD], state[TAIL]
        level = literals[literals[head, QUEUE], LEVEL] + 1
        for at in range(head, tail):
            option = literals[at, QUEUE]
            if literals[option, VALUE] == 1:
                _exclude(option, level, mode, net, branch)
            else:
                for j in range(net.option_items.shape[1]):
                    if net.option_items[option, j] >= 0:
                        branch.left[net.option_items[option, j]] -= 1
        for at in range(head, tail):
            option = literals[at, QUEUE]
            if literals[option, VALUE] == 2:
                for j in range(net.option_items.shape[1]):
                    if net.option_items[option, j] >= 0:
                        _settle(net.option_items[option, j], option, level, mode, net, branch)
        state[HEAD], state[CLASH_LEVEL] = tail, level


@reader
def _exclude(option, level, mode, net, branch):
    """Note that every rival of a true option is false."""
    for j in range(net.rivals.shape[1]):
        other = net.rivals[option, j]
        if other < 0:
            break
        if net.alive[other] and (mode != SINGLE_DIGIT or other % net.size == option % net.size):
            note(other, 2, level, option, net.ties[option], branch)


@reader
def _settle(item, option, level, mode, net, branch):
    """Note that an item's only open option is true. If none is open, note a clash at `option`, which is newly false."""
    left, options = branch.left[item], net.alive.size
    if left > 1 or (mode == BINARY and net.totals[item] != 2):
        return
    if mode == SINGLE_DIGIT and item < options // net.size:
        return
    for k in range(net.item_options.shape[1] if left == 1 else 0):
        other = net.item_options[item, k]
        if is_open(other, level, net, branch):
            option = other
            break
    note(option, 1, level, ITEM_REASON + item, net.ties[options + item], branch)


@reader
def choose_clash(net, branch):
    """Choose the clash with the fewest nodes, if there are any. Return its number of nodes; 0 without a clash."""
    literals, clashes, state = branch.literals, branch.clashes, branch.state
    limit, least = state[LIMIT], 0
    for c in range(state[CLASHES]):
        option, why = clashes[c, 0], clashes[c, 1]
        nodes = nodes_behind(option, literals[option, REASON], literals[option, LEVEL], net, branch)[0]
        state[LIMIT] -= nodes
        nodes += nodes_behind(option, why, state[CLASH_LEVEL], net, branch)[0]
        least = lesser_clash(c, nodes, least, net, branch)
        limit = state[LIMIT] = min(limit, nodes)
    return least


@reader
def lesser_clash(c, nodes, least, net, branch):
    """Choose clash c if it has fewer nodes than the chosen clash, or as many nodes and a smaller tie.

    `least` is the number of nodes of the chosen clash; 0 if none is chosen. Return this number after the choice.
    """
    clashes, state, ties = branch.clashes, branch.state, net.ties
    tie = (ties[clashes[c, 0]], clashes[c, 2])
    if least == 0 or (nodes, tie) < (least, (ties[state[CLASH]], state[CLASH_TIE])):
        state[CLASH], state[CLASH_REASON], state[CLASH_TIE] = clashes[c, 0], clashes[c, 1], clashes[c, 2]
        return nodes
    return least


@reader
def follow(mode, net, branch):
    """Follow an assumption until it clashes, or until singles (and patterns, if the mode allows them) find no more."""
    state = branch.state
    while True:
        singles(mode, -1, net, branch)
        if state[CLASHES] or mode < PATTERNS:
            return
        tail = state[TAIL]
        _patterns(next_level(branch), net, branch)
        if state[TAIL] == tail:
            return


@reader
def _patterns(level, net, branch):
    """Apply the first pattern that finds anything: locked candidates, hidden pairs, naked pairs, X-wings."""
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
    """If all options of an item lie in a second house, rule out the other options of the digit in that house."""
    row, state = net.crossings[crossing], branch.state
    item, half = row[0], (row.size + 1) // 2
    if branch.left[item] % UNUSED == 0 or not has_room(1, branch):
        return
    for k in range(1, half):
        if is_open(row[k], level, net, branch):
            return
    first = state[MEMBERS]
    branch.members[first] = item
    state[MEMBERS] += 1
    why = new_span(first, branch)
    for k in range(half, row.size):
        rule_out(row[k], level, why, net.ties[net.alive.size + item], net, branch)
    keep_span_if_used(first, branch)


@reader
def _pairs(table, level, net, branch):
    """If two rows of a table have options only in the same two columns, rule out all other options there."""
    rows, state, members, size = net.pairs[table], branch.state, branch.members, net.size
    for i in range(size):
        both = _open_columns(rows[i], level, net, branch)
        for k in range(i + 1, size if both else i):
            if _open_columns(rows[k], level, net, branch) != both or not has_room(2, branch):
                continue
            first = state[MEMBERS]
            members[first], members[first + 1] = rows[i, 0], rows[k, 0]
            state[MEMBERS] += 2
            why = new_span(first, branch)
            tie = net.ties[net.alive.size + rows[i, 0]] + net.ties[net.alive.size + rows[k, 0]]
            for j in range(size):
                for other in range(size if both >> j & 1 else 0):
                    if other not in (i, k):
                        rule_out(rows[other, 1 + j], level, why, tie, net, branch)
            keep_span_if_used(first, branch)


@reader
def _open_columns(row, level, net, branch):
    """Return a mask of the two columns where a row has options open before a level; 0 if there are fewer or more."""
    columns = 0
    if row[0] >= 0 and branch.left[row[0]] % UNUSED == 2:
        for j in range(net.size):
            columns |= is_open(row[1 + j], level, net, branch) << j
    return columns
