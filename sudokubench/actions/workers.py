"""Share work among processes; the results come in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

from sudokubench.errors import InputError, UsageError
from sudokubench.harness.executors import cluster_at
from sudokubench.processes.interruption import kept_from_children

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection

T = TypeVar("T")
R = TypeVar("R")


def in_order(
    work: Callable[[T], R], tasks: Iterable[T], jobs: int, where: str = "local"
) -> Iterator[tuple[T, R]]:
    """Yield each task with its result, in the order of the tasks, which are read a few ahead.

    Args:
        work: A function that other processes can import, with arguments that can be sent to them.
        tasks: The tasks; they may be endless.
        jobs: Number of processes; 1 is this process. They end with the iteration, also if it is interrupted.
        where: `dask://HOST:PORT` uses the workers of a cluster instead.

    Raises:
        UsageError: The place does not exist, or it is a cluster and jobs are requested.
        InputError: The cluster does not answer, or was lost.
    """
    address = cluster_at(where)
    if address is not None and jobs > 1:
        raise UsageError("a cluster has its own workers; leave out --jobs")
    if address is None and jobs == 1:
        for task in tasks:
            yield task, work(task)
        return
    source, waiting = iter(tasks), deque[tuple[T, "Future[R]"]]()
    with _pool(jobs) if address is None else _cluster(address) as (pool, width):
        while True:
            for task in islice(source, 2 * width - len(waiting)):
                with kept_from_children():
                    waiting.append((task, pool.submit(_computed, work, task)))
            if not waiting:
                return
            task, future = waiting.popleft()
            yield task, future.result()


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield the workers of a cluster, and the number of tasks that they do at a time."""
    from concurrent.futures import CancelledError

    from sudokubench.harness.cluster import connected

    client = connected(address)
    try:
        yield client.get_executor(), sum(client.nthreads().values())
    except (OSError, CancelledError) as error:
        raise InputError(f"the Dask scheduler at {address} was lost: {error}") from error
    finally:
        client.close()


@contextmanager
def _pool(jobs: int) -> Iterator[tuple[Executor, int]]:
    """Yield worker processes. They end at once, whatever they compute, when the context is left or this process dies.

    Each worker waits for the end of a pipe to which only this process can write.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")
    end, lifeline = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_live_in_pool, initargs=(end, os.getpid())
    )
    try:
        yield pool, jobs
    finally:
        lifeline.close()
        pool.shutdown(cancel_futures=True)
        end.close()


_gate, _computing = Lock(), Event()
"""Whether this worker computes. Then it may be ended at any moment; while it sends a result, it may not."""
_SENT_WITHIN_S = 60.0
"""Time for a worker to send its result, however busy the machine is, in seconds. A worker that has not computed for
longer is ended, too."""


def _computed(work: Callable[[T], R], task: T) -> R:
    """Compute a task in a worker; return its result."""
    _computing.set()
    try:
        return work(task)
    finally:
        with _gate:
            _computing.clear()


def _live_in_pool(end: Connection, parent: int) -> None:
    """Let a worker exit when the other end of the pipe is closed, but not while it sends a result.

    The pool would wait without end for a half-sent result. So a worker that does not compute is first left
    to its pool, which ends it when it has everything that was sent, unless the process of the pool is gone.
    """

    def exit_when_allowed() -> None:
        until = monotonic() + _SENT_WITHIN_S
        while True:
            with _gate:
                if _computing.is_set() or os.getppid() != parent or monotonic() > until:
                    os._exit(1)
            sleep(0.05)

    live_until(end, exit_when_allowed)


def live_until(end: Connection, then: Callable[[], object] | None = None) -> None:
    """Exit a child, or call `then`, when the other end of the pipe is closed."""

    def watch() -> None:
        with suppress(EOFError, OSError):
            end.recv_bytes()
        then() if then else os._exit(1)

    Thread(target=watch, daemon=True).start()
