"""Try random boards of every variant: engines of four families must find the solutions that brute force finds.

The meaning of each variant is written again in `tests/constraints_cases.py`, without the package.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.trials import Figures, Trial
from sudokubench import solve
from sudokubench.answer import Budget
from sudokubench.backends import backend_list, spec_of
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.constraints import VARIANTS, VariantRule
from sudokubench.constraints.rule import VariantField
from sudokubench.errors import UsageError
from sudokubench.layout import Layout
from sudokubench.problem import BoardProblem, with_constraints

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))
import reference  # the tests are not a package
from constraints_cases import CASES, grids, keeps

_BOX_ROWS = {4: 2, 6: 2, 9: 3}
_SHARE = {4: (0.0, 0.6), 6: (0.35, 0.8), 9: (0.5, 0.8)}
"""The least and the largest share of cells with a clue: brute force must count the solutions."""
_MOST_GRIDS = 300
"""Largest number of grids that brute force makes from the clues of a board."""
_MOST = 24
"""Largest number of solutions of a board."""
_VERDICTS = ("unique", "several", "none")
_ATTEMPTS = 40
"""Number of sets of clues that are tried to get a verdict."""


def _value(field: VariantField, size: int, grid: reference.Grid, kind: str, random: Random) -> Any:
    """Return a random value of a field; it may be one that the variant refuses."""
    cells, most = range(size * size), field.most or 5
    many = random.randint(field.least, max(field.least, most)) if abs(field.least) <= most else 0
    match field.type:
        case "cells" | "line" | "set":
            return random.sample(cells, many)
        case "number":
            return random.randint(max(field.least, -size), 4 * size)
        case "numbers":
            return [random.randint(-2, 3) for _ in range(random.randint(1, 5))]
        case "digits":
            return random.choices(range(1, size + 1), k=many)
        case "tuples":
            width = 2 if kind == "relation" else random.randint(1, 4)
            rows = random.randint(1, int(size**width * 0.7))
            return [random.choices(range(1, size + 1), k=width) for _ in range(rows)]
        case "pairs":  # with all pairs that need a mark in this grid
            near = [[a, b] for a, b in combinations(cells, 2) if b - a == size or (b - a == 1 and b % size)]
            rule = CASES[kind].rule
            needed = [pair for pair in near if not rule({"pairs": [p for p in near if p != pair]}, grid)]
            return needed + [pair for pair in near if pair not in needed and random.random() < 0.2]
    return "".join(_part(size, random) for _ in range(random.randint(1, 4)))


def _part(size: int, random: Random) -> str:
    """Return a part of a regular expression."""
    a, b = random.choices(range(1, size + 1), k=2)
    one = random.choice([str(a), ".", f"[{a}{b}]", f"[^{a}]", f"({a}|{b}{a}?)"])
    return one + random.choice(["", "", "?", "*", "+", "{1,2}"])


def _constraint(kind: str, layout: Layout, grid: reference.Grid, random: Random) -> VariantRule | None:
    """Return a random constraint that a grid keeps; None if none was found."""
    for _ in range(3000):
        fields = {one.name: _value(one, layout.size, grid, kind, random) for one in VARIANTS[kind].fields}
        try:
            found = VARIANTS[kind].from_json(fields)
        except UsageError:
            continue
        if found.refuse(layout) is None and keeps(found, grid):
            return found
    return None


def _grid(problem: BoardProblem, size: int, random: Random) -> reference.Grid | None:
    """Return a full grid with some random digits; None if none was found."""
    for _ in range(60):
        digits = bytearray(size * size)
        for cell in random.sample(range(size * size), random.randint(size // 2, size)):
            digits[cell] = random.randint(1, size)
        if found := solve(Board(problem, digits), backend="dlx", limit=12).solutions:
            return tuple(random.choice(found).digits)
    return None


@cache
def _houses(size: int) -> reference.Houses:
    return reference.sudoku_houses(size, _BOX_ROWS[size])


def _completions(layout: Layout, clues: reference.Grid) -> Iterator[reference.Grid]:
    """Yield all full grids with these clues, by brute force."""
    if layout.size > 4:
        return reference.solutions(clues, _houses(layout.size))
    return (grid for grid in grids(layout) if all(c in {0, d} for c, d in zip(clues, grid, strict=True)))


def _boards(kind: str, size: int, n: int, random: Random) -> Iterator[tuple[str, Board, set[reference.Grid]]]:
    """Yield boards with their verdicts and their solutions by brute force: up to `n`, each verdict in turn."""
    layout, made = Layout.standard(size), Counter[str]()
    whole = with_constraints(layout, [VARIANTS[kind]()]) if VARIANTS[kind].named else layout
    base = whole if _grid(whole, size, random) else layout
    for _ in range(n):
        grid, other = _grid(base, size, random), _grid(layout, size, random)
        if grid is None or other is None:
            return
        rules = [VARIANTS[kind]()] if VARIANTS[kind].named else [
            _constraint(kind, layout, grid if random.random() < 0.8 else other, random)
            for _ in range(random.randint(1, 3))
        ]  # fmt: skip
        if None in rules:
            continue
        problem = with_constraints(layout, [one for one in dict.fromkeys(rules) if one is not None])
        for verdict in sorted(_VERDICTS, key=lambda one: made[one]):
            for _ in range(_ATTEMPTS):
                share = random.uniform(*_SHARE[size])
                clues = [digit if random.random() < share else 0 for digit in grid]
                if random.random() < 0.4:
                    clues[random.randrange(size * size)] = random.randint(1, size)
                found = [*islice(_completions(layout, tuple(clues)), _MOST_GRIDS)]
                kept = {one for one in found if all(keeps(rule, one) for rule in problem.constraints)}
                fits = {"unique": len(kept) == 1, "several": 1 < len(kept) <= _MOST, "none": not kept}
                if fits[verdict] and found and (size == 4 or len(found) < _MOST_GRIDS):
                    made[verdict] += 1
                    yield verdict, Board(problem, clues), kept
                    break
            if made.total() == n:
                return


def agreement(kind: str, sizes: Mapping[int, int], backends: str, limit_s: float) -> Figures:
    """Ask backends for all solutions of boards of a variant: for each size its number of boards.

    The boards have one solution, several (up to `_MOST`) and none in turn. A kind may not allow all of them.
    """
    boards, undecided, wrong = Counter[str](), Counter[str](), list[str]()
    engines = backend_list(backends)
    for size, n in sizes.items():
        for verdict, board, expected in _boards(kind, size, n, Random(f"{kind} {size}")):
            boards[f"{size}x{size} {verdict}"] += 1
            for engine in engines:
                with lent_session(engine, board.problem) as session:
                    search = session.search(board.instance(), limit=None, budget=Budget(seconds=limit_s))
                    found = [tuple(board.layout.digits(solution)) for solution in search]
                    outcome = search.outcome()
                undecided[spec_of(engine)] += not outcome.exhausted
                whole = not outcome.exhausted or {*found} == expected
                if not (whole and {*found} <= expected and len(found) == outcome.count == len({*found})):
                    wrong.append(f"{board}: {spec_of(engine)}: {len(found)}, expected {len(expected)}")
    return {
        "boards": dict(boards), "wrong": len(wrong), "undecided": +undecided, "examples": wrong[:5],
        "engines": [f"{spec_of(one)} ({one.kind})" for one in engines],
    }  # fmt: skip


TRIALS = {
    kind: Trial(
        f"Engines of four families and brute force find the same solutions of random boards of {kind}.",
        partial(agreement, kind), {"sizes": {4: 6, 6: 3}, "backends": "dlx,sat,cpsat,clingo", "limit_s": 60.0},
        {"sizes": {4: 800, 6: 200}, "backends": "dlx,sat,cpsat,clingo", "limit_s": 60.0},
        lambda f: bool(f["boards"]) and not f["wrong"] and not f["undecided"],
    )
    for kind in VARIANTS
}  # fmt: skip
