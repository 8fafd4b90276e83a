"""CryptoMiniSat through pycryptosat: a persistent solver, clues as assumptions, as in `sat`.

pycryptosat catches Ctrl-C while it solves, and mostly keeps it to itself; a budget and `cancel` always end a search.

Mate Soos, Karsten Nohl, Claude Castelluccia, Extending SAT solvers to cryptographic problems (2009).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Any, ClassVar, Self

from sudokubench.answer import UNLIMITED, Budget, Solution
from sudokubench.backends.base import Search
from sudokubench.board import Instance
from sudokubench.encodings import cnf
from sudokubench.encodings.exact_cover import Problem
from sudokubench.errors import UsageError

_REBUILD_AFTER = 400
"""Activation variables until the solver is loaded anew; each slows every later call a little."""
_FIRST_SLICE = 2000
"""Conflicts after which a solve is first broken off to look at the budget and for a cancel."""
_LONGEST_SLICE = 50_000


@dataclass(frozen=True, slots=True)
class CryptoMiniSat:
    """Backend `cryptominisat`; it has no options. The clauses are those of `sat`'s default encoding."""

    kind: ClassVar[str] = "SAT"
    requires: ClassVar[tuple[str, ...]] = ("pycryptosat",)
    interruptible: ClassVar[bool] = True

    def unsupported(self, problem: Problem) -> str | None:
        """Every problem has clauses."""
        return None

    def open(self, problem: Problem) -> CryptoMiniSatSession:
        """Encode the problem."""
        return CryptoMiniSatSession(cnf.cnf(problem))


class CryptoMiniSatSession:
    """A solver with the clauses of a problem; what it was told of one instance is switched off after its search."""

    def __init__(self, clauses: cnf.Cnf) -> None:
        self._cnf = clauses
        self._solver: Any = None
        self._activations = _REBUILD_AFTER
        self._search: Search | None = None
        self._closed = False

    def search(self, instance: Instance, *, limit: int | None = None, budget: Budget = UNLIMITED) -> Search:
        """Begin to enumerate; see `Session`. Nodes are conflicts, counted only where a solve was broken off.

        Raises:
            UsageError: The session is closed, or the instance has an option that the problem does not have.
        """
        if self._closed:
            raise UsageError("this session is closed; open a new one")
        literals = self._cnf.literals(instance)
        self._search = Search(lambda search: self._solutions(literals, search), limit, budget, self._search)
        return self._search

    def _solutions(self, literals: list[int], search: Search) -> Generator[Solution]:
        mark = perf_counter_ns()
        if self._activations >= _REBUILD_AFTER:
            self._load()
        active = self._cnf.n_variables + self._activations + 1
        given = set(literals)
        options = range(1, self._cnf.n_options + 1)
        assumptions = list(literals)
        search.encode_ns += perf_counter_ns() - mark
        conflicts = 0
        try:
            while True:
                mark = perf_counter_ns()
                decided, values, conflicts = self._solve(assumptions, conflicts, search)
                now = perf_counter_ns()
                search.solve_ns += now - mark
                if not decided:
                    return
                true = [option for option in options if values[option]]
                solution = tuple([option - 1 for option in true])
                search.decode_ns += perf_counter_ns() - now
                yield solution
                mark = perf_counter_ns()
                if len(assumptions) == len(literals):
                    assumptions.append(
                        active
                    )  # not before a clause holds it: an unknown variable is an error
                    self._activations += 1
                self._solver.add_clause([-active, *(-option for option in true if option not in given)])
                search.encode_ns += perf_counter_ns() - mark
        finally:
            if len(assumptions) > len(literals):
                self._solver.add_clause([-active])

    def _load(self) -> None:
        import pycryptosat

        self._solver = pycryptosat.Solver()
        for clause in self._cnf.clauses:
            self._solver.add_clause(clause)
        self._activations = 0

    def _solve(self, assumptions: list[int], conflicts: int, search: Search) -> tuple[bool | None, Any, int]:
        """Solve in growing slices, between which the budget and signals are looked at.

        Returns:
            The answer, or None if the search has to end; the values; all conflicts spent so far.
        """
        slice_ = _FIRST_SLICE
        while True:
            left = search.nodes_left(conflicts)
            if left is not None:
                slice_ = min(slice_, left)
            decided, values = self._solver.solve(assumptions, confl_limit=slice_)
            if decided is not None:
                return decided, values, conflicts
            conflicts += slice_
            search.stats["conflicts"] = conflicts
            if search.must_stop(conflicts):
                return None, None, conflicts
            slice_ = min(_LONGEST_SLICE, slice_ + slice_ // 2)

    def close(self) -> None:
        """Give back the solver."""
        self._closed = True
        if self._search is not None:
            self._search.abandon()
        self._solver = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
