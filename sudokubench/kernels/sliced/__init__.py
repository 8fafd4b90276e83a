"""Bit-sliced propagation: 512 boards of 9x9 in every operation, or 256 of a small batch."""

from sudokubench.kernels.sliced.enumeration import (
    SERVICES_PER_CALL,
    SlicedEnumeration,
    are_solvable,
    solve_batch,
)
from sudokubench.kernels.sliced.rows import LANES

__all__ = ["LANES", "SERVICES_PER_CALL", "SlicedEnumeration", "are_solvable", "solve_batch"]
