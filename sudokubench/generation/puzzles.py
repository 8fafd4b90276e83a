"""Make puzzles from full grids: remove clues while one solution is left, for thousands of grids at a time.

For 9x9, `kernels.thinning` handles the steps that need no search, and the bit-sliced engine looks for another solution:
one without the removed digit. For any other layout, each removal is tested by a search for two solutions. Up to 16x16,
dancing links decide most puzzles at once; SAT decides the few that take too long. Beyond 16x16, SAT decides all.
There a full search may take hours. So a clue stays unless a short search shows that it can be removed. Only puzzles
that must be minimal get full searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from time import monotonic

import numpy as np

from sudokubench.answer import Budget
from sudokubench.backends import BatchSession
from sudokubench.backends.pool import backend_of, lent_session
from sudokubench.backends.sat import Sat
from sudokubench.batches import FAST, search_digits
from sudokubench.board import Board
from sudokubench.clock import CLOCK, TimeOver, ask, asking, left_s, limited
from sudokubench.generation.difficulty_aims import Look
from sudokubench.generation.draws import ROWS, Array, Draws
from sudokubench.generation.favoured_fish import favour
from sudokubench.generation.grids import full_grids, is_searched
from sudokubench.generation.wish import Wish
from sudokubench.kernels.sliced import are_solvable
from sudokubench.kernels.thinning import BEGINS, STATE_SIZE, thin
from sudokubench.layout import Layout
from sudokubench.problem import BoardProblem
from sudokubench.solving import LARGE_BACKEND

_FEWEST, _MOST = 64, 16_384
"""Number of grids in the first part and in the largest part of plain 9x9 puzzles. The first part is small, so that it
is ready quickly. For layouts larger than 9x9 each part has one grid. For all other layouts each part has `_FEWEST`
grids; but if each grid takes a search, the first three parts have 1, 4 and 16."""
_NODES = 5000
"""Nodes that dancing links may spend before SAT decides the puzzle at which they stopped."""
_EASY_SIZE, _CONFLICTS = 16, 200
"""On boards larger than this size, a clue stays if SAT needs more than this number of conflicts, unless puzzles must be
minimal. SAT reaches this number in its first slice, so a seed gives the same puzzle on fast and on slow machines."""
_SPARE = 6
"""A neighbour of a puzzle with c clues keeps at least c - 2 + r clues, with a random r below this number. This holds if
the wish requires neither a number of clues nor minimality."""
_MORE = 3
"""Largest number of groups of clues that `richer` adds."""
_GO, _COME = 2, 5
"""A neighbour loses 1 to `_GO` groups of clues. It gains at least as many groups, and fewer than `_COME` more."""


@dataclass(frozen=True, slots=True)
class TriedPuzzle:
    """A puzzle that was compared with an aim: the digits of puzzle and solution, uint8 (cells,), and the result."""

    puzzle: Array
    solution: Array
    look: Look


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the generated puzzles.

    Attributes:
        puzzles: uint8 (n, cells), the puzzles that meet the wish.
        solutions: uint8 (n, cells).
        tried: Number of puzzles made from full grids; neighbours in an annealing do not count.
        clues: The least and the largest number of clues of the tried puzzles; (cells, 0) if none was tried.
        ratings: Ratings of the puzzles on the scale of the aim; None for a rating that was not computed. Empty without
            an aim.
        nearest: The puzzle nearest to the aim among those that were compared with it.
        problems: The rules of each puzzle. Empty if the layout of the wish has all rules.
    """

    puzzles: Array
    solutions: Array
    tried: int
    clues: tuple[int, int]
    ratings: tuple[float | None, ...] = ()
    nearest: TriedPuzzle | None = None
    problems: tuple[BoardProblem, ...] = ()


def part(number: int, wish: Wish, seed: int, until: float | None = None, total: int | None = None) -> Part:
    """Return part `number` (0, 1, 2 ...) of the puzzles that a seed gives; an empty part if `until` comes first.

    If the caller wants only the first `total` puzzles of all parts, a part may leave out the puzzles after them.
    """
    most = None
    if wish.layout == Layout.standard(9):
        n = min(_MOST, _FEWEST << 2 * number)
        if total is not None and wish.keeps_all:
            most = min(n, total - sum(min(_MOST, _FEWEST << 2 * before) for before in range(number)))
            if most <= 0:
                return nothing(wish)
    elif wish.layout.size > 9:
        n = 1
    else:
        n = min(_FEWEST, 1 << 2 * number) if is_searched(wish.layout) else _FEWEST
    try:
        with ending(until):
            return drawn(wish, n, Draws(seed, number), most=most)
    except TimeOver:
        return nothing(wish)


def ending(until: float | None) -> AbstractContextManager[None]:
    """Return a context in which `ask` raises TimeOver after the time `until` (on `monotonic`); None sets no limit."""
    return limited(None if until is None else CLOCK.now_s() + until - monotonic())


def nothing(wish: Wish) -> Part:
    """Return a part without puzzles: none was tried."""
    none = np.empty((0, wish.layout.cell_count), np.uint8)
    return Part(none, none, 0, (wish.layout.cell_count, 0))


