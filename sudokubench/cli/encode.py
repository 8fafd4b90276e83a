"""`sudokubench encode` and `sudokubench convert`."""

from __future__ import annotations

from typing import get_args

import click

from sudokubench.cli.codes import codes
from sudokubench.cli.options import entries, how_many, one_entry, puzzle_argument, puzzle_options
from sudokubench.cli.output import Watch, echo
from sudokubench.cli.stdout import data
from sudokubench.cli.words import CNF_ENCODING
from sudokubench.encodings.cnf import Encoding


@click.command()
@puzzle_argument()
@click.option(
    "--to",
    type=click.Choice(["dimacs", "dlx"]),
    default="dimacs",
    show_default=True,
    help="DIMACS CNF for SAT solvers, or items and options in the format of Knuth's dlx programs.",
)
@click.option(
    "--encoding",
    type=click.Choice(get_args(Encoding)),
    default="extended",
    show_default=True,
    help="Clauses of the CNF.",
)
@puzzle_options
def encode(puzzle: str, to: str, encoding: Encoding, form: str | None, layout: str | None) -> int:
    """Write a puzzle as DIMACS CNF or as an exact cover.

    PUZZLE is one board as text, a file or - with one board, or a named problem. Clues become unit clauses, or
    options that are chosen in advance.
    """
    from sudokubench.actions.convert import encode as write
    from sudokubench.errors import UsageError

    if to != "dimacs" and encoding != "extended":
        raise UsageError(CNF_ENCODING.format(encoding=encoding))
    write(one_entry(puzzle, form, layout), to, encoding, data())
    return codes().first


@click.command()
@puzzle_argument("corpus", -1)
@click.option(
    "--to",
    default="line",
    show_default=True,
    metavar="FORM",
    help="line, grid, unicode, candidates, svg, json or text (the shortest form that states all rules).",
)
@puzzle_options
def convert(corpus: tuple[str, ...], to: str, form: str | None, layout: str | None) -> int:
    """Write boards in another form.

    If a form cannot state a rule, the name of the layout precedes the board, as in 9x9-diagonal:LINE; json and
    text state all rules.
    """
    from sudokubench.actions.convert import convert_all
    from sudokubench.formats import form_named

    form_named(to)
    watch = Watch(total=how_many(corpus, form, layout))
    for text in convert_all(entries(corpus, form, layout), to, watch):
        echo(text)
    return watch.codes.first
