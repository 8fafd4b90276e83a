"""Corpora: streams of puzzles from files, standard input, bundled sets, named problems, texts; errors for other names.

A file is read piece by piece, so its length does not matter. A piece that is not a puzzle becomes a `BadEntry`, and
reading continues after it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from itertools import chain
from shlex import quote
from typing import TYPE_CHECKING, Any, BinaryIO, overload

from sudokubench.answer import Puzzle, Solution, Verdict, in_line, parts_of
from sudokubench.board import Board
from sudokubench.core_words import NEITHER
from sudokubench.data import bundled, set_names
from sudokubench.errors import (
    InputError,
    Refusal,
    UsageError,
    files_beside,
    printable,
    suggestion,
    unreadable,
)
from sudokubench.formats import FORMS, cover_file, problem_named
from sudokubench.formats.unpacked import buffered, unpacked
from sudokubench.formats.words import OTHER_PUZZLE
from sudokubench.harness import words
from sudokubench.harness.skipped import Skipped
from sudokubench.layout import Layout
from sudokubench.problem import BoardProblem, ExactCover, Instance, Problem, layout_of, same_rules
from sudokubench.puzzles import cover_in, has_board, is_arrangement, like_a_file, overlap_in, overlaps_in
from sudokubench.words import Words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sudokubench.formats import nearby_rules

NINE = Layout.standard(9)
_FEW = 3
"""In a file without a puzzle, the largest number of faults that each get a message."""
_HELD = 100
"""Largest number of faults of a file that are kept until its first puzzle."""
_BOARD = re.compile(r"\s*([{\[]|[0-9]+x[0-9]+)")
"""The start of a text that is most likely a board: an error then states the fault of the board."""
_SHOWN = 100
_SAMPLE = 5_000
"""Number of puzzles that are read to estimate how many a longer file has."""
_AT_A_TIME = 1 << 17
"""Size of the buffer of a file, in bytes. An array of boards has at most the lines of one buffer."""
ARGUMENT = "argument"
"""The source of a puzzle that was given as text among the names of corpora."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle of a corpus.

    Attributes:
        source: File, `-`, a file in an archive such as `set.zip/easy.txt`, name of the set or problem, `argument`; or
            `value` in a library call.
        line: First line of the puzzle, from 1; the number of the puzzle in a bundled set, or of the argument.
        problem: The problem that a backend opens.
        instance: The instance that it searches.
        board: The board; None for an exact cover.
        expected: The verdict that the corpus states, if any.
        expected_count: The number of solutions that the corpus states, if any.
    """

    source: str
    line: int
    problem: Problem
    instance: Instance
    board: Board | None = None
    expected: Verdict | None = None
    expected_count: int | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The board; for an entry without a board, the problem."""
        if self.board is None:
            assert isinstance(self.problem, ExactCover)
            return self.problem
        return self.board

    @property
    def text(self) -> str:
        """The board as one line with all its rules; for an exact cover its name."""
        return str(self.problem if self.board is None else self.board)

    @property
    def whole(self) -> str:
        """The puzzle as text that can be read without its file: a cover of a file as JSON, other puzzles as `text`."""
        cover = self.problem if isinstance(self.problem, ExactCover) else None
        return self.text if cover is None or is_problem(cover.name) else cover_file.as_text(cover)

    @property
    def id(self) -> str:
        """Id of the puzzle, 16 hexadecimal digits; computed on request: JSON and SHA-256 cost microseconds."""
        return self.puzzle.id

    @property
    def place(self) -> str:
        """`FILE:LINE`."""
        return f"{self.source}:{self.line}"

    def as_json(self) -> dict[str, Any]:
        """Return the identity of the puzzle as plain values."""
        return {"puzzle": self.text, "id": self.id, "source": self.source, "line": self.line}

    def shown(self, solution: Solution, form: str = "line") -> str:
        """Return a solution as text: a full board, a picture of a cover, or the signs or names of options."""
        if self.board is not None:
            return self.board.filled(solution).format(form)
        if form != "line" and isinstance(self.problem, ExactCover):
            from sudokubench.problems import render, svg

            return (
                svg(self.problem, solution).rstrip()
                if form == "svg"
                else render(self.problem, solution, form)
            )
        return in_line(self.puzzle, solution)


@dataclass(frozen=True, slots=True)
class BadEntry:
    """A piece of a corpus that is not a puzzle."""

    error: InputError


