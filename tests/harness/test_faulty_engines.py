"""Every fault of an engine is caught, named correctly, and disturbs no other engine."""

import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from harness.faulty import FAULTS, Faulty

from sudokubench.answer import UNLIMITED, Verdict
from sudokubench.backends import Search, backend
from sudokubench.board import Board
from sudokubench.harness.asking import ask
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.crosscheck import Category, Earlier
from sudokubench.harness.executors import Local
from sudokubench.harness.finding import Termination
from sudokubench.harness.isolation import IsolatedWorker
from sudokubench.harness.limits import Limits
from sudokubench.harness.runner import CorpusRound, Judged, Partial

UNIQUE, WHOLE = "1...3..2...3..2.", "1234341221434321"
SEVERAL = "1..............."
BOARDS = tuple(map(Board.parse, ("...13....23...4.", SEVERAL, UNIQUE)))
LIMITS = Limits(wall_s=60.0, memory_bytes=200 << 20, recycle_growth_bytes=8 << 20)


@pytest.fixture(autouse=True)
def _children_find_the_plug_in(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))


@cache
def judged(fault, rounds=1, boards=BOARDS):
    engines = [backend("algorithm_x"), Faulty(fault)]
    entries = [entry_of(board, "test", i) for i, board in enumerate(boards, 1)]
    limits = replace(LIMITS, cpu_s=0.5) if fault == "hang" else LIMITS
    with Local(limits) as executor:
        events, earlier = [], {}
        for repeat in range(rounds):
            this = CorpusRound(engines, executor, limit=2, repeat=repeat, earlier=earlier.get)
            for chunk in this.events(entries):
                events += (event for event in chunk if not isinstance(event, Partial))
            earlier = {event.position: Earlier(event.judgement.verdict, None, False) for event in events}
    assert all(isinstance(event, Judged) for event in events)
    return events


def of_faulty(events):
    """(category, claim, fault) of the faulty backend on each puzzle."""
    return [
        (event.judgement.categories[i], claim.finding, event.judgement.faults.get(i, ""))
        for event in events
        for i, claim in enumerate(event.claims)
        if claim.backend.startswith("Faulty")
    ]


@pytest.mark.parametrize("fault", FAULTS)
def test_the_correct_engine_is_never_disturbed_or_accused(fault):
    events = judged(fault)
    for event, expected in zip(events, (Verdict.NONE, Verdict.MULTIPLE, Verdict.UNIQUE), strict=True):
        (index,) = [i for i, c in enumerate(event.claims) if c.backend == "algorithm_x"]
        assert event.claims[index].finding.verdict is expected
        assert event.judgement.categories[index] is not Category.WRONG


@pytest.mark.parametrize(
    ("fault", "puzzle", "sentence"),
    [
        ("wrong_digit", 2, "an invalid solution"),
        ("changed_clue", 2, "which was given"),
        ("false_none", 2, "it claims 0 solutions in all, but answers show 1"),
        ("false_unique", 1, "it claims 1 solution in all, but answers show 2"),
        ("missed_second", 1, "it claims 1 solution in all, but answers show 2"),
        ("same_twice", 2, "the same solution twice"),
        ("no_option", 2, "option -1 does not exist"),
    ],
)
def test_a_false_answer_is_wrong_and_says_why(fault, puzzle, sentence):
    category, _, why = of_faulty(judged(fault))[puzzle]
    assert category is Category.WRONG
    assert sentence in why


@pytest.mark.parametrize(
    ("fault", "termination", "message"),
    [
        ("hang", Termination.TIMEOUT, "more than 0.5 s of CPU time"),
        ("segfault", Termination.CRASH, "SIGSEGV"),
        ("abort", Termination.CRASH, "SIGABRT"),
        (
            "memory_hog", Termination.MEMOUT,
            "more than 200 MB before its first puzzle: in its warm-up, a search without solutions, the worker of",
        ),
        ("exception", Termination.ERROR, "RuntimeError: no idea"),
        ("truncated_output", Termination.CRASH, "exited with 0"),
        ("lying_clock", Termination.ERROR, "its clock says"),
    ],
)  # fmt: skip
def test_a_failure_is_named_as_what_it_is(fault, termination, message):
    for category, finding, _ in of_faulty(judged(fault)):
        assert finding.termination is termination
        assert message in finding.message
        assert category in {Category.ERROR, Category.UNCONFIRMED}


def test_records_of_a_solution_with_an_option_that_does_not_exist_show_none():
    shown = [record["solution"] for event in judged("no_option") for record in event.records()]
    assert shown[-2:] == [WHOLE, None]


def test_an_engine_that_answers_differently_each_time_disagrees_with_itself():
    events = judged("nondeterminism", rounds=12, boards=BOARDS[2:])
    assert any(event.judgement.disagreement for event in events)


def test_a_slow_leak_is_stopped_by_a_new_worker():
    with IsolatedWorker(Faulty("slow_leak"), LIMITS) as worker:
        for _ in range(12):
            (finding,) = worker.ask(BOARDS[2].layout, [BOARDS[2].instance()], 2)
            assert finding.verdict is Verdict.UNIQUE
        assert worker.recycled >= 3


def test_a_clock_that_runs_while_the_machine_is_busy_with_others_is_not_false(monkeypatch):
    enter = Search.enter

    def late(self, phase):
        if phase == "wait":
            time.sleep(0.02)  # at the very end this is after the engine's last step
        enter(self, phase)

    monkeypatch.setattr(Search, "enter", late)
    with backend("algorithm_x").open(BOARDS[2].layout) as session:
        (finding,) = ask(session, [BOARDS[2].instance()], 2, UNLIMITED)
    assert (finding.termination, finding.verdict) == (Termination.FINISHED, Verdict.UNIQUE)
