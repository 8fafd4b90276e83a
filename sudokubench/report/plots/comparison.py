"""Plots that compare backends: forest plot, cactus plot, scatter plot, distance from the best, mean ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sudokubench.pages.frame import INK, MUTED
from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.draw import HUES
from sudokubench.report.model import Column, Display, Figure, Say
from sudokubench.report.plots import common
from sudokubench.report.tables import BACKEND, FASTEST, SOLVED, surely
from sudokubench.report.values import shown
from sudokubench.words import Words, untranslated

SAMPLE = 1000
"""Largest number of puzzles in a scatter plot; the sample is random, with a fixed seed."""

_BEYOND = 6
"""Factor by which the axes of scatter plots extend beyond the slowest solved puzzle: room for the unsolved puzzles."""

SIDE = 380
"""Side of a scatter plot."""

_NEAR, _CLIP = 1.5, 2.0
"""If a backend is within the first factor of the best, a forest plot ends at the second, so that near ones differ."""

VIRTUAL = Words("virtual best", "仮想最良")


def forest(a: Analysis) -> Figure | Words:
    """Plot how many times as long as the first each backend takes, with intervals."""
    field = [j for j in a.order if a.present[j]]
    if len(field) < 2 or not a.solved[field[0]]:
        return Words(
            "Times of the first: it takes two backends and a solved puzzle.",
            "先頭に対する時間の倍率：2 個のバックエンドと解けた問題が必要です。",
        )
    lead = field[0]
    ratios = a.slowdown
    rows = [(a.names[j], ratios[j]) for j in field]
    n = int((a.common & a.cells.solved[:, lead]).sum())
    known = np.array([[ratios[j].value, ratios[j].low, ratios[j].high] for j in field])
    least, most = float(np.nanmin(known)), float(np.nanmax(known))
    near = any(1 / _NEAR < ratios[j].value < _NEAR for j in field if j != lead)
    clipped = near and max(most, 1 / least) > _CLIP
    if clipped:
        least, most = max(least, 1 / _CLIP), _CLIP

    def draw(say: Say) -> Any:
        alt = common.altair()
        names = common.labels(a, say)
        axis = common.log_axis("", least / 1.1, most if clipped else most * 1.1, "×", 4)
        low, high = axis["scale"]["domain"]
        points: list[dict[str, Any]] = [
            {
                "b": names[j],
                "r": float(np.clip(one.value, low, high)),
                "low": float(np.clip(one.low, low, high)),
                "high": float(np.clip(one.high, low, high)),
                "beyond": "◀" if one.value < low else "▶" if one.value > high else "",
                "t": shown(one, Display.RATIO, "en"),
            }
            for j in field
            for one in [ratios[j]]
        ]
        y = alt.Y("b:N", sort=[p["b"] for p in points], title=None, axis=common.NAMES)
        x = alt.X("r:Q", **axis)
        base = common.chart(points, height=alt.Step(common.STEP))
        inside = [(p, j) for p, j in zip(points, field, strict=True) if not p["beyond"]]
        judged = [p for p, j in inside if a.judged[j]]
        bars = common.chart([p for p in judged if np.isfinite(p["low"])])
        sure = [p for p, j in inside if a.judged[j] and not ratios[j].at_least]
        bound = [p for p, j in inside if ratios[j].at_least]
        hollow = [p for p, _ in inside if p not in sure and p not in bound]
        beyond = [p for p in points if p["beyond"]]
        mark = {"size": 70, "opacity": 1, "color": HUES[0]}
        layers = [
            common.chart([{"r": 1}]).mark_rule(color=MUTED, strokeDash=[3, 3]).encode(x=x),
            bars.mark_rule(strokeWidth=3, color=HUES[0], opacity=0.55).encode(
                y=y, x=alt.X("low:Q", **axis), x2="high:Q"
            ),
            common.chart(sure).mark_point(filled=True, shape="square", **mark).encode(x=x, y=y),
            common.chart(bound).mark_point(shape="triangle-right", **mark).encode(x=x, y=y),
            common.chart(hollow).mark_point(shape="square", **mark).encode(x=x, y=y),
            common.chart(beyond).mark_text(color=HUES[0]).encode(x=x, y=y, text="beyond:N"),
            base.mark_text(align="left", dx=10, color=INK).encode(y=y, x=alt.value("width"), text="t:N"),
        ]
        return common.fitted(alt.layer(*layers), 145)

    bounds = any(one.at_least for one in ratios)
    note = Words(
        f"Geometric mean, over the {n:,} common puzzles that {a.names[lead]} solved, of the time over its own; bars "
        "are 95 % intervals."
        + (" A triangle is a lower bound (≥): what was not solved took the limit at least." if bounds else "")
        + ("" if a.judged[field].all() else " A hollow square rests on too few batches for an interval.")
        + (f" The axis ends at {_CLIP:g}×; an arrow (▶) stands for a backend beyond." if clipped else ""),
        f"{a.names[lead]} が解いた共通の {n:,} 問についての、その時間に対する倍率の幾何平均。棒は 95 %区間です。"
        + ("三角は下限（≥）で、解けなかった問題には少なくとも制限時間がかかっています。" if bounds else "")
        + ("" if a.judged[field].all() else "白抜きの四角は一括の回数が少なく、区間がありません。")
        + (f"軸は {_CLIP:g}× までで、矢印（▶）はその外にあるものです。" if clipped else ""),
    )
    return common.plotted(
        "forest",
        Words(f"Times as long as {a.names[lead]}", f"{a.names[lead]} に対する時間の倍率"),
        Words(
            f"Forest plot: how many times as long each of {len(field)} backends takes as {a.names[lead]}.",
            f"{len(field)} 個のバックエンドの、{a.names[lead]} に対する時間の倍率と区間。",
        ),
        note,
        draw,
        (BACKEND, Column("ratio", Words("times the first", "先頭比（倍）"), Display.RATIO)),
        rows,
    )


def _ascending(
    a: Analysis, curves: Sequence[tuple[str, st.Floats]], most: int, x_title: Words, y_title: Words, unit: str
) -> Callable[[Say], Any]:
    """Return a function that draws sorted values of backends, each curve with its name; "" is the virtual best.

    Args:
        a: The backends.
        curves: Names and sorted values, of the puzzles that were solved; the virtual best, if any, comes first.
        most: The end of the horizontal axis: the number of puzzles.
        x_title: Title of the horizontal axis.
        y_title: Title of the vertical axis.
        unit: See `common.log_axis`.
    """
    curves = [(name, values) for name, values in curves if values.size]
    least, largest = min(float(v[0]) for _, v in curves), max(float(v[-1]) for _, v in curves)

    def draw(say: Say) -> Any:
        alt = common.altair()
        names = {"": say(VIRTUAL)} | dict(zip(a.names, common.labels(a, say), strict=True))
        tall = common.height(len(curves))
        points: list[dict[str, Any]] = [
            {"series": name, "x": int(i) + 1, "y": float(values[i])}
            for name, values in curves
            for i in common.thin(len(values))
        ]
        y = common.log_axis(say(y_title), least, largest, unit)
        x = alt.X(
            "x:Q",
            title=say(x_title),
            scale=alt.Scale(domain=[0, most], nice=False),
            axis=alt.Axis(tickMinStep=1),
        )
        lines = [(name, names[name], float(values.size), float(values[-1])) for name, values in curves]
        place = {"x": x, "y": alt.Y("y:Q", **y)}
        layers = [
            common.chart(points).mark_line(strokeWidth=2).encode(**place, order="x:Q", **common.series(a)),
            *common.named(a, lines, (0, most), y, tall),
            common.chart([points[0]], name="cursor")
            .mark_point(filled=True, size=70, opacity=0)
            .encode(**place),
        ]
        return alt.layer(*layers).properties(width=common.WIDTH, height=tall)

    return draw


def cactus_domain(a: Analysis) -> tuple[float, float, int]:
    """Return lowest and highest time of the cactus plot, and how many puzzles were asked."""
    times = a.cells.seconds[a.cells.solved & a.common[:, None]]
    return *common.widened(max(float(times.min()), 1e-9), float(times.max())), int(a.common.sum())


def cactus(a: Analysis) -> Figure | Words:
    """Plot the solved puzzles against the time for each, of the common puzzles."""
    solved = a.cells.solved & a.common[:, None]
    if not solved.any():
        return Words("Cactus plot: nobody solved anything.", "カクタスプロット：誰も 1 問も解いていません。")
    field = [j for j in a.order if solved[:, j].any()]
    curves = [
        ("", np.sort(a.best[a.common & ~np.isnan(a.best)])),
        *((a.names[j], np.sort(np.maximum(a.cells.seconds[solved[:, j], j], 1e-9))) for j in field),
    ]
    n = int(a.common.sum())
    thinned = max(len(t) for _, t in curves) > common.CURVE
    sampled = (
        (f" Curves show {common.CURVE} of their points.", f"曲線は {common.CURVE} 点を抜き出しています。")
        if thinned
        else ("", "")
    )
    fastest = a.names[a.order[0]]
    return common.plotted(
        "cactus",
        Words("Cactus plot", "カクタスプロット"),
        Words(
            f"Sorted times of solved puzzles for {len(a.names)} backends and the virtual best; fastest on average: "
            f"{fastest}.",
            f"{len(a.names)} 個のバックエンドと仮想最良の、解けた問題の時間を小さい順に並べた曲線。平均で最速は "
            f"{fastest}。",
        ),
        Words(
            f"Of the {n:,} puzzles that all were asked, those that each backend solved, sorted by its own time: lower "
            "is faster, further right is more solved." + sampled[0],
            f"全部に出題された {n:,} 問のうち各バックエンドが解いた問題を、自身の時間順に並べます。低いほど速く、右に"
            "長いほど多く解いています。" + sampled[1],
        ),
        _ascending(a, curves, n, Words("puzzles solved", "解けた問題数"), common.SECONDS, "s"),
        (BACKEND, SOLVED, Column("seconds", Words("time", "時間"), Display.SECONDS)),
        [
            (name or "virtual best", int(i) + 1, float(t[i]))
            for name, t in curves
            for i in common.thin(len(t))
        ],
    )


def sampled_rows(a: Analysis) -> Any:
    """Return the puzzles for scatter plots: puzzles that any backend solved, or a random sample of them."""
    known = np.flatnonzero(a.cells.solved.any(axis=1))
    if len(known) <= SAMPLE:
        return known
    return np.sort(np.random.default_rng(0).choice(known, SAMPLE, replace=False))


def scatter_domain(a: Analysis) -> tuple[float, float]:
    """Return lowest and highest time on both axes of every scatter plot, the rail for unsolved puzzles included."""
    times = a.cells.seconds[a.cells.solved]
    low, high = float(np.maximum(times.min(), 1e-9)), float(times.max())
    high = max(high, low * 10)
    return low / 1.5, high * _BEYOND


def scatter(a: Analysis) -> Figure | Words:
    """Plot the two best backends against each other; the page can show any two in the same frame."""
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

    def draw(say: Say) -> Any:
        alt = common.altair()
        names = common.labels(a, say)
        x = alt.X("x:Q", **common.log_axis(names[i], low, high, "s", 6, last))
        y = alt.Y("y:Q", **common.log_axis(names[j], low, high, "s", last=last))

        def line(start: tuple[float, float], end: tuple[float, float], **style: Any) -> Any:
            ends = [{"x": px, "y": py} for px, py in (start, end)]
            return common.chart(ends).mark_line(**style).encode(x=x, y=y)

        # Guides end, with their labels, between the slowest solved puzzle and the rails.
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
            common.chart(texts).mark_text(color=MUTED, fontSize=10, **place).encode(x=x, y=y, text="t:N")
            for texts, place in (
                (above, {"align": "center", "baseline": "bottom", "dy": -3}),
                (beside, {"align": "left", "baseline": "middle", "dx": 4}),
            )
        ]
        rails = [
            line(start, end, color=HUES[1], strokeWidth=1)
            for start, end in (((rail, low), (rail, high)), ((low, rail), (high, rail)))
        ]
        unsolved = (
            common.chart([{"x": low, "y": rail}])
            .mark_text(
                text=say(Words("not solved (no time)", "未解決（時間なし）")),
                color=HUES[1],
                align="left",
                baseline="bottom",
                dx=4,
                dy=-2,
                fontSize=10,
            )
            .encode(x=x, y=y)
        )
        dots = common.chart(points, name="cloud").mark_point(filled=True, size=26, opacity=0.7, color=HUES[0])
        layers = (*guides, *rails, unsolved, *marks, dots.encode(x=x, y=y))
        return alt.layer(*layers).properties(width=SIDE, height=SIDE)

    known = int(a.cells.solved.any(axis=1).sum())
    sampled = (
        (
            f"A random sample of {len(rows):,} of {known:,} puzzles.",
            f"{known:,} 問から無作為に {len(rows):,} 問を抽出。",
        )
        if len(rows) < known
        else (f"All {known:,} puzzles that anybody solved.", f"誰かが解いた {known:,} 問すべて。")
    )
    return common.plotted(
        "scatter",
        Words("Any two against each other", "任意の 2 個の比較"),
        Words(
            f"Log-log scatter plot of the times of {a.names[i]} and {a.names[j]}.",
            f"{a.names[i]} と {a.names[j]} の時間の両対数散布図。",
        ),
        Words(
            "A point is a puzzle; above the diagonal the horizontal backend is faster. Dashed guides are at 2 and "
            f"10 times; points on the orange rails were not solved within the limit of {a.cells.limit_s:.6g} s: a "
            f"rail stands beyond the scale and for no time. {sampled[0]}",
            "点は 1 問で、対角線より上なら横軸の方が速いことを示します。破線は 2 倍と 10 倍。橙色の線上の点は制限時"
            f"間 {a.cells.limit_s:.6g} 秒以内に未解決です（線は目盛りの外にあり、時間を表しません）。{sampled[1]}",
        ),
        draw,
        (
            Column("puzzle", Words("puzzle", "問題"), Display.CODE),
            *(Column(f"{a.names[c]}_s", untranslated(a.names[c]), Display.SECONDS) for c in a.order),
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
    """Plot the share of puzzles within a factor of the best."""
    ratios = a.slowdowns
    if a.judged.sum() < 2 or not (a.cells.solved & a.common[:, None])[:, a.judged].any():
        return Words(
            "ECDF of slowdown: it takes two backends and a solved puzzle.",
            "倍率の累積分布：2 個のバックエンドと解けた問題が必要です。",
        )
    solved = a.cells.solved & a.common[:, None] & ~np.isnan(ratios)
    n = int(a.common.sum())
    field = [j for j in a.order if a.judged[j] and solved[:, j].any()]
    curves = [(a.names[j], np.sort(ratios[solved[:, j], j])) for j in field]
    at = np.geomspace(1, max(*(float(v[-1]) for _, v in curves), 1.1), common.CURVE)
    rows = [
        (name, float(x), float(y) * len(values) / n)
        for name, values in curves
        for x, y in zip(at, st.ecdf(values, at), strict=True)
    ]

    return common.plotted(
        "slowdown",
        Words("How far from the best", "最良からの隔たり"),
        Words(
            "Share of puzzles solved within a factor of the best time, for each backend.",
            "最良時間の何倍以内で解けた問題の割合。",
        ),
        Words(
            f"How many of the {n:,} puzzles that all were asked a backend solved within so many times the best time. "
            "Where a curve leaves 1×: how often it is itself the best. A curve that ends early left puzzles unsolved.",
            f"全部に出題された {n:,} 問のうち、各バックエンドが最良時間のその倍率以内で解いた問題数。1× を離れる所ま"
            "でが自身が最良の問題数です。途中で終わる曲線には未解決の問題があります。",
        ),
        _ascending(a, curves, n, Words("puzzles", "問題数"), FASTEST.title, "×"),
        (
            BACKEND,
            Column("factor", FASTEST.title, Display.RATIO),
            Column("share", Words("share", "割合"), Display.SHARE),
        ),
        rows,
    )


def groups(a: Analysis) -> Figure | Words:
    """Plot mean ranks, and the groups of backends that the tests of pairs cannot separate."""
    n, k = a.ranked, int(a.judged.sum())
    if k < 2 or n < 2:
        return Words(
            "Groups: it takes two backends that were asked the same two puzzles.",
            "組：同じ 2 問以上に答えた 2 個以上のバックエンドが必要です。",
        )
    if not a.sure:
        return Words("Groups: ", "組：") + surely(a)
    # Borda's score is the share of opponents beaten, so the rank is one more than the number of the others.
    ranks = [st.Interval(k - (k - 1) * b.value, k - (k - 1) * b.high, k - (k - 1) * b.low) for b in a.borda]
    order = sorted(np.flatnonzero(a.judged).tolist(), key=lambda j: ranks[j].value)
    rows = [
        (a.names[j], ranks[j], ", ".join(str(g + 1) for g, group in enumerate(a.groups) if j in group) or "-")
        for j in order
    ]

    def draw(say: Say) -> Any:
        alt = common.altair()
        shown = common.labels(a, say)
        names = [shown[j] for j in order]
        y = alt.Y("b:N", sort=names, title=None, axis=common.NAMES)
        top = max(k, 2)
        x = alt.X(
            "r:Q",
            title=say(Words("mean rank", "平均順位")),
            scale=alt.Scale(domain=[1, top + 0.4 + 0.05 * k * len(a.groups)], nice=False),
            axis=alt.Axis(orient="top", values=list(range(1, top + 1, max(1, k // 10)))),
        )
        points = [{"b": shown[j], "r": ranks[j].value} for j in order]
        members = [
            {"b": shown[j], "r": top + 0.4 + 0.05 * k * (g + 0.5), "g": g}
            for g, one in enumerate(a.groups)
            for j in one
        ]
        layers = [
            common.chart(points, height=alt.Step(common.STEP))
            .mark_point(filled=True, size=70, color=HUES[0], opacity=1)
            .encode(x=x, y=y),
            common.chart(members).mark_line(color=HUES[1], strokeWidth=2).encode(x=x, y=y, detail="g:N"),
            common.chart(members).mark_point(filled=True, size=60, color=HUES[1], opacity=1).encode(x=x, y=y),
        ]
        return common.fitted(alt.layer(*layers))

    return common.plotted(
        "groups",
        Words("Mean ranks and groups", "平均順位と組"),
        Words(
            f"Mean ranks of {k} backends; {len(a.groups)} groups join those that cannot be told apart.",
            f"{k} 個のバックエンドの平均順位。違いを言えないものを結ぶ組は {len(a.groups)} 個です。",
        ),
        Words(
            f"Mean rank over {n:,} puzzles (1 is the fastest). At the right, the dots of one line are backends of "
            "which no two differ beyond chance at 5 % by the tests of the table of pairs, corrected by Holm.",
            f"{n:,} 問の平均順位（1 が最速）。右の線で結んだ点は、一対比較の表の検定（Holm 補正、5 %）"
            "でどの 2 個の違いも言えないバックエンドの組です。",
        ),
        draw,
        (
            BACKEND,
            Column("mean_rank", Words("mean rank", "平均順位"), Display.NUMBER),
            Column("groups", Words("group", "組")),
        ),
        rows,
    )
