"""Find which assumptions clash or agree when each may make further assumptions; do not go level by level.

A lane is one assumption, as in `together`; singles and patterns spread in all lanes together. Then each lane makes
further assumptions in its own state. These follow only items with two candidates, so each step leads from one literal
to one other. If x leads to y, "not y" leads to "not x". The steps in the state of the board lead to the same results in
every lane. A lane adds only the items that have two candidates in the lane but more in the state of the board.

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
    links,
    note_wrong,
    planes_of,
    spread,
    turn_to_rows,
)
from sudokubench.kernels.sliced.rows import WORDS

_ONE = np.uint64(1)
_FACTOR = np.uint64(0x03F79D71B4CB0A89)
_LOWEST = np.zeros(64, np.int64)
"""The index of the only bit of a word, by the six highest bits of its product with `_FACTOR`, a de Bruijn number."""
for _bit in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _bit & (1 << 64) - 1) >> 58] = _bit


class Lane(NamedTuple):
    """The further assumptions in a lane. Bits stand for open options.

    Attributes:
        open: The options without a value in the lane.
        tails, heads: For each step that only the lane has, the index of its tail and its head. If the option of the
            tail is false, the head (an option) is true. Steps 2 k and 2 k + 1 are about the same two options.
        options, place: The option of each tail, and the index of each option among the tails, or -1.
        before: For each tail the options that, if true (0) or false (1), make its option false.
        leads: For each tail the options of other tails that its steps make false.
        behind: For each open option, if true: the options that are then true (0) and false (1).
        stack, waiting: The tails whose origins are not yet passed on, and whether a tail is among these.
    """

    open: NDArray[np.uint64]
    tails: NDArray[np.int64]
    heads: NDArray[np.int64]
    options: NDArray[np.int64]
    place: NDArray[np.int64]
    before: NDArray[np.uint64]
    leads: NDArray[np.uint64]
    behind: NDArray[np.uint64]
    stack: NDArray[np.int64]
    waiting: NDArray[np.bool_]


@helper
def _room_for_lane(net, reach):
    steps, words, count = 2 * net.totals.size, reach.true.shape[1], reach.options.size
    return Lane(
        np.empty(words, np.uint64), np.empty(steps, np.int64), np.empty(steps, np.int64), np.empty(count, np.int64),
        np.full(count, -1, np.int64), np.empty((count, 2, words), np.uint64), np.empty((count, words), np.uint64),
        np.empty((count, 2, words), np.uint64), np.empty(count, np.int64), np.zeros(count, np.bool_),
    )  # fmt: skip


@helper
def fill_below(mode, net, branch, reach, base, stop):
    """Fill the planes of all assumptions as `together.fill` does, also by the further assumptions of a mode.

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
    changed = np.empty(WORDS, np.uint64)
    for begin in range(0, count, OPTIONS):
        planes = planes_of(begin, reach)
        again = True
        for w in range(WORDS):
            changed[w] = ~np.uint64(0)
        while again and not stop[0]:
            spread(count, usable, planes, net, reach, True)
            again = False
            for row in range(2 * begin, 2 * min(begin + OPTIONS, count)):
                i, value = row >> 1, row & 1
                w, bit = i % OPTIONS // 64 + HALF * value, _ONE << np.uint64(i & 63)
                if not changed[w] & ~planes[w] & bit:
                    continue
                if _suppose_further(mode, w, bit, count, usable, planes, reach, base, lane):
                    again = True
                else:
                    changed[w] &= ~bit
        note_wrong(begin, count, planes, reach)
    return count


@reader
def _suppose_further(mode, w, bit, count, usable, planes, reach, base, lane):
    """Enter the values that further assumptions show in a lane (`bit` of word `w`). Return whether there are any."""
    true, false = planes[WORDS + w :], planes[WORDS * (reach.options.size + 2) + w :]
    words = (count + 63) // 64
    for word in range(words):
        lane.open[word] = np.uint64(0)
    for i in range(count):
        if not (true[WORDS * i] | false[WORDS * i]) & bit:
            lane.open[i >> 6] |= _ONE << np.uint64(i & 63)
    steps, tails = _new_steps(w, bit, usable, false, reach, lane)
    _enter_origins(steps, tails, words, base, lane)
    _pass_on(tails, words, lane)
    news = False
    for word in range(words):
        for k in range(2):
            wrong = np.uint64(0)
            for step in range(0, steps, 2):
                wrong |= lane.before[lane.tails[step], k, word] & lane.before[lane.tails[step + 1], k, word]
            news |= _enter(wrong, word, bit, true if k else false)
    if news or mode == CHAINS:
        return news
    _enter_results(count, steps, words, base, lane)
    for m in range(usable):
        if not reach.pairs[WORDS * (reach.used[m] + 1) + w] & bit:
            news |= _agree(m, bit, words, true, false, reach, lane)
    return news


