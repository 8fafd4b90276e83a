"""Solve many boards in one call: arrays in, arrays out.

>>> from sudokubench import solve_many
>>> answers = solve_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
>>> answers.counts.tolist(), answers.lines()[0][:9]
([1], '534678912')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise, repeat
from math import isqrt
from os import PathLike, fsdecode
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from sudokubench import core_words, puzzles, words
from sudokubench.answer import UNLIMITED, Outcome, Stop, in_line
from sudokubench.backends import Backend, BatchSession, Search, is_plug_in, refusal, spec_of
from sudokubench.backends.base import MOST, Forbidden
from sudokubench.backends.gate import CheckedSearch, checked_batch, guarded, require_unchanged, searched
from sudokubench.backends.pool import backend_of, lent_session
from sudokubench.board import Board
from sudokubench.errors import (
    BackendFailed,
    InputError,
    Refusal,
    Undecided,
    UsageError,
    require_digits,
    require_whole,
)
from sudokubench.exchange import ROWS, Result, digits_of, first_rows
from sudokubench.formats.arrays import boards_from_lines, lines_from_boards
from sudokubench.layout import Layout, default_symbols
from sudokubench.problem import BoardProblem, ExactCover, Instance, layout_of
from sudokubench.puzzles import cover_of_file, has_options, is_json_of_board, like_a_file, may_be_name, puzzle
from sudokubench.solving import DEFAULT_BACKEND, engine_for
from sudokubench.words import Words

FAST = "sliced"
FEW = 8
"""Size of a batch below which `dlx` is faster: the bit-sliced engine needs many boards."""

_IN_CACHE = 2048

_SHOWN = 2
"""Largest limit of solutions for which a plug-in gets a whole batch in one call; beyond this, it gets single boards."""

Boards = (
    NDArray[Any] | bytes | bytearray | memoryview | str | PathLike[str] | Board | ExactCover | Iterable[Any]
)
"""A value with boards or exact covers in any form that `solve_many` takes."""


class _OfArrays(Result):
    """A result with arrays. Two such results are equal if all their values are equal."""

    __slots__: tuple[str, ...] = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        pairs = [(getattr(self, name), getattr(other, name)) for name in self.__slots__]
        return all(np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b for a, b in pairs)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class OneAnswer(_OfArrays):
    """The answer for one puzzle of a batch; the attributes are one row of `ManyAnswers`.

    Attributes:
        count: The number of solutions found, up to the limit.
        solution: The first solution, or zeros.
        cover: The exact cover; None for a board.
    """

    count: int
    solution: NDArray[np.uint8]
    cover: ExactCover | None = None

    def __str__(self) -> str:
        if not self.count:
            return "no solution"
        found = "1 solution found" if self.count == 1 else f"{self.count:,} solutions found, the first"
        return f"{found}: {self.line()}"

    def line(self) -> str:
        """Return the first solution as a line (digits; for a cover, signs or names of options), or ""."""
        if not self.count:
            return ""
        if self.cover is not None:
            return in_line(self.cover, tuple(np.flatnonzero(self.solution).tolist()))
        signs = default_symbols(isqrt(len(self.solution)))
        return "".join([signs[digit - 1] for digit in self.solution.tolist()])

    def as_json(self) -> dict[str, Any]:
        """Return the count, and the first solution as a list."""
        return {"count": self.count, "solution": self.solution.tolist()}

    def as_columns(self) -> dict[str, Any]:
        """Return the columns `count` and `solution`, a line of text."""
        return {"count": [self.count], "solution": [self.line()]}


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ManyAnswers(_OfArrays):
    """The answers for n boards, or n exact covers.

    Attributes:
        counts: int64 (n,): number of solutions found, up to the limit. A count below the limit is the exact number.
        solutions: uint8 (n, cells): the first solution found, or zeros. For covers (n, options): 1 for each chosen
            option.
        backend: Full name of the backend that answered.
        covers: The exact covers; empty for boards.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    backend: str
    covers: tuple[ExactCover, ...] = ()

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, row: int) -> OneAnswer:
        return OneAnswer(
            int(self.counts[row]), self.solutions[row], self.covers[row] if self.covers else None
        )

    def __iter__(self) -> Iterator[OneAnswer]:
        return map(OneAnswer, self.counts.tolist(), self.solutions, self.covers or repeat(None))

    def __str__(self) -> str:
        counts = self.counts.tolist()
        parts = {"none": counts.count(0), "one solution": counts.count(1)}
        parts["several"] = len(counts) - sum(parts.values())
        verdicts = ", ".join(f"{name} {number:,}" for name, number in parts.items() if number)
        return f"{words.counted(len(counts), 'puzzle')} ({self.backend}){verdicts and ': '}{verdicts}"

    def as_json(self) -> dict[str, Any]:
        """Return the backend, the counts, and the first solutions as lists."""
        return {"backend": self.backend, "counts": self.counts.tolist(), "solutions": self.solutions.tolist()}

    def as_columns(self) -> dict[str, Any]:
        """Return the columns `count` and `solution`. Errors: see `lines`."""
        return {"count": self.counts, "solution": self.lines()}

    def _repr_html_(self) -> str:
        few = replace(self, counts=self.counts[:ROWS], solutions=self.solutions[:ROWS])
        small = self.covers or self.solutions.shape[1] <= 81
        return first_rows(
            {"count": few.counts, **({"solution": few.lines()} if small else {})}, len(self.counts)
        )

    def lines(self) -> list[str]:
        """Return the first solution of each puzzle as a line: digits; for covers, signs or names of options.

        A board without a solution gives dots, a cover an empty line.

        Raises:
            UsageError: The boards are larger than 9x9.
        """
        if self.covers:
            return [one.line() for one in self]
        cells = self.solutions.shape[1]
        if cells > 81:
            raise UsageError(core_words.NO_LINES.format(cells=cells))
        return lines_from_boards(self.solutions)


