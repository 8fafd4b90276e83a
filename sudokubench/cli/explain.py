"""`sudokubench explain`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sudokubench.cli import BAD_INPUT, DISAGREEMENT, OK
from sudokubench.cli.interrupts import heed
from sudokubench.cli.logic import (
    boards_of,
    config_option,
    configuration_of,
    language_option,
    name_of,
    prover_of,
    solution_of,
    time_option,
)
from sudokubench.cli.output import form_option, json_option, remark

if TYPE_CHECKING:
    from sudokubench.logic.step import Step, Trace
    from sudokubench.words import Language


@click.command()
@click.argument("puzzle", nargs=-1, required=True)
@form_option()
@language_option()
@click.option("--verify", is_flag=True, help="Prove each step by SAT from its evidence and the houses alone.")
@click.option(
    "--minimal", is_flag=True, help="Order the solution so that each step needs the least evidence."
)
@click.option("--no-uniqueness", is_flag=True, help="Do without rules that rely on a single solution.")
@click.option("--svg", "folder", metavar="DIR", help="Draw each step into DIR/PUZZLE-STEP.svg.")
@click.option("--store", "stored", is_flag=True, help="Keep the steps in the results folder.")
@click.option("--results", default="results", show_default=True, metavar="DIR", help="Folder of the results.")
@config_option()
@time_option(60)
@json_option()
def explain(
    puzzle: tuple[str, ...],
    form: str | None,
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
    holds its trace (schema sudokubench.trace/2). Exits with 3 if --verify refutes a step.
    """
    from contextlib import ExitStack

    from sudokubench.harness.steps import StepStore
    from sudokubench.logic.configuration import teaching
    from sudokubench.logic.engine import solve
    from sudokubench.logic.least_evidence import least_evidence
    from sudokubench.logic.step import Ending

    config = configuration_of(config_file, teaching(uniqueness=not no_uniqueness))
    failed = refuted = False
    with ExitStack() as open_files:
        store = open_files.enter_context(StepStore(results)) if stored else None
        for number, found in enumerate(boards_of(puzzle, form), 1):
            heed()
            if found is None:
                failed = True
                continue
            board, entry = found
            _, fault = solution_of(board, name_of(entry), time_limit)
            if fault:
                remark(fault)
                failed = True
                continue
            optimal = None
            if minimal:
                least = least_evidence(board, prover_of(board.layout), seconds=time_limit)
                trace, optimal = least.trace, least.optimal
            else:
                trace = solve(board, config.rules, seconds=time_limit)
            if as_json:
                click.echo(trace.to_json())
            else:
                _tell(trace, lang)
            if optimal is not None:
                remark(
                    f"{optimal} of {len(trace.steps)} steps are known to need the least evidence possible; "
                    "the others need what cannot be reduced, but perhaps not the least"
                )
            if trace.ending is Ending.BUDGET:
                remark(
                    f"{name_of(entry)}: the time limit of {time_limit:g} s ran out; the steps so far are shown"
                )
            if verify:
                refuted |= _verified(trace)
            if folder is not None:
                _draw(trace, Path(folder), number, lang)
            if store is not None:
                store.keep(trace, config.digest, entry.source, entry.line)
    return DISAGREEMENT if refuted else BAD_INPUT if failed else OK


def _unique(step: Step) -> bool:
    from sudokubench.logic.rules import rule_named

    return step.rule != "evidence" and rule_named(step.rule).unique


def _tell(trace: Trace, lang: Language) -> None:
    """A trace as text on stdout."""
    from sudokubench.logic.texts import describe, messages

    click.echo(str(trace.board))
    for number, step in enumerate(trace.steps, 1):
        click.echo(f"{number:3}. {describe(step, trace.board.layout, lang, unique=_unique(step))}")
    reason = f" ({trace.reason})" if trace.reason else ""
    click.echo(
        f"{messages.ENDINGS[trace.ending.value].to(lang)}{reason}: {trace.states()[-1].board().format('line')}"
    )


def _verified(trace: Trace) -> bool:
    """Prove a trace, say how that went on stderr; whether a step is refuted."""
    from collections import Counter

    from sudokubench.logic.proof import Soundness
    from sudokubench.logic.rules import all_rules
    from sudokubench.logic.texts import describe

    unique = frozenset(rule.name for rule in all_rules() if rule.unique)
    checked = prover_of(trace.board.layout).check(trace, unique)
    counts = Counter(check.soundness for check in checked)
    said = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Soundness)
    remark(f"{len(checked)} steps checked: {said}")
    wrong = [check for check in checked if check.soundness is Soundness.REFUTED]
    for check in wrong:
        remark(f"step {check.number} does not follow: {describe(check.step, trace.board.layout)}")
    return bool(wrong)


def _draw(trace: Trace, folder: Path, number: int, lang: Language) -> None:
    from sudokubench.errors import InputError
    from sudokubench.logic.svg import draw
    from sudokubench.logic.texts import describe

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for k, (state, step) in enumerate(zip(trace.states(), trace.steps, strict=False), 1):
            text = draw(state, step, describe(step, trace.board.layout, lang, unique=_unique(step)))
            (folder / f"{number:04}-{k:03}.svg").write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error}") from error
