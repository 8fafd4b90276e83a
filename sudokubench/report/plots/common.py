"""Shared parts of all plots: size, names, legends, and the logarithmic axis of times and ratios (`log_axis`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from typing import Any

import numpy as np

from sudokubench.pages.frame import INK
from sudokubench.report.analysis import Analysis
from sudokubench.report.draw import styles
from sudokubench.report.model import Column, Figure, Say, Table
from sudokubench.report.plots.words import BATCH
from sudokubench.words import Words, in_unit, untranslated

CURVE = 240
"""Largest number of points of a curve."""

WIDTH, HEIGHT = 320, 300
"""Width and height of a plot with axes, in pixels. With names at the right it fits a small window."""

TOTAL = 500
"""Width of a picture with names of usual length at the left, in pixels."""

_USUAL = 24
"""Largest length of a usual name, in characters; each further character makes the picture wider."""

_NAME_HEIGHT = 15
"""Distance between names at the ends of curves, in pixels."""

_NAMES = 12
"""Distance of the names from the plot, in pixels."""

STEP = 26
"""Distance between rows with names at the left, in pixels."""

NAMES = {
    "labelLimit": 280, "labelPadding": 8, "ticks": False, "domain": False, "grid": False, "minExtent": 60,
    "labelOverlap": False,
}  # fmt: skip
"""The axis for names at the left."""


def plotted(
    key: str,
    texts: tuple[Words, Words, Words],
    draw: Callable[[Say], Any],
    columns: tuple[Column, ...],
    rows: Sequence[tuple[Any, ...]],
    data_note: Words | None = None,
) -> Figure:
    """Return a plot with its title, text alternative and note, and a table of its points with the same title."""
    return Figure(key, *texts, draw, Table(key, texts[0], columns, rows, data_note))


def label(a: Analysis, column: int) -> Words:
    """Return the name of a backend for legends, marked if its times are those of batches."""
    name = a.names[column]
    return BATCH.format(name=name) if a.batch[column] > 1 else untranslated(name)


def labels(a: Analysis, say: Say) -> dict[str, str]:
    """Return the names of backends for legends, by full name."""
    return {name: say(label(a, column)) for column, name in enumerate(a.names)}


def altair() -> Any:
    """Return the package that describes charts; it is loaded when the first chart is drawn."""
    import altair

    return altair


def chart(rows: Sequence[dict[str, Any]], **properties: Any) -> Any:
    """Return a chart of rows."""
    return altair().Chart(altair().Data(values=rows), **properties)


def fitted(layers: Any, names: Iterable[str], right: int = 0) -> Any:
    """Return a chart with names at the left, as wide as pictures are, with `right` pixels of room at the right."""
    longest = max(map(len, names), default=0)
    return layers.properties(
        width=TOTAL + 7 * max(0, longest - _USUAL),
        autosize={"type": "fit-x", "contains": "padding"},
        padding={"left": 8, "top": 8, "bottom": 8, "right": 8 + right},
    )


def widened(low: float, high: float) -> tuple[float, float]:
    """Return the ends of an axis, widened so that it is more than a point."""
    return (low / 1.5, high * 1.5) if high < low * 2 else (low, high)


def log_axis(
    title: str, low: float, high: float, unit: str, most: int = 10, last: float | None = None
) -> dict[str, Any]:
    """Return the parts of a logarithmic axis: its title, its scale, and its ticks with labels.

    The axis goes from low to high; if they are close, it is wider. Ticks are at powers of ten. An axis of at most two
    decades has ticks between them, too.

    Args:
        low, high: The smallest value, above 0, and the largest one.
        unit: `s` for times, `×` for ratios.
        most: Largest number of labelled ticks.
        last: Largest value of a tick; None means `high`.
    """
    alt = altair()
    low, high = widened(low, high)
    decades = range(floor(log10(low)), ceil(log10(high)) + 1)
    width = log10(high / low)
    steps: tuple[float, ...] = (1,) if width > 2 else (1, 2, 5) if width > 1 else (1, 1.5, 2, 3, 4, 5, 7)
    end = (high if last is None else last) * 1.0001
    all_ticks = (step * 10.0**d for d in decades for step in steps)
    ticks = [tick for tick in all_ticks if low <= tick * 1.0001 and tick <= end]
    every = max(1, -(-len(ticks) // most))
    words = [_tick(value, unit) if n % every == 0 else "" for n, value in enumerate(ticks)]
    chosen = (
        "".join(f"abs(datum.value/{v!r}-1)<1e-6?'{w}':" for v, w in zip(ticks, words, strict=True)) + "''"
    )
    return {
        "title": title or None,
        "scale": alt.Scale(type="log", nice=False, domain=[low, high]),
        "axis": alt.Axis(values=ticks, labelExpr=chosen, labelOverlap=False),
    }


def _tick(value: float, unit: str) -> str:
    if unit == "s":
        number, name = in_unit(float(f"{value:.4g}"))  # without the rounding error of a power of ten
        return f"{number:,.4g} {name}"
    return f"{value:,.0f}{unit}" if value >= 1000 else f"{value:g}{unit}"


def series(a: Analysis) -> dict[str, Any]:
    """Return colour and dash of the backends, the same in every report. The virtual best, named "", is in ink."""
    alt = altair()
    found = styles(a.names)
    names = ["", *(a.names[j] for j in a.order)]
    hues, dashes = zip((INK, [6, 3]), *(found[name] for name in names[1:]), strict=True)

    def channel(encoding: Any, range_: list[Any]) -> Any:
        return encoding("series:N", scale=alt.Scale(domain=names, range=range_), legend=None, sort=None)

    return {
        "color": channel(alt.Color, list(hues)),
        "strokeDash": channel(alt.StrokeDash, list(dashes)),
        "description": alt.Description("series:N"),
    }


def height(k: int) -> int:
    """Return the height of a plot with k curves that have their names at the right."""
    return max(HEIGHT, _NAME_HEIGHT * k)


def apart(places: Sequence[float], gap: float, most: float) -> list[float]:
    """Return places close to the given ones, in the same order, with a gap between them, none above `most`.

    They are at least 0 if there is room for all between 0 and `most`.

    >>> apart([10, 12, 90], 5, 100), apart([99, 100], 10, 100)
    ([10, 15, 90], [90, 100])
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    out = list(places)
    for before, after in pairwise(order):
        out[after] = max(out[after], out[before] + gap)
    for n, index in enumerate(reversed(order)):
        out[index] = min(out[index], most - n * gap)
    return out


