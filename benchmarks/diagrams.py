"""Compare counts by `dxz` and `dlx`, each in a process: `python benchmarks/diagrams.py` prints a table as Markdown.

Times are CPU times of the search. The time to open a cover and to compile a kernel does not count.
"""

from __future__ import annotations

import resource
import sys
from subprocess import PIPE, run
from time import process_time

from sudokubench.answer import Budget, Stop
from sudokubench.backends import backend
from sudokubench.backends.dxz import order_of
from sudokubench.backends.pool import lent_session
from sudokubench.problem import Instance
from sudokubench.problems import named

SECONDS = {"dxz": 60, "dlx": 5}
"""Largest CPU time of each engine for a cover, in seconds."""
COVERS = (
    "domino:8", "domino:12", "domino:16", "domino:20", "aztec:8", "polyomino:1,2,3:8x8", "tromino:9", "tromino:12",
    "tromino:15", "tromino:18", "rectangles:6", "pentomino:4x15", "pentomino:5x12", "pentomino:6x10",
    "soma:3x3x3", "queens:12", "langford:11", "latin:5", "matching:complete20",
)  # fmt: skip


def measured(engine: str, name: str) -> str:
    """Return CPU time, nodes, memory and count of an engine, as columns."""
    problem = named(name)
    with lent_session(backend(engine), problem) as session:
        begun = process_time()
        outcome = session.search(Instance(), budget=Budget(seconds=600.0)).outcome()
        spent = process_time() - begun
    ended = "" if outcome.stop is Stop.EXHAUSTED else f" ({outcome.stop.value})"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return f"{spent:.3g} s{ended} | {outcome.stats['nodes']:,} | {peak} MB\t{outcome.count:,}{'+' if ended else ''}"


def main() -> None:
    """Print the table."""
    if len(sys.argv) == 3:
        print(measured(*sys.argv[1:]))
        return
    print("| cover | open items | `dxz` | states | memory | `dlx` | nodes | memory | solutions |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in COVERS:
        columns, counts = [], []
        for engine in ("dxz", "dlx"):
            limit = ["prlimit", f"--cpu={SECONDS[engine]}", sys.executable, __file__, engine, name]
            out = run(limit, stdout=PIPE, text=True, check=False).stdout
            row, _, count = out.strip().partition("\t")
            columns.append(row or f"> {SECONDS[engine]} s | – | –")
            counts.append(count)
        width, told = order_of(named(name))[1], " | ".join(columns)
        print(f"| {name} | {width} | {told} | {counts[0] or '–'} |", flush=True)


if __name__ == "__main__":
    main()
