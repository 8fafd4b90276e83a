"""`sudokubench explain`."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Set
from typing import TYPE_CHECKING, Any, get_args

import click

from sudokubench.actions.words import SEARCH_OR_LEAST
from sudokubench.cli import options, step_keys
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.files import write_files, written
from sudokubench.cli.output import Watch, echo, fit_to_terminal, json_line
from sudokubench.cli.puzzle_arguments import Puzzles
from sudokubench.cli.stdout import data
from sudokubench.cli.words import BRANCHING_NEEDS, GRIDS_OF_TEXT, LEAST_OR_TECHNIQUE, WALK_NEEDS
from sudokubench.errors import Undecided, UsageError
from sudokubench.logic.search_settings import SETS, Branching
from sudokubench.words import Language

if TYPE_CHECKING:
    from sudokubench.actions.explain import Explanation

_ROW = re.compile(r"R[0-9]+ ")
"""Pattern of the beginning of a row of a grid."""


@click.command()
@options.takes_puzzles()
@options.language_option()
@click.option(
    "--verify",
    is_flag=True,
    help="Prove each step by SAT from its evidence and the rules of the board alone.",
)
@click.option(
    "--least-evidence",
    "minimal",
    is_flag=True,
    help="Order the steps so that each one needs the least evidence.",
)
@click.option(
    "--rules",
    type=click.Choice([*SETS, "all"]),
    help="Use only these rules.  [default: all; with --search, but without --config: subsets]",
)
@click.option(
    "--search", is_flag=True, help="Suppose values where the rules find nothing, and explain each branch."
)
@click.option(
    "--branching",
    type=click.Choice(get_args(Branching)),
    help="How --search chooses the cell whose values it supposes.  [default: mrv]",
)
@click.option(
    "--svg",
    "folder",
    metavar="DIR",
    type=options.Name("directory", file_okay=False),
    help="Draw each step into DIR/PUZZLE-STEP.svg.",
)
@options.proof_option("Write each explanation as one proof to FILE, one a line, for `verify`.")
@click.option("--grids", is_flag=True, help="Show the grid before each step, with candidates where it helps.")
@click.option("--walk", is_flag=True, help="In a terminal: walk through the steps with keys.")
@click.option("--store", "stored", is_flag=True, help="Keep the steps in the results folder.")
@options.results_option
@options.rules_options
@options.time_option(60)
@options.data_options
def explain(
    puzzles: Puzzles,
    lang: Language,
    verify: bool,
    minimal: bool,
    rules: str | None,
    search: bool,
    branching: Branching | None,
    folder: str | None,
    proof: str | None,
    grids: bool,
    walk: bool,
    stored: bool,
    results: str,
    time_limit: float,
    as_json: bool,
    **logic: Any,
) -> None:
    """Solve puzzles as a person does, and explain each step with its evidence.

    PUZZLE is a board as text, a file, a bundled set or - for standard input. With --json, each line holds the trace
    of one puzzle (schema sudokubench.trace/3).
    """
    from sudokubench.actions.explain import explain_all
    from sudokubench.logic.step_store import StepStore

    if walk and (as_json or not (sys.stdin.isatty() and data().isatty())):
        raise UsageError(WALK_NEEDS)
    if grids and (as_json or walk):
        raise UsageError(GRIDS_OF_TEXT.format(option="--json" if as_json else "--walk"))
    if search and minimal:
        raise UsageError(SEARCH_OR_LEAST)
    if branching is not None and not search:
        raise UsageError(BRANCHING_NEEDS)
    if minimal and logic["techniques"]:
        raise UsageError(LEAST_OR_TECHNIQUE)
    rules = rules or ("subsets" if search and logic["config_file"] is None else "all")
    config = options.rules_of(SETS.get(rules), **logic)
    watch = Watch(lang, puzzles.count)
    context = click.get_current_context()
    store = context.with_resource(StepStore(results)) if stored else None
    file = context.with_resource(written(proof, "--proof"))
    for number, explanation in explain_all(
        puzzles.entries(),
        config,
        minimal=minimal,
        branching=(branching or "mrv") if search else None,
        verify=verify,
        seconds=time_limit,
        store=store,
        observer=watch,
    ):
        if as_json:
            json_line(**explanation.as_json(lang))
        elif not walk:
            text = fit_to_terminal("\n".join(explanation.lines(lang, grids)))
            echo(_coloured(text) if grids else text)
        elif not _walked(explanation, lang):
            break
        for words in explanation.remarks():
            watch.remark(words)
        if file is not None:
            proved = explanation.proved()
            if isinstance(proved, Undecided):
                watch.refused(proved)
            else:
                file.write(proved.to_json() + "\n")
        watch.codes.note(Code.DISAGREEMENT, explanation.refuted or explanation.contradicted)
        watch.codes.note(Code.FAILED, not explanation.solved)
        if folder is not None:
            drawings = enumerate(explanation.drawings(lang), 1)
            drawn = ((f"{number:04}-{step:03}.svg", text.encode()) for step, text in drawings)
            write_files("--svg", folder, drawn)


def _walked(explanation: Explanation, lang: Language) -> bool:
    """Let the user walk through the steps by keys; return whether to go on to the next puzzle."""
    from sudokubench.logic.text_drawing import picture
    from sudokubench.logic.words import KEYS, SIGNS, STEP_OF

    states, steps = explanation.trace.states(), explanation.trace.steps

    def show(at: int, on: Set[str]) -> None:
        head = STEP_OF.format(number=min(at + 1, len(steps)), steps=len(steps))
        echo(f"{explanation.called}\n{head.to(lang)}    {KEYS.to(lang)}\n{SIGNS.to(lang)}\n")
        step = steps[at] if at < len(steps) else None
        width = shutil.get_terminal_size().columns
        echo(_coloured(picture(states[at], step, columns=width, every="c" in on)))
        echo("\n" + fit_to_terminal(explanation.sentence(step, lang) if step else explanation.end(lang)))

    return step_keys.walk(len(steps), show, "c")


def _coloured(text: str) -> str:
    if not data().isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    colours = {"*": "36", "-": "31", "=": "1;32"}
    rows = (
        re.sub(r"([*=-])(\w)", lambda m: f"\033[{colours[m[1]]}m{m[0]}\033[0m", line)
        if _ROW.match(line)
        else line
        for line in text.split("\n")
    )
    return "\n".join(rows)
