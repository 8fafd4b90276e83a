"""The weights of the difficulty D, as `tools/fit_rating.py` has fitted and printed them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of `rating.difficulty_of`.

    Attributes:
        base: Constant.
        rounds: For each range of the `se` scale the weight of log(1 + rounds).
        hardest, narrow: Weights of the hardest step, and of how few moves are open.
        branches, depth: Weights of log(1 + rounds with assumptions) and log(1 + their lengths).
        drop: Weight, subtracted, of the mean entropy that a round beyond singles removes.
    """

    base: float
    rounds: Mapping[str, float]
    hardest: float
    narrow: float
    branches: float
    depth: float
    drop: float


SE = Weights(
    base=0.0,
    rounds={
        "logic_box": 0.0,
        "logic_line": 0.0,
        "logic_direct": 0.0083,
        "logic_locked": 0.0031,
        "logic_subset": 0.0255,
        "logic_wing": 0.023,
        "logic_chain": 0.0,
        "logic_forcing": 0.0,
        "logic_net": 0.0231,
    },
    hardest=0.9819,
    narrow=0.0413,
    branches=0.0,
    depth=0.015,
    drop=0.0,
)
HODOKU = Weights(
    base=4.1508,
    rounds={
        "logic_box": 0.5181,
        "logic_line": 0.1298,
        "logic_direct": 0.1143,
        "logic_locked": 0.245,
        "logic_subset": 0.105,
        "logic_wing": 0.0981,
        "logic_chain": 0.1312,
        "logic_forcing": 0.0283,
        "logic_net": 0.2601,
    },
    hardest=0.0265,
    narrow=0.0,
    branches=0.0,
    depth=0.2293,
    drop=0.0,
)
