"""Boards and questions for the contract of all backends.

Boards are 4x4 so that slow engines are quick too; an engine that knows only 9x9 gets boards of that size. Expected
values come from `reference`, or are published counts.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
import reference

from sudokubench.answer import UNLIMITED, Budget, Outcome, Solution
from sudokubench.backends import Backend, backend, installed
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.errors import BackendUnavailable
from sudokubench.layout import Layout
from sudokubench.problem import Instance, Problem


def variants(name: str) -> Iterator[str]:
    """Yield the backend with its defaults, then with each other value of each option with named values."""
    yield name
    cls = type(backend(name))
    hints = get_type_hints(cls)
    for field in fields(cls):  # type: ignore[arg-type]
        values = {"off": False, "on": True} if hints[field.name] is bool else {}
        if get_origin(hints[field.name]) is Literal:
            values = {value: value for value in get_args(hints[field.name])}
        if name == "sat" and field.name == "solver":  # the table says which solvers are fit
            from sudokubench.backends.sat import SOLVERS

            values = {solver: solver for solver, traits in SOLVERS.items() if not traits.unfit}
        yield from (f"{name}:{field.name}={text}" for text, value in values.items() if value != field.default)


SPECS = [spec for name in installed()[0] for spec in variants(name)]


def takes_batches(spec: str) -> bool:
    """Return whether a backend has an engine that takes many boards at once."""
    return spec.partition(":")[0] in {"dlx", "sliced"} and spec not in {
        "dlx:kernel=nodes",
        "dlx:structure=bits",
        "dlx:structure=cells",
    }


@dataclass(frozen=True, eq=False)
class Cases:
    """Boards of one size, as texts. `several` has from a dozen to hundreds of solutions."""

    layout: Layout
    houses: reference.Houses
    unique: str
    two: str
    none: str
    several: str
    solved: str

    def board(self, text: str) -> Board:
        return Board.parse(text, self.layout)

    @cache  # noqa: B019  # two objects that live as long as the tests
    def solutions(self, text: str) -> frozenset[Solution]:
        return as_options(reference.solutions(reference.grid(text), self.houses), self.layout.size)


SMALL = Cases(
    Layout.standard(4),
    reference.sudoku_houses(4, 2),
    unique="......34...31...",
    two="1....2....3....4",
    none="..32....31....2.",
    several="." * 16,
    solved="3421213442131342",
)
NINE = Cases(
    Layout.standard(9),
    reference.sudoku_houses(9, 3),
    unique="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    two="5...7.9.26....5...1..34...7...7.1.23.26.....1..39..8569....7.8.....1....3.5..6..9",
    none="53..7....6..195....48....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    several="......7..4.........89..3..6.3.6....5...91..64..4....1.3......485.2.....19..3....2",
    solved="534678912672195348198342567859761423426853791713924856961537284287419635345286179",
)
FEW = replace(SMALL, several="1...2...3...4...")
SOME = replace(SMALL, several="1" + "." * 15)
"""Boards for engines with options: there are many such engines, so `several` has fewer solutions."""
DEAR = {"highs", "z3"}
"""Engines that take milliseconds for each solution: they get `FEW`."""
DEAF = {"choco", "choco:model=boolean", "sat:solver=lingeling"}
"""Engines that cannot be stopped within a solve."""


def as_options(grids: Iterator[reference.Grid], size: int) -> frozenset[Solution]:
    return frozenset(tuple(size * cell + digit - 1 for cell, digit in enumerate(grid)) for grid in grids)


def ask(
    engine: Backend,
    problem: Problem,
    instance: Instance = Instance(),  # noqa: B008  # it is immutable
    limit: int | None = None,
    budget: Budget = UNLIMITED,
) -> tuple[list[Solution], Outcome]:
    """Return all solutions that a search yields, and its outcome."""
    with lent_session(engine, problem) as session:
        search = session.search(instance, limit=limit, budget=budget)
        return list(search), search.outcome()


def ask_board(engine: Backend, board: Board, limit: int | None = None) -> tuple[list[Solution], Outcome]:
    return ask(engine, board.layout, board.instance(), limit)


def refused(engine: Backend, problem: Problem) -> bool:
    """Return whether the engine refuses the problem; then it must not open the problem."""
    reason = engine.unsupported(problem)
    if reason is None:
        return False
    if not str(reason).strip():
        pytest.fail(f"{engine} gives no reason")
    with pytest.raises(BackendUnavailable):
        engine.open(problem)
    return True