def drawn(wish: Wish, n: int, draws: Draws, favoured: str | None = None, most: int | None = None) -> Part:
    """Make puzzles from n grids, or from the first `most` of them, and return those that meet the wish.

    `favoured` names a rule to make likely.
    """
    if wish.grid is None:
        grids = full_grids(wish.layout, n, draws, most)
    else:
        grids = np.tile(np.frombuffer(wish.grid, np.uint8), (n, 1))[:most]
    least = _least(wish, n, draws)[:most]
    n = len(grids)
    rank = draws.orders(n, max(wish.groups) + 1)
    if wish.pattern is not None:
        rank[:, 0] = -1  # first remove the cells that must not have a clue
    if wish.groups != (*range(len(wish.groups)),):
        rank = np.take(rank, wish.groups, axis=1)
    if favoured is not None:
        rank = favour(favoured, grids, rank, draws)
    puzzles = _thinned(wish, grids, rank, least)
    clues = np.count_nonzero(puzzles, axis=1)
    good = _good(wish, puzzles)
    return Part(puzzles[good], grids[good], n, (int(clues.min()), int(clues.max())))


def neighbours(wish: Wish, of: TriedPuzzle, n: int, draws: Draws) -> Array:
    """Return neighbours of a puzzle: at most n other puzzles with the same solution, uint8 (n, cells).

    Some groups of clues are removed and others added; then more are removed, as the wish requires.
    """
    groups = np.array(wish.groups)
    first = np.unique(groups, return_index=True)[1]
    there = of.puzzle[first] > 0
    order = draws.orders(n, len(first))
    clue = there[order]
    number = np.where(clue, clue.cumsum(axis=1), (~clue).cumsum(axis=1)).astype(np.uint64)
    gone = 1 + draws.below(_GO, n)[:, None]
    come = gone + draws.below(_COME, n)[:, None]
    kept = np.empty(order.shape, np.bool_)
    np.put_along_axis(kept, order, np.where(clue, number > gone, number <= come), axis=1)
    rank = np.where(kept, 1 + draws.orders(n, len(first)), 0)
    grids = np.tile(of.solution, (n, 1))
    least = _least(wish, n, draws)
    if wish.clues is None and not wish.minimal:  # redundant clues make puzzles easier
        least += np.count_nonzero(of.puzzle) - 2 + draws.below(_SPARE, n).astype(np.int64)
        least = np.minimum(least, kept[:, groups].sum(axis=1))
    puzzles: Array = _thinned(wish, grids, rank[:, groups], least)
    puzzles = np.unique(puzzles[~(puzzles * ~kept[:, groups]).any(axis=1)], axis=0)
    puzzles = puzzles[(puzzles != of.puzzle).any(axis=1) & _good(wish, puzzles)]
    return puzzles[draws.orders(1, len(puzzles))[0]] if len(puzzles) else puzzles


def richer(wish: Wish, than: TriedPuzzle, n: int, draws: Draws) -> Array:
    """Return at most n puzzles that add one to three groups of clues to a puzzle, uint8 (n, cells)."""
    groups = np.array(wish.groups)
    there = np.zeros(max(groups) + 1, np.bool_)
    there[groups[than.puzzle > 0]] = True
    rank = np.where(there, len(there), draws.orders(n, len(there)))
    come = there | (
        rank < np.sort(rank, axis=1)[np.arange(n), draws.below(_MORE, n).astype(np.int64), None] + 1
    )
    puzzles: Array = np.unique(np.where(come[:, groups], than.solution, 0), axis=0)
    return puzzles[_good(wish, puzzles)]


def _least(wish: Wish, n: int, draws: Draws) -> Array:
    """Return the number of clues that each of n puzzles must keep."""
    low, high = wish.range
    least = np.zeros(n, np.int64) if wish.minimal else low + draws.below(high - low + 1, n).astype(np.int64)
    if wish.clues is None and wish.pattern is None:
        least[:] = 0
    return least


def _good(wish: Wish, puzzles: Array) -> Array:
    """Return whether each puzzle meets the wish, bool (n,)."""
    low, high = wish.range
    clues = np.count_nonzero(puzzles, axis=1)
    good: Array = (clues >= low) & (clues <= high)
    if wish.pattern is not None:
        good &= ~puzzles[:, np.flatnonzero(~np.array(wish.pattern))].any(axis=1)
    if wish.minimal and max(wish.groups) + 1 < len(wish.groups):
        # Without groups of several cells, each remaining clue was tried by itself.
        good[good] = ~_reducible(wish, puzzles[good])
    return good


def _thinned(wish: Wish, grids: Array, rank: Array, least: Array) -> Array:
    """Remove redundant clues from grids, by groups of cells in the order of their rank; return the puzzles."""
    fast = wish.layout == Layout.standard(9)
    return _thinned_fast(grids, rank, least) if fast else _thinned_by_search(wish, grids, rank, least)


