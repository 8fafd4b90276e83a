"""Boards up to equivalence: their canonical forms, and the first board of each class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby, islice

import numpy as np
from numpy.typing import NDArray

from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.words import BOARDS, CLASSES, DEDUPED, NO_BOARD
from sudokubench.board import Board
from sudokubench.errors import InputError, SudokubenchError, Undecided, one_line
from sudokubench.formats.arrays import lines_from_boards
from sudokubench.harness.corpus import NINE, BadEntry, Entry, Item, Rows, singly
from sudokubench.problem import same_rules
from sudokubench.symmetry import Canonical, Symmetry, canonical, canonical_digits, canonical_many, forms
from sudokubench.symmetry.first_boards import FirstBoards
from sudokubench.words import amount

_CHUNK = 1024
SECONDS = 60.0
"""Time allowed for the solutions of a board that is larger than 9x9, in seconds."""


@dataclass(frozen=True, slots=True)
class Classified:
    """A board with its canonical form."""

    board: Board
    form: Canonical

    def as_json(self) -> dict[str, object]:
        """Return one JSON object of the schema `sudokubench.canonical/1`."""
        return {
            "schema": "sudokubench.canonical/1", "puzzle": str(self.board), "id": self.board.id,
            "canonical": str(self.form.board), "class_id": self.form.class_id,
            "automorphisms": self.form.automorphisms, "orbit": self.form.orbit,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Two boards, and the symmetry that maps the first to the second; None if they are not equivalent."""

    one: Board
    other: Board
    symmetry: Symmetry | None

    def as_json(self) -> dict[str, object]:
        """Return one JSON object of the schema `sudokubench.equivalence/1`."""
        return {
            "schema": "sudokubench.equivalence/1", "puzzle": str(self.one), "other": str(self.other),
            "equivalent": self.symmetry is not None,
            "cells": self.symmetry and list(self.symmetry.cells),
            "digits": self.symmetry and list(self.symmetry.digits),
        }  # fmt: skip


def classified(
    entries: Iterable[Item], observer: Observer = SILENT, *, seconds: float = SECONDS
) -> Iterator[Classified]:
    """Yield each board of a corpus with its canonical form, in order; refuse entries without such a form."""
    for part in _parts(entries, observer):
        yield from _classified(part, observer, seconds)


def canonical_texts(
    entries: Iterable[Item], observer: Observer = SILENT, *, seconds: float = SECONDS
) -> Iterator[str]:
    """Yield texts of one line or more: the canonical forms of a corpus; refuse entries as `classified` does."""
    for part in _parts(entries, observer):
        if (digits := _plain(part)) is None:
            yield from (str(found.form.board) for found in _classified(part, observer, seconds))
        else:
            yield "\n".join(lines_from_boards(canonical_digits(digits)))


@dataclass(frozen=True, slots=True)
class FirstOfClass:
    """First boards of their classes: plain boards of 9x9 as uint8 (n, 81), or another board with its form."""

    boards: NDArray[np.uint8] | Classified

    def text(self) -> str:
        """Return the boards as lines."""
        one = self.boards
        return str(one.board) if isinstance(one, Classified) else "\n".join(lines_from_boards(one))

    def classified(self) -> Iterator[Classified]:
        """Yield each board with its form."""
        if isinstance(self.boards, Classified):
            yield self.boards
            return
        boards = [Board._trusted(NINE, row.tobytes()) for row in self.boards]
        yield from map(Classified, boards, canonical_many(boards))


