"""The executors by name, such as `dask://HOST:PORT`: in this process, in isolated workers here, or on a cluster.

All executors take the same questions and give the same findings, so a plan runs unchanged from laptop to cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import TYPE_CHECKING

from sudokubench.backends import Backend, needs_worker
from sudokubench.errors import UsageError
from sudokubench.harness import words
from sudokubench.harness.finding import Finding, Question
from sudokubench.harness.inline import Executor, Inline, Searcher
from sudokubench.harness.limits import Limits
from sudokubench.layout import Layout
from sudokubench.processes import forks

if TYPE_CHECKING:
    from sudokubench.harness.isolation import IsolatedWorker

_HEED_S = 0.1
"""Longest wait between two calls of `heed`, in seconds."""


_Slot = tuple[int | None, dict[Backend, "IsolatedWorker"]]
"""A slot, which works on one question at a time: its processor (None if not pinned), its child for each backend."""


class Local(Executor):
    """Isolated workers on this machine, one child for each backend and each of `jobs` slots.

    Attributes:
        heed: Called regularly while workers are busy; an exception from it ends the wait.
    """

    def __init__(
        self,
        limits: Limits,
        jobs: int = 1,
        pin: bool = False,
        alone: bool = True,
    ) -> None:
        """Set up; children start when they are needed.

        Args:
            limits: The limits of one puzzle.
            jobs: Number of questions at a time.
            pin: Keep each slot on a processor of its own; refuse more jobs than processors.
            alone: Every backend gets a process of its own. Otherwise backends that do not need one run in this process.
                There they search arrays of boards in `jobs` threads; other questions run there only if `jobs` is 1.
        """
        self.width = jobs
        self.heed: Callable[[], object] = lambda: None
        self._limits = limits
        self._alone = alone
        self._inline = Inline(limits)
        self._cores = _cores(jobs) if pin else []
        self._begin()
        forks.holders.add(self)

    def _begin(self) -> None:
        self._slots: SimpleQueue[_Slot] = SimpleQueue()
        self._workers: list[IsolatedWorker] = []
        self._is_over = False
        for i in range(self.width):
            self._slots.put((self._cores[i] if self._cores else None, {}))
        # The kernel kills a child when the thread that started it ends: these threads live as long as the executor.
        self._threads = ThreadPoolExecutor(self.width, "sudokubench")

    def forked(self) -> object:
        """See `forks.Holder`. The forked process starts new workers."""
        held = self._slots, self._workers, self._threads
        self._begin()
        return held

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[int, list[Finding]]]:
        """See `Executor`."""
        pending: dict[Future[list[Finding]], int] = {}
        for n, question in enumerate(questions):
            if self.width == 1 and self._is_here(question.engine):
                yield from self._ended(pending)
                pending.clear()
                yield from ((n, found) for _, found in self._inline.answers([question]))
            else:
                pending[self._threads.submit(self._answer, question)] = n
        yield from self._ended(pending)

    def _is_here(self, engine: Backend) -> bool:
        return not self._alone and not needs_worker(engine)

    def _ended(self, pending: Mapping[Future[list[Finding]], int]) -> Iterator[tuple[int, list[Finding]]]:
        left = set(pending)
        while left:
            self.heed()
            done, left = wait(left, _HEED_S, FIRST_COMPLETED)
            yield from ((pending[future], future.result()) for future in done)

    def searcher(self, engine: Backend, layout: Layout) -> Searcher | None:
        """See `Executor`. The number of threads is the number of jobs."""
        return self._inline.searcher(engine, layout, self.width) if self._is_here(engine) else None

    def _answer(self, question: Question) -> list[Finding]:
        slot = core, children = self._slots.get()
        try:
            if question.engine not in children:
                from sudokubench.harness.isolation import IsolatedWorker

                worker = children[question.engine] = IsolatedWorker(question.engine, self._limits, core)
                self._workers.append(worker)
                if self._is_over:  # `__exit__` may have stopped the workers before this one was there
                    worker.stop()
            return children[question.engine].answer(question)
        finally:
            self._slots.put(slot)

    def begin_round(self) -> None:
        """See `Executor`. Engines in this process stay in it."""
        for worker in self._workers:
            worker.kill()

    def try_again(self) -> None:
        """Let the next questions try problems again that could not be opened: the user may have removed the cause."""
        for worker in self._workers:
            worker.unopened.clear()

    def describe(self) -> dict[str, object]:
        """See `Executor`."""
        return {
            "executor": "local",
            "jobs": self.width,
            "limits": self._limits.described(),
            "cores": self._cores,
            "processes": "round" if self._alone or self.width > 1 else "run",
        }

    def __exit__(self, *exc: object) -> None:
        self._is_over = True
        for worker in self._workers:
            worker.stop()
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.kill()


def cluster_at(where: str, jobs: int = 1, *others: str) -> str | None:
    """Return the `HOST:PORT` of `dask://HOST:PORT`; None for `local`. Refuse anything else.

    For a cluster, refuse more than one job, and `others`: the given options that only workers on this machine obey.
    """
    address = where.removeprefix("dask://")
    if where == "local":
        return None
    if address == where:
        raise UsageError(words.UNKNOWN_EXECUTOR.format(where=where))
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise UsageError(words.EXECUTOR_FORM.format(where=where))
    if options := [*(["--jobs"] if jobs > 1 else []), *others]:
        raise UsageError(words.CLUSTER_WORKERS.format(options=", ".join(options)))
    return address


def executor(
    where: str,
    limits: Limits,
    *,
    isolation: str = "auto",
    jobs: int = 1,
    pin: bool = False,
    rounds: int = 1,
) -> Executor:
    """Return the executor that the command line describes; refuse an unknown place and an impossible combination.

    Args:
        where: `local`, or `dask://HOST:PORT`.
        limits: The limits of one puzzle.
        isolation: `process` gives every backend a process of its own, `inline` none. With several rounds, several jobs
            or `pin`, `auto` does the same as `process`; otherwise it gives a process only to plug-ins and to backends
            that cannot be interrupted. If only several jobs are the reason, threads of this process search arrays of
            boards.
        jobs: Number of questions at a time; more than one needs processes.
        pin: Keep each worker on a processor of its own.
        rounds: Number of rounds through the corpus.
    """
    others = {"--pin": pin, "--isolation inline": isolation == "inline"}
    address = cluster_at(where, jobs, *(name for name, is_given in others.items() if is_given))
    if address is not None:
        from sudokubench.harness.cluster import Dask

        return Dask(address, limits)
    if isolation == "inline":
        if jobs > 1 or pin:
            raise UsageError(words.INLINE_ALONE)
        if limits.memory_bytes is not None or limits.cpu_s is not None:
            raise UsageError(words.INLINE_LIMITS)
        return Inline(limits)
    alone = isolation == "process" or pin or rounds > 1
    return Local(limits, jobs, pin, alone)


def _cores(jobs: int) -> list[int]:
    """Return the processors that this process may use; refuse more jobs than processors."""
    import os

    if not hasattr(os, "sched_getaffinity"):
        raise UsageError(words.NO_PINNING)
    cores = sorted(os.sched_getaffinity(0))
    if jobs > len(cores):
        raise UsageError(words.TOO_FEW_PROCESSORS.format(jobs=jobs, n=len(cores)))
    return cores
