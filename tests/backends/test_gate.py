"""Plug-ins that change their inputs or answer falsely affect neither callers nor other engines."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
import reference

from benchmarks.trials.misbehaving import MEDDLES, Misbehaving
from sudokubench import Board, check, count, is_unique, solutions, solve, solve_many
from sudokubench.answer import UNLIMITED, Outcome, Stop, Verdict
from sudokubench.backends import Backend, EngineSession, backend, is_plug_in
from sudokubench.backends.base import Engine, NoAnswer, Search
from sudokubench.backends.gate import require_outcome
from sudokubench.batches import search_digits
from sudokubench.errors import BackendFailed, Undecided, UsageError
from sudokubench.harness.corpus import entry_of
from sudokubench.harness.inline import Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.runner import CorpusRound, Partial
from sudokubench.layout import Layout
from sudokubench.problem import Instance
from sudokubench.solving import trace

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "5...7.9.26....5...1..34...7...7.1.23.26.....1..39..8569....7.8.....1....3.5..6..9"
NINE = Layout.standard(9)
LINES = [UNIQUE] * 20 + [TWO] * 20
COUNTS = [1] * 20 + [2] * 20


def digits(lines=LINES):
    return np.array([reference.grid(line) for line in lines], np.uint8)


@pytest.mark.parametrize("kind", [kind for kind, (at, _) in MEDDLES.items() if at in {"batch", "answer"}])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_plug_in_of_batches_gives_true_answers_or_is_refused_and_leaves_the_array_alone(kind, threads):
    boards = digits()
    try:
        found = solve_many(boards, backend=Misbehaving(kind), threads=threads)
    except (BackendFailed, Undecided):
        pass
    else:
        assert found.counts.tolist() == COUNTS
        assert found.lines()[:20] == [SOLVED] * 20
        assert all(Board.parse(TWO).is_solved_by(Board.parse(line)) for line in found.lines()[20:])
    assert (boards == digits()).all()


@pytest.mark.parametrize(
    "kind",
    ["same_twice@answer", "blank_cell@answer", "of_the_first@answer", "count_99@answer"],
)
def test_a_false_answer_about_a_batch_is_refused(kind):
    boards = digits([UNIQUE, TWO] * 4)
    with pytest.raises(BackendFailed, match=f"backend Misbehaving.*{kind} failed"):
        solve_many(boards, backend=Misbehaving(kind))
    with pytest.raises(Undecided, match="left 4 of 8 boards undecided"):
        solve_many(boards, backend=Misbehaving("undecided@answer"))


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("nothing@shows", None),
        ("twice@shows", "the same solution twice"),
        ("of_another@shows", "an invalid solution"),
        ("without_a_cell@shows", "an invalid solution"),
        ("another_digit@shows", "an invalid solution"),
        ("reversed@shows", "not in ascending order"),
        ("lists@shows", "must be a tuple"),
        ("numbers@shows", "yielded 1|counted, but 1 shown"),
        ("fails_at_close@shows", "at close"),
        ("count_99@step", "100 solutions counted, but 1 shown"),
        ("count_huge@step", "solutions counted, but 1 shown"),
        ("count_negative@step", "solutions counted, but 1 shown|count is -2"),
        ("stats@step", "stats"),
        ("clock@step", "solve_ns"),
    ],
)
def test_every_call_checks_what_a_plug_in_shows_and_counts(kind, says):
    engine = Misbehaving(kind)
    calls = [
        lambda: solve(UNIQUE, backend=engine),
        lambda: list(solutions(UNIQUE, backend=engine)),
        lambda: count(UNIQUE, backend=engine),
        lambda: is_unique(UNIQUE, backend=engine),
        lambda: solve_many([UNIQUE] * 3, 5, backend=engine),
    ]
    for call in calls:
        if says is None:
            call()  # "no solution" remains a claim of the engine
            continue
        with pytest.raises(BackendFailed, match=says):
            call()


@pytest.mark.parametrize(
    "kind", [kind for kind, (at, _) in MEDDLES.items() if at in {"ask", "open", "search"}]
)
def test_what_a_plug_in_does_to_the_problem_or_the_budget_reaches_no_other_engine(kind):
    before = NINE.size, NINE.boxes, NINE.houses, NINE.houses_of, NINE.peers, hash(NINE), NINE.name
    cells = [house.cells for house in NINE.houses]
    engine = Misbehaving(kind)
    for call in (solve, count, is_unique):
        with suppress(BackendFailed):  # a tuple cannot be changed
            call(UNIQUE, backend=engine)
    after = NINE.size, NINE.boxes, NINE.houses, NINE.houses_of, NINE.peers, hash(NINE), NINE.name
    assert (after, [house.cells for house in NINE.houses]) == (before, cells)
    assert (UNLIMITED.seconds, UNLIMITED.nodes) == (None, None)
    assert is_unique(UNIQUE)


@pytest.mark.parametrize("kind", [kind for kind, (at, _) in MEDDLES.items() if at == "batch"])
def test_an_engine_that_changes_a_batch_does_not_change_it_for_others_nor_for_the_judge(kind):
    entries = [entry_of(Board.parse(line), "test", i) for i, line in enumerate(LINES)]
    engines = [Misbehaving(kind), backend("sliced")]
    this = CorpusRound(engines, Inline(Limits()), limit=2, arrays=lambda engine: True)
    events = [one for chunk in this.events(entries) for one in chunk if not isinstance(one, Partial)]
    judged = [one for event in events for one in (event if hasattr(event, "__iter__") else [event])]
    for event in sorted(judged, key=lambda one: one.position):
        honest = event.claims[1].finding
        assert honest.verdict is (Verdict.UNIQUE if event.position < 20 else Verdict.MULTIPLE)
        assert 1 not in event.judgement.faults
        assert event.judgement.verdict in {honest.verdict, Verdict.UNDECIDED}


def test_a_solution_with_an_option_that_is_forbidden_is_refused_in_a_batch(monkeypatch):
    two = [str(one) for one in solutions(TWO)]
    cell = next(i for i in range(81) if two[0][i] != two[1][i])
    shown = solve_many([TWO], 1, backend=Misbehaving("none@shows")).lines()[0]  # the engine's first one
    forbidden = np.array([1]), np.array([9 * cell + int(shown[cell]) - 1])
    other = search_digits(NINE, digits([TWO]), 1, Misbehaving("prints@ask"), 1, forbidden)
    assert Board.parse(other.lines()[0]) in {Board.parse(one) for one in two} - {Board.parse(shown)}
    with pytest.raises(BackendFailed):
        search_digits(NINE, digits([TWO]), 1, Misbehaving("forbidden@batch"), 1, forbidden)
    session = type(Misbehaving("prints@ask").open(NINE))
    honest = session.search_many
    monkeypatch.setattr(
        session, "search_many", lambda self, rows, forbidden, **how: honest(self, rows, **how)
    )
    with pytest.raises(BackendFailed):
        search_digits(NINE, digits([TWO]), 1, Misbehaving("prints@ask"), 1, forbidden)


def test_a_plug_in_that_claims_to_belong_to_this_package_is_still_a_plug_in():
    claims = type("Dlx", (Misbehaving,), {"__module__": "sudokubench.backends.dlx", "__slots__": ()})
    assert is_plug_in(claims("twice@shows"))
    assert not is_plug_in(backend("dlx"))


@dataclass(frozen=True)
class Unopened(Backend):
    """A plug-in that fails when it opens a problem."""

    kind: ClassVar[str] = "test"
    interface: ClassVar[int] = 2

    def open(self, problem):
        raise RuntimeError("no memory for this board")


def test_an_engine_that_fails_to_open_is_named_by_check_and_the_others_answer(monkeypatch):
    engines = [Unopened(), backend("algorithm_x")]
    monkeypatch.setattr("sudokubench.actions.check.backend_list", lambda names: engines)
    found = check("1...3..2...3..2.")
    assert found.unanswered == {"Unopened": "RuntimeError: no memory for this board"}
    assert found.backends["algorithm_x"] is Verdict.UNIQUE


# -- a session and several threads ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dlx", "dlx:kernel=nodes", "algorithm_x", "sat", "sliced"])
def test_threads_that_share_a_session_get_whole_counts_or_our_own_error(name):
    problem = NINE if name == "sliced" else Layout.standard(4)
    instance = Board.parse(TWO).instance() if name == "sliced" else Instance()
    expected, said = (2 if name == "sliced" else 288), []

    def work(session):
        try:
            for _ in range(20):
                said.append(session.search(instance).outcome().count)
        except BaseException as error:
            said.append(type(error))

    with backend(name).open(problem) as session, ThreadPoolExecutor(3) as threads:
        threads.map(work, [session] * 3)
    assert set(said) <= {expected, UsageError}
    assert expected in said


class Waiting(Engine):
    """An engine that runs a given function in the middle of a search."""

    def __init__(self, meanwhile):
        self.meanwhile = meanwhile

    def solutions(self, instance, search: Search):
        self.meanwhile()
        yield tuple(range(0, 64, 4))


def test_a_search_that_is_under_way_in_another_thread_goes_on_and_the_second_one_is_refused():
    refused = []

    def meanwhile():
        for call in (lambda: session.search(Instance()), session.close, lambda: next(iter(first))):
            with ThreadPoolExecutor(1) as second, pytest.raises(UsageError, match="a session of its own"):
                second.submit(call).result()
            refused.append(call)

    session = EngineSession(Layout.standard(4), Waiting(meanwhile))
    first = session.search(Instance())
    assert (first.outcome().count, len(refused)) == (1, 3)
    session.close()


def test_a_search_that_another_thread_has_not_ended_is_not_cut_by_a_new_one():
    with backend("algorithm_x").open(Layout.standard(4)) as session:
        search = session.search(Instance())
        next(iter(search))
        with ThreadPoolExecutor(1) as other, pytest.raises(UsageError):
            other.submit(session.search, Instance()).result()
        assert search.outcome().count == 288


def test_a_plug_in_that_fails_while_it_is_traced_is_named():
    def opened(engine, problem):
        class Tells(Engine):
            def visits(self, instance):
                raise ValueError("no idea")
                yield

        return EngineSession(problem, Tells())

    engine = type("Telling", (Unopened,), {"open": opened})()
    with pytest.raises(BackendFailed, match="backend Telling failed: ValueError: no idea"):
        trace("1...3..2...3..2.", backend=engine)


@pytest.mark.parametrize("count", [-1, 1 << 4096, 1.5])
def test_a_count_that_is_refused_is_told_its_own_limit(count):
    require_outcome(Outcome((1 << 4096) - 1, Stop.EXHAUSTED))
    with pytest.raises(NoAnswer, match=r"count is .*, but must be a whole number from 0 to 2\*\*4096 - 1"):
        require_outcome(Outcome(count, Stop.EXHAUSTED))
