"""Plots of costs: where time goes, how steady it is, and the effect of a SAT solver and an encoding."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from sudokubench.pages.frame import INK
from sudokubench.report import tables
from sudokubench.report.analysis import Analysis
from sudokubench.report.draw import HUES
from sudokubench.report.model import Figure, Say, column, columns
from sudokubench.report.plots import common, words
from sudokubench.report.statistics import quantile
from sudokubench.report.tables import BACKEND, PAR2, SLOWDOWN
from sudokubench.report.values import Display, seconds_text, shown
from sudokubench.report.words import COLUMNS
from sudokubench.words import Words


def phase_bars(a: Analysis) -> Figure | Words:
    """Plot the share of the time that each phase takes."""
    data = tables.phases(a)
    rows = [row for row in data.rows if row[4] > 0]
    if not rows:
        return words.PHASES_LACK
    phases = [COLUMNS[phase] for phase in tables.PHASES]

    def draw(say: Say) -> Any:
        alt = common.altair()
        shown = common.labels(a, say)
        names = [shown[row[0]] for row in rows]
        parts = [
            {"b": shown[row[0]], "phase": say(word), "share": row[5 + n], "n": n}
            for row in rows
            for n, word in enumerate(phases)
        ]
        y = alt.Y("b:N", sort=names, title=None, axis=common.NAMES)
        x = alt.X(
            "share:Q", stack="zero", title=say(words.SHARE), axis=alt.Axis(format=".0%"),
            scale=alt.Scale(domain=[0, 1]),
        )  # fmt: skip
        colour = alt.Color(
            "phase:N", title=None, sort=None, legend=alt.Legend(orient="top", symbolType="square"),
            scale=alt.Scale(domain=[say(phase) for phase in phases], range=[HUES[1], HUES[0], HUES[3]]),
        )  # fmt: skip
        bars = common.chart(parts, height=alt.Step(common.STEP)).mark_bar()
        totals = [{"b": shown[row[0]], "t": seconds_text(row[4]), "x": 1} for row in rows]
        texts = common.chart(totals).mark_text(align="left", dx=6, color=INK)
        layers = bars.encode(x=x, y=y, color=colour, order="n:Q"), texts.encode(y=y, x="x:Q", text="t:N")
        return common.fitted(alt.layer(*layers), a.names, 55)

    return Figure("phases-plot", words.PHASES, words.PHASES_ALT, words.PHASES_NOTE, draw, data)


def noise(a: Analysis) -> Figure | Words:
    """Plot how much the repeats of a puzzle differ."""
    rows: list[tuple[Any, ...]] = []
    for j in a.order:
        spread = a.cells.spread(j)
        if spread.size:
            low, high = map(float, np.quantile(spread, [0.1, 0.9]))
            middle = quantile(spread, 0.5, least=1.0)
            rows.append((a.names[j], int(spread.size), low, middle, high, float(spread.max())))
    if not rows:
        return words.NOISE_LACKS

    def draw(say: Say) -> Any:
        alt = common.altair()
        shown = common.labels(a, say)
        points = [{"b": shown[r[0]], "low": r[2], "mid": r[3].value, "high": r[4], "max": r[5]} for r in rows]
        y = alt.Y("b:N", sort=[p["b"] for p in points], title=None, axis=common.NAMES)
        title = say(words.SLOWEST_OVER_FASTEST)
        x = alt.X("low:Q", **common.log_axis(title, 1.0, max(row[5] for row in rows), "×"))
        base = common.chart(points, height=alt.Step(common.STEP))
        layers = alt.layer(
            base.mark_rule(strokeWidth=6, opacity=0.45, color=HUES[0]).encode(y=y, x=x, x2="high:Q"),
            base.mark_point(filled=True, size=70, color=INK, opacity=1).encode(y=y, x="mid:Q"),
            base.mark_tick(color=HUES[1], thickness=2, size=14).encode(y=y, x="max:Q"),
        )
        return common.fitted(layers, a.names)

    texts, ratios = (words.NOISE, words.NOISE_ALT, words.NOISE_NOTE), ("p10", "median", "p90", "max")
    head = (BACKEND, column("puzzles", Display.COUNT), *columns(Display.RATIO, *ratios))
    return common.plotted("noise", texts, draw, head, rows)


def heat_map(a: Analysis) -> Figure | Words:
    """Plot SAT solvers against encodings, if a run has several of either."""
    found: dict[tuple[str, str], int] = {}
    defaults = _sat_defaults()
    for j, name in enumerate(a.names):
        base, _, text = name.partition(":")
        if base == "sat":
            options = defaults | dict(part.split("=", 1) for part in text.split(",") if "=" in part)
            found[options["solver"], options["encoding"]] = j
    rows = [(solver, encoding, a.slowdown[j], a.par2[j]) for (solver, encoding), j in sorted(found.items())]
    known = [row for row in rows if not np.isnan(row[2].value)]
    if len(found) < 2 or not known:
        return words.HEAT_MAP_LACKS

    def draw(say: Say) -> Any:
        alt = common.altair()
        boxes = [
            {"s": s, "e": e, "v": one.value, "t": shown(replace(one, low=np.nan), Display.RATIO, "en")}
            for s, e, one, _ in known
        ]
        base = common.chart(boxes, width=alt.Step(74), height=alt.Step(34))
        x = alt.X("e:N", title=say(COLUMNS["encoding"]), axis=alt.Axis(labelAngle=-30, labelLimit=160))
        y = alt.Y("s:N", title=say(COLUMNS["solver"]))
        values = [one.value for _, _, one, _ in known]
        middle = float(np.sqrt(min(values) * max(values)))
        scale = alt.Scale(type="log", range=["#cfe3f6", "#0b3a75"], nice=False)
        colour = alt.Color("v:Q", title=say(SLOWDOWN.title), scale=scale)
        text = alt.condition(f"datum.v > {middle}", alt.value("#fffffe"), alt.value("#10141a"))
        return alt.layer(
            base.mark_rect(cornerRadius=3).encode(x=x, y=y, color=colour),
            base.mark_text().encode(x=x, y=y, text="t:N", color=text),
        )

    texts = words.HEAT_MAP, words.HEAT_MAP_ALT, words.HEAT_MAP_NOTE
    head = (*columns(Display.CODE, "solver", "encoding"), SLOWDOWN, PAR2)
    return common.plotted("heat-map", texts, draw, head, rows)


def _sat_defaults() -> dict[str, str]:
    from sudokubench.backends.registry import backend_class

    return {f.name: str(f.default) for f in fields(backend_class("sat"))}  # type: ignore[arg-type]
