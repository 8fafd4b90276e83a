"""Data sets: puzzles in bulk, with solutions, classes and ratings, in splits that no equivalent boards cross.

A folder has the rows (`puzzles.csv`, or `puzzles.parquet` once all are there), `certificates.jsonl`, `dataset.json`,
which says how it was made and how far it is, and, when it is whole, the data card `README.md` with its plots.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, count, islice
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from sudokubench.actions.generate import PATIENCE_S
from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.workers import in_order
from sudokubench.answer import Budget
from sudokubench.board import Board
from sudokubench.certificates import certify
from sudokubench.errors import (
    BackendUnavailable,
    Cancelled,
    InputError,
    Undecided,
    UsageError,
    installing,
    printable,
)
from sudokubench.formats.identity import prefix_of
from sudokubench.generate.puzzles import Part, part
from sudokubench.generate.wish import Wish
from sudokubench.logic.configuration import rated
from sudokubench.logic.engine import SolutionPath
from sudokubench.logic.grid import CandidateGrid
from sudokubench.logic.rating import VERSION, level_of, summaries_of
from sudokubench.logic.step import Ending
from sudokubench.symmetry.forms import canonical_digits
from sudokubench.words import Words

Array = np.ndarray[Any, Any]

COLUMNS = ("puzzle", "solution", "clues", "se", "class", "hardest", "class_id", "split")
SCHEMA = "sudokubench.dataset/1"
STATE, CERTIFICATES, CARD = "dataset.json", "certificates.jsonl", "README.md"
FORMS = ("csv", "parquet")
_CERTIFY_S = 60.0
_GROUP = 1 << 16
"""Rows of a group of Parquet."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a data set shall be. Equal recipes give equal bytes, whoever follows them.

    Attributes:
        wish: What its puzzles are like.
        n: Its rows.
        seed: Of the puzzles.
        splits: Names and shares, which add up to 1.
        rate: So many rows, evenly spread, have ratings.
        certify: So many have certificates.
        form: One of `FORMS`.
    """

    wish: Wish
    n: int
    seed: int = 0
    splits: tuple[tuple[str, float], ...] = (("train", 0.8), ("validation", 0.1), ("test", 0.1))
    rate: int = 0
    certify: int = 0
    form: str = "csv"

    def __post_init__(self) -> None:
        names = [name for name, _ in self.splits]
        if len(set(names)) < len(names) or not all(name.isidentifier() for name in names):
            raise UsageError(
                f"splits {', '.join(map(repr, names))}: give different names of letters and digits"
            )
        if min(share for _, share in self.splits) <= 0 or abs(sum(s for _, s in self.splits) - 1) > 1e-9:
            shares = " + ".join(f"{share:g}" for _, share in self.splits)
            raise UsageError(f"shares of splits {shares}: they are above 0 and add up to 1")
        if prefix_of(self.wish.layout) is None:
            raise UsageError("a layout without a name: rows of a data set say theirs by name")

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        wish = self.wish
        return {
            "layout": str(wish.layout), "minimal": wish.minimal, "clues": wish.clues and list(wish.clues),
            "symmetry": wish.symmetry, "pattern": wish.pattern and "".join(map(str, map(int, wish.pattern))),
            "grid": wish.grid and wish.grid.hex(), "n": self.n, "seed": self.seed, "splits": dict(self.splits),
            "rate": self.rate, "certify": self.certify, "form": self.form,
        }  # fmt: skip


def split_of(class_id: str, splits: Mapping[str, float]) -> str:
    """The split of a class: its id, as a fraction of 2**64, falls into one of the shares. Any set with these agrees.

    >>> split_of("0123456789abcdef", {"train": 0.8, "test": 0.2}), split_of("f" * 16, {"train": 0.8, "test": 0.2})
    ('train', 'test')
    """
    ends = accumulate(splits.values())
    place = int(class_id, 16) / 2**64
    return next((name for name, end in zip(splits, ends, strict=True) if place < end), [*splits][-1])


def class_ids(layout: Any, digits: Array) -> list[str]:
    """The class id of each board (n, cells)."""
    forms = canonical_digits(np.ascontiguousarray(digits), layout)
    return [Board._trusted(layout, form.tobytes()).id for form in forms]


def rating_of(board: Board) -> tuple[float, str, str] | None:
    """The hardest step of a board on the `se` scale, the class, and the rule; None if the rules do not solve it."""
    config = rated()
    path = SolutionPath(CandidateGrid.of(board), config.rules, together=True)
    rounds = summaries_of(path, config)
    if path.ending is not Ending.SOLVED:
        return None
    hardest = max(rounds, key=lambda each: each.value, default=None)
    return (
        (hardest.value, level_of(hardest.value).value, hardest.rule)
        if hardest
        else (0.0, level_of(0.0).value, "")
    )


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of the puzzles, and which of its rows are rated and certified."""

    number: int
    puzzles: Array
    solutions: Array
    rated: frozenset[int]
    certified: frozenset[int]


