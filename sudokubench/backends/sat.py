"""SAT through PySAT: a persistent solver that holds the clauses of the problem, with clues as assumptions.

Loading 10,530 clauses takes ten times as long as deciding one board, so the solver is kept. Each solution found is
excluded by a clause, "not active, or one of these options is not chosen". `active` is a new variable. The solver
assumes it until the search ends; then `active` becomes false, so the clauses of one board do not slow the next board.
Every such variable slows each later call a little, so the solver is loaded again after a few hundred of them.

For boards beyond 16x16 this is not the best way: loading 690,000 clauses of 25x25 takes half a second. And a solver
simplifies with clues that are clauses, but not with assumptions. So each search loads a new solver with the clauses
that the clues leave.

Alexey Ignatiev, Antonio Morgado, Joao Marques-Silva, PySAT: a Python toolkit for prototyping with SAT oracles (2018).
Niklas Een, Niklas Sorensson, Temporal induction by incremental SAT solving (2003), for activation literals.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from time import perf_counter_ns
from typing import TYPE_CHECKING, ClassVar

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, Engine, EngineSession, Search, require_supported
from sudokubench.backends.other_thread import BRIEF_S, in_other_thread
from sudokubench.backends.pysat_solver import solver_class
from sudokubench.backends.words import ONE_OF, UNFIT, UNFIT_SOLVER
from sudokubench.clock import CLOCK, TimeOver, ask, limited, parts
from sudokubench.encodings import cnf
from sudokubench.encodings.exact_cover import cover_of
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem
from sudokubench.words import Words

if TYPE_CHECKING:
    from pysat.solvers import Solver


@dataclass(frozen=True, slots=True)
class Traits:
    """The properties of a PySAT solver that matter here, see docs/background/sat.md. Tests check them on the solvers.

    Attributes:
        limited: Whether the solver can stop after a number of conflicts.
        interrupt: Whether other threads can run during a solve and interrupt it.
        warm: Whether the solver can continue from its last model ("warm start"), which suits enumeration.
        fresh_after: Number of solutions of one search after which a separate solver, without assumptions, enumerates
            the rest; 0 for never.
        options: Options for `configure` before the first clause.
        unfit: Why this backend cannot use the solver; None if it can.
    """

    limited: bool = True
    interrupt: bool = True
    warm: bool = True
    fresh_after: int = 32
    options: Mapping[str, int] | None = None
    unfit: Words | None = None


_MINISAT = Traits()
# Chronological backtracking helps with trails far longer than those of boards. Without it boards take 5 % less time.
_CADICAL = Traits(interrupt=False, warm=False, options={"chrono": 0})

SOLVERS: dict[str, Traits] = {
    "cadical103": Traits(interrupt=False, warm=False),
    "cadical153": _CADICAL,
    "cadical195": _CADICAL,
    "cadical300": _CADICAL,
    "ergo": _MINISAT,
    "gluecard3": _MINISAT,
    "gluecard4": _MINISAT,
    "glucose3": _MINISAT,
    "glucose4": _MINISAT,
    "glucose42": Traits(warm=False),  # its warm start crashes the process after some 2,000 models
    "lingeling": Traits(limited=False, interrupt=False, warm=False),
    "maplechrono": Traits(warm=False),
    "maplecm": _MINISAT,
    "maplesat": _MINISAT,
    "mergesat3": Traits(warm=False),
    "minicard": _MINISAT,
    "minisat22": _MINISAT,
    "minisat-gh": _MINISAT,
    "minisat-ep": _MINISAT,
    **{name: Traits(unfit=reason) for name, reason in UNFIT.items()},
}
"""The solvers of PySAT, by their PySAT names."""

_LARGEST_KEPT = 16
"""Largest size of a board whose solver is kept between searches."""
_REBUILD_AFTER = 400
"""Number of searches with an activation variable after which the solver is loaded again. The best values are 200 for
MiniSat and 600 for CaDiCaL."""
_FIRST_SLICE = 200
"""Number of conflicts of the first slice of a solve. Until its end Ctrl-C waits; with CaDiCaL, `cancel` waits, too."""
_SHORTEST_SLICE_S = 0.02
_STATISTICS = ("conflicts", "decisions", "propagations")


@dataclass(frozen=True, slots=True)
class Sat(Backend):
    """Backend `sat`. Its nodes are conflicts.

    Attributes:
        solver: A solver of PySAT, see `SOLVERS`.
        encoding: The clauses, see `sudokubench.encodings.cnf.ENCODINGS`.

    Raises:
        UsageError: The solver or encoding does not exist, or the solver is unfit.
    """

    solver: str = "cadical153"
    encoding: cnf.Encoding = "extended"

    kind: ClassVar[str] = "SAT"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = cnf.STATEMENTS
    requires: ClassVar[tuple[str, ...]] = ("pysat",)

    def __post_init__(self) -> None:
        fit = ", ".join(name for name, traits in SOLVERS.items() if not traits.unfit)
        if self.solver not in SOLVERS:
            raise UsageError(ONE_OF.format(where="sat:solver", text=self.solver, names=fit))
        if reason := SOLVERS[self.solver].unfit:
            raise UsageError(UNFIT_SOLVER.format(solver=self.solver, reason=reason, names=fit))
        if self.encoding not in cnf.ENCODINGS:
            known = ", ".join(cnf.ENCODINGS)
            raise UsageError(ONE_OF.format(where="sat:encoding", text=self.encoding, names=known))

    @property
    def interruptible(self) -> bool:
        """Whether another thread can interrupt the solver. If not, a limit of conflicts stops the solver too late."""
        return SOLVERS[self.solver].interrupt

    def unsupported(self, problem: Problem) -> Words | None:
        """Return why the encoding does not support a problem, or None."""
        return cnf.unsupported(problem, self.encoding)

    def open(self, problem: Problem) -> EngineSession:
        """Encode the problem and load a solver; for a large board, each search does both when it knows the clues."""
        require_supported("sat", problem, self.unsupported(problem))
        return EngineSession(problem, engine_of(problem, self.encoding, self._loaded))

    def open_whole(self, problem: Problem) -> EngineSession:
        """Load a solver with the whole problem, however large, for many boards, each similar to the one before."""
        return EngineSession(problem, self._loaded(cnf.cnf(problem, self.encoding)))

    @property
    def _loaded(self) -> Callable[[cnf.Cnf], SatEngine]:
        return partial(SatEngine, solver_class(self.solver), SOLVERS[self.solver])


def engine_of(problem: Problem, encoding: cnf.Encoding, loaded: Callable[[cnf.Cnf], SatEngine]) -> Engine:
    """Return an engine that holds the clauses of a problem; for a large board an engine that has no clauses yet."""
    if isinstance(problem, Layout) and problem.size > _LARGEST_KEPT and encoding not in cnf.FOR_LAYOUTS_ONLY:
        return RestEngine(problem, encoding, loaded)
    return loaded(cnf.cnf(problem, encoding))


class RestEngine(Engine):
    """Loads a new solver for each search of a large board, with the clauses that the instance leaves."""

    def __init__(
        self, layout: Layout, encoding: cnf.Encoding, loaded: Callable[[cnf.Cnf], SatEngine]
    ) -> None:
        self._layout, self._encoding, self._loaded = layout, encoding, loaded
        cover_of(layout)  # made once and kept: a search does not pay for it

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int, None, None]:
        """Enumerate solutions; see `Engine`."""
        search.enter("encode")
        try:
            seconds = search.seconds_left()
            with limited(CLOCK.after(seconds)):
                rest = cnf.of_rest(self._layout, instance, self._encoding)
                if rest is None:
                    search.enter("wait")
                    return
                clauses, options = rest
                engine = self._loaded(clauses)
        except TimeOver:
            ask()  # if this was the limit of the caller, raise TimeOver
            search.spent()
            return
        with closing(engine), closing(engine.solutions(Instance(), search)) as found:
            for some in found:
                if isinstance(some, int):
                    yield some
                else:
                    yield tuple(sorted([*instance.chosen, *(options[o] for o in some)]))


class SatEngine:
    """A loaded solver. Between searches it holds the clauses of the problem and no state of any board."""

    def __init__(self, new_solver: Callable[[], Solver], traits: Traits, clauses: cnf.Cnf) -> None:
        """Load a solver. `new_solver` makes an empty solver with the PySAT methods that the traits need."""
        self._new_solver, self._traits, self._cnf = new_solver, traits, clauses
        self._solver: Solver | None = None
        self._searches = 0
        self._counted: dict[str, int] = {}
        self._ready()

    # -- the persistent solver ----------------------------------------------------------------------------------

    def _loaded(self, more: Iterable[Iterable[int]] = (), warm: bool = False) -> Solver:
        """Return a solver with the clauses of the problem and with `more` clauses.

        Warm start is never combined with assumptions: when assumptions change, PySAT's solvers give wrong answers.
        """
        solver = self._new_solver()
        if self._traits.options:
            solver.configure(self._traits.options)
        for part in parts(self._cnf.clauses):
            solver.append_formula(part)
        for clause in more:
            solver.add_clause(clause)
        if warm:
            solver.start_mode(warm=True)
        return solver

    def _ready(self) -> Solver:
        """Return the persistent solver. Load it again after many searches, or if it was deleted."""
        if self._searches >= _REBUILD_AFTER:
            self.close()
        if self._solver is None:
            self._solver = self._loaded()
            self._searches = 0
            self._counted = self._solver.accum_stats()
        return self._solver

    def close(self) -> None:
        """Delete the persistent solver; a later search loads it again."""
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    # -- the search ---------------------------------------------------------------------------------------------

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int, None, None]:
        """Yield the first `fresh_after` solutions from the persistent solver, all others from a new solver."""
        if not self._cnf.n_options:  # MapleSAT crashes without variables; any clause is then empty
            if not self._cnf.clauses:
                yield ()
            return
        search.enter("encode")
        literals = self._cnf.literals(instance)
        solver = self._ready()
        active = self._cnf.n_variables + self._searches + 1
        given = set(literals)
        excluded: list[list[int]] = []
        try:
            unfinished = yield from self._models(search, solver, literals, given, active, excluded)
        except GeneratorExit:
            raise
        except BaseException:
            self.close()  # after the broken call the state of the solver is unknown
            raise
        finally:
            search.enter("wait")
            search.interrupt = None
            if self._solver is not None:
                if excluded:
                    solver.add_clause([-active])
                    self._searches += 1
                counted, before = solver.accum_stats(), self._counted
                search.stats = {key: counted[key] - before[key] for key in _STATISTICS if key in counted}
                self._counted = counted
        if not unfinished:
            return
        search.enter("encode")
        units = ([literal] for literal in given)
        solver = self._loaded([*units, *(clause[:-1] for clause in excluded)], warm=self._traits.warm)
        try:
            yield from self._models(search, solver, [], given, 0, [])
        finally:
            search.interrupt = None
            counted = solver.accum_stats()
            for key in search.stats:
                search.stats[key] += counted[key]
            solver.delete()

    def _models(
        self,
        search: Search,
        solver: Solver,
        assumptions: list[int],
        given: set[int],
        active: int,
        excluded: list[list[int]],
    ) -> Generator[Solution | int, None, bool]:
        """Yield solutions; exclude each solution before the search for the next.

        Args:
            assumptions: The assumptions. This method appends `active` when it excludes the first solution.
            given: The literals of the instance; the excluding clauses omit them.
            active: The activation variable of the excluding clauses; 0 to exclude permanently.
            excluded: List that collects the excluding clauses.

        Returns:
            Whether `fresh_after` solutions have been excluded under an activation variable and more may exist.
        """
        last = self._cnf.n_options
        if self._traits.interrupt:
            search.interrupt = solver.interrupt
        while True:
            search.enter("solve")
            if not self._decide(search, solver, assumptions):
                return False
            search.enter("decode")
            model: list[int] = solver.get_model()
            del model[last:]  # a slice would copy the list, which takes half a percent of the time of a board
            if search.counting:
                found: Solution | int = 1
            else:
                model = [variable for variable in model if variable > 0]
                found = tuple([variable - 1 for variable in model])
            clause = self._cnf.excluding(model, given)
            search.enter("wait")
            yield found
            if not clause:
                return False  # every option was given: no option can vary
            search.enter("encode")
            if active:
                if not excluded:
                    assumptions.append(active)
                clause.append(-active)
                excluded.append(clause)
            solver.add_clause(clause)
            if excluded and len(excluded) == self._traits.fresh_after:
                return True

    def _decide(self, search: Search, solver: Solver, assumptions: list[int]) -> bool | None:
        """Return whether there is a model under the assumptions; None if the search must stop first.

        A solver with a limit of conflicts works in slices that grow with the time spent. With equal slices it might
        never finish: each call starts the schedules for restarts and for deleting learned clauses again. Slices that
        aim at more than `BRIEF_S` run in another thread if the solver supports interrupts. A solver without such a
        limit solves in one call, which ignores the budget.
        """
        if not self._traits.limited:
            answer: bool = solver.solve(assumptions)
            return answer
        conflicts, begun, aim_s = _FIRST_SLICE, 0, 0.0
        while True:
            left = search.nodes_left(0)
            if left is not None:
                left = search.nodes_left(self._conflicts(search, solver))
                if not left:  # for the solver, a budget of 0 conflicts means no limit
                    search.spent()
                    return None
                conflicts = min(conflicts, left)
            mark = perf_counter_ns()
            solver.conf_budget(conflicts)
            if aim_s <= BRIEF_S or not self._traits.interrupt:
                decided: bool | None = solver.solve_limited(assumptions, expect_interrupt=True)
            else:
                solve = partial(solver.solve_limited, assumptions, expect_interrupt=True)
                decided = in_other_thread(solve, search, solver.interrupt)
            if decided is not None:
                return decided
            if search.must_stop():
                return None
            if self._traits.interrupt:
                solver.clear_interrupt()  # an earlier search may have been cancelled just as it ended
            now = perf_counter_ns()
            begun = begun or mark
            aim_s = max(_SHORTEST_SLICE_S, (now - begun) / 4e9)
            seconds = search.seconds_left()
            if seconds is not None:
                aim_s = min(aim_s, seconds)
            conflicts = max(1, int(conflicts * min(2.0, aim_s * 1e9 / (now - mark))))

    def _conflicts(self, search: Search, solver: Solver) -> int:
        """Return the number of conflicts of this search so far."""
        now: int = solver.accum_stats()["conflicts"]
        return now - self._counted["conflicts"] if solver is self._solver else now + search.stats["conflicts"]
