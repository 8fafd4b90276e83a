"""Solvers of PySAT for the logic layer, which uses them to prove steps and to find smallest evidence.

They obey the current time limit (`clock.limited`) and Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import Any

from sudokubench.backends.pysat_solver import solver_class
from sudokubench.clock import ask
from sudokubench.processes import forks


class SatRefuter:
    """Clauses in one persistent solver; each question has its own assumptions."""

    def __init__(self, clauses: Sequence[Sequence[int]], solver: str = "minisat22") -> None:
        """Load clauses, lists of non-zero literals, into a solver of PySAT that computes cores."""
        loaded = solver_class(solver)(bootstrap_with=clauses)
        self._solver = _Guarded(loaded)
        self._close = forks.Finalizer(self, loaded.delete)  # also at exit, while PySAT is still loaded

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self._solver.add_clause(clause)

    def implied(self, assumptions: Sequence[int]) -> frozenset[int] | None:
        """Return the assumptions and what follows from them by unit propagation; None if it finds a contradiction."""
        consistent, literals = self._solver.propagate(assumptions=list(assumptions))
        return frozenset(literals) if consistent else None

    def refute(self, assumptions: Sequence[int]) -> tuple[int, ...] | None:
        """Return assumptions that contradict the clauses; () if no model exists, None if all assumptions can hold."""
        if self._solver.solve(assumptions=list(assumptions)):
            return None
        return tuple(self._solver.get_core() or ())

    def model(self, assumptions: Sequence[int]) -> tuple[int, ...] | None:
        """Return the true variables of an assignment that satisfies the clauses and assumptions, or None."""
        if not self._solver.solve(assumptions=list(assumptions)):
            return None
        return tuple(literal for literal in self._solver.get_model() if literal > 0)

    def hitting_sets(self) -> SmallestHittingSets:
        """Return an empty `SmallestHittingSets`."""
        return SmallestHittingSets()

    def close(self) -> None:
        """Release the solver."""
        self._close()


class SmallestHittingSets:
    """A growing collection of sets that finds its smallest hitting sets by maximum satisfiability.

    The algorithm is RC2 of A. Ignatiev, A. Morgado, J. Marques-Silva, RC2: an efficient MaxSAT solver (2019). PySAT's
    `Hitman` does the same under other names. Neither has deadlines, so a guard wraps the solver that RC2 calls.
    """

    def __init__(self) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self._rc2 = RC2(WCNF(), solver="minisat22")
        self._solver = self._rc2.oracle = _Guarded(self._rc2.oracle)
        self._known: set[int] = set()

    def add(self, facts: Iterable[int]) -> None:
        """Add a non-empty set of facts, numbered from 0."""
        literals = [fact + 1 for fact in facts]
        self._rc2.add_clause(literals)
        for literal in literals:
            if literal not in self._known:
                self._known.add(literal)
                self._rc2.add_clause([-literal], 1)

    def smallest(self, deadline: float | None) -> frozenset[int] | None:
        """Return a smallest set that meets every added set; None if the deadline (`perf_counter`) passed first."""
        self._solver.deadline = deadline
        try:
            return frozenset(literal - 1 for literal in self._rc2.compute() if literal > 0)
        except TimeoutError:
            return None


class _Guarded:
    """A solver of PySAT that works in short slices, so that it obeys deadlines and Ctrl-C."""

    def __init__(self, solver: Any) -> None:
        self.solver = solver
        self.deadline: float | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.solver, name)

    def solve_limited(self, assumptions: Sequence[int] = (), expect_interrupt: bool = True) -> bool:
        """Return whether the clauses and the assumptions are consistent. After the deadline, raise TimeoutError."""
        while True:
            ask()
            if self.deadline is not None and perf_counter() > self.deadline:
                raise TimeoutError
            self.solver.conf_budget(_CONFLICTS)
            answer: bool | None = self.solver.solve_limited(assumptions, expect_interrupt=True)
            if answer is not None:
                return answer

    solve = solve_limited  # RC2 calls one of the two, depending on PySAT's version


_CONFLICTS = 2000
"""Number of conflicts between two checks of the deadline: some milliseconds."""
