"""The machine's search for D, the same as in `logic.search.LimitedSearch`."""

from __future__ import annotations

import numpy as np

from sudokubench.kernels.compiled import helper
from sudokubench.kernels.machine.order import SEARCHED
from sudokubench.kernels.machine.rounds import next_round
from sudokubench.kernels.machine.state import (
    CONTRADICTION,
    COUNT,
    DONE,
    PEERS,
    SIZE,
    apply,
    ending_of,
    entropy_of,
    fill,
)


@helper
def _closed(state, gone, put):
    """Apply the rules of a search to a state until they find no more. Return its entropy, or -1 for a contradiction."""
    while True:
        entropy, lost = entropy_of(state)
        if lost:
            return -1.0
        rule, _ = next_round(state, SEARCHED, gone, put)
        if rule < 0:
            return -1.0 if ending_of(state) == CONTRADICTION else entropy
        apply(state, gone, put)


@helper
def _left(state, cell, d, trial):
    """Return the entropy that is left after a cell takes a digit and all singles that follow at once are placed."""
    place, single = np.empty(81, np.int64), np.empty(81, np.int64)
    for i in range(81):
        trial[i] = state[i]
    trial[cell] = 1 << d
    place[0], single[0] = cell, 1 << d
    count, done = 1, 0
    for wave in range(2):
        end = count
        while done < end:
            for i in range(20):
                trial[PEERS[place[done], i]] &= ~single[done]
            done += 1
        if wave == 0:
            for i in range(81):
                if COUNT[trial[i]] == 1 and not state[DONE + i] and i != cell:
                    place[count] = i
                    single[count] = trial[i]
                    count += 1
    return entropy_of(trial)[0]


@helper
def _choice(state, entropy, trial):
    """Return the cell to try: with the fewest candidates; of these, the cell whose trials remove most entropy.

    The sum over all trials counts first, then the smallest amount of a trial, the next, and so on; last count the empty
    peers. Of equal cells the first is chosen.
    """
    fewest = 10
    for cell in range(81):
        if not state[DONE + cell]:
            fewest = min(fewest, COUNT[state[cell]])
    best, key = np.full(11, -1.0), np.empty(11)
    chosen = -1
    for cell in range(81):
        if state[DONE + cell] or COUNT[state[cell]] != fewest:
            continue
        count = 0
        key[0] = 0.0
        for d in range(9):
            if state[cell] >> d & 1:
                gain = np.rint(1e9 * (entropy - _left(state, cell, d, trial)))
                key[0] += gain
                count += 1
                place = count
                while place > 1 and key[place - 1] > gain:
                    key[place] = key[place - 1]
                    place -= 1
                key[place] = gain
        key[count + 1] = 0.0
        for i in range(20):
            key[count + 1] += 1 - state[DONE + PEERS[cell, i]]
        i = 0
        while i <= count and key[i] == best[i]:
            i += 1
        if key[i] > best[i]:
            chosen = cell
            for i in range(count + 2):
                best[i] = key[i]
    return chosen


@helper
def search(start, most, gone, put, totals):
    """Find all solutions below a closed state, depth first, as `logic.search.LimitedSearch` does. Count the trials.

    Fill `totals`: number of trials, sum of their depths, entropy that they remove, and 1 if the search was cut.
    """
    states, entropies = np.empty((82, SIZE), np.int64), np.empty(82)
    cells, left = np.empty(82, np.int64), np.empty(82, np.int64)
    trial = np.empty(81, np.int64)
    states[0] = start
    entropies[0], _ = entropy_of(start)
    cells[0] = _choice(states[0], entropies[0], trial)
    left[0] = start[cells[0]]
    depth, nodes = 0, 1
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        if nodes >= most:
            totals[3] = 1.0
            return
        digit = left[depth] & -left[depth]
        left[depth] ^= digit
        depth += 1
        nodes += 1
        state = states[depth]
        for i in range(SIZE):
            state[i] = states[depth - 1, i]
        fill(state, cells[depth - 1], digit)
        entropy = _closed(state, gone, put)
        totals[0] += 1.0
        totals[1] += depth
        totals[2] += entropies[depth - 1] - max(entropy, 0.0)
        if entropy <= 0.0:  # a contradiction, or a solution
            depth -= 1
            continue
        entropies[depth] = entropy
        cells[depth] = _choice(state, entropy, trial)
        left[depth] = state[cells[depth]]
