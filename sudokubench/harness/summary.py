"""Running totals of a run: whether something is wrong. How fast its backends are its records tell."""

from __future__ import annotations

from collections import Counter

from sudokubench.answer import Verdict
from sudokubench.harness.crosscheck import Category, solves
from sudokubench.harness.finding import Termination
from sudokubench.harness.runner import Alike, Judged


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
        """Count what one round made of a puzzle, with all its records."""
        verdict, contested = judged.judgement.verdict, judged.judgement.disagreement is not None
        if judged.earlier is None:
            self.add_puzzle(verdict, contested)
        elif contested and not judged.earlier.contested:
            self.add_puzzle(judged.earlier.verdict, False, -1)
            self.add_puzzle(verdict, True)
        for claim, category in zip(judged.claims, judged.judgement.categories, strict=True):
            self.add_records(claim.finding.verdict, category, claim.finding.termination)

    def add_alike(self, puzzles: Alike) -> None:
        """Count what one round made of puzzles of which all backends say the same."""
        n = len(puzzles.entries)
        if puzzles.claims[0].repeat == 0:
            self.add_puzzle(puzzles.judgement.verdict, False, n)
        for claim, category in zip(puzzles.claims, puzzles.judgement.categories, strict=True):
            self.add_records(claim.finding.verdict, category, claim.finding.termination, n)

    def add_puzzle(self, verdict: Verdict, disagreed: bool, n: int = 1) -> None:
        """Count what was made of one puzzle; -1 takes it back."""
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
        """Failures of all backends, and pieces of the corpus that were no puzzles."""
        return self.bad_entries + self.failures
