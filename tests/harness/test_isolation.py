"""A worker with an engine that breaks the rules of the interface."""

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.trials.processes import alive, marked, orphans
from benchmarks.trials.stubborn import EATERS, STARTED, Stubborn
from sudokubench.answer import Outcome, Stop
from sudokubench.backends import backend
from sudokubench.backends.base import NoAnswer
from sudokubench.board import Board
from sudokubench.harness.executors import Local
from sudokubench.harness.finding import Finding, Question, Termination
from sudokubench.harness.inline import Inline
from sudokubench.harness.isolation import IsolatedWorker
from sudokubench.harness.limits import Limits
from sudokubench.harness.worker import packed, unpacked
from sudokubench.processes.control_group import ControlGroup
from sudokubench.processes.supervisor import below
from sudokubench.processes.tree import ProcessFamily

BOARD = Board.parse("1...3..2...3..2.")


@pytest.fixture
def mark(tmp_path):
    with marked(**{STARTED: str(tmp_path / "started")}) as mark:
        yield mark


@pytest.fixture(params=[True, False], ids=["group", "no group"])
def _group(request, monkeypatch):
    """Give workers control groups if the system allows it, or none."""
    if not request.param:
        monkeypatch.setattr(ControlGroup, "new", lambda: None)


@pytest.mark.usefixtures("_group")
@pytest.mark.parametrize("way", ["deserts", "deserts daemon"])
def test_what_an_engine_started_dies_even_if_the_engine_died_first(way, mark):
    with IsolatedWorker(Stubborn(way), Limits()) as worker:
        (finding,) = worker.ask(BOARD.layout, [BOARD.instance()], 2)
    assert (finding.termination, finding.message) == (Termination.CRASH, "SIGSEGV")
    assert orphans(mark) == 0


_ASKS = """
import sys
from benchmarks.trials.stubborn import Stubborn
from sudokubench.board import Board
from sudokubench.processes.control_group import ControlGroup
from sudokubench.harness.isolation import IsolatedWorker
from sudokubench.harness.limits import Limits
if sys.argv[1] == "no group":
    ControlGroup.new = lambda: None
board = Board.parse("1...3..2...3..2.")
IsolatedWorker(Stubborn("daemon"), Limits()).ask(board.layout, [board.instance()], 2)
"""


@pytest.mark.parametrize("group", ["group", "no group"])
def test_processes_of_an_engine_die_even_if_the_asking_process_is_killed(group, mark, tmp_path):
    asker = subprocess.Popen([sys.executable, "-c", _ASKS, group])
    while len(alive(mark)) < 4 or not (tmp_path / "started").exists():  # supervisor, worker, daemon
        assert asker.poll() is None
        time.sleep(0.05)
    groups = [group.folder for group in [ControlGroup.new()] if group is not None]
    asker.kill()
    asker.wait()
    assert orphans(mark) == 0
    assert not [found for group in groups for found in Path(group).parent.glob(f"sudokubench-{asker.pid}-*")]


@pytest.mark.usefixtures("_group")
@pytest.mark.parametrize("way", ["burners", "daemon", "relay"])
def test_cpu_time_of_others_is_the_engines(way, mark):
    with IsolatedWorker(Stubborn(way), Limits(wall_s=None, cpu_s=0.2)) as worker:
        (finding,) = worker.ask(BOARD.layout, [BOARD.instance()], 2)
    assert (finding.termination, finding.message) == (Termination.TIMEOUT, "more than 0.2 s of CPU time")
    assert finding.cpu_ns == 200_000_000 + finding.overshoot
    assert orphans(mark) == 0


@pytest.mark.usefixtures("_group")
@pytest.mark.parametrize("way", EATERS)
def test_memory_of_others_is_the_engines(way, mark):
    with IsolatedWorker(Stubborn(way), Limits(wall_s=None, memory_bytes=100 << 20)) as worker:
        (finding,) = worker.ask(BOARD.layout, [BOARD.instance()], 2)
    assert (finding.termination, finding.message) == (Termination.MEMOUT, "more than 100 MB")
    assert finding.memory_bytes == (100 << 20) + finding.overshoot
    assert orphans(mark) == 0


def test_half_an_answer_does_not_block_the_caller(mark):
    with IsolatedWorker(Stubborn("mumbles"), Limits(wall_s=0.2)) as worker:
        findings = worker.ask(BOARD.layout, [BOARD.instance()] * 2, 2)
    assert [finding.termination for finding in findings] == [Termination.TIMEOUT] * 2


@pytest.mark.parametrize("place", [Local, Inline])
def test_a_problem_that_cannot_be_opened_is_the_fault_of_no_puzzle_and_is_tried_once(
    place, mark, monkeypatch
):
    question = Question(Stubborn("closed"), BOARD.layout, [BOARD.instance()] * 500, 2)
    with place(Limits()) as where:
        for _ in range(2):
            ((_, findings),) = where.answers([question])
            told = {(finding.termination, finding.message) for finding in findings}
            assert (len(findings), told) == (500, {(Termination.ERROR, "RuntimeError: closed on Sundays")})
            monkeypatch.delattr("subprocess.Popen", raising=False)
            monkeypatch.setattr(Stubborn, "open", None)


def test_a_worker_that_was_killed_between_two_questions_is_replaced(mark):
    with IsolatedWorker(backend("algorithm_x"), Limits()) as worker:
        for _ in range(3):
            (finding,) = worker.ask(BOARD.layout, [BOARD.instance()], 2)
            assert finding.termination is Termination.FINISHED
            worker._process.stop()
            worker._process._supervisor.wait()


def test_an_engine_beside_workers_is_not_asked_what_they_have_cost(mark):
    with IsolatedWorker(backend("algorithm_x"), Limits()) as worker:
        worker.ask(BOARD.layout, [BOARD.instance()], 2)
        its = {worker._process._supervisor.pid, worker._process.family.pid}
        assert its <= {*below(os.getpid())}
        assert its.isdisjoint(ProcessFamily(os.getpid())._others())


def test_a_finding_survives_the_way_to_the_parent():
    finding = Finding(Outcome(2, Stop.LIMIT, stats={"nodes": 3}), ((1, 2), (3, 4)), 7, Termination.ERROR, "x")
    again = unpacked(packed(replace(finding, cpu_ns=7)), 5 << 20)
    assert (again.outcome, again.solutions, again.batch) == (finding.outcome, finding.solutions, 7)
    assert (again.termination, again.message) == (Termination.ERROR, "x")
    assert (again.cpu_ns, again.memory_bytes) == (7, 5 << 20)


@pytest.mark.parametrize("place", [0, 2, 7])
@pytest.mark.parametrize("value", [True, 1.0, None, "1", 1 << 63])
def test_a_value_that_is_not_a_number_is_refused(place, value):
    values = packed(Finding(Outcome(2, Stop.LIMIT), ((1,), (2,))))
    unpacked(values)
    values[place] = value << 4096 if place == 0 and value == 1 << 63 else value  # a count may exceed 64 bits
    with pytest.raises(NoAnswer):
        unpacked(values)
