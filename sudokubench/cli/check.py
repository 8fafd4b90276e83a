"""`sudokubench check`."""

from __future__ import annotations

from typing import Any

import click

from sudokubench.cli import DISAGREEMENT, OK
from sudokubench.cli.execution import execution_options, executor_of
from sudokubench.cli.output import Progress, backend_option, form_option, json_line, json_option, remark


@click.command()
@click.argument("corpus", nargs=-1, required=True)
@backend_option("all")
@form_option()
@execution_options
@json_option()
def check(corpus: tuple[str, ...], backend: str, form: str | None, as_json: bool, **execution: Any) -> int:
    """Verify uniqueness by several backends.

    Prints every puzzle that has not exactly one solution, and every disagreement; then a summary. Exits with 3
    if two backends contradict each other or one is refuted. The corpus is read as it goes, whatever its length.
    """
    from collections import Counter
    from itertools import chain

    from sudokubench.answer import Verdict
    from sudokubench.backends import backend_list, spec_of
    from sudokubench.harness import corpus as corpora
    from sudokubench.harness.finding import Task
    from sudokubench.harness.runner import Judged, Unsupported, run

    engines = backend_list(backend)
    verdicts: Counter[Verdict] = Counter()
    disagreements = wrong = bad = 0
    progress = Progress("puzzles")
    with executor_of(engines, execution) as executor:
        chunks = run(corpora.read(corpus, form), engines, executor, limit=Task.UNIQUE.limit)
        for event in chain.from_iterable(chunks):
            if isinstance(event, Unsupported):
                remark(f"{event.backend} leaves out {event.problem}: {event.reason}")
                continue
            if not isinstance(event, Judged):
                bad += 1
                remark(str(event.error))
                continue
            entry, judgement = event.entry, event.judgement
            progress.step()
            verdicts[judgement.verdict] += 1
            disagreements += judgement.disagreement is not None
            wrong += bool(judgement.faults)
            if as_json:
                json_line(
                    schema="sudokubench.check/1", puzzle=entry.text, verdict=judgement.verdict.value,
                    agreed=judgement.agreed,
                    backends={claim.backend: claim.finding.verdict.value for claim in event.claims},
                )  # fmt: skip
            elif judgement.verdict is not Verdict.UNIQUE:
                click.echo(f"{entry.place}: {judgement.verdict.value}: {entry.text}")
            for problem in filter(None, [judgement.disagreement, *judgement.faults.values()]):
                remark(
                    f"{entry.place}: {problem}\n  again: sudokubench check --backend {backend} {entry.reproducer}"
                )
            for claim in event.claims:
                if claim.finding.message:
                    remark(f"{entry.place}: {claim.backend} failed: {claim.finding.message}")
    progress.end()
    if not as_json:
        total = sum(verdicts.values())
        counts = ", ".join(f"{verdict.value} {n:,}" for verdict, n in verdicts.most_common())
        click.echo(f"{total:,} puzzles: {counts or 'none'}; by {', '.join(map(spec_of, engines))}")
        click.echo(f"{disagreements:,} disagreements, {wrong:,} with wrong answers, {bad:,} bad lines")
    return DISAGREEMENT if disagreements or wrong else OK
