"""Lines and grids of corpora that are not puzzles and were left out, and remarks on puzzles of other programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sudokubench.core_words import NAMED
from sudokubench.errors import one_line
from sudokubench.harness import words
from sudokubench.words import Words

_SHOWN = 100
"""Number of characters of a line that are shown."""


@dataclass(slots=True)
class Skipped:
    """Counts the lines and grids without a puzzle that were left out, for each source.

    Attributes:
        lines: By source: how many lines and grids, the number and the text of the first, the number of the last.
        remarks: The remarks on puzzles of other programs, each with the place of the first such puzzle.
    """

    lines: dict[str, tuple[int, int, str, int]] = field(default_factory=dict)
    remarks: dict[Words, str] = field(default_factory=dict)

    def remark(self, source: str, line: int, remarks: Iterable[Words]) -> None:
        """Keep the remarks on a puzzle of another program: each once, with the place where it came first."""
        for remark in remarks:
            self.remarks.setdefault(remark, f"{source}:{line}")

    def note(self, source: str, line: int, text: str) -> None:
        """Count a line; lines that were counted in an earlier round are not counted again."""
        count, first, shown, last = self.lines.get(source, (0, line, text, 0))
        if line > last:
            self.lines[source] = (count + 1, first, shown, line)

    def sentences(self) -> list[Words]:
        """Return a sentence for each source with lines that were left out, and a sentence for each remark."""
        return [
            words.LEFT_OUT.format(
                source=source, n=count, first=first, text=one_line(text, _SHOWN, quoted=True)
            )
            for source, (count, first, text, _) in self.lines.items()
        ] + [NAMED.format(name=place, text=remark) for remark, place in self.remarks.items()]
