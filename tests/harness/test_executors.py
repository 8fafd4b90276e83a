"""Inline, isolated and on a cluster: the same plan gives the same verdicts."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from distributed import LocalCluster
from harness.costly import Costly

from benchmarks.trials.misbehaving import Misbehaving
from benchmarks.trials.processes import marked
from benchmarks.trials.stubborn import GO_ON, STARTED, Stubborn
from sudokubench.actions.generate import generate
from sudokubench.answer import Verdict
from sudokubench.backends import backend, is_plug_in
from sudokubench.backends.pool import lent_session
from sudokubench.backends.registry import obeys
from sudokubench.board import Board
from sudokubench.errors import InputError, UsageError
from sudokubench.generation.wish import Wish
from sudokubench.harness import corpus
from sudokubench.harness.cluster import Dask, _answer, _end, _idle
from sudokubench.harness.executors import Local, executor
from sudokubench.harness.finding import Question, Termination
from sudokubench.harness.inline import Inline
from sudokubench.harness.isolation import IsolatedWorker
from sudokubench.harness.limits import Limits
from sudokubench.harness.runner import CorpusRound, Judged, Partial
from sudokubench.processes import tree

ENGINES = [backend("algorithm_x"), backend("sat")]
ENTRIES = [entry for entry in corpus.read(["all"]) if entry.board.layout.size < 9]


def verdicts(where):
    with where:
        events = [event for chunk in CorpusRound(ENGINES, where, limit=2).events(ENTRIES) for event in chunk]
    events = [event for event in events if not isinstance(event, Partial)]
    assert all(isinstance(event, Judged) for event in events)
    return [(e.position, c.backend, c.finding.verdict) for e in events for c in e.claims]


@pytest.fixture(scope="module")
def inline():
    return verdicts(Inline(Limits()))


@pytest.mark.parametrize("how", [{}, {"jobs": 2}, {"pin": True}], ids=str)
def test_isolated_workers_say_what_the_engines_say_inline(inline, how):
    assert len(inline) == 2 * len(ENTRIES) > 20
    assert verdicts(Local(Limits(), **how)) == inline


def test_more_pinned_workers_than_processors_are_refused(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1})
    with pytest.raises(UsageError, match="but this process may use 2; take --jobs 2 or fewer"):
        Local(Limits(), jobs=3, pin=True)
    for fitting in ({"jobs": 2, "pin": True}, {"jobs": 3}):
        with executor("local", Limits(), **fitting) as where:
            assert where.width == fitting["jobs"]


def test_inline_an_engine_pays_for_the_processes_that_it_has_started_and_for_no_others():
    (entry, *_) = ENTRIES
    parent = Costly(child=True, cpu_s=3.0)
    with Inline(Limits()) as where:
        own_ns, charged_ns = [], []
        for engine in (parent, Costly(cpu_s=0.2)):
            question = Question(engine, entry.problem, [entry.instance], 2)
            begun = time.process_time_ns()
            ((_, (finding,)),) = where.answers([question])
            own_ns.append(time.process_time_ns() - begun)
            charged_ns.append(finding.cpu_ns)
    with lent_session(parent, entry.problem) as session:
        session.close()
    assert charged_ns[0] > 2.9e9 > own_ns[0]
    assert charged_ns[1] <= own_ns[1]


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # of Dask's own making
def test_a_cluster_says_the_same(inline):
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        where = executor(cluster.scheduler_address.replace("tcp", "dask"), Limits())
        assert len(where.describe()["workers"]) == 2
        assert where.describe()["processes"] == "round"
        processes = set()
        for _ in range(2):
            question = Question(Costly(), ENTRIES[0].problem, [ENTRIES[0].instance], 2)
            ((_, (finding,)),) = where.answers([question])
            processes.add(finding.outcome.stats["process"])
            where.begin_round()
        assert len(processes) == 2
        assert verdicts(where) == inline
        here, there = (
            [*map(str, (one.puzzle for one in generate(Wish(), 70, seed=3, where=at)))]
            for at in ("local", cluster.scheduler_address.replace("tcp", "dask"))
        )
        assert here == there


@pytest.mark.filterwarnings("ignore")  # of Dask's own making
def test_the_batch_of_a_worker_that_is_lost_runs_again_and_is_reported(caplog, tmp_path):
    board = Board.parse("1...3..2...3..2.")
    question = Question(Stubborn("waits"), board.layout, [board.instance()] * 15, 2)
    with (
        marked(**{STARTED: str(tmp_path / "started")}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Dask(cluster.scheduler_address.removeprefix("tcp://"), Limits()) as where,
        ThreadPoolExecutor(1) as thread,
    ):
        answers = thread.submit(lambda: list(where.answers([question, question])))
        while not (at_work := [who for who, tasks in where._client.processing().items() if tasks]):
            time.sleep(0.01)
        os.kill(where._client.run(os.getpid)[at_work[0]], signal.SIGKILL)  # the worker has no answer yet
        (tmp_path / f"started{GO_ON}").touch()
        found = answers.result()
    assert [[finding.verdict for finding in batch] for _, batch in found] == [[Verdict.UNIQUE] * 15] * 2
    assert "was lost; its batches run again elsewhere" in caplog.text


def supervisors():
    """Return the processes above workers; other children of this process may be ending from earlier tests."""
    return {child for child in psutil.Process().children() if child.pid in tree._supervisors}


def test_a_worker_of_a_cluster_asks_one_process_of_an_engine_again_and_ends_those_of_a_run_with_the_run():
    question = Question(ENGINES[0], ENTRIES[0].problem, [ENTRIES[0].instance], 2)
    seen = []
    try:
        for run in (None, "one", "one", "two"):
            for finding in _answer(run, question, Limits()) if run else ():
                assert finding.termination is Termination.FINISHED
            seen.append(supervisors())
        before, first, second, both = seen
        assert before < first == second < both
        _end("one")
        assert supervisors() == before | (both - first)
    finally:
        _end("one")
        _end("two")
    assert supervisors() == before
    assert _idle == {}


def test_a_cluster_that_is_not_there_is_reported(monkeypatch):
    monkeypatch.setattr("sudokubench.harness.cluster.CONNECT_S", 0.5)
    with pytest.raises(InputError, match="no Dask scheduler"):
        executor("dask://127.0.0.1:9", Limits())


def test_an_unknown_place_and_parallel_inline_work_are_refused():
    with pytest.raises(UsageError, match="unknown executor"):
        executor("moon", Limits())
    with pytest.raises(UsageError, match="inline"):
        executor("local", Limits(), isolation="inline", jobs=2)
    with pytest.raises(UsageError, match="--memory-limit"):
        executor("local", Limits(memory_bytes=1 << 30), isolation="inline")


@pytest.mark.parametrize(
    ("way", "what"), [("closes", "closed its channel"), ("leave_3", "exited with 3"), ("kill", "SIGKILL")]
)
def test_the_end_of_a_worker_is_named_for_what_it_is(way, what):
    with IsolatedWorker(Misbehaving(way), Limits()) as worker:
        (finding,) = worker.ask(ENTRIES[0].problem, [ENTRIES[0].instance], 2)
    assert finding.termination is Termination.CRASH
    assert finding.message.endswith(what)


def test_engines_of_other_distributions_get_processes_of_their_own():
    spoiled = Misbehaving("exit@solve")
    assert obeys(spoiled)
    assert is_plug_in(spoiled)
    with executor("local", Limits()) as made:
        assert [engine for engine in [spoiled, *ENGINES] if not made._is_here(engine)] == [
            spoiled,
            *(engine for engine in ENGINES if not obeys(engine)),
        ]
