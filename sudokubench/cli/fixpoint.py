"""`sudokubench fixpoint`."""

from __future__ import annotations

import click

from sudokubench.cli.options import Whole, data_options, language_option, puzzle_argument, puzzle_options
from sudokubench.cli.output import Watch, fit_to_terminal, print_result
from sudokubench.cli.puzzle_arguments import entries, how_many
from sudokubench.words import Language


@click.command()
@puzzle_argument(count=-1)
@puzzle_options
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
def fixpoint(
    puzzle: tuple[str, ...],
    form: str | None,
    layout: str | None,
    rules: str,
    orders: int,
    seed: int,
    lang: Language,
    as_json: bool,
) -> None:
    """Apply rules in random orders until nothing changes; tell whether all orders agree.

    PUZZLE is a board as text, a file, a bundled set or - for standard input. Monotone rules always reach the same
    fixpoint, the greatest below the board. If other rules reach several, the command names the candidates in which
    these differ.
    """
    from sudokubench.actions import fixpoint
    from sudokubench.actions.boards import boards

    total, names = how_many(puzzle, form, layout), rules.split(",")
    watch = Watch(lang, lambda: (total() or 0) * orders or None)
    for number, (board, called) in enumerate(boards(entries(puzzle, form, layout), watch)):
        found = fixpoint.fixpoint(
            board, names, orders=orders, seed=seed, called=called, observer=watch, before=number * orders
        )
        lines = (str(board), *(f"  {words.to(lang)}" for words in found.lines()))
        print_result(found, as_json, fit_to_terminal("\n".join(lines)))
