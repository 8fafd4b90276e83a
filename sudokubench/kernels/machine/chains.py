"""Chains of the machine: the links of a state for the search of shortest chains."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.chains import shortest_of
from sudokubench.kernels.compiled import helper
from sudokubench.kernels.machine.order import AIC, X_CHAIN, Y_CYCLE
from sudokubench.kernels.machine.state import AT, CELL, COUNT, DONE, HOUSE, LOWEST, PEERS, PLACE

LONGEST = 32


@helper
def chains(rule, state, gone, put):
    """The shortest chains, of one digit or of all, or loops of cells with two candidates.

    Returns their measure, see `shortest_of`; 0 for none.
    """
    node_of, options = np.full(729, -1, np.int64), np.empty(729, np.int64)
    nodes = 0
    for cell in range(81):
        if not state[DONE + cell]:
            for d in range(9):
                if state[cell] >> d & 1:
                    node_of[9 * cell + d] = nodes
                    options[nodes] = 9 * cell + d
                    nodes += 1
    strong_start, weak_start = np.zeros(nodes + 1, np.int32), np.zeros(nodes + 1, np.int32)
    strong, weak = np.empty(4 * nodes, np.int32), np.empty(28 * nodes, np.int32)
    strongs = weaks = 0
    for node in range(nodes):
        cell, d = options[node] // 9, options[node] % 9
        for e in range(9):
            if rule != X_CHAIN and e != d and state[cell] >> e & 1:
                if rule == AIC:
                    weak[weaks] = node_of[9 * cell + e]
                    weaks += 1
                if COUNT[state[cell]] == 2:
                    strong[strongs] = node_of[9 * cell + e]
                    strongs += 1
        for i in range(20):
            other = node_of[9 * PEERS[cell, i] + d]
            if other >= 0:
                weak[weaks] = other
                weaks += 1
        for i in range(3):
            house = HOUSE[cell, i]
            places = state[AT + 9 * house + d]
            if COUNT[places] == 2 and rule != Y_CYCLE:
                strong[strongs] = node_of[9 * CELL[house, LOWEST[places & ~(1 << PLACE[cell, i])]] + d]
                strongs += 1
        strong_start[node + 1] = strongs
        weak_start[node + 1] = weaks
    measure, first, last = shortest_of(
        (strong_start, strong, weak_start, weak), options[:nodes] // 9, LONGEST, rule == Y_CYCLE
    )
    for node in range(nodes):
        if first[node] >= 0:
            cell, d = options[node] // 9, options[node] % 9
            if first[node] == last[node]:
                put[cell] |= 1 << d
            else:
                gone[cell] |= 1 << d
    return measure
