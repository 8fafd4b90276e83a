"""The pieces of Python that the study of states compares: searches with masks and sets, and ways to keep states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from benchmarks.study import masks
from sudokubench import solve
from sudokubench.board import Board
from sudokubench.logic.grid import CandidateGrid

Asked = Callable[[int], tuple[bool, Mapping[str, int]]]
"""A function that works on the board with a number. It returns whether the search ended, and its counts."""
Moves = list[tuple[int, int]]

_MOST_STATES = 50_000
MASKS_STATES = 4_000


def piece(name: str, lines: Sequence[str]) -> Asked:
    """Return a piece of Python as a contestant, see `turns.contestant`: a search, or the states towards a solution."""
    if name in _SEARCHES:
        search, most = _SEARCHES[name]
        digits = [Board.parse(line).digits for line in lines]

        def ask(i: int) -> tuple[bool, Mapping[str, int]]:
            nodes = search(digits[i], most=most)
            return nodes < most, {"nodes": nodes}

        return ask
    given = [moves_of(line) for line in lines]

    def walk(i: int) -> tuple[bool, Mapping[str, int]]:
        for _ in range(_WALKS):
            states = WAYS[name](*given[i])
        return True, {"states": _WALKS * len(states)}

    return walk


_SEARCHES: dict[str, tuple[Callable[..., int], int]] = {
    "masks": (masks.search_masks, _MOST_STATES),
    "degree": (partial(masks.search_masks, degree=True), _MOST_STATES),
    "few masks": (masks.search_masks, MASKS_STATES),
    "few sets": (masks.search_sets, MASKS_STATES),
}
_WALKS = 20


def moves_of(line: str) -> tuple[Board, Moves]:
    board = Board.parse(line)
    solution = solve(board).solution
    assert solution is not None
    return board, [(cell, solution.digits[cell]) for cell in range(81) if not board.digits[cell]]


def _copied_masks(board: Board, moves: Moves) -> list[object]:
    state = [board.candidate_mask(cell) for cell in range(81)]
    states: list[object] = []
    for cell, digit in moves:
        state = state.copy()
        keep = ~(1 << (digit - 1))
        for peer in masks.PEERS[cell]:
            state[peer] &= keep
        state[cell] = ~keep
        states.append(state)
    return states


def _copied_sets(board: Board, moves: Moves) -> list[object]:
    state = [set(board.candidates(cell)) for cell in range(81)]
    states: list[object] = []
    for cell, digit in moves:
        state = [candidates.copy() for candidates in state]
        for peer in masks.PEERS[cell]:
            state[peer].discard(digit)
        state[cell] = {digit}
        states.append(state)
    return states


def _boards(board: Board, moves: Moves) -> list[object]:
    states: list[object] = []
    for cell, digit in moves:
        board = board.with_digit(cell, digit)
        states.append(board)
    return states


def _grids(board: Board, moves: Moves) -> list[object]:
    grid = CandidateGrid.of(board)
    states: list[object] = []
    for cell, digit in moves:
        grid = grid.apply((9 * cell + digit - 1,))
        states.append(grid)
    return states


WAYS: dict[str, Callable[[Board, Moves], list[object]]] = {
    "copied masks": _copied_masks, "copied sets": _copied_sets, "boards": _boards, "grids": _grids,
}  # fmt: skip
