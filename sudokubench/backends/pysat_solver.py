"""Solvers of PySAT that leave Ctrl-C to Python.

In the main thread PySAT puts a handler of SIGINT in place while a solver works, unless the solver can be interrupted
and is told to expect that. The handler jumps out of the midst of the solver and stays where it is: the first Ctrl-C
becomes an error of PySAT, later ones do nothing or end the process. Without it Python hears of Ctrl-C when the solver
returns, so solvers are to be asked for little at a time.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

from sudokubench.errors import BackendUnavailable

if TYPE_CHECKING:
    from pysat.solvers import Solver


@cache
def solver_class(name: str) -> type[Solver]:
    """The class of a solver. `pysat.solvers.Solver` only passes each call on to it, at 1 % of a board's time.

    Raises:
        BackendUnavailable: The installed PySAT has no such solver.
    """
    from pysat.solvers import NoSuchSolverError, Solver

    try:
        with Solver(name=name) as switch:
            plain = type(switch.solver)
    except NoSuchSolverError:
        raise BackendUnavailable(f"the installed PySAT has no solver {name}; update python-sat") from None
    return type(
        name, (plain,), {each: _elsewhere(getattr(plain, each)) for each in ("solve", "solve_limited")}
    )


class _Elsewhere:
    """What PySAT asks whether it is in the main thread."""

    @staticmethod
    def check() -> bool:
        return False


def _elsewhere(method: Any) -> FunctionType:
    """A method of PySAT that takes itself to be in another thread than the main one."""
    names = {**method.__globals__, "MainThread": _Elsewhere}
    return FunctionType(method.__code__, names, method.__name__, method.__defaults__, method.__closure__)
