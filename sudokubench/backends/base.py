"""The one interface of all engines: enumerate the solutions of an instance, lazily; stop at a limit, a budget or
`cancel`; say why the search stopped.

A backend is a frozen dataclass whose fields are its options; `registry` finds it by name. It opens a
problem as a `Session` (costly, reusable), and a session searches many instances, one after the other.

An `Engine` holds one problem; its method `solutions` is a generator. The generator gets a `Search`, which counts, keeps
the limit and the budget, and adds up the times. The generator asks `must_stop()` as often as it can, and names its
phase with `enter`. The search may close the generator at any `yield`, so a `finally` clause restores the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from threading import RLock, get_ident
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

from sudokubench.answer import UNLIMITED, Budget, Outcome, Solution, Stop, Times, require_budget
from sudokubench.backends import words
from sudokubench.core_words import NONE_IS_ALL
from sudokubench.encodings.exact_cover import option_count
from sudokubench.errors import BackendFailed, BackendUnavailable, UsageError, require_whole
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem, Variant, require_options
from sudokubench.processes import forks
from sudokubench.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


INTERFACE = 2
"""Version of the interface: 2 added constraints, and engines that declare which constraints they understand."""


class NoAnswer(BackendFailed):
    """The answer of a backend is malformed; the message has the reason."""


class Backend(Protocol):
    """An engine with its options. Implementations are frozen dataclasses; every field is an option.

    A class that names this Protocol as its base needs to define only what differs from these defaults.
    """

    __slots__ = ()

    kind: ClassVar[str]
    """The family of the engine. Agreement of engines of different families is stronger evidence."""

    interface: ClassVar[int]
    """The version of this interface that the backend is written for, `INTERFACE`. A backend without this attribute
    counts as version 1 and gets plain boards only."""

    statements: ClassVar[frozenset[type]] = frozenset()
    """The statements of constraints that the backend understands, and the rules of covers: `Colours`, `Multiplicities`.
    The registry refuses a problem with any other rule before it asks the backend: no search ever leaves out a rule."""

    requires: ClassVar[tuple[str, ...]] = ()
    """Modules that must be importable. Numpy and Numba, which every backend may use, are not listed."""

    def __hash__(self) -> int:
        return object.__hash__(self)

    @property
    def interruptible(self) -> bool:
        """Whether a running search obeys its budget, `cancel` and Ctrl-C within a second, at any time.

        If not, only killing its process helps, so commands run the backend in a process of its own.
        """
        return True

    @property
    def batches(self) -> bool:
        """Whether the backend searches many boards at once (in a `BatchSession`) if their layout has no constraints."""
        return False

    def unsupported(self, problem: Problem) -> str | Words | None:
        """Return why this backend cannot open the problem, or None if it can.

        `registry.refusal` calls this method, after checks of its own.
        """
        return None

    def open(self, problem: Problem) -> Session:
        """Build the parts that every instance of the problem needs: matrix, clauses, model, kernel.

        Raises:
            SudokubenchError: A package is missing, or the problem is unsupported; callers ask `registry.refusal` first.
        """
        ...


class Session(Protocol):
    """An opened problem; a context manager. A new search, of one board or many, cancels the previous search.

    Threads that search at the same time need a session each. An `EngineSession` refuses a second thread.
    """

    def search(self, instance: Instance, *, limit: int | None = None, budget: Budget = UNLIMITED) -> Search:
        """Begin to enumerate the solutions of an instance, at most `limit` of them (None for all).

        Raises:
            UsageError: The session is closed, the limit or the budget is malformed, the instance has an option that
                the problem does not have, or another thread uses the session.
        """
        ...

    def close(self) -> None:
        """Release the resources of the engine. A second call does nothing."""
        ...

    def __enter__(self) -> Self: ...
    def __exit__(self, *exc: object) -> None: ...


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """The answer of a batch engine about n boards.

    Attributes:
        counts: int64 (n,): solutions found, up to the limit.
        solutions: uint8 (n, k, cells), k >= 1: the digits of the first k solutions found, zeros where there are fewer.
        exhausted: bool (n,): whether `counts` is the number of all solutions.
        times: Times of the whole batch; no engine knows the time of a single board.
        stats: Statistics of the whole batch.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    exhausted: NDArray[np.bool_]
    times: Times
    stats: dict[str, int]


