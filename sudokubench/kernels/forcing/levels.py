"""Follow one assumption level by level: by singles and, where singles find no more, by patterns."""

from __future__ import annotations

from sudokubench.kernels.compiled import reader
from sudokubench.kernels.forcing.branch import (
    CLASH,
    CLASH_COST,
    CLASH_LEVEL,
    CLASH_REASON,
    CLASHES,
    HEAD,
    LEVEL,
    MEMBERS,
    QUEUE,
    REASON,
    TAIL,
    VALUE,
    has_room,
    is_open,
    keep_span_if_used,
    new_span,
    next_level,
    nodes_behind,
    note,
    rule_out,
)
from sudokubench.kernels.forcing.codes import BINARY, ITEM_REASON, PATTERNS, SINGLE_DIGIT, UNUSED


@reader
def singles(mode, net, branch):
    """Follow singles, level by level, until they find no more or clash."""
    literals, state = branch.literals, branch.state
    while state[HEAD] < state[TAIL]:
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
        state[HEAD] = tail
        if state[CLASHES]:
            _choose_clash(level, net, branch)
            return


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
    """If an item has one open option, note that this option is true.

    If the item has none, note that `option`, which just became false, is true. This gives a clash.
    """
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
def _choose_clash(level, net, branch):
    """Choose the clash with the fewest nodes among the clashes of a level."""
    literals, clashes, state, ties = branch.literals, branch.clashes, branch.state, net.ties
    least, least_tie = 0, (0, 0)
    for c in range(state[CLASHES]):
        option, why = clashes[c, 0], clashes[c, 1]
        nodes = nodes_behind(option, literals[option, REASON], literals[option, LEVEL], net, branch)[0]
        nodes += nodes_behind(option, why, level, net, branch)[0]
        tie = (ties[option], clashes[c, 2])
        if least == 0 or (nodes, tie) < (least, least_tie):
            least, least_tie = nodes, tie
            state[CLASH], state[CLASH_REASON] = option, why
    state[CLASH_LEVEL], state[CLASH_COST] = level, least


@reader
def follow(mode, net, branch):
    """Follow an assumption until it clashes, or until singles (and patterns, if the mode allows them) find no more."""
    state = branch.state
    while True:
        singles(mode, net, branch)
        if state[CLASH] >= 0 or mode < PATTERNS:
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
    why = new_span(first, 0, branch)
    for k in range(half, row.size):
        rule_out(row[k], level, why, net.ties[net.alive.size + item], net, branch)
    keep_span_if_used(first, branch)


@reader
def _pairs(table, level, net, branch):
    """Find two rows of a table with options in only the same two columns; rule out all other options there."""
    rows, state, members, size = net.pairs[table], branch.state, branch.members, net.size
    for i in range(size):
        both = _open_columns(rows[i], level, net, branch)
        for k in range(i + 1, size if both else i):
            if _open_columns(rows[k], level, net, branch) != both or not has_room(2, branch):
                continue
            first = state[MEMBERS]
            members[first], members[first + 1] = rows[i, 0], rows[k, 0]
            state[MEMBERS] += 2
            why = new_span(first, 0, branch)
            tie = net.ties[net.alive.size + rows[i, 0]] + net.ties[net.alive.size + rows[k, 0]]
            for j in range(size):
                for other in range(size if both >> j & 1 else 0):
                    if other not in (i, k):
                        rule_out(rows[other, 1 + j], level, why, tie, net, branch)
            keep_span_if_used(first, branch)


@reader
def _open_columns(row, level, net, branch):
    """Return the mask of the columns in which a row has options open before a level; 0 if these are not two."""
    columns = 0
    if row[0] >= 0 and branch.left[row[0]] % UNUSED == 2:
        for j in range(net.size):
            columns |= is_open(row[1 + j], level, net, branch) << j
    return columns
