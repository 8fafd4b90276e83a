"""`sudokubench hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli.codes import codes
from sudokubench.cli.options import (
    json_option,
    language_option,
    one_entry,
    puzzle_argument,
    puzzle_options,
    rules_of,
    rules_options,
    time_option,
)
from sudokubench.cli.output import echo, folded, json_line, remark

if TYPE_CHECKING:
    from sudokubench.logic.settings import Order
    from sudokubench.words import Language


@click.command()
@puzzle_argument()
@click.option(
    "--clues", metavar="PUZZLE", help="The original puzzle; all other digits then count as filled in."
)
@click.option(
    "--grade",
    type=click.Choice(["region", "rule", "cells", "move"]),
    default="region",
    show_default=True,
    help="How much to show: all grades up to this one.",
)
@puzzle_options
@language_option()
@rules_options
@time_option(20)
@json_option()
def hint(
    puzzle: str,
    clues: str | None,
    grade: str,
    techniques: tuple[str, ...],
    order: Order,
    no_uniqueness: bool,
    form: str | None,
    layout: str | None,
    lang: Language,
    config_file: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Show the next step of a partial grid, in grades; mistakes come first.

    PUZZLE is the current grid, as text, a file or -; the form `candidates` also gives pencil marks.
    """
    from sudokubench.actions.boards import named_board
    from sudokubench.actions.hint import hint as hint_for

    config = rules_of(order, no_uniqueness, config_file, techniques)
    progress, called = named_board(one_entry(puzzle, form, layout))
    start = None
    if clues is not None:
        start, called = named_board(one_entry(clues, None, layout))
    found = hint_for(progress, start, config, seconds=time_limit, called=called)
    if as_json:
        json_line(**found.as_json(lang, grade))
    else:
        echo(folded("\n".join(found.lines(lang, grade))))
    for words in found.remarks():
        remark(words)
    return codes().first