@dataclass(frozen=True, slots=True)
class Rows(Sequence[Entry]):
    """Puzzles of 9x9 from consecutive lines.

    Attributes:
        source: As in `Entry`.
        line: The number of the first line, from 1.
        digits: uint8 (n, 81), 0 for a blank.
    """

    source: str
    line: int
    digits: NDArray[np.uint8]

    @staticmethod
    def of(entry: Entry) -> Rows:
        """Return rows that hold a single entry, a 9x9 board with only clues."""
        import numpy as np

        assert entry.board is not None
        return Rows(entry.source, entry.line, np.frombuffer(entry.board.digits, np.uint8)[None])

    def __len__(self) -> int:
        return len(self.digits)

    @overload
    def __getitem__(self, row: int) -> Entry: ...
    @overload
    def __getitem__(self, row: slice) -> Rows: ...
    def __getitem__(self, row: int | slice) -> Entry | Rows:
        """Return one entry, or consecutive entries as rows; they count from 0."""
        if isinstance(row, slice):
            return Rows(self.source, self.line + row.indices(len(self))[0], self.digits[row])
        return entry_of(Board._trusted(NINE, self.digits[row].tobytes()), self.source, self.line + row)

    def boards(self) -> Iterator[tuple[Board, str]]:
        """Yield each board and its place."""
        for number, digits in enumerate(self.digits, self.line):
            yield Board._trusted(NINE, digits.tobytes()), f"{self.source}:{number}"


def identities(entries: Sequence[Entry]) -> Iterable[tuple[str, str]]:
    """Return the text and the id of each puzzle."""
    if not isinstance(entries, Rows):
        return [(entry.text, entry.id) for entry in entries]
    from hashlib import sha256

    from sudokubench.formats.arrays import lines_from_boards

    before, after = Board.empty(NINE).format("json").split("." * 81)
    texts = lines_from_boards(entries.digits)
    return zip(
        texts, (sha256(f"{before}{text}{after}".encode()).hexdigest()[:16] for text in texts), strict=True
    )


Item = Entry | BadEntry | Rows


def singly(items: Iterable[Item]) -> Iterator[Entry | BadEntry]:
    """Yield all puzzles one by one."""
    return chain.from_iterable(item if isinstance(item, Rows) else (item,) for item in items)


def entry_of(puzzle: Puzzle, source: str, line: int) -> Entry:
    """Return the entry of a puzzle."""
    return Entry(source, line, *parts_of(puzzle), puzzle if isinstance(puzzle, Board) else None)


def read(
    names: Iterable[str],
    form: str | None = None,
    problem: BoardProblem | None = None,
    together: bool = False,
    skipped: Skipped | None = None,
) -> Iterator[Item]:
    """Yield all entries of several corpora, one after the other.

    Args:
        names: Files, `-`, bundled sets, named problems such as `tromino:9`, or puzzles as text.
        form: `line`, `grid`, `candidates`, `json`, a form of another program such as `fpuzzles`, or
            `columns:NAME,NAME`; `dlx`, `matrix` or `cover` for exact covers; an arrangement of overlapping grids such
            as `samurai`; detected from each file if None.
        problem: The rules of every board that does not state its own; a board with other rules is a `BadEntry`. If
            None, boards state all their rules, and text beside a board that may state a rule is a `BadEntry`.
        together: Whether consecutive plain lines of 9x9 may come as `Rows`.
        skipped: Counts the lines and grids without a puzzle that were left out.

    Raises:
        InputError: A name means no puzzle (raised before any file is read), or a file cannot be read, is binary or has
            no puzzle.
        UsageError: The form cannot be read, or applies to none of the names; or two names are `-`.
    """
    names = list(names)
    if names.count("-") > 1:
        raise UsageError(words.STREAM_TWICE)
    readable = [*(name for name, known in FORMS.items() if known.read), *cover_file.FORMS]
    if form is not None and not (form in readable or form.startswith(COLUMNS) or is_arrangement(form)):
        raise UsageError(
            words.NOT_READ.format(form=form, forms=", ".join((*readable, f"{COLUMNS}NAME,NAME", "samurai")))
        )
    reading = Reading(form, problem, together and problem in {None, NINE}, skipped)
    if form is not None and names and not any(_needs_form(name, reading) for name in names):
        raise UsageError(words.FORM_UNUSED.format(form=form, name=printable(names[0])))
    for entries in [_entries(name, replace(reading, argument=n)) for n, name in enumerate(names, 1)]:
        yield from entries


