"""Dancing links, compiled."""

from sudokubench.kernels.dancing.cells import Cells
from sudokubench.kernels.dancing.enumeration import BoardCounts, Enumeration, Matrix, Statistics
from sudokubench.kernels.dancing.search import ItemRule, Search

__all__ = ["BoardCounts", "Cells", "Enumeration", "ItemRule", "Matrix", "Search", "Statistics"]
