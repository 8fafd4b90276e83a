"""Dancing links, compiled."""

from sudokubench.kernels.dancing.enumeration import BoardCounts, Enumeration, ItemRule, Matrix, Statistics

__all__ = ["BoardCounts", "Enumeration", "ItemRule", "Matrix", "Statistics"]
