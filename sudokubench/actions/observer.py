"""Who watches an action: it is told what happens, and asked between two puzzles whether to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokubench.words import Words

if TYPE_CHECKING:
    from sudokubench.errors import SudokubenchError
    from sudokubench.harness.disagreement import Disagreement
    from sudokubench.harness.runner import Judged


class Observer:
    """Takes no notice and never cancels. A shell overrides what it wants to know of."""

    def remark(self, words: Words) -> None:
        """Something that a user should know, and that changes no result."""

    def refused(self, error: SudokubenchError) -> None:
        """A piece of input is no puzzle, or none that the action is for. The others go on."""

    def judged(self, puzzle: Judged, trouble: Disagreement | None) -> None:
        """What backends said of a puzzle of a run, and what is wrong with it."""

    def progress(self, done: int, of: int | None = None) -> None:
        """So many puzzles are done, of how many if anybody knows."""

    def heed(self) -> None:
        """Raise to cancel: `errors.Cancelled`, or KeyboardInterrupt. What has been kept until then stays."""


SILENT = Observer()
