"""The plots of a report, each with its chart, words and data. A sentence replaces a plot that cannot be drawn."""

from __future__ import annotations

from sudokubench.report.plots.common import label
from sudokubench.report.plots.comparison import (
    cactus,
    cactus_domain,
    forest,
    groups,
    sampled_rows,
    scatter,
    scatter_domain,
    slowdown_ecdf,
)
from sudokubench.report.plots.costs import heat_map, noise, phase_bars
from sudokubench.report.plots.puzzles import by_clues, by_problem, by_rating, by_size

__all__ = [
    "by_clues", "by_problem", "by_rating", "by_size", "cactus", "cactus_domain", "forest", "groups", "heat_map",
    "label", "noise", "phase_bars", "sampled_rows", "scatter", "scatter_domain", "slowdown_ecdf",
]  # fmt: skip
