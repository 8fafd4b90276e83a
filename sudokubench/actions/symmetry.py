"""Boards up to equivalence: their canonical forms, and the first board of each class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice

from sudokubench.actions.observer import SILENT, Observer
from sudokubench.actions.words import BOARDS, CLASSES, DEDUPED, NO_BOARD
from sudokubench.board import Board
from sudokubench.errors import InputError, SudokubenchError, Undecided
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.symmetry import Canonical, Symmetry, canonical, canonical_many, forms
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
    """Two boards, and the symmetry that maps the first to the second, or None."""

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
    entries: Iterable[Entry | BadEntry], observer: Observer = SILENT, *, seconds: float = SECONDS
) -> Iterator[Classified]:
    """Yield each board of a corpus with its canonical form, in order; refuse entries without such a form."""
    source = iter(entries)
    done = 0
    while chunk := list(islice(source, _CHUNK)):
        for _, some in groupby(_with_boards(chunk, observer), key=lambda entry: entry.problem):
            part = list(some)
            for entry, form in zip(part, _forms(part, observer, seconds), strict=True):
                observer.heed()
                if form is not None:
                    yield Classified(_board(entry), form)
        done += len(chunk)
        observer.progress(done)


def dedupe(
    entries: Iterable[Entry | BadEntry], observer: Observer = SILENT, *, seconds: float = SECONDS
) -> Iterator[Classified]:
    """Yield the first board of each class; report totals to the observer at the end. Memory holds only class ids."""
    seen = set[int]()
    total = 0
    for found in classified(entries, observer, seconds=seconds):
        total += 1
        digest = int(found.form.class_id, 16)
        if digest not in seen:
            seen.add(digest)
            yield found
    observer.remark(
        DEDUPED.format(
            boards=amount(total, BOARDS),
            classes=amount(len(seen), CLASSES),
            repeated=f"{total - len(seen):,}",
        )
    )


def equivalent(one: Entry, other: Entry, *, seconds: float = SECONDS) -> Equivalence:
    """Return two boards with the symmetry that maps one to the other; None in its place if there is no such symmetry.

    Raises:
        InputError: An entry is not a board, or a board has constraints or forbidden candidates.
        Undecided: It is not known in this time whether a board has exactly one solution.
    """
    a, b = _board(one), _board(other)
    try:
        return Equivalence(a, b, forms.equivalent(a, b, seconds=seconds))
    except Undecided:
        raise
    except SudokubenchError as error:
        raise InputError(error.words).at(other.source, other.line) from None


def _forms(entries: list[Entry], observer: Observer, seconds: float) -> list[Canonical | None]:
    """Return the forms of boards of one problem; None for a board without a form, which is reported to the observer."""
    boards = [_board(entry) for entry in entries]
    try:
        return [*canonical_many(boards, seconds=seconds)]
    except SudokubenchError:  # any of the boards may be the reason
        pass
    found: list[Canonical | None] = []
    for entry, board in zip(entries, boards, strict=True):
        observer.heed()
        try:
            found.append(canonical(board, seconds=seconds))
        except Undecided as error:
            observer.refused(error)
            found.append(None)
        except SudokubenchError as error:
            observer.refused(InputError(error.words).at(entry.source, entry.line))
            found.append(None)
    return found


def _board(entry: Entry) -> Board:
    if entry.board is None:
        raise InputError(NO_BOARD.format(puzzle=entry.text)).at(entry.source, entry.line)
    return entry.board


def _with_boards(entries: Iterable[Entry | BadEntry], observer: Observer) -> list[Entry]:
    found = []
    for entry in entries:
        try:
            if isinstance(entry, BadEntry):
                raise entry.error
            _board(entry)
            found.append(entry)
        except InputError as error:
            observer.refused(error)
    return found