def named(
    a: Analysis,
    lines: Sequence[tuple[str, str, float, float]],
    x: tuple[float, float],
    y: dict[str, Any],
    tall: int,
) -> list[Any]:
    """Return layers with a name at the right for each curve, joined to its end by a thin line.

    Args:
        lines: Series and name of each curve, and the place of its end.
        x: The ends of the horizontal axis, which is linear.
        y: The vertical axis, which is logarithmic.
        tall: The height of the plot, in pixels.
    """
    alt = altair()
    low, high = map(log10, y["scale"]["domain"])

    def up(value: float) -> float:
        return tall * (high - log10(value)) / (high - low)

    ends = apart([up(line[3]) for line in lines], _NAME_HEIGHT, tall)
    beyond = x[1] + (x[1] - x[0]) * _NAMES / WIDTH
    names = [
        {"series": key, "name": name, "x": beyond, "y": 10 ** (high - (high - low) * at / tall)}
        for (key, name, _, _), at in zip(lines, ends, strict=True)
    ]
    joints = [
        {"series": key, "x": px, "y": py}
        for (key, _, *end), name in zip(lines, names, strict=True)
        for px, py in (end, (name["x"], name["y"]))
    ]
    place = {"x": alt.X("x:Q", scale=alt.Scale(domain=x, nice=False)), "y": alt.Y("y:Q", **y)}
    solid = {name: channel for name, channel in series(a).items() if name != "strokeDash"}
    texts = chart(names).mark_text(align="left", dx=3, color=INK, limit=280)
    return [
        chart(joints).mark_line(strokeWidth=0.8, opacity=0.7).encode(**place, **solid, detail="series:N"),
        texts.encode(**place, text="name:N", description=solid["description"]),
    ]


def thin(n: int) -> list[int]:
    """Return the indices of at most `CURVE` of n sorted values, both ends included."""
    return np.unique(np.linspace(0, n - 1, min(n, CURVE)).round().astype(int)).tolist() if n else []
