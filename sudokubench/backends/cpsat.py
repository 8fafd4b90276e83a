"""CP-SAT of OR-Tools: AllDifferent on the houses of a layout, or a Boolean for each option of any exact cover.

The model of a problem is built once. A search replaces the domains of the model's variables in place and restores them
at the end. CP-SAT gets one worker, because enumeration with several workers has lost and repeated solutions.

The solver runs in a thread of its own, and its callback hands over each solution. So the caller can take solutions
one by one (the callback waits for a slow caller), and Python's own SIGINT handler keeps working. During a solve in the
main thread, Ctrl-C would be lost, or would raise an exception inside a callback from C++.

CP-SAT's "infeasible" and "optimal" are claims without a proof; `Stop.EXHAUSTED` rests only on these claims.
"""

from __future__ import annotations

import atexit
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, islice
from math import inf
from queue import SimpleQueue
from threading import Event, Semaphore, Thread
from time import perf_counter_ns, thread_time_ns
from typing import Any, ClassVar
from weakref import WeakSet, finalize

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, EngineSession, Search
from sudokubench.backends.words import CPSAT_PARAMETERS, MODEL_REFUSED
from sudokubench.constraints.layers import Layers
from sudokubench.encodings import cp
from sudokubench.encodings.fillings import numbered
from sudokubench.errors import BackendUnavailable, UsageError
from sudokubench.problem import Instance, Problem
from sudokubench.processes import interruption

PARAMETERS = {
    "alldifferent": (
        "num_workers: 1 enumerate_all_solutions: true catch_sigint_signal: false linearization_level: 0 "
        "symmetry_level: 0 cp_model_probing_level: 0 use_sat_inprocessing: false max_presolve_iterations: 1"
    ),
    "boolean": (
        "num_workers: 1 enumerate_all_solutions: true catch_sigint_signal: false linearization_level: 0 "
        "symmetry_level: 0 cp_model_probing_level: 0 use_sat_inprocessing: false cp_model_presolve: false"
    ),
}
"""By model, the best parameters that benchmarks/cpsat_sweep.py found. Presolve saves time only for AllDifferent."""

_MOST = 2**63 - 1
"""Largest limit of conflicts that CP-SAT accepts."""
_AHEAD = 64
"""Largest number of found solutions that wait for the caller. The solver finds one more, and then it waits, too."""

_Term = tuple[int, int]
"""A variable and its coefficient."""


@dataclass(frozen=True, slots=True)
class CpSat(Backend):
    """Backend `cpsat`. Conflicts and solutions are the nodes of a budget.

    Attributes:
        model: `alldifferent` has a variable for each cell of a layout and a constraint for each house; `boolean`
            has a variable for each option and a constraint for each item. A problem without houses gets Booleans.
    """

    model: cp.ModelName = "alldifferent"

    kind: ClassVar[str] = "CP"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = cp.STATEMENTS
    requires: ClassVar[tuple[str, ...]] = ("ortools",)
    unsupported = staticmethod(cp.unsupported)

    def open(self, problem: Problem) -> EngineSession:
        """Build the model of the whole problem."""
        model = cp.model(problem, self.model)
        name: cp.ModelName = "boolean" if isinstance(model, cp.BooleanModel) else "alldifferent"
        session = EngineSession(problem, CpSatEngine(model, PARAMETERS[name]))
        _open_sessions.add(session)
        return session


