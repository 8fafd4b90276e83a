"""The result of a search: verdict, reason to stop, times and statistics. A status is never a bool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from html import escape
from typing import Any, NamedTuple, Self

from sudokubench.board import Board
from sudokubench.errors import UsageError, require_whole
from sudokubench.exchange import frame
from sudokubench.formats.svg import Marks, draw
from sudokubench.words import NO_BUDGET, NONE_IS_UNBOUNDED, SECONDS

Solution = tuple[int, ...]
"""The ids of the chosen options, ascending; for a board, one option for each cell."""


class Verdict(Enum):
    """The knowledge about the number of solutions."""

    NONE = "none"
    UNIQUE = "unique"
    MULTIPLE = "multiple"
    SOLVABLE = "solvable"
    """One solution was found, and the search did not look for a second."""
    UNDECIDED = "undecided"


class Stop(Enum):
    """Why a search ended."""

    EXHAUSTED = "exhausted"
    """Every solution was found: the only proof of "no further solution"."""
    LIMIT = "limit"
    BUDGET = "budget"
    CANCELLED = "cancelled"


class _Bounds(NamedTuple):
    seconds: float | None
    nodes: int | None


class Budget(_Bounds):
    """The limits of a search, as a tuple, which no engine can change. A budget of 0 ends before the search begins.

    Attributes:
        seconds: Wall time from the start of the search, in seconds; None means no bound.
        nodes: Number of nodes of the search tree, or of conflicts, as the engine counts; None means no bound.

    Raises:
        UsageError: A value is negative or not a number, or the nodes are not a whole number.
    """

    __slots__ = ()

    def __new__(cls, seconds: float | None = None, nodes: int | None = None) -> Self:
        """Check the numbers: a caller may ignore the annotations."""
        if seconds is not None and (
            isinstance(seconds, bool)
            or not isinstance(seconds, (int, float))
            or not seconds >= 0  # written like this so that "not a number" fails too
        ):
            raise UsageError(SECONDS.format(value=seconds))
        if nodes is not None:
            require_whole("nodes", nodes, 0, NONE_IS_UNBOUNDED)
        return super().__new__(cls, seconds, nodes)


UNLIMITED = Budget()


def require_budget(value: object) -> None:
    """Refuse a value that is not a budget, above all a plain number.

    Raises:
        UsageError: The value is not a `Budget`.
    """
    if not isinstance(value, Budget):
        raise UsageError(NO_BUDGET.format(value=value))


@dataclass(frozen=True, slots=True)
class Times:
    """Wall time by phase, in nanoseconds, measured inside the backend.

    `encode` turns an instance into the engine's input, `solve` is the engine's own work, `decode` turns its
    answers into options. The work that a layout needs once (matrix, CNF, model) is in none of them.
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
    """The end of a search.

    Attributes:
        count: Number of solutions found, all of them different.
        stop: Why the search ended.
        times: Wall time by phase.
        stats: The engine's counters, such as `nodes`, `conflicts` or `updates`.
    """

    count: int
    stop: Stop
    times: Times = Times()
    stats: Mapping[str, int] = field(default_factory=dict)

    @property
    def exhausted(self) -> bool:
        """Whether `count` is the number of all solutions."""
        return self.stop is Stop.EXHAUSTED

    @property
    def verdict(self) -> Verdict:
        """The verdict. NONE and UNIQUE need exhaustion; two solutions prove MULTIPLE, whatever stopped the search."""
        return verdict_of(self.count, self.stop)


def verdict_of(count: int, stop: Stop) -> Verdict:
    """Return the verdict that `count` solutions and the reason to stop allow.

    >>> verdict_of(1, Stop.BUDGET)
    <Verdict.UNDECIDED: 'undecided'>
    """
    if count >= 2:
        return Verdict.MULTIPLE
    if stop is Stop.EXHAUSTED:
        return Verdict.UNIQUE if count else Verdict.NONE
    return Verdict.SOLVABLE if count and stop is Stop.LIMIT else Verdict.UNDECIDED


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a backend about a board.

    Attributes:
        board: The board.
        backend: The full name of the backend, including options.
        outcome: Count, reason to stop, times, statistics.
        found: The solutions found, as options, at most as many as the limit of the search.
    """

    board: Board
    backend: str
    outcome: Outcome
    found: tuple[Solution, ...]

    def __len__(self) -> int:
        return len(self.found)

    def __bool__(self) -> bool:
        return True  # an answer without solutions is also an answer

    def __getitem__(self, number: int) -> Board:
        return self.board.filled(self.found[number])

    def __iter__(self) -> Iterator[Board]:
        return map(self.board.filled, self.found)

    def to_frame(self) -> Any:
        """Return a table of pandas or Polars with the solutions found, one line of text each; see `exchange.frame`."""
        return frame({"solution": [solution.format() for solution in self]})

    def _repr_html_(self) -> str:
        """Return the verdict and the first solution, with the clues in bold, as HTML for notebooks."""
        drawn = ""
        if self.solution is not None:
            clues = [cell for cell, digit in enumerate(self.board.digits) if digit]
            drawn = draw(self.solution.content(), Marks(clues))
        return f"<p>{self.verdict.value} ({escape(self.backend)})</p>{drawn}"

    @property
    def solutions(self) -> tuple[Board, ...]:
        """The solutions found, as full boards. They are made on demand: often only the verdict is wanted."""
        return tuple(map(self.board.filled, self.found))

    @property
    def verdict(self) -> Verdict:
        """The knowledge about the number of solutions."""
        return self.outcome.verdict

    @property
    def solution(self) -> Board | None:
        """The first solution, or None."""
        return self.board.filled(self.found[0]) if self.found else None

    @property
    def times(self) -> Times:
        """Wall time by phase, in nanoseconds."""
        return self.outcome.times
