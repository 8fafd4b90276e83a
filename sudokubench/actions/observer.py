"""Who watches an action: it is told what happens, and asked between two puzzles whether to go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.board import Board
    from sudokubench.errors import SudokubenchError
    from sudokubench.generate.annealing import Moment
    from sudokubench.harness.disagreement import Disagreement
    from sudokubench.harness.runner import Alike, Judged, Partial

T = TypeVar("T")
PUZZLES = Words("puzzle", "問")


class Observer:
    """Takes no notice and never cancels. A shell overrides what it wants to know of."""

    def remark(self, words: Words) -> None:
        """Something that a user should know, and that changes no result."""

    def refused(self, error: SudokubenchError) -> None:
        """A piece of input is no puzzle, or none that the action is for. The others go on."""

    def heard(self, answer: Partial) -> None:
        """What one backend said of a puzzle of a run that others still search."""

    def judged(self, puzzle: Judged, trouble: Disagreement | None) -> None:
        """What backends said of a puzzle of a run, and what is wrong with it."""

    def alike(self, puzzles: Alike) -> None:
        """What backends said of puzzles of which nothing is wrong: one by one, if anybody wants to hear of them."""
        if type(self).judged is not Observer.judged:
            for puzzle in puzzles:
                self.judged(puzzle, None)

    def progress(
        self, done: int, of: int | None = None, *, by: str = "", failures: int = 0, unit: Words = PUZZLES
    ) -> None:
        """So much is done, of how much if that is known.

        Args:
            done: So many units.
            of: All of them.
            by: Who works just now.
            failures: How often somebody failed so far; what was `refused` is not counted.
            unit: What is counted: one of it in English, the counter in Japanese.
        """

    def looked(self, moment: Moment, nearest: Board) -> None:
        """Where the search for a puzzle of a difficulty is, after each look; and the nearest puzzle so far."""

    def heed(self) -> None:
        """Raise to cancel: `errors.Cancelled`, or KeyboardInterrupt. What has been kept until then stays."""


SILENT = Observer()


def each(
    entries: Iterable[T], observer: Observer, of: int | None = None, unit: Words = PUZZLES
) -> Iterator[T]:
    """The same one after the other; the observer is told how many are done, and may cancel."""
    observer.progress(0, of, unit=unit)
    for done, entry in enumerate(entries, 1):
        observer.heed()
        yield entry
        observer.progress(done, of, unit=unit)
