"""`sudokubench rate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli.codes import Code
from sudokubench.cli.options import (
    JOBS,
    config_option,
    configuration_of,
    entries,
    how_many,
    json_option,
    language_option,
    puzzle_argument,
    puzzle_options,
    time_option,
)
from sudokubench.cli.output import Watch, echo, json_line
from sudokubench.words import breadth

if TYPE_CHECKING:
    from sudokubench.words import Language


@click.command()
@puzzle_argument(count=-1)
@click.option("--jobs", type=JOBS, default=1, show_default=True, help="Worker processes.")
@puzzle_options
@language_option()
@config_option()
@time_option(60)
@json_option()
def rate(
    puzzle: tuple[str, ...],
    jobs: int,
    form: str | None,
    layout: str | None,
    lang: Language,
    config_file: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Rate puzzles: class, hardest step (se), sum of scores (hodoku), difficulty D, and time that people take (human).

    The rating of a puzzle is the same however it is turned or relabelled. It names its version, a hash of the
    order and values of the rules, and a digest of the solution path.
    """
    from sudokubench.actions.rate import rate_entries
    from sudokubench.logic.configuration import rated
    from sudokubench.logic.texts import messages

    config = configuration_of(config_file, rated())
    watch = Watch(lang, how_many(puzzle, form, layout))
    found = rate_entries(entries(puzzle, form, layout), config, seconds=time_limit, jobs=jobs, observer=watch)
    headed = as_json
    for rating in found:
        watch.codes.note(Code.FAILED, not rating.solved)
        if as_json:
            json_line(**rating.as_json())
            continue
        if not headed:  # not before there is something to show: bad input may come first
            headed = True
            echo(
                f"{_padded(messages.CLASS.to(lang), 8)} {'se':>4} {'hodoku':>7} {'D':>6} {'human':>6}  puzzle"
            )
        values = f"{rating.se:4.1f} {rating.hodoku:7} {rating.difficulty:6.2f} {rating.difficulty_human:6.2f}"
        echo(f"{_padded(messages.class_of(rating.level).to(lang), 8)} {values}  {rating.board}")
    return watch.codes.first


def _padded(text: str, width: int) -> str:
    """A text filled up with spaces; Chinese and Japanese signs are two columns wide."""

    return text + " " * (width - breadth(text))
