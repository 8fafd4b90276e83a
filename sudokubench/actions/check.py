"""Check uniqueness with several backends, compare their answers, and prove them on request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from sudokubench.actions.judging import ProgressTally, contradiction, judged
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.words import CERTIFICATE_DIFFERS, NOT_CERTIFIED
from sudokubench.answer import UNLIMITED, Budget, Verdict, compatible, require_budget
from sudokubench.backends import Backend, backend_list, spec_of, supporting
from sudokubench.board import Board
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.errors import SudokubenchError, Undecided, UsageError
from sudokubench.exchange import Result
from sudokubench.harness.corpus import Entry, Item, entry_of
from sudokubench.harness.crosscheck import Judgement, Strength, judge
from sudokubench.harness.disagreement import Disagreement, Shrinker
from sudokubench.harness.finding import Claim, Question
from sudokubench.harness.inline import Executor, Inline
from sudokubench.harness.limits import Limits
from sudokubench.harness.runner import CorpusRound, SharedJudgement, no_claim
from sudokubench.puzzles import Cover, Given, puzzle

if TYPE_CHECKING:
    from sudokubench.certificates import Certificate

_LIMIT = 2


@dataclass(frozen=True, slots=True, repr=False)
class CrossCheck(Result):
    """The answers of several backends to a puzzle, or to consecutive puzzles with the same answers.

    Attributes:
        entries: The puzzles; all other attributes refer to the first puzzle.
        judgement: The verdict, its strength, and contradictions.
        trouble: A contradiction, with a smallest puzzle that shows it; `check_all` looks for it.
        certificate: The proof, if one was requested and found.
        uncertified: The reason why a requested proof was not found.
    """

    entries: Sequence[Entry] = field(hash=False)
    claims: tuple[Claim, ...] = field(hash=False)
    judgement: Judgement
    trouble: Disagreement | None = None
    certificate: Certificate | None = None
    uncertified: SudokubenchError | None = None

    @property
    def entry(self) -> Entry:
        """Return the first puzzle."""
        return self.entries[0]

    @property
    def board(self) -> Board | None:
        """Return the board; None for a named problem."""
        return self.entry.board

    @property
    def verdict(self) -> Verdict:
        """The verdict that the answers support."""
        return self.judgement.verdict

    @property
    def agreed(self) -> bool:
        """Return whether there is an answer, all answers are compatible, and no solution refutes an answer."""
        return self.judgement.agreed and len(self.unanswered) < len(self.backends)

    @property
    def backends(self) -> dict[str, Verdict]:
        """Return the verdict of each backend, by full name."""
        return {claim.backend: claim.finding.verdict for claim in self.claims}

    @property
    def unanswered(self) -> dict[str, str]:
        """Return the reason for each missing verdict, by full name of the backend: failure, fault or `undecided`."""
        faults = self.judgement.faults
        return {
            claim.backend: claim.finding.message or faults.get(i, Verdict.UNDECIDED.value)
            for i, claim in enumerate(self.claims)
            if claim.finding.verdict is Verdict.UNDECIDED
        }

    @property
    def unsettled(self) -> bool:
        """Return whether a backend gave no answer, no backend was asked, or it is only known that a solution exists."""
        return bool(self.unanswered) or self.verdict in {Verdict.UNDECIDED, Verdict.SOLVABLE}

    @property
    def disagreement(self) -> str | None:
        """Return a sentence about the contradiction or the refuted answer; None if there is neither."""
        return self.judgement.disagreement or next(iter(self.judgement.faults.values()), None)

    @property
    def strength(self) -> Strength:
        """Return the strength of the verdict. A certificate makes a verdict PROVEN or WRONG, unless it is UNDECIDED."""
        if self.certificate is None or self.verdict is Verdict.UNDECIDED:
            return self.judgement.strength
        return Strength.PROVEN if compatible(self.verdict, self.certificate.claim) else Strength.WRONG

    @property
    def wrong(self) -> bool:
        """Return whether a solution or the certificate refutes a backend."""
        return bool(self.judgement.faults) or (self.strength is Strength.WRONG and self.agreed)

    @property
    def solution(self) -> Board | None:
        """Return a solution that was checked against the clues; None without a solution, and for named problems."""
        return next(self.solutions(), None)

    def solutions(self) -> Iterator[Board]:
        """Yield the valid solutions of the board that backends have shown."""
        entry = self.entry
        if entry.board is not None:
            for solution in dict.fromkeys(s for claim in self.claims for s in claim.finding.solutions):
                if not solution_fault(entry.problem, solution, entry.instance):
                    yield entry.board.filled(solution)

    def __str__(self) -> str:
        verdicts = ", ".join(f"{backend} {verdict.value}" for backend, verdict in self.backends.items())
        return f"{self.verdict.value}, {self.strength.value}: {self.disagreement or verdicts}"

    def as_columns(self) -> dict[str, list[Any]]:
        """Return the columns `backend`, `verdict`, and `unanswered` with the reason of a backend without a verdict."""
        names, why = list(self.backends), self.unanswered
        verdicts = [verdict.value for verdict in self.backends.values()]
        return {"backend": names, "verdict": verdicts, "unanswered": [why.get(name) for name in names]}

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield for each puzzle a JSON object of the schema `sudokubench.check/2`."""
        backends = {backend: verdict.value for backend, verdict in self.backends.items()}
        shared = {
            "verdict": self.verdict.value, "agreed": self.agreed, "strength": self.strength.value,
            "kinds": list(self.judgement.kinds), "backends": backends, "unanswered": self.unanswered,
        }  # fmt: skip
        for entry in self.entries:
            yield {"schema": "sudokubench.check/2", "puzzle": entry.text, "id": entry.id, **shared}

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object of the first puzzle."""
        return next(self.records())


def check(
    board: Cover | Given, *, backend: str | Sequence[str] = "all", budget: Budget = UNLIMITED
) -> CrossCheck:
    """Ask several backends whether a board or an exact cover has one solution, and compare their answers.

    Args:
        board: A board or an exact cover, as `solve` takes it.
        backend: Names of backends, in a sequence or separated by commas, or `all`. The call leaves out backends that
            cannot open the puzzle.
        budget: Limit for each backend.

    Raises:
        InputError: The text is not a board.
        UsageError: A backend is unknown, or the budget is invalid.
        BackendUnavailable: A backend is not installed.

    >>> check("1...............", backend="algorithm_x,dlx").verdict
    <Verdict.MULTIPLE: 'multiple'>
    >>> print(check("queens:4", backend="algorithm_x,dlx"))
    multiple, proven: algorithm_x multiple, dlx multiple
    """
    entry = entry_of(puzzle(board), "", 1)
    require_budget(budget)  # here: inside a search, the error would count as a failure of the engine
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
    """Check each puzzle of a corpus, which is read as a stream.

    Plain 9x9 boards go to the engines as arrays if all engines take arrays and no proofs are requested. Then
    consecutive boards may come as one value.

    Args:
        engines: The backends. If a backend cannot open a problem, the observer gets the reason.
        certify: Budget for a proof of each verdict; None asks for no proofs.
        observer: Gets entries that are not puzzles, failed backends and disagreements.
    """
    shrinker = Shrinker("check", engines, executor, _LIMIT)
    tally = ProgressTally(observer)
    one = CorpusRound(engines, executor, limit=_LIMIT, asking=tally, arrays=lambda engine: certify is None)
    for event in judged(chain.from_iterable(one.events(entries)), observer):
        if isinstance(event, SharedJudgement):
            yield CrossCheck(event.entries, event.claims, event.judgement)
            continue
        trouble = contradiction(event, shrinker, observer)
        found = CrossCheck([event.entry], event.claims, event.judgement, trouble)
        yield found if certify is None else _certified(found, certify, observer)


def _certified(found: CrossCheck, budget: Budget, observer: Observer) -> CrossCheck:
    from sudokubench.certificates import certify

    entry, verdict = found.entry, found.verdict
    try:
        certificate = certify(entry.puzzle, budget=budget, known=found.solutions())
    except (Undecided, UsageError) as error:
        observer.remark(NOT_CERTIFIED.format(place=entry.place, reason=error.words))
        return replace(found, uncertified=error)
    claim = certificate.claim
    if claim is not verdict:
        said = {"claim": claim.value, "verdict": verdict.value}
        observer.remark(CERTIFICATE_DIFFERS.format(place=entry.place, **said))
    return replace(found, certificate=certificate)
