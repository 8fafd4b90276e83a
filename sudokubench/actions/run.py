"""A run: puzzles are put to several backends, and what each says is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from sudokubench.actions.judging import contradiction, judged
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.backends import Backend
from sudokubench.errors import Cancelled
from sudokubench.harness import runner
from sudokubench.harness.corpus import BadEntry, Entry, scrambled
from sudokubench.harness.disagreement import Shrinker
from sudokubench.harness.executors import Executor
from sudokubench.harness.noise import NoiseMeter
from sudokubench.harness.plan import Plan, manifest
from sudokubench.harness.store import Store
from sudokubench.harness.summary import Summary
from sudokubench.words import both, counted


@dataclass(frozen=True, slots=True)
class RunResult:
    """What became of a run.

    Attributes:
        run: Its id.
        path: The database that has its records.
        summary: Its totals.
        noise: What makes its times doubtful, or None.
    """

    run: str
    path: Path
    summary: Summary
    noise: str | None

    def as_json(self) -> dict[str, Any]:
        """One JSON object of the schema `sudokubench.summary/1`."""
        summary = self.summary
        return {
            "schema": "sudokubench.summary/1",
            "run": self.run,
            "puzzles": summary.puzzles,
            "backends": list(summary.tallies),
            "disagreements": summary.disagreements,
            "wrong": summary.wrong,
            "errors": summary.errors,
        }


def run(
    plan: Plan,
    entries: Iterable[Entry | BadEntry],
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
        entries: The corpora of the plan.
        engines: The backends of the plan.
        executor: Where they are asked.
        store: Where records are kept.
        resume: Go on with the latest run of this plan, if there is one.
        argv: The command that asked for it, for the manifest.
        observer: Is told of each puzzle.
    """
    summary, noise = Summary(plan.backends), NoiseMeter()
    earlier = store.latest(plan.digest) if resume else None
    run_id, finished = earlier or ("", False)
    done = frozenset[int]()
    if run_id:
        done = store.positions(run_id)
        store.totals(run_id, summary)
        state = "is finished" if finished else "goes on"
        observer.remark(both(f"run {run_id} {state}: {counted(len(done), 'puzzle')} in it"))
        if finished:
            return RunResult(run_id, store.path, summary, noise.warning)
    shrinker = Shrinker(plan.command, engines, executor, plan.limit, store.path.parent)
    chunks = runner.run(
        entries if plan.scramble is None else scrambled(entries, plan.scramble),
        engines,
        executor,
        limit=plan.limit,
        repeat=plan.repeat,
        seed=plan.seed,
        done=done.__contains__,
    )
    try:
        chunks = runner.begun(chunks)
        run_id = run_id or store.begin(plan, manifest(plan, argv, executor.describe()), once=resume)
        events = store.recording(run_id, chunks, noise, shrinker.noted)
        for puzzle in judged(_counting(events, summary), observer):
            summary.add(puzzle)
            trouble = contradiction(puzzle, shrinker, observer)
            if trouble is not None:
                store.note(run_id, puzzle.position, trouble)
            observer.judged(puzzle, trouble)
    except (KeyboardInterrupt, Cancelled):
        if run_id:
            kept = f"{counted(summary.puzzles, 'puzzle')} of run {run_id} kept in {store.path}"
            observer.remark(both(f"interrupted; {kept}; --resume goes on"))
        raise
    return RunResult(run_id, store.path, summary, noise.warning)


def _counting(events: Iterable[runner.Event], summary: Summary) -> Iterator[runner.Event]:
    for event in events:
        summary.bad_entries += isinstance(event, BadEntry)
        yield event


@dataclass(frozen=True, slots=True)
class Count:
    """How many solutions a problem of a run has.

    Attributes:
        problem: Its text where that is short, else where it stands.
        count: The number that most backends found; None if none did.
        exhausted: Whether there are no more.
        agreeing: The backends that found it.
        others: The backends that found another number, or none.
        fastest: Of those that agree the one with the smallest time, and that time in nanoseconds.
    """

    problem: str
    count: int | None
    exhausted: bool
    agreeing: tuple[str, ...]
    others: tuple[str, ...]
    fastest: tuple[str, int] | None


_SHORT = 40


def counts(store: Store, run_id: str) -> Iterator[Count]:
    """The numbers of solutions that a run has found, by position."""
    puzzles = (
        row
        for some in store.rows(run_id, "puzzles", ("position", "puzzle", "source", "line"))
        for row in some
    )
    columns = ("position", "backend", "count", "exhausted", "termination", "encode_ns + solve_ns + decode_ns")
    records = (row for some in store.rows(run_id, "records", columns) for row in some)
    by_position = {position: list(rows) for position, rows in groupby(records, key=lambda row: row[0])}
    for position, text, source, line in puzzles:
        said = [row[1:] for row in by_position.get(position, ()) if row[4] == "finished"]
        backends = dict.fromkeys(row[1] for row in by_position.get(position, ()))
        found = Counter((bool(exhausted), count) for _, count, exhausted, *_ in said)
        best = max(found, key=lambda key: (key[0], found[key], key[1]), default=None)
        agreeing = {
            backend: ns
            for backend, count, exhausted, _, ns in reversed(said)
            if (bool(exhausted), count) == best
        }
        yield Count(
            text if len(text) <= _SHORT else f"{source}:{line}",
            best[1] if best else None,
            best[0] if best else False,
            tuple(backend for backend in backends if backend in agreeing),
            tuple(backend for backend in backends if backend not in agreeing),
            min(agreeing.items(), key=lambda item: item[1], default=None),
        )
