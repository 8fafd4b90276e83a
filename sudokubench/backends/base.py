"""The one interface of all engines: enumerate the solutions of an instance, lazily, and say why it stopped.

A backend is a frozen dataclass whose fields are its options; `registry` finds it by entry point. It opens a
problem as a `Session` (costly, reusable), and a session searches many instances, one after the other.

An engine is written as a generator of solutions that is given its `Search`. The search counts, keeps the limit and the
budget, and adds up the times; the generator asks `must_stop()` as often as it can, says with `enter` what it does, and
puts its engine back in order in a `finally` clause.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import inf
from threading import RLock, get_ident
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

from sudokubench import forks
from sudokubench.answer import UNLIMITED, Budget, Outcome, Solution, Stop, Times, require_budget
from sudokubench.encodings.exact_cover import option_count
from sudokubench.errors import BackendFailed, BackendUnavailable, UsageError, require_whole
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem, Variant, require_options

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


INTERFACE = 2
"""Version of the interface: 2 brought constraints, and engines that say which they understand."""


class Backend(Protocol):
    """An engine with its options. Implementations are frozen dataclasses; every field is an option.

    One that names this Protocol as its base needs to say only where it differs from what stands here.
    """

    __slots__ = ()

    kind: ClassVar[str]
    """The family of the engine: engines of different kinds that agree are stronger evidence."""

    interface: ClassVar[int]
    """The version of this interface that it was written for, `INTERFACE`. One without it was written for version 1, and
    is given plain boards only."""

    statements: ClassVar[frozenset[type]] = frozenset()
    """Which statements of `sudokubench.constraints` it understands. A problem with any other is refused before the
    backend is asked: nothing is ever searched without one of its rules."""

    requires: ClassVar[tuple[str, ...]] = ()
    """Modules that must be importable, besides this package's own dependencies on numpy and numba."""

    def __hash__(self) -> int:
        return object.__hash__(self)

    @property
    def interruptible(self) -> bool:
        """Whether a running search obeys its budget, `cancel` and Ctrl-C within a second, whatever it is at.

        If not, only killing its process helps, so commands give it one.
        """
        return True

    @property
    def batches(self) -> bool:
        """Whether its sessions of plain layouts are `BatchSession`s."""
        return False

    def unsupported(self, problem: Problem) -> str | None:
        """Why this backend cannot open the problem, or None if it can. `registry.refusal` asks it, and more."""
        return None

    def open(self, problem: Problem) -> Session:
        """Build what every instance of the problem needs: matrix, clauses, model, kernel.

        Raises:
            BackendUnavailable: The problem is unsupported, or a package is missing.
        """
        ...


