"""Parts of the study that are runs of the harness: what takes how long."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.inputs import sized_board
from benchmarks.study.runs import HEAD, Cell, Run, Runs, Sheet, interval
from sudokubench.backends import backend
from sudokubench.encodings.cnf import ENCODINGS
from sudokubench.report import statistics as st
from sudokubench.report.compare import compare
from sudokubench.report.values import Display, shown
from sudokubench.words import Words


def trominoes(runs: Runs) -> Iterator[Sheet]:
    """Dancing links against algorithm X, and the compiler apart."""
    problems = ["tromino:5-0", "tromino:7-0"] + ([] if runs.quick else ["tromino:8-0"])
    backends = "dlx:kernel=nodes,algorithm_x,dlx"
    rows: list[tuple[Cell, ...]] = []
    for problem in problems:
        run = runs.run(problem, "--task", "count", "--repeat", "3", "--backend", backends, limit_s=60)
        a = run.analysis
        if not a.cells.solved.all():
            raise SystemExit(f"{problem}: not counted within 60 s")
        seconds = {name: float(a.cells.seconds[0, a.names.index(name)]) for name in a.names}
        base = seconds["dlx:kernel=nodes"]
        for name in backends.split(","):
            spread = a.cells.spread[0, a.names.index(name)]
            rows.append((
                f"{problem}, `{name}`", shown(seconds[name], Display.SECONDS, "en"), f"{seconds[name] / base:.3g}",
                f"{spread:.2f}",
            ))  # fmt: skip
    head = (
        Words("problem and backend", "問題とバックエンド"), Words("median of 3", "3 回の中央値"),
        Words("time ÷ linked objects", "時間 ÷ リンクのオブジェクト版"),
        Words("slowest ÷ fastest", "最も遅い回 ÷ 速い回"),
    )  # fmt: skip
    yield Sheet(head, rows, run.told)


def encodings(runs: Runs) -> Iterator[Sheet]:
    """SAT encodings and solvers."""
    solvers = ("cadical153", "glucose4", "minisat22")
    found = [backend(f"sat:solver={s},encoding={e}") for s in solvers for e in ENCODINGS]
    specs = [f"sat:solver={b.solver},encoding={b.encoding}" for b in found]  # type: ignore[attr-defined]
    name = runs.corpus("17", 100)
    run = runs.run(name, "--backend", ",".join(specs))
    base = run.analysis.names[run.analysis.order[0]]
    told = (
        f"`sudokubench run {name} --backend sat:solver=SOLVER,encoding=ENCODING,... --time-limit 5 --seed 1`"
    )
    yield Sheet(HEAD, list(run.rows(base)), told)


def models(runs: Runs) -> Iterator[Sheet]:
    """AllDifferent against Booleans in CP-SAT."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("17", "hard"):
        run = runs.run(runs.corpus(name, 100), "--backend", "cpsat,cpsat:model=boolean")
        rows += run.rows("cpsat", f"{name}: ")
    yield Sheet((Words("set: backend", "問題集：バックエンド"), *HEAD[1:]), rows, run.told)


_SIZES = (
    (4, 0.4, 60),
    (6, 0.36, 60),
    (9, 0.3, 60),
    (12, 0.36, 60),
    (16, 0.42, 60),
    (20, 0.46, 50),
    (25, 0.5, 50),
)
"""(side, share of clues or as few as random removal gets, boards)"""


def sizes(runs: Runs) -> Iterator[Sheet]:
    """Which engine is fastest at which size."""
    rows: list[tuple[Cell, ...]] = []
    for size, density, n in _SIZES:
        if size in {9, 16, 25}:
            run = _sized(runs, size, density, n)
            rows += run.rows("dlx", f"{size}x{size}: ")
    yield Sheet((Words("size: backend", "大きさ：バックエンド"), *HEAD[1:]), rows, run.told)


def _sized(runs: Runs, size: int, density: float, n: int) -> Run:
    boards = [
        str(sized_board(size, "unique", density, seed)) for seed in range(max(4, n // 8) if runs.quick else n)
    ]
    name = runs.file(f"size{size}", boards)
    return runs.run(name, "--from", "line", "--backend", "dlx,sat,cpsat")


def scaling(runs: Runs) -> Iterator[Sheet]:
    """Exponents of the time in the side of the board, and how far the slowest boards lie from the median."""
    logs: dict[str, list[tuple[float, st.Floats]]] = {}
    tails: dict[str, dict[int, str]] = {}
    late: dict[str, int] = {}
    for size, density, n in _SIZES:
        a = _sized(runs, size, density, n).analysis
        for j, name in enumerate(a.names):
            cost = a.cells.cost[:, j]
            logs.setdefault(name, []).append((np.log(size), np.log(cost)))
            tails.setdefault(name, {})[size] = f"{np.quantile(cost, 0.95) / np.median(cost):.3g}"
            late[name] = late.get(name, 0) + int((~a.cells.solved[:, j]).sum())
    shown_sizes = (9, 16, 25)
    rows: list[tuple[Cell, ...]] = []
    for name, groups in logs.items():
        small = _slope([g for g in groups if g[0] <= np.log(16)])
        large = _slope([g for g in groups if g[0] >= np.log(16)])
        tail = [tails[name][size] for size in shown_sizes]
        rows.append((f"`{name}`", _slope(groups), small, large, *tail, late[name]))
    head = (
        Words("backend", "バックエンド"), Words("exponent, 4 to 25", "指数（4〜25）"), Words("4 to 16", "4〜16"),
        Words("16 to 25", "16〜25"),
        *(Words(f"p95 ÷ median, {size}", f"95 %点 ÷ 中央値（{size}）") for size in shown_sizes),
        Words("not solved in 5 s", "5 秒で未解決"),
    )  # fmt: skip
    yield Sheet(
        head, rows, "`sudokubench run size25.txt --from line --backend dlx,sat,cpsat --time-limit 5 --seed 1`"
    )


def _slope(groups: list[tuple[float, st.Floats]]) -> st.Interval:
    """The slope of log time in log side by least squares; boards are drawn again within each size."""
    random = np.random.default_rng(0)
    x = np.concatenate([np.full(len(logs), size) for size, logs in groups])

    def fitted(parts: list[st.Floats]) -> float:
        return float(np.polyfit(x, np.concatenate(parts), 1)[0])

    drawn = [
        fitted([logs[random.integers(0, len(logs), len(logs))] for _, logs in groups]) for _ in range(500)
    ]
    return interval(fitted([logs for _, logs in groups]), drawn)


def uniqueness(runs: Runs) -> Iterator[Sheet]:
    """Where the proof of uniqueness costs more than the solution."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("17", "hard"):
        corpus = runs.corpus(name, 100)
        solve, unique = (
            runs.run(corpus, "--task", task, "--repeat", "3", "--backend", "dlx,sat,cpsat")
            for task in ("solve", "unique")
        )
        rows += [
            (f"{name}: `{c.backend}`", c.puzzles, c.ratio)
            for c in sorted(compare(solve.analysis, unique.analysis), key=lambda c: c.backend)
        ]
    head = (
        Words("set: backend", "問題集：バックエンド"), Words("puzzles", "問題数"),
        Words("time unique ÷ solve", "時間：一意性 ÷ 求解"),
    )  # fmt: skip
    yield Sheet(head, rows, f"{solve.told}, {unique.told}")
