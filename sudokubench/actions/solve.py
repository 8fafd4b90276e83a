"""Solve puzzles with one backend; optionally prove the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sudokubench.actions.judging import FailureReports
from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.actions.words import NOT_CERTIFIED, SUM_IMPOSSIBLE
from sudokubench.answer import Answer, Outcome, Solution
from sudokubench.backends import Backend, spec_of
from sudokubench.backends.base import require_supported
from sudokubench.backends.registry import reason_against
from sudokubench.board import Board
from sudokubench.constraints.base import impossible_sum
from sudokubench.core_words import NAMED
from sudokubench.errors import BackendFailed, Undecided, UsageError
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.harness.crosscheck import judge
from sudokubench.harness.finding import Claim, Question, Termination, failed
from sudokubench.harness.inline import Executor, Inline
from sudokubench.harness.limits import Limits
from sudokubench.solving import engine_for
from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.certificates import Certificate


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer of a backend to a puzzle.

    Attributes:
        backend: Full name of the backend.
        outcome: Count, reason to stop, times.
        certificate: The proof of the verdict, if one was requested and is possible.
    """

    entry: Entry
    backend: str
    outcome: Outcome
    solutions: tuple[Solution, ...]
    certificate: Certificate | None = None

    def as_json(self) -> dict[str, Any]:
        """Return one JSON object of the schema `sudokubench.answer/2`."""
        return Answer(self.entry.puzzle, self.backend, self.outcome, self.solutions).as_json()


def solve_all(
    entries: Iterable[Entry | BadEntry],
    engine: Backend | None,
    executor: Executor | None = None,
    *,
    limit: int = 2,
    certify: bool = False,
    observer: Observer = SILENT,
) -> Iterator[Solved]:
    """Yield the solutions of each puzzle, up to a limit.

    Args:
        engine: The engine to use; None stands for the usual engine of each problem.
        executor: The place where the engine works; None stands for this process, without limits.
        limit: Largest number of solutions; 2 decides uniqueness.
        certify: Prove each verdict. A puzzle that a certificate cannot describe is solved without one.
        observer: Gets refused entries, failures, and reasons why there is no certificate.

    Raises:
        BackendUnavailable: The engine cannot open a problem.
        BackendFailed: The engine fails when it is asked whether it supports a problem.
    """
    executor, failures = executor or Inline(Limits(wall_s=None)), FailureReports(observer)
    for entry in each(entries, observer):
        if isinstance(entry, BadEntry):
            observer.refused(entry.error)
            continue
        chosen = engine_for(entry.problem, engine, limit)
        name = spec_of(chosen)
        try:
            reason = reason_against(chosen, entry.problem)
        except BackendFailed as error:
            raise BackendFailed(NAMED.format(name=entry.place, text=error.words)) from error
        require_supported(name, entry.problem, reason)
        question = Question(chosen, entry.problem, [entry.instance], limit, shown=limit)
        ((_, (found,)),) = executor.answers([question])
        fault = judge(entry, [Claim(name, 0, found)]).faults.get(0)
        if fault:
            found = failed(Termination.ERROR, fault)
        failures.add(entry.place, [Claim(name, 0, found)])
        if found.outcome.exhausted and not found.outcome.count and entry.board is not None:
            for words in _impossible(entry.board, entry.place):
                observer.remark(words)
        certificate = _certificate(entry, found.solutions, observer) if certify else None
        yield Solved(entry, name, found.outcome, found.solutions, certificate)


def _impossible(board: Board, place: str) -> Iterator[Words]:
    """Yield a remark on each constraint whose cells cannot reach its sum, given the clues in them."""
    layout = board.layout
    for constraint in board.constraints:
        if sums := impossible_sum(constraint.statements(layout), layout.size, board.digits):
            named, (least, most) = constraint.describe(layout), sums
            yield SUM_IMPOSSIBLE.format(place=place, constraint=named, least=least, most=most)


def _certificate(entry: Entry, found: tuple[Solution, ...], observer: Observer) -> Certificate | None:
    from sudokubench.certificates import certify

    board = entry.board
    try:
        return certify(entry.puzzle, known=found if board is None else map(board.filled, found))
    except (Undecided, UsageError) as error:
        observer.remark(NOT_CERTIFIED.format(place=entry.place, reason=error.words))
        return None
