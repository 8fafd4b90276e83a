"""A SAT solver as the function that the logic layer proves its steps with."""

from __future__ import annotations

import weakref
from collections.abc import Sequence

from sudokubench.backends.pysat_solver import solver_class


class SatRefuter:
    """Clauses in one persistent solver; every question brings its own assumptions."""

    def __init__(self, clauses: Sequence[Sequence[int]], solver: str = "minisat22") -> None:
        """Load the clauses.

        Args:
            clauses: Lists of non-zero literals.
            solver: A solver of PySAT that gives cores.
        """
        self._solver = solver_class(solver)(bootstrap_with=clauses)
        self._close = weakref.finalize(self, self._solver.delete)  # at exit, too, while PySAT is still there

    def refute(self, assumptions: Sequence[int]) -> tuple[int, ...] | None:
        """Those of the assumptions that contradict the clauses, or None if they do not."""
        if self._solver.solve(assumptions=list(assumptions)):
            return None
        return tuple(self._solver.get_core() or ())

    def model(self, assumptions: Sequence[int]) -> tuple[int, ...] | None:
        """The true literals of an assignment that satisfies the clauses and assumptions, or None."""
        if not self._solver.solve(assumptions=list(assumptions)):
            return None
        return tuple(literal for literal in self._solver.get_model() if literal > 0)

    def close(self) -> None:
        """Give the solver back."""
        self._close()
