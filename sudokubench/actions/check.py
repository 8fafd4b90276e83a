"""Uniqueness, verified by several backends whose answers are judged; and proved, if wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from time import monotonic
from typing import TYPE_CHECKING, Any

from sudokubench.actions.judging import Tally, contradiction, judged
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.answer import UNLIMITED, Budget, Verdict, require_budget
from sudokubench.backends import Backend, backend_list, spec_of, supporting
from sudokubench.backends.pool import lent_session
from sudokubench.board import Board
from sudokubench.encodings.exact_cover import solution_fault
from sudokubench.errors import SudokubenchError, Undecided, UsageError
from sudokubench.harness.asking import BatchFound, ask
from sudokubench.harness.corpus import NINE, BadEntry, Entry, Rows, entry_of
from sudokubench.harness.crosscheck import Judgement, Strength, judge, undisputed
from sudokubench.harness.disagreement import Disagreement, Shrinker
from sudokubench.harness.executors import Executor
from sudokubench.harness.finding import Claim, Finding
from sudokubench.harness.runner import (
    LARGEST_CHUNK,
    SMALLEST_CHUNK,
    Event,
    Judged,
    Unsupported,
    no_claim,
    run,
)
from sudokubench.words import both

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudokubench.certificates import Certificate

_LIMIT = 2

_PROVED = {
    *((verdict, verdict) for verdict in (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)),
    (Verdict.SOLVABLE, Verdict.MULTIPLE),
}
"""Pairs of a verdict and the claim of a certificate that proves it."""


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """What several backends say about one puzzle.

    Attributes:
        entry: The puzzle.
        claims: What each of them says.
        judgement: What is to be made of that.
        trouble: The contradiction with the smallest puzzle that shows it, where that was looked for.
        certificate: The proof, if one was asked for and found.
        uncertified: Why there is no proof though one was asked for.
        puzzles: So many puzzles have these verdicts; the entry is the first of them.
    """

    entry: Entry
    claims: tuple[Claim, ...]
    judgement: Judgement
    trouble: Disagreement | None = None
    certificate: Certificate | None = None
    uncertified: SudokubenchError | None = None
    puzzles: int = 1

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

    def as_json(self) -> dict[str, Any]:
        """One JSON object of the schema `sudokubench.check/2`."""
        return {
            "schema": "sudokubench.check/2",
            "puzzle": self.entry.text,
            "id": self.entry.id,
            "verdict": self.verdict.value,
            "agreed": self.agreed,
            "strength": self.strength.value,
            "kinds": self.judgement.kinds,
            "backends": {backend: verdict.value for backend, verdict in self.backends.items()},
            "unanswered": self.unanswered,
        }


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
    for engine in engines:
        with lent_session(engine, entry.problem) as session:
            finding = ask(session, [entry.instance], _LIMIT, budget)[0]
        claims.append(Claim(spec_of(engine), 0, finding, engine.kind))
    return CrossCheck(entry, tuple(claims), judge(entry, claims))


_Item = Entry | BadEntry | Rows


def check_all(
    entries: Iterable[_Item],
    engines: Sequence[Backend],
    executor: Executor,
    *,
    certify: Budget | None = None,
    summed: bool = False,
    observer: Observer = SILENT,
) -> Iterator[CrossCheck]:
    """The same for each puzzle of a corpus, which is read as it goes.

    Args:
        entries: The corpus.
        engines: Who is asked. Those that cannot open a problem are told to the observer.
        executor: Where they are asked.
        certify: What a proof of each verdict may cost; None asks for none.
        summed: Puzzles with exactly one solution may come as one value for many.
        observer: Is told what is no puzzle, which backends failed, and of disagreements.
    """
    checking = _Checking(engines, executor, summed, observer)
    if certify is None and checking.takes_arrays:
        yield from checking.of_mixed(entries)
    else:
        for found in checking.one_by_one(entries):
            yield found if certify is None else _certified(found, certify, observer)


class _Checking:
    """The puzzles of a corpus on their way to verdicts: as arrays where that can be, else one by one."""

    def __init__(
        self, engines: Sequence[Backend], executor: Executor, summed: bool, observer: Observer
    ) -> None:
        self._engines, self._executor, self._summed, self._observer = engines, executor, summed, observer
        self._shrinker = Shrinker("check", engines, executor, _LIMIT)
        self._tally = Tally(observer)
        self._told_of = set[Unsupported]()
        self._searchers = [executor.searcher(engine, NINE) for engine in engines]
        self.takes_arrays = None not in self._searchers

    def one_by_one(self, items: Iterable[_Item]) -> Iterator[CrossCheck]:
        """By the rounds of a run."""
        entries = chain.from_iterable(item if isinstance(item, Rows) else (item,) for item in items)
        chunks = run(entries, self._engines, self._executor, limit=_LIMIT, asking=self._tally)
        yield from map(self._found, judged(self._news(chain.from_iterable(chunks)), self._observer))

    def _news(self, events: Iterable[Event]) -> Iterator[Event]:
        """What every run would tell again is told once."""
        for event in events:
            if not isinstance(event, Unsupported):
                yield event
            elif event not in self._told_of:
                self._told_of.add(event)
                yield event

    def _found(self, puzzle: Judged) -> CrossCheck:
        trouble = contradiction(puzzle, self._shrinker, self._observer)
        return CrossCheck(puzzle.entry, puzzle.claims, puzzle.judgement, trouble)

    def of_mixed(self, items: Iterable[_Item]) -> Iterator[CrossCheck]:
        """Plain boards of 9x9 in chunks, whose size adapts as in a run; others by the rounds of one."""
        for plain, some in groupby(items, _is_plain):
            size = SMALLEST_CHUNK
            while chunk := _taken(some, size if plain else LARGEST_CHUNK):
                begun = monotonic()
                found = self._of_arrays(chunk) if plain else None
                yield from self.one_by_one(chunk) if found is None else found
                took = monotonic() - begun
                size = min(2 * size, LARGEST_CHUNK) if took < 0.5 else max(size // 2, SMALLEST_CHUNK)

    def _of_arrays(self, chunk: Sequence[_Item]) -> Iterator[CrossCheck] | None:
        """What is found for plain boards; None if they are few, or if some would be left undecided."""
        import numpy as np

        parts = [np.zeros((0, NINE.cell_count), np.uint8)]
        for item in chunk:
            if isinstance(item, Rows):
                parts.append(item.digits)
            elif isinstance(item, Entry) and item.board:
                parts.append(np.frombuffer(item.board.digits, np.uint8)[None])
        boards = np.concatenate(parts)
        if len(boards) < SMALLEST_CHUNK:
            return None
        answers = list[BatchFound | Finding]()
        for engine, search in zip(self._engines, self._searchers, strict=True):
            self._tally(spec_of(engine), 0.0, 0)
            assert search is not None
            answers.append(found := search(boards, _LIMIT))
            if isinstance(found, BatchFound) and found.undecided():
                return None
        failures = sum(len(boards) for found in answers if isinstance(found, Finding))
        self._tally(spec_of(self._engines[0]), float(len(boards)), failures)
        return self._judged(chunk, boards, answers)

    def _judged(
        self, chunk: Sequence[_Item], boards: NDArray[np.uint8], answers: Sequence[BatchFound | Finding]
    ) -> Iterator[CrossCheck]:
        """In the order of the chunk; what nobody can dispute is judged for the first of its kind alone."""
        import numpy as np

        batches = [found for found in answers if isinstance(found, BatchFound)]
        good = np.zeros(len(boards), np.bool_)
        if len(batches) == len(answers):
            good = undisputed(boards, batches)
        unique = np.zeros(len(boards), np.bool_)
        if self._summed and batches:
            unique = good & (batches[0].answer.counts == 1)
        alike: dict[Verdict, Judgement] = {}
        told = np.flatnonzero(~unique)
        if len(told) < len(boards):
            told = np.union1d(told, np.argmax(unique))
        begin = 0
        for item in chunk:
            self._observer.heed()
            if isinstance(item, BadEntry):
                self._observer.refused(item.error)
                continue
            entries = item if isinstance(item, Rows) else [item]
            rows = told[np.searchsorted(told, begin) : np.searchsorted(told, begin + len(entries))]
            for row, claims in zip(rows.tolist(), self._claims(answers, rows), strict=True):
                self._observer.heed()
                entry = entries[row - begin]
                if not good[row]:
                    yield self._found(Judged(row, entry, claims, judge(entry, claims)))
                    continue
                verdict = claims[0].finding.verdict
                alike[verdict] = judgement = alike.get(verdict) or judge(entry, claims)
                yield CrossCheck(entry, claims, judgement, puzzles=int(unique.sum()) if unique[row] else 1)
            begin += len(entries)

    def _claims(
        self, answers: Sequence[BatchFound | Finding], rows: NDArray[np.int64]
    ) -> Iterator[tuple[Claim, ...]]:
        """For each row what all engines say."""
        found = [
            answer.findings_of(rows) if isinstance(answer, BatchFound) else [answer] * len(rows)
            for answer in answers
        ]
        for said in zip(*found, strict=True):
            yield tuple(
                Claim(spec_of(engine), 0, finding, engine.kind)
                for engine, finding in zip(self._engines, said, strict=True)
            )


def _is_plain(item: _Item) -> bool:
    """Whether it is a board that an array can hold, or tells of a line that is none."""
    if not isinstance(item, Entry):
        return True
    return item.problem == NINE and not item.instance.forbidden and item.expected is None


def _taken(items: Iterator[_Item], size: int) -> list[_Item]:
    """The first of what is left, so many puzzles or somewhat more."""
    taken, puzzles = list[_Item](), 0
    for item in items:
        taken.append(item)
        puzzles += len(item) if isinstance(item, Rows) else 1
        if puzzles >= size:
            break
    return taken


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
