"""Provers of the logic layer are kept and lent, as sessions are: loading clauses costs more than most proofs.

Each is lent to one caller at a time, since a solver holds the state of the question that it was asked last.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sudokubench.backends.pool import Idle
from sudokubench.backends.refutation import SatRefuter
from sudokubench.layout import Layout
from sudokubench.logic.proof import Prover

_idle: Idle[Layout, Prover] = Idle(4)  # what is dropped gives its solver back by itself


@contextmanager
def lent_prover(layout: Layout) -> Iterator[Prover]:
    """A prover for a layout, new or used; kept for the next caller if nothing fails."""
    idle = _idle.of(layout)
    try:
        prover = idle.pop()
    except IndexError:
        prover = Prover(layout, SatRefuter)
    yield prover
    idle.append(prover)
