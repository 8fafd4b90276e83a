"""The gate for the answers of plug-ins: each answer is checked before a caller gets it.

The gate checks three things. Every value has its declared type and a bounded size. Every solution obeys the rules and
the clues, and comes only once. The count is the number of solutions shown. Any exception of a plug-in becomes a
`BackendFailed`. The gate cannot see solutions that a plug-in omits: "no further solution exists" remains a claim.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sudokubench.answer import Budget, Outcome, Solution, Stop, Times, require_budget
from sudokubench.backends import words
from sudokubench.backends.base import Backend, BatchAnswer, NoAnswer, Search, Session
from sudokubench.backends.registry import is_plug_in, surrounded
from sudokubench.core_words import NONE_IS_ALL
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.errors import BackendFailed, error_line, one_line, require_whole
from sudokubench.problem import Instance, Problem
from sudokubench.processes import interruption
from sudokubench.words import Words, untranslated

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_OPTIONS = 1 << 16
"""Largest number of options of a solution."""

COUNT_BITS = 4096
"""Largest size of a number of solutions, in bits. Diagrams give numbers beyond 64 bits."""

_MOST_STATS = 64
_LONGEST_NAME = 64

_END: Any = object()


def searched(
    engine: Backend, session: Session, problem: Problem, instance: Instance, limit: int | None, budget: Budget
) -> Search | CheckedSearch:
    """Begin a search. If the engine is a plug-in, check its search step by step."""
    if is_plug_in(engine):
        return CheckedSearch(engine, session, problem, instance, limit, budget)
    return session.search(instance, limit=limit, budget=budget)


class CheckedSearch:
    """A search of a plug-in. It keeps a digest of 16 bytes of each solution, to refuse repeated solutions."""

    __slots__ = ("_engine", "_instance", "_limit", "_problem", "_search", "_seen", "_steps")

    def __init__(
        self,
        engine: Backend,
        session: Session,
        problem: Problem,
        instance: Instance,
        limit: int | None,
        budget: Budget,
    ) -> None:
        """Begin the search; arguments and errors are as in `Session.search`."""
        if limit is not None:
            require_whole("limit", limit, 1, NONE_IS_ALL)
        require_budget(budget)
        self._engine, self._problem, self._instance, self._limit = engine, problem, instance, limit
        self._seen = set[bytes]()
        with guarded(self._engine):
            self._search = session.search(instance, limit=limit, budget=budget)
            self._steps = iter(self._search)

    def __iter__(self) -> Iterator[Solution]:
        while True:
            with guarded(self._engine):
                found = next(self._steps, _END)
            if found is _END:
                return
            yield self._checked(found)

    def _checked(self, found: object) -> Solution:
        options = require_solution(found)
        fault: str | Words | None = solution_fault(self._problem, options, self._instance)
        if fault is None and list(options) != sorted(options):
            fault = words.DESCENDING
        if fault is not None:
            raise NoAnswer(words.INVALID.format(fault=fault))
        from hashlib import blake2b

        number = len(self._seen)
        self._seen.add(blake2b(array("q", options).tobytes(), digest_size=16).digest())
        if len(self._seen) == number:
            raise NoAnswer(words.SAME_TWICE)
        if self._limit is not None and number >= self._limit:
            raise NoAnswer(words.BEYOND_LIMIT.format(limit=self._limit))
        return options

    def outcome(self) -> Outcome:
        """Check the remaining solutions, and return how the search ended."""
        for _ in self:
            pass
        with guarded(self._engine):
            raw = self._search.outcome()
            times = Times(raw.times.encode_ns, raw.times.solve_ns, raw.times.decode_ns)
            # The engine cannot change this copy.
            outcome = Outcome(raw.count, raw.stop, times, dict(raw.stats))
        require_outcome(outcome)
        shown = len(self._seen)
        if outcome.count != shown:
            raise NoAnswer(words.COUNTED_AND_SHOWN.format(counted=outcome.count, shown=shown))
        if outcome.stop is Stop.LIMIT and shown != self._limit:
            raise NoAnswer(words.EARLY_LIMIT.format(limit=self._limit, shown=shown))
        return outcome

    def cancel(self) -> None:
        """See `Search.cancel`."""
        with guarded(self._engine):
            self._search.cancel()

    def abandon(self) -> None:
        """See `Search.abandon`."""
        with guarded(self._engine):
            self._search.abandon()


@contextmanager
def guarded(engine: Backend) -> Iterator[None]:
    """Run a step of a plug-in: undo changes to the process; any exception but a Ctrl-C becomes a `BackendFailed`."""
    try:
        with surrounded(engine):
            yield
    except BackendFailed:
        raise
    except BaseException as error:
        if interruption.is_ctrl_c(error):
            raise
        raise BackendFailed(error_line(error)) from error


def require_outcome(outcome: Outcome) -> None:
    """Refuse an outcome with a value that is too large or has a wrong type; the error names the first such value."""
    times, stats = outcome.times, outcome.stats
    if type(outcome.stop) is not Stop:
        raise NoAnswer(words.NO_STOP.format(value=shape(outcome.stop)))
    require_numbers(encode_ns=times.encode_ns, solve_ns=times.solve_ns, decode_ns=times.decode_ns)
    if type(outcome.count) is not int or not 0 <= outcome.count < 1 << COUNT_BITS:
        raise NoAnswer(words.NOT_A_COUNT.format(value=shape(outcome.count), bits=COUNT_BITS))
    if type(stats) is not dict or len(stats) > _MOST_STATS:
        raise NoAnswer(words.STATS.format(value=shape(stats), most=_MOST_STATS))
    for key, number in stats.items():
        if type(key) is not str or not key.isprintable() or len(key) > _LONGEST_NAME:
            raise NoAnswer(words.STATS_KEY.format(value=shape(key), most=_LONGEST_NAME))
        if type(number) is not int or not -(1 << 63) <= number < 1 << 63:
            raise NoAnswer(words.STATS_VALUE.format(key=key, value=shape(number)))


def require_numbers(**numbers: object) -> None:
    """Refuse values that are not whole numbers from 0 to 2**63 - 1; the error names the first such value."""
    for name, number in numbers.items():
        if type(number) is not int or not 0 <= number < 1 << 63:
            raise NoAnswer(words.NOT_63_BITS.format(name=name, value=shape(number)))


def require_solution(solution: object) -> Solution:
    """Return a solution; it must be a tuple of at most 65,536 options of 64 bits. The rules are not checked."""
    if type(solution) is not tuple or len(solution) > _MOST_OPTIONS:
        raise NoAnswer(words.NOT_TUPLE.format(value=shape(solution), most=_MOST_OPTIONS))
    odd = {*map(type, solution)} - {int}
    if odd:
        raise NoAnswer(words.NOT_OPTION.format(value=shape(next(o for o in solution if type(o) in odd))))
    try:
        array("q", solution)
    except OverflowError:
        raise NoAnswer(words.LONG_OPTION) from None
    return solution


def checked_batch(answer: BatchAnswer, boards: int, cells: int, limit: int) -> BatchAnswer:
    """Return a batch answer with copies of its arrays, which the engine cannot change. Callers check the rules.

    Raises NoAnswer if an array has another type or shape than the answer to `boards` boards of `cells` cells, or if a
    count lies below 0 or beyond `limit`.
    """
    import numpy as np

    arrays: list[Any] = [np.array(one) for one in (answer.counts, answer.exhausted, answer.solutions)]
    counts, exhausted, solutions = arrays
    shapes, kinds = tuple(map(np.shape, arrays)), [str(array.dtype) for array in arrays]
    if kinds != ["int64", "bool", "uint8"]:
        raise NoAnswer(words.ARRAY_KINDS.format(kinds=", ".join(kinds)))
    if shapes[:2] != ((boards,), (boards,)) or len(shapes[2]) != 3 or shapes[2][::2] != (boards, cells):
        raise NoAnswer(words.ARRAY_SHAPES.format(shapes=shapes, boards=boards))
    if boards and not 0 <= counts.min() <= counts.max() <= limit:
        odd = next(count for count in (int(counts.min()), int(counts.max())) if not 0 <= count <= limit)
        raise NoAnswer(words.OVER_LIMIT.format(count=odd, limit=limit))
    return BatchAnswer(counts, solutions, exhausted, answer.times, answer.stats)


def require_unchanged(own: NDArray[Any], original: NDArray[Any]) -> None:
    """Refuse the answer of an engine that has changed its copy of an array: its answer may be about other boards."""
    if not (own.shape == original.shape and (own == original).all()):
        raise NoAnswer(words.CHANGED_ARRAY)


def shape(value: object) -> Words:
    """Describe a value in a few characters: a number by itself, others by type, because printing might never end."""
    if type(value) is int and -(1 << 70) < value < 1 << 70:
        return untranslated(value)
    return words.OF_TYPE.format(kind=one_line(type(value).__name__, 40))
