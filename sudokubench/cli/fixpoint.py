"""`sudokubench fixpoint`."""

from __future__ import annotations

import click

from sudokubench.cli.options import Whole, data_options, language_option, takes_puzzles
from sudokubench.cli.output import Watch, print_result
from sudokubench.cli.puzzle_arguments import Puzzles
from sudokubench.words import Language


@click.command()
@takes_puzzles()
@click.option(
    "--rules",
    metavar="NAME,...",
    default="subsets",
    help="Rules, the sets singles, locked and subsets, or the propagators ac3, ac2001 and gac.",
)
@click.option("--orders", type=Whole(1, 100_000), default=10, help="Number of orders.")
@click.option("--seed", type=Whole(0), default=0, help="Seed of the random orders.")
@language_option()
@data_options
def fixpoint(puzzles: Puzzles, rules: str, orders: int, seed: int, lang: Language, as_json: bool) -> None:
    """Apply rules in random orders until nothing changes; tell whether all orders agree.

    PUZZLE is a board as text, a file, a bundled set or - for standard input. Monotone rules always reach the same
    fixpoint. If other rules reach several fixpoints, the command names the candidates in which they differ.
    """
    from sudokubench.actions import fixpoint
    from sudokubench.actions.boards import boards

    names, watch = rules.split(","), Watch(lang, lambda: puzzles.count(orders))
    for number, (board, called) in enumerate(boards(puzzles.entries(), watch)):
        found = fixpoint.fixpoint(
            board, names, orders=orders, seed=seed, called=called, observer=watch, before=number * orders
        )
        print_result(found, as_json, [str(board), *(f"  {words.to(lang)}" for words in found.lines())])
