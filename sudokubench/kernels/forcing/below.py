"""Find which assumptions clash or agree when each lane may make further assumptions. There are no levels here.

A lane is one assumption, as in `together`; singles and patterns spread in all lanes together. Then each lane makes
further assumptions in its own state. The kernel follows these only by items with two candidates, so each step leads
from one literal to another. If x leads to y, "not y" leads to "not x". The steps in the state of the board lead to the
same results in every lane. A lane adds steps only for items with two candidates in the lane but more on the board.

Literal 2 i means that the i-th open option is true, literal 2 i + 1 that it is false.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.forcing.codes import BINARY, CHAINS, PATTERNS
from sudokubench.kernels.forcing.together import (
    HALF,
    OPTIONS,
    fill,
    lanes,
    links,
    note_wrong,
    planes_of,
    spread,
    turn,
    turn_planes,
    turn_to_rows,
)
from sudokubench.kernels.sliced.lanes import is_empty, no_lanes, rows_of
from sudokubench.kernels.sliced.rows import WORDS

_ONE = np.uint64(1)
_FACTOR = np.uint64(0x03F79D71B4CB0A89)
_LOWEST = np.zeros(64, np.int64)
"""The index of a word's only bit, stored at the place that the top six bits of word * `_FACTOR` give (de Bruijn)."""
for _bit in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _bit & (1 << 64) - 1) >> 58] = _bit


class Lane(NamedTuple):
    """The further assumptions in a lane.

    A step that only the lane has says: if one option (its tail) is false, another option (its head) is true.

    A set of literals is a block of as many rows as `open` has. Bit i of the first half of a row means "this open option
    is false", bit i of the second half "the same option is true"; see `_word_of`.

    Attributes:
        pairs: For each assumption the items that have two options left under it, as bits.
        others: The usable items that do not have two options in the state of the board, as bits.
        number: The index of each usable item in `reach.items`.
        shown: For each open option the set of literals that follow if it is true, in the state of the board.
        open: The options without a value in the lane, in both halves.
        tails, heads: For each step, its tail as an index in `options`, and its head as an open option. Steps 2 k and
            2 k + 1 are about the same two options.
        options, place: The options that are tails, and the index of each open option among them, or -1.
        before: For each tail the set of literals that follow if the tail is true. If one of these literals is false,
            the tail is false, too.
        leads: For each tail the other tails that become false if this tail is false.
        behind: As `shown`, but with the steps of the lane.
        found: Room for one set.
        stack, waiting: The tails that must still pass on their `before`, and whether each tail is on this stack.
    """

    pairs: NDArray[np.uint64]
    others: NDArray[np.uint64]
    number: NDArray[np.int64]
    shown: NDArray[np.uint64]
    open: NDArray[np.uint64]
    tails: NDArray[np.int64]
    heads: NDArray[np.int64]
    options: NDArray[np.int64]
    place: NDArray[np.int64]
    before: NDArray[np.uint64]
    leads: NDArray[np.uint64]
    behind: NDArray[np.uint64]
    found: NDArray[np.uint64]
    stack: NDArray[np.int64]
    waiting: NDArray[np.bool_]


@helper
def _room_for_lane(net, reach):
    steps, count = 2 * net.totals.size, reach.options.size
    rows, words = (count + OPTIONS - 1) // OPTIONS, (net.totals.size + 63) // 64
    return Lane(
        np.empty((2 * count, words), np.uint64), np.zeros(words, np.uint64), np.empty(net.totals.size, np.int64),
        lanes(count * rows), lanes(rows), np.empty(steps, np.int64), np.empty(steps, np.int64),
        np.empty(count, np.int64), np.full(count, -1, np.int64), lanes(count * rows), lanes(count * rows),
        lanes(count * rows), lanes(rows), np.empty(count, np.int64), np.zeros(count, np.bool_),
    )  # fmt: skip


