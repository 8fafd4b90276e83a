"""Clingo, answer set programming: each option may be chosen, and each item is a constraint.

The solver gets the rules directly, without text or grounding. Clues are assumptions.

Martin Gebser, Roland Kaminski, Benjamin Kaufmann, Torsten Schaub, Clingo = ASP + control (2014).
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, EngineSession, Search
from sudokubench.encodings import cp
from sudokubench.problem import Instance, Problem
from sudokubench.processes import interruption

_GLANCE_S = 0.05
"""Interval at which the caller checks the budget and Python sees Ctrl-C while clingo's thread solves, in seconds."""

_BRIEF = 1000, 64
"""Limits of the first attempt: conflicts and solutions. The first attempt runs in this thread, because most searches
need no more and clingo's own thread doubles the time of a 9x9. A longer search starts again in clingo's thread."""


@dataclass(frozen=True, slots=True)
class Clingo(Backend):
    """Backend `clingo`; it has no options. A budget in nodes limits the conflicts of a search."""

    kind: ClassVar[str] = "ASP"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = cp.STATEMENTS
    requires: ClassVar[tuple[str, ...]] = ("clingo",)
    unsupported = staticmethod(cp.unsupported)

    def open(self, problem: Problem) -> EngineSession:
        """Write the rules of the whole problem."""
        return EngineSession(problem, _ClingoEngine(cp.boolean(problem)))


class _ClingoEngine:
    """A control object with the rules of a problem. Assumptions hold for one solve only."""

    def __init__(self, model: cp.BooleanModel) -> None:
        import clingo

        self._model = model
        self._control: Any = clingo.Control(["0"])  # 0: all models
        with self._control.backend() as rules:
            self._atoms = [
                rules.add_atom(clingo.Function("option", [clingo.Number(option)]))
                for option in range(model.n_options)
            ]
            edges = [rules.add_atom() for _ in model.variables[model.n_options + len(model.any_of) :]]
            rules.add_rule(self._atoms + edges, choice=True)
            for group in model.any_of:
                self._atoms.append(rules.add_atom())
                for option in group:
                    rules.add_rule([self._atoms[-1]], [self._atoms[option]])
            self._atoms += edges
            for group in (*model.exactly_one, *model.at_most_one):
                rules.add_weight_rule([], 2, [(self._atoms[option], 1) for option in group])
            for group in model.exactly_one:
                rules.add_rule([], [-self._atoms[option] for option in group])
            for one in model.sums:
                # A term with a negative coefficient is the opposite term minus a constant. Then the sum of the true
                # terms is at most the upper bound. The sum of the false terms is at most the total minus the lower
                # bound.
                terms = [(self._atoms[o], c) for o, c in zip(one.variables, one.coefficients, strict=True)]
                positive = [(atom, c) if c > 0 else (-atom, -c) for atom, c in terms if c]
                less = sum(c for _, c in terms if c < 0)
                above, below = one.high - less + 1, sum(c for _, c in positive) - one.low + less + 1
                rules.add_weight_rule([], max(0, above), positive)
                rules.add_weight_rule([], max(0, below), [(-atom, c) for atom, c in positive])

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        """Enumerate solutions; see `Engine`."""
        search.enter("encode")
        atoms, domains = self._atoms, self._model.domains(instance)
        assumptions = [atoms[o] if domain == (1, 1) else -atoms[o] for o, domain in domains.items()]
        if not all(domains.values()):
            return
        conflicts, models = _BRIEF
        bound, wanted = search.nodes_left(0), search.wanted()
        brief = conflicts if bound is None else min(conflicts, bound)
        most = models if wanted is None else min(models, wanted)
        with (
            interruption.deferred(),
            closing(self._models(assumptions, search, brief, in_thread=False)) as attempt,
        ):
            found = list(islice(attempt, most))
        yield from found
        if self._exhausted:
            return
        if len(found) == most:  # the number of solutions ended the attempt
            brief = int(self._control.statistics["solving"]["solvers"]["conflicts"])
        if search.must_stop(brief):
            return
        seen = set(found)
        for solution in self._models(assumptions, search, search.nodes_left(brief), in_thread=True):
            if solution in seen:
                seen.discard(solution)
            else:
                yield solution
        if not self._exhausted:
            search.spent()

    def _models(
        self, assumptions: list[int], search: Search, conflicts: int | None, in_thread: bool
    ) -> Generator[Solution]:
        """Enumerate models from the beginning. At the end, `_exhausted` says whether these were all models."""
        search.enter("solve")
        self._control.configuration.solve.solve_limit = "umax" if conflicts is None else str(conflicts)
        self._exhausted = False
        try:
            with ExitStack() as ending:
                # A Ctrl-C before the handle exists would leave clingo's thread running.
                with interruption.deferred():
                    solving = self._control.solve(assumptions=assumptions, yield_=True, async_=in_thread)
                    handle = ending.enter_context(solving)
                while True:
                    while in_thread and not handle.wait(_GLANCE_S):
                        if search.must_stop():
                            return
                    model = handle.model()
                    if model is None:
                        break
                    search.enter("decode")
                    chosen = sorted([atom.arguments[0].number for atom in model.symbols(atoms=True)])
                    search.enter("wait")
                    try:
                        yield tuple(chosen)
                    finally:  # clingo takes time to end its work
                        search.enter("solve")
                    handle.resume()
                self._exhausted = handle.get().exhausted
        finally:
            search.enter("wait")

    def close(self) -> None:
        self._control = None
