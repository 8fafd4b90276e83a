"""Backends against each other: cactus plot, scatter plot, distance from the best, mean ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.draw import HUES, MUTED
from sudokubench.report.model import Column, Display, Figure, Say
from sudokubench.report.plots import frame
from sudokubench.report.tables import BACKEND, SLOWDOWN, SOLVED
from sudokubench.words import Words, both

SAMPLE = 1000
"""So many puzzles a scatter plot shows; the sample is random, with a fixed seed."""

_BEYOND = 6
"""The axes of scatter plots go so far beyond the slowest solved puzzle, to make room for the rail of the unsolved."""

VIRTUAL = Words("virtual best", "仮想最良")


def cactus(a: Analysis) -> Figure | Words:
    """Solved puzzles against the time for each."""
    rows: list[tuple[str, int, float]] = []
    curves = [
        ("", a.best[~np.isnan(a.best)]),
        *((a.names[j], a.cells.seconds[a.cells.solved[:, j], j]) for j in a.order),
    ]
    for name, times in curves:
        ordered = np.sort(np.maximum(times, 1e-9))
        rows += [(name, int(i) + 1, float(ordered[i])) for i in frame.thin(len(ordered))]
    if not rows:
        return Words("Cactus plot: nobody solved anything.", "カクタスプロット：誰も 1 問も解いていません。")
    least, most = min(t for _, _, t in rows), max(t for _, _, t in rows)

    def draw(say: Say) -> Any:
        alt = frame.altair()
        shown = {"": say(VIRTUAL)} | {a.names[j]: frame.labels(a, say)[j] for j in range(len(a.names))}
        extra = [say(VIRTUAL)]
        points = [{"series": shown[name], "n": n, "t": t} for name, n, t in rows]
        return (
            frame.chart(points, width=frame.WIDTH, height=frame.HEIGHT)
            .mark_line(interpolate="monotone", strokeWidth=2)
            .encode(
                x=alt.X(
                    "n:Q", title=say(Words("puzzles solved", "解けた問題数")), scale=alt.Scale(nice=False)
                ),
                y=alt.Y("t:Q", **frame.log_axis(say(frame.SECONDS), least, most, "s")),
                order="n:Q",
                **frame.series(a, say, extra),
            )
        )

    thinned = max((len(t) for _, t in curves), default=0) > frame.CURVE
    sampled = (
        (f" Curves show {frame.CURVE} of their points.", f"曲線は {frame.CURVE} 点を抜き出しています。")
        if thinned
        else ("", "")
    )
    fastest = a.names[a.order[0]]
    return frame.plotted(
        "cactus",
        Words("Cactus plot", "カクタスプロット"),
        Words(
            f"Sorted times of solved puzzles for {len(a.names)} backends and the virtual best; fastest on average: "
            f"{fastest}.",
            f"{len(a.names)} 個のバックエンドと仮想最良の、解けた問題の時間を小さい順に並べた曲線。平均で最速は "
            f"{fastest}。",
        ),
        Words(
            "Each backend's solved puzzles, sorted by its own time: lower is faster, further right is "
            "more solved." + sampled[0],
            "各バックエンドが解いた問題を自身の時間順に並べます。低いほど速く、右に長いほど多く解いています。"
            + sampled[1],
        ),
        draw,
        (BACKEND, SOLVED, Column("seconds", Words("time", "時間"), Display.SECONDS)),
        [(name or "virtual best", n, t) for name, n, t in rows],
    )


def sampled_rows(a: Analysis) -> Any:
    """The puzzles that scatter plots show: those that anybody solved, or a random sample of them."""
    known = np.flatnonzero(a.cells.solved.any(axis=1))
    if len(known) <= SAMPLE:
        return known
    return np.sort(np.random.default_rng(0).choice(known, SAMPLE, replace=False))


def scatter_domain(a: Analysis) -> tuple[float, float]:
    """Lowest and highest time on both axes of every scatter plot, the rail for unsolved puzzles included."""
    times = a.cells.seconds[a.cells.solved]
    low, high = float(np.maximum(times.min(), 1e-9)), float(times.max())
    high = max(high, low * 10)
    return low / 1.5, high * _BEYOND


def scatter(a: Analysis) -> Figure | Words:
    """The two best backends against each other; the page can show any two in the same frame."""
    if len(a.names) < 2:
        return Words("Scatter plot: there is only one backend.", "散布図：バックエンドが 1 個だけです。")
    if not a.cells.solved.any():
        return Words("Scatter plot: nobody solved anything.", "散布図：誰も 1 問も解いていません。")
    i, j = a.order[0], a.order[1]
    rows = sampled_rows(a)
    low, high = scatter_domain(a)
    rail, last = high / 1.6, high / _BEYOND
    both_asked = [row for row in rows.tolist() if a.cells.asked[row, i] and a.cells.asked[row, j]]
    times = np.where(a.cells.solved, np.maximum(a.cells.seconds, 1e-9), rail)
    points = [{"x": float(times[row, i]), "y": float(times[row, j])} for row in both_asked]
    size = 420

    def draw(say: Say) -> Any:
        alt = frame.altair()
        names = frame.labels(a, say)
        x = alt.X("x:Q", **frame.log_axis(names[i], low, high, "s", 6, last))
        y = alt.Y("y:Q", **frame.log_axis(names[j], low, high, "s", last=last))

        def line(start: tuple[float, float], end: tuple[float, float], **style: Any) -> Any:
            ends = [{"x": px, "y": py} for px, py in (start, end)]
            return frame.chart(ends).mark_line(**style).encode(x=x, y=y)

        # Guides end, with what they stand for, between the slowest solved puzzle and the rails.
        factors = (0.1, 0.5, 1, 2, 10)
        ends = {f: (last * min(1, 1 / f), last * min(1, f)) for f in factors}
        guides = [
            line(
                (low * max(1, 1 / f), low * max(1, f)),
                ends[f],
                color=MUTED,
                strokeWidth=1.4 if f == 1 else 1,
                strokeDash=[1, 0] if f == 1 else [4, 4],
            )
            for f in factors
        ]
        above = [{"x": ends[f][0], "y": ends[f][1], "t": f"{f:g}×"} for f in factors if f > 1]
        beside = [{"x": ends[f][0], "y": ends[f][1], "t": f"{1 / f:g}×"} for f in factors if f < 1]
        marks = [
            frame.chart(texts).mark_text(color=MUTED, fontSize=10, **place).encode(x=x, y=y, text="t:N")
            for texts, place in (
                (above, {"align": "center", "baseline": "bottom", "dy": -3}),
                (beside, {"align": "left", "baseline": "middle", "dx": 4}),
            )
        ]
        rails = [
            line(start, end, color=HUES[2], strokeWidth=1)
            for start, end in (((rail, low), (rail, high)), ((low, rail), (high, rail)))
        ]
        unsolved = (
            frame.chart([{"x": low, "y": rail}])
            .mark_text(
                text=say(Words("not solved (no time)", "未解決（時間なし）")),
                color=HUES[2],
                align="left",
                baseline="bottom",
                dx=4,
                dy=-2,
                fontSize=10,
            )
            .encode(x=x, y=y)
        )
        dots = frame.chart(points, name="cloud").mark_point(filled=True, size=26, opacity=0.7, color=HUES[0])
        layers = (*guides, *rails, unsolved, *marks, dots.encode(x=x, y=y))
        return alt.layer(*layers).properties(width=size, height=size)

    known = int(a.cells.solved.any(axis=1).sum())
    sampled = (
        (
            f"A random sample of {len(rows):,} of {known:,} puzzles.",
            f"{known:,} 問から無作為に {len(rows):,} 問を抽出。",
        )
        if len(rows) < known
        else (f"All {known:,} puzzles that anybody solved.", f"誰かが解いた {known:,} 問すべて。")
    )
    return frame.plotted(
        "scatter",
        Words("Any two against each other", "任意の 2 個の比較"),
        Words(
            f"Log-log scatter plot of the times of {a.names[i]} and {a.names[j]}.",
            f"{a.names[i]} と {a.names[j]} の時間の両対数散布図。",
        ),
        Words(
            "A point is a puzzle; above the diagonal the horizontal backend is faster. Dashed guides are at 2 and "
            f"10 times; points on the red rails were not solved within the limit of {a.cells.limit_s:.6g} s: a "
            f"rail stands beyond the scale and for no time. {sampled[0]}",
            "点は 1 問で、対角線より上なら横軸の方が速いことを示します。破線は 2 倍と 10 倍。赤い線上の点は制限時"
            f"間 {a.cells.limit_s:.6g} 秒以内に未解決です（線は目盛りの外にあり、時間を表しません）。{sampled[1]}",
        ),
        draw,
        (
            Column("puzzle", Words("puzzle", "問題"), Display.CODE),
            *(Column(f"{a.names[c]}_s", both(a.names[c]), Display.SECONDS) for c in a.order),
        ),
        [
            (
                a.data.places[r],
                *(float(a.cells.seconds[r, c]) if a.cells.solved[r, c] else None for c in a.order),
            )
            for r in rows.tolist()
        ],
        Words("A dash was not solved.", "「–」は未解決です。"),
    )


def slowdown_ecdf(a: Analysis) -> Figure | Words:
    """The share of puzzles within a factor of the best."""
    ratios = a.slowdowns
    if len(a.names) < 2 or not a.cells.solved.any():
        return Words(
            "ECDF of slowdown: it takes two backends and a solved puzzle.",
            "倍率の累積分布：2 個のバックエンドと解けた問題が必要です。",
        )
    largest = float(ratios[a.cells.solved].max())
    at = np.geomspace(1, max(largest, 1.1), frame.CURVE)
    rows: list[tuple[str, float, float]] = []
    for j in a.order:
        mine = ratios[~np.isnan(ratios[:, j]), j]
        within = np.where(a.cells.solved[~np.isnan(ratios[:, j]), j], mine, np.inf)
        rows += [(a.names[j], float(x), float(y)) for x, y in zip(at, st.ecdf(within, at), strict=True)]

    def draw(say: Say) -> Any:
        alt = frame.altair()
        shown = dict(zip(a.names, frame.labels(a, say), strict=True))
        points = [{"series": shown[n], "x": x, "y": y} for n, x, y in rows]
        return (
            frame.chart(points, width=frame.WIDTH, height=frame.HEIGHT)
            .mark_line(interpolate="step-after", strokeWidth=2)
            .encode(
                x=alt.X("x:Q", **frame.log_axis(say(SLOWDOWN.title), 1.0, float(at[-1]), "×")),
                y=alt.Y(
                    "y:Q",
                    title=say(Words("share of puzzles", "問題の割合")),
                    axis=alt.Axis(format=".0%"),
                    scale=alt.Scale(domain=[0, 1]),
                ),
                **frame.series(a, say),
            )
        )

    return frame.plotted(
        "slowdown",
        Words("How far from the best", "最良からの隔たり"),
        Words(
            "Share of puzzles solved within a factor of the best time, for each backend.",
            "最良時間の何倍以内で解けた問題の割合。",
        ),
        Words(
            "The share of its puzzles that a backend solved within so many times the best time. On the left edge: "
            "how often it is itself the best. A curve that ends below 100 % left puzzles unsolved.",
            "各バックエンドが最良時間のその倍率以内で解いた問題の割合。左端は自身が最良である割合です。100 %に届か"
            "ない曲線には未解決の問題があります。",
        ),
        draw,
        (
            BACKEND,
            Column("factor", SLOWDOWN.title, Display.RATIO),
            Column("share", Words("share", "割合"), Display.SHARE),
        ),
        rows,
    )


def critical_difference(a: Analysis) -> Figure | Words:
    """Mean ranks, and which of them cannot be told apart."""
    n, k = a.ranked, len(a.names)
    if k < 2 or n < 2:
        return Words(
            "Critical difference: it takes two backends that were asked the same two puzzles.",
            "臨界差：同じ 2 問以上に答えた 2 個以上のバックエンドが必要です。",
        )
    ranks = st.intervals(a.ranks)
    mean = np.array([one.value for one in ranks])
    difference = st.critical_difference(k, n)
    order = sorted(range(k), key=lambda j: float(mean[j]))
    groups = st.cliques(mean, difference)
    columns = _side_by_side(groups)
    top, step = float(mean.max()) + 0.02 * k, 0.025 * k
    rows = [
        (
            a.names[j],
            ranks[j],
            ", ".join(str(g + 1) for g, (s, e) in enumerate(groups) if s <= place <= e) or "-",
        )
        for place, j in enumerate(order)
    ]

    def draw(say: Say) -> Any:
        alt = frame.altair()
        names = [frame.labels(a, say)[j] for j in order]
        points = [{"b": name, "r": row[1].value} for name, row in zip(names, rows, strict=True)]
        y = alt.Y("b:N", sort=names, title=None, axis=alt.Axis(labelLimit=260, grid=True, gridOpacity=0.5))
        title = say(Words("mean rank", "平均順位"))
        ticks = list(range(1, k + 1, max(1, k // 10)))
        span = alt.Scale(domain=[1.0, top + (max(columns, default=-1) + 1) * step], nice=False)
        x = alt.X("r:Q", title=title, scale=span, axis=alt.Axis(orient="top", values=ticks))
        height = alt.Step(24)
        base = frame.chart(points, width=frame.WIDTH - 140, height=height)
        dots = base.mark_point(filled=True, size=80, color=HUES[0], opacity=1).encode(x=x, y=y)
        thick = {"color": HUES[2], "strokeWidth": 5, "opacity": 0.75, "strokeCap": "round"}
        joined = [
            frame.chart([{"b": names[place], "r": top + (column + 0.5) * step} for place in (first, last)])
            .mark_line(**thick)
            .encode(x=x, y=y)
            for (first, last), column in zip(groups, columns, strict=True)
        ]
        return alt.layer(*joined, dots)

    return frame.plotted(
        "critical-difference",
        Words("Critical difference", "臨界差"),
        Words(
            f"Mean ranks of {k} backends; bars join those whose ranks differ by less than {difference:.3g}.",
            f"{k} 個のバックエンドの平均順位。差が {difference:.3g} 未満のものを棒で結びます。",
        ),
        Words(
            f"Mean rank over {n:,} puzzles (1 is the fastest). Bars at the right join backends whose mean ranks "
            f"differ by less than Nemenyi's critical difference at 5 %, {difference:.3g}: their order may be "
            "chance.",
            f"{n:,} 問の平均順位（1 が最速）。右の棒は、平均順位の差がネメニーの臨界差（5 %）{difference:.3g} 未満"
            "のものを結び、その順序は偶然かもしれません。",
        ),
        draw,
        (
            BACKEND,
            Column("mean_rank", Words("mean rank", "平均順位"), Display.NUMBER),
            Column("groups", Words("group", "組")),
        ),
        rows,
    )


def _side_by_side(groups: Sequence[tuple[int, int]]) -> list[int]:
    """A column for each interval, so that those which share a place do not lie on each other."""
    ends: list[int] = []
    out = []
    for first, last in groups:
        column = next((n for n, end in enumerate(ends) if end < first), len(ends))
        ends[column : column + 1] = [last]
        out.append(column)
    return out
