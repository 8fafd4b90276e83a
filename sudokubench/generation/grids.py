"""Draw full grids at random.

Up to 6x6, all grids of a layout with equal rectangular boxes can be listed, so the draw is uniform. For 9x9, Markov
chains draw grids that are uniform in the long run, see `kernels.exchanges`.

Standard layouts from 12x12 on get shuffles of one pattern. Any other layout gets the first solution that a seeded
search finds. Such grids are random, but not uniform.

Most seeded searches end after some hundred nodes, but some never end: the time has a heavy tail. So a search restarts
with another seed after a limited number of nodes, which grows (Carla P. Gomes, Bart Selman, Henry Kautz, Boosting
combinatorial search through randomization, 1998). A first limit of 1,000 nodes is best or nearly best from 9x9 to
25x25. SAT decides whether a layout has a grid at all. SAT does not draw the grids: it works in slices of time, so its
solutions depend on the machine. The solutions of dancing links do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import count
from random import Random

import numpy as np

from sudokubench.answer import Budget, Stop, Verdict
from sudokubench.backends import backend
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, ask, left_s, limited
from sudokubench.encodings.exact_cover import cover_of
from sudokubench.errors import Undecided, UsageError
from sudokubench.generation.draws import Array, Draws
from sudokubench.generation.words import NO_GRID, NO_GRID_IN_TIME
from sudokubench.kernels.dancing.enumeration import Enumeration, Matrix
from sudokubench.kernels.exchanges import draw
from sudokubench.layout import Layout
from sudokubench.problem import Instance

_LISTED = 36
"""Largest number of cells of a layout for which all grids with one first row are listed."""
_STATES = 16
"""Number of 9x9 grids from one chain."""
_PATTERN_FROM = 12
"""Size from which a search for a grid of a standard layout takes too long."""
_NODES, _MORE_NODES = 1000, 50
"""Node limit of the first search for a grid, and the number of nodes by which the limit grows with each search."""
_ASKED_AFTER = 32
"""Number of searches without a grid before SAT decides whether a grid exists."""
_PROOF_S = 10.0
"""Time for the answer of SAT, in seconds."""
_PATIENCE_S = 60.0
"""Time limit for one grid, in seconds, if the caller sets no shorter limit."""


def full_grids(layout: Layout, n: int, draws: Draws, most: int | None = None) -> Array:
    """Return full grids, uint8 (n, cells) with digits from 1. The head of this module describes their distribution.

    With `most`, return only the first `most` grids; this does not change later draws.

    Raises:
        UsageError: The layout has no full grid.
        Undecided: No grid was found in a minute.
        TimeOver: The current time limit is over.
    """
    if layout == Layout.standard(9):
        chains = -(-n // _STATES)
        most = n if most is None else most
        grids = np.empty((-(-most // chains), chains, 81), np.uint8)
        draw(draws.below(1 << 63, chains), grids)
        return grids.reshape(-1, 81)[:most]
    return _other_grids(layout, n, draws)[:most]


def _other_grids(layout: Layout, n: int, draws: Draws) -> Array:
    if is_searched(layout):
        searches = _Searches(layout)
        found = np.stack([searches.grid(int(seed)) for seed in draws.below(1 << 31, n)])
        return _relabelled(found, layout.size, draws)
    if layout.cell_count <= _LISTED:
        listed = _with_first_row(layout)
        return _relabelled(listed[draws.below(len(listed), n)], layout.size, draws)
    made = [shuffled_pattern(layout, Random(int(seed))) for seed in draws.below(1 << 53, n)]
    return np.frombuffer(b"".join(made), np.uint8).reshape(n, -1)


def shuffled_pattern(layout: Layout, random: Random) -> bytes:
    """Return a full grid: a pattern with shuffled digits, bands and stacks, and shuffled lines within each of these.

    The boxes of the layout must be equal rectangles, without extra houses.
    """
    assert layout.box_shape is not None
    n, (height, width) = layout.size, layout.box_shape

    def lines(groups: int, size: int) -> list[int]:
        inside = range(size)
        return [size * k + i for k in shuffled(random, range(groups)) for i in shuffled(random, inside)]

    rows, columns = lines(width, height), lines(height, width)
    digits = shuffled(random, range(1, n + 1))
    return bytes(digits[(width * (r % height) + r // height + c) % n] for r in rows for c in columns)


def shuffled(random: Random, items: Iterable[int]) -> list[int]:
    """Return items in random order, the same in every version of Python: only the sequence of `random()` is fixed."""
    return sorted(items, key=lambda _: random.random())


def is_searched(layout: Layout) -> bool:
    """Return whether each grid of a layout needs a search of its own."""
    if layout == Layout.standard(9):
        return False
    is_plain = layout.box_shape is not None and not layout.extra
    return not is_plain or _LISTED < layout.cell_count < _PATTERN_FROM**2


@cache
def _with_first_row(layout: Layout) -> Array:
    """Return all grids whose first row is 1, 2, 3 ...; relabelling the digits gives all others."""
    n = layout.size
    board = Board(layout, bytes([*range(1, n + 1), *(0,) * (layout.cell_count - n)]))
    with lent_session(backend("dlx"), layout) as session:
        options = np.array(list(session.search(board.instance(), limit=None)))
    return (np.sort(options, axis=1) % n + 1).astype(np.uint8)


class _Searches:
    """Seeded searches for full grids of one layout."""

    def __init__(self, layout: Layout) -> None:
        cover = cover_of(layout)
        self._layout = layout
        self._kernel = Enumeration(Matrix.of(len(cover.items), cover.primary, cover.options))
        self._row = np.zeros((1, len(cover.items) + 1), np.uint32)

    def grid(self, seed: int) -> Array:
        """Return the grid that a seed (0 to 2**31 - 1) gives on every machine. Errors: see `full_grids`."""
        try:
            with limited(CLOCK.now_s() + _PATIENCE_S):
                return self._grid(seed)
        except TimeOver:
            ask()  # raises TimeOver if it was the caller's limit that ended the search
            raise Undecided(NO_GRID_IN_TIME.format(layout=self._layout, seconds=_PATIENCE_S)) from None

    def _grid(self, seed: int) -> Array:
        for attempt in count():
            ask()
            if attempt == _ASKED_AFTER:
                _require_grid(self._layout)
            self._kernel.start(seed=seed + (attempt << 31))
            stop = self._kernel.advance(1, _NODES + attempt * _MORE_NODES, self._row)
            if self._kernel.found:
                options = self._row[0, 1 : self._row.item(0, 0) + 1].tolist()
                return np.frombuffer(self._layout.digits(options), np.uint8)
            if stop is Stop.EXHAUSTED:
                raise UsageError(NO_GRID.format(layout=self._layout))
        raise AssertionError


@cache
def _require_grid(layout: Layout) -> None:
    """Ask SAT for a full grid; refuse a layout without one. Restarted searches may never show that no grid exists."""
    budget = Budget(min(left_s(), _PROOF_S))
    with lent_session(backend("sat"), layout) as session:
        outcome = session.search(Instance(), limit=1, budget=budget).outcome()
    ask()
    if outcome.verdict is Verdict.NONE:
        raise UsageError(NO_GRID.format(layout=layout))


def _relabelled(grids: Array, size: int, draws: Draws) -> Array:
    names = (1 + draws.orders(len(grids), size)).astype(np.uint8)
    return names.ravel()[grids + np.arange(-1, names.size - 1, size)[:, None]]
