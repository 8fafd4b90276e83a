"""Three more scales of difficulty that do not depend on a choice of rules: depth of trials, length of whips and braids.

D. Berthier, Pattern-Based Constraint Satisfaction and Logic Puzzles (2012). T&E(n) solves by trials, nested n deep; a
trial refutes a candidate if singles lead to a contradiction. W is the least length of whips with which a board can be
solved, and B is the same for braids. A board has a value B if and only if T&E(1) solves it; W is never smaller than B.
All whips, or braids, of the least length are applied together, so equivalent boards get the same values. W may depend
on the order of whips; B and T&E(n) do not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from sudokubench.board import Board
from sudokubench.clock import CLOCK
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.link_graph import tables_of
from sudokubench.logic.words import A_RATING
from sudokubench.problem import refuse_constraints

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

DEEPEST = 3
"""Largest depth of trials. No known 9x9 board needs more."""

NAMES = ("trials", "whips", "braids")


@dataclass(frozen=True, slots=True)
class Scales:
    """The three values of a board with one solution; 0 if singles solve it.

    Attributes:
        trials: Depth n of T&E(n); None if more than `DEEPEST`.
        whips, braids: W and B, the length of the longest whip or braid needed; None if they do not solve the board.
        undecided: Names of the values that are None because time ran out or a search was too long.
    """

    trials: int | None
    whips: int | None
    braids: int | None
    undecided: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {name: getattr(self, name) for name in NAMES} | {"undecided": list(self.undecided)}

    def shown(self) -> list[str]:
        """Return the values for a table: - for no value, ? for an unknown value."""
        missing = {name: "?" if name in self.undecided else "-" for name in NAMES}
        return [
            sign if (value := getattr(self, name)) is None else str(value) for name, sign in missing.items()
        ]


def scales_of(board: Board, seconds: float | None = None) -> Scales:
    """Return the three values of a board, which have a meaning only if it has exactly one solution.

    The time allowed, in seconds, is checked before each candidate. Raise UsageError for a board with constraints.
    """
    refuse_constraints(board.problem, A_RATING)
    from sudokubench.kernels import suppositions

    deadline = CLOCK.after(seconds)
    ways = (suppositions.refuted, partial(suppositions.chained, False), partial(suppositions.chained, True))
    values: list[int | None] = []
    undecided = []
    for name, refutes in zip(NAMES, ways, strict=True):
        value = None
        try:
            if not values or values[0] in (0, 1) or "trials" in undecided:
                value = _longest(board, refutes, bool(values), deadline)
        except TimeoutError:
            undecided.append(name)
        values.append(value)
    trials, whips, braids = values
    return Scales(trials, whips, braids, tuple(undecided))


def _longest(board: Board, refutes: Callable[..., int], chains: bool, deadline: float | None) -> int | None:
    """Solve a board by refutations, the shortest first. Return the length of the longest; None if they do not suffice.

    Raise TimeoutError if the time is over, or a search gave up.
    """
    import numpy as np

    from sudokubench.kernels import suppositions

    grid = CandidateGrid.of(board)
    n, cells = grid.geometry.size, grid.geometry.cell_count
    options, items, rivals = tables_of(grid.geometry)
    tables = (rivals, items, options)
    gone, changes, singles = (
        np.zeros(size, np.int32) for size in (len(rivals), 2 * len(rivals), len(options))
    )
    true, left = np.zeros(len(rivals), np.uint8), (options >= 0).sum(axis=1).astype(np.int32)
    state = (gone, left, true, changes, singles, np.zeros(2, np.int64))
    refuted = [option for option in range(len(rivals)) if not grid.boards[option % n] >> option // n & 1]
    longest = size = 0
    while True:
        suppositions.settle(tables, state, np.array(refuted, np.int32))
        longest = max(longest, size)
        unplaced = cells - np.count_nonzero(true)
        if not unplaced:
            return longest
        for size in range(1, unplaced + 2 if chains else DEEPEST + 1):
            refuted, given_up = [], False
            for option in np.flatnonzero((gone == 0) & (true == 0)).tolist():
                if deadline is not None and CLOCK.now_s() > deadline:
                    raise TimeoutError
                answer = refutes(tables, state, option, size)
                given_up |= answer < 0
                if answer > 0:
                    refuted.append(option)
                    if not chains:
                        break
            if refuted:
                break
            if given_up:
                raise TimeoutError
        else:
            return None
