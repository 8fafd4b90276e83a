"""Breadth-first search for chains of alternating links, on any graph of nodes that are true or false.

A graph has strong links (not both ends false) and weak links (not both ends true), each in compressed rows. It is a
tuple of int32 arrays: (strong_start, strong, weak_start, weak). The strong links of node i are
`strong[strong_start[i]:strong_start[i + 1]]`; weak links are stored in the same way. A chain from s to e says: if s is
false, e is true. So s or e is true, and every node that has a weak link to each of them is false. Lengths count strong
links. Sudopedia, Alternating Inference Chain.
"""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import compiled, helper, reader


@helper
def _scratch(nodes):
    """Return the empty arrays of `_spread_from`: on, off, parent_on, parent_off, order, queue and hit of each node."""
    return (
        np.empty(nodes, np.int32), np.empty(nodes, np.int32), np.empty(nodes, np.int32), np.empty(nodes, np.int32),
        np.empty(nodes, np.int32), np.empty(nodes, np.int32), np.empty(nodes, np.bool_),
    )  # fmt: skip


@reader
def _followed(nodes, begin, end, starts, links, level, levels, parents, found, count):
    """Follow the links of `nodes[begin:end]` to new nodes: note their level and parent, and add them to `found`.

    Return the number of nodes in `found`; before, it was `count`.
    """
    for i in range(begin, end):
        node = nodes[i]
        for j in range(starts[node], starts[node + 1]):
            other = links[j]
            if levels[other] < 0:
                levels[other] = level
                parents[other] = node
                found[count] = other
                count += 1
    return count


@reader
def _spread(s, longest, graph, scratch):
    """Follow every chain that begins with s false, up to `longest` strong links.

    Fill on/off with the level at which a node is reached as true/false (-1: not reached), and parent_on/parent_off with
    the node before it. Fill `order` with the nodes reached as true, by level. Return their number.
    """
    strong_start, strong, weak_start, weak = graph
    on, off, parent_on, parent_off, order, queue, _ = scratch
    on[:] = -1
    off[:] = -1
    off[s] = 0
    queue[0] = s
    queued = 1
    reached = 0
    for level in range(1, longest + 1):
        first = reached
        reached = _followed(queue, 0, queued, strong_start, strong, level, on, parent_on, order, first)
        if reached == first:
            break
        queued = _followed(order, first, reached, weak_start, weak, level, off, parent_off, queue, 0)
    return reached


@reader
def _spread_from(s, longest, graph, scratch):
    """Do the work of `_spread`, and note in `hit` which nodes have a weak link to s. Skip an s without strong links."""
    strong_start, _, weak_start, weak = graph
    hit = scratch[6]
    if strong_start[s] == strong_start[s + 1]:
        return 0
    hit[:] = False
    for j in range(weak_start[s], weak_start[s + 1]):
        hit[weak[j]] = True
    return _spread(s, longest, graph, scratch)


@compiled
def weak_links(options, rivals, size, between_digits):
    """Return the weak links among single candidates, as (starts, links) of compressed rows.

    Args:
        options: The option ids of the candidates, ascending; node i is the i-th.
        rivals: (all options, width): for each option the options that it excludes, ascending, padded with -1.
        size: Number of digits.
        between_digits: Whether to include links between different digits.
    """
    node_of = np.full(rivals.shape[0], -1, np.int32)
    for i in range(options.size):
        node_of[options[i]] = i
    starts = np.zeros(options.size + 1, np.int32)
    ends = np.empty(options.size * rivals.shape[1], np.int32)
    count = 0
    for i in range(options.size):
        for j in range(rivals.shape[1]):
            other = rivals[options[i], j]
            if other < 0:
                break
            if between_digits or other % size == options[i] % size:
                ends[count] = node_of[other]
                count += node_of[other] >= 0
        starts[i + 1] = count
    return starts, ends[:count]


