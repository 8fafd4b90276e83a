"""`sudokubench why`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli.codes import codes
from sudokubench.cli.options import (
    is_piped,
    json_option,
    language_option,
    one_entry,
    puzzle_options,
    time_option,
)
from sudokubench.cli.output import echo, folded, json_line
from sudokubench.cli.refusals import Refused
from sudokubench.cli.words import NO_CANDIDATE

if TYPE_CHECKING:
    from sudokubench.words import Language


@click.command()
@click.argument("puzzle", required=False)
@click.argument("candidate", nargs=-1, metavar="[CANDIDATE]")
@puzzle_options
@language_option()
@time_option(3)
@json_option()
def why(
    puzzle: str | None,
    candidate: tuple[str, ...],
    form: str | None,
    layout: str | None,
    lang: Language,
    time_limit: float,
    as_json: bool,
) -> int:
    """Show why a candidate is forced or forbidden: the steps that lead there, and a smallest set of clues and houses.

    PUZZLE is one board as text, a file or -; CANDIDATE is written R3C4#5 (row 3, column 4, digit 5) or r3c4=5. The
    board may have several solutions: a candidate is forced if all of them have it, and forbidden if no solution has it.
    """
    from sudokubench.actions.boards import named_board
    from sudokubench.actions.why import candidate as option_of
    from sudokubench.actions.why import is_candidate
    from sudokubench.actions.why import why as reasons

    told = " ".join(candidate)
    if not told or is_candidate(
        f"{puzzle} {told}"
    ):  # only the candidate is given; the puzzle comes through a pipe
        puzzle, told = ("-" if puzzle and is_piped() else None), f"{puzzle or ''} {told}".strip()
    if puzzle is None or not told:
        raise Refused(NO_CANDIDATE)
    if is_candidate(puzzle) and not is_candidate(told):
        puzzle, told = told, puzzle
    entry = one_entry(puzzle, form, layout)
    board, called = named_board(entry)
    option = option_of(told, board.layout)
    found = reasons(board, option, seconds=time_limit, called=called)
    if as_json:
        json_line(**found.as_json(lang))
    else:
        echo(folded("\n".join(words.to(lang) for words in found.lines())))
    return codes().first
