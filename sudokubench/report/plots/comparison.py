"""Plots that compare backends: forest plot, cactus plot, scatter plot, distance from the best, mean ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sudokubench.pages.frame import INK, MUTED
from sudokubench.report.analysis import Analysis
from sudokubench.report.draw import HUES
from sudokubench.report.model import Figure, Say, column
from sudokubench.report.plots import common, words
from sudokubench.report.statistics import Floats, Interval, ecdf
from sudokubench.report.tables import BACKEND, SOLVED, surely
from sudokubench.report.values import Display, shown
from sudokubench.report.words import COLUMNS, TIMES_THE_FIRST
from sudokubench.words import Words, untranslated

SAMPLE = 1000
"""Largest number of puzzles in a scatter plot; the sample is random, with a fixed seed."""

_BEYOND = 6
"""Factor by which the axes of scatter plots extend beyond the slowest solved puzzle: room for the unsolved puzzles."""

SIDE = 380
"""Side of a scatter plot, in pixels."""

_NEAR, _CLIP = 1.5, 2.0
"""Factors of the best time. If another backend is within the first factor, the axis of a forest plot ends at the
second, so that close backends stay apart."""


def forest(a: Analysis) -> Figure | Words:
    """Plot the time of each backend as a multiple of the time of the best, the first of `order`, with intervals."""
    field = [j for j in a.order if a.present[j]]
    if len(field) < 2 or not a.solved[field[0]]:
        return words.FOREST_LACKS
    lead, ratios = field[0], a.slowdown
    rows = [(a.names[j], ratios[j]) for j in field]
    known = np.array([[one.value, one.low, one.high] for _, one in rows])
    least, most = float(np.nanmin(known)), float(np.nanmax(known))
    near = any(1 / _NEAR < ratios[j].value < _NEAR for j in field if j != lead)
    clipped = near and max(most, 1 / least) > _CLIP
    if clipped:
        least, most = max(least, 1 / _CLIP), _CLIP

    def draw(say: Say) -> Any:
        alt, names = common.altair(), common.labels(a, say)
        axis = common.log_axis("", least / 1.1, most if clipped else most * 1.1, "×", 4)
        points = [_forest_point(names[name], name, one, *axis["scale"]["domain"]) for name, one in rows]
        y = alt.Y("b:N", sort=[p["b"] for p in points], title=None, axis=common.NAMES)
        x, span = alt.X("r:Q", **axis), {"x": alt.X("low:Q", **axis), "x2": "high:Q"}
        base = common.chart(points, height=alt.Step(common.STEP))
        beyond = [p for p in points if p["beyond"]]
        inside = [(p, j) for p, j in zip(points, field, strict=True) if p not in beyond]
        bars = common.chart([p for p, j in inside if a.judged[j] and np.isfinite(p["low"])])
        bound = [p for p, j in inside if ratios[j].at_least]
        sure, hollow = (
            [p for p, j in inside if p not in bound and a.judged[j] == yes] for yes in (True, False)
        )
        of = {"y": y, "description": alt.Description("series:N")}
        mark = {"size": 70, "opacity": 1, "color": HUES[0]}
        layers = [
            common.chart([{"r": 1}]).mark_rule(color=MUTED, strokeDash=[3, 3]).encode(x=x),
            bars.mark_rule(strokeWidth=3, color=HUES[0], opacity=0.55).encode(**span, **of),
            common.chart(sure).mark_point(filled=True, shape="square", **mark).encode(x=x, **of),
            common.chart(bound).mark_point(shape="triangle-right", **mark).encode(x=x, **of),
            common.chart(hollow).mark_point(shape="square", **mark).encode(x=x, **of),
            common.chart(beyond).mark_text(color=HUES[0]).encode(x=x, **of, text="beyond:N"),
            base.mark_text(align="left", dx=10, color=INK).encode(**of, x=alt.value("width"), text="t:N"),
        ]
        return common.fitted(alt.layer(*layers), a.names, 145)

    name, n = a.names[lead], int((a.common & a.cells.solved[:, lead]).sum())
    note = words.FOREST_NOTE.format(n=n, name=name)
    if any(one.at_least for one in ratios):
        note += words.FOREST_BOUNDS
    if not a.judged[field].all():
        note += words.FOREST_HOLLOW
    if clipped:
        note += words.FOREST_CLIPPED.format(end=_CLIP)
    texts = words.FOREST.format(name=name), words.FOREST_ALT.format(n=len(field), name=name), note
    head = (BACKEND, column("ratio", Display.RATIO, TIMES_THE_FIRST))
    return common.plotted("forest", texts, draw, head, rows)


def _forest_point(label: str, name: str, ratio: Interval, low: float, high: float) -> dict[str, Any]:
    """Return a row of a forest plot; values outside the axis from `low` to `high` are moved to its ends."""
    ends = {"r": ratio.value, "low": ratio.low, "high": ratio.high}
    beyond = "◀" if ratio.value < low else "▶" if ratio.value > high else ""
    clipped = {key: float(np.clip(value, low, high)) for key, value in ends.items()}
    return {"b": label, "series": name, **clipped, "beyond": beyond, "t": shown(ratio, Display.RATIO, "en")}


def _ascending(
    a: Analysis, curves: Sequence[tuple[str, Floats]], most: int, x_title: Words, y_title: Words, unit: str
) -> Callable[[Say], Any]:
    """Return a function that draws sorted values of backends, each curve with its name; "" is the virtual best.

    Args:
        curves: Names and sorted values, of the puzzles that were solved; the virtual best, if any, comes first.
        most: The end of the horizontal axis: the number of puzzles.
        unit: See `common.log_axis`.
    """
    curves = [(name, values) for name, values in curves if values.size]
    least, largest = min(float(v[0]) for _, v in curves), max(float(v[-1]) for _, v in curves)

    def draw(say: Say) -> Any:
        alt = common.altair()
        names = {"": say(words.VIRTUAL_BEST)} | common.labels(a, say)
        tall = common.height(len(curves))
        points: list[dict[str, Any]] = [
            {"series": name, "x": i + 1, "y": float(values[i])}
            for name, values in curves
            for i in common.thin(len(values))
        ]
        y = common.log_axis(say(y_title), least, largest, unit)
        scale = alt.Scale(domain=[0, most], nice=False)
        x = alt.X("x:Q", title=say(x_title), scale=scale, axis=alt.Axis(tickMinStep=1))
        lines = [(name, names[name], float(values.size), float(values[-1])) for name, values in curves]
        place = {"x": x, "y": alt.Y("y:Q", **y)}
        cursor = common.chart([points[0]], name="cursor").mark_point(filled=True, size=70, opacity=0)
        layers = [
            common.chart(points).mark_line(strokeWidth=2).encode(**place, order="x:Q", **common.series(a)),
            *common.named(a, lines, (0, most), y, tall),
            cursor.encode(**place),
        ]
        return alt.layer(*layers).properties(width=common.WIDTH, height=tall)

    return draw


def cactus_domain(a: Analysis) -> tuple[float, float, int]:
    """Return both ends of the axis of times of the cactus plot, and the number of common puzzles."""
    times = a.cells.seconds[a.cells.solved & a.common[:, None]]
    return *common.widened(max(float(times.min()), 1e-9), float(times.max())), int(a.common.sum())


def cactus(a: Analysis) -> Figure | Words:
    """Plot the sorted times of the common puzzles that each backend solved."""
    solved = a.cells.solved & a.common[:, None]
    if not solved.any():
        return words.CACTUS_LACKS
    field = [j for j in a.order if solved[:, j].any()]
    curves = [
        ("", np.sort(a.best[a.common & ~np.isnan(a.best)])),
        *((a.names[j], np.sort(np.maximum(a.cells.seconds[solved[:, j], j], 1e-9))) for j in field),
    ]
    n = int(a.common.sum())
    note = words.CACTUS_NOTE.format(n=n)
    if max(len(t) for _, t in curves) > common.CURVE:
        note += words.CACTUS_THINNED.format(most=common.CURVE)
    texts = words.CACTUS, words.CACTUS_ALT.format(n=len(a.names), name=a.names[a.order[0]]), note
    draw = _ascending(a, curves, n, words.SOLVED_PUZZLES, words.SECONDS, "s")
    rows = [(name or "virtual best", i + 1, float(t[i])) for name, t in curves for i in common.thin(len(t))]
    return common.plotted("cactus", texts, draw, (BACKEND, SOLVED, column("seconds", Display.SECONDS)), rows)


def sampled_rows(a: Analysis) -> Any:
    """Return the rows of the puzzles in scatter plots: all puzzles that some backend solved, or a random sample."""
    known = np.flatnonzero(a.cells.solved.any(axis=1))
    if len(known) <= SAMPLE:
        return known
    return np.sort(np.random.default_rng(0).choice(known, SAMPLE, replace=False))


def scatter_domain(a: Analysis) -> tuple[float, float]:
    """Return both ends of each axis of every scatter plot, with room for the unsolved puzzles."""
    times = a.cells.seconds[a.cells.solved]
    low = max(float(times.min()), 1e-9)
    return low / 1.5, max(float(times.max()), low * 10) * _BEYOND


def _line(
    place: Mapping[str, Any], start: tuple[float, float], end: tuple[float, float], **style: Any
) -> Any:
    ends = [{"x": px, "y": py} for px, py in (start, end)]
    return common.chart(ends).mark_line(**style).encode(**place)


def _guides(place: Mapping[str, Any], low: float, last: float) -> tuple[list[Any], list[Any]]:
    """Return the lines of equal factors between two times, and their labels.

    A line ends at the time `last`, where its label begins. Unsolved puzzles lie beyond all lines.
    """
    ends = {f: (last * min(1, 1 / f), last * min(1, f)) for f in (0.1, 0.5, 1, 2, 10)}
    lines = []
    for f, end in ends.items():
        width, dash = (1.4, [1, 0]) if f == 1 else (1, [4, 4])
        start = low * max(1, 1 / f), low * max(1, f)
        lines.append(_line(place, start, end, color=MUTED, strokeWidth=width, strokeDash=dash))
    labels = [
        common.chart([{"x": ends[f][0], "y": ends[f][1], "t": f"{max(f, 1 / f):g}×"} for f in factors])
        .mark_text(color=MUTED, fontSize=10, **side)
        .encode(**place, text="t:N")
        for factors, side in (
            ((2, 10), {"align": "center", "baseline": "bottom", "dy": -3}),
            ((0.1, 0.5), {"align": "left", "baseline": "middle", "dx": 4}),
        )
    ]
    return lines, labels


def scatter(a: Analysis) -> Figure | Words:
    """Plot the two best backends against each other; the page can show any two backends in the same frame."""
    if len(a.names) < 2:
        return words.SCATTER_ONE
    if not a.cells.solved.any():
        return words.SCATTER_LACKS
    i, j = a.order[0], a.order[1]
    one, other = a.names[i], a.names[j]
    rows = sampled_rows(a)
    low, high = scatter_domain(a)
    rail, last = high / 1.6, high / _BEYOND
    both_asked = [row for row in rows.tolist() if a.cells.asked[row, i] and a.cells.asked[row, j]]
    times = np.where(a.cells.solved, np.maximum(a.cells.seconds, 1e-9), rail)
    points = [{"x": float(times[row, i]), "y": float(times[row, j])} for row in both_asked]

    def draw(say: Say) -> Any:
        alt = common.altair()
        names = common.labels(a, say)
        place = {
            "x": alt.X("x:Q", **common.log_axis(names[one], low, high, "s", 6, last)),
            "y": alt.Y("y:Q", **common.log_axis(names[other], low, high, "s", last=last)),
        }
        guides, labels = _guides(place, low, last)
        rails = [
            _line(place, start, end, color=HUES[1], strokeWidth=1)
            for start, end in (((rail, low), (rail, high)), ((low, rail), (high, rail)))
        ]
        style = {"color": HUES[1], "align": "left", "baseline": "bottom", "dx": 4, "dy": -2, "fontSize": 10}
        unsolved = common.chart([{"x": low, "y": rail}]).mark_text(text=say(words.NOT_SOLVED), **style)
        dots = common.chart(points, name="cloud").mark_point(filled=True, size=26, opacity=0.7, color=HUES[0])
        layers = (*guides, *rails, unsolved.encode(**place), *labels, dots.encode(**place))
        return alt.layer(*layers).properties(width=SIDE, height=SIDE)

    known = int(a.cells.solved.any(axis=1).sum())
    sample = words.SCATTER_SAMPLE if len(rows) < known else words.SCATTER_ALL
    sampled = sample.format(some=len(rows), n=known)

    def times_of(row: int) -> Iterator[float | None]:
        return (float(a.cells.seconds[row, c]) if a.cells.solved[row, c] else None for c in a.order)

    note = words.SCATTER_NOTE.format(limit=a.cells.limit_s, sample=sampled)
    texts = words.SCATTER, words.SCATTER_ALT.format(one=one, other=other), note
    times_s = (column(f"{a.names[c]}_s", Display.SECONDS, untranslated(a.names[c])) for c in a.order)
    head = (column("puzzle", Display.CODE), *times_s)
    data = [(a.data.places[row], *times_of(row)) for row in rows.tolist()]
    return common.plotted("scatter", texts, draw, head, data, words.SCATTER_DATA)


def slowdown_ecdf(a: Analysis) -> Figure | Words:
    """Plot the sorted ratios of the times of each backend to the best times; the data has shares of puzzles."""
    ratios = a.slowdowns
    if a.judged.sum() < 2 or not (a.cells.solved & a.common[:, None])[:, a.judged].any():
        return words.SLOWDOWN_LACKS
    solved = a.cells.solved & a.common[:, None] & ~np.isnan(ratios)
    n = int(a.common.sum())
    field = [j for j in a.order if a.judged[j] and solved[:, j].any()]
    curves = [(a.names[j], np.sort(ratios[solved[:, j], j])) for j in field]
    at = np.geomspace(1, max(*(float(v[-1]) for _, v in curves), 1.1), common.CURVE)
    rows = [
        (name, float(x), float(y) * len(values) / n)
        for name, values in curves
        for x, y in zip(at, ecdf(values, at), strict=True)
    ]
    texts = words.SLOWDOWN, words.SLOWDOWN_ALT, words.SLOWDOWN_NOTE.format(n=n)
    draw = _ascending(a, curves, n, words.PUZZLES, COLUMNS["factor"], "×")
    head = (BACKEND, column("factor", Display.RATIO), column("share", Display.SHARE))
    return common.plotted("slowdown", texts, draw, head, rows)


def groups(a: Analysis) -> Figure | Words:
    """Plot mean ranks, and groups of backends between which the pairwise tests find no difference."""
    n, k = a.ranked, int(a.judged.sum())
    if k < 2 or n < 2:
        return words.GROUPS_LACK
    if not a.sure:
        return words.GROUPS_UNSURE.format(why=surely(a))
    # Borda's score is the share of opponents beaten, so the rank is one more than the number of unbeaten opponents.
    ranks = [Interval(k - (k - 1) * b.value, k - (k - 1) * b.high, k - (k - 1) * b.low) for b in a.borda]
    order = sorted(np.flatnonzero(a.judged).tolist(), key=lambda j: ranks[j].value)
    rows = [
        (a.names[j], ranks[j], ", ".join(str(g + 1) for g, group in enumerate(a.groups) if j in group) or "-")
        for j in order
    ]

    def draw(say: Say) -> Any:
        alt = common.altair()
        names = common.labels(a, say)
        y = alt.Y("b:N", sort=[names[a.names[j]] for j in order], title=None, axis=common.NAMES)
        x = alt.X(
            "r:Q",
            title=say(COLUMNS["mean_rank"]),
            scale=alt.Scale(domain=[1, k + 0.4 + 0.05 * k * len(a.groups)], nice=False),
            axis=alt.Axis(orient="top", values=list(range(1, k + 1, max(1, k // 10)))),
        )
        points = [{"b": names[a.names[j]], "r": ranks[j].value} for j in order]
        members = [
            {"b": names[a.names[j]], "r": k + 0.4 + 0.05 * k * (g + 0.5), "g": g}
            for g, one in enumerate(a.groups)
            for j in one
        ]
        base = common.chart(points, height=alt.Step(common.STEP))
        layers = [
            base.mark_point(filled=True, size=70, color=HUES[0], opacity=1).encode(x=x, y=y),
            common.chart(members).mark_line(color=HUES[1], strokeWidth=2).encode(x=x, y=y, detail="g:N"),
            common.chart(members).mark_point(filled=True, size=60, color=HUES[1], opacity=1).encode(x=x, y=y),
        ]
        return common.fitted(alt.layer(*layers), a.names)

    texts = words.GROUPS, words.GROUPS_ALT.format(k=k, n=len(a.groups)), words.GROUPS_NOTE.format(n=n)
    head = (BACKEND, column("mean_rank", Display.NUMBER), column("groups"))
    return common.plotted("groups", texts, draw, head, rows)
