"""Follow all assumptions of a state in parallel, each in a lane: find which clash, and which results they share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.compiled import helper, reader
from sudokubench.kernels.forcing.branch import VALUE
from sudokubench.kernels.forcing.codes import BINARY, PATTERNS, SINGLE_DIGIT
from sudokubench.kernels.forcing.net import Net
from sudokubench.kernels.sliced.lanes import is_empty, no_lanes, rows_of
from sudokubench.kernels.sliced.rows import WORDS

HALF = WORDS // 2
"""Number of words in a row for the assumptions that an option is true; the others are for those that it is false."""
OPTIONS = 64 * HALF
"""Number of options whose assumptions share a row."""


class Reach(NamedTuple):
    """The consequences of all assumptions in a state, and scratch arrays to find them.

    Row 2 i assumes that the i-th open option is true, row 2 i + 1 that it is false.

    Attributes:
        true, false: See `turn_to_rows`.
        wrong: Whether each row clashes.
        options: The open options.
        place: The index of each option in `options`, or -1. The last entry belongs to option -1.
        planes: Rows of lanes as words, see `fill`; three planes for every `OPTIONS` options.
        pairs: One row for item -1, and then one for each item: the assumptions that leave two options of the item.
        near: For each open option the open options that it excludes, as places.
        used, items: The items that may be used; and for each of them its open options, as places.
        fewer, left: Room for a later state: whether each option is alive, and the number of options of each item.
    """

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
    left: NDArray[np.int32]


@helper
def lanes(rows):
    """Return an array of words for this number of rows of lanes, with any content, on a 64-byte boundary."""
    words = np.empty((rows + 1) * WORDS, np.uint64)
    first = np.int64(-np.int64(words.ctypes.data) // 8 % WORDS)
    return words[first : first + rows * WORDS]


@helper
def room_for_reach(net):
    """Return empty arrays for the consequences of all assumptions in a state."""
    count = 0
    for option in range(net.alive.size):
        count += net.alive[option]
    words = (count + 63) // 64
    return Reach(
        np.zeros((2 * count, words), np.uint64), np.zeros((2 * count, words), np.uint64),
        np.zeros(2 * count, np.bool_), np.empty(count, np.int32), np.full(net.alive.size + 1, -1, np.int32),
        lanes((words + HALF - 1) // HALF * 3 * (count + 1)), lanes(net.totals.size + 1),
        np.empty((count, net.rivals.shape[1] + 1), np.int32), np.empty(net.totals.size, np.int32),
        np.empty((net.totals.size, net.size + 1), np.int32), np.empty(net.alive.size, np.bool_),
        np.empty(net.totals.size, np.int32),
    )  # fmt: skip


@helper
def trimmed(net):
    """Return a net whose tables list only the options that are alive."""
    item_options, rivals = np.empty_like(net.item_options), np.empty_like(net.rivals)
    for item in range(item_options.shape[0]):
        _keep_alive(net.item_options[item], net.alive, item_options[item])
    for option in range(net.alive.size):
        if net.alive[option]:
            _keep_alive(net.rivals[option], net.alive, rivals[option])
    return Net(
        net.alive, net.totals, item_options, net.option_items, rivals, net.crossings, net.pairs,
        net.phases, net.ties, net.size,
    )  # fmt: skip


@reader
def _keep_alive(options, alive, kept):
    """List in `kept` the options that are alive, then -1."""
    found = 0
    for option in options:
        if option >= 0 and alive[option]:
            kept[found] = option
            found += 1
    kept[found:] = -1


@helper
def fill(mode, net, branch, reach):
    """Follow each open option, once as true (row 2 i) and once as false (row 2 i + 1), by singles and patterns.

    A row is `wrong` if it clashes. Return the number of open options. `options` lists them, and `place` has the
    index of each in this list. A row of lanes has an assumption in each lane. An option has a row in each of three
    planes: the assumptions that make it true; the assumptions that make it false; and the assumptions of the first row
    that have also made its rivals false. Each plane begins with a row for options that are not open: they are false.
    """
    options, place = reach.options, reach.place
    count = 0
    for option in range(net.alive.size):
        place[option] = -1
        if net.alive[option] and branch.literals[option, VALUE] == 0:
            place[option] = count
            options[count] = option
            count += 1
    usable = links(mode, count, net, reach)
    for word in range(reach.pairs.size):
        reach.pairs[word] = np.uint64(0)
    for begin in range(0, count, OPTIONS):
        planes = planes_of(begin, reach)
        for word in range(planes.size):
            planes[word] = np.uint64(0)
        for word in range(WORDS):
            planes[planes.size // 3 + word] = ~np.uint64(0)
        for i in range(begin, min(begin + OPTIONS, count)):
            for value in range(1 if mode == SINGLE_DIGIT else 2):
                planes[word_of(i, value, value, i, reach)] = np.uint64(1) << np.uint64(i & 63)
        spread(count, usable, planes, net, reach, mode >= PATTERNS)
        note_wrong(begin, count, planes, reach)
    return count


@helper
def room_below(base, net):
    """Return arrays for the states below a state. These arrays share the open options and rivals of that state."""
    own = room_for_reach(net)
    return Reach(
        own.true, own.false, own.wrong, base.options, own.place, own.planes, own.pairs, base.near, own.used,
        own.items, own.fewer, own.left,
    )  # fmt: skip


@helper
def fill_from(base, mode, net, branch, reach):
    """Fill the planes as `fill` does, for the state to which a branch has led from the state of `base`.

    All consequences in the state of `base` also hold here. `place` has only the options that are open here; the rows of
    other options mean nothing.
    """
    options, count = base.options, base.options.size
    for i in range(count):
        reach.place[options[i]] = -1 if branch.literals[options[i], VALUE] else i
    usable = usable_items(mode, net, reach)
    for word in range(base.planes.size):
        reach.planes[word] = base.planes[word]
    for begin in range(0, count, OPTIONS):
        spread(count, usable, planes_of(begin, reach), net, reach, False)
        note_wrong(begin, count, planes_of(begin, reach), reach)
    return count


@helper
def planes_of(begin, reach):
    """Return the planes for the assumptions about the `OPTIONS` open options from `begin` on."""
    words = 3 * WORDS * (reach.options.size + 1)
    first = begin // OPTIONS * words
    return reach.planes[first : first + words]


@reader
def word_of(assumed, value, plane, i, reach):
    """Return the index of a word of a plane: in the row of open option i, the word with the lane of an assumption.

    The assumption is that open option `assumed` is true (`value` 0) or false (`value` 1).
    """
    return WORDS * (plane * (reach.options.size + 1) + 1 + i) + assumed % OPTIONS // 64 + HALF * value


@reader
def note_wrong(begin, count, planes, reach):
    """Note the assumptions that clash, after `spread`."""
    for i in range(begin, min(begin + OPTIONS, count)):
        for value in range(2):
            word = planes[word_of(i, value, 0, -1, reach)]
            reach.wrong[2 * i + value] = word >> np.uint64(i & 63) & np.uint64(1) != 0


@helper
def turn_to_rows(count, reach):
    """Store the bits of all planes by rows: for each assumption its true options (`true`) and false ones (`false`)."""
    for begin in range(0, count, OPTIONS):
        turn_planes(begin, count, reach)


@helper
def turn_planes(begin, count, reach):
    """Do what `turn_to_rows` does, but only for the planes that `planes_of` returns for `begin`."""
    planes = planes_of(begin, reach)
    turn(planes[word_of(0, 0, 0, 0, reach) :], count, begin, count, reach.true)
    turn(planes[word_of(0, 0, 1, 0, reach) :], count, begin, count, reach.false)


@helper
def turn(planes, size, begin, count, table):
    """Transpose `size` rows of lanes: bit b of `table[a]` becomes the bit of assumption a in row b.

    The assumptions are about up to `OPTIONS` open options from `begin` on.
    """
    block = np.empty(64, np.uint64)
    for first in range(begin, min(begin + OPTIONS, count), 64):
        for value in range(2):
            word = (first - begin) // 64 + HALF * value
            for w in range((size + 63) // 64):
                for b in range(64):
                    block[b] = planes[word + WORDS * (64 * w + b)] if 64 * w + b < size else np.uint64(0)
                _transpose(block)
                for b in range(min(64, count - first)):
                    table[2 * (first + b) + value, w] = block[b]


@reader
def links(mode, count, net, reach):
    """List the open rivals of open options, and the options of usable items. Return the number of usable items."""
    options, place, near, size = reach.options, reach.place, reach.near, net.size
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
    return usable_items(mode, net, reach)


@reader
def usable_items(mode, net, reach):
    """List the options of each usable item. Return the number of these items."""
    place, used, items, size, usable = reach.place, reach.used, reach.items, net.size, 0
    cells = net.alive.size // size
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
        usable += found == total  # otherwise an option of the item is already true
    return usable


@reader
def spread(count, usable, planes, net, reach, with_patterns):
    """Fill the planes until singles (and patterns, if wanted) find no more.

    The assumptions that clash go into the first row: it stands for "option -1 is true", and no such option exists.
    """
    near, items = reach.near, reach.items
    rows = reach.options.size + 1
    true = rows_of(planes, WORDS) + 1
    false, done = true + rows, true + 2 * rows
    pairs = rows_of(reach.pairs, WORDS) + 1
    clash = true[-1]
    while True:
        for m in range(usable):
            once = twice = thrice = no_lanes(true)
            for k in range(items.shape[1]):
                i = items[m, k]
                if i < 0:
                    break
                maybe = ~false[i]
                thrice |= twice & maybe
                twice |= once & maybe
                once |= maybe
            pairs[reach.used[m]] = twice & ~thrice
            clash |= ~once
            alone = once & ~(twice | clash)
            if items[m, 1] >= 0 and not is_empty(alone):
                for k in range(items.shape[1]):
                    i = items[m, k]
                    if i < 0:
                        break
                    true[i] = true[i] | alone & ~false[i]
        news = no_lanes(true)
        for i in range(count):
            clash |= true[i] & false[i]
            fresh = true[i] & ~(done[i] | clash)
            if not is_empty(fresh):
                news |= fresh
                done[i] = done[i] | fresh
                for j in range(near.shape[1]):
                    if near[i, j] < 0:
                        break
                    false[near[i, j]] = false[near[i, j]] | fresh
        if is_empty(news) and not (with_patterns and _spread_patterns(net, reach.place, false, pairs)):
            true[-1] = clash
            return


@reader
def _spread_patterns(net, place, false, pairs):
    """Add the options that patterns rule out to the plane of false options. Return whether this added any."""
    news = no_lanes(false)
    for crossing in range(net.crossings.shape[0]):
        row = net.crossings[crossing]
        if net.totals[row[0]] == 0:
            continue
        half = (row.size + 1) // 2
        gone = ~no_lanes(false)
        for k in range(1, half):
            gone &= false[place[row[k]]]
            if is_empty(gone):
                break
        if not is_empty(gone):
            for k in range(half, row.size):
                news |= _cross_out(place[row[k]], gone, false)
    for table in range(net.pairs.shape[0]):
        rows = net.pairs[table]
        for i in range(net.size):
            pair = pairs[rows[i, 0]]
            if is_empty(pair):
                continue
            for k in range(i + 1, net.size):
                both = pair & pairs[rows[k, 0]]
                for j in range(net.size):
                    if is_empty(both):
                        break
                    both &= ~(false[place[rows[i, 1 + j]]] ^ false[place[rows[k, 1 + j]]])
                if is_empty(both):
                    continue
                for j in range(net.size):
                    gone = both & ~false[place[rows[i, 1 + j]]]
                    if is_empty(gone):
                        continue
                    for other in range(net.size):
                        if other not in (i, k):
                            news |= _cross_out(place[rows[other, 1 + j]], gone, false)
    return not is_empty(news)


@reader
def _cross_out(i, gone, false):
    """Mark an open option as false under the assumptions `gone`. Return the assumptions for which this is new."""
    if i < 0:
        return no_lanes(false)
    news = gone & ~false[i]
    false[i] = false[i] | news
    return news


@reader
def _transpose(block):
    """Transpose 64 rows of 64 bits (H. S. Warren, Hacker's Delight, 7-3): bit b of row a becomes bit a of row b."""
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


@reader
def rows_of_split(split, net, reach, rows):
    """Fill `rows` with the rows of a split: assumptions of which one must hold.

    For an item, each row assumes that one of its options is true. A number beyond the items stands for an open option:
    one row assumes that it is true, one that it is false. Return the number of rows; 0 if one of them clashes or the
    item must not be used.
    """
    items = net.totals.size
    if split >= items:
        if reach.place[reach.options[split - items]] < 0:
            return 0
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
def split_of(at, items, reach):
    """Return the code of a split: its item, or `-2 - option` for the two values of an option. `-1` means no split."""
    return at if at < items else -2 - reach.options[at - items]


@reader
def agreed(w, rows, found, reach):
    """Return word `w` of two bit sets: the options that are true in all given rows, and the options false in all."""
    always = never = ~np.uint64(0)
    for k in range(found):
        always &= reach.true[rows[k], w]
        never &= reach.false[rows[k], w]
    return always, never
