"""Work shared among processes, its results in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from sudokubench.errors import InputError, UsageError
from sudokubench.harness.executors import cluster_at
from sudokubench.interruption import kept_from_children

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection

T = TypeVar("T")
R = TypeVar("R")


def in_order(
    work: Callable[[T], R], tasks: Iterable[T], jobs: int, where: str = "local"
) -> Iterator[tuple[T, R]]:
    """Each task with what becomes of it, in the order of the tasks, which are read a few ahead.

    Args:
        work: A function that other processes can import, with values that they can be sent.
        tasks: May be endless.
        jobs: Processes; 1 is this one. They end with the iteration, also if it is interrupted.
        where: `dask://HOST:PORT` has the workers of a cluster work instead.

    Raises:
        UsageError: There is no such place, or it is a cluster and jobs are wanted.
        InputError: Nobody answers there, or it was lost.
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
                    waiting.append((task, pool.submit(work, task)))
            if not waiting:
                return
            task, future = waiting.popleft()
            yield task, future.result()


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a cluster, and how many tasks they do at a time."""
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
    """Worker processes that end at once when the context is left, whatever they compute, or when we die.

    Each waits for the end of a pipe that only this process can write to.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")
    end, lifeline = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=live_until, initargs=(end,))
    try:
        yield pool, jobs
    finally:
        lifeline.close()
        pool.shutdown(cancel_futures=True)
        end.close()


def live_until(end: Connection) -> None:
    """In a worker: exit when the other end of the pipe is closed."""
    from threading import Thread

    def watch() -> None:
        with suppress(EOFError, OSError):
            end.recv_bytes()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
