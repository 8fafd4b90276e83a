"""A backend for tests: its answers are right, and its options set its cost."""

import os
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

import psutil

from sudokubench.answer import Solution
from sudokubench.backends.algorithm_x import AlgorithmX
from sudokubench.backends.base import Backend, Engine, EngineSession, Search
from sudokubench.problem import Instance, Problem

_RESTLESS = "while True: pass"

_hoard: list[bytearray] = []


def gulp(mb: int) -> bytearray:
    """Return an array of this many bytes, all resident."""
    taken = bytearray(mb << 20)
    taken[::4096] = b"x" * len(taken[::4096])
    return taken


@dataclass(frozen=True, slots=True)
class Costly(Backend):
    """Algorithm X, which answers at once by default.

    Attributes:
        opening_mb: Memory that opening a problem takes and gives back.
        hoarded_mb: Memory that opening a problem takes and keeps.
        search_mb: Memory that each search takes, and gives back before its answer.
        cpu_s: CPU time of each search; with `child`, the child takes it while the search sleeps.
        hangs: Opening never ends.
        child: Opening starts a process that never rests.
    """

    opening_mb: int = 0
    hoarded_mb: int = 0
    search_mb: int = 0
    cpu_s: float = 0.0
    hangs: bool = False
    child: bool = False

    kind: ClassVar[str] = "test"
    interruptible: ClassVar[bool] = False

    def open(self, problem: Problem) -> EngineSession:
        gulp(self.opening_mb)
        _hoard.append(gulp(self.hoarded_mb))
        while self.hangs:
            time.sleep(1)
        child = subprocess.Popen([sys.executable, "-S", "-c", _RESTLESS]) if self.child else None
        return EngineSession(problem, _Engine(self, AlgorithmX().open(problem), child))


class _Engine(Engine):
    def __init__(
        self, engine: Costly, honest: EngineSession, child: subprocess.Popen[bytes] | None = None
    ) -> None:
        self._engine = engine
        self._honest = honest
        self._child = child

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        begun, end = time.perf_counter_ns(), self._cpu_s() + self._engine.cpu_s
        if instance.chosen:  # the warm-up has no clues
            gulp(self._engine.search_mb)
            while self._cpu_s() < end:
                if self._child is not None:
                    time.sleep(0.01)
        search.stats["process"] = os.getpid()
        found = list(self._honest.search(instance, limit=2))
        search.solve_ns += time.perf_counter_ns() - begun
        yield from found

    def _cpu_s(self) -> float:
        if self._child is None:
            return time.process_time()
        times = psutil.Process(self._child.pid).cpu_times()
        return times.user + times.system

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
