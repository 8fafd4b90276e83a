"""Find the parameters of CP-SAT that suit the `cpsat` backend: change the chosen parameters one at a time.

    python benchmarks/cpsat_sweep.py EASY HARD [--boards 200]

EASY and HARD are files of 9x9 boards with one solution, one per line. The program takes a quarter as many boards of
HARD as of EASY. Times are CPU milliseconds per board, including the opening of the session. The variants take turns
board by board, so that a noisy machine disturbs all equally. The ratio compares with the chosen parameters in the same
run.

The table that this printed on 2 shared cores (Zen 5) with OR-Tools 9.15, sudoku17 and hard375:

| Model | Change | easy ms | ratio | hard ms | ratio |
|---|---|---|---|---|---|
| alldifferent | as chosen | 2.10 | 1.00 | 6.58 | 1.00 |
| alldifferent | cp_model_probing_level: 2 | 2.01 | 0.96 | 10.13 | 1.54 |
| alldifferent | use_sat_inprocessing: true | 2.10 | 1.00 | 9.75 | 1.48 |
| alldifferent | cp_model_probing_level: 2 use_sat_inprocessing: true | 1.97 | 0.94 | 13.29 | 2.02 |
| alldifferent | symmetry_level: 2 | 2.12 | 1.01 | 7.08 | 1.08 |
| alldifferent | linearization_level: 1 | 2.13 | 1.02 | 6.89 | 1.05 |
| alldifferent | max_presolve_iterations: 3 | 2.39 | 1.14 | 10.12 | 1.54 |
| alldifferent | cp_model_presolve: false | 3.22 | 1.53 | 5.43 | 0.82 |
| alldifferent | cp_model_use_sat_presolve: false | 2.07 | 0.99 | 6.45 | 0.98 |
| alldifferent | search_branching: FIXED_SEARCH | 2.09 | 1.00 | 8.81 | 1.34 |
| alldifferent | minimization_algorithm: NONE | 2.06 | 0.98 | 6.43 | 0.98 |
| boolean | as chosen | 1.21 | 1.00 | 3.29 | 1.00 |
| boolean | cp_model_probing_level: 2 | 1.30 | 1.07 | 4.41 | 1.34 |
| boolean | use_sat_inprocessing: true | 1.47 | 1.22 | 5.54 | 1.68 |
| boolean | symmetry_level: 2 | 1.69 | 1.40 | 3.52 | 1.07 |
| boolean | linearization_level: 1 | 1.52 | 1.26 | 3.57 | 1.08 |
| boolean | cp_model_presolve: true max_presolve_iterations: 1 | 1.75 | 1.45 | 3.63 | 1.10 |
| boolean | cp_model_presolve: true max_presolve_iterations: 3 | 1.82 | 1.51 | 3.97 | 1.21 |
| boolean | search_branching: FIXED_SEARCH | 1.53 | 1.27 | 5.62 | 1.71 |
| boolean | minimization_algorithm: NONE | 1.24 | 1.02 | 3.33 | 1.01 |
| boolean | use_blocking_restart: true | 1.19 | 0.99 | 3.26 | 0.99 |

Probing would save 4 % on easy boards and cost half more on hard boards. Without presolve AllDifferent takes half more
time on easy boards; Booleans need no presolve.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from time import process_time

from sudokubench.answer import Verdict
from sudokubench.backends.base import EngineSession
from sudokubench.backends.cpsat import PARAMETERS, CpSatEngine
from sudokubench.board import Board
from sudokubench.encodings import cp
from sudokubench.layout import Layout

NINE = Layout.standard(9)

CHANGES = {
    "alldifferent": (
        "cp_model_probing_level: 2", "use_sat_inprocessing: true",
        "cp_model_probing_level: 2 use_sat_inprocessing: true", "symmetry_level: 2", "linearization_level: 1",
        "max_presolve_iterations: 3", "cp_model_presolve: false", "cp_model_use_sat_presolve: false",
        "search_branching: FIXED_SEARCH", "minimization_algorithm: NONE",
    ),
    "boolean": (
        "cp_model_probing_level: 2", "use_sat_inprocessing: true", "symmetry_level: 2",
        "linearization_level: 1", "cp_model_presolve: true max_presolve_iterations: 1",
        "cp_model_presolve: true max_presolve_iterations: 3", "search_branching: FIXED_SEARCH",
        "minimization_algorithm: NONE", "use_blocking_restart: true",
    ),
}  # fmt: skip


def changed(parameters: str, change: str) -> str:
    """Return the parameters with some replaced, because CP-SAT refuses a text that names a parameter twice."""
    for name in re.findall(r"(\w+):", change):
        parameters = re.sub(rf"\b{name}: \S+ ?", "", parameters)
    return f"{parameters} {change}"


def sweep(model: cp.CpModel, parameters: str, changes: tuple[str, ...], boards: list[Board]) -> list[float]:
    """Return CPU milliseconds a board for the original parameters, then for each change."""
    engines = [CpSatEngine(model, changed(parameters, change)) for change in ("", *changes)]
    sessions = [EngineSession(NINE, engine) for engine in engines]
    spent = [0.0] * len(sessions)
    for number, board in enumerate(boards):
        for i in range(len(sessions)):
            k = (i + number) % len(sessions)
            begun = process_time()
            verdict = sessions[k].search(board.instance(), limit=2).outcome().verdict
            spent[k] += process_time() - begun
            assert verdict is Verdict.UNIQUE, (str(board), k, verdict)
    for session in sessions:
        session.close()
    return [1000 * seconds / len(boards) for seconds in spent]


def read(file: Path, n: int) -> list[Board]:
    lines = [line[:81] for line in file.read_text(encoding="ascii").splitlines()]
    return [Board.parse(line, NINE) for line in lines[:n]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("easy", type=Path)
    parser.add_argument("hard", type=Path)
    parser.add_argument("--boards", type=int, default=200)
    given = parser.parse_args()
    sets = [read(given.easy, given.boards), read(given.hard, given.boards // 4)]
    print("| Model | Change | easy ms | ratio | hard ms | ratio |\n|---|---|---|---|---|---|")
    for name, model in (("alldifferent", cp.all_different(NINE)), ("boolean", cp.boolean(NINE))):
        columns = [sweep(model, PARAMETERS[name], CHANGES[name], boards) for boards in sets]
        for i, change in enumerate(("as chosen", *CHANGES[name])):
            figures = " | ".join(f"{times[i]:.2f} | {times[i] / times[0]:.2f}" for times in columns)
            print(f"| {name} | {change} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
