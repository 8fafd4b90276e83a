"""Estimate the cost of a billion puzzles: a model from measurements on this machine, and a simulation of the whole run.

    python -m benchmarks.scale [--puzzles N] [--backend NAME] [--cores N] [--clients N] [--batch N] [--mtbf-h HOURS]

In some seconds the program measures the cost of one puzzle on this machine: in a worker, on the network, in the client
(which judges and writes), and on the disk. Then it simulates a run on many cores, batch by batch; workers are lost at
random. It prints a table in Markdown. docs/guide/scale.md explains the result.
"""

from __future__ import annotations

import argparse
import heapq
import pickle
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.inputs import NINE, easy_boards
from benchmarks.measure import cpu_seconds
from sudokubench.backends import Backend, backend
from sudokubench.board import Board
from sudokubench.harness.corpus import Entry, entry_of
from sudokubench.harness.crosscheck import judge
from sudokubench.harness.executors import Local
from sudokubench.harness.finding import Claim, Finding, Question, Task
from sudokubench.harness.limits import Limits
from sudokubench.harness.plan import Plan
from sudokubench.harness.runner import Judged
from sudokubench.harness.store import Store

TASK_S = 3.5e-3
"""Cost of a Dask task for its scheduler, in seconds."""
RESTART_S = 30.0
"""Time from the loss of a worker until another worker takes its place, in seconds."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Cost of one puzzle for one backend: seconds of one core, and bytes."""

    worker_s: float
    read_s: float
    judge_s: float
    store_s: float
    sent_bytes: float
    received_bytes: float
    disk_bytes: float

    @property
    def client_s(self) -> float:
        """Work of the client, in seconds."""
        return self.read_s + self.judge_s + self.store_s


def measured(engine: Backend, n: int = 3000) -> Costs:
    """Measure the costs of easy boards with one solution on this machine."""
    lines = easy_boards(n, 1)
    entries: list[Entry] = []

    def read() -> None:
        entries[:] = [entry_of(Board.parse(line), "x", i) for i, line in enumerate(lines, 1)]

    read_s = cpu_seconds(read) / n
    question = Question(engine, NINE, [entry.instance for entry in entries], 2)
    found: list[Finding] = []
    with Local(Limits()) as local:
        ((_, found),) = local.answers([question])
        (worker,) = local._workers
        begun = time.process_time() + worker._process.family.own_cpu_s
        ((_, found),) = local.answers([question])
        # both processes are on the machine of the Dask worker
        worker_s = (time.process_time() + worker._process.family.own_cpu_s - begun) / n
    claimed = ((Claim("x", 0, finding, engine.kind),) for finding in found)
    pairs = list(zip(entries, claimed, strict=True))
    judged: list[Judged] = []

    def judge_all() -> None:
        judged[:] = [Judged(i, e, claims, judge(e, claims)) for i, (e, claims) in enumerate(pairs)]

    judge_s = cpu_seconds(judge_all) / n
    with tempfile.TemporaryDirectory() as folder:
        with Store(folder) as store:
            run = store.begin(Plan(("x",), ("x",), Task.UNIQUE), {})
            store_s = cpu_seconds(lambda: store.add(run, judged)) / n
        disk = Path(folder, "runs.db").stat().st_size / n
    sent, received = (len(pickle.dumps(what)) / n for what in (question, found))
    return Costs(worker_s, read_s, judge_s, store_s, sent, received, disk)


@dataclass(frozen=True, slots=True)
class Played:
    """A simulated run.

    Attributes:
        hours: Time from the first batch to the last.
        lost_batches: Number of batches whose worker was lost, and that ran again.
        lost_twice: Number of batches that were lost again: their puzzles are reported as crashes.
        busy: Share of the time of the cores that went into batches whose results count.
    """

    hours: float
    lost_batches: int
    lost_twice: int
    busy: float


def play(batches: int, batch_s: float, client_s: float, cores: int, mtbf_s: float, seed: int = 0) -> Played:
    """Simulate a run: give batches to free workers. The client handles them one after the other in `client_s` each."""
    random = Random(seed)
    free = [(0.0, core) for core in range(cores)]
    dies = [random.expovariate(1 / mtbf_s) for _ in range(cores)]
    client = end = 0.0
    waiting, again, lost, twice = batches, 0, 0, 0
    while waiting or again:
        second = again > 0
        waiting, again = (waiting, again - 1) if second else (waiting - 1, again)
        now, core = heapq.heappop(free)
        now = max(now, client - cores * batch_s)  # at most `cores` batches are in progress
        done = now + batch_s * random.uniform(0.9, 1.1)
        if dies[core] < done:
            lost += 1
            twice += second
            again += not second
            back = max(now, dies[core]) + RESTART_S
            dies[core] = back + random.expovariate(1 / mtbf_s)
            heapq.heappush(free, (back, core))
            continue
        client = max(client, done) + client_s
        end = max(end, client)
        heapq.heappush(free, (done, core))
    return Played(end / 3600, lost, twice, batches * batch_s / (end * cores))


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="What a billion puzzles would cost.")
    parser.add_argument("--puzzles", type=float, default=1e9)
    parser.add_argument("--backend", default="dlx")
    parser.add_argument("--cores", type=int, default=64)
    parser.add_argument("--clients", type=int, help="default: the number that the cores need")
    parser.add_argument("--mtbf-h", type=float, default=1000.0, help="mean hours until a worker is lost")
    parser.add_argument("--batch", type=int, default=1000)
    options = parser.parse_args(words)
    costs = measured(backend(options.backend))
    n = options.puzzles
    print(f"| {options.backend}, measured here | a puzzle | {n:.0e} puzzles |\n|---|---|---|")
    for name, seconds in (
        ("search, isolated", costs.worker_s), ("read", costs.read_s), ("judge", costs.judge_s),
        ("write", costs.store_s),
    ):  # fmt: skip
        print(f"| {name} | {1e6 * seconds:.0f} µs | {seconds * n / 3600:,.1f} h of one core |")
    for name, size in (
        ("sent to workers", costs.sent_bytes), ("sent back", costs.received_bytes), ("database", costs.disk_bytes),
    ):  # fmt: skip
        print(f"| {name} | {size:.0f} bytes | {size * n / 1e9:,.0f} GB |")
    fed = costs.worker_s / (costs.client_s + TASK_S / options.batch)
    enough = options.clients or max(1, round(options.cores / fed))
    print(f"\nOne client feeds {fed:.1f} cores.\n")
    print("| cores | clients | hours | busy | batches lost | lost twice |\n|---|---|---|---|---|---|")
    for cores, clients in ((options.cores, 1), (options.cores, enough), (4 * options.cores, 4 * enough)):
        part = max(1, cores // clients)
        batches = max(1, round(n / clients / options.batch))
        client_s = options.batch * costs.client_s + TASK_S
        work = options.batch * costs.worker_s
        each = [play(batches, work, client_s, part, 3600 * options.mtbf_h, seed) for seed in range(clients)]
        print(
            f"| {cores} | {clients} | {max(one.hours for one in each):,.1f} | "
            f"{100 * sum(one.busy for one in each) / clients:.0f} % | "
            f"{sum(one.lost_batches for one in each):,} | {sum(one.lost_twice for one in each):,} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
