"""Z3's solver for finite domains: a Boolean for each option, and a pseudo-Boolean constraint for each item.

A search asserts its clues, and clauses that exclude the solutions already found, in a scope that it pops at the end.

Leonardo de Moura, Nikolaj Bjorner, Z3: an efficient SMT solver (2008).
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, ClassVar

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, EngineSession, Search
from sudokubench.backends.other_thread import BRIEF_S, in_other_thread
from sudokubench.encodings import cp
from sudokubench.problem import Instance, Problem
from sudokubench.processes import interruption

_CHOSEN = re.compile(r"o(\d+) \(\) Bool\s+true")
"""Pattern of a chosen option in the text of a model. Reading the values one by one takes three times as long."""

_UNBOUNDED = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Z3(Backend):
    """Backend `z3`; it has no options.

    After k solutions, the search for the next solution may take n - k conflicts, if the budget has n nodes.
    """

    kind: ClassVar[str] = "SMT"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = cp.STATEMENTS
    requires: ClassVar[tuple[str, ...]] = ("z3",)
    interruptible: ClassVar[bool] = False
    """False: some of Z3's work obeys no interrupt, and Ctrl-C gets lost in its finalizers."""
    unsupported = staticmethod(cp.unsupported)

    def open(self, problem: Problem) -> EngineSession:
        """Assert the constraints of the whole problem."""
        return EngineSession(problem, _Z3Engine(cp.boolean(problem)))


class _Z3Engine:
    """A solver in its own context, so that sessions may run in different threads."""

    def __init__(self, model: cp.BooleanModel) -> None:
        import z3

        self._z3 = z3
        self._model = model
        self._context = z3.Context()
        self._options = [z3.Bool(f"o{option}", self._context) for option in range(model.n_options)]
        self._options += [z3.Bool(name, self._context) for name in model.variables[model.n_options :]]
        self._negated = [z3.Not(option) for option in self._options]
        self._solver: Any = z3.SolverFor("QF_FD", ctx=self._context)
        self._solver.set("ctrl_c", False)  # else a check that just ends hides Ctrl-C from Python's handler
        for group in model.exactly_one:
            self._solver.add(self._at_least_one(group))
        for group in (*model.exactly_one, *model.at_most_one):
            if len(group) > 1:
                self._solver.add(z3.PbLe([(self._options[option], 1) for option in group], 1))
        for colour, group in enumerate(model.any_of, model.n_options):
            self._solver.add(self._options[colour] == self._at_least_one(group))
        for one in model.sums:
            terms = [
                (self._options[option], c) for option, c in zip(one.variables, one.coefficients, strict=True)
            ]
            self._solver.add(z3.PbGe(terms, one.low), z3.PbLe(terms, one.high))

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        """Enumerate solutions; see `Engine`.

        Ctrl-C is deferred while ctypes converts arguments, because it would become another exception there.
        """
        search.enter("encode")
        domains = self._model.domains(instance)
        if not all(domains.values()):
            return
        self._solver.push()
        try:
            with interruption.deferred():
                signed = {True: self._options, False: self._negated}
                self._solver.add([signed[domain == (1, 1)][o] for o, domain in domains.items()])
            while True:
                search.enter("solve")
                if not self._check(search):
                    return
                search.enter("decode")
                with interruption.deferred():
                    solution = tuple(sorted(map(int, _CHOSEN.findall(self._solver.model().sexpr()))))
                search.enter("wait")
                yield solution
                search.enter("encode")
                other = [self._negated[option] for option in solution if option not in domains]
                if self._model.nested:
                    fixed = {*solution, *domains}
                    other += [self._options[o] for o in range(self._model.n_options) if o not in fixed]
                with interruption.deferred():
                    self._solver.add(self._z3.Or(other, self._context))
        finally:
            with interruption.deferred():
                self._solver.pop()

    def _check(self, search: Search) -> bool:
        """Return whether there is a solution. Also return False if the search must end; `search` then knows the reason.

        A check in the thread of the caller delays Ctrl-C, so a check that is not brief continues in another thread.
        """
        bound, left_s = search.nodes_left(search.count), search.seconds_left()
        brief_s = BRIEF_S if left_s is None else min(BRIEF_S, left_s)
        with interruption.deferred():
            self._solver.set("max_conflicts", _UNBOUNDED if bound is None else min(bound, _UNBOUNDED))
            self._solver.set("timeout", max(1, int(1000 * brief_s)))
            result = self._solver.check()
            # Its time was over, or an interrupt for the previous check ended it.
            reasons = {"timeout", "interrupted", "canceled"}
            broken_off = result == self._z3.unknown and self._solver.reason_unknown() in reasons
        if broken_off and not search.must_stop():
            self._solver.set("timeout", _UNBOUNDED)
            result = in_other_thread(self._solver.check, search, self._context.interrupt)
        if result == self._z3.unknown:
            search.spent()
        return bool(result == self._z3.sat)

    def close(self) -> None:
        self._solver = None

    def _at_least_one(self, group: tuple[int, ...]) -> Any:
        return self._z3.Or([self._options[option] for option in group], self._context)
