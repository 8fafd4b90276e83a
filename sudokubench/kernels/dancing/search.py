"""A search for exact covers in portions: the part that links, cells and bits share."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sudokubench import kernels
from sudokubench.answer import Stop
from sudokubench.errors import UsageError
from sudokubench.kernels import words
from sudokubench.kernels.compiled import Kernel
from sudokubench.kernels.dancing.interpreted import (
    INTERPRETED_NODES,
    STOPS,
    counters,
    interpreted,
    refuse_unknown,
)
from sudokubench.kernels.dancing.kernel import ANY, FIRST, FOUND, NODES, SMALLEST, UNBOUNDED, WEIGHTED


class ItemRule(Enum):
    """Rule for the next item to cover. All rules give the same solutions, in search trees of very different sizes."""

    SMALLEST = "smallest"
    """The item with the fewest options left; among equal items the first (Knuth's MRV)."""
    FIRST = "first"
    """The first active item."""
    RANDOM = "random"
    """An active item drawn by the seed."""
    WEIGHTED = "weighted"
    """The item of least size / weight. Weight: 1 + how often no option was left (after dom/wdeg, Boussemart 2004)."""


RULES = dict(zip(ItemRule, (SMALLEST, FIRST, ANY, WEIGHTED), strict=True))
"""The numbers of the rules in the kernels."""

Arrays = tuple[NDArray[Any], ...]


class CoverSearch:
    """A search in arrays of its own. The caller may call `start` at any time; this ends an earlier search.

    Attributes:
        width: Number of columns that `advance` needs in `out`.
        found: Number of solutions that the last `advance` found.
        structure: `links`, `cells` or `bits`.
    """

    structure = "links"

    def __init__(
        self,
        start: tuple[Kernel, Arrays],
        advance: tuple[Kernel, tuple[Any, ...]],
        control: NDArray[np.int64],
        n_options: int,
        width: int,
    ) -> None:
        """Keep the kernels that start and continue a search, each with the arrays that it takes first.

        `control` is the control array, see `kernel`. `width` is the largest number of options in a solution, plus 1.
        """
        self._start, self._fresh = start
        self._advance, self._arrays = advance
        self._control = control
        self._interprets = False
        self.n_options, self.width, self.found = n_options, width, 0

    def start(
        self, chosen: Sequence[int] = (), forbidden: Sequence[int] = (), seed: int | None = None
    ) -> None:
        """Begin to search for the covers that have all of `chosen` and none of `forbidden`.

        Options that exclude each other are not an error: the search finds no cover.

        Args:
            chosen, forbidden: Option ids.
            seed: Seed (0 .. 2^63 - 1) for ItemRule.RANDOM, and for the order in which the search tries the options of
                an item. None: the search tries them in their own order.

        Raises:
            UsageError: An option does not exist.
        """
        if seed is None and self.interprets:
            unknown = self._start.interpreted(*_views(self._fresh), list(chosen), list(forbidden), None)
        else:
            options = np.array(chosen, np.int64), np.array(forbidden, np.int64)
            unknown = self._start(*self._fresh, *options, seed)
        if unknown:
            refuse_unknown([*chosen, *forbidden], self.n_options)

    @property
    def interprets(self) -> bool:
        """Whether Python runs the kernel: its machine code is not loaded yet, and Python has examined few nodes."""
        return (
            kernels.interprets_first
            and self._interprets
            and not self._advance.ready
            and interpreted.nodes < INTERPRETED_NODES
        )

    def buffer(self, rows: int) -> NDArray[np.uint32]:
        """Return memory for this number of solutions, for `advance`."""
        return np.zeros((rows, self.width), np.uint32)

    def solutions(self, out: NDArray[np.uint32]) -> list[tuple[int, ...]]:
        """Return the solutions that the last `advance` has written to `out`."""
        rows = range(min(self.found, len(out)))
        return [tuple(out[row, 1 : out.item(row, 0) + 1].tolist()) for row in rows]

    def advance(
        self,
        max_solutions: int | None = None,
        max_nodes: int | None = None,
        out: NDArray[np.uint32] | None = None,
    ) -> Stop:
        """Continue where the search stopped. Afterwards `found` is the number of new solutions.

        Args:
            max_solutions: Return after this number of solutions, at least 1; None for all.
            max_nodes: Return after about this number of further nodes; None for no bound.
            out: uint32 (k, width), C order: receives the first k solutions, each as its length and then its option
                ids, ascending. With None the search only counts.

        Returns:
            EXHAUSTED; LIMIT if the number of solutions is reached (there may be more); BUDGET if the number of nodes
            is reached, or the number of nodes that Python may examine (see `interprets`).

        Raises:
            UsageError: No solutions are asked for, or the rows are too short.
        """
        if out is None:
            out = np.empty((0, self.width), np.uint32)
        elif out.shape[1] < self.width:
            raise UsageError(words.SHORT_ROWS.format(columns=out.shape[1], needed=self.width))
        if max_solutions is not None and max_solutions < 1:
            raise UsageError(words.NO_SOLUTIONS_ASKED.format(asked=max_solutions))
        control = self._control
        solutions = UNBOUNDED if max_solutions is None else max_solutions
        last = UNBOUNDED if max_nodes is None else control.item(NODES) + max_nodes
        self.found = 0
        while True:
            before, nodes = control.item(FOUND), control.item(NODES)
            rows = out[self.found :] if self.found else out
            arrays = *self._arrays, rows
            if self.interprets:
                most = min(last - nodes, INTERPRETED_NODES - interpreted.nodes)
                stop = self._advance.interpreted(*_views(arrays), solutions - self.found, most)
                interpreted.nodes += control.item(NODES) - nodes
            else:
                stop = self._advance(*arrays, solutions - self.found, last - nodes)
            self.found += control.item(FOUND) - before
            if stop < len(STOPS):
                return STOPS[stop]
            self._grow()

    def _grow(self) -> None:
        """Give the kernel more memory, after it has returned a number that is not an index of `STOPS`."""
        raise NotImplementedError

    @property
    def nodes(self) -> int:
        """Number of partial covers examined since the start."""
        return self._control.item(NODES)

    def counters(self) -> dict[str, int]:
        """Return the counters by name. Every search of a single board asks for them, so this must be cheap."""
        return counters(self._control.item)


def _views(arrays: tuple[Any, ...]) -> list[memoryview[Any] | None]:
    return [None if array is None else memoryview(array) for array in arrays]