def solve_many(
    boards: Boards, limit: int = 2, backend: str | Backend = FAST, threads: int = 1
) -> ManyAnswers:
    """Look for up to `limit` solutions of each board, or of each exact cover.

    Args:
        boards: One of these: uint8 (n, 81), 0 for a blank; lines of text in one `bytes` object or a view of it; a
            sequence of lines or of boards, all with the same layout and constraints; any other value that the function
            `boards` takes (text, a file, other arrays, lists of numbers, columns of pandas or Polars); or a list of
            exact covers, each an `ExactCover`, a dict of options, a file, or a name such as `queens:6`.
        limit: Largest number of solutions to look for; 2 decides uniqueness.
        backend: Name of a backend. `sliced` passes small batches, and boards that are not standard 9x9, to the backend
            that `solve` uses, see `usual_backend`. The answer names the engine.
        threads: Number of parts of the batch that are searched at the same time. Compiled engines run them in parallel.

    Raises:
        InputError: A board is malformed; the message names its index, or its line in `bytes`, from 1.
        UsageError: The limit or the number of threads is not a whole number of at least 1, or the backend is unknown.
        BackendUnavailable: The backend is not installed or cannot open such boards.
        BackendFailed: A plug-in failed, or its answer is malformed or false.
        Undecided: An engine did not finish the search of a board: its memory is full, or the engine is an outside
            program that answers by lines. Such a program cannot tell whether there is a second solution.

    >>> solve_many(["1...............", "1...3..2...3..2."]).counts.tolist()
    [2, 1]
    >>> print(solve_many(["queens:3", "queens:4"]))
    2 puzzles (dlx): none 1, several 1
    """
    require_whole("limit", limit, 1)
    require_whole("threads", threads, 1)
    if covers := _covers(boards):
        return _of_covers(covers, limit, backend, threads)
    try:
        problem, digits = _digits(boards)
    except InputError as error:
        values = (boards, *boards) if isinstance(boards, (list, tuple)) else ()
        if isinstance(error, Refusal) or not any(map(has_options, values)):
            raise
        raise InputError(core_words.OPTIONS_OF_MANY.format(fault=error.words)) from None
    return search_digits(problem, digits, limit, backend, threads)


