"""Check data sets of any origin: boards are unique and minimal, columns correct, and no class is in two splits."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import chain, groupby, islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from sudokubench.actions import words
from sudokubench.actions.dataset import CERTIFICATES, COLUMNS, STATE, DataSet, class_ids, columns_of, sample
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.batches import are_solutions, search_digits
from sudokubench.board import Board
from sudokubench.certificates import verification
from sudokubench.errors import InputError, printable, reading, unreadable
from sudokubench.formats.column_names import columns_named
from sudokubench.formats.remarks import require_harmless
from sudokubench.generation.puzzles import reducible
from sudokubench.harness import corpus
from sudokubench.report.export import arrow
from sudokubench.symmetry import random_symmetry
from sudokubench.words import Words, listed, untranslated

Array = np.ndarray[Any, Any]

_CHUNK = 4096
KINDS = tuple(words.FAULT_KINDS)
_RATING = ("se", "class", "hardest")
_SEEN = np.dtype([("id", np.uint64), ("split", np.int32), ("row", np.int64)])
"""The data kept of each row: its class id, a number that stands for its file and split, its place in the file."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a row.

    Attributes:
        place: `FILE:ROW`, from 1: the line of a text file, the row of a Parquet file. For missing parts, the folder or
            file.
        kind: One of `KINDS`.
        reason: What is wrong.
        puzzle: The puzzle as text; the class id for a class in two splits; empty for missing parts.
    """

    place: str
    kind: str
    reason: Words
    puzzle: str = ""

    @property
    def line(self) -> Words:
        """The fault in one line."""
        place, puzzle = untranslated(self.place), untranslated(self.puzzle)
        parts = [part for part in (place, words.FAULT_KINDS[self.kind], self.reason, puzzle) if part.en]
        return listed(parts, Words(": ", "："))

    def as_json(self) -> dict[str, str]:
        """Return the fault as an object of the schema `sudokubench.fault/1`."""
        return {
            "schema": "sudokubench.fault/1", "place": self.place, "fault": self.kind,
            "reason": self.reason.en, "puzzle": self.puzzle,
        }  # fmt: skip


@dataclass(slots=True)
class CheckCounts:
    """Numbers of checked items: rows of each split, classes, and sampled rows and certificates."""

    splits: Counter[str] = field(default_factory=Counter)
    classes: int = 0
    minimal: int = 0
    ratings: int = 0
    certificates: int = 0


@dataclass(frozen=True, slots=True)
class _DataRow:
    """A puzzle, its place, and the other columns as text."""

    place: int
    board: Board
    columns: Mapping[str, str]


def verify(
    names: Sequence[str],
    *,
    backend: str = "dlx",
    most: int | None = 1000,
    minimal: bool,
    observer: Observer = SILENT,
    checked: CheckCounts | None = None,
) -> Iterator[Fault]:
    """Yield the faults of data sets.

    Args:
        names: Folders that `make` wrote; or files: CSV with a column of puzzles, Parquet, or any corpus. A file without
            a column `split` is one split.
        backend: Backend that checks uniqueness.
        most: Largest number of rows whose ratings and minimality are checked: evenly spread rows of a folder, the first
            rows of any other file. Also the largest number of certificates that are checked, evenly spread. With None,
            all are checked.
        minimal: Whether puzzles must be minimal. If the recipe of a folder asks for minimal puzzles, all must be.

    Raises:
        InputError: A file cannot be read, or a folder has a damaged data set or none.
        BackendUnavailable: A file is Parquet, and pyarrow is not installed; or the backend is not installed.
        UsageError: The backend is unknown.
    """
    checked = checked or CheckCounts()
    seen, numbers = [np.zeros(0, _SEEN)], dict[tuple[str, str], int]()
    observer.progress(0)
    for name in names:
        data = DataSet.of(Path(name)) if Path(name).is_dir() else None
        if data is None and Path(name).is_dir():
            raise InputError(words.NO_DATA_SET.format(folder=printable(name)))
        recipe = data.state["recipe"] if data else {}
        file = str(data.rows) if data else name
        complete = data is not None and _row_count(file) == data.state["rows"]
        checks = _Checks(
            printable(file), recipe, backend, most, minimal or bool(recipe.get("minimal")), complete, checked,
            dict.fromkeys(_certified(recipe, most).values(), "") if complete else {},
        )  # fmt: skip
        for chunk in _chunks(_rows(file, observer)):
            observer.heed()
            ids, faults = checks.of(chunk)
            splits = [row.columns.get("split") or checks.file for row in chunk]
            places = [numbers.setdefault((checks.file, split), len(numbers)) for split in splits]
            seen.append(np.array([*zip(ids, places, (row.place for row in chunk), strict=True)], _SEEN))
            checked.splits.update(splits)
            observer.progress(checked.splits.total())
            yield from faults
        if data is not None:
            yield from _missing(data, checks.seen, most, checked, checks.certified)
    rows = np.concatenate(seen)
    checked.classes = len(np.unique(rows["id"]))
    yield from _leaks(rows, list(numbers))


def _leaks(rows: Array, names: Sequence[tuple[str, str]]) -> Iterator[Fault]:
    """If a class is in several splits, yield a fault for each split but the first, at its first row of the class."""
    rows = rows[np.argsort(rows["id"], kind="stable")]
    same = rows["id"][1:] == rows["id"][:-1]
    several = np.append(same, False) | np.insert(same, 0, False)
    for number, some in groupby(rows[several[: len(rows)]].tolist(), lambda row: row[0]):
        first, *others = ((*names[split], row) for _, split, row in some)
        known = {first[1]}
        for file, split, row in others:
            if split not in known:
                known.add(split)
                reason = words.LEAK.format(split=split, place=f"{first[0]}:{first[2]}", other=first[1])
                yield Fault(f"{file}:{row}", "leak", reason, f"{number:016x}")


@dataclass(slots=True)
class _Checks:
    """Checks of the rows of one file.

    A folder of `dataset make` is `complete` if no row is missing. The place of a row then tells what the recipe
    promises for it. `certified` has the rows, from 0, whose certificates are checked; `of` adds their puzzles.
    """

    file: str
    recipe: Mapping[str, Any]
    backend: str
    most: int | None
    minimal: bool
    complete: bool
    checked: CheckCounts
    certified: dict[int, str]
    seen: int = 0
    _rated: int = 0
    _random: Random = field(default_factory=lambda: Random(0))

    def of(self, chunk: Sequence[_DataRow]) -> tuple[list[int], list[Fault]]:
        """Return the class ids of some rows as numbers, and the faults of the rows."""
        layout = chunk[0].board.layout
        digits = np.frombuffer(b"".join(row.board.digits for row in chunk), np.uint8).reshape(len(chunk), -1)
        counts = search_digits(layout, digits, 2, self.backend).counts.tolist()
        turned = random_symmetry(layout, self._random)
        ids = class_ids(layout, np.array([0, *turned.digits], np.uint8)[digits[:, list(turned.cells)]])
        sampled = self._sampled(self.seen, len(chunk), self.recipe.get("n")) if self.minimal else []
        can_lose = reducible(layout, digits[sampled], self.backend)
        not_minimal = [place for place, one in zip(sampled, can_lose, strict=True) if one]
        self.checked.minimal += len(sampled)
        self.seen += len(chunk)
        faults = list[Fault]()
        for place, (row, number) in enumerate(zip(chunk, ids, strict=True)):
            if self._number(row.place) in self.certified:
                self.certified[self._number(row.place)] = str(row.board)
            found = [("wrong", reason) for reason in self._wrong(row, number)]
            if not counts[place] and _solves(row.board, row.columns.get("solution") or ""):
                found.append(("wrong", words.SOLUTION_DENIED.format(backend=self.backend)))
            elif counts[place] != 1:
                found.append(("not_unique", words.SEVERAL_SOLUTIONS if counts[place] else words.NO_SOLUTION))
            elif place in not_minimal:
                found.append(("not_minimal", words.CLUE_CAN_GO))
            faults += (Fault(f"{self.file}:{row.place}", *fault, str(row.board)) for fault in found)
        return [int(number, 16) for number in ids], faults

    def _sampled(self, first: int, rows: int, n: int | None) -> list[int]:
        """Return which of `rows` rows the function `sample` picks; the first rows if n is unknown or 0."""
        if self.most is None:
            return [*range(rows)]
        if not n:
            return [*range(min(rows, max(0, self.most - first)))]
        return sorted(sample(first, rows, min(self.most, n), n))

    def _wrong(self, row: _DataRow, class_id: str) -> Iterator[Words]:
        """Yield a message for each wrong column; in files of other origin only class_id and solution are checked."""
        again = False
        if self.recipe and (any(map(row.columns.get, _RATING)) or self._has_rating(row.place)):
            again = bool(self._sampled(self._rated, 1, self.recipe["rate"]))
            self._rated += 1
            self.checked.ratings += again
        right = columns_of(row.board, class_id, self.recipe.get("splits", {"": 1.0}), again)
        for name, value in right.items():
            stated = row.columns.get(name, "" if self.recipe else value)
            if stated != value and (again or name not in _RATING) and (self.recipe or name == "class_id"):
                both = {"right": value or words.NOTHING, "said": stated or words.NOTHING}
                yield words.COLUMN_WRONG.format(name=name, **both)
        least, most = self.recipe.get("clues") or (0, len(row.board.digits))
        if not least <= row.board.clue_count <= most:
            yield words.COLUMN_WRONG.format(name="clues", right=row.board.clue_count, said=f"{least}..{most}")
        solution = row.columns.get("solution") or ""
        if (solution or self.recipe) and not _solves(row.board, solution):
            yield words.SOLUTION_WRONG

    def _has_rating(self, place: int) -> bool:
        """Return whether the recipe rates this row of a folder of `dataset make`; False if rows are missing."""
        row, n = self._number(place), self.recipe["n"]
        return self.complete and 0 <= row < n and bool(sample(row, 1, self.recipe["rate"], n))

    def _number(self, place: int) -> int:
        """Return the number of a row, from 0; line 1 of a CSV has the names of the columns."""
        return place - 1 - self.file.endswith(".csv")


def _certified(recipe: Mapping[str, Any], most: int | None) -> dict[int, int]:
    """Return the certificates to check, from 0, each with its row."""
    if not (wanted := recipe["certify"]):
        return {}
    rows = sorted(sample(0, recipe["n"], wanted, recipe["n"]))
    checks = wanted if most is None else min(most, wanted)
    return {place: rows[place] for place in sorted(sample(0, wanted, checks, wanted))}


def _solves(board: Board, text: str) -> bool:
    try:
        grids = [Board.parse(text, board.layout).digits, board.digits]
    except InputError:
        return False
    grid, clues = np.frombuffer(b"".join(grids), np.uint8).reshape(2, 1, -1)
    return bool(are_solutions(board.layout, clues, grid)[0])


def _missing(
    data: DataSet, seen: int, most: int | None, checked: CheckCounts, puzzles: Mapping[int, str]
) -> Iterator[Fault]:
    """Yield a fault if a folder of `dataset make` lacks rows or certificates, and one for each wrong certificate.

    `puzzles` has the puzzles of the certified rows; without a puzzle, a certificate may be for any puzzle.
    """
    n, rows, name = data.state["recipe"]["n"], data.state["rows"], printable(str(data.folder))
    if not data.state["finished"]:
        yield Fault(name, "wrong", words.ROWS_MISSING.format(missing=n - rows, n=n))
    elif seen != n:
        yield Fault(name, "wrong", words.ROWS_DIFFER.format(rows=seen, n=n))
    elif rows != n:
        message = words.COLUMN_WRONG.format(name="rows", right=n, said=rows)
        yield Fault(printable(str(data.folder / STATE)), "wrong", message)
    wanted, file, there = data.state["recipe"]["certify"], data.folder / CERTIFICATES, 0
    sampled = _certified(data.state["recipe"], most)
    with reading(str(file)), open(file, "rb") if wanted else BytesIO() as lines:
        for there, line in enumerate(lines, 1):
            if there - 1 in sampled:
                checked.certificates += 1
                if reason := _unproved(line, puzzles.get(sampled[there - 1], "")):
                    place = f"{printable(str(file))}:{there}"
                    yield Fault(place, "wrong", words.CERTIFICATE_FAILS.format(reason=reason))
    if there != wanted:
        message = words.CERTIFICATES_DIFFER.format(certificates=there, n=wanted)
        yield Fault(printable(str(file)), "wrong", message)


def _unproved(certificate: bytes, puzzle: str) -> str | Words:
    """Return why a certificate does not prove that a puzzle (any, if empty) has one solution; empty if it does."""
    try:
        found = verification.verify(certificate)
    except InputError as error:
        return error.words
    if puzzle and puzzle != found.puzzle:
        return words.OF_OTHER_PUZZLE.format(found=found.puzzle, puzzle=puzzle)
    return "" if found.verified and found.certificate.claim.value == "unique" else found.reason


# -- reading -------------------------------------------------------------------------------------------------------


def _row_count(file: str) -> int:
    """Return the number of rows in a file of `dataset make`, one a line; -1 if the file cannot be read."""
    try:
        if not file.endswith(".csv"):
            library = arrow(words.GIVE_CSV)
            return int(library.parquet.ParquetFile(file).metadata.num_rows)
        with open(file, "rb") as lines:
            return sum(1 for _ in lines) - 1
    except (OSError, ValueError):  # `_rows` names the reason
        return -1


def _chunks(rows: Iterable[_DataRow]) -> Iterator[list[_DataRow]]:
    for _, some in groupby(rows, lambda row: row.board.problem):
        while chunk := list(islice(some, _CHUNK)):
            yield chunk


def _rows(file: str, observer: Observer) -> Iterator[_DataRow]:
    """Yield the puzzles of a file with their columns; tell the observer about rows that are not puzzles."""
    try:
        with open(file, "rb") as opened:
            head = opened.read(1 << 12)
    except FileNotFoundError as error:
        raise InputError(words.NO_FILE.format(file=printable(file))) from error
    except OSError as error:
        raise InputError(unreadable(file, error)) from error
    if head.startswith(b"PAR1"):
        found = _of_parquet(file)
    else:
        names = next(csv.reader([line.decode("utf-8", "replace") for line in head.splitlines()[:1]]), [])
        is_table = columns_named(names)[0] is not None and b"\0" not in head
        found = _of_csv(file) if is_table else _of_corpus(file, observer)
    for place, puzzle, columns in found:
        try:
            if isinstance(puzzle, InputError):
                raise puzzle
            board = puzzle if isinstance(puzzle, Board) else Board.parse(puzzle)
            if board.constraints or board.forbidden:
                raise InputError(words.CLUES_ONLY)
        except InputError as error:
            observer.refused(InputError(error.words).at(printable(file), place))
            continue
        yield _DataRow(place, board, columns)


_Found = Iterator[tuple[int, str | Board | InputError, Mapping[str, str]]]
"""For each row: its place; its puzzle, or why the puzzle cannot be read; its values in the known columns."""


def _of_table(file: str, names: Sequence[str], rows: Iterable[tuple[int, Sequence[object]]]) -> _Found:
    puzzle, solution = columns_named(names)
    if puzzle is None:
        raise InputError(words.NO_PUZZLES.format(file=printable(file), columns=", ".join(names)))
    named = {name: at for at, name in enumerate(names) if name in COLUMNS} | {"solution": solution}
    others = [
        (at, name) for at, name in enumerate(names) if at not in {puzzle, solution} and name not in COLUMNS
    ]
    for place, values in rows:
        texts = ["" if value is None else str(value) for value in values]
        texts += [""] * (len(names) - len(texts))
        try:
            require_harmless({name: texts[at] for at, name in others})
        except InputError as error:
            yield place, error, {}
            continue
        yield place, texts[puzzle], {name: texts[at] for name, at in named.items() if at is not None}


def _of_csv(file: str) -> _Found:
    with open(file, encoding="utf-8", errors="replace", newline="") as lines:
        reader = csv.reader(lines)
        try:
            yield from _of_table(file, next(reader), ((reader.line_num, row) for row in reader if row))
        except csv.Error as error:
            message = words.NOT_CSV.format(reason=error)
            raise InputError(message).at(printable(file), reader.line_num) from error


def _of_parquet(file: str) -> _Found:
    library = arrow(words.GIVE_CSV)
    try:
        table = library.parquet.ParquetFile(file)
        batches = (
            zip(*(c.to_pylist() for c in batch.columns), strict=True) for batch in table.iter_batches(_CHUNK)
        )
        yield from _of_table(file, table.schema_arrow.names, enumerate(chain.from_iterable(batches), 1))
    except (library.ArrowException, OSError) as error:
        raise InputError(words.FILE_NOT_READ.format(file=printable(file), reason=error)) from error


def _of_corpus(file: str, observer: Observer) -> _Found:
    for entry in corpus.singly(corpus.read([file])):
        if isinstance(entry, corpus.BadEntry):
            observer.refused(entry.error)
        elif entry.board is not None:
            yield entry.line, entry.board, {}
