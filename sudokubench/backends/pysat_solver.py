"""Solvers of PySAT that leave Ctrl-C to Python.

In the main thread PySAT installs a SIGINT handler while a solver works, except if the solver supports interrupts and
the caller asks for them. The handler jumps out of the middle of the solver and stays installed. The first Ctrl-C
becomes an error of PySAT; later ones do nothing or end the process. Without the handler, Python sees Ctrl-C when the
solver returns, so each call must ask the solver for little work.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

from sudokubench.backends.words import NOT_IN_PYSAT
from sudokubench.errors import BackendUnavailable

if TYPE_CHECKING:
    from pysat.solvers import Solver


@cache
def solver_class(name: str) -> type[Solver]:
    """Return the class of a solver, without the SIGINT handler. `pysat.solvers.Solver` costs 1 % more for a board."""
    from pysat.solvers import NoSuchSolverError, Solver

    try:
        with Solver(name=name) as switch:
            plain = type(switch.solver)
    except NoSuchSolverError:
        raise BackendUnavailable(NOT_IN_PYSAT.format(name=name)) from None
    return type(
        name, (plain,), {each: _elsewhere(getattr(plain, each)) for each in ("solve", "solve_limited")}
    )


class _Elsewhere:
    """A substitute for the object that tells PySAT whether it is in the main thread."""

    @staticmethod
    def check() -> bool:
        return False


def _elsewhere(method: Any) -> FunctionType:
    """Return a copy of a method of PySAT that behaves as in a thread that is not the main thread."""
    names = {**method.__globals__, "MainThread": _Elsewhere}
    return FunctionType(method.__code__, names, method.__name__, method.__defaults__, method.__closure__)
