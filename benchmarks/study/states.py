"""Parts of the study about states: bit masks against sets, and the cost of an immutable state."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from benchmarks.study import masks
from benchmarks.study.sheets import Cell, sheet
from benchmarks.study.turns import Asked, boards, ratio, turns
from sudokubench import solve
from sudokubench.board import Board
from sudokubench.logic.grid import CandidateGrid
from sudokubench.report.model import Column, Table
from sudokubench.report.values import Display
from sudokubench.words import Words

Moves = list[tuple[int, int]]

_MOST_STATES = 50_000
_MASKS_STATES = 4_000


def piece(name: str, lines: Sequence[str]) -> Asked:
    """Return a piece of Python as a contestant, see `turns.contestant`: a search, or the states towards a solution."""
    if name in _SEARCHES:
        search, most = _SEARCHES[name]
        digits = [Board.parse(line).digits for line in lines]

        def ask(i: int) -> tuple[bool, Mapping[str, int]]:
            nodes = search(digits[i], most=most)
            return nodes < most, {"nodes": nodes}

        return ask
    given = [_moves(line) for line in lines]

    def walk(i: int) -> tuple[bool, Mapping[str, int]]:
        for _ in range(_WALKS):
            states = _WAYS[name](*given[i])
        return True, {"states": _WALKS * len(states)}

    return walk


_SEARCHES: dict[str, tuple[Callable[..., int], int]] = {
    "masks": (masks.search_masks, _MOST_STATES),
    "degree": (partial(masks.search_masks, degree=True), _MOST_STATES),
    "few masks": (masks.search_masks, _MASKS_STATES),
    "few sets": (masks.search_sets, _MASKS_STATES),
}
_WALKS = 20


def _moves(line: str) -> tuple[Board, Moves]:
    board = Board.parse(line)
    solution = solve(board).solution
    assert solution is not None
    return board, [(cell, solution.digits[cell]) for cell in range(81) if not board.digits[cell]]


def masks_and_sets(quick: bool) -> Table:
    """Compare the CPU time of one search with both kinds of candidates, board by board."""
    lines = boards("17", 60, quick)
    names = {"python:few masks": Words("bit masks", "ビットマスク"), "python:few sets": Words("sets", "集合")}
    run = turns(tuple(names), lines, sessions=3 if quick else 5)
    first, other = names
    nodes = run.counted(first, "nodes")
    if not np.array_equal(nodes, run.counted(other, "nodes")):
        raise SystemExit("the trees differ")
    rows: list[tuple[Cell, ...]] = [
        (words, run.median_s(name), run.total_s(name) / float(nodes.sum()), run.ratio(name, first))
        for name, words in names.items()
    ]
    columns = (
        Column("name", Words("candidates", "候補の表現")),
        Column("median", Words("median of a board", "盤面の中央値"), Display.SECONDS),
        Column("node", Words("a node", "ノードあたり"), Display.SECONDS),
        Column("time", Words("CPU time ÷ bit masks", "CPU時間 ÷ ビットマスク"), Display.RATIO),
    )
    n, most = len(lines), f"{_MASKS_STATES:,}"
    return sheet(
        columns,
        rows,
        Words(
            f"Boards: {n} × 17 clues, at most {most} nodes each",
            f"盤面：{n} × 与え値17個、各{most}ノードまで",
        ),
    )


def persistent(quick: bool) -> Table:
    """Compare time and memory of a new state if the previous state stays unchanged."""
    lines = boards("17", 40, quick)
    names = {
        "python:copied masks": Words("81 masks, copied", "81個のマスクの複写"),
        "python:copied sets": Words("81 sets, copied", "81個の集合の複写"),
        "python:boards": Words("`Board` (digits only)", "`Board`（数字のみ）"),
        "python:grids": Words(
            "`CandidateGrid` (bitboards, knows its parent)", "`CandidateGrid`（ビットボード、親を参照）"
        ),
    }
    run = turns(tuple(names), lines, sessions=3 if quick else 5)
    first = next(iter(names))
    given = [_moves(line) for line in lines]
    kept = {name: np.array([_kept(name.removeprefix("python:"), *each) for each in given]) for name in names}
    rows: list[tuple[Cell, ...]] = []
    for name, words in names.items():
        rows.append((
            words, run.total_s(name) / float(run.counted(name, "states").sum()), run.ratio(name, first),
            float(np.median(kept[name])), ratio(kept[name], kept[first]),
        ))  # fmt: skip
    columns = (
        Column("name", Words("a further state", "次の状態")),
        Column("seconds", Words("CPU time", "CPU時間"), Display.SECONDS),
        Column("time", Words("÷ masks", "÷ マスク"), Display.RATIO),
        Column("bytes", Words("bytes kept", "保持バイト数"), Display.COUNT),
        Column("memory", Words("÷ masks", "÷ マスク"), Display.RATIO),
    )
    return sheet(columns, rows, Words(f"Boards: {len(lines)} × 17 clues", f"盤面：{len(lines)} × 与え値17個"))


def _kept(name: str, board: Board, moves: Moves) -> float:
    """Return the bytes of a stored state, averaged over all states on the way."""
    gc.collect()
    tracemalloc.start()
    states = _WAYS[name](board, moves)
    kept = tracemalloc.get_traced_memory()[0] / len(states)
    tracemalloc.stop()
    return kept


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


_WAYS: dict[str, Callable[[Board, Moves], list[object]]] = {
    "copied masks": _copied_masks, "copied sets": _copied_sets, "boards": _boards, "grids": _grids,
}  # fmt: skip
