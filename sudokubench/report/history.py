"""Engines over many runs and versions: how their speeds changed, by the tests of `compare`."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, isfinite
from typing import Any

import numpy as np

from sudokubench.errors import InputError
from sudokubench.harness.plan import engine_versions
from sudokubench.pages.frame import MUTED
from sudokubench.report import words
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import of_machine, of_runs
from sudokubench.report.compare import (
    BackendChange,
    Keys,
    change,
    machine_effect,
    puzzle_keys,
    rows_of_common,
)
from sudokubench.report.data import StoredRun
from sudokubench.report.draw import HUES
from sudokubench.report.model import Figure, Remark, Report, Say, Section, Severity, Table, column
from sudokubench.report.plots import common
from sudokubench.report.plots.words import HISTORY_ALT, HISTORY_HOLLOW, HISTORY_NOTE
from sudokubench.report.statistics import Interval, Ints, two_level_mean
from sudokubench.report.tables import BACKEND, SOLVED, of_one_interval
from sudokubench.report.values import Display, shown
from sudokubench.report.words import STATES
from sudokubench.words import SEMICOLON, Words, listed, untranslated

_MARKS = {"slower": ("▲ ", HUES[1]), "faster": ("▼ ", HUES[3]), "wrong": ("✕ ", HUES[6])}
"""Mark and colour of each kind of change that is marked in a plot."""

_LABELS = 12
"""Largest number of runs that all have a label below a plot. If there are more, only runs with new conditions have
a label."""

_RUN = column("run", Display.CODE)
_RATIO = column("ratio", Display.RATIO, words.TIMES_THE_FIRST_RUN)


@dataclass(frozen=True, slots=True)
class Point:
    """One run as a point in the plot of a backend. All figures are on the puzzles that all runs have in common.

    Attributes:
        made: The conditions of the run: versions of the packages and of Python, the commit, the processor.
        new: The conditions that differ from the previous run; all conditions of the first run.
        solved: How many of the puzzles the backend solved.
        seconds: Geometric mean of its times. A puzzle that was not solved counts as two limits and makes the mean a
            lower bound.
        ratio: The mean divided by the mean of the first run, as `compare` computes it.
        step: The change since the previous run of this backend; None for the first run.
        machine: The smallest and largest factor by which the machine may have changed any time since the first run, as
            logarithms; zeros if it is unknown.
    """

    run: StoredRun
    made: Mapping[str, str]
    new: Mapping[str, str]
    solved: int
    seconds: Interval
    ratio: Interval
    step: BackendChange | None
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


def history_of(analyses: Iterable[Analysis], wanted: Collection[str] = ()) -> History:
    """Return the lines of backends, over the runs that can be compared with each other.

    The reference is the latest run with which another can be compared, or else the latest run. A run is left out if it
    lacks the wanted backends, asked another question, or would leave less than half of the reference's puzzles in
    common. So a run of another corpus does not remove the puzzles of the others.

    Args:
        analyses: Analyses of one run each.
        wanted: Full names of backends, or the part before their options; empty for all.

    Raises:
        InputError: No run is left; the message says why.
    """
    newest = sorted(analyses, key=_order, reverse=True)
    start = next((n for n in range(len(newest)) if len(_fit(newest[n:], wanted)[0]) > 1), 0)
    kept, left = _fit([*newest[start:], *newest[:start]], wanted)
    names = list(dict.fromkeys(name for a in reversed(newest) for name in a.names))
    if any(len(a.data.runs) > 1 for a in newest) and not kept:
        raise InputError(listed(left))
    if not kept and not (wanted and names):
        raise InputError(words.NO_RECORDS_YET)
    if not kept:
        asked, there = (listed(map(untranslated, some)) for some in (wanted, names))
        raise InputError(words.NO_SUCH_BACKEND.format(asked=asked, names=there))
    rows = rows_of_common(*map(puzzle_keys, kept))
    lines = {name: _line(name, kept, rows) for name in names if _is_wanted(name, wanted)}
    runs = tuple(a.data.runs[0] for a in kept)
    return History(runs, len(rows[0]), {name: line for name, line in lines.items() if line}, tuple(left))


def _order(a: Analysis) -> tuple[str, str]:
    return a.data.runs[0].started, a.data.runs[0].run


def _fit(analyses: Iterable[Analysis], wanted: Collection[str]) -> tuple[list[Analysis], list[Words]]:
    """Divide runs by whether they can be compared with the first run that is kept.

    Return the kept runs, sorted from the oldest to the newest, and a reason for each run that is left out.
    """
    kept: list[tuple[Analysis, Keys]] = []
    left: list[Words] = []
    for a in analyses:
        run, there = a.data.runs[0].run, puzzle_keys(a)
        fewer = len(rows_of_common(there, *(keys for _, keys in kept))[0])
        why = _unfit(a, [b for b, _ in kept], wanted, fewer)
        if why is None:
            kept.append((a, there))
        else:
            left.insert(0, words.LEFT_OUT.format(run=run, why=why))
    return sorted((a for a, _ in kept), key=_order), left


def _is_wanted(name: str, wanted: Collection[str]) -> bool:
    return not wanted or name in wanted or name.partition(":")[0] in wanted


def _unfit(a: Analysis, kept: Sequence[Analysis], wanted: Collection[str], fewer: int) -> Words | None:
    """Return why a run cannot be compared with `kept`, or None.

    `fewer` puzzles would remain in common if the run were kept, too.
    """
    run, first = a.data.runs[0], (kept or [a])[0].data
    if len(a.data.runs) > 1:
        return words.SEVERAL_RUNS
    if not any(a.present[j] and _is_wanted(name, wanted) for j, name in enumerate(a.names)):
        return words.OTHER_BACKENDS
    if run.run in {one.data.runs[0].run for one in kept}:
        return words.NAMED_TWICE
    if any(run.of_plan(key) != first.runs[0].of_plan(key) for key in ("task", "limit")):
        return words.OTHER_QUESTION
    n = len(first.texts)
    return words.OTHER_CORPUS.format(fewer=fewer, n=n, run=first.runs[0].run) if 2 * fewer < n else None


def _line(name: str, kept: Sequence[Analysis], rows: Sequence[Ints]) -> Sequence[Point]:
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
        seconds = two_level_mean(
            np.log(a.rounds[:, mine, column]), cells.units[mine, column], float(np.nanmean(cost))
        ).interval(exp)
        unsolved = bool((cells.asked[mine, column] & ~cells.solved[mine, column]).any())
        solved, ratio = int(cells.solved[mine, column].sum()), whole.ratio if n else Interval(1.0)
        figures = solved, replace(seconds, at_least=unsolved), ratio, step if n else None
        machine = machine_effect(asked[0][0].data.runs, a.data.runs) or (0.0, 0.0)
        points.append(Point(run, made, new, *figures, machine))
    return points


def _made(run: StoredRun, name: str) -> Mapping[str, str]:
    versions = run.part("versions")
    found = {key: versions.get(key) for key in ("sudokubench", *sorted(engine_versions(name)))}
    titles = {"commit": "commit", "Python": "python", "processor": "cpu"}
    found |= {title: run.manifest.get(key) for title, key in titles.items()}
    return {key: str(value) for key, value in found.items() if value}


# -- as people see it ----------------------------------------------------------------------------------------------


def table(found: History) -> Table:
    """Return a row for each run of each backend."""
    head = (
        BACKEND,
        _RUN,
        column("started"),
        column("new", Display.WORDS),
        column("puzzles", Display.COUNT),
        SOLVED,
        column("seconds", Display.SECONDS, words.MEAN_TIME),
        _RATIO,
        column("change", Display.RATIO),
        column("state", Display.WORDS, words.SINCE_BEFORE),
        column("why", Display.WORDS),
    )
    rows = []
    for name, line in found.lines.items():
        for p in line:
            step = (p.step.ratio, STATES[p.step.state], p.step.why) if p.step else (None, None, None)
            figures = found.puzzles, p.solved, p.seconds, p.ratio
            new = untranslated(", ".join(f"{key} {value}" for key, value in p.new.items())) if p.new else None
            rows.append((name, p.run.run, _when(p.run), new, *figures, *step))
    title = words.HISTORY.format(n=len(found.runs), puzzles=found.puzzles)
    return Table("history", title, head, rows, words.HISTORY_NOTE.format(puzzles=found.puzzles))


def brief(found: History) -> Table:
    """Return the part of the table that fits a terminal: only the ratios keep their intervals."""
    whole = table(found).only("backend", "started", "state", "ratio", "seconds", "new", "why")
    return replace(of_one_interval(whole, _RATIO), answers=("started", "state", "ratio"))


def report(found: History) -> Report:
    """Return the history as a report, for a page."""
    corpora = dict.fromkeys(name for run in found.runs for name in run.corpus)
    facts = {
        "time": f"{_when(found.runs[0])} – {_when(found.runs[-1])}",
        "corpus": ", ".join(corpora) or "–",
        "runs": ", ".join(run.run for run in found.runs),
    }
    remarks = tuple(Remark(Severity.WARNING, doubt) for doubt in doubts(found))
    figures = [_figure(name, line) for name, line in found.lines.items() if len(line) > 1]
    section = Section("history", words.SECTIONS["history"], (*figures, table(found)))
    named = tuple((words.FACTS[name], value) for name, value in facts.items())
    return Report(words.HISTORY_OF_RUNS, answer(found), named, remarks, (section,))


def doubts(found: History) -> Iterable[Words]:
    """Yield why runs are left out, and what makes the others hard to compare."""
    yield from found.left_out
    yield from of_runs(found.runs)
    yield from of_machine(found.runs)


def answer(found: History) -> Words:
    """Return a text: for each backend its changes, or if it has none, the state of its comparison (`STATES`)."""
    groups: dict[Words, list[str]] = {}
    for name, line in found.lines.items():
        steps = [(p, p.step.state) for p in line if p.step is not None]
        news = [
            STATES[state] + Words(f" {_when(p.run)[:10]}", f"（{_when(p.run)[:10]}）")
            for p, state in steps
            if p.is_judged
        ]
        states = {state for _, state in steps}
        rest = next((state for state in ("unsure", "same", "apart") if state in states), "new")
        groups.setdefault(listed(news or [STATES[rest]]), []).append(name)
    parts = [listed(map(untranslated, names)) + Words(": ", "：") + news for news, names in groups.items()]
    changes = listed(parts, SEMICOLON)
    return words.HISTORY_ANSWER.format(n=len(found.runs), puzzles=found.puzzles, changes=changes)


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
        text = "".join(f"datum.value == {n} ? {json.dumps(label)} : " for n, label in labels.items())
        x = alt.X(
            "x:Q", title=None, scale=alt.Scale(domain=[-0.3, len(line) - 0.7], nice=False),
            axis=alt.Axis(values=list(labels), labelExpr=f"{text}''", labelAngle=-30, labelLimit=190,
                          labelOverlap=False, grid=False),
        )  # fmt: skip
        axis = common.log_axis(say(_RATIO.title), min(reach) / 1.1, max(reach) * 1.2, "×", 6)

        def points(some: Iterable[Point]) -> Any:
            return common.chart(
                [
                    {"x": line.index(p), "y": p.ratio.value, "low": p.ratio.low, "high": p.ratio.high}
                    | {"least": exp(p.machine[0]), "most": exp(p.machine[1])}
                    for p in some
                ]
            )

        def at(low: str, **more: str) -> dict[str, Any]:
            return {"x": x, "y": alt.Y(f"{low}:Q", **axis), **more}

        place, mark = at("y"), {"size": 60, "opacity": 1, "color": HUES[0]}
        sure = points(p for p in line if isfinite(p.ratio.low))
        machine = points(line).mark_rule(strokeWidth=9, color=MUTED, opacity=0.25, clip=True)
        layers = [
            machine.encode(**at("least", y2="most")),
            common.chart([{"y": 1}]).mark_rule(color=MUTED, strokeDash=[3, 3]).encode(y=place["y"]),
            points(line).mark_line(strokeWidth=1.5, color=HUES[0]).encode(**place),
            sure.mark_rule(strokeWidth=3, color=HUES[0], opacity=0.55).encode(**at("low", y2="high")),
            points(p for p in line if p in censored).mark_point(**mark).encode(**place),
            points(p for p in line if p not in censored).mark_point(filled=True, **mark).encode(**place),
        ]
        for p in line:
            if p.step is not None and p.is_judged:
                sign, hue = _MARKS[p.step.state]
                text = f"{sign}{shown(p.step.ratio.value, Display.RATIO, 'en')}×"
                layers.append(points([p]).mark_text(dy=-14, text=text, color=hue).encode(**place))
        return common.fitted(alt.layer(*layers), ()).properties(height=190)

    note = HISTORY_NOTE + HISTORY_HOLLOW if censored else HISTORY_NOTE
    texts = untranslated(name), HISTORY_ALT.format(name=name, n=len(line)), note
    key = "history-" + "".join(c if c.isalnum() else "-" for c in name)
    return common.plotted(key, texts, draw, (_RUN, _RATIO), [(p.run.run, p.ratio) for p in line])
