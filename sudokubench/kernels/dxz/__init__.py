"""Count exact covers with a memo on the remaining items, and build their zero-suppressed decision diagrams."""

from sudokubench.kernels.dxz.construction import Construction
from sudokubench.kernels.dxz.paths import Paths

__all__ = ["Construction", "Paths"]