class Session(Protocol):
    """An opened problem; a context manager. A new search, of one board or many, cancels the one before it.

    Threads that search at the same time need a session each. An `EngineSession` refuses the second thread.
    """

    def search(self, instance: Instance, *, limit: int | None = None, budget: Budget = UNLIMITED) -> Search:
        """Begin to enumerate the solutions of an instance, at most `limit` of them (None: all).

        Raises:
            UsageError: The session is closed, the instance has an option that the problem does not have, or another
                thread uses the session.
        """
        ...

    def close(self) -> None:
        """Give back what the engine holds. Closing twice is allowed."""
        ...

    def __enter__(self) -> Self: ...
    def __exit__(self, *exc: object) -> None: ...


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """What a batch engine says about n boards.

    Attributes:
        counts: int64 (n,): solutions found, up to the limit.
        solutions: uint8 (n, k, cells), k >= 1: the first solutions found, zeros where there are fewer.
        exhausted: bool (n,): whether `counts` is the number of all solutions.
        times: For the whole batch; no engine knows them board by board.
        stats: For the whole batch.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    exhausted: NDArray[np.bool_]
    times: Times
    stats: dict[str, int]


def deadline_ns(seconds: float) -> int | None:
    """When so many seconds from now have gone by, on the clock of `perf_counter_ns`; None for endless ones."""
    return perf_counter_ns() + int(seconds * 1e9) if seconds < inf else None


def batch_must_stop(budget: Budget, cancelled: Callable[[], bool]) -> Callable[[], bool]:
    """For a batch engine: what tells whether it has to end now, cancelled or out of time. Time counts from now."""
    deadline = None if budget.seconds is None else deadline_ns(budget.seconds)
    return lambda: cancelled() or (deadline is not None and perf_counter_ns() >= deadline)


def require_supported(name: str, problem: Problem, reason: str | None) -> None:
    """Refuse a problem for which a backend gives a reason.

    Raises:
        BackendUnavailable: There is a reason.
    """
    if reason is not None:
        raise BackendUnavailable(f"backend {name} cannot open {problem}: {reason}")


Forbidden = tuple["NDArray[np.int64]", "NDArray[np.int64]"]
"""What many boards may not hold: where the options of each end, int64 (n,), and these options, int64 (k,)."""

MOST = 2**62
"""More solutions than anybody can count."""

Phase = Literal["encode", "solve", "decode", "wait"]
"""What an engine is at. What it waits for whoever takes the solutions counts for nothing."""

Solutions = Callable[["Search"], Generator["Solution | int", None, None]]
"""Yields solutions. While `search.counting` is set it may yield numbers: so many more were counted."""


_END: Any = object()
"""What comes after the last solution. None would be an odd one."""


class Search:
    """One enumeration under way. Iterate it for solutions, or ask for the outcome, which drains what is left.

    It stores no solutions, so counting needs no memory.
    """

    __slots__ = (
        "_cancelled", "_deadline_ns", "_engine", "_entered_ns", "_max_nodes", "_phase", "_stop", "_thread", "count",
        "counting", "decode_ns", "encode_ns", "interrupt", "limit", "solve_ns", "stats",
    )  # fmt: skip

    def __init__(
        self, solutions: Solutions, limit: int | None, budget: Budget = UNLIMITED, after: Search | None = None
    ) -> None:
        """Prepare a search; the engine runs only when a solution or the outcome is asked for.

        Args:
            solutions: The generator function that does the work.
            limit: The largest number of solutions wanted, at least 1, or None for all.
            budget: Time counts from now.
            after: The previous search of the same session, cancelled by this one.

        Raises:
            UsageError: No such limit, or not a budget; or another thread has not ended the search before.
        """
        if limit is not None:
            require_whole("limit", limit, 1, "; None wants all")
        require_budget(budget)
        self._thread = get_ident()
        if after is not None:
            after.make_way()
        self.count = 0
        self.limit = limit
        self.counting = False
        self.encode_ns = self.solve_ns = self.decode_ns = 0
        self._phase: Phase = "wait"
        self.stats: dict[str, int] = {}
        self.interrupt: Callable[[], None] | None = None
        """Set by an engine while it can be woken from a solve, else None; `cancel` calls it."""
        self._cancelled = False
        self._stop: Stop | None = None
        self._max_nodes = budget.nodes
        self._deadline_ns = None if budget.seconds is None else deadline_ns(budget.seconds)
        self._engine = self._solutions(solutions)

    def _solutions(self, solutions: Solutions) -> Generator[Solution | int, None, None]:
        """The engine. It begins with the first step, even if it is no generator function."""
        yield from solutions(self)

    def led_through(
        self, way: Callable[[Generator[Solution | int, None, None]], Generator[Solution | int, None, None]]
    ) -> None:
        """Have all steps of the engine go through another generator, such as one that times them."""
        self._engine = way(self._engine)

    def __iter__(self) -> Iterator[Solution]:
        return (found for found in self._advance() if not isinstance(found, int))

    def _advance(self) -> Iterator[Solution | int]:
        """Run the engine until it ends or must stop; keep count."""
        while self._stop is None and not self.must_stop():
            try:
                found = next(self._engine, _END)
            except (
                GeneratorExit
            ) as error:  # nobody closes a generator amid a step: whoever got it would end in silence
                self._stop = Stop.CANCELLED
                raise BackendFailed("the engine raised GeneratorExit amid its search") from error
            except BaseException as error:
                if _is_running(self._engine):  # in another thread, whose search goes on
                    raise UsageError(_IN_USE) from error
                self._stop = Stop.CANCELLED  # a broken engine, or Ctrl-C: nothing was exhausted
                raise
            if found is _END:
                self._stop = self._stop or Stop.EXHAUSTED
                if self._phase != "wait":
                    self.enter("wait")
                return
            self.count += self._number(found) if isinstance(found, int) else 1
            if self.limit is not None and self.count >= self.limit:
                self._stop = Stop.LIMIT
            if self._stop is not None:
                self._engine.close()
            yield found
        self._put_in_order()

    def _number(self, found: int) -> int:
        """A number that the engine yields.

        Raises:
            BackendFailed: It is none of solutions, or solutions are wanted and no number.
        """
        if not self.counting or type(found) is not int or found < 0:
            self._stop = Stop.CANCELLED
            self._engine.close()
            asked = "a number of solutions" if self.counting else "a solution, a tuple of options"
            raise BackendFailed(f"the engine was asked for {asked}, and yielded {found!r:.20}")
        return found

    def enter(self, phase: Phase) -> None:
        """For the engine: what it is at from now on; before each `yield` that is `wait`."""
        now = perf_counter_ns()
        if self._phase == "solve":
            self.solve_ns += now - self._entered_ns
        elif self._phase == "encode":
            self.encode_ns += now - self._entered_ns
        elif self._phase == "decode":
            self.decode_ns += now - self._entered_ns
        self._phase = phase
        self._entered_ns: int = now

    def must_stop(self, nodes: int = 0) -> bool:
        """For the engine: whether it has to end now, cancelled or out of budget. `nodes`: spent so far."""
        if self._cancelled:
            self._stop = Stop.CANCELLED
        elif (self._max_nodes is not None and nodes >= self._max_nodes) or (
            self._deadline_ns is not None and perf_counter_ns() >= self._deadline_ns
        ):
            self._stop = Stop.BUDGET
        return self._stop is not None

    def spent(self) -> None:
        """For the engine: it gave up by a bound of its own, which may fire a little before this clock."""
        if not self.must_stop():
            self._stop = Stop.BUDGET

    def seconds_left(self) -> float | None:
        """Seconds of the budget that remain, at least 0; None if time is not bounded."""
        if self._deadline_ns is None:
            return None
        return max(0.0, (self._deadline_ns - perf_counter_ns()) / 1e9)

    def nodes_left(self, nodes: int) -> int | None:
        """Nodes of the budget that remain once `nodes` are spent; None if they are not bounded."""
        return None if self._max_nodes is None else max(0, self._max_nodes - nodes)

    def wanted(self) -> int | None:
        """How many more solutions the limit allows, as far as a 64-bit number tells; None if all are wanted."""
        return None if self.limit is None else min(self.limit - self.count, MOST)

    def cancel(self) -> None:
        """Ask the search to stop, from any thread. Its outcome then says CANCELLED, unless it had ended."""
        self._cancelled = True
        interrupt = self.interrupt  # another thread may take it away meanwhile
        if self._stop is None and interrupt is not None:
            interrupt()

    def make_way(self) -> None:
        """Cancel this search, if it has not ended, for the next one of its session.

        Raises:
            UsageError: Another thread has begun it.
        """
        if self._stop is None:
            if self._thread != get_ident():
                raise UsageError(_IN_USE)
            self.abandon()

    def abandon(self) -> None:
        """Cancel a search whose engine is at rest and put the engine in order at once.

        Raises:
            UsageError: The engine is at work, in another thread.
        """
        if self._stop is None and not _is_running(self._engine):
            self._cancelled = True
            self._stop = Stop.CANCELLED
        self._put_in_order()

    def _put_in_order(self) -> None:
        """Close an engine that is at rest.

        Raises:
            UsageError: It is at work, in another thread.
        """
        if _is_running(self._engine):
            raise UsageError(_IN_USE)
        self._engine.close()

    def forked(self) -> object:
        """See `forks.Holder`: if it had not ended, whoever goes on with it is told."""
        held, self._engine, self.interrupt = self._engine, _elsewhere(), None
        return held

    def outcome(self) -> Outcome:
        """Drain what is left, only counting, and tell how the search ended."""
        self.counting = True
        for _ in self._advance():
            pass
        assert self._stop is not None
        return Outcome(
            self.count, self._stop, Times(self.encode_ns, self.solve_ns, self.decode_ns), self.stats
        )


Solve = Callable[[Instance, Search], Generator[Solution | int, None, None]]


def without_auxiliary(solve: Solve, n_options: int) -> Solve:
    """An engine's work without the options that only help to say a problem as a cover."""

    def solutions(instance: Instance, search: Search) -> Generator[Solution | int, None, None]:
        with closing(solve(instance, search)) as found:
            for one in found:
                yield one if isinstance(one, int) else tuple([option for option in one if option < n_options])

    return solutions


