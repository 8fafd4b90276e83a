"""Parts of the study about states: bit masks against sets, and what an immutable state costs."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from time import process_time

import numpy as np

from benchmarks.study import masks
from benchmarks.study.runs import Cell, Runs, Sheet, ratio
from sudokubench import solve
from sudokubench.board import Board
from sudokubench.logic.grid import CandidateGrid
from sudokubench.report import statistics as st
from sudokubench.report.values import Display, shown
from sudokubench.words import Words


def masks_and_sets(runs: Runs) -> Iterator[Sheet]:
    """CPU time of one search with both kinds of candidates, board by board."""
    boards = [Board.parse(line) for line in runs.boards("17", 60)]
    most = 4_000
    seconds: dict[str, list[float]] = {"masks": [], "sets": []}
    nodes = []
    for board in boards:
        counts = {}
        for name, search in (("masks", masks.search_masks), ("sets", masks.search_sets)):
            begun = process_time()
            counts[name] = search(board.digits, most=most)
            seconds[name].append(process_time() - begun)
        if counts["masks"] != counts["sets"]:
            raise SystemExit(f"{board}: the trees differ, {counts}")
        nodes.append(counts["masks"])
    fast, slow = (np.array(seconds[name]) for name in ("masks", "sets"))
    rows = [
        (words, shown(float(np.median(spent)), Display.SECONDS, "en"), f"{1e6 * spent.sum() / sum(nodes):.1f} µs",
         st.geometric_means((spent / fast)[:, None])[0])
        for words, spent in ((Words("bit masks", "ビットマスク"), fast), (Words("sets", "集合"), slow))
    ]  # fmt: skip
    head = (
        Words("candidates", "候補の表現"), Words("median of a board", "盤面の中央値"), Words("a node", "ノードあたり"),
        Words("time ÷ bit masks", "時間 ÷ ビットマスク"),
    )  # fmt: skip
    told = f"{len(boards)} × 17, ≤ {most:,} nodes"
    yield Sheet(head, rows, f"`python -m benchmarks.study masks` ({told})")


def persistent(runs: Runs) -> Iterator[Sheet]:
    """Time and memory of a further state that leaves the one before it as it was."""
    lines = runs.boards("17", 40)
    ways: dict[Words, Callable[[Board, list[tuple[int, int]]], list[object]]] = {
        Words("81 masks, copied", "81 個のマスクの複写"): _copied_masks,
        Words("81 sets, copied", "81 個の集合の複写"): _copied_sets,
        Words("`Board` (digits only)", "`Board`（数字のみ）"): _boards,
        Words(
            "`CandidateGrid` (bitboards, knows its parent)", "`CandidateGrid`（ビットボード、親を参照）"
        ): _grids,
    }
    spent: dict[Words, list[float]] = {words: [] for words in ways}
    kept: dict[Words, list[float]] = {words: [] for words in ways}
    for line in lines:
        board = Board.parse(line)
        solution = solve(board).solution
        assert solution is not None
        moves = [(cell, solution.digits[cell]) for cell in range(81) if not board.digits[cell]]
        for words, way in ways.items():
            best = float("inf")
            for _ in range(5):
                begun = process_time()
                for _ in range(4):
                    way(board, moves)
                best = min(best, (process_time() - begun) / 4 / len(moves))
            spent[words].append(best)
            gc.collect()
            tracemalloc.start()
            states = way(board, moves)
            kept[words].append(tracemalloc.get_traced_memory()[0] / len(states))
            tracemalloc.stop()
            del states
    first = next(iter(ways))
    rows: list[tuple[Cell, ...]] = []
    for words in ways:
        ns, size = 1e9 * np.array(spent[words]), np.array(kept[words])
        rows.append((
            words, f"{np.median(ns) / 1e3:.2f} µs", ratio(ns, 1e9 * np.array(spent[first])),
            f"{np.median(size):,.0f}", ratio(size, np.array(kept[first])),
        ))  # fmt: skip
    head = (
        Words("a further state", "次の状態"), Words("time", "時間"), Words("÷ masks", "÷ マスク"),
        Words("bytes kept", "保持バイト数"), Words("÷ masks", "÷ マスク"),
    )  # fmt: skip
    yield Sheet(head, rows, "`python -m benchmarks.study states`")


def _copied_masks(board: Board, moves: list[tuple[int, int]]) -> list[object]:
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


def _copied_sets(board: Board, moves: list[tuple[int, int]]) -> list[object]:
    state = [set(board.candidates(cell)) for cell in range(81)]
    states: list[object] = []
    for cell, digit in moves:
        state = [candidates.copy() for candidates in state]
        for peer in masks.PEERS[cell]:
            state[peer].discard(digit)
        state[cell] = {digit}
        states.append(state)
    return states


def _boards(board: Board, moves: list[tuple[int, int]]) -> list[object]:
    states: list[object] = []
    for cell, digit in moves:
        board = board.with_digit(cell, digit)
        states.append(board)
    return states


def _grids(board: Board, moves: list[tuple[int, int]]) -> list[object]:
    grid = CandidateGrid.of(board)
    states: list[object] = []
    for cell, digit in moves:
        grid = grid.apply((9 * cell + digit - 1,))
        states.append(grid)
    return states
