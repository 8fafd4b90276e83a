"""Estimate the numbers of clues of minimal 9x9 puzzles without bias, and compare with the published estimate.

    python -m benchmarks.clue_numbers [--tries N] [--seed S]

The published generator removes clues from a grid in random order, and gives up at the first clue that must stay. It
meets each minimal puzzle of n clues with the same probability 1 / C(81, n) (controlled bias: Berthier, Unbiased
Statistics of a CSP, 2009). So each minimal puzzle that it meets stands for C(81, n). It meets one in some 257,000
tries.

This program never gives up. `AT_A_TIME` puzzles lose one clue after the other. In each step the program draws one of
the removable clues of a puzzle, and multiplies the weight of the puzzle by the number of removable clues. 81 - n
puzzles lead to the same puzzle of n clues, so it divides the weight by that number. Without a further measure, a few
puzzles would outweigh the rest. So before each step the program draws the same number of puzzles anew. The probability
of a puzzle is proportional to its weight times exp(-TILT * removable clues), so it is higher for puzzles with few
removable clues. The program then divides the weights by the factors of the probabilities, which leaves the expected
sums unchanged (sequential Monte Carlo: Del Moral, Doucet and Jasra 2006). Rounds are independent. The intervals hold
95 % of the values of resampled rounds (bootstrap: Efron 1979).
"""

from __future__ import annotations

import argparse
import sys
from math import comb
from time import process_time
from typing import Any

import numpy as np

from sudokubench.generation.draws import Draws
from sudokubench.generation.grids import full_grids
from sudokubench.kernels.sliced import solve_batch
from sudokubench.layout import Layout

Array = np.ndarray[Any, Any]

GRIDS = 6_670_903_752_021_072_936_960
AT_A_TIME, BEGIN, END, TILT = 8192, 40, 17, 0.3
"""Number of puzzles of a round; number of clues at the beginning and at the end; and the strength of the preference for
puzzles with few removable clues."""
RESAMPLED, ENOUGH = 2000, 100
"""Number of resamples of the rounds; and number of rounds in which a number of clues must occur to get an interval.
Rounds that were resampled twice showed that intervals of rarer numbers hold the true value too rarely."""
MET = {20: 2, 21: 164, 22: 6651, 23: 110103, 24: 704089, 25: 1814413, 26: 2002349, 27: 1007700, 28: 247259, 29: 31449,
       30: 2088, 31: 74, 32: 2}  # fmt: skip
"""For each number of clues, the number of puzzles that Berthier's generator met: his collection of 5,926,343."""


def minimal(draws: Draws) -> Array:
    """Return an unbiased estimate of the number of minimal puzzles of a grid, by number of clues up to `BEGIN`."""
    grids = full_grids(Layout.standard(9), AT_A_TIME, draws)
    puzzles = np.where(draws.orders(AT_A_TIME, 81) < BEGIN, grids, 0)
    unique = solve_batch(puzzles, 2, keep=0)[0] == 1
    return thinned(puzzles[unique], grids[unique], comb(81, BEGIN) / AT_A_TIME, AT_A_TIME, draws)


def thinned(puzzles: Array, grids: Array, weight: float, n: int, draws: Draws) -> Array:
    """Return the same estimate for puzzles with one solution and equal numbers of clues, n puzzles at a time.

    Let the puzzles have m clues. On average, each minimal puzzle of k clues that one of them contains adds
    weight / C(81 - k, m - k).
    """
    estimated = np.zeros(BEGIN + 1)
    may_go, weights = puzzles > 0, np.full(len(puzzles), weight)
    for clues in range(int(may_go[0].sum()), END - 1, -1):
        may_go &= ~_needed(puzzles, grids, may_go)
        ways = may_go.sum(axis=1)
        estimated[clues] = weights[ways == 0].sum()
        favoured = np.where(ways == 0, 0, np.exp(-TILT * ways))
        chances = np.cumsum(weights * favoured)
        if not chances[-1]:
            break
        drawn = np.searchsorted(chances, (np.arange(n) + draws.share()) / n * chances[-1], side="right")
        puzzles, grids, may_go, ways = puzzles[drawn], grids[drawn], may_go[drawn], ways[drawn]
        weights = chances[-1] / n / favoured[drawn] * ways / (82 - clues)
        chosen = draws.below(1 << 32, n).astype(np.int64) * ways >> 32
        at = np.arange(n), (may_go.cumsum(axis=1) > chosen[:, None]).argmax(axis=1)
        puzzles[at], may_go[at] = 0, False
    return estimated


