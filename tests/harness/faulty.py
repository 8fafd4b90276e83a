"""A backend for tests that lies, dies or misbehaves in the way that its option names."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from sudokubench.answer import Solution
from sudokubench.backends.algorithm_x import AlgorithmX
from sudokubench.backends.base import Backend, Engine, EngineSession, Search
from sudokubench.problem import Instance, Problem

FAULTS = (
    "wrong_digit", "changed_clue", "false_none", "false_unique", "missed_second", "same_twice", "no_option", "hang",
    "segfault", "abort", "memory_hog", "slow_leak", "exception", "truncated_output", "lying_clock", "nondeterminism",
)  # fmt: skip

_leak: list[bytes] = []
_turns = count()


@dataclass(frozen=True, slots=True)
class Faulty(Backend):
    """Algorithm X, spoiled."""

    fault: str

    kind: ClassVar[str] = "test"
    interruptible: ClassVar[bool] = False

    def open(self, problem: Problem) -> EngineSession:
        return EngineSession(problem, _Engine(self.fault, AlgorithmX().open(problem)))


class _Engine(Engine):
    def __init__(self, fault: str, honest: EngineSession) -> None:
        self._fault = fault
        self._honest = honest

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        fault = self._fault
        begun = time.perf_counter_ns()
        honest = list(self._honest.search(instance, limit=3))
        if fault == "hang":
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGALRM})
            while True:
                pass
        if fault == "segfault":
            ctypes.string_at(0)
        if fault == "abort":
            os.abort()
        if fault == "memory_hog":
            hog = bytearray(400 << 20)
            hog[::4096] = b"x" * len(hog[::4096])
            signal.pause()
        if fault == "slow_leak":
            _leak.append(b"x" * (4 << 20))
        if fault == "exception":
            raise RuntimeError("no idea")
        if fault == "truncated_output":
            os.write(int(sys.argv[1]), b"\0\0\1")
            os._exit(0)
        if fault == "false_none" or (fault == "nondeterminism" and next(_turns) % 2):
            honest = []
        if fault == "false_unique":
            honest = honest[:1]
        if fault == "missed_second" and len(honest) > 1:
            del honest[1]
            honest = honest[:1]
        if fault == "same_twice" and honest:
            honest = [honest[0], honest[0]]
        if fault == "no_option":
            honest = [(*solution[1:], -1) for solution in honest]
        if fault == "wrong_digit":
            honest = [_other_digit(s, len(s) // 2) for s in honest]
        if fault == "changed_clue" and instance.chosen:
            honest = [_without_clue(self._honest, instance)]
        search.solve_ns += 10**15 if fault == "lying_clock" else time.perf_counter_ns() - begun
        yield from honest


def _other_digit(solution: Solution, cell: int) -> Solution:
    n = round(len(solution) ** 0.5)
    spoiled = list(solution)
    spoiled[cell] = n * cell + (spoiled[cell] % n + 1) % n
    return tuple(spoiled)


def _without_clue(session: object, instance: Instance) -> Solution:
    """Return a valid grid with another digit in place of the first clue."""
    for solution in session.search(Instance(instance.chosen[1:])):  # type: ignore[attr-defined]
        if instance.chosen[0] not in solution:
            return tuple(solution)
    raise AssertionError("the first clue follows from the others")
