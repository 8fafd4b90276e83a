"""Many boards at once, if the engine takes them: the answers are the same as for single boards."""

from collections.abc import Iterator
from time import perf_counter_ns

import numpy as np
import pytest
from backend_cases import Cases, takes_batches, variants
from numpy.typing import NDArray

from sudokubench.answer import Budget, Stop
from sudokubench.backends import Backend, BatchSession, installed, words
from sudokubench.errors import InputError, UsageError

Boards = NDArray[np.uint8]


SPECS = [spec for name in installed()[0] for spec in variants(name) if takes_batches(spec)]
pytestmark = pytest.mark.parametrize("engine", SPECS, indirect=True, scope="module")


@pytest.fixture
def session(engine: Backend, cases: Cases) -> Iterator[BatchSession]:
    with engine.open(cases.layout) as opened:
        assert isinstance(opened, BatchSession)
        yield opened


def texts(cases: Cases) -> tuple[str, ...]:
    return cases.unique, cases.two, cases.none, cases.several, cases.solved


@pytest.fixture
def boards(cases: Cases) -> Boards:
    """Return boards with one solution, two, none and several, and a full board."""
    return np.array([list(cases.board(text).digits) for text in texts(cases)], np.uint8)


def options(session: BatchSession, digits: Boards) -> tuple[int, ...]:
    return tuple(session.layout.option(cell, digit) for cell, digit in enumerate(digits.tolist()))


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_batch_has_the_answers_of_its_boards(
    session: BatchSession, cases: Cases, boards: Boards, limit: int
) -> None:
    begun = perf_counter_ns()
    answer = session.search_many(boards, limit=limit)
    assert 0 < answer.times.total_ns <= perf_counter_ns() - begun
    truth = [cases.solutions(text) for text in texts(cases)]
    assert answer.counts.tolist() == [min(limit, len(solutions)) for solutions in truth]
    assert answer.exhausted.tolist() == [len(solutions) < limit for solutions in truth]
    for count, found, solutions in zip(answer.counts.tolist(), answer.solutions, truth, strict=True):
        shown = {options(session, digits) for digits in found[:count]}
        assert len(shown) == min(count, len(found))
        assert shown <= solutions
        assert not found[count:].any()
    assert answer.times.solve_ns > 0


@pytest.mark.parametrize("limit", [1, 3])
def test_a_batch_finds_no_solution_with_what_is_forbidden(
    session: BatchSession, cases: Cases, boards: Boards, limit: int
) -> None:
    """The first board has no forbidden options; on each other board two digits of a solution are forbidden."""
    of_each = [cases.solutions(text) for text in texts(cases)]
    out = [[], *(sorted(min(solutions))[1:3] if solutions else [0] for solutions in of_each[1:])]
    ends = np.cumsum([len(options) for options in out])
    forbidden = ends, np.array([option for options in out for option in options], np.int64)
    answer = session.search_many(boards, limit=limit, forbidden=forbidden)
    left = [
        {s for s in solutions if not {*s} & {*options}}
        for solutions, options in zip(of_each, out, strict=True)
    ]
    assert answer.counts.tolist() == [min(limit, len(solutions)) for solutions in left]
    for count, found, solutions in zip(answer.counts.tolist(), answer.solutions, left, strict=True):
        assert {options(session, digits) for digits in found[:count]} <= solutions


def test_a_batch_without_boards_is_answered(session: BatchSession, boards: Boards) -> None:
    assert session.search_many(boards[:0]).counts.tolist() == []


@pytest.mark.parametrize(
    "budget", [Budget(seconds=0), Budget(nodes=0), Budget()], ids=["time", "nodes", "cancelled"]
)
def test_a_batch_that_has_to_end_claims_only_what_it_saw(
    session: BatchSession, cases: Cases, boards: Boards, budget: Budget
) -> None:
    answer = session.search_many(boards, budget=budget, cancelled=lambda: budget == Budget())
    for count, exhausted, text in zip(
        answer.counts.tolist(), answer.exhausted.tolist(), texts(cases), strict=True
    ):
        assert (
            count == len(cases.solutions(text)) if exhausted else count <= min(2, len(cases.solutions(text)))
        )


def test_an_endless_budget_changes_no_batch(session: BatchSession, boards: Boards) -> None:
    answer = session.search_many(boards, budget=Budget(seconds=1e200, nodes=10**12))
    assert answer.counts.tolist() == [1, 2, 0, 2, 1]


def test_a_digit_above_the_size_is_refused_with_its_row(session: BatchSession, boards: Boards) -> None:
    boards[3, 0] = session.layout.size + 1
    with pytest.raises(InputError, match="index 3 "):
        session.search_many(boards)


def test_a_batch_cancels_the_search_before_it(session: BatchSession, cases: Cases, boards: Boards) -> None:
    search = session.search(cases.board(cases.several).instance())
    next(iter(search))
    assert session.search_many(boards[1:2], limit=3).counts.tolist() == [2]
    assert (search.outcome().count, search.outcome().stop) == (1, Stop.CANCELLED)


def test_a_closed_session_refuses_a_batch(session: BatchSession, boards: Boards) -> None:
    session.close()
    with pytest.raises(UsageError, match=words.CLOSED.en):
        session.search_many(boards)