def _needed(puzzles: Array, grids: Array, asked: Array) -> Array:
    """Return bool (n, 81): which of the `asked` clues must stay. A clue that must stay now must always stay."""
    rows, cells = np.nonzero(asked)
    thinner = puzzles[rows]
    thinner[np.arange(len(rows)), cells] = 0
    other = np.arange(1, len(rows) + 1), 9 * cells + grids[rows, cells].astype(np.int64) - 1
    needed = np.zeros(asked.shape, np.bool_)
    needed[rows, cells] = solve_batch(thinner, 1, keep=0, forbidden=other)[0] > 0
    return needed


def moments(numbers: Array) -> tuple[Array, Array, Array]:
    """Return the shares of the numbers of clues in %, their mean, and their standard deviation.

    Args:
        numbers: float (..., BEGIN + 1), the number of puzzles for each number of clues.
    """
    clues = np.arange(BEGIN + 1)
    shares = numbers / numbers.sum(axis=-1, keepdims=True)
    mean = shares @ clues
    return 100 * shares, mean, np.sqrt(shares @ clues**2 - mean**2)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clue_numbers", description="Print a table.")
    parser.add_argument("--tries", type=int, default=1_000_000, metavar="N", help="least number of puzzles")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    options = parser.parse_args()
    if options.tries < 1 or options.seed < 0:
        parser.error(
            f"--tries {options.tries} --seed {options.seed}: tries are at least 1, seeds not negative"
        )
    rounds, begun = max(2, -(-options.tries // AT_A_TIME)), process_time()
    estimated = np.array([minimal(Draws(options.seed, number)) for number in range(rounds)])
    again = Draws(options.seed, rounds).below(rounds, rounds * RESAMPLED).astype(np.int64).reshape(-1, rounds)
    resampled = np.array([estimated[chosen].mean(axis=0) for chosen in again])
    published = moments(np.array([MET.get(clues, 0) * comb(81, clues) for clues in range(BEGIN + 1)], float))
    found, spread = moments(estimated.mean(axis=0)), moments(resampled)
    low, high = np.percentile(spread[0], (2.5, 97.5), axis=0)
    print("| clues | % | 95 % | published, % |\n|---:|---:|---:|---:|")
    for n in np.flatnonzero(found[0] + published[0]):
        between = f"{low[n]:.3g} to {high[n]:.3g}" if np.count_nonzero(estimated[:, n]) >= ENOUGH else "-"
        print(f"| {n} | {found[0][n]:.4g} | {between} | {published[0][n]:.4g} |")
    for k, name in ((1, "mean"), (2, "standard deviation")):
        a, b = np.percentile(spread[k], (2.5, 97.5))
        print(f"{name} {found[k]:.3f} ({a:.3f} to {b:.3f}), published {published[k]:.3f}")
    a, b = np.percentile(GRIDS * resampled.sum(axis=1), (2.5, 97.5))
    print(
        f"minimal puzzles {GRIDS * estimated.mean(axis=0).sum():.4g} ({a:.4g} to {b:.4g}), published 3.1055e+37"
    )
    chance = sum(number / comb(81, clues) for clues, number in enumerate(estimated.mean(axis=0)))
    print(f"a generator that gives up meets one in {1 / chance:,.0f} tries")
    print(f"{rounds} rounds of {AT_A_TIME:,}; {process_time() - begun:.0f} s of CPU time", file=sys.stderr)


if __name__ == "__main__":
    main()
