"""Divide work among processes; yield the results in the order of the tasks."""

from __future__ import annotations

import logging
import pickle
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from queue import SimpleQueue
from threading import Lock
from traceback import format_exc
from typing import TYPE_CHECKING, Any, TypeVar

from sudokubench.actions.words import CLUSTER_LOST, WORKER_ENDED
from sudokubench.clock import CLOCK
from sudokubench.errors import BackendFailed, InputError
from sudokubench.harness.executors import cluster_at
from sudokubench.processes.interruption import deferred
from sudokubench.processes.tree import WorkerProcess

if TYPE_CHECKING:
    from concurrent.futures import Future
    from io import BufferedRWPair

T = TypeVar("T")
R = TypeVar("R")
_Submit = Callable[[Callable[[T], R], T], "Future[R]"]


def in_order(
    work: Callable[[T], R],
    tasks: Iterable[T],
    jobs: int,
    where: str = "local",
    left_of: Callable[[T, R], Iterable[T]] = lambda task, result: (),
    until_s: float | None = None,
) -> Iterator[tuple[T, R]]:
    """Yield each task with its result, in the order of the tasks; read only a few tasks ahead.

    Args:
        work: A function that other processes can import, with arguments that can be sent to them.
        tasks: The tasks; they may be endless.
        jobs: Number of processes; 1 is this process. They end with the iteration, even if it is interrupted.
        where: `local`, or `dask://HOST:PORT` for the workers of a cluster.
        left_of: Returns tasks for the part of a task that its result leaves undone; they come next. It is called after
            the caller has the result, and never if this process does the work.
        until_s: Time of `CLOCK` when all processes end, in seconds. This process, if it does the work, goes on.

    Raises:
        TimeoutError: `until_s` was reached before the result of a task.
        UsageError: `where` is not valid, or it is a cluster and `jobs` is not 1.
        InputError: The cluster does not answer, or was lost.
        BackendFailed: A process ended before its result.
    """
    address = cluster_at(where, jobs)
    if address is None and jobs == 1:
        for task in tasks:
            yield task, work(task)
        return
    source, waiting = iter(tasks), deque[tuple[T, "Future[R]"]]()
    with _pool(jobs) if address is None else _cluster(address) as (submit, width):
        while True:
            for task in islice(source, max(0, 2 * width - len(waiting))):
                waiting.append((task, submit(work, task)))
            if not waiting:
                return
            task, future = waiting.popleft()
            result = _result(future, until_s)
            yield task, result
            left = [(task, submit(work, task)) for task in left_of(task, result)]
            waiting.extendleft(reversed(left))


class _Ended(BackendFailed):
    """The error of a process that ended before its result."""


class OneWorker:
    """A process that does one task after the other. A context manager: the process ends with it, even if busy."""

    def __enter__(self) -> OneWorker:
        self._stack = ExitStack()
        self._submit, _ = self._stack.enter_context(_pool(1))
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def __call__(self, work: Callable[[T], R], task: T, until_s: float | None = None) -> R:
        """Return the result of a task. At `until_s`, kill the process. The next task then gets a new process.

        Raises:
            TimeoutError: The result was late.
            BackendFailed: The process ended before its result.
        """
        try:
            result: R = _result(self._submit(work, task), until_s)
            return result
        except (TimeoutError, _Ended):
            self._stack.close()
            self._submit, _ = self._stack.enter_context(_pool(1))
            raise


def _result(future: Future[R], until_s: float | None) -> R:
    """Return the result of a future; raise TimeoutError if it is not there at `until_s`, a time of `CLOCK`."""
    return future.result(None if until_s is None else max(0.0, until_s - CLOCK.now_s()))


@contextmanager
def _cluster(address: str) -> Iterator[tuple[_Submit[Any, Any], int]]:
    """Yield a function that sends a task to a cluster, and the number of tasks that the cluster does at a time."""
    from concurrent.futures import CancelledError

    from sudokubench.harness.cluster import connected

    client = connected(address)
    try:
        yield client.get_executor().submit, sum(client.nthreads().values())
    except (OSError, CancelledError) as error:
        raise InputError(CLUSTER_LOST.format(address=address, error=error)) from error
    finally:
        client.close()


