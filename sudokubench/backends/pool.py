"""Keep sessions and lend them, because building a matrix or a CNF takes longer than most searches.

The pool lends each session to one caller at a time, so threads and nested searches do not disturb each other.
"""

from __future__ import annotations

import atexit
import logging
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from functools import cache
from threading import Lock
from typing import Generic, NoReturn, TypeVar

from sudokubench.answer import UNLIMITED, Budget, Solution, require_budget
from sudokubench.backends.base import Backend, Engine, EngineSession, Search, Session, require_supported
from sudokubench.backends.registry import backend, given, is_plug_in, refusal, spec_of, surrounded
from sudokubench.backends.words import FAILED, NOT_A_SESSION
from sudokubench.clock import CLOCK, TimeOver, ask, limited
from sudokubench.errors import BackendFailed, SudokubenchError, error_line
from sudokubench.problem import Instance, Problem
from sudokubench.processes import forks, interruption

log = logging.getLogger("sudokubench.backends")

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Idle(Generic[K, V]):
    """Values that are not in use, in lists by key. Only the most recently used keys are kept."""

    def __init__(self, kept: int, close: Callable[[V], None] = lambda value: None) -> None:
        """Keep at most `kept` keys. `close` releases a surplus value, and at the end of the process every value."""
        self._kept, self._close = kept, close
        self._lists: OrderedDict[K, list[V]] = OrderedDict()
        self._lock = Lock()
        atexit.register(self._close_all)  # solvers must be released before Python unloads their modules
        forks.holders.add(self)

    def of(self, key: K) -> list[V]:
        """Return the list for a key. Threads may append to it and pop from it at the same time."""
        with self._lock:
            found = self._lists.get(key)
            if found is not None:
                self._lists.move_to_end(key)
                return found
            self._lists[key] = found = []
            surplus = self._lists.popitem(last=False)[1] if len(self._lists) > self._kept else []
        for old in surplus:
            self._close(old)
        return found

    def forked(self) -> object:
        """See `forks.Holder`. A thread that does not exist in the child may hold the lock."""
        held, self._lists, self._lock = self._lists, OrderedDict(), Lock()
        return held

    def _close_all(self) -> None:
        for some in self._lists.values():
            while some:
                self._close(some.pop())


def _at_rest(session: Session) -> bool:
    """End an unfinished search of a session; return whether it can be lent again, as that of a plug-in always can."""
    if not isinstance(session, EngineSession) or session.is_at_rest():
        return True
    return _done(session, session.rest, "ending its search")


def _close(session: Session) -> None:
    _done(session, session.close, "closing it")


def _done(session: Session, last: Callable[[], None], what: str) -> bool:
    """Make the last call to a session; return whether it succeeds. Log a failure of `what`, but do not raise it."""
    try:
        last()
    except BaseException as error:
        if interruption.is_ctrl_c(error):
            raise
        kind = type(session)
        log.warning("%s.%s: %s failed: %s", kind.__module__, kind.__name__, what, error_line(error))
        return False
    return True


_OPENING_S = 2.0
"""Least time allowed to open a problem, in seconds, however small the budget. Calls with a budget of milliseconds could
otherwise never open it. Later searches use the session, too."""


class Unopened(Engine):
    """An engine that replaces an engine whose opening took too long: every search ends at once, with BUDGET."""

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int, None, None]:
        """See `Engine`."""
        search.spent()
        yield from ()


_KEPT_SESSIONS = 16
_sessions: Idle[tuple[Backend, Problem], Session] = Idle(_KEPT_SESSIONS, _close)


class lent_session:  # lower case, since it reads as a verb: with lent_session(...) as session
    """Lend a session of the backend for the problem, new or used; keep it for the next caller if nothing fails.

    The seconds of `budget`, but at least 2 seconds, limit the time to open a new session. If the time does not suffice,
    the caller gets a session of `Unopened`, which is not kept.

    Raises:
        BackendUnavailable: The backend cannot open the problem.
        BackendFailed: The backend raised SystemExit or GeneratorExit, or a plug-in failed to open the problem.
    """

    __slots__ = ("_budget", "_engine", "_idle", "_problem", "_session")

    def __init__(self, engine: Backend, problem: Problem, budget: Budget = UNLIMITED) -> None:
        self._engine, self._problem, self._budget = engine, problem, budget

    def __enter__(self) -> Session:
        self._idle = _sessions.of((self._engine, self._problem))
        try:
            self._session = self._idle.pop()
            return self._session
        except IndexError:
            pass
        require_budget(self._budget)
        seconds = self._budget.seconds
        until = None if seconds is None else CLOCK.now_s() + max(seconds, _OPENING_S)
        try:
            require_supported(spec_of(self._engine), self._problem, refusal(self._engine, self._problem))
            with surrounded(self._engine), limited(until):
                self._session = self._engine.open(given(self._engine, self._problem))
            if not callable(getattr(self._session, "search", None)):
                raise BackendFailed(NOT_A_SESSION.format(kind=type(self._session).__name__))
        except _ENDS as error:
            self._fail(error)
        except SudokubenchError:
            raise
        except TimeOver as error:
            ask()  # if this was the limit of the caller, raise TimeOver
            if until is None or CLOCK.now_s() <= until:
                self._fail(error)
            self._idle, self._session = [], EngineSession(self._problem, Unopened())
        except BaseException as error:
            if interruption.is_ctrl_c(error) or not is_plug_in(self._engine):
                raise
            self._fail(error)
        return self._session

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None and _at_rest(self._session):
            self._idle.append(self._session)
            return
        _close(self._session)
        if isinstance(error, _ENDS):
            self._fail(error)

    def _fail(self, error: BaseException) -> NoReturn:
        """Raise a `BackendFailed` that names the backend, in place of an exception of the backend."""
        why = error.words if isinstance(error, BackendFailed) else error_line(error)
        raise BackendFailed(FAILED.format(name=spec_of(self._engine), why=why)) from error


_ENDS = (SystemExit, GeneratorExit, BackendFailed)
"""Exceptions that `_fail` replaces. The first two would end a caller silently. A `Search` raises the third in place of
a GeneratorExit of the engine, without the name of the backend."""


_named = cache(backend)


def backend_of(spec: str | Backend) -> Backend:
    """Return the backend with a name; see `registry.backend`. Read a TOML file again: it may have changed."""
    return _named(spec) if isinstance(spec, str) and ".toml" not in spec else backend(spec)
