"""Number of clues of minimal 9x9 puzzles: an unbiased estimate, beside the published one.

    python -m benchmarks.clue_numbers [--tries N] [--seed S]

A generator removes clues from a grid in random order, and gives up at the first clue that must stay. It then meets each
minimal puzzle of n clues with the same probability 1 / C(81, n) (controlled bias: Berthier, Unbiased Statistics of a
CSP, 2009). So each minimal puzzle that it meets stands for C(81, n). It meets one in some 257,000 tries.

This program never gives up. `AT_A_TIME` puzzles lose one clue after the other: it draws one of the removable clues, and
multiplies the weight of the puzzle by their number. 81 - n puzzles lead to the same puzzle of n clues, so it divides
the weight by that number. To keep a few puzzles from outweighing the rest, it draws the same number of puzzles anew
before each step. The probability of a puzzle is proportional to its weight, and higher for puzzles with few removable
clues: exp(-TILT * such clues). It then divides the weights by the factors of the probabilities, which leaves the
expected sums unchanged (sequential Monte Carlo: Del Moral, Doucet and Jasra 2006). Such rounds are independent; the
intervals hold 95 % of the values of resampled rounds (bootstrap: Efron 1979).
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
"""Puzzles of a round, the clues that they begin and end with, and how much puzzles with few removable clues are
favoured."""
RESAMPLED, ENOUGH = 2000, 100
"""Number of resamples of the rounds; and number of rounds in which a number of clues must occur to get an interval:
rounds that were resampled twice showed that intervals of rarer numbers hold the true value too rarely."""
MET = {20: 2, 21: 164, 22: 6651, 23: 110103, 24: 704089, 25: 1814413, 26: 2002349, 27: 1007700, 28: 247259, 29: 31449,
       30: 2088, 31: 74, 32: 2}  # fmt: skip
"""How many puzzles of n clues Berthier's generator met: his collection of 5,926,343."""


def minimal(draws: Draws) -> Array:
    """Return for each number of clues to `BEGIN` how many minimal puzzles a grid has: an unbiased random estimate."""
    grids = full_grids(Layout.standard(9), AT_A_TIME, draws)
    puzzles = np.where(draws.orders(AT_A_TIME, 81) < BEGIN, grids, 0)
    unique = solve_batch(puzzles, 2, keep=0)[0] == 1
    return thinned(puzzles[unique], grids[unique], comb(81, BEGIN) / AT_A_TIME, AT_A_TIME, draws)


def thinned(puzzles: Array, grids: Array, weight: float, n: int, draws: Draws) -> Array:
    """Return the same estimate for puzzles with one solution and equally many clues, n at a time.

    On average it is weight / C(81 - n, m - n) for each minimal puzzle of n clues in one of the puzzles, which have m.
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
    """Return which of the `asked` clues must stay, bool (n, 81). A clue that must stay now must always stay."""
    rows, cells = np.nonzero(asked)
    thinner = puzzles[rows]
    thinner[np.arange(len(rows)), cells] = 0
    other = np.arange(1, len(rows) + 1), 9 * cells + grids[rows, cells].astype(np.int64) - 1
    needed = np.zeros(asked.shape, np.bool_)
    needed[rows, cells] = solve_batch(thinner, 1, keep=0, forbidden=other)[0] > 0
    return needed


def moments(numbers: Array) -> tuple[Array, Array, Array]:
    """Return the shares in % of float (..., BEGIN + 1) numbers of puzzles by clues, mean, and standard deviation."""
    clues = np.arange(BEGIN + 1)
    shares = numbers / numbers.sum(axis=-1, keepdims=True)
    mean = shares @ clues
    return 100 * shares, mean, np.sqrt(shares @ clues**2 - mean**2)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clue_numbers", description="Print a table.")
    parser.add_argument(
        "--tries", type=int, default=1_000_000, metavar="N", help="at least so many puzzles begin"
    )
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
