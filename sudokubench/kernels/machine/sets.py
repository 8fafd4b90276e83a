"""The machine's rules of almost locked sets: HoDoKu's steps of ALS-XZ and ALS-XY-Wing, and a test for chains.

The steps are those of `logic.rules.als`.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper, reader
from sudokubench.kernels.fish import bit_count
from sudokubench.kernels.machine.chain_lengths import (
    BY_DIGIT,
    DIGIT,
    NO_ROOM,
    SEEN_HIGH,
    SEEN_LOW,
    SETS_FROM,
    WEAK_FROM,
    find_links,
    find_sets,
    shortest_chain,
)
from sudokubench.kernels.machine.state import COUNT, HERE

NO_STEP, ALS_XZ, ALS_XY_WING, ALS_CHAIN = range(4)
"""The results of `step_of_sets`, with `NO_ROOM`."""


@compiled
def step_of_sets(cells, longest, gone, nodes, sets, links, marks, stack):
    """Return the first rule of almost locked sets that finds a step: `ALS_XZ`, `ALS_XY_WING`, `ALS_CHAIN` or `NO_STEP`.

    The result is `NO_ROOM` if the arrays have no room for the sets or their links.

    Args:
        cells: As `walk` takes them. The function does not change them.
        longest: Largest number of sets in a chain.
        gone: int64 (81,), all 0. For an ALS-XZ and an ALS-XY-Wing, the function notes the removed candidates by cell,
            as masks.
        nodes, sets, links, marks, stack: Made by `room_for_sets`. The function overwrites them.
    """
    for d in range(9):
        marks[BY_DIGIT + d, 0] = 0
    count, total = find_sets(cells, nodes, sets, marks, stack)
    if total < 0 or not find_links(count, total, False, cells, nodes, sets, links, marks):
        return NO_ROOM
    boards = np.zeros((9, 2), np.int64)
    for cell in range(81):
        for d in range(9):
            if cells[cell] >> d & 1:
                boards[d, 0] |= HERE[cell, 0]
                boards[d, 1] |= HERE[cell, 1]
    digits, clearing = _digits_of(count, nodes, sets, boards)
    for rule in (ALS_XZ, ALS_XY_WING):
        if _largest(rule == ALS_XY_WING, gone, count, digits, clearing, boards, nodes, sets, links):
            return rule
    if shortest_chain(cells, False, longest, nodes, sets, links, marks):
        return ALS_CHAIN
    return NO_STEP


@helper
def _largest(wing, gone, count, digits, clearing, boards, nodes, sets, links):
    """Find the step of two sets (or, if `wing`, of three) that removes most candidates; if several do, the first.

    Note the removed candidates in `gone`. Return how many they are.
    """
    partners, common = np.empty(count, np.int64), np.zeros(count, np.int64)
    out, best = np.zeros((9, 2), np.int64), np.zeros((9, 2), np.int64)
    most = 0
    for i in range(count):
        found = _list_partners(i, 0 if wing else i + 1, nodes, sets, links, partners, common)
        if wing:
            useful = 0
            for k in range(found):
                if clearing[partners[k]]:
                    partners[useful] = partners[k]
                    useful += 1
                else:
                    common[partners[k]] = 0
            found = useful
        for k in range(found):
            j = partners[k]
            for m in range(k + 1 if wing else 0, found if wing else 1):
                if wing:
                    other = partners[m]
                    removed = _by_three(
                        j, other, common[j], common[other], clearing[j] & clearing[other], digits, nodes, sets,
                        boards, out,
                    )  # fmt: skip
                else:
                    removed = _by_two(i, j, common[j], digits, nodes, sets, boards, out)
                if removed > most:
                    most = removed
                    for d in range(9):
                        best[d, 0], best[d, 1] = out[d, 0], out[d, 1]
        for k in range(found):
            common[partners[k]] = 0
    for cell in range(81):
        for d in range(9):
            if best[d, 0] & HERE[cell, 0] or best[d, 1] & HERE[cell, 1]:
                gone[cell] |= 1 << d
    return most


@helper
def _digits_of(count, nodes, sets, boards):
    """Return two masks of digits for each set: all its digits, and those that it can clear from other cells."""
    digits, clearing = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for s in range(count):
        for k in range(1, sets[s, 0] + 1):
            node = sets[s, k]
            d = nodes[node, DIGIT]
            digits[s] |= 1 << d
            if boards[d, 0] & nodes[node, SEEN_LOW] or boards[d, 1] & nodes[node, SEEN_HIGH]:
                clearing[s] |= 1 << d
    return digits, clearing


@reader
def _list_partners(i, first, nodes, sets, links, partners, common):
    """List the sets from `first` on that have restricted commons with the set i, and note the commons in `common`.

    Return the number of these sets. Their order is that of their first restricted commons, then that of their numbers.
    """
    found = 0
    for a in range(1, sets[i, 0] + 1):
        node, begin = sets[i, a], found
        for k in range(nodes[node, WEAK_FROM], nodes[node + 1, WEAK_FROM]):
            rival = links[1, k]
            for m in range(nodes[rival, SETS_FROM], nodes[rival + 1, SETS_FROM]):
                j = links[0, m]
                if j >= first and common[j] == 0:
                    at = found
                    while at > begin and partners[at - 1] > j:
                        partners[at] = partners[at - 1]
                        at -= 1
                    partners[at] = j
                    found += 1
                if j >= first:
                    common[j] |= 1 << nodes[node, DIGIT]
    return found


@reader
def _node_at(s, d, digits, sets):
    """Return the number of the node that stands for the digit d in the set s."""
    return sets[s, COUNT[digits[s] & ((1 << d) - 1)] + 1]


@reader
def _by_two(a, b, common, digits, nodes, sets, boards, out):
    """Note in `out` what two sets with these restricted commons remove, by digit. Return the number of candidates."""
    removed = 0
    for d in range(9):
        out[d, 0] = out[d, 1] = 0
        mine, other = digits[a] >> d & 1, digits[b] >> d & 1
        if mine and other and common & ~(1 << d):
            x, y = _node_at(a, d, digits, sets), _node_at(b, d, digits, sets)
            out[d, 0] = boards[d, 0] & nodes[x, SEEN_LOW] & nodes[y, SEEN_LOW]
            out[d, 1] = boards[d, 1] & nodes[x, SEEN_HIGH] & nodes[y, SEEN_HIGH]
        if COUNT[common] > 1 and not common >> d & 1:
            if mine:
                x = _node_at(a, d, digits, sets)
                out[d, 0] |= boards[d, 0] & nodes[x, SEEN_LOW]
                out[d, 1] |= boards[d, 1] & nodes[x, SEEN_HIGH]
            if other:
                y = _node_at(b, d, digits, sets)
                out[d, 0] |= boards[d, 0] & nodes[y, SEEN_LOW]
                out[d, 1] |= boards[d, 1] & nodes[y, SEEN_HIGH]
        removed += bit_count(out[d, 0]) + bit_count(out[d, 1])
    return removed


@reader
def _by_three(a, b, to_a, to_b, shared, digits, nodes, sets, boards, out):
    """Note in `out` what the sets a and b remove, by digit. Return the number of candidates.

    `to_a` has the restricted commons of a with the third set, `to_b` those of b. `shared` has the digits that both a
    and b may remove. The two restricted commons in use must differ from each other and from the removed digit.
    """
    removed = 0
    if shared == 0 or COUNT[to_a | to_b] < 2:
        return 0
    for d in range(9):
        out[d, 0] = out[d, 1] = 0
        x, y = to_a & ~(1 << d), to_b & ~(1 << d)
        if shared >> d & 1 and x and y and COUNT[x | y] > 1:
            one, two = _node_at(a, d, digits, sets), _node_at(b, d, digits, sets)
            out[d, 0] = boards[d, 0] & nodes[one, SEEN_LOW] & nodes[two, SEEN_LOW]
            out[d, 1] = boards[d, 1] & nodes[one, SEEN_HIGH] & nodes[two, SEEN_HIGH]
            removed += bit_count(out[d, 0]) + bit_count(out[d, 1])
    return removed
