"""Write puzzles in other forms: for readers of boards, and for other solvers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TextIO

from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.actions.words import CLUES_CONTRADICT, ENCODE_INSTEAD, UNSAYABLE
from sudokubench.board import Board
from sudokubench.encodings import dimacs
from sudokubench.encodings.cnf import Encoding, cnf
from sudokubench.encodings.exact_cover import cover_of, dlx_text, reduced
from sudokubench.errors import InputError
from sudokubench.formats.identity import prefix_of
from sudokubench.harness.corpus import BadEntry, Entry
from sudokubench.problem import BoardProblem
from sudokubench.words import Words

_WHOLE = frozenset({"json", "text", "svg"})
"""Forms that state the rules of a board themselves."""


def unsayable(problem: BoardProblem, form: str) -> Words | None:
    """Return why a form cannot state the rules of a problem, or None if it can."""
    if form in _WHOLE or prefix_of(problem) is not None:
        return None
    return UNSAYABLE.format(problem=problem, form=form)


def converted(board: Board, form: str) -> str:
    """Return a board in a form, with its rules: `NAME:` precedes a form that cannot state them.

    Raises:
        InputError: Neither the form nor a name can state the rules.
        UsageError: The form is unknown.

    >>> converted(Board.parse("4x4+anti-knight:12.............."), "grid").splitlines()[:2]
    ['4x4+anti-knight:', '1 2 | . .']
    """
    unsaid = unsayable(board.problem, form)
    if unsaid is not None:
        raise InputError(unsaid)
    text, prefix = board.format(form), prefix_of(board.problem)
    if form in _WHOLE or prefix is None:
        return text
    return f"{prefix}\n{text}" if prefix and "\n" in text else prefix + text


def convert_all(entries: Iterable[Entry | BadEntry], form: str, observer: Observer = SILENT) -> Iterator[str]:
    """Yield each board of a corpus in a form; tell the observer about entries that cannot be written."""
    for entry in each(entries, observer):
        try:
            if isinstance(entry, BadEntry):
                raise entry.error
            if entry.board is None:
                raise InputError(ENCODE_INSTEAD.format(puzzle=entry.text))
            yield converted(entry.board, form)
        except InputError as error:
            observer.refused(error)


def encode(entry: Entry, to: str, encoding: Encoding, out: TextIO) -> None:
    """Write a puzzle as a problem for other solvers; the comment in the first line holds the text of the puzzle.

    Args:
        entry: The puzzle.
        to: `dimacs` or `dlx`.
        encoding: The clauses of a CNF.
        out: The file to write to.

    Raises:
        InputError: Two clues contradict each other, so there is no exact cover to write.
    """
    if to == "dimacs":
        dimacs.write(cnf(entry.problem, encoding), entry.instance, out, puzzle=entry.text)
        return
    rest = reduced(cover_of(entry.problem), entry.instance)
    if rest is None:
        raise InputError(CLUES_CONTRADICT)
    out.write(dlx_text(replace(rest, name=entry.text)) + "\n")
