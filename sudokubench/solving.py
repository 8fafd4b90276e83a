"""Solving as a library: small functions over one search, with a backend by name.

Sessions are kept and lent: building a matrix or a CNF costs more than most searches. Each is lent to one
caller at a time, so threads and nested searches do not disturb one another.
"""

from __future__ import annotations

import atexit
from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock

from sudokubench.answer import UNLIMITED, Answer, Budget, Stop, Verdict, require_budget
from sudokubench.backends import Backend, Session, backend, installed, spec_of
from sudokubench.board import Board
from sudokubench.encodings.exact_cover import Problem
from sudokubench.errors import BackendUnavailable, Undecided, require_whole

DEFAULT_BACKEND = "dlx"

_KEPT_SESSIONS = 16
_idle: OrderedDict[tuple[Backend, Problem], list[Session]] = OrderedDict()
_lock = Lock()


class lent_session:  # lower case, since it reads as a verb: with lent_session(...) as session
    """A session of the backend for the problem, new or used; kept for the next caller if nothing fails."""

    __slots__ = ("_engine", "_idle", "_problem", "_session")

    def __init__(self, engine: Backend, problem: Problem) -> None:
        self._engine = engine
        self._problem = problem

    def __enter__(self) -> Session:
        self._idle = _idle_sessions(self._engine, self._problem)
        try:
            self._session = self._idle.pop()
        except IndexError:
            reason = self._engine.unsupported(self._problem)
            if reason is not None:
                name = spec_of(self._engine)
                raise BackendUnavailable(f"backend {name} cannot open {self._problem}: {reason}") from None
            self._session = self._engine.open(self._problem)
        return self._session

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None or kind is GeneratorExit:  # the latter: a caller of `solutions` has seen enough
            self._idle.append(self._session)
        else:
            self._session.close()


def _idle_sessions(engine: Backend, problem: Problem) -> list[Session]:
    """The list of sessions nobody uses just now; append and pop are safe between threads."""
    key = (engine, problem)
    with _lock:
        idle = _idle.get(key)
        if idle is not None:
            _idle.move_to_end(key)
            return idle
        _idle[key] = idle = []
        surplus = _idle.popitem(last=False)[1] if len(_idle) > _KEPT_SESSIONS else []
    for old in surplus:
        old.close()
    return idle


@atexit.register
def _close_idle() -> None:
    """Solvers must be given back before the interpreter takes their modules apart."""
    for idle in _idle.values():
        while idle:
            idle.pop().close()


def solve(
    board: Board | str,
    *,
    backend: str | Backend = DEFAULT_BACKEND,
    limit: int | None = 2,
    budget: Budget = UNLIMITED,
) -> Answer:
    """Look for solutions and say what is known of their number.

    Args:
        board: A board, or its text in any known form.
        backend: Name of a backend, options included, such as `sat:solver=glucose4`.
        limit: Stop at so many solutions; 2 settles uniqueness, None finds (and keeps) them all.
        budget: What the search may spend.

    Returns:
        An answer; a board without solution has the verdict NONE.

    Raises:
        InputError: The text is no board.
        UsageError: No such backend or option, no such limit, or what is no budget.
        BackendUnavailable: The backend is not installed or cannot open such a board.

    >>> solve("1...............").verdict
    <Verdict.MULTIPLE: 'multiple'>
    >>> str(solve("12..34......4...", backend="algorithm_x").solution)
    '1234341221434321'
    """
    board, engine = _board(board), backend_of(backend)
    with lent_session(engine, board.layout) as session:
        search = session.search(board.instance(), limit=limit, budget=budget)
        found = tuple(search)
        return Answer(board, spec_of(engine), search.outcome(), found)


def solutions(
    board: Board | str,
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
    board, engine = _board(board), backend_of(backend)
    if limit is not None:  # now, and not when the first solution is asked for
        require_whole("limit", limit, 1, "; None wants all")
    require_budget(budget)
    return _solutions(board, engine, limit, budget)


def _solutions(board: Board, engine: Backend, limit: int | None, budget: Budget) -> Iterator[Board]:
    with lent_session(engine, board.layout) as session:
        search = session.search(board.instance(), limit=limit, budget=budget)
        try:
            for options in search:
                yield board.filled(options)
        finally:
            search.abandon()
    _require(search.outcome().stop in {Stop.EXHAUSTED, Stop.LIMIT}, board, engine)


def count(
    board: Board | str,
    *,
    backend: str | Backend = DEFAULT_BACKEND,
    limit: int | None = None,
    budget: Budget = UNLIMITED,
) -> int:
    """The number of solutions, counted up to `limit`; they are not stored.

    Raises:
        Undecided: The budget ran out first.

    >>> count("................"), count("................", limit=100)
    (288, 100)
    """
    board, engine = _board(board), backend_of(backend)
    with lent_session(engine, board.layout) as session:
        outcome = session.search(board.instance(), limit=limit, budget=budget).outcome()
    _require(outcome.stop in {Stop.EXHAUSTED, Stop.LIMIT}, board, engine)
    return outcome.count


def is_unique(
    board: Board | str, *, backend: str | Backend = DEFAULT_BACKEND, budget: Budget = UNLIMITED
) -> bool:
    """Whether the board has exactly one solution: yes only after the search for a second one was exhausted.

    Raises:
        Undecided: The budget ran out first.

    >>> is_unique("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    True
    """
    board, engine = _board(board), backend_of(backend)
    with lent_session(engine, board.layout) as session:
        outcome = session.search(board.instance(), limit=2, budget=budget).outcome()
    _require(outcome.verdict is not Verdict.UNDECIDED, board, engine)
    return outcome.verdict is Verdict.UNIQUE


def available_backends() -> tuple[str, ...]:
    """The names of the backends that can be used here.

    >>> "dlx" in available_backends()
    True
    """
    return installed()[0]


def _board(board: Board | str) -> Board:
    return board if isinstance(board, Board) else Board.parse(board)


_backends: dict[str, Backend] = {}


def backend_of(spec: str | Backend) -> Backend:
    """The backend of a name, remembered; see `sudokubench.backends.backend`."""
    if not isinstance(spec, str):
        return backend(spec)
    found = _backends.get(spec)
    if found is None:
        found = _backends[spec] = backend(spec)
    return found


def _require(decided: bool, board: Board, engine: Backend) -> None:
    if not decided:
        raise Undecided(f"the budget of {spec_of(engine)} ran out on {board} before the answer was known")