def deadline_ns(budget: Budget) -> int | None:
    """Return the time at which a budget that begins now ends, on the clock of `perf_counter_ns`; None for no end."""
    return None if budget.seconds is None else perf_counter_ns() + int(budget.seconds * 1e9)


def batch_must_stop(budget: Budget, cancelled: Callable[[], bool]) -> Callable[[], bool]:
    """Return a function that says whether a batch must end: it is cancelled, or out of time. Time counts from now."""
    deadline = deadline_ns(budget)
    return lambda: cancelled() or (deadline is not None and perf_counter_ns() >= deadline)


def require_supported(name: str, problem: Problem, reason: str | Words | None) -> None:
    """Raise BackendUnavailable if the backend has given a reason why it cannot open the problem."""
    if reason is not None:
        raise BackendUnavailable(words.CANNOT_OPEN.format(name=name, problem=problem, reason=reason))


Forbidden = tuple["NDArray[np.int64]", "NDArray[np.int64]"]
"""Forbidden options of n boards: int64 (n,), the index at which the options of each board end in the second array;
and int64 (k,), the options."""

MOST = 2**62
"""A number of solutions that no search reaches."""

Phase = Literal["encode", "solve", "decode", "wait"]
"""The phase of an engine. In `wait` the engine waits for the caller to take solutions, and no time counts."""

Solutions = Callable[["Search"], Generator["Solution | int", None, None]]
"""A function that yields solutions. While `search.counting` is set, it may yield numbers of further solutions instead.
"""


_END: Any = object()
"""Mark for the end of the solutions. None is not safe as a mark: a broken engine may yield it."""


