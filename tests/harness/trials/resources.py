"""What isolation costs, and what long runs keep."""

from __future__ import annotations

import time
from itertools import cycle, islice

from harness.trials import Figures, Trial
from harness.trials.processes import corpus_lines

from sudokubench.backends import backend, backend_list, spec_of
from sudokubench.board import Board
from sudokubench.harness.executors import Inline, Local
from sudokubench.harness.finding import Question
from sudokubench.harness.isolation import IsolatedWorker, Limits


def overhead(puzzles: int, rounds: int) -> Figures:
    """CPU time for a puzzle of a fast engine in a worker, parent and child together, and inline.

    The least of several rounds: neighbours on the machine can only add to it.
    """
    engine = backend("dlx")
    boards = [Board.parse(line) for line in corpus_lines(puzzles, 3)]
    question = Question(engine, boards[0].layout, [board.instance() for board in boards], 2)
    inline, isolated = [], []
    with Local(Limits(recycle_after=10**9)) as local:
        for executor in (Inline(Limits()), local):
            list(executor.answers([question]))
        (worker,) = local._workers
        for _ in range(rounds):
            for times, executor in ((inline, Inline(Limits())), (isolated, local)):
                begun = time.process_time() + worker._cpu()
                list(executor.answers([question]))
                times.append((time.process_time() + worker._cpu() - begun) / puzzles * 1e6)
    return {
        "puzzles": puzzles,
        "inline_us": min(inline),
        "isolated_us": min(isolated),
        "overhead_us": min(isolated) - min(inline),
    }


def memory(solves: int, backends: str, recycle_after: int) -> Figures:
    """The most memory that a worker has had beyond what it had after the first solves, by the number of solves."""
    boards = [Board.parse(line) for line in corpus_lines(200, 4)]
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
        "Isolation costs at most 100 µs of CPU time a puzzle.",
        overhead, {"puzzles": 2000, "rounds": 5}, {"puzzles": 4000, "rounds": 15}, lambda f: f["overhead_us"] <= 100,
    ),
    "memory": Trial(
        "A worker grows by at most 1 KB a solve.",
        memory, {"solves": 2000, "backends": "dlx,sat", "recycle_after": 20_000},
        {"solves": 20_000, "backends": "all", "recycle_after": 20_000}, lambda f: f["most"] <= 1024,
    ),
}  # fmt: skip
