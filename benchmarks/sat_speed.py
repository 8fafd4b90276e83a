"""What the SAT backend costs: solvers against each other, against a bare loop on the same PySAT calls, and drift.

    python benchmarks/sat_speed.py CORPUS [--boards N] [--solvers A,B] [--encodings A,B] [--drift]

CORPUS holds boards of 9x9 with one solution, one a line, such as the 49,151 puzzles of 17 clues. Times are CPU
time of this process. Contestants take turns on blocks of boards, so that a noisy machine disturbs all alike;
ratios are medians over the blocks, with the quartiles.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from time import process_time

from pysat.solvers import Solver

from sudokubench.answer import Verdict
from sudokubench.backends import sat
from sudokubench.board import Board, Instance
from sudokubench.encodings.cnf import ENCODINGS, cnf
from sudokubench.layout import Layout

NINE = Layout.standard(9)
BLOCK = 400  # boards; the bare loop loads a solver for each block, as often as the backend does
Contestant = Callable[[list[Instance]], None]


def session(solver: str, encoding: str) -> Contestant:
    """The backend as it is."""
    opened = sat.Sat(solver, encoding).open(NINE)  # type: ignore[arg-type]

    def run(instances: list[Instance]) -> None:
        for instance in instances:
            assert opened.search(instance, limit=2).outcome().verdict is Verdict.UNIQUE

    return run


def bare_loop(solver: str, encoding: str) -> Contestant:
    """The same calls of PySAT with nothing around them."""
    clauses = cnf(NINE, encoding).clauses  # type: ignore[arg-type]
    options = sat.SOLVERS[solver].options

    loaded: Solver | None = None  # kept between blocks, as a session keeps its own

    def run(instances: list[Instance]) -> None:
        nonlocal loaded
        if loaded is not None:
            loaded.delete()
        loaded = Solver(name=solver)
        if options:
            loaded.configure(options)
        loaded.append_formula(clauses)
        active = cnf(NINE, encoding).n_variables  # type: ignore[arg-type]
        for instance in instances:
            active += 1
            assumptions = [option + 1 for option in instance.chosen]
            given = set(assumptions)
            loaded.conf_budget(200)
            assert loaded.solve_limited(assumptions, expect_interrupt=True)
            model = loaded.get_model()[:729]
            clause = [-variable for variable in model if variable > 0 and variable not in given]
            clause.append(-active)
            loaded.add_clause(clause)
            assumptions.append(active)
            loaded.conf_budget(200)
            assert loaded.solve_limited(assumptions, expect_interrupt=True) is False
            loaded.add_clause([-active])

    return run


def compare(instances: list[Instance], contestants: dict[str, Contestant]) -> None:
    """Print boards a second, and the time of each contestant as a multiple of the first one's."""
    blocks = [instances[i : i + BLOCK] for i in range(0, len(instances) - BLOCK + 1, BLOCK)]
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for run in contestants.values():
        run(blocks[0])
    for block in blocks:
        for name, run in contestants.items():
            begun = process_time()
            run(block)
            seconds[name].append(process_time() - begun)
    first = next(iter(seconds.values()))
    for name, times in seconds.items():
        ratios = [t / reference for t, reference in zip(times, first, strict=True)]
        low, _, high = quantiles(ratios, n=4)
        rate = BLOCK * len(times) / sum(times)
        print(f"{name:32} {rate:8.0f}/s   {median(ratios):5.2f}x  ({low:.2f} to {high:.2f})", flush=True)


def drift(instances: list[Instance], solver: str) -> None:
    """Print the speed of a session along a corpus, tenth by tenth, and on the first tenth once more.

    Boards differ, so only the last figure beside the first one tells whether the session has become slower.
    """
    run = session(solver, "extended")
    tenth = len(instances) // 10
    rates = []
    for i in (*range(10), 0):
        begun = process_time()
        run(instances[i * tenth : (i + 1) * tenth])
        rates.append(tenth / (process_time() - begun))
    tenths = " ".join(f"{rate:.0f}" for rate in rates[:-1])
    print(
        f"{solver}: {tenths} boards/s by tenths of {10 * tenth} boards, and the first again: {rates[-1]:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--boards", type=int, default=4000)
    parser.add_argument("--solvers", default="minisat22,glucose4,glucose42,cadical153,cadical195")
    parser.add_argument("--encodings", default="")
    parser.add_argument("--drift", action="store_true")
    options = parser.parse_args()
    with options.corpus.open() as lines:
        boards = (
            Board.parse(line.strip(), NINE) for line in lines if line.strip() and not line.startswith("#")
        )
        instances = [board.instance() for board in islice(boards, None if options.drift else options.boards)]
    solvers = options.solvers.split(",")
    if options.drift:
        for solver in solvers:
            drift(instances, solver)
    elif options.encodings:
        names = list(ENCODINGS) if options.encodings == "all" else options.encodings.split(",")
        compare(instances, {f"{s}, {name}": session(s, name) for s in solvers for name in names})
    else:
        contestants = {}
        for solver in solvers:
            contestants[f"{solver}, bare loop"] = bare_loop(solver, "extended")
            contestants[f"{solver}, backend"] = session(solver, "extended")
        compare(instances, contestants)


if __name__ == "__main__":
    main()
