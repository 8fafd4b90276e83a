"""Engines over many runs and versions: how their speeds changed, by the tests of `compare`."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import exp, isfinite, nan
from typing import Any

import numpy as np

from sudokubench.errors import InputError
from sudokubench.harness.plan import engine_versions
from sudokubench.pages.frame import MUTED
from sudokubench.report import statistics as st
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import of_machine, of_runs
from sudokubench.report.compare import STATES, Change, change, machine_effect, numbered, rows_of_common
from sudokubench.report.data import StoredRun
from sudokubench.report.draw import HUES
from sudokubench.report.model import Column, Display, Figure, Remark, Report, Say, Section, Severity, Table
from sudokubench.report.plots import common
from sudokubench.report.tables import BACKEND, SOLVED
from sudokubench.report.values import shown
from sudokubench.words import Words, listed, untranslated

_MARKS = {"slower": ("▲ ", HUES[1]), "faster": ("▼ ", HUES[3]), "wrong": ("✕ ", HUES[6])}
"""Mark of a change that was found."""

_LABELS = 12
"""Number of runs up to which each has a label below a plot; of more runs, only those with a new version."""

_RUN = Column("run", Words("run", "実行"), Display.CODE)
_RATIO = Column("ratio", Words("times the first run", "最初の実行比（倍）"), Display.RATIO)


@dataclass(frozen=True, slots=True)
class Point:
    """A run on the line of a backend, on the puzzles that all runs have in common.

    Attributes:
        run: The run.
        made: The conditions of the run: versions by package, the commit, the processor.
        new: The conditions that differ from the previous run.
        solved: How many of the puzzles it solved.
        seconds: Geometric mean of its times; an unsolved puzzle counts as two limits, and then it is `at_least`.
        ratio: The mean over the mean of the first run, as `compare` computes it.
        step: The change since the previous run on the line; None for the first run.
        machine: The smallest and largest factor by which the machine may have changed any time since the first run.
    """

    run: StoredRun
    made: Mapping[str, str]
    new: Mapping[str, str]
    solved: int
    seconds: st.Interval
    ratio: st.Interval
    step: Change | None
    machine: tuple[float, float]

    @property
    def is_judged(self) -> bool:
        """Whether a change since the previous run was found."""
        return self.step is not None and self.step.state in _MARKS


@dataclass(frozen=True, slots=True)
class History:
    """The lines of backends over runs.

    Attributes:
        runs: The runs that are compared, the oldest first.
        puzzles: Number of puzzles that they have in common.
        lines: The points of each backend, the oldest first.
        left_out: For each run that is not compared, its id and the reason.
    """

    runs: tuple[StoredRun, ...]
    puzzles: int
    lines: Mapping[str, Sequence[Point]]
    left_out: tuple[Words, ...]

    def as_dicts(self) -> list[dict[str, object]]:
        """Return the points as plain data for JSON."""
        points = [p for line in self.lines.values() for p in line]
        return [row | {"made": p.made} for row, p in zip(table(self).as_dicts(), points, strict=True)]


def history(analyses: Iterable[Analysis], wanted: Collection[str] = ()) -> History:
    """Return the lines of backends, over the runs that can be compared with each other.

    The reference is the latest run with which another can be compared. A run is left out if it asked another question,
    or would leave less than half of the reference's puzzles in common: so a run of another corpus does not take the
    puzzles of the others.

    Args:
        analyses: Analyses of one run each.
        wanted: Full names of backends, or the part before their options; empty for all.

    Raises:
        InputError: No run has such a backend.
    """
    newest = sorted(analyses, key=_order, reverse=True)
    start = next((n for n in range(len(newest)) if len(_fit(newest[n:], wanted)[0]) > 1), 0)
    kept, left = _fit([*newest[start:], *newest[:start]], wanted)
    names = list(dict.fromkeys(name for a in reversed(newest) for name in a.names))
    if not kept:
        asked = ", ".join(wanted) or "any backend"
        raise InputError(f"no run has a record of {asked}; there are {', '.join(names) or 'no records'}")
    rows = rows_of_common(*map(numbered, kept))
    lines = {name: _line(name, kept, rows) for name in names if _is_wanted(name, wanted)}
    runs = tuple(a.data.runs[0] for a in kept)
    return History(runs, len(rows[0]), {name: line for name, line in lines.items() if line}, tuple(left))


def _order(a: Analysis) -> tuple[str, str]:
    return a.data.runs[0].started, a.data.runs[0].run


def _fit(analyses: Iterable[Analysis], wanted: Collection[str]) -> tuple[list[Analysis], list[Words]]:
    """Return the runs that fit the first, the oldest first, and for each other run the reason."""
    kept: list[tuple[Analysis, Mapping[tuple[str, int], int]]] = []
    left: list[Words] = []
    for a in analyses:
        run, there = a.data.runs[0].run, numbered(a)
        why = _unfit(
            a, [b for b, _ in kept], wanted, len(rows_of_common(there, *(rows for _, rows in kept))[0])
        )
        if why is None:
            kept.append((a, there))
        else:
            left.insert(0, Words(f"{run} is left out: {why.en}", f"{run} を除外：{why.ja}"))
    return sorted((a for a, _ in kept), key=_order), left


def _is_wanted(name: str, wanted: Collection[str]) -> bool:
    return not wanted or name in wanted or name.partition(":")[0] in wanted


def _unfit(a: Analysis, kept: Sequence[Analysis], wanted: Collection[str], fewer: int) -> Words | None:
    """Return why a run cannot be compared with `kept`; with it, `fewer` puzzles would remain in common."""
    run, first = a.data.runs[0], (kept or [a])[0].data
    if len(a.data.runs) > 1:
        return Words("it is a file of several runs; export each by itself", "複数の実行のファイルです")
    if not any(a.present[j] and _is_wanted(name, wanted) for j, name in enumerate(a.names)):
        return Words("it has no record of these backends", "対象のバックエンドの記録がありません")
    if run.run in {one.data.runs[0].run for one in kept}:
        return Words("it is named twice", "重複しています")
    if any(run.of_plan(key) != first.runs[0].of_plan(key) for key in ("task", "limit")):
        return Words("it asked another question", "課題が異なります")
    n, measure = len(first.texts), first.runs[0].run
    if 2 * fewer < n:
        return Words(
            f"another corpus, with which {fewer:,} of the {n:,} puzzles of {measure} would be left",
            f"問題集が異なり、{measure} の {n:,} 問のうち {fewer:,} 問しか残りません",
        )
    return None


def _line(name: str, kept: Sequence[Analysis], rows: Sequence[list[int]]) -> Sequence[Point]:
    asked = [
        (a, mine)
        for a, mine in zip(kept, rows, strict=True)
        if name in a.names and a.cells.asked[mine, a.names.index(name)].any()
    ]
    points: list[Point] = []
    for n, (a, mine) in enumerate(asked):
        step, whole = (change(name, b, a, theirs, mine) for b, theirs in (asked[max(0, n - 1)], asked[0]))
        run, column, cells = a.data.runs[0], a.names.index(name), a.cells
        made, before = _made(run, name), points[-1].made if points else {}
        new = {key: value for key, value in made.items() if before.get(key) != value}
        cost = np.log(cells.cost[mine, column])
        seconds = st.two_level_mean(
            np.log(a.rounds[:, mine, column]), cells.units[mine, column], float(np.nanmean(cost))
        ).interval(exp)
        unsolved = bool((cells.asked[mine, column] & ~cells.solved[mine, column]).any())
        points.append(
            Point(
                run,
                made,
                new,
                int(cells.solved[mine, column].sum()),
                replace(seconds, at_least=unsolved),
                whole.ratio if n else st.Interval(1.0, nan, nan),
                step if n else None,
                machine_effect(asked[0][0].data.runs, a.data.runs) or (0.0, 0.0),
            )
        )
    return points


def _made(run: StoredRun, name: str) -> Mapping[str, str]:
    versions, manifest = run.manifest.get("versions"), run.manifest
    known: Mapping[str, Any] = versions if isinstance(versions, dict) else {}
    found = {key: known.get(key) for key in ("sudokubench", *sorted(engine_versions(name)))}
    found |= {
        title: manifest.get(key)
        for title, key in (("commit", "commit"), ("Python", "python"), ("processor", "cpu"))
    }
    return {key: str(value) for key, value in found.items() if value}


# -- as people see it ----------------------------------------------------------------------------------------------


def table(found: History) -> Table:
    """Return a row for each run of each backend."""
    columns = (
        BACKEND,
        _RUN,
        Column("started", Words("started", "開始")),
        Column("new", Words("made with; then what is new", "条件（以後は変わったもの）"), Display.WORDS),
        Column("puzzles", Words("puzzles", "問題"), Display.COUNT),
        SOLVED,
        Column("seconds", Words("mean time", "平均時間"), Display.SECONDS),
        _RATIO,
        Column("change", Words("times the run before", "前の実行比（倍）"), Display.RATIO),
        Column("state", Words("since the run before", "前の実行から"), Display.WORDS),
        Column("why", Words("why not told", "判定できない理由"), Display.WORDS),
    )
    rows = []
    for name, line in found.lines.items():
        for p in line:
            step = (p.step.ratio, STATES[p.step.state], p.step.why) if p.step else (None, None, None)
            figures = found.puzzles, p.solved, p.seconds, p.ratio
            new = untranslated(", ".join(f"{key} {value}" for key, value in p.new.items())) if p.new else None
            rows.append((name, p.run.run, _when(p.run), new, *figures, *step))
    n, k = len(found.runs), f"{found.puzzles:,}"
    note = Words(
        f"Geometric means over the {k} puzzles that all runs have in common. A change is told as `compare` tells it: "
        "only if its 95 % interval, over puzzles and rounds and wider by what the machine may have done in between, "
        "excludes one of 5 %. ≥: not all were solved, and those count as two time limits.",
        f"すべての実行に共通の {k} 問の幾何平均。変化の判定は `compare` と同じで、95 %区間（問題と周回についてのもの"
        "で、機械が変えたかもしれない分だけ広い）が 5 %の変化を除くときだけ示します。≥ は未解決の問題を制限時間の 2 倍"
        "と数えたものです。",
    )
    title = Words(
        f"{n} run{'' if n == 1 else 's'}, the oldest first, on {k} common puzzles",
        f"{n} 回の実行（古い順）、共通の {k} 問",
    )
    return Table("history", title, columns, rows, note)


def brief(found: History) -> Table:
    """Return the part of the table that fits a terminal, with only one interval."""
    whole = table(found).only("backend", "started", "state", "ratio", "seconds", "new", "why")
    at = [column.key for column in whole.columns].index("seconds")
    rows = [(*row[:at], replace(row[at], low=nan), *row[at + 1 :]) for row in whole.rows]
    return replace(whole, rows=rows, answers=("started", "state", "ratio"))


def report(found: History) -> Report:
    """Return the history as a report, for a page."""
    corpora = dict.fromkeys(name for run in found.runs for name in run.corpus)
    facts = (
        (Words("time", "期間"), f"{_when(found.runs[0])} – {_when(found.runs[-1])}"),
        (Words("corpus", "問題集"), ", ".join(corpora) or "–"),
        (Words("runs", "実行"), ", ".join(run.run for run in found.runs)),
    )
    remarks = tuple(Remark(Severity.WARNING, words) for words in doubts(found))
    figures = [_figure(name, line) for name, line in found.lines.items() if len(line) > 1]
    section = Section("history", Words("Run after run", "実行ごとの変化"), (*figures, table(found)))
    return Report(Words("History of runs", "実行の履歴"), answer(found), facts, remarks, (section,))


def doubts(found: History) -> Iterable[Words]:
    """Yield why runs are left out, and what makes the others hard to compare."""
    yield from found.left_out
    yield from of_runs(found.runs)
    yield from of_machine(found.runs)


def answer(found: History) -> Words:
    """Return one sentence: for every backend the changes that were found, or that none was, or that none can be."""
    groups: dict[Words, list[str]] = {}
    for name, line in found.lines.items():
        steps = [(p, p.step.state) for p in line if p.step is not None]
        told = [STATES[state] + untranslated(f" {_when(p.run)[:10]}") for p, state in steps if p.is_judged]
        states = {state for _, state in steps}
        rest = next((state for state in ("unsure", "same", "apart") if state in states), "new")
        groups.setdefault(listed(told or [STATES[rest]]), []).append(name)
    n = len(found.runs)
    over = Words(
        f"Over {n} run{'' if n == 1 else 's'}, on {found.puzzles:,} common puzzles: ",
        f"{n} 回の実行、共通の {found.puzzles:,} 問：",
    )
    parts = [listed(map(untranslated, names)) + untranslated(": ") + told for told, names in groups.items()]
    return over + reduce(lambda a, b: a + Words("; ", "。") + b, parts) + Words(".", "。")


def _when(run: StoredRun) -> str:
    return run.started[:16].replace("T", " ")


def _figure(name: str, line: Sequence[Point]) -> Figure:
    """Plot the times of a backend relative to its first run, with intervals; a change that was found has a mark."""
    censored = [p for p in line if p.seconds.at_least or line[0].seconds.at_least]
    reach = [v for p in line for v in (p.ratio.value, p.ratio.low, p.ratio.high) if isfinite(v)]
    days = {_when(p.run)[:10] for p in line}
    when = slice(2, 10) if len(days) == len(line) else slice(5, 16)
    labels = {
        n: " ".join([_when(p.run)[when], *(next(iter(p.new.items()), ()) if n else ())])
        for n, p in enumerate(line)
        if p.new or len(line) <= _LABELS
    }

    def draw(say: Say) -> Any:
        alt = common.altair()
        text = " : ".join(f"datum.value == {n} ? {json.dumps(label)}" for n, label in labels.items())
        x = alt.X(
            "x:Q", title=None, scale=alt.Scale(domain=[-0.3, len(line) - 0.7], nice=False),
            axis=alt.Axis(values=list(labels), labelExpr=f"{text} : ''", labelAngle=-30, labelLimit=190,
                          labelOverlap=False, grid=False),
        )  # fmt: skip
        axis = common.log_axis(say(_RATIO.title), min(reach) / 1.1, max(reach) * 1.2, "×", 6)

        def layer(points: Iterable[Point], ends: tuple[str, ...] = ("y",)) -> tuple[Any, dict[str, Any]]:
            chart = common.chart(
                [
                    {"x": line.index(p), "y": p.ratio.value, "low": p.ratio.low, "high": p.ratio.high}
                    | {"least": exp(p.machine[0]), "most": exp(p.machine[1])}
                    for p in points
                ]
            )
            return chart, {
                "x": x,
                "y": alt.Y(f"{ends[0]}:Q", **axis),
                **({"y2": ends[1]} if ends[1:] else {}),
            }

        machine, beyond = layer(line, ("least", "most"))
        curve, place = layer(line)
        sure, bars = layer((p for p in line if isfinite(p.ratio.low)), ("low", "high"))
        mark = {"size": 60, "opacity": 1, "color": HUES[0]}
        layers = [
            machine.mark_rule(strokeWidth=9, color=MUTED, opacity=0.25, clip=True).encode(**beyond),
            common.chart([{"y": 1}]).mark_rule(color=MUTED, strokeDash=[3, 3]).encode(y=place["y"]),
            curve.mark_line(strokeWidth=1.5, color=HUES[0]).encode(**place),
            sure.mark_rule(strokeWidth=3, color=HUES[0], opacity=0.55).encode(**bars),
            layer(p for p in line if p in censored)[0].mark_point(**mark).encode(**place),
            layer(p for p in line if p not in censored)[0].mark_point(filled=True, **mark).encode(**place),
        ]  # fmt: skip
        for p in line:
            if p.step is not None and p.is_judged:
                sign, hue = _MARKS[p.step.state]
                text = f"{sign}{shown(p.step.ratio.value, Display.RATIO, 'en')}×"
                layers.append(layer([p])[0].mark_text(dy=-14, text=text, color=hue).encode(**place))
        return common.fitted(alt.layer(*layers)).properties(height=190)

    note = Words(
        "Geometric mean of the time over that in the first run, with 95 % intervals where there are enough rounds; "
        "grey: what the machine may have made of any time. ▲ slower, ▼ faster than in the run before, where that is "
        "told."
        + (" A hollow point rests on unsolved puzzles, which count as two limits." if censored else ""),
        "最初の実行に対する時間の幾何平均と、周回が足りるときの 95 %区間。灰色は機械だけで変わったかもしれない範囲。"
        "▲ は前の実行より遅く、▼ は速くなったもので、判定できるときだけ示します。"
        + ("白抜きの点は、制限時間の 2 倍と数える未解決の問題によるものです。" if censored else ""),
    )
    return common.plotted(
        "history-" + "".join(c if c.isalnum() else "-" for c in name),
        untranslated(name),
        Words(f"The time of {name} over {len(line)} runs.", f"{len(line)} 回の実行での {name} の時間。"),
        note,
        draw,
        (_RUN, _RATIO),
        [(p.run.run, p.ratio) for p in line],
    )
