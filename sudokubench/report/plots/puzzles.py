"""Plots of time against properties of puzzles: clues, human difficulty, size."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Any

import numpy as np

from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.model import Column, Display, Figure, Say
from sudokubench.report.plots import common
from sudokubench.report.tables import BACKEND, SOLVED
from sudokubench.words import Words

_JOINED = 3
"""Number of puzzles below which a median is a separate point that no line joins."""


def by_clues(a: Analysis) -> Figure | Words:
    """Plot the median time against the number of clues, for the most frequent kind of board."""
    known = Counter(rules for rules in a.data.rules if rules)
    title = Words("Time against clues", "ヒント数と時間")
    lacking = Words(
        "Time against clues: all boards have the same number of clues.",
        "ヒント数と時間：すべての盤面のヒント数が同じです。",
    )
    if not known:
        return Words("Time against clues: there are no boards.", "ヒント数と時間：盤面がありません。")
    most = max(known, key=lambda rules: (known[rules], -len(rules)))
    alike = np.array([rules == most for rules in a.data.rules])
    clues = np.where(alike, a.data.clues, np.nan).astype(float)
    others = int((~alike).sum())
    left = (
        (
            f" {others:,} puzzles of other sizes or rules are not in it.",
            f"大きさや規則の異なる {others:,} 問は含みません。",
        )
        if others
        else ("", "")
    )
    span = _bulk(clues[~np.isnan(clues)])
    far = int(((clues < span[0]) | (clues > span[1])).sum())
    if far:
        left = (
            f"{left[0]} The plot leaves out {far:,} with fewer than {span[0]:g} or more than {span[1]:g} clues; "
            "the data below has them.",
            f"{left[1]}{span[0]:g} 個未満または {span[1]:g} 個を超えるヒントの {far:,} 問は図から除き、下のデータに"
            "だけあります。",
        )
    few = len(a.names) <= 4
    band = (" The band holds the middle 80 %.", "帯は中央の 80 %です。") if few else ("", "")
    note = Words(
        f"Median over the {most} boards with so many clues; unsolved puzzles took the "
        f"limit at least.{band[0]}{left[0]}",
        f"その数のヒントを持つ {most} 盤面の中央値。未解決は制限時間以上と数えます。{band[1]}{left[1]}",
    )
    return _against(a, "clues", title, Words("clues", "ヒント数"), clues, note, lacking, span)


def _bulk(values: Any) -> tuple[float, float]:
    """Return the least and the largest value within three interquartile ranges beyond the quartiles.

    A single solved grid of 81 clues would otherwise take most of an axis. Ranges below 4 count as 4, so that a
    collection of which nearly all boards have the same number of clues still has an axis.
    """
    low, high = np.quantile(values, [0.25, 0.75])
    reach = 3 * max(high - low, 4)
    kept = values[(values >= low - reach) & (values <= high + reach)]
    if kept.min() == kept.max():  # only the others make an axis
        kept = values
    return float(kept.min()), float(kept.max())


def by_rating(a: Analysis) -> Figure | Words:
    """Plot the median time against human difficulty."""
    lacking = Words(
        "Time against human difficulty: no ratings are in the records; --ratings FILE.csv adds them.",
        "人間にとっての難しさと時間：記録に難易度がありません。--ratings FILE.csv で追加できます。",
    )
    rated = int((~np.isnan(a.data.ratings)).sum())
    title = Words("Time against human difficulty", "人間にとっての難しさと時間")
    note = Words(
        f"Median time of the puzzles whose rating rounds to the same half; {rated:,} puzzles have a rating. "
        "Unsolved ones took the limit at least.",
        f"難易度を 0.5 刻みに丸めた組ごとの時間の中央値。{rated:,} 問に難易度があります。未解決は PAR-2 と同じ扱い"
        "です。",
    )
    halves = np.round(a.data.ratings * 2) / 2
    return _against(a, "rating", title, Words("rating", "難易度"), halves, note, lacking)


def by_size(a: Analysis) -> Figure | Words:
    """Plot the median time against the side of the board."""
    sizes = np.where(a.data.sizes > 0, a.data.sizes, np.nan).astype(float)
    lacking = Words(
        "Size scaling: all boards have the same size.", "大きさと時間：すべての盤面が同じ大きさです。"
    )
    note = Words(
        "Median time of the boards of each size; unsolved puzzles took the limit at least. The boards of different "
        "sizes are different collections, with clues of their own: a curve compares backends, not sizes.",
        "大きさごとの盤面の時間の中央値。未解決は制限時間以上と数えます。大きさごとに問題集が異なるため、曲線はバッ"
        "クエンドの比較であり、大きさの比較ではありません。",
    )
    title = Words("Size scaling", "大きさと時間")
    return _against(a, "sizes", title, Words("side of the board", "盤面の一辺"), sizes, note, lacking)


def by_problem(a: Analysis) -> list[Figure]:
    """Plot the median time against the size of exact-cover problems; a figure for each family with two sizes asked."""
    families: dict[str, dict[int, float]] = {}
    for puzzle in np.flatnonzero(a.data.sizes == 0).tolist():
        text = a.data.texts[puzzle]
        if (number := re.search(r"\d+", text)) is not None and ":" in text:
            family = f"{text[: number.start()]}N{text[number.end() :]}"
            families.setdefault(family, {})[puzzle] = float(number[0])
    figures = []
    for family, sized in families.items():
        sizes = np.full(len(a.data.texts), np.nan)
        sizes[list(sized)] = list(sized.values())
        title = Words(f"Size scaling: {family}", f"大きさと時間：{family}")
        note = Words(
            f"Time of {family} by the number N; unsolved problems took the limit at least. Each size is one problem, "
            "so the times have no intervals.",
            f"{family} の N ごとの時間。未解決は制限時間以上と数えます。各大きさは 1 問だけなので区間はありません。",
        )
        key = "sizes-" + re.sub(r"[^A-Za-z0-9]+", "-", family).strip("-").lower()
        found = _against(a, key, title, Words("N", "N"), sizes, note, Words("", ""))
        if isinstance(found, Figure):
            figures.append(found)
    return figures


def _bounded(times: st.Floats, solved: int, share: float) -> st.Interval:
    """Return a quantile of times; times beyond the first `solved` are known only to be at least the limit."""
    found = st.quantile(times, share)
    return replace(found, at_least=ceil(share * (times.size - 1)) >= solved)


def _stretches(rows: Sequence[tuple[Any, ...]]) -> list[int | None]:
    """Return a number for each row that a line may join to the next: it has enough puzzles, and is not a bound."""
    out: list[int | None] = []
    number = 0
    for n, row in enumerate(rows):
        joins = row[2] >= _JOINED and not row[5].at_least
        if not joins or (n and rows[n - 1][0] != row[0]):
            number += 1
        out.append(number if joins else None)
    return out


def _against(
    a: Analysis,
    key: str,
    title: Words,
    axis: Words,
    groups: Any,
    note: Words,
    lacking: Words,
    span: tuple[float, float] = (-np.inf, np.inf),
) -> Figure | Words:
    """Plot median times and their middle 80 % in groups of puzzles along an axis; groups may be NaN.

    Groups outside `span` are in the data but not drawn.
    """
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
            times = np.where(solved, a.cells.seconds[:, j], a.cells.limit_s)[here]
            low, median, high = (_bounded(times, int(solved.sum()), share) for share in (0.1, 0.5, 0.9))
            rows.append((a.names[j], float(level), int(here.sum()), int(solved.sum()), low, median, high))

    few = len(a.names) <= 4
    drawn = [r for r in rows if span[0] <= r[1] <= span[1]]
    least = max(min(r[4 if few else 5].value for r in drawn) / 1.15, 1e-10)  # no line on the frame
    most = max(max(r[6 if few else 5].value for r in drawn) * 1.15, least)
    ends = min(r[1] for r in drawn), max(r[1] for r in drawn)
    rim = 0.04 * (ends[1] - ends[0])

    def draw(say: Say) -> Any:
        alt = common.altair()
        shown = dict(zip(a.names, common.labels(a, say), strict=True))
        points = [
            {"series": r[0], "x": r[1], "low": r[4].value, "y": r[5].value, "high": r[6].value, "n": r[2]}
            | {"bound": r[5].at_least, "run": run}
            for r, run in zip(drawn, _stretches(drawn), strict=True)
        ]
        edges = ends[0] - rim, ends[1] + rim
        x = alt.X(
            "x:Q",
            title=say(axis),
            scale=alt.Scale(domain=edges, nice=False, zero=False),
            axis=alt.Axis(tickMinStep=1),
        )
        y = common.log_axis(say(common.SECONDS), least, most, "s")
        place = {"x": x, "y": alt.Y("y:Q", **y)}
        styles = common.series(a)
        joined = common.chart([p for p in points if p["run"] is not None])
        last = {r[0]: (r[0], shown[r[0]], r[1], r[5].value) for r in drawn}
        tall = common.height(len(last))
        layers = [
            *(
                [
                    joined.mark_area(opacity=0.13).encode(
                        x=x, y=alt.Y("low:Q", **y), y2="high:Q", color=styles["color"], detail="run:N"
                    )
                ]
                if few
                else []
            ),
            joined.mark_line(strokeWidth=2).encode(**place, **styles, detail="run:N"),
            common.chart([p for p in points if not p["bound"]])
            .mark_point(filled=True, size=30, opacity=1)
            .encode(**place, color=styles["color"]),
            common.chart([p for p in points if p["bound"]])
            .mark_point(shape="triangle-up", size=50, opacity=1)
            .encode(**place, color=styles["color"]),
            *common.named(a, list(last.values()), edges, y, tall),
        ]
        return alt.layer(*layers).properties(width=common.WIDTH, height=tall)

    columns = (
        BACKEND,
        Column("level", axis, Display.NUMBER),
        Column("puzzles", Words("puzzles", "問題"), Display.COUNT),
        SOLVED,
        Column("p10_s", Words("10 %", "10 %点"), Display.SECONDS),
        Column("median_s", Words("median", "中央値"), Display.SECONDS),
        Column("p90_s", Words("90 %", "90 %点"), Display.SECONDS),
    )
    note += Words(
        f" Points of fewer than {_JOINED} puzzles are not joined.",
        f"{_JOINED} 問未満の点は線で結びません。",
    )
    if any(r[5].at_least for r in drawn):
        note += Words(
            " A triangle is a lower bound (≥): there the limit came before the median.",
            "三角は下限（≥）で、中央値の前に制限時間になったものです。",
        )
    alt_text = Words(
        f"Median time of {len(a.names)} backends along “{axis.en}” in {len(levels)} steps.",
        f"「{axis.ja}」に沿った {len(a.names)} 個のバックエンドの時間の中央値（{len(levels)} 段階）。",
    )
    return common.plotted(key, title, alt_text, note, draw, columns, rows)
