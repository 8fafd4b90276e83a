"""`sudokubench rate`."""

from __future__ import annotations

from dataclasses import replace
from os import path
from typing import TYPE_CHECKING

import click

from sudokubench.cli import options, words
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.files import text_of
from sudokubench.cli.output import Watch, echo, json_lines, padded
from sudokubench.cli.puzzle_arguments import Puzzles
from sudokubench.errors import UsageError
from sudokubench.words import Language

if TYPE_CHECKING:
    from collections.abc import Iterator


_MOST_BYTES = 1 << 26
"""Largest table that `--against` reads, in bytes."""


@click.command()
@options.jobs_option("Number of worker processes.")
@click.option(
    "--against",
    metavar="COLUMN",
    help="Compare the ratings with a column of PUZZLE, which is then a CSV file.",
)
@click.option(
    "--depth",
    "scales",
    is_flag=True,
    help="Add the depth of trial and error (T&E), and the lengths W and B of whips and braids.",
)
@options.takes_puzzles()
@options.language_option()
@options.config_option
@options.time_option(60)
@options.data_options
def rate(
    puzzles: Puzzles,
    jobs: int,
    against: str | None,
    scales: bool,
    lang: Language,
    config_file: str | None,
    time_limit: float,
    as_json: bool,
) -> None:
    """Rate puzzles: class, hardest step (se), score of HoDoKu, difficulty D, and expected time of people (human).

    Except for the score of HoDoKu, a rating does not change if the puzzle is rotated, reflected or relabelled. Each
    rating names its version, a hash of the order and values of the rules, and a digest of the solution path.

    Boards with constraints have a scale of their own, in bits: the effort of the hardest step, and the work of all
    steps. These values cannot be compared with the others.
    """
    from sudokubench.actions.agreement import Against
    from sudokubench.actions.rate import rate_entries
    from sudokubench.harness.corpus import is_stream, singly
    from sudokubench.logic.configuration import rated
    from sudokubench.logic.effort import EffortRating
    from sudokubench.logic.rating import Rating
    from sudokubench.logic.texts import rule_name
    from sudokubench.logic.words import CLASS, class_of
    from sudokubench.puzzles import like_a_file

    config = options.configuration_of(config_file, rated())
    theirs = None
    if against is not None:
        file, *others = puzzles.names
        if others or not (is_stream(file) or path.exists(file) or like_a_file(file)):
            raise UsageError(words.AGAINST_ONE_FILE)
        if is_stream(file):
            raise UsageError(words.AGAINST_STREAM.format(file=file))
        theirs = Against.of(text_of(file, _MOST_BYTES), against, file)
        puzzles = replace(puzzles, form=puzzles.form or theirs.form)
    watch = Watch(lang, puzzles.count)
    corpus = puzzles.entries_and_rows()
    if theirs is not None:
        corpus = theirs.noted(singly(corpus))
    found = rate_entries(corpus, config, seconds=time_limit, jobs=jobs, scales=scales, observer=watch)
    headed: type | None = None

    def lines(rating: Rating | EffortRating) -> Iterator[str]:
        """Yield the line of a rating, below a line of titles if a table begins."""
        nonlocal headed
        is_first, headed = headed is not type(rating), type(rating)
        if isinstance(rating, EffortRating):
            if is_first:
                titles = ((words.EFFORT, -6), (words.WORK, -7), (words.ROUNDS, -6), (words.TRIALS, -6))
                numbers = " ".join(padded(title, width) for title, width in titles)
                yield f"{numbers}  {padded(words.HARDEST, 24)}  {words.PUZZLE.to(lang)}"
            hardest = padded(rule_name(rating.hardest) if rating.solved else class_of(None), 24)
            trials = f"≥ {rating.trials}" if rating.cut else str(rating.trials)
            values = f"{rating.effort:6.1f} {rating.work:7.1f} {rating.rounds:6} {trials:>6}"
            yield f"{values}  {hardest}  {rating.board}"
            return
        if is_first:  # with the first rating: remarks on bad input may come before it
            more = f" {'T&E':>4} {'W':>3} {'B':>3}" if scales else ""
            yield (
                f"{padded(CLASS, 8)} {'se':>4} {'hodoku':>7} {'D':>6} "
                f"{padded(words.HUMAN, -6)}{more}  {words.PUZZLE.to(lang)}"
            )
        hodoku = "–" if rating.hodoku is None else rating.hodoku
        values = f"{rating.se:4.1f} {hodoku:>7} {rating.difficulty:6.2f} {rating.difficulty_human:6.2f}"
        if rating.scales is not None:
            values += "".join(
                f" {value:>{width}}" for value, width in zip(rating.scales.shown(), (4, 3, 3), strict=True)
            )
        yield f"{padded(class_of(rating.level), 8)} {values}  {rating.board}"

    for group in found:
        for rating in group:
            watch.codes.note(Code.FAILED, not rating.solved)
            if theirs is not None:
                theirs.add(rating)
        if as_json:
            json_lines(rating.as_json() for rating in group)
        else:
            echo("\n".join(line for rating in group for line in lines(rating)))
    for message in theirs.sentences() if theirs is not None else ():
        watch.remark(message)