def _rows(piece: _Piece, recipe: Recipe) -> tuple[str, str]:
    """The lines of a piece, and its certificates."""
    layout, splits = recipe.wish.layout, dict(recipe.splits)
    lines, certificates = [], []
    for row, (digits, solved, class_id) in enumerate(
        zip(piece.puzzles, piece.solutions, class_ids(layout, piece.puzzles), strict=True)
    ):
        puzzle, solution = (Board._trusted(layout, some.tobytes()) for some in (digits, solved))
        rating = rating_of(puzzle) if row in piece.rated else None
        se, level, hardest = rating or ("", "", "")
        split = split_of(class_id, splits)
        lines.append(f"{puzzle},{solution},{puzzle.clue_count},{se},{level},{hardest},{class_id},{split}\n")
        if row in piece.certified:
            certificates.append(
                certify(puzzle, budget=Budget(seconds=_CERTIFY_S), known=[solution]).to_json() + "\n"
            )
    return "".join(lines), "".join(certificates)


def sample(first: int, rows: int, wanted: int, n: int) -> frozenset[int]:
    """Which of some rows, from the one numbered `first`, are among `wanted` of n that are evenly spread."""
    number = np.arange(first, first + rows + 1) * wanted // n
    return frozenset(np.flatnonzero(number[1:] != number[:-1]).tolist())


@dataclass(slots=True)
class DataSet:
    """A data set in a folder, whole or not.

    Attributes:
        folder: Where it is.
        state: What `dataset.json` says.
    """

    folder: Path
    state: dict[str, Any] = field(default_factory=dict)

    @staticmethod
    def of(folder: Path) -> DataSet | None:
        """The one in a folder, or None.

        Raises:
            InputError: The file that describes it is damaged.
        """
        file = folder / STATE
        if not file.is_file():
            return None
        try:
            state = json.loads(file.read_text(encoding="utf-8"))
            recipe = state["recipe"]
            numbers = [state[name] for name in ("parts", "rows", "bytes", "certified_bytes")]
            numbers += [recipe[name] for name in ("n", "rate", "certify")]
            good = state["schema"] == SCHEMA and {*map(type, numbers)} == {int} and recipe["form"] in FORMS
            good = good and type(state["finished"]) is bool and all(map(float, recipe["splits"].values()))
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            good = False
        if not good:
            raise InputError("it describes no data set: damaged, or not ours; name another folder").at(
                str(file)
            )
        return DataSet(folder, state)

    @property
    def rows(self) -> Path:
        """The file with its rows."""
        return self.folder / f"puzzles.{self.state['recipe']['form'] if self.state['finished'] else 'csv'}"

    def save(self) -> None:
        """Say how far it is, all at once or not at all."""
        new = self.folder / f"{STATE}.new"
        new.write_text(json.dumps(self.state) + "\n", encoding="utf-8")
        os.replace(new, self.folder / STATE)


def make(recipe: Recipe, folder: Path, *, jobs: int = 1, observer: Observer = SILENT) -> DataSet:
    """Write a data set, or go on with it where it was interrupted.

    Args:
        recipe: What it shall be.
        folder: Where; it is made if it is not there.
        jobs: Worker processes; they change nothing but the time.
        observer: Is told of the progress.

    Raises:
        UsageError: The folder has a data set of another recipe, or something else.
        InputError: It cannot be written.
        BackendUnavailable: Parquet is wanted, and pyarrow is not installed.
    """
    where = printable(str(folder))
    if recipe.form == "parquet":
        arrow()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = DataSet.of(folder)
        if there is None and any(folder.iterdir()):
            raise UsageError(f"{where} is not empty and has no data set; name another folder")
        data = there or DataSet(folder, {
            "schema": SCHEMA, "recipe": recipe.as_json(), "rating_version": VERSION, "rating_config": rated().digest,
            "parts": 0, "rows": 0, "bytes": 0, "certified_bytes": 0, "finished": False,
        })  # fmt: skip
        _require_same(data, recipe)
        if data.state["finished"]:
            observer.remark(
                Words(f"{where} is whole: {recipe.n:,} rows", f"{where} は完成しています：{recipe.n:,} 行")
            )
            return data
        if there is not None:
            rows = f"{data.state['rows']:,}"
            observer.remark(
                Words(
                    f"going on after {rows} of {recipe.n:,} rows",
                    f"{recipe.n:,} 行のうち {rows} 行の後から続けます",
                )
            )
        try:
            _write(data, recipe, jobs, observer)
        except (KeyboardInterrupt, Cancelled):
            rows = f"{data.state['rows']:,}"
            observer.remark(
                Words(
                    f"interrupted; {rows} of {recipe.n:,} rows are kept in {where}; the same command goes on",
                    f"中断。{recipe.n:,} 行のうち {rows} 行は {where} にあります。同じコマンドで続けられます",
                )
            )
            raise
        _finish(data, recipe)
    except OSError as error:
        raise InputError(f"{where} cannot be written: {error.strerror or error}") from error
    return data


