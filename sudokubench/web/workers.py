"""The isolated workers of races, kept for the next one: to start an engine takes longer than most searches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer

from sudokubench.harness.executors import Local
from sudokubench.harness.isolation import Limits

_IDLE_S = 120.0


class Workers:
    """One set of workers is kept, for a while after its last use."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: tuple[Limits, Local, Timer] | None = None

    @contextmanager
    def lent(self, limits: Limits, heed: Callable[[], object]) -> Iterator[Local]:
        """Workers with these limits; `heed` is called while they work. What fails, or is cancelled, ends them."""
        executor = self._taken(limits) or Local(limits)
        executor.heed = heed
        try:
            yield executor
        except BaseException:
            executor.__exit__()
            raise
        timer = Timer(_IDLE_S, self._taken)
        timer.daemon = True
        timer.start()
        self._taken()
        with self._lock:
            self._kept = limits, executor, timer

    def _taken(self, limits: Limits | None = None) -> Local | None:
        """Those that are kept, if they have these limits; others are ended."""
        with self._lock:
            kept, self._kept = self._kept, None
        if kept is None:
            return None
        has, executor, timer = kept
        timer.cancel()
        if has == limits:
            return executor
        executor.__exit__()
        return None
