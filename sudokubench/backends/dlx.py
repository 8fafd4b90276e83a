"""Dancing links: Knuth's algorithm X on our own engine.

The engine is compiled (`kernels.dancing`) or, for comparison, works on linked Python objects (`linked_nodes`). Plain
boards use links. Covers with multiplicities use dancing cells. All other covers use rows of bits where these are fast;
if they are not, covers with colours use dancing cells, and covers without colours use links.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sudokubench import kernels
from sudokubench.answer import UNLIMITED, Budget, Solution, Stop, Times
from sudokubench.backends import words
from sudokubench.backends.base import (
    Backend,
    BatchAnswer,
    BatchEngine,
    BatchSession,
    Engine,
    EngineSession,
    Forbidden,
    Search,
    batch_must_stop,
)
from sudokubench.encodings import exact_cover
from sudokubench.encodings.exact_cover import cover_of
from sudokubench.errors import UsageError
from sudokubench.kernels.dancing.interpreted import InterpretedLinks
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem
from sudokubench.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudokubench.backends.linked_nodes import Node
    from sudokubench.kernels.dancing.search import CoverSearch
    from sudokubench.logic.cover_trace import Visit

_NODES_AT_A_TIME = 50_000
"""Number of nodes between two checks of budget and cancellation: a few milliseconds."""

_SOLUTIONS_AT_A_TIME = 256

_NOGOOD_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Dlx(Backend):
    """Backend `dlx`.

    Attributes:
        item: How the next item to cover is chosen.
        seed: Seed of the random order of options, and of random items. The order is not uniform over the solutions: a
            solution in a small branch of the tree is more likely to come first.
        nogoods: Whether to remember sets of items that have no cover.
        kernel: `compiled`; or `nodes` for Python objects, which support only `item=smallest`.
        structure: `links`; `cells` for sparse sets; `bits` for rows of bits; or `auto` for bits where they are faster
            than links. Every structure uses cells for multiplicities, and for colours unless bits run. Beyond 8192
            options, `bits` uses links. A record has the counter `bits` or `cells` with the value 1 if that structure
            ran; otherwise links ran.
    """

    item: Literal["smallest", "first", "random", "weighted"] = "smallest"
    seed: int | None = None
    nogoods: bool = False
    kernel: Literal["compiled", "nodes"] = "compiled"
    structure: Literal["auto", "links", "cells", "bits"] = "auto"

    kind: ClassVar[str] = "exact cover"
    interface: ClassVar[int] = 2
    statements: ClassVar[frozenset[type]] = exact_cover.STATEMENTS | exact_cover.RULES

    def __post_init__(self) -> None:
        others = self.item, self.seed, self.nogoods, self.structure
        if self.kernel == "nodes" and others != ("smallest", None, False, "auto"):
            raise UsageError(words.NODES_ALONE)
        if self.nogoods and self.structure in ("cells", "bits"):
            raise UsageError(words.NOGOODS_OF_LINKS)
        if self.structure == "bits" and not self.takes_bits:
            raise UsageError(words.BITS_ALONE)
        if self.seed is not None and self.seed < 0:
            raise UsageError(words.DLX_SEED.format(seed=self.seed))

    @property
    def batches(self) -> bool:
        """Whether the engine takes batches: only the compiled kernel with links does."""
        return self.kernel == "compiled" and self.structure in ("auto", "links")

    @property
    def takes_bits(self) -> bool:
        """Whether these settings allow a search by rows of bits: `item=smallest`, and neither seed nor nogoods."""
        others = self.item, self.seed, self.nogoods
        return self.structure in ("auto", "bits") and others == ("smallest", None, False)

    def unsupported(self, problem: Problem) -> Words | None:
        """Return why a problem is not supported, or None.

        The reasons are: a constraint with too many combinations; with `nogoods`, also colours or multiplicities.
        """
        known = exact_cover.STATEMENTS if self.nogoods else self.statements
        return exact_cover.unsupported(problem, known)

    def open(self, problem: Problem) -> EngineSession:
        """Link the matrix of the whole problem; the first call on a machine may also compile the kernel."""
        if self.kernel == "nodes":
            return EngineSession(problem, _Nodes(problem))
        engine = DlxEngine(self, problem)
        batches = isinstance(problem, Layout) and self.batches
        return BatchSession(engine) if batches else EngineSession(problem, engine)


class DlxEngine(BatchEngine):
    """A problem as links, dancing cells or rows of bits. Each search resets the state that the previous search left."""

    lanes = 1

    def __init__(self, backend: Dlx, problem: Problem) -> None:
        self._backend, self._cover = backend, cover_of(problem)
        fits = not self._cover.bounds and (backend.structure == "bits" or not isinstance(problem, Layout))
        self._may_use_bits = backend.takes_bits and fits
        if isinstance(problem, Layout):
            self.layout = problem
        self._kernel: CoverSearch | InterpretedLinks
        self._buffer: Any
        cover = self._cover
        uses_links = backend.takes_bits and not cover.colours and not cover.bounds
        if uses_links and InterpretedLinks.suits(cover.options):
            self._kernel = InterpretedLinks(len(cover.items), cover.primary, cover.options)
            self._buffer = self._kernel.buffer(_SOLUTIONS_AT_A_TIME)
            return
        self._use((None if kernels.interprets_first else self._bits()) or self._links_or_cells())
        self._kernel.start(seed=backend.seed)
        self._kernel.advance(1, 1, self._buffer)  # compile now, so that no search pays for it

    @property
    def interprets(self) -> bool:
        """Whether Python runs the kernel, so that nothing has to be loaded or compiled."""
        return self._kernel.interprets

    def _use(self, kernel: CoverSearch) -> CoverSearch:
        self._kernel, self._buffer = kernel, kernel.buffer(_SOLUTIONS_AT_A_TIME)
        return kernel

    def _links_or_cells(self) -> CoverSearch:
        from sudokubench.kernels.dancing.cells import Cells
        from sudokubench.kernels.dancing.enumeration import Enumeration, Matrix
        from sudokubench.kernels.dancing.search import ItemRule

        cover, rule = self._cover, ItemRule(self._backend.item)
        size = len(cover.items), cover.primary
        if self._backend.structure == "cells" or cover.colours or cover.bounds:
            return Cells(*size, cover.options, cover.colours, cover.bounds, rule)
        nogood_bytes = _NOGOOD_BYTES if self._backend.nogoods else 0
        return Enumeration(Matrix.of(*size, cover.options), rule, nogood_bytes)

    def _bits(self) -> CoverSearch | None:
        """Return a search with rows of bits, which needs machine code; None if rows of bits do not suit the cover."""
        if not self._may_use_bits:
            return None
        from sudokubench.kernels.dancing import bits

        self._may_use_bits, cover = False, self._cover
        n_nodes = sum(item < cover.primary for option in cover.options for item in option)
        if bits.suits(cover.primary, len(cover.options), n_nodes) or (
            self._backend.structure == "bits" and bits.fits(cover.primary, len(cover.options))
        ):
            return bits.Bits(len(cover.items), cover.primary, cover.options, cover.colours)
        return None

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int]:
        """Enumerate solutions; see `Engine`."""
        if isinstance(self._kernel, InterpretedLinks) and not self._kernel.interprets:
            self._use(self._bits() or self._links_or_cells())
        kernel: Any = self._kernel
        buffer: Any = self._buffer
        total = 0
        mark = perf_counter_ns()  # not `search.enter`: its calls would take 2 % of the time of a board
        kernel.start(instance.chosen, instance.forbidden, self._backend.seed)
        now = perf_counter_ns()
        search.encode_ns += now - mark
        nodes, at_a_time = 0, 2
        try:
            while True:
                wanted = search.wanted()
                if search.counting:
                    most, out = wanted, None
                else:
                    most, out = at_a_time if wanted is None else min(wanted, at_a_time), buffer
                    at_a_time = min(2 * at_a_time, _SOLUTIONS_AT_A_TIME)
                left = search.nodes_left(nodes)
                share = _NODES_AT_A_TIME if left is None else min(left, _NODES_AT_A_TIME)
                mark = now
                stop = kernel.advance(most, share, out)
                now = perf_counter_ns()
                search.solve_ns += now - mark
                total += kernel.found
                if out is None:
                    if kernel.found:
                        yield kernel.found
                elif kernel.found:
                    found = kernel.solutions(out)
                    search.decode_ns += perf_counter_ns() - now
                    yield from found
                    now = perf_counter_ns()
                if stop is Stop.EXHAUSTED:
                    return
                nodes = kernel.nodes
                if search.must_stop(nodes):
                    return
                by_python = isinstance(kernel, InterpretedLinks)
                if kernel.interprets or not (self._may_use_bits or by_python):
                    continue
                if self._cover.colours and total and not search.counting:
                    continue  # bits may find the solutions of coloured covers in another order
                # Python has examined its share of nodes. A faster kernel repeats the search and skips known solutions.
                if faster := self._bits() or (self._links_or_cells() if by_python else None):
                    kernel, buffer = self._use(faster), self._buffer
                    kernel.start(instance.chosen, instance.forbidden)
                    if total:
                        kernel.advance(total)
        finally:
            search.stats |= kernel.counters()
            if kernel.structure != "links":
                search.stats[kernel.structure] = 1

    def visits(self, instance: Instance) -> Iterator[Visit]:
        """Return the nodes of a search; see `solving.trace`.

        If `dlx` has no options, linked objects search covers with colours or multiplicities. Links replace `bits`.

        Raises:
            UsageError: The engine remembers failures, so its nodes are not a complete search; or it uses
                dancing cells.
        """
        from sudokubench.kernels.dancing.enumeration import Enumeration

        if self._backend.nogoods:
            raise UsageError(words.INCOMPLETE)
        if (self._cover.colours or self._cover.bounds) and self._backend == Dlx():
            return _Nodes(self._cover).visits(instance)
        links = self._kernel if isinstance(self._kernel, Enumeration) else self._links_or_cells()
        if not isinstance(links, Enumeration):
            raise UsageError(words.CELLS_UNSEEN)
        links.start(instance.chosen, instance.forbidden, self._backend.seed)
        return links.visits()

    def search_many(
        self,
        digits: NDArray[np.uint8],
        *,
        limit: int = 2,
        budget: Budget = UNLIMITED,
        first: NDArray[np.uint8] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        forbidden: Forbidden | None = None,
    ) -> BatchAnswer:
        """Search many boards with links; see `BatchEngine`."""
        import numpy as np

        from sudokubench.kernels.dancing.enumeration import Enumeration

        if isinstance(self._kernel, InterpretedLinks):
            self._use(self._links_or_cells())
        assert isinstance(self._kernel, Enumeration)
        self._kernel.search_boards(digits[:1], 1, max_nodes=1)  # compile now
        begun = perf_counter_ns()
        kept, must_stop = min(limit, 2 if first is None else 1), batch_must_stop(budget, cancelled)
        found = self._kernel.search_boards(
            digits, limit, keep=kept, forbidden=forbidden, max_nodes=budget.nodes, should_stop=must_stop
        )
        if first is not None:
            some = found.counts > 0
            first[some] = found.solutions[some, 0]
        exhausted = (found.counts < limit) & (np.arange(len(digits)) < found.done)
        times = Times(solve_ns=perf_counter_ns() - begun)
        return BatchAnswer(found.counts, found.solutions, exhausted, times, {"nodes": found.nodes})


class _Nodes(Engine):
    """The linked objects of a problem; a search that ends early restores its links."""

    def __init__(self, problem: Problem) -> None:
        from sudokubench.backends.linked_nodes import Links

        self._linked = partial(Links, cover_of(problem))
        self._links = self._linked()

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        """Enumerate solutions; see `Engine`."""
        try:
            yield from self._solutions(instance, search)
        except GeneratorExit:
            raise
        except BaseException:  # after a Ctrl-C during a change the state of the links is unknown
            self._links = self._linked()
            raise

    def visits(self, instance: Instance) -> Iterator[Visit]:
        """Yield the nodes of a search; see `solving.trace`."""
        links = self._links
        chosen: list[Node] = []
        number = {header: item for item, header in enumerate(links.headers)}

        def node() -> Visit:
            return [row.option for row in chosen], number.get(links.smallest())

        with links.given(instance.chosen, instance.forbidden), closing(links.search(chosen)) as walk:
            yield from (node() for _ in walk)

    def _solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        search.enter("encode")
        nodes = 0
        with self._links.given(instance.chosen, instance.forbidden) as possible:
            search.enter("solve")
            walk = self._links.search([])
            try:
                for rows in walk if possible else ():
                    if search.must_stop(nodes):
                        return
                    nodes += 1
                    if rows is not None:
                        search.enter("decode")
                        found = [row.option for row in rows if row.option >= 0]
                        solution = tuple(sorted([*instance.chosen, *found]))
                        search.enter("wait")
                        yield solution
                        search.enter("solve")
            finally:
                search.enter("solve")
                walk.close()
                search.enter("wait")
                search.stats["nodes"] = nodes
