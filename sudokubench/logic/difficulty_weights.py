"""The weights in the formula of the difficulty D (`rating`); `tools/fit_rating.py` fits and writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of `rating.difficulty_of`.

    Attributes:
        rounds: For each range of the `se` scale the weight of log(1 + rounds).
        narrow: Weight of the feature `narrow`, which is large if few moves are open.
        trials, depth: Weights of log(1 + trials) and log(1 + sum of the depths of the trials).
        drop: Weight of the mean entropy that a trial removes; it is subtracted.
    """

    base: float
    rounds: Mapping[str, float]
    narrow: float
    trials: float
    depth: float
    drop: float


LAMBDA, MU = 2.0, 1.0
"""Weights of the first form of D: D1 = entropy removed + lambda (trials + mu depth). With these values, the ranks by D1
and the ranks by `se` are most similar."""

SE = Weights(
    base=1.464,
    rounds={
        "logic_box": 0.0,
        "logic_line": 0.0,
        "logic_direct": 0.2434,
        "logic_locked": 1.1569,
        "logic_subset": 0.4925,
    },
    narrow=0.4311,
    trials=2.1802,
    depth=0.0,
    drop=0.0,
)
HODOKU = Weights(
    base=5.8439,
    rounds={
        "logic_box": 0.0,
        "logic_line": 0.0017,
        "logic_direct": 0.1161,
        "logic_locked": 0.1842,
        "logic_subset": 0.129,
    },
    narrow=0.5022,
    trials=0.5208,
    depth=0.1302,
    drop=0.0,
)
HUMAN = Weights(
    base=-1.1248,
    rounds={
        "logic_box": 0.1903,
        "logic_line": 0.1937,
        "logic_direct": 0.3802,
        "logic_locked": 0.0446,
        "logic_subset": 0.0,
    },
    narrow=0.3342,
    trials=0.3141,
    depth=0.0,
    drop=0.0,
)
