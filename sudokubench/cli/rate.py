"""`sudokubench rate`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from sudokubench.cli import BAD_INPUT, OK
from sudokubench.cli.interrupts import heed
from sudokubench.cli.logic import (
    boards_of,
    config_option,
    configuration_of,
    language_option,
    name_of,
    solution_of,
    time_option,
)
from sudokubench.cli.output import form_option, json_line, json_option, remark

if TYPE_CHECKING:
    from sudokubench.board import Board
    from sudokubench.words import Language


@click.command()
@click.argument("puzzle", nargs=-1, required=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Worker processes.")
@form_option()
@language_option()
@config_option()
@time_option(60)
@json_option()
def rate(
    puzzle: tuple[str, ...],
    jobs: int,
    form: str | None,
    lang: Language,
    config_file: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Rate puzzles: class, hardest step (se), sum of scores (hodoku), and the difficulty D.

    The rating of a puzzle is the same however it is turned or relabelled. It names its version, a hash of the
    order and values of the rules, and a digest of the solution path.
    """
    from sudokubench.actions.rate import rate_all
    from sudokubench.logic.configuration import rated
    from sudokubench.logic.step import Ending
    from sudokubench.logic.texts import messages

    config = configuration_of(config_file, rated())
    failed = False

    names = deque[str]()  # of the boards that were read, and whose ratings are still to come

    def boards() -> Iterator[Board]:
        nonlocal failed
        for found in boards_of(puzzle, form):
            if found is None:
                failed = True
            else:
                board, entry = found
                names.append(name_of(entry))
                yield board

    headed = as_json
    for board, rating in rate_all(boards(), config, seconds=time_limit, jobs=jobs):
        heed()
        called = names.popleft()
        if rating is None:
            remark(solution_of(board, called, time_limit)[1] or f"{called} cannot be rated")
            failed = True
            continue
        if rating.ending is Ending.BUDGET:
            remark(f"{called}: the time limit of {time_limit:g} s ran out; rated by the steps so far")
        elif not rating.solved:
            remark(f"{called}: the rules do not solve it; rated by the steps they find")
        if as_json:
            json_line(schema="sudokubench.rating/1", **rating.as_dict())
        else:
            if not headed:  # not before there is something to show: bad input may come first
                headed = True
                click.echo(f"{_padded(messages.CLASS.to(lang), 8)} {'se':>4} {'hodoku':>7} {'D':>7}  puzzle")
            row = (
                f"{_padded(messages.LEVELS[rating.level.value].to(lang), 8)} {rating.se:4.1f} {rating.hodoku:7} "
                f"{rating.difficulty:7.2f}  {board}"
            )
            click.echo(row)
    return BAD_INPUT if failed else OK


def _padded(text: str, width: int) -> str:
    """A text filled up with spaces; Chinese and Japanese signs are two columns wide."""
    from unicodedata import east_asian_width

    return text + " " * (width - sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text))
