"""Human logic with limited search as an engine: rules to their fixpoint, then a trial value.

It uses no rule that relies on a single solution, and it searches to exhaustion. So it takes part in every cross-check.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import asdict, dataclass
from typing import ClassVar, Literal

from sudokubench.answer import Solution
from sudokubench.backends.base import Backend, Engine, EngineSession, Search, require_supported
from sudokubench.backends.dlx import Dlx, DlxEngine
from sudokubench.backends.words import LOGIC_NEEDS_HOUSES
from sudokubench.layout import Layout
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.search import LimitedSearch, rules_of, start_of
from sudokubench.logic.search_settings import Branching, Items, Ties
from sudokubench.problem import Instance, Problem
from sudokubench.words import Words


@dataclass(frozen=True, slots=True)
class Logic(Backend):
    """Backend `logic`.

    Attributes:
        rules: The deductions before the engine tries a value. `singles`; `locked`, which adds locked candidates;
            `subsets`, which also adds subsets; or all eliminations by arc consistency (`ac3`, `ac2001`) or by matching
            in every house (`gac`).
        branching: How the item to try is chosen, see `logic.search_settings.Branching`.
        items: The items to choose from: `cells`; or `all`, which adds the places of digits in houses.
        ties: How ties between items are broken, see `logic.search_settings.Ties`.
        nogoods: Whether failures are minimised and remembered.
        handover: Whether dancing links finish the search after the rules. `placed` hands over the placed digits,
            `eliminations` also the eliminated candidates.
    """

    kind: ClassVar[str] = "human logic"
    interface: ClassVar[int] = 2

    rules: Literal["singles", "locked", "subsets", "ac3", "ac2001", "gac"] = "locked"
    branching: Branching = "domwdeg"
    items: Items = "cells"
    ties: Ties = "degree"
    nogoods: bool = False
    handover: Literal["off", "placed", "eliminations"] = "off"

    def unsupported(self, problem: Problem) -> Words | None:
        """Return why a problem is not supported, or None. The rules need cells, digits and houses."""
        return None if isinstance(problem, Layout) else LOGIC_NEEDS_HOUSES

    def open(self, problem: Problem) -> EngineSession:
        """Open a layout. Only the rules, and the matrix for a handover, are prepared in advance."""
        require_supported("logic", problem, self.unsupported(problem))
        assert isinstance(problem, Layout)
        return EngineSession(problem, _LogicEngine(self, problem))


class _LogicEngine(Engine):
    """Human logic on a layout. With a handover, it has dancing links, which finish the search."""

    def __init__(self, backend: Logic, layout: Layout) -> None:
        self._backend = backend
        self._layout = layout
        self._rules = rules_of(backend.rules)
        self._links = None if backend.handover == "off" else DlxEngine(Dlx(), layout)

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int]:
        """Enumerate solutions; see `Engine`."""
        search.enter("encode")
        start = start_of(self._layout, instance)
        search.enter("solve")
        options = self._backend
        engine = LimitedSearch(self._rules, options.branching, options.ties, options.nogoods, options.items)
        n = self._layout.size
        try:
            if start is None:
                return
            if self._links is not None:
                closed = engine.fixpoint(start)
                if closed is not None:
                    rest = self._rest(closed, instance)
                    search.enter("wait")  # dancing links count their own times
                    yield from self._links.solutions(rest, search)
                return
            for full in engine.solutions(start, search.must_stop):
                search.enter("decode")
                found = tuple(n * cell + digit - 1 for cell, digit in enumerate(full.digits()))
                search.enter("wait")
                yield found
                search.enter("solve")
        finally:
            search.stats.update(asdict(engine.statistics) | dict(search.stats))

    def _rest(self, closed: CandidateGrid, instance: Instance) -> Instance:
        """Return the instance of a fixpoint for dancing links: its placed digits, and on request its eliminations."""
        rest = closed.board().instance()
        return rest if self._backend.handover == "eliminations" else Instance(rest.chosen, instance.forbidden)