@contextmanager
def _pool(jobs: int) -> Iterator[tuple[_Submit[Any, Any], int]]:
    """Yield a function that sends a task to one of `jobs` processes, and their number.

    Each of the first `jobs` tasks starts a process, which dies with the calling thread. All end at once when the
    context is left or this process dies. Each process has its own socket, so that no result waits for the rest of
    another result.
    """
    from concurrent.futures import ThreadPoolExecutor

    children, idle, logged = list[_Child](), SimpleQueue[_Child](), set[str]()

    def submit(work: Callable[[T], R], task: T) -> Future[R]:
        if len(children) < jobs:
            with deferred():
                children.append(_Child(logged))
            idle.put(children[-1])
        return threads.submit(ask, work, task)

    def ask(work: Callable[[T], R], task: T) -> Any:
        child = idle.get()
        try:
            return child.ask(work, task)
        finally:
            idle.put(child)

    threads = ThreadPoolExecutor(jobs)  # one for each process: it waits for the result
    try:
        yield submit, jobs
    finally:
        for child in children:
            child.process.stop()
        for child in children:
            child.process.end()
        threads.shutdown(cancel_futures=True)
        for child in children:
            child.close()


class _Child:
    """A worker process of `_pool`. This process logs the messages of all workers, equal messages only once."""

    def __init__(self, logged: set[str]) -> None:
        self._logged = logged
        ours, theirs = socket.socketpair()
        with ours, theirs:
            self.process = WorkerProcess(theirs, None, None, __name__)
            self._channel = ours.makefile("rwb")
        self._work: object = None

    def ask(self, work: Callable[[T], R], task: T) -> Any:
        """Return the result of a task, or raise its error. The function is sent only once, because it may be large."""
        question = pickle.dumps((None if work is self._work else work, task))
        self._work = work
        try:
            self._channel.write(question)
            self._channel.flush()
            while isinstance(reply := pickle.load(self._channel), logging.LogRecord):
                self._relay(reply)
            result, error = reply
        except (OSError, EOFError, pickle.UnpicklingError) as lost:
            raise _Ended(WORKER_ENDED) from lost
        if error is not None:
            raise error
        return result

    def close(self) -> None:
        """Close the channel to the process, which has ended and so cannot take the rest of a question."""
        with suppress(OSError):
            self._channel.close()

    def _relay(self, record: logging.LogRecord) -> None:
        log, message = logging.getLogger(record.name), record.getMessage()
        if message not in self._logged and log.isEnabledFor(record.levelno):
            self._logged.add(message)
            log.handle(record)


class _ToCaller(logging.Handler):
    """Sends the results and log messages of a worker to its caller. Other threads may log at the same time."""

    def __init__(self, channel: BufferedRWPair) -> None:
        super().__init__()
        self._channel, self._sending = channel, Lock()

    def send(self, message: object) -> None:
        with self._sending:
            pickle.dump(message, self._channel)
            self._channel.flush()

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(ConnectionError):
            self.send(record)


@contextmanager
def _logging_to(caller: _ToCaller) -> Iterator[_ToCaller]:
    """Send the log messages of the package to the caller alone, up to the end of the context."""
    log = logging.getLogger("sudokubench")
    level, propagate = log.level, log.propagate
    log.addHandler(caller)
    log.setLevel(logging.INFO)
    log.propagate = False
    try:
        yield caller
    finally:
        log.removeHandler(caller)
        log.setLevel(level)
        log.propagate = propagate


def main(fd: int) -> None:
    """Do one task after the other, in a worker process, until the socket closes or the caller has gone."""
    with (
        suppress(ConnectionError, EOFError),
        socket.socket(fileno=fd) as connection,
        connection.makefile("rwb") as channel,
        _logging_to(_ToCaller(channel)) as caller,
    ):
        work: Any = None
        while channel.peek(1):
            other, task = pickle.load(channel)
            work = other or work
            reply: tuple[Any, Exception | None]
            try:
                reply = work(task), None
            except Exception as error:
                error.add_note(format_exc())
                reply = None, error
            caller.send(reply)
