"""Checking data sets, ours and others': unique, minimal, right in all columns, and no class of boards in two splits."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from sudokubench.actions.dataset import (
    CERTIFICATES,
    COLUMNS,
    DataSet,
    arrow,
    class_ids,
    rating_of,
    sample,
    split_of,
)
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.batches import are_solutions, search_digits
from sudokubench.board import Board
from sudokubench.certificates.verification import verify as verify_certificate
from sudokubench.errors import InputError, printable, unreadable
from sudokubench.formats.loose import columns_named
from sudokubench.generate.puzzles import reducible
from sudokubench.harness import corpus
from sudokubench.symmetry import random_symmetry

_CHUNK = 4096
KINDS = ("not_unique", "not_minimal", "leak", "wrong")
"""Not exactly one solution; a clue can go; equivalent to a row of another split; a column says what is not so."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a row.

    Attributes:
        place: `FILE:ROW`: of a text the line, of Parquet the row, both from 1.
        kind: One of `KINDS`.
        reason: A sentence.
        puzzle: As the row has it.
    """

    place: str
    kind: str
    reason: str
    puzzle: str

    def as_json(self) -> dict[str, str]:
        """As `sudokubench.fault/1` describes it."""
        return {
            "schema": "sudokubench.fault/1", "place": self.place, "fault": self.kind,
            "reason": self.reason, "puzzle": self.puzzle,
        }  # fmt: skip


@dataclass(slots=True)
class Checked:
    """What was checked, in numbers: rows of each split, classes, and rows or certificates looked at in a sample."""

    splits: Counter[str] = field(default_factory=Counter)
    classes: int = 0
    minimal: int = 0
    ratings: int = 0
    certificates: int = 0


@dataclass(frozen=True, slots=True)
class _Row:
    place: int
    board: Board
    columns: Mapping[str, str]


def verify(
    names: Sequence[str],
    *,
    backend: str = "dlx",
    most: int | None = 1000,
    minimal: bool = False,
    observer: Observer = SILENT,
    told: Checked | None = None,
) -> Iterator[Fault]:
    """What is wrong with data sets.

    Args:
        names: Folders of ours; or files: CSV with a column of puzzles, Parquet, or what a corpus can be. A file that
            has no column `split` is a split of its own.
        backend: Proves that puzzles are unique.
        most: So many rows of each file, evenly spread, are rated again, so many tried for minimality, and so many
            certificates checked; None for all.
        minimal: Whether puzzles shall be minimal; of ours the folder says it.
        observer: Is told what is no puzzle, and of the progress.
        told: Is filled with what was checked.

    Raises:
        InputError: A file cannot be read.
    """
    told = told or Checked()
    classes, splits, rows = [np.zeros(0, np.uint64)], [np.zeros(0, np.int32)], [np.zeros(0, np.int64)]
    numbers: dict[tuple[str, str], int] = {}  # of file and split
    done = 0
    observer.progress(0)
    for name in names:
        data = DataSet.of(Path(name)) if Path(name).is_dir() else None
        if Path(name).is_dir() and data is None:
            raise InputError(
                f"{printable(name)} has no data set: name a file, or a folder that `dataset make` wrote"
            )
        file = str(data.rows) if data else name
        recipe = data.state["recipe"] if data else {}
        if data and not data.state["finished"]:
            missing = recipe["n"] - data.state["rows"]
            yield Fault(
                printable(name),
                "wrong",
                f"{missing:,} of {recipe['n']:,} rows are missing: make it again to go on",
                "",
            )
        checks = _Checks(printable(file), recipe, backend, most, minimal or bool(recipe.get("minimal")), told)
        seen = 0
        for chunk in _chunks(_rows(file, observer)):
            observer.heed()
            yield from checks.of(chunk, seen)
            found, named = checks.classes, checks.splits
            classes.append(found)
            splits.append(np.array([numbers.setdefault((file, s), len(numbers)) for s in named], np.int32))
            rows.append(np.array([row.place for row in chunk], np.int64))
            told.splits.update(named)
            seen += len(chunk)
            done += len(chunk)
            observer.progress(done)
        if data and data.state["finished"] and seen != recipe["n"]:
            yield Fault(printable(name), "wrong", f"{seen:,} rows, where {recipe['n']:,} were made", "")
        if data and recipe["certify"]:
            yield from _certificates(data.folder / CERTIFICATES, recipe["certify"], most, told)
    of_class = np.concatenate(classes)
    told.classes = len(np.unique(of_class))
    yield from _leaks(of_class, np.concatenate(splits), np.concatenate(rows), list(numbers))


def _leaks(
    classes: np.ndarray[Any, Any],
    splits: np.ndarray[Any, Any],
    rows: np.ndarray[Any, Any],
    names: Sequence[tuple[str, str]],
) -> Iterator[Fault]:
    """The rows of which an earlier one in another split is equivalent; each class once for each further split."""
    known = [split for _, split in names]
    label = [known.index(split) for split in known]  # splits of one name are one
    order = np.lexsort((np.arange(len(classes)), classes))
    same = classes[order][1:] == classes[order][:-1]
    for begin in np.flatnonzero(same & ~np.concatenate(([False], same[:-1]))).tolist():
        end = begin + 1
        while end < len(order) and classes[order[end]] == classes[order[begin]]:
            end += 1
        first, seen = order[begin], {label[splits[order[begin]]]}
        for row in order[begin + 1 : end]:
            if label[splits[row]] not in seen:
                seen.add(label[splits[row]])
                places = [f"{printable(names[splits[one]][0])}:{rows[one]}" for one in (row, first)]
                ours, theirs = (names[splits[one]][1] for one in (row, first))
                yield Fault(
                    places[0], "leak", f"in {ours}, and equivalent to {places[1]} in {theirs}",
                    f"{classes[row]:016x}",
                )  # fmt: skip


@dataclass(slots=True)
class _Checks:
    """Of the rows of one file."""

    file: str
    recipe: Mapping[str, Any]
    backend: str
    most: int | None
    minimal: bool
    told: Checked
    classes: np.ndarray[Any, Any] = field(init=False)
    splits: list[str] = field(init=False)
    _rated: int = 0
    _random: Random = field(default_factory=lambda: Random(0))

    def of(self, chunk: Sequence[_Row], before: int) -> Iterator[Fault]:
        """What is wrong with some rows; their classes and splits stand in the attributes afterwards."""
        layout = chunk[0].board.layout
        digits = np.frombuffer(b"".join(row.board.digits for row in chunk), np.uint8).reshape(len(chunk), -1)
        found = search_digits(layout, digits, 2, self.backend)
        turned = random_symmetry(layout, self._random)
        relabel = np.array([0, *turned.digits], np.uint8)
        ids = class_ids(layout, relabel[digits[:, list(turned.cells)]])
        self.classes = np.array([int(one, 16) for one in ids], np.uint64)
        self.splits = [row.columns.get("split") or self.file for row in chunk]
        looked: Sequence[int] = range(len(chunk))
        if self.most is not None:
            n = self.recipe.get("n", self.most * _CHUNK)
            looked = sorted(sample(before, len(chunk), min(self.most, n), n))
        thin = set[int]()
        if self.minimal:
            thin = (
                set(np.array(looked, int)[reducible(layout, digits[looked], self.backend)].tolist())
                if looked
                else thin
            )
            self.told.minimal += len(looked)
        for place, row in enumerate(chunk):
            faults = [("wrong", reason) for reason in self._wrong(row, ids[place])]
            if (count := int(found.counts[place])) != 1:
                faults.append(("not_unique", "no solution" if not count else "several solutions"))
            elif place in thin:
                faults.append(("not_minimal", "a clue can go, and the solution stays the only one"))
            solution = row.columns.get("solution")
            if solution and not _solves(layout, digits[place], solution):
                faults.append(("wrong", "its solution is none"))
            for kind, reason in faults:
                yield Fault(f"{self.file}:{row.place}", kind, reason, str(row.board))
        for row in chunk:
            yield from self._rating(row)

    def _wrong(self, row: _Row, class_id: str) -> Iterator[str]:
        columns = row.columns
        if (said := columns.get("class_id", class_id)) != class_id:
            yield f"its class_id is {class_id}, and not {said}"
        if self.recipe and (split := split_of(class_id, self.recipe["splits"])) != columns.get("split"):
            yield f"it belongs into the split {split}"
        if (clues := columns.get("clues")) and self.recipe and clues != str(row.board.clue_count):
            yield f"it has {row.board.clue_count} clues, and not {clues}"

    def _rating(self, row: _Row) -> Iterator[Fault]:
        if not self.recipe or not row.columns.get("se"):
            return
        wanted = self.recipe["rate"]
        self._rated += 1
        if self.most is not None and not sample(self._rated - 1, 1, min(self.most, wanted), wanted):
            return
        self.told.ratings += 1
        said = tuple(row.columns[name] for name in ("se", "class", "hardest"))
        se, level, hardest = rating_of(row.board) or ("", "", "")
        if (f"{float(said[0]):g}", *said[1:]) != (f"{se:g}" if se != "" else "", level, hardest):
            reason = f"its rating is {se} {level} {hardest}, and not {' '.join(said)}"
            yield Fault(f"{self.file}:{row.place}", "wrong", reason, str(row.board))


def _solves(layout: Any, digits: np.ndarray[Any, Any], text: str) -> bool:
    try:
        solution = Board.parse(text, layout)
    except InputError:
        return False
    grid = np.frombuffer(solution.digits, np.uint8)
    return bool(are_solutions(layout, digits[None], grid[None])[0])


def _certificates(file: Path, wanted: int, most: int | None, told: Checked) -> Iterator[Fault]:
    try:
        with open(file, "rb") as lines:
            there = 0
            for number, line in enumerate(lines, 1):
                there += 1
                if most is not None and number > most:
                    continue
                told.certificates += 1
                try:
                    found = verify_certificate(line)
                    reason = (
                        "" if found.verified and found.certificate.claim.value == "unique" else found.reason
                    )
                except InputError as error:
                    reason = str(error)
                if reason:
                    yield Fault(f"{printable(str(file))}:{number}", "wrong", f"its certificate: {reason}", "")
    except OSError as error:
        raise InputError(unreadable(str(file), error)) from error
    if there != wanted:
        yield Fault(printable(str(file)), "wrong", f"{there:,} certificates, where {wanted:,} were made", "")


def _chunks(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    """Rows of one layout, some thousand at a time."""
    for _, some in groupby(rows, lambda row: row.board.problem):
        while chunk := list(islice(some, _CHUNK)):
            yield chunk


def _rows(file: str, observer: Observer) -> Iterator[_Row]:
    """The puzzles of a file with what stands beside them; what is none is refused."""
    for place, columns in _records(file, observer):
        try:
            puzzle = columns["puzzle"]
            board = puzzle if isinstance(puzzle, Board) else Board.parse(puzzle)
            if board.constraints or board.forbidden:
                raise InputError("boards of data sets have clues alone, and no further constraints")
        except InputError as error:
            observer.refused(InputError(error.words).at(printable(file), place))
            continue
        yield _Row(place, board, columns)


def _records(file: str, observer: Observer) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The rows of a table, or of a corpus, with their places; the columns of ours keep their names."""
    try:
        with open(file, "rb") as opened:
            head = opened.read(1 << 12)
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            raise InputError(
                f"{printable(file)} is no file; name files, or folders that `dataset make` wrote"
            ) from error
        raise InputError(unreadable(file, error)) from error
    except ValueError as error:  # a NUL in its name
        raise InputError(f"{file!r} is no name of a file") from error
    if head.startswith(b"PAR1"):
        yield from _of_parquet(file)
        return
    names = next(csv.reader([head.partition(b"\n")[0].decode("utf-8", "replace").rstrip("\r")]), [])
    puzzle, solution = columns_named(names)
    if puzzle is None or b"\0" in head:
        yield from _of_corpus(file, observer)
        return
    named = _named(names, puzzle, solution)
    with open(file, encoding="utf-8", errors="replace", newline="") as lines:
        reader = csv.reader(lines)
        next(reader)
        try:
            for values in reader:
                if values:
                    yield (
                        reader.line_num,
                        {name: values[at] if at < len(values) else "" for name, at in named.items()},
                    )
        except csv.Error as error:
            raise InputError(f"no table: {error}").at(printable(file), reader.line_num) from error


