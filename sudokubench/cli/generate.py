"""`sudokubench generate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli.codes import Code
from sudokubench.cli.options import JOBS, SECONDS, Whole, json_option, problem_of, text_of
from sudokubench.cli.output import Watch, echo, json_line

if TYPE_CHECKING:
    from sudokubench.layout import Layout


@click.command()
@click.option("-n", "--number", type=Whole(1), default=1, show_default=True, help="So many puzzles.")
@click.option("--minimal", is_flag=True, help="Only puzzles of which no clue can go.")
@click.option("--clues", metavar="N|LO..HI", help="So many clues.")
@click.option("--symmetry", metavar="NAME", default="none", show_default=True, help="Of the cells with clues: none, "
              "rot180, rot90, diagonal, antidiagonal, diagonals, horizontal, vertical, mirrors or full.")  # fmt: skip
@click.option(
    "--pattern", metavar="FILE|MASK", help="Which cells have a clue: . for none, any other sign for one."
)
@click.option("--from", "grid", metavar="GRID", help="The solution of all puzzles, as text.")
@click.option(
    "--layout", metavar="NAME|FILE", help="Another layout than 9x9: 6x6, 9x9-diagonal, or a JSON file."
)
@click.option("--seed", type=Whole(0, 2**63 - 1), default=0, show_default=True, help="Another gives others.")
@click.option(
    "--jobs", type=JOBS, default=1, show_default=True, help="Worker processes; the puzzles stay the same."
)
@click.option("--check", metavar="NAME", help="A backend that proves each puzzle again, such as dlx.")
@click.option("--time-limit", type=SECONDS, metavar="S", help="Seconds for all of them.")
@click.option("--format", "form", default="line", show_default=True, metavar="FORM", help="As in convert.")
@json_option()
def generate(
    number: int,
    minimal: bool,
    clues: str | None,
    symmetry: str,
    pattern: str | None,
    grid: str | None,
    layout: str | None,
    seed: int,
    jobs: int,
    check: str | None,
    time_limit: float | None,
    form: str,
    as_json: bool,
) -> int:
    """Make puzzles with exactly one solution.

    The same seed gives the same puzzles, whatever the number of jobs. Without --clues and --pattern clues go, in random
    order and in groups where a symmetry is wished for, until none of them can go.
    """
    from sudokubench.actions import generate as flow
    from sudokubench.actions.convert import converted
    from sudokubench.backends import backend
    from sudokubench.board import Board
    from sudokubench.formats import form_named
    from sudokubench.generate.wish import Wish

    of = _layout(layout)
    form_named(form)
    solution = None if grid is None else Board.parse(grid, of).digits
    wish = Wish(of, _range(clues), minimal, symmetry, _pattern(pattern), solution)
    if check is not None:
        backend(check)
    watch, done = Watch(), 0
    for made in flow.generate(
        wish, number, seed=seed, jobs=jobs, check=check, seconds=time_limit, observer=watch
    ):
        done = made.number
        if as_json:
            json_line(**made.as_json())
        else:
            echo(converted(made.puzzle, form))
    watch.codes.note(Code.FAILED, done < number)
    return watch.codes.first


def _layout(name: str | None) -> Layout:
    from sudokubench.errors import UsageError
    from sudokubench.layout import Layout

    problem = problem_of(name) or Layout.standard(9)
    if not isinstance(problem, Layout):
        raise UsageError(f"--layout {name}: puzzles are generated for layouts without further constraints")
    return problem


def _range(text: str | None) -> tuple[int, int] | None:
    from sudokubench.errors import UsageError

    if text is None:
        return None
    low, _, high = text.partition("..")
    if not (low.isdecimal() and (high or low).isdecimal() and len(text) < 10):
        raise UsageError(f"--clues {text}: it takes a number such as 24, or a range such as 22..25")
    return int(low), int(high or low)


def _pattern(text: str | None) -> tuple[bool, ...] | None:
    """The cells of a mask, or of the file that holds it."""
    from pathlib import Path

    if text is None:
        return None
    signs = "".join((text_of(text) if Path(text).is_file() else text).split())
    return tuple(sign not in ".0_" for sign in signs)
