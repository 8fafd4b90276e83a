"""Uniqueness, verified by several backends whose answers are judged; and proved, if wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from sudokubench.actions.judging import Tally, contradiction, judged
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.answer import UNLIMITED, Budget, Verdict, require_budget
from sudokubench.backends import Backend, backend_list, spec_of, supporting
from sudokubench.board import Board
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.errors import SudokubenchError, Undecided, UsageError
from sudokubench.harness.corpus import Entry, Item, entry_of
from sudokubench.harness.crosscheck import Judgement, Strength, judge
from sudokubench.harness.disagreement import Disagreement, Shrinker
from sudokubench.harness.executors import Executor, Inline
from sudokubench.harness.finding import Claim, Question
from sudokubench.harness.isolation import Limits
from sudokubench.harness.runner import Alike, no_claim, run
from sudokubench.words import both

if TYPE_CHECKING:
    from sudokubench.certificates import Certificate

_LIMIT = 2

_PROVED = {
    *((verdict, verdict) for verdict in (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)),
    (Verdict.SOLVABLE, Verdict.MULTIPLE),
}
"""Pairs of a verdict and the claim of a certificate that proves it."""


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """What several backends say about a puzzle, or about some in a row of which they say the same.

    Attributes:
        entries: The puzzles; all else is told of the first of them.
        claims: What each of them says.
        judgement: What is to be made of that.
        trouble: The contradiction with the smallest puzzle that shows it, where that was looked for.
        certificate: The proof, if one was asked for and found.
        uncertified: Why there is no proof though one was asked for.
    """

    entries: Sequence[Entry]
    claims: tuple[Claim, ...]
    judgement: Judgement
    trouble: Disagreement | None = None
    certificate: Certificate | None = None
    uncertified: SudokubenchError | None = None

    @property
    def entry(self) -> Entry:
        """The puzzle."""
        return self.entries[0]

    @property
    def board(self) -> Board | None:
        """The board; None for a named problem."""
        return self.entry.board

    @property
    def verdict(self) -> Verdict:
        """What may be believed of it."""
        return self.judgement.verdict

    @property
    def agreed(self) -> bool:
        """Whether there is an answer, no two backends contradict each other and none is refuted by a solution."""
        return self.judgement.agreed and len(self.unanswered) < len(self.backends)

    @property
    def backends(self) -> dict[str, Verdict]:
        """The verdict of each backend, by its full name."""
        return {claim.backend: claim.finding.verdict for claim in self.claims}

    @property
    def unanswered(self) -> dict[str, str]:
        """Why backends have no verdict, by their full names: what they failed with, or that it is undecided."""
        return {
            claim.backend: claim.finding.message or Verdict.UNDECIDED.value
            for claim in self.claims
            if claim.finding.verdict is Verdict.UNDECIDED
        }

    @property
    def unsettled(self) -> bool:
        """Whether somebody gave no answer, or nobody was asked, or all that was found is that there is a solution."""
        return bool(self.unanswered) or self.verdict in {Verdict.UNDECIDED, Verdict.SOLVABLE}

    @property
    def disagreement(self) -> str | None:
        """What is contradicted or refuted, in a sentence, or None."""
        return self.judgement.disagreement or next(iter(self.judgement.faults.values()), None)

    @property
    def strength(self) -> Strength:
        """How well the verdict is founded: a certificate proves it, or shows that it is wrong."""
        if self.certificate is None:
            return self.judgement.strength
        if (self.verdict, self.certificate.claim) in _PROVED:
            return Strength.PROVEN
        return self.judgement.strength if self.verdict is Verdict.UNDECIDED else Strength.WRONG

    @property
    def wrong(self) -> bool:
        """Whether a backend is refuted, by a solution or by the certificate."""
        return bool(self.judgement.faults) or (self.strength is Strength.WRONG and self.agreed)

    @property
    def solution(self) -> Board | None:
        """A solution that was checked against the clues, or None; of a named problem there is none."""
        return next(self.solutions(), None)

    def solutions(self) -> Iterator[Board]:
        """The solutions of a board that backends have shown and that are some."""
        entry = self.entry
        if entry.board is not None:
            for solution in dict.fromkeys(s for claim in self.claims for s in claim.finding.solutions):
                if not solution_fault(entry.problem, solution, entry.instance):
                    yield entry.board.filled(solution)

    def records(self) -> Iterator[dict[str, Any]]:
        """For each puzzle one JSON object of the schema `sudokubench.check/2`."""
        said = {
            "verdict": self.verdict.value,
            "agreed": self.agreed,
            "strength": self.strength.value,
            "kinds": self.judgement.kinds,
            "backends": {backend: verdict.value for backend, verdict in self.backends.items()},
            "unanswered": self.unanswered,
        }
        for entry in self.entries:
            yield {"schema": "sudokubench.check/2", "puzzle": entry.text, "id": entry.id, **said}

    def as_json(self) -> dict[str, Any]:
        """That of the puzzle."""
        return next(self.records())


def check(
    board: Board | str, *, backend: str | Sequence[str] = "all", budget: Budget = UNLIMITED
) -> CrossCheck:
    """Ask several backends whether a board has one solution, and compare their answers.

    Args:
        board: A board, or its text in any known form.
        backend: Names of backends, in a sequence or parted by commas, or `all`.
        budget: What each of them may spend.

    Raises:
        InputError: The text is no board.
        UsageError: No such backend, or what is no budget.

    >>> check("1...............", backend="algorithm_x,dlx").verdict
    <Verdict.MULTIPLE: 'multiple'>
    """
    board = board if isinstance(board, Board) else Board.parse(board)
    require_budget(budget)  # here: an exception of a search counts as a failure of its engine
    entry = entry_of(board, "", 1)
    engines, _, failing = supporting(entry.problem, backend_list(backend))
    claims = [no_claim(engine, 0, reason) for engine, reason in failing]
    questions = [Question(engine, entry.problem, [entry.instance], _LIMIT) for engine in engines]
    for n, (finding,) in Inline(Limits(wall_s=None), budget).answers(questions):
        claims.append(Claim(spec_of(engines[n]), 0, finding, engines[n].kind))
    return CrossCheck([entry], tuple(claims), judge(entry, claims))


def check_all(
    entries: Iterable[Item],
    engines: Sequence[Backend],
    executor: Executor,
    *,
    certify: Budget | None = None,
    observer: Observer = SILENT,
) -> Iterator[CrossCheck]:
    """The same for each puzzle of a corpus, which is read as it goes.

    Plain boards of 9x9 are asked as arrays where all engines take these; then some in a row may come as one value.

    Args:
        entries: The corpus.
        engines: Who is asked. Those that cannot open a problem are told to the observer.
        executor: Where they are asked.
        certify: What a proof of each verdict may cost; None asks for none.
        observer: Is told what is no puzzle, which backends failed, and of disagreements.
    """
    shrinker = Shrinker("check", engines, executor, _LIMIT)
    chunks = run(
        entries,
        engines,
        executor,
        limit=_LIMIT,
        asking=Tally(observer),
        arrays=lambda engine: certify is None,
    )
    for event in judged(chain.from_iterable(chunks), observer):
        if isinstance(event, Alike):
            yield CrossCheck(event.entries, event.claims, event.judgement)
            continue
        trouble = contradiction(event, shrinker, observer)
        found = CrossCheck([event.entry], event.claims, event.judgement, trouble)
        yield found if certify is None else _certified(found, certify, observer)


def _certified(found: CrossCheck, budget: Budget, observer: Observer) -> CrossCheck:
    """The same with a certificate, or why there is none."""
    from sudokubench.certificates import certify

    entry, verdict = found.entry, found.verdict
    try:
        if entry.board is None:
            raise UsageError("certificates are for boards only")
        certificate = certify(entry.board, budget=budget, known=found.solutions())
    except (Undecided, UsageError) as error:
        observer.remark(both(f"{entry.place}: not certified: {error}"))
        return replace(found, uncertified=error)
    claim = certificate.claim
    if (verdict, claim) not in _PROVED:
        said = f"the certificate says {claim.value}, the backends say {verdict.value}"
        observer.remark(both(f"{entry.place}: {said}"))
    return replace(found, certificate=certificate)
