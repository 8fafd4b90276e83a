"""A backend that ignores budgets, signals and other threads, for trials and tests of the harness."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import ClassVar, Literal

from sudokubench.answer import Solution
from sudokubench.backends.algorithm_x import AlgorithmX
from sudokubench.backends.base import Backend, Engine, EngineSession, Search
from sudokubench.problem import Instance, Problem

WAYS = ("busy", "lingeling", "cadical153", "children", "liar", "mumbles", "burners", "daemon", "relay")
EATERS = ("eats", "eaters", "eating daemon")
"""Ways that take ever more memory: in the process, in its children, or in an orphan with a session of its own."""
STARTED = "SUDOKUBENCH_TEST_STARTED"
"""Environment variable with the name of a file. When a search begins, its monotonic time and CPU time go into the file.
"""
GO_ON = ".go"
"""Ending of a file name: `waits` waits for a file whose name is the name in `STARTED` with this ending."""


def pigeonholes(n: int) -> list[list[int]]:
    """Return clauses: n + 1 pigeons in n holes. Every resolution proof of the contradiction is exponentially long."""
    holes = [[n * pigeon + hole + 1 for hole in range(n)] for pigeon in range(n + 1)]
    return holes + [[-a, -b] for hole in zip(*holes, strict=True) for a, b in combinations(hole, 2)]


_BURN = "while True: pass"
_BURN_BRIEFLY = "import time\nwhile time.process_time() < 0.03: pass"
_EAT = "import time\ntaken = []\nwhile True: taken.append(bytearray(b'x') * (1 << 20)); time.sleep(0.001)"
_DETACHED = "import os\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\n"


def _python(program: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-I", "-S", "-c", program])


@dataclass(frozen=True, slots=True)
class Stubborn(Backend):
    """A backend that works for ever, in a way that its option names. `liar` claims that it can be interrupted.

    `burners`, `daemon` and `relay` work in other processes: two children, an orphan with a session of its own, or one
    short-lived child after the other. `deserts` and `deserts daemon` leave such processes behind and die. `closed`
    cannot open a problem. `waits` is honest as soon as a file exists.
    """

    way: Literal[
        "busy", "lingeling", "cadical153", "children", "liar", "mumbles", "burners", "daemon", "relay",
        "eats", "eaters", "eating daemon", "deserts", "deserts daemon", "closed", "waits",
    ]  # fmt: skip

    kind: ClassVar[str] = "test"

    @property
    def interruptible(self) -> bool:
        return self.way == "liar"

    def open(self, problem: Problem) -> EngineSession:
        if self.way == "closed":
            raise RuntimeError("closed on Sundays")
        return EngineSession(problem, _Stubborn(self.way, AlgorithmX().open(problem)))


KILL = "SUDOKUBENCH_TEST_KILL"
"""Environment variable with the name of a file. The file has the number of further reduced boards after which `Liar`
kills its process."""
EASY_CLUES = 30


@dataclass(frozen=True, slots=True)
class Liar(Backend):
    """Algorithm X that claims that boards with certain clues have no solution.

    If `KILL` names a file, the backend kills its process after that number of reduced boards: while a disagreement is
    made smaller.
    """

    kind: ClassVar[str] = "test"

    def open(self, problem: Problem) -> EngineSession:
        return EngineSession(problem, _Lying(AlgorithmX().open(problem)))


class _Lying(Engine):
    def __init__(self, honest: EngineSession) -> None:
        self._honest = honest

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution | int, None, None]:
        file = Path(os.environ.get(KILL, os.devnull))
        if file.is_file() and len(instance.chosen) < EASY_CLUES:
            left = int(file.read_text())
            if left == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            file.write_text(str(left - 1))
        if not {100, 400} & set(instance.chosen):
            yield from self._honest.engine.solutions(instance, search)


class _Stubborn(Engine):
    def __init__(self, way: str, honest: EngineSession) -> None:
        self._way = way
        self._honest = honest

    def solutions(self, instance: Instance, search: Search) -> Generator[Solution]:
        if self._way in EATERS and not instance.chosen:  # the warm-up is not a puzzle
            return
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGALRM})
        Path(os.environ[STARTED]).write_text(f"{time.monotonic()} {time.process_time()}")
        if self._way in {"children", "deserts"}:
            for _ in range(3):
                subprocess.Popen(["sleep", "600"])
        work = _EAT if self._way in EATERS else _BURN
        if self._way in {"burners", "eaters"}:
            for _ in range(2):
                _python(work)
        if "daemon" in self._way:
            _python(_DETACHED + work).wait()
        while self._way == "relay":
            _python(_BURN_BRIEFLY).wait()
        if self._way == "eats":
            exec(_EAT, {})
        if self._way.startswith("deserts"):
            os.kill(os.getpid(), signal.SIGSEGV)
        if work is _EAT or self._way in {"burners", "daemon"}:
            signal.pause()
        if self._way == "mumbles":  # write half an answer on the channel of answers
            os.write(int(sys.argv[1]), b'[[1,"exhausted",')
        if self._way in {"lingeling", "cadical153"}:
            from pysat.solvers import Solver

            with Solver(self._way, bootstrap_with=pigeonholes(12)) as solver:
                solver.solve()
        if self._way == "waits":
            while not Path(os.environ[STARTED] + GO_ON).exists():
                time.sleep(0.01)
            begun = time.perf_counter_ns()
            yield from list(self._honest.search(instance))
            search.solve_ns += time.perf_counter_ns() - begun
            return
        while True:
            pass
