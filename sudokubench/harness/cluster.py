"""The executor on a Dask cluster: it sends batches to workers, which search them in isolated processes.

A task holds a whole batch, since a task costs milliseconds and a puzzle microseconds. The task passes the batch to an
isolated worker process, so that a crash of an engine does not end the Dask worker.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from threading import Lock
from typing import Any

from sudokubench.backends import Backend
from sudokubench.errors import BackendUnavailable, InputError, installing
from sudokubench.harness.finding import Finding, Question, Termination, failed
from sudokubench.harness.inline import Executor
from sudokubench.harness.isolation import IsolatedWorker
from sudokubench.harness.limits import CONNECT_S, Limits
from sudokubench.harness.words import NO_DISTRIBUTED, NO_SCHEDULER, SCHEDULER_LOST, WORKER_LOST

log = logging.getLogger("sudokubench.cluster")


def connected(address: str) -> Any:
    """Return a client of the scheduler at `HOST:PORT`; refuse a scheduler without workers.

    Without the package `distributed` (extra `cluster`), raise BackendUnavailable.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise BackendUnavailable(NO_DISTRIBUTED.format(command=installing("cluster"))) from error
    connect: Any = Client  # its signature has no types
    client = None
    try:
        client = connect(f"tcp://{address}", timeout=CONNECT_S, set_as_default=False)
        client.wait_for_workers(1, timeout=CONNECT_S)
    except (OSError, TimeoutError, ValueError) as error:
        if client is not None:
            client.close()
        raise InputError(NO_SCHEDULER.format(address=address, seconds=CONNECT_S, reason=error)) from error
    return client


class Dask(Executor):
    """Executor on the workers of a running Dask scheduler."""

    def __init__(self, address: str, limits: Limits) -> None:
        """Connect to `HOST:PORT`; errors are as in `connected`."""
        self._client, self._address, self._limits = connected(address), address, limits
        self._client.run_on_scheduler(_run_lost_batches_once_more)
        self._run = secrets.token_hex(8)
        self._known = self._workers()
        self._names = dict(self._known)
        self.width = max(1, sum(w["nthreads"] for w in self._info().values()))

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return info

    def _workers(self) -> dict[str, str]:
        """Return the name of each worker by its address."""
        return {address: str(worker["name"]) for address, worker in self._info().items()}

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[int, list[Finding]]]:
        """See `Executor`. If a worker is lost, its batch runs again on another; a second loss counts as a crash."""
        from concurrent.futures import CancelledError

        from distributed import as_completed
        from distributed.scheduler import KilledWorker

        done: Any = as_completed  # its signature has no types
        try:
            asked = {
                self._client.submit(_answer, self._run, question, self._limits, pure=False): (i, question)
                for i, question in enumerate(questions)
            }
            for future in done(asked, loop=self._client.loop):
                i, question = asked[future]
                try:
                    found: list[Finding] = future.result()
                except KilledWorker as error:
                    n = len(question.instances)
                    log.warning(
                        "each of the two workers that got a batch of %d puzzles was lost: %s", n, error
                    )
                    found = [failed(Termination.CRASH, WORKER_LOST.format(why=error).en)] * n
                self._tell_lost()
                yield i, found
        except (OSError, CancelledError) as error:
            raise InputError(SCHEDULER_LOST.format(address=self._address, reason=error)) from error

    def _tell_lost(self) -> None:
        """Log workers that were lost; the scheduler gives their batches to other workers."""
        now = self._workers()
        for address in self._known.keys() - now.keys():
            name = self._known[address]
            log.warning("worker %s at %s was lost; its batches run again elsewhere", name, address)
        self._known = now
        self._names.update(now)

    def begin_round(self) -> None:
        """See `Executor`."""
        self._end_workers()
        self._run = secrets.token_hex(8)

    def describe(self) -> dict[str, object]:
        """See `Executor`."""
        limits = self._limits.described()
        return {"executor": "dask", "limits": limits, "workers": self._names, "processes": "round"}

    def __exit__(self, *exc: object) -> None:
        self._end_workers()
        self._client.close()

    def _end_workers(self) -> None:
        with suppress(Exception):  # if the cluster is gone, no worker is left to end
            self._client.run(_end, self._run)


def _run_lost_batches_once_more(dask_scheduler: Any) -> None:
    """Make the scheduler give up a batch that has ended two workers; by default it gives up after four."""
    dask_scheduler.allowed_failures = 1


# -- on a Dask worker ------------------------------------------------------------------------------------------

_idle: dict[tuple[str, Backend], list[IsolatedWorker]] = {}
_busy: dict[str, set[IsolatedWorker]] = {}
_lock = Lock()


def _answer(run: str, question: Question, limits: Limits) -> list[Finding]:
    """Return the findings of an isolated worker; an idle worker of this round is used first."""
    with _lock:
        waiting = _idle.setdefault((run, question.engine), [])
        worker = waiting.pop() if waiting else IsolatedWorker(question.engine, limits)
        _busy.setdefault(run, set()).add(worker)
    try:
        return worker.answer(question)
    finally:
        with _lock:
            _busy[run].discard(worker)
            if not worker.stopped:
                _idle[run, question.engine].append(worker)


def _end(run: str) -> None:
    """End all isolated workers, busy or idle, of a round that is over or was interrupted."""
    with _lock:
        for worker in _busy.get(run, ()):
            worker.stop()
        for key in [key for key in _idle if key[0] == run]:
            for worker in _idle.pop(key):
                worker.kill()