def _named(names: Sequence[str], puzzle: int, solution: int | None) -> dict[str, int]:
    named = {name: names.index(name) for name in COLUMNS if name in names} | {"puzzle": puzzle}
    return named if solution is None else named | {"solution": solution}


def _of_parquet(file: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    library = arrow()
    try:
        table = library.parquet.ParquetFile(file)
        names = table.schema_arrow.names
        puzzle, solution = columns_named(names)
        if puzzle is None:
            raise InputError(
                f"{printable(file)} has no column of puzzles: it has {', '.join(names)}; name one puzzle"
            )
        named = _named(names, puzzle, solution)
        place = 0
        for batch in table.iter_batches(_CHUNK, columns=[names[at] for at in named.values()]):
            parts = {name: batch.column(names[at]).to_pylist() for name, at in named.items()}
            for values in zip(*parts.values(), strict=True):
                place += 1
                yield place, {k: "" if v is None else str(v) for k, v in zip(parts, values, strict=True)}
    except (library.ArrowException, OSError) as error:
        raise InputError(f"{printable(file)} cannot be read: {error}") from error


def _of_corpus(file: str, observer: Observer) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for entry in corpus.read([file]):
        if isinstance(entry, corpus.BadEntry):
            observer.refused(entry.error)
        elif entry.board is not None:
            yield entry.line, {"puzzle": entry.board}
