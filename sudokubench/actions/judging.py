"""Functions that `run` and `check` share: yield judged puzzles, and report contradictions between the answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudokubench.actions.observer import Observer
from sudokubench.actions.words import AGAIN, FAILED, LEFT_OUT, UNUSABLE
from sudokubench.core_words import NAMED
from sudokubench.harness.corpus import BadEntry
from sudokubench.harness.disagreement import Disagreement, Shrinker
from sudokubench.harness.finding import Claim
from sudokubench.harness.japanese_messages import in_both
from sudokubench.harness.runner import Event, Judged, Partial, SharedJudgement, Unsupported
from sudokubench.words import Words


class FailureReports:
    """Reports failed backends to an observer: for each puzzle, but only once if a backend cannot open the problem."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._said = set[Words]()

    def add(self, place: str, claims: Iterable[Claim]) -> None:
        """Report the failures in the answers to the puzzle at a place."""
        failures = {claim.backend: claim.finding for claim in claims if claim.finding.message}
        for backend, finding in failures.items():
            text = UNUSABLE if finding.unopened else FAILED
            said = text.format(place=place, backend=backend, message=in_both(finding.message))
            if said not in self._said:
                self._observer.remark(said)
            if finding.unopened:
                self._said.add(said)


def contradiction(puzzle: Judged, shrinker: Shrinker, observer: Observer) -> Disagreement | None:
    """Return a contradiction in the answers to a puzzle, or None; report it."""
    found = shrinker.smallest(puzzle)
    if found is not None:
        tell(found, puzzle.entry.place, observer)
    return found


def tell(trouble: Disagreement, place: str, observer: Observer) -> None:
    """Report a contradiction about the puzzle at a place, and the command that shows it again."""
    for line in (*map(in_both, trouble.reasons), AGAIN.format(command=trouble.command)):
        observer.remark(NAMED.format(name=place, text=line))


def judged(events: Iterable[Event], observer: Observer) -> Iterator[Judged | SharedJudgement]:
    """Yield the puzzles; report failed backends and all other events to the observer, which may cancel."""
    failures = FailureReports(observer)
    for event in events:
        observer.heed()
        if isinstance(event, Unsupported):
            left_out = {"backend": event.backend, "problem": event.problem, "reason": event.reason}
            observer.remark(LEFT_OUT.format(**left_out))
        elif isinstance(event, BadEntry):
            observer.refused(event.error)
        elif isinstance(event, Partial):
            observer.heard(event)
        else:
            if isinstance(event, Judged):
                failures.add(event.entry.place, event.claims)
            yield event


@dataclass(slots=True)
class ProgressTally:
    """Reports the progress of rounds to an observer. It is the callback `asking` of `harness.runner.CorpusRound`.

    Attributes:
        done: Number of puzzles that are done, in all rounds together.
        failures: Number of answers that failed.
    """

    observer: Observer
    done: float = 0
    failures: int = 0

    def __call__(self, by: str, done: float, failures: int) -> None:
        """Report which backend is asked next, and how much was done since the last call."""
        self.done += done
        self.failures += failures
        self.observer.progress(round(self.done), by=by, failures=self.failures)
