"""The fixpoints that rules and propagators reach on a board, in many orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from random import Random
from statistics import median
from typing import Any

from sudokubench import puzzles
from sudokubench.actions.boards import require_understood
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.words import ORDERS
from sudokubench.board import Board, name_of
from sudokubench.errors import UsageError, require_whole
from sudokubench.logic import lattice, words
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.lattice import Operator, Reached, operators
from sudokubench.logic.rules import unique_rules
from sudokubench.puzzles import Given
from sudokubench.words import Words, listed, untranslated

_SHOWN = 8
"""Largest number of candidates that are named where fixpoints differ."""


@dataclass(frozen=True, slots=True)
class Fixpoints:
    """The fixpoints of operators that are applied to a board in random orders.

    Attributes:
        runs: The result of each order.
    """

    board: Board
    among: tuple[Operator, ...]
    runs: tuple[Reached, ...]

    @property
    def grids(self) -> list[tuple[CandidateGrid, int]]:
        """The fixpoints with the number of orders that reached each, the most frequent first."""
        return Counter(run.grid for run in self.runs).most_common()

    @property
    def undecided(self) -> list[int]:
        """The options that some fixpoints have and others do not have."""
        grids = [run.grid for run in self.runs]
        meet, join = reduce(and_, grids), reduce(or_, grids)
        return [option for option in range(self.board.layout.size**3) if join.has(option) > meet.has(option)]

    def lines(self) -> list[Words]:
        """Return the number of fixpoints, the candidates in each, the differences, and the work for one order."""
        start, found = CandidateGrid.of(self.board), self.grids
        head = words.ONE_FIXPOINT if len(found) == 1 else words.FIXPOINTS
        lines = [head.format(orders=len(self.runs), count=len(found), start=f"{start.entropy():.2f}")]
        for grid, times in found:
            left = words.FIXPOINT_BOTTOM if grid.lost_item() is not None else words.FIXPOINT_LEFT
            entropy, count = f"{grid.entropy():.2f}", sum(1 for _ in grid.options())
            lines.append(left.format(orders=times, entropy=entropy, candidates=count))
        if len(found) > 1:
            names = list(map(self.board.layout.option_name, self.undecided))
            some = [*names[:_SHOWN], *(["…"] if len(names) > _SHOWN else [])]
            lines.append(words.FIXPOINTS_DIFFER.format(candidates=listed(map(untranslated, some))))
        if others := [untranslated(one.name) for one in self.among if not one.monotone]:
            lines.append(words.NOT_MONOTONE.format(rules=listed(others)))
        for message, spent in (
            (words.APPLICATIONS, [run.applications for run in self.runs]),
            (words.REVISIONS, [run.revisions for run in self.runs]),
            (words.SUPPORT_CHECKS, [run.checks for run in self.runs]),
        ):
            if any(spent):
                lines.append(message.format(median=f"{median(spent):g}", least=min(spent), most=max(spent)))
        return lines

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.fixpoint/1`."""
        name = self.board.layout.option_name
        fixpoints = [
            {
                "orders": times, "contradiction": grid.lost_item() is not None, "entropy": round(grid.entropy(), 9),
                "candidates": [*map(name, grid.options())], "placed": [*map(name, grid.board().instance().chosen)],
            }
            for grid, times in self.grids
        ]  # fmt: skip
        costs = {
            part: [getattr(run, part) for run in self.runs]
            for part in ("applications", "revisions", "checks")
        }
        return {
            "schema": "sudokubench.fixpoint/1", "puzzle": str(self.board), "id": self.board.id,
            "rules": [one.name for one in self.among], "monotone": all(one.monotone for one in self.among),
            "fixpoints": fixpoints, "undecided": [*map(name, self.undecided)], **costs,
        }  # fmt: skip


def fixpoint(
    board: Given,
    rules: Sequence[str],
    *,
    orders: int = 10,
    seed: int = 0,
    called: str = "",
    observer: Observer = SILENT,
    before: int = 0,
) -> Fixpoints:
    """Apply rules and propagators to a board until nothing changes, in many orders.

    Args:
        board: A board, or any value with one board, as `solve` takes it.
        rules: Names of rules, of sets of rules, and of propagators, see `logic.lattice.operators`.
        called: Name of the board in messages; if empty, its text, or its layout if the text is JSON.
        before: Number of orders that were tried on other boards before; the progress includes them.

    Raises:
        InputError: The value is not a board, or it has a constraint that human logic does not understand.
        UsageError: A rule does not exist, or does not hold on a board with constraints, or `orders` is less than 1.
    """
    board = puzzles.board(board)
    require_understood(board, called or name_of(board))
    require_whole("orders", orders, 1)
    among, start = operators(rules), CandidateGrid.of(board)
    unique = next((one.name for one in among if one.name in unique_rules()), None)
    if board.constraints and unique:
        raise UsageError(words.UNIQUE_IN_FIXPOINT.format(rule=unique))
    runs = []
    for number in range(orders):
        observer.progress(before + number, unit=ORDERS)
        observer.heed()
        runs.append(lattice.fixpoint(start, among, Random(f"{seed}:{number}")))
    return Fixpoints(board, among, tuple(runs))