def dedupe(
    entries: Iterable[Item], observer: Observer = SILENT, *, seconds: float = SECONDS
) -> Iterator[FirstOfClass]:
    """Yield the first board of each class; report totals to the observer at the end.

    A plain board of 9x9 gets a canonical form only if an earlier board has the same invariant. Memory holds the plain
    boards, and class ids of the others.
    """
    seen, nine = set[str](), FirstBoards()
    total = 0
    for part in _parts(entries, observer):
        if (digits := _plain(part, in_any_signs=True)) is not None:
            total += len(digits)
            rows = nine.among(digits)
            if rows and (isinstance(part, Rows) or part[0].problem == NINE):
                yield FirstOfClass(digits[rows])
            elif rows:
                yield from map(FirstOfClass, _classified([part[row] for row in rows], observer, seconds))
            continue
        for found in _classified(part, observer, seconds):
            total += 1
            if found.form.class_id not in seen:
                seen.add(found.form.class_id)
                yield FirstOfClass(found)
    classes = len(seen) + nine.count
    counts = {"boards": amount(total, BOARDS), "classes": amount(classes, CLASSES)}
    observer.remark(DEDUPED.format(**counts, repeated=f"{total - classes:,}"))


def equivalent(one: Entry, other: Entry, *, seconds: float = SECONDS) -> Equivalence:
    """Return two boards with a symmetry that maps one to the other, or with None if there is no such symmetry.

    Raises:
        InputError: An entry is not a board, or a board has constraints or forbidden candidates.
        Undecided: The time runs out before it is known whether a board has exactly one solution.
    """
    a, b = _board(one), _board(other)
    try:
        return Equivalence(a, b, forms.equivalent(a, b, seconds=seconds))
    except Undecided:
        raise
    except SudokubenchError as error:
        refused = one if a.forbidden or a.problem != a.layout else other
        raise InputError(error.words).at(refused.source, refused.line) from None


def _parts(entries: Iterable[Item], observer: Observer) -> Iterator[Sequence[Entry]]:
    """Yield the boards of a corpus in parts with one problem; refuse all other entries."""
    done = 0
    for are_rows, some in groupby(entries, key=lambda entry: isinstance(entry, Rows)):
        while chunk := list(islice(some, 1 if are_rows else _CHUNK)):
            observer.heed()
            if isinstance(rows := chunk[0], Rows):
                yield rows
                done += len(rows)
            else:
                for _, part in groupby(_with_boards(chunk, observer), key=lambda entry: entry.problem):
                    yield list(part)
                done += len(chunk)
            observer.progress(done)


def _plain(part: Sequence[Entry], in_any_signs: bool = False) -> NDArray[np.uint8] | None:
    """Return the boards of a part as one array; None unless all are standard 9x9 without forbidden candidates.

    With `in_any_signs`, the boards may have other symbols, or boxes that are numbered otherwise.
    """
    if isinstance(part, Rows):
        return part.digits
    boards = [_board(entry) for entry in part]
    problem = boards[0].problem
    is_nine = same_rules(problem, NINE) if in_any_signs else problem == NINE
    if not is_nine or any(board.forbidden for board in boards):
        return None
    return np.frombuffer(b"".join(board.digits for board in boards), np.uint8).reshape(-1, 81)


def _classified(part: Sequence[Entry], observer: Observer, seconds: float) -> Iterator[Classified]:
    """Yield boards of one problem with their forms; report a board without a form to the observer."""
    boards, forms = [_board(entry) for entry in part], list[Canonical]()
    with suppress(SudokubenchError):  # any of the boards may be the reason: each is then tried by itself
        forms = [*canonical_many(boards, seconds=seconds)]
    for n, (entry, board) in enumerate(zip(part, boards, strict=True)):
        observer.heed()
        try:
            form = forms[n] if forms else canonical(board, seconds=seconds)
        except Undecided as error:
            observer.refused(error)
        except SudokubenchError as error:
            observer.refused(InputError(error.words).at(entry.source, entry.line))
        else:
            yield Classified(board, form)


def _board(entry: Entry) -> Board:
    if entry.board is None:
        raise InputError(NO_BOARD.format(puzzle=one_line(entry.text, 60))).at(entry.source, entry.line)
    return entry.board


def _with_boards(entries: Iterable[Item], observer: Observer) -> list[Entry]:
    found = []
    for entry in singly(entries):
        try:
            if isinstance(entry, BadEntry):
                raise entry.error
            _board(entry)
            found.append(entry)
        except InputError as error:
            observer.refused(error)
    return found
