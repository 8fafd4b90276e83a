"""`sudokubench hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sudokubench.cli import options
from sudokubench.cli.output import Watch, print_result
from sudokubench.cli.puzzle_arguments import Puzzles, each_puzzle
from sudokubench.words import Language

if TYPE_CHECKING:
    from sudokubench.harness.corpus import Entry


@click.command()
@click.option(
    "--original",
    "clues",
    metavar="PUZZLE",
    help="The original puzzle, if PUZZLE has further digits: these count as filled in, not as clues.",
)
@click.option(
    "--grade",
    type=click.Choice(["region", "rule", "cells", "move"]),
    default="region",
    help="How much to show: all grades up to this one.",
)
@options.takes_puzzles()
@options.language_option()
@options.rules_options
@options.time_option(20)
@options.data_options
def hint(
    puzzles: Puzzles,
    clues: str | None,
    grade: str,
    lang: Language,
    time_limit: float,
    as_json: bool,
    **logic: Any,
) -> None:
    """Show hints for partly solved grids, in grades: mistakes first, then the next step.

    PUZZLE is a partly solved grid, as text, a file or -. The form `candidates` can show pencil marks.
    """
    from sudokubench.actions import hint
    from sudokubench.actions.boards import named_board

    config = options.rules_of(**logic)
    start = None if clues is None else named_board(Puzzles([clues], None, puzzles.layout).only())
    watch = Watch(lang)

    def show(entry: Entry, number: int) -> None:
        progress, called = named_board(entry)
        given, puzzle = start or (None, called)
        found = hint.hint(progress, given, config, seconds=time_limit, called=puzzle)
        lines = [] if as_json else [f"{called}:"] * bool(number) + found.lines(lang, grade)
        print_result(found, as_json, lines, lang, grade)
        for words in found.remarks():
            watch.remark(words)

    each_puzzle(puzzles.entries(), watch, show)
