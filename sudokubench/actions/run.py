"""A run: ask several backends about puzzles and store their answers, or resume an earlier run."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudokubench import kernels
from sudokubench.actions import words
from sudokubench.actions.judging import ProgressTally, contradiction, judged, tell
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.backends import Backend
from sudokubench.errors import Cancelled, InputError, UsageError
from sudokubench.exchange import Result
from sudokubench.harness import runner
from sudokubench.harness.asking import has_lanes
from sudokubench.harness.corpus import NINE, BadEntry, Item, scrambled
from sudokubench.harness.disagreement import Shrinker
from sudokubench.harness.finding import Task, most_shown
from sudokubench.harness.inline import Executor
from sudokubench.harness.noise import NoiseMeter
from sudokubench.harness.plan import Plan, manifest
from sudokubench.harness.store import Store
from sudokubench.harness.summary import Summary
from sudokubench.words import amount, counted, listed

if TYPE_CHECKING:
    from sudokubench.report.analysis import Analysis
    from sudokubench.report.model import Table


@dataclass(frozen=True, slots=True, repr=False)
class RunResult(Result):
    """The result of a run.

    Attributes:
        run: Its id; None if the run had no puzzle: such a run is not stored.
        path: The database with its records.
        memory: The store in memory with its records, if they are not in a file.
    """

    plan: Plan
    run: str | None
    path: Path
    summary: Summary
    memory: Store | None = None

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.summary/1`."""
        summary = self.summary
        return {
            "schema": "sudokubench.summary/1", "run": self.run, "puzzles": summary.puzzles,
            "backends": list(self.plan.backends), "disagreements": summary.disagreements, "wrong": summary.wrong,
            "errors": summary.errors,
        }  # fmt: skip

    def __str__(self) -> str:
        summary, backends = self.summary, self.plan.backends
        verdicts = ", ".join(f"{verdict.value} {n:,}" for verdict, n in summary.verdicts.most_common())
        of = f"{counted(summary.puzzles, 'puzzle')}, {counted(len(backends), 'backend')}"
        wrong = f"{counted(summary.disagreements, 'disagreement')}, {counted(summary.wrong, 'wrong answer')}"
        errors = f", {counted(summary.errors, 'error')}" if summary.errors else ""
        return f"{of}: {verdicts or 'no verdict'}; {wrong}{errors}"

    def as_columns(self) -> dict[str, list[Any]]:
        """Return the columns of the table that compares the backends."""
        tables = self.tables()
        return tables[-1].as_columns() if tables else {}

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self.tables())

    def analysis(self, texts: bool = True) -> Analysis:
        """Return the records, ready for tables and comparisons. Without `texts`, figures need less memory.

        Raises:
            UsageError: The run has no records.
        """
        from sudokubench.report.analysis import Analysis
        from sudokubench.report.reading import load, of_store

        if self.run is None:
            raise UsageError(words.EMPTY_RUN)
        if self.memory is not None:
            return Analysis(of_store(self.run, self.memory, texts))
        return Analysis(load([self.run], self.path.parent, texts=texts))

    def tables(self, observer: Observer = SILENT) -> list[Table]:
        """Return tables: the numbers of solutions if the task was to count, and the comparison of the backends.

        The observer gets reasons to doubt the figures.
        """
        from sudokubench.report import tables
        from sudokubench.report.build import caveats

        if self.run is None:
            return []
        analysis = self.analysis(texts=self.plan.task is Task.COUNT)
        shown = "puzzle", "count", "bound", "times"
        counts = [tables.counts(analysis).only(*shown)] if self.plan.task is Task.COUNT else []
        for message in caveats(analysis) if len(analysis.data) else ():
            observer.remark(message)
        puzzles = amount(self.summary.puzzles, words.PUZZLES)
        title = words.TITLE.format(puzzles=puzzles, task=self.plan.task.value)
        return [*counts, replace(tables.brief(analysis), title=title)] if len(analysis.data) else []


def run(
    plan: Plan,
    entries: Iterable[Item],
    engines: Sequence[Backend],
    executor: Executor,
    store: Store,
    *,
    resume: bool = False,
    argv: Sequence[str] = (),
    race: bool = False,
    observer: Observer = SILENT,
) -> RunResult:
    """Carry out a plan. A cancelled run keeps its records and can be resumed.

    Args:
        entries: The corpora of the plan, read once a round; for several rounds an iterator is first read into memory.
        resume: Continue the latest run of this plan, if there is one; if it is finished, return its result.
        argv: The command that started the run, for the manifest.
        race: Whether the page of `serve` starts it as a race: `last` and the history leave races out.

    Raises:
        InputError: The run to continue is damaged, or another process carries it out.
    """
    kernels.interprets_first = False  # the run must time machine code
    described = {**manifest(plan, argv, executor.describe()), **({"race": True} if race else {})}
    with ExitStack() as held:
        this = _Run(plan, engines, executor, store, observer, described, resume, held)
        if not (resume and this.resume()):
            this.carry_out(entries)
    return RunResult(plan, this.id, store.path, this.summary, None if store.lasting else store)


