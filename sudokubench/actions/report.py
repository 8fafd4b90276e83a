"""The actions of `runs`, `report`, `compare`, `history` and `rank`: they read runs and return values.

A run is named by its id or the start of its id, by `last`, or by a file that `export` wrote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from html import escape
from pathlib import Path
from typing import IO, Any

from sudokubench.actions import words
from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.actions.run import RunResult
from sudokubench.errors import BackendUnavailable, InputError, Undecided, UsageError
from sudokubench.exchange import Result, json_text
from sudokubench.harness.store import Store
from sudokubench.report import aslib, draw, tables
from sudokubench.report.analysis import Analysis
from sudokubench.report.build import build, caveats, differences, of_machine, set_back
from sudokubench.report.compare import BackendChange, compare, failures, gate, table, untold
from sudokubench.report.data import StoredRun
from sudokubench.report.export import form_of, write
from sudokubench.report.history import History, doubts, history_of
from sudokubench.report.model import Report, Table
from sudokubench.report.page import page
from sudokubench.report.reading import exported, find, load, read_ratings, stored_runs
from sudokubench.report.words import STATES
from sudokubench.words import Language, Words

LAST = ("last",)


@dataclass(frozen=True)
class RunReport:
    """The report of one or several runs, and the forms in which it can be written.

    Attributes:
        observer: Gets the progress of the report.
    """

    analysis: Analysis
    observer: Observer = SILENT

    @cached_property
    def report(self) -> Report:
        """The banner and the sections."""
        return build(self.analysis, partial(each, observer=self.observer, unit=words.SECTIONS))

    @property
    def run(self) -> str:
        """The id of the first run, which names the page."""
        return self.analysis.data.runs[0].run

    def page(self, language: Language) -> str:
        """Return one offline HTML file. Raises `BackendUnavailable` if the packages that draw are not installed."""
        drawing = partial(self.observer.progress, of=len(self.report.figures), unit=words.PLOTS)
        return page(self.report, self.analysis, language, drawing)

    def pictures(self, form: str, language: Language) -> Iterator[tuple[str, bytes]]:
        """Yield every plot in one of `draw.FORMS`: file name and content. Raises as `page` does."""
        for figure in each(self.report.figures, self.observer, len(self.report.figures), words.PLOTS):
            yield f"{figure.key}.{form}", draw.FORMS[form](figure, language)

    def _repr_html_(self) -> str:
        """Return the page as HTML for notebooks; without the packages that draw, only the answer and the tables."""
        try:
            page = escape(self.page("en"))
        except BackendUnavailable:
            tables = "".join(table._repr_html_() for table in self.report.tables if not table.folded)
            return f"<p><b>{escape(self.report.answer.en)}</b></p>{tables}"
        return f'<iframe srcdoc="{page}" width="100%" height="700" style="border:0"></iframe>'


def report(
    names: Sequence[str] = LAST,
    results: str | Path = "results",
    ratings: str | Path | None = None,
    observer: Observer = SILENT,
) -> RunReport:
    """Return the report of runs, which are pooled; `ratings` is a CSV file with the columns puzzle and rating.

    Damaged parts are left out and reported to the observer.

    Raises:
        InputError: A run or file does not exist.
    """
    analysis = _analysis(names, results, observer, read_ratings(ratings) if ratings else None)
    return RunReport(analysis, observer)


def _analysis(
    names: Sequence[str], results: str | Path, observer: Observer, ratings: Mapping[str, float] | None = None
) -> Analysis:
    reading = partial(observer.progress, unit=words.RECORDS)
    data = load(names or LAST, results, ratings, reading)
    for flaw in data.flaws:
        observer.refused(InputError(flaw))
    return Analysis(data)


def rank(names: Sequence[str] = LAST, results: str | Path = "results", observer: Observer = SILENT) -> Table:
    """Rank the backends of runs in four ways; remarks name reasons to doubt the figures. Raises as `report` does."""
    analysis = _analysis(names, results, observer)
    for message in caveats(analysis) if len(analysis.data) else ():
        observer.remark(message)
    return tables.standings(analysis)


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Result):
    """How the backends changed from one run to another.

    Attributes:
        changes: One change for each backend, the worst first.
        differences: Differences that make the times hard to compare.
        failures: A sentence for each backend that does not pass a gate.
        untold: A sentence for each backend with a gate that could not be decided.
    """

    changes: Sequence[BackendChange] = field(hash=False)
    differences: Sequence[Words]
    failures: Sequence[Words]
    untold: Sequence[Words]

    def _repr_html_(self) -> str:
        remarks = (*self.differences, *self.failures, *self.untold)
        return self.table._repr_html_() + "".join(f"<p>{escape(message.en)}</p>" for message in remarks)

    def __str__(self) -> str:
        return "; ".join(
            f"{one.backend} {STATES[one.state].en}, {one.ratio.value:.3g}" for one in self.changes
        )

    def as_json(self) -> dict[str, Any]:
        """Return the changes, each as an object of the schema `sudokubench.change/1`, and the remarks."""
        remarks = (*self.differences, *self.failures, *self.untold)
        changes = [{"schema": "sudokubench.change/1", **row} for row in self.as_dicts()]
        return {"changes": changes, "remarks": [message.en for message in remarks]}

    def to_json(self) -> str:
        """Return the changes as JSON, one object a line, as the command prints them."""
        return "\n".join(map(json_text, self.to_dict()["changes"]))

    def as_columns(self) -> dict[str, list[Any]]:
        """Return the columns of the table of changes."""
        return self.table.as_columns()

    @property
    def table(self) -> Table:
        """The changes as a table."""
        return table(list(self.changes))

    def as_dicts(self) -> list[dict[str, object]]:
        """Return the changes as plain data for JSON."""
        return self.table.as_dicts()


def compared(
    a: str | RunResult,
    b: str | RunResult,
    results: str | Path = "results",
    fail_on: Sequence[str] = (),
    observer: Observer = SILENT,
) -> Comparison:
    """Compare run B with run A, each stored or just made; `fail_on` has gates such as `regression:10%`.

    Raises:
        UsageError: A text is not a gate.
        InputError: A run or file does not exist.
    """
    gates = [gate(message) for message in fail_on]
    one, other = (
        side.analysis() if isinstance(side, RunResult) else _analysis([side], results, observer)
        for side in (a, b)
    )
    changes = compare(one, other)
    runs = list({run.run: run for run in (*one.data.runs, *other.data.runs)}.values())
    remarks = (*differences(runs), *of_machine(runs))
    return Comparison(changes, remarks, tuple(failures(changes, gates)), tuple(untold(changes, gates)))


def history(
    names: Sequence[str] = (),
    results: str | Path = "results",
    backends: Sequence[str] = (),
    observer: Observer = SILENT,
) -> History:
    """Return the history of backends over runs; without names, over all runs of the folder except races.

    Remarks name reasons to doubt the figures.

    Raises:
        InputError: A run or file does not exist, or no run has such a backend.
    """
    names = names or [one.run for one in runs(results, observer) if not one.is_race]
    found = history_of((_analysis([name], results, observer) for name in names), backends)
    for message in doubts(found):
        observer.remark(message)
    return found


# -- runs ----------------------------------------------------------------------------------------------------------


def runs(results: str | Path = "results", observer: Observer = SILENT) -> list[StoredRun]:
    """Return the runs of a folder, the oldest first. Raises InputError without a store. Damaged parts: see `report`."""
    found = stored_runs(results, lambda flaw: observer.refused(InputError(flaw)))
    for message in set_back(found):
        observer.remark(message)
    return found


def run(name: str = "last", results: str | Path = "results", observer: Observer = SILENT) -> StoredRun:
    """Return one run, with its manifest. Raises as `report` does. Damaged parts: see `report`."""
    return _analysis([name], results, observer).data.runs[0]


def export(
    names: Sequence[str],
    target: str | IO[bytes],
    form: str | None = None,
    results: str | Path = "results",
    observer: Observer = SILENT,
    *,
    classes: bool = False,
) -> int:
    """Write every record with its puzzle; return the number of rows.

    Args:
        target: A path (`.gz` compresses CSV and JSON Lines) or a stream of bytes; for `aslib` a folder.
        form: `csv`, `jsonl`, `parquet` or `aslib`; if None, found from the path, by default JSON Lines.
        observer: Gets damaged parts, which are left out.
        classes: Add `class_id`, which is equal for equivalent boards; null without a canonical form.

    Raises:
        InputError: A run does not exist, or the file cannot be written.
        BackendUnavailable: The form is Parquet, and pyarrow is not installed.
        UsageError: The form is `aslib`, and no folder is named.
    """
    chosen = form or form_of(target if isinstance(target, str) else "")
    rows = exported(names or LAST, results, lambda flaw: observer.refused(InputError(flaw)))
    if classes and chosen != "aslib":
        class_id = cache(_class_id)
        rows = ({**row, "class_id": class_id(row["puzzle"])} for row in rows)
    if chosen != "aslib":
        return write(rows, target, chosen)
    if not isinstance(target, str):
        raise UsageError(words.ASLIB_NEEDS_FOLDER)
    return aslib.write(rows, target)


def _class_id(text: str | None) -> str | None:
    from sudokubench.symmetry import canonical

    try:
        return None if text is None else canonical(text).class_id
    except (InputError, UsageError, Undecided):  # not a board, too large, or with other rules
        return None


def obsolete(
    names: Sequence[str] = (),
    results: str | Path = "results",
    keep: int | None = None,
    unfinished: bool = False,
) -> list[StoredRun]:
    """Return the runs to delete: named runs; all finished runs but the latest `keep`; all unfinished runs on request.

    Raises:
        UsageError: Nothing is selected, or a file is named.
        InputError: A run does not exist.
    """
    if not names and keep is None and not unfinished:
        raise UsageError(words.NOTHING_TO_DELETE)
    known = stored_runs(results)
    found = [find(name, results) for name in names]
    chosen = [one for one in found if isinstance(one, StoredRun)]
    if len(chosen) < len(found):
        raise UsageError(words.FILES_NOT_DELETED)
    finished = [one for one in known if one.finished]
    chosen += finished[: max(0, len(finished) - keep)] if keep is not None else []
    chosen += [one for one in known if not one.finished] if unfinished else []
    return list({one.run: one for one in chosen}.values())


def delete(doomed: Sequence[StoredRun], results: str | Path = "results") -> None:
    """Delete runs with all their records, and free their space."""
    with Store(results) as store:
        store.delete(one.run for one in doomed)
