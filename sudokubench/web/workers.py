"""The worker processes of the server: each answers one question at a time.

If the client leaves, the server tells the worker to stop. A worker that stops is reused; any other is ended. The server
itself computes nothing: an engine may block the interpreter or take all memory, and then the server could not even
report it.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from time import monotonic

from sudokubench.errors import BackendFailed, SudokubenchError, Undecided
from sudokubench.processes.tree import WorkerProcess
from sudokubench.web.errors import HttpRefusal
from sudokubench.web.limits import AT_ONCE, GRACE_SECONDS, MEMORY_BYTES, MOST_WAITING, QUESTION_SECONDS
from sudokubench.web.words import CLIENT_GONE, OUT_OF_MEMORY, OUT_OF_TIME, QUEUE_FULL, WORKER_ENDED
from sudokubench.words import Words

_LOOK_S = 0.1
"""Interval between two checks of time and memory, in seconds."""


class Workers:
    """A few worker processes, and a queue in which further questions wait."""

    def __init__(
        self,
        results: str,
        seconds: float = QUESTION_SECONDS,
        memory_bytes: int | None = MEMORY_BYTES,
        at_once: int = AT_ONCE,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        """Prepare the queue; no process starts before the first question or `start`.

        Args:
            seconds: Time limit of a question, in addition to its own limits.
            memory_bytes: Memory limit of a worker with all its children; None if the children have limits of their own.
            at_once: Number of questions that are answered at the same time.
            most_waiting: Number of questions that may wait.
        """
        self._results, self._seconds, self._memory_bytes = results, seconds, memory_bytes
        self._at_once, self._most_waiting = at_once, most_waiting
        self._places = asyncio.Semaphore(at_once)
        self._ahead, self._idle = False, list[_Worker]()
        self._waiting = self._working = 0

    @property
    def load(self) -> tuple[int, int]:
        """Number of questions that are being answered, and of waiting questions."""
        return self._working, self._waiting

    def start(self) -> None:
        """Start one worker before the first question. After each answer start one more, up to `at_once`."""
        self._ahead, self._idle = True, [self._new()]

    def _new(self) -> _Worker:
        return _Worker(self._results, self._memory_bytes)

    async def ask(self, question: bytes, left: asyncio.Future[object], tell: Callable[[str], object]) -> str:
        """Return the answer to a question. The module `worker` defines the forms of questions and answers.

        Args:
            question: See `worker.question`.
            left: A future that is done when the client has gone.
            tell: Called with each event before the answer.

        Raises:
            HttpRefusal: The worker refuses; too many questions wait; or the client has gone.
            Undecided: Time or memory ran out.
            BackendFailed: The worker ended unexpectedly.
        """
        if self._waiting >= self._most_waiting:
            raise HttpRefusal(429, QUEUE_FULL.format(waiting=self._waiting))
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        self._working += 1
        worker = None
        try:
            if left.done():
                raise HttpRefusal(499, CLIENT_GONE)
            worker = self._idle.pop() if self._idle else self._new()
            return await worker.ask(question, left, tell, self._seconds)
        finally:
            if worker is not None:
                if worker.is_ready:
                    self._idle.append(worker)  # take the last one first: it may have cached the next answer
                else:
                    await worker.end()
            self._working -= 1
            self._places.release()
            if self._ahead and self._working + len(self._idle) < self._at_once:
                self._idle.insert(0, self._new())


class _Worker:
    """The server's side of a worker process."""

    def __init__(self, results: str, memory_bytes: int | None) -> None:
        self._ours, theirs = socket.socketpair()
        with theirs:
            self._process = WorkerProcess(theirs, memory_bytes, None, "sudokubench.web.worker")
        self._ours.sendall(json.dumps(results).encode() + b"\n")
        self._memory_bytes = memory_bytes
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.is_ready = True
        """Whether the worker can take a question."""

    async def ask(
        self, question: bytes, left: asyncio.Future[object], tell: Callable[[str], object], seconds: float
    ) -> str:
        """See `Workers.ask`."""
        self.is_ready = False
        self._streams = self._streams or await asyncio.open_unix_connection(sock=self._ours)
        reader, writer = self._streams
        writer.write(question)
        ends = monotonic() + seconds
        cpu_s: float | None = None
        otherwise: str | SudokubenchError = Undecided(OUT_OF_TIME.format(seconds=seconds))
        is_left = False
        message: asyncio.Future[tuple[str, str]] = asyncio.ensure_future(_message(reader))
        try:
            while True:
                heard: set[asyncio.Future[object]] = {message} if is_left else {message, left}  # type: ignore[arg-type]
                await asyncio.wait(heard, timeout=_LOOK_S, return_when=asyncio.FIRST_COMPLETED)
                if message.done():
                    kind, value = message.result()
                    if kind in {"done", "failed"}:
                        self.is_ready = True
                        if is_left:
                            raise HttpRefusal(499, CLIENT_GONE)
                        if kind == "failed":
                            error = json.loads(value)
                            raise HttpRefusal(error["status"], Words(error["en"], error["ja"]))
                        return value
                    if kind == "news":
                        tell(value)
                    elif kind == "otherwise":
                        otherwise = value
                    else:
                        self._process.family.begin()
                        limit = json.loads(value)
                        cpu_s, otherwise = limit["cpu_s"], Undecided(Words(limit["en"], limit["ja"]))
                    message = asyncio.ensure_future(_message(reader))
                elif left.done() and not is_left:
                    is_left, ends = True, monotonic() + GRACE_SECONDS
                    writer.write(b"\n")
                elif monotonic() >= ends or (cpu_s is not None and self._process.family.spent_s() >= cpu_s):
                    if is_left:
                        raise HttpRefusal(499, CLIENT_GONE)
                    if isinstance(otherwise, str):
                        return otherwise
                    raise otherwise
                elif (most := self._memory_bytes) and self._process.family.memory_bytes(most) > most:
                    raise Undecided(OUT_OF_MEMORY.format(most=f"{most >> 30} GB"))
        except EOFError:
            raise BackendFailed(WORKER_ENDED) from None
        finally:
            message.cancel()

    async def end(self) -> None:
        """End the process and all its children."""
        if self._streams is not None:
            self._streams[1].close()
        await asyncio.to_thread(self._process.end)


async def _message(reader: asyncio.StreamReader) -> tuple[str, str]:
    """Return the next message of a worker: its kind and its text. Raise EOFError if the worker has ended."""
    try:
        kind, size = (await reader.readline()).split()
        return kind.decode(), (await reader.readexactly(int(size))).decode()
    except (ValueError, OSError):
        raise EOFError from None
