"""`sudokubench solve`."""

from __future__ import annotations

import click

from sudokubench.answer import Verdict
from sudokubench.cli import options
from sudokubench.cli.engine_options import backend_option, memory_option
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.files import written
from sudokubench.cli.output import Watch, echo, echo_board, json_line, remark
from sudokubench.cli.puzzle_arguments import Puzzles
from sudokubench.cli.words import PERHAPS_MORE, SEVERAL_SOLUTIONS
from sudokubench.errors import InputError


@click.command()
@backend_option(
    None,
    "NAME",
    "A backend, with options after a colon. By default dlx; but sat for most variants, and for boards beyond 12x12 if "
    "--limit is at most 1,000.",
)
@click.option(
    "--limit",
    type=options.SOLUTIONS,
    help="Show up to this number of solutions; by default show one, and search for a second.",
)
@options.solution_form_option
@options.proof_option("Write a checked certificate of each verdict to FILE, one a line.")
@options.time_option(None)
@memory_option
@options.takes_puzzles()
@options.data_options
def solve(
    puzzles: Puzzles,
    backend: str | None,
    limit: int | None,
    out: str,
    proof: str | None,
    time_limit: float | None,
    memory_limit: int | None,
    as_json: bool,
) -> None:
    """Solve boards and exact covers with one backend.

    PUZZLE is a board as text, a file, a bundled set, a named problem such as queens:8, or - for standard input.
    For a board without a solution the command prints "none"; remarks about several solutions go to stderr.
    """
    from sudokubench.actions.solve import solve_all
    from sudokubench.backends.pool import backend_of
    from sudokubench.formats import form_named
    from sudokubench.harness.executors import executor
    from sudokubench.harness.limits import Limits

    if as_json:
        options.refuse_form_of_json("out")
    engine = None if backend is None else backend_of(backend)
    form_named(out)
    watch = Watch(total=puzzles.count)
    context = click.get_current_context()
    limits = Limits(wall_s=time_limit, memory_bytes=memory_limit and memory_limit << 20)
    isolation = "process" if memory_limit else "auto"
    where = context.with_resource(executor("local", limits, isolation=isolation))
    entries = puzzles.entries()
    file = context.with_resource(written(proof, "--proof"))
    for found in solve_all(entries, engine, where, limit=limit or 2, certify=bool(proof), observer=watch):
        watch.codes.note(Code.FAILED, found.outcome.verdict is Verdict.UNDECIDED)
        if file is not None:
            watch.codes.note(Code.FAILED, found.certificate is None)
            file.write(found.certificate.to_json() + "\n" if found.certificate else "")
        if as_json:
            json_line(**found.as_json())
            continue
        entry, outcome = found.entry, found.outcome
        shown = found.solutions if limit else found.solutions[:1]
        try:
            texts = [entry.shown(solution, out) for solution in shown]
        except InputError as error:  # the form cannot state the puzzle
            watch.refused(error.at(entry.source, entry.line))
            continue
        for text in texts:
            echo_board(text, out)
        if not found.solutions:
            echo(outcome.verdict.value)
        elif outcome.count > len(shown):
            remark(SEVERAL_SOLUTIONS.format(place=entry.place))
        elif outcome.verdict is Verdict.UNDECIDED:
            remark(PERHAPS_MORE.format(place=entry.place, backend=found.backend))
