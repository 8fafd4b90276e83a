"""The limits apply to every answer, also to a fast one."""

import re

import pytest
from harness.costly import Costly, gulp

from sudokubench.answer import Budget, Verdict
from sudokubench.board import Board
from sudokubench.harness import isolation
from sudokubench.harness.asking import ask
from sudokubench.harness.finding import Termination
from sudokubench.harness.isolation import IsolatedWorker
from sudokubench.harness.limits import Limits
from sudokubench.report.export_rows import TIMES, written

BOARD = Board.parse("1...3..2...3..2.")
LARGER = Board.parse("." * 81)
MB = 1 << 20
BARE_MB = 60
"""Memory limit, in MB: enough for a small problem of Algorithm X, but less than any engine below takes."""


@pytest.fixture
def nobody_looks(monkeypatch):
    """Make all checks of a worker come after its answer."""
    monkeypatch.setattr(isolation, "_LOOK_S", 3600.0)


def asked(engine, limits, n=1):
    with IsolatedWorker(engine, limits) as worker:
        findings = worker.ask(BOARD.layout, [BOARD.instance()] * n, 2)
    assert len(findings) == n
    return findings


def memory_limit(mb):
    return Limits(wall_s=None, memory_bytes=mb * MB)


@pytest.mark.usefixtures("nobody_looks")
def test_an_answer_over_the_memory_limit_fails_even_if_the_memory_was_freed():
    for finding in asked(Costly(search_mb=300), memory_limit(200), n=2):
        assert (finding.termination, finding.message) == (Termination.MEMOUT, "more than 200 MB")
        assert finding.verdict is Verdict.UNDECIDED
        assert finding.memory_bytes > 300 * MB


def test_a_limit_on_memory_may_be_larger_than_any_system_can_express():
    (finding,) = asked(Costly(), memory_limit(10**20))
    assert finding.verdict is Verdict.UNIQUE


@pytest.mark.usefixtures("nobody_looks")
def test_an_answer_over_the_cpu_limit_fails_even_if_it_came_soon():
    for finding in asked(Costly(cpu_s=0.03), Limits(wall_s=None, cpu_s=0.02), n=2):
        assert (finding.termination, finding.message) == (Termination.TIMEOUT, "more than 0.02 s of CPU time")
        assert finding.verdict is Verdict.UNDECIDED


def test_a_limit_of_cpu_time_is_for_each_puzzle_and_not_for_all():
    findings = asked(Costly(cpu_s=0.1), Limits(wall_s=None, cpu_s=0.4), n=6)
    assert [finding.verdict for finding in findings] == [Verdict.UNIQUE] * 6


@pytest.mark.parametrize("watched", [True, False])
def test_an_answer_within_its_limits_is_kept(watched, monkeypatch):
    if not watched:
        monkeypatch.setattr(isolation, "_LOOK_S", 3600.0)
    limits = Limits(wall_s=None, cpu_s=5.0, memory_bytes=500 * MB)
    findings = asked(Costly(search_mb=100, cpu_s=0.01), limits, n=3)
    assert [finding.verdict for finding in findings] == [Verdict.UNIQUE] * 3
    assert all(100 * MB < finding.memory_bytes < 200 * MB for finding in findings)


@pytest.mark.parametrize(
    ("engine", "limits", "bound"),
    [
        (Costly(cpu_s=60.0), Limits(wall_s=600.0, cpu_s=0.1), "cpu"),
        (Costly(cpu_s=60.0), Limits(wall_s=0.1, cpu_s=600.0), "wall"),
        (Costly(search_mb=300), memory_limit(200), "memory"),
        (Costly(), Limits(wall_s=600.0, cpu_s=600.0), None),
    ],
)
def test_a_record_and_its_export_name_the_limit_that_bound(engine, limits, bound):
    (finding,) = asked(engine, limits)
    record = finding.as_json()
    assert record["bound"] == bound
    row = {**record, **dict.fromkeys(TIMES, 1)}
    assert written({**row, "bound": "nothing of ours"})["bound"] == bound


def test_the_cpu_time_of_quick_searches_is_known_under_a_limit_of_cpu_time():
    """If the system limits CPU time, its clock advances by ticks of some ms, so most searches cost nothing."""
    findings = asked(Costly(), Limits(wall_s=None, cpu_s=600.0), n=50)
    assert all(0 < finding.cpu_ns < 1e9 for finding in findings)


@pytest.mark.parametrize("engine", [Costly(), Costly(hoarded_mb=150)])
def test_a_limit_on_memory_that_not_even_an_idle_worker_can_keep_is_reported_for_every_puzzle(engine):
    findings = asked(engine, memory_limit(2), n=500)
    assert len(findings) == 500
    assert len(set(map(id, findings))) == 1  # the engine was asked once, not five hundred times
    said = re.fullmatch(
        r"more than 2 MB before its first puzzle: even idle, the worker of (.*) takes (\d+) MB, "
        "so give a larger limit on memory",
        findings[0].message,
    )
    assert said is not None
    assert said[1].startswith("Costly")
    assert engine.hoarded_mb < int(said[2]) < engine.hoarded_mb + BARE_MB
    assert findings[0].termination is Termination.MEMOUT


def test_a_limit_that_is_larger_than_the_message_says_can_be_kept():
    (finding,) = asked(Costly(), memory_limit(2))
    idle_mb = int(re.search(r"takes (\d+) MB", finding.message)[1])
    (finding,) = asked(Costly(), memory_limit(idle_mb + 8))
    assert finding.verdict is Verdict.UNIQUE


def test_memory_of_opening_does_not_count_for_a_puzzle():
    (finding,) = asked(Costly(opening_mb=300), memory_limit(200))
    assert finding.verdict is Verdict.UNIQUE
    assert finding.memory_bytes < BARE_MB * MB


def test_a_worker_that_has_no_room_left_for_a_second_problem_gives_way_to_a_new_one():
    with IsolatedWorker(Costly(hoarded_mb=150), memory_limit(250)) as worker:
        for board in (BOARD, LARGER):
            (finding,) = worker.ask(board.layout, [board.instance()], 2)
            assert finding.termination is Termination.FINISHED


def test_opening_that_eats_memory_and_never_ends_is_stopped(monkeypatch):
    monkeypatch.setattr(isolation, "OPENING_BYTES", 100 * MB)
    findings = asked(Costly(hoarded_mb=300, hangs=True), memory_limit(100), n=2)
    assert [finding.termination for finding in findings] == [Termination.MEMOUT] * 2
    assert "before its first puzzle: while it opens the problem, the worker of" in findings[0].message


def test_the_memory_of_a_worker_is_not_that_of_the_process_that_started_it():
    ours = gulp(300)
    (finding,) = asked(Costly(), memory_limit(200))
    assert len(ours) == 300 * MB
    assert finding.verdict is Verdict.UNIQUE
    assert MB < finding.memory_bytes < BARE_MB * MB


def test_what_is_found_after_the_limit_is_kept_and_is_a_timeout():
    with Costly(cpu_s=0.06).open(BOARD.layout) as session:
        (late,) = ask(session, [BOARD.instance()], 1, Budget(seconds=0.02))
        (early,) = ask(session, [BOARD.instance()], 1, Budget(seconds=60))
    assert (late.termination, late.verdict) == (Termination.TIMEOUT, Verdict.SOLVABLE)
    assert (early.termination, early.verdict) == (Termination.FINISHED, Verdict.SOLVABLE)