@dataclass(slots=True)
class _Run:
    """A run in progress. `run` explains the fields that are not listed here.

    Attributes:
        described: The manifest.
        held: Holds the run for this process, see `Store.held`.
        id: Its id in the store; None before the first puzzle.
        summary: The numbers of answers so far, including those of an earlier run that this run continues.
    """

    plan: Plan
    engines: Sequence[Backend]
    executor: Executor
    store: Store
    observer: Observer
    described: Mapping[str, object]
    resumes: bool
    held: ExitStack
    id: str | None = None
    summary: Summary = field(default_factory=Summary)

    def resume(self) -> bool:
        """Continue the latest run of the plan, if there is one. Return whether it is finished."""
        store, plan, remark = self.store, self.plan, self.observer.remark
        if lost := store.damaged_runs():
            damaged = words.RUNS_DAMAGED.format(path=store.path, runs=amount(lost, words.RUNS))
            self.observer.refused(InputError(damaged))
        self.id, finished, unlike = store.resumable(plan, self.described)
        if unlike:
            latest, *what = unlike
            remark(words.NOT_MADE_ALIKE.format(run=latest, differences=listed(what, words.THEN)))
        if self.id:
            if not finished:
                self.held.enter_context(store.held(self.id))
            store.require_sound(self.id)
            store.totals(self.id, self.summary, plan.backends)
            state = words.RUN_FINISHED if finished else words.RUN_CONTINUES
            remark(state.format(run=self.id, puzzles=amount(self.summary.puzzles, words.PUZZLES)))
        return finished

    def carry_out(self, entries: Iterable[Item]) -> None:
        """Ask about all puzzles that have no record yet; store and judge the answers."""
        store, plan, observer = self.store, self.plan, self.observer
        before, unshrunk = store.unshrunk(self.id) if self.id else (0, [])
        folder = store.path.parent if store.lasting else None
        shrinker = Shrinker(plan.command, self.engines, self.executor, plan.limit, folder, before)
        try:
            for one in unshrunk:
                if self.id and (trouble := shrinker.again(one)) is not None:
                    store.note(self.id, one.position, trouble)
                    tell(trouble, one.place, observer)
            with closing(self._recorded(entries, shrinker)) as events:
                for puzzle in judged(_counting(events, self.summary), observer):
                    self._add(puzzle, shrinker)
        except (KeyboardInterrupt, Cancelled):
            if self.id and store.lasting:
                puzzles = amount(self.summary.puzzles, words.PUZZLES)
                observer.remark(words.RUN_INTERRUPTED.format(puzzles=puzzles, run=self.id, path=store.path))
            raise

    def _add(self, puzzle: runner.Judged | runner.SharedJudgement, shrinker: Shrinker) -> None:
        """Count a judged puzzle, and pass it to the observer; look for the cause of a contradiction."""
        if isinstance(puzzle, runner.SharedJudgement):
            self.summary.add_alike(puzzle)
            self.observer.alike(puzzle)
            return
        self.summary.add(puzzle)
        known = puzzle.earlier is not None and puzzle.earlier.contested
        trouble = None if known else contradiction(puzzle, shrinker, self.observer)
        if trouble is not None and self.id:
            self.store.note(self.id, puzzle.position, trouble)
        self.observer.judged(puzzle, trouble)

    def _recorded(self, entries: Iterable[Item], shrinker: Shrinker) -> Generator[runner.Event]:
        """Yield the events, each after it was stored; the run begins with the first chunk that has a puzzle."""
        store, refused = self.store, 0
        noise = store.noise(self.id) if self.id else NoiseMeter()
        chunks = self._rounds(entries)
        for chunk in chunks:
            if not all(isinstance(event, BadEntry) for event in chunk):
                if self.id is None:
                    self.id = store.begin(self.plan, self.described, once=self.resumes)
                    self.held.enter_context(store.held(self.id))
                yield from store.recording(self.id, chain([chunk], chunks), noise, shrinker.noted, refused)
                return
            refused += len(chunk)
            yield from chunk
        if self.id:
            store.finish(self.id, refused)

    def _rounds(self, entries: Iterable[Item]) -> Iterator[list[runner.Event]]:
        """Yield the events of all rounds, chunk by chunk."""
        store, plan, executor = self.store, self.plan, self.executor
        if plan.repeat > 1 and isinstance(entries, Iterator):
            entries = list(entries)
        tally = ProgressTally(self.observer, done=self.summary.puzzles)
        for repeat in range(plan.repeat):
            if repeat:
                executor.begin_round()
            done = store.positions(self.id, repeat) if self.id else frozenset()
            earlier = store.earlier(self.id) if self.id and repeat else {}
            this = runner.CorpusRound(
                self.engines,
                executor,
                limit=plan.limit,
                repeat=repeat,
                seed=plan.seed,
                done=done.__contains__,
                earlier=earlier.get,
                asking=tally,
                known=store.answers(self.id, repeat, most_shown(plan.limit)) if self.id else {},
                arrays=self._in_lanes,
            )
            yield from this.events(entries if plan.scramble is None else scrambled(entries, plan.scramble))

    def _in_lanes(self, engine: Backend) -> bool:
        """Return whether the engine searches many boards at once in this process: then no board has its own time."""
        here = self.executor.width == 1 and self.executor.searcher(engine, NINE) is not None
        return here and has_lanes(engine, NINE)


def _counting(events: Iterable[runner.Event], summary: Summary) -> Iterator[runner.Event]:
    for event in events:
        summary.bad_entries += isinstance(event, BadEntry)
        yield event
