"""Data sets: puzzles in bulk with solutions and ratings; `split_of` chooses one split for all boards of a class.

A folder has `dataset.json` (the recipe and the state), the rows (`puzzles.csv`, or at the end `puzzles.parquet`), and
`certificates.jsonl` if the recipe asks for certificates. At the end it gets the data card `README.md` with its plots.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import partial
from itertools import accumulate, count
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from sudokubench.actions import words
from sudokubench.actions.dataset_card import write_card
from sudokubench.actions.generate import PATIENCE_S
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.splits import USUAL_SPLITS, Splits, require_splits
from sudokubench.actions.workers import in_order
from sudokubench.answer import Budget
from sudokubench.board import Board
from sudokubench.certificates import certify
from sudokubench.errors import Cancelled, InputError, Undecided, UsageError, printable, writing
from sudokubench.formats.identity import prefix_of
from sudokubench.formats.limits import MAX_BYTES
from sudokubench.formats.strict_json import load_object
from sudokubench.generation.puzzles import part
from sudokubench.generation.wish import Wish
from sudokubench.harness.words import FOLDER_NOT_WRITTEN
from sudokubench.layout import Layout
from sudokubench.logic.configuration import rated
from sudokubench.logic.difficulty_path import path_of
from sudokubench.logic.rating import VERSION, level_of
from sudokubench.logic.trace import Ending
from sudokubench.report.export import arrow, write_parquet
from sudokubench.symmetry.forms import canonical_digits
from sudokubench.words import Words

Array = np.ndarray[Any, Any]

COLUMNS = ("puzzle", "solution", "clues", "se", "class", "hardest", "class_id", "split")
_TYPES: dict[str, Callable[[str], Any]] = dict.fromkeys(COLUMNS, str) | {"clues": int, "se": float}
SCHEMA = "sudokubench.dataset/1"
ROWS, STATE, CERTIFICATES, CARD = "puzzles.csv", "dataset.json", "certificates.jsonl", "README.md"
FORMS = ("csv", "parquet")
_CERTIFY_S = 60.0
_LENGTHS = {ROWS: "bytes", CERTIFICATES: "certified_bytes"}
"""For each file, the key of the state that holds the number of its valid bytes."""
_OPTIONS = {"n": "--number", "splits": "--split", "rate": "--rated", "certify": "--certified", "form": "--to"}
"""The options of `dataset make` for keys of a recipe; all other keys have the names of their options."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Specification of a data set. Equal recipes give equal bytes.

    Invalid splits, and a layout without a name, raise UsageError.

    Attributes:
        splits: Names and shares, which add up to 1.
        rate: Number of rows to rate, evenly spread. A row that the rules do not solve has no rating.
        certify: Number of rows with certificates, evenly spread.
        form: One of `FORMS`.
    """

    wish: Wish
    n: int
    seed: int = 0
    splits: Splits = USUAL_SPLITS
    rate: int = 0
    certify: int = 0
    form: str = "csv"

    def __post_init__(self) -> None:
        require_splits(self.splits)
        if prefix_of(self.wish.layout) is None:
            raise UsageError(words.NAMELESS_LAYOUT)

    def as_json(self) -> dict[str, Any]:
        """Return the recipe as plain values."""
        wish = self.wish
        return {
            "layout": str(wish.layout), "minimal": wish.minimal, "clues": wish.clues and list(wish.clues),
            "symmetry": wish.symmetry, "pattern": wish.pattern and "".join(map(str, map(int, wish.pattern))),
            "grid": wish.grid and wish.grid.hex(), "n": self.n, "seed": self.seed, "splits": dict(self.splits),
            "rate": self.rate, "certify": self.certify, "form": self.form,
        }  # fmt: skip


def split_of(class_id: str, splits: Mapping[str, float]) -> str:
    """Return the split of a class. The shares divide the range from 0 to 1 into parts; id / 2**64 selects one.

    All data sets with these splits, in this order, give the class the same split.

    >>> split_of("0123456789abcdef", {"train": 0.8, "test": 0.2}), split_of("f" * 16, {"train": 0.8, "test": 0.2})
    ('train', 'test')
    """
    ends = accumulate(splits.values())
    place = int(class_id, 16) / 2**64
    return next((name for name, end in zip(splits, ends, strict=True) if place < end), [*splits][-1])


def class_ids(layout: Layout, digits: Array) -> list[str]:
    """Return the class id of each board; digits have the shape (n, cells)."""
    forms = canonical_digits(np.ascontiguousarray(digits), layout)
    return [Board._trusted(layout, form.tobytes()).id for form in forms]


def columns_of(board: Board, class_id: str, splits: Mapping[str, float], rate: bool) -> dict[str, str]:
    """Return the columns of a row, except puzzle and solution.

    The ratings, on the `se` scale, are empty without `rate`, and if the rules do not solve the board.
    """
    clues, split = str(board.clue_count), split_of(class_id, splits)
    columns = {"clues": clues, "se": "", "class": "", "hardest": "", "class_id": class_id, "split": split}
    if rate:
        path = path_of(board, rated(), most=inf)
        if path.ending is Ending.SOLVED:
            hardest = max(path.rounds, key=lambda each: each.value, default=None)
            value = hardest.value if hardest else 0.0
            columns |= {"se": str(value), "class": level_of(value).value}
            columns["hardest"] = hardest.rule if hardest else ""
    return columns


def sample(first: int, rows: int, wanted: int, n: int) -> frozenset[int]:
    """Return which rows of a part are in an even sample, as offsets from the first row of the part.

    The sample takes `wanted` of all n rows. The part begins at row `first` and has `rows` rows.
    """
    number = np.arange(first, first + rows + 1) * wanted // n
    return frozenset(np.flatnonzero(number[1:] != number[:-1]).tolist())


@dataclass(frozen=True, slots=True)
class _PuzzlePiece:
    """A part of the puzzles; its first puzzle is row `first`, from 0."""

    number: int
    first: int
    puzzles: Array
    solutions: Array


def _lines(piece: _PuzzlePiece, recipe: Recipe) -> dict[str, str]:
    layout, splits, rows = recipe.wish.layout, dict(recipe.splits), len(piece.puzzles)
    to_rate, to_certify = (sample(piece.first, rows, k, recipe.n) for k in (recipe.rate, recipe.certify))
    lines, certificates = [], []
    for row, class_id in enumerate(class_ids(layout, piece.puzzles)):
        rows_of_both = piece.puzzles[row], piece.solutions[row]
        puzzle, solution = (Board._trusted(layout, digits.tobytes()) for digits in rows_of_both)
        columns = columns_of(puzzle, class_id, splits, row in to_rate)
        lines.append(f"{puzzle},{solution},{','.join(columns.values())}\n")
        if row in to_certify:
            proof = certify(puzzle, budget=Budget(seconds=_CERTIFY_S), known=[solution])
            certificates.append(proof.to_json() + "\n")
    return {ROWS: "".join(lines), CERTIFICATES: "".join(certificates)}


@dataclass(slots=True)
class DataSet:
    """A data set in a folder, complete or not.

    Attributes:
        state: The content of `dataset.json`.
    """

    folder: Path
    state: dict[str, Any] = field(default_factory=dict)

    @staticmethod
    def of(folder: Path) -> DataSet | None:
        """Return the data set in a folder; None without `dataset.json`. Raises InputError if that file is damaged."""
        file = folder / STATE
        if not file.is_file():
            return None
        try:
            with file.open("rb") as opened:
                state = load_object(opened.read(MAX_BYTES + 1), "data set")
            recipe = state["recipe"]
            numbers = [*(state[name] for name in ("parts", "rows", "bytes", "certified_bytes")),
                       *(recipe[name] for name in ("n", "rate", "certify"))]  # fmt: skip
            good = state["schema"] == SCHEMA and {*map(type, numbers)} == {int} and recipe["form"] in FORMS
            good &= type(state["finished"]) is bool
            good &= {*map(type, recipe["splits"].values())} <= {int, float}
            good &= [*map(type, recipe.get("clues") or (0, 0))] == [int, int]
        except (OSError, InputError, LookupError, TypeError, AttributeError):
            good = False
        if not good:
            raise InputError(words.STATE_DAMAGED).at(str(file))
        return DataSet(folder, state)

    @property
    def rows(self) -> Path:
        """Return the file with the rows."""
        parquet = self.state["finished"] and self.state["recipe"]["form"] == "parquet"
        return (self.folder / ROWS).with_suffix(".parquet" if parquet else ".csv")

    def save(self) -> None:
        """Write the state atomically."""
        new = self.folder / f"{STATE}.new"
        new.write_text(json.dumps(self.state) + "\n", encoding="utf-8")
        os.replace(new, self.folder / STATE)


def make(recipe: Recipe, folder: Path, *, jobs: int = 1, observer: Observer = SILENT) -> DataSet:
    """Write a data set, or continue an interrupted data set.

    Args:
        folder: Folder of the data set; it is created if necessary, but its parent must exist.
        jobs: Number of worker processes; it does not change the data.

    Raises:
        UsageError: The folder has other files or a data set of another recipe, or another version has rated the rows of
            its unfinished data set.
        InputError: The folder cannot be written, another process writes to it, or its data set is damaged.
        Undecided: No new puzzle was found for a minute, or a certificate took too long.
        BackendUnavailable: The form is Parquet, and pyarrow is not installed.
    """
    where, n = printable(str(folder)), recipe.n
    if recipe.form == "parquet":
        arrow(words.TAKE_CSV)
    with writing(FOLDER_NOT_WRITTEN, folder=where):
        folder.mkdir(exist_ok=True)
        with _held(folder):
            data = _begun(recipe, folder)
            if data.state["finished"]:
                observer.remark(words.COMPLETE.format(folder=where, n=n))
                return data
            if data.state["parts"]:
                observer.remark(words.CONTINUING.format(rows=data.state["rows"], n=n))
            try:
                _write(data, recipe, jobs, observer)
            except (KeyboardInterrupt, Cancelled):
                observer.remark(words.INTERRUPTED.format(rows=data.state["rows"], n=n, folder=where))
                raise
            _finish(data, recipe)
    return data


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Lock a folder for this call; refuse it if another call writes to it."""
    held = os.open(folder, os.O_RDONLY)
    try:
        try:
            flock(held, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise InputError(words.FOLDER_IN_USE.format(folder=printable(str(folder)))) from None
        yield
    finally:
        os.close(held)


def _begun(recipe: Recipe, folder: Path) -> DataSet:
    """Return the data set of the recipe in a folder, or start a new one."""
    where, wanted = printable(str(folder)), json.loads(json.dumps(recipe.as_json()))
    data = DataSet.of(folder)
    if data is None:
        if any(folder.iterdir()):
            raise UsageError(words.FOLDER_NOT_EMPTY.format(folder=where))
        data = DataSet(folder, {
            "schema": SCHEMA, "recipe": wanted, "rating_version": VERSION, "rating_config": rated().digest,
            "parts": 0, "rows": 0, "bytes": 0, "certified_bytes": 0, "finished": False,
        })  # fmt: skip
        data.save()
    made = data.state["recipe"]
    for name, value in wanted.items():
        if json.dumps(made.get(name)) != json.dumps(value):
            has, wants = (_option(recipe, name, one) for one in (made.get(name), value))
            raise UsageError(words.OTHER_RECIPE.format(folder=where, made=has, wanted=wants))
    ratings = data.state.get("rating_version"), data.state.get("rating_config")
    if recipe.rate and not data.state["finished"] and ratings != (VERSION, rated().digest):
        raise UsageError(words.OTHER_RATINGS.format(folder=where))
    return data


def _option(recipe: Recipe, name: str, value: Any) -> Words:
    """Return a value of a recipe as an option, such as `--seed 1`; a board in the value has the layout of `recipe`."""
    option = _OPTIONS.get(name, f"--{name}")
    if value is None or value is False:
        return words.WITHOUT_OPTION.format(option=option)
    match value:
        case True:
            value = ""
        case [least, most]:
            value = f"{least}..{most}"
        case dict():
            value = ",".join(f"{split}={share:g}" for split, share in value.items())
        case str() if name == "grid":
            value = Board(recipe.wish.layout, bytes.fromhex(value)).format()
    return words.WITH_OPTION.format(option=f"{option} {value}".strip())


def _write(data: DataSet, recipe: Recipe, jobs: int, observer: Observer) -> None:
    state, n = data.state, recipe.n
    observer.progress(state["rows"], n)
    with ExitStack() as stack:
        files = {name: stack.enter_context(open(data.folder / name, "a+b")) for name in _LENGTHS}
        for name, file in files.items():
            length = state[_LENGTHS[name]]
            if file.seek(0, os.SEEK_END) < length:
                message = words.FILE_SHORTER.format(file=printable(file.name), bytes=length, state=STATE)
                raise InputError(message)
            file.truncate(length)
        if not state["bytes"]:
            files[ROWS].write(f"{','.join(COLUMNS)}\n".encode())
        pieces = _pieces(recipe, state["parts"], state["rows"], jobs)
        for piece, lines in in_order(partial(_lines, recipe=recipe), pieces, jobs):
            observer.heed()
            for name, file in files.items():
                file.write(lines[name].encode())
                file.flush()
                os.fsync(file.fileno())
                state[_LENGTHS[name]] = file.tell()
            state |= {"parts": piece.number + 1, "rows": piece.first + len(piece.puzzles)}
            data.save()
            observer.progress(state["rows"], n)


def _pieces(recipe: Recipe, parts: int, done: int, jobs: int) -> Iterator[_PuzzlePiece]:
    """Yield the pieces from number `parts` on; the last piece is cut to the number of rows."""
    if done == recipe.n:
        return
    last = monotonic()
    for number, made in in_order(partial(part, wish=recipe.wish, seed=recipe.seed), count(parts), jobs):
        puzzles = made.puzzles[: recipe.n - done]
        last = monotonic() if len(puzzles) else last
        if monotonic() - last > PATIENCE_S:
            raise Undecided(words.NO_MORE_FOUND.format(seconds=PATIENCE_S, done=done, n=recipe.n))
        yield _PuzzlePiece(number, done, puzzles, made.solutions[: len(puzzles)])
        done += len(puzzles)
        if done == recipe.n:
            return


def _finish(data: DataSet, recipe: Recipe) -> None:
    lines = data.folder / ROWS
    write_card(data.folder / CARD, lines, data.state)
    data.state["finished"] = True
    if recipe.form == "parquet":
        new = data.rows.with_suffix(".new")
        with open(lines, encoding="utf-8", newline="") as file:
            rows = ({name: _TYPES[name](text) if text else None for name, text in row.items()}
                    for row in csv.DictReader(file))  # fmt: skip
            write_parquet(rows, str(new), _TYPES)
        os.replace(new, data.rows)
    data.save()
    if recipe.form == "parquet":
        lines.unlink()
    if not recipe.certify:
        (data.folder / CERTIFICATES).unlink(missing_ok=True)
