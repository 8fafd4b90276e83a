"""The observer of an action: the action reports to it, and asks it between two puzzles whether to continue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from sudokubench.actions.words import PUZZLES
from sudokubench.core_words import AN_OBSERVER
from sudokubench.errors import wrong_kind
from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.board import Board
    from sudokubench.errors import SudokubenchError
    from sudokubench.generation.annealing import Moment
    from sudokubench.harness.disagreement import Disagreement
    from sudokubench.harness.runner import Judged, Partial, SharedJudgement

T = TypeVar("T")


class Observer:
    """An observer that ignores everything and never cancels. A shell overrides the methods that it needs."""

    def remark(self, words: Words) -> None:
        """Receive a remark for the user; results do not depend on it."""

    def refused(self, error: SudokubenchError) -> None:
        """Receive an entry that is not a puzzle or not supported; the action continues with the next entry."""

    def heard(self, answer: Partial) -> None:
        """Receive one backend's answer to a puzzle of a run while other backends still search."""

    def judged(self, puzzle: Judged, trouble: Disagreement | None) -> None:
        """Receive the backends' answers to a puzzle of a run, and their contradiction, if any."""

    def alike(self, puzzles: SharedJudgement) -> None:
        """Receive puzzles without a contradiction; pass them on one by one if `judged` is overridden."""
        if type(self).judged is not Observer.judged:
            for puzzle in puzzles:
                self.judged(puzzle, None)

    def progress(
        self, done: int, of: int | None = None, *, by: str = "", failures: int = 0, unit: Words = PUZZLES
    ) -> None:
        """Receive the progress.

        Args:
            done: Number of units done.
            of: Number of all units, if it is known.
            by: The backend that is working.
            failures: Number of failures so far; refused entries do not count.
            unit: The unit: a singular noun in English, a counter in Japanese.
        """

    def looked(self, moment: Moment, nearest: Board) -> None:
        """Receive the state of a search for a puzzle of a wanted difficulty, with the nearest puzzle so far."""

    def heed(self) -> None:
        """Raise `errors.Cancelled` or KeyboardInterrupt to cancel. Results that were already stored remain."""


SILENT = Observer()


def require_observer(value: object) -> None:
    """Refuse a class, and a value that lacks a method of an observer."""
    methods = [name for name in vars(Observer) if not name.startswith("_")]
    if isinstance(value, type) or not all(callable(getattr(value, name, None)) for name in methods):
        raise wrong_kind("observer", value, AN_OBSERVER)


def each(
    entries: Iterable[T],
    observer: Observer,
    of: int | None = None,
    unit: Words = PUZZLES,
    size: Callable[[T], int] = lambda _: 1,
) -> Iterator[T]:
    """Yield the items unchanged; report the number of units done to the observer, which may cancel."""
    observer.progress(0, of, unit=unit)
    done = 0
    for entry in entries:
        observer.heed()
        yield entry
        done += size(entry)
        observer.progress(done, of, unit=unit)
