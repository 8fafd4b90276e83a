"""Sessions are kept and lent: building a matrix or a CNF costs more than most searches.

Each is lent to one caller at a time, so threads and nested searches do not disturb one another.
"""

from __future__ import annotations

import atexit
from collections import OrderedDict
from threading import Lock

from sudokubench.backends.base import Backend, Session
from sudokubench.backends.registry import backend, refusal, spec_of
from sudokubench.errors import BackendUnavailable
from sudokubench.problem import Problem

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
            reason = refusal(self._engine, self._problem)
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


_backends: dict[str, Backend] = {}


def backend_of(spec: str | Backend) -> Backend:
    """The backend of a name, remembered; see `sudokubench.backends.backend`."""
    if not isinstance(spec, str):
        return backend(spec)
    found = _backends.get(spec)
    if found is None:
        found = _backends[spec] = backend(spec)
    return found
