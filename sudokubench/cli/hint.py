"""`sudokubench hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sudokubench.cli import OK
from sudokubench.cli.logic import (
    config_option,
    configuration_of,
    language_option,
    one_board,
    solution_of,
    time_option,
)
from sudokubench.cli.output import form_option, json_line, json_option

if TYPE_CHECKING:
    from sudokubench.board import Board
    from sudokubench.layout import Layout
    from sudokubench.logic.hint import Mistake
    from sudokubench.words import Language, Words


@click.command()
@click.argument("puzzle")
@click.option(
    "--clues", metavar="PUZZLE", help="The puzzle as it began; other digits then count as filled in."
)
@click.option("--grade", type=click.Choice(["region", "rule", "cells", "move"]), default="region", show_default=True,
              help="How much to tell: all grades up to this one.")  # fmt: skip
@click.option("--no-uniqueness", is_flag=True, help="Do without rules that rely on a single solution.")
@form_option()
@language_option()
@config_option()
@time_option(20)
@json_option()
def hint(
    puzzle: str,
    clues: str | None,
    grade: str,
    no_uniqueness: bool,
    form: str | None,
    lang: Language,
    config_file: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Tell the next step of a partial grid, in grades; mistakes come first.

    PUZZLE is the grid as it stands, as text, a file or -; pencil marks are taken from the form `candidates`.
    """
    from sudokubench.errors import InputError
    from sudokubench.logic.configuration import teaching
    from sudokubench.logic.hint import GRADES, continues, graded, mistakes, next_step, state_of
    from sudokubench.logic.texts import messages

    progress, called = one_board(puzzle, form)
    start = None
    if clues is not None:
        start, called = one_board(clues, None)
    if start is not None and not continues(progress, start):
        raise InputError("--clues: the grid does not keep every clue of that puzzle, or has another size")
    solution, fault = solution_of(_plain(progress) if start is None else start, called, time_limit)
    if solution is None:
        raise InputError(fault or "")
    config = configuration_of(config_file, teaching(uniqueness=not no_uniqueness))
    layout = progress.layout
    grid = state_of(progress, start)
    wrong = mistakes(grid, solution)
    if wrong:
        said = [_mistake(layout, mistake).to(lang) for mistake in wrong]
        if as_json:
            json_line(schema="sudokubench.hint/1", puzzle=str(progress), mistakes=said, hints=[])
        else:
            click.echo("\n".join(said))
        return OK
    found = None if grid.is_full else next_step(grid, config)
    if found is None:
        message = (messages.FULL if grid.is_full else messages.NO_STEP).to(lang)
        if as_json:
            json_line(
                schema="sudokubench.hint/1", puzzle=str(progress), mistakes=[], hints=[], message=message
            )
        else:
            click.echo(message)
        return OK
    rule, step = found
    texts = graded(rule, step, grid, lang)[: GRADES.index(grade) + 1]
    if as_json:
        told = [{"grade": name, "text": text} for name, text in zip(GRADES, texts, strict=False)]
        whole = {"rule": rule.name, "step": step.as_dict()} if grade == "move" else {}
        json_line(schema="sudokubench.hint/1", puzzle=str(progress), mistakes=[], hints=told, **whole)
    else:
        click.echo("\n".join(texts))
    return OK


def _plain(board: Board) -> Board:
    """The board without its forbidden candidates: pencil marks may be wrong, digits alone decide the solution."""
    from sudokubench.board import Board

    return Board(board.problem, board.digits)


def _mistake(layout: Layout, mistake: Mistake) -> Words:
    from sudokubench.logic.texts import messages

    symbol = layout.symbols[mistake.digit - 1] if mistake.digit else "?"
    words = messages.WRONG_DIGIT if mistake.placed else messages.WRONG_MARKS
    return words.format(cell=layout.cell_name(mistake.cell), digit=symbol)
