"""Running totals of a run: what its table shows, without keeping the records."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sudokubench.answer import Times, Verdict
from sudokubench.harness.crosscheck import Category
from sudokubench.harness.runner import Judged


@dataclass(slots=True)
class Tally:
    """Totals of one backend. Times are nanoseconds a puzzle and repeat."""

    solved: int = 0
    wrong: int = 0
    errors: int = 0
    undecided: int = 0
    encode_ns: int = 0
    solve_ns: int = 0
    decode_ns: int = 0
    largest_batch: int = 1
    each_ns: array[int] = field(default_factory=lambda: array("q"))

    @property
    def total_ns(self) -> int:
        """All phases of all puzzles."""
        return self.encode_ns + self.solve_ns + self.decode_ns

    def quantile_ns(self, share: float) -> int:
        """The nearest-rank quantile of the time for a puzzle; 0 if there is none."""
        if not self.each_ns:
            return 0
        ordered = sorted(self.each_ns)
        return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]

    @property
    def per_second(self) -> float:
        """Puzzles a second of its own time; 0 if there is none."""
        return len(self.each_ns) / (self.total_ns / 1e9) if self.total_ns else 0.0


class Summary:
    """Totals of a run. Memory: 8 bytes for each record."""

    def __init__(self, backends: Sequence[str]) -> None:
        self.tallies = {backend: Tally() for backend in backends}
        self.puzzles = 0
        self.bad_entries = 0
        self.disagreements = 0
        self.verdicts: Counter[Verdict] = Counter()

    def add(self, judged: Judged) -> None:
        """Count one puzzle with all its records."""
        self.add_puzzle(judged.judgement.verdict, judged.judgement.disagreement is not None)
        for claim, category in zip(judged.claims, judged.judgement.categories, strict=True):
            finding = claim.finding
            self.add_record(claim.backend, finding.verdict, category, finding.outcome.times, finding.batch)

    def add_puzzle(self, verdict: Verdict, disagreed: bool) -> None:
        """Count what was made of one puzzle."""
        self.puzzles += 1
        self.disagreements += disagreed
        self.verdicts[verdict] += 1

    def add_record(
        self, backend: str, verdict: Verdict, category: Category, times: Times, batch: int
    ) -> None:
        """Count what one backend said of one puzzle."""
        tally = self.tallies[backend]
        undecided = verdict is Verdict.UNDECIDED
        tally.wrong += category is Category.WRONG
        tally.errors += category is Category.ERROR
        tally.undecided += undecided and category is not Category.ERROR
        tally.solved += not undecided and category is not Category.WRONG
        tally.encode_ns += times.encode_ns
        tally.solve_ns += times.solve_ns
        tally.decode_ns += times.decode_ns
        tally.largest_batch = max(tally.largest_batch, batch)
        tally.each_ns.append(times.total_ns)

    @property
    def wrong(self) -> int:
        """Wrong claims of all backends."""
        return sum(tally.wrong for tally in self.tallies.values())

    @property
    def failures(self) -> int:
        """Failures of all backends."""
        return sum(tally.errors for tally in self.tallies.values())

    @property
    def undecided(self) -> int:
        """Puzzles and claims that are undecided."""
        claims = sum(tally.undecided for tally in self.tallies.values())
        return claims + self.verdicts[Verdict.UNDECIDED]

    @property
    def errors(self) -> int:
        """Failures of all backends, and pieces of the corpus that were no puzzles."""
        return self.bad_entries + self.failures