@reader
def _new_steps(w, bit, usable, false, reach, lane):
    """List the steps between the two options of each item that has two in a lane, but more in the state.

    Return the number of steps, and of the options from which they lead (tails).
    """
    steps = tails = 0
    for m in range(usable):
        if not reach.pairs[WORDS * (reach.used[m] + 1) + w] & bit or reach.items[m, 2] < 0:
            continue
        for k in range(reach.items.shape[1]):
            i = reach.items[m, k]
            if i < 0:
                break
            if false[WORDS * i] & bit:
                continue
            if lane.place[i] < 0:
                lane.place[i], lane.options[tails] = tails, i
                tails += 1
            lane.tails[steps], lane.heads[steps ^ 1] = lane.place[i], i
            steps += 1
    return steps, tails


@reader
def _enter_origins(steps, tails, words, base, lane):
    """Fill `before` with what leads to each tail by the steps of the state of the board alone, and fill `leads`."""
    for w in range(words):
        every = np.uint64(0)
        for t in range(tails):
            i = lane.options[t]
            every |= _ONE << np.uint64(i & 63) if i >> 6 == w else np.uint64(0)
            lane.before[t, 0, w] = base.false[2 * i, w] & lane.open[w]
            lane.before[t, 1, w] = base.true[2 * i, w] & lane.open[w]
            lane.leads[t, w] = np.uint64(0)
        for step in range(steps):
            lane.leads[lane.tails[step], w] |= base.false[2 * lane.heads[step], w] & every


@reader
def _pass_on(tails, words, lane):
    """Complete `before`: pass on the origins of each tail to all tails that it leads to. Clear `place`."""
    before, stack, waiting = lane.before, lane.stack, lane.waiting
    for t in range(tails):
        stack[t], waiting[t] = t, True
    left = tails
    while left:
        left -= 1
        now = stack[left]
        waiting[now] = False
        for word in range(words):
            reached = lane.leads[now, word]
            while reached:
                low = reached & (~reached + _ONE)
                reached ^= low
                t = lane.place[64 * word + _LOWEST[low * _FACTOR >> np.uint64(58)]]
                news = np.uint64(0)
                for k in range(2):
                    for w in range(words):
                        more = before[now, k, w] & ~before[t, k, w]
                        before[t, k, w] |= more
                        news |= more
                if news and not waiting[t]:
                    stack[left], waiting[t] = t, True
                    left += 1
    for t in range(tails):
        lane.place[lane.options[t]] = -1


@reader
def _enter(found, w, bit, plane):
    """Set the bit of a lane in the plane of each option in `found`, word `w` of a set. Return whether it has any."""
    news = found != 0
    while found:
        low = found & (~found + _ONE)
        found ^= low
        plane[WORDS * (64 * w + _LOWEST[low * _FACTOR >> np.uint64(58)])] |= bit
    return news


@reader
def _enter_results(count, steps, words, base, lane):
    for i in range(count):
        for w in range(words):
            lane.behind[i, 0, w], lane.behind[i, 1, w] = base.true[2 * i, w], base.false[2 * i, w]
    for step in range(steps):
        head, tail = 2 * lane.heads[step], lane.tails[step]
        for word in range(words):
            left = lane.before[tail, 0, word]
            while left:
                low = left & (~left + _ONE)
                left ^= low
                row = lane.behind[64 * word + _LOWEST[low * _FACTOR >> np.uint64(58)]]
                for w in range(words):
                    row[0, w] |= base.true[head, w]
                    row[1, w] |= base.false[head, w]


@reader
def _agree(m, bit, words, true, false, reach, lane):
    """Enter the values that follow from every option of an item. Return whether there are any.

    The caller leaves out items with two options: if both lead to x, "not x" clashes.
    """
    news = False
    for w in range(words):
        always = never = lane.open[w]
        for k in range(reach.items.shape[1]):
            i = reach.items[m, k]
            if i < 0 or not always | never:
                break
            if true[WORDS * i] & bit:
                return news
            if not false[WORDS * i] & bit:
                always &= lane.behind[i, 0, w]
                never &= lane.behind[i, 1, w]
        news |= _enter(always, w, bit, true)
        news |= _enter(never, w, bit, false)
    return news
