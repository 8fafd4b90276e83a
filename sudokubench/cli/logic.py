"""What the commands of human logic share: options, boards of their arguments, and why one has no single solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sudokubench.cli.execution import SECONDS
from sudokubench.cli.output import remark
from sudokubench.cli.solve import entries
from sudokubench.words import LANGUAGES

if TYPE_CHECKING:
    from sudokubench.board import Board
    from sudokubench.harness.corpus import Entry
    from sudokubench.layout import Layout
    from sudokubench.logic.configuration import Configuration
    from sudokubench.logic.proof import Prover
    from sudokubench.logic.why import Why

Decorator = Callable[[Any], Any]


def language_option() -> Decorator:
    """`--lang`."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default="en",
        show_default=True,
        help="Language of the texts.",
    )


def time_option(default: float) -> Decorator:
    """`--time-limit`, in seconds for a puzzle."""
    return click.option(
        "--time-limit", type=SECONDS, default=default, show_default=True, metavar="S",
        help="Seconds allowed for a puzzle.",
    )  # fmt: skip


def config_option() -> Decorator:
    """`--config`."""
    return click.option(
        "--config", "config_file", metavar="FILE",
        help="TOML file with another order or other values of the rules.",
    )  # fmt: skip


def configuration_of(file: str | None, base: Configuration) -> Configuration:
    """The rules of a TOML file; `base` where there is none."""
    from sudokubench.errors import InputError
    from sudokubench.logic import configuration

    if file is None:
        return base
    text = text_of(file)
    try:
        return configuration.read(text, base)
    except InputError as error:
        raise error.at(file) from None


def text_of(file: str) -> str:
    """The text of a file."""
    from sudokubench.errors import InputError

    try:
        raw = Path(file).read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in its name
        raise InputError(f"{file!r} is no name of a file") from error
    try:
        return raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        raise InputError("bytes that are no UTF-8: this is no text file").at(file) from error


def boards_of(puzzles: tuple[str, ...], form: str | None) -> Iterator[tuple[Board, Entry] | None]:
    """Every board of the arguments with its entry; for what is none a remark, and None."""
    from sudokubench.harness.corpus import BadEntry

    for puzzle in puzzles:
        for entry in entries(puzzle, form):
            if isinstance(entry, BadEntry):
                remark(str(entry.error))
                yield None
            elif entry.board is None:
                remark(f"{entry.text} is no board; logic needs one with houses")
                yield None
            else:
                yield entry.board, entry


def name_of(entry: Entry) -> str:
    """What a message calls a board: the text of an argument, else file and line."""
    from sudokubench.harness.corpus import ARGUMENT

    return entry.text if entry.source == ARGUMENT else entry.place


_provers: dict[Layout, Prover] = {}


def prover_of(layout: Layout) -> Prover:
    """The prover of a layout; its clauses are loaded once."""
    from sudokubench.backends.refutation import SatRefuter
    from sudokubench.logic.proof import Prover

    if layout not in _provers:
        _provers[layout] = Prover(layout, SatRefuter)
    return _provers[layout]


def solution_of(board: Board, called: str, seconds: float) -> tuple[Board | None, str | None]:
    """The only solution of a board, or None and a sentence that says with evidence why it has none or several."""
    from sudokubench.answer import Budget, Verdict
    from sudokubench.solving import solve

    answer = solve(board, limit=2, budget=Budget(seconds=seconds))
    if answer.verdict is Verdict.UNIQUE:
        return answer.solution, None
    name = board.layout.cell_name
    if answer.verdict is Verdict.MULTIPLE:
        one, two = answer.solutions[:2]
        cell = next(c for c, digit in enumerate(one.digits) if digit != two.digits[c])
        symbols = board.layout.symbols
        either = f"{symbols[one.digits[cell] - 1]} or {symbols[two.digits[cell] - 1]}"
        return None, f"{called} has several solutions: {name(cell)} may be {either}"
    if answer.verdict is Verdict.NONE:
        return None, no_solution(board, called, seconds)
    return None, f"{called}: the time limit of {seconds:g} s ran out before the number of solutions was known"


def no_solution(board: Board, called: str, seconds: float) -> str:
    """A sentence that says with evidence why a board has no solution."""
    from sudokubench.logic.why import contradiction

    name = board.layout.cell_name
    conflicts = board.conflicts()
    if conflicts:
        a, b = conflicts[0]
        digit = board.layout.symbols[board.digits[a] - 1]
        return f"{called} has no solution: {name(a)} and {name(b)} both hold {digit}"
    found = contradiction(board, prover_of(board.layout), seconds=seconds)
    evidence = f": {evidence_of(board, found)} cannot hold together" if found else ""
    return f"{called} has no solution{evidence}"


def evidence_of(board: Board, found: Why) -> str:
    """The facts of a `Why` as a list."""
    layout = board.layout
    said = [layout.option_name(option) for option in found.clues]
    said += [f"no {layout.option_name(option)}" for option in found.forbidden]
    said += [prover_of(layout).geometry.item_name(item) for item in found.items]
    return ", ".join(said)


def one_board(puzzle: str, form: str | None) -> tuple[Board, str]:
    """The single board of an argument, and what a message calls it."""
    from sudokubench.errors import InputError, UsageError
    from sudokubench.harness.corpus import BadEntry

    found = list(entries(puzzle, form))
    if len(found) != 1:
        raise UsageError(f"{puzzle} holds {len(found)} puzzles; name a single one")
    entry = found[0]
    if isinstance(entry, BadEntry):
        raise entry.error
    if entry.board is None:
        raise InputError(f"{entry.text} is no board; logic needs one with houses")
    return entry.board, name_of(entry)
