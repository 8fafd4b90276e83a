"""Find the puzzles that arguments name, and call a function on each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from sudokubench.cli import words
from sudokubench.cli.files import is_file, text_of
from sudokubench.cli.output import remark
from sudokubench.errors import InputError, SudokubenchError, Undecided, UsageError

if TYPE_CHECKING:
    from sudokubench.cli.output import Watch
    from sudokubench.harness.corpus import BadEntry, Entry, Item
    from sudokubench.harness.skipped import Skipped
    from sudokubench.problem import BoardProblem


def problem_of(layout: str | None) -> BoardProblem | None:
    """Return the problem that `--layout` gives: as a name, JSON, a map of regions, or a file with JSON or a map.

    None without the option.

    Raises:
        UsageError: The text is neither a layout nor the name of a file.
        InputError: The JSON or the file is not a layout.
    """
    from sudokubench.formats import problem_named
    from sudokubench.formats.puzzle_json import read_problem
    from sudokubench.formats.regions import layout_of_map

    if layout is None:
        return None
    if layout.startswith("{") or layout_of_map(layout, prime=True):
        return read_problem(layout)
    try:
        return problem_named(layout)
    except UsageError as error:
        if not is_file(layout):
            raise UsageError(words.LAYOUT_UNKNOWN.format(reason=error.words)) from None
    try:
        return read_problem(text_of(layout))
    except InputError as error:
        raise error.at(layout) from None


@dataclass(frozen=True, slots=True)
class Puzzles:
    """The puzzles that a command line names: boards as text, files, sets and so on, with `--from` and `--layout`."""

    names: Sequence[str]
    form: str | None = None
    layout: str | None = None

    def entries(self) -> Iterator[Entry | BadEntry]:
        """Return the puzzles. The first is read at once, so that a bad argument is reported before any work begins."""
        return self._begun(False)

    def entries_and_rows(self) -> Iterator[Item]:
        """Return the puzzles; consecutive plain lines may come together, as arrays."""
        return self._begun(True)

    def read_as(self) -> tuple[str | None, BoardProblem | None]:
        """Return the form and the problem for `corpus.read`. Overlapping grids count as a form, not as a problem."""
        from sudokubench.puzzles import is_arrangement

        if self.layout is None or not is_arrangement(self.layout):
            return self.form, problem_of(self.layout)
        if self.form is not None:
            raise UsageError(words.FORM_OF_GRIDS.format(form=self.form, layout=self.layout))
        return self.layout, None

    def _begun(self, rows: bool) -> Iterator[Any]:
        found = self._found(rows)
        return chain(list(islice(found, 1)), found)

    def _found(self, rows: bool) -> Iterator[Any]:
        """Yield what `corpus.read` yields; at the end, print which lines were left out."""
        from sudokubench.harness import corpus
        from sudokubench.harness.skipped import Skipped

        skipped = Skipped()
        try:
            yield from corpus.read(self.names, *self.read_as(), rows, skipped)
        except SudokubenchError:
            tell_skipped(skipped)
            raise
        tell_skipped(skipped)

    def count(self, rounds: int = 1) -> int | None:
        """Return the number of puzzles of all rounds, or None if it is unknown."""
        from sudokubench.harness import corpus

        with suppress(SudokubenchError, OSError):
            found = corpus.count(self.names, *self.read_as())
            return found and found * rounds
        return None

    def only(self) -> Entry:
        """Return the only puzzle. Raises UsageError unless there is just one, InputError if it has a fault."""
        found = list(islice(self.entries(), 2))
        if len(found) != 1:
            raise UsageError(words.SEVERAL_PUZZLES.format(puzzle=" ".join(self.names)))
        return sound(found[0])


def each_puzzle(found: Iterator[Entry | BadEntry], watch: Watch, work: Callable[[Entry, int], None]) -> None:
    """Call `work` with each puzzle and its number: from 1, or 0 for a single puzzle.

    If one of several puzzles is refused, the watch reports it, and the next puzzle follows.
    """
    first = list(islice(found, 2))
    for number, entry in enumerate(chain(first, found), 1):
        try:
            work(sound(entry), number if len(first) > 1 else 0)
        except (InputError, Undecided) as error:
            if len(first) == 1:
                raise
            watch.refused(error)


def tell_skipped(skipped: Skipped) -> None:
    """Print which lines of files hold no board and were left out."""
    for message in skipped.sentences():
        remark(message)


def sound(entry: Entry | BadEntry) -> Entry:
    """Return the entry if it is a puzzle; otherwise raise its error."""
    from sudokubench.harness.corpus import BadEntry

    if isinstance(entry, BadEntry):
        raise entry.error
    return entry