COLUMNS = "columns:"
"""The start of the form of a table with named columns: `columns:puzzle,solution`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a corpus is read: see `read`. With `counting`, an exact cover is recognised but not parsed.

    `argument` is the position of this corpus among the names that `read` gets, from 1.
    """

    form: str | None = None
    problem: BoardProblem | None = None
    together: bool = False
    skipped: Skipped | None = None
    counting: bool = False
    argument: int = 1

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a table that are read; () if the file names them."""
        start, named, names = (self.form or "").partition(COLUMNS)
        return tuple(map(str.strip, names.split(","))) if named and not start else ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """The entries that `read` yields if `together` is true. Each iteration reads the files again."""

    names: Sequence[str]
    form: str | None = None
    problem: BoardProblem | None = None
    skipped: Skipped | None = None

    def __iter__(self) -> Iterator[Item]:
        return read(self.names, self.form, self.problem, True, self.skipped)


def count(names: Iterable[str], form: str | None = None, problem: BoardProblem | None = None) -> int | None:
    """Return how many entries `read` yields, estimated for a large file; None if the number is unknown beforehand."""
    total = 0
    for name in names:
        if is_stream(name):
            return None
        if not os.path.exists(name):
            total += sum(1 for _ in _entries(name, Reading(form, problem)))
        else:
            with open(name, "rb") as file:
                found = 0
                for item in _read(file, name, Reading(form, problem, True, counting=True)):
                    found += len(item) if isinstance(item, Rows) else 1
                    if found >= _SAMPLE:
                        break
                total += found if found < _SAMPLE else found * os.path.getsize(name) // max(1, file.tell())
    return total


def is_stream(name: str) -> bool:
    """Return whether a name of a corpus is standard input, a pipe or a device: these can be read only once."""
    return name == "-" or (os.path.exists(name) and not os.path.isfile(name) and not os.path.isdir(name))


def digests(names: Sequence[str], required: bool) -> tuple[str, ...]:
    """Return the SHA-256 of each file, and other names in printable form; if `required`, refuse streams."""
    if required and any(map(is_stream, names)):
        raise UsageError(words.STREAM_NOT_RESUMED)
    return tuple(map(_digest, names))


def _digest(name: str) -> str:
    from hashlib import file_digest

    with suppress(OSError, ValueError):
        if os.path.isfile(name):
            with open(name, "rb") as file:
                return file_digest(file, "sha256").hexdigest()
    return printable(name)


def is_problem(name: str) -> bool:
    """Return whether `read` takes a name as a named problem: a file of this name comes first."""
    if ":" not in name:
        return False
    from sudokubench import problems

    return problems.is_name(name) and not os.path.exists(name)


def _entries(name: str, reading: Reading) -> Iterable[Item]:
    if name == "-":
        return _read(buffered(sys.stdin.buffer), name, reading)
    if _is_file(name):
        return _from_file(name, reading)
    if name in set_names():
        return of_bundle(name, reading.problem)
    if is_problem(name):
        from sudokubench import problems

        return [_cover_entry(problems.named(name), reading.problem, name, 1)]
    return [_from_text(name, reading)]


def _is_file(name: str) -> bool:
    """Return whether to open a name as a file: also a broken link or locked folder, whose error says what is wrong."""
    try:
        os.lstat(name)
    except (OSError, ValueError) as error:
        return isinstance(error, PermissionError)
    return True


def _needs_form(name: str, reading: Reading) -> bool:
    """Return whether a form says how to read what a name means; only a file or JSON may have columns or fields."""
    if name == "-" or _is_file(name) or like_a_file(name):
        return True
    if reading.columns:
        return "\n" in name or name.lstrip()[:1] in {"{", "["}
    return name not in set_names() and not is_problem(name)


def _from_file(name: str, reading: Reading) -> Iterator[Item]:
    try:
        with open(name, "rb", buffering=_AT_A_TIME) as file:
            yield from _read(file, printable(name), reading)
    except IsADirectoryError:
        raise InputError(words.FOLDER.format(name=printable(name), files=f"{quote(name)}/*")) from None
    except OSError as error:
        raise InputError(unreadable(name, error)) from error


def _read(stream: BinaryIO, source: str, reading: Reading) -> Iterator[Item]:
    """Yield all entries of a stream of bytes, packed or not. Errors are as in `read`."""
    found = False
    try:
        for name, text in unpacked(stream, source):
            for entry in _from_text_of(text, name, reading):
                found = True
                yield entry
    except InputError as error:
        raise error if error.place.source else error.at(source) from None
    if not found:
        raise InputError(words.NO_PUZZLE.format(source=source, forms=words.FORMS_TOLD))


def _from_text_of(stream: BinaryIO, source: str, reading: Reading) -> Iterator[Item]:
    """Yield the entries of an unpacked text; in a text without a puzzle, many faults become one."""
    from sudokubench.formats import files
    from sudokubench.formats.numbered import Plain

    problem, skipped = reading.problem, reading.skipped
    if problem is None and (overlaps := overlaps_in(stream, reading.form)) is not None:
        for one in overlaps:
            yield (
                BadEntry(one.at(source)) if isinstance(one, InputError) else entry_of(one[1], source, one[0])
            )
        return
    found = cover_file.Detected(reading.form, stream)
    if reading.form is None:
        try:
            found = cover_file.detected(stream, has_board, is_board=problem is not None)
        except InputError as error:
            raise error.at(source) from None
    if found.form in cover_file.FORMS:
        yield _cover_of(found.stream, found.form, source, reading)
        return
    stream = found.stream
    parse = partial(Board.parse_strictly, problem=problem)
    size, form = layout_of(problem).size if problem else None, None if reading.columns else reading.form
    note = (lambda number, text: None) if skipped is None else partial(skipped.note, source)
    held: list[InputError] = []
    left_out = 0
    begun = False
    try:
        for puzzle in files.read(stream, parse, form, size, reading.together, reading.columns, note):
            if isinstance(puzzle, InputError):
                if begun:
                    yield BadEntry(puzzle.at(source))
                elif len(held) < _HELD:
                    held.append(puzzle.at(source))
                else:
                    left_out += 1
                continue
            if not begun:
                begun = True
                yield from map(BadEntry, held)
                if left_out:
                    yield BadEntry(InputError(words.FURTHER_LINES.format(count=left_out)).at(source))
            if isinstance(puzzle, Plain):
                yield Rows(source, puzzle.line, puzzle.digits)
            else:
                if skipped is not None:
                    skipped.remark(source, puzzle.line, (*puzzle.board.remarks, *puzzle.remarks))
                yield _with_solution(puzzle, source)
    except InputError as error:
        raise error.at(source) from None
    if held and not begun and found.alike:
        yield BadEntry(_neither(held[0], found.alike))
    elif len(held) <= _FEW:
        yield from map(BadEntry, () if begun else held)
    elif not begun:
        more = len(held) + left_out - 1
        faults = words.NOR_OTHERS.format(fault=held[0].words, count=more, forms=words.FORMS_TOLD)
        yield BadEntry(InputError(faults, held[0].place))


def _cover_of(stream: BinaryIO, form: str, source: str, reading: Reading) -> Entry | BadEntry:
    is_text = source == ARGUMENT
    name, line = (ARGUMENT, reading.argument) if is_text else (printable(source), 1)
    if reading.counting:
        return Entry(source, line, NINE, Instance())
    try:
        cover = cover_file.read(stream, form, name)
    except InputError as error:
        raise error.at(source) from None
    return _cover_entry(cover, reading.problem, source, line)


def _cover_entry(cover: ExactCover, asked: BoardProblem | None, source: str, line: int) -> Entry | BadEntry:
    """Return the entry of a cover; a `BadEntry` if boards with the rules of `asked` are wanted."""
    return _of_other_rules(cover, asked, source, line) if asked else entry_of(cover, source, line)


def _neither(fault: InputError, alike: bytes) -> InputError:
    """Return why a text is not a board, and why it is not a cover, or how to read it as a cover."""
    try:
        cover_file.read(BytesIO(alike), "dlx", ARGUMENT)
    except InputError as error:
        return InputError(NEITHER.format(board=fault.words, cover=error.placed), fault.place)
    return InputError(words.PERHAPS_COVER.format(fault=fault.words), fault.place)


def _with_solution(puzzle: nearby_rules.Puzzle[Board], source: str) -> Entry | BadEntry:
    """Return the entry of a puzzle; if a solution is given with it, check it."""
    board, line, solution = puzzle.board, puzzle.line, puzzle.solution
    entry = entry_of(board, source, line)
    if solution is None:
        return entry
    if faults := board.faults(Board(board.problem, solution.digits)):
        return BadEntry(InputError(words.WRONG_SOLUTION.format(fault=faults[0])).at(source, line))
    return replace(entry, expected=Verdict.SOLVABLE)


def of_bundle(name: str, problem: BoardProblem | None = None) -> Iterator[Entry | BadEntry]:
    """Yield the entries of a bundled set; a board with other rules than `problem` is a `BadEntry`."""
    for number, puzzle in enumerate(bundled(name), 1):
        board = puzzle.board
        if problem is None or same_rules(problem, board.problem):
            entry = entry_of(
                Board._trusted(problem or board.problem, board.digits, board.forbidden), name, number
            )
            yield replace(entry, expected=puzzle.verdict, expected_count=puzzle.count)
        else:
            yield _of_other_rules(board.problem, problem, name, number)


def _of_other_rules(found: Problem, asked: BoardProblem | None, source: str, line: int) -> BadEntry:
    return BadEntry(InputError(OTHER_PUZZLE.format(found=found, asked=asked)).at(source, line))


def _from_text(text: str, reading: Reading) -> Entry | BadEntry:
    try:
        if reading.problem is None and (overlap := overlap_in(text, reading.form)) is not None:
            return entry_of(overlap, ARGUMENT, reading.argument)
        if (found := cover_in(text, reading.form, is_board=reading.problem is not None)) is not None:
            return _cover_of(found.stream, found.form or "", ARGUMENT, reading)
        if reading.columns:
            from sudokubench.formats import files

            value = partial(Board.parse_strictly, problem=reading.problem)
            return entry_of(files.only(text, value, None, reading.columns), ARGUMENT, reading.argument)
        board = Board.parse(text, reading.problem, reading.form)
        if reading.skipped is not None:
            reading.skipped.remark(ARGUMENT, reading.argument, board.remarks)
        return entry_of(board, ARGUMENT, reading.argument)
    except InputError as error:
        if _is_layout(text):
            raise InputError(words.IS_LAYOUT.format(name=text)) from None
        if not isinstance(error, Refusal) and _is_name(text):
            raise InputError(_unknown(text)) from None
        if error.words.en.startswith("'"):  # the message quotes the text already
            raise
        begin = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
        raise InputError(words.TEXT_FAULT.format(text=begin, fault=error.placed)) from error


def _is_name(text: str) -> bool:
    """Return whether a text that is not a board was more likely meant as a name than as a board."""
    if like_a_file(text) or not text.strip():
        return True
    cells = sum(sign in "0123456789.*_" for sign in text)
    return not _BOARD.match(text) and any(map(str.isalpha, text)) and 2 * cells < len(text)


def _is_layout(text: str) -> bool:
    """Return whether a text names a layout or an arrangement of grids."""
    with suppress(UsageError):
        return is_arrangement(text) or bool(problem_named(text))
    return False


def _unknown(name: str) -> Words:
    from sudokubench.backends.registry import names
    from sudokubench.problems import NAMES, forms_like

    if name.partition(":")[0] in names():
        return words.IS_BACKEND.format(name=name, other="sat" if name == "dlx" else "dlx")
    close = suggestion(name, [*set_names(), *forms_like(name), *files_beside(name)])
    there = ", ".join([*set_names(), *NAMES])
    shown = repr(name if len(name) <= _SHOWN else name[:_SHOWN] + "…")
    others = words.KNOWN_CORPORA.format(names=there)
    return words.UNKNOWN_CORPUS.format(name=shown, close=close if close.en else others)


def scrambled(entries: Iterable[Item], seed: int) -> Iterator[Entry | BadEntry]:
    """Yield a random equivalent board for every board, so that no engine profits from a lucky order of cells.

    A board with constraints or an exact cover becomes a `BadEntry`.
    """
    from random import Random

    from sudokubench.symmetry import random_symmetry

    random = Random(seed)
    for entry in singly(entries):
        if isinstance(entry, BadEntry):
            yield entry
            continue
        try:
            if entry.board is None:
                raise UsageError(words.NOT_SCRAMBLED.format(name=printable(entry.text)))
            other = random_symmetry(entry.board.problem, random)(entry.board)
            yield replace(entry, board=other, instance=other.instance())
        except UsageError as error:
            yield BadEntry(InputError(error.words).at(entry.source, entry.line))
