"""CryptoMiniSat through pycryptosat: a persistent solver, with clues as assumptions, as in `sat`.

pycryptosat catches Ctrl-C while it solves, and mostly does not report it. A budget and `cancel` always end a search.

Mate Soos, Karsten Nohl, Claude Castelluccia, Extending SAT solvers to cryptographic problems (2009).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Any, ClassVar

from sudokubench.backends.base import Backend, EngineSession
from sudokubench.backends.sat import SatEngine, Traits, engine_of
from sudokubench.encodings import cnf
from sudokubench.problem import Problem

_TRAITS = Traits(interrupt=False, warm=False, fresh_after=0)  # a fresh solver would take twice as long


@dataclass(frozen=True, slots=True)
class CryptoMiniSat(Backend):
    """Backend `cryptominisat`; it has no options. Its clauses come from the default encoding of `sat`.

    The nodes of a budget are conflicts. Only the conflicts of solves that end undecided are counted.
    """

    kind: ClassVar[str] = "SAT"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = cnf.STATEMENTS
    requires: ClassVar[tuple[str, ...]] = ("pycryptosat",)
    interruptible: ClassVar[bool] = False
    unsupported = staticmethod(cnf.unsupported)

    def open(self, problem: Problem) -> EngineSession:
        """Encode the problem and load a solver; for a large board, each search does both when it knows the clues."""
        return EngineSession(problem, engine_of(problem, "extended", _loaded))


def _loaded(clauses: cnf.Cnf) -> SatEngine:
    return SatEngine(partial(_Solver, clauses.n_options), _TRAITS, clauses)


class _Solver:
    """A solver of pycryptosat with the PySAT methods that `SatEngine` calls on a solver without special traits."""

    def __init__(self, n_options: int) -> None:
        import pycryptosat

        self._solver: Any = pycryptosat.Solver()
        self.add_clause = self._solver.add_clause
        # The solver refuses an assumption about a variable that no clause names. This clause is always true.
        if n_options:
            self.add_clause([n_options, -n_options])
        self._conflicts = self._budget = 0
        self._options = range(n_options + 1)
        self._values: tuple[bool | None, ...] = ()

    def append_formula(self, clauses: Iterable[tuple[int, ...]]) -> None:
        self._solver.add_clauses(clauses)

    def conf_budget(self, conflicts: int) -> None:
        self._budget = conflicts

    def solve_limited(self, assumptions: list[int], expect_interrupt: bool) -> bool | None:
        """Return whether there is a model; None if the budget ran out or the user pressed Ctrl-C."""
        decided: bool | None
        decided, self._values = self._solver.solve(assumptions, confl_limit=self._budget)
        if decided is None:
            self._conflicts += self._budget
        return decided

    def get_model(self) -> list[int]:
        """Return the true variables among the options. A list of all variables would take as long as a solve."""
        return [*compress(self._options, self._values)]

    def accum_stats(self) -> dict[str, int]:
        return {"conflicts": self._conflicts}

    def delete(self) -> None:
        del self._solver, self.add_clause