def _covers(given: object) -> list[ExactCover]:
    """Return the exact covers in a value; [] if the first item is not a cover. Refuse covers mixed with boards."""
    values = given if isinstance(given, (list, tuple)) else (given,)
    if not values or not _is_cover(values[0]):
        return []
    found = [*map(puzzle, values)]
    covers = [one for one in found if isinstance(one, ExactCover)]
    if len(covers) < len(found):
        raise InputError(core_words.MIXED)
    return covers


def _is_cover(value: object) -> bool:
    """Return whether a value is an exact cover, a dict of options, the name of a cover, or a file with a cover."""
    if isinstance(value, PathLike) or (isinstance(value, str) and like_a_file(value)):
        return cover_of_file(fsdecode(value)) is not None
    if isinstance(value, Mapping):
        return not is_json_of_board(value)
    return isinstance(value, ExactCover) or may_be_name(value)


def _of_covers(covers: list[ExactCover], limit: int, backend: str | Backend, threads: int) -> ManyAnswers:
    engine = backend_of(DEFAULT_BACKEND if backend == FAST else backend)
    first = np.zeros((len(covers), max(cover.n_options for cover in covers)), np.uint8)

    def work(cover: ExactCover, row: NDArray[np.uint8]) -> int:
        with lent_session(engine, cover) as session:
            search = searched(engine, session, cover, Instance(), limit, UNLIMITED)
            row[list(next(iter(search), ()))] = 1
            return _count_of(search.outcome(), engine, cover)

    with ThreadPoolExecutor(threads) as pool:
        counts = np.array([*pool.map(work, covers, first)], np.int64)
    return ManyAnswers(counts, first, spec_of(engine), tuple(covers))


def _count_of(outcome: Outcome, engine: Backend, puzzle: ExactCover | Words) -> int:
    """Return the count of a search without a budget; raise Undecided if the search ended before it was complete."""
    if outcome.stop not in {Stop.EXHAUSTED, Stop.LIMIT}:
        raise Undecided(core_words.RAN_OUT.format(backend=spec_of(engine), puzzle=puzzle))
    return outcome.count


def search_digits(
    problem: BoardProblem,
    digits: NDArray[np.uint8],
    limit: int,
    backend: str | Backend = FAST,
    threads: int = 1,
    forbidden: Forbidden | None = None,
) -> ManyAnswers:
    """Return the answers of `solve_many` for boards uint8 (n, cells) of one problem; rule out `forbidden` options."""
    n, limit = len(digits), min(limit, MOST)
    engine = backend_of(backend)
    if backend == FAST and (n < FEW or refusal(engine, problem)):
        engine = engine_for(problem, limit=limit)
    parts = _Parts(engine, problem, limit)
    solutions = np.empty((n, layout_of(problem).cell_count), np.uint8)

    def work(part: slice) -> NDArray[np.int64]:
        try:
            counts = parts.search(digits[part], solutions[part], forbidden and _part_of(forbidden, part))
        except InputError:
            require_digits(digits, layout_of(problem).size)  # the error names the row in the whole batch
            raise
        if not counts.all():
            solutions[part][counts == 0] = 0
        return counts

    if threads == 1 or n < 2:
        return ManyAnswers(work(slice(None)), solutions, spec_of(engine))
    ends = np.linspace(0, n, min(threads, n) + 1).astype(int).tolist()
    mine, *others = (slice(*part) for part in pairwise(ends))
    counts = np.empty(n, np.int64)

    def put(part: slice) -> None:
        counts[part] = work(part)

    with ThreadPoolExecutor(len(others)) as pool:
        try:
            theirs = pool.map(put, others)  # the searches begin now
            put(mine)
            list(theirs)
        except BaseException:  # also Ctrl-C, which reaches only this thread
            parts.cancel()
            raise
    return ManyAnswers(counts, solutions, spec_of(engine))


