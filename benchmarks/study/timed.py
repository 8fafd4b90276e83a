"""Parts of the study about time."""

from __future__ import annotations

from functools import cache
from math import log

import numpy as np

from benchmarks.inputs import sized_board
from benchmarks.study.searched import NAME, SET, TIME, sample
from benchmarks.study.sheets import Cell, sheet
from benchmarks.study.turns import Turns, boards, turns
from sudokubench.encodings.cnf import ENCODINGS
from sudokubench.report.model import Column, Table
from sudokubench.report.statistics import Interval, Mean, two_level_mean
from sudokubench.report.values import Display
from sudokubench.words import Words

LIMIT_S = 5
_MEDIAN = Column("median", Words("median", "中央値"), Display.SECONDS)


def trominoes(quick: bool) -> Table:
    """Compare dancing links with algorithm X; measure the effect of the compiler separately."""
    base, names = "dlx:kernel=nodes", ("dlx:kernel=nodes", "algorithm_x", "dlx")
    rows: list[tuple[Cell, ...]] = []
    for problem in ("tromino:5-0", "tromino:7-0", *([] if quick else ["tromino:8-0", "tromino:9"])):
        run = turns(names if problem != "tromino:9" else ("dlx",), problem=problem, limit=None)
        for name in run.names:
            (solutions,) = run.counted(name, "solutions")
            # these take a minute or more each
            time = run.ratio(name, base) if base in run.names else Words("–", "–")
            rows.append((f"{problem}, `{name}`", int(solutions), run.median_s(name), time))
    columns = (
        Column("name", Words("problem and backend", "問題とバックエンド")),
        Column("solutions", Words("tilings", "敷き詰めの数"), Display.COUNT),
        Column("median", Words("median of the sessions", "セッションの中央値"), Display.SECONDS),
        Column("time", Words("CPU time ÷ linked objects", "CPU時間 ÷ リンクのオブジェクト版"), Display.RATIO),
    )
    return sheet(
        columns, rows, Words("All tilings counted, one by one", "すべての敷き詰めを1つずつ数えたもの")
    )


def encodings(quick: bool) -> Table:
    """Compare SAT encodings and solvers."""
    solvers = ("cadical153", "glucose4", "minisat22")
    names = [f"sat:solver={s},encoding={e}" for s in solvers for e in ENCODINGS]
    lines = boards("17", 50, quick)
    run = turns(names, lines)
    base = "sat:solver=cadical153,encoding=extended"
    found = {name: run.ratio(name, base) for name in names}
    rows: list[tuple[Cell, ...]] = [
        (f"`{name.removeprefix('sat:')}`", run.median_s(name), found[name])
        for name in sorted(names, key=lambda each: found[each].value)
    ]
    return sheet((NAME, _MEDIAN, TIME), rows, sample(len(lines), "17"))


def models(quick: bool) -> Table:
    """Compare AllDifferent with Booleans in CP-SAT."""
    rows: list[tuple[Cell, ...]] = []
    for label in ("17", "hard", "16x16", "25x25"):
        large = "x" in label
        lines = (
            _sized(int(label[:2]), 0.5 if label == "16x16" else 0.55, quick)
            if large
            else boards(label, 60, quick)
        )
        run = turns(
            ("cpsat", "cpsat:model=boolean"), lines, problem=label if large else "9x9", seconds=LIMIT_S
        )
        rows += [(f"{label}: `{name}`", run.median_s(name), run.ratio(name, "cpsat")) for name in run.names]
    source = Words(
        "Boards: 60 × 17 clues, 60 × hard, 40 × 16x16 with half of the cells given, 40 × 25x25 with 55 %",
        "盤面：60 × 与え値17個、60 × 難問、40 × 16x16（半分のマスが与え値）、40 × 25x25（55 %）",
    )  # fmt: skip
    return sheet((SET, _MEDIAN, TIME), rows, source)


SHARES = (0.5, 0.55, 0.6)
SIDES = (9, 16, 25)
_ENGINES = ("dlx", "sat", "cpsat")


