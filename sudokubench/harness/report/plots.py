"""The plots of a report: each knows its chart, its words and its data. What cannot be drawn is said in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import Any

import numpy as np

from sudokubench.harness import statistics as st
from sudokubench.harness.report import tables
from sudokubench.harness.report.analysis import Analysis
from sudokubench.harness.report.draw import HUES, INK, MUTED, dash_of, hue_of
from sudokubench.harness.report.model import Column, Figure, Kind, Say, Table
from sudokubench.harness.report.tables import BACKEND
from sudokubench.harness.report.values import seconds_text, shown
from sudokubench.harness.report.words import Words, both

SAMPLE = 1000
"""So many puzzles a scatter plot shows; the sample is random, with a fixed seed."""

CURVE = 240
"""So many points a curve has."""

WIDTH, HEIGHT = 640, 340

VIRTUAL = Words("virtual best", "仮想最良")
SECONDS = Words("time of a puzzle", "1 問の時間")
SLOWDOWN = Words("times the best", "最良比（倍）")
_BATCH = Words("{} (batch)", "{}（一括）")


def labels(a: Analysis, say: Say) -> list[str]:
    """The names of backends as legends show them, by column; batch times are told as such."""
    return [say(_BATCH).format(name) if a.batch[j] > 1 else name for j, name in enumerate(a.names)]


def _alt() -> Any:
    import altair

    return altair


def _values(rows: Sequence[dict[str, Any]]) -> Any:
    return _alt().Data(values=rows)


def _log(title: str, low: float, high: float, unit: str, most: int = 10) -> dict[str, Any]:
    """A logarithmic axis from low to high, with ticks at powers of ten, or 1-2-5 where there are few of those.

    Args:
        title: Title.
        low: Smallest value, above 0.
        high: Largest value.
        unit: `s` for times, `×` for ratios.
        most: Label at most so many ticks.
    """
    alt = _alt()
    if high < low * 2:
        low, high = low / 1.5, high * 1.5
    decades = range(floor(log10(low)), ceil(log10(high)) + 1)
    width = log10(high / low)
    steps: tuple[float, ...] = (1,) if width > 2 else (1, 2, 5) if width > 1 else (1, 1.5, 2, 3, 4, 5, 7)
    ticks = [
        step * 10.0**d
        for d in decades
        for step in steps
        if low <= step * 10.0**d * 1.0001 and step * 10.0**d <= high * 1.0001
    ]
    every = max(1, -(-len(ticks) // most))
    words = [_tick(value, unit) if n % every == 0 else "" for n, value in enumerate(ticks)]
    chosen = (
        "".join(f"abs(datum.value/{v!r}-1)<1e-6?'{w}':" for v, w in zip(ticks, words, strict=True)) + "''"
    )
    return {
        "title": title,
        "scale": alt.Scale(type="log", nice=False, domain=[low, high]),
        "axis": alt.Axis(values=ticks, labelExpr=chosen, labelOverlap=False),
    }


def _tick(value: float, unit: str) -> str:
    if unit == "s":
        for name, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
            if value >= size * 0.999:
                return f"{value / size:,.4g} {name}"
        return f"{value:.0e} s"
    return f"{value:,.0f}{unit}" if value >= 1000 else f"{value:g}{unit}"


def _series(a: Analysis, say: Say, title: str, extra: Sequence[str] = ()) -> dict[str, Any]:
    """Colour and dash of the backends, in the order of the ranking; extra series are drawn in ink."""
    alt = _alt()
    names = [*extra, *(labels(a, say)[j] for j in a.order)]
    hues = [*(INK for _ in extra), *(hue_of(i) for i in range(len(a.order)))]
    dashes = [*([6, 3] for _ in extra), *(dash_of(i) for i in range(len(a.order)))]
    legend = alt.Legend(
        title=title,
        symbolType="stroke",
        symbolStrokeWidth=2.5,
        symbolSize=220,
        symbolOpacity=1,
        labelLimit=260,
    )
    return {
        "color": alt.Color("series:N", scale=alt.Scale(domain=names, range=hues), legend=legend, sort=None),
        "strokeDash": alt.StrokeDash(
            "series:N", scale=alt.Scale(domain=names, range=dashes), legend=legend, sort=None
        ),
    }


_LEGEND = Words("backend, fastest first", "バックエンド（速い順）")


def _thin(n: int, most: int = CURVE) -> Any:
    """Indices of at most so many of n sorted values, both ends kept."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int)) if n else np.empty(0, int)


