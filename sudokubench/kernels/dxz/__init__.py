"""Exact covers counted by memo on the items that remain, and their zero-suppressed decision diagrams."""

from sudokubench.kernels.dxz.construction import Construction
from sudokubench.kernels.dxz.paths import Paths

__all__ = ["Construction", "Paths"]
