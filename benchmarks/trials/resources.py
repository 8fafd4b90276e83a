"""What isolation costs, and what long runs keep."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle, islice
from time import process_time

from benchmarks.inputs import NINE, easy_boards
from benchmarks.measure import alternate
from benchmarks.trials import Figures, Trial
from sudokubench.backends import backend, backend_list, spec_of
from sudokubench.board import Board
from sudokubench.harness.executors import Inline, Local
from sudokubench.harness.finding import Question
from sudokubench.harness.isolation import IsolatedWorker, Limits


def overhead(puzzles: int, rounds: int) -> Figures:
    """CPU time for a puzzle of a fast engine in a worker, parent and child together, and inline.

    A time alone would tell how busy the machine is. So a fixed piece of work takes turns with the two: a puzzle is
    pickled, sent through a pipe, and read again. Of each the least of several rounds counts: neighbours only add to it.
    """
    engine = backend("dlx")
    instances = [Board.parse(line).instance() for line in easy_boards(puzzles, 3)]
    question = Question(engine, NINE, instances, 2)
    with Local(Limits(recycle_after=10**9)) as local:
        for executor in (Inline(Limits()), local):
            list(executor.answers([question]))
        (worker,) = local._workers

        def spent(work: Callable[[], object]) -> float:
            begun = process_time() + worker._cpu()
            work()
            return (process_time() + worker._cpu() - begun) / puzzles * 1e6

        works = (
            lambda: list(Inline(Limits()).answers([question])),
            lambda: list(local.answers([question])),
            lambda: _through_a_pipe(instances),
        )
        inline, isolated, pipe = map(min, alternate([partial(spent, work) for work in works], rounds))
    return {
        "puzzles": puzzles, "inline_us": inline, "isolated_us": isolated, "overhead_us": isolated - inline,
        "pipe_us": pipe, "overhead_in_pipes": (isolated - inline) / pipe,
    }  # fmt: skip


def _through_a_pipe(values: Sequence[object]) -> None:
    """Pickle each value, write it into a pipe, read it and unpickle it."""
    read, write = os.pipe()
    for value in values:
        os.write(write, pickle.dumps(value))
        pickle.loads(os.read(read, 1 << 16))
    os.close(read)
    os.close(write)


def memory(solves: int, backends: str, recycle_after: int) -> Figures:
    """The most memory that a worker has had beyond what it had after the first solves, by the number of solves."""
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
                now = worker._memory() if worker._process is not None else 0
                if done < settle:
                    first = max(first, now)
                most = max(most, now)
            growth[spec_of(engine)] = max(0, most - first) / solves
            recycled[spec_of(engine)] = worker.recycled
    return {"solves": solves, "bytes_a_solve": growth, "recycled": recycled, "most": max(growth.values())}


TRIALS = {
    "overhead": Trial(
        "Isolation costs at most 20 times the CPU time of pickling a puzzle and sending it through a pipe.",
        overhead, {"puzzles": 1000, "rounds": 5}, {"puzzles": 4000, "rounds": 15},
        lambda f: f["overhead_in_pipes"] <= 20,
    ),
    "memory": Trial(
        "A worker grows by at most 1 KB a solve.",
        memory, {"solves": 2000, "backends": "dlx,sat", "recycle_after": 20_000},
        {"solves": 20_000, "backends": "all", "recycle_after": 20_000}, lambda f: f["most"] <= 1024,
    ),
}  # fmt: skip
