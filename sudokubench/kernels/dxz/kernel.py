"""Zero-suppressed decision diagrams of exact covers, compiled. Partial covers with the same remaining items are one
state.

Nishino, Yasuda, Minato and Nagata, Dancing with Decision Diagrams (AAAI 2017): Algorithm X with a memo on the items
that remain. Their search goes depth first. This search goes layer by layer; a layer holds the states with the same
number of covered primary items. Each choice leads to a later layer, so the search frees the memory of a finished
layer. The search counts forward: each state has the number of ways that lead to it.

A row of a layer is a state. It holds the next item to cover, as its position in an order of the items. It holds the
covered items, as bits. And it holds the number of ways, in words of 64 bits, the lowest first.
The first word of the bits is a window of 64 positions that begins with the next item. If the items are covered in a
fixed order, all items before the window are covered, and no item after the window. Items that do not fit into a window
are an exception: they have fixed bits in the tail, as secondary items do. Without a fixed order, all items are in the
tail.

The next item depends on the covered items alone. It is the first uncovered item in the fixed order, or the uncovered
item with the fewest options left.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper

U64 = np.uint64
U0, U1, U2, U6, U63 = U64(0), U64(1), U64(2), U64(6), U64(63)
UNBOUNDED = 1 << 62
MULTIPLIER = U64(0x9E3779B97F4A7C15)
NEARLY_FULL = U64(1 << 62)

# Results of `expand`: the reason for its end.
DONE, PAUSED, TABLE_FULL, EDGES_FULL, NARROW = range(5)

# Words of the control array: current state, current option, rows of the target, edges.
STATE, OPTION, ROWS, EDGES = range(4)

_options = {"error_model": "numpy", "_nrt": False}  # no kernel here makes an array, see `reader`
_helper = helper(**_options)


@_helper
def _place(rows, slots, child, keys):
    """Return the slot of a state in the hash table of a layer, or the free slot where the state belongs."""
    hashed = U0
    for k in range(keys):
        hashed = (hashed ^ child[k]) * MULTIPLIER
        hashed ^= hashed >> U64(29)
    mask = U64(len(slots)) - U1
    slot = (hashed ^ (hashed >> U64(32))) & mask
    while slots[slot]:
        row = U64(slots[slot]) - U1
        same = True
        for k in range(keys):
            if rows[row, k] != child[k]:
                same = False
                break
        if same:
            break
        slot = (slot + U1) & mask
    return slot


@_helper
def _next_in_order(child, n_window, n_primary, alive):
    """Move the window of a state to the first uncovered item; clear the secondary items that no later option has."""
    at, window = child[0], child[1]
    while window & U1:
        window >>= U1
        at += U1
    if at >= n_window:
        at, window = n_window, U0
        while at < n_primary and (child[U2 + ((at - n_window) >> U6)] >> ((at - n_window) & U63)) & U1:
            at += U1
    child[0], child[1] = at, window
    for w in range(U64(alive.shape[1])):
        child[U2 + w] &= alive[at, w]


@_helper
def _fits(needs, option, child, words):
    """Return whether all items that an option needs from the tail are uncovered."""
    rivals = U0
    for w in range(words):
        rivals |= needs[option, w] & child[U2 + w]
    return rivals == U0


@_helper
def _next_with_fewest(child, n_primary, begins, listed, needs, alive, usable):
    """Store the uncovered primary item with the fewest options in `child[0]`. Return whether it has an option.

    If so, also mark as covered the secondary items that no remaining option needs.
    """
    words = U64(alive.shape[1])
    best, fewest = n_primary, UNBOUNDED
    for item in range(n_primary):
        if (child[U2 + (item >> U6)] >> (item & U63)) & U1:
            continue
        left = 0
        for j in range(begins[item], begins[item + U1]):
            if _fits(needs, listed[j], child, words):
                left += 1
                if left >= fewest:
                    break
        if left < fewest:
            best, fewest = item, left
            if left == 0:
                return False
    child[0] = best
    if len(usable):
        for w in range(words):  # not a slice: its check of shapes takes a quarter of the compile time
            usable[w] = alive[0, w]
        for option in range(U64(len(needs))):
            if _fits(needs, option, child, words):
                for w in range(words):
                    usable[w] |= needs[option, w]
        for w in range(words):
            child[U2 + w] |= ~usable[w]
    return True


@compiled(**_options)
def expand(source, n, target, slots, n_counts, group_begins, group, n_window, n_primary, begins, listed, masks, needs,
           alive, usable, child, edges, control, most):  # fmt: skip
    """Try the options of a group on the states of a layer, and add the new states to the target layer.

    Args:
        source: uint64 (>= n, words), the layer; the last `n_counts` words of a row are its number of ways.
        n: Number of states in `source`.
        target: uint64 (capacity, words), the layer that the group leads to. All options of the group cover the same
            number of primary items.
        slots: uint32, the hash table of `target`: a row counted from 1, or 0 for a free slot. Its length is a power of
            two.
        n_counts: Number of words for the number of ways.
        group_begins: int64 (n_primary + 1), where the options of each item begin in `group`.
        group: int64, options.
        n_window: Number of items that move through the window; the other items are in the tail.
        begins: int64 (n_primary + 1), where the options of each item begin in `listed`, to choose the item with the
            fewest options. int64 (0,) chooses the items in their order.
        listed: int64, options.
        masks: uint64 (n_options, 1 + words of the tail): the items of each option; its window begins at its first item.
        needs: uint64 (n_options, words of the tail): for each option the items that no other option may have covered.
        alive: uint64 (n_primary + 1, words of the tail): for each next item, the items of the tail that still matter.
            If each next item is the item with the fewest options: (1, words), the primary items.
        usable: uint64 (words of the tail,) of scratch memory; (0,) if no item is secondary.
        child: uint64 (words of a row without its number of ways,) of scratch memory.
        edges: uint32 (capacity, 3): receives state, option and new state of each choice; (0, 3) records none.
        control: int64 (4,): where to continue, see `STATE`. Before the first call for a pair of layers, all words are
            zero except the number of rows of the target.
        most: Number of states after which the function pauses.

    Returns:
        DONE; PAUSED; TABLE_FULL or EDGES_FULL if there is no room for another row; NARROW if a number of ways may soon
        need another word. The caller makes room and calls again.
    """
    keys = U64(source.shape[1] - n_counts)
    words = keys - U2
    last = U64(source.shape[1] - 1)
    first, ends = U64(n_window), U64(n_primary)
    records = len(edges) > 0
    filled, recorded = control[ROWS], control[EDGES]
    status = DONE
    for state in range(control[STATE], n):
        if most == 0:
            status = PAUSED
        most -= 1
        item = source[state, 0]
        j = group_begins[item] + control[OPTION]
        while status == DONE and j < group_begins[item + U1]:
            if filled == len(target):
                status = TABLE_FULL
                break
            if records and recorded == len(edges):
                status = EDGES_FULL
                break
            option = group[j]
            j += 1
            if masks[option, 0] & source[state, 1] or not _fits(needs, option, source[state], words):
                continue
            child[0] = item
            for w in range(U1 + words):
                child[U1 + w] = source[state, U1 + w] | masks[option, w]
            if len(begins) == 0:
                _next_in_order(child, first, ends, alive)
            elif not _next_with_fewest(child, ends, begins, listed, needs, alive, usable):
                continue
            slot = _place(target, slots, child, keys)
            if slots[slot] == 0:
                for k in range(keys):
                    target[filled, k] = child[k]
                for k in range(keys, last + U1):
                    target[filled, k] = U0
                filled += 1
                slots[slot] = filled
            row = U64(slots[slot]) - U1
            carry = U0
            for k in range(keys, last + U1):
                before = target[row, k]
                added = before + source[state, k]
                total = added + carry
                carry = U64(added < before) | U64(total < added)
                target[row, k] = total
            if records:
                edges[recorded, 0], edges[recorded, 1], edges[recorded, 2] = state, option, row
                recorded += 1
            if target[row, last] >= NEARLY_FULL:
                status = NARROW
        if status != DONE:
            control[STATE], control[OPTION] = state, j - group_begins[item]
            break
        control[OPTION] = 0
    control[ROWS], control[EDGES] = filled, recorded
    return status


@compiled(**_options)
def rehash(rows, filled, keys, slots):
    """Enter the states of a layer into an empty hash table."""
    for row in range(filled):
        slots[_place(rows, slots, rows[row], U64(keys))] = row + 1


@compiled(**_options)
def totals(begins, children, counts):
    """Fill in the number of ways from each node to the end: uint64 (n_nodes, words), the lowest word first.

    Node 0 is the end; the children of a node come before it. Return False if a number needs more words.
    """
    counts[0, 0] = 1
    for node in range(1, len(counts)):
        for edge in range(begins[node], begins[node + 1]):
            carry = U0
            for k in range(counts.shape[1]):
                before = counts[node, k]
                added = before + counts[children[edge], k]
                total = added + carry
                carry = U64(added < before) | U64(total < added)
                counts[node, k] = total
            if carry:
                return False
    return True
