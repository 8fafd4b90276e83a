"""Work in threads: a few at a time, and ended when its time is over or nobody waits for it any more."""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar

from sudokubench.errors import Cancelled
from sudokubench.web.refusal import Refusal
from sudokubench.words import Words

T = TypeVar("T")

MOST_SECONDS = 60.0
"""Of a job, whatever its own limits are."""
_AT_ONCE, _MOST_WAITING = 2, 32


class Jobs:
    """Threads of one event loop; the others wait in a queue."""

    def __init__(self, most_waiting: int = _MOST_WAITING) -> None:
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._waiting, self._most_waiting = 0, most_waiting
        self._working = 0

    @property
    def load(self) -> tuple[int, int]:
        """How many are worked on, and how many wait."""
        return self._working, self._waiting

    async def run(
        self,
        work: Callable[[], T],
        gone: Callable[[], Awaitable[object]],
        seconds: float = MOST_SECONDS,
        stop: Callable[[Thread], object] | None = None,
    ) -> T:
        """What a function returns; it is stopped when `gone` returns or the time is over.

        Args:
            work: The function.
            gone: Returns when nobody waits any more.
            seconds: The time.
            stop: Has the function end; if None it is interrupted wherever it is.

        Raises:
            Refusal: Too many are waiting, nobody waits for this one any more, or its time is over.
        """
        if self._waiting >= self._most_waiting:
            raise Refusal(429, _FULL.format(waiting=self._waiting))
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        self._working += 1
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        done.add_done_callback(self._ended)
        thread = Thread(target=_carry_out, args=(work, loop, done), daemon=True)
        thread.start()
        left: asyncio.Future[object] = asyncio.ensure_future(gone())
        try:
            futures: set[asyncio.Future[Any]] = {done, left}
            await asyncio.wait(futures, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if done.done():
                return done.result()
            raise Refusal(499, _LEFT) if left.done() else Refusal(504, _LATE.format(seconds=f"{seconds:g}"))
        finally:
            left.cancel()
            if not done.done():
                (stop or _interrupt)(thread)

    def _ended(self, done: asyncio.Future[T]) -> None:
        """A place is free when its thread has ended, not when it was told to."""
        self._working -= 1
        self._places.release()
        done.exception()  # or it would be told that nobody has asked for it


def _carry_out(work: Callable[[], T], loop: asyncio.AbstractEventLoop, done: asyncio.Future[T]) -> None:
    def tell(error: BaseException | None, value: T | None = None) -> None:
        def put() -> None:
            if done.done():
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(value)  # type: ignore[arg-type]  # there is one where there is no error

        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(put)

    try:
        try:
            found = work()
        except Exception as error:
            tell(error)
        else:
            tell(None, found)
    except Cancelled as error:  # too late to stop anything, while it is told
        tell(error)


def _interrupt(thread: Thread) -> None:
    """Raise `Cancelled` in a thread, where it is at its next line of Python.

    What runs in C ends by its own time limit: no flow is without one.
    """
    assert thread.ident is not None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(Cancelled))


_FULL = Words(
    "{waiting} requests are waiting already; ask again in a second",
    "すでに {waiting} 件の要求が待っています。少し待ってからやり直してください",
)
_LEFT = Words("nobody waits for this any more", "もう待っている相手がいません")
_LATE = Words(
    "the time limit of {seconds} s ran out before there was an answer",
    "答えが出る前に制限時間の {seconds} 秒が過ぎました",
)
