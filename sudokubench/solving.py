"""The library calls for one puzzle: `solve`, `count`, `is_unique`, `solutions`, `trace`; their choice of a backend.

The answers of a plug-in pass `backends.gate`. So the solutions of a call obey rules and clues, or the call raises
an error of this package.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any, overload

from sudokubench import puzzles
from sudokubench.answer import (
    UNLIMITED,
    Answer,
    Budget,
    Outcome,
    Puzzle,
    Stop,
    Verdict,
    parts_of,
    require_budget,
    solution_of,
)
from sudokubench.backends import Backend, installed, is_plug_in, spec_of
from sudokubench.backends.at_once import answer_at_once
from sudokubench.backends.dxz import is_narrow
from sudokubench.backends.gate import guarded, searched
from sudokubench.backends.pool import backend_of, lent_session
from sudokubench.board import Board
from sudokubench.clock import CLOCK
from sudokubench.constraints import AllDifferent
from sudokubench.core_words import NO_NODES, NONE_IS_ALL, RAN_OUT
from sudokubench.errors import Undecided, UsageError, require_whole
from sudokubench.problem import ExactCover, Problem, Variant, layout_of, not_understood
from sudokubench.puzzles import Cover, Given

if TYPE_CHECKING:
    from sudokubench.logic.cover_trace import CoverTrace

log = logging.getLogger("sudokubench")

DEFAULT_BACKEND = "dlx"
COUNTING_BACKEND = "dxz"
"""The backend for covers with more solutions than a search can visit."""
_NODES_FIRST = 1_000_000
"""Number of nodes that `dlx` searches before `count` changes to `dxz`: about 0.1 s."""
LARGE_BACKEND = "sat"
"""The backend for boards beyond `_LARGEST_FOR_LINKS` and for most variants, because it learns clauses."""
_LARGEST_FOR_LINKS = 12
"""Largest size at which `dlx` decides every measured board within milliseconds. `sat` decides some boards of 16x16 in
milliseconds that `dlx` leaves undecided; see docs/background/benchmarks.md, size and clues."""
_FEW = 1000
"""Largest limit for which `sat` searches large boards; beyond it `dlx` finds more solutions in the same time."""


def usual_backend(problem: Problem, limit: int | None = 2) -> str:
    """Return the backend of a call that names no backend and wants up to `limit` solutions.

    It is `sat` for rules other than "these cells differ", and for boards beyond 12x12 if at most 1,000 solutions are
    wanted; else `dlx`.

    >>> from sudokubench.constraints import Killer
    >>> from sudokubench.layout import Layout
    >>> usual_backend(Layout.standard(4)), usual_backend(Variant(Layout.standard(4), (Killer((0, 1), 5),)))
    ('dlx', 'sat')
    >>> usual_backend(Layout.standard(12)), usual_backend(Layout.standard(16))
    ('dlx', 'sat')
    """
    if isinstance(problem, ExactCover):
        return DEFAULT_BACKEND
    if layout_of(problem).size > _LARGEST_FOR_LINKS and isinstance(limit, int) and limit <= _FEW:
        return LARGE_BACKEND
    if isinstance(problem, Variant) and not_understood(problem, {AllDifferent}):
        return LARGE_BACKEND
    return DEFAULT_BACKEND


def engine_for(problem: Problem, backend: str | Backend | None = None, limit: int | None = 2) -> Backend:
    """Return the backend with a name; without a name, the usual backend for the problem."""
    return backend_of(usual_backend(problem, limit) if backend is None else backend)


# A dict is also an iterable: for a dict the first signature counts.
@overload
def solve(  # type: ignore[overload-overlap]
    board: Cover, *, backend: str | Backend | None = ..., limit: int | None = ..., budget: Budget = ...
) -> Answer[tuple[Any, ...]]: ...
@overload
def solve(
    board: Given, *, backend: str | Backend | None = ..., limit: int | None = ..., budget: Budget = ...
) -> Answer[Board]: ...
def solve(
    board: Cover | Given,
    *,
    backend: str | Backend | None = None,
    limit: int | None = 2,
    budget: Budget = UNLIMITED,
) -> Answer[Any]:
    """Look for solutions, and return what is known about their number.

    Args:
        board: A board, as text in any form, an array (81,) or (9, 9), a list of rows, or a file. Or an exact cover, as
            an `ExactCover`, its options by name, a list of options, or a name such as `queens:6`.
        backend: Name of a backend, options included, such as `sat:solver=glucose4`. None means `dlx`; but `sat`
            for most variants, and for boards beyond 12x12 if `limit` is at most 1,000.
        limit: Number of solutions at which the search stops; 2 decides uniqueness, None finds (and keeps) them all.
        budget: The budget of the search. Opening a new problem has a time limit of its own: the seconds of the budget,
            but at least 2.

    Returns:
        The answer. A board without a solution has the verdict NONE.

    Raises:
        InputError: The text is not a board.
        UsageError: The backend or its option is unknown, the limit or the budget is malformed, or the options are not a
            cover.
        BackendUnavailable: The backend is not installed or cannot open such a board.
        BackendFailed: The backend raised an exception that would end the program; or a plug-in failed, or gave a
            malformed or false answer.

    >>> solve("1...............").verdict
    <Verdict.MULTIPLE: 'multiple'>
    >>> str(solve("12..34......4...", backend="algorithm_x").solution)
    '1234341221434321'
    >>> solve([[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]).solution
    (1, 3, 5)
    """
    if (quick := answer_at_once(board, backend, limit, budget)) is not None:
        return quick
    puzzle = puzzles.puzzle(board)
    problem, instance = parts_of(puzzle)
    engine = engine_for(problem, backend, limit)
    with lent_session(engine, problem, budget) as session:
        search = searched(engine, session, problem, instance, limit, budget)
        found = tuple(search)
        return Answer(puzzle, spec_of(engine), search.outcome(), found)


@overload
def solutions(  # type: ignore[overload-overlap]
    board: Cover, *, backend: str | Backend | None = ..., limit: int | None = ..., budget: Budget = ...
) -> Iterator[tuple[Any, ...]]: ...
@overload
def solutions(
    board: Given, *, backend: str | Backend | None = ..., limit: int | None = ..., budget: Budget = ...
) -> Iterator[Board]: ...
def solutions(
    board: Cover | Given,
    *,
    backend: str | Backend | None = None,
    limit: int | None = None,
    budget: Budget = UNLIMITED,
) -> Iterator[Any]:
    """Yield the solutions of a puzzle one by one, as they are found, in no particular order.

    Raises:
        Undecided: The budget ran out before the last solution was found.

    >>> sum(1 for _ in solutions("................"))
    288
    """
    puzzle = puzzles.puzzle(board)
    engine = engine_for(parts_of(puzzle)[0], backend, limit)
    if limit is not None:  # checked now, not at the first solution
        require_whole("limit", limit, 1, NONE_IS_ALL)
    require_budget(budget)
    return _solutions(puzzle, engine, limit, budget)


def _solutions(puzzle: Puzzle, engine: Backend, limit: int | None, budget: Budget) -> Iterator[Any]:
    problem, instance = parts_of(puzzle)
    with lent_session(engine, problem, budget) as session:
        search = searched(engine, session, problem, instance, limit, budget)
        try:
            for options in search:
                try:
                    yield solution_of(puzzle, options)
                except GeneratorExit:  # the caller needs no more solutions
                    return
        finally:
            search.abandon()
        _require(search.outcome().stop in {Stop.EXHAUSTED, Stop.LIMIT}, puzzle, engine)


def count(
    board: Cover | Given,
    *,
    backend: str | Backend | None = None,
    limit: int | None = None,
    budget: Budget = UNLIMITED,
) -> int:
    """Count the solutions of a puzzle, up to `limit`, without storing them. The count is exact, however large.

    A plug-in must show each solution that it counts. The call stores 16 bytes for each, so that none counts twice.

    Args:
        board: A puzzle, as `solve` takes it.
        backend: Name of a backend. None: as for `solve`; but if `dlx` has not counted an exact cover after a million
            nodes, `dxz` counts it. `dxz` needs an order of the items in which at most 48 items are open at a time. For
            other covers, and if the memory of `dxz` is full, `dlx` counts again, with no limit of nodes. The log
            `sudokubench` (INFO) notes each change.
        limit: The largest number to count to; None counts all.
        budget: As for `solve`. With a budget of nodes the engine does not change.

    Raises:
        Undecided: The budget ran out first, or the memory that the backend's option allows is full.

    >>> count("................"), count("................", limit=100), count("queens:6")
    (288, 100, 4)
    """
    puzzle = puzzles.puzzle(board)
    require_budget(budget)
    engine = engine_for(parts_of(puzzle)[0], backend, limit)
    changes = backend is None and budget.nodes is None and isinstance(puzzle, ExactCover)
    begun = CLOCK.now_s()
    outcome = _counted(puzzle, engine, limit, Budget(budget.seconds, _NODES_FIRST) if changes else budget)
    for name in (COUNTING_BACKEND, DEFAULT_BACKEND) if changes else ():
        if name == COUNTING_BACKEND and outcome.stop is Stop.BUDGET and not is_narrow(puzzle):
            continue
        seconds = None if budget.seconds is None else max(0.0, budget.seconds - (CLOCK.now_s() - begun))
        if outcome.stop not in {Stop.BUDGET, Stop.MEMORY} or seconds == 0:
            break
        if name != spec_of(engine):
            ended = spec_of(engine), outcome.stop.value
            log.info("%s: %s ended (%s); %s now counts from the beginning", puzzle, *ended, name)
        engine = backend_of(name)
        outcome = _counted(puzzle, engine, limit, Budget(seconds))
    _require(outcome.stop in {Stop.EXHAUSTED, Stop.LIMIT}, puzzle, engine)
    return outcome.count


def _counted(puzzle: Puzzle, engine: Backend, limit: int | None, budget: Budget) -> Outcome:
    problem, instance = parts_of(puzzle)
    with lent_session(engine, problem, budget) as session:
        return searched(engine, session, problem, instance, limit, budget).outcome()


def is_unique(
    board: Cover | Given, *, backend: str | Backend | None = None, budget: Budget = UNLIMITED
) -> bool:
    """Return whether a puzzle has exactly one solution. True means that a search found no second solution.

    Raises:
        Undecided: The budget ran out first.

    >>> is_unique("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    True
    """
    if (quick := answer_at_once(board, backend, 2, budget)) is not None:
        return quick.verdict is Verdict.UNIQUE
    puzzle = puzzles.puzzle(board)
    engine = engine_for(parts_of(puzzle)[0], backend)
    outcome = _counted(puzzle, engine, 2, budget)
    _require(outcome.verdict is not Verdict.UNDECIDED, puzzle, engine)
    return outcome.verdict is Verdict.UNIQUE


def trace(
    puzzle: Cover | Given, *, backend: str | Backend = DEFAULT_BACKEND, most_steps: int = 10_000
) -> CoverTrace:
    """Search for all solutions of a puzzle with an engine for exact covers; return the steps.

    Args:
        puzzle: A board or an exact cover, as `solve` takes it.
        backend: A backend that reports its nodes: `dlx` (with or without `kernel=nodes`) or `algorithm_x`. With colours
            or multiplicities, `dlx` searches on linked objects here.
        most_steps: Number of steps after which the trace is cut.

    Raises:
        UsageError: The backend does not report its nodes, or the options decided in advance contradict each other.

    >>> trace("1...3..2...3..2.").nodes
    12
    """
    from sudokubench.logic.cover_trace import CoverTrace

    require_whole("most_steps", most_steps, 1)
    one, engine = puzzles.puzzle(puzzle), backend_of(backend)
    problem, instance = parts_of(one)
    with lent_session(engine, problem) as session:
        visits = getattr(getattr(session, "engine", None), "visits", None)
        if visits is None:
            raise UsageError(NO_NODES.format(backend=spec_of(engine)))
        with guarded(engine) if is_plug_in(engine) else nullcontext(), closing(visits(instance)) as nodes:
            return CoverTrace.noted(one, spec_of(engine), nodes, most_steps)


def available_backends() -> tuple[str, ...]:
    """Return the names of the backends that this environment can use.

    >>> "dlx" in available_backends()
    True
    """
    return installed()[0]


def _require(decided: bool, puzzle: Puzzle, engine: Backend) -> None:
    if not decided:
        raise Undecided(RAN_OUT.format(backend=spec_of(engine), puzzle=puzzle))
