"""Rating collections, in one process or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from sudokubench.answer import Budget, Verdict
from sudokubench.board import Board
from sudokubench.logic.configuration import Configuration
from sudokubench.logic.rating import rate
from sudokubench.solving import solve

if TYPE_CHECKING:
    from sudokubench.logic.rating import Rating

_BATCH = 64


def rate_unique(board: Board, config: Configuration, seconds: float | None) -> Rating | None:
    """The rating of a board with exactly one solution; None for any other."""
    answer = solve(board, limit=2, budget=Budget(seconds=seconds))
    return rate(board, config, seconds=seconds) if answer.verdict is Verdict.UNIQUE else None


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
        jobs: Worker processes.
    """
    if jobs == 1:
        for board in boards:
            yield board, rate_unique(board, config, seconds)
        return
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing import get_context

    source = iter(boards)
    work = partial(_rate_batch, config=config, seconds=seconds)
    waiting: deque[tuple[list[Board], Future[list[Rating | None]]]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        while True:
            while len(waiting) < 2 * jobs and (batch := list(islice(source, _BATCH))):
                waiting.append((batch, pool.submit(work, batch)))
            if not waiting:
                return
            batch, future = waiting.popleft()
            yield from zip(batch, future.result(), strict=True)
