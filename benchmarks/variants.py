"""Measure how long engines take to prove that puzzles of variants, made by `generate`, have one solution.

    python -m benchmarks.variants [N] [SECONDS] [VARIANT...]

The program makes N puzzles of each variant. Each engine gets SECONDS to prove each of them. Its time includes opening
the puzzle. `plain` is a model for CP-SAT as a user of OR-Tools would write it. The ratio of an engine to
`plain` is the median over the puzzles. A puzzle without a proof counts with the time that it took.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from time import process_time
from typing import Any

from sudokubench import Board, Budget, Layout, is_unique
from sudokubench.actions.generate import generate
from sudokubench.constraints import Killer
from sudokubench.errors import Undecided
from sudokubench.generation.wish import Wish
from sudokubench.harness.plan import machine
from sudokubench.problem import Variant

VARIANTS = ("killer", "thermometer", "arrow", "sandwich")
ENGINES = ("dlx", "sat", "cpsat")
_FIRST = Board.empty(Variant(Layout.standard(4), (Killer((0, 1), 3),)))
"""A board that an engine gets before the measurement, so that nothing is imported or compiled during it."""
Proof = Callable[[Board, float], bool]
"""A function that takes a board and a limit in seconds; it returns whether the board is proved to have one solution."""


def main(n: str = "30", seconds: str = "10", *variants: str) -> None:
    """Print a table in Markdown."""
    proofs: dict[str, Proof] = {name: _engine(name) for name in ENGINES} | {"plain": plain}
    plain(_FIRST, 60)
    print(f"{n} puzzles of each variant; {machine()['cpu']}\n")
    print("| variant | clues | made in, s | engine | median, s | most, s | proved | ratio to plain |")
    print("|---|---:|---:|---|---:|---:|---:|---:|")
    for variant in variants or VARIANTS:
        boards, made = list[Board](), list[float]()
        found = generate(Wish(variants=(variant,)), int(n), seed=1)
        for _ in range(int(n)):
            begun = process_time()
            boards.append(next(found).puzzle)
            made.append(process_time() - begun)
        clues = median(board.clue_count for board in boards)
        limit = float(seconds)
        times = {name: [_timed(proof, one, limit) for one in boards] for name, proof in proofs.items()}
        for name, rows in times.items():
            ratio = median(one / other for (one, _), (other, _) in zip(rows, times["plain"], strict=True))
            cpu = [one for one, _ in rows]
            print(
                f"| {variant} | {clues:g} | {median(made):.2f} | {name} | {median(cpu):.3f} | {max(cpu):.3f} | "
                f"{sum(proved for _, proved in rows)} | {ratio:.2f} |",
                flush=True,
            )


def _timed(proof: Proof, board: Board, seconds: float) -> tuple[float, bool]:
    begun = process_time()
    proved = proof(board, seconds)
    return process_time() - begun, proved


def _engine(name: str) -> Proof:
    def proof(board: Board, seconds: float) -> bool:
        try:
            return is_unique(board, backend=name, budget=Budget(seconds))
        except Undecided:
            return False

    proof(_FIRST, 60)
    return proof


def plain(board: Board, seconds: float) -> bool:
    """Prove with a plain model for CP-SAT: solve it, forbid the solution, solve it again."""
    from ortools.sat.python.cp_model import INFEASIBLE, CpModel, CpSolver

    model, n = CpModel(), board.layout.size
    x = [model.new_int_var(digit or 1, digit or n, "") for digit in board.digits]
    for house in board.houses:
        model.add_all_different(x[cell] for cell in house.cells)
    for one in board.constraints:
        fields = one.to_json()
        held = [x[cell] for cell in fields["cells"]]
        match one.kind:
            case "killer":
                model.add_all_different(held)
                model.add(sum(held) == fields["total"])
            case "thermometer":
                for lower, higher in pairwise(held):
                    model.add(lower < higher)
            case "arrow":
                model.add(sum(held) == x[fields["circle"][0]])
            case "sandwich":
                _sandwich(model, held, fields["total"], n)
    solver = CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    solver.solve(model)
    differs = [model.new_bool_var("") for _ in x]
    for variable, other in zip(x, differs, strict=True):
        model.add(variable != solver.value(variable)).only_enforce_if(other)
    model.add_bool_or(differs)
    return bool(solver.solve(model) == INFEASIBLE)


def _sandwich(model: Any, held: list[Any], total: int, n: int) -> None:
    """Add: the digits between 1 and n add up to the total. `inside` tells whether a cell lies between them."""
    inside, filling, before = [model.new_bool_var("") for _ in held], [], []
    for variable, within in zip(held, inside, strict=True):
        crust, part = model.new_bool_var(""), model.new_int_var(0, n, "")
        model.add_linear_expression_in_domain(variable, _domain([1, n])).only_enforce_if(crust)
        model.add_linear_expression_in_domain(variable, _domain(range(2, n))).only_enforce_if(~crust)
        model.add_bool_and([~within]).only_enforce_if(crust)
        seen = sum(before)
        one = model.new_bool_var("")
        model.add(seen == 1).only_enforce_if(one)
        model.add(seen != 1).only_enforce_if(~one)
        model.add_bool_or([crust, ~one, within])
        model.add_implication(within, one)
        model.add(part == variable).only_enforce_if(within)
        model.add(part == 0).only_enforce_if(~within)
        filling.append(part)
        before.append(crust)
    model.add(sum(filling) == total)


def _domain(values: Any) -> Any:
    from ortools.sat.python.cp_model import Domain

    return Domain.from_values(list(values))


if __name__ == "__main__":
    main(*sys.argv[1:])
