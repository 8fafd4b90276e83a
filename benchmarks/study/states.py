"""Parts of the study about states: bit masks against sets, and the cost of an immutable state."""

from __future__ import annotations

import gc
import tracemalloc

import numpy as np

from benchmarks.study.sheets import Cell, sheet
from benchmarks.study.turns import boards, ratio, turns
from benchmarks.study.ways import MASKS_STATES, WAYS, Moves, moves_of
from sudokubench.board import Board
from sudokubench.report.model import Column, Table
from sudokubench.report.values import Display
from sudokubench.words import Words


def masks_and_sets(quick: bool) -> Table:
    """Compare the CPU time of one search with candidates as bit masks and as sets, board by board."""
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
    n, most = len(lines), f"{MASKS_STATES:,}"
    return sheet(
        columns,
        rows,
        Words(
            f"Boards: {n} × 17 clues, at most {most} nodes each",
            f"盤面：{n} × 与え値17個、各{most}ノードまで",
        ),
    )


def persistent(quick: bool) -> Table:
    """Compare ways to make a new state and keep the previous one: time and memory."""
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
    given = [moves_of(line) for line in lines]
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
    """Return the mean number of bytes of a stored state, over the states after each move."""
    gc.collect()
    tracemalloc.start()
    states = WAYS[name](board, moves)
    kept = tracemalloc.get_traced_memory()[0] / len(states)
    tracemalloc.stop()
    return kept
