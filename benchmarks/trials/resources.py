"""Measure the cost of isolation, and the memory that long runs keep."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from multiprocessing import Pipe
from time import process_time

from benchmarks import ROOT
from benchmarks.inputs import NINE, easy_boards
from benchmarks.measure import alternate
from benchmarks.trials import Figures, Trial
from sudokubench.backends import backend, backend_list, spec_of
from sudokubench.board import Board
from sudokubench.harness.executors import Local
from sudokubench.harness.finding import Question
from sudokubench.harness.inline import Inline
from sudokubench.harness.isolation import IsolatedWorker
from sudokubench.harness.limits import Limits


def overhead(puzzles: int, rounds: int, allowed_us: float | None) -> Figures:
    """Measure the CPU time of a fast engine per puzzle: in a worker, parent and child together, and inline.

    A time alone would show how busy the machine is. So a bare round trip takes turns with the two measurements: a
    process gets a puzzle and sends it back. For each, the least of several rounds counts, because other processes can
    only increase a time.
    """
    engine = backend("dlx")
    instances = [Board.parse(line).instance() for line in easy_boards(puzzles, 3)]
    question = Question(engine, NINE, instances, 2)
    ours, theirs = Pipe()
    echo = subprocess.Popen(  # in a session of its own; otherwise it would be watched as a process of an engine
        [sys.executable, "-c", _ECHO, str(theirs.fileno())], cwd=ROOT, pass_fds=[theirs.fileno()],
        start_new_session=True,
    )  # fmt: skip
    theirs.close()
    with Local(Limits(recycle_after=10**9)) as local:

        def round_trips() -> None:
            for instance in instances:
                ours.send(instance)
                ours.recv()

        works = (
            lambda: list(Inline(Limits()).answers([question])),
            lambda: list(local.answers([question])),
            round_trips,
        )
        for work in works:  # warm up all of them, and start a worker
            work()
        (worker,) = local._workers

        def spent(work: Callable[[], object]) -> float:
            begun = process_time() + worker._process.family.own_cpu_s + _cpu_of(echo.pid)
            work()
            return (
                (process_time() + worker._process.family.own_cpu_s + _cpu_of(echo.pid) - begun)
                / puzzles
                * 1e6
            )

        inline, isolated, trip = map(min, alternate([partial(spent, work) for work in works], rounds))
    ours.close()
    echo.wait()
    return {
        "puzzles": puzzles, "inline_us": inline, "isolated_us": isolated, "overhead_us": isolated - inline,
        "round_trip_us": trip, "allowed_us": allowed_us,
    }  # fmt: skip


_ECHO = """
import sys
from multiprocessing.connection import Connection
channel = Connection(int(sys.argv[1]))
try:
    while True:
        channel.send(channel.recv())
except EOFError:
    pass
"""
"""A program that sends back its input until the input ends."""


def _cpu_of(pid: int) -> float:
    """Return the CPU time of a process so far, in seconds, by the clock that clock_getcpuclockid(3) names."""
    return time.clock_gettime(~pid << 3 | 2)


def memory(solves: int, backends: str, recycle_after: int) -> Figures:
    """Return the largest growth of a worker's memory after the first solves, by the number of solves."""
    boards = [Board.parse(line) for line in easy_boards(200, 4)]
    problem, instances = boards[0].layout, [board.instance() for board in boards]
    growth: dict[str, float] = {}
    recycled: dict[str, int] = {}
    settle = max(200, solves // 20)
    for engine in backend_list(backends):
        if engine.unsupported(problem) is not None:
            continue
        with IsolatedWorker(engine, Limits(recycle_after=recycle_after)) as worker:
            first = most = 0
            for done in range(0, settle + solves, 200):
                worker.ask(problem, list(islice(cycle(instances), 200)), 2)
                now = worker._process.family.memory_bytes() if worker._process is not None else 0
                if done < settle:
                    first = max(first, now)
                most = max(most, now)
            growth[spec_of(engine)] = max(0, most - first) / solves
            recycled[spec_of(engine)] = worker.recycled
    return {"solves": solves, "bytes_a_solve": growth, "recycled": recycled, "most": max(growth.values())}


TRIALS = {
    "overhead": Trial(
        "Isolation costs at most 80 µs of CPU time a puzzle (anywhere: twice that of sending one to another process "
        "and back).",
        overhead, {"puzzles": 1000, "rounds": 5, "allowed_us": None},
        {"puzzles": 4000, "rounds": 15, "allowed_us": 80.0},
        lambda f: f["overhead_us"] <= (f["allowed_us"] or 2 * f["round_trip_us"]),
    ),
    "memory": Trial(
        "A worker grows by at most 1 KB a solve.",
        memory, {"solves": 2000, "backends": "dlx,sat", "recycle_after": 20_000},
        {"solves": 20_000, "backends": "all", "recycle_after": 20_000}, lambda f: f["most"] <= 1024,
    ),
}  # fmt: skip