@reader
def _word_of(place, value, w, lane):
    """Return the index of a word in set number `place`: the word about the 64 open options from number 64 w on.

    The word says which of these options are false (`value` 0) or which are true (`value` 1).
    """
    return WORDS * (place * (lane.open.size // WORDS) + w // HALF) + HALF * value + w % HALF


@reader
def _lowest(word):
    """Return the index of the lowest bit of a word that is not 0."""
    return _LOWEST[(word & (~word + _ONE)) * _FACTOR >> np.uint64(58)]


@helper
def fill_below(mode, net, branch, reach, base, stop):
    """Fill the planes as `together.fill` does, but also use the further assumptions that a mode allows.

    Args:
        mode: CHAINS or MULTIPLE.
        base: Room for the consequences by items with two candidates in the state of the board.
        stop: The function ends early if this flag is set; its results then mean nothing.

    Returns:
        The number of open options; -1 if an assumption clashes by items with two candidates alone. The planes of
        `reach` then stay unfilled, because the consequences of this assumption are not complete.
    """
    count = fill(BINARY, net, branch, base)
    for row in range(2 * count):
        if base.wrong[row]:
            return -1
    turn_to_rows(count, base)
    fill(PATTERNS, net, branch, reach)
    usable = links(PATTERNS, count, net, reach)
    lane = _room_for_lane(net, reach)
    for m in range(usable):
        item = reach.used[m]
        lane.number[item] = m
        if net.totals[item] != 2:
            lane.others[item >> 6] |= _ONE << np.uint64(item & 63)
    for i in range(count):
        for w in range((count + 63) // 64):
            lane.shown[_word_of(i, 0, w, lane)] = base.false[2 * i, w]
            lane.shown[_word_of(i, 1, w, lane)] = base.true[2 * i, w]
    changed = np.empty(WORDS, np.uint64)
    for begin in range(0, count, OPTIONS):
        planes = planes_of(begin, reach)
        again = True
        for w in range(WORDS):
            changed[w] = ~np.uint64(0)
        while again and not stop[0]:
            spread(count, usable, planes, net, reach, True)
            turn_planes(begin, count, reach)
            turn(reach.pairs[WORDS:], net.totals.size, begin, count, lane.pairs)
            again = False
            for row in range(2 * begin, 2 * min(begin + OPTIONS, count)):
                i, value = row >> 1, row & 1
                w, bit = i % OPTIONS // 64 + HALF * value, _ONE << np.uint64(i & 63)
                if not changed[w] & ~planes[w] & bit:
                    continue
                if _suppose_further(mode, row, w, bit, count, planes, reach, lane):
                    again = True
                else:
                    changed[w] &= ~bit
        note_wrong(begin, count, planes, reach)
    return count


@reader
def _suppose_further(mode, row, w, bit, count, planes, reach, lane):
    """Make each further assumption beside the assumption `row`; note in `planes` the values that follow.

    Return whether any value follows. `bit` of word `w` is the lane of the assumption `row`.
    """
    true, false = planes[WORDS + w :], planes[WORDS * (reach.options.size + 2) + w :]
    for word in range(lane.open.size):
        lane.open[word] = np.uint64(0)
    for word in range(reach.true.shape[1]):
        left = ~(reach.true[row, word] | reach.false[row, word])
        if count < 64 * word + 64:
            left &= (_ONE << np.uint64(count & 63)) - _ONE
        lane.open[_word_of(0, 0, word, lane)] = lane.open[_word_of(0, 1, word, lane)] = left
    steps, tails = _new_steps(row, reach, lane)
    _enter_origins(steps, tails, lane)
    _pass_on(tails, lane)
    before, found = rows_of(lane.before, WORDS), rows_of(lane.found, WORDS)
    rows = lane.open.size // WORDS
    for at in range(rows):
        wrong = no_lanes(found)
        for step in range(0, steps, 2):
            wrong |= before[lane.tails[step] * rows + at] & before[lane.tails[step + 1] * rows + at]
        found[at] = wrong
    news = _enter(bit, false, true, lane)  # the literals that follow from both options of an item
    if news or mode == CHAINS:
        return news
    _enter_results(steps, count, lane)
    for word in range(lane.others.size):
        left = lane.others[word] & ~lane.pairs[row, word]
        while left:
            m = lane.number[64 * word + _lowest(left)]
            left &= left - _ONE
            news |= _agree(m, row, bit, true, false, reach, lane)
    return news


@reader
def _new_steps(row, reach, lane):
    """List the steps that only a lane has. Return the number of steps, and the number of their tails.

    An item with two options in the lane, but more in the state of the board, gives two steps: each option is true if
    the other is false.
    """
    steps = tails = 0
    for word in range(lane.others.size):
        left = lane.others[word] & lane.pairs[row, word]
        while left:
            m = lane.number[64 * word + _lowest(left)]
            left &= left - _ONE
            for k in range(reach.items.shape[1]):
                i = reach.items[m, k]
                if i < 0:
                    break
                if _is_in(reach.false, row, i):
                    continue
                if lane.place[i] < 0:
                    lane.place[i], lane.options[tails] = tails, i
                    tails += 1
                lane.tails[steps], lane.heads[steps ^ 1] = lane.place[i], i
                steps += 1
    return steps, tails


@reader
def _is_in(table, row, i):
    return table[row, i >> 6] >> np.uint64(i & 63) & _ONE


@reader
def _enter_origins(steps, tails, lane):
    """Fill `leads`, and begin `before` with what the state of the board shows; `_pass_on` completes it."""
    shown, open_, before = rows_of(lane.shown, WORDS), rows_of(lane.open, WORDS), rows_of(lane.before, WORDS)
    leads, every = rows_of(lane.leads, WORDS), rows_of(lane.found, WORDS)
    rows = lane.open.size // WORDS
    for row in range(rows):
        every[row] = no_lanes(every)
    for t in range(tails):
        lane.found[_word_of(0, 0, lane.options[t] >> 6, lane)] |= _ONE << np.uint64(lane.options[t] & 63)
        for row in range(rows):
            before[t * rows + row] = shown[lane.options[t] * rows + row] & open_[row]
            leads[t * rows + row] = no_lanes(leads)
    for step in range(steps):
        for row in range(rows):
            at = lane.tails[step] * rows + row
            leads[at] = leads[at] | shown[lane.heads[step] * rows + row] & every[row]


@reader
def _pass_on(tails, lane):
    """Complete `before`: each tail passes its own set on to the tails in its `leads`. Clear `place`."""
    before, stack, waiting = rows_of(lane.before, WORDS), lane.stack, lane.waiting
    rows = lane.open.size // WORDS
    for t in range(tails):
        stack[t], waiting[t] = t, True
    left = tails
    while left:
        left -= 1
        now = stack[left]
        waiting[now] = False
        for word in range(HALF * rows):
            reached = lane.leads[_word_of(now, 0, word, lane)]
            while reached:
                t = lane.place[64 * word + _lowest(reached)]
                reached &= reached - _ONE
                news = no_lanes(before)
                for row in range(rows):
                    more = before[now * rows + row] & ~before[t * rows + row]
                    before[t * rows + row] = before[t * rows + row] | more
                    news |= more
                if not (is_empty(news) or waiting[t]):
                    stack[left], waiting[t] = t, True
                    left += 1
    for t in range(tails):
        lane.place[lane.options[t]] = -1


@reader
def _enter(bit, first, second, lane):
    """Enter the set `found` in the lane `bit`: its first half in the plane `first`, its second half in `second`.

    Return whether the set is not empty.
    """
    news = False
    for w in range(lane.open.size // 2):
        for half in range(2):
            left = lane.found[_word_of(0, half, w, lane)]
            news |= left != 0
            plane = second if half else first
            while left:
                plane[WORDS * (64 * w + _lowest(left))] |= bit
                left &= left - _ONE
    return news


@reader
def _enter_results(steps, count, lane):
    shown, behind = rows_of(lane.shown, WORDS), rows_of(lane.behind, WORDS)
    rows = lane.open.size // WORDS
    for at in range(count * rows):
        behind[at] = shown[at]
    for step in range(steps):
        head = lane.heads[step] * rows
        for word in range(HALF * rows):
            left = lane.before[_word_of(lane.tails[step], 0, word, lane)]
            while left:
                at = (64 * word + _lowest(left)) * rows
                left &= left - _ONE
                for row in range(rows):
                    behind[at + row] = behind[at + row] | shown[head + row]


@reader
def _agree(m, row, bit, true, false, reach, lane):
    """Enter the values that follow from every option of an item. Return whether there are any.

    The caller leaves out items with two options: if both lead to x, the assumption "not x" clashes anyway.
    """
    open_, behind, found = rows_of(lane.open, WORDS), rows_of(lane.behind, WORDS), rows_of(lane.found, WORDS)
    rows = lane.open.size // WORDS
    news = False
    for at in range(rows):
        both = open_[at]
        for k in range(reach.items.shape[1]):
            i = reach.items[m, k]
            if i < 0:
                break
            if _is_in(reach.true, row, i):
                return False
            if not _is_in(reach.false, row, i):
                both &= behind[i * rows + at]
        found[at] = both
        news |= not is_empty(both)
    return news and _enter(bit, false, true, lane)
