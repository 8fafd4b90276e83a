"""Engines that misbehave: whatever they do, it is named, nobody else is disturbed, and the run goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from benchmarks.trials import Figures, Trial
from benchmarks.trials.answers import judged
from benchmarks.trials.misbehaving import DEEDS, Misbehaving, kinds
from benchmarks.trials.processes import marked, orphans
from sudokubench.answer import Verdict
from sudokubench.backends import Backend, backend
from sudokubench.board import Board
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.crosscheck import Category
from sudokubench.harness.executors import Executor, Inline, Local
from sudokubench.harness.isolation import Limits
from sudokubench.harness.runner import Judged, run
from sudokubench.interruption import note, presses

_BOARDS = ("1...3..2...3..2.", "1234341221434..1")
"""Two with one solution, so that engines that take batches get one."""


def engines(every: int, limit_s: float) -> Figures:
    """Put boards to an honest engine and to one that misbehaves, in each of its ways, inline and in a worker.

    Args:
        every: Each so-manieth way only.
        limit_s: Seconds for a puzzle.
    """
    honest = backend("algorithm_x")
    tried: Counter[str] = Counter()
    unnamed: list[str] = []
    disturbed: list[str] = []
    with marked() as mark:
        for where in ("inline", "isolated"):
            for kind, words in islice(kinds(where == "isolated"), 0, None, every):
                tried[where] += 1
                spoiled = Misbehaving(kind)
                try:
                    events = _asked([spoiled, honest], _executor(where, spoiled, limit_s))
                except BaseException as error:  # a trial that it ends shows that it ends a run
                    disturbed.append(f"{where} {kind}: {type(error).__name__}: {error}"[:300])
                    continue
                for event in events:
                    mine, others = event.claims
                    if others.finding.verdict is not Verdict.UNIQUE or 1 in event.judgement.faults:
                        disturbed.append(
                            f"{where} {kind}: {others.finding.message or event.judgement.faults}"
                        )
                    said = mine.finding.message or event.judgement.faults.get(0, "")
                    bad = event.judgement.categories[0] in {Category.ERROR, Category.WRONG}
                    slept = kind == "lie_1_ns" and mine.finding.outcome.times.solve_ns < 10_000_000
                    timed_out = words == "more than" and words in said
                    if words not in said or slept or not (bad or timed_out or kind in DEEDS or not words):
                        unnamed.append(f"{where} {kind}: {said!r:.200}")
        left = orphans(mark)
    return {
        "tried": dict(tried), "kinds": len(list(kinds(True))), "unnamed": unnamed, "disturbed": disturbed,
        "orphans": left,
    }  # fmt: skip


def _executor(where: str, spoiled: Backend, limit_s: float) -> Executor:
    limits = Limits(wall_s=limit_s)
    return Inline(limits) if where == "inline" else Local(limits, isolate=[spoiled])


def _asked(backends: Sequence[Backend], executor: Executor) -> list[Judged]:
    import signal

    entries = [entry_of(Board.parse(text), "trial", i) for i, text in enumerate(_BOARDS)]
    before = signal.signal(signal.SIGINT, note)  # as a command does: what is not pressed is an engine's own
    presses.clear()
    try:
        with executor:
            return list(judged(run(entries, backends, executor, limit=2)))
    finally:
        signal.signal(signal.SIGINT, before)


TRIALS = {
    "engines": Trial(
        "Whatever an engine does is named, disturbs nobody and leaves nothing behind.",
        engines, {"every": 6, "limit_s": 10.0}, {"every": 1, "limit_s": 2.0},
        lambda f: not f["unnamed"] and not f["disturbed"] and not f["orphans"],
    ),
}  # fmt: skip
