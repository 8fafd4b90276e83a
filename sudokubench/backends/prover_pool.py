"""Keep provers of the logic layer and lend them, because loading clauses takes longer than most proofs.

`pool` does the same with sessions. A prover is lent to one caller at a time, because its solver holds the state of the
last question.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sudokubench.backends.pool import Idle
from sudokubench.backends.refutation import SatRefuter
from sudokubench.logic.proof import Prover
from sudokubench.problem import BoardProblem

_idle: Idle[BoardProblem, Prover] = Idle(4)  # a prover that is dropped releases its solver by itself


@contextmanager
def lent_prover(problem: BoardProblem) -> Iterator[Prover]:
    """Lend a prover for a problem, new or used; keep it for the next caller if nothing fails."""
    idle = _idle.of(problem)
    try:
        prover = idle.pop()
    except IndexError:
        prover = Prover(problem, SatRefuter)
    yield prover
    idle.append(prover)