class CpSatEngine:
    """A loaded model. Between searches its variables have the domains of the whole problem."""

    cost_bits: ClassVar[int] = 53
    """Sums of costs stay below 2 to this power: CP-SAT also holds them as floats, which are exact there."""

    def __init__(self, model: cp.CpModel, parameters: str) -> None:
        with interruption.deferred():  # a Ctrl-C during the import would become an ImportError
            from ortools.sat.python import cp_model_helper

        self._new_solver, self._model = cp_model_helper.SolveWrapper, model
        self._parameters = cp_model_helper.SatParameters()
        if not self._parameters.parse_text_format(parameters):
            raise UsageError(CPSAT_PARAMETERS.format(parameters=parameters))
        self.proto = cp_model_helper.CpModelProto()
        self._read("".join(_model_text(model)))
        self._domains = [variable.domain for variable in self.proto.variables]
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.close = finalize(self, self._jobs.put, None)  # ends the thread
        Thread(target=_serve, args=(self._jobs,), name="cpsat", daemon=True).start()

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int]:
        """Enumerate solutions; see `Engine`."""
        mark = perf_counter_ns()
        domains = self._model.domains(instance)
        if not all(domains.values()):  # CP-SAT treats an empty domain as an invalid model
            return
        run = None
        try:
            with interruption.deferred():  # so that `finally` knows of a running solver and replaced domains
                self._restrict(domains)
                search.encode_ns += perf_counter_ns() - mark
                run = _SolveInThread(self, search)
                mark, decoded = perf_counter_ns(), search.decode_ns
                search.interrupt = run.solver.stop_search
                self._jobs.put(run.solve)
            for found in run.results():
                taken = perf_counter_ns()
                solution = found if isinstance(found, int) else self._model.solution(found)
                search.decode_ns += perf_counter_ns() - taken
                yield solution
        finally:
            if run is not None:
                run.end()
                # The solver continues while a solution is decoded. Count that time once, as decoding.
                search.solve_ns += min(run.solve_ns, perf_counter_ns() - mark - (search.decode_ns - decoded))
            search.interrupt = None
            self._restore(domains)
        run.conclude()

    def cheapest(
        self, instance: Instance, costs: Sequence[int], seconds: float | None
    ) -> tuple[str, Solution]:
        """Return a status (`solution`, `none` or `limit`) and a cheapest solution or (); see `diagrams.cheapest`."""
        from ortools.sat.python.cp_model_helper import CpSolverStatus, SatParameters

        domains = self._model.domains(instance)
        if not all(domains.values()):
            return "none", ()
        parameters, answer = SatParameters(), SimpleQueue[Any]()
        parameters.num_workers = 1
        parameters.max_time_in_seconds = inf if seconds is None else seconds
        solver: Any = self._new_solver()
        solver.set_parameters(parameters)
        self._read(f"objective {{ {_terms(enumerate(costs))} scaling_factor: 1 }}")
        self._restrict(domains)

        def solve() -> None:
            try:
                answer.put(solver.solve(self.proto))
            except Exception as error:
                answer.put(error)

        self._jobs.put(solve)
        try:
            response = answer.get()
        except BaseException:
            solver.stop_search()
            answer.get()
            raise
        finally:
            self.proto.clear_objective()
            self._restore(domains)
        if isinstance(response, Exception):
            raise response
        if response.status == CpSolverStatus.OPTIMAL:
            return "solution", self._model.solution(list(response.solution))
        return ("none" if response.status == CpSolverStatus.INFEASIBLE else "limit"), ()

    def solver(self, search: Search) -> Any:
        """Return a solver whose limits are the rest of the search's budget."""
        seconds, conflicts = search.seconds_left(), search.nodes_left(0)
        self._parameters.max_time_in_seconds = inf if seconds is None else seconds
        self._parameters.max_number_of_conflicts = _MOST if conflicts is None else min(conflicts, _MOST)
        solver = self._new_solver()
        solver.set_parameters(self._parameters)
        return solver

    def _read(self, text: str) -> None:
        """Add the content of a text to the model."""
        if not self.proto.merge_text_format(text):  # such as numbers beyond 64 bits
            raise BackendUnavailable(MODEL_REFUSED.format(reason="parse error"))

    def _restrict(self, domains: Mapping[int, cp.Domain]) -> None:
        for variable, domain in domains.items():
            self._replace(variable, domain)

    def _restore(self, domains: Mapping[int, cp.Domain]) -> None:
        self._restrict(dict.fromkeys(domains, self._model.domain))

    def _replace(self, variable: int, domain: cp.Domain) -> None:
        """Replace a domain in place; the proto's lists do not allow slice assignment."""
        bounds = self._domains[variable]
        if len(bounds) == len(domain) == 2:
            bounds[0], bounds[1] = domain
        else:
            bounds.clear()
            bounds.extend(domain)


def _model_text(model: cp.CpModel) -> Iterator[str]:
    """Yield the parts of a model in the text form of protocol buffers.

    The class CpModel of OR-Tools makes the same model, but its module imports pandas, which takes 0.3 s.
    """
    rules, n = list[str](), len(model.variables)
    if isinstance(model, cp.AllDifferentModel):
        rules += [f"all_diff {{ {_variables(group)} }}" for group in model.all_different]
        rules += [
            f"table {{ {_variables(cells)} values: {[*chain(*some)]} }}" for cells, some in model.tables
        ]
        for one in model.layers:
            rules += _path(one, n)
            n += sum(map(len, one.edges))
    else:
        rules += [f"exactly_one {{ literals: {[*group]} }}" for group in model.exactly_one]
        rules += [f"at_most_one {{ literals: {[*group]} }}" for group in model.at_most_one]
        for colour, group in enumerate(model.any_of, model.n_options):
            rules.append(f"lin_max {{ target {{ vars: {colour} coeffs: 1 }} {_variables(group)} }}")
    for total in model.sums:
        rules.append(_linear(zip(total.variables, total.coefficients, strict=True), total.low, total.high))
    yield from (f"variables {{ domain: {[*model.domain]} }}" for _ in model.variables)
    yield "variables { domain: [0, 1] }" * (n - len(model.variables))
    yield from (f"constraints {{ {rule} }}" for rule in rules)


def _path(layers: Layers, first: int) -> Iterator[str]:
    """Yield rules on the edges of layers. Each edge has a Boolean variable; the first has the number `first`.

    The chosen edges are one path and have the digits of the cells. The rule `automaton` is not used: with it CP-SAT
    enumerated 156 solutions of a board that has 72, some four times.
    """
    free = count(first)
    for cell, (edges, nodes) in zip(layers.cells, numbered(layers, lambda n: islice(free, n)), strict=True):
        yield f"exactly_one {{ literals: {[edge for edge, _ in edges]} }}"
        yield _linear([(cell, 1), *((edge, -digit) for edge, digit in edges)], 0, 0)
        for entering, leaving in nodes:
            yield _linear([*((edge, 1) for edge in entering), *((edge, -1) for edge in leaving)], 0, 0)


