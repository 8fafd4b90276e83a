"""The actions of `convert`, `encode` and `decode`: write the forms of `formats` and models for solvers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TextIO

from sudokubench.actions.observer import SILENT, Observer, each
from sudokubench.actions.solve import Solved
from sudokubench.actions.words import CANDIDATES_LOST, CLUES_CONTRADICT, ENCODE_INSTEAD, UNSAYABLE
from sudokubench.answer import Outcome, Solution, Stop
from sudokubench.board import Board
from sudokubench.constraints import VARIANTS
from sudokubench.encodings import dimacs, solver_answer
from sudokubench.encodings.cnf import Encoding, cnf
from sudokubench.encodings.exact_cover import cover_of, option_count, reduced, solution_fault
from sudokubench.encodings.model_text import LANGUAGES
from sudokubench.encodings.words import UNKNOWN_OPTION, UNKNOWN_VARIABLE
from sudokubench.errors import InputError
from sudokubench.formats import cover_file
from sudokubench.formats.identity import prefix_of
from sudokubench.formats.shared import FORMS_OF_PROGRAMS
from sudokubench.harness.corpus import NINE, BadEntry, Entry, Item, Rows, singly
from sudokubench.problem import BoardProblem, ExactCover
from sudokubench.words import Words, listed, untranslated

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

_WHOLE = frozenset({"json", "text", "svg", *FORMS_OF_PROGRAMS})
"""Forms that state the rules of a board, so that no name of a layout precedes the board."""

_DIGITS_ALONE = frozenset({"line", "grid", "unicode"})
"""Forms that have no place for forbidden candidates."""

BY_PLACE = frozenset({"line", "grid", "json", "text"})
"""Forms where each cell of a 9x9 board is one character at a fixed place."""


def unsayable(problem: BoardProblem, form: str, variants: Sequence[str] = ()) -> Words | None:
    """Return why a form cannot state the rules of a problem, or None if it can.

    `variants` has the kinds of further constraints, whose values are not known yet.
    """
    if form in _WHOLE or (prefix_of(problem) is not None and all(VARIANTS[kind].named for kind in variants)):
        return None
    return UNSAYABLE.format(
        problem=listed(map(untranslated, (problem, *variants)), Words("+", "+")), form=form
    )


def converted(board: Board, form: str) -> str:
    """Return a board in a form. If the form cannot state the rules of the board, the name of its layout comes first.

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


def convert_all(entries: Iterable[Item], form: str, observer: Observer = SILENT) -> Iterator[str]:
    """Yield the boards and overlapping grids of a corpus in a form, often several in one text; report other entries."""
    together = form in BY_PLACE
    pieces = entries if together else singly(entries)
    for piece in each(pieces, observer, size=lambda piece: len(piece) if isinstance(piece, Rows) else 1):
        if isinstance(piece, Rows):
            yield rows_text(piece.digits, form)
            continue
        if isinstance(piece, BadEntry):
            observer.refused(piece.error)
            continue
        try:
            if piece.board is not None:
                if (lost := len(piece.board.forbidden)) and form in _DIGITS_ALONE:
                    observer.remark(CANDIDATES_LOST.format(place=piece.place, form=form, n=lost))
                yield converted(piece.board, form)
            elif (text := _of_grids(piece, form)) is not None:
                yield text
            else:
                raise InputError(ENCODE_INSTEAD.format(puzzle=piece.text))
        except InputError as error:
            observer.refused(error.at(piece.source, piece.line))


def rows_text(digits: Array, form: str) -> str:
    """Return plain 9x9 boards, uint8 (n, 81), in a form of `BY_PLACE`, one below the other."""
    from sudokubench.formats.arrays import text_from_boards

    empty, full = (Board._trusted(NINE, bytes([digit] * 81)).format(form) + "\n" for digit in (0, 1))
    return text_from_boards(digits, empty, full).removesuffix("\n")


def _of_grids(entry: Entry, form: str) -> str | None:
    from sudokubench.problems import clues_in_form

    return clues_in_form(entry.problem, form) if isinstance(entry.problem, ExactCover) else None


@dataclass(frozen=True, slots=True)
class Decoded:
    """The answer of a solver to a problem that `encode` wrote.

    Attributes:
        solved: The puzzle with its solutions. They are all solutions only if the solver ends with "unsatisfiable".
        faults: Why a solution is wrong, by its number from 0.
    """

    solved: Solved
    faults: Mapping[int, str]


