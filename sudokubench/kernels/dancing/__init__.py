"""Dancing links, compiled."""

from sudokubench.kernels.dancing.cells import Cells
from sudokubench.kernels.dancing.enumeration import BoardCounts, Enumeration, ItemRule, Matrix, Statistics

__all__ = ["BoardCounts", "Cells", "Enumeration", "ItemRule", "Matrix", "Statistics"]
