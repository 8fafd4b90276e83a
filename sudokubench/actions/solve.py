"""Solving puzzles with one backend, with a proof of the verdict if wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sudokubench.actions.observer import SILENT, Observer
from sudokubench.answer import UNLIMITED, Budget, Outcome, Solution
from sudokubench.backends import Backend, spec_of
from sudokubench.backends.pool import lent_session
from sudokubench.errors import UsageError
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.words import both

if TYPE_CHECKING:
    from sudokubench.certificates import Certificate


@dataclass(frozen=True, slots=True)
class Solved:
    """What a backend found.

    Attributes:
        entry: The puzzle.
        backend: Full name of the backend.
        outcome: Count, reason to stop, times.
        solutions: All that were found.
        certificate: The proof of the verdict, if one was asked for and can be.
    """

    entry: Entry
    backend: str
    outcome: Outcome
    solutions: tuple[Solution, ...]
    certificate: Certificate | None = None

    def as_json(self) -> dict[str, Any]:
        """One JSON object of the schema `sudokubench.answer/2`."""
        return {
            "schema": "sudokubench.answer/2",
            "puzzle": self.entry.text,
            "id": self.entry.id,
            "backend": self.backend,
            "verdict": self.outcome.verdict.value,
            "count": self.outcome.count,
            "exhausted": self.outcome.exhausted,
            "solutions": [self.entry.shown(solution) for solution in self.solutions],
        }


def solve_all(
    entries: Iterable[Entry | BadEntry],
    engine: Backend,
    *,
    limit: int = 2,
    budget: Budget = UNLIMITED,
    certify: bool = False,
    observer: Observer = SILENT,
) -> Iterator[Solved]:
    """The solutions of each puzzle, up to a limit.

    Args:
        entries: The puzzles; what is none is refused.
        engine: Who solves them.
        limit: So many solutions at most; 2 settles uniqueness.
        budget: What a search may spend.
        certify: Prove each verdict. A board that no certificate can speak of is solved, and has none.
        observer: Is told of what is refused, and why there is no certificate.

    Raises:
        BackendUnavailable: The engine cannot open a problem.
    """
    for entry in entries:
        observer.heed()
        if isinstance(entry, BadEntry):
            observer.refused(entry.error)
            continue
        with lent_session(engine, entry.problem) as session:
            search = session.search(entry.instance, limit=limit, budget=budget)
            found = tuple(search)
            outcome = search.outcome()
        certificate = _certificate(entry, found, observer) if certify else None
        yield Solved(entry, spec_of(engine), outcome, found, certificate)


def _certificate(entry: Entry, found: tuple[Solution, ...], observer: Observer) -> Certificate | None:
    from sudokubench.certificates import certify

    if entry.board is None:
        return None
    try:
        return certify(entry.board, known=map(entry.board.filled, found))
    except UsageError as error:
        observer.remark(both(f"{entry.place}: not certified: {error}"))
        return None
