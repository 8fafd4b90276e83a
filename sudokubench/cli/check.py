"""`sudokubench check`."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from typing import Any

import click

from sudokubench.cli import BAD_INPUT, DISAGREEMENT, OK
from sudokubench.cli.options import (
    backend_option,
    backends_of,
    budget_of,
    entries,
    execution_options,
    executor_of,
    json_option,
    puzzle_options,
)
from sudokubench.cli.output import Watch, json_line
from sudokubench.words import counted


@click.command()
@click.argument("corpus", nargs=-1, required=True)
@backend_option("all")
@puzzle_options
@click.option("--certify", is_flag=True, help="Have each verdict proved and the proof checked.")
@click.option("--certificates", metavar="FILE", help="With --certify: write a certificate a line to FILE.")
@execution_options
@json_option()
def check(
    corpus: tuple[str, ...],
    backend: str,
    form: str | None,
    layout: str | None,
    certify: bool,
    certificates: str | None,
    as_json: bool,
    **execution: Any,
) -> int:
    """Verify uniqueness by several backends.

    CORPUS is a file, - for standard input, a bundled set, a named problem or a board as text. Prints every puzzle that
    has not exactly one solution, and every disagreement; then a summary. Exits with 3 if two backends contradict each
    other or one is refuted, with 4 if nothing in CORPUS is a puzzle, or a board has rules that --certify cannot prove.
    The corpus is read as it goes, whatever its length.
    """
    from sudokubench.actions.check import check_all
    from sudokubench.answer import Verdict
    from sudokubench.backends import spec_of
    from sudokubench.errors import UsageError

    if certificates and not certify:
        raise UsageError("--certificates FILE goes with --certify")
    engines, watch = backends_of(backend), Watch()
    verdicts, strengths = Counter[str](), Counter[str]()
    disagreements = wrong = unprovable = 0
    with ExitStack() as stack:
        executor = stack.enter_context(executor_of(engines, execution))
        puzzles = entries(corpus, form, layout)
        out = (
            stack.enter_context(click.open_file(certificates, "w", encoding="utf-8"))
            if certificates
            else None
        )
        budget = budget_of(execution) if certify else None
        for found in check_all(puzzles, engines, executor, certify=budget, observer=watch):
            verdicts[found.verdict.value] += 1
            strengths[found.strength.value] += 1
            disagreements += found.judgement.disagreement is not None
            wrong += found.wrong
            unprovable += isinstance(found.uncertified, UsageError)
            if as_json:
                json_line(**found.as_json())
                if found.trouble:
                    json_line(**found.trouble.as_json(found.entry, found.backends))
            elif found.verdict is not Verdict.UNIQUE:
                click.echo(f"{found.entry.place}: {found.verdict.value}: {found.entry.text}")
            if out is not None and found.certificate is not None:
                out.write(found.certificate.to_json() + "\n")
    watch.clear()
    total = verdicts.total()
    if not as_json:
        head = f"{counted(total, 'puzzle')}: {_list(verdicts)}" if total else "no puzzles"
        click.echo(f"{head}; by {', '.join(map(spec_of, engines))}")
        if total:
            click.echo(f"strength: {_list(strengths)}")
        bad = counted(watch.refusals, "bad line")
        click.echo(f"{counted(disagreements, 'disagreement')}, {wrong:,} with wrong answers, {bad}")
    if disagreements or wrong:
        return DISAGREEMENT
    return BAD_INPUT if unprovable or (watch.refusals and not total) else OK


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {n:,}" for name, n in counts.most_common())
