"""Rating boards, in one process or several."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from sudokubench.actions.boards import boards, clues_suffice, require_houses_only, solution_of
from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.answer import Budget, Verdict
from sudokubench.board import Board
from sudokubench.errors import InputError, Undecided
from sudokubench.exchange import Results
from sudokubench.exchange import boards as boards_in
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.interruption import kept_from_children
from sudokubench.logic.configuration import Configuration, rated
from sudokubench.logic.rating import Rating
from sudokubench.logic.rating import rate as rate_board
from sudokubench.logic.step import Ending
from sudokubench.logic.texts import messages
from sudokubench.solving import solve

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.connection import Connection

_BATCH = 64


def rate(
    given: object, config: Configuration | None = None, *, seconds: float | None = 60.0, jobs: int = 1
) -> Results[Rating | None]:
    """The ratings of all boards in a value; None for a board without exactly one solution.

    Args:
        given: One board or several, in whatever `exchange.boards` takes.
        config: Order and values of the rules; those of the published scale if None.
        seconds: Time allowed for a board.
        jobs: Worker processes.

    Raises:
        InputError: It holds what is no board, or one with constraints.
    """
    found = boards_in(given)
    for number, board in enumerate(found):
        require_houses_only(board, f"row {number}")
    return Results(rating for _, rating in rate_all(found, config or rated(), seconds=seconds, jobs=jobs))


def rate_unique(board: Board, config: Configuration, seconds: float | None) -> Rating | None:
    """The rating of a board with exactly one solution; None for any other."""
    answer = solve(board, limit=2, budget=Budget(seconds=seconds))
    if answer.verdict is not Verdict.UNIQUE:
        return None
    return rate_board(board, config, seconds=seconds, clues_suffice=clues_suffice(board, seconds))


def _rate_batch(boards: list[Board], config: Configuration, seconds: float | None) -> list[Rating | None]:
    return [rate_unique(board, config, seconds) for board in boards]


def rate_all(
    boards: Iterable[Board], config: Configuration, *, seconds: float | None = None, jobs: int = 1
) -> Iterator[tuple[Board, Rating | None]]:
    """The ratings of boards in their order; None for a board without exactly one solution.

    Args:
        boards: Read as they are needed, a few batches ahead.
        config: Order and values of the rules.
        seconds: Time allowed for a board.
        jobs: Worker processes. They end with the iteration, also if it is interrupted.
    """
    if jobs == 1:
        for board in boards:
            yield board, rate_unique(board, config, seconds)
        return
    from concurrent.futures import Future

    source = iter(boards)
    work = partial(_rate_batch, config=config, seconds=seconds)
    waiting: deque[tuple[list[Board], Future[list[Rating | None]]]] = deque()
    with _pool(jobs) as pool:
        while True:
            while len(waiting) < 2 * jobs and (batch := list(islice(source, _BATCH))):
                with kept_from_children():
                    future = pool.submit(work, batch)
                waiting.append((batch, future))
            if not waiting:
                return
            batch, future = waiting.popleft()
            yield from zip(batch, future.result(), strict=True)


def rate_entries(
    entries: Iterable[Entry | BadEntry],
    config: Configuration,
    *,
    seconds: float,
    jobs: int = 1,
    observer: Observer = SILENT,
) -> Iterator[Rating]:
    """The rating of each board of a corpus, in order; what has not exactly one solution, or constraints, is refused.

    Args:
        entries: Read as they are needed, a few batches ahead.
        config: Order and values of the rules.
        seconds: Time allowed for a board.
        jobs: Worker processes.
        observer: Is told of what is refused, and which ratings are those of some steps only.
    """
    names = deque[str]()  # of the boards that were read, and whose ratings are still to come

    def named() -> Iterator[Board]:
        for board, called in boards(entries, observer):
            names.append(called)
            yield board

    for board, rating in each(rate_all(named(), config, seconds=seconds, jobs=jobs), observer):
        called = names.popleft()
        if rating is None:
            try:
                solution_of(board, called, seconds)
                raise InputError(messages.NOT_RATED.format(puzzle=called))
            except (InputError, Undecided) as error:
                observer.refused(error)
            continue
        if rating.config != config.digest:
            observer.remark(messages.CLUES_DO_NOT_SUFFICE.format(puzzle=called))
        if rating.ending is Ending.BUDGET:
            observer.remark(messages.RATED_SO_FAR.format(puzzle=called, seconds=f"{seconds:g}"))
        elif not rating.solved:
            observer.remark(messages.RATED_UNSOLVED.format(puzzle=called))
        yield rating


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Worker processes that end at once when the context is left, whatever they compute, or when we die.

    Each waits for the end of a pipe that only this process can write to.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")
    end, lifeline = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_live_until, initargs=(end,))
    try:
        yield pool
    finally:
        lifeline.close()
        pool.shutdown(cancel_futures=True)
        end.close()


def _live_until(end: Connection) -> None:
    """In a worker: exit when the other end of the pipe is closed."""
    from threading import Thread

    def watch() -> None:
        with suppress(EOFError, OSError):
            end.recv_bytes()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