@cache
def _sized(side: int, share: float, quick: bool) -> tuple[str, ...]:
    return tuple(str(sized_board(side, "unique", share, seed)) for seed in range(8 if quick else 40))


@cache
def _run(side: int, share: float, quick: bool) -> Turns:
    return turns(_ENGINES, _sized(side, share, quick), problem=f"{side}x{side}", seconds=LIMIT_S)


_SIZED = Words(
    "Boards: 40 of each kind, one solution, this share of clues left by random removal; a search ends after 5 s",
    "盤面：各40、解は1つ、無作為に取り除いてその割合の与え値を残したもの。探索は5秒まで",
)  # fmt: skip


def sizes(quick: bool) -> Table:
    """Find the fastest engine for each side of the board and share of clues: medians, tails, ratios."""
    rows: list[tuple[Cell, ...]] = []
    for side, share in [
        (9, 0.3),
        (9, 0.4),
        (16, 0.42),
        *((side, share) for side in SIDES for share in SHARES),
    ]:
        run = _run(side, share, quick)
        spent = np.median(run.seconds, axis=0)  # over the sessions: shape (contestants, boards)
        tails = [float(np.quantile(each, 0.95) / np.median(each)) for each in spent]
        rows.append((
            f"{side}x{side}, {100 * share:.0f} %", run.given_up("dlx"), run.median_s("dlx"), *tails,
            *(run.ratio(name, "dlx") for name in ("sat", "cpsat")), run.ratio("cpsat", "sat"),
        ))  # fmt: skip
    columns = (
        Column("name", Words("side, clues", "大きさ、与え値")),
        Column("given_up", Words("dlx given up", "dlxの打ち切り"), Display.COUNT),
        Column("median", Words("dlx, median", "dlxの中央値"), Display.SECONDS),
        *(Column(f"tail_{name}", Words(f"{name}: p95 ÷ median", f"{name}：95 %点 ÷ 中央値"), Display.RATIO)
          for name in _ENGINES),
        *(Column(name, Words(f"{name} ÷ dlx", f"{name} ÷ dlx"), Display.RATIO) for name in ("sat", "cpsat")),
        Column("between", Words("cpsat ÷ sat", "cpsat ÷ sat"), Display.RATIO),
    )  # fmt: skip
    return sheet(columns, rows, _SIZED)


def scaling(quick: bool) -> Table:
    """Return the exponents with which the time grows from one side of the board to the next, at one share of clues."""
    rows: list[tuple[Cell, ...]] = []
    for share in SHARES:
        for j, name in enumerate(_ENGINES):
            logs = [two_level_mean(np.log(_run(side, share, quick).seconds[:, j])) for side in SIDES]
            steps = [_exponent(logs[i], logs[i + 1], log(SIDES[i + 1] / SIDES[i])) for i in (0, 1)]
            rows.append((f"{100 * share:.0f} %: `{name}`", *steps))
    columns = (
        Column("name", Words("clues: backend", "与え値：バックエンド")),
        Column("small", Words("exponent, 9 to 16", "指数（9〜16）"), Display.RATIO),
        Column("large", Words("exponent, 16 to 25", "指数（16〜25）"), Display.RATIO),
    )
    return sheet(columns, rows, _SIZED)


def _exponent(small: Mean, large: Mean, ratio: float) -> Interval:
    """Return the slope between two means. They were measured separately, so the squares of their intervals add up."""
    reach, value = float(np.hypot(small.half, large.half)) / ratio, (large.value - small.value) / ratio
    return Interval(value, value - reach, value + reach)


def uniqueness(quick: bool) -> Table:
    """Find where the proof of uniqueness costs more than the solution."""
    rows: list[tuple[Cell, ...]] = []
    for label in ("17", "hard"):
        lines = boards(label, 100, quick)
        run = turns([each for name in _ENGINES for each in (name, f"first:{name}")], lines)
        rows += [(f"{label}: `{name}`", run.ratio(name, f"first:{name}")) for name in _ENGINES]
    time = Column("time", Words("CPU time, unique ÷ solve", "CPU時間：一意性 ÷ 求解"), Display.RATIO)
    return sheet((SET, time), rows, sample(len(lines), "17", "hard"))
