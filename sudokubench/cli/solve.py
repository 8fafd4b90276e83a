"""`sudokubench solve`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from sudokubench.cli import BAD_INPUT, OK
from sudokubench.cli.execution import SOLUTIONS
from sudokubench.cli.interrupts import heed
from sudokubench.cli.output import form_option, json_line, json_option, remark

if TYPE_CHECKING:
    from sudokubench.harness.corpus import BadEntry, Entry


@click.command()
@click.argument("puzzle")
@click.option(
    "-b",
    "--backend",
    default="dlx",
    show_default=True,
    metavar="NAME",
    help="A backend, with options if wanted.",
)
@click.option("--limit", type=SOLUTIONS, help="Show up to so many solutions; without it one is shown and a "
              "second one looked for.")  # fmt: skip
@click.option(
    "--format", "out", default="line", show_default=True, metavar="FORM", help="line, grid or unicode."
)
@click.option(
    "--proof", metavar="FILE", help="Write a checked certificate of each verdict to FILE, a line each."
)
@form_option()
@json_option()
def solve(
    puzzle: str, backend: str, limit: int | None, out: str, proof: str | None, form: str | None, as_json: bool
) -> int:
    """Solve boards with one backend.

    PUZZLE is a board as text, a file, a bundled set, a named problem such as queens:8, or - for standard input.
    A board without solution gives the line "none"; remarks about several solutions go to stderr.
    """
    from sudokubench.backends import backend as backend_named
    from sudokubench.backends import spec_of
    from sudokubench.backends.pool import lent_session
    from sudokubench.errors import UsageError
    from sudokubench.formats import form_named
    from sudokubench.harness import corpus
    from sudokubench.harness.corpus import BadEntry

    if proof:
        from sudokubench.certificates import certify
    engine = backend_named(backend)
    form_named(out)
    if proof and corpus.is_problem(puzzle):
        raise UsageError(f"{puzzle!r} is no board, and certificates are for boards only; leave out --proof")
    failed = False
    with ExitStack() as stack:
        certificates = stack.enter_context(click.open_file(proof, "w", encoding="utf-8")) if proof else None
        for entry in entries(puzzle, form):
            heed()
            if isinstance(entry, BadEntry):
                remark(str(entry.error))
                failed = True
                continue
            with lent_session(engine, entry.problem) as session:
                search = session.search(entry.instance, limit=limit or 2)
                found = list(search)
                outcome = search.outcome()
            if certificates is not None and entry.board is not None:
                known = [entry.board.filled(solution) for solution in found]
                certificates.write(certify(entry.board, known=known).to_json() + "\n")
            if as_json:
                json_line(
                    schema="sudokubench.answer/1", puzzle=entry.text, backend=spec_of(engine),
                    verdict=outcome.verdict.value, count=outcome.count, exhausted=outcome.exhausted,
                    solutions=[entry.shown(solution) for solution in found],
                )  # fmt: skip
                continue
            shown = found if limit else found[:1]
            for solution in shown:
                click.echo(entry.shown(solution, out))
            if not found:
                click.echo("none" if outcome.exhausted else "undecided")
            elif outcome.count > len(shown):
                remark(
                    f"{entry.place}: several solutions; the first one found is shown, --limit N shows more"
                )
    return BAD_INPUT if failed else OK


def entries(puzzle: str, form: str | None) -> Iterator[Entry | BadEntry]:
    """The entries of one argument."""
    from sudokubench.harness import corpus

    return corpus.read([puzzle], form)
