"""Searches that are cancelled, or that run out of their budget."""

from functools import cache
from threading import Timer

import pytest
from backend_cases import DEAF, Cases, ask, refused

from sudokubench.answer import Budget, Stop, Verdict
from sudokubench.backends import Backend, spec_of
from sudokubench.backends.pool import lent_session
from sudokubench.layout import Layout
from sudokubench.problem import ExactCover, Instance, cover


@pytest.mark.parametrize(("taken", "verdict"), [(1, Verdict.UNDECIDED), (2, Verdict.MULTIPLE)])
def test_a_search_cancelled_between_solutions_claims_only_what_it_saw(
    engine: Backend, cases: Cases, taken: int, verdict: Verdict
) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.several).instance())
        for number, _ in enumerate(search, 1):
            if number == taken:
                search.cancel()
        outcome = search.outcome()
    assert (outcome.count, outcome.stop, outcome.verdict) == (taken, Stop.CANCELLED, verdict)


def test_a_search_cancelled_before_it_begins_claims_nothing(engine: Backend, cases: Cases) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.none).instance())
        search.cancel()
        outcome = search.outcome()
    assert (outcome.count, outcome.stop, outcome.verdict) == (0, Stop.CANCELLED, Verdict.UNDECIDED)


def test_cancelling_a_search_that_has_ended_changes_nothing(engine: Backend, cases: Cases) -> None:
    with lent_session(engine, cases.layout) as session:
        search = session.search(cases.board(cases.unique).instance())
        assert search.outcome().verdict is Verdict.UNIQUE
        following = session.search(cases.board(cases.two).instance())
        search.cancel()
        assert search.outcome().verdict is Verdict.UNIQUE
        assert following.outcome().count == 2


def test_a_count_without_end_is_cancelled_from_another_thread(engine: Backend) -> None:
    with lent_session(engine, Layout.standard(9)) as session:
        search = session.search(Instance(), budget=Budget(seconds=60))
        timer = Timer(0.05, search.cancel)
        timer.start()
        outcome = search.outcome()
        timer.join()
    assert outcome.stop is Stop.CANCELLED


@cache
def mutilated_chessboard(size: int = 12) -> ExactCover:
    """Return dominoes on a board without two opposite corners: no solution, and no search proves that soon."""
    gone = {(0, 0), (size - 1, size - 1)}
    squares = [(r, c) for r in range(size) for c in range(size) if (r, c) not in gone]
    steps = [(0, 1), (1, 0)]
    dominoes = [((r, c), (r + i, c + j)) for r, c in squares for i, j in steps if (r + i, c + j) in squares]
    return cover([(f"{a}{b}", (str(a), str(b))) for a, b in dominoes], name="mutilated chessboard")


def test_a_solve_without_end_is_cancelled_from_another_thread(engine: Backend) -> None:
    problem = mutilated_chessboard()
    if refused(engine, problem) or spec_of(engine) in DEAF:
        return
    with lent_session(engine, problem) as session:
        search = session.search(Instance(), budget=Budget(seconds=60))
        timer = Timer(0.05, search.cancel)
        timer.start()
        outcome = search.outcome()
        timer.join()
    assert (outcome.count, outcome.stop) in {(0, Stop.CANCELLED), (0, Stop.EXHAUSTED)}


def test_a_solve_without_end_ends_with_its_budget(engine: Backend) -> None:
    problem = mutilated_chessboard()
    if refused(engine, problem) or spec_of(engine) in DEAF:
        return
    outcome = ask(engine, problem, budget=Budget(seconds=0.05))[1]
    assert (outcome.count, outcome.stop) in {(0, Stop.BUDGET), (0, Stop.EXHAUSTED)}


def test_a_count_without_end_ends_with_its_budget(engine: Backend) -> None:
    with lent_session(engine, Layout.standard(9)) as session:
        outcome = session.search(Instance(), budget=Budget(seconds=0.05)).outcome()
    assert outcome.stop is Stop.BUDGET
    assert outcome.verdict is (Verdict.MULTIPLE if outcome.count >= 2 else Verdict.UNDECIDED)


@pytest.mark.parametrize("budget", [Budget(seconds=0), Budget(nodes=0), Budget(seconds=0, nodes=0)], ids=str)
@pytest.mark.parametrize("kind", ["unique", "two", "none", "solved"])
def test_a_budget_that_has_run_out_leaves_everything_undecided(
    engine: Backend, cases: Cases, kind: str, budget: Budget
) -> None:
    board = cases.board(getattr(cases, kind))
    found, outcome = ask(engine, board.layout, board.instance(), None, budget)
    assert found == []
    assert (outcome.count, outcome.stop, outcome.verdict) == (0, Stop.BUDGET, Verdict.UNDECIDED)


@pytest.mark.parametrize("nodes", [1, 2, 5, 20, 100])
def test_a_small_budget_of_nodes_never_gives_a_false_answer(
    engine: Backend, cases: Cases, nodes: int
) -> None:
    truth = {cases.unique: Verdict.UNIQUE, cases.none: Verdict.NONE, cases.two: Verdict.MULTIPLE}
    for text, verdict in truth.items():
        board = cases.board(text)
        found, outcome = ask(engine, board.layout, board.instance(), 2, Budget(nodes=nodes))
        assert set(found) <= cases.solutions(text)
        assert outcome.verdict in {verdict, Verdict.UNDECIDED}
        assert (outcome.stop is Stop.BUDGET) == (outcome.verdict is Verdict.UNDECIDED)


def test_an_endless_budget_changes_nothing(engine: Backend, cases: Cases) -> None:
    board = cases.board(cases.unique)
    budget = Budget(seconds=1e200, nodes=10**12)
    assert ask(engine, board.layout, board.instance(), 2, budget)[1].verdict is Verdict.UNIQUE
