"""`sudokubench check`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click
from click.core import ParameterSource

from sudokubench.actions.words import PUZZLES
from sudokubench.cli import engine_options, words
from sudokubench.cli.exit_codes import Code
from sudokubench.cli.files import written
from sudokubench.cli.options import data_options, proof_option, takes_puzzles
from sudokubench.cli.output import Watch, counts_of, echo, json_line, json_lines, remark
from sudokubench.cli.puzzle_arguments import Puzzles
from sudokubench.core_words import NAMED
from sudokubench.harness.limits import DEFAULT_TIME_LIMIT_S
from sudokubench.words import amount, listed, untranslated

_MANY = 100
"""Number of puzzles from which the command suggests faster backends; all backends need some 15 seconds for them."""


@click.command()
@engine_options.backend_option("all")
@takes_puzzles("corpus")
@click.option("--certify", is_flag=True, help="Prove each verdict, and check the proof.")
@proof_option("Certify, and write a checked certificate of each verdict to FILE, one a line.")
@engine_options.execution_options
@data_options
def check(
    puzzles: Puzzles, backend: str, certify: bool, proof: str | None, as_json: bool, **execution: Any
) -> None:
    """Verify uniqueness with several backends.

    CORPUS is a file, - for standard input, a bundled set, a named problem or a board as text. The command
    prints each puzzle that does not have exactly one solution and each disagreement, then a summary. It reads the
    corpus as a stream, so the corpus may have any length.
    """
    from sudokubench.actions.check import check_all
    from sudokubench.answer import Budget, Verdict
    from sudokubench.harness.crosscheck import Category
    from sudokubench.report.words import STRENGTH_WORDS, VERDICT_WORDS

    engines, watch = engine_options.backends_of(backend), Watch(total=puzzles.count)
    verdicts, strengths = Counter[str](), Counter[str]()
    asked, answered, showing = Counter[str](), Counter[str](), set[str]()
    disagreements = wrong = errors = 0
    context = click.get_current_context()
    chosen = context.get_parameter_source("backend") is ParameterSource.COMMANDLINE
    if not chosen and (puzzles.count() or 0) >= _MANY:
        remark(words.ALL_ARE_ASKED.format(n=len(engines)))
    executor = context.with_resource(engine_options.executor_of(execution))
    entries = puzzles.entries_and_rows()
    out = context.with_resource(written(proof, "--proof"))
    seconds = execution["time_limit"] or DEFAULT_TIME_LIMIT_S
    budget = Budget(seconds=seconds) if certify or proof else None
    for found in check_all(entries, engines, executor, certify=budget, observer=watch):
        n = len(found.entries)
        verdicts[found.verdict.value] += n
        strengths[found.strength.value] += n
        for name in found.backends:
            asked[name] += n
            answered[name] += n * (name not in found.unanswered)
        showing |= {claim.backend for claim in found.claims if claim.finding.solutions}
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
    if as_json:
        return
    total = verdicts.total()
    checked = NAMED.format(name=amount(total, PUZZLES), text=counts_of(verdicts, VERDICT_WORDS))
    line = checked if total else words.NO_PUZZLES
    witnesses = [
        untranslated(name)
        if answered[name] == n
        else words.ANSWERED.format(name=name, n=f"{answered[name]:,}", all=f"{n:,}")
        for name, n in asked.items()
        if answered[name]
    ]
    silent = [
        words.SHOWS_ONE.format(name=name) if name in showing else untranslated(name)
        for name in asked
        if not answered[name]
    ]
    if witnesses:
        line += words.BY.format(names=listed(witnesses))
    if silent:
        line += words.NO_ANSWER.format(names=listed(silent))
    echo(line)
    if total:
        echo(words.STRENGTH.format(counts=counts_of(strengths, STRENGTH_WORDS)))
    totals = words.CHECK_TOTALS.format(
        disagreements=amount(disagreements, words.DISAGREEMENTS),
        wrong=f"{wrong:,}",
        errors=amount(errors, words.ERRORS),
        bad=amount(watch.refusals, words.BAD_LINES),
    )
    echo(totals)
