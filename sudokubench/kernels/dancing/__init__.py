"""Dancing links, compiled."""

from sudokubench.kernels.dancing.cells import Cells
from sudokubench.kernels.dancing.enumeration import BoardCounts, Enumeration, Matrix, Statistics
from sudokubench.kernels.dancing.search import CoverSearch, ItemRule

__all__ = ["BoardCounts", "Cells", "CoverSearch", "Enumeration", "ItemRule", "Matrix", "Statistics"]
