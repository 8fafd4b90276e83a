"""`sudokubench encode` and `sudokubench convert`."""

from __future__ import annotations

import sys
from typing import get_args

import click

from sudokubench.cli import BAD_INPUT, OK
from sudokubench.cli.output import form_option, remark
from sudokubench.cli.solve import entries
from sudokubench.encodings.cnf import Encoding, cnf


@click.command()
@click.argument("puzzle")
@click.option("--to", type=click.Choice(["dimacs", "dlx"]), default="dimacs", show_default=True,
              help="DIMACS CNF for SAT solvers, or items and options as Knuth's dlx programs read them.")  # fmt: skip
@click.option("--encoding", type=click.Choice(get_args(Encoding)), default="extended", show_default=True,
              help="Which clauses a CNF has.")  # fmt: skip
@form_option()
def encode(puzzle: str, to: str, encoding: Encoding, form: str | None) -> int:
    """Write a puzzle as a problem for other solvers.

    PUZZLE is one board as text, a file or - with one board, or a named problem. Clues become unit clauses, or
    are chosen beforehand.
    """
    from sudokubench.encodings import dimacs
    from sudokubench.encodings.exact_cover import cover_of, dlx_text, reduced
    from sudokubench.errors import InputError, UsageError
    from sudokubench.harness.corpus import BadEntry

    if to != "dimacs" and encoding != "extended":
        raise UsageError(f"--encoding {encoding} is a CNF encoding; it goes with --to dimacs")
    found = list(entries(puzzle, form))
    if isinstance(found[0], BadEntry):
        raise found[0].error
    if len(found) > 1:
        raise UsageError(
            f"{puzzle} holds {len(found)} puzzles, and one file says one formula; name a single puzzle"
        )
    entry = found[0]
    if to == "dimacs":
        dimacs.write(cnf(entry.problem, encoding), entry.instance, sys.stdout)
        return OK
    rest = reduced(cover_of(entry.problem), entry.instance)
    if rest is None:
        raise InputError("two clues contradict each other, so no exact cover is left to write")
    click.echo(dlx_text(rest))
    return OK


@click.command()
@click.argument("corpus", nargs=-1, required=True)
@click.option(
    "--to", default="line", show_default=True, metavar="FORM", help="line, grid, unicode or candidates."
)
@form_option()
def convert(corpus: tuple[str, ...], to: str, form: str | None) -> int:
    """Write boards in another form."""
    from sudokubench.formats import form_named
    from sudokubench.harness.corpus import BadEntry

    form_named(to)
    bad = False
    for name in corpus:
        for entry in entries(name, form):
            if isinstance(entry, BadEntry) or entry.board is None:
                remark(str(entry.error) if isinstance(entry, BadEntry) else f"{name} is no board")
                bad = True
            else:
                click.echo(entry.board.format(to))
    return BAD_INPUT if bad else OK
