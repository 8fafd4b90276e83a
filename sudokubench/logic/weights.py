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
    base=0.0001,
    rounds={
        "logic_box": 0.0,
        "logic_line": 0.0,
        "logic_direct": 0.0082,
        "logic_locked": 0.003,
        "logic_subset": 0.0256,
        "logic_wing": 0.0224,
        "logic_chain": 0.0,
        "logic_forcing": 0.0,
        "logic_net": 0.0229,
    },
    hardest=0.982,
    narrow=0.0409,
    branches=0.0,
    depth=0.015,
    drop=0.0,
)
HODOKU = Weights(
    base=4.1431,
    rounds={
        "logic_box": 0.5207,
        "logic_line": 0.1286,
        "logic_direct": 0.1143,
        "logic_locked": 0.2444,
        "logic_subset": 0.1055,
        "logic_wing": 0.0949,
        "logic_chain": 0.1319,
        "logic_forcing": 0.0287,
        "logic_net": 0.2595,
    },
    hardest=0.0269,
    narrow=0.0,
    branches=0.0,
    depth=0.2289,
    drop=0.0,
)
