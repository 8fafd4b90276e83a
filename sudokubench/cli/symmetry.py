"""`sudokubench canonical`, `sudokubench equivalent` and `sudokubench dedupe`."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from sudokubench.cli import options
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.output import Watch, echo, json_line, print_result
from sudokubench.cli.puzzle_arguments import Puzzles, each_puzzle, sound
from sudokubench.cli.words import NOT_EQUIVALENT, SECOND_BOARD
from sudokubench.errors import UsageError
from sudokubench.words import Language

if TYPE_CHECKING:
    from sudokubench.harness.corpus import Entry


@click.command()
@options.takes_puzzles("corpus")
@options.time_option(60)
@options.data_options
def canonical(puzzles: Puzzles, time_limit: float, as_json: bool) -> None:
    """Write the canonical form of each board, which all equivalent boards share.

    For a board with one solution, the form has the smallest solution and, among equal solutions, the smallest clues.
    For any other board it has the smallest clues. --json adds the class_id, the number of automorphisms and the number
    of equivalent boards (orbit).
    """
    from sudokubench.actions.symmetry import canonical_texts, classified

    watch = Watch(total=puzzles.count)
    boards = puzzles.entries_and_rows()
    if as_json:
        for found in classified(boards, watch, seconds=time_limit):
            json_line(**found.as_json())
    else:
        for text in canonical_texts(boards, watch, seconds=time_limit):
            echo(text)


@click.command()
@options.takes_puzzles("corpus")
@options.language_option()
@options.time_option(60)
@options.data_options
def equivalent(puzzles: Puzzles, lang: Language, time_limit: float, as_json: bool) -> None:
    """Tell whether two boards are equivalent, and how; exit code 5 if not.

    If there are more boards, the command compares the first with each of the others. The answer lists the bands,
    stacks, rows and columns of the first board in the order in which the other has them. canonical writes the form that
    equivalent boards share, and dedupe keeps one board of each class.
    """
    from sudokubench.actions import symmetry

    watch = Watch(lang)
    found = puzzles.entries()
    first, *others = islice(found, 2)
    if not others:
        raise UsageError(SECOND_BOARD)
    start = sound(first)

    def show(other: Entry, number: int) -> None:
        one = symmetry.equivalent(start, other, seconds=time_limit)
        sentences = [NOT_EQUIVALENT] if one.symmetry is None else one.symmetry.sentences()
        lines = [f"{other.place}:"] * bool(number) + [words.to(lang) for words in sentences]
        print_result(one, as_json, "\n".join(lines))
        watch.codes.note(Code.NOT_UNIQUE, one.symmetry is None)

    each_puzzle(chain(others, found), watch, show)


@click.command()
@options.takes_puzzles("corpus")
@options.time_option(60)
@options.data_options
def dedupe(puzzles: Puzzles, time_limit: float, as_json: bool) -> None:
    """Write the first board of each class of equivalent boards, and leave the others out.

    The command reads the corpus as a stream, and remembers the boards it has written.
    """
    from sudokubench.actions import symmetry

    watch = Watch(total=puzzles.count)
    boards = puzzles.entries_and_rows()
    for first in symmetry.dedupe(boards, watch, seconds=time_limit):
        if as_json:
            for found in first.classified():
                json_line(**found.as_json())
        else:
            echo(first.text())
