"""Choco through pychoco: AllDifferent on the houses of a layout, or sums of Booleans for any exact cover.

Each search makes its own model; this takes less time than the search. While pychoco solves, no other thread can run. So
Ctrl-C and `cancel` wait for the next solution, and only a budget of time or nodes ends a long solve.

Charles Prud'homme, Jean-Guillaume Fages, Choco-solver: a Java library for constraint programming (2022).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil
from typing import Any, ClassVar

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, Engine, EngineSession, Search
from sudokubench.constraints.layers import Layers
from sudokubench.encodings import cp
from sudokubench.problem import Instance, Problem

_LONG_S = 1e6
"""Least number of seconds that counts as no limit: Choco's count of nanoseconds could overflow."""
_MOST_NODES = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Choco(Backend):
    """Backend `choco`. Its nodes are those of Choco's search tree.

    Attributes:
        model: As for `cpsat`.
    """

    model: cp.ModelName = "alldifferent"

    kind: ClassVar[str] = "CP"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = cp.STATEMENTS
    requires: ClassVar[tuple[str, ...]] = ("pychoco",)
    interruptible: ClassVar[bool] = False
    unsupported = staticmethod(cp.unsupported)

    def open(self, problem: Problem) -> EngineSession:
        """Prepare the constraints of the whole problem."""
        return EngineSession(problem, _ChocoEngine(cp.model(problem, self.model)))


class _ChocoEngine(Engine):
    """The constraints of a problem. Each search makes a model from them, which ends with the search."""

    def __init__(self, model: cp.CpModel) -> None:
        self._model = model

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        """Enumerate solutions; see `Engine`."""
        from pychoco import _utils, backend

        search.enter("encode")
        domains = self._model.domains(instance)
        if not all(domains.values()) or not all(getattr(self._model, "exactly_one", ())):
            return  # pychoco takes neither an empty domain nor an empty sum
        solver, variables = self._built(domains)
        seconds, nodes = search.seconds_left(), search.nodes_left(0)
        if seconds is not None and seconds < _LONG_S:
            # Choco reads "ms" as minutes, and less than 1 ms ends the whole process.
            solver.limit_time(f"{max(1, ceil(1000 * seconds)) / 1000}s")
        bounds = (
            [] if nodes is None else [backend.node_counter(solver.model._handle, min(nodes, _MOST_NODES))]
        )
        criteria = _utils.make_criterion_var_array(bounds)
        search.enter("solve")
        try:
            while backend.solve(solver._handle, criteria):
                search.enter("decode")
                solution = self._model.solution([variable.get_value() for variable in variables])
                search.enter("wait")
                yield solution
                search.enter("solve")
        finally:
            for handle in (criteria, *bounds):
                backend.chocosolver_handles_destroy(handle)
        # Ask for the search state only if a bound may have ended the search: after that, pychoco never frees the model.
        left = search.seconds_left()
        near = nodes is not None or (left is not None and seconds is not None and left <= seconds / 2)
        if near and solver.get_search_state() != "TERMINATED":
            search.spent()

    def _built(self, domains: Mapping[int, cp.Domain]) -> tuple[Any, list[Any]]:
        from pychoco import Model, backend

        model = Model()
        low, high = self._model.domain
        variables = []
        for variable in range(len(self._model.variables)):
            domain = domains.get(variable)
            if domain is None:
                variables.append(model.intvar(low, high))
            elif len(domain) == 2:
                variables.append(model.intvar(*domain))
            else:
                intervals = zip(domain[::2], domain[1::2], strict=True)
                variables.append(model.intvar([*chain.from_iterable(range(a, b + 1) for a, b in intervals)]))
        sums = [*self._model.sums]
        if isinstance(self._model, cp.AllDifferentModel):
            for group in self._model.all_different:
                self._post(model, backend.all_different, [variables[v] for v in group], "AC")
            for cells, tuples in self._model.tables:
                self._post_table(model, [variables[v] for v in cells], tuples)
            for one in self._model.layers:
                self._post_layers(model, [variables[v] for v in one.cells], one)
        else:
            for group in self._model.exactly_one:
                self._post(model, backend.sum_iv_i, [variables[v] for v in group], "=", 1)
            for group in self._model.at_most_one:
                self._post(model, backend.sum_iv_i, [variables[v] for v in group], "<=", 1)
            sums += self._model.colour_sums
        for total in sums:
            terms = [variables[v] for v in total.variables]
            self._post_scaled(model, terms, total.coefficients, ">=", total.low)
            self._post_scaled(model, terms, total.coefficients, "<=", total.high)
        return model.get_solver(), variables

    def _post_table(self, model: Any, variables: list[Any], tuples: Sequence[Sequence[int]]) -> None:
        """Post the tuples of values that variables may have. Without tuples, post zeros, which no variable can have."""
        from pychoco import _utils, backend

        array = _utils.make_int_2d_array(tuples or [[0] * len(variables)])
        self._post(model, backend.table, variables, array, True, "CT+")
        backend.chocosolver_handles_destroy(array)

    def _post_layers(self, model: Any, variables: list[Any], layers: Layers) -> None:
        """Post an automaton whose states are the nodes of all layers; if a layer has no edges, an empty table."""
        from pychoco.objects.automaton.finite_automaton import FiniteAutomaton

        if not all(layers.edges):
            self._post_table(model, variables, ())
            return
        made = FiniteAutomaton()
        at = {(0, 0): made.add_state()}
        made.set_initial_state(at[0, 0])
        for k, edges in enumerate(layers.edges):
            for source, digit, to in edges:
                if (k + 1, to) not in at:
                    at[k + 1, to] = made.add_state()
                made.add_transition(at[k, source], at[k + 1, to], digit)
        made.set_final(at[len(layers.edges), 0])
        from pychoco import backend

        self._post(model, lambda handle, array: backend.regular(handle, array, made._handle), variables)

    def _post_scaled(
        self, model: Any, variables: list[Any], coefficients: Sequence[int], how: str, total: int
    ) -> None:
        """Post a constraint on the sum of variables times coefficients."""
        from pychoco import _utils, backend

        array = _utils.make_int_array(coefficients)
        self._post(model, backend.scalar_i, variables, array, how, total)
        backend.chocosolver_handles_destroy(array)

    def _post(self, model: Any, make: Callable[..., Any], variables: list[Any], *how: Any) -> None:
        """Post a constraint on some variables.

        pychoco's own methods never release their array. The array keeps the model alive: 0.2 MB for each 9x9.
        """
        from pychoco import _utils, backend

        array = _utils.make_intvar_array(variables)
        constraint = make(model._handle, array, *how)
        backend.post(constraint)
        backend.chocosolver_handles_destroy(constraint)
        backend.chocosolver_handles_destroy(array)
