"""A clock for time limits, which stands while kernels are compiled: what is done once costs no puzzle its time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class _Clock:
    """Seconds since some moment, without those for which it stood."""

    def __init__(self) -> None:
        self._stood_s = 0.0

    def now_s(self) -> float:
        """What it shows."""
        return perf_counter() - self._stood_s

    @contextmanager
    def standing(self) -> Iterator[None]:
        """While this lasts no time goes by."""
        begun = self.now_s()
        try:
            yield
        finally:
            self._stood_s += self.now_s() - begun


CLOCK = _Clock()
"""That of this process."""
