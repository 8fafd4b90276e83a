"""Rate boards, in one process or in several."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from time import perf_counter

from sudokubench import puzzles
from sudokubench.actions.boards import boards, clues_suffice, require_understood, solution_of, solved
from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.actions.words import ROW
from sudokubench.actions.workers import in_order
from sudokubench.answer import Budget, Verdict
from sudokubench.board import Board
from sudokubench.errors import InputError, Undecided, require_flag, require_jobs
from sudokubench.exchange import Results
from sudokubench.harness.corpus import Item
from sudokubench.logic import rating
from sudokubench.logic.configuration import Configuration, given_or, rated
from sudokubench.logic.effort import EffortRating, rate_effort
from sudokubench.logic.rating import Rating
from sudokubench.logic.trace import Ending
from sudokubench.logic.trials_whips_braids import scales_of
from sudokubench.logic.words import CLUES_DO_NOT_SUFFICE, NO_SCALE, NOT_RATED, RATED_SO_FAR, RATED_UNSOLVED
from sudokubench.words import Words

AnyRating = Rating | EffortRating
"""The rating of a board: on the known scales, or by effort if it has constraints."""
_TOGETHER = 8
"""Number of boards that compiled rules begin in one call. Boards of 17 clues take 6 % less time than with 1 or 32."""
_BATCH_S = 0.05
"""Time for which the boards of a batch should keep a worker busy, in seconds: sending a batch takes a millisecond."""
_LONGEST_BATCH_S = 1.0
"""Time after which a worker begins no other board of a batch, in seconds: the size of a batch comes from the times of
earlier boards, which may have been easier."""


def rate(
    given: object,
    config: Configuration | None = None,
    *,
    seconds: float | None = 60.0,
    jobs: int = 1,
    scales: bool = False,
) -> Results[AnyRating | None]:
    """Return the ratings of all boards in a value; None without exactly one solution, or if this is unknown.

    A board with constraints gets an `EffortRating`, on a scale of its own.

    Args:
        given: One board or several, in any form that `boards` takes.
        config: Order and values of the rules; the published scale if None. It has no effect on boards with constraints.
        seconds: Time allowed for a board, in seconds.
        jobs: Number of worker processes.
        scales: Whether to add the further scales.

    Raises:
        InputError: A part of the value is not a board; `scales` are asked for, and a board has constraints; or human
            logic does not understand a constraint.
        UsageError: `config`, `jobs` or `seconds` is not valid.

    >>> print(rate("1...3..2...3..2.")[0])
    Easy: se 1.2, hodoku 44, D 1.64
    """
    require_jobs(jobs)
    require_flag("scales", scales)
    seconds = Budget(seconds=seconds).seconds
    found = puzzles.boards(given)
    for number, board in enumerate(found):
        require_understood(board, ROW.format(number=number), NO_SCALE if scales else None)
    ratings = rate_all([found], given_or(config, rated), seconds=seconds, jobs=jobs, scales=scales)
    return Results(chain.from_iterable(ratings))


def rate_unique(
    board: Board,
    config: Configuration,
    seconds: float | None,
    scales: bool = False,
    start: rating.Start | None = None,
) -> AnyRating | None:
    """Return the rating of a board with exactly one solution; None for others, or if the time is too short to know.

    `start` is what `rating.starts_of` returned for the board.
    """

    def prove() -> Board | None:
        answer = solved(board, 2, seconds)
        if answer.verdict is not Verdict.UNIQUE:
            raise _NotUnique
        return answer.solution

    try:
        if board.constraints:
            prove()
            return rate_effort(board, seconds=seconds)
        suffice = clues_suffice(board, seconds)
        found = rating.rate(board, config, seconds=seconds, clues_suffice=suffice, prove=prove, start=start)
    except _NotUnique:
        return None
    return replace(found, scales=scales_of(board, seconds)) if scales else found


class _NotUnique(Exception):
    """A board does not have exactly one solution, or the time is too short to find out."""


def _rate_batch(
    boards: list[Board], config: Configuration, seconds: float | None, scales: bool
) -> tuple[list[AnyRating | None], float]:
    """Return the ratings of all boards, or of the first boards if time is up; and the time for them, in seconds."""
    begun, took, found = perf_counter(), 0.0, list[AnyRating | None]()
    for some in _rated(boards, config, seconds, scales):
        found += some
        took = perf_counter() - begun
        if took > _LONGEST_BATCH_S:
            break
    return found, took


def _rated(
    boards: Sequence[Board], config: Configuration, seconds: float | None, scales: bool
) -> Iterator[list[AnyRating | None]]:
    """Yield the ratings of boards, in lists. Compiled rules begin several boards in one call.

    Before a board that takes long, yield the ratings that are ready.
    """
    first, size = 0, 1
    while some := boards[first : first + size]:
        first, ready, starts = first + size, list[AnyRating | None](), rating.starts_of(some, config)
        size = _TOGETHER if any(start.machine for start in starts) else 1  # the next may be like it
        for board, start in zip(some, starts, strict=True):
            if ready and (scales or not start.is_whole):
                yield ready
                ready = []
            ready.append(rate_unique(board, config, seconds, scales, start))
        yield ready


def rate_all(
    boards: Iterable[Sequence[Board]],
    config: Configuration,
    *,
    seconds: float | None = None,
    jobs: int = 1,
    scales: bool = False,
) -> Iterator[list[AnyRating | None]]:
    """Yield the ratings of boards, in order, in lists of ratings that are ready together; None as in `rate_unique`.

    Args:
        boards: Sequences of boards. They are read on demand; with several processes, a few batches ahead.
        config, seconds: As in `rate`.
        jobs: Number of worker processes. They end with the iteration, even if it is interrupted.
        scales: Whether to add the three further scales, with as much time again for all of them.
    """
    if jobs == 1:
        for some in boards:
            yield from _rated(some, config, seconds, scales)
        return
    source, size = chain.from_iterable(boards), 1
    batches = iter(lambda: list(islice(source, size)), [])
    work = partial(_rate_batch, config=config, seconds=seconds, scales=scales)

    def left_of(batch: list[Board], result: tuple[list[AnyRating | None], float]) -> list[list[Board]]:
        return [batch[i : i + size] for i in range(len(result[0]), len(batch), size)]

    for _, (ratings, took) in in_order(work, batches, jobs, left_of=left_of):
        yield ratings
        size = max(1, min(2 * size, int(len(ratings) * _BATCH_S / took)))


def rate_entries(
    entries: Iterable[Item],
    config: Configuration,
    *,
    seconds: float,
    jobs: int = 1,
    scales: bool = False,
    observer: Observer = SILENT,
) -> Iterator[list[AnyRating]]:
    """Yield the ratings of the boards of a corpus, in order, in lists of ratings that are ready together.

    Boards without exactly one solution are refused.

    Args:
        entries: Read on demand, a few batches ahead.
        config, seconds, jobs, scales: As in `rate_all`.
        observer: Gets the refused boards, and remarks on ratings that are based on only some steps.
    """
    waiting = deque[tuple[Board, str]]()  # boards that are read but not yet rated, with their names

    def named() -> Iterator[list[Board]]:
        for entry in entries:
            found = list(boards([entry], observer, NO_SCALE if scales else None))
            waiting.extend(found)
            yield [board for board, _ in found]

    ratings = rate_all(named(), config, seconds=seconds, jobs=jobs, scales=scales)
    for group in each(ratings, observer, size=len):
        ready = list[AnyRating]()
        for found in group:
            board, called = waiting.popleft()
            remarks = [] if found is None else [*_remarks(found, called, config, seconds)]
            if ready and (found is None or remarks):
                yield ready  # so that the caller has these ratings before the remark
                ready = []
            for remark in remarks:
                observer.remark(remark)
            if found is None:
                observer.refused(_refusal(board, called, seconds))
            else:
                ready.append(found)
        if ready:
            yield ready


def _remarks(found: AnyRating, called: str, config: Configuration, seconds: float) -> Iterator[Words]:
    if isinstance(found, Rating) and found.config != config.digest:
        yield CLUES_DO_NOT_SUFFICE.format(puzzle=called)
    if found.ending is Ending.BUDGET:
        yield RATED_SO_FAR.format(puzzle=called, seconds=f"{seconds:g}")
    elif not found.solved:
        yield RATED_UNSOLVED.format(puzzle=called)


def _refusal(board: Board, called: str, seconds: float) -> InputError | Undecided:
    try:
        solution_of(board, called, seconds)
    except (InputError, Undecided) as error:
        return error
    return InputError(NOT_RATED.format(puzzle=called))
