"""`sudokubench analyse`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli import options
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.output import Watch, print_result
from sudokubench.cli.puzzle_arguments import Puzzles, each_puzzle
from sudokubench.words import Language

if TYPE_CHECKING:
    from sudokubench.harness.corpus import Entry


@click.command()
@options.takes_puzzles()
@click.option(
    "--limit",
    type=options.Whole(1, 1_000_000),
    default=100,
    help="Up to this number of solutions, all are found and the counts for candidates are exact.",
)
@options.time_option(10)
@options.language_option()
@options.data_options
def analyse(puzzles: Puzzles, limit: int, time_limit: float, lang: Language, as_json: bool) -> None:
    """Analyse a board for its setter: solutions, true candidates, superfluous clues and rules, contradictions.

    PUZZLE is a board as text, a file, a bundled set or -; it may have any layout and constraints. If the board has one
    solution, the command names each clue and each rule that can be left out alone, and a set of clues and rules that
    suffices and has no superfluous part. If the board has no solution, the command names a small set of clues and rules
    that contradict each other. If it has several solutions, the command shows two of them, a few clues that leave one,
    and the number of solutions with each candidate. It says whether a set is the smallest, and whether a number is
    exact.

    Rows, columns and boxes always hold; only constraints and extra houses such as diagonals count as rules. Ctrl-C
    prints the results so far. If the time limit ends the analysis first, the command exits with 6.
    """
    from sudokubench.actions import analyse
    from sudokubench.actions.boards import named_board

    watch = Watch(lang)

    def show(entry: Entry, number: int) -> None:
        board, called = named_board(entry)
        for found in analyse.analysed(board, seconds=time_limit, limit=limit, observer=watch):
            watch.codes.note(Code.FAILED, bool(found.stopped))
            lines = (line.to(lang, command=True) for line in found.lines())
            print_result(found, as_json, [*[f"{called}:"] * bool(number), *lines])

    each_puzzle(puzzles.entries(), watch, show)
