"""`sudokubench why`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from sudokubench.cli.errors import Refused
from sudokubench.cli.options import data_options, is_piped, language_option, puzzle_options, time_option
from sudokubench.cli.output import Watch, print_result
from sudokubench.cli.puzzle_arguments import Puzzles, each_puzzle
from sudokubench.cli.words import NO_CANDIDATE
from sudokubench.words import Language

if TYPE_CHECKING:
    from sudokubench.harness.corpus import Entry


@click.command()
@click.argument("words", nargs=-1, metavar="[PUZZLE]... CANDIDATE")
@puzzle_options
@language_option()
@time_option(3)
@data_options
def why(puzzles: Puzzles, words: tuple[str, ...], lang: Language, time_limit: float, as_json: bool) -> None:
    """Show why a candidate is forced or forbidden: the steps that show it, and a smallest set of clues and houses.

    PUZZLE is a board as text, a file or -; CANDIDATE is written R3C4#5 (row 3, column 4, digit 5) or r3c4=5. The
    board may have several solutions: a candidate is forced if all of them have it, and forbidden if no solution has it.
    """
    from sudokubench.actions import why
    from sudokubench.actions.boards import named_board
    from sudokubench.actions.why import candidate, is_candidate

    starts = (at for at in range(len(words)) if is_candidate(" ".join(words[at:])))
    at = next(starts, max(len(words) - 1, 0))  # a candidate such as `R3C4 5` is two words
    names, text = words[:at], " ".join(words[at:])
    if len(words) == 2 and is_candidate(words[0]) and not is_candidate(text):
        names, text = words[1:], words[0]
    if text and not names and is_candidate(text) and is_piped():
        names = ("-",)
    if not names:
        raise Refused(NO_CANDIDATE)
    watch = Watch(lang)

    def show(entry: Entry, number: int) -> None:
        board, called = named_board(entry)
        found = why.why(board, candidate(text, board.layout), seconds=time_limit, called=called)
        lines = [f"{called}:"] * bool(number)
        lines += [] if as_json else [line.to(lang) for line in found.lines()]
        print_result(found, as_json, lines, lang)

    each_puzzle(replace(puzzles, names=names).entries(), watch, show)
