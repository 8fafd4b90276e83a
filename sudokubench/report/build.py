"""Build a report from records: the banner, then the sections in the order in which readers ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import pairwise

import numpy as np

from sudokubench.harness.japanese_messages import in_both
from sudokubench.harness.noise import is_busy, is_noisy
from sudokubench.report import tables, words
from sudokubench.report.analysis import Analysis
from sudokubench.report.answer import answer
from sudokubench.report.data import CATEGORIES, STRENGTHS, Data, StoredRun, number
from sudokubench.report.model import Example, Figure, Remark, Report, Section, Severity, Table
from sudokubench.report.outliers import outliers
from sudokubench.report.statistics import FEWEST_BATCHES, Bools
from sudokubench.words import Words, listed, untranslated

_FEW = 30
"""Least number of puzzles for trustworthy intervals. Times are skewed, so fewer puzzles give too narrow intervals."""

_LONGEST_TEXT = 200
"""Longest text of a puzzle in the banner, in characters."""


def build(a: Analysis, watched: Callable[[Iterable[Section]], Iterable[Section]] = iter) -> Report:
    """Return the report of one or several runs. `watched` gets the sections and yields them, to show progress."""
    facts = tuple((words.FACTS[name], value) for name, value in _facts(a.data))
    remarks = sorted(_remarks(a), key=lambda r: list(Severity).index(r.level))
    return Report(words.TITLE, answer(a), facts, tuple(remarks), tuple(watched(_sections(a))))


def _facts(data: Data) -> Iterable[tuple[str, str]]:
    runs = data.runs
    yield "run", ", ".join(run.run for run in runs)
    yield "corpus", ", ".join(dict.fromkeys(name for run in runs for name in run.corpus)) or "–"
    yield "task", ", ".join(dict.fromkeys(str(run.of_plan("task", "–")) for run in runs))
    yield "puzzles", f"{len(data.texts):,}"
    yield "records", f"{len(data):,}"
    yield "started", ", ".join(run.started.replace("T", " ").replace("+00:00", " UTC") for run in runs)
    for key in ("cpu", "python"):
        yield key, ", ".join(dict.fromkeys(str(run.manifest.get(key, "–")) for run in runs))
    ours = (str(run.part("versions").get("sudokubench", "–")) for run in runs)
    yield "sudokubench", ", ".join(dict.fromkeys(ours))


def _sections(a: Analysis) -> Iterable[Section]:
    from sudokubench.report.plots import comparison, costs, puzzles  # `run` prints no plots

    def section(key: str, *parts: Words | Table | Figure | Example) -> Section:
        return Section(key, words.SECTIONS[key], parts)

    made = section("manifest", *(tables.manifest(run) for run in a.data.runs))
    if not len(a.data):
        yield made
        return
    contested = tables.contested(a)
    if contested.rows:
        yield section("contested", contested)
    if "count" in [run.of_plan("task") for run in a.data.runs]:
        yield section("counts", tables.counts(a))
    yield section("ranking", comparison.forest(a), tables.main(a))
    yield section("profile", comparison.cactus(a), comparison.slowdown_ecdf(a))
    yield section("puzzle-by-puzzle", comparison.scatter(a))
    if len(a.names) > 1:
        ways, groups = tables.standings(a), comparison.groups(a)
        yield section("order", ways, groups, tables.pairs(a), tables.contribution(a))
    yield section("answers", tables.outcomes(a))
    yield section("costs", costs.phase_bars(a), costs.noise(a))
    hard = [plot(a) for plot in (puzzles.by_clues, puzzles.by_rating, puzzles.by_size)]
    hard += [*puzzles.by_problem(a), costs.heat_map(a)]
    lacking_last = sorted(hard, key=lambda part: isinstance(part, Words))  # so that plots stand side by side
    yield section("difficulty", *lacking_last)
    yield section("puzzles", *tables.examples(a))
    yield made


# -- the banner ----------------------------------------------------------------------------------------------------


def _remarks(a: Analysis) -> Iterable[Remark]:
    data = a.data
    if not len(data):
        yield Remark(Severity.ALARM, words.NO_RECORDS)
    wrong = int(a.wrong.sum())
    if wrong:
        yield Remark(Severity.ALARM, words.WRONG_ANSWERS.format(n=wrong, names=a.named(a.wrong)))
    if data.disagreements:
        puzzle, reason = next(iter(data.disagreements.items()))
        first = {"place": data.places[puzzle], "reason": in_both(reason)}
        yield Remark(Severity.ALARM, words.CONTRADICTIONS.format(n=len(data.disagreements), **first))
    if len(data) and not wrong and not data.disagreements:
        yield Remark(Severity.GOOD, words.NOTHING_WRONG.format(n=len(data)))
    yield from (Remark(Severity.WARNING, flaw) for flaw in (*data.flaws, *of_runs(data.runs)))
    unasked = np.flatnonzero(~a.cells.asked.any(axis=1))
    if len(unasked):
        place, text = data.places[unasked[0]], data.texts[unasked[0]]
        text = text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + "…"
        never = words.NEVER_ASKED_PUZZLES.format(n=len(unasked), place=place, text=text)
        yield Remark(Severity.WARNING, never)
    if len(data):
        yield from (Remark(Severity.WARNING, caveat) for caveat in caveats(a))
        yield from (Remark(Severity.NOTE, limit) for limit in _limits(a))


def of_runs(runs: Sequence[StoredRun]) -> Iterable[Words]:
    """Yield what is missing in runs, and what makes their times hard to compare."""
    for run in runs:
        if run.finished is None:
            yield words.UNFINISHED.format(run=run.run)
        if not run.manifest:
            yield words.NO_MANIFEST.format(run=run.run)
    yield from differences(runs)
    if {run.limits.least_s for run in runs} == {None}:
        yield words.NO_LIMIT


def differences(runs: Sequence[StoredRun]) -> Iterable[Words]:
    """Yield what makes the times of several runs hard to compare."""
    for key in ("versions", "cpu", "python"):
        if len({str(run.manifest.get(key)) for run in runs}) > 1:
            yield words.COMPARED_NEVERTHELESS.format(what=words.DIFFERENCES[key])
    for key in ("task", "limit"):
        if len({str(run.of_plan(key)) for run in runs}) > 1:
            yield words.DO_NOT_COMPARE.format(what=words.DIFFERENCES[key])
    if len({run.limits for run in runs}) > 1:
        yield words.OTHER_LIMITS


def caveats(a: Analysis) -> Iterable[Words]:
    """Yield the caveats that belong to every figure of a run, wherever it is printed."""
    yield from of_machine(a.data.runs)
    yield from _of_records(a)
    yield from outliers(a)
    if len(a.names) > 1 and a.cells.asked.any(axis=1).sum() == 1:
        yield words.ONE_PUZZLE_ONLY
    if not a.sure:
        yield tables.surely(a)


def of_machine(runs: Sequence[StoredRun]) -> Iterable[Words]:
    """Yield how unsteady the machine and its clock were during runs."""
    for run in runs:
        if _is_before(run.finished, run.started):
            yield words.CLOCK_SET_BACK_DURING.format(run=run.run)
        noise = run.part("noise")
        ratio, load = number(noise.get("p90_over_median")), number(noise.get("load_at_start"))
        cores = number(run.manifest.get("cores"))
        if is_noisy(ratio):
            yield words.NOISY.format(run=run.run, ratio=ratio)
        elif is_busy(load, cores):
            yield words.BUSY.format(run=run.run, load=load, cores=cores)
        elif noise.get("warning"):
            yield untranslated(f"{run.run}: {noise['warning']}")
        elif run.finished and ratio is None:
            yield words.STEADINESS_UNKNOWN.format(run=run.run)


def set_back(runs: Sequence[StoredRun]) -> Iterable[Words]:
    """Yield where the clock was set back from one run of a folder to the next."""
    for earlier, run in pairwise(runs):
        if _is_before(run.started, earlier.started):
            yield words.CLOCK_SET_BACK_BEFORE.format(run=run.run, earlier=earlier.run)


def _is_before(one: str | None, other: str) -> bool:
    """Return whether a date is before another; False if one of them is not a date."""
    try:
        return one is not None and datetime.fromisoformat(one) < datetime.fromisoformat(other)
    except (TypeError, ValueError):
        return False


def _of_records(a: Analysis) -> Iterable[Words]:
    c, cells = a.data.columns, a.cells
    failed = np.flatnonzero(c["category"] == CATEGORIES.index("error"))
    if failed.size:
        counted = Counter(a.names[j] for j in c["backend"][failed])
        names = listed(untranslated(f"{name} ({n:,})") for name, n in counted.most_common())
        message = next((a.data.messages[i] for i in failed.tolist() if i in a.data.messages), "")
        first = words.FIRST_ERROR.format(message=in_both(message)) if message else ""
        yield words.ERRORS.format(n=failed.size, names=names, first=first)
    if a.data.jumped:
        yield words.CLOCK_JUMPED.format(n=a.data.jumped)
    if cells.unclocked.any():
        yield words.NO_CPU_TIME.format(names=a.named(cells.unclocked))
    if not cells.by_cpu:
        yield tables.clock(a)
    if hopeless := _names(a, np.logical_not(cells.solved.any(axis=0))):
        yield words.SOLVED_NOTHING.format(names=hopeless)
    if (a.batch > 1).any():
        yield words.BATCHED.format(names=a.named(a.batch, 2))
    if few := _names(a, a.few_batches):
        yield words.FEW_BATCHES.format(fewest=FEWEST_BATCHES, names=few)
    asked = cells.asked.sum(axis=0)
    uneven = (asked > 0) & (asked < cells.asked.any(axis=1).sum())
    if uneven.any():
        yield words.NOT_ALL_ASKED.format(names=a.named(np.where(uneven, asked, 0)), n=int(a.common.sum()))
    if never := _names(a, ~a.present):
        yield words.NEVER_ASKED.format(names=never)


def _names(a: Analysis, which: Bools) -> Words | None:
    return listed(untranslated(a.names[j]) for j in a.order if which[j]) if which.any() else None


def _limits(a: Analysis) -> Iterable[Words]:
    """Yield sentences about questions that the data cannot answer."""
    n = int(a.cells.asked.any(axis=1).sum())
    if len(a.names) == 1:
        yield words.ONE_BACKEND
    unknown = [name for name, kind in zip(a.names, a.data.kinds, strict=True) if not kind]
    if unknown:
        some = words.OF_NAMES.format(names=listed(map(untranslated, unknown)))
        yield words.KINDS_UNKNOWN.format(names=some if len(unknown) < len(a.names) else "")
    claimed, agreed = (int((a.cells.strength == STRENGTHS.index(s)).sum()) for s in ("claimed", "agreed"))
    if claimed:
        yield words.CLAIMED.format(k=claimed, n=n)
    if agreed:
        yield words.AGREED.format(k=agreed)
    if n < _FEW:
        yield words.FEW_PUZZLES.format(n=n, few=_FEW)
    if not a.memory.any():
        yield words.NO_MEMORY
    yield words.ONE_MACHINE
