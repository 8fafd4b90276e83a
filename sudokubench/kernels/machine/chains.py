"""The machine's chains: this module makes the links of a state, and `kernels.chains` finds the shortest chains."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.chains import largest, largest_loop, shortest, weak_links
from sudokubench.kernels.compiled import helper
from sudokubench.kernels.machine import order
from sudokubench.kernels.machine.state import AT, CELL, COUNT, DONE, HOUSE, LOWEST, PEERS, PLACE

LONGEST, LONGEST_LOOP = 32, 12
"""Largest number of strong links of a chain, and of a loop."""
RIVALS = np.array(
    [sorted([9 * cell + e for e in range(9) if e != d] + [9 * peer + d for peer in PEERS[cell]])
     for cell in range(81) for d in range(9)]
)  # fmt: skip
"""(729, 28): the options that each option excludes."""
SAME_DIGIT = np.array([[9 * peer + d for peer in PEERS[cell]] for cell in range(81) for d in range(9)])
"""(729, 20): the options of the same digit that each option excludes."""


@helper
def _graph_of(kind, state):
    """Return the options of a state, and the links among them that chains of this kind use."""
    node_of, options = np.full(729, -1, np.int64), np.empty(729, np.int64)
    nodes = 0
    for cell in range(81):
        if not state[DONE + cell]:
            for d in range(9):
                if state[cell] >> d & 1:
                    node_of[9 * cell + d] = nodes
                    options[nodes] = 9 * cell + d
                    nodes += 1
    options = options[:nodes]
    weak_start, weak = weak_links(options, RIVALS if kind == order.AIC else SAME_DIGIT, 9, True)
    strong_start, strong = np.zeros(nodes + 1, np.int32), np.empty(4 * nodes, np.int32)
    count = 0
    for node in range(nodes):
        cell, d = options[node] // 9, options[node] % 9
        if kind != order.X_CHAIN and COUNT[state[cell]] == 2:
            strong[count] = node_of[9 * cell + LOWEST[state[cell] & ~(1 << d)]]
            count += 1
        for i in range(3):
            house = HOUSE[cell, i]
            places = state[AT + 9 * house + d]
            if COUNT[places] == 2 and kind != order.Y_CYCLE:
                strong[count] = node_of[9 * CELL[house, LOWEST[places & ~(1 << PLACE[cell, i])]] + d]
                count += 1
        strong_start[node + 1] = count
    return options, (strong_start, strong, weak_start, weak)


@helper
def chains(kind, state, gone, put):
    """Find the shortest chains of one digit or of all digits, or loops of cells with two candidates.

    Return their measure, see `shortest`; 0 if no chain exists.
    """
    options, graph = _graph_of(kind, state)
    measure, first, last = shortest(graph, options // 9, LONGEST, kind == order.Y_CYCLE)
    for node in range(options.size):
        if first[node] >= 0:
            cell, d = options[node] // 9, options[node] % 9
            if first[node] == last[node]:
                put[cell] |= 1 << d
            else:
                gone[cell] |= 1 << d
    return measure


@helper
def largest_chain(kind, state, gone):
    """Note the chain that HoDoKu takes: the first of the shortest chains among those that remove most candidates.

    Return how many candidates it removes; 0 if no chain exists. The kind Y_CYCLE here means cells with two candidates.
    """
    options, graph = _graph_of(kind, state)
    most, start, end = largest(graph, options // 9, LONGEST)
    if most and start == end:
        cell = options[start] // 9
        gone[cell] |= state[cell] & ~(1 << options[start] % 9)
    elif most:
        _, _, weak_start, weak = graph
        for i in range(weak_start[start], weak_start[start + 1]):
            for j in range(weak_start[end], weak_start[end + 1]):
                if weak[i] == weak[j]:
                    gone[options[weak[i]] // 9] |= 1 << options[weak[i]] % 9
    return most


@helper
def nice_loop(state, gone):
    """Note the loop that HoDoKu takes, chosen as in `largest_chain`. Return how many candidates it removes.

    The result is 0 if no loop of at most `LONGEST_LOOP` strong links removes a candidate.
    """
    options, graph = _graph_of(order.AIC, state)
    length, removed = largest_loop(graph, LONGEST)
    if length > LONGEST_LOOP:
        return 0
    count = 0
    for node in range(options.size):
        if removed[node]:
            gone[options[node] // 9] |= 1 << options[node] % 9
            count += 1
    return count