class Search:
    """One running enumeration. Iterate over it to get solutions, or call `outcome` to count the rest.

    It stores no solutions, so counting needs no memory.
    """

    __slots__ = (
        "_cancelled", "_deadline_ns", "_engine", "_entered_ns", "_max_nodes", "_phase", "_stop", "_thread", "count",
        "counting", "decode_ns", "encode_ns", "interrupt", "limit", "solve_ns", "stats",
    )  # fmt: skip

    def __init__(
        self, solutions: Solutions, limit: int | None, budget: Budget = UNLIMITED, after: Search | None = None
    ) -> None:
        """Prepare a search; the engine runs only when the caller asks for a solution or the outcome.

        Args:
            solutions: The generator function that does the work.
            limit: The largest number of solutions, at least 1, or None for all.
            budget: Time counts from now.
            after: The previous search of the same session; this search cancels it.

        Raises:
            UsageError: The limit or the budget is malformed; or another thread has not ended the previous search.
        """
        if limit is not None:
            require_whole("limit", limit, 1, NONE_IS_ALL)
        require_budget(budget)
        self._thread = get_ident()
        if after is not None and after._stop is None:
            after.make_way()
        self.count = 0
        self.limit = limit
        self.counting = False
        self.encode_ns = self.solve_ns = self.decode_ns = 0
        self._phase: Phase = "wait"
        self.stats: dict[str, int] = {}
        self.interrupt: Callable[[], None] | None = None
        """A function that interrupts a solve, called by `cancel` in any thread; None without such a function."""
        self._cancelled = False
        self._stop: Stop | None = None
        self._max_nodes = budget.nodes
        self._deadline_ns = deadline_ns(budget)
        self._engine = self._solutions(solutions)

    def _solutions(self, solutions: Solutions) -> Generator[Solution | int]:
        """Call `solutions` only when the caller asks for the first step, even if it is not a generator function."""
        yield from solutions(self)

    def led_through(self, way: Callable[[Generator[Solution | int]], Generator[Solution | int]]) -> None:
        """Pass all steps of the engine through another generator, for example to time them."""
        self._engine = way(self._engine)

    def __iter__(self) -> Iterator[Solution]:
        return (found for found in self._advance() if not isinstance(found, int))

    def _advance(self) -> Iterator[Solution | int]:
        """Run the engine until it ends or must stop; keep count."""
        while self._stop is None and not self.must_stop():
            try:
                found = next(self._engine, _END)
            except GeneratorExit as error:  # of the engine: it would silently end a calling generator
                self._stop = Stop.CANCELLED
                raise BackendFailed(words.GENERATOR_EXIT) from error
            except BaseException as error:
                if _is_running(self._engine):  # another thread runs the search; the search continues
                    raise UsageError(words.IN_USE) from error
                self._stop = Stop.CANCELLED  # the engine is broken, or Ctrl-C: the search is not exhausted
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
        self.abandon()

    def _number(self, found: int) -> int:
        """Return the count that the engine yields in place of solutions; fail if it is invalid or not wanted."""
        if not self.counting or type(found) is not int or found < 0:
            self._stop = Stop.CANCELLED
            self._engine.close()
            asked = words.A_NUMBER if self.counting else words.A_SOLUTION
            raise BackendFailed(words.YIELDED.format(asked=asked, found=found))
        return found

    def enter(self, phase: Phase) -> None:
        """Begin a phase. Only the engine calls this; before each `yield` it begins the phase `wait`."""
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
        """Return whether the engine must end now, after `nodes` nodes: the search is cancelled or out of budget."""
        if self._cancelled:
            self._stop = Stop.CANCELLED
        elif (self._max_nodes is not None and nodes >= self._max_nodes) or (
            self._deadline_ns is not None and perf_counter_ns() >= self._deadline_ns
        ):
            self._stop = Stop.BUDGET
        return self._stop is not None

    def spent(self) -> None:
        """Note BUDGET as the stop: the engine reached a limit of its own, perhaps a little before the budget ends."""
        if not self.must_stop():
            self._stop = Stop.BUDGET

    def out_of_memory(self) -> None:
        """Note MEMORY as the stop: the engine has used all memory that its option allows."""
        self._stop = self._stop or Stop.MEMORY

    def undecided(self) -> None:
        """Note CANCELLED as the stop: the engine ends without knowing whether there are more solutions."""
        self._stop = self._stop or Stop.CANCELLED

    def seconds_left(self) -> float | None:
        """Return the seconds of the budget that remain, at least 0; None if time is not bounded."""
        if self._deadline_ns is None:
            return None
        return max(0.0, (self._deadline_ns - perf_counter_ns()) / 1e9)

    def nodes_left(self, nodes: int) -> int | None:
        """Return the nodes of the budget that remain after `nodes` are spent; None if nodes are not bounded."""
        return None if self._max_nodes is None else max(0, self._max_nodes - nodes)

    def wanted(self) -> int | None:
        """Return the number of further solutions that the limit allows, at most `MOST`; None if there is no limit."""
        return None if self.limit is None else min(self.limit - self.count, MOST)

    def cancel(self) -> None:
        """Ask the search to stop, from any thread. Its outcome is CANCELLED, unless the engine ends first by itself."""
        self._cancelled = True
        interrupt = self.interrupt  # another thread may set it to None at any moment
        if self._stop is None and interrupt is not None:
            interrupt()

    def make_way(self) -> None:
        """Cancel this unfinished search: its session begins another. Only the thread of this search may do so."""
        if self._thread != get_ident():
            raise UsageError(words.IN_USE)
        self.abandon()

    def abandon(self) -> None:
        """Cancel this search if it has not ended, and clean up the engine at once.

        Raises UsageError if another thread is in the middle of a step of the engine.
        """
        if _is_running(self._engine):
            raise UsageError(words.IN_USE)
        if self._stop is None:
            self._cancelled = True
            self._stop = Stop.CANCELLED
        self._engine.close()

    def forked(self) -> object:
        """See `forks.Holder`. A child process that continues its parent's search gets an error."""
        held, self._engine, self.interrupt = self._engine, _elsewhere(), None
        return held

    def outcome(self) -> Outcome:
        """Count the remaining solutions, and return how the search ended."""
        self.counting = True
        for _ in self._advance():
            pass
        assert self._stop is not None
        return Outcome(
            self.count, self._stop, Times(self.encode_ns, self.solve_ns, self.decode_ns), self.stats
        )


_Solve = Callable[[Instance, Search], Generator[Solution | int, None, None]]


def _without_auxiliary(solve: _Solve, n_options: int) -> _Solve:
    """Wrap `solutions` of an engine to omit auxiliary options, which only help to express a problem as a cover."""

    def solutions(instance: Instance, search: Search) -> Generator[Solution | int]:
        with closing(solve(instance, search)) as found:
            for one in found:
                yield one if isinstance(one, int) else tuple([option for option in one if option < n_options])

    return solutions


