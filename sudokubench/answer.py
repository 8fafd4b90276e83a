"""The result of a search: verdict, reason to stop, times and statistics. A verdict is an enum, never a bool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from html import escape
from numbers import Real
from operator import index
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar, cast

from sudokubench.board import Board
from sudokubench.core_words import NO_BUDGET, NONE_IS_UNBOUNDED, SECONDS
from sudokubench.errors import UsageError, require_whole
from sudokubench.exchange import Result
from sudokubench.problem import ExactCover, Instance, Problem

Solution = tuple[int, ...]
"""Ids of the chosen options, ascending; for a board, one option for each cell."""


class Verdict(Enum):
    """What is known about the number of solutions: none, exactly one, several, at least one, or undecided."""

    NONE = "none"
    UNIQUE = "unique"
    MULTIPLE = "multiple"
    SOLVABLE = "solvable"
    """The search found one solution and did not look for a second."""
    UNDECIDED = "undecided"


class Stop(Enum):
    """Why a search ended."""

    EXHAUSTED = "exhausted"
    """All solutions were found. Only this proves that there is no further solution."""
    LIMIT = "limit"
    BUDGET = "budget"
    MEMORY = "memory"
    """The engine has used all the memory that its option allows."""
    CANCELLED = "cancelled"


_MOST_SECONDS = 1e200
"""Largest time bound, in seconds. A larger one counts as no bound: in nanoseconds it may be too large for a float."""


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


class _BudgetFields(NamedTuple):
    seconds: float | None
    nodes: int | None


class Budget(_BudgetFields):
    """The limits of a search, as a tuple, so that no engine can change them. With a budget of 0 no search begins.

    Attributes:
        seconds: Wall time from the start of the search, in seconds; None means no bound.
        nodes: Number of search nodes, or of conflicts if the engine counts these; None means no bound.

    Raises:
        UsageError: A value is negative or not a number, or the nodes are not a whole number.
    """

    __slots__ = ()

    def __new__(cls, seconds: float | None = None, nodes: int | None = None) -> Self:
        """Check the numbers, since a caller may ignore the annotations."""
        if seconds is not None:
            if not _is_number(seconds) or not seconds >= 0:  # in this form "not a number" is refused, too
                raise UsageError(SECONDS.format(value=seconds))
            if not isinstance(seconds, int):
                seconds = float(seconds)
            seconds = None if seconds > _MOST_SECONDS else seconds
        if nodes is not None:
            require_whole("nodes", nodes, 0, NONE_IS_UNBOUNDED)
            nodes = index(nodes)  # some engines refuse a number of NumPy
        return super().__new__(cls, seconds, nodes)


UNLIMITED = Budget()


def require_budget(value: object) -> None:
    """Refuse a value that is not a `Budget`, such as a plain number."""
    if not isinstance(value, Budget):
        raise UsageError(NO_BUDGET.format(value=value))


@dataclass(frozen=True, slots=True)
class Times:
    """Wall time by phase, in nanoseconds, measured inside the backend.

    `encode` turns an instance into the engine's input, `solve` is the engine's own work, `decode` turns its answers
    into options. None of them includes the work that a problem needs once (matrix, CNF, model).
    """

    encode_ns: int = 0
    solve_ns: int = 0
    decode_ns: int = 0

    @property
    def total_ns(self) -> int:
        """Wall time of all phases together, in nanoseconds."""
        return self.encode_ns + self.solve_ns + self.decode_ns


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a search ended, and what it found.

    Attributes:
        count: Number of solutions found, all of them different.
        stop: Why the search ended.
        times: Wall time by phase.
        stats: The engine's counters, such as `nodes`, `conflicts` or `updates`.
    """

    count: int
    stop: Stop
    times: Times = Times()
    stats: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def exhausted(self) -> bool:
        """Whether `count` is the number of all solutions."""
        return self.stop is Stop.EXHAUSTED

    @property
    def verdict(self) -> Verdict:
        """The verdict. NONE and UNIQUE need an exhausted search; two solutions always prove MULTIPLE."""
        return verdict_of(self.count, self.stop)


def verdict_of(count: int, stop: Stop) -> Verdict:
    """Return the verdict that follows from `count` solutions and the reason to stop.

    >>> verdict_of(1, Stop.BUDGET)
    <Verdict.UNDECIDED: 'undecided'>
    """
    if count >= 2:
        return Verdict.MULTIPLE
    if stop is Stop.EXHAUSTED:
        return Verdict.UNIQUE if count else Verdict.NONE
    return Verdict.SOLVABLE if count and stop is Stop.LIMIT else Verdict.UNDECIDED


def compatible(one: Verdict, other: Verdict) -> bool:
    """Return whether two verdicts can both be true of one puzzle."""
    if one is other or Verdict.UNDECIDED in {one, other}:
        return True
    return Verdict.SOLVABLE in {one, other} and Verdict.NONE not in {one, other}


def counts_clash(m: Any, m_exhausted: Any, n: Any, n_exhausted: Any) -> Any:
    """Return whether m and n, the numbers of solutions that two searches of one puzzle found, contradict each other.

    The number of a search that was not exhausted means "at least this many". The arguments may be arrays.
    """
    return (m_exhausted & (n > m)) | (n_exhausted & (m > n))


