"""Chunks of a run: each takes about a second, so that engines get many puzzles, and an interruption loses few."""

import os
import time
from dataclasses import dataclass, replace
from itertools import islice, pairwise, repeat
from types import SimpleNamespace
from typing import ClassVar

from sudokubench.answer import Verdict
from sudokubench.backends import Backend, EngineSession, backend, spec_of
from sudokubench.backends.base import Engine
from sudokubench.board import Board
from sudokubench.errors import InputError
from sudokubench.harness import noise, runner
from sudokubench.harness.corpus import BadEntry, entry_of
from sudokubench.harness.crosscheck import Category
from sudokubench.harness.finding import Termination
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.noise import NoiseMeter
from sudokubench.harness.plan import Plan
from sudokubench.harness.runner import LARGEST_CHUNK, SMALLEST_CHUNK, Judged
from sudokubench.harness.store import Store
from sudokubench.harness.summary import Summary
from sudokubench.processes.tree import ProcessFamily


def sizes(seconds, monkeypatch):
    """Return the numbers of puzzles of chunks that take these times in seconds, one after the other."""
    now = [0.0]
    monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: now[0]))
    idle = SimpleNamespace(width=1, answers=lambda questions: iter(()))
    bad = repeat(BadEntry(InputError("none")), 8 * LARGEST_CHUNK)
    chunks = runner.CorpusRound([], idle, limit=2).events(bad)
    found = []
    for took, chunk in zip(seconds, chunks, strict=False):
        found.append(len(chunk))
        now[0] += took
    return found


def test_chunks_grow_while_they_are_quick_and_shrink_while_they_are_slow(monkeypatch):
    found = sizes([0.1] * 12 + [0.7] * 2 + [5.0] * 14, monkeypatch)
    assert (found[0], max(found), found[-1]) == (SMALLEST_CHUNK, LARGEST_CHUNK, SMALLEST_CHUNK)
    ratios = [b / a for a, b in pairwise(found)]
    assert ratios == [2] * 10 + [1] * 4 + [0.5] * 10 + [1] * 3


def test_a_sample_is_needed_to_say_how_noisy_a_machine_is():
    meter = NoiseMeter()
    assert meter.ratio is None
    meter.sample()
    assert meter.ratio >= 1.0


def test_an_unknown_clock_rate_of_the_processor_is_left_out(monkeypatch):
    for rate, described in (("unknown", None), (None, None), ("2445.4", 2445.4)):
        monkeypatch.setattr(noise, "cpu_info", lambda key, rate=rate: rate)
        assert NoiseMeter().described()["cpu_mhz"] == described


def test_equal_records_are_counted_each_time():
    summary = Summary()
    summary.add_records(Verdict.NONE, Category.WRONG, Termination.FINISHED, 3)
    summary.add_records(Verdict.UNDECIDED, Category.ERROR, Termination.CRASH, 2)
    summary.add_records(Verdict.UNDECIDED, Category.UNCONFIRMED, Termination.TIMEOUT, 4)
    assert (summary.wrong, summary.failures, summary.undecided) == (3, 2, 4)


def test_the_clock_of_a_process_is_its_cpu_time():
    tree = ProcessFamily(os.getpid())
    before = time.process_time()
    own = tree.own_cpu_s
    assert before <= own <= time.process_time()


def test_what_a_run_has_found_is_kept_about_every_second_and_asked_no_more(tmp_path, monkeypatch):
    now, engines = [0.0], [backend(name) for name in ("algorithm_x", "dlx", "sat")]
    monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: now[0]))
    boards = map(Board.parse, ("1...3..2...3..2.", "1" + "." * 15))
    entries = [entry_of(board, "test", i) for i, board in enumerate(boards)]
    asked = []

    def answers(questions):
        """Answer one puzzle in each turn, as engines that need a second for a puzzle do."""
        for n, question in enumerate(questions):
            now[0] += 1.0
            asked.append((spec_of(question.engine), question.instances[0]))
            ((_, found),) = Inline(Limits()).answers([replace(question, instances=question.instances[:1])])
            yield n, found

    def judged(store, run, stop):
        """Continue a run, and return the number of pieces that it writes before it ends."""
        known, done = store.answers(run, 0), store.positions(run)
        slow = SimpleNamespace(width=1, answers=answers)
        this = runner.CorpusRound(engines, slow, limit=2, known=known, done=done.__contains__)
        chunks = this.events(entries)
        return [e for e in store.recording(run, islice(chunks, stop), NoiseMeter()) if isinstance(e, Judged)]

    with Store(tmp_path) as store:
        run = store.begin(Plan(("test",), ("algorithm_x", "dlx", "sat")), {})
        found = [judged(store, run, stop) for stop in (2, 2, None)]
        assert store.answers(run, 0) == {}
    assert [[event.position for event in events] for events in found] == [[], [], [0, 1]]
    assert [claim.backend for claim in found[2][0].claims] == ["algorithm_x", "dlx", "sat"]
    assert len(asked) == len(set(asked)) == 6


@dataclass(frozen=True)
class Repeating(Backend):
    """An engine that counts 288 solutions correctly, but shows the first one a second time at some place."""

    place: int
    kind: ClassVar[str] = "test"
    interface: ClassVar[int] = 2

    def open(self, problem):
        honest, place = backend("algorithm_x").open(problem), self.place

        class Repeats(Engine):
            def solutions(self, instance, search):
                found = list(honest.search(instance))
                found[place] = found[0]
                yield from found

        return EngineSession(problem, Repeats())


def test_the_first_hundred_counted_solutions_are_checked():
    entry = entry_of(Board.parse("." * 16), "test", 1)
    for place, is_found in ((1, True), (99, True), (100, False)):
        chunks = runner.CorpusRound([Repeating(place)], Inline(Limits()), limit=None).events([entry])
        (event,) = (event for chunk in chunks for event in chunk if isinstance(event, Judged))
        assert event.claims[0].finding.outcome.count == 288
        assert event.judgement.faults == ({0: "the same solution twice"} if is_found else {})
