"""`sudokubench explain`."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sudokubench.cli.codes import Code
from sudokubench.cli.options import (
    config_option,
    configuration_of,
    entries,
    how_many,
    json_option,
    language_option,
    puzzle_argument,
    puzzle_options,
    results_option,
    time_option,
)
from sudokubench.cli.output import Watch, echo, json_line

if TYPE_CHECKING:
    from sudokubench.words import Language


@click.command()
@puzzle_argument(count=-1)
@puzzle_options
@language_option()
@click.option("--verify", is_flag=True, help="Prove each step by SAT from its evidence and the houses alone.")
@click.option(
    "--minimal", is_flag=True, help="Order the solution so that each step needs the least evidence."
)
@click.option("--no-uniqueness", is_flag=True, help="Do without rules that rely on a single solution.")
@click.option(
    "--svg",
    "folder",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Draw each step into DIR/PUZZLE-STEP.svg.",
)
@click.option("--store", "stored", is_flag=True, help="Keep the steps in the results folder.")
@results_option()
@config_option()
@time_option(60)
@json_option()
def explain(
    puzzle: tuple[str, ...],
    form: str | None,
    layout: str | None,
    lang: Language,
    verify: bool,
    minimal: bool,
    no_uniqueness: bool,
    folder: str | None,
    stored: bool,
    results: str,
    config_file: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Solve puzzles as a person would, and tell each step with its evidence.

    PUZZLE is a board as text, a file, a bundled set or - for standard input. With --json a line for each puzzle
    holds its trace (schema sudokubench.trace/2).
    """
    from sudokubench.actions.explain import explain_all
    from sudokubench.harness.steps import StepStore
    from sudokubench.logic.configuration import teaching

    config = configuration_of(config_file, teaching(uniqueness=not no_uniqueness))
    watch = Watch(lang, how_many(puzzle, form, layout))
    with ExitStack() as open_files:
        store = open_files.enter_context(StepStore(results)) if stored else None
        for number, explanation in explain_all(
            entries(puzzle, form, layout),
            config,
            minimal=minimal,
            verify=verify,
            seconds=time_limit,
            store=store,
            observer=watch,
        ):
            if as_json:
                json_line(**explanation.as_json())
            else:
                echo("\n".join(explanation.lines(lang)))
            for words in explanation.remarks():
                watch.remark(words)
            watch.codes.note(Code.DISAGREEMENT, explanation.refuted or explanation.contradicted)
            watch.codes.note(Code.FAILED, not explanation.solved)
            if folder is not None:
                _write(Path(folder), number, explanation.drawings(lang))
    return watch.codes.first


def _write(folder: Path, number: int, drawings: Iterable[str]) -> None:
    from sudokubench.errors import InputError

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for step, text in enumerate(drawings, 1):
            (folder / f"{number:04}-{step:03}.svg").write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error}") from error
