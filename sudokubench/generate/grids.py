"""Full grids, drawn at random.

Evenly, where all grids can be listed: 4x4 and 6x6. For the 9x9 by Markov chains whose states are even in the long run:
a step blanks some cells and draws one of all the ways to fill them again (the heat bath, or Gibbs sampler: Geman and
Geman 1984). Which cells it blanks depends on what stays alone; where there are more ways than a step lists the chain
stays as it is. Two blanked digits fall into cycles; cells from anywhere change what these cannot. That every grid can
be reached so is not proved, nor how fast a chain forgets what it began with.

Other layouts get a solution that a seeded search finds first, and standard ones beyond 9x9 shuffles of one pattern:
these are random, and not even.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sudokubench.backends import backend
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.errors import UsageError
from sudokubench.generate.draws import Draws
from sudokubench.generate.random_boards import full_grid
from sudokubench.kernels.sliced import solve_batch
from sudokubench.layout import Layout
from sudokubench.solving import solve

Array = np.ndarray[Any, Any]

_LISTED = 36
"""Layouts of so many cells have so few grids that all of them with the same first row can be listed."""
_FIRST_STEPS = 12
"""Steps before a chain is asked for its first grid."""
_WAYS = 32
"""A step lists so many ways to fill what was blanked."""
_KEPT = 34
"""So many cells are kept where a step blanks some from anywhere."""
_PATTERN_FROM = 12
"""Standard layouts from this size on take too long to be searched from nothing."""


def full_grids(layout: Layout, n: int, draws: Draws) -> Array:
    """Full grids, uint8 (n, cells) with digits from 1; how even they are is told above.

    Raises:
        UsageError: The layout has none.
    """
    if layout == Layout.standard(9):
        return _chains(n, draws)
    if layout.box_shape is not None and not layout.extra:
        if layout.cell_count <= _LISTED:
            listed = _with_first_row(layout)
            return _relabelled(listed[draws.below(len(listed), n)], layout.size, draws)
        if layout.size >= _PATTERN_FROM:
            made = [full_grid(layout, seed=int(seed)).digits for seed in draws.below(1 << 53, n)]
            return np.frombuffer(b"".join(made), np.uint8).reshape(n, -1)
    return _relabelled(
        np.stack([_searched(layout, int(seed)) for seed in draws.below(1 << 31, n)]), layout.size, draws
    )


@cache
def _with_first_row(layout: Layout) -> Array:
    """All grids whose first row is 1, 2, 3 ...: others are these with other names of the digits."""
    n = layout.size
    board = Board(layout, bytes([*range(1, n + 1), *(0,) * (layout.cell_count - n)]))
    with lent_session(backend("dlx"), layout) as session:
        options = np.array(list(session.search(board.instance(), limit=None)))
    return (np.sort(options, axis=1) % n + 1).astype(np.uint8)


def _searched(layout: Layout, seed: int) -> Array:
    grid = solve(Board(layout, bytes(layout.cell_count)), backend=f"dlx:seed={seed}", limit=1).solution
    if grid is None:
        raise UsageError(f"{layout} has no full grid")
    return np.frombuffer(grid.digits, np.uint8)


def _relabelled(grids: Array, size: int, draws: Draws) -> Array:
    names = np.zeros((len(grids), size + 1), np.uint8)
    names[:, 1:] = 1 + draws.orders(len(grids), size)
    return np.take_along_axis(names, grids.astype(np.intp), axis=1)


# -- chains --------------------------------------------------------------------------------------------------------

_STATES = 16
"""So many grids come from one chain, `_STEPS` steps apart."""
_STEPS = 1


def _chains(n: int, draws: Draws) -> Array:
    grids = _first(-(-n // _STATES), draws)
    for _ in range(_FIRST_STEPS):
        grids = _step(grids, draws)
    found = []
    for _ in range(_STATES):
        for _ in range(_STEPS):
            grids = _step(grids, draws)
        found.append(_relabelled(grids, 9, draws))
    return np.concatenate(found)[:n]


def _first(n: int, draws: Draws) -> Array:
    """Grids whose boxes on the diagonal are random; of the rest the engine finds what it finds first."""
    boards = np.zeros((n, 81), np.uint8)
    for box in (0, 4, 8):
        cells = [27 * (box // 3) + 3 * (box % 3) + 9 * (i // 3) + i % 3 for i in range(9)]
        boards[:, cells] = 1 + draws.orders(n, 9)
    return solve_batch(boards, 1)[1][:, 0]


def _step(grids: Array, draws: Draws) -> Array:
    """Three pairs of digits one after the other, then cells from anywhere, and the transposition every second time."""
    pairs = 1 + draws.orders(len(grids), 9)
    for k in (0, 2, 4):
        grids = _filled_again(grids, (grids != pairs[:, k, None]) & (grids != pairs[:, k + 1, None]), draws)
    grids = _filled_again(grids, draws.orders(len(grids), 81) < _KEPT, draws)
    turned = draws.below(2, len(grids)) == 1
    grids[turned] = grids[turned].reshape(-1, 9, 9).transpose(0, 2, 1).reshape(-1, 81)
    return grids


def _filled_again(grids: Array, kept: Array, draws: Draws) -> Array:
    n = len(grids)
    counts, ways, _, _ = solve_batch(np.where(kept, grids, 0), _WAYS, keep=_WAYS)
    chosen = (draws.below(1 << 32, n) * counts.astype(np.uint64)) >> np.uint64(32)
    return np.where((counts < _WAYS)[:, None], ways[np.arange(n), chosen.astype(np.intp)], grids)
