"""`sudokubench export-page`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli.exit_codes import Code
from sudokubench.cli.files import file_of
from sudokubench.cli.options import FILE, language_option, takes_puzzles, time_option
from sudokubench.cli.output import Watch
from sudokubench.cli.puzzle_arguments import Puzzles, each_puzzle
from sudokubench.errors import InputError
from sudokubench.logic.search_settings import SETS
from sudokubench.words import Language

if TYPE_CHECKING:
    from sudokubench.harness.corpus import Entry


@click.command("export-page")
@click.option("-o", "--output", type=FILE, required=True, help="File of the page; - for standard output.")
@click.option(
    "--search", is_flag=True, help="Suppose values where the rules find nothing, and show each branch."
)
@click.option(
    "--rules", type=click.Choice([*SETS, "all"]), help="Use only these rules.  [all; with --search subsets]"
)
@takes_puzzles()
@language_option("Language in which the page starts; the page has both.")
@time_option(60)
def export_page(
    puzzles: Puzzles, output: str, search: bool, rules: str | None, lang: Language, time_limit: float
) -> None:
    """Write the explanation of a puzzle as one self-contained page.

    Each step has a picture and a text; buttons and keys lead from step to step. The page can be sent to a pupil, put
    on a web site or printed. PUZZLE is a board as text, a file or - for standard input. Each of several puzzles gets
    its own page: FILE-1, FILE-2 and so on.
    """
    from sudokubench.actions.explain import explain
    from sudokubench.logic.configuration import teaching
    from sudokubench.logic.words import NO_BOARD

    watch = Watch(lang)
    rules = rules or ("subsets" if search else "all")
    config = teaching() if rules == "all" else teaching().only(SETS[rules])

    def save(entry: Entry, number: int) -> None:
        if entry.board is None:
            raise InputError(NO_BOARD.format(puzzle=entry.text))
        found = explain(entry.board, config, branching="mrv" if search else None, seconds=time_limit)
        for words in found.remarks():
            watch.remark(words)
        with file_of(output, "--output", number, puzzles.names) as file:
            file.write(found.page(lang))
        watch.codes.note(Code.FAILED, not found.solved)

    each_puzzle(puzzles.entries(), watch, save)
