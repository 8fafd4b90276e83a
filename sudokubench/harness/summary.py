"""Running totals of a run: whether something is wrong. How fast its backends are its records tell."""

from __future__ import annotations

from collections import Counter

from sudokubench.answer import Verdict
from sudokubench.harness.crosscheck import Category, solves
from sudokubench.harness.finding import Termination
from sudokubench.harness.runner import Judged


class Summary:
    """Totals of a run.

    Attributes:
        puzzles: Puzzles that were judged.
        bad_entries: Pieces of the corpus that were no puzzles.
        disagreements: Puzzles on which backends contradict each other.
        verdicts: How many puzzles have which verdict.
        wrong: Wrong records.
        failures: Records of backends that failed.
        undecided: Other records that solve nothing, and puzzles that stayed undecided.
    """

    def __init__(self) -> None:
        self.puzzles = self.bad_entries = self.disagreements = 0
        self.verdicts: Counter[Verdict] = Counter()
        self.wrong = self.failures = self.undecided = 0

    def add(self, judged: Judged) -> None:
        """Count one puzzle with all its records."""
        self.add_puzzle(judged.judgement.verdict, judged.judgement.disagreement is not None)
        for claim, category in zip(judged.claims, judged.judgement.categories, strict=True):
            self.add_records(claim.finding.verdict, category, claim.finding.termination)

    def add_puzzle(self, verdict: Verdict, disagreed: bool) -> None:
        """Count what was made of one puzzle."""
        self.puzzles += 1
        self.disagreements += disagreed
        self.verdicts[verdict] += 1
        self.undecided += verdict is Verdict.UNDECIDED

    def add_records(self, verdict: Verdict, category: Category, termination: Termination, n: int = 1) -> None:
        """Count n records of one kind."""
        self.wrong += n * (category is Category.WRONG)
        self.failures += n * (category is Category.ERROR)
        failed = category in {Category.WRONG, Category.ERROR}
        self.undecided += n * (not failed and not solves(verdict, category, termination))

    @property
    def errors(self) -> int:
        """Failures of all backends, and pieces of the corpus that were no puzzles."""
        return self.bad_entries + self.failures
