"""`sudokubench problems`."""

from __future__ import annotations

import click

from sudokubench.cli import words
from sudokubench.cli.engine_options import backend_option
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.options import ListGroup, Whole, data_options, language_option, output_option
from sudokubench.cli.output import Watch, echo, padded, print_result
from sudokubench.words import Language


@click.group(cls=ListGroup)
def problems() -> None:
    """List, describe and draw named exact covers: tilings, queens, squares."""


@problems.command("list")
@language_option()
@data_options
def list_problems(lang: Language, as_json: bool) -> None:
    """List the forms of names, each with an example. Every command that reads puzzles takes such names."""
    from sudokubench.actions.problems import listed

    for family in listed(lang):
        print_result(family, as_json, [f"{family.form}  {family.meaning}", f"    {family.example}"])


@problems.command("show")
@click.argument("name")
@language_option()
@data_options
def show_problem(name: str, lang: Language, as_json: bool) -> None:
    """Describe a problem, with its numbers of items and options.

    NAME is a name such as tromino:9 or polyomino:1,2,3:4x5.
    """
    from sudokubench.actions.problems import described

    found = described(name, lang)
    sizes = (f"{padded(words.PARTS_OF_COVER[part], 9)} {number:>9,}" for part, number in found.size.items())
    print_result(found, as_json, [found.meaning, *sizes])


@problems.command("draw")
@click.argument("name")
@click.option(
    "--seed", type=Whole(0, 2**63 - 1), help="Draw another solution, in a random order of the search."
)
@click.option("--to", "out", type=click.Choice(["text", "svg"]), default="text", help="Form of the drawing.")
@backend_option("dlx", "NAME", "One backend, with options after a colon.")
@output_option
def draw_problem(name: str, seed: int | None, out: str, backend: str) -> None:
    """Draw a solution of a problem; "none" if it has no solution.

    NAME is a name such as tromino:9 or soma:3x3x3. Not every solution has the same chance with --seed.
    """
    from sudokubench.actions.solve import solve_all
    from sudokubench.backends.pool import backend_of
    from sudokubench.harness.corpus import Entry
    from sudokubench.harness.executors import executor
    from sudokubench.harness.limits import Limits
    from sudokubench.problem import Instance
    from sudokubench.problems import named, render, svg

    if seed is not None:
        backend += f"{',' if ':' in backend else ':'}seed={seed}"
    engine, watch = backend_of(backend), Watch()
    with executor("local", Limits(wall_s=None)) as where:
        entry = Entry(name, 1, problem := named(name), Instance())
        (found,) = solve_all([entry], engine, where, limit=1, observer=watch)
    for solution in found.solutions:
        echo(svg(problem, solution).rstrip() if out == "svg" else render(problem, solution))
    if not found.solutions:
        watch.codes.note(Code.FAILED, not found.outcome.exhausted)
        echo(found.outcome.verdict.value)