def cactus(a: Analysis) -> Figure | Words:
    """Solved puzzles against the time for each."""
    rows: list[tuple[str, int, float]] = []
    curves = [
        ("", a.best[~np.isnan(a.best)]),
        *((a.names[j], a.cells.seconds[a.cells.solved[:, j], j]) for j in a.order),
    ]
    for name, times in curves:
        ordered = np.sort(np.maximum(times, 1e-9))
        rows += [(name, int(i) + 1, float(ordered[i])) for i in _thin(len(ordered))]
    if not rows:
        return Words("Cactus plot: nobody solved anything.", "カクタスプロット：誰も 1 問も解いていません。")
    least, most = min(t for _, _, t in rows), max(t for _, _, t in rows)

    def draw(say: Say) -> Any:
        alt = _alt()
        shown = {"": say(VIRTUAL)} | {a.names[j]: labels(a, say)[j] for j in range(len(a.names))}
        extra = [say(VIRTUAL)]
        points = [{"series": shown[name], "n": n, "t": t} for name, n, t in rows]
        return (
            alt.Chart(_values(points), width=WIDTH, height=HEIGHT)
            .mark_line(interpolate="monotone", strokeWidth=2)
            .encode(
                x=alt.X(
                    "n:Q", title=say(Words("puzzles solved", "解けた問題数")), scale=alt.Scale(nice=False)
                ),
                y=alt.Y("t:Q", **_log(say(SECONDS), least, most, "s")),
                order="n:Q",
                **_series(a, say, say(_LEGEND), extra),
            )
        )

    thinned = max((len(t) for _, t in curves), default=0) > CURVE
    sampled = (
        (f" Curves show {CURVE} of their points.", f"曲線は {CURVE} 点を抜き出しています。")
        if thinned
        else ("", "")
    )
    fastest = a.names[a.order[0]]
    return Figure(
        "cactus",
        Words("Cactus plot", "カクタスプロット"),
        Words(
            f"Sorted times of solved puzzles for {len(a.names)} backends and the virtual best; fastest "
            f"on average: {fastest}.",
            f"{len(a.names)} 個のバックエンドと仮想最良の、解けた問題の時間を小さい順に並べた曲線。平均で"
            f"最速は {fastest}。",
        ),
        Words(
            "Each backend's solved puzzles, sorted by its own time: lower is faster, further right is "
            "more solved." + sampled[0],
            "各バックエンドが解いた問題を自身の時間順に並べます。低いほど速く、右に長いほど多く解いています。"
            + sampled[1],
        ),
        draw,
        Table(
            "cactus",
            Words("Points of the cactus plot", "カクタスプロットの点"),
            (
                BACKEND,
                Column("solved", Words("solved", "解決"), Kind.COUNT),
                Column("seconds", Words("time", "時間"), Kind.SECONDS),
            ),
            [(name or "virtual best", n, t) for name, n, t in rows],
        ),
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
    return low / 1.5, high * 6


def scatter(a: Analysis) -> Figure | Words:
    """The two best backends against each other; the page can show any two in the same frame."""
    if len(a.names) < 2:
        return Words("Scatter plot: there is only one backend.", "散布図：バックエンドが 1 個だけです。")
    if not a.cells.solved.any():
        return Words("Scatter plot: nobody solved anything.", "散布図：誰も 1 問も解いていません。")
    i, j = a.order[0], a.order[1]
    rows = sampled_rows(a)
    low, high = scatter_domain(a)
    rail = high / 1.6
    points = []
    for row in rows.tolist():
        if a.cells.asked[row, i] and a.cells.asked[row, j]:
            place = [
                float(max(a.cells.seconds[row, c], 1e-9)) if a.cells.solved[row, c] else rail for c in (i, j)
            ]
            points.append((row, *place))
    size = 420

    def draw(say: Say) -> Any:
        alt = _alt()
        names = labels(a, say)
        x = alt.X("x:Q", **_log(names[i], low, high, "s", 6))
        y = alt.Y("y:Q", **_log(names[j], low, high, "s"))
        guides = [
            {
                "x": low * max(1, 1 / f),
                "y": low * max(1, f),
                "x2": high * min(1, 1 / f),
                "y2": high * min(1, f),
                "f": f,
            }
            for f in (0.1, 0.5, 1, 2, 10)
        ]
        lines = [
            alt.Chart(_values([{"x": g["x"], "y": g["y"], "k": n}, {"x": g["x2"], "y": g["y2"], "k": n}]))
            .mark_line(
                color=MUTED,
                strokeWidth=1.4 if g["f"] == 1 else 1,
                strokeDash=[1, 0] if g["f"] == 1 else [4, 4],
            )
            .encode(x=x, y=y)
            for n, g in enumerate(guides)
        ]
        told = [{"x": g["x2"], "y": g["y2"], "t": {1: "", 2: "2×", 10: "10×"}[round(max(g["f"], 1 / g["f"]))]}
                for g in guides]  # fmt: skip
        marks = alt.Chart(_values(told)).mark_text(
            color=MUTED, fontSize=10, align="right", baseline="top", dx=-3, dy=3
        ).encode(x=x, y=y, text="t:N")  # fmt: skip
        rails = [
            alt.Chart(_values([{"x": rail, "y": low}, {"x": rail, "y": high}])).mark_line(
                color=HUES[2], strokeWidth=1
            ),
            alt.Chart(_values([{"x": low, "y": rail}, {"x": high, "y": rail}])).mark_line(
                color=HUES[2], strokeWidth=1
            ),
        ]
        unsolved = alt.Chart(_values([{"x": low, "y": rail}])).mark_text(
            text=say(Words("not solved", "未解決")), color=HUES[2], align="left", baseline="bottom", dx=4, dy=-2,
            fontSize=10,
        ).encode(x=x, y=y)  # fmt: skip
        cloud = (
            alt.Chart(_values([{"x": px, "y": py} for _, px, py in points]), name="cloud")
            .mark_point(filled=True, size=26, opacity=0.7, color=HUES[0])
            .encode(x=x, y=y)
        )
        return alt.layer(*lines, *(r.encode(x=x, y=y) for r in rails), unsolved, marks, cloud).properties(
            width=size, height=size
        )

    known = int(a.cells.solved.any(axis=1).sum())
    sampled = (
        (
            f"A random sample of {len(rows):,} of {known:,} puzzles.",
            f"{known:,} 問から無作為に {len(rows):,} 問を抽出。",
        )
        if len(rows) < known
        else (f"All {known:,} puzzles that anybody solved.", f"誰かが解いた {known:,} 問すべて。")
    )
    return Figure(
        "scatter",
        Words("Any two against each other", "任意の 2 個の比較"),
        Words(
            f"Log-log scatter plot of the times of {a.names[i]} and {a.names[j]}.",
            f"{a.names[i]} と {a.names[j]} の時間の両対数散布図。",
        ),
        Words(
            "A point is a puzzle; above the diagonal the horizontal backend is faster. Dashed guides are "
            "at 2 and 10 times; points on the "
            f"red rails were not solved. {sampled[0]}",
            "点は 1 問で、対角線より上なら横軸の方が速いことを示します。破線は 2 倍と 10 倍。赤い線上の"
            f"点は未解決です。{sampled[1]}",
        ),
        draw,
        Table(
            "scatter",
            Words("Times of the sampled puzzles", "抽出した問題の時間"),
            (
                Column("puzzle", Words("puzzle", "問題"), Kind.CODE),
                *(Column(f"{a.names[c]}_s", both(a.names[c]), Kind.SECONDS) for c in a.order),
            ),
            [
                (
                    a.data.places[r],
                    *(float(a.cells.seconds[r, c]) if a.cells.solved[r, c] else None for c in a.order),
                )
                for r in rows.tolist()
            ],
            Words("A dash was not solved.", "「–」は未解決です。"),
        ),
    )


def _against(
    a: Analysis, key: str, title: Words, axis: Words, groups: Any, note: Words, lacking: Words
) -> Figure | Words:
    """Median times and the middle 80 % of them in groups of puzzles along an axis; groups may be NaN."""
    known = ~np.isnan(groups)
    levels = np.unique(groups[known])
    if len(levels) < 2:
        return lacking
    rows: list[tuple[Any, ...]] = []
    for j in a.order:
        for level in levels:
            here = known & (groups == level) & a.cells.asked[:, j]
            solved = here & a.cells.solved[:, j]
            if not here.any():
                continue
            q = np.quantile(a.cells.cost[here, j], [0.1, 0.5, 0.9])
            rows.append(
                (a.names[j], float(level), int(here.sum()), int(solved.sum()), *(float(v) for v in q))
            )

    few = len(a.names) <= 4
    least, most = min(r[4 if few else 5] for r in rows), max(r[6 if few else 5] for r in rows)

    def draw(say: Say) -> Any:
        alt = _alt()
        shown = dict(zip(a.names, labels(a, say), strict=True))
        points = [{"series": shown[r[0]], "x": r[1], "low": r[4], "t": r[5], "high": r[6]} for r in rows]
        x = alt.X(
            "x:Q", title=say(axis), scale=alt.Scale(zero=False, padding=8), axis=alt.Axis(tickMinStep=1)
        )
        base = alt.Chart(_values(points), width=WIDTH, height=HEIGHT)
        band = base.mark_area(opacity=0.13).encode(
            x=x, y=alt.Y("low:Q", **_log(say(SECONDS), least, most, "s")), y2="high:Q",
            color=_series(a, say, say(_LEGEND))["color"],
        )  # fmt: skip
        line = base.mark_line(strokeWidth=2, point=alt.OverlayMarkDef(size=22, filled=True)).encode(
            x=x, y=alt.Y("t:Q", **_log(say(SECONDS), least, most, "s")), **_series(a, say, say(_LEGEND))
        )
        return alt.layer(*([band] if few else []), line)

    columns = (
        BACKEND,
        Column("level", axis, Kind.NUMBER),
        Column("puzzles", Words("puzzles", "問題"), Kind.COUNT),
        Column("solved", Words("solved", "解決"), Kind.COUNT),
        Column("p10_s", Words("10 %", "10 %点"), Kind.SECONDS),
        Column("median_s", Words("median", "中央値"), Kind.SECONDS),
        Column("p90_s", Words("90 %", "90 %点"), Kind.SECONDS),
    )
    alt_text = Words(
        f"Median time of {len(a.names)} backends along “{axis.en}” in {len(levels)} steps.",
        f"「{axis.ja}」に沿った {len(a.names)} 個のバックエンドの時間の中央値（{len(levels)} 段階）。",
    )
    return Figure(key, title, alt_text, note, draw, Table(key, title, columns, rows))


def by_clues(a: Analysis) -> Figure | Words:
    """Median time against the number of clues, for the most frequent size of board."""
    sizes, counts = np.unique(a.data.sizes[a.data.sizes > 0], return_counts=True)
    title = Words("Time against clues", "ヒント数と時間")
    lacking = Words(
        "Time against clues: all boards have the same number of clues.",
        "ヒント数と時間：すべての盤面のヒント数が同じです。",
    )
    if not len(sizes):
        return Words("Time against clues: there are no boards.", "ヒント数と時間：盤面がありません。")
    size = int(sizes[np.argmax(counts)])
    clues = np.where(a.data.sizes == size, a.data.clues, np.nan).astype(float)
    others = int((a.data.sizes != size).sum())
    left = (
        (f" {others:,} puzzles of other sizes are not in it.", f"他の大きさの {others:,} 問は含みません。")
        if others
        else ("", "")
    )
    few = len(a.names) <= 4
    band = (" The band holds the middle 80 %.", "帯は中央の 80 %です。") if few else ("", "")
    note = Words(
        f"Median over the {size}x{size} boards with so many clues; unsolved puzzles count as in "
        f"PAR-2.{band[0]}{left[0]}",
        f"その数のヒントを持つ {size}x{size} 盤面の中央値。未解決は PAR-2 と同じ扱いです。{band[1]}{left[1]}",
    )
    return _against(a, "clues", title, Words("clues", "ヒント数"), clues, note, lacking)


def by_rating(a: Analysis) -> Figure | Words:
    """Median time against human difficulty."""
    lacking = Words(
        "Time against human difficulty: no ratings are in the records; --ratings FILE.csv adds them.",
        "人間にとっての難しさと時間：記録に難易度がありません。--ratings FILE.csv で追加できます。",
    )
    rated = int((~np.isnan(a.data.ratings)).sum())
    title = Words("Time against human difficulty", "人間にとっての難しさと時間")
    note = Words(
        f"Median time of the puzzles whose rating rounds to the same half; {rated:,} puzzles have a "
        "rating. Unsolved ones count as in PAR-2.",
        f"難易度を 0.5 刻みに丸めた組ごとの時間の中央値。{rated:,} 問に難易度があります。未解決は PAR-2 "
        "と同じ扱いです。",
    )
    halves = np.round(a.data.ratings * 2) / 2
    return _against(a, "rating", title, Words("rating", "難易度"), halves, note, lacking)


def by_size(a: Analysis) -> Figure | Words:
    """Median time against the side of the board."""
    sizes = np.where(a.data.sizes > 0, a.data.sizes, np.nan).astype(float)
    lacking = Words(
        "Size scaling: all boards have the same size.", "大きさと時間：すべての盤面が同じ大きさです。"
    )
    note = Words(
        "Median time of the boards of each size; unsolved puzzles count as in PAR-2. The boards of "
        "different sizes are different "
        "collections, with clues of their own: a curve compares backends, not sizes.",
        "大きさごとの盤面の時間の中央値。未解決は PAR-2 と同じ扱いです。大きさごとに問題集が異なるため、"
        "曲線はバックエンドの比較であり、大きさの比較ではありません。",
    )
    title = Words("Size scaling", "大きさと時間")
    return _against(a, "sizes", title, Words("side of the board", "盤面の一辺"), sizes, note, lacking)


def slowdown_ecdf(a: Analysis) -> Figure | Words:
    """The share of puzzles within a factor of the best."""
    ratios = a.slowdowns
    if len(a.names) < 2 or not a.cells.solved.any():
        return Words(
            "ECDF of slowdown: it takes two backends and a solved puzzle.",
            "倍率の累積分布：2 個のバックエンドと解けた問題が必要です。",
        )
    largest = float(ratios[a.cells.solved].max())
    at = np.geomspace(1, max(largest, 1.1), CURVE)
    rows: list[tuple[str, float, float]] = []
    for j in a.order:
        mine = ratios[~np.isnan(ratios[:, j]), j]
        within = np.where(a.cells.solved[~np.isnan(ratios[:, j]), j], mine, np.inf)
        rows += [(a.names[j], float(x), float(y)) for x, y in zip(at, st.ecdf(within, at), strict=True)]

    def draw(say: Say) -> Any:
        alt = _alt()
        shown = dict(zip(a.names, labels(a, say), strict=True))
        points = [{"series": shown[n], "x": x, "y": y} for n, x, y in rows]
        return (
            alt.Chart(_values(points), width=WIDTH, height=HEIGHT)
            .mark_line(interpolate="step-after", strokeWidth=2)
            .encode(
                x=alt.X("x:Q", **_log(say(SLOWDOWN), 1.0, float(at[-1]), "×")),
                y=alt.Y("y:Q", title=say(Words("share of puzzles", "問題の割合")), axis=alt.Axis(format=".0%"),
                        scale=alt.Scale(domain=[0, 1])),
                **_series(a, say, say(_LEGEND)),
            )
        )  # fmt: skip

    return Figure(
        "slowdown",
        Words("How far from the best", "最良からの隔たり"),
        Words(
            "Share of puzzles solved within a factor of the best time, for each backend.",
            "最良時間の何倍以内で解けた問題の割合。",
        ),
        Words(
            "The share of its puzzles that a backend solved within so many times the best time. On the "
            "left edge: how often it is itself the best. "
            "A curve that ends below 100 % left puzzles unsolved.",
            "各バックエンドが最良時間のその倍率以内で解いた問題の割合。左端は自身が最良である割合です。"
            "100 %に届かない曲線には未解決の問題があります。",
        ),
        draw,
        Table(
            "slowdown",
            Words("Share of puzzles within a factor", "倍率以内の割合"),
            (
                BACKEND,
                Column("factor", SLOWDOWN, Kind.RATIO),
                Column("share", Words("share", "割合"), Kind.SHARE),
            ),
            rows,
        ),
    )


def phase_bars(a: Analysis) -> Figure | Words:
    """Shares of the phases."""
    data = tables.phases(a)
    rows = [row for row in data.rows if row[4] == row[4] and row[4] > 0]
    if not rows:
        return Words("Time by phase: nobody solved anything.", "段階別の時間：誰も 1 問も解いていません。")
    words = (Words("encode", "符号化"), Words("solve", "求解"), Words("decode", "復号"))

    def draw(say: Say) -> Any:
        alt = _alt()
        shown = dict(zip(a.names, labels(a, say), strict=True))
        names = [shown[row[0]] for row in rows]
        parts = [
            {"b": shown[row[0]], "phase": say(word), "share": row[5 + n], "n": n}
            for row in rows
            for n, word in enumerate(words)
        ]
        y = alt.Y("b:N", sort=names, title=None, axis=alt.Axis(labelLimit=260, ticks=False, domain=False))
        bars = (
            alt.Chart(_values(parts), width=WIDTH - 90, height=alt.Step(24))
            .mark_bar()
            .encode(
                y=y,
                x=alt.X("share:Q", stack="zero", title=say(Words("share of the time", "時間の割合")),
                        axis=alt.Axis(format=".0%"), scale=alt.Scale(domain=[0, 1])),
                color=alt.Color("phase:N", title=None, sort=None, legend=alt.Legend(orient="top"),
                                scale=alt.Scale(domain=[say(w) for w in words], range=[HUES[1], HUES[0], HUES[3]])),
                order="n:Q",
            )
        )  # fmt: skip
        totals = [{"b": shown[row[0]], "t": seconds_text(row[4]), "x": 1} for row in rows]
        told = (
            alt.Chart(_values(totals))
            .mark_text(align="left", dx=6, color=INK)
            .encode(y=y, x="x:Q", text="t:N")
        )
        return alt.layer(bars, told)

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
    """How much the repeats of a puzzle differ."""
    rows: list[tuple[Any, ...]] = []
    for j in a.order:
        spread = a.cells.spread[a.cells.solved[:, j], j]
        spread = spread[~np.isnan(spread)]
        if spread.size:
            q = np.quantile(spread, [0.1, 0.5, 0.9])
            rows.append((a.names[j], int(spread.size), *(float(v) for v in q), float(spread.max())))
    if not rows:
        return Words(
            "Repeat noise: every puzzle was asked once, so nothing is known of it; run with --repeat 3.",
            "繰り返しの揺らぎ：各問題を 1 回しか出題していないため分かりません。--repeat 3 で実行してくだ"
            "さい。",
        )

    def draw(say: Say) -> Any:
        alt = _alt()
        shown = dict(zip(a.names, labels(a, say), strict=True))
        points = [{"b": shown[r[0]], "low": r[2], "mid": r[3], "high": r[4], "max": r[5]} for r in rows]
        y = alt.Y("b:N", sort=[p["b"] for p in points], title=None, axis=alt.Axis(labelLimit=260, grid=False))
        title = say(Words("slowest repeat ÷ fastest", "最も遅い回 ÷ 最も速い回"))
        x = _log(title, 1.0, max(row[5] for row in rows), "×")
        base = alt.Chart(_values(points), width=WIDTH - 90, height=alt.Step(24))
        return alt.layer(
            base.mark_rule(strokeWidth=6, opacity=0.45, color=HUES[0]).encode(
                y=y, x=alt.X("low:Q", **x), x2="high:Q"
            ),
            base.mark_point(filled=True, size=70, color=INK, opacity=1).encode(y=y, x="mid:Q"),
            base.mark_tick(color=HUES[2], thickness=2, size=14).encode(y=y, x="max:Q"),
        )

    return Figure(
        "noise",
        Words("Repeat noise", "繰り返しの揺らぎ"),
        Words(
            "Spread of the repeats of each puzzle, by backend.",
            "バックエンドごとの、同じ問題を繰り返したときのばらつき。",
        ),
        Words(
            "The slowest over the fastest repeat of each solved puzzle: dot the median, bar from 10 to "
            "90 %, red tick the largest. Smaller "
            "differences than these between backends mean little for a single puzzle.",
            "解けた各問題の最も遅い回と最も速い回の比。点は中央値、棒は 10〜90 %、赤い印は最大です。これ"
            "より小さい差は、1 問については意味がありません。",
        ),
        draw,
        Table(
            "noise",
            Words("Repeat noise", "繰り返しの揺らぎ"),
            (
                BACKEND,
                Column("puzzles", Words("puzzles", "問題"), Kind.COUNT),
                Column("p10", Words("10 %", "10 %点"), Kind.RATIO),
                Column("median", Words("median", "中央値"), Kind.RATIO),
                Column("p90", Words("90 %", "90 %点"), Kind.RATIO),
                Column("max", Words("largest", "最大"), Kind.RATIO),
            ),
            rows,
        ),
    )


def critical_difference(a: Analysis) -> Figure | Words:
    """Mean ranks, and which of them cannot be told apart."""
    n, k = a.ranked, len(a.names)
    if k < 2 or n < 2:
        return Words(
            "Critical difference: it takes two backends that were asked the same two puzzles.",
            "臨界差：同じ 2 問以上に答えた 2 個以上のバックエンドが必要です。",
        )
    mean = st.means(a.ranks)
    difference = st.critical_difference(k, n)
    order = sorted(range(k), key=lambda j: float(mean[j]))
    groups = st.cliques(mean, difference)
    columns = _side_by_side(groups)
    top, step = float(mean.max()) + 0.02 * k, 0.025 * k
    rows = [
        (
            a.names[j],
            float(mean[j]),
            ", ".join(str(g + 1) for g, (s, e) in enumerate(groups) if s <= place <= e) or "-",
        )
        for place, j in enumerate(order)
    ]

    def draw(say: Say) -> Any:
        alt = _alt()
        names = [labels(a, say)[j] for j in order]
        points = [{"b": name, "r": row[1]} for name, row in zip(names, rows, strict=True)]
        y = alt.Y("b:N", sort=names, title=None, axis=alt.Axis(labelLimit=260, grid=True, gridOpacity=0.5))
        title = say(Words("mean rank", "平均順位"))
        ticks = list(range(1, k + 1, max(1, k // 10)))
        span = alt.Scale(domain=[1.0, top + (max(columns, default=-1) + 1) * step], nice=False)
        x = alt.X("r:Q", title=title, scale=span, axis=alt.Axis(orient="top", values=ticks))
        height = alt.Step(24)
        base = alt.Chart(_values(points), width=WIDTH - 140, height=height)
        dots = base.mark_point(filled=True, size=80, color=HUES[0], opacity=1).encode(x=x, y=y)
        thick = {"color": HUES[2], "strokeWidth": 5, "opacity": 0.75, "strokeCap": "round"}
        joined = [
            alt.Chart(
                _values([{"b": names[place], "r": top + (column + 0.5) * step} for place in (first, last)])
            )
            .mark_line(**thick)
            .encode(x=x, y=y)
            for (first, last), column in zip(groups, columns, strict=True)
        ]
        return alt.layer(*joined, dots)

    return Figure(
        "critical-difference",
        Words("Critical difference", "臨界差"),
        Words(
            f"Mean ranks of {k} backends; bars join those whose ranks differ by less than {difference:.3g}.",
            f"{k} 個のバックエンドの平均順位。差が {difference:.3g} 未満のものを棒で結びます。",
        ),
        Words(
            f"Mean rank over {n:,} puzzles (1 is the fastest). Bars at the right join backends whose mean "
            "ranks differ by less than Nemenyi's critical "
            f"difference at 5 %, {difference:.3g}: their order may be chance.",
            f"{n:,} 問の平均順位（1 が最速）。右の棒は、平均順位の差がネメニーの臨界差（5 %）"
            f"{difference:.3g} 未満のものを結び、その順序は偶然かもしれません。",
        ),
        draw,
        Table(
            "critical-difference",
            Words("Mean ranks", "平均順位"),
            (
                BACKEND,
                Column("mean_rank", Words("mean rank", "平均順位"), Kind.NUMBER),
                Column("groups", Words("group", "組")),
            ),
            rows,
        ),
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


def heat_map(a: Analysis) -> Figure | Words:
    """SAT solvers against encodings, where a run has several of either."""
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
            "ソルバー×符号化：組み合わせが 2 個未満です。sat:solver=glucose4,encoding=card のように指定し"
            "てください。",
        )
    rows = [(solver, encoding, a.slowdown[j], a.par2[j]) for (solver, encoding), j in sorted(found.items())]

    def draw(say: Say) -> Any:
        alt = _alt()
        boxes = [
            {"s": s, "e": e, "v": one.value, "t": shown(one.value, Kind.RATIO, "en")}
            for s, e, one, _ in rows
            if one.value == one.value
        ]
        base = alt.Chart(_values(boxes), width=alt.Step(74), height=alt.Step(34))
        x = alt.X(
            "e:N", title=say(Words("encoding", "符号化")), axis=alt.Axis(labelAngle=-30, labelLimit=160)
        )
        y = alt.Y("s:N", title=say(Words("solver", "ソルバー")))
        values = [one.value for _, _, one, _ in rows if one.value == one.value]
        middle = float(np.sqrt(min(values) * max(values)))
        colour = alt.Color(
            "v:Q", title=say(SLOWDOWN), scale=alt.Scale(type="log", range=["#cfe3f6", "#0b3a75"], nice=False)
        )
        text = alt.condition(f"datum.v > {middle}", alt.value("#fffffe"), alt.value("#10141a"))
        return alt.layer(
            base.mark_rect(cornerRadius=3).encode(x=x, y=y, color=colour),
            base.mark_text().encode(x=x, y=y, text="t:N", color=text),
        )

    return Figure(
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
        Table(
            "heat-map",
            Words("Solver × encoding", "ソルバー×符号化"),
            (
                Column("solver", Words("solver", "ソルバー"), Kind.CODE),
                Column("encoding", Words("encoding", "符号化"), Kind.CODE),
                Column("slowdown", SLOWDOWN, Kind.RATIO),
                Column("par2_s", both("PAR-2"), Kind.SECONDS),
            ),
            rows,
        ),
    )


def _sat_defaults() -> dict[str, str]:
    from dataclasses import fields

    from sudokubench.backends.registry import backend_class

    return {f.name: str(f.default) for f in fields(backend_class("sat"))}  # type: ignore[arg-type]


ALL: tuple[Callable[[Analysis], Figure | Words], ...] = (
    cactus, scatter, slowdown_ecdf, critical_difference, phase_bars, noise, by_clues, by_rating, by_size, heat_map,
)  # fmt: skip
