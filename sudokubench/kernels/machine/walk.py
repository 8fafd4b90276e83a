"""Rate boards in the machine: the rounds of rules, as in `logic.engine.SolutionPath`, and the search for D.

D is the difficulty of `logic.rating`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.compiled import compiled, helper
from sudokubench.kernels.machine.order import EASY, SEARCHED
from sudokubench.kernels.machine.rounds import next_round
from sudokubench.kernels.machine.state import (
    CONTRADICTION,
    COUNT,
    DONE,
    PEERS,
    ROUNDS,
    SIZE,
    STUCK,
    apply,
    ending_of,
    entropy_of,
    fill,
    load,
    save,
)


def room(n: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return arrays that `walk` fills for n boards: `ends`, `rounds`, `entropies` and `trials`."""
    ends, rounds = np.empty((n, 3), np.int64), np.empty((n, ROUNDS, 3), np.int64)
    return ends, rounds, np.empty((n, ROUNDS + 1)), np.zeros((n, 4))


@compiled
def walk(cells, allowed, most, ends, rounds, entropies, trials):
    """Run rounds until a board is solved or contradictory, or the rules find no more. Then run the search for D.

    In a call for eight boards, each takes some 15 % less time than in a call of its own: while Python runs between two
    calls, the processor's caches lose a part of the kernel.

    Args:
        cells: int64 (n, 81), for each cell of n boards the mask of its candidates, with `PLACED` for a placed cell.
            The function replaces it by the state after the last round.
        allowed: Bit i is set if the i-th rule of `RULES` may be used.
        most: Number of states after which the search is cut; 0 for no search. The search begins where the rules of Easy
            and Medium end.
        ends: int64 (n, 3), filled with the number of rounds; the number of rounds before the first rule beyond Easy and
            Medium; and how the rounds end.
        rounds: int64 (n, 729, 3), filled for each round: its rule, its moves, and the number that `next_round` gives.
        entropies: float64 (n, 730), filled with the entropy of the first state and after each round.
        trials: float64 (n, 4), filled as `_search` does.
    """
    gone, put = np.zeros(81, np.int64), np.zeros(81, np.int64)
    for i in range(len(cells)):
        ends[i, 0], ends[i, 1], ends[i, 2] = _walk(
            cells[i], allowed, most, rounds[i], entropies[i], trials[i], gone, put
        )


@helper
def _walk(cells, allowed, most, rounds, entropies, trials, gone, put):
    """Run the rounds and the search of one board. Return its `ends`."""
    state = load(cells)
    searched = state.copy()
    count, easy, ending = 0, -1, -1
    while ending < 0:
        entropies[count], lost = entropy_of(state)
        rule, nodes = -1, 0
        if lost:
            ending = CONTRADICTION
        elif entropies[count] == 0.0 and ending_of(state) != STUCK:
            ending = ending_of(state)
        else:
            rule, nodes = next_round(state, allowed, gone, put)
            if rule < 0:
                ending = ending_of(state)
        if easy < 0 and (rule < 0 or rule >= EASY):
            easy = count
            for i in range(SIZE):
                searched[i] = state[i]
        if rule >= 0:
            rounds[count, 0] = rule
            rounds[count, 1] = apply(state, gone, put)
            rounds[count, 2] = nodes
            count += 1
    if most and ending != CONTRADICTION and entropies[easy] > 0.0:
        _search(searched, most, gone, put, trials)
    save(state, cells)
    return count, easy, ending


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
    """Return the entropy in nats after a cell takes the digit d and the singles that follow at once are placed."""
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
    """Return the cell to try: of those with the fewest candidates, the cell whose trials remove most entropy.

    The cells are compared by the sum over all trials, then by the smallest amount of a trial, by the next larger one
    and so on, and last by the number of empty peers. Of equal cells the first is chosen.
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
def _search(start, most, gone, put, totals):
    """Find all solutions below a state, depth first, as `logic.search.LimitedSearch` does. Count the trials.

    In `start` the rules find no more. Fill `totals`: number of trials, sum of their depths, entropy that they remove,
    and 1 if the search was cut.
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
