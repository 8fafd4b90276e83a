"""Corpora: streams of puzzles from files, standard input, bundled sets and named problems.

A file has one board a line, or grids of several lines parted by rules or blank lines. It is read as it goes, so
its length does not matter. A line that is no board becomes a `BadEntry` and the rest goes on.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import BinaryIO

from sudokubench.answer import Solution, Verdict
from sudokubench.board import Board
from sudokubench.data import BundledPuzzle, bundled
from sudokubench.data import set_names as bundled_names
from sudokubench.encodings.exact_cover import cover_of
from sudokubench.errors import InputError, UsageError
from sudokubench.formats import FORMS
from sudokubench.formats.cells import is_rule, size_of
from sudokubench.formats.grid import cells_in_row
from sudokubench.problem import ExactCover, Instance, Problem
from sudokubench.symmetry.group import random_symmetry

LONGEST_LINE = 20_000
"""Bytes. The longest board, 36x36 with spaces, has fewer than 4,000."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle of a corpus.

    Attributes:
        source: File, `-` or name of the set.
        line: Line where it begins, from 1; for bundled sets its number.
        problem: What a backend opens.
        instance: What it searches.
        text: The puzzle as one line; for a named problem its name.
        board: The board, or None for a named problem.
        expected: The verdict that the corpus states, if any.
        expected_count: The number of solutions that the corpus states, if any.
    """

    source: str
    line: int
    problem: Problem
    instance: Instance
    text: str
    board: Board | None = None
    expected: Verdict | None = None
    expected_count: int | None = None

    def shown(self, solution: Solution, form: str = "line") -> str:
        """A solution as text: a full board in some form, or the names of the options."""
        if self.board is not None:
            return self.board.filled(solution).format(form)
        if form != "line" and isinstance(self.problem, ExactCover):
            from sudokubench.problems import render

            return render(self.problem, solution)
        names = cover_of(self.problem).option_names
        return "; ".join(names[option] for option in solution)

    @property
    def reproducer(self) -> str:
        """A word for the command line that stands for this puzzle."""
        from shlex import quote

        return quote(self.text) if self.board is None else f"- <<< {quote(self.text)}"

    @property
    def place(self) -> str:
        """`FILE:LINE`."""
        return f"{self.source}:{self.line}"


@dataclass(frozen=True, slots=True)
class BadEntry:
    """A piece of a corpus that is no puzzle."""

    error: InputError


def entry_of(board: Board, source: str, line: int) -> Entry:
    """The entry of a board."""
    return Entry(source, line, board.problem, board.instance(), str(board), board)


def read(names: Iterable[str], form: str | None = None) -> Iterator[Entry | BadEntry]:
    """All entries of several corpora, one after the other.

    Args:
        names: Files, `-`, bundled sets, or named problems such as `tromino:9`.
        form: `line`, `grid` or `candidates`; found from the beginning of each file if None.

    Raises:
        InputError: Neither a file nor a known name; or a file cannot be read, is binary, or has no puzzle at all.
        UsageError: A form that cannot be read.
    """
    if form is not None and (form not in FORMS or FORMS[form].read is None):
        readable = [name for name, known in FORMS.items() if known.read]
        raise UsageError(f"boards cannot be read from the form {form!r}; there are {', '.join(readable)}")
    for name in names:
        yield from _one(name, form)


def digests(names: Iterable[str], required: bool) -> tuple[str, ...]:
    """SHA-256 of each file; other names stand for themselves.

    Raises:
        UsageError: Digests are `required`, and standard input has none.
    """
    found = []
    for name in names:
        if name == "-" and required:
            raise UsageError(
                "standard input cannot be resumed: nobody knows whether it is the same; name a file"
            )
        try:
            with open(name, "rb") as file:
                found.append(hashlib.file_digest(file, "sha256").hexdigest())
        except OSError:
            found.append(name)
    return tuple(found)


def is_corpus(name: str) -> bool:
    """Whether a name is `-`, an existing file, a bundled set or a named problem."""
    from sudokubench import problems

    return name == "-" or _is_file(name) or name in bundled_names() or problems.is_name(name)


def is_problem(name: str) -> bool:
    """Whether a name, as `read` takes it, is that of a named problem."""
    from sudokubench import problems

    return problems.is_name(name) and not _is_file(name)


def _is_file(name: str) -> bool:
    try:
        return name != "" and Path(name).exists()
    except OSError:  # a name that no file can have, such as a long board
        return False


def _one(name: str, form: str | None) -> Iterator[Entry | BadEntry]:
    if name == "-":
        yield from _from_stream(sys.stdin.buffer, "-", form)
    elif _is_file(name):
        try:
            with open(name, "rb") as file:
                yield from _from_stream(file, name, form)
        except OSError as error:
            raise InputError(f"{name} cannot be read: {error.strerror}") from error
    elif name in bundled_names():
        yield from (_from_bundle(puzzle, name, i) for i, puzzle in enumerate(bundled(name), 1))
    else:
        yield _named_problem(name)


def _from_bundle(puzzle: BundledPuzzle, name: str, number: int) -> Entry:
    board = puzzle.board
    return Entry(
        name, number, board.problem, board.instance(), str(board), board, puzzle.verdict, puzzle.count
    )


def _named_problem(name: str) -> Entry:
    from sudokubench import problems

    if not problems.is_name(name):
        raise InputError(
            f"{name!r}: no such file, bundled set ({', '.join(bundled_names())}) "
            f"or named problem ({', '.join(problems.NAMES)})"
        )
    problem = problems.named(name)
    return Entry(name, 1, problem, Instance(), name)


def scrambled(entries: Iterable[Entry | BadEntry], seed: int) -> Iterator[Entry | BadEntry]:
    """Replace every board by a random equivalent one, so that no engine profits from a lucky order of cells."""
    random = Random(seed)
    for entry in entries:
        if isinstance(entry, BadEntry) or entry.board is None:
            yield entry
        else:
            other = random_symmetry(entry.board.problem, random)(entry.board)
            yield replace(entry, board=other, instance=other.instance(), text=str(other))


# -- files -------------------------------------------------------------------------------------------------------


def _from_stream(stream: BinaryIO, source: str, form: str | None) -> Iterator[Entry | BadEntry]:
    lines = _lines(stream, source)
    found = False
    for item in _grids(lines, source, form):
        found = True
        yield item
    if not found:
        raise InputError(f"{source}: no puzzle in it; write one board a line, or grids of several lines")


def _lines(stream: BinaryIO, source: str) -> Iterator[tuple[int, str | InputError]]:
    """Numbered lines without their ends; what is no text is an error in place of its line."""
    number = 0
    while raw := stream.readline(LONGEST_LINE):
        number += 1
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield (
                number,
                InputError(
                    f"a line of more than {LONGEST_LINE:,} bytes: no board is so long; write one board a line"
                ).at(source, number),
            )
            continue
        if b"\0" in raw:
            raise InputError("a NUL byte: this is no text file; if it is one in UTF-16, save it as UTF-8").at(
                source, number
            )
        try:
            yield number, raw.removesuffix(b"\n").removesuffix(b"\r").decode()
        except UnicodeDecodeError as error:
            yield number, InputError(f"bytes that are no UTF-8: {error.reason}").at(source, number)


def _grids(
    lines: Iterator[tuple[int, str | InputError]], source: str, form: str | None
) -> Iterator[Entry | BadEntry]:
    """Entries from lines: a line is a board by itself, or the first row of a grid."""
    seen_grid = False
    for number, line in lines:
        if isinstance(line, InputError):
            yield BadEntry(line)
            continue
        if not line.strip() or line.startswith("#"):
            continue
        if form != "line" and (is_rule(line) or line.lower().startswith("grid")):
            continue  # "Grid 01" is a title in Project Euler's problem 96
        size = cells_in_row(line) if form != "line" else None
        is_row = size is not None and size_of(size * size) is not None
        lengths = len(line), len(line.split(maxsplit=1)[0])  # spaces may be blanks, or part a comment
        is_board = form in {None, "line"} and any(size_of(length) is not None for length in lengths)
        if form is None and is_row and is_board and not seen_grid:
            yield from _either(line, number, lines, source, size or 0)
        elif is_row and (form is not None or not is_board or seen_grid):
            seen_grid = True
            yield _grid(line, number, lines, source, form, size or 0)
        elif form in {None, "line"}:
            yield _parsed(line, source, number, "line")
        else:
            yield BadEntry(InputError("this is neither a row of a grid nor a rule").at(source, number))


def _either(
    line: str, number: int, lines: Iterator[tuple[int, str | InputError]], source: str, size: int
) -> Iterator[Entry | BadEntry]:
    """A first line that may be a small board or a row of a larger one, such as 16 characters."""
    block = [(number, line)]
    for following, text in lines:
        if isinstance(text, InputError) or not text.strip() or len(block) > size:
            break
        block.append((following, text))
    rows = [text for _, text in block if not is_rule(text)]
    if len(rows) >= size and all(cells_in_row(text) == size for text in rows[:size]):
        raise InputError(
            f"{len(rows[0])} characters a line: these may be boards, or the rows of a {size}x{size} grid; "
            "say --from line or --from grid"
        ).at(source, number)
    for place, text in block:
        yield _parsed(text, source, place, "line")
    yield from _grids(lines, source, "line")


def _grid(
    line: str,
    number: int,
    lines: Iterator[tuple[int, str | InputError]],
    source: str,
    form: str | None,
    size: int,
) -> Entry | BadEntry:
    """A grid whose first row is `line`; it ends with its last row, or too early with a blank line."""
    block, rows = [line], 1
    while rows < size:
        _, text = next(lines, (0, ""))
        if isinstance(text, InputError):
            return BadEntry(text)
        if not text.strip():
            break
        block.append(text)
        rows += not is_rule(text)
    if rows < size:
        error = InputError(
            f"a grid that ends after {rows} rows: its first row has {size} cells, so {size} are needed"
        )
        return BadEntry(error.at(source, number))
    return _parsed("\n".join(block), source, number, form)


def _parsed(text: str, source: str, number: int, form: str | None) -> Entry | BadEntry:
    try:
        return entry_of(Board.parse(text, form=form), source, number)
    except InputError as error:
        line = number if error.place.line is None else number + error.place.line - 1
        return BadEntry(error.at(source, line))
