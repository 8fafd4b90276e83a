"""Plots of costs: where time goes, how steady it is, and the effect of a SAT solver and an encoding."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sudokubench.pages.frame import INK
from sudokubench.report import statistics as st
from sudokubench.report import tables
from sudokubench.report.analysis import Analysis
from sudokubench.report.draw import HUES
from sudokubench.report.model import Column, Display, Figure, Say
from sudokubench.report.plots import common
from sudokubench.report.tables import BACKEND, PAR2, SLOWDOWN
from sudokubench.report.values import seconds_text, shown
from sudokubench.words import Words


def phase_bars(a: Analysis) -> Figure | Words:
    """Plot the shares of the phases."""
    data = tables.phases(a)
    rows = [row for row in data.rows if row[4] > 0]
    if not rows:
        return Words("Time by phase: nobody solved anything.", "段階別の時間：誰も 1 問も解いていません。")
    words = (Words("encode", "符号化"), Words("solve", "求解"), Words("decode", "復号"))

    def draw(say: Say) -> Any:
        alt = common.altair()
        shown = dict(zip(a.names, common.labels(a, say), strict=True))
        names = [shown[row[0]] for row in rows]
        parts = [
            {"b": shown[row[0]], "phase": say(word), "share": row[5 + n], "n": n}
            for row in rows
            for n, word in enumerate(words)
        ]
        y = alt.Y("b:N", sort=names, title=None, axis=common.NAMES)
        bars = (
            common.chart(parts, height=alt.Step(common.STEP))
            .mark_bar()
            .encode(
                y=y,
                x=alt.X(
                    "share:Q",
                    stack="zero",
                    title=say(Words("share of the time", "時間の割合")),
                    axis=alt.Axis(format=".0%"),
                    scale=alt.Scale(domain=[0, 1]),
                ),
                color=alt.Color(
                    "phase:N",
                    title=None,
                    sort=None,
                    legend=alt.Legend(orient="top", symbolType="square"),
                    scale=alt.Scale(domain=[say(w) for w in words], range=[HUES[1], HUES[0], HUES[3]]),
                ),
                order="n:Q",
            )
        )
        totals = [{"b": shown[row[0]], "t": seconds_text(row[4]), "x": 1} for row in rows]
        totals_text = (
            common.chart(totals).mark_text(align="left", dx=6, color=INK).encode(y=y, x="x:Q", text="t:N")
        )
        return common.fitted(alt.layer(bars, totals_text), 55)

    return Figure(
        "phases-plot",
        Words("Phases", "段階"),
        Words(
            "Stacked bars: shares of encoding, solving and decoding in the mean time.",
            "平均時間に占める符号化・求解・復号の割合の積み上げ棒。",
        ),
        Words(
            "Where the mean time of a solved puzzle goes; the figure beside a bar is that mean.",
            "解けた問題の平均時間の内訳。棒の横の数値がその平均です。",
        ),
        draw,
        data,
    )


def noise(a: Analysis) -> Figure | Words:
    """Plot how much the repeats of a puzzle differ."""
    rows: list[tuple[Any, ...]] = []
    for j in a.order:
        spread = a.cells.spread(j)
        if spread.size:
            low, high = map(float, np.quantile(spread, [0.1, 0.9]))
            middle = st.quantile(spread, 0.5, least=1.0)
            rows.append((a.names[j], int(spread.size), low, middle, high, float(spread.max())))
    if not rows:
        return Words(
            "Repeat noise: every puzzle was asked once, so nothing is known of it; run with --repeat 3.",
            "繰り返しの揺らぎ：各問題を 1 回しか出題していないため分かりません。--repeat 3 で実行してください。",
        )

    def draw(say: Say) -> Any:
        alt = common.altair()
        shown = dict(zip(a.names, common.labels(a, say), strict=True))
        points = [{"b": shown[r[0]], "low": r[2], "mid": r[3].value, "high": r[4], "max": r[5]} for r in rows]
        y = alt.Y("b:N", sort=[p["b"] for p in points], title=None, axis=common.NAMES)
        title = say(Words("slowest repeat ÷ fastest", "最も遅い回 ÷ 最も速い回"))
        x = common.log_axis(title, 1.0, max(row[5] for row in rows), "×")
        base = common.chart(points, height=alt.Step(common.STEP))
        layers = alt.layer(
            base.mark_rule(strokeWidth=6, opacity=0.45, color=HUES[0]).encode(
                y=y, x=alt.X("low:Q", **x), x2="high:Q"
            ),
            base.mark_point(filled=True, size=70, color=INK, opacity=1).encode(y=y, x="mid:Q"),
            base.mark_tick(color=HUES[1], thickness=2, size=14).encode(y=y, x="max:Q"),
        )
        return common.fitted(layers)

    return common.plotted(
        "noise",
        Words("Repeat noise", "繰り返しの揺らぎ"),
        Words(
            "Spread of the repeats of each puzzle, by backend.",
            "バックエンドごとの、同じ問題を繰り返したときのばらつき。",
        ),
        Words(
            "The slowest over the fastest repeat of each solved puzzle: dot the median, bar from 10 to 90 %, orange "
            "tick the largest. Smaller differences than these between backends mean little for a single puzzle.",
            "解けた各問題の最も遅い回と最も速い回の比。点は中央値、棒は 10〜90 %、橙色の印は最大です。これより小さい"
            "差は、1 問については意味がありません。",
        ),
        draw,
        (
            BACKEND,
            Column("puzzles", Words("puzzles", "問題"), Display.COUNT),
            Column("p10", Words("10 %", "10 %点"), Display.RATIO),
            Column("median", Words("median", "中央値"), Display.RATIO),
            Column("p90", Words("90 %", "90 %点"), Display.RATIO),
            Column("max", Words("largest", "最大"), Display.RATIO),
        ),
        rows,
    )


def heat_map(a: Analysis) -> Figure | Words:
    """Plot SAT solvers against encodings, if a run has several of either."""
    found: dict[tuple[str, str], int] = {}
    defaults = _sat_defaults()
    for j, name in enumerate(a.names):
        base, _, text = name.partition(":")
        if base == "sat":
            options = defaults | dict(part.split("=", 1) for part in text.split(",") if "=" in part)
            found[options["solver"], options["encoding"]] = j
    if len(found) < 2 or not a.cells.solved.any():
        return Words(
            "Solver × encoding: the run has fewer than two combinations; name backends such as "
            "sat:solver=glucose4,encoding=card.",
            "ソルバー×符号化：組み合わせが 2 個未満です。sat:solver=glucose4,encoding=card のように指定してくださ"
            "い。",
        )
    rows = [(solver, encoding, a.slowdown[j], a.par2[j]) for (solver, encoding), j in sorted(found.items())]

    def draw(say: Say) -> Any:
        alt = common.altair()
        boxes = [
            {"s": s, "e": e, "v": one.value, "t": shown(replace(one, low=np.nan), Display.RATIO, "en")}
            for s, e, one, _ in rows
            if one.value == one.value
        ]
        base = common.chart(boxes, width=alt.Step(74), height=alt.Step(34))
        x = alt.X(
            "e:N", title=say(Words("encoding", "符号化")), axis=alt.Axis(labelAngle=-30, labelLimit=160)
        )
        y = alt.Y("s:N", title=say(Words("solver", "ソルバー")))
        values = [one.value for _, _, one, _ in rows if one.value == one.value]
        middle = float(np.sqrt(min(values) * max(values)))
        colour = alt.Color(
            "v:Q",
            title=say(SLOWDOWN.title),
            scale=alt.Scale(type="log", range=["#cfe3f6", "#0b3a75"], nice=False),
        )
        text = alt.condition(f"datum.v > {middle}", alt.value("#fffffe"), alt.value("#10141a"))
        return alt.layer(
            base.mark_rect(cornerRadius=3).encode(x=x, y=y, color=colour),
            base.mark_text().encode(x=x, y=y, text="t:N", color=text),
        )

    return common.plotted(
        "heat-map",
        Words("Solver × encoding", "ソルバー×符号化"),
        Words(
            "Heat map: mean slowdown of SAT solvers with encodings.",
            "SAT ソルバーと符号化の組み合わせの平均倍率を示すヒートマップ。",
        ),
        Words(
            "Geometric mean of the time over the best of all backends; lighter is faster.",
            "全バックエンドの最良に対する時間の幾何平均。明るいほど速いことを示します。",
        ),
        draw,
        (
            Column("solver", Words("solver", "ソルバー"), Display.CODE),
            Column("encoding", Words("encoding", "符号化"), Display.CODE),
            SLOWDOWN,
            PAR2,
        ),
        rows,
    )


def _sat_defaults() -> dict[str, str]:
    from dataclasses import fields

    from sudokubench.backends.registry import backend_class

    return {f.name: str(f.default) for f in fields(backend_class("sat"))}  # type: ignore[arg-type]