Puzzle = Board | ExactCover
"""A puzzle that a backend can search."""
S = TypeVar("S")
"""A solution: a full `Board`; for an exact cover a tuple of the names of the chosen options."""


def require_board(puzzle: Puzzle) -> Board:
    """Return a puzzle that is a board. Raises AttributeError for an exact cover."""
    if not isinstance(puzzle, Board):
        raise AttributeError(f"{puzzle} is an exact cover: use `puzzle` in place of `board`")
    return puzzle


def parts_of(puzzle: Puzzle) -> tuple[Problem, Instance]:
    """Return the problem that a backend opens, and the instance that it searches."""
    return (puzzle.problem, puzzle.instance()) if isinstance(puzzle, Board) else (puzzle, Instance())


def in_line(puzzle: Puzzle, options: Solution) -> str:
    """Return a solution as one line of text: digits for a board; signs or names of options for an exact cover."""
    if isinstance(puzzle, Board):
        return puzzle.filled(options).format("line")
    if puzzle.signs:
        return "".join(puzzle.signs[option] for option in options)
    return "; ".join(puzzle.option_names[option] for option in options)


def solution_of(puzzle: Puzzle, options: Iterable[int]) -> Any:
    """Return a solution as callers get it: a full board, or the names of the options of a cover."""
    return puzzle.filled(options) if isinstance(puzzle, Board) else puzzle.named(options)


class _MadeLater:
    """The slot `_late` of `Answer`: a dataclass with slots cannot have a slot that is not a field."""

    __slots__ = ("_late",)
    _late: object


@dataclass(frozen=True, slots=True, repr=False)
class Answer(_MadeLater, Result, Generic[S]):
    """The answer of a backend about a puzzle.

    Attributes:
        puzzle: The board or the exact cover.
        backend: The full name of the backend, including options.
        outcome: Count, reason to stop, times, statistics.
        found: The solutions found, as options; at most the limit of the search.
    """

    puzzle: Puzzle
    backend: str
    outcome: Outcome
    found: tuple[Solution, ...]

    @classmethod
    def late(cls, late: object) -> Self:
        """Return an answer that makes each field on request, because callers often want only the verdict.

        Args:
            late: An object with a method for each field; the method has the name of the field and returns its value.
        """
        answer = cls.__new__(cls)
        object.__setattr__(answer, "_late", late)
        return answer

    if not TYPE_CHECKING:  # else a type checker would accept any attribute

        def __getattr__(self, name):
            """Make a field that does not exist yet."""
            if name not in Answer.__dataclass_fields__:
                return object.__getattribute__(self, name)  # raises the error
            made = getattr(self._late, name)()
            object.__setattr__(self, name, made)
            return made

    def __len__(self) -> int:
        return len(self.found)

    def __bool__(self) -> bool:
        return True  # an answer without solutions is true, too

    def __getitem__(self, number: int) -> S:
        return cast("S", solution_of(self.puzzle, self.found[index(number)]))

    def __iter__(self) -> Iterator[S]:
        return map(partial(solution_of, self.puzzle), self.found)

    def __str__(self) -> str:
        first = f": {in_line(self.puzzle, self.found[0])}" if self.found else ""
        return f"{self.verdict.value} ({self.backend}){first}"

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.answer/2`."""
        return {
            "schema": "sudokubench.answer/2",
            "puzzle": str(self.puzzle),
            "id": self.puzzle.id,
            "backend": self.backend,
            "verdict": self.verdict.value,
            "count": self.outcome.count,
            "exhausted": self.outcome.exhausted,
            "solutions": [in_line(self.puzzle, options) for options in self.found],
        }

    def as_columns(self) -> dict[str, list[str]]:
        """Return the column `solution`: each solution found as a line of text."""
        return {"solution": [in_line(self.puzzle, options) for options in self.found]}

    def _repr_html_(self) -> str:
        """Return the verdict and the first solution, with the clues in bold, as HTML for notebooks."""
        from sudokubench.formats.svg import Marks, draw

        if not self.found or not isinstance(self.puzzle, Board):
            return f"<p>{escape(str(self))}</p>"
        solution = self.puzzle.filled(self.found[0])
        clues = [cell for cell, _ in self.puzzle.clues]
        return f"<p>{self.verdict.value} ({escape(self.backend)})</p>{draw(solution.content(), Marks(clues))}"

    @property
    def board(self) -> Board:
        """The board. For an exact cover this raises AttributeError: use `puzzle`."""
        return require_board(self.puzzle)

    @property
    def solutions(self) -> tuple[S, ...]:
        """The solutions found. They are made on demand, because often only the verdict is wanted."""
        return tuple(self)

    @property
    def verdict(self) -> Verdict:
        """What is known about the number of solutions."""
        return self.outcome.verdict

    @property
    def solution(self) -> S | None:
        """The first solution, or None."""
        return self[0] if self.found else None

    @property
    def times(self) -> Times:
        """Wall time by phase, in nanoseconds."""
        return self.outcome.times