def _thinned_fast(grids: Array, rank: Array, least: Array) -> Array:
    n = len(grids)
    order = _removals(rank)
    grids = np.ascontiguousarray(grids)
    puzzles, states, clues = grids.copy(), np.empty((n, STATE_SIZE), np.int16), np.full(n, 81)
    place, another = np.full(n, -1), np.zeros(n, np.bool_)
    boards, removed = np.empty_like(grids), np.empty(n, np.int64)
    # Rounds in which hard tests wait until many of them can be searched together are slower.
    while waiting := thin(grids, puzzles, states, clues, order, place, least, another, boards, removed):
        some = slice(waiting)
        another[some] = are_solvable(boards[some], removed[some])
    return puzzles


def _removals(rank: Array) -> Array:
    """Return the cells by rank, uint8 (n, 81); `BEGINS` is added to the first cell of each rank.

    Ranks are from -256 to 255, so that a rank and a cell fit into 16 bits.
    """
    order = np.empty(rank.shape, np.uint8)
    for begin in range(0, len(rank), ROWS):
        rows = slice(begin, begin + ROWS)
        keys = rank[rows].astype(np.int16) << 7 | np.arange(81, dtype=np.int16)
        keys.sort(axis=1)
        order[rows] = keys & 127
        keys >>= 7
        order[rows, 0] += BEGINS
        order[rows, 1:] += np.uint8(BEGINS) * (keys[:, 1:] != keys[:, :-1])
    return order


def _thinned_by_search(wish: Wish, grids: Array, rank: Array, least: Array) -> Array:
    puzzles = grids.copy()
    clues = np.count_nonzero(puzzles, axis=1)
    with _tests_of(wish) as are_unique:
        for k in asking(np.unique(rank)):
            goes = rank == k
            left = clues - np.count_nonzero(goes & (puzzles > 0), axis=1)
            rows = np.flatnonzero((left >= least) & (left < clues))
            if len(rows):
                trial = np.where(goes[rows], 0, puzzles[rows])
                unique = are_unique(trial)
                puzzles[rows[unique]], clues[rows[unique]] = trial[unique], left[rows[unique]]
    return puzzles


@contextmanager
def _tests_of(wish: Wish) -> Iterator[Callable[[Array], Array]]:
    """Yield a function that returns whether each puzzle has exactly one solution, bool (n,).

    On large boards the search is short, unless puzzles must be minimal. If it does not decide, the result is False.
    """
    layout = wish.layout
    if layout.size <= _EASY_SIZE:
        with lent_session(backend_of("dlx"), layout) as session:
            assert isinstance(session, BatchSession)
            yield partial(_are_unique, layout, session)
        return
    conflicts = None if wish.minimal else _CONFLICTS

    def is_unique(puzzle: Array) -> bool:
        budget = Budget(left_s(), conflicts)
        found = large.search(Board(layout, puzzle.tobytes()).instance(), limit=2, budget=budget).outcome()
        ask()
        return found.exhausted and found.count == 1

    with Sat().open_whole(layout) as large:
        yield lambda puzzles: np.array([*map(is_unique, puzzles)])


def _are_unique(layout: Layout, quick: BatchSession, puzzles: Array) -> Array:
    """Return whether each puzzle has one solution, bool (n,).

    The session searches the puzzles up to a limit of nodes. SAT decides the puzzle at which the session stopped, and
    the session continues with the next one. The result depends neither on time nor on which engine answers.
    """
    unique = np.zeros(len(puzzles), np.bool_)
    at = 0
    while True:
        seconds = left_s()
        found = quick.search_many(puzzles[at:], limit=2, budget=Budget(seconds, _NODES))
        ask()
        unique[at:] = found.counts == 1
        settled = found.exhausted | (found.counts == 2)
        if settled.all():
            return unique
        at += int(settled.argmin())
        board = Board(layout, puzzles[at].tobytes())
        with lent_session(backend_of(LARGE_BACKEND), layout) as session:
            outcome = session.search(board.instance(), limit=2, budget=Budget(seconds)).outcome()
        ask()
        unique[at] = outcome.count == 1
        at += 1


def _reducible(wish: Wish, puzzles: Array) -> Array:
    if wish.layout == Layout.standard(9):
        return reducible(wish.layout, puzzles)
    rows, cells = np.nonzero(puzzles)
    thinner = puzzles[rows]
    thinner[np.arange(len(rows)), cells] = 0
    found = np.zeros(len(puzzles), np.bool_)
    with _tests_of(wish) as are_unique:
        found[rows[are_unique(thinner)]] = True
    return found


def reducible(layout: Layout, puzzles: Array, backend: str = FAST) -> Array:
    """Return bool (n,): whether each puzzle has a redundant clue. Each must have exactly one solution.

    If a redundant clue is removed, its cell still cannot hold another digit.
    """
    rows, cells = np.nonzero(puzzles)
    thinner, gone = puzzles[rows], layout.size * cells + puzzles[rows, cells] - 1
    thinner[np.arange(len(rows)), cells] = 0
    forbidden = np.arange(1, len(rows) + 1), gone
    found = np.zeros(len(puzzles), np.bool_)
    found[rows[search_digits(layout, thinner, 1, backend, forbidden=forbidden).counts == 0]] = True
    return found
