"""Run the compiled machine (`kernels.machine`) on plain 9x9 boards: where it pays, its format, and its results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from sudokubench.board import Board
from sudokubench.clock import CLOCK
from sudokubench.layout import Layout
from sudokubench.logic.configuration import rated
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.link_graph import rows_of_bits
from sudokubench.logic.trace import Ending

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAIN = Layout.standard(9)
"""The only layout that the machine knows."""
EASY_RULES = 4.0
"""Largest `se` value of the rules of Easy and Medium. The search for D uses these rules before trials."""
_IF_KEPT = 10
"""Number of easy boards that take as long in Python as loading the machine's compiled code."""
_WORTH_COMPILING_S = 4.0
"""Time that the rules in Python must take in a process before compiling the machine pays, in seconds."""
_asked = count(1)
_in_python_s = [0.0]
"""Time that the rules in Python have taken for plain 9x9 boards in this process, in seconds."""


class MachineWalk(NamedTuple):
    """The rounds that the machine finds from a state on, and its search for D, see `kernels.machine.walk`.

    Attributes:
        cells: int64 (81,), the state after the last round.
        rounds: Rule (its number in `kernels.machine.RULES`), and moves and nodes as in `RoundSummary`.
        entropies: Entropy of the first state, and after each round, in nats.
        easy: Number of rounds before the first rule beyond Easy and Medium.
        trials: Number of trials, sum of their depths, entropy that they remove, and 1 if the search was cut.
    """

    cells: NDArray[np.int64]
    rounds: list[list[int]]
    entropies: list[float]
    easy: int
    ending: int
    trials: list[float]


class StepCounts(NamedTuple):
    """The steps of HoDoKu that the machine takes from the board on, see `kernels.machine.steps`.

    Attributes:
        cells, clues: int64 (81,), the state after the last step; bool (81,), whether each cell had a clue.
        counts: int64, for each rule of `kernels.machine.HODOKU` its number of steps.
        rule: Number of the rule that must make the next step in Python; -1 if the path ends.
    """

    cells: NDArray[np.int64]
    clues: NDArray[np.bool_]
    counts: NDArray[np.int64]
    rule: int


def pays(board: Board, hodoku: bool = False) -> bool:
    """Return whether the machine is worthwhile now, with `hodoku` also for HoDoKu's score. A call counts as a board.

    If a cache has the compiled code, the machine pays at once for a hard board. For easy boards it pays after the first
    ten plain 9x9 boards of the process: loading the code takes as long as ten easy boards in Python. If no cache has
    the code, the machine pays after the rules in Python have taken some seconds: after a thousand easy boards, or one
    or two of the hardest. Compiling takes longer, but also serves all later processes.
    """
    if board.problem != PLAIN:
        return False
    number = next(_asked)
    worth = number > _IF_KEPT or _is_hard(board)  # first, since `_is_kept` loads NumPy
    return worth and (_in_python_s[0] > _WORTH_COMPILING_S or _is_kept(hodoku))


@contextmanager
def rules_in_python(board: Board) -> Iterator[None]:
    """Measure, in a context, the time that the rules in Python take for a board. `pays` uses the sum of all times."""
    begun = CLOCK.now_s()
    yield
    if board.problem == PLAIN:
        _in_python_s[0] += CLOCK.now_s() - begun


def _is_hard(board: Board) -> bool:
    """Return whether the rules of Easy and Medium do not solve a board. This takes some milliseconds."""
    rules = [rule for rule in rated().rules if rule.se <= EASY_RULES and not rule.unique]
    path = SolutionPath(CandidateGrid.of(board), rules, together=True)
    return path.to_the_end().ending is not Ending.SOLVED


@cache
def _is_kept(hodoku: bool) -> bool:
    from sudokubench.kernels import machine

    return bool(machine.walk.is_kept and (machine.steps.is_kept or not hodoku))


def walks_from(cells: NDArray[np.int64], allowed: int, most: int) -> list[MachineWalk]:
    """Return the walk from each of n states. `cells` has the shape (n, 81); the call changes it. See `machine.walk`."""
    from sudokubench.kernels import machine

    ends, rounds, entropies, trials = machine.room(len(cells))
    machine.walk(cells, allowed, most, ends, rounds, entropies, trials)
    return [
        MachineWalk(cells[i], rounds[i, :n].tolist(), entropies[i, : n + 1].tolist(), easy, ending, tried)
        for i, ((n, easy, ending), tried) in enumerate(zip(ends.tolist(), trials.tolist(), strict=True))
    ]


def step_counts_from(cells: NDArray[np.int64], allowed: int) -> list[StepCounts]:
    """Return HoDoKu's steps from each of n boards. `cells` has the shape (n, 81); the call changes it."""
    import numpy as np

    from sudokubench.kernels import machine

    clues = cells >= machine.PLACED
    counts = np.zeros((len(cells), len(machine.HODOKU)), np.int64)
    rules = np.zeros(len(cells), np.int64)
    machine.steps(cells, clues, counts, allowed, rules)
    return [StepCounts(*each) for each in zip(cells, clues, counts, rules.tolist(), strict=True)]


def first_cells(boards: Sequence[Board]) -> NDArray[np.int64]:
    """Return boards in the machine's format, (n, 81)."""
    import numpy as np

    from sudokubench.kernels.machine import CELLS

    digits = np.frombuffer(b"".join(board.digits for board in boards), np.uint8)
    cells: NDArray[np.int64] = CELLS[digits].reshape(-1, 81)
    for row, board in zip(cells, boards, strict=True):
        for option in board.forbidden:
            row[option // 9] &= ~(1 << option % 9)
    return cells


def cells_of(grid: CandidateGrid) -> NDArray[np.int64]:
    """Return a state in the machine's format, (81,)."""
    import numpy as np

    cells: NDArray[np.int64] = (1 << np.arange(10)) @ rows_of_bits((*grid.boards, grid.placed), 81)
    return cells


def grid_of(cells: NDArray[np.int64], before: CandidateGrid) -> CandidateGrid:
    """Return a state of the machine as the successor of an earlier state."""
    import numpy as np

    planes = np.packbits(cells >> np.arange(10)[:, None] & 1, axis=1, bitorder="little")
    *boards, placed = (int.from_bytes(plane.tobytes(), "little") for plane in planes)
    return CandidateGrid(before.geometry, tuple(boards), placed, before)