@compiled
def shortest(graph, cells, longest, loops):
    """Return the shortest chains that eliminate or place something. Each has at least two strong links.

    The measure of a chain is twice its number of strong links, minus 1 if it closes. A chain closes if its ends are the
    same node, or exclude each other by a house. So a loop comes before other chains with the same number of links, and
    after all chains with fewer.

    Args:
        graph: As in the head of this module.
        cells: The cells of the nodes that are single candidates. These nodes come first; only they can be eliminated.
        longest: Largest number of strong links.
        loops: Whether to look only for chains whose ends exclude each other.

    Returns:
        (measure, start, end). Measure 0: no chain exists. `start` and `end` have, for each eliminated node, the ends of
        a shortest chain against the node; for other nodes -1. A node with equal ends is placed instead.
    """
    _, _, weak_start, weak = graph
    nodes, singles = weak_start.size - 1, cells.size
    scratch = _scratch(nodes)
    on, _, _, _, order, _, hit = scratch
    first = np.full(nodes, -1, np.int32)
    last = np.full(nodes, -1, np.int32)
    best = 2 * longest + 1
    for s in range(nodes):
        reached = _spread_from(s, min(longest, (best + 1) // 2), graph, scratch)
        for i in range(reached):
            e = order[i]
            closed = e == s or (hit[e] and (s >= singles or e >= singles or cells[s] != cells[e]))
            measure = 2 * on[e] - closed
            if on[e] < 2 or measure > best or (loops and not (closed and e != s)):
                continue
            if e == s:
                if s < singles:
                    if measure < best:
                        best = measure
                        first[:] = -1
                    if first[s] < 0:
                        first[s] = s
                        last[s] = s
                continue
            for j in range(weak_start[e], weak_start[e + 1]):
                t = weak[j]
                if t < singles and hit[t]:
                    if measure < best:
                        best = measure
                        first[:] = -1
                    if first[t] < 0:
                        first[t] = s
                        last[t] = e
    return best if best <= 2 * longest else 0, first, last


@helper
def largest(graph, cells, longest):
    """Return (number of removed nodes, start, end) of the chain that removes most nodes.

    The chain has at least two strong links. Of several chains the shortest counts; of equally short chains, the first
    in the order of `all_pairs`. If no chain removes a node, the number is 0. All nodes are single candidates, and
    `cells` has their cells. A chain with equal ends removes the other nodes of its cell.
    """
    _, _, weak_start, weak = graph
    nodes = weak_start.size - 1
    scratch = _scratch(nodes)
    on, _, _, _, order, _, hit = scratch
    most = start = end = length = 0
    for s in range(nodes):
        reached = _spread_from(s, longest, graph, scratch)
        for i in range(reached):
            e, removed = order[i], 0
            if e < s or on[e] < 2:
                continue
            if e == s:
                for t in range(nodes):
                    removed += t != s and cells[t] == cells[s]
            else:
                for j in range(weak_start[e], weak_start[e + 1]):
                    removed += hit[weak[j]]
            if removed > most or (0 < removed == most and on[e] < length):
                most, start, end, length = removed, s, e, on[e]
    return most, start, end


@helper
def largest_loop(graph, longest):
    """Return the length of the shortest loop that removes a node, and for each node whether the best loop removes it.

    The best loop removes most nodes; of several such loops the shortest counts, and of these the first. If no loop
    removes a node, the length is `longest + 1`. All nodes are single candidates. A loop is a chain of at least two
    strong links whose ends exclude each other. It removes every node that both ends of one of its weak links exclude.
    """
    _, _, weak_start, weak = graph
    nodes = weak_start.size - 1
    scratch = _scratch(nodes)
    on, _, parent_on, parent_off, order, _, hit = scratch
    seen, gone, best = np.zeros(nodes, np.bool_), np.zeros(nodes, np.bool_), np.zeros(nodes, np.bool_)
    most, length, least = 0, 0, longest + 1
    for s in range(nodes):
        reached = _spread_from(s, longest, graph, scratch)
        for i in range(reached):
            e = order[i]
            if e <= s or on[e] < 2 or not hit[e]:
                continue
            gone[:] = False
            removed, a, b = 0, s, e
            for _ in range(on[e]):
                for j in range(weak_start[a], weak_start[a + 1]):
                    seen[weak[j]] = True
                for j in range(weak_start[b], weak_start[b + 1]):
                    if seen[weak[j]] and not gone[weak[j]]:
                        gone[weak[j]] = True
                        removed += 1
                for j in range(weak_start[a], weak_start[a + 1]):
                    seen[weak[j]] = False
                a = parent_on[b]
                b = parent_off[a]
            if removed:
                least = min(least, on[e])
            if removed > most or (0 < removed == most and on[e] < length):
                most, length = removed, on[e]
                for t in range(nodes):
                    best[t] = gone[t]
    return least, best


@compiled
def chain(graph, s, e, longest):
    """Return the nodes of one shortest chain from s to e, s first; empty if no chain exists."""
    scratch = _scratch(graph[0].size - 1)
    on, _, parent_on, parent_off, _, _, _ = scratch
    _spread(s, longest, graph, scratch)
    level = on[e]
    if level < 0:
        return np.empty(0, np.int32)
    path = np.empty(2 * level, np.int32)
    node = e
    for k in range(level - 1, -1, -1):
        path[2 * k + 1] = node
        node = parent_on[node]
        path[2 * k] = node
        if k:
            node = parent_off[node]
    return path


@helper
def _grown(found):
    """Return a copy with twice as many rows, filled cell by cell: `compiler` refuses to assign a table to a table."""
    bigger = np.empty((2 * found.shape[0], found.shape[1]), found.dtype)
    for i in range(found.shape[0]):
        for j in range(found.shape[1]):
            bigger[i, j] = found[i, j]
    return bigger


@compiled
def all_pairs(graph, singles, longest):
    """Return the pairs of ends whose shortest chain eliminates or places something, or closes a loop.

    Args:
        graph: As in the head of this module.
        singles: Number of nodes that are single candidates. These nodes come first; only they can be eliminated.
        longest: Largest number of strong links.

    Returns:
        int32 (n, 3): start, end, length; start <= end, because a chain read backwards is the same chain.
    """
    _, _, weak_start, weak = graph
    nodes = weak_start.size - 1
    scratch = _scratch(nodes)
    on, _, _, _, order, _, hit = scratch
    found = np.empty((1024, 3), np.int32)
    count = 0
    for s in range(nodes):
        reached = _spread_from(s, longest, graph, scratch)
        for i in range(reached):
            e = order[i]
            if e < s:
                continue
            useful = (e == s and s < singles) or hit[e]
            if not useful:
                for j in range(weak_start[e], weak_start[e + 1]):
                    if weak[j] < singles and hit[weak[j]]:
                        useful = True
                        break
            if useful:
                if count == found.shape[0]:
                    found = _grown(found)
                found[count, 0] = s
                found[count, 1] = e
                found[count, 2] = on[e]
                count += 1
    return found[:count]
