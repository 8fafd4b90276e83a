"""Solving puzzles with one backend, with a proof of the verdict if wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.answer import Outcome, Solution
from sudokubench.backends import Backend, spec_of
from sudokubench.backends.base import require_supported
from sudokubench.backends.registry import reason_against
from sudokubench.errors import UsageError
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.harness.crosscheck import judge
from sudokubench.harness.executors import Executor, Inline
from sudokubench.harness.finding import Claim, Question, Termination, failed
from sudokubench.harness.isolation import Limits
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
    executor: Executor | None = None,
    *,
    limit: int = 2,
    certify: bool = False,
    observer: Observer = SILENT,
) -> Iterator[Solved]:
    """The solutions of each puzzle, up to a limit.

    Args:
        entries: The puzzles; what is none is refused.
        engine: Who solves them.
        executor: Where; None: in this process, without limits.
        limit: So many solutions at most; 2 settles uniqueness.
        certify: Prove each verdict. A board that no certificate can speak of is solved, and has none.
        observer: Is told of what is refused, of failures, and why there is no certificate.

    Raises:
        BackendUnavailable: The engine cannot open a problem.
    """
    executor = executor or Inline(Limits(wall_s=None))
    for entry in each(entries, observer):
        if isinstance(entry, BadEntry):
            observer.refused(entry.error)
            continue
        name = spec_of(engine)
        require_supported(name, entry.problem, reason_against(engine, entry.problem))
        question = Question(engine, entry.problem, [entry.instance], limit, shown=limit)
        ((_, (found,)),) = executor.answers([question])
        fault = judge(entry, [Claim(name, 0, found)]).faults.get(0)
        if fault:
            found = failed(Termination.ERROR, fault)
        if found.message:
            observer.remark(both(f"{entry.place}: {name} failed: {found.message}"))
        certificate = _certificate(entry, found.solutions, observer) if certify else None
        yield Solved(entry, name, found.outcome, found.solutions, certificate)


def _certificate(entry: Entry, found: tuple[Solution, ...], observer: Observer) -> Certificate | None:
    from sudokubench.certificates import certify

    if entry.board is None:
        return None
    try:
        return certify(entry.board, known=map(entry.board.filled, found))
    except UsageError as error:
        observer.remark(both(f"{entry.place}: not certified: {error}"))
        return None
