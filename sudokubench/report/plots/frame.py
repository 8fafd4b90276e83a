"""What all plots share: size, names, colours, axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import Any

import numpy as np

from sudokubench.report.analysis import Analysis
from sudokubench.report.draw import INK, dash_of, hue_of
from sudokubench.report.model import Column, Figure, Say, Table
from sudokubench.words import Words

CURVE = 240
"""So many points a curve has."""

WIDTH, HEIGHT = 640, 340

SECONDS = Words("time of a puzzle", "1 問の時間")

LEGEND = Words("backend, fastest first", "バックエンド（速い順）")

_BATCH = Words("{} (batch)", "{}（一括）")


def plotted(
    key: str,
    title: Words,
    alt: Words,
    note: Words,
    draw: Callable[[Say], Any],
    columns: tuple[Column, ...],
    rows: Sequence[tuple[Any, ...]],
    data_note: Words | None = None,
) -> Figure:
    """A plot with its points as a table, which needs no title of its own: it stands below the plot."""
    return Figure(key, title, alt, note, draw, Table(key, title, columns, rows, data_note))


def labels(a: Analysis, say: Say) -> list[str]:
    """The names of backends as legends show them, by column; batch times are told as such."""
    return [say(_BATCH).format(name) if a.batch[j] > 1 else name for j, name in enumerate(a.names)]


def altair() -> Any:
    """The package that describes charts, loaded when the first is drawn."""
    import altair

    return altair


def chart(rows: Sequence[dict[str, Any]], **properties: Any) -> Any:
    """A chart of rows."""
    return altair().Chart(altair().Data(values=rows), **properties)


def log_axis(
    title: str, low: float, high: float, unit: str, most: int = 10, last: float | None = None
) -> dict[str, Any]:
    """A logarithmic axis from low to high, with ticks at powers of ten, or 1-2-5 where there are few of those.

    Args:
        title: Title.
        low: Smallest value, above 0.
        high: Largest value.
        unit: `s` for times, `×` for ratios.
        most: Label at most so many ticks.
        last: No tick lies beyond this value; None stands for `high`.
    """
    alt = altair()
    if high < low * 2:
        low, high = low / 1.5, high * 1.5
    decades = range(floor(log10(low)), ceil(log10(high)) + 1)
    width = log10(high / low)
    steps: tuple[float, ...] = (1,) if width > 2 else (1, 2, 5) if width > 1 else (1, 1.5, 2, 3, 4, 5, 7)
    ticks = [
        step * 10.0**d
        for d in decades
        for step in steps
        if low <= step * 10.0**d * 1.0001 and step * 10.0**d <= (high if last is None else last) * 1.0001
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


def series(a: Analysis, say: Say, extra: Sequence[str] = ()) -> dict[str, Any]:
    """Colour and dash of the backends, in the order of the ranking; extra series are drawn in ink."""
    alt = altair()
    names = [*extra, *(labels(a, say)[j] for j in a.order)]
    hues = [*(INK for _ in extra), *(hue_of(i) for i in range(len(a.order)))]
    dashes = [*([6, 3] for _ in extra), *(dash_of(i) for i in range(len(a.order)))]
    legend = alt.Legend(
        title=say(LEGEND),
        symbolType="stroke",
        symbolStrokeWidth=2.5,
        symbolSize=220,
        symbolOpacity=1,
        labelLimit=260,
    )

    def channel(encoding: Any, range_: list[Any]) -> Any:
        return encoding("series:N", scale=alt.Scale(domain=names, range=range_), legend=legend, sort=None)

    return {"color": channel(alt.Color, hues), "strokeDash": channel(alt.StrokeDash, dashes)}


def thin(n: int, most: int = CURVE) -> Any:
    """Indices of at most so many of n sorted values, both ends kept."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int)) if n else np.empty(0, int)
