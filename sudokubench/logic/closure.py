"""The fixpoint of singles and locked candidates without steps, by the same rounds as those of `engine.next_round`.

The backend `logic` needs only states. Steps, their evidence and a state for each round would take most of its time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from sudokubench.logic.geometry import Geometry, bits_of, union
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rule import Rule
from sudokubench.logic.rules.locked import locked_in
from sudokubench.logic.rules.singles import last_places, single_places
from sudokubench.logic.search_settings import SETS

_FINDERS: tuple[tuple[Callable[..., Sequence[tuple[int, ...]]], bool], ...] = (
    (single_places, True), (single_places, False), (locked_in, True), (locked_in, False),
)  # fmt: skip
"""The functions of the rules after the naked single, in the order of `SETS`, with their argument `boxes`."""
_SINGLES = 2
"""Number of `_FINDERS` that place digits; the others eliminate candidates."""


Closing = Callable[[CandidateGrid], tuple[CandidateGrid, int, bool]]


def closing(rules: Sequence[Rule]) -> Closing | None:
    """Return `closed` for a set of rules; None if the rules are neither `singles` nor `locked`."""
    names = tuple(rule.name for rule in rules)
    return next((partial(closed, kind=kind) for kind in ("singles", "locked") if names == SETS[kind]), None)


def closed(grid: CandidateGrid, kind: str) -> tuple[CandidateGrid, int, bool]:
    """Apply the rules of `SETS[kind]` until all cells are placed, a cell has no candidates, or no rule finds a step.

    Return the last state without a parent, the number of eliminations, and whether a digit has no place in a house.
    Two steps that eliminate the same candidate count twice. The third value is True only if no rule finds a step.
    """
    geometry, boards, placed, eliminations = grid.geometry, list(grid.boards), grid.placed, 0
    every, is_stuck, lost = geometry.all_cells, False, False
    finders = _FINDERS[:_SINGLES] if kind == "singles" else _FINDERS
    known: list[list[Sequence[tuple[int, ...]]]] = [[() for _ in boards] for _ in finders]
    looked = _unlike_parent(grid, kind)
    stale = [looked] * len(finders)  # the digits for which a finder must look again, as masks
    while True:
        one = two = 0  # cells with at least one or two candidates
        for board in boards:
            two |= one & board
            one |= board
        if one != every or placed == every:
            break
        number = 0
        if ones := one & ~two & ~placed:
            last = 0
            for _, cell, _ in last_places(geometry, boards, every & ~placed, ones):
                last |= cell
            ones = last or ones
            hits = [board & ones for board in boards]
        else:
            for number, (find, boxes) in enumerate(finders):
                if stale[number]:
                    for d in bits_of(stale[number]):
                        known[number][d] = find(geometry, boards[d], placed, boxes)
                    stale[number] = 0
                if any(known[number]):
                    break
            else:
                houses = geometry.whole_boards
                is_stuck, lost = (
                    True,
                    any(not boards[d] & cells for d in bits_of(looked) for _, cells in houses),
                )
                break
            hits = [union([one[-1] for one in places]) if places else 0 for places in known[number]]
        if number < _SINGLES:
            placed |= union(hits)
            boards, changed = _placed(geometry, boards, hits)
        else:
            boards = [board & ~gone for board, gone in zip(boards, hits, strict=True)]
            changed = sum([1 << d for d, gone in enumerate(hits) if gone])
            eliminations += sum([one[-1].bit_count() for places in known[number] for one in places])
        looked |= changed
        stale = [mask | changed for mask in stale]
    last_state = CandidateGrid(geometry, tuple(boards), placed)
    last_state.kept(kind, lambda _: is_stuck and not lost)
    return last_state, eliminations, lost


def _unlike_parent(grid: CandidateGrid, kind: str) -> int:
    """Return the mask of the digits for which a rule may find a step; all if the parent is not a fixpoint."""
    before = grid.parent
    if before is None or not before.kept(kind, lambda _: False):
        return (1 << grid.geometry.size) - 1
    fresh = grid.placed & ~before.placed
    pairs = enumerate(zip(grid.boards, before.boards, strict=True))
    return sum([1 << d for d, (board, old) in pairs if board != old or board & fresh])


def _placed(geometry: Geometry, boards: Sequence[int], hits: Sequence[int]) -> tuple[list[int], int]:
    """Return the bitboards after the digits are placed in the cells `hits`, and the mask of the changed digits.

    See `CandidateGrid.apply`.
    """
    peers, others, after, changed = geometry.peers, ~union(hits), [], 0
    for d, (board, cells) in enumerate(zip(boards, hits, strict=True)):
        left = board & (cells | others)
        if cells or left != board:
            changed |= 1 << d
        rest = cells
        while rest:
            low = rest & -rest
            left &= ~peers[low.bit_length() - 1]
            rest ^= low
        after.append(left)
    return after, changed
