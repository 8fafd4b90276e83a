"""What the parts of the study share: runs of the harness, ratios with intervals, tables in two languages."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks import report
from benchmarks.inputs import board_set
from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.reading import exported, load
from sudokubench.report.values import Display, shown
from sudokubench.words import Language, Words

LIMIT_S = 5

Cell = str | Words | int | st.Interval
"""What a table of the study shows; an interval is that of a ratio."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of the study.

    Attributes:
        head: Titles of the columns.
        rows: Cells.
        source: The command that gives it again, or how it was counted; empty if the next sheet says it.
    """

    head: tuple[Cell, ...]
    rows: Sequence[tuple[Cell, ...]]
    source: Cell = ""


def markdown(sheet: Sheet, language: Language) -> str:
    """A sheet as Markdown."""
    head, *rows = ([_text(cell, language) for cell in cells] for cells in (sheet.head, *sheet.rows))
    source = _text(sheet.source, language)
    lines = report.markdown(head, rows, [False] + [True] * (len(head) - 1))
    return "\n".join([*lines, *(["", source] if source else [])])


def _text(cell: Cell, language: Language) -> str:
    return shown(cell, Display.COUNT if isinstance(cell, int) else Display.RATIO, language)


@dataclass(frozen=True, slots=True)
class Runs:
    """A folder in which the harness runs.

    Attributes:
        folder: Holds the corpora and the records.
        quick: Fewer puzzles.
    """

    folder: Path
    quick: bool

    def boards(self, name: str, n: int) -> tuple[str, ...]:
        """So many boards of a set, a fifth of them if it has to be quick."""
        return board_set(name, self.quick).boards[: max(2, n // 5) if self.quick else n]

    def corpus(self, name: str, n: int) -> str:
        """A file of so many boards of a set."""
        return self.file(name, self.boards(name, n))

    def file(self, name: str, lines: Sequence[str]) -> str:
        """A file of these boards."""
        path = self.folder / f"{name}.txt"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        return path.name

    def run(self, *arguments: str, limit_s: float = LIMIT_S) -> Run:
        """Run the harness."""
        command = [
            sys.executable, "-m", "sudokubench", "run", *arguments, "--time-limit", f"{limit_s:g}", "--seed", "1",
        ]  # fmt: skip
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
        results = self.folder / "results"
        told = f"`sudokubench run {' '.join(arguments)} --time-limit {limit_s:g} --seed 1`"
        return Run(load(["last"], results).runs[0].run, results, told)


@dataclass(frozen=True, slots=True)
class Run:
    """A run: its id, the folder of its records, the command that makes it again."""

    run: str
    results: Path
    told: str
    analysis: Analysis = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "analysis", Analysis(load([self.run], self.results)))

    def stats(self, key: str) -> dict[str, st.Floats]:
        """A statistic by backend, a value for each puzzle; NaN where there is none."""
        n = len(self.analysis.data.texts)
        out = {name: np.full(n, np.nan) for name in self.analysis.names}
        for row in exported([self.run], self.results):
            value = json.loads(row["stats"] or "{}").get(key)
            if value is not None:
                out[row["backend"]][row["position"]] = value
        return out

    def ratio(self, name: str, base: str) -> st.Interval:
        """Time over that of the base, on the puzzles that either solved."""
        a = self.analysis
        j, b = a.names.index(name), a.names.index(base)
        either = a.cells.solved[:, j] | a.cells.solved[:, b]
        ratio = np.where(either, a.cells.cost[:, j] / a.cells.cost[:, b], np.nan)
        return st.geometric_means(ratio[:, None])[0]

    def row(self, name: str, base: str) -> tuple[Cell, ...]:
        """What `HEAD` names."""
        a = self.analysis
        j = a.names.index(name)
        return (
            f"`{name}`",
            f"{int(a.cells.solved[:, j].sum())}/{int(a.cells.asked[:, j].sum())}",
            shown(a.quantile(j, 0.5), Display.SECONDS, "en"),
            self.ratio(name, base),
        )

    def rows(self, base: str, label: str = "") -> Iterator[tuple[Cell, ...]]:
        """A row for each backend, the fastest first."""
        for j in self.analysis.order:
            first, *rest = self.row(self.analysis.names[j], base)
            yield (f"{label}{first}", *rest)


HEAD: tuple[Cell, ...] = (
    Words("backend", "バックエンド"), Words("solved", "解決"), Words("median", "中央値"),
    Words("time ÷ base", "時間 ÷ 基準"),
)  # fmt: skip


def interval(value: float, drawn: Sequence[float]) -> st.Interval:
    """A value with the interval of its resamples."""
    low, high = np.quantile(drawn, [0.025, 0.975])
    return st.Interval(value, float(low), float(high))


def mean(values: st.Floats) -> st.Interval:
    """The mean with its bootstrap interval, NaN left out."""
    return st.intervals(np.asarray(values, float)[:, None])[0]


def ratio(values: st.Floats, base: st.Floats) -> st.Interval:
    """The geometric mean of a ratio of positive values with its bootstrap interval."""
    return st.geometric_means((np.maximum(values, 1) / np.maximum(base, 1))[:, None])[0]
