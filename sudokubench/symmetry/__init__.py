"""What may be done to a board without changing how many solutions it has."""

from sudokubench.symmetry.group import Symmetry, random_symmetry

__all__ = ["Symmetry", "random_symmetry"]
