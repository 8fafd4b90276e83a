"""The same questions on a Dask cluster: batches travel, isolation happens where they arrive.

A task holds a whole batch, since a task costs milliseconds and a puzzle microseconds. Inside it the batch goes to
an isolated worker process, so that an engine which crashes does not take the Dask worker with it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Any, Self

from sudokubench.backends import Backend
from sudokubench.errors import BackendUnavailable, InputError
from sudokubench.harness.finding import Finding, Question, Termination, failed
from sudokubench.harness.isolation import IsolatedWorker, Limits

log = logging.getLogger("sudokubench.cluster")

_CONNECT_S = 10


class Dask:
    """Executor on the workers of a running Dask scheduler."""

    def __init__(self, address: str, limits: Limits) -> None:
        """Connect to `HOST:PORT`.

        Raises:
            BackendUnavailable: The package `distributed` is not installed (extra `cluster`).
            InputError: Nobody answers there, or there are no workers.
        """
        try:
            from distributed import Client
        except ImportError as error:
            raise BackendUnavailable(
                "--executor dask:// needs: pip install 'sudokubench[cluster]'"
            ) from error
        try:
            connect: Any = Client  # its signature has no types
            self._client = connect(f"tcp://{address}", timeout=_CONNECT_S, set_as_default=False)
            self._client.wait_for_workers(1, timeout=_CONNECT_S)
        except (OSError, TimeoutError, ValueError) as error:
            raise InputError(
                f"no Dask scheduler with workers answers at {address} within {_CONNECT_S} s: {error}"
            ) from error
        self._limits = limits
        self._known = self._workers()
        self._names = dict(self._known)
        self.width = max(1, sum(w["nthreads"] for w in self._info().values()))

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return info

    def _workers(self) -> dict[str, str]:
        """Name of each worker by its address."""
        return {address: str(worker["name"]) for address, worker in self._info().items()}

    def answers(self, questions: Iterable[Question]) -> Iterator[list[Finding]]:
        """See `Executor`. A batch whose worker was lost runs again once; if that is lost too it is a crash."""
        from distributed.scheduler import KilledWorker

        futures = [
            (question, self._client.submit(_answer, question, self._limits, pure=False))
            for question in questions
        ]
        for question, future in futures:
            try:
                found: list[Finding] = future.result()
            except KilledWorker as error:
                log.warning(
                    "a batch of %d puzzles was lost with its worker: %s", len(question.instances), error
                )
                found = [failed(Termination.CRASH, f"its worker was lost: {error}")] * len(question.instances)
            self._tell_lost()
            yield found

    def _tell_lost(self) -> None:
        """Remark on workers that are gone; the scheduler gives their batches to others."""
        now = self._workers()
        for address in self._known.keys() - now.keys():
            log.warning(
                "worker %s at %s was lost; its batches run again elsewhere", self._known[address], address
            )
        self._known = now
        self._names.update(now)

    def describe(self) -> dict[str, object]:
        """See `Executor`."""
        return {"executor": "dask", "limits": self._limits.described(), "workers": self._names}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._client.close()


_idle: dict[tuple[Backend, Limits], list[IsolatedWorker]] = {}
_lock = Lock()


def _answer(question: Question, limits: Limits) -> list[Finding]:
    """On a Dask worker: ask an isolated worker, one that is idle if there is one."""
    engine = question.engine
    with _lock:
        waiting = _idle.setdefault((engine, limits), [])
        worker = waiting.pop() if waiting else IsolatedWorker(engine, limits)
    try:
        return worker.ask(question.problem, question.instances, question.limit)
    finally:
        with _lock:
            _idle[engine, limits].append(worker)
