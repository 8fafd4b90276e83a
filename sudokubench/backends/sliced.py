"""Bit-sliced propagation for standard 9x9 boards: one bit per board, 512 or 256 boards in every operation.

The kernel is made for batches. It also searches single boards: then one operation handles many branches of one board.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from time import perf_counter_ns
from typing import TYPE_CHECKING, ClassVar

from sudokubench.answer import UNLIMITED, Budget, Solution, Times
from sudokubench.backends.base import (
    MOST,
    Backend,
    BatchAnswer,
    BatchEngine,
    BatchSession,
    Forbidden,
    Search,
    batch_must_stop,
    require_supported,
)
from sudokubench.backends.words import STANDARD_ONLY
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem
from sudokubench.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Sliced(Backend):
    """Backend `sliced`."""

    kind: ClassVar[str] = "bit-sliced"
    interface: ClassVar[int] = 2
    batches: ClassVar[bool] = True

    def unsupported(self, problem: Problem) -> Words | None:
        """Return why a problem is not supported, or None. The operations are fixed for nine digits and square boxes."""
        standard = Layout.standard(9)
        if isinstance(problem, Layout) and (problem.boxes, problem.extra) == (standard.boxes, ()):
            return None
        return STANDARD_ONLY

    def open(self, problem: Problem) -> BatchSession:
        """Load the kernel; the first call on a machine may compile it."""
        require_supported("sliced", problem, self.unsupported(problem))
        assert isinstance(problem, Layout)
        return BatchSession(SlicedEngine(problem))


class SlicedEngine(BatchEngine):
    """The loaded kernel; it keeps no state from one search to the next."""

    def __init__(self, layout: Layout) -> None:
        import numpy as np

        from sudokubench.kernels import sliced

        self.layout = layout
        self.lanes = sliced.LANES
        self._kernel = sliced
        sliced.solve_batch(np.zeros((0, 81), np.uint8), 1)  # compile now, so that no search pays for it

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int]:
        """Enumerate solutions, see `Engine`: let the kernel search, then yield the solutions that it recorded."""
        import numpy as np

        search.enter("encode")
        enumeration = self._kernel.SlicedEnumeration.of_candidates(_candidates(instance), keep=self.lanes)
        first_option = np.arange(-1, 728, 9)
        more = True
        while more:
            wanted = search.wanted()
            # One call makes many steps only if solutions are just counted and nodes are not limited.
            many = search.counting and search.nodes_left(0) is None
            services = self._kernel.SERVICES_PER_CALL if many else 1
            search.enter("solve")
            more = enumeration.advance(MOST if wanted is None else wanted, services)
            search.enter("decode")
            search.stats = enumeration.stats
            found = int(enumeration.counts[0])
            enumeration.counts[0] = 0
            if search.counting:
                search.enter("wait")
                if found:
                    yield found
            else:
                options = (enumeration.kept[:found, 0] + first_option).tolist()
                search.enter("wait")
                yield from map(tuple, options)
            if more and search.must_stop(search.stats["nodes"]):
                return

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
        """Search many boards at once; see `BatchEngine`."""
        begun = perf_counter_ns()
        must_stop = batch_must_stop(budget, cancelled)

        def should_stop(nodes: int) -> bool:
            return must_stop() or (budget.nodes is not None and nodes >= budget.nodes)

        kept = min(limit, 2) if first is None else first[None]
        counts, solutions, exhausted, stats = self._kernel.solve_batch(
            digits, limit, keep=kept, forbidden=forbidden, should_stop=should_stop
        )
        times = Times(solve_ns=perf_counter_ns() - begun)
        return BatchAnswer(counts, solutions, exhausted, times, stats)


def _candidates(instance: Instance) -> NDArray[np.bool_]:
    """Return bool (81, 9): whether a cell can hold a digit. A cell with two chosen digits can hold none."""
    import numpy as np

    chosen, forbidden = sorted(set(instance.chosen)), list(instance.forbidden)
    may = np.ones((81, 9), np.bool_)
    cells = np.array(chosen, np.intp) // 9
    may[cells] = False
    may.ravel()[chosen] = True
    may[cells[1:][cells[1:] == cells[:-1]]] = False
    may.ravel()[forbidden] = False
    return may