class Engine(Protocol):
    """An engine with one problem loaded, for `EngineSession`. One with nothing to give back inherits `close`."""

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int, None, None]:
        """Generate the solutions of an instance. While `search.counting` is set it may yield numbers instead."""
        ...

    def close(self) -> None:
        """Give back what the engine holds."""
        return


_CLOSED = "this session is closed; open a new one"
_IN_USE = "this session is in use by another search; each thread needs a session of its own"
_FORKED = "this session was opened before the process was forked; open a new one"


def _is_running(engine: Generator[Solution | int, None, None]) -> bool:
    """Whether a generator is amid a step."""
    return getattr(engine, "gi_running", False)


def _elsewhere() -> Generator[Solution | int, None, None]:
    """In place of an engine that works in the parent."""
    raise UsageError(_FORKED)
    yield  # type: ignore[unreachable]  # this makes it a generator


class EngineSession:
    """The session of every engine: it knows whether it is open, and lets one search at a time have the engine."""

    __slots__ = ("__weakref__", "_closed", "_n_options", "_name", "_search", "_solve", "_turn", "engine")

    def __init__(self, problem: Problem, engine: Engine) -> None:
        """Wrap an engine.

        Args:
            problem: What the engine has loaded.
            engine: What does the work; it is closed once.
        """
        self.engine = engine
        self._name, self._n_options = str(problem), option_count(problem)
        self._solve: Solve = engine.solutions
        if isinstance(problem, Variant):
            self._solve = without_auxiliary(self._solve, self._n_options)
        self._closed = ""
        """Why nothing can be searched any more; empty while it is open."""
        self._search: Search | None = None
        self._turn = RLock()
        """Held while a search begins, and by a batch to its end."""
        forks.holders.add(self)

    def search(self, instance: Instance, *, limit: int | None = None, budget: Budget = UNLIMITED) -> Search:
        """Begin to enumerate; see `Session`."""
        if self._closed:
            raise UsageError(self._closed)
        for named in (instance.chosen, instance.forbidden):
            # They ascend, so their ends tell.
            if named and not 0 <= named[0] <= named[-1] < self._n_options:
                require_options(instance, self._n_options, self._name)
        if not self._turn.acquire(blocking=False):
            raise UsageError(_IN_USE)
        try:
            self._search = Search(partial(self._solve, instance), limit, budget, self._search)
            return self._search
        finally:
            self._turn.release()

    def rest(self) -> None:
        """End a search that has not ended, so that any thread may begin the next one."""
        if self._search is not None and self._search._stop is None:
            self._search.abandon()

    def close(self) -> None:
        """Give back what the engine holds."""
        if self._closed:
            return
        if not self._turn.acquire(blocking=False):
            raise UsageError(_IN_USE)
        try:
            if self._search is not None:
                self._search.abandon()
            self._closed = _CLOSED
            self.engine.close()
        finally:
            self._turn.release()

    def forked(self) -> object:
        """See `forks.Holder`: the engine stays in the parent."""
        self._closed = self._closed or _FORKED
        return self.engine, self._search and self._search.forked()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class BatchEngine(Engine, Protocol):
    """An engine that takes many boards of a layout at once, too."""

    layout: Layout
    lanes: int
    """Boards that the engine works on at the same time; 1 if it takes one after the other."""

    def search_many(
        self,
        digits: NDArray[np.uint8],
        *,
        limit: int = 2,
        budget: Budget = UNLIMITED,
        first: NDArray[np.uint8] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        forbidden: Forbidden | None = None,
    ) -> BatchAnswer:
        """Search every row of `digits` (n, cells), 0 for a blank, for solutions without the `forbidden` options.

        Two solutions of each board are returned if the limit allows, or only the first one, in the array `first`
        (n, cells), if there is such an array; a row without solution stays as it is there. `budget` is for the whole
        batch; `cancelled` is asked now and then, and true ends the search. To look for another solution than one that
        is known, forbid a digit of it, with a limit of 1.

        Raises:
            InputError: A number in `digits` is larger than the size.
        """
        ...


class BatchSession(EngineSession):
    """The session of an engine that takes batches."""

    __slots__ = ("_search_many", "lanes", "layout")

    def __init__(self, engine: BatchEngine) -> None:
        """Wrap an engine with the layout that it has loaded."""
        super().__init__(engine.layout, engine)
        self.layout, self.lanes, self._search_many = engine.layout, engine.lanes, engine.search_many

    def search_many(self, digits: NDArray[np.uint8], **how: Any) -> BatchAnswer:
        """Search many boards, see `BatchEngine`; this cancels the search before it, too.

        Raises:
            UsageError: The session is closed, or in use by another thread.
        """
        if self._closed:
            raise UsageError(self._closed)
        if not self._turn.acquire(blocking=False):
            raise UsageError(_IN_USE)
        try:
            if self._search is not None:
                self._search.make_way()
            return self._search_many(digits, **how)
        finally:
            self._turn.release()
