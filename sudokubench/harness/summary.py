"""Totals of a run, counted while it runs: verdicts, disagreements, failures. Times are in the records."""

from __future__ import annotations

from collections import Counter

from sudokubench.answer import Verdict
from sudokubench.harness.crosscheck import Category, solves
from sudokubench.harness.finding import Termination
from sudokubench.harness.runner import Judged, SharedJudgement


class Summary:
    """Totals of a run: puzzles, puzzles by verdict, and records.

    Attributes:
        bad_entries: Number of entries of the corpus that are not puzzles.
        disagreements: Number of puzzles on which backends contradict each other or an earlier round.
        wrong: Number of wrong records.
        failures: Number of records of backends that failed.
        undecided: Number of puzzles without a verdict, plus number of unsolved records that are not wrong or failures.
    """

    def __init__(self) -> None:
        self.puzzles = self.bad_entries = self.disagreements = 0
        self.verdicts: Counter[Verdict] = Counter()
        self.wrong = self.failures = self.undecided = 0

    def add(self, judged: Judged) -> None:
        """Count the result of one round for a puzzle, with all its records."""
        verdict, contested = judged.judgement.verdict, judged.judgement.disagreement is not None
        if judged.earlier is None:
            self.add_puzzle(verdict, contested)
        elif contested and not judged.earlier.contested:
            self.add_puzzle(judged.earlier.verdict, False, -1)
            self.add_puzzle(verdict, True)
        for claim, category in zip(judged.claims, judged.judgement.categories, strict=True):
            self.add_records(claim.finding.verdict, category, claim.finding.termination)

    def add_alike(self, puzzles: SharedJudgement) -> None:
        """Count the result of one round for puzzles to which all backends give the same answer."""
        n = len(puzzles.entries)
        if puzzles.claims[0].repeat == 0:
            self.add_puzzle(puzzles.judgement.verdict, False, n)
        for claim, category in zip(puzzles.claims, puzzles.judgement.categories, strict=True):
            self.add_records(claim.finding.verdict, category, claim.finding.termination, n)

    def add_puzzle(self, verdict: Verdict, disagreed: bool, n: int = 1) -> None:
        """Count the result for n puzzles; n = -1 takes one back."""
        self.puzzles += n
        self.disagreements += n * disagreed
        self.verdicts[verdict] += n
        self.undecided += n * (verdict is Verdict.UNDECIDED)

    def add_records(self, verdict: Verdict, category: Category, termination: Termination, n: int = 1) -> None:
        """Count n records of one kind."""
        self.wrong += n * (category is Category.WRONG)
        self.failures += n * (category is Category.ERROR)
        failed = category in {Category.WRONG, Category.ERROR}
        self.undecided += n * (not failed and not solves(verdict, category, termination))

    @property
    def errors(self) -> int:
        """Number of records of backends that failed, plus number of entries that are not puzzles."""
        return self.bad_entries + self.failures
