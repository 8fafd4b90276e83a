"""A run: puzzles are put to several backends, and what each says is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudokubench.actions.judging import Tally, contradiction, judged, tell
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.backends import Backend
from sudokubench.errors import Cancelled, InputError
from sudokubench.harness import runner
from sudokubench.harness.asking import has_lanes
from sudokubench.harness.corpus import NINE, BadEntry, Item, scrambled
from sudokubench.harness.disagreement import Shrinker
from sudokubench.harness.executors import Executor
from sudokubench.harness.finding import Task
from sudokubench.harness.noise import NoiseMeter
from sudokubench.harness.plan import Plan, manifest
from sudokubench.harness.store import Store
from sudokubench.harness.summary import Summary
from sudokubench.words import Words, both, counted

if TYPE_CHECKING:
    from sudokubench.report.model import Table


@dataclass(frozen=True, slots=True)
class RunResult:
    """What became of a run.

    Attributes:
        plan: What it was to do.
        run: Its id.
        path: The database that has its records.
        summary: Its totals.
        memory: What has its records as long as it is open, if no file has them.
    """

    plan: Plan
    run: str
    path: Path
    summary: Summary
    memory: Store | None = None

    def as_json(self) -> dict[str, Any]:
        """One JSON object of the schema `sudokubench.summary/1`."""
        summary = self.summary
        return {
            "schema": "sudokubench.summary/1",
            "run": self.run,
            "puzzles": summary.puzzles,
            "backends": list(self.plan.backends),
            "disagreements": summary.disagreements,
            "wrong": summary.wrong,
            "errors": summary.errors,
        }

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self.tables())

    def tables(self, observer: Observer = SILENT) -> list[Table]:
        """How many solutions each problem has, where that was the question, and how the backends compare.

        The observer is told what makes the figures doubtful.
        """
        from sudokubench.report import tables
        from sudokubench.report.analysis import Analysis
        from sudokubench.report.build import caveats
        from sudokubench.report.reading import load, of_store

        memory = self.memory
        analysis = Analysis(
            load([self.run], self.path.parent) if memory is None else of_store(self.run, memory)
        )
        counts = [tables.counts(analysis)] if self.plan.task is Task.COUNT else []
        for words in caveats(analysis) if len(analysis.data) else ():
            observer.remark(words)
        n, task = self.summary.puzzles, self.plan.task.value
        title = Words(f"{counted(n, 'puzzle')}, task {task}", f"{n:,} 問、課題 {task}")
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
    observer: Observer = SILENT,
) -> RunResult:
    """Do what a plan says. What was kept stays if it is cancelled, and can be resumed.

    Args:
        plan: The question, and how often it is asked.
        entries: The corpora of the plan, gone through once a round; an iterator is kept in memory if there are several.
        engines: The backends of the plan.
        executor: Where they are asked.
        store: Where records are kept.
        resume: Go on with the latest run of this plan, if there is one.
        argv: The command that asked for it, for the manifest.
        observer: Is told of each puzzle.
    """
    summary = Summary()
    described = manifest(plan, argv, executor.describe())
    if resume and (lost := store.damaged_runs()):
        observer.refused(InputError(f"{store.path}: {counted(lost, 'damaged run')} cannot be named"))
    run_id, finished, unlike = store.resumable(plan, described) if resume else (None, False, [])
    if unlike:
        latest, *what = unlike
        observer.remark(
            both(f"run {latest} is of this plan, but not made alike; a new one begins ({'; '.join(what)})")
        )
    if run_id:
        store.require_sound(run_id)
        store.totals(run_id, summary, plan.backends)
        state = "is finished" if finished else "goes on"
        observer.remark(both(f"run {run_id} {state}: {counted(summary.puzzles, 'puzzle')} in it"))
        if finished:
            return RunResult(plan, run_id, store.path, summary)
    noise = store.noise(run_id) if run_id else NoiseMeter()
    before, unshrunk = store.unshrunk(run_id) if run_id else (0, [])
    shrinker = Shrinker(
        plan.command, engines, executor, plan.limit, store.path.parent if store.lasting else None, before
    )
    if plan.repeat > 1 and isinstance(entries, Iterator):
        entries = list(entries)
    tally = Tally(observer, done=summary.puzzles)

    def in_lanes(engine: Backend) -> bool:
        """Whether nobody knows the time of a single board, and all are searched here."""
        here = executor.width == 1 and executor.searcher(engine, NINE) is not None
        return here and has_lanes(engine, NINE)

    def rounds() -> Iterator[list[runner.Event]]:
        for repeat in range(plan.repeat):
            if repeat:
                executor.begin_round()
            done = store.positions(run_id, repeat) if run_id else frozenset()
            earlier = store.earlier(run_id) if run_id and repeat else {}
            yield from runner.run(
                entries if plan.scramble is None else scrambled(entries, plan.scramble),
                engines,
                executor,
                limit=plan.limit,
                repeat=repeat,
                seed=plan.seed,
                done=done.__contains__,
                earlier=earlier.get,
                asking=tally,
                known=store.answers(run_id, repeat) if run_id else {},
                arrays=in_lanes,
            )

    try:
        chunks = runner.begun(rounds())
        run_id = run_id or store.begin(plan, described, once=resume)
        for one in unshrunk:
            if (trouble := shrinker.again(one)) is not None:
                store.note(run_id, one.position, trouble)
                tell(trouble, one.place, observer)
        with closing(store.recording(run_id, chunks, noise, shrinker.noted)) as events:
            for puzzle in judged(_counting(events, summary), observer):
                if isinstance(puzzle, runner.Alike):
                    summary.add_alike(puzzle)
                    observer.alike(puzzle)
                    continue
                summary.add(puzzle)
                known = puzzle.earlier is not None and puzzle.earlier.contested
                trouble = None if known else contradiction(puzzle, shrinker, observer)
                if trouble is not None:
                    store.note(run_id, puzzle.position, trouble)
                observer.judged(puzzle, trouble)
    except (KeyboardInterrupt, Cancelled):
        if run_id and store.lasting:
            kept = f"{counted(summary.puzzles, 'puzzle')} of run {run_id}, and answers to the next,"
            observer.remark(both(f"interrupted; {kept} kept in {store.path}; --resume goes on"))
        raise
    return RunResult(plan, run_id, store.path, summary, None if store.lasting else store)


def _counting(events: Iterable[runner.Event], summary: Summary) -> Iterator[runner.Event]:
    for event in events:
        summary.bad_entries += isinstance(event, BadEntry)
        yield event
