"""What `run` and `check` share: puzzles as they are judged, and what is wrong with the answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudokubench.actions.observer import Observer
from sudokubench.harness.corpus import BadEntry
from sudokubench.harness.disagreement import Disagreement, Shrinker
from sudokubench.harness.runner import Alike, Event, Judged, Partial, Unsupported
from sudokubench.words import Words, both


def contradiction(puzzle: Judged, shrinker: Shrinker, observer: Observer) -> Disagreement | None:
    """What is wrong with the answers to a puzzle, or None. The observer is told of it, and of backends that failed."""
    found = shrinker.smallest(puzzle)
    if found is not None:
        tell(found, puzzle.entry.place, observer)
    failures = {claim.backend: claim.finding.message for claim in puzzle.claims if claim.finding.message}
    for backend, message in failures.items():
        observer.remark(_FAILED.format(place=puzzle.entry.place, backend=backend, message=message))
    return found


def tell(trouble: Disagreement, place: str, observer: Observer) -> None:
    """Tell of a contradiction about the puzzle of a place, and what shows it again."""
    for line in (*map(both, trouble.reasons), _AGAIN.format(command=trouble.command)):
        observer.remark(both(f"{place}: ") + line)


def judged(events: Iterable[Event], observer: Observer) -> Iterator[Judged | Alike]:
    """The puzzles among the events; the observer is told of the others, and may cancel."""
    for event in events:
        observer.heed()
        if isinstance(event, Unsupported):
            observer.remark(
                _LEFT_OUT.format(backend=event.backend, problem=event.problem, reason=event.reason)
            )
        elif isinstance(event, BadEntry):
            observer.refused(event.error)
        elif isinstance(event, Partial):
            observer.heard(event)
        elif isinstance(event, Judged | Alike):
            yield event


@dataclass(slots=True)
class Tally:
    """Tells an observer of rounds how far they are, as `harness.runner.run` wants.

    Attributes:
        observer: Who is told.
        done: So many puzzles are done, those of all rounds together.
        failures: So many answers failed.
    """

    observer: Observer
    done: float = 0
    failures: int = 0

    def __call__(self, by: str, done: float, failures: int) -> None:
        """A backend is about to be asked, and so much was done since the last one was."""
        self.done += done
        self.failures += failures
        self.observer.progress(round(self.done), by=by, failures=self.failures)


_FAILED = Words("{place}: {backend} failed: {message}", "{place}：{backend} は失敗しました：{message}")
_AGAIN = Words("again: {command}", "再現：{command}")
_LEFT_OUT = Words("{backend} leaves out {problem}: {reason}", "{backend} は {problem} に答えません：{reason}")
