"""Solving as a library: small functions over one search, with a backend by name.

The answers of a plug-in pass `backends.gate`: whatever it does, a call returns solutions that keep rules and clues, or
raises an error of this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any

from sudokubench.answer import UNLIMITED, Answer, Budget, Stop, Verdict, require_budget
from sudokubench.backends import Backend, installed, is_plug_in, spec_of
from sudokubench.backends.gate import guarded, searched
from sudokubench.backends.pool import backend_of, lent_session
from sudokubench.board import Board
from sudokubench.errors import Undecided, UsageError, require_whole
from sudokubench.exchange import board as one_board
from sudokubench.problem import ExactCover
from sudokubench.words import NO_NODES, NONE_IS_ALL, RAN_OUT

if TYPE_CHECKING:
    from sudokubench.logic.cover_trace import CoverTrace

DEFAULT_BACKEND = "dlx"
LARGE_BACKEND = "sat"
"""Backend for boards beyond 9x9: it learns, which is necessary to find their number of solutions."""

Given = Board | str | Iterable[Any]
"""A value with one board."""


def solve(
    board: Given,
    *,
    backend: str | Backend = DEFAULT_BACKEND,
    limit: int | None = 2,
    budget: Budget = UNLIMITED,
) -> Answer:
    """Look for solutions and return what is known of their number.

    Args:
        board: A board, its text in any form, or any other value that `exchange.board` takes: an array (81,) or (9, 9),
            a list of rows or numbers.
        backend: Name of a backend, options included, such as `sat:solver=glucose4`.
        limit: Number of solutions at which the search stops; 2 decides uniqueness, None finds (and keeps) them all.
        budget: The budget of the search. A problem that is new to the backend is opened first; that may take as many
            seconds again, or 2 if the budget has fewer.

    Returns:
        An answer; a board without solution has the verdict NONE.

    Raises:
        InputError: The text is not a board.
        UsageError: The backend, option or limit does not exist, or the budget is malformed.
        BackendUnavailable: The backend is not installed or cannot open such a board.
        BackendFailed: The backend ended the program in place of an answer; or a plug-in failed in any way, or its
            answer is malformed or false.

    >>> solve("1...............").verdict
    <Verdict.MULTIPLE: 'multiple'>
    >>> str(solve("12..34......4...", backend="algorithm_x").solution)
    '1234341221434321'
    """
    board, engine = one_board(board), backend_of(backend)
    with lent_session(engine, board.problem, budget) as session:
        search = searched(engine, session, board.problem, board.instance(), limit, budget)
        found = tuple(search)
        return Answer(board, spec_of(engine), search.outcome(), found)


def solutions(
    board: Given,
    *,
    backend: str | Backend = DEFAULT_BACKEND,
    limit: int | None = None,
    budget: Budget = UNLIMITED,
) -> Iterator[Board]:
    """Yield the solutions of a board, one by one as they are found, in no particular order.

    Raises:
        Undecided: The budget ran out before the last solution was found.

    >>> sum(1 for _ in solutions("................"))
    288
    """
    board, engine = one_board(board), backend_of(backend)
    if limit is not None:  # now, and not when the first solution is requested
        require_whole("limit", limit, 1, NONE_IS_ALL)
    require_budget(budget)
    return _solutions(board, engine, limit, budget)


def _solutions(board: Board, engine: Backend, limit: int | None, budget: Budget) -> Iterator[Board]:
    with lent_session(engine, board.problem, budget) as session:
        search = searched(engine, session, board.problem, board.instance(), limit, budget)
        try:
            for options in search:
                try:
                    yield board.filled(options)
                except GeneratorExit:  # the caller has seen enough
                    return
        finally:
            search.abandon()
        _require(search.outcome().stop in {Stop.EXHAUSTED, Stop.LIMIT}, board, engine)


def count(
    board: Given,
    *,
    backend: str | Backend = DEFAULT_BACKEND,
    limit: int | None = None,
    budget: Budget = UNLIMITED,
) -> int:
    """Return the number of solutions, counted up to `limit`; they are not stored.

    A plug-in must show each solution that it counts. So that none counts twice, 16 bytes of each are kept.

    Raises:
        Undecided: The budget ran out first.

    >>> count("................"), count("................", limit=100)
    (288, 100)
    """
    board, engine = one_board(board), backend_of(backend)
    with lent_session(engine, board.problem, budget) as session:
        outcome = searched(engine, session, board.problem, board.instance(), limit, budget).outcome()
    _require(outcome.stop in {Stop.EXHAUSTED, Stop.LIMIT}, board, engine)
    return outcome.count


def is_unique(board: Given, *, backend: str | Backend = DEFAULT_BACKEND, budget: Budget = UNLIMITED) -> bool:
    """Return whether the board has exactly one solution: True only after an exhausted search for a second one.

    Raises:
        Undecided: The budget ran out first.

    >>> is_unique("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    True
    """
    board, engine = one_board(board), backend_of(backend)
    with lent_session(engine, board.problem, budget) as session:
        outcome = searched(engine, session, board.problem, board.instance(), 2, budget).outcome()
    _require(outcome.verdict is not Verdict.UNDECIDED, board, engine)
    return outcome.verdict is Verdict.UNIQUE


def trace(
    puzzle: Given | ExactCover, *, backend: str | Backend = DEFAULT_BACKEND, most_steps: int = 10_000
) -> CoverTrace:
    """Return the search of an engine for exact covers for all solutions, step by step.

    Args:
        puzzle: A board, as `solve` takes it, or another exact cover.
        backend: One that reports its nodes: dlx, also with kernel=nodes, or algorithm_x.
        most_steps: Number of steps after which the trace is cut.

    Raises:
        UsageError: The backend does not report its nodes, or the options decided in advance contradict each other.

    >>> trace("1...3..2...3..2.").nodes
    12
    """
    from sudokubench.logic.cover_trace import CoverTrace, parts_of

    require_whole("most_steps", most_steps, 1)
    puzzle = puzzle if isinstance(puzzle, ExactCover) else one_board(puzzle)
    engine, (problem, instance) = backend_of(backend), parts_of(puzzle)
    with lent_session(engine, problem) as session:
        visits = getattr(getattr(session, "engine", None), "visits", None)
        if visits is None:
            raise UsageError(NO_NODES.format(backend=spec_of(engine)))
        with guarded(engine) if is_plug_in(engine) else nullcontext(), closing(visits(instance)) as nodes:
            return CoverTrace.noted(puzzle, spec_of(engine), nodes, most_steps)


def available_backends() -> tuple[str, ...]:
    """Return the names of the backends that can be used here.

    >>> "dlx" in available_backends()
    True
    """
    return installed()[0]


def _require(decided: bool, board: Board, engine: Backend) -> None:
    if not decided:
        raise Undecided(RAN_OUT.format(backend=spec_of(engine), board=board))
