"""Solve one plain 9x9 board by `dlx` in one call of a kernel, without a session, a `Search` and generators.

These three objects cost more than the search itself. The kernel examines the same nodes as `dlx` in the same order. So
a session would give the same answer, except the times and the counter `bits`. The answer makes its values on request.
"""

from __future__ import annotations

import sys
from functools import cache
from operator import add
from struct import Struct
from time import perf_counter_ns
from typing import TYPE_CHECKING

from sudokubench import kernels
from sudokubench.answer import UNLIMITED, Answer, Budget, Outcome, Solution, Stop, Times
from sudokubench.board import Board
from sudokubench.layout import Layout

if TYPE_CHECKING:
    from sudokubench.backends.base import Backend
    from sudokubench.kernels.dancing.boards import OneBoard

NAME = "dlx"
_MOST_NODES = 50_000
"""Number of nodes, some milliseconds, after which the kernel gives up. Then a session, which obeys Ctrl-C, begins."""
_LEAST_S = 0.1
"""Smallest time limit with which the kernel runs, in seconds: the kernel does not look at the time."""
_DIGITS = bytes([255] * 46 + [0, 255, *range(10)] + [255] * 198)
"""The digit of each sign of a text, 0 for the blanks `.` and `0`; 255 for every other sign."""
_NINE = Layout.standard(9)
_COUNTERS = Struct("=4q")
"""The counters at the beginning of a result, see `OneBoard.result`."""
_BELOW = range(-1, 728, 9)
"""For each cell c the number 9 c - 1; the option of digit d is this number plus d."""

_idle: list[OneBoard] = []
"""Arrays that no thread uses."""


class AnswerAtOnce:
    """The result of a call of the kernel, from which an answer makes its fields."""

    __slots__ = ("_count", "_digits", "_given", "_limit", "_marks", "_result")

    def __init__(
        self, given: object, digits: bytes, limit: int, count: int, result: bytes, *marks: int
    ) -> None:
        self._given, self._digits, self._limit = given, digits, limit
        self._count, self._result, self._marks = count, result, marks

    def puzzle(self) -> Board:
        """Return the board."""
        return self._given if isinstance(self._given, Board) else Board._trusted(_NINE, self._digits)

    def backend(self) -> str:
        """Return the full name of the backend."""
        return NAME

    def outcome(self) -> Outcome:
        """Return how the search ended."""
        nodes, updates, choices, branches = _COUNTERS.unpack_from(self._result)
        stats = {
            "nodes": nodes, "updates": updates, "choices": choices, "branches": branches,
            "nogood_hits": 0, "nogoods": 0, "bits": 1,
        }  # fmt: skip
        begun, encoded, solved = self._marks
        stop = Stop.LIMIT if self._count == self._limit else Stop.EXHAUSTED
        return Outcome(self._count, stop, Times(encoded - begun, solved - encoded), stats)

    def found(self) -> tuple[Solution, ...]:
        """Return the solutions."""
        first = _COUNTERS.size
        rows = (self._result[begin : begin + 81] for begin in range(first, first + 81 * self._count, 81))
        return tuple([tuple(map(add, _BELOW, digits)) for digits in rows])


def _is_at_hand() -> bool:
    """Return whether the kernel loads faster than Python searches: LLVM is loaded, and a cache has the kernel."""
    return "sudokubench.kernels.machine_code" in sys.modules and _is_kept()


@cache
def _is_kept() -> bool:
    from sudokubench.kernels.dancing.boards import search_board

    return search_board.is_kept


def _suffices(budget: Budget) -> bool:
    """Return whether a budget has no limit on nodes and gives the kernel enough time."""
    seconds = budget.seconds if type(budget) is Budget and budget.nodes is None else 0.0
    return seconds is None or seconds >= _LEAST_S


def answer_at_once(
    given: object, backend: str | Backend | None, limit: int | None, budget: Budget
) -> Answer[Board] | None:
    """Return the answer about a plain 9x9 board, given as a text of 81 digits and blanks or as a `Board`.

    Return None for other values, backends and limits, for a budget of nodes or of less than 0.1 s, and if the search
    takes long. If Python is to interpret kernels at first, also return None unless `_is_at_hand`.
    """
    if (
        (backend is not None and backend != NAME)
        or type(limit) is not int
        or limit not in {1, 2}
        or (budget is not UNLIMITED and not _suffices(budget))
        or (kernels.interprets_first and not _is_at_hand())
    ):
        return None
    if type(given) is str and len(given) == 81 and given.isascii():
        begun = perf_counter_ns()
        digits = given.encode().translate(_DIGITS)
    elif isinstance(given, Board) and given.problem is _NINE and not given.forbidden:
        begun = perf_counter_ns()
        digits = given.digits
    else:
        return None
    try:
        arrays = _idle.pop()
    except IndexError:
        from sudokubench.kernels.dancing.boards import OneBoard

        arrays = OneBoard()
    encoded = perf_counter_ns()
    count = arrays.search(digits, limit, _MOST_NODES)
    solved = perf_counter_ns()
    result = bytes(arrays.result)
    _idle.append(arrays)
    if count < 0:
        return None
    return Answer.late(AnswerAtOnce(given, digits, limit, count, result, begun, encoded, solved))