_PROBLEM_LINE = re.compile(r"^p cnf +(\d{1,9})", re.MULTILINE)
_NUMBERS = re.compile(r"[\d\s]+", re.ASCII)
"""Pattern of an answer that lists options by number; other answers may have auxiliary variables, too."""

_COUNTS = re.compile(r"[ \t]\((?:\d+ of \d+|\?)\).*", re.ASCII)
"""Pattern of what Knuth's programs print after an option; the names of items may have brackets, too."""


def decode(answer: str, entry: Entry, encoded: str, solver: str) -> Decoded:
    """Read the answer of a solver, and check each solution in it.

    Args:
        answer: The `v` lines of the solver, or minisat's file, or option numbers (from 1); a 0 ends a solution. For an
            exact cover, also the items of the options, as Knuth's programs print them. For a model, what its
            language prescribes.
        encoded: The problem that the solver got, as `encode` wrote it; empty if it is not known.

    Raises:
        InputError: The answer is malformed, or has numbers that the problem does not have.
    """
    for language in LANGUAGES.values():
        if encoded.startswith(f"{language.comment} "):
            return _decoded(entry, solver, *language(entry.problem).read(answer))
    n_options = option_count(entry.problem)
    numbers: Sequence[int] = range(n_options)
    given, variables, unknown = tuple[int, ...](), dimacs.MAX_VARIABLES, UNKNOWN_VARIABLE
    if announced := _PROBLEM_LINE.search(encoded):
        variables = int(announced[1])
    elif not encoded and _NUMBERS.fullmatch(answer):
        variables, unknown = n_options, UNKNOWN_OPTION
    if encoded and not encoded.startswith(("c ", "p ")):
        whole = cover_of(entry.problem)
        rest = reduced(whole, entry.instance)
        if entry.board is not None:
            numbers = [whole.option_names.index(name) for name in rest.option_names] if rest else []
        given, variables, unknown = entry.instance.chosen, len(numbers), UNKNOWN_OPTION
        if not _NUMBERS.fullmatch(answer):  # otherwise numbers of options may be names of items, too
            listed = [line for line in encoded.splitlines() if line.strip() and not line.startswith("|")]
            lines = {frozenset(line.split()): str(k) for k, line in enumerate(listed[1:], 1)}
            bare = _COUNTS.sub("", answer)
            tidy = (re.sub(r"^\d+:$", "0", line.strip()) for line in bare.splitlines())
            answer = "\n".join(lines.get(frozenset(line.split()), line) for line in tidy).removeprefix("0\n")
    status, models = solver_answer.read(answer, variables, unknown)
    options = {variable: option for variable, option in enumerate(numbers, 1) if option < n_options}
    chosen = ({*given, *(options[v] for v in model if v in options)} for model in models)
    solutions = tuple(tuple(sorted(some)) for some in chosen)
    return _decoded(entry, solver, status, solutions)


def _decoded(entry: Entry, solver: str, status: str, solutions: Sequence[Solution]) -> Decoded:
    stop = Stop.EXHAUSTED if status == solver_answer.UNSAT else Stop.LIMIT if solutions else Stop.CANCELLED
    found = (solution_fault(entry.problem, solution, entry.instance) for solution in solutions)
    faults = {n: fault for n, fault in enumerate(found) if fault is not None}
    return Decoded(Solved(entry, solver, Outcome(len(solutions), stop), tuple(solutions)), faults)


def encode(entry: Entry, to: str, encoding: Encoding, out: TextIO) -> None:
    """Write a puzzle as a problem for other solvers.

    The first comment holds the text of the puzzle. A `cover` has this text as its name; a `matrix` lacks it.

    Args:
        to: `dimacs`; `mzn`, `xcsp3`, `smt2` or `opb` for a model; or `dlx`, `matrix` or `cover` for the exact cover.
        encoding: How a CNF states the rules; other forms ignore it.

    Raises:
        InputError: Two clues contradict each other, so there is no exact cover to write.
        UsageError: The problem has no such encoding or model.
    """
    if to == "dimacs":
        dimacs.write(cnf(entry.problem, encoding), entry.instance, out, puzzle=entry.text)
        return
    if to in LANGUAGES:
        model = LANGUAGES[to](entry.problem)
        named = (f"{v} {name}" for v, name in enumerate(model.names, 1))
        out.write(model.whole(model.restrictions(entry.instance), [entry.text, *named]))
        return
    whole = cover_of(entry.problem)
    rest = whole if entry.board is None else reduced(whole, entry.instance)
    if rest is None:
        raise InputError(CLUES_CONTRADICT)
    out.writelines(f"{line}\n" for line in cover_file.FORMS[to](replace(rest, name=entry.text)))
