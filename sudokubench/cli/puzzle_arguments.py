"""Find the puzzles that arguments name, and call a function on each of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar

from sudokubench.cli import words
from sudokubench.cli.files import text_of
from sudokubench.cli.output import remark
from sudokubench.errors import InputError, SudokubenchError, Undecided, UsageError

if TYPE_CHECKING:
    from sudokubench.cli.output import Watch
    from sudokubench.harness.corpus import BadEntry, Entry, Rows
    from sudokubench.harness.skipped import Skipped
    from sudokubench.problem import BoardProblem

T = TypeVar("T")


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
    if layout.startswith("{") or layout_of_map(layout):
        return read_problem(layout)
    try:
        return problem_named(layout)
    except UsageError as error:
        if not os.path.isfile(layout):
            raise UsageError(words.LAYOUT_UNKNOWN.format(reason=error.words)) from None
    try:
        return read_problem(text_of(layout))
    except InputError as error:
        raise error.at(layout) from None


def entries(puzzles: Iterable[str], form: str | None, layout: str | None) -> Iterator[Entry | BadEntry]:
    """Return the puzzles that arguments name: boards as text, files, sets and so on.

    The first puzzle is read at once, so that a bad argument is reported before any work begins.
    """
    return _begun(_found(puzzles, form, layout, False))


def entries_and_rows(
    puzzles: Iterable[str], form: str | None, layout: str | None
) -> Iterator[Entry | BadEntry | Rows]:
    """Return the puzzles as `entries` does, but consecutive plain lines may come as arrays."""
    return _begun(_found(puzzles, form, layout, True))


def read_as(form: str | None, layout: str | None) -> tuple[str | None, BoardProblem | None]:
    """Return the form and the problem for `corpus.read`. Overlapping grids are not a problem of boards, but a form."""
    from sudokubench.puzzles import is_arrangement

    if layout is None or not is_arrangement(layout):
        return form, problem_of(layout)
    if form is not None:
        raise UsageError(words.FORM_OF_GRIDS.format(form=form, layout=layout))
    return layout, None


def _found(puzzles: Iterable[str], form: str | None, layout: str | None, rows: bool) -> Iterator[Any]:
    """Yield what `corpus.read` yields; at the end, print which lines were left out."""
    from sudokubench.harness import corpus
    from sudokubench.harness.skipped import Skipped

    skipped = Skipped()
    try:
        yield from corpus.read(puzzles, *read_as(form, layout), rows, skipped)  # type: ignore[call-overload]
    except SudokubenchError:
        tell_skipped(skipped)
        raise
    tell_skipped(skipped)


def tell_skipped(skipped: Skipped) -> None:
    """Print which lines of files hold no board and were left out."""
    for message in skipped.sentences():
        remark(message)


def _begun(found: Iterator[T]) -> Iterator[T]:
    """Return the items unchanged, after reading the first one at once."""
    return chain(list(islice(found, 1)), found)


def how_many(
    puzzles: Iterable[str], form: str | None, layout: str | None, rounds: int = 1
) -> Callable[[], int | None]:
    """Return a function that counts the puzzles of all rounds; its result is None if the count is unknown."""
    from sudokubench.harness import corpus

    def total() -> int | None:
        with suppress(SudokubenchError, OSError):
            found = corpus.count(puzzles, *read_as(form, layout))
            return found and found * rounds
        return None

    return total


def each_puzzle(
    puzzles: Iterable[str],
    form: str | None,
    layout: str | None,
    watch: Watch,
    work: Callable[[Entry, int], None],
) -> None:
    """Call `work` with each puzzle of the arguments and its number: from 1, or 0 for a single puzzle.

    If one of several puzzles is refused, the watch reports it, and the next puzzle follows.
    """

    found = entries(puzzles, form, layout)
    first = list(islice(found, 2))
    for number, entry in enumerate(chain(first, found), 1):
        try:
            work(sound(entry), number if len(first) > 1 else 0)
        except (InputError, Undecided) as error:
            if len(first) == 1:
                raise
            watch.refused(error)


def one_entry(puzzle: str, form: str | None, layout: str | None) -> Entry:
    """Return the only puzzle of an argument. Raises UsageError unless it has just one, InputError if it has a fault."""
    found = list(islice(entries([puzzle], form, layout), 2))
    if len(found) != 1:
        raise UsageError(words.SEVERAL_PUZZLES.format(puzzle=puzzle))
    return sound(found[0])


def sound(entry: Entry | BadEntry) -> Entry:
    """Return an entry that is a puzzle; raise the error of any other."""
    from sudokubench.harness.corpus import BadEntry

    if isinstance(entry, BadEntry):
        raise entry.error
    return entry
