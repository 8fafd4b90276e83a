"""`sudokubench check`."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from typing import Any

import click

from sudokubench.cli.codes import Code
from sudokubench.cli.options import (
    backend_option,
    backends_of,
    budget_of,
    entries_and_rows,
    execution_options,
    executor_of,
    how_many,
    json_option,
    puzzle_argument,
    puzzle_options,
    written,
)
from sudokubench.cli.output import Watch, echo, json_line, json_lines
from sudokubench.words import counted


@click.command()
@puzzle_argument("corpus", -1)
@backend_option("all")
@puzzle_options
@click.option("--certify", is_flag=True, help="Prove each verdict, and check the proof.")
@click.option(
    "--certificates", metavar="FILE", help="With --certify: write the certificates to FILE, one a line."
)
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
    """Verify uniqueness with several backends.

    CORPUS is a file, - for standard input, a bundled set, a named problem or a board as text. The command
    prints each puzzle that does not have exactly one solution and each disagreement, then a summary. It reads the
    corpus as a stream, so the corpus may have any length.
    """
    from sudokubench.actions.check import check_all
    from sudokubench.answer import Verdict
    from sudokubench.errors import UsageError
    from sudokubench.harness.crosscheck import Category

    if certificates and not certify:
        raise UsageError("--certificates FILE goes with --certify")
    engines, watch = backends_of(backend), Watch(total=how_many(corpus, form, layout))
    verdicts, strengths = Counter[str](), Counter[str]()
    asked, answered = Counter[str](), Counter[str]()
    disagreements = wrong = errors = 0
    with ExitStack() as stack:
        executor = stack.enter_context(executor_of(engines, execution))
        puzzles = entries_and_rows(corpus, form, layout)
        out = stack.enter_context(written(certificates, "--certificates"))
        budget = budget_of(execution) if certify else None
        for found in check_all(puzzles, engines, executor, certify=budget, observer=watch):
            n = len(found.entries)
            verdicts[found.verdict.value] += n
            strengths[found.strength.value] += n
            for name in found.backends:
                asked[name] += n
                answered[name] += n * (name not in found.unanswered)
            disagreed = found.judgement.disagreement is not None
            disagreements += disagreed
            wrong += found.wrong
            errors += found.judgement.categories.count(Category.ERROR)
            watch.codes.note(Code.DISAGREEMENT, disagreed or found.wrong)
            watch.codes.note(Code.NOT_UNIQUE, found.verdict in {Verdict.NONE, Verdict.MULTIPLE})
            watch.codes.note(Code.FAILED, found.unsettled or found.uncertified)
            if as_json:
                json_lines(found.records())
                if found.trouble:
                    json_line(**found.trouble.as_json(found.entry, found.backends))
            elif found.verdict is not Verdict.UNIQUE:
                echo("\n".join(f"{e.place}: {found.verdict.value}: {e.text}" for e in found.entries))
            if out is not None and found.certificate is not None:
                out.write(found.certificate.to_json() + "\n")
    total = verdicts.total()
    if not as_json:
        head = f"{counted(total, 'puzzle')}: {_list(verdicts)}" if total else "no puzzles"
        witnesses = [
            name if answered[name] == n else f"{name} ({answered[name]:,} of {n:,})"
            for name, n in asked.items()
            if answered[name]
        ]
        silent = [name for name in asked if not answered[name]]
        by = f"; by {', '.join(witnesses)}" if witnesses else ""
        echo(head + by + (f"; no answer from {', '.join(silent)}" if silent else ""))
        if total:
            echo(f"strength: {_list(strengths)}")
        bad = counted(watch.refusals, "bad line")
        failures = counted(errors, "error")
        echo(f"{counted(disagreements, 'disagreement')}, {wrong:,} with wrong answers, {failures}, {bad}")
    return watch.codes.first


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {n:,}" for name, n in counts.most_common())
