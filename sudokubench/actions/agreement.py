"""Compare our ratings with a column of a file (`rate --against`): rank correlation, share of equal values."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import StringIO
from math import isfinite, nan

from sudokubench.actions.rate import AnyRating
from sudokubench.actions.words import AGREEMENT, NO_COLUMN, NOT_A_NUMBER, NOT_CSV, TOO_FEW_RATED
from sudokubench.errors import InputError, UsageError, suggestion
from sudokubench.formats.column_names import columns_named
from sudokubench.harness.corpus import COLUMNS, BadEntry, Entry
from sudokubench.words import Words

_SCALES = ("se", "hodoku", "difficulty", "difficulty_hodoku", "difficulty_human", "effort", "work")
_FEWEST = 3
"""Smallest number of puzzles whose ratings are compared."""


@dataclass(frozen=True, slots=True)
class Against:
    """The values of a column, and our ratings of the same puzzles; a puzzle may occur several times.

    Attributes:
        column: Name of the column.
        values: The value of each line of the file. A record of several lines has its value at each of its lines.
        form: The form for `corpus.read`, which names the columns to read. None if the table has no
            column of puzzles, or has columns other than puzzles, solutions and this one.
    """

    column: str
    values: dict[int, float]
    form: str | None = None
    _lines: dict[str, deque[int]] = field(default_factory=dict)
    _pairs: list[tuple[AnyRating, float]] = field(default_factory=list)

    @staticmethod
    def of(text: str, column: str, file: str) -> Against:
        """Read a column of a CSV table.

        Raises:
            UsageError: The table does not have the column.
            InputError: A value is missing or not a finite number, or the text is not CSV.
        """
        values = dict[int, float]()
        try:
            reader = csv.DictReader(StringIO(text, newline=""), strict=True)
            names = list(reader.fieldnames or ())
            if column not in names:
                raise UsageError(
                    NO_COLUMN.format(file=file, column=f"{column!r:.60}", close=suggestion(column, names))
                )
            before = reader.line_num
            for record in reader:
                value, lines = record[column] or "", range(before + 1, reader.line_num + 1)
                before = reader.line_num
                try:
                    number = float(value)
                except ValueError:
                    number = nan
                if not isfinite(number):
                    words = NOT_A_NUMBER.format(column=column, value=f"{value!r:.60}")
                    raise InputError(words).at(file, before)
                values |= dict.fromkeys(lines, number)  # a record includes the blank lines before it
        except csv.Error as error:
            raise InputError(NOT_CSV.format(reason=error)).at(file) from None
        others = [name for name in names if name != column]
        puzzle, solution = columns_named(others)
        known = [others[at] for at in (puzzle, solution) if at is not None]
        alone = puzzle is not None and len(known) == len(others)
        return Against(column, values, COLUMNS + ",".join(known) if alone else None)

    def noted(self, entries: Iterable[Entry | BadEntry]) -> Iterator[Entry | BadEntry]:
        """Yield the entries of the file, and remember the lines of the boards."""
        for entry in entries:
            if isinstance(entry, Entry) and entry.board is not None:
                self._lines.setdefault(entry.board.id, deque()).append(entry.line)
            yield entry

    def add(self, rating: AnyRating) -> None:
        """Add the rating of a puzzle that `noted` has yielded."""
        self._pairs.append((rating, self.values[self._lines[rating.board.id].popleft()]))

    def sentences(self) -> Iterator[Words]:
        """Yield a sentence for each scale: how it agrees with the column. A scale needs `_FEWEST` puzzles with a value.

        If no scale has enough values, the only sentence says this.
        """
        from scipy.stats import spearmanr

        most = 0
        for scale in _SCALES:
            both = [(getattr(rating, scale, None), value) for rating, value in self._pairs]
            pairs = [(float(our), value) for our, value in both if our is not None]
            most = max(most, len(pairs))
            if len(pairs) < _FEWEST:
                continue
            ours, theirs = zip(*pairs, strict=True)
            varied = len({*ours}) > 1 and len({*theirs}) > 1
            yield AGREEMENT.format(
                scale=scale,
                column=self.column,
                count=len(pairs),
                rank=f"{spearmanr(ours, theirs)[0]:.3f}" if varied else "–",
                exact=sum(abs(a - b) < 0.05 for a, b in pairs) / len(pairs),
                near=sum(abs(a - b) <= 0.1 * abs(b) for a, b in pairs) / len(pairs),
            )
        if most < _FEWEST:
            yield TOO_FEW_RATED.format(column=self.column, least=_FEWEST, count=most)