def _variables(group: Iterable[int]) -> str:
    return " ".join([f"exprs {{ vars: {v} coeffs: 1 }}" for v in group])


def _linear(terms: Iterable[_Term], low: int, high: int) -> str:
    return f"linear {{ {_terms(terms)} domain: {[low, high]} }}"


def _terms(terms: Iterable[_Term]) -> str:
    """Return a sum of terms as text: each variable once, with its total coefficient."""
    total: Counter[int] = Counter()
    for variable, coefficient in terms:
        total[variable] += coefficient
    used = [(variable, coefficient) for variable, coefficient in sorted(total.items()) if coefficient]
    return f"vars: {[v for v, _ in used]} coeffs: {[c for _, c in used]}"


def _serve(jobs: SimpleQueue[Callable[[], None] | None]) -> None:
    """Do jobs until a None arrives. A new thread for each solve would cost 0.3 ms, because its memory starts cold."""
    while (job := jobs.get()) is not None:
        job()
        del job  # it holds the engine, and this thread ends with the engine


class _SolveInThread:
    """One solve, to be run in the thread of the engine.

    The queue `found` receives assignments, then the number of solutions that were only counted, and None at the end.
    `ended` says whether the solve has ended. The None alone is not enough: Ctrl-C may come just after it is taken.
    """

    def __init__(self, engine: CpSatEngine, search: Search) -> None:
        self.found: SimpleQueue[list[int] | int | None] = SimpleQueue()
        self.ended = Event()
        self.room = Semaphore(_AHEAD)
        self.solver = engine.solver(search)
        self._proto = engine.proto
        self._search = search
        self._callback = _callback_class()(self._on_solution)
        self._abandoned = False
        self.solve_ns = 0
        self._count = self._only_counted = 0
        self._response: Any = None
        self._error: Exception | None = None

    def solve(self) -> None:
        mark = thread_time_ns()  # CPU time: the thread also waits for room, and for the caller's Python
        try:
            self.solver.add_solution_callback(self._callback)
            self._response = self.solver.solve(self._proto)
            self.solver.clear_solution_callback(self._callback)
        except Exception as error:
            self._error = error  # such as MemoryError; the thread serves the next search
        finally:
            self.solve_ns = thread_time_ns() - mark
            if self._only_counted:
                self.found.put(self._only_counted)
            self.ended.set()
            self.found.put(None)

    def _on_solution(self, callback: Any) -> bool:
        """Hand over or count a solution; return whether to stop."""
        self._count += 1
        if self._search.counting:
            self._only_counted += 1
        else:
            self.room.acquire()
            self.found.put(list(callback.Response().solution))
        spent = self._search.nodes_left(callback.NumConflicts() + self._count) == 0
        return self._abandoned or spent or self._count == self._search.limit

    def results(self) -> Iterator[list[int] | int]:
        """Yield the items of `found` until the None."""
        while (found := self.found.get()) is not None:
            if not isinstance(found, int):
                self.room.release()
            yield found

    def end(self) -> None:
        """Stop the solver if it still runs, even if its callback waits."""
        if not self.ended.is_set():
            self._abandoned = True
            self.room.release(_AHEAD)  # the callback no longer waits
            self.solver.stop_search()
            while not self.ended.wait(0.1):
                self.solver.stop_search()  # the first call may have come before the solver began
        if self._response is not None:
            self._search.stats["conflicts"] = self._response.num_conflicts
            self._search.stats["branches"] = self._response.num_branches

    def conclude(self) -> None:
        """Note why the search ended, unless it was abandoned or reached its limit; raise the error of its solve.

        After a stop CP-SAT may report OPTIMAL or FEASIBLE, so this method first asks the search whether it had to stop.
        """
        from ortools.sat.python.cp_model_helper import CpSolverStatus

        response, search = self._response, self._search
        if self._error is not None:
            raise self._error
        if response.status == CpSolverStatus.MODEL_INVALID:
            raise BackendUnavailable(MODEL_REFUSED.format(reason=response.solution_info))
        if not search.must_stop(response.num_conflicts + self._count) and response.status != (
            CpSolverStatus.OPTIMAL if self._count else CpSolverStatus.INFEASIBLE
        ):
            search.spent()


@cache
def _callback_class() -> Any:
    """Return the class of solution callbacks. Its base class exists only after OR-Tools is loaded."""
    from ortools.sat.python.cp_model_helper import SolutionCallback

    class Callback(SolutionCallback):
        def __init__(self, on_solution: Callable[[Any], bool]) -> None:
            SolutionCallback.__init__(self)
            self._on_solution = on_solution

        def OnSolutionCallback(self) -> None:  # CP-SAT calls it by this name
            if self._on_solution(self):
                self.StopSearch()

    return Callback


_open_sessions: WeakSet[EngineSession] = WeakSet()


@atexit.register
def _close_all() -> None:
    """End all running solves before Python shuts down: a callback during shutdown aborts the process."""
    for session in list(_open_sessions):
        session.close()
