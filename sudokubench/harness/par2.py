"""PAR-2: the cost of a puzzle is its time, or two time limits if the backend did not solve it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PENALTY = 2
"""Number of time limits that an unsolved puzzle costs."""


def par2(seconds: NDArray[np.float64], solved: NDArray[np.bool_], limit_s: float) -> NDArray[np.float64]:
    """Return the costs in seconds, in the shape of the arguments.

    Times below a nanosecond count as one nanosecond, so that ratios exist; no clock can tell them from zero.
    """
    return np.where(solved, np.maximum(seconds, 1e-9), PENALTY * limit_s)
