"""Find the length of the shortest chain of links with groups, or of almost locked sets. Without such a chain, the rules
for these chains find nothing.

A node is a digit in some cells, and is true if one of these cells holds the digit. A set has several nodes; if one of
them is false, all others are true. With groups, a set is a strong link. An almost locked set has k cells of a house
with k + 1 digits; its nodes are these digits, each with its places. A true node makes another node of its digit false
if every place of one sees every place of the other. So a chain refutes a candidate: if the candidate is true, the nodes
that it sees are false, and the chain makes one of these nodes true.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.compiled import compiled, reader
from sudokubench.kernels.machine.state import CELL, COUNT, CROSSING, HERE, HOUSE, LOWEST, PEERS, PLACE, PLACED

LARGEST = 6
"""Largest number of cells of a set."""
NO_ROOM = -1
"""The answer about a state with more sets than the arrays have room for; the caller then asks the rule in Python."""
_NODES, _SETS, _LINKS = 2048, 4096, 1 << 17

_IN_LINE = np.array([any(not mask & ~line for line in (7, 56, 448, 73, 146, 292)) for mask in range(512)])
"""(512,): for each mask of cells of a box, whether a row or column has all of them. `find_sets` lists these houses
before boxes."""
_SEEN = np.array([HERE[PEERS[cell]].sum(0) for cell in range(81)])
"""(81, 2): the peers of each cell as a set of cells."""

DIGIT, _CELL, LOW, HIGH, SEEN_LOW, SEEN_HIGH, SETS_FROM, WEAK_FROM = range(8)
"""The columns of nodes: digit; cell, or -1 if a node has several; places, and the cells that see all places, two words
each; first set; first weak link."""
ON, _OFF, _HIT, _QUEUE, _ORDER, BY_DIGIT = range(6)
"""The rows of marks. From `BY_DIGIT` on, each digit has a row: the number of its nodes, and then these nodes."""


def room_for_sets() -> tuple[NDArray[np.int64], ...]:
    """Return the arrays for sets and chains: nodes, sets, links, marks and stack."""
    return (
        np.empty((_NODES + 1, 8), np.int64), np.empty((_SETS, LARGEST + 2), np.int64), np.empty((2, _LINKS), np.int64),
        np.empty((BY_DIGIT + 9, _NODES + 1), np.int64), np.zeros(512, np.int64),
    )  # fmt: skip


@compiled
def shortest_grouped_chain(cells, longest, nodes, sets, links, marks):
    """Return the number of links of the shortest chain, with or without groups, that refutes a candidate.

    The result is 0 if there is no such chain, and `NO_ROOM` if the arrays have no room for sets or links.

    Args:
        cells: As `walk` takes them. The function does not change them.
        longest: Largest number of strong links in a chain.
        nodes, sets, links, marks: Made by `room_for_sets`. The function overwrites them.
    """
    for d in range(9):
        marks[BY_DIGIT + d, 0] = 0
    count, total = _find_strong_links(cells, nodes, sets, marks)
    if total < 0 or not find_links(count, total, True, cells, nodes, sets, links, marks):
        return NO_ROOM
    return shortest_chain(cells, True, longest, nodes, sets, links, marks)


@reader
def shortest_chain(cells, grouped, longest, nodes, sets, links, marks):
    """Return the number of sets of the shortest chain that refutes a candidate; 0 without a chain.

    `grouped` tells whether the sets are strong links; else they are almost locked sets.
    """
    best = longest + 1
    for stamp in range(81 * 9):
        cell, d = stamp // 9, stamp % 9
        if not cells[cell] & PLACED and cells[cell] >> d & 1 and best > 2:
            best = min(
                best, _refuted_after(cell, d, stamp, best - 1, grouped, cells, nodes, sets, links, marks)
            )
    return best if best <= longest else 0


@reader
def find_sets(cells, nodes, sets, marks, stack):
    """List the almost locked sets and their nodes, in the order of `logic.rules.als`, each set once.

    Return the number of sets and the number of nodes; -1 for the nodes if there is no room. A stack keeps the chosen
    cells of a house as a mask, and their digits as a second mask above it.
    """
    count = total = 0
    for house in range(27):
        free = 0
        for p in range(9):
            free |= (cells[CELL[house, p]] & PLACED == 0) << p
        top = min(LARGEST, COUNT[free] - 1)
        stack[0], depth = 0, 1
        while depth:
            depth -= 1
            chosen, union = stack[depth] & 511, stack[depth] >> 9
            size = COUNT[chosen] + 1
            for p in range(9):
                digits = union | cells[CELL[house, p]]
                if chosen >> p or not free >> p & 1 or COUNT[digits] > top + 1:
                    continue
                if COUNT[digits] == size + 1:
                    if count == _SETS or total + LARGEST + 1 > _NODES:
                        return count, -1
                    total = _list_nodes(
                        house, chosen | 1 << p, digits, cells, total, nodes, sets[count], marks
                    )
                    is_shared = _IN_LINE[chosen | 1 << p] if house >= 18 else house >= 9 and size == 1
                    count += not (is_shared and _is_known(sets, count))
                if size < top:
                    stack[depth] = chosen | 1 << p | digits << 9
                    depth += 1
    return count, total


@reader
def _list_nodes(house, chosen, digits, cells, total, nodes, its, marks):
    """List the nodes of a set, one for each digit, in `its`; their number comes first. Return the new `total`."""
    its[0] = 0
    while digits:
        d = LOWEST[digits]
        digits &= digits - 1
        its[0] += 1
        its[its[0]] = _node_of(house, chosen, d, cells, total, nodes, marks)
        total = max(total, its[its[0]] + 1)
    return total


@reader
def _is_known(sets, count):
    """Return whether the set with the number `count` has the nodes, and so the cells, of an earlier set."""
    for s in range(count):
        same = sets[s, 0] == sets[count, 0]
        for k in range(1, sets[count, 0] + 1 if same else 0):
            same &= sets[s, k] == sets[count, k]
        if same:
            return True
    return False


@reader
def _find_strong_links(cells, nodes, sets, marks):
    """List the cells with two candidates, and for each digit the ways to part its places in a house into two nodes.

    If there are three or more places, the places of one part also lie in another house. Return the numbers of sets and
    nodes.
    """
    count = total = 0
    for cell in range(81):
        digits = cells[cell]
        if not digits & PLACED and COUNT[digits] == 2:
            for k in range(1, 3):
                d = LOWEST[digits]
                digits &= digits - 1
                sets[count, k] = _node_of(HOUSE[cell, 0], 1 << PLACE[cell, 0], d, cells, total, nodes, marks)
                total = max(total, sets[count, k] + 1)
            count += 1
    for plane in range(27 * 9):
        house, d, places = plane // 9, plane % 9, 0
        for p in range(9):
            places |= (cells[CELL[house, p]] >> d & 1) << p
        size = COUNT[places]
        for i in range((6 if house >= 18 else 3) if size > 2 else size - 1):
            group = places & CROSSING[house, i, 1] if size > 2 else places & -places
            part = group
            while part:
                rest = places & ~part
                if rest and _is_node(house, rest):
                    if count == _SETS or total + 2 > _NODES:
                        return count, -1
                    sets[count, 1] = _node_of(house, part, d, cells, total, nodes, marks)
                    total = max(total, sets[count, 1] + 1)
                    sets[count, 2] = _node_of(house, rest, d, cells, total, nodes, marks)
                    total = max(total, sets[count, 2] + 1)
                    count += 1
                part = (part - 1) & group
    for s in range(count):
        sets[s, 0] = 2
    return count, total


@reader
def _is_node(house, places):
    """Return whether places of a house are one place, or lie in a second house."""
    found = COUNT[places] == 1
    for i in range(6):
        found |= places & ~CROSSING[house, i, 1] == 0
    return found


@reader
def _node_of(house, chosen, d, cells, total, nodes, marks):
    """Return the number of the node that stands for a digit in some places. A new node gets the number `total`."""
    low = high = 0
    seen_low = seen_high = -1
    only, many = -1, False
    while chosen:
        cell = CELL[house, LOWEST[chosen]]
        chosen &= chosen - 1
        if cells[cell] >> d & 1:
            many |= only >= 0
            only = cell
            low |= HERE[cell, 0]
            high |= HERE[cell, 1]
            seen_low &= _SEEN[cell, 0]
            seen_high &= _SEEN[cell, 1]
    row = marks[BY_DIGIT + d]
    for k in range(1, row[0] + 1):
        if nodes[row[k], LOW] == low and nodes[row[k], HIGH] == high:
            return row[k]
    row[0] += 1
    row[row[0]] = total
    nodes[total, DIGIT] = d
    nodes[total, _CELL] = -1 if many else only
    nodes[total, LOW], nodes[total, HIGH] = low, high
    nodes[total, SEEN_LOW], nodes[total, SEEN_HIGH] = seen_low, seen_high
    return total


@reader
def find_links(count, total, grouped, cells, nodes, sets, links, marks):
    """List the sets and the weak links of each node, and clear the marks. Return whether there is room.

    `grouped` is as in `shortest_chain`. There are `count` sets and `total` nodes.
    """
    for node in range(total + 1):
        nodes[node, SETS_FROM] = 0
        for mark in range(_QUEUE):
            marks[mark, node] = -1
    entries = 0
    for s in range(count):
        entries += sets[s, 0]
        for k in range(1, sets[s, 0] + 1):
            nodes[sets[s, k] + 1, SETS_FROM] += 1
    if entries > _LINKS:
        return False
    for node in range(total):
        nodes[node + 1, SETS_FROM] += nodes[node, SETS_FROM]
        marks[_QUEUE, node] = nodes[node, SETS_FROM]
    for s in range(count):
        for k in range(1, sets[s, 0] + 1):
            links[0, marks[_QUEUE, sets[s, k]]] = s
            marks[_QUEUE, sets[s, k]] += 1
    weak = 0
    for node in range(total):
        nodes[node, WEAK_FROM] = weak
        if weak + total > _LINKS:
            return False
        weak += _list_excluded(
            nodes[node, DIGIT], nodes[node, _CELL] if grouped else -1, nodes[node, SEEN_LOW],
            nodes[node, SEEN_HIGH], cells, nodes, marks, links[1, weak:],
        )  # fmt: skip
    nodes[total, WEAK_FROM] = weak
    return True


@reader
def _list_excluded(d, cell, low, high, cells, nodes, marks, found):
    """List the nodes that a true node of a digit excludes. Return their number.

    These are the nodes of the digit whose places all lie in a set of cells (`low`, `high`). If the true node is one
    cell (`cell` is not -1), the nodes of the other digits in this cell belong to the list, too.
    """
    size = 0
    for e in range(9):
        row = marks[BY_DIGIT + e]
        if e == d:
            for k in range(1, row[0] + 1):
                if not (nodes[row[k], LOW] & ~low or nodes[row[k], HIGH] & ~high):
                    found[size] = row[k]
                    size += 1
        elif cell >= 0 and cells[cell] >> e & 1:
            for k in range(1, row[0] + 1):
                if nodes[row[k], _CELL] == cell:
                    found[size] = row[k]
                    size += 1
    return size


@reader
def _refuted_after(cell, d, stamp, longest, grouped, cells, nodes, sets, links, marks):
    """Return the number of sets of the shortest chain that refutes a candidate; `longest` + 1 without a chain."""
    on, off, hit, queue, order = marks[ON], marks[_OFF], marks[_HIT], marks[_QUEUE], marks[_ORDER]
    queued = _list_excluded(
        d, cell if grouped else -1, _SEEN[cell, 0], _SEEN[cell, 1], cells, nodes, marks, queue
    )
    for i in range(queued):
        hit[queue[i]] = off[queue[i]] = stamp
    for length in range(1, longest + 1):
        reached = 0
        for i in range(queued):
            for j in range(nodes[queue[i], SETS_FROM], nodes[queue[i] + 1, SETS_FROM]):
                its = sets[links[0, j]]
                for k in range(1, its[0] + 1):
                    node = its[k]
                    if node == queue[i] or on[node] == stamp:
                        continue
                    if hit[node] == stamp:
                        return length
                    on[node] = stamp
                    order[reached] = node
                    reached += 1
        queued = 0
        for i in range(reached):
            for j in range(nodes[order[i], WEAK_FROM], nodes[order[i] + 1, WEAK_FROM]):
                node = links[1, j]
                if off[node] != stamp:
                    off[node] = stamp
                    queue[queued] = node
                    queued += 1
        if not queued:
            break
    return longest + 1
