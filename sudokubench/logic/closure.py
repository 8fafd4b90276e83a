"""The fixpoint of singles and locked candidates, in the rounds of `engine.next_round` but without making steps.

The backend `logic` needs only states. Steps, their evidence and a state for each round would take most of its time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from sudokubench.logic.geometry import Geometry, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules.locked import locked_in
from sudokubench.logic.rules.singles import last_places, single_places
from sudokubench.logic.search_settings import SETS

_Found = Sequence[Sequence[tuple[int, ...]]]
"""For each digit (from 0) what a rule finds: tuples that end with the cells to fill or to clear."""
Closing = Callable[[CandidateGrid], tuple[CandidateGrid, int, bool]]


def closing(rules: Sequence[Rule]) -> Closing | None:
    """Return `closed` for a set of rules; None if the rules are neither `singles` nor `locked`."""
    names = tuple(rule.name for rule in rules)
    return next((partial(closed, kind=kind) for kind in ("singles", "locked") if names == SETS[kind]), None)


def closed(grid: CandidateGrid, kind: str) -> tuple[CandidateGrid, int, bool]:
    """Apply the rules of `SETS[kind]` until all cells are placed, a cell has no candidates, or no rule finds a step.

    Return the last state (without a link to its parent), the number of eliminations, and whether a digit has no place
    in a house. An elimination that two steps find counts twice. The third value is True only if no rule finds a step.
    """
    boards: Sequence[int] = grid.boards
    geometry, placed, eliminations, is_stuck = grid.geometry, grid.placed, 0, False
    before = _known_before(grid, kind)
    singles = [_Finder(single_places, boxes, before) for boxes in (True, False)]
    locks = [_Finder(locked_in, boxes, before) for boxes in (True, False) if kind == "locked"]
    while not is_stuck and placed != geometry.all_cells:
        one = two = 0  # cells with at least one or two candidates
        for board in boards:
            two |= one & board
            one |= board
        if one != geometry.all_cells:
            break
        if ones := one & ~two & ~placed:
            ones = union([cell for _, cell, _ in last_places(geometry, boards, one & ~placed, ones)]) or ones
            boards, placed = _placed(geometry, boards, placed, [board & ones for board in boards])
        elif found := _first(singles, boards, placed):
            boards, placed = _placed(geometry, boards, placed, _cells(found))
        elif found := _first(locks, boards, placed):
            boards = [board & ~gone for board, gone in zip(boards, _cells(found), strict=True)]
            eliminations += sum([one[-1].bit_count() for places in found for one in places])
        else:
            is_stuck = True
    changed = [board for board, old in zip(boards, before.boards, strict=True) if board != old]
    lost = is_stuck and any(not board & cells for board in changed for _, cells in geometry.whole_boards)
    last_state = CandidateGrid(geometry, tuple(boards), placed)
    last_state.kept(kind, lambda _: is_stuck and not lost)
    return last_state, eliminations, lost


def _known_before(grid: CandidateGrid, kind: str) -> CandidateGrid:
    """Return a state in which no rule finds a step and every digit has its places: the parent, or the largest state."""
    parent = grid.parent
    is_known = parent is not None and parent.kept(kind, lambda _: False)
    return grid.undo() if is_known else CandidateGrid.top(grid.geometry)


class _Finder:
    """A function of a rule that looks again only at the digits that changed since its last look."""

    __slots__ = ("_before", "_boxes", "_find", "_found", "_geometry")

    def __init__(
        self, find: Callable[..., Sequence[tuple[int, ...]]], boxes: bool, known: CandidateGrid
    ) -> None:
        self._find, self._boxes, self._geometry = find, boxes, known.geometry
        self._before: tuple[Sequence[int], int] = known.boards, known.placed
        self._found: list[Sequence[tuple[int, ...]]] = [()] * len(known.boards)

    def look(self, boards: Sequence[int], placed: int) -> _Found:
        """Return what the rule finds in a state."""
        before, fresh = self._before[0], placed & ~self._before[1]
        for d, board in enumerate(boards):
            if board != before[d] or board & fresh:
                self._found[d] = self._find(self._geometry, board, placed, self._boxes)
        self._before = boards, placed
        return self._found


def _first(finders: Sequence[_Finder], boards: Sequence[int], placed: int) -> _Found | None:
    return next(filter(any, (finder.look(boards, placed) for finder in finders)), None)


def _cells(found: _Found) -> list[int]:
    return [union([one[-1] for one in places]) if places else 0 for places in found]


def _placed(
    geometry: Geometry, boards: Sequence[int], placed: int, hits: Sequence[int]
) -> tuple[list[int], int]:
    """Place each digit in its cells of `hits`, as `CandidateGrid.apply` does. Return the bitboards and placed cells."""
    new = union(hits)
    others, peers, after = ~new, geometry.peers, []
    for board, cells in zip(boards, hits, strict=True):
        left, rest = board & (cells | others), cells
        while rest:
            low = rest & -rest
            left &= ~peers[low.bit_length() - 1]
            rest ^= low
        after.append(left)
    return after, placed | new