class Engine(Protocol):
    """An engine with one problem loaded, for `EngineSession`. An engine without resources inherits `close`."""

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int, None, None]:
        """Yield each solution of an instance once, with its chosen options; none if the instance contradicts itself.

        While `search.counting` is set, the engine may yield numbers of further solutions instead. At its end there are
        no more solutions, unless `must_stop` was true or the engine noted another stop (`spent`, for example).
        """
        ...

    def close(self) -> None:
        """Release the resources of the engine."""
        return


def _is_running(engine: Generator[Solution | int]) -> bool:
    return getattr(engine, "gi_running", False)


def _elsewhere() -> Generator[Solution | int]:
    """Raise UsageError. A forked child has this generator in place of an engine that works in the parent."""
    raise UsageError(words.FORKED)
    yield  # type: ignore[unreachable]  # this makes it a generator


class EngineSession:
    """The session of our engines. It knows whether it is open, and gives the engine to one search at a time."""

    __slots__ = ("__weakref__", "_closed", "_n_options", "_name", "_search", "_solve", "_turn", "engine")

    def __init__(self, problem: Problem, engine: Engine) -> None:
        """Wrap an engine that has loaded the problem. The session closes it once."""
        self.engine = engine
        self._name, self._n_options = str(problem), option_count(problem)
        self._solve: _Solve = engine.solutions
        if isinstance(problem, Variant):
            self._solve = _without_auxiliary(self._solve, self._n_options)
        self._closed: Words | None = None
        """The reason why no search can begin any more; None while the session is open."""
        self._search: Search | None = None
        self._turn = RLock()
        """Lock, held while a search begins, during a whole batch, and while the session closes."""
        forks.holders.add(self)

    def search(self, instance: Instance, *, limit: int | None = None, budget: Budget = UNLIMITED) -> Search:
        """Return a new search; see `Session`."""
        self._begin_turn()
        try:
            require_options(instance, self._n_options, self._name)
            self._search = Search(partial(self._solve, instance), limit, budget, self._search)
            return self._search
        finally:
            self._turn.release()

    def _begin_turn(self) -> None:
        """Acquire the lock; refuse a session that is closed, or in use by another thread."""
        if self._closed is not None:
            raise UsageError(self._closed)
        if not self._turn.acquire(False):
            raise UsageError(words.IN_USE)

    def is_at_rest(self) -> bool:
        """Return whether the last search has ended, so that any thread can begin the next search."""
        return self._search is None or self._search._stop is not None

    def rest(self) -> None:
        """End the last search if it has not ended."""
        if self._search is not None:
            self._search.abandon()

    def close(self) -> None:
        """Release the resources of the engine; raise UsageError if another thread uses the session."""
        if self._closed is not None:
            return
        self._begin_turn()
        try:
            self.rest()
            self._closed = words.CLOSED
            self.engine.close()
        finally:
            self._turn.release()

    def forked(self) -> object:
        """See `forks.Holder`. The engine stays in the parent process."""
        self._closed = self._closed or words.FORKED
        return self.engine, self._search and self._search.forked()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class BatchEngine(Engine, Protocol):
    """An engine that also takes many boards of a layout at once."""

    layout: Layout
    lanes: int
    """Number of boards that the engine searches at the same time; 1 if it searches one after the other."""

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

        The answer holds up to two solutions of each board. With an array `first` (n, cells), the answer holds only the
        first solution, and `first` gets a copy; rows of boards without a solution stay unchanged in `first`.

        `budget` covers the whole batch; an engine may examine some nodes before it first checks the budget. The engine
        calls `cancelled` now and then, and ends the search if it returns true.

        Raises:
            InputError: A number in `digits` is larger than the size.
        """
        ...


class BatchSession(EngineSession):
    """The session of an engine that takes batches."""

    __slots__ = ("_search_many", "lanes", "layout", "most")

    def __init__(self, engine: BatchEngine) -> None:
        """Wrap an engine that has loaded a layout."""
        super().__init__(engine.layout, engine)
        self.layout, self.lanes, self._search_many = engine.layout, engine.lanes, engine.search_many
        self.most: int = getattr(engine, "most", MOST)
        """Largest limit for which a batch gives complete answers."""

    def search_many(self, digits: NDArray[np.uint8], **how: Any) -> BatchAnswer:
        """Search many boards; cancel the previous search. Errors are those of `BatchEngine` and of `search`."""
        self._begin_turn()
        try:
            if self._search is not None and self._search._stop is None:
                self._search.make_way()
            return self._search_many(digits, **how)
        finally:
            self._turn.release()
