"""A session from one search to the next, and once it is closed."""

from collections.abc import Callable
from itertools import islice

import pytest
from backend_cases import Cases, ask_board, takes_batches

from sudokubench.answer import Budget, Stop, Verdict
from sudokubench.backends import Backend, BatchSession, Search, Session, spec_of, words
from sudokubench.board import Board
from sudokubench.errors import UsageError
from sudokubench.problem import Instance


def exhausted(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.several).instance())


def at_its_limit(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.several).instance(), limit=3)


def without_solution(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.none).instance())


def with_clashing_clues(session: Session, cases: Cases) -> Search:
    board = Board.empty(cases.layout).with_digit(0, 1).with_digit(1, 1)
    return session.search(board.instance())


def out_of_budget(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.several).instance(), budget=Budget(seconds=0))


def out_of_nodes(session: Session, cases: Cases) -> Search:
    return session.search(cases.board(cases.several).instance(), budget=Budget(nodes=3))


def cancelled(session: Session, cases: Cases) -> Search:
    search = session.search(cases.board(cases.several).instance())
    next(iter(search))
    search.cancel()
    return search


def cancelled_at_rest(session: Session, cases: Cases) -> Search:
    search = session.search(cases.board(cases.several).instance())
    search.cancel()
    return search


def abandoned(session: Session, cases: Cases) -> Search:
    search = session.search(cases.board(cases.several).instance())
    next(iter(search))
    search.abandon()
    return search


ENDINGS = [
    exhausted, at_its_limit, without_solution, with_clashing_clues, out_of_budget, out_of_nodes, cancelled,
    cancelled_at_rest, abandoned,
]  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.__name__)
def test_after_a_search_of_any_ending_the_session_answers_rightly(
    engine: Backend, cases: Cases, ending: Callable[[Session, Cases], Search]
) -> None:
    with engine.open(cases.layout) as session:
        for text in (cases.two, cases.unique, cases.none, cases.solved, cases.two):
            ending(session, cases).outcome()
            assert set(session.search(cases.board(text).instance())) == cases.solutions(text)


@pytest.mark.parametrize("begun", [False, True], ids=["not yet begun", "under way"])
def test_a_new_search_cancels_the_one_before_it(engine: Backend, cases: Cases, begun: bool) -> None:
    with engine.open(cases.layout) as session:
        earlier = session.search(cases.board(cases.several).instance())
        solutions = iter(earlier)
        taken = len(list(islice(solutions, 2))) if begun else 0
        later = session.search(cases.board(cases.two).instance())
        assert set(later) == cases.solutions(cases.two)
        assert list(solutions) == []
        assert (earlier.outcome().count, earlier.outcome().stop) == (taken, Stop.CANCELLED)
        assert (later.outcome().count, later.outcome().stop) == (2, Stop.EXHAUSTED)


def test_the_same_board_has_the_same_answer_again_and_again(engine: Backend, cases: Cases) -> None:
    with engine.open(cases.layout) as session:
        for _ in range(4):
            for text in (cases.unique, cases.two):
                assert set(session.search(cases.board(text).instance())) == cases.solutions(text)


def test_two_sessions_of_one_problem_do_not_disturb_each_other(engine: Backend, cases: Cases) -> None:
    with engine.open(cases.layout) as one, engine.open(cases.layout) as other:
        several = one.search(cases.board(cases.several).instance())
        two = other.search(cases.board(cases.two).instance())
        pairs = list(zip(islice(several, 2), two, strict=True))
        assert {pair[1] for pair in pairs} == cases.solutions(cases.two)
        assert several.outcome().count == len(cases.solutions(cases.several))


def test_a_session_that_is_closed_amid_a_search_refuses_the_next_and_can_be_closed_again(
    engine: Backend, cases: Cases
) -> None:
    session = engine.open(cases.layout)
    next(iter(session.search(cases.board(cases.several).instance())))
    session.close()
    with pytest.raises(UsageError, match=words.CLOSED.en):
        session.search(Instance(), limit=1)
    session.close()
    assert ask_board(engine, cases.board(cases.unique))[1].verdict is Verdict.UNIQUE


@pytest.mark.parametrize("wrong", [10**9, -1], ids=["too large", "negative"])
@pytest.mark.parametrize("kind", ["chosen", "forbidden"])
def test_an_option_that_the_problem_does_not_have_is_refused(
    engine: Backend, cases: Cases, kind: str, wrong: int
) -> None:
    last = cases.layout.size**3 - 1
    with engine.open(cases.layout) as session:
        for options in [(wrong,), tuple(sorted((wrong, 0))), (0, wrong, last)]:
            with pytest.raises(UsageError, match=f"option {wrong} does not exist: .* 0 to {last}"):
                session.search(Instance(**{kind: options}))
        assert session.search(Instance(), limit=1).outcome().verdict is Verdict.SOLVABLE


def test_the_order_in_which_an_instance_names_options_changes_nothing(engine: Backend, cases: Cases) -> None:
    sorted_instance = cases.board(cases.two).instance()
    one, other = (set(solution) for solution in cases.solutions(cases.two))
    [least, *rest] = sorted(other - one)
    forbidden = [*reversed(rest), least]
    chosen = [*reversed(sorted_instance.chosen), sorted_instance.chosen[0]]
    instance = Instance(chosen, forbidden)  # type: ignore[arg-type]  # lists, that are changed afterwards
    chosen.clear()
    forbidden.append(10**9)
    with engine.open(cases.layout) as session:
        assert list(session.search(instance)) == [tuple(sorted(one))]
        assert list(session.search(Instance(sorted_instance.chosen, tuple(sorted(other - one))))) == [
            tuple(sorted(one))
        ]


def test_many_boards_are_taken_at_once_by_the_backends_that_are_tested_for_it(
    engine: Backend, cases: Cases
) -> None:
    with engine.open(cases.layout) as session:
        assert isinstance(session, BatchSession) == engine.batches == takes_batches(spec_of(engine))
