"""Rate boards in the machine: the rounds of rules, as in `logic.engine.SolutionPath`, and the search for D."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudokubench.kernels.compiled import compiled, helper
from sudokubench.kernels.machine.order import EASY
from sudokubench.kernels.machine.rounds import next_round
from sudokubench.kernels.machine.search import search
from sudokubench.kernels.machine.state import (
    CONTRADICTION,
    ROUNDS,
    SIZE,
    STUCK,
    apply,
    ending_of,
    entropy_of,
    load,
    save,
)


def room(n: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return arrays that `walk` fills for n boards: `ends`, `rounds`, `entropies` and `trials`."""
    return (
        np.empty((n, 3), np.int64),
        np.empty((n, ROUNDS, 3), np.int64),
        np.empty((n, ROUNDS + 1)),
        np.zeros((n, 4)),
    )


@compiled
def walk(cells, allowed, most, ends, rounds, entropies, trials):
    """Run rounds until a board is solved or contradictory, or the rules find no more. Then run the search for D.

    A board takes some 15 % less time in a call for eight than in a call of its own: while Python runs between two
    calls, the processor's caches lose a part of the kernel.

    Args:
        cells: int64 (n, 81), for each cell of n boards the mask of its candidates, and `PLACED`. It becomes the state
            after the last round.
        allowed: Bit i is set if the i-th rule of `RULES` may be used.
        most: Number of states after which the search is cut; 0 for no search. The search begins where the rules of Easy
            and Medium end.
        ends: int64 (n, 3), filled with the number of rounds; the number of rounds before the first rule beyond Easy and
            Medium; and how the rounds end.
        rounds: int64 (n, 729, 3), filled with rule, moves and nodes of each round.
        entropies: float64 (n, 730), filled with the entropy of the first state and after each round.
        trials: float64 (n, 4), filled as `search` does.
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
        search(searched, most, gone, put, trials)
    save(state, cells)
    return count, easy, ending
