"""`sudokubench check`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from sudokubench.cli import BAD_INPUT, DISAGREEMENT, OK
from sudokubench.cli.execution import budget_of, execution_options, executor_of
from sudokubench.cli.interrupts import heed
from sudokubench.cli.output import (
    Progress,
    backend_option,
    backends_of,
    counted,
    form_option,
    json_line,
    json_option,
    remark,
    tell_trouble,
)

if TYPE_CHECKING:
    from sudokubench.answer import Budget
    from sudokubench.harness.runner import Judged


@click.command()
@click.argument("corpus", nargs=-1, required=True)
@backend_option("all")
@form_option()
@click.option("--certify", is_flag=True, help="Have each verdict proved and the proof checked.")
@click.option("--certificates", metavar="FILE", help="With --certify: write a certificate a line to FILE.")
@execution_options
@json_option()
def check(
    corpus: tuple[str, ...],
    backend: str,
    form: str | None,
    certify: bool,
    certificates: str | None,
    as_json: bool,
    **execution: Any,
) -> int:
    """Verify uniqueness by several backends.

    Prints every puzzle that has not exactly one solution, and every disagreement; then a summary. Exits with 3
    if two backends contradict each other or one is refuted, with 4 if nothing in CORPUS is a puzzle. The corpus is
    read as it goes, whatever its length.
    """
    from collections import Counter
    from itertools import chain

    from sudokubench.answer import Verdict
    from sudokubench.backends import spec_of
    from sudokubench.harness import corpus as corpora
    from sudokubench.harness.crosscheck import Strength
    from sudokubench.harness.finding import Task
    from sudokubench.harness.runner import Judged, Unsupported, run

    engines = backends_of(backend)
    verdicts: Counter[Verdict] = Counter()
    strengths: Counter[Strength] = Counter()
    disagreements = wrong = bad = 0
    progress = Progress("puzzle")
    with ExitStack() as stack:
        executor = stack.enter_context(executor_of(engines, execution))
        prove = _prover(stack, certify, certificates, budget_of(execution))
        chunks = run(corpora.read(corpus, form), engines, executor, limit=Task.UNIQUE.limit)
        for event in chain.from_iterable(chunks):
            heed()
            if isinstance(event, Unsupported):
                remark(f"{event.backend} leaves out {event.problem}: {event.reason}")
                continue
            if not isinstance(event, Judged):
                bad += 1
                remark(str(event.error))
                continue
            entry, judgement = event.entry, event.judgement
            progress.step()
            strength = prove(event)
            verdicts[judgement.verdict] += 1
            strengths[strength] += 1
            disagreements += judgement.disagreement is not None
            wrong += bool(judgement.faults) or (strength is Strength.WRONG and judgement.agreed)
            if as_json:
                json_line(
                    schema="sudokubench.check/1", puzzle=entry.text, verdict=judgement.verdict.value,
                    agreed=judgement.agreed, strength=strength.value, kinds=judgement.kinds,
                    backends={claim.backend: claim.finding.verdict.value for claim in event.claims},
                )  # fmt: skip
            elif judgement.verdict is not Verdict.UNIQUE:
                click.echo(f"{entry.place}: {judgement.verdict.value}: {entry.text}")
            tell_trouble(event, engines, executor, "check", Task.UNIQUE.limit, as_json)
    progress.end()
    total = verdicts.total()
    if not as_json:
        counts = ", ".join(f"{verdict.value} {n:,}" for verdict, n in verdicts.most_common())
        head = f"{counted(total, 'puzzle')}: {counts}" if total else "no puzzles"
        click.echo(f"{head}; by {', '.join(map(spec_of, engines))}")
        if total:
            named = ", ".join(f"{strength.value} {n:,}" for strength, n in strengths.most_common())
            click.echo(f"strength: {named}")
        click.echo(
            f"{counted(disagreements, 'disagreement')}, {wrong:,} with wrong answers, {counted(bad, 'bad line')}"
        )
    if disagreements or wrong:
        return DISAGREEMENT
    return BAD_INPUT if bad and not total else OK


def _prover(stack: ExitStack, certify: bool, file: str | None, budget: Budget) -> Callable[[Judged], Any]:
    """What tells the strength of a verdict: the judgement's own, or a certificate's that is written to `file`."""
    if not certify:
        if file is not None:
            raise click.UsageError("--certificates FILE goes with --certify")
        return lambda event: event.judgement.strength
    from sudokubench.answer import Verdict
    from sudokubench.certificates import certify as make
    from sudokubench.encodings.exact_cover import solution_fault
    from sudokubench.errors import Undecided
    from sudokubench.harness.crosscheck import Strength

    out = stack.enter_context(click.open_file(file, "w", encoding="utf-8")) if file else None

    def prove(event: Judged) -> Strength:
        entry, verdict = event.entry, event.judgement.verdict
        if entry.board is None:
            return event.judgement.strength
        shown = dict.fromkeys(s for claim in event.claims for s in claim.finding.solutions)

        known = [entry.board.filled(s) for s in shown if not solution_fault(entry.problem, s, entry.instance)]
        try:
            certificate = make(entry.board, budget=budget, known=known)
        except Undecided as error:
            remark(f"{entry.place}: not certified: {error}")
            return event.judgement.strength
        if out is not None:
            out.write(certificate.to_json() + "\n")
        claim = certificate.claim
        if verdict is claim or (verdict, claim) == (Verdict.SOLVABLE, Verdict.MULTIPLE):
            return Strength.PROVEN
        remark(f"{entry.place}: the certificate says {claim.value}, the backends say {verdict.value}")
        return event.judgement.strength if verdict is Verdict.UNDECIDED else Strength.WRONG

    return prove
