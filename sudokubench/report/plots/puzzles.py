"""Plots of time against properties of puzzles: clues, human difficulty, size."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from sudokubench.report.analysis import Analysis
from sudokubench.report.model import Figure, Say, column, columns
from sudokubench.report.plots import common, words
from sudokubench.report.statistics import Floats, Interval, quantile
from sudokubench.report.tables import BACKEND, SOLVED
from sudokubench.report.values import Display
from sudokubench.words import Words, untranslated

_BANDED = 4
"""Largest number of backends for which a plot has a band around each curve."""

_JOINED = 3
"""Least number of puzzles for a median on the line; a median of fewer puzzles is a separate point."""


def by_clues(a: Analysis) -> Figure | Words:
    """Plot the median time against the number of clues, for the most frequent kind of board."""
    asked = np.asarray(a.cells.asked.any(axis=1))
    known = Counter(rules for rules, is_asked in zip(a.data.rules, asked, strict=True) if rules and is_asked)
    if not known:
        return words.BY_CLUES_NO_BOARD
    most = max(known, key=lambda rules: (known[rules], -len(rules)))
    alike = np.array([rules == most for rules in a.data.rules])
    clues = np.where(alike & asked, a.data.clues, np.nan).astype(float)
    others = int((~alike).sum())
    more = words.BY_CLUES_BAND if len(a.names) <= _BANDED else untranslated("")
    if others:
        more += words.BY_CLUES_OTHERS.format(n=others)
    low, high = span = _bulk(clues[~np.isnan(clues)])
    if far := int(((clues < low) | (clues > high)).sum()):
        more += words.BY_CLUES_FAR.format(n=far, low=low, high=high)
    note = words.BY_CLUES_NOTE.format(kind=most, more=more)
    return _against(a, "clues", words.BY_CLUES, words.CLUES, clues, note, words.BY_CLUES_LACKS, span)


def _bulk(values: Any) -> tuple[float, float]:
    """Return the least and the largest value within three interquartile ranges beyond the quartiles.

    A single solved grid of 81 clues would otherwise take most of an axis. Ranges below 4 count as 4, so that a
    collection still has an axis if nearly all its boards have the same number of clues.
    """
    low, high = np.quantile(values, [0.25, 0.75])
    reach = 3 * max(high - low, 4)
    near = values[(values >= low - reach) & (values <= high + reach)]
    if near.min() == near.max():  # one value makes no axis
        near = values
    return float(near.min()), float(near.max())


def by_rating(a: Analysis) -> Figure | Words:
    """Plot the median time against human difficulty."""
    note = words.BY_RATING_NOTE.format(n=int((~np.isnan(a.data.ratings)).sum()))
    halves = np.round(a.data.ratings * 2) / 2
    return _against(a, "rating", words.BY_RATING, words.RATING, halves, note, words.BY_RATING_LACKS)


def by_size(a: Analysis) -> Figure | Words:
    """Plot the median time against the side of the board."""
    sizes = np.where(a.data.sizes > 0, a.data.sizes, np.nan).astype(float)
    return _against(a, "sizes", words.BY_SIZE, words.SIDE, sizes, words.BY_SIZE_NOTE, words.BY_SIZE_LACKS)


def by_problem(a: Analysis) -> list[Figure]:
    """Plot the median time against the size of exact-cover problems, for each family with two or more sizes.

    The size is the first number in the name of a problem.
    """
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
        title, note = (text.format(family=family) for text in (words.BY_PROBLEM, words.BY_PROBLEM_NOTE))
        key = "sizes-" + re.sub(r"[^A-Za-z0-9]+", "-", family).strip("-").lower()
        found = _against(a, key, title, words.N, sizes, note, words.N)
        if isinstance(found, Figure):
            figures.append(found)
    return figures


def _bounded(times: Floats, solved: int, share: float) -> Interval:
    """Return a quantile of times. The smallest `solved` of them are exact; the others are lower bounds."""
    found = quantile(times, share)
    return replace(found, at_least=ceil(share * (times.size - 1)) >= solved)


class _GroupTimes(NamedTuple):
    """The times of a backend on a group of puzzles: quantiles, and the numbers of asked and solved puzzles."""

    backend: str
    level: float
    asked: int
    solved: int
    low: Interval
    median: Interval
    high: Interval


def _times_of(a: Analysis, groups: Floats, levels: Floats) -> Iterator[_GroupTimes]:
    """Yield the times of each backend on each group; an unsolved puzzle counts with the time limit."""
    for j in a.order:
        for level in levels.tolist():
            here = (groups == level) & a.cells.asked[:, j]
            if here.any():
                solved = here & a.cells.solved[:, j]
                n = int(solved.sum())
                times = np.maximum(np.where(solved, a.cells.seconds[:, j], a.cells.limit_s)[here], 1e-9)
                spread = (_bounded(times, n, share) for share in (0.1, 0.5, 0.9))
                yield _GroupTimes(a.names[j], level, int(here.sum()), n, *spread)


def _points(rows: Sequence[_GroupTimes]) -> Iterator[dict[str, Any]]:
    """Yield the points of a plot. A line joins points with the same `run`.

    A point of few puzzles, or a point that is only a bound, stands alone: its `run` is None.
    """
    run = 0
    for n, row in enumerate(rows):
        joins = row.asked >= _JOINED and not row.median.at_least
        if not joins or (n and rows[n - 1].backend != row.backend):
            run += 1
        times = {"low": row.low.value, "y": row.median.value, "high": row.high.value}
        joined = {"n": row.asked, "bound": row.median.at_least, "run": run if joins else None}
        yield {"series": row.backend, "x": row.level, **times, **joined}


def _against(
    a: Analysis,
    key: str,
    title: Words,
    axis: Words,
    groups: Floats,
    note: Words,
    lacking: Words,
    span: tuple[float, float] = (-np.inf, np.inf),
) -> Figure | Words:
    """Plot the median and the middle 80 % of the times of groups of puzzles along an axis.

    Puzzles whose group is NaN, and puzzles that were not asked, are left out. Groups outside `span` are in the data but
    not drawn.
    """
    groups = np.where(a.cells.asked.any(axis=1), groups, np.nan)
    levels = np.unique(groups[~np.isnan(groups)])
    if len(levels) < 2:
        return lacking
    rows = [*_times_of(a, groups, levels)]
    few = len(a.names) <= _BANDED
    drawn = [r for r in rows if span[0] <= r.level <= span[1]]
    least = min((r.low if few else r.median).value for r in drawn) / 1.15  # room between a line and the frame
    most = max((r.high if few else r.median).value for r in drawn) * 1.15
    left, right = min(r.level for r in drawn), max(r.level for r in drawn)
    edges = left - 0.04 * (right - left), right + 0.04 * (right - left)

    def draw(say: Say) -> Any:
        alt = common.altair()
        shown = common.labels(a, say)
        points = [*_points(drawn)]
        scale = alt.Scale(domain=edges, nice=False, zero=False)
        x = alt.X("x:Q", title=say(axis), scale=scale, axis=alt.Axis(tickMinStep=1))
        y = common.log_axis(say(words.SECONDS), least, most, "s")
        place = {"x": x, "y": alt.Y("y:Q", **y)}
        styles = common.series(a)
        plain = {"color": styles["color"], "description": styles["description"]}
        joined = common.chart([p for p in points if p["run"] is not None])
        last = {r.backend: (r.backend, shown[r.backend], r.level, r.median.value) for r in drawn}
        tall = common.height(len(last))
        span = {"x": x, "y": alt.Y("low:Q", **y), "y2": "high:Q"}
        band = joined.mark_area(opacity=0.13).encode(**span, **plain, detail="run:N")
        sure, bound = (
            common.chart([p for p in points if p["bound"] is is_bound]) for is_bound in (False, True)
        )
        layers = [
            *([band] if few else []),
            joined.mark_line(strokeWidth=2).encode(**place, **styles, detail="run:N"),
            sure.mark_point(filled=True, size=30, opacity=1).encode(**place, **plain),
            bound.mark_point(shape="triangle-up", size=50, opacity=1).encode(**place, **plain),
            *common.named(a, list(last.values()), edges, y, tall),
        ]
        return alt.layer(*layers).properties(width=common.WIDTH, height=tall)

    times = columns(Display.SECONDS, "p10_s", "median_s", "p90_s")
    head = (BACKEND, column("level", Display.NUMBER, axis), column("puzzles", Display.COUNT), SOLVED, *times)
    note += words.MEDIANS_JOINED.format(fewest=_JOINED)
    if any(r.median.at_least for r in drawn):
        note += words.MEDIANS_BOUNDS
    alt_text = words.MEDIANS_ALT.format(k=len(a.names), axis=axis, n=len(levels))
    return common.plotted(key, (title, alt_text, note), draw, head, rows)