def _require_same(data: DataSet, recipe: Recipe) -> None:
    made, wanted = data.state["recipe"], json.loads(json.dumps(recipe.as_json()))
    folder = printable(str(data.folder))
    for name, value in wanted.items():
        if made.get(name) != value or (name == "splits" and [*made[name]] != [*value]):
            raise UsageError(
                f"{folder} has a data set with {name} {made.get(name)}, not {value}; go on with the same options, or "
                "name another folder"
            )
    ratings = data.state.get("rating_version"), data.state.get("rating_config")
    if recipe.rate and not data.state["finished"] and ratings != (VERSION, rated().digest):
        raise UsageError(
            f"{folder} was begun with other ratings than those of this version; name another folder"
        )


def _write(data: DataSet, recipe: Recipe, jobs: int, observer: Observer) -> None:
    state, n = data.state, recipe.n
    observer.progress(state["rows"], n)
    with (
        open(data.folder / "puzzles.csv", "a+b") as rows,
        open(data.folder / CERTIFICATES, "a+b") as certificates,
    ):
        for file, name in ((rows, "bytes"), (certificates, "certified_bytes")):
            if file.seek(0, os.SEEK_END) < state[name]:
                raise InputError(
                    f"{printable(file.name)} is shorter than {STATE} says: {state[name]:,} bytes are missing or were "
                    "taken away; name another folder"
                )
            file.truncate(state[name])
        if not state["rows"]:
            rows.write(f"{','.join(COLUMNS)}\n".encode())
        for piece, (lines, proofs) in in_order(
            partial(_rows, recipe=recipe), _pieces(recipe, state["parts"], state["rows"], jobs), jobs
        ):
            observer.heed()
            rows.write(lines.encode())
            certificates.write(proofs.encode())
            for file in (rows, certificates):
                file.flush()
                os.fsync(file.fileno())
            state |= {
                "parts": piece.number + 1, "rows": state["rows"] + len(piece.puzzles),
                "bytes": rows.tell(), "certified_bytes": certificates.tell(),
            }  # fmt: skip
            data.save()
            observer.progress(state["rows"], n)


def _pieces(recipe: Recipe, parts: int, done: int, jobs: int) -> Iterator[_Piece]:
    """The parts of the puzzles from some on, the last one cut."""
    work = partial(part, wish=recipe.wish, seed=recipe.seed)
    made: Part
    last = monotonic()
    if done == recipe.n:
        return
    for number, made in in_order(work, count(parts), jobs):
        rows = min(len(made.puzzles), recipe.n - done)
        last = monotonic() if rows else last
        if monotonic() - last > PATIENCE_S:
            raise Undecided(
                f"no such puzzle for {PATIENCE_S:g} s, after {done:,} of {recipe.n:,}; wish for less"
            )
        yield _Piece(
            number, made.puzzles[:rows], made.solutions[:rows],
            sample(done, rows, recipe.rate, recipe.n), sample(done, rows, recipe.certify, recipe.n),
        )  # fmt: skip
        done += rows
        if done == recipe.n:
            return


def _finish(data: DataSet, recipe: Recipe) -> None:
    from sudokubench.actions.dataset_card import write_card

    lines = data.folder / "puzzles.csv"
    write_card(data)
    if recipe.form == "parquet":
        _to_parquet(lines, data.folder / "puzzles.parquet")
    data.state["finished"] = True
    data.save()
    if recipe.form == "parquet":
        lines.unlink()
    if not recipe.certify:
        (data.folder / CERTIFICATES).unlink(missing_ok=True)


def arrow() -> Any:
    """The library that reads and writes Parquet.

    Raises:
        BackendUnavailable: It is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise BackendUnavailable(
            f"Parquet needs pyarrow, which is not installed: {installing('parquet')}; or take --form csv"
        ) from error
    return pyarrow


def _to_parquet(lines: Path, target: Path) -> None:
    library = arrow()
    kinds = {"clues": library.int16(), "se": library.float32()}
    schema = library.schema([(name, kinds.get(name, library.string())) for name in COLUMNS])
    new = target.with_suffix(".new")
    with library.parquet.ParquetWriter(new, schema) as out:
        for columns in columns_of(lines, _GROUP):
            values = {
                "clues": list(map(int, columns["clues"])),
                "se": [float(value) if value else None for value in columns["se"]],
            }
            table = {name: values.get(name) or [value or None for value in columns[name]] for name in COLUMNS}
            out.write_table(library.table(table, schema=schema))
    os.replace(new, target)


def columns_of(lines: Path, size: int) -> Iterator[dict[str, list[str]]]:
    """The columns of a file of ours, so many rows at a time."""
    with open(lines, encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        names = next(reader)
        while some := list(islice(reader, size)):
            yield dict(zip(names, map(list, zip(*some, strict=True)), strict=True))
