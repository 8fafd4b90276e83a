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

if TYPE_CHECKING:
    from sudokubench.logic.cover_trace import CoverTrace

DEFAULT_BACKEND = "dlx"
LARGE_BACKEND = "sat"
"""For boards beyond 9x9: it learns, and to know how many solutions they have takes that."""

Given = Board | str | Iterable[Any]
"""What holds one board."""


def solve(
    board: Given,
    *,
    backend: str | Backend = DEFAULT_BACKEND,
    limit: int | None = 2,
    budget: Budget = UNLIMITED,
) -> Answer:
    """Look for solutions and say what is known of their number.

    Args:
        board: A board, its text in any form, or whatever else `exchange.board` takes: an array (81,) or (9, 9), a
            list of rows or numbers.
        backend: Name of a backend, options included, such as `sat:solver=glucose4`.
        limit: Stop at so many solutions; 2 settles uniqueness, None finds (and keeps) them all.
        budget: What the search may spend.

    Returns:
        An answer; a board without solution has the verdict NONE.

    Raises:
        InputError: The text is no board.
        UsageError: No such backend or option, no such limit, or what is no budget.
        BackendUnavailable: The backend is not installed or cannot open such a board.
        BackendFailed: The backend ended the program in place of an answer; or a plug-in failed in any way, or what
            it says is not an answer.

    >>> solve("1...............").verdict
    <Verdict.MULTIPLE: 'multiple'>
    >>> str(solve("12..34......4...", backend="algorithm_x").solution)
    '1234341221434321'
    """
    board, engine = one_board(board), backend_of(backend)
    with lent_session(engine, board.problem) as session:
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
    """The solutions of a board, one by one as they are found, in no particular order.

    Raises:
        Undecided: The budget ran out before the last solution was found.

    >>> sum(1 for _ in solutions("................"))
    288
    """
    board, engine = one_board(board), backend_of(backend)
    if limit is not None:  # now, and not when the first solution is asked for
        require_whole("limit", limit, 1, "; None wants all")
    require_budget(budget)
    return _solutions(board, engine, limit, budget)


def _solutions(board: Board, engine: Backend, limit: int | None, budget: Budget) -> Iterator[Board]:
    with lent_session(engine, board.problem) as session:
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
    """The number of solutions, counted up to `limit`; they are not stored.

    A plug-in has to show each solution that it counts. So that none counts twice, 16 bytes of each are kept.

    Raises:
        Undecided: The budget ran out first.

    >>> count("................"), count("................", limit=100)
    (288, 100)
    """
    board, engine = one_board(board), backend_of(backend)
    with lent_session(engine, board.problem) as session:
        outcome = searched(engine, session, board.problem, board.instance(), limit, budget).outcome()
    _require(outcome.stop in {Stop.EXHAUSTED, Stop.LIMIT}, board, engine)
    return outcome.count


def is_unique(board: Given, *, backend: str | Backend = DEFAULT_BACKEND, budget: Budget = UNLIMITED) -> bool:
    """Whether the board has exactly one solution: yes only after the search for a second one was exhausted.

    Raises:
        Undecided: The budget ran out first.

    >>> is_unique("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    True
    """
    board, engine = one_board(board), backend_of(backend)
    with lent_session(engine, board.problem) as session:
        outcome = searched(engine, session, board.problem, board.instance(), 2, budget).outcome()
    _require(outcome.verdict is not Verdict.UNDECIDED, board, engine)
    return outcome.verdict is Verdict.UNIQUE


def trace(
    puzzle: Given | ExactCover, *, backend: str | Backend = DEFAULT_BACKEND, most_steps: int = 10_000
) -> CoverTrace:
    """What an engine for exact covers tries in its search for all solutions, step by step.

    Args:
        puzzle: A board, as `solve` takes it, or another exact cover.
        backend: One that tells its nodes: dlx, also with kernel=nodes, or algorithm_x.
        most_steps: After so many the trace is cut.

    Raises:
        UsageError: The backend does not tell, or what is settled in advance contradicts itself.

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
            others = "dlx and algorithm_x do, and `explain --search` tells what logic tries"
            raise UsageError(f"backend {spec_of(engine)} does not tell what it tries; {others}")
        with guarded(engine) if is_plug_in(engine) else nullcontext(), closing(visits(instance)) as nodes:
            return CoverTrace.noted(puzzle, spec_of(engine), nodes, most_steps)


def available_backends() -> tuple[str, ...]:
    """The names of the backends that can be used here.

    >>> "dlx" in available_backends()
    True
    """
    return installed()[0]


def _require(decided: bool, board: Board, engine: Backend) -> None:
    if not decided:
        raise Undecided(f"the budget of {spec_of(engine)} ran out on {board} before the answer was known")