def are_solutions(layout: Layout, boards: NDArray[np.uint8], grids: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return bool (n,): whether each full grid keeps the clues of its board and repeats no digit in a house."""
    n, good = layout.size, np.empty(len(boards), np.bool_)
    kind = np.uint16 if n <= 9 else np.uint64
    others = [list(house.cells) for house in layout.houses[2 * n :]]
    for begin in range(0, len(boards), _IN_CACHE):
        rows = slice(begin, begin + _IN_CACHE)
        some = good[rows]
        some[:] = ((boards[rows] == 0) | (boards[rows] == grids[rows])).all(axis=1)
        bits = np.left_shift(1, np.ascontiguousarray(grids[rows].T), dtype=kind)
        lines = bits.reshape(n, n, -1)
        # these n powers of two have this sum if and only if all are different
        for axis in (0, 1):
            some &= (lines.sum(axis, kind) == (2 << n) - 2).all(axis=0)
        for cells in others:
            digits = bits[cells]
            some &= digits.sum(0, kind) == np.bitwise_or.reduce(digits)  # no digit occurs twice
    return good


def _part_of(forbidden: Forbidden, part: slice) -> Forbidden:
    """Return the forbidden options of the boards in a slice."""
    ends, options = forbidden
    ends = np.insert(ends, 0, 0)[slice(part.start, None if part.stop is None else part.stop + 1)]
    return ends[1:] - ends[0], options[ends[0] : ends[-1]]


def _holds(
    grids: NDArray[np.uint8], forbidden: Forbidden, rows: NDArray[np.intp], size: int
) -> NDArray[np.bool_]:
    """Return bool (k,): for each full grid (k, cells), whether it holds an option that its row of the batch forbids."""
    ends, options = forbidden
    of = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    whole = np.zeros((len(ends), grids.shape[1]), np.uint8)
    whole[rows] = grids
    held = np.zeros(len(ends), np.bool_)
    np.logical_or.at(held, of, whole[of, options // size] == options % size + 1)
    return held[rows]


class _Parts:
    """Searches of parts of a batch, some at the same time, which can be cancelled together."""

    def __init__(self, engine: Backend, problem: BoardProblem, limit: int) -> None:
        self._engine, self._problem, self._limit = engine, problem, limit
        self._layout = layout_of(problem)
        self._cancelled = False
        self._running: set[Search | CheckedSearch] = set()

    def search(
        self, digits: NDArray[np.uint8], first: NDArray[np.uint8], forbidden: Forbidden | None
    ) -> NDArray[np.int64]:
        """Return the counts of some boards; write the first solution of each, if any, into `first` (n, cells)."""
        with lent_session(self._engine, self._problem) as session:
            if is_plug_in(self._engine):
                if isinstance(session, BatchSession) and self._limit <= _SHOWN:
                    return self._checked(session, digits, first, forbidden)
            elif isinstance(session, BatchSession):
                also = {} if forbidden is None else {"forbidden": forbidden}
                answer = session.search_many(
                    digits, limit=self._limit, first=first, cancelled=lambda: self._cancelled, **also
                )
                return answer.counts
            require_digits(digits, self._layout.size)
            counts = np.zeros(len(digits), np.int64)
            first_option = self._layout.size * np.arange(self._layout.cell_count)
            for row, given in enumerate(digits):
                cells = np.flatnonzero(given)
                chosen = (first_option[cells] + given[cells] - 1).tolist()
                without = _part_of(forbidden, slice(row, row + 1))[1].tolist() if forbidden else ()
                instance = Instance.ascending(tuple(chosen), tuple(sorted(without)))
                search = searched(self._engine, session, self._problem, instance, self._limit, UNLIMITED)
                self._running.add(search)
                if self._cancelled:
                    break
                solution = next(iter(search), None)
                if solution is not None:
                    first[row] = np.frombuffer(self._layout.digits(solution), np.uint8)
                outcome = search.outcome()
                self._running.discard(search)
                some = core_words.SOME_BOARDS.format(some=1, boards=len(digits))
                counts[row] = outcome.count if self._cancelled else _count_of(outcome, self._engine, some)
            return counts

    def _checked(
        self,
        session: BatchSession,
        digits: NDArray[np.uint8],
        first: NDArray[np.uint8],
        forbidden: Forbidden | None,
    ) -> NDArray[np.int64]:
        """Search with a plug-in, which gets copies and must show the solutions that it counts. See `search`."""
        require_digits(digits, self._layout.size)
        given = digits, *(forbidden or ())
        boards, *without = own = tuple(map(np.copy, given))
        also: dict[str, Any] = {"forbidden": tuple(without)} if without else {}
        with guarded(self._engine):
            answer = session.search_many(boards, limit=self._limit, cancelled=lambda: self._cancelled, **also)
            for one, original in zip(own, given, strict=True):
                require_unchanged(one, original)
            answer = checked_batch(answer, len(digits), self._layout.cell_count, self._limit)
        counts, shown = answer.counts, answer.solutions
        if self._cancelled:
            return counts
        bad = (counts > shown.shape[1]) | ((counts == 0) & ~answer.exhausted)
        for place in range(min(_SHOWN, shown.shape[1])):
            rows = np.flatnonzero(counts > place)
            bad[rows] |= ~are_solutions(self._layout, digits[rows], shown[rows, place])
            if forbidden is not None:
                bad[rows] |= _holds(shown[rows, place], forbidden, rows, self._layout.size)
        if shown.shape[1] > 1:
            several = np.flatnonzero(counts > 1)
            bad[several] |= (shown[several, 0] == shown[several, 1]).all(axis=1)
        if bad.any():
            raise BackendFailed(core_words.FALSE_BATCH.format(bad=bad.sum(), boards=len(bad)))
        if undecided := int(((counts < self._limit) & ~answer.exhausted).sum()):
            some = core_words.SOME_BOARDS.format(some=undecided, boards=len(counts))
            raise Undecided(core_words.RAN_OUT.format(backend=spec_of(self._engine), puzzle=some))
        if shown.shape[1]:
            found = counts > 0
            first[found] = shown[found, 0]
        return counts

    def cancel(self) -> None:
        """Make all searches end soon. The caller must not use their results."""
        self._cancelled = True
        for search in tuple(self._running):
            search.cancel()


def _digits(boards: Boards) -> tuple[BoardProblem, NDArray[np.uint8]]:
    """Return the rules and the boards, uint8 (n, cells), of any input."""
    if isinstance(boards, np.ndarray) and boards.dtype.kind not in "OUST":
        if boards.dtype.kind != "f":
            return digits_of(boards)
        boards = puzzles.boards(boards)
    if isinstance(boards, (bytes, bytearray, memoryview)):
        return Layout.standard(9), boards_from_lines(bytes(boards))
    kinds = (str, PathLike, Board, Mapping)
    if isinstance(boards, kinds) or not isinstance(boards, Iterable) or hasattr(boards, "columns"):
        boards = puzzles.boards(boards)
    elif not isinstance(boards, Sequence):
        listed = getattr(boards, "to_list", None) or getattr(boards, "tolist", None)
        boards = listed() if listed else list(boards)  # a list, because the next lines read it more than once
    if len(boards) and not isinstance(boards[0], (str, Board, bytes)):
        boards = puzzles.boards(boards)
    fault = None
    try:
        return Layout.standard(9), boards_from_lines(cast("Sequence[str]", boards))
    except TypeError:
        pass  # not a table of numbers: these are boards, or other values
    except InputError as error:
        if error.place.column is not None:
            row = (error.place.line or 1) - 1
            fault = InputError(
                core_words.ROW_COLUMN.format(row=row, column=error.place.column, fault=error.words)
            )
    try:
        whole = puzzles.boards(boards)
    except InputError as error:
        raise fault or error from error
    problem = whole[0].problem
    for row, board in enumerate(whole):
        if board.problem != problem:
            raise InputError(core_words.OTHER_RULES.format(row=row, problem=board.problem, first=problem))
        if board.forbidden:
            raise InputError(core_words.ROW_FORBIDS.format(row=row))
    digits = np.frombuffer(b"".join(board.digits for board in whole), np.uint8)
    return problem, digits.reshape(len(whole), -1)
